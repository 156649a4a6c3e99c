"""Subsection c: the increases, N.J.S.A. 34:1B-246(c)(1)-(18) and the opening words, each by its own words.

Every case stands in a priority area (base $3,000, limit for a job $10,500) unless it says otherwise.
"""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from credit_core.award import BONUS_NAMES, Award, evaluate, facts_of
from credit_core.counties import COUNTIES
from credit_core.law import Law
from credit_core.scenario import Scenario
from credit_core.section5.c_bonuses import (
    c5_and_c10,
    c5_industrial_capital,
    c10_industrial_capital_mega_or_growth_zone,
)
from tests.strategies import laws, scenarios

Case = tuple[dict[str, Any], int]

SEDAN = {"automobile_headquarters": True, "already_in_municipality": True}
REDEVELOPMENT = {"redevelopment_area": True}
VACANT = {"vacant_over_one_year": True}
SOUTH = {"county": "Camden"}
TERMINAL = {"marine_terminal": True, "south_jersey_port_district": True}

# Paragraph: facts and the increase that the words give.
FLAT: dict[int, list[Case]] = {
    1: [
        ({"deep_poverty_pocket": True}, 1_500),
        ({"choice_neighborhood": True}, 1_500),
        ({"deep_poverty_pocket": True, "choice_neighborhood": True}, 1_500),  # "or": one increase
    ],
    2: [({"incubator_facility": True}, 500)],
    3: [  # "a minimum of 20 percent"
        ({"moderate_income_housing_percent": Decimal("19.99")}, 0),
        ({"moderate_income_housing_percent": 20}, 500),
        ({"moderate_income_housing_percent": Decimal("20.01")}, 500),
        ({"moderate_income_housing_percent": 100}, 500),
    ],
    4: [({"transit_oriented_development": True}, 2_000)],
    8: [({"targeted_industry": True}, 500)],
    9: [
        ({"exceeds_leed_silver": True}, 250),
        ({"substantial_remediation": True}, 250),
        ({"exceeds_leed_silver": True, "substantial_remediation": True}, 250),  # "or": one increase
    ],
    11: [  # "retains at least 400 jobs": new jobs do not count
        ({**SEDAN, "retained_jobs": 399, "new_jobs": 5_000}, 0),
        ({**SEDAN, "retained_jobs": 400}, 1_500),
        ({**SEDAN, "retained_jobs": 401}, 1_500),
        ({"automobile_headquarters": True, "retained_jobs": 400}, 0),
        ({"already_in_municipality": True, "retained_jobs": 400}, 0),
    ],
    12: [  # "greater than 465"
        ({**SOUTH, "revitalization_index_2007": 464}, 0),
        ({**SOUTH, "revitalization_index_2007": 465}, 0),
        ({**SOUTH, "revitalization_index_2007": 466}, 1_000),
        ({**SOUTH, "revitalization_index_2007": None}, 0),
        (SOUTH, 0),
        ({"revitalization_index_2007": 466}, 0),
    ],
    13: [({"light_rail": True}, 1_000)],
    14: [
        (TERMINAL, 1_500),
        ({"marine_terminal": True}, 0),
        ({"south_jersey_port_district": True}, 0),
        ({**TERMINAL, "growth_zone": True}, 0),  # "located outside the Garden State Growth Zone"
    ],
    15: [  # "at least one United States Highway and at least two New Jersey State Highways"
        ({**REDEVELOPMENT, "us_highways": 0, "state_highways": 2}, 0),
        ({**REDEVELOPMENT, "us_highways": 1, "state_highways": 1}, 0),
        ({**REDEVELOPMENT, "us_highways": 1, "state_highways": 2}, 1_500),
        ({**REDEVELOPMENT, "us_highways": 2, "state_highways": 3}, 1_500),
        ({**REDEVELOPMENT, "us_highways": 3, "state_highways": 0}, 0),
        ({"us_highways": 1, "state_highways": 2}, 0),
    ],
    16: [  # "at least 50 percent"
        ({"solar_percent": Decimal("49.99")}, 0),
        ({"solar_percent": 50}, 250),
        ({"solar_percent": Decimal("50.01")}, 250),
    ],
    17: [  # "over 1,000,000 square feet ... for a period of over one year"
        ({**VACANT, "vacant_building_sqft": 999_999}, 0),
        ({**VACANT, "vacant_building_sqft": 1_000_000}, 0),
        ({**VACANT, "vacant_building_sqft": 1_000_001}, 1_000),
        ({"vacant_building_sqft": 1_000_001}, 0),
        (VACANT, 0),
    ],
    18: [
        ({"college_research": True, "targeted_industry": True}, 1_000),
        ({"college_research": True}, 0),
        ({"targeted_industry": True}, 0),
    ],
}

