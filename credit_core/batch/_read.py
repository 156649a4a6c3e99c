"""Tables from files: CSV, XLSX and Parquet, known by their content and read within limits of size and time.

Reading never raises for what a file holds: what cannot be used becomes a problem that says what to do. Cells come as
the file has them, text as it was before it was made harmless; what a cell means is judged later, row by row.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from credit_core.batch._sheet import SheetError, plain_text, sheet_rows
from credit_core.cells import HARMLESS, original
from credit_core.problem import Problem

__all__ = ["FILES", "UPLOADS", "Format", "Limits", "Opened", "Table", "open_table", "read_table"]

Format = Literal["csv", "xlsx", "parquet"]
Source = str | Path | bytes

_MEGABYTE = 2**20
_PART = 32_768
_SHOWN = 60
# Rows that are named one by one when they cannot be read; the rest is counted.
_NAMED_ROWS = 100
# A header of many columns fits in this, and so does one row.
_HEAD = _MEGABYTE
_CSV_BLOCK = 8 * _MEGABYTE
_FIRST_ROW = 2
# A worksheet is one part: the cells of a column may be of several kinds, and then only the whole tells its type.
_SHEET = 2**20


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read at all.

    Attributes:
        most_bytes: Bytes of the file, or of what a compressed workbook holds times four; None for any size.
        most_rows: Rows below the header; None for any number.
        most_columns: Columns; there are some fifty facts and as many columns of an award.
    """

    most_bytes: int | None = None
    most_rows: int | None = None
    most_columns: int = 500


# What a visitor may upload, and what the command line reads.
UPLOADS = Limits(most_bytes=50 * _MEGABYTE, most_rows=200_000)
FILES = Limits()

# A workbook is small when zipped: what it unfolds to is bounded apart, and its entries are few.
_UNFOLDED = 512 * _MEGABYTE
_MOST_ENTRIES = 10_000


@dataclass(frozen=True)
class Table:
    """What a file held.

    Attributes:
        frame: Its rows; the index is the row number that a spreadsheet shows, the header being 1.
        problems: Why the file, or some of its rows, cannot be used; empty if all of it can.
        format: What the file is; None if that could not be told.
    """

    frame: pd.DataFrame
    problems: tuple[Problem, ...] = ()
    format: Format | None = None


@dataclass
class Opened:
    """A file whose rows come in parts, so that one larger than memory can be read.

    Attributes:
        parts: The rows, in order; ``problems`` grows while they are taken.
        problems: What cannot be used.
        format: What the file is.
        rows: How many rows there are, where the file says so before it is read.
        failed: Whether the file turned out to be unusable; parts that were taken before are no whole.
    """

    parts: Iterator[pd.DataFrame]
    problems: list[Problem] = field(default_factory=list)
    format: Format | None = None
    rows: int | None = None
    failed: bool = False


class _UnusableError(Exception):
    """A file of which nothing can be used; it carries the problem."""

    def __init__(self, rule: str, message: str, given: str = "") -> None:
        super().__init__(message)
        self.problem = Problem("file", rule, given[:_SHOWN], message)


def read_table(source: Source, limits: Limits = FILES) -> Table:
    """Read a whole file, by its path or its bytes, into one frame."""
    opened = open_table(source, limits)
    parts = list(opened.parts)
    frame = pd.concat(parts) if parts and not opened.failed else pd.DataFrame()
    return Table(frame, tuple(opened.problems), opened.format)


def open_table(source: Source, limits: Limits = FILES) -> Opened:
    """Open a file, by its path or its bytes, to take its rows in parts. Raises nothing for what the file holds."""
    opened = Opened(iter(()))
    opened.parts = _guarded(source, limits, opened)
    try:
        opened.format = _format(_head(source))
        opened.rows = _row_count(source, opened.format)
    except (_UnusableError, OSError):
        pass  # taking the parts says why
    return opened


def _guarded(source: Source, limits: Limits, opened: Opened) -> Iterator[pd.DataFrame]:
    """The parts of a file, and in place of any failure its problem."""
    try:
        _check_size(source, limits)
        kind = _format(_head(source))
        parts = {"csv": _csv_parts, "xlsx": _xlsx_parts, "parquet": _parquet_parts}[kind](source, limits, opened)
        yield from _within_rows(parts, limits)
    except _UnusableError as error:
        _fail(opened, error.problem)
    except OSError as error:
        _fail(opened, Problem("file", "unreadable", "", f"The file cannot be read: {_reason(error)}"))
    except Exception as error:  # the readers of each format raise whatever occurs to them over damaged bytes
        _fail(opened, _damage(error))


