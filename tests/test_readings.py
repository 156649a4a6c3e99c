"""Every open question of the text: one case worked by hand for each option, where the options differ."""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import Award, evaluate
from credit_core.law import Law, readings
from credit_core.scenario import Scenario

M = 1_000_000
PRIORITY = {"priority_area": True}
GROWTH_ZONE = {"growth_zone": True}
HUB = {"urban_transit_hub_municipality": True}
CAMDEN = {"growth_zone": True, "municipal_rehabilitation": True}

# The table of the design: the options in its order, the default first.
TABLE = {
    "partial_steps": ["whole", "proportional"],
    "industrial_bonus": ["one", "both"],
    "retained_in_growth_zone": ["full", "mega_in_growth_zone", "automobile_only"],
    "overlapping_categories": ["most_generous", "strictest"],
    "disaster_limit": ["always", "other_areas_only"],
    "capital_route_pay": ["spread", "yearly"],
    "necessity_trigger": ["after_limits", "before_limits"],
    "necessity_exception": ["capital_route_only", "whole_zone"],
    "rounding": ["dollar", "cent"],
    "reduced_minimum": ["whole_dollar", "even_dollar", "exact"],
}


def industrial(capital: object, minimum: object) -> dict[str, Any]:
    return {
        "capital_investment": capital,
        "industrial_capital_investment": capital,
        "minimum_capital_investment": minimum,
    }


def salaries(average: object, benchmark: object) -> dict[str, Any]:
    return {"average_salary": average, "benchmark_salary": benchmark}


SHED = {
    "facility_use": "industrial",
    "construction": "rehabilitation",
    "gross_leasable_sqft": 10_000,
    "capital_investment": 200_000,
    "industrial_capital_investment": 200_000,
}

Case = tuple[str, str, dict[str, Any], dict[str, str], str]

