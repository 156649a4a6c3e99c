"""The table twin of a chart: a plain HTML table that can be read aloud, copied and printed."""

from decimal import Decimal
from html import escape
from numbers import Number
from typing import Any, Final

import pandas as pd
import streamlit as st

from credit_core.law import Law
from credit_core.scenario import money_text
from dashboard.formats import Against, law_note, markdown_text

__all__ = ["show_table", "table_html"]

_MOST_ROWS: Final = 400
"""A longer table is shown in Streamlit's own grid, which draws only the rows in view."""

_STYLE: Final = """<style>
.twin { border-collapse: collapse; width: 100%; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
.twin caption { text-align: left; font-weight: 600; padding: 0 0 0.375rem; }
.twin caption span { display: block; font-weight: 400; }
.twin th, .twin td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top;
  border: 0; border-bottom: 1px solid color-mix(in srgb, currentColor 22%, transparent); }
.twin .number { text-align: right; padding: 0.25rem 0 0.25rem 0.75rem; white-space: nowrap; }
.twin thead th { font-weight: 600; } .twin thead .number { white-space: normal; }
.twin tbody th { font-weight: 400; }
.twin-frame { overflow-x: auto; }
@media print { .twin-frame { overflow: visible; } .twin tr { break-inside: avoid; } }
</style>"""


def show_table(frame: pd.DataFrame, *, caption: str, law: Law | Against) -> None:
    """Show a frame as a table with a caption; its headers carry the units, an amended law is named."""
    if len(frame) > _MOST_ROWS:
        st.caption(markdown_text(_plain_caption(caption, law)))
        st.dataframe(frame, hide_index=True, alt=caption)
        return
    st.html(table_html(frame, caption=caption, law=law))


def table_html(frame: pd.DataFrame, *, caption: str, law: Law | Against) -> str:
    """A frame as an accessible HTML table: the first column names the row, every text is escaped."""
    columns = [frame[name].tolist() for name in frame.columns]
    numeric = [_is_number_column(column) for column in columns]
    head = "".join(_head(str(name), number) for name, number in zip(frame.columns, numeric, strict=True))
    formats = [_is_money(str(name)) for name in frame.columns]
    body = "".join(_row(row, numeric, formats) for row in zip(*columns, strict=True))
    words = f"<caption>{escape(caption)}{_law_note(law)}</caption>"
    return (
        f'{_STYLE}<div class="twin-frame" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f'<table class="twin">{words}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _law_note(law: Law | Against) -> str:
    return f"<span>{escape(law_note(law))}</span>" if law_note(law) else ""


def _plain_caption(caption: str, law: Law | Against) -> str:
    return f"{caption}, {law_note(law)}" if law_note(law) else caption


def _is_number_column(column: list[Any]) -> bool:
    values = [value for value in column if not pd.isna(value)]
    return bool(values) and all(_is_number(value) for value in values)


def _is_number(value: Any) -> bool:
    return isinstance(value, Number) and not isinstance(value, bool)  # pandas' own integers are no int


def _is_money(header: str) -> bool:
    return "dollars" in header.lower() or header.strip().endswith("$")


def _head(name: str, number: bool) -> str:
    return f'<th scope="col"{_class(number)}>{escape(name)}</th>'


def _row(row: tuple[Any, ...], numeric: list[bool], money: list[bool]) -> str:
    texts = [_cell(value, as_money) for value, as_money in zip(row, money, strict=True)]
    first = f'<th scope="row"{_class(numeric[0])}>{texts[0]}</th>'
    rest = (f"<td{_class(number)}>{text}</td>" for text, number in zip(texts[1:], numeric[1:], strict=True))
    return f"<tr>{first}{''.join(rest)}</tr>"


def _class(number: bool) -> str:
    return ' class="number"' if number else ""


def _cell(value: Any, money: bool) -> str:
    """One cell as it is read: money with its sign and separators, counts with separators, a dash for a blank."""
    if pd.isna(value):
        return "\N{EN DASH}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not _is_number(value):
        return escape(str(value))
    exact = Decimal(str(value))
    return money_text(exact) if money else f"{exact.normalize():,f}"