def _reason(error: OSError) -> str:
    name = Path(str(error.filename)).name if error.filename else ""
    return f"{name}: {error.strerror}" if error.strerror and name else _words(error)


def _fail(opened: Opened, problem: Problem) -> None:
    opened.problems.append(problem)
    opened.failed = True


def _damage(error: Exception) -> Problem:
    # A row of another length is put aside unless its text cannot be read, which ends in a parse error.
    if "UTF8" in str(error) or "CSV parse error: Row" in str(error):
        return Problem("file", "not_utf_8", "", f"The file is not UTF-8 text; save it as CSV in UTF-8: {_words(error)}")
    if "straddling object" in str(error):
        most = _CSV_BLOCK // _MEGABYTE
        words = (
            f"A row is longer than {most} MB: a quotation mark that is not closed takes the lines below for its own."
        )
        return Problem("file", "open_quote", "", words)
    return Problem("file", "damaged", "", f"The file is damaged or cut off: {_words(error)}")


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def _within_rows(parts: Iterator[pd.DataFrame], limits: Limits) -> Iterator[pd.DataFrame]:
    rows = 0
    for part in parts:
        rows += len(part)
        if limits.most_rows is not None and rows > limits.most_rows:
            raise _UnusableError(
                "too_many_rows",
                f"The file has more than {limits.most_rows:,} rows; split it, or use the command line, which reads "
                "a file of any length.",
            )
        yield part


def _check_size(source: Source, limits: Limits) -> None:
    size = len(source) if isinstance(source, bytes) else Path(source).stat().st_size
    if limits.most_bytes is not None and size > limits.most_bytes:
        most = limits.most_bytes // _MEGABYTE
        message = f"The file has {size / _MEGABYTE:,.0f} MB; at most {most:,} MB are read. Split it, or use Parquet."
        raise _UnusableError("too_large", message, f"{size:,} bytes")
    if size == 0:
        raise _UnusableError(
            "empty", "The file is empty: it needs a header of column names and a row for each project."
        )


def _head(source: Source) -> bytes:
    if isinstance(source, bytes):
        return source[:_HEAD]
    with Path(source).open("rb") as file:
        return file.read(_HEAD)


def _tail(source: Source) -> bytes:
    if isinstance(source, bytes):
        return source[-_SHOWN:]
    with Path(source).open("rb") as file:
        file.seek(max(0, Path(source).stat().st_size - _SHOWN))
        return file.read()


def _stream(source: Source) -> Any:
    return io.BytesIO(source) if isinstance(source, bytes) else Path(source).open("rb")


_BINARY = {
    b"\xff\xfe": ("utf_16", "The file is UTF-16 text; save it as CSV in UTF-8."),
    b"\xfe\xff": ("utf_16", "The file is UTF-16 text; save it as CSV in UTF-8."),
    b"\xd0\xcf\x11\xe0": ("old_workbook", "The file is an old Excel workbook (.xls); save it as .xlsx or CSV."),
    b"%PDF": ("not_a_table", "The file is a PDF document; give CSV, XLSX or Parquet."),
}


# A cell in quotation marks, or the beginning of one that is not over: in there a file of text may hold any character.
_QUOTED = re.compile(rb'"[^"]*("|$)')


def _format(head: bytes) -> Format:
    """What a file is, by its first bytes; its name proves nothing."""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"PK"):
        return "xlsx"
    for mark, (rule, message) in _BINARY.items():
        if head.startswith(mark):
            raise _UnusableError(rule, message)
    if b"\x00" in _QUOTED.sub(b"", head):
        raise _UnusableError("not_a_table", "The file is neither text nor a workbook; give CSV, XLSX or Parquet.")
    return "csv"


def _row_count(source: Source, kind: Format) -> int | None:
    if kind != "parquet":
        return None
    try:
        with closing(_stream(source)) as stream:
            return int(pq.ParquetFile(stream).metadata.num_rows)
    except (pa.ArrowException, ValueError):
        return None


def _name(text: str) -> str:
    """The name of a column as it was before it was made harmless; blanks around it mean nothing."""
    return original(text.strip())


