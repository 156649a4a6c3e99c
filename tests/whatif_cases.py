"""Random projects and laws for the tests of the what-if: small and large numbers, every place, every reading."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

from credit_core.award import facts_of
from credit_core.law import Law, readings
from credit_core.scenario import Scenario, check, fact_fields
from credit_core.section5.sheet import fill
from credit_core.whatif import NUMERIC_FACTS, Number

PLACES = (
    "urban_transit_hub_municipality",
    "growth_zone",
    "create_zone",
    "distressed_municipality",
    "priority_area",
    "other_eligible_area",
)
AMENDMENTS: tuple[dict[str, Any], ...] = (
    {"annual_limit.f1": None, "annual_limit.f2": None},
    {"gross_limit.d1": None, "gross_limit.d4": 4000},
    {"retained_share.e2": 100},
    {"retained_share.e2": 250, "retained_capital_share.e2": 20},
    {"bonus.c7b": 100, "bonus.c7e": 0},
    {"route_limit.da": 200_000, "route_years.d": 7, "annual_limit.f1": 900_000},
    {"necessity_threshold.f": 1_000_000},
    {"maximum.c6": Decimal("1234.56"), "step.c6": 10, "step.c10": 5},
    {"withholdings_share.f5": 100, "withholdings_share.f6": Decimal("33.33")},
)


def random_number(rng: random.Random, name: str) -> Number:
    """A value of a fact, often near what matters to it."""
    if name == "eligibility_years":
        return rng.randint(1, 10)
    if name in ("us_highways", "state_highways"):
        return rng.randint(0, 4)
    if name == "revitalization_index_2007":
        return rng.randint(400, 520)
    if name == "vacant_building_sqft":
        return rng.choice((0, 1_000_000, 1_000_001, 2_000_000))
    if name == "gross_leasable_sqft":
        return rng.choice((0, rng.randint(1, 100), rng.randint(1, 200_000)))
    if name in ("moderate_income_housing_percent", "solar_percent"):
        return Decimal(rng.randint(0, 10_000)) / 100
    if name in ("new_jobs", "retained_jobs", "jobs_new_to_municipality"):
        return rng.choice((0, 1, rng.randint(0, 60), rng.randint(0, 450), rng.randint(0, 3000)))
    if name in ("average_salary", "benchmark_salary"):
        return Decimal(rng.choice((0, rng.randint(1, 500), rng.randint(2_000_000, 12_000_000)))) / 100
    if name == "authority_bonus":
        return Decimal(rng.choice((0, 0, rng.randint(0, 500_000)))) / 100
    most = rng.choice((10_000, 1_000_000, 1_000_000_000, 20_000_000_000))
    return Decimal(rng.randint(0, most)) / 100


def random_scenario(rng: random.Random) -> Scenario:
    facts: dict[str, Any] = dict.fromkeys(rng.sample(PLACES, rng.choice((1, 1, 1, 2, 3))), True)
    for field in fact_fields():
        if field.kind == "flag" and field.name not in PLACES:
            facts[field.name] = rng.random() < 0.3
        elif field.kind == "choice":
            facts[field.name] = rng.choice(field.options)
        elif field.name in NUMERIC_FACTS and not (field.may_be_blank and rng.random() < 0.4):
            facts[field.name] = random_number(rng, field.name)
    facts["municipal_rehabilitation"] = rng.random() < 0.6
    return Scenario(**fitting(facts))


def fitting(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with their two side conditions met."""
    facts["industrial_capital_investment"] = min(facts["industrial_capital_investment"], facts["capital_investment"])
    if facts.get("jobs_new_to_municipality") is not None:
        jobs = facts["new_jobs"] + facts["retained_jobs"]
        facts["jobs_new_to_municipality"] = min(facts["jobs_new_to_municipality"], jobs)
    return facts


def random_law(rng: random.Random) -> Law:
    law = Law.current()
    if rng.random() < 0.3:
        law = law.amend(rng.choice(AMENDMENTS))
    chosen = {name: rng.choice(list(known.options)) for name, known in readings().items() if rng.random() < 0.35}
    return law.read(**chosen)


def direct(scenario: Scenario, law: Law, measure: str) -> Decimal:
    """The measure by the whole award sheet of the scenario: dollars."""
    return Decimal(getattr(fill(facts_of(scenario), law.compiled), measure)) / 100


def random_range(
    rng: random.Random, scenario: Scenario, fact: str, *, whole_dollars: bool, move_partner: bool
) -> tuple[Number, Number]:
    """A range of a fact in which at least one value is valid beside its partner."""
    while True:
        low, high = sorted((random_number(rng, fact), random_number(rng, fact)))
        if whole_dollars:
            low, high = low // 1, high // 1
        if move_partner or any_valid(scenario, fact, low, high):
            return low, high


def any_valid(scenario: Scenario, fact: str, low: Number, high: Number) -> bool:
    """Whether an end of a range is valid: the side conditions cut from one side alone."""
    return any(not check(dict(scenario) | {fact: end}) for end in (low, high))
