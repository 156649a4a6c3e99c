"""Candidates in order of a measure, what makes the difference in words, and what each lacks to overtake the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from credit_core.award import Award, dollars, facts_of
from credit_core.comparison import Candidate
from credit_core.law import Law
from credit_core.scenario import FactField, Scenario, fact_field, money_text
from credit_core.section5.sheet import fill
from credit_core.whatif._domain import Number, text_of
from credit_core.whatif.compare import Decomposition, Part, decompose
from credit_core.whatif.solve import solve
from credit_core.whatif.sweep import checked_measure

__all__ = [
    "ORDER_NOTE",
    "Change",
    "Lack",
    "Ranked",
    "against",
    "cut_of_a_job",
    "difference_sentence",
    "lacks",
    "rank",
]

_CENT = Decimal("0.01")

ORDER_NOTE = (
    "The parts are taken in the order of the award sheet: base (b), bonuses (c)(1) to (18), limit of a job (d), "
    "retained jobs (e), annual limits (f), capital route (d)(a)-(e). They add up to the difference exactly."
)
"""How a difference is split, to be shown with it."""


# ---- ranking --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate in the order of a measure.

    Attributes:
        rank: From 1; candidates that are level share it.
        position: Of the candidate in the comparison, from 0.
        amount: The measure in dollars.
        behind: Dollars less than the first.
    """

    rank: int
    position: int
    amount: Decimal
    behind: Decimal


def rank(candidates: Sequence[Candidate], measure: str = "annual_award") -> tuple[Ranked, ...]:
    """The candidates from the greatest amount to the least; level ones in the order given.

    Raises:
        ScenarioError: There is no such measure.
    """
    name = checked_measure(measure)
    amounts = [_amount(each.scenario, each.law, name) for each in candidates]
    order = sorted(range(len(amounts)), key=lambda position: -amounts[position])
    return tuple(
        Ranked(
            1 + sum(other > amounts[position] for other in amounts),
            position,
            amounts[position],
            amounts[order[0]] - amounts[position],
        )
        for position in order
    )


def _amount(scenario: Scenario, law: Law, measure: str) -> Decimal:
    return dollars(getattr(fill(facts_of(scenario), law.compiled), measure))


def against(candidates: Sequence[Candidate], baseline: int, measure: str = "annual_award") -> tuple[Decimal, ...]:
    """What each candidate has more (or, negative, less) than the one at ``baseline``, in dollars.

    Raises:
        ScenarioError: There is no such measure.
    """
    name = checked_measure(measure)
    amounts = [_amount(each.scenario, each.law, name) for each in candidates]
    return tuple(amount - amounts[baseline] for amount in amounts)


def cut_of_a_job(award: Award) -> Decimal:
    """What the limit of the gross amount takes from a job, dollars a year (34:1B-246(d))."""
    return award.gross_before_limit - award.gross_amount


# ---- the difference in words ----------------------------------------------------------------------------------------

_PERIOD = {
    "gross_amount": "for each new job a year",
    "retained_job_amount": "for each retained job a year",
    "annual_award": "a year",
    "total_award": "over the eligibility period",
}


def difference_sentence(
    names: tuple[str, str], candidates: tuple[Candidate, Candidate], measure: str = "annual_award"
) -> str:
    """What the first of two candidates would receive more or less than the second, and from which provisions.

    "Camden would receive $300,000 more a year than Hoboken: $300,000 more from Transit oriented development, (c)(4)."
    The parts are those of ``decompose``; ``ORDER_NOTE`` states their order.

    Raises:
        ScenarioError: There is no such measure.
    """
    first, second = candidates
    split = decompose(second.scenario, first.scenario, measure=measure, law=second.law, law_b=first.law)
    return f"{_head(names, split)}{_parts(split)}.{_laws(names, candidates)}"


def _head(names: tuple[str, str], split: Decomposition) -> str:
    period = _PERIOD[split.measure]
    if not split.difference:
        return f"{names[0]} and {names[1]} would receive the same, {money_text(split.first)} {period}"
    word = "more" if split.difference > 0 else "less"
    return f"{names[0]} would receive {money_text(abs(split.difference))} {word} {period} than {names[1]}"


def _parts(split: Decomposition) -> str:
    parts = [_part(part) for part in split.changes]
    if not parts:
        return ""
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f": {listed}" if split.difference else f", though {listed}"


def _part(part: Part) -> str:
    word = "more" if part.amount > 0 else "less"
    title, citation = part.provision.title, part.provision.citation.removeprefix("34:1B-246")
    return f"{money_text(abs(part.amount))} {word} from {title[0].lower()}{title[1:]} {citation}"


