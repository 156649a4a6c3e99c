"""CSV text and table twins: what is a number stays one, and no text runs as a formula or as markup."""

import csv
import io
import math
from decimal import Decimal
from io import StringIO
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from credit_core import Law
from credit_core.batch import Format, evaluate_frame, read_table, table_bytes, with_awards
from dashboard.exports import csv_text, law_words, neutral_text
from dashboard.tables import table_html

CURRENT = Law.current()
AMENDED = CURRENT.amend({"base.b1a": 6_000}).named("Bill 12")
DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"]


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert neutral_text(text) == f"'{text}"
    header, line = rows(csv_text(pd.DataFrame({text: [text]}), CURRENT))
    assert (header[0], line[0]) == (f"'{text}", f"'{text}")


@pytest.mark.parametrize("text", ["", "Camden", "a=b", "1-2", "'=1", " =1"])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert neutral_text(text) == text


def test_numbers_stay_numbers_negative_ones_too() -> None:
    frame = pd.DataFrame({"a": [-1_250.5, 3_000.0, None], "b": [-1, 0, 2], "c": [Decimal("-0.10"), Decimal(5), None]})
    assert [line[:3] for line in rows(csv_text(frame, CURRENT))[1:]] == [
        ["-1250.5", "-1", "-0.10"],
        ["3000", "0", "5"],
        ["", "2", ""],
    ]


def test_every_line_names_the_law() -> None:
    frame = pd.DataFrame({"a": [1, 2]})
    assert {line[-1] for line in rows(csv_text(frame, CURRENT))[1:]} == {"Current law (through P.L.2017, c.221)"}
    assert {line[-1] for line in rows(csv_text(frame, AMENDED))[1:]} == {"Bill 12 (not current law)"}
    assert law_words(CURRENT.read(rounding="cent")).startswith("Current law, 1 other reading")


def test_a_bill_named_like_a_formula_does_not_run() -> None:
    law = AMENDED.named("=1+1")
    assert rows(csv_text(pd.DataFrame({"a": [1]}), law))[1][-1].startswith("'=1+1")