FLAT_CASES = [(number, facts, expected) for number, cases in FLAT.items() for facts, expected in cases]


def award(law: Law | None = None, /, **facts: Any) -> Award:
    return evaluate(Scenario(**({"priority_area": True} | facts)), law)


def bonus(number: int, law: Law | None = None, /, **facts: Any) -> Decimal:
    found: Decimal = getattr(award(law, **facts), f"bonus_c{number}")
    return found


@pytest.mark.parametrize(("number", "facts", "expected"), FLAT_CASES)
def test_flat_increases(number: int, facts: dict[str, Any], expected: int) -> None:
    assert bonus(number, **facts) == expected


@pytest.mark.parametrize("number", FLAT)
def test_no_flat_increase_without_its_facts(number: int) -> None:
    assert bonus(number) == 0


@pytest.mark.parametrize("county", ["", *COUNTIES])
def test_c12_names_eight_counties(county: str) -> None:
    eight = ["Atlantic", "Burlington", "Camden", "Cape May", "Cumberland", "Gloucester", "Ocean", "Salem"]
    expected = 1_000 if county in eight else 0
    assert bonus(12, county=county, revitalization_index_2007=466) == expected


def test_all_increases_are_collected_and_summed() -> None:
    # c(1) 1,500 + c(2) 500 + c(3) 500 + c(4) 2,000 + c(8) 500 + c(9) 250 = 5,250; with the base 8,250.
    found = award(
        deep_poverty_pocket=True,
        incubator_facility=True,
        moderate_income_housing_percent=20,
        transit_oriented_development=True,
        targeted_industry=True,
        exceeds_leed_silver=True,
    )
    assert found.bonuses_total == 5_250
    assert found.gross_before_limit == 8_250
    assert sum(getattr(found, name) for name in BONUS_NAMES) == 5_250


# c(5): minimum $1,000,000; $1,000 for each 20 % above it, at most $3,000.
STEPS_OF_C5 = [
    ("0", 0),
    ("999999.99", 0),
    ("1000000", 0),  # "in excess of the minimum"
    ("1000000.01", 0),  # in excess, but not by 20 percent
    ("1199999.99", 0),
    ("1200000", 1_000),
    ("1200000.01", 1_000),
    ("1399999.99", 1_000),
    ("1400000", 2_000),
    ("1400000.01", 2_000),
    ("1599999.99", 2_000),
    ("1600000", 3_000),
    ("1800000", 3_000),  # a fourth step, over the most
    ("90000000", 3_000),
]


@pytest.mark.parametrize(("industrial", "expected"), STEPS_OF_C5)
def test_c5_steps_of_twenty_percent(industrial: str, expected: int) -> None:
    facts = {"capital_investment": 90_000_000, "minimum_capital_investment": 1_000_000}
    found = award(industrial_capital_investment=Decimal(industrial), **facts)
    assert found.bonus_c5 == expected
    assert found.bonus_c10 == 0


def test_c5_counts_the_industrial_part_alone() -> None:
    facts = {"capital_investment": 5_000_000, "minimum_capital_investment": 1_000_000}
    assert bonus(5, **facts) == 0
    assert bonus(5, industrial_capital_investment=1_200_000, **facts) == 1_000


