"""One law against another: by hand on the published awards, exactly added up for any facts, and the same compiled."""

import random
from decimal import Decimal
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from credit_core import Law, Scenario, evaluate
from credit_core.award import facts_of
from credit_core.batch import rows, scenario_of, warm_up
from credit_core.law import figures
from credit_core.published import published_awards
from credit_core.section5.sheet import fill
from credit_core.whatif.outcomes import OUTCOME_COLUMNS, Outcomes, effect, frame_outcomes, outcomes
from tests.strategies import WIDE, amended_laws, laws, scenarios

CURRENT = Law.current()
BASES = {name: known.value for name, known in figures().items() if name.startswith("base.")}
BASE_UP = CURRENT.amend({name: value + 1_000 for name, value in BASES.items()})
PUBLISHED = [award.scenario for award in published_awards()]

# What $1,000 more of base make of each published award, dollars a year.
BY_HAND = {
    # 14,500 a job becomes 15,000, not 15,500: d(1) allows 15,000. 51 + 224 jobs at 100 % x 500.
    "Accurate Box": 275 * 500,
    # Gross 5,250 becomes 6,250 (limit of d(4): 10,500). Each of 154 retained jobs stays at 1,796, one tenth of the
    # capital by 401 jobs, below half of either gross. 247 new jobs x 1,000.
    "WorkWave": 247 * 1_000,
    # 9,000 becomes 10,000, below the 12,000 of d(2); 3,000,000 a year is below the 10,000,000 of f(3).
    "Newell Brands": 300 * 1_000,
    # 8,500 becomes 9,500, below 15,000; 674,500 a year.
    "WebiMax": 71 * 1_000,
    # 7,750 becomes 8,750, below 12,000; 3,062,500 a year.
    "Forbes Media": 350 * 1_000,
    "First Data": 74 * 1_000,  # 8,000 becomes 9,000, below 12,000
    "DioGenix": 71 * 1_000,  # 10,500 becomes 11,500, below 15,000
    "Classic Cooking": 100 * 1_000,  # 7,500 becomes 8,500, below the 11,000 of d(3)
    # The Camden route pays one tenth of the capital, 26,000,000 and 8,200,000; the jobs earn far less either way.
    "Holtec International": 0,
    "Philadelphia 76ers": 0,
    # The amount necessary, 18,778,100, stands below 2,150 jobs at either gross.
    "JPMorgan Chase": 0,
}


def outcome_of(found: Outcomes) -> dict[str, str]:
    return dict(zip(found.projects["name"], found.projects["outcome"], strict=True))


# ---- by hand --------------------------------------------------------------------------------------------------------


def test_a_base_of_1000_more_on_the_published_awards() -> None:
    found = outcomes(PUBLISHED, BASE_UP)
    changes = dict(zip(found.projects["name"], found.projects["annual_change"], strict=True))
    assert changes == {name: float(amount) for name, amount in BY_HAND.items()}
    # 137,500 + 247,000 + 300,000 + 71,000 + 350,000 + 74,000 + 71,000 + 100,000
    assert found.annual.difference == 1_350_500
    assert found.total.difference == 13_505_000  # each over ten years
    assert (found.gains.count, found.loses.count, found.unchanged.count) == (8, 0, 3)
    assert found.gains.annual == 1_350_500
    assert found.gains.total == 13_505_000


def test_the_parts_of_that_bill_by_provision() -> None:
    found = outcomes(PUBLISHED, BASE_UP)
    parts = {part.provision.name: part.amount for part in found.annual.changes}
    # 275 + 401 + 300 + 71 + 350 + 74 + 71 + 100 + 395 + 250 + 2,150 = 4,437 jobs, each 1,000 more of base.
    assert parts["base_amount"] == 4_437_000
    assert parts["gross_limit"] == -275 * 500  # Accurate Box: 15,500 is cut to 15,000
    # WorkWave's 154 retained jobs stay at 1,796: what the gross gives them, e(2) takes. Holtec's 160 are in a growth
    # zone and count in full.
    assert parts["retained_job_amount"] == -154 * 1_000
    assert parts["amount_necessary"] == -2_150_000  # JPMorgan's 2,150 jobs
    assert parts["annual_capital_route"] == -(395 + 250) * 1_000  # the route fills up less in Camden
    assert sum(parts.values()) == 1_350_500
    order = [part.provision.name for part in found.annual.parts]
    assert list(parts) == sorted(parts, key=order.index)


