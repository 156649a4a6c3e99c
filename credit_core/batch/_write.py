"""Tables to files: CSV, XLSX and Parquet, whole or part by part; no text of them runs as a formula."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from decimal import Decimal
from pathlib import Path
from typing import IO, Any, Literal, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

from credit_core.batch._read import Format
from credit_core.cells import harmless
from credit_core.problem import Problem
from credit_core.scenario import Scenario, fact_field

__all__ = ["Writer", "format_of", "table_bytes", "workbook_problem", "write_table", "writer"]

_SUFFIXES: dict[str, Format] = {".csv": "csv", ".xlsx": "xlsx", ".parquet": "parquet"}
# What a worksheet holds: rows, the header included, columns, and characters of a cell, as Excel counts them.
_SHEET_ROWS = 1_048_576
_SHEET_COLUMNS = 16_384
_CELL_CHARACTERS = 32_767
_SHOWN = 60
# A whole number of more bits is no float64, which is what a workbook holds.
_MOST_BITS = 1_023
_TAKE = "write CSV or Parquet"

Target = str | Path | IO[bytes]


class Writer(Protocol):
    """Takes the parts of a table, all with the same columns."""

    def write(self, part: pd.DataFrame) -> None:
        """Write one part; its index is left out."""

    def close(self) -> None:
        """Finish the file."""


def format_of(path: str | Path) -> Format:
    """What a file is to be, by the end of its name. Raises ``ValueError`` for any other end."""
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise ValueError(f'the name of a table ends in .csv, .xlsx or .parquet; given: "{Path(path).name}"')
    return _SUFFIXES[suffix]


def table_bytes(frame: pd.DataFrame, kind: Format) -> bytes:
    """A frame as the bytes of a file; reading them again gives the same cells."""
    buffer = io.BytesIO()
    write_table(frame, buffer, kind)
    return buffer.getvalue()


def write_table(frame: pd.DataFrame, target: Target, kind: Format | None = None) -> None:
    """Write a frame to a path or an open file, without its index.

    Numbers stay numbers; text that a spreadsheet could run is preceded by an apostrophe, which reading takes away.

    Raises:
        ValueError: Rows, columns or a text that a worksheet cannot hold, or a name that says no format.
    """
    with writer(target, kind) as out:
        out.write(frame)


@contextmanager
def writer(target: Target, kind: Format | None = None) -> Iterator[Writer]:
    """A writer of parts to a path or an open file; the format is that of the path unless given."""
    kind = kind or format_of(target if isinstance(target, str | Path) else "")
    with ExitStack() as stack:
        stream = stack.enter_context(Path(target).open("wb")) if isinstance(target, str | Path) else target
        yield stack.enter_context(closing(_WRITERS[kind](stream)))


def workbook_problem(frame: pd.DataFrame) -> Problem | None:
    """What keeps a table from being a workbook whole: too many rows, too many columns, or a text that is too long.

    A workbook that cut a text would say something else than the table; it is refused instead.
    """
    if len(frame) >= _SHEET_ROWS:
        return _too_large("too_many_rows", f"{len(frame):,} rows", f"{_SHEET_ROWS - 1:,} rows below the header")
    if len(frame.columns) > _SHEET_COLUMNS:
        return _too_large("too_many_columns", f"{len(frame.columns):,} columns", f"{_SHEET_COLUMNS:,} columns")
    long_name = next((name for name in map(str, frame.columns) if _is_long(name)), None)
    if long_name is not None:
        return _too_long(long_name, "the name of the column", harmless(long_name))
    return next((found for name in frame.columns if (found := _long_cell(frame[name], str(name)))), None)


def _too_large(rule: str, given: str, most: str) -> Problem:
    return Problem("file", rule, given, f"A worksheet holds {most}; the table has {given}: {_TAKE}")


def _long_cell(series: pd.Series[Any], name: str) -> Problem | None:
    """The first text of a column that a cell cannot hold."""
    if not _may_hold_text(series):
        return None
    cells = series.tolist()
    place = next((place for place, cell in enumerate(cells) if _is_long(_cell_text(cell))), None)
    if place is None:
        return None
    return _too_long(name, f"that of row {series.index[place]}", harmless(_cell_text(cells[place])))


def _cell_text(cell: Any) -> str:
    """A cell as the text that a workbook would hold; nothing for a number."""
    cell = _holdable(cell)
    if isinstance(cell, str):
        return cell
    return "" if cell is None or isinstance(cell, int | float | Decimal) else str(cell)


def _holdable(cell: Any) -> Any:
    """A cell as a file can hold it: a list, a map or a number that is none is text, which reading refuses as well.

    Left as it is, a Decimal that is no number would come back as a blank, and a limit that is blank is not tested.
    """
    if isinstance(cell, str):
        return cell
    if isinstance(cell, np.ndarray):
        return str(cell.tolist()) if cell.ndim else repr(cell)
    if isinstance(cell, Decimal):
        return cell if cell.is_finite() else str(cell)
    if isinstance(cell, int) and cell.bit_length() > _MOST_BITS:
        return str(Decimal(cell))  # as such Python does not write more than 4,300 digits
    return str(cell) if pd.api.types.is_list_like(cell) else cell


def _is_long(text: str) -> bool:
    # Most texts are short, whatever they hold: two units a character, and an apostrophe.
    return 2 * len(text) >= _CELL_CHARACTERS and _characters(harmless(text)) > _CELL_CHARACTERS


def _too_long(name: str, where: str, text: str) -> Problem:
    most, given = f"{_CELL_CHARACTERS:,}", f"{_characters(text):,} characters"
    words = f'column "{name[:_SHOWN]}": a cell of a workbook holds {most} characters; {where} has {given}: {_TAKE}'
    return Problem(name[:_SHOWN], "too_long", given, words)


def _characters(text: str) -> int:
    """The length of a text as Excel counts it: a character beyond the first 65,536, such as an emoji, is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _may_hold_text(series: pd.Series[Any]) -> bool:
    kind = series.dtype
    if isinstance(kind, pd.CategoricalDtype):
        kind = kind.categories.dtype
    return not (pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_bool_dtype(kind))