@given(st.lists(st.text(), min_size=1))
def test_no_cell_of_any_text_begins_like_a_formula(texts: list[str]) -> None:
    for line in rows(csv_text(pd.DataFrame({"name": texts, "n": 1}), CURRENT))[1:]:
        assert not line[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_a_frame_without_rows_is_its_header() -> None:
    assert rows(csv_text(pd.DataFrame({"a": []}), CURRENT)) == [["a", "Law"]]


def test_a_table_formats_money_and_says_what_is_unknown() -> None:
    frame = pd.DataFrame(
        {"Step": ["Cut"], "Change (dollars a year)": [-1_250.5], "Jobs": [1_200], "Then (dollars)": [None]}
    )
    html = table_html(frame, caption="Award", law=CURRENT)
    assert '<th scope="row">Cut</th>' in html
    assert '<td class="number">-$1,250.50</td><td class="number">1,200</td>' in html
    assert "<td>\N{EN DASH}</td>" in html
    assert '<th scope="col" class="number">Change (dollars a year)</th>' in html


def test_a_table_shows_text_and_does_not_run_it() -> None:
    html = table_html(pd.DataFrame({"<i>": ["<script>"]}), caption="<b>", law=CURRENT)
    assert "<script>" not in html
    assert "<i>" not in html
    assert "<b>" not in html


def test_a_table_under_an_amended_law_says_so() -> None:
    assert "Bill 12 (not current law)" in table_html(pd.DataFrame({"a": [1]}), caption="Award", law=AMENDED)
    assert "current law" not in table_html(pd.DataFrame({"a": [1]}), caption="Award", law=CURRENT)


FORMATS: list[Format] = ["csv", "xlsx", "parquet"]


def again(frame: pd.DataFrame, kind: Format) -> pd.DataFrame:
    """The frame as it is read from the file that it was written to."""
    found = read_table(table_bytes(frame, kind))
    assert found.frame is not None
    return found.frame


def objects(*cells: Any) -> "pd.Series[Any]":
    """A column of cells as they are: nothing is taken for an array of its own."""
    column = np.empty(len(cells), object)
    for place, cell in enumerate(cells):
        column[place] = cell
    return pd.Series(column, dtype=object)


def told(frame: pd.DataFrame) -> list[bool]:
    """Of each row whether it has a problem."""
    return [bool(words) for words in evaluate_frame(frame)["problems"]]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("dtype", ["float64", "float32", "object", "Float64", "double[pyarrow]"])
def test_a_row_with_an_infinity_is_written_and_refused_when_read_again(kind: Format, dtype: str) -> None:
    frame = pd.DataFrame({"new_jobs": pd.Series([300.0, math.inf, -math.inf], dtype=dtype), "growth_zone": True})
    assert told(again(frame, kind)) == [False, True, True]
    assert evaluate_frame(again(frame, kind))["annual_award"].iloc[0] == 1_650_000  # 300 x (5,000 + 500)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_missing_number_is_an_empty_cell(kind: Format) -> None:
    frame = pd.DataFrame({"annual_withholdings": [math.nan, 5.0], "new_jobs": [1, 2]})
    read = again(frame, kind)
    assert told(read) == [False, False]
    assert read["annual_withholdings"].iloc[0] in (None, "") or math.isnan(read["annual_withholdings"].iloc[0])


NO_CELLS = {
    "nan": Decimal("NaN"),
    "snan": Decimal("sNaN"),
    "infinity": Decimal("-Infinity"),
    "huge": 10**400,
    "vast": 10**5000,
    "list": [300],
    "empty": [],
    "array": np.array([300, 301]),
    "no array": np.array([]),
    "single": np.array(300),
    "map": {"a": 1},
    "pair": (1, 2),
    "set": {1},
    "bytes": b"300",
    "time": np.timedelta64(1, "s"),
    "formula": ["=1+1"],
}


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("other", [None, 300, "300", Decimal("300.50")], ids=["alone", "number", "text", "decimal"])
@pytest.mark.parametrize("cell", NO_CELLS.values(), ids=NO_CELLS)
def test_a_cell_that_is_no_fact_is_written_and_refused_when_read_again(cell: Any, other: Any, kind: Format) -> None:
    frame = pd.DataFrame({"annual_withholdings": objects(cell, other), "new_jobs": 1})
    assert told(again(frame, kind)) == told(frame) == [True, False]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("cells", "stored"),
    [
        ([[300], [], None], pa.list_(pa.int64())),
        ([[300, None], [300, 301], None], pa.list_(pa.int64(), 2)),
        ([{"a": 1}, {}, None], pa.struct([("a", pa.int64())])),
        ([[("a", 1)], [], None], pa.map_(pa.string(), pa.int64())),
        ([b"300", b"", None], pa.binary()),
    ],
)
def test_rows_of_lists_and_maps_come_out_with_their_problems(cells: Any, stored: Any, kind: Format) -> None:
    buffer = io.BytesIO()
    pq.write_table(pa.table({"new_jobs": pa.array(cells, stored), "growth_zone": [True] * 3}), buffer)
    read = read_table(buffer.getvalue()).frame
    assert read is not None
    awarded = again(with_awards(read), kind)
    assert len(awarded) == 3
    assert all("new_jobs" in words for words in awarded["problems"])


@pytest.mark.parametrize("kind", FORMATS)
def test_a_column_of_an_arrow_list_is_written_as_text(kind: Format) -> None:
    column = pd.Series([[300], None], dtype=pd.ArrowDtype(pa.list_(pa.int64())))
    assert again(pd.DataFrame({"name": column, "new_jobs": 1}), kind)["name"].iloc[0] == "[300]"