def _laws(names: tuple[str, str], candidates: tuple[Candidate, Candidate]) -> str:
    if all(each.law.is_current and each.law.is_read_by_default for each in candidates):
        return ""
    laws = [f"{name} under {each.law.label}" for name, each in zip(names, candidates, strict=True)]
    return f" {laws[0]}, {laws[1]}."


# ---- what a candidate lacks -----------------------------------------------------------------------------------------

# What a site or a business can still change; the zone that a place lies in is not among it.
_SWITCHES = (
    "targeted_industry",
    "college_research",
    "marine_terminal",
    "deep_poverty_pocket",
    "choice_neighborhood",
    "redevelopment_area",
    "light_rail",
    "incubator_facility",
    "transit_oriented_development",
    "exceeds_leed_silver",
    "substantial_remediation",
    "vacant_over_one_year",
)
_NUMBERS = (
    "new_jobs",
    "retained_jobs",
    "average_salary",
    "capital_investment",
    "industrial_capital_investment",
    "moderate_income_housing_percent",
    "solar_percent",
    "vacant_building_sqft",
)


@dataclass(frozen=True, slots=True)
class Change:
    """One fact changed alone.

    Attributes:
        fact, title: Which.
        value, to: Its value now (``None``: not known) and the one it takes; for a number the least that suffices.
        reached: The measure then, in dollars.
        sentence: The same in words.
    """

    fact: str
    title: str
    value: Any
    to: Any
    reached: Decimal
    sentence: str


@dataclass(frozen=True, slots=True)
class Lack:
    """What one candidate lacks to overtake the first.

    Attributes:
        position: Of the candidate in the comparison, from 0.
        missing: Dollars that it must gain to be ahead by a cent.
        changes: Each single change that suffices, the others as they are; in the order of the contract.
        nearest: Where none suffices: the single switch that brings it nearest, if any adds something.
    """

    position: int
    missing: Decimal
    changes: tuple[Change, ...]
    nearest: Change | None


def lacks(candidates: Sequence[Candidate], position: int, measure: str = "annual_award") -> Lack:
    """What the candidate at a position lacks to overtake the greatest of the others, exactly; none missing if it leads.

    One fact changes at a time, in this candidate alone. Numbers only grow; the zone of the place stands.

    Raises:
        ScenarioError: There is no such measure.
    """
    name = checked_measure(measure)
    amounts = [_amount(each.scenario, each.law, name) for each in candidates]
    best = max((amount for number, amount in enumerate(amounts) if number != position), default=Decimal(0))
    missing = best + _CENT - amounts[position]
    if missing <= 0:
        return Lack(position, Decimal(0), (), None)
    own = candidates[position]
    switched = list(_switched(own, name))
    enough = [change for change in switched if change.reached > best]
    enough += list(_grown(own, name, best + _CENT))
    gaining = [change for change in switched if change.reached > amounts[position]]
    nearest = None if enough else max(gaining, key=lambda change: change.reached, default=None)
    return Lack(position, missing, tuple(enough), nearest)


def _switched(own: Candidate, measure: str) -> Iterator[Change]:
    for fact in _SWITCHES:
        if not getattr(own.scenario, fact):
            field = fact_field(fact)
            reached = _amount(own.scenario.changed(**{fact: True}), own.law, measure)
            words = f"{field.title}: yes instead of no, which makes it {money_text(reached)}."
            yield Change(fact, field.title, False, True, reached, words)


def _grown(own: Candidate, measure: str, target: Decimal) -> Iterator[Change]:
    for fact in _NUMBERS:
        field = fact_field(fact)
        value = getattr(own.scenario, fact)
        change = _least(own, measure, target, field, value)
        if change:
            yield change


def _least(own: Candidate, measure: str, target: Decimal, field: FactField, value: Number | None) -> Change | None:
    low = None if value is None else _whole_up(value)
    found = solve(
        own.scenario,
        field.name,
        target,
        measure=measure,
        law=own.law,
        low=low,
        whole_dollars=True,
        move_partner=field.name != "industrial_capital_investment",
    )
    if found.value is None or found.reached is None:
        return None
    now = "not known" if value is None else text_of(field, value)
    words = f"{field.title}: at least {text_of(field, found.value)} instead of {now}, which makes it "
    return Change(field.name, field.title, value, found.value, found.reached, f"{words}{money_text(found.reached)}.")


def _whole_up(value: Number) -> Number:
    """The value itself for counts; dollars up to the next whole one."""
    return value if isinstance(value, int) else Decimal(-(-value // 1))