def _harmless_columns(part: pd.DataFrame) -> pd.DataFrame:
    """The part with names and text cells that no spreadsheet runs; other cells are left as they are."""
    columns = {harmless(str(name)): _harmless_cells(part[name]) for name in part.columns}
    return pd.DataFrame(columns, index=part.index)


def _harmless_cells(series: pd.Series[Any]) -> pd.Series[Any]:
    if isinstance(series.dtype, pd.CategoricalDtype):
        series = series.astype(series.dtype.categories.dtype)
    if isinstance(series.dtype, pd.ArrowDtype) and pa.types.is_nested(series.dtype.pyarrow_dtype):
        series = series.astype(object)
    if not (pd.api.types.is_object_dtype(series.dtype) or pd.api.types.is_string_dtype(series.dtype)):
        return series
    cells: pd.Series[Any] = series.map(_harmless_cell)
    return cells


def _harmless_cell(cell: Any) -> Any:
    cell = _holdable(cell)
    return harmless(cell) if isinstance(cell, str) else cell


_MARK = "\ufeff"


class _CsvWriter:
    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._begun = False

    def write(self, part: pd.DataFrame) -> None:
        cells = _harmless_columns(part)
        for name in cells.select_dtypes(["bool", "boolean"]).columns:
            cells[name] = cells[name].map({True: "true", False: "false"})
        text = self._text(cells, csv.QUOTE_MINIMAL)
        if "\x00" in text:  # outside of quotation marks it is what tells other files from text
            text = self._text(cells, csv.QUOTE_NONNUMERIC)
        if not self._begun and text.startswith(_MARK):  # a file begins with such a mark, which is no part of the text
            text = _MARK + text
        self._stream.write(text.encode("utf-8"))
        self._begun = True

    def _text(self, cells: pd.DataFrame, quoting: Literal[0, 2]) -> str:
        return cells.to_csv(index=False, header=not self._begun, lineterminator="\r\n", quoting=quoting)

    def close(self) -> None:
        self._stream.flush()


