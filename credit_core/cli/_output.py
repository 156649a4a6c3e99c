"""What the command line writes: readable text, JSON, or CSV; each says under which law a figure holds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal

import click
import pandas as pd

from credit_core.batch import table_bytes
from credit_core.law import Law
from credit_core.scenario import money_text

__all__ = ["Form", "form_option", "money", "show"]

Form = Literal["text", "json", "csv"]

form_option = click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv"]), default="text", help="How to write the result."
)


def money(amount: Decimal | None) -> str:
    """Dollars for a reader; what is not known or not limited is a dash."""
    return "-" if amount is None else money_text(amount)


def show(form: Form, law: Law, text: Iterable[str], document: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write a result in the form asked for: the lines, the document, or the rows as CSV."""
    if form == "json":
        click.echo(json.dumps({"law": law.label, "result": _plain(document)}, indent=2, ensure_ascii=False))
    elif form == "csv":
        frame = pd.DataFrame([{**row, "law": law.label} for row in rows], dtype=object)
        sys.stdout.buffer.write(table_bytes(frame.map(_number), "csv"))
        sys.stdout.buffer.flush()
    else:
        click.echo("\n".join([law.label, *text]))


def _plain(value: Any) -> Any:
    """A value as JSON holds it: dollars exactly, as text, so that no reader makes binary fractions of them."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def _number(cell: Any) -> Any:
    """A cell of a CSV file: numbers without an exponent, a list as its parts."""
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    return ", ".join(map(str, cell)) if isinstance(cell, list | tuple) else cell
