"""Subsection e: what new and retained jobs are allowed of the gross amount, N.J.S.A. 34:1B-246(e)."""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import Award, evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario

CENT = Law.current().read(rounding="cent")
M = 1_000_000


def award(law: Law | None = None, /, **facts: Any) -> Award:
    return evaluate(Scenario(**facts), law)


def test_e1_a_new_job_is_allowed_the_whole_gross() -> None:
    found = award(new_jobs=100, priority_area=True, authority_bonus=Decimal("0.55"))
    assert found.new_job_amount == Decimal("3000.55")
    assert found.annual_by_jobs == Decimal("300055")


# In a priority area the gross is 3,000 and half of it 1,500. Limb two: a tenth of the capital over 100 jobs.
TWO_LIMBS = [
    ("0", "0"),
    ("1499000", "1499"),  # 149,900 / 100
    ("1500000", "1500"),  # equal
    ("1501000", "1500"),  # half the gross is less
    ("90000000", "1500"),
]


@pytest.mark.parametrize(("capital", "expected"), TWO_LIMBS)
def test_e2_the_lesser_of_half_the_gross_and_the_capital(capital: str, expected: str) -> None:
    found = award(new_jobs=40, retained_jobs=60, priority_area=True, capital_investment=Decimal(capital))
    assert found.retained_job_amount == Decimal(expected)
    # New jobs keep 100 % of the gross: 40 x 3,000 = 120,000.
    assert found.annual_by_jobs == 120_000 + 60 * Decimal(expected)


def test_e2_the_capital_is_divided_by_new_and_retained_jobs() -> None:
    # WorkWave: 3,000 + c(7)(b) 750 + c(8) 500 + c(17) 1,000 = 5,250; 7,200,000 / 10 / 401 = 1,795.51.
    found = award(
        new_jobs=247,
        retained_jobs=154,
        priority_area=True,
        targeted_industry=True,
        vacant_building_sqft=1_500_000,
        vacant_over_one_year=True,
        capital_investment=7_200_000,
    )
    assert found.gross_amount == 5_250
    assert found.retained_job_amount == 1_796
    assert found.annual_by_jobs == 247 * 5_250 + 154 * 1_796  # 1,573,334


# Rounding, to the dollar and to the cent, of the lesser exact limb, once and half up.
# 100 jobs all retained: capital / 1,000 is the limb. Gross 3,000 + bonus, its half the other.
ROUNDING = [
    # capital, bonus, exact limb that is less, to the dollar, to the cent
    ("1000499.99", "0", "1000.49999", "1000", "1000.50"),
    ("1000500", "0", "1000.50", "1001", "1000.50"),
    ("1000500.01", "0", "1000.50001", "1001", "1000.50"),
    ("1000004.99", "0", "1000.00499", "1000", "1000"),
    ("1000005", "0", "1000.005", "1000", "1000.01"),
    ("90000000", "1", "1500.50", "1501", "1500.50"),
    ("90000000", "0.98", "1500.49", "1500", "1500.49"),
    ("90000000", "0.99", "1500.495", "1500", "1500.50"),
    # Two limbs that round alike: 1500.50 (half the gross) is less than 1500.60; both give 1,501.
    ("1500600", "1", "1500.50", "1501", "1500.50"),
]


@pytest.mark.parametrize(("capital", "bonus", "exact", "dollar", "cent"), ROUNDING)
def test_e2_rounding(capital: str, bonus: str, exact: str, dollar: str, cent: str) -> None:
    half, limb = (3_000 + Decimal(bonus)) / 2, Decimal(capital) / 1_000
    assert min(half, limb) == Decimal(exact)
    facts: dict[str, Any] = {
        "retained_jobs": 100,
        "priority_area": True,
        "capital_investment": Decimal(capital),
        "authority_bonus": Decimal(bonus),
    }
    assert award(**facts).retained_job_amount == Decimal(dollar)
    assert award(CENT, **facts).retained_job_amount == Decimal(cent)


def test_e2_without_any_jobs_the_capital_limb_is_nothing() -> None:
    assert award(priority_area=True, capital_investment=9 * M).retained_job_amount == 0