def test_the_other_way_round_the_signs_turn() -> None:
    found = outcomes(PUBLISHED, CURRENT, baseline=BASE_UP)
    assert found.annual.difference == -1_350_500
    assert (found.gains.count, found.loses.count) == (0, 8)
    assert outcome_of(found)["WorkWave"] == "loses"


def test_two_bills_against_each_other() -> None:
    # For one hub project of 300 jobs: 5,000 + 500 (c7) a job. One bill lifts the base by 1,000, the other doubles c7b.
    hub = Scenario(urban_transit_hub_municipality=True, new_jobs=300)
    size = CURRENT.amend({"bonus.c7a": 750}).named("Size")
    found = effect(hub, size, baseline=BASE_UP)
    assert {part.provision.name: part.amount for part in found.changes} == {
        "base_amount": -300 * 1_000,
        "bonus_c7": 300 * 250,
    }
    assert found.difference == -225_000


def test_the_cost_of_each_year_follows_the_periods() -> None:
    short = Scenario(name="Two years", priority_area=True, new_jobs=100, eligibility_years=2)
    long = Scenario(name="Three years", priority_area=True, new_jobs=10, eligibility_years=3)
    found = outcomes([short, long], BASE_UP)
    # 110 jobs x 1,000 in the first two years, 10 in the third; the base of d(4) areas is 3,000.
    assert {year.year: int(year.change) for year in found.years} == {1: 110_000, 2: 110_000, 3: 10_000}
    assert sum(year.change for year in found.years) == found.total.difference == 230_000
    assert found.years[2].baseline == 10 * Decimal(evaluate(long).gross_amount)


# ---- a bill that changes nothing ------------------------------------------------------------------------------------

CHANCE = random.Random(246)
EDGES = (0, 1, 34, 35, 69, 70, 100, 150, 249, 250, 251, 400, 401, 600, 601, 800, 801, 1_000, 1_001, 2_500, 9_999)
ZONES = (
    "urban_transit_hub_municipality",
    "growth_zone",
    "municipal_rehabilitation",
    "tourism_district",
    "create_zone",
    "distressed_municipality",
    "priority_area",
    "other_eligible_area",
    "mega_project",
    "disaster_recovery_project",
)
SWITCHES = (
    "deep_poverty_pocket",
    "incubator_facility",
    "transit_oriented_development",
    "targeted_industry",
    "exceeds_leed_silver",
    "light_rail",
    "college_research",
    "vacant_over_one_year",
)


def some_project() -> dict[str, Any]:
    """A project drawn around the thresholds of the section."""
    return {
        **{name: CHANCE.random() < 0.3 for name in ZONES + SWITCHES},
        "new_jobs": CHANCE.choice(EDGES),
        "retained_jobs": CHANCE.choice(EDGES),
        "capital_investment": 20_000_000 + CHANCE.choice([0, 5_000_000, 15_000_000, 400_000_000]),
        "industrial_capital_investment": CHANCE.choice([0, 6_000_001, 19_999_999]),
        "minimum_capital_investment": 5_000_000,
        "average_salary": CHANCE.choice([59_999, 81_000, 144_000]),
        "benchmark_salary": 60_000,
        "annual_withholdings": CHANCE.choice([None, 0, 1_234_567, 50_000_000]),
        "amount_necessary": CHANCE.choice([None, 3_999_999, 12_345_678]),
        "eligibility_years": CHANCE.randint(1, 10),
    }


MANY = pd.DataFrame([some_project() for _ in range(10_000)])
NOTHING = {
    # A sixth bracket from 2,000 jobs that pays what bracket (e) pays already.
    "an amended law that comes to the same": CURRENT.amend({"threshold.c7f": 2_000, "bonus.c7f": 1_500}),
    "every figure set to what it is": CURRENT.amend({name: known.value for name, known in figures().items()}),
}


@pytest.mark.parametrize("bill", NOTHING.values(), ids=NOTHING)
def test_a_bill_that_changes_nothing_changes_no_cent_in_10000_scenarios(bill: Law) -> None:
    found = frame_outcomes(MANY, bill)
    assert (found.count, found.unusable) == (10_000, 0)
    assert found.unchanged.count == 10_000
    assert (found.projects["annual_change"] == 0).all()
    assert (found.projects["total_change"] == 0).all()
    assert not found.annual.changes
    assert not found.total.changes
    assert all(year.change == 0 for year in found.years)
    assert found.annual.first > 0


