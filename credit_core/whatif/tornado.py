"""What a stated change of each fact that is a number does to a measure, the greatest effect first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from credit_core.award import dollars, facts_of
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import FactField, Scenario
from credit_core.section5.sheet import fill
from credit_core.whatif._domain import Number, numeric_facts
from credit_core.whatif.sweep import checked_measure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Bar", "tornado", "tornado_frame"]

_ONE = {"whole": Decimal(1), "money": Decimal("0.01"), "percent": Decimal("0.01")}


@dataclass(frozen=True, slots=True)
class Bar:
    """One fact of a tornado.

    Attributes:
        fact, title: The fact that moves alone.
        low, high: Its values below and above the scenario's; ``None`` where it cannot move.
        at_low, at_high: The measure there, in dollars.
        present: The measure of the scenario, in dollars.
        note: Why it cannot move, or where it was stopped; empty otherwise.
    """

    fact: str
    title: str
    low: Number | None
    high: Number | None
    at_low: Decimal
    at_high: Decimal
    present: Decimal
    note: str

    @property
    def swing(self) -> Decimal:
        """The distance between the least and the greatest of the three amounts, in dollars."""
        amounts = (self.at_low, self.present, self.at_high)
        return max(amounts) - min(amounts)


def tornado(
    scenario: Scenario,
    *,
    percent: Decimal | int = 10,
    amounts: Mapping[str, Number] | None = None,
    measure: str = "annual_award",
    law: Law | None = None,
) -> tuple[Bar, ...]:
    """Every fact that is a number moved down and up alone, by ``percent`` of itself or by its amount in ``amounts``.

    A part of a job, square foot or cent is rounded half up. A value beyond the fact's bounds or against a side
    condition stops at the last valid one, and the bar's ``note`` says so. Blank facts cannot move. The greatest swing
    comes first.

    Raises:
        ScenarioError: The change is no positive number, or a fact or measure is unknown.
    """
    law = law or Law.current()
    name = checked_measure(measure)
    if not Decimal(percent).is_finite() or Decimal(percent) <= 0:
        message = f"percent must be a positive number; given: {percent}"
        raise ScenarioError([Problem("percent", "positive", str(percent), message)])
    present = _measured(scenario, law, name)
    bars = [
        _bar(scenario, law, name, field, _change(scenario, field, Decimal(percent), amounts or {}), present)
        for field in numeric_facts()
    ]
    return tuple(sorted(bars, key=lambda bar: -bar.swing))


def _measured(scenario: Scenario, law: Law, measure: str) -> Decimal:
    return dollars(getattr(fill(facts_of(scenario), law.compiled), measure))


def _change(scenario: Scenario, field: FactField, percent: Decimal, amounts: Mapping[str, Number]) -> Decimal:
    value = getattr(scenario, field.name)
    if field.name in amounts:
        return Decimal(amounts[field.name])
    return Decimal(0) if value is None else abs(Decimal(value)) * percent / 100


def _bar(scenario: Scenario, law: Law, measure: str, field: FactField, change: Decimal, present: Decimal) -> Bar:
    value = getattr(scenario, field.name)
    if value is None:
        return Bar(field.name, field.title, None, None, present, present, present, "Not known, so it cannot move.")
    if change == 0:
        return Bar(field.name, field.title, value, value, present, present, present, "It is 0: a share of it is 0.")
    low, low_note = _stopped(scenario, field, Decimal(value) - change)
    high, high_note = _stopped(scenario, field, Decimal(value) + change)
    at_low, at_high = (_measured(scenario.changed(**{field.name: moved}), law, measure) for moved in (low, high))
    notes = " ".join(note for note in (low_note, high_note) if note)
    return Bar(field.name, field.title, low, high, at_low, at_high, present, notes)


def _stopped(scenario: Scenario, field: FactField, wanted: Decimal) -> tuple[Number, str]:
    """The value rounded to its unit, or the last valid one on the way there, with a note."""
    rounded = wanted.quantize(_ONE[field.kind], ROUND_HALF_UP)
    least, most = _valid_range(scenario, field)
    stopped = min(max(rounded, least), most)
    value: Number = int(stopped) if field.kind == "whole" else stopped
    if stopped == rounded:
        return value, ""
    side = "below" if stopped > rounded else "above"
    return value, f"Stopped at {value:,}: no value {side} it is valid here."


def _valid_range(scenario: Scenario, field: FactField) -> tuple[Decimal, Decimal]:
    """The fact's bounds, narrowed by its side condition."""
    least, most = Decimal(field.least), Decimal(field.most)
    jobs_new = scenario.jobs_new_to_municipality
    if field.name == "industrial_capital_investment":
        most = scenario.capital_investment
    elif field.name == "capital_investment":
        least = scenario.industrial_capital_investment
    elif field.name == "jobs_new_to_municipality":
        most = Decimal(scenario.new_jobs + scenario.retained_jobs)
    elif field.name in ("new_jobs", "retained_jobs") and jobs_new is not None:
        other = scenario.retained_jobs if field.name == "new_jobs" else scenario.new_jobs
        least = max(least, Decimal(jobs_new - other))
    return least, most


def tornado_frame(bars: tuple[Bar, ...]) -> pd.DataFrame:
    """The bars as a table of fact, values and float64 dollars."""
    import pandas as pd

    columns = ["fact", "title", "low", "high", "at_low", "present", "at_high", "swing", "note"]
    rows = [
        (
            b.fact,
            b.title,
            None if b.low is None else float(b.low),
            None if b.high is None else float(b.high),
            *map(float, (b.at_low, b.present, b.at_high, b.swing)),
            b.note,
        )
        for b in bars
    ]
    return pd.DataFrame(rows, columns=columns)
