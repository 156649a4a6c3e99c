"""Over which values a fact may move, in whole cents, basis points or counts, and which other facts move with it.

Two facts have a partner: the industrial part cannot exceed the capital, and the jobs new to the municipality cannot
exceed all jobs. Where a range would break that, it is cut at the last valid value, or the partner moves along, just as
far as it must. Either is said in a note: nothing is clipped in silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from credit_core.award import facts_of
from credit_core.problem import Problem, ScenarioError, nearest
from credit_core.scenario import FactField, Scenario, fact_field, fact_fields, money_text
from credit_core.section5.facts import UNKNOWN, Facts

__all__ = [
    "Domain",
    "Number",
    "Stretch",
    "domain_of",
    "numeric_fact",
    "numeric_facts",
    "text_of",
    "to_units",
    "to_value",
]

# A value of a fact as people give it: whole for jobs and areas, Decimal for dollars and percentages.
Number = int | Decimal

_NUMERIC = ("whole", "money", "percent")
_HUNDREDTHS = 100
_DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Stretch:
    """Positions ``first`` to ``last`` along which each moving fact is ``scale`` times the position plus its offset."""

    first: int
    last: int
    scale: int
    movers: tuple[tuple[str, int], ...]

    def facts_at(self, facts: Facts, position: int) -> Facts:
        """The facts at a position."""
        moved = {name: self.scale * position + offset for name, offset in self.movers}
        return Facts._make(moved.get(name, value) for name, value in zip(Facts._fields, facts, strict=True))


@dataclass(frozen=True, slots=True)
class Domain:
    """The values over which one fact of a scenario moves, in positions of one unit each.

    A position is a job, a square foot, a cent, a hundredth of a percent, or with ``scale`` 100 a whole dollar.
    """

    scenario: Scenario
    field: FactField
    first: int
    last: int
    scale: int
    stretches: tuple[Stretch, ...]
    notes: tuple[str, ...]

    def value(self, position: int) -> Number:
        """The fact's value at a position."""
        return to_value(self.field, position * self.scale)

    def position(self, value: Number) -> int:
        """The position of a value; raises ``ScenarioError`` for a value between positions or outside the range."""
        units = to_units(self.field, value)
        if units % self.scale:
            raise _error(self.field, "whole_dollars", value, "must be in whole dollars here")
        position = units // self.scale
        if not self.first <= position <= self.last:
            low, high = (text_of(self.field, self.value(end)) for end in (self.first, self.last))
            raise _error(self.field, "out_of_range", value, f"must be between {low} and {high} here")
        return position

    def moved(self, position: int) -> dict[str, Number]:
        """Every fact that differs from the scenario at a position, by name: the fact itself and its partner."""
        given: dict[str, Number] = {self.field.name: self.value(position)}
        stretch = next(s for s in self.stretches if s.first <= position <= s.last)
        for name, offset in stretch.movers:
            given[name] = to_value(fact_field(name), stretch.scale * position + offset)
        return given


def numeric_facts() -> tuple[FactField, ...]:
    """Every fact that is a number, in the order of the contract."""
    return tuple(field for field in fact_fields() if field.kind in _NUMERIC)


def numeric_fact(name: str) -> FactField:
    """A fact that is a number, by name; raises ``ScenarioError`` naming the nearest one otherwise."""
    names = [field.name for field in numeric_facts()]
    if name not in names:
        near = nearest(name, names)
        hint = f'; did you mean "{near}"?' if near else ""
        raise ScenarioError([Problem(name, "not_numeric", name, f'"{name}" is no fact that is a number{hint}')])
    return fact_field(name)


def to_value(field: FactField, units: int) -> Number:
    """Whole cents, basis points or counts as the fact's own value."""
    return units if field.kind == "whole" else Decimal(units) / _HUNDREDTHS


def text_of(field: FactField, value: Number) -> str:
    """A value as people write it, with its unit: "$1,250.50", "35 %", "300 jobs"."""
    if field.kind == "money":
        return money_text(Decimal(value))
    if field.kind == "percent":
        return f"{Decimal(value).normalize():f} %"
    return f"{value:,} {field.unit}"


def to_units(field: FactField, value: Any) -> int:
    """A value of a fact in whole cents, basis points or counts; raises ``ScenarioError`` if it is not valid."""
    checked = _checked(field, value)
    return int(checked) if field.kind == "whole" else int(Decimal(checked) * _HUNDREDTHS)