def test_c5_with_a_minimum_that_twenty_percent_does_not_divide() -> None:
    # A minimum of $0.03: 20 % is $0.006. $0.04 exceeds it by 33.3 % (one step), $0.03 by nothing.
    facts = {"capital_investment": 1, "minimum_capital_investment": Decimal("0.03")}
    assert bonus(5, industrial_capital_investment=Decimal("0.03"), **facts) == 0
    assert bonus(5, industrial_capital_investment=Decimal("0.04"), **facts) == 1_000


@pytest.mark.parametrize("number", [5, 10])
@pytest.mark.parametrize("minimum", [0, None])
def test_a_minimum_of_nothing_earns_no_steps(number: int, minimum: int | None) -> None:
    # Blank with no floor area is a computed minimum of 0.
    place = {"growth_zone": number == 10}
    facts = {"capital_investment": 9_000_000, "industrial_capital_investment": 9_000_000}
    assert bonus(number, minimum_capital_investment=minimum, **facts, **place) == 0


# c(10): minimum $1,000,000; $1,000 for each 20 % above it, at most $5,000.
STEPS_OF_C10 = [
    ("1000000", 0),
    ("1199999.99", 0),
    ("1200000", 1_000),
    ("1400000", 2_000),
    ("1600000", 3_000),
    ("1799999.99", 3_000),
    ("1800000", 4_000),
    ("1999999.99", 4_000),
    ("2000000", 5_000),
    ("2000000.01", 5_000),
    ("2200000", 5_000),
]


@pytest.mark.parametrize("place", ["growth_zone", "mega_project"])
@pytest.mark.parametrize(("industrial", "expected"), STEPS_OF_C10)
def test_c10_steps_of_twenty_percent(place: str, industrial: str, expected: int) -> None:
    facts = {"capital_investment": 90_000_000, "minimum_capital_investment": 1_000_000, place: True}
    found = award(industrial_capital_investment=Decimal(industrial), **facts)
    # c(5) is "other than a mega project"; by default a growth zone project takes c(10) alone.
    assert found.bonus_c5 == 0
    assert found.bonus_c10 == expected


# c(6): benchmark $60,000; $250 for each 35 % above it, at most $1,500.
STEPS_OF_C6 = [
    ("0", 0),
    ("59999.99", 0),
    ("60000", 0),
    ("60000.01", 0),
    ("80999.99", 0),
    ("81000", 250),  # 1.35
    ("81000.01", 250),
    ("101999.99", 250),
    ("102000", 500),  # 1.70
    ("122999.99", 500),
    ("123000", 750),  # 2.05
    ("143999.99", 750),
    ("144000", 1_000),  # 2.40
    ("164999.99", 1_000),
    ("165000", 1_250),  # 2.75
    ("185999.99", 1_250),
    ("186000", 1_500),  # 3.10
    ("186000.01", 1_500),
    ("207000", 1_500),  # 3.45 would be a seventh step, over the most
    ("6000000", 1_500),
]


@pytest.mark.parametrize(("salary", "expected"), STEPS_OF_C6)
def test_c6_steps_of_thirty_five_percent(salary: str, expected: int) -> None:
    assert bonus(6, average_salary=Decimal(salary), benchmark_salary=60_000) == expected


@pytest.mark.parametrize(
    ("ratio", "steps"), [("1.35", 1), ("1.70", 2), ("2.05", 3), ("2.40", 4), ("2.75", 5), ("3.10", 6)]
)
@pytest.mark.parametrize("benchmark", [27_588, 100, 60_000, 81_420, 123_400])
def test_c6_ratios_are_exact_and_a_cent_below_is_a_step_less(ratio: str, steps: int, benchmark: int) -> None:
    # $27,588 is the Paterson growth zone's; two decimals of a ratio times whole dollars are whole cents.
    salary = benchmark * Decimal(ratio)
    facts = {"benchmark_salary": benchmark, "growth_zone": True}
    assert bonus(6, average_salary=salary, **facts) == 250 * steps
    assert bonus(6, average_salary=salary - Decimal("0.01"), **facts) == 250 * (steps - 1)
    assert bonus(6, average_salary=salary + Decimal("0.01"), **facts) == 250 * steps