def _check_header(names: Sequence[str], limits: Limits, *, cut: bool = False) -> None:
    """Refuse names that cannot be used; a header that is ``cut`` was not read beyond the first column too many."""
    if len(names) > limits.most_columns:
        given = f"more than {limits.most_columns:,} columns" if cut else f"{len(names):,} columns"
        message = f"The file has {given}; at most {limits.most_columns:,} are read. Keep those of facts."
        raise _UnusableError("too_many_columns", message, given)
    for place, name in enumerate(names, start=1):
        if not name.strip():
            message = f"Column {place} has no name; every column needs the name of a fact in row 1."
            raise _UnusableError("blank_column_name", message)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        message = f'Column "{twice[:_SHOWN]}" stands there more than once; keep one of them.'
        raise _UnusableError("duplicate_column", message, twice)


def _blank_header() -> _UnusableError:
    return _UnusableError("blank_header", "The first row is blank; it must hold the names of the columns.")


def _check_any_rows(rows: int) -> None:
    if rows == 0:
        raise _UnusableError("no_rows", "The file has a header and no row; give a row for each project.")


# ---- CSV ------------------------------------------------------------------------------------------------------------


def _csv_parts(source: Source, limits: Limits, opened: Opened) -> Iterator[pd.DataFrame]:
    head = _head(source)
    header = _csv_header(head)
    _check_header([_name(name) for name in header], limits)
    if not re.search(rb"[\r\n]", head) and len(head) < _HEAD:  # pyarrow takes a header without a line end for nothing
        _check_any_rows(0)
    skipped: list[Any] = []
    numbers = _RowNumbers(skipped)
    rows = 0
    last = pd.DataFrame()
    with closing(_stream(source)) as stream, _csv_reader(stream, header, skipped) as batches:
        for batch in batches:
            whole = _text_frame(batch, numbers.take(batch.num_rows))
            last = whole.tail(1) if len(whole) else last
            part = _without_blank_rows(whole)
            rows += len(part)
            yield part
    unequal = [row for row in skipped if row.text.strip()]
    opened.problems.extend(_unequal_rows(unequal))
    opened.problems.extend(_open_quote(source, last, skipped))
    _check_any_rows(rows + len(unequal))
    opened.failed = rows == 0


def _csv_header(head: bytes) -> list[str]:
    """The names in the first row; their separator must be the comma."""
    text = head.decode("utf-8-sig", errors="replace")
    header = next(csv.reader(io.StringIO(text, newline="")), [])
    if not header:
        raise _blank_header()
    if len(header) == 1 and (found := re.search(r"[;\t|]", header[0])):
        separator = {";": "semicolons", "\t": "tabs", "|": "bars"}[found.group()]
        message = f"Columns are separated by {separator}; save the file as CSV with commas."
        raise _UnusableError("wrong_separator", message, header[0])
    return header


def _csv_reader(stream: Any, header: Sequence[str], skipped: list[Any]) -> Any:
    """Batches of text cells; a row with more or fewer cells than the header is put aside."""

    def put_aside(row: Any) -> str:
        skipped.append(row)
        return "skip"

    return pa_csv.open_csv(
        stream,
        pa_csv.ReadOptions(use_threads=False, block_size=_CSV_BLOCK),
        pa_csv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False, invalid_row_handler=put_aside),
        pa_csv.ConvertOptions(column_types=dict.fromkeys(header, pa.large_string()), strings_can_be_null=False),
    )


class _RowNumbers:
    """The numbers that a spreadsheet shows for the rows that were kept, the header being 1."""

    def __init__(self, skipped: list[Any]) -> None:
        self._skipped = skipped
        self._next = _FIRST_ROW

    def take(self, count: int) -> pd.Index[int]:
        """The numbers of the next rows."""
        aside = [row.number for row in self._skipped if row.number >= self._next]
        candidates = np.arange(self._next, self._next + count + len(aside))
        numbers = np.setdiff1d(candidates, aside, assume_unique=True)[:count]
        self._next = int(numbers[-1]) + 1 if count else self._next
        index: pd.Index[int] = pd.Index(numbers, name="row")
        return index


def _text_frame(batch: Any, numbers: pd.Index[int]) -> pd.DataFrame:
    columns = {
        _name(name): pd.array(pc.replace_substring_regex(column, HARMLESS, r"\1").to_pandas(), dtype="str")
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    }
    return pd.DataFrame(columns, index=numbers)


