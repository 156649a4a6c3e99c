"""The rows of a worksheet with the numbers they have there; rows that a file leaves out cost nothing.

openpyxl fills a gap with rows of nothing, which takes minutes where one cell stands at the end of a sheet, and gives up
a whole sheet for one cell. Its parser is used beneath that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

import openpyxl
from openpyxl.utils import coordinate_to_tuple
from openpyxl.utils.escape import unescape
from openpyxl.worksheet._reader import VALUE_TAG, WorkSheetParser
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

__all__ = ["SheetError", "plain_text", "sheet_rows"]

_MOST_ROWS = 1_048_576
# Kinds of cells whose text may stand for a value that cannot be read; that of a shared text ("s") is only its place.
_READABLE = frozenset({"n", "b", "d"})


class SheetError(Exception):
    """Rows that cannot be what they say; the message is for a person."""


class _Parser(WorkSheetParser):  # type: ignore[misc]  # openpyxl ships no types
    """Reads what it can of a row; what it cannot read is told with the row's number."""

    def parse_row(self, row: Any) -> Any:
        try:
            return super().parse_row(row)
        except Exception as error:  # openpyxl raises whatever occurs to it over a damaged cell
            raise SheetError(f"row {row.get('r') or self.row_counter} cannot be read: {error}") from None

    def parse_cell(self, element: Any) -> Any:
        try:
            return super().parse_cell(element)
        except ValueError:
            if element.get("t", "n") not in _READABLE:
                raise
            return self._as_text(element)

    def _as_text(self, element: Any) -> dict[str, Any]:
        """A number that is none, such as NaN, as its text: the check of its row refuses it by name."""
        place = element.get("r")
        row, column = coordinate_to_tuple(place) if place else (self.row_counter, self.col_counter)
        return {"row": row, "column": column, "value": element.findtext(VALUE_TAG), "data_type": "s", "style_id": 0}


def sheet_rows(stream: IO[bytes], width: int, *, values: bool) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The rows of the first sheet, row 1 at the least, each with its number.

    A cell beyond ``width`` columns comes as the last of them. Formulas come as text, or as the
    ``values`` that were saved with them.

    Raises:
        SheetError: A row or a cell that no worksheet can hold.
    """
    workbook = openpyxl.load_workbook(stream, read_only=True, data_only=values, keep_links=False)
    sheet = workbook.worksheets[0]
    last = 0
    with sheet._get_source() as source:
        for number, cells in _parser(workbook, sheet, source).parse():
            _check_number(number, last)
            if number > 1 and last == 0:
                yield 1, ()
            last = number
            yield number, _row(cells, width)


def _parser(workbook: Any, sheet: Any, source: Any) -> _Parser:
    return _Parser(
        source,
        sheet._shared_strings,
        data_only=workbook.data_only,
        epoch=workbook.epoch,
        date_formats=workbook._date_formats,
        timedelta_formats=workbook._timedelta_formats,
    )


def _check_number(number: int, last: int) -> None:
    if not 1 <= number <= _MOST_ROWS:
        raise SheetError(f"it has a row {number}, and a worksheet has rows 1 to {_MOST_ROWS:,}.")
    if number <= last:
        raise SheetError(f"row {number} comes after row {last}.")


def _row(cells: list[dict[str, Any]], width: int) -> tuple[Any, ...]:
    """The cells of a row in their places; one beyond the width stays visible as the last."""
    row: list[Any] = [None] * min(width, max((cell["column"] for cell in cells), default=0))
    for cell in cells:
        if cell["value"] is not None:
            row[min(cell["column"], width) - 1] = _plain_formula(cell["value"])
    return tuple(row)


def _plain_formula(value: Any) -> Any:
    """A formula of several cells as its text, like any other; what is no formula stays as it is."""
    if isinstance(value, ArrayFormula):
        return value.text
    return "=TABLE()" if isinstance(value, DataTableFormula) else value


def plain_text(text: str) -> str:
    r"""A text as it was written: characters are escaped in a workbook (as _x000D_); half a character stays escaped.

    >>> plain_text("a_x0009_b"), plain_text("_xD83D__xDE00_"), plain_text("_xD800_")
    ('a\tb', '😀', '_xD800_')
    """
    plain: str = unescape(text)
    if plain.isascii():
        return plain
    try:
        return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        return text