# A number as text that a workbook can hold as a number and give back with the same digits.
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,12})(\.[0-9]{1,2})?", re.ASCII)


def _holds_numbers(name: str) -> bool:
    """Whether a column is a fact that is a number: read from CSV, its cells are still text."""
    return name in Scenario.model_fields and fact_field(name).kind in ("whole", "money", "percent")


class _XlsxWriter:
    def __init__(self, stream: IO[bytes]) -> None:
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self._book = xlsxwriter.Workbook(stream, options | {"strings_to_numbers": False})
        self._sheet = self._book.add_worksheet("Projects")
        self._row = 0
        self._numbers: set[int] = set()

    def write(self, part: pd.DataFrame) -> None:
        if max(self._row, 1) + len(part) > _SHEET_ROWS:
            raise ValueError(
                f"a worksheet holds {_SHEET_ROWS - 1:,} rows below the header; the table has more: {_TAKE}"
            )
        problem = workbook_problem(part)
        if problem is not None:
            raise ValueError(problem.message)
        cells = _harmless_columns(part)
        if self._row == 0:
            self._write_row(list(cells.columns))
            self._numbers = {place for place, name in enumerate(cells.columns) if _holds_numbers(name)}
        for row in cells.itertuples(index=False, name=None):
            self._write_row(row)

    def _write_row(self, cells: Any) -> None:
        for place, cell in enumerate(cells):
            if isinstance(cell, str) and place in self._numbers and _NUMBER.fullmatch(cell):
                self._sheet.write_number(self._row, place, float(cell))
            elif isinstance(cell, str):
                self._sheet.write_string(self._row, place, cell)
            elif isinstance(cell, bool):
                self._sheet.write_boolean(self._row, place, cell)
            elif cell is not None and not pd.isna(cell):
                self._write_other(place, cell)
        self._row += 1

    def _write_other(self, place: int, cell: Any) -> None:
        # A worksheet has no infinity; as text it is refused when it is read again, as it was before.
        if isinstance(cell, int | float | Decimal) and math.isfinite(cell):
            self._sheet.write_number(self._row, place, float(cell))
        else:
            self._sheet.write_string(self._row, place, harmless(str(cell)))

    def close(self) -> None:
        self._book.close()


class _ParquetWriter:
    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._file: Any = None

    def write(self, part: pd.DataFrame) -> None:
        cells = _harmless_columns(part)
        arrays = {name: _one_type(cells[name]) for name in cells.columns}
        if self._file is None:
            schema = pa.schema([(name, array.type) for name, array in arrays.items()])
            self._file = pq.ParquetWriter(self._stream, schema)
        self._file.write_table(pa.table(arrays).cast(self._file.schema))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _one_type(series: pd.Series[Any]) -> Any:
    """A column as Parquet holds it: with one type, which for cells of several kinds is text."""
    array = _as_typed(series)
    if array is None:
        texts = [None if pd.isna(cell) else cell if isinstance(cell, str) else str(cell) for cell in series.tolist()]
        array = pa.array(texts, pa.large_string())
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    return array.cast(pa.large_string()) if pa.types.is_null(array.type) else array


def _as_typed(series: pd.Series[Any]) -> Any:
    """A column as an array of what all its cells are, or nothing if they are of several kinds."""
    try:
        array = pa.array(series, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None
    # Text beside bytes would become bytes.
    return None if pa.types.is_binary(array.type) and any(isinstance(cell, str) for cell in series) else array


_WRITERS: dict[Format, Callable[[IO[bytes]], Writer]] = {
    "csv": _CsvWriter,
    "xlsx": _XlsxWriter,
    "parquet": _ParquetWriter,
}