def _without_blank_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that hold anything: spreadsheets leave rows of nothing but separators at the end."""
    blank = np.ones(len(frame), np.bool_)
    for name in frame.columns:
        blank &= (frame[name].isna() | (frame[name].astype("str").str.strip() == "")).to_numpy(np.bool_)
        if not blank.any():
            return frame
    return frame[~blank]


def _unequal_rows(rows: list[Any]) -> Iterator[Problem]:
    for row in rows[:_NAMED_ROWS]:
        words = f"Row {row.number} has {row.actual_columns} cells, the header {row.expected_columns}"
        message = f"{words}{_over_lines(row.text)}; it is left out."
        yield Problem("file", "unequal_row", row.text[:_SHOWN], message)
    if len(rows) > _NAMED_ROWS:
        more = len(rows) - _NAMED_ROWS
        message = f"{more:,} more rows have another number of cells than the header; they are left out."
        yield Problem("file", "unequal_row", f"{more:,} rows", message)


def _over_lines(text: str) -> str:
    """What a row says that is unequal because an open quotation mark took the lines below it for its own."""
    lines = len(text.strip("\r\n").splitlines())
    return f", and goes over {lines:,} lines: a quotation mark in it may not be closed" if lines > 1 else ""


def _open_quote(source: Source, last: pd.DataFrame, skipped: list[Any]) -> Iterator[Problem]:
    """A problem if the last cell of a file goes over lines, for which it is quoted, and ends without its mark."""
    if last.empty:
        return
    cell = str(last.iloc[0, -1])
    is_last = all(row.number < last.index[0] for row in skipped)
    if "\n" in cell and is_last and not _tail(source).rstrip().endswith(b'"'):
        words = f"A quotation mark opened in row {last.index[0]} is not closed"
        yield Problem("file", "open_quote", cell[:_SHOWN], f"{words}: all lines from there to the end are one cell.")


# ---- XLSX -----------------------------------------------------------------------------------------------------------


def _xlsx_parts(source: Source, limits: Limits, opened: Opened) -> Iterator[pd.DataFrame]:
    _check_unfolded(source)
    rows = _sheet_rows(source, limits, values=False)
    _, header = next(rows, (1, None))
    if header is None:
        raise _UnusableError("empty", "The first sheet is empty: it needs a header and a row for each project.")
    names = ["" if cell is None else original(plain_text(str(cell).strip())) for cell in _trimmed(header)]
    if not names:
        raise _blank_header()
    _check_header(names, limits, cut=True)
    total = kept = 0
    while part := list(islice(rows, _SHEET)):
        numbers: pd.Index[int] = pd.Index([number for number, _ in part], name="row")
        cells = [cells for _, cells in part]
        if any(isinstance(cell, str) and cell.startswith("=") for row in cells for cell in row):
            cells = list(_with_values(cells, source, limits, total))
        total += len(part)
        frame = _without_blank_rows(_cell_frame(names, cells, numbers))
        kept += len(frame)
        if len(frame):
            yield frame
    _check_any_rows(kept)


def _check_unfolded(source: Source) -> None:
    """A workbook is a zip file: a small one can unfold to any size."""
    with closing(_stream(source)) as stream, zipfile.ZipFile(stream) as archive:
        entries = archive.infolist()
        unfolded = sum(entry.file_size for entry in entries)
        if "xl/workbook.xml" not in archive.namelist():
            raise _UnusableError("not_a_table", "The file is a zip archive and no workbook; give CSV, XLSX or Parquet.")
    if unfolded > _UNFOLDED or len(entries) > _MOST_ENTRIES:
        message = (
            f"The workbook unfolds to {unfolded / _MEGABYTE:,.0f} MB in {len(entries):,} parts; "
            f"at most {_UNFOLDED // _MEGABYTE:,} MB are read. Save it as CSV or Parquet."
        )
        raise _UnusableError("unfolds_too_large", message, f"{unfolded:,} bytes")


def _sheet_rows(source: Source, limits: Limits, *, values: bool) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The rows of the first sheet with their numbers: formulas as text, or the values that were saved with them."""
    with closing(_stream(source)) as stream:
        try:
            for place, row in enumerate(sheet_rows(stream, limits.most_columns + 1, values=values)):
                if limits.most_rows is not None and place > limits.most_rows:  # the header being row 0
                    raise _UnusableError(
                        "too_many_rows",
                        f"The file has more than {limits.most_rows:,} rows, blank ones included; delete those that are "
                        "blank, split it, or use the command line, which reads a file of any length.",
                    )
                yield row
        except SheetError as error:
            raise _UnusableError("damaged", f"The file is damaged: {error}") from None


