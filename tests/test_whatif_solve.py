"""The least value that reaches a target, against every whole number, and what stands in the way."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from credit_core.law import Law
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario
from credit_core.whatif import Number, solve
from tests.whatif_cases import any_valid, direct, random_law, random_scenario

CASES = 500
HIGHEST = 60
# Facts in whole numbers, or money that a small range moves by whole dollars.
FACTS = (
    *("new_jobs", "retained_jobs") * 4,
    "jobs_new_to_municipality",
    "us_highways",
    "eligibility_years",
    "annual_withholdings",
    "amount_necessary",
    "authority_bonus",
    "capital_investment",
    "industrial_capital_investment",
    "minimum_capital_investment",
    "average_salary",
    "benchmark_salary",
    "gross_leasable_sqft",
)


def small(rng: random.Random, scenario: Scenario) -> Scenario:
    """A project so small that a range of 60 values meets its thresholds."""
    numbers: dict[str, Number | None] = {
        "new_jobs": rng.randint(0, 30),
        "retained_jobs": rng.choice((0, rng.randint(0, 30), rng.randint(215, 260))),
        "jobs_new_to_municipality": None,
        "average_salary": Decimal(rng.randint(0, 60)),
        "benchmark_salary": Decimal(rng.randint(0, 40)),
        "capital_investment": Decimal(rng.choice((rng.randint(0, 60), rng.randint(0, 500_000), 9_999_990))),
        "industrial_capital_investment": Decimal(0),
        "minimum_capital_investment": Decimal(rng.randint(0, 40)),
    }
    return scenario.changed(**numbers)


def tried(scenario: Scenario, fact: str, law: Law, measure: str, values: range) -> dict[int, Decimal]:
    """The measure at every whole value that is valid beside the other facts."""
    return {
        value: direct(scenario.changed(**{fact: value}), law, measure)
        for value in values
        if any_valid(scenario, fact, value, value)
    }


def test_solve_agrees_with_trying_every_whole_number() -> None:
    rng = random.Random("solve")
    for _ in range(CASES):
        scenario, law, fact = small(rng, random_scenario(rng)), random_law(rng), rng.choice(FACTS)
        values = range(1, 11) if fact == "eligibility_years" else range(HIGHEST + 1)
        measure = rng.choice(("annual_award", "annual_award", "total_award", "gross_amount", "retained_job_amount"))
        amounts = tried(scenario, fact, law, measure, values)
        target = rng.choice([*amounts.values()]) + rng.choice((Decimal(0), Decimal("0.01"), Decimal("-0.01")))
        found = solve(
            scenario, fact, target, measure=measure, law=law, low=values[0], high=values[-1], whole_dollars=True
        )
        reaching = [value for value, amount in amounts.items() if amount >= target]
        assert found.value == (reaching[0] if reaching else None), (fact, measure, scenario, law)
        if found.obstacle:
            assert found.obstacle.best == max(amounts.values())
            assert found.obstacle.at == max(amounts, key=lambda value: amounts[value])
        else:
            assert found.reached == amounts[reaching[0]]


def test_667_jobs_reach_4_million_in_a_hub() -> None:
    # From 601 jobs c(7)(c) gives 1,000: 6,000 a job; 4,000,000 / 6,000 = 666.67: 667 jobs, 4,002,000.
    # At 600 jobs it is 600 x 5,750 = 3,450,000, so nothing below does.
    found = solve(Scenario(urban_transit_hub_municipality=True), "new_jobs", target=4_000_000)
    assert found.value == 667
    assert found.reached == 4_002_000
    assert found.scenario is not None
    assert found.obstacle is None


def test_the_limit_that_stands_in_the_way_is_named() -> None:
    # f(4): 8,000,000 at most in a distressed municipality; reached first at 8,000,000 / 5,500 = 1,454.5: 1,455 jobs.
    found = solve(Scenario(distressed_municipality=True), "new_jobs", target=8_000_001)
    assert found.value is None
    assert found.obstacle is not None
    assert found.obstacle.rule == "annual_limit"
    assert found.obstacle.provision is not None
    assert found.obstacle.provision.name == "annual_limit"
    assert found.obstacle.best == 8_000_000
    assert found.obstacle.at == 1_455
    assert "$8,000,000" in found.obstacle.sentence


def test_a_fact_that_changes_nothing_is_said_to_add_no_more() -> None:
    found = solve(Scenario(new_jobs=10, distressed_municipality=True), "solar_percent", target=100_000)
    # 10 x (4,000 + 250) at 50 %.
    assert found.obstacle is not None
    assert (found.obstacle.rule, found.obstacle.at) == ("none", 50)
    assert found.obstacle.best == 42_500


def test_the_least_capital_is_found_to_the_cent() -> None:
    # 10 retained jobs at up to 1,500: 1,000 each is rounded half up from 999.50 on, so 10 x 999.50 / 10 % = 99,950.
    found = solve(Scenario(retained_jobs=10, priority_area=True), "capital_investment", target=10_000)
    assert found.value == 99_950
    assert found.reached == 10_000


def test_the_whole_range_of_jobs_is_searched_in_little_time_even_where_each_job_counts() -> None:
    # 1 new job and R retained, $10,000,000 of capital: 3,000 + R x 1,000,000 / (R + 1), at most about 1,003,000.
    found = solve(
        Scenario(new_jobs=1, priority_area=True, capital_investment=10_000_000), "retained_jobs", target=9_000_000
    )
    assert found.value is None


def test_a_target_that_is_no_amount_of_dollars_is_refused() -> None:
    with pytest.raises(ScenarioError, match="at most two decimals"):
        solve(Scenario(), "new_jobs", target=Decimal("0.001"))