@pytest.mark.parametrize(
    "facts",
    [
        {"average_salary": None, "benchmark_salary": 60_000},
        {"average_salary": 200_000, "benchmark_salary": None},
        {"average_salary": 200_000, "benchmark_salary": 0},
        {"average_salary": None, "benchmark_salary": None},
        {"average_salary": 0, "benchmark_salary": 0},
    ],
)
def test_c6_earns_nothing_on_an_unknown_salary_or_no_benchmark(facts: dict[str, Any]) -> None:
    assert bonus(6, **facts) == 0


# c(7): new and retained full-time jobs together.
BRACKETS = [
    (0, 0),
    (250, 0),
    (251, 500),
    (252, 500),
    (399, 500),
    (400, 500),
    (401, 750),
    (402, 750),
    (600, 750),
    (601, 1_000),
    (800, 1_000),
    (801, 1_250),
    (999, 1_250),
    (1_000, 1_250),  # "between 801 and 1,000"
    (1_001, 1_500),  # "in excess of 1,000"
    (1_000_000, 1_500),
]


@pytest.mark.parametrize(("jobs", "expected"), BRACKETS)
def test_c7_brackets_count_new_and_retained_jobs(jobs: int, expected: int) -> None:
    assert bonus(7, new_jobs=jobs) == expected
    assert bonus(7, retained_jobs=jobs) == expected
    assert bonus(7, new_jobs=jobs - jobs // 3, retained_jobs=jobs // 3) == expected


def test_the_authority_can_add_a_criterion() -> None:
    # c, opening words: "or other additional or replacement criteria determined by the authority"
    found = award(new_jobs=10, authority_bonus=Decimal("750.25"))
    assert found.bonus_authority == Decimal("750.25")
    assert found.bonuses_total == Decimal("750.25")
    assert found.gross_amount == Decimal("3750.25")
    assert found.annual_award == Decimal("37502.50")


def test_a_bill_can_add_a_flat_increase_beside_the_authoritys() -> None:
    law = Law.current().amend({"bonus.authority": 100})
    assert award(law).bonus_authority == 100
    assert award(law, authority_bonus=50).bonus_authority == 150


# Amount of a flat paragraph amended to $1,234 and its threshold moved by the smallest unit.
AMENDED: list[tuple[int, dict[str, Any], dict[str, Any], int]] = [
    (1, {"bonus.c1": 1_234}, {"deep_poverty_pocket": True}, 1_234),
    (2, {"bonus.c2": 1_234}, {"incubator_facility": True}, 1_234),
    (3, {"bonus.c3": 1_234}, {"moderate_income_housing_percent": 20}, 1_234),
    (3, {"threshold.c3": Decimal("20.01")}, {"moderate_income_housing_percent": 20}, 0),
    (4, {"bonus.c4": 1_234}, {"transit_oriented_development": True}, 1_234),
    (8, {"bonus.c8": 1_234}, {"targeted_industry": True}, 1_234),
    (9, {"bonus.c9": 1_234}, {"exceeds_leed_silver": True}, 1_234),
    (11, {"bonus.c11": 1_234}, {**SEDAN, "retained_jobs": 400}, 1_234),
    (11, {"threshold.c11": 401}, {**SEDAN, "retained_jobs": 400}, 0),
    (12, {"bonus.c12": 1_234}, {**SOUTH, "revitalization_index_2007": 466}, 1_234),
    (12, {"threshold.c12": 466}, {**SOUTH, "revitalization_index_2007": 466}, 0),
    (13, {"bonus.c13": 1_234}, {"light_rail": True}, 1_234),
    (14, {"bonus.c14": 1_234}, TERMINAL, 1_234),
    (15, {"bonus.c15": 1_234}, {**REDEVELOPMENT, "us_highways": 1, "state_highways": 2}, 1_234),
    (15, {"threshold.c15_us": 2}, {**REDEVELOPMENT, "us_highways": 1, "state_highways": 2}, 0),
    (15, {"threshold.c15_state": 3}, {**REDEVELOPMENT, "us_highways": 1, "state_highways": 2}, 0),
    (16, {"bonus.c16": 1_234}, {"solar_percent": 50}, 1_234),
    (16, {"threshold.c16": Decimal("50.01")}, {"solar_percent": 50}, 0),
    (17, {"bonus.c17": 1_234}, {**VACANT, "vacant_building_sqft": 1_000_001}, 1_234),
    (17, {"threshold.c17": 1_000_001}, {**VACANT, "vacant_building_sqft": 1_000_001}, 0),
    (18, {"bonus.c18": 1_234}, {"college_research": True, "targeted_industry": True}, 1_234),
]


@pytest.mark.parametrize(("number", "overrides", "facts", "expected"), AMENDED)
def test_a_bill_can_move_each_amount_and_threshold(
    number: int, overrides: dict[str, Any], facts: dict[str, Any], expected: int
) -> None:
    assert bonus(number, Law.current().amend(overrides), **facts) == expected


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"bonus.c5": 700}, 2_100),  # 3 steps of 20 % x 700
        ({"step.c5": 30}, 2_000),  # 60 % above holds 2 steps of 30 %
        ({"step.c5": Decimal("60.01")}, 0),
        ({"maximum.c5": 2_500}, 2_500),
        ({"maximum.c5": 0}, 0),
        ({"bonus.c5": 0}, 0),
        ({"bonus.c5": 1_200}, 3_000),  # 3 steps would be 3,600, over the most
        ({"bonus.c5": 5_000}, 3_000),  # one step alone is over the most
        ({"step.c5": 30, "maximum.c5": 2_500}, 2_000),  # 2 steps do not reach the most, nor are they raised to it
    ],
)
def test_a_bill_can_move_the_steps_of_c5(overrides: dict[str, Any], expected: int) -> None:
    # The industrial part is 1.6 times the minimum: 60 % above it.
    facts = {"capital_investment": 1_600_000, "industrial_capital_investment": 1_600_000}
    law = Law.current().amend(overrides)
    assert bonus(5, law, minimum_capital_investment=1_000_000, **facts) == expected