def _trimmed(cells: Sequence[Any]) -> list[Any]:
    """The cells without the empty ones at the end of the row."""
    last = max((place for place, cell in enumerate(cells) if cell is not None), default=-1)
    return list(cells[: last + 1])


def _with_values(part: list[Any], source: Source, limits: Limits, start: int) -> Iterator[tuple[Any, ...]]:
    """Rows with what their formulas gave when the file was saved; a formula without a value stays as its text."""
    values = islice(_sheet_rows(source, limits, values=True), start + 1, None)
    for formulas, (_, saved) in zip(part, values, strict=False):
        yield tuple(a if b is None else b for a, b in zip_longest(formulas, saved))


def _cell_frame(names: list[str], rows: list[Any], numbers: pd.Index[int]) -> pd.DataFrame:
    columns = list(zip_longest(*rows)) or [()] * len(names)
    columns += [(None,) * len(rows)] * (len(names) - len(columns))
    beyond = next(
        (n for c in columns[len(names) :] for n, cell in zip(numbers, c, strict=True) if cell is not None), None
    )
    if beyond is not None:
        raise _UnusableError("cell_without_column", f"Row {beyond} has a cell beyond the last column of the header.")
    cells = {name: [_plain(cell) for cell in column] for name, column in zip(names, columns, strict=False)}
    return pd.DataFrame({name: pd.Series(column, dtype=object, index=numbers) for name, column in cells.items()})


def _plain(cell: Any) -> Any:
    """A cell with its text as it was written: control characters are escaped in a workbook (as _x000D_)."""
    return original(plain_text(cell)) if isinstance(cell, str) else cell


# ---- Parquet --------------------------------------------------------------------------------------------------------


def _parquet_parts(source: Source, limits: Limits, opened: Opened) -> Iterator[pd.DataFrame]:
    with closing(_stream(source)) as stream:
        # Reading ahead would keep the bytes of every part until the end of the file.
        file = pq.ParquetFile(stream, pre_buffer=False)
        stored = file.schema_arrow.names
        names = [name for name in stored if not _ROW_LABEL.fullmatch(name)]
        _check_header([_name(name) for name in names], limits)
        _check_row_groups(file.metadata, limits)
        start = _FIRST_ROW
        # Asked for by name, a column "a" would bring "a.b" along: a point is taken for a part of a column.
        wanted = names if len(names) < len(stored) else None
        for batch in file.iter_batches(batch_size=_PART, columns=wanted):
            numbers = pd.RangeIndex(start, start + batch.num_rows, name="row")
            start += batch.num_rows
            yield _typed_frame(batch, numbers)
        _check_any_rows(start - _FIRST_ROW)


# The labels of rows that pandas stores beside its columns.
_ROW_LABEL = re.compile(r"__index_level_[0-9]+__")


def _check_row_groups(metadata: Any, limits: Limits) -> None:
    if limits.most_rows is not None and metadata.num_rows > limits.most_rows:
        message = f"The file has {metadata.num_rows:,} rows; at most {limits.most_rows:,} are read. Split it."
        raise _UnusableError("too_many_rows", message, f"{metadata.num_rows:,} rows")
    groups = range(metadata.num_row_groups)
    largest = max((metadata.row_group(group).total_byte_size for group in groups), default=0)
    if limits.most_bytes is not None and largest > _UNFOLDED:
        message = f"A row group unfolds to {largest / _MEGABYTE:,.0f} MB; write the file with smaller row groups."
        raise _UnusableError("unfolds_too_large", message, f"{largest:,} bytes")


def _typed_frame(batch: Any, numbers: pd.RangeIndex) -> pd.DataFrame:
    """The columns with their own types; text as it was before it was made harmless, decimals exact."""
    columns = [_series(column) for column in batch.columns]
    named = dict(zip(map(_name, batch.schema.names), columns, strict=True))
    return pd.DataFrame(named).set_axis(numbers)


def _series(column: Any) -> pd.Series[Any]:
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        column.validate(full=True)  # a Parquet file may call any bytes text
        column = pc.replace_substring_regex(column, HARMLESS, r"\1")
    # pandas would turn whole numbers with a blank among them into floats, flags and decimals into objects.
    inexact = column.null_count and (pa.types.is_integer(kind) or pa.types.is_boolean(kind))
    exact = inexact or pa.types.is_decimal(kind)
    series: pd.Series[Any] = column.to_pandas(types_mapper=pd.ArrowDtype if exact else None)
    return series
