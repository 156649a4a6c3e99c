"""What binds: the last rule, in the order of the sheet, without which the annual award would differ.

Order: gross_limit, retained_capital, annual_limit, withholdings, necessity, capital_route.
"""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import AWARD_COLUMNS, BINDING_RULES, evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario

M = 1_000_000
BEFORE = {"necessity_trigger": "before_limits"}
HUB = {"urban_transit_hub_municipality": True}
CAMDEN = {"growth_zone": True, "municipal_rehabilitation": True}
PRIORITY = {"priority_area": True}
OTHER = {"other_eligible_area": True}

Case = tuple[str, dict[str, Any], dict[str, str], str, str]

CASES: list[Case] = [
    # binding, facts, readings, annual award, arithmetic
    ("none", {**HUB, "new_jobs": 10}, {}, "50000", "10 x 5,000"),
    ("none", HUB, {}, "0", "no jobs: nothing, and nothing bound"),
    ("gross_limit", {**OTHER, "new_jobs": 10, "authority_bonus": 9_000}, {}, "60000", "9,500 cut to 6,000"),
    (
        "gross_limit",
        {**HUB, "new_jobs": 10, "disaster_recovery_project": True},
        {},
        "20000",
        "5,000 cut to 2,000 by d(6)",
    ),
    (
        "gross_limit",
        {**OTHER, "retained_jobs": 10, "authority_bonus": 9_000, "capital_investment": 9 * M},
        {},
        "30000",
        "half of 6,000 for each of 10; half of 9,500 would be 4,750",
    ),
    (
        "retained_capital",
        {**PRIORITY, "retained_jobs": 100, "capital_investment": M},
        {},
        "100000",
        "a tenth of 1,000,000 over 100 jobs is 1,000, below 1,500",
    ),
    (
        "retained_capital",
        {
            **OTHER,
            "new_jobs": 50,
            "retained_jobs": 50,
            "authority_bonus": 9_000,
            "capital_investment": M,
        },
        {},
        "350000",
        "both bind: gross 6,000 x 50, retained 1,000 x 50; the last is the capital",
    ),
    (
        "none",
        {**PRIORITY, "retained_jobs": 100, "capital_investment": 1_500_000},
        {},
        "150000",
        "both limbs are 1,500",
    ),
    (
        "none",
        {**PRIORITY, "retained_jobs": 100, "capital_investment": 1_499_600},
        {},
        "150000",
        "a limb of 1,499.60 rounds to the 1,500 of the other: no difference",
    ),
    ("none", {**PRIORITY, "new_jobs": 100, "capital_investment": M}, {}, "300000", "no retained jobs"),
    (
        "gross_limit",
        {**OTHER, "new_jobs": 10, "authority_bonus": 9_000, "capital_investment": 1},
        {},
        "60000",
        "no retained jobs, so the capital limb makes no difference",
    ),
    ("annual_limit", {**HUB, "new_jobs": 2_000}, {}, "10000000", "2,000 x 6,500 = 13,000,000 cut by f(3)"),
    (
        "annual_limit",
        {**HUB, "new_jobs": 2_000, "authority_bonus": 9_000},
        {},
        "10000000",
        "the gross of 15,500 is cut to 12,000 too, but without that cut f(3) would give the same",
    ),
    (
        "annual_limit",
        {**HUB, "new_jobs": 2_000, "retained_jobs": 100, "capital_investment": M},
        {},
        "10000000",
        "the retained amount is cut too, to no effect",
    ),
    (
        "gross_limit",
        {**HUB, "new_jobs": 800, "authority_bonus": 9_000},
        {},
        "9600000",
        "15,000 cut to 12,000; without the cut 12,000,000 would meet f(3), and 10,000,000 is not 9,600,000",
    ),
    (
        "withholdings",
        {**PRIORITY, "new_jobs": 100, "annual_withholdings": 100_000},
        {},
        "90000",
        "300,000 cut to 90 % of 100,000",
    ),
    ("withholdings", {**OTHER, "new_jobs": 100, "annual_withholdings": 0}, {}, "0", "90 % of nothing"),
    (
        "withholdings",
        {**PRIORITY, "new_jobs": 1_500, "annual_withholdings": 4 * M},
        {},
        "3600000",
        "6,750,000 cut to 4,000,000 by f(5), then to 3,600,000; without f(5) the same",
    ),
    (
        "annual_limit",
        {**PRIORITY, "new_jobs": 1_500, "annual_withholdings": 5 * M},
        {},
        "4000000",
        "90 % of 5,000,000 is 4,500,000, above f(5)",
    ),
    (
        "necessity",
        {**HUB, "new_jobs": 1_000, "amount_necessary": 5 * M},
        {},
        "5000000",
        "1,000 x 6,250 cut to the amount necessary",
    ),
    (
        "necessity",
        {**HUB, "new_jobs": 2_000, "amount_necessary": 9 * M},
        {},
        "9000000",
        "13,000,000 cut to 10,000,000 by f(3), then to 9,000,000",
    ),
    ("necessity", {**HUB, "new_jobs": 1_000, "amount_necessary": 0}, {}, "0", "nothing is necessary"),
    (
        "annual_limit",
        {**HUB, "new_jobs": 2_000, "amount_necessary": 11 * M},
        {},
        "10000000",
        "the amount necessary is above f(3)",
    ),
    (
        "annual_limit",
        {**PRIORITY, "new_jobs": 1_500, "amount_necessary": 3 * M},
        {},
        "4000000",
        "after f(5) the award is not in excess of 4,000,000",
    ),
    (
        "necessity",
        {**PRIORITY, "new_jobs": 1_500, "amount_necessary": 3 * M},
        BEFORE,
        "3000000",
        "6,750,000 before the limits is",
    ),
    (
        "withholdings",
        {**PRIORITY, "new_jobs": 1_500, "amount_necessary": 3 * M, "annual_withholdings": 2 * M},
        BEFORE,
        "1800000",
        "90 % of 2,000,000, below the amount necessary",
    ),
    (
        "capital_route",
        {**CAMDEN, "new_jobs": 250, "capital_investment": 82 * M},
        {},
        "8200000",
        "a tenth of 82,000,000, above 250 x 5,000",
    ),
    (
        "capital_route",
        {**CAMDEN, "new_jobs": 250, "capital_investment": 400 * M},
        {},
        "35000000",
        "40,000,000 up to f(1): the route is last",
    ),
    (
        "capital_route",
        {**CAMDEN, "new_jobs": 3_000, "capital_investment": 80 * M, "amount_necessary": 6 * M},
        {},
        "8000000",
        "the ordinary 19,500,000 is cut to 6,000,000; the route gives 8,000,000",
    ),
    (
        "necessity",
        {**CAMDEN, "new_jobs": 3_000, "capital_investment": 80 * M, "amount_necessary": 8 * M},
        {},
        "8000000",
        "the route only equals the ordinary award that necessity cut to 8,000,000",
    ),
    (
        "annual_limit",
        {**CAMDEN, "new_jobs": 10_000, "capital_investment": 400 * M},
        {},
        "35000000",
        "65,000,000 cut by f(1); the route gives no more",
    ),
    (
        "none",
        {**CAMDEN, "new_jobs": 600, "capital_investment": Decimal("34500000")},
        {},
        "3450000",
        "600 x 5,750, which the route only equals",
    ),
    ("not_eligible", {"new_jobs": 300}, {}, "0", "in no area at all"),
    (
        "not_eligible",
        {"new_jobs": 300, "municipal_rehabilitation": True, "capital_investment": 90 * M},
        {},
        "0",
        "the 2002 Act without a growth zone is no area",
    ),
]