@given(scenarios(), laws())
def test_industrial_capital_measured_once_gives_both_paragraphs(scenario: Scenario, law: Law) -> None:
    facts, figures = facts_of(scenario), law.compiled
    apart = c5_industrial_capital(facts, figures), c10_industrial_capital_mega_or_growth_zone(facts, figures)
    assert c5_and_c10(facts, figures) == apart


def test_a_growth_zone_takes_both_paragraphs_under_the_other_reading_and_a_mega_project_one() -> None:
    # $5,000,000 where $4,000,000 is the least: 25 %, which is one step of 20 %: $1,000 by (5), $1,000 by (10).
    capital = {"capital_investment": 5_000_000, "industrial_capital_investment": 5_000_000}
    zone = Scenario(growth_zone=True, minimum_capital_investment=4_000_000, **capital)
    both = Law.current().read(industrial_bonus="both")
    assert c5_and_c10(facts_of(zone), Law.current().compiled) == (0, 1_000_00)
    assert c5_and_c10(facts_of(zone), both.compiled) == (1_000_00, 1_000_00)
    mega = zone.model_copy(update={"mega_project": True})
    assert c5_and_c10(facts_of(mega), both.compiled) == (0, 1_000_00)
    elsewhere = zone.model_copy(update={"growth_zone": False})
    assert c5_and_c10(facts_of(elsewhere), both.compiled) == (1_000_00, 0)
