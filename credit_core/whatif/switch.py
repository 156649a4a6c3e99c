"""One bonus switched on or off by the facts that earn it: what has to change, and the project then.

What a bonus is worth all else equal is ``levers.bonus_worths``. Here the facts themselves change, so whatever else
reads them moves too: a targeted industry also opens c(18), more jobs are paid as well as counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from credit_core.award import BONUS_NAMES, facts_of
from credit_core.law import Law
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario, fact_field
from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import Figures
from credit_core.section5.sheet import fill
from credit_core.sentences import bonus_sentence
from credit_core.whatif._domain import to_units, to_value
from credit_core.whatif._provisions import Provision, provision

__all__ = ["FactChange", "Switch", "switch_bonus"]


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact that changes: its name, title, and its value before and after."""

    fact: str
    title: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Switch:
    """A bonus switched.

    Attributes:
        provision: The bonus.
        turns_on: Whether it is earned afterwards; a bonus that is earned now is switched off.
        changes: The facts that change, in the order of the contract.
        scenario: The project then; ``None`` if no change of these facts switches the bonus.
        obstacle: Why not; empty otherwise.
    """

    provision: Provision
    turns_on: bool
    changes: tuple[FactChange, ...]
    scenario: Scenario | None
    obstacle: str


# Yes-or-no facts set to earn a bonus, and those cleared to lose it.
_SET: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "bonus_c1": (("deep_poverty_pocket",), ("deep_poverty_pocket", "choice_neighborhood")),
    "bonus_c2": (("incubator_facility",), ("incubator_facility",)),
    "bonus_c4": (("transit_oriented_development",), ("transit_oriented_development",)),
    "bonus_c8": (("targeted_industry",), ("targeted_industry",)),
    "bonus_c9": (("exceeds_leed_silver",), ("exceeds_leed_silver", "substantial_remediation")),
    "bonus_c11": (("automobile_headquarters", "already_in_municipality"), ("automobile_headquarters",)),
    "bonus_c13": (("light_rail",), ("light_rail",)),
    "bonus_c14": (("marine_terminal", "south_jersey_port_district"), ("marine_terminal",)),
    "bonus_c15": (("redevelopment_area",), ("redevelopment_area",)),
    "bonus_c17": (("vacant_over_one_year",), ("vacant_over_one_year",)),
    "bonus_c18": (("targeted_industry", "college_research"), ("college_research",)),
}
# Numbers raised to earn a bonus, and lowered to lose it where no yes-or-no fact does.
_RAISED: dict[str, tuple[str, ...]] = {
    "bonus_c3": ("moderate_income_housing_percent",),
    "bonus_c5": ("industrial_capital_investment",),
    "bonus_c6": ("average_salary",),
    "bonus_c7": ("new_jobs",),
    "bonus_c10": ("industrial_capital_investment",),
    "bonus_c11": ("retained_jobs",),
    "bonus_c12": ("revitalization_index_2007",),
    "bonus_c15": ("us_highways", "state_highways"),
    "bonus_c16": ("solar_percent",),
    "bonus_c17": ("vacant_building_sqft",),
    "bonus_authority": ("authority_bonus",),
}


def switch_bonus(scenario: Scenario, name: str, law: Law | None = None) -> Switch:
    """A bonus switched by its facts, by its sheet name: off if it is earned, on if it is not.

    On, a number takes the least value at which the bonus gives its most (c(7): anything at all); off, the greatest at
    which it gives nothing. Capital grows with its industrial part where it must. Raises ``KeyError`` for no bonus.

    >>> [change.fact for change in switch_bonus(Scenario(priority_area=True), "bonus_c14").changes]
    ['marine_terminal', 'south_jersey_port_district']
    """
    law = law or Law.current()
    known = provision(name)
    rule = _Rule(law.compiled, BONUS_NAMES.index(name))
    facts = facts_of(scenario)
    turns_on = rule.gives(facts) == 0
    moved = _raised(name, facts, rule) if turns_on else _lowered(name, facts, rule)
    if moved is None or (rule.gives(moved) > 0) is not turns_on:
        return Switch(known, turns_on, (), None, _obstacle(name, scenario, facts, law, turns_on))
    try:
        then = scenario.changed(**_values(facts, moved))
    except ScenarioError as error:
        return Switch(known, turns_on, (), None, str(error))
    return Switch(known, turns_on, tuple(_changes(scenario, then)), then, "")