CASES: list[Case] = [
    # reading, line of the sheet, facts, what each option gives, arithmetic
    (
        "partial_steps",
        "bonus_c5",
        {**PRIORITY, **industrial(1_300_000, M)},
        {"whole": "1000", "proportional": "1500"},
        "30 % above the minimum: 1.5 steps of 20 %",
    ),
    (
        "partial_steps",
        "bonus_c5",
        {**PRIORITY, **industrial(1_100_000, M)},
        {"whole": "0", "proportional": "500"},
        "10 %: half a step",
    ),
    (
        "partial_steps",
        "bonus_c5",
        {**PRIORITY, **industrial(1_700_000, M)},
        {"whole": "3000", "proportional": "3000"},
        "70 %: 3.5 steps, up to the most",
    ),
    (
        "partial_steps",
        "bonus_c5",
        {**PRIORITY, **industrial(M, M)},
        {"whole": "0", "proportional": "0"},
        "the minimum itself is not in excess of it",
    ),
    (
        "partial_steps",
        "bonus_c10",
        {**GROWTH_ZONE, **industrial(1_950_000, M)},
        {"whole": "4000", "proportional": "4750"},
        "95 %: 4.75 steps",
    ),
    (
        "partial_steps",
        "bonus_c10",
        {**GROWTH_ZONE, **industrial(Decimal("1.01"), Decimal("0.81"))},
        {"whole": "1000", "proportional": "1234.57"},
        "0.20 / 0.81 is 24.69136 %: 1.234568 steps",
    ),
    (
        "partial_steps",
        "bonus_c6",
        {**PRIORITY, **salaries(90_000, 60_000)},
        {"whole": "250", "proportional": "357.14"},
        "50 % is 1.428571 steps of 35 %: 357.142857",
    ),
    (
        "partial_steps",
        "bonus_c6",
        {**PRIORITY, **salaries(60_000, 90_000)},
        {"whole": "0", "proportional": "0"},
        "below the benchmark",
    ),
    (
        "partial_steps",
        "bonus_c6",
        {**PRIORITY, **salaries(Decimal("107.01"), 100)},
        {"whole": "0", "proportional": "50.07"},
        "107.01 on 100: 7.01 % is 0.2002857 of a step, 50.0714",
    ),
    (
        "partial_steps",
        "bonus_c6",
        {**PRIORITY, **salaries(200_000, 60_000)},
        {"whole": "1500", "proportional": "1500"},
        "233 %: 6.67 steps, up to the most",
    ),
    (
        "industrial_bonus",
        "bonuses_total",
        {**GROWTH_ZONE, **industrial(2 * M, M)},
        {"one": "5000", "both": "8000"},
        "c(10) 5,000, and c(5) 3,000 beside it",
    ),
    (
        "industrial_bonus",
        "gross_amount",
        {**GROWTH_ZONE, **industrial(1_400_000, M)},
        {"one": "7000", "both": "9000"},
        "5,000 and two steps, once or twice",
    ),
    (
        "industrial_bonus",
        "bonuses_total",
        {**GROWTH_ZONE, "mega_project": True, **industrial(2 * M, M)},
        {"one": "5000", "both": "5000"},
        "a mega project never takes c(5)",
    ),
    (
        "industrial_bonus",
        "bonuses_total",
        {**PRIORITY, **industrial(2 * M, M)},
        {"one": "3000", "both": "3000"},
        "c(5) alone outside a growth zone",
    ),
    (
        "retained_in_growth_zone",
        "retained_job_amount",
        {**GROWTH_ZONE, "retained_jobs": 100, "capital_investment": 2 * M},
        {"full": "5000", "mega_in_growth_zone": "2000", "automobile_only": "2000"},
        "the whole gross; else a tenth of 2,000,000 over 100, below 2,500",
    ),
    (
        "retained_in_growth_zone",
        "retained_job_amount",
        {**GROWTH_ZONE, "mega_project": True, "retained_jobs": 100, "capital_investment": 9 * M},
        {"full": "5000", "mega_in_growth_zone": "5000", "automobile_only": "2500"},
        "the whole gross; else half of it",
    ),
    (
        "retained_in_growth_zone",
        "retained_job_amount",
        {**GROWTH_ZONE, "mega_project": True, "automobile_headquarters": True, "retained_jobs": 100},
        {"full": "5000", "mega_in_growth_zone": "5000", "automobile_only": "5000"},
        "the automobile headquarters is in every reading",
    ),
    (
        "retained_in_growth_zone",
        "retained_job_amount",
        {**PRIORITY, "mega_project": True, "automobile_headquarters": True, "retained_jobs": 100},
        {"full": "5000", "mega_in_growth_zone": "5000", "automobile_only": "5000"},
        "so it is in a priority area",
    ),
    (
        "retained_in_growth_zone",
        "retained_job_amount",
        {**PRIORITY, "mega_project": True, "retained_jobs": 100},
        {"full": "0", "mega_in_growth_zone": "0", "automobile_only": "0"},
        "another mega project in a priority area is in none: no capital, no amount",
    ),
    (
        "retained_in_growth_zone",
        "retained_job_amount",
        {**GROWTH_ZONE, "replaces_disaster_damaged_facility": True, "retained_jobs": 100},
        {"full": "5000", "mega_in_growth_zone": "5000", "automobile_only": "5000"},
        "a replaced facility is an exception of its own",
    ),
    (
        "overlapping_categories",
        "gross_amount",
        {**GROWTH_ZONE, **HUB, "authority_bonus": 9_500},
        {"most_generous": "14500", "strictest": "12000"},
        "14,500 within 15,000 of d(1), or cut to 12,000 of d(2)",
    ),
    (
        "overlapping_categories",
        "annual_award",
        {**GROWTH_ZONE, **HUB, "new_jobs": 2_000},
        {"most_generous": "13000000", "strictest": "10000000"},
        "2,000 x 6,500 within f(2), or cut to f(3)",
    ),
    (
        "disaster_limit",
        "gross_amount",
        {**GROWTH_ZONE, "disaster_recovery_project": True},
        {"always": "2000", "other_areas_only": "5000"},
        "5,000 cut to 2,000, or d(1) alone",
    ),
    (
        "disaster_limit",
        "gross_amount",
        {**PRIORITY, "disaster_recovery_project": True},
        {"always": "2000", "other_areas_only": "3000"},
        "d(4) governs, not d(5)",
    ),
    (
        "disaster_limit",
        "gross_amount",
        {**PRIORITY, "other_eligible_area": True, "disaster_recovery_project": True},
        {"always": "2000", "other_areas_only": "3000"},
        "the area is a priority area first",
    ),
    (
        "disaster_limit",
        "gross_amount",
        {"other_eligible_area": True, "disaster_recovery_project": True, "authority_bonus": 4_000},
        {"always": "2000", "other_areas_only": "2000"},
        "d(5) governs: 4,500 cut to 2,000 either way",
    ),
    (
        "capital_route_pay",
        "annual_capital_route",
        {**CAMDEN, "new_jobs": 50, "capital_investment": 9 * M},
        {"spread": "900000", "yearly": "2000000"},
        "a tenth of 9,000,000, or all of it each year, up to 2,000,000",
    ),
    (
        "capital_route_pay",
        "annual_capital_route",
        {**CAMDEN, "new_jobs": 300, "capital_investment": 45 * M},
        {"spread": "4500000", "yearly": "4500000"},
        "tier (e) is always one tenth",
    ),
    (
        "necessity_trigger",
        "annual_award",
        {**PRIORITY, "new_jobs": 1_500, "amount_necessary": 3 * M},
        {"after_limits": "4000000", "before_limits": "3000000"},
        "6,750,000 by jobs, 4,000,000 after f(5)",
    ),
    (
        "necessity_exception",
        "annual_award",
        {**CAMDEN, "new_jobs": 1_000, "amount_necessary": 5 * M},
        {"capital_route_only": "5000000", "whole_zone": "6250000"},
        "1,000 x 6,250, by jobs",
    ),
    (
        "rounding",
        "retained_job_amount",
        {**PRIORITY, "new_jobs": 247, "retained_jobs": 154, "capital_investment": 7_200_000},
        {"dollar": "1796", "cent": "1795.51"},
        "720,000 / 401 = 1,795.5112, below half of 3,750",
    ),
    (
        "rounding",
        "annual_award",
        {**PRIORITY, "new_jobs": 247, "retained_jobs": 154, "capital_investment": 7_200_000},
        {"dollar": "1202834", "cent": "1202758.54"},
        "247 x 3,750 = 926,250, and 154 x 1,796 = 276,584 or 154 x 1,795.51 = 276,508.54",
    ),
    (
        "reduced_minimum",
        "bonus_c10",
        {**GROWTH_ZONE, **SHED},
        {"whole_dollar": "2000", "even_dollar": "3000", "exact": "2000"},
        "200,000 is 1.538 times 130,000, 1.667 times 120,000, 1.5 times 133,333.33",
    ),
    (
        "reduced_minimum",
        "bonus_c10",
        {**GROWTH_ZONE, **SHED, "capital_investment": 156_000, "industrial_capital_investment": 156_000},
        {"whole_dollar": "1000", "even_dollar": "1000", "exact": "0"},
        "156,000 is 1.2 times 130,000, 1.3 times 120,000, 1.17 times 133,333.33",
    ),
]


