"""How the pages on what-if write values of facts, measures with their basis, and rules that bind."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from credit_core.award import MEASURES
from credit_core.scenario import fact_field
from credit_core.whatif import Provision
from dashboard.formats import money_text, short_citation
from dashboard.inputs import entry_text

__all__ = [
    "BINDING_TITLES",
    "EACH",
    "amount_text",
    "axis_title",
    "measure_axis",
    "measure_unit",
    "one_tick",
    "provisions_text",
    "signed_text",
    "title_of",
    "value_text",
]

BINDING_TITLES: Final[dict[str, str]] = {
    "none": "No limit binds",
    "gross_limit": "Limit per job",
    "retained_capital": "Capital of retained jobs",
    "annual_limit": "Annual limit",
    "withholdings": "Withholdings",
    "necessity": "Amount necessary",
    "capital_route": "Capital route",
    "not_eligible": "No eligible area",
}
"""What binds, in a few words, by the names of the award's rules."""

EACH: Final[dict[str, str]] = {
    "gross_amount": "a job a year",
    "retained_job_amount": "a retained job a year",
    "annual_award": "a year",
    "total_award": "over the period",
}
"""What an amount of each measure is for, to follow the amount."""

_ONE: Final[dict[str, tuple[str, str]]] = {"jobs": ("job", "jobs"), "highways": ("highway", "highways")}


def title_of(fact: str) -> str:
    """What a fact is called."""
    return fact_field(fact).title


def value_text(fact: str, value: Any) -> str:
    """A value of a fact as people write it, with its unit: "$7,200,000", "35 %", "251 jobs", "yes"."""
    if value is None or value == "":
        return "not given"
    if isinstance(value, bool):
        return "yes" if value else "no"
    field = fact_field(fact)
    text = entry_text(fact, value)
    if field.kind != "whole":
        return text
    one, many = _ONE.get(field.unit, (field.unit, field.unit))
    return f"{text} {one if value == 1 else many}"


def amount_text(measure: str, amount: Decimal) -> str:
    """An amount of a measure with what it is for: "$1,380,500 a year"."""
    return f"{money_text(amount)} {EACH[measure]}"


def signed_text(amount: Decimal) -> str:
    """A change of an amount with its sign: "+$2,000", "\N{MINUS SIGN}$500", "no change"."""
    if amount == 0:
        return "no change"
    return f"{'+' if amount > 0 else chr(0x2212)}{money_text(abs(amount))}"


def axis_title(fact: str) -> str:
    """A fact as the title of an axis, with its unit: "Capital investment, dollars"."""
    field = fact_field(fact)
    return f"{field.title}, {field.unit}"


def measure_unit(measure: str) -> str:
    """The unit of a measure with its period: "dollars a year"."""
    return MEASURES[measure].unit


def measure_axis(measure: str) -> str:
    """A measure as the title of an axis, with unit and basis."""
    known = MEASURES[measure]
    return f"{known.title}, {known.unit}, maximum by formula"


def one_tick(fact: str, values: Sequence[Any]) -> dict[str, Any]:
    """For an axis of a single value: that value as its only mark; no fractions of a job beside it."""
    return {"tickvals": [float(values[0])], "ticktext": [value_text(fact, values[0])]} if len(values) == 1 else {}


def provisions_text(provisions: Sequence[Provision]) -> str:
    """Provisions by title and short citation: "Number of jobs (c)(7)"."""
    return "; ".join(f"{known.title} {short_citation(known.citation)}" for known in provisions)
