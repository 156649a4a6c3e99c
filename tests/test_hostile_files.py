"""Files that break readers: each ends in a named message, in bounded time and memory, and costs no other row."""

import csv
import io
import subprocess
import sys
import time
import zipfile
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from credit_core import Scenario, evaluate_frame
from credit_core.batch import (
    UPLOADS,
    Format,
    Table,
    check_frame,
    open_table,
    read_table,
    suggest_columns,
    table_bytes,
    workbook_problem,
    writer,
)
from credit_core.cells import harmless, original
from tests.strategies import WIDE

MEGABYTE = 2**20
HEADER = b"new_jobs,growth_zone\n"
FORMATS: tuple[Format, ...] = ("csv", "xlsx", "parquet")


def upload(content: bytes) -> Table:
    return read_table(content, UPLOADS)


def message(content: bytes) -> str:
    """The one problem of a file of which nothing can be used."""
    table = upload(content)
    assert table.frame.empty
    (problem,) = table.problems
    assert problem.field == "file"
    return f"{problem.rule}: {problem}"


def parquet(table: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer, **options)
    return buffer.getvalue()


def workbook(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def zipped(**entries: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return buffer.getvalue()


WHOLE = parquet(pa.table({"new_jobs": [300] * 1000}))
MANY = ",".join(f"column_{number}" for number in range(5_000))

UNUSABLE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty: The file is empty"),
    "header only": (HEADER, "no_rows: The file has a header and no row"),
    "header only, workbook": (workbook(["new_jobs"]), "no_rows: "),
    "header only, Parquet": (parquet(pa.table({"new_jobs": pa.array([], pa.int64())})), "no_rows: "),
    "empty workbook": (workbook(), "empty: The first sheet is empty"),
    "blank lines": (b"\n\n\n", "blank_header: The first row is blank"),
    "semicolons": (b"new_jobs;growth_zone\n300;yes\n", "wrong_separator: Columns are separated by semicolons"),
    "tabs": (b"new_jobs\tgrowth_zone\n300\tyes\n", "wrong_separator: Columns are separated by tabs"),
    "UTF-16": ("new_jobs\n300\n".encode("utf-16"), "utf_16: The file is UTF-16 text; save it as CSV in UTF-8."),
    "UTF-16 without mark": ("new_jobs\n300\n".encode("utf-16-le"), "not_a_table: "),
    "Latin-1": (b"name,new_jobs\nCaf\xe9,300\n", "not_utf_8: The file is not UTF-8 text"),
    "duplicate column": (
        b"new_jobs,new_jobs\n1,2\n",
        'duplicate_column: Column "new_jobs" stands there more than once',
    ),
    "nameless column": (b"new_jobs,\n1,2\n", "blank_column_name: Column 2 has no name"),
    "5,000 columns": (f"{MANY}\n{MANY}\n".encode(), "too_many_columns: The file has 5,000 columns; at most 500"),
    "5,000 columns, workbook": (
        workbook(MANY.split(","), [1]),
        "too_many_columns: The file has more than 500 columns; at most 500 are read.",
    ),
    "too many rows": (b"new_jobs\n" + b"1\n" * 200_001, "too_many_rows: The file has more than 200,000 rows"),
    "too many rows, Parquet": (parquet(pa.table({"new_jobs": np.zeros(200_001, np.int8)})), "too_many_rows: "),
    "60 MB": (b"new_jobs\n" + b"1\n" * 30 * MEGABYTE, "too_large: The file has 60 MB; at most 50 MB are read."),
    "truncated Parquet": (WHOLE[:-20], "damaged: The file is damaged or cut off"),
    "Parquet cut in the middle": (WHOLE[: len(WHOLE) // 2], "damaged: "),
    "Parquet of noise": (b"PAR1" + bytes(range(256)) * 9 + b"PAR1", "damaged: "),
    "truncated workbook": (workbook(["new_jobs"], [300])[:-300], "damaged: "),
    "zip, no workbook": (zipped(readme=b"hello"), "not_a_table: The file is a zip archive and no workbook"),
    "workbook without sheets": (zipped(xl__workbook_xml=b"<workbook/>"), "damaged: "),
    "zip bomb": (
        zipped(xl__workbook_xml=b"<workbook/>", xl__sharedStrings_xml=bytes(600 * MEGABYTE)),
        "unfolds_too_large: The workbook unfolds to 600 MB",
    ),
    "old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old_workbook: "),
    "PDF": (b"%PDF-1.7\n...", "not_a_table: The file is a PDF document"),
    "zeros": (bytes(5_000), "not_a_table: "),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_a_file_of_which_nothing_can_be_used_says_why(case: str) -> None:
    content, words = UNUSABLE[case]
    began = time.process_time()
    assert message(content).startswith(words)
    assert time.process_time() - began < 10


def rewritten(content: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """A workbook with some bytes of one of its parts changed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as book, zipfile.ZipFile(buffer, "w") as other:
        for name in book.namelist():
            given = book.read(name)
            other.writestr(name, given.replace(old, new) if name == part else given)
    return buffer.getvalue()


WORKBOOK = table_bytes(pd.DataFrame({"new_jobs": [300]}), "xlsx")
DAMAGED: dict[str, bytes] = {
    "a style of another kind": rewritten(WORKBOOK, "xl/styles.xml", b"xfId=", b"xfXX="),
    "no sheet behind its name": rewritten(WORKBOOK, "xl/_rels/workbook.xml.rels", b"worksheet", b"workshoot"),
    "a cell without a place": rewritten(WORKBOOK, "xl/worksheets/sheet1.xml", b'r="A1"', b'r="1A"'),
    "another zip method": WORKBOOK.replace(
        b"PK\x01\x02" + WORKBOOK[WORKBOOK.index(b"PK\x01\x02") + 4 :][:6], b"PK\x01\x02" + bytes([99, 3, 99, 0, 0, 0])
    ),
    "a Parquet cell that is no text": parquet(
        pa.table({"name": ["new jobs"]}), use_dictionary=False, compression="none", write_statistics=False
    ).replace(b"new jobs", b"new\xffjobs"),
    "a Parquet name that is no text": WHOLE.replace(b"new_jobs", b"new\xffjobs"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_whatever_a_reader_stumbles_over_is_damage(case: str) -> None:
    (problem,) = upload(DAMAGED[case]).problems
    assert problem.rule in {"damaged", "empty", "not_utf_8"}


# pyarrow reports in passing that it could not hand the row over as text.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_row_of_another_length_that_is_no_text_says_so() -> None:
    assert message(b"name,new_jobs\nCaf\xe9,2,3\n").startswith("not_utf_8: ")


def test_memory_stays_bounded_while_a_bomb_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.xlsx"
    bomb.write_bytes(UNUSABLE["zip bomb"][0])
    assert bomb.stat().st_size < MEGABYTE
    # The most memory of the process itself, before and after; the usual counter would begin with the parent's.
    script = (
        "import sys, re\nfrom pathlib import Path\nfrom credit_core.batch import read_table\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])\n"
        "before = peak()\nassert read_table(sys.argv[1]).problems\nprint(peak() - before)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(bomb)], capture_output=True, check=True, text=True)
    assert int(done.stdout) * 1024 < 50 * MEGABYTE


def test_an_endless_cell_is_refused_in_few_words() -> None:
    table = upload(b'new_jobs,name\n1,"' + b"x" * 9 * MEGABYTE + b'"\n')
    (problem,) = evaluate_frame(table.frame)["problems"]
    assert problem.startswith("name (Name) must be at most 200 characters long; given: xxx")
    assert len(problem) < 300


# One bad cell each, beside a row that is good: 300 jobs in a growth zone earn 5,500 each, 1,650,000.
BAD_CELLS: dict[str, tuple[str, str]] = {
    "1e308": ("1e308", "must be a plain number without signs or separators; given: 1e308"),
    "NaN": ("NaN", "must be a plain number without signs or separators; given: NaN"),
    "infinite": ("inf", "must be a plain number"),
    "negative": ("-1", "must not be negative; given: -1"),
    "a date": ("2020-01-01", "must be a plain number without signs or separators; given: 2020-01-01"),
    "dollars": ("$1,200", 'must be a plain number without signs or separators, such as "1200"; given: $1,200'),
    "percent": ("35 %", 'must be a plain number without signs or separators, such as "35"; given: 35 %'),
    "a formula": ("=1+1", "must be a plain number without signs or separators; given: =1+1"),
    "blank": ("", "is blank; give a value, or leave the fact out; given: blank"),
    "half a job": ("0.5", "must be a whole number; given: 0.5"),
    "too many": ("99999999999", "must be at most 10,000,000; given: 99999999999"),
    "endless digits": ("9" * 5_000, "must be a plain number"),
}


@pytest.mark.parametrize("case", BAD_CELLS)
def test_a_bad_cell_is_named_and_costs_no_other_row(case: str) -> None:
    cell, words = BAD_CELLS[case]
    table = upload(f'\ufeffname,new_jobs,growth_zone\ngood,300,yes\nbad,"{cell}",yes\n'.encode())
    result = evaluate_frame(table.frame)
    assert result["annual_award"][2] == 1_650_000
    assert result["problems"][3].startswith("new_jobs (New full-time jobs) ")
    assert words in result["problems"][3]
    (finding,) = check_frame(table.frame).findings
    assert (finding.field, finding.count, finding.first) == ("new_jobs", 1, (3,))


@pytest.mark.parametrize("cell", [1e308, float("inf"), -1.0, date(2020, 1, 1), "$1,200", True, Decimal("0.5")], ids=str)
def test_a_bad_cell_of_a_workbook_or_parquet_is_named(cell: Any) -> None:
    in_workbook = workbook(
        ["new_jobs", "growth_zone"], [300, True], [str(cell) if cell == float("inf") else cell, True]
    )
    in_parquet = parquet(pa.table({"new_jobs": [cell], "growth_zone": [True]}))
    assert evaluate_frame(upload(in_workbook).frame)["annual_award"].tolist()[0] == 1_650_000
    for content in (in_workbook, in_parquet):
        assert (
            evaluate_frame(upload(content).frame)["problems"].tolist()[-1].startswith("new_jobs (New full-time jobs)")
        )


def test_missing_numbers_in_parquet_are_blanks() -> None:
    table = upload(
        parquet(pa.table({"new_jobs": [1, None], "annual_withholdings": [None, 5], "growth_zone": [True, None]}))
    )
    problems = evaluate_frame(table.frame)["problems"].tolist()
    assert problems[0] == ""
    assert "new_jobs (New full-time jobs) is blank" in problems[1]
    assert "growth_zone (Garden State Growth Zone) is blank" in problems[1]


def test_rows_of_another_length_are_named_and_the_rest_is_kept() -> None:
    table = upload(HEADER + b"300,yes\n5\n\n6,no,7\n301,no\n,\n")
    assert table.frame.index.tolist() == [2, 6]
    assert [str(problem) for problem in table.problems] == [
        "Row 3 has 1 cells, the header 2; it is left out.",
        "Row 5 has 3 cells, the header 2; it is left out.",
    ]


def test_rows_keep_their_numbers_over_many_parts() -> None:
    lines = [f"{number % 90},no" for number in range(1_500_000)]
    lines[70_000] = lines[1_200_000] = "1,no,surplus"
    frame = read_table(HEADER + "\n".join(lines).encode()).frame
    assert len(frame) == 1_499_998
    # Row 2 is the first line, so line n is row n + 2.
    assert [frame.index[70_000], frame.index[-1]] == [70_003, 1_500_001]


def test_a_formula_gives_the_value_saved_with_it_or_stays_as_it_is() -> None:
    buffer = io.BytesIO()
    import xlsxwriter

    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["new_jobs", "growth_zone"])
        sheet.write_formula(1, 0, "=100+200", None, 300)
        sheet.write_boolean(1, 1, True)
        sheet.write_array_formula(2, 0, 2, 0, "{=SUM(A2:A2*2)}", None, 600)
        sheet.write_boolean(2, 1, True)
    # 300 x (5,000 + 500), and 600 x (5,000 + 750).
    assert evaluate_frame(upload(buffer.getvalue()).frame)["annual_award"].tolist() == [1_650_000, 3_450_000]
    unsaved = upload(workbook(["new_jobs"], ["=100+200"])).frame
    assert "given: =100+200" in evaluate_frame(unsaved)["problems"].tolist()[0]


RISKY = [
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\ttab",
    "\rreturn",
    "\nline",
    "'=quoted",
    "''-twice",
    "plain",
    "'quoted",
    "-",
    "é",
]


@pytest.mark.parametrize("text", RISKY)
@pytest.mark.parametrize("kind", FORMATS)
def test_no_text_runs_in_a_spreadsheet_and_all_of_it_comes_back(text: str, kind: Format) -> None:
    frame = pd.DataFrame({"name": [text, "plain"], "net_benefit": [-5.25, 3.0]})
    content = table_bytes(frame, kind)
    assert not raw_texts(content, kind)[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    back = upload(content).frame
    assert back["name"].tolist() == [text, "plain"]
    assert [float(cell) for cell in back["net_benefit"]] == [-5.25, 3.0]


def raw_texts(content: bytes, kind: Format) -> list[str]:
    """The cells of the first column as another program finds them."""
    if kind == "csv":
        return pd.read_csv(io.BytesIO(content), keep_default_na=False)["name"].tolist()
    if kind == "parquet":
        return pq.read_table(io.BytesIO(content)).column("name").to_pylist()  # type: ignore[no-any-return]  # pyarrow ships no types
    cells = openpyxl.load_workbook(io.BytesIO(content)).active["A"]
    assert all(cell.data_type == "s" for cell in cells)
    return [cell.value for cell in cells[1:]]


def test_numbers_stay_numbers() -> None:
    frame = pd.DataFrame({"net_benefit": [-5.25], "new_jobs": [3], "growth_zone": [True]})
    assert table_bytes(frame, "csv") == b"net_benefit,new_jobs,growth_zone\r\n-5.25,3,true\r\n"
    row = openpyxl.load_workbook(io.BytesIO(table_bytes(frame, "xlsx"))).active[2]
    assert [cell.data_type for cell in row] == ["n", "n", "b"]
    text = upload(table_bytes(frame, "csv")).frame
    row = openpyxl.load_workbook(io.BytesIO(table_bytes(text[["net_benefit", "new_jobs"]], "xlsx"))).active[2]
    assert [cell.value for cell in row] == [-5.25, 3]


@given(st.text(max_size=12))
def test_harmless_text_is_read_back_as_it_was(text: str) -> None:
    assert original(harmless(text)) == text


# Any text, often one that begins like a formula, is quoted, escaped, marked, or holds what ends a cell or a file.
_PIECES = [
    "'",
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    '"',
    ",",
    ";",
    "\x00",
    "\x1f",
    "\ufeff",
    "\uffff",
    "_x000D_",
    "5",
    "😀",
]
TEXTS = st.lists(st.sampled_from(_PIECES) | st.text(max_size=3), max_size=6).map("".join)


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a column: blanks around a name mean nothing, unless they are neutralised."""
    written = harmless(text)
    return bool(text.strip()) and written == written.strip() and text not in Scenario.model_fields


NAMES = st.lists(TEXTS.filter(_is_name), min_size=1, max_size=4, unique=True)


@pytest.mark.parametrize("kind", FORMATS)
@WIDE
@given(cells=st.lists(TEXTS, min_size=1, max_size=4))
def test_any_cell_comes_back_from_a_file_as_it_was(kind: Format, cells: list[str]) -> None:
    frame = pd.DataFrame({"new_jobs": range(len(cells)), "name": cells, "municipality": cells[::-1]})
    table = upload(table_bytes(frame, kind))
    assert table.problems == ()
    # A workbook has no empty text: such a cell is blank.
    assert table.frame["name"].fillna("").tolist() == cells
    assert table.frame["municipality"].fillna("").tolist() == cells[::-1]


@pytest.mark.parametrize("kind", FORMATS)
@WIDE
@given(names=NAMES)
@example(names=["=evil", "'=evil", "''=evil", "evil", "'evil"])
@example(names=["\t=evil", "a", "a.b", "-5", "'-5"])
@example(names=["self", "_x0041_", "\x00"])
def test_any_name_of_a_column_comes_back_from_a_file_as_it_was(kind: Format, names: list[str]) -> None:
    frame = pd.DataFrame({name: [True] for name in ["new_jobs", *names]})
    content = table_bytes(frame, kind)
    assert not any(name.startswith(("=", "+", "@", "\t", "\r", "\n")) for name in raw_names(content, kind))
    table = upload(content)
    assert table.problems == ()
    assert table.frame.columns.tolist() == ["new_jobs", *names]
    # And so does the file of what was read.
    assert upload(table_bytes(table.frame, kind)).frame.columns.tolist() == ["new_jobs", *names]


def raw_names(content: bytes, kind: Format) -> list[str]:
    """The names of the columns as another program finds them."""
    if kind == "csv":
        return next(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    if kind == "parquet":
        return pq.read_schema(io.BytesIO(content)).names  # type: ignore[no-any-return]  # pyarrow ships no types
    return [str(cell.value) for cell in openpyxl.load_workbook(io.BytesIO(content)).active[1]]


def test_names_that_become_one_when_they_are_restored_are_refused() -> None:
    assert message(b"=a,'=a\n1,2\n").startswith('duplicate_column: Column "=a"')


def test_a_zero_character_is_text_in_quotation_marks_alone() -> None:
    content = table_bytes(pd.DataFrame({"name": ["a\x00b", "c"], "new_jobs": [1, 2]}), "csv")
    assert content == b'"name","new_jobs"\r\n"a\x00b",1\r\n"c",2\r\n'
    assert upload(content).frame["name"].tolist() == ["a\x00b", "c"]
    problem = evaluate_frame(upload(content).frame)["problems"][2]
    assert problem.startswith("name (Name) ")
    assert message(content.replace(b'"', b"")).startswith("not_a_table: ")
    assert message('"name"\n"a"\n'.encode("utf-16-le")).startswith("not_a_table: ")


# ---- what a workbook cannot hold ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["x" * 32_767, "=" + "x" * 32_765, "é" * 32_767, "😀" * 16_383])
def test_the_longest_text_of_a_workbook_comes_back_whole(text: str) -> None:
    frame = pd.DataFrame({"name": [text], "new_jobs": [1]})
    assert workbook_problem(frame) is None
    assert upload(table_bytes(frame, "xlsx")).frame["name"].tolist() == [text]


@pytest.mark.parametrize(
    ("text", "count"),
    # The apostrophe before what could run counts, and an emoji is two characters to Excel.
    [("x" * 32_768, "32,768"), ("=" + "x" * 32_766, "32,768"), ("😀" * 16_384, "32,768"), ("é" * 40_000, "40,000")],
)
def test_a_text_that_a_workbook_would_cut_is_refused_with_its_place(text: str, count: str) -> None:
    frame = pd.DataFrame({"new_jobs": [1, 2], "name": ["a", text]}, index=[2, 3])
    words = (
        f'column "name": a cell of a workbook holds 32,767 characters; that of row 3 has {count} characters: '
        "write CSV or Parquet"
    )
    problem = workbook_problem(frame)
    assert problem is not None
    assert (problem.field, problem.rule, problem.message) == ("name", "too_long", words)
    with pytest.raises(ValueError, match=r"that of row 3 has"):
        table_bytes(frame, "xlsx")
    for kind in ("csv", "parquet"):
        assert read_table(table_bytes(frame, kind)).frame["name"].tolist() == ["a", text]


def test_a_workbook_refuses_a_name_columns_and_rows_that_it_cannot_hold() -> None:
    found = workbook_problem(pd.DataFrame({"x" * 32_768: [1]}))
    assert found is not None
    assert found.message.endswith("the name of the column has 32,768 characters: write CSV or Parquet")
    wide = pd.DataFrame([[1] * 16_385], columns=[f"c{number}" for number in range(16_385)])
    with pytest.raises(ValueError, match=r"holds 16,384 columns; the table has 16,385 columns: write CSV or Parquet"):
        table_bytes(wide, "xlsx")
    long = pd.DataFrame({"new_jobs": np.zeros(1_048_576, np.int8)})
    with pytest.raises(ValueError, match=r"holds 1,048,575 rows below the header; the table has more"):
        table_bytes(long, "xlsx")
    found = workbook_problem(long)
    assert found is not None
    assert found.message.endswith("the table has 1,048,576 rows: write CSV or Parquet")
    assert workbook_problem(long.iloc[1:]) is None


def test_rows_beyond_a_worksheet_are_refused_in_parts_too() -> None:
    frame = pd.DataFrame({"new_jobs": np.zeros(1_048_575, np.int8)})
    with writer(io.BytesIO(), "xlsx") as out:
        out.write(frame.head(1))
        with pytest.raises(ValueError, match=r"holds 1,048,575 rows below the header; the table has more"):
            out.write(frame)


def test_types_survive_parquet() -> None:
    frame = pd.DataFrame(
        {"new_jobs": [1, 2], "capital_investment": [0.1, 12.34], "growth_zone": [True, False], "name": ["a", "b"]}
    )
    pd.testing.assert_frame_equal(upload(table_bytes(frame, "parquet")).frame.reset_index(drop=True), frame)


def test_a_file_comes_in_parts_and_says_how_many_rows_there_are(tmp_path: Path) -> None:
    path = tmp_path / "many.parquet"
    pq.write_table(pa.table({"new_jobs": np.zeros(200_000, np.int32)}), path, row_group_size=70_000)
    opened = open_table(path)
    assert opened.rows == 200_000
    assert sum(len(part) for part in opened.parts) == 200_000
    assert max(len(part) for part in open_table(path).parts) <= 70_000


def test_misnamed_columns_get_a_suggestion_each_and_none_twice() -> None:
    names = ["New Jobs", "Jobs Retained", "Capital Investment ($)", "City", "Avg salary", "remarks", "Solar %", "jobs"]
    assert suggest_columns(names) == {
        "New Jobs": "new_jobs",
        "Jobs Retained": "retained_jobs",
        "Capital Investment ($)": "capital_investment",
        "City": "municipality",
        "Avg salary": "average_salary",
        "remarks": "",
        "Solar %": "solar_percent",
        "jobs": "",
    }
    assert suggest_columns(["New Jobs"], taken=["new_jobs"]) == {"New Jobs": ""}


def test_the_report_counts_by_column_and_rule() -> None:
    frame = pd.DataFrame(
        {
            "new_jobs": ["1", "x", "-1", "y"],
            "capital_investment": ["5"] * 4,
            "industrial_capital_investment": ["5", "6", "7", "5"],
        }
    )
    report = check_frame(frame)
    assert (report.rows, report.usable) == (4, 1)
    found = {(finding.field, finding.rule): (finding.count, finding.first) for finding in report.findings}
    assert found == {
        ("new_jobs", "not_a_number"): (2, (1, 3)),
        ("new_jobs", "not_negative"): (1, (2,)),
        ("industrial_capital_investment", "at_most_total"): (2, (1, 2)),
    }
    misnamed = check_frame(frame.rename(columns={"new_jobs": "new jobs"}))
    assert misnamed.unknown == {"new jobs": "new_jobs"}
    assert misnamed.usable == 0


# ---- rows and cells that a worksheet should not hold ----------------------------------------------------------------

SHEET = "xl/worksheets/sheet1.xml"


def test_a_cell_at_the_end_of_a_sheet_is_read_with_its_row_in_no_time() -> None:
    book = openpyxl.Workbook()
    for row, cells in {1: ("new_jobs", "growth_zone"), 2: (300, True), 1_048_576: ("b", True)}.items():
        for column, cell in enumerate(cells, start=1):
            book.active.cell(row, column, cell)
    buffer = io.BytesIO()
    book.save(buffer)
    began = time.process_time()
    table = upload(buffer.getvalue())
    assert time.process_time() - began < 2
    assert (table.problems, table.frame.index.tolist()) == ((), [2, 1_048_576])
    assert evaluate_frame(table.frame)["annual_award"][2] == 1_650_000


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (b'<row r="300000000"', "it has a row 300000000, and a worksheet has rows 1 to 1,048,576."),
        (b'<row r="1048577"', "it has a row 1048577, and a worksheet has rows 1 to 1,048,576."),
        (b'<row r="0"', "it has a row 0, and"),
        (b'<row r="1"', "row 1 comes after row 1."),
    ],
)
def test_a_row_that_no_sheet_has_is_damage(given: bytes, words: str) -> None:
    content = rewritten(workbook(["new_jobs"], [300]), SHEET, b'<row r="2"', given)
    began = time.process_time()
    assert message(content).startswith(f"damaged: The file is damaged: {words}")
    assert time.process_time() - began < 2


def test_stored_rows_are_counted_blank_or_not_before_all_are_read() -> None:
    rows = b"<row/>" * 2_000_000
    content = rewritten(workbook(["new_jobs"], [300]), SHEET, b"</sheetData>", rows + b"</sheetData>")
    words = "too_many_rows: The file has more than 200,000 rows, blank ones included"
    began = time.process_time()
    assert message(content).startswith(words)
    assert time.process_time() - began < 10


def test_a_sheet_that_begins_in_row_2_has_no_header() -> None:
    book = openpyxl.Workbook()
    book.active["A2"], book.active["A3"] = "new_jobs", 300
    buffer = io.BytesIO()
    book.save(buffer)
    assert message(buffer.getvalue()).startswith("blank_header: The first row is blank")


def test_a_workbook_of_blank_rows_has_no_row() -> None:
    assert message(workbook(["new_jobs"], [" "])).startswith("no_rows: ")


def test_a_cell_far_to_the_right_is_not_lost() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"], book.active["ZZ2"] = "new_jobs", 300, 5
    buffer = io.BytesIO()
    book.save(buffer)
    assert message(buffer.getvalue()).startswith("cell_without_column: Row 2 has a cell beyond")


@pytest.mark.parametrize("cell", ["NaN", "Infinity", "12x"])
def test_a_number_of_a_workbook_that_is_none_costs_its_row_alone(cell: str) -> None:
    content = workbook(["new_jobs", "growth_zone"], [300, True], [4321, True])
    table = upload(rewritten(content, SHEET, b"4321", cell.encode()))
    assert table.problems == ()
    result = evaluate_frame(table.frame)
    assert result["annual_award"][2] == 1_650_000
    assert result["problems"][3].endswith(f"signs or separators; given: {cell}")


def test_half_a_character_of_a_workbook_stays_as_it_is_written() -> None:
    content = workbook(["name", "new_jobs", "growth_zone"], ["_xD800_", 300, True], ["_xD83D__xDE00_", 300, True])
    table = upload(content)
    assert (table.problems, table.frame["name"].tolist()) == ((), ["_xD800_", "😀"])
    assert evaluate_frame(table.frame)["annual_award"].tolist() == [1_650_000] * 2


def test_a_text_that_is_not_in_the_workbook_is_told_with_its_row() -> None:
    content = workbook(["name"], ["a"], ["b"])
    texts = b't="inlineStr"><is><t>b</t></is>', b't="s"><v>77</v>'
    words = message(rewritten(content, SHEET, *texts))
    assert words.startswith("damaged: The file is damaged: row 3 cannot be read: ")


# ---- quotation marks, line ends and names ---------------------------------------------------------------------------


def test_an_open_quotation_mark_is_named_with_its_row() -> None:
    table = upload(b'new_jobs,name\n1,a\n2,"b\n3,c\n4,d\n')
    (problem,) = table.problems
    assert (problem.rule, table.frame.index.tolist()) == ("open_quote", [2, 3])
    assert (
        str(problem) == "A quotation mark opened in row 3 is not closed: all lines from there to the end are one cell."
    )
    (problem,) = upload(b'name,new_jobs\na,1\n"b,2\nc,3\nd,4\n').problems
    words = "Row 3 has 1 cells, the header 2, and goes over 3 lines: a quotation mark in it may not be closed"
    assert str(problem) == f"{words}; it is left out."


def test_an_open_quotation_mark_over_megabytes_is_named() -> None:
    content = HEADER + b"1,yes\n" * 1_400_000 + b'1,"yes\n' + b"2,no\n" * 5_000_000
    (problem,) = read_table(content).problems
    assert str(problem).startswith("A row is longer than 8 MB: a quotation mark that is not closed")


@pytest.mark.parametrize("end", [b'"\n', b'"', b'"\r\n\r\n', b'" \n', b'"\n,\n', b'"\n5\n'])
def test_a_cell_over_lines_that_is_closed_is_no_open_one(end: bytes) -> None:
    table = upload(b'new_jobs,name\n2,"b\nc' + end)
    assert [problem.rule for problem in table.problems if problem.rule != "unequal_row"] == []


def test_a_file_of_unequal_rows_alone_cannot_be_used() -> None:
    opened = open_table(HEADER + b"1\n2\n")
    assert sum(len(part) for part in opened.parts) == 0
    assert opened.failed
    assert [problem.rule for problem in opened.problems] == ["unequal_row"] * 2


def test_a_header_without_a_line_end_has_no_rows() -> None:
    assert message(b"new_jobs,growth_zone").startswith("no_rows: ")


@pytest.mark.parametrize("kind", FORMATS)
def test_blanks_around_a_name_mean_nothing(kind: Format) -> None:
    frame = pd.DataFrame({" new_jobs ": [300], "growth_zone ": [True]})
    assert upload(table_bytes(frame, kind)).frame.columns.tolist() == ["new_jobs", "growth_zone"]