@dataclass(frozen=True, slots=True)
class _Rule:
    """What one bonus gives for some facts, cents per job a year."""

    law: Figures
    index: int

    def gives(self, facts: Facts) -> int:
        return fill(facts, self.law).bonus[self.index]


def _with(facts: Facts, values: Mapping[str, int]) -> Facts:
    """The facts with some set otherwise; 1 and 0 are yes and no."""
    return Facts._make(values.get(name, value) for name, value in zip(Facts._fields, facts, strict=True))


def _most(fact: str) -> int:
    field = fact_field(fact)
    return to_units(field, field.most)


def _raised(name: str, facts: Facts, rule: _Rule) -> Facts | None:
    """The facts with the bonus earned; ``None`` where its facts alone cannot earn it."""
    if name == "bonus_authority":
        return None
    facts = _with(facts, dict.fromkeys(_SET.get(name, ((), ()))[0], 1))
    numbers = _RAISED.get(name, ())
    full = _with(facts, {fact: _most(fact) for fact in numbers})
    top = 1 if name == "bonus_c7" else rule.gives(full)
    if top == 0:
        return None
    for fact in numbers:
        full = _with(full, {fact: _least(full, fact, max(getattr(facts, fact), 0), rule, top)})
    capital = max(full.capital_investment, full.industrial_capital_investment)
    return full._replace(capital_investment=capital)


def _least(full: Facts, fact: str, low: int, rule: _Rule, top: int) -> int:
    """The least value from ``low`` on at which the bonus gives at least ``top``; it never falls as the fact rises."""
    high = getattr(full, fact)
    while low < high:
        middle = (low + high) // 2
        enough = rule.gives(_with(full, {fact: middle})) >= top
        low, high = (low, middle) if enough else (middle + 1, high)
    return low


def _lowered(name: str, facts: Facts, rule: _Rule) -> Facts | None:
    """The facts with the bonus lost; ``None`` where a number at 0 still earns it."""
    cleared = _SET.get(name, ((), ()))[1]
    if cleared:
        return _with(facts, dict.fromkeys(cleared, 0))
    (fact,) = _RAISED[name]
    if rule.gives(_with(facts, {fact: 0})) > 0:
        return None
    return _with(facts, {fact: _least(facts, fact, 0, rule, 1) - 1})


def _values(before: Facts, after: Facts) -> dict[str, Any]:
    """The facts that differ, as a scenario takes them."""
    pairs = zip(Facts._fields, before, after, strict=True)
    return {fact: _value(fact, units) for fact, old, units in pairs if old != units}


def _value(fact: str, units: int) -> Any:
    return bool(units) if fact_field(fact).kind == "flag" else to_value(fact_field(fact), units)


def _changes(before: Scenario, after: Scenario) -> Iterator[FactChange]:
    for fact in Scenario.model_fields:
        old, new = getattr(before, fact), getattr(after, fact)
        if old != new:
            yield FactChange(fact, fact_field(fact).title, old, new)


def _obstacle(name: str, scenario: Scenario, facts: Facts, law: Law, turns_on: bool) -> str:
    if not is_eligible_area(facts):
        return "Outside every eligible area no bonus is added."
    if name == "bonus_authority" and turns_on:
        return "No criterion is added: its amount is entered as a fact."
    if name == "bonus_authority":
        return "The law in force adds it for every project."
    if name == "bonus_c7" and not turns_on:
        return "The retained jobs alone reach the first bracket."
    if name == "bonus_c6" and turns_on and facts.benchmark_salary == UNKNOWN:
        return "The benchmark salary is not given, so no step can be counted."
    return bonus_sentence(name, scenario, facts, law)