def by(facts: dict[str, Any], name: str, option: str) -> Award:
    return evaluate(Scenario(**facts), Law.current().read(**{name: option}))


@pytest.mark.parametrize(("name", "line", "facts", "expected", "why"), CASES)
def test_each_option_by_hand(name: str, line: str, facts: dict[str, Any], expected: dict[str, str], why: str) -> None:
    assert set(expected) == set(TABLE[name])
    found = {option: getattr(by(facts, name, option), line) for option in expected}
    assert found == {option: Decimal(amount) for option, amount in expected.items()}, why


@pytest.mark.parametrize(("name", "line", "facts", "expected", "why"), CASES)
def test_the_default_is_the_first_option(
    name: str, line: str, facts: dict[str, Any], expected: dict[str, str], why: str
) -> None:
    assert getattr(evaluate(Scenario(**facts)), line) == Decimal(expected[TABLE[name][0]])


def test_the_readings_are_those_of_the_table() -> None:
    assert {name: list(known.options) for name, known in readings().items()} == TABLE
    assert all(known.default == TABLE[name][0] for name, known in readings().items())


def test_every_reading_says_where_why_and_how_well_it_stands() -> None:
    for known in readings().values():
        assert known.citation.startswith("34:1B-24")
        assert known.title
        assert known.why
        assert known.support
        assert all(known.options.values())


def test_every_option_of_every_reading_differs_from_another_in_some_case() -> None:
    for name, options in TABLE.items():
        tables = [expected for reading, _, _, expected, _ in CASES if reading == name]
        for option in options[1:]:
            assert any(expected[option] != expected[options[0]] for expected in tables), (name, option)


def test_readings_are_chosen_together() -> None:
    # Proportional, both industrial bonuses, to the cent: 30 % above the minimum is 1,500 under c(5) and under c(10).
    law = Law.current().read(partial_steps="proportional", industrial_bonus="both")
    found = evaluate(Scenario(**GROWTH_ZONE, **industrial(1_300_000, M)), law)
    assert found.bonus_c5 == 1_500
    assert found.bonus_c10 == 1_500


@pytest.mark.parametrize("option", TABLE["partial_steps"])
def test_a_minimum_or_benchmark_of_nothing_earns_no_part_of_a_step(option: str) -> None:
    facts = {**industrial(M, 0), **salaries(90_000, 0)}
    assert by({**PRIORITY, **facts}, "partial_steps", option).bonuses_total == 0
    assert by({**GROWTH_ZONE, **facts}, "partial_steps", option).bonuses_total == 0


@pytest.mark.parametrize(
    ("benchmark", "average", "expected"),
    [
        # x / 35 x 250 where x is the percentage above; the half cent goes up.
        (100, "100.14", "1"),  # 0.14 % x 250 / 35 = 1.00
        (1_000_000, "1000007", "0.01"),  # 0.0007 % x 250 / 35 = 0.005
        (1_000_000, "1000006.99", "0"),  # 0.004993
        (1_000_000, "1000021", "0.02"),  # 0.015
    ],
)
def test_a_proportional_step_is_rounded_half_up_to_the_cent(benchmark: int, average: str, expected: str) -> None:
    facts = {**PRIORITY, **salaries(Decimal(average), benchmark)}
    assert by(facts, "partial_steps", "proportional").bonus_c6 == Decimal(expected)