@pytest.mark.parametrize(("binding", "facts", "readings", "annual", "why"), CASES)
def test_the_last_rule_without_which_the_award_would_differ(
    binding: str, facts: dict[str, Any], readings: dict[str, str], annual: str, why: str
) -> None:
    found = evaluate(Scenario(**facts), Law.current().read(**readings))
    assert found.annual_award == Decimal(annual), why
    assert found.binding == binding, why


def test_every_value_has_a_case() -> None:
    assert {binding for binding, *_ in CASES} == set(BINDING_RULES)


@pytest.mark.parametrize(
    "facts",
    [
        {"new_jobs": 300},
        {"new_jobs": 300, "disaster_recovery_project": True},
        {"new_jobs": 300, "targeted_industry": True, "authority_bonus": 1_000},
        {"retained_jobs": 300, "replaces_disaster_damaged_facility": True, "capital_investment": 90 * M},
        {"new_jobs": 300, "municipal_rehabilitation": True, "capital_investment": 90 * M},
        {"new_jobs": 3_000, "annual_withholdings": 5, "amount_necessary": 6, "tourism_district": True},
    ],
)
def test_a_project_in_no_area_gets_nothing_at_all(facts: dict[str, Any]) -> None:
    row = evaluate(Scenario(**facts)).as_row()
    assert row["binding"] == "not_eligible"
    amounts = {name: row[name] for name in AWARD_COLUMNS if name not in ("binding", "problems")}
    assert all(not amount for amount in amounts.values()), amounts


def test_coinciding_limits_by_the_words_of_the_definition() -> None:
    # By jobs 6,750,000. f(5) and 90 % of 4,444,444.45 are both 4,000,000.00: without either, the other gives the same.
    facts = {**PRIORITY, "new_jobs": 1_500, "annual_withholdings": Decimal("4444444.45")}
    found = evaluate(Scenario(**facts))
    assert found.withholdings_limit == found.annual_limit == found.annual_award == 4 * M
    assert found.binding == "none"
