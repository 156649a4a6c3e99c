"""CSV text for downloads: numbers stay numbers, and no text runs as a formula in a spreadsheet."""

import csv
from decimal import Decimal
from io import StringIO
from typing import Any, Final

import pandas as pd

from credit_core.law import Law, law_version
from dashboard.formats import Against

__all__ = ["csv_text", "law_words", "neutral_text"]

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def neutral_text(text: str) -> str:
    """A text that a spreadsheet shows instead of running: an apostrophe is put before = + - @, tab or return."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def law_words(law: Law | Against) -> str:
    """Which law a figure holds under, for a file: current law with its version, or that it is not current law."""
    if isinstance(law, Against):
        return f"{law_words(law.law)} against {law_words(law.baseline)}"
    return f"{law.label} (through {law_version()})" if law.is_current else law.label


def csv_text(frame: pd.DataFrame, law: Law | Against) -> str:
    """A frame as CSV text, without its index, with a last column that names the law, or both laws, on every line.

    Text, in cells and headers, is neutralised. Numbers and `Decimal` are written as they are; what is unknown is an
    empty cell.
    """
    written = StringIO(newline="")
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow([*(neutral_text(str(name)) for name in frame.columns), "Law"])
    words = neutral_text(law_words(law))
    writer.writerows([*map(_cell, row), words] for row in frame.itertuples(index=False, name=None))
    return written.getvalue()


def _cell(value: Any) -> Any:
    """One cell: text neutralised, a number in plain digits, a whole float without a fraction, a blank empty."""
    if isinstance(value, str):
        return neutral_text(value)
    if pd.isna(value):
        return ""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value