@pytest.mark.parametrize("bill", NOTHING.values(), ids=NOTHING)
def test_and_no_line_of_any_sheet(bill: Law) -> None:
    facts = [facts_of(project) for row in rows(MANY.head(2_000)) if isinstance(project := scenario_of(row), Scenario)]
    assert len(facts) == 2_000
    assert [fill(each, bill.compiled) for each in facts] == [fill(each, CURRENT.compiled) for each in facts]


# ---- for any facts --------------------------------------------------------------------------------------------------


@given(st.lists(scenarios(), max_size=4), laws(), amended_laws())
@WIDE
def test_the_parts_of_all_projects_are_those_of_each_and_add_up(
    projects: list[Scenario], baseline: Law, bill: Law
) -> None:
    found = outcomes(projects, bill, baseline)
    for whole in (found.annual, found.total):
        singles = [effect(each, bill, baseline, measure=whole.measure) for each in projects]
        assert sum(part.amount for part in whole.parts) == whole.difference
        assert whole.difference == sum((each.difference for each in singles), Decimal(0))
        for place, part in enumerate(whole.parts):
            assert part.amount == sum((each.parts[place].amount for each in singles), Decimal(0))
    assert found.gains.annual + found.loses.annual == found.annual.difference
    assert sum((year.change for year in found.years), Decimal(0)) == found.total.difference


@given(scenarios(), amended_laws())
@WIDE
def test_an_effect_is_the_award_under_one_law_less_that_under_the_other(project: Scenario, bill: Law) -> None:
    found = effect(project, bill)
    assert found.first == evaluate(project).annual_award
    assert found.second == evaluate(project, bill).annual_award


def test_sums_beyond_64_bits_are_exact() -> None:
    # 4 projects of ten million jobs at 1,000,000 base, no limit: 4 x 10**13 dollars a year, 4 x 10**16 cents over ten
    # years each; 300 of them exceed 2**63 cents.
    bill = CURRENT.amend({"base.b4": 1_000_000, "gross_limit.d5": None, "annual_limit.f6": None, "bonus.c7e": 0})
    giant = Scenario(other_eligible_area=True, new_jobs=10_000_000, eligibility_years=10)
    award = evaluate(giant, bill).total_award
    assert award == 10**14
    assert outcomes([giant] * 1_000, bill).total.second == 1_000 * award


# ---- frames ---------------------------------------------------------------------------------------------------------


def test_a_row_that_cannot_be_used_says_why_and_costs_nothing() -> None:
    given_rows = pd.DataFrame(
        {"name": ["good", "bad", "as text"], "new_jobs": [10, -1, "20"], "priority_area": [True, True, "yes"]},
        index=["x", "y", "z"],
    )
    found = frame_outcomes(given_rows, BASE_UP)
    assert list(found.projects.columns) == list(OUTCOME_COLUMNS)
    assert list(found.projects.index) == ["x", "y", "z"]
    assert found.projects["annual_change"].tolist()[::2] == [10_000, 20_000]
    assert found.projects["annual"].isna().tolist() == [False, True, False]
    assert "must not be negative; given: -1" in str(found.projects.loc["y", "problems"])
    assert (found.gains.count, found.unusable) == (2, 1)
    assert found.annual.difference == 30_000


def test_a_column_that_is_no_fact_concerns_every_row() -> None:
    found = frame_outcomes(pd.DataFrame({"new_job": [1, 2]}), BASE_UP)
    assert (found.count, found.unusable) == (0, 2)
    assert found.annual.difference == 0
    assert 'did you mean "new_jobs"?' in str(found.projects["problems"][0])


def test_no_rows_at_all() -> None:
    for found in (frame_outcomes(pd.DataFrame(), BASE_UP), outcomes([], BASE_UP)):
        assert (found.count, found.unusable, found.years) == (0, 0, ())
        assert found.annual.difference == 0


def test_the_compiled_law_gives_the_same() -> None:
    warm_up()
    many = MANY.head(1_000)
    bill = CURRENT.amend({"base.b1a": 6_000, "gross_limit.d1": None, "bonus.c4": 0, "annual_limit.f5": 1_000_000})
    bill = bill.read(partial_steps="proportional", rounding="cent")
    compiled = frame_outcomes(many, bill)
    plain = [frame_outcomes(many.iloc[start : start + 100], bill) for start in range(0, 1_000, 100)]
    pd.testing.assert_frame_equal(compiled.projects, pd.concat([each.projects for each in plain]))
    for place, part in enumerate(compiled.annual.parts):
        assert part.amount == sum((each.annual.parts[place].amount for each in plain), Decimal(0))