def test_e2_is_shown_without_retained_jobs_too() -> None:
    # 100 new jobs, 1,000,000 of capital: a tenth over 100 jobs is 1,000, less than 1,500.
    found = award(new_jobs=100, priority_area=True, capital_investment=M)
    assert found.retained_job_amount == 1_000
    assert found.annual_by_jobs == 300_000


# Exceptions: facts, and the amount for a retained job with no capital at all, so that the limbs would give 0.
EXCEPTIONS: list[tuple[dict[str, Any], int]] = [
    # a mega project that is an automobile headquarters in a priority area or a growth zone
    ({"mega_project": True, "automobile_headquarters": True, "priority_area": True}, 5_000),
    ({"mega_project": True, "automobile_headquarters": True, "growth_zone": True}, 5_000),
    ({"mega_project": True, "automobile_headquarters": True}, 0),
    ({"mega_project": True, "automobile_headquarters": True, "distressed_municipality": True}, 0),
    ({"mega_project": True, "priority_area": True}, 0),
    ({"automobile_headquarters": True, "priority_area": True}, 0),
    # any growth zone, by the default reading
    ({"growth_zone": True}, 5_000),
    ({"growth_zone": True, "mega_project": True}, 5_000),
    # the facility replaces one that a federally declared disaster damaged
    ({"replaces_disaster_damaged_facility": True, "priority_area": True}, 3_000),
    ({"replaces_disaster_damaged_facility": True, "other_eligible_area": True}, 500),
    # a disaster recovery project is something else: it has a limit of its own, and no exception
    ({"disaster_recovery_project": True, "priority_area": True}, 0),
    ({"priority_area": True}, 0),
    ({"urban_transit_hub_municipality": True}, 0),
]


@pytest.mark.parametrize(("facts", "expected"), EXCEPTIONS)
def test_e2_exceptions_earn_the_whole_gross(facts: dict[str, Any], expected: int) -> None:
    found = award(retained_jobs=10, **facts)
    assert found.retained_job_amount == expected
    assert found.annual_by_jobs == 10 * expected


def test_e2_a_whole_gross_is_never_rounded() -> None:
    for law in (Law.current(), CENT):
        found = award(law, retained_jobs=100, growth_zone=True, authority_bonus=Decimal("0.55"))
        assert found.retained_job_amount == Decimal("5000.55")


def test_e2_takes_the_gross_after_its_limit() -> None:
    # Gross 500 + 9,500, limited to 6,000 by d(5); half is 3,000, not 5,000.
    found = award(retained_jobs=10, other_eligible_area=True, authority_bonus=9_500, capital_investment=9 * M)
    assert found.retained_job_amount == 3_000


def test_accurate_box_retained_jobs_in_a_growth_zone() -> None:
    # 14,500 = 5,000 + c(1) 1,500 + c(4) 2,000 + c(7)(a) 500 + c(8) 500 + c(10) 5,000; 275 x 14,500 = 3,987,500.
    found = award(
        new_jobs=51,
        retained_jobs=224,
        growth_zone=True,
        urban_transit_hub_municipality=True,
        deep_poverty_pocket=True,
        transit_oriented_development=True,
        targeted_industry=True,
        capital_investment=20 * M,
        industrial_capital_investment=20 * M,
        minimum_capital_investment=10 * M,
    )
    assert found.retained_job_amount == 14_500
    assert found.annual_award == 3_987_500


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"retained_share.e2": 60}, 1_800),  # 60 % of 3,000
        ({"retained_share.e2": 0}, 0),
        ({"retained_capital_share.e2": 5}, 1_000),  # 5 % of 2,000,000 over 100 jobs
    ],
)
def test_a_bill_can_move_both_limbs(overrides: dict[str, Any], expected: int) -> None:
    law = Law.current().amend(overrides)
    found = award(law, retained_jobs=100, priority_area=True, capital_investment=2 * M)
    assert found.retained_job_amount == expected


def test_the_total_is_the_annual_award_for_each_year_of_the_period() -> None:
    for years in range(1, 11):
        found = award(new_jobs=10, priority_area=True, eligibility_years=years)
        assert found.annual_award == 30_000
        assert found.total_award == years * 30_000
