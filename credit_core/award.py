"""The filled-in award sheet of one scenario: what section 5 gives, in dollars, in the order of the statute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from credit_core.counties import SOUTH_JERSEY
from credit_core.law import Law
from credit_core.problem import Problem
from credit_core.scenario import Scenario, fact_fields
from credit_core.section5.f_annual_limits import annual_limit_paragraph
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import NO_LIMIT
from credit_core.section5.sheet import (
    Sheet,
    binding_rule,
    fill,
    necessity_is_untested,
    withholdings_are_untested,
)

__all__ = [
    "AWARD_COLUMNS",
    "BINDING_RULES",
    "BONUS_NAMES",
    "MEASURES",
    "Award",
    "Measure",
    "dollars",
    "evaluate",
    "facts_of",
    "law_given",
    "measure",
    "sheet_of",
]

# By the number that ``section5.sheet`` gives each rule.
BINDING_RULES: tuple[str, ...] = (
    "none",
    "gross_limit",
    "retained_capital",
    "annual_limit",
    "withholdings",
    "necessity",
    "capital_route",
    "not_eligible",
)

BONUS_NAMES: tuple[str, ...] = (*(f"bonus_c{number}" for number in range(1, 19)), "bonus_authority")

# The contract's columns, in the order of the law.
AWARD_COLUMNS: tuple[str, ...] = (
    "base_amount",
    *BONUS_NAMES,
    "bonuses_total",
    "gross_before_limit",
    "gross_limit",
    "gross_amount",
    "new_job_amount",
    "retained_job_amount",
    "annual_by_jobs",
    "annual_limit",
    "withholdings_limit",
    "annual_ordinary",
    "annual_capital_route",
    "capital_route_used",
    "annual_award",
    "total_award",
    "binding",
    "problems",
)


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of the award that a chart or a comparison can be about: its name, title and unit with its period."""

    name: str
    title: str
    unit: str


MEASURES: dict[str, Measure] = {
    "gross_amount": Measure("gross_amount", "Per new job", "dollars per job a year"),
    "retained_job_amount": Measure("retained_job_amount", "Per retained job", "dollars per job a year"),
    "annual_award": Measure("annual_award", "Each year", "dollars a year"),
    "total_award": Measure("total_award", "Over the eligibility period", "dollars over the period"),
}


def measure(name: str) -> Measure:
    """A measure by its name; raises ``KeyError`` listing the measures there are."""
    if name not in MEASURES:
        raise KeyError(f'"{name}" is no measure; the measures are {", ".join(MEASURES)}')
    return MEASURES[name]


@dataclass(frozen=True)
class Award:
    """What section 5 gives one scenario under one law. Dollars are ``Decimal``, exact to the cent.

    The names and their order are the contract's. ``None`` in a limit is a limit that is blank: lifted by an
    amendment, or (``withholdings_limit``) not governing or not known. ``untested`` names the limits that could not
    be applied because a fact is blank: ``withholdings``, ``necessity``. ``problems`` is empty: facts that cannot be
    used raise ``ScenarioError`` before there is an award.
    """

    base_amount: Decimal
    bonus_c1: Decimal
    bonus_c2: Decimal
    bonus_c3: Decimal
    bonus_c4: Decimal
    bonus_c5: Decimal
    bonus_c6: Decimal
    bonus_c7: Decimal
    bonus_c8: Decimal
    bonus_c9: Decimal
    bonus_c10: Decimal
    bonus_c11: Decimal
    bonus_c12: Decimal
    bonus_c13: Decimal
    bonus_c14: Decimal
    bonus_c15: Decimal
    bonus_c16: Decimal
    bonus_c17: Decimal
    bonus_c18: Decimal
    bonus_authority: Decimal
    bonuses_total: Decimal
    gross_before_limit: Decimal
    gross_limit: Decimal | None
    gross_amount: Decimal
    new_job_amount: Decimal
    retained_job_amount: Decimal
    annual_by_jobs: Decimal
    annual_limit: Decimal | None
    withholdings_limit: Decimal | None
    annual_ordinary: Decimal
    annual_capital_route: Decimal
    capital_route_used: bool
    annual_award: Decimal
    total_award: Decimal
    binding: str
    untested: tuple[str, ...]
    law: Law
    sheet: Sheet
    facts: Facts
    problems: tuple[Problem, ...] = ()

    def as_row(self) -> dict[str, Any]:
        """The contract's columns of the sheet, by name and in their order."""
        return {name: getattr(self, name) for name in AWARD_COLUMNS}


