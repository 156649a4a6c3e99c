"""CSV text for downloads: numbers stay numbers, and no text runs as a formula in a spreadsheet."""

from decimal import Decimal
from typing import Any, Final

import pandas as pd

from credit_core.law import Law, law_version

__all__ = ["csv_text", "law_words", "neutral_text"]

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def neutral_text(text: str) -> str:
    """A text that a spreadsheet shows instead of running: an apostrophe is put before = + - @, tab or return."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def law_words(law: Law) -> str:
    """Which law a figure holds under, for a file: current law with its version, or that it is not current law."""
    return f"{law.label} (through {law_version()})" if law.is_current else law.label


def csv_text(frame: pd.DataFrame, law: Law) -> str:
    """A frame as CSV text, without its index, with a last column that names the law on every line.

    Text, in cells and headers, is neutralised. Numbers and `Decimal` are written as they are; what is unknown is an
    empty cell.
    """
    columns = {_header(name): frame[name].map(_cell) for name in frame.columns}
    named = pd.DataFrame({**columns, "Law": neutral_text(law_words(law))}, index=frame.index)
    return named.to_csv(index=False, lineterminator="\r\n")


def _header(name: Any) -> str:
    return neutral_text(str(name))


def _cell(value: Any) -> Any:
    """One cell: text neutralised, a `Decimal` in plain digits, a whole float without a fraction."""
    if isinstance(value, str):
        return neutral_text(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return None if pd.isna(value) else value