def _checked(field: FactField, value: Any) -> Number:
    """The value as the scenario's own rules read it, whatever its partner."""
    if value is None:
        raise _error(field, "blank", value, "must be a number here, not blank")
    partners: Mapping[str, dict[str, Any]] = {
        "industrial_capital_investment": {"capital_investment": field.most},
        "jobs_new_to_municipality": {name: fact_field(name).most for name in ("new_jobs", "retained_jobs")},
    }
    scenario = Scenario(**{field.name: value}, **partners.get(field.name, {}))
    checked: Number = getattr(scenario, field.name)
    return checked


def _error(field: FactField, rule: str, given: object, words: str) -> ScenarioError:
    message = f"{field.name} ({field.title}) {words}; given: {'blank' if given is None else given}"
    return ScenarioError([Problem(field.name, rule, str(given), message)])


def domain_of(
    scenario: Scenario,
    fact: str,
    low: Number | None = None,
    high: Number | None = None,
    *,
    whole_dollars: bool = False,
    move_partner: bool = False,
) -> Domain:
    """The values from ``low`` to ``high`` (the fact's own bounds if none are given) over which a fact may move.

    Raises:
        ScenarioError: The fact is no number, a bound is not valid, or no valid value lies between them.
    """
    field = numeric_fact(fact)
    scale = _DOLLAR if whole_dollars and field.kind == "money" else 1
    least = to_units(field, field.least if low is None else low)
    most = to_units(field, field.most if high is None else high)
    if least > most:
        raise _error(field, "range", low, f"must range upwards; the end of the range is {high}")
    if least % scale or most % scale:
        raise _error(field, "whole_dollars", (low, high), "must range between whole dollars")
    stretches, notes = _stretches(scenario, field, (least // scale, most // scale), scale, move_partner)
    if not stretches:
        raise _error(field, "range", f"{low} to {high}", f"has no valid value in the range: {' '.join(notes)}")
    return Domain(scenario, field, stretches[0].first, stretches[-1].last, scale, stretches, notes)


@dataclass(frozen=True, slots=True)
class _Partner:
    """The other fact of a side condition: how it moves beyond the limit, and on which side of it that is."""

    name: str
    limit: int  # the last valid units of the moving fact
    offset: int  # the partner's units less the moving fact's, once it moves
    above: bool  # whether the condition fails above the limit, or below it
    words: str


def _partner(facts: Facts, name: str) -> _Partner | None:
    jobs_new = facts.jobs_new_to_municipality
    if name == "industrial_capital_investment":
        words = "The industrial part cannot exceed the capital investment"
        return _Partner("capital_investment", facts.capital_investment, 0, True, words)
    if name == "capital_investment":
        words = "The capital investment cannot be less than its industrial part"
        return _Partner("industrial_capital_investment", facts.industrial_capital_investment, 0, False, words)
    if name == "jobs_new_to_municipality":
        words = "The jobs new to the municipality cannot exceed all jobs"
        return _Partner("new_jobs", facts.new_jobs + facts.retained_jobs, -facts.retained_jobs, True, words)
    if name in ("new_jobs", "retained_jobs") and jobs_new != UNKNOWN:
        other = facts.retained_jobs if name == "new_jobs" else facts.new_jobs
        words = "All jobs cannot be fewer than those new to the municipality"
        return _Partner("jobs_new_to_municipality", jobs_new - other, other, False, words)
    return None


def _stretches(
    scenario: Scenario, field: FactField, ends: tuple[int, int], scale: int, move_partner: bool
) -> tuple[tuple[Stretch, ...], tuple[str, ...]]:
    facts = facts_of(scenario)
    first, last = ends
    moves = ((field.name, 0),) if field.name in Facts._fields else ()
    partner = _partner(facts, field.name)
    if partner is None:
        return (Stretch(first, last, scale, moves),), ()
    # The positions that are valid without the partner, and those beyond.
    if partner.above:
        inner, outer = (first, min(last, partner.limit // scale)), (partner.limit // scale + 1, last)
    else:
        inner, outer = (max(first, -(-partner.limit // scale)), last), (first, -(-partner.limit // scale) - 1)
    outer = (max(outer[0], first), min(outer[1], last))
    alone = [Stretch(*inner, scale, moves)] if inner[0] <= inner[1] else []
    if outer[0] > outer[1]:
        return tuple(alone), ()
    title = fact_field(partner.name).title
    limit = text_of(field, to_value(field, partner.limit))
    if not move_partner:
        return tuple(alone), (f"{partner.words}: the range ends at {limit}.",)
    along = [Stretch(*outer, scale, (*moves, (partner.name, partner.offset)))]
    note = f"{partner.words}: {'above' if partner.above else 'below'} {limit}, “{title}” moves along."
    return tuple(alone + along if partner.above else along + alone), (note,)