def dollars(cents: int) -> Decimal:
    """Whole cents as exact dollars."""
    return Decimal(cents) / 100


def _dollars_or_blank(cents: int) -> Decimal | None:
    return None if cents in (NO_LIMIT, UNKNOWN) else dollars(cents)


def _cents_or_unknown(value: Any) -> int:
    return UNKNOWN if value is None else int(value * 100)


def _whole_or_unknown(value: Any) -> int:
    return UNKNOWN if value is None else int(value)


@cache
def _conversions() -> tuple[tuple[str, Callable[[Any], int]], ...]:
    """How each fact that a rule reads becomes a whole number; ``south_jersey`` is derived apart."""
    by_kind: dict[str, Callable[[Any], int]] = {
        "money": _cents_or_unknown,
        "percent": _cents_or_unknown,  # percent with two decimals are basis points
        "whole": _whole_or_unknown,
    }
    wanted = set(Facts._fields)
    return tuple(
        (field.name, field.options.index if field.kind == "choice" else by_kind.get(field.kind, bool))
        for field in fact_fields()
        if field.name in wanted
    )


def facts_of(scenario: Scenario) -> Facts:
    """The facts of a scenario as the rules of ``section5`` read them: whole cents, basis points and counts."""
    values: dict[str, Any] = {name: convert(getattr(scenario, name)) for name, convert in _conversions()}
    return Facts(south_jersey=scenario.county in SOUTH_JERSEY, **values)


def sheet_of(scenario: Scenario, law: Law | None = None) -> Sheet:
    """The award sheet in whole cents: the quick way for code that only needs figures."""
    return fill(facts_of(scenario), (law or Law.current()).compiled)


def evaluate(scenario: Scenario, law: Law | None = None) -> Award:
    """The award of a scenario under a law (current law if none is given), N.J.S.A. 34:1B-246(b)-(f).

    >>> evaluate(Scenario(new_jobs=300, urban_transit_hub_municipality=True)).annual_award
    Decimal('1650000')

    Raises:
        TypeError: What is given is no ``Scenario``, or no ``Law``.
    """
    if not isinstance(scenario, Scenario):
        raise TypeError(f"evaluate takes a Scenario, such as Scenario(new_jobs=300); given: {type(scenario).__name__}")
    law = law_given(law)
    facts = facts_of(scenario)
    return award_of(facts, law, fill(facts, law.compiled))


def law_given(law: Law | None) -> Law:
    """The law to compute with: current law if none is given; raises ``TypeError`` for what is no ``Law``."""
    if law is not None and not isinstance(law, Law):
        raise TypeError(f"law must be a Law, such as Law.current(); given: {type(law).__name__}")
    return law or Law.current()


def award_of(facts: Facts, law: Law, sheet: Sheet) -> Award:
    """The sheet in dollars, with the rule that binds and the limits that stay untested."""
    amounts: dict[str, Any] = {name: dollars(getattr(sheet, name)) for name in _PLAIN_DOLLARS}
    bonuses: dict[str, Any] = {name: dollars(cents) for name, cents in zip(BONUS_NAMES, sheet.bonus, strict=True)}
    rule = binding_rule(facts, law.compiled, sheet.gross_before_limit, sheet.annual_award)
    return Award(
        **amounts,
        **bonuses,
        gross_limit=_dollars_or_blank(sheet.gross_limit),
        annual_limit=_dollars_or_blank(sheet.annual_limit),
        withholdings_limit=_dollars_or_blank(sheet.withholdings_limit),
        capital_route_used=sheet.capital_route_used,
        binding=BINDING_RULES[rule],
        untested=_untested(facts, law, sheet),
        law=law,
        sheet=sheet,
        facts=facts,
    )


_PLAIN_DOLLARS: tuple[str, ...] = (
    "base_amount",
    "bonuses_total",
    "gross_before_limit",
    "gross_amount",
    "new_job_amount",
    "retained_job_amount",
    "annual_by_jobs",
    "annual_ordinary",
    "annual_capital_route",
    "annual_award",
    "total_award",
)


def _untested(facts: Facts, law: Law, sheet: Sheet) -> tuple[str, ...]:
    names = []
    if withholdings_are_untested(facts, annual_limit_paragraph(facts, law.compiled)):
        names.append("withholdings")
    if necessity_is_untested(facts, law.compiled, sheet.annual_by_jobs, sheet.after_withholdings):
        names.append("necessity")
    return tuple(names)
