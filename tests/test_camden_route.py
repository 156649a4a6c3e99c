"""The capital route of subsection d, N.J.S.A. 34:1B-246(d)(a)-(e): growth zones under the 2002 Act (Camden)."""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import Award, evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario

CAMDEN = {"growth_zone": True, "municipal_rehabilitation": True}
YEARLY = Law.current().read(capital_route_pay="yearly")
M = 1_000_000


def award(law: Law | None = None, /, **facts: Any) -> Award:
    return evaluate(Scenario(**(CAMDEN | facts)), law)


def route(jobs: int, capital: object, law: Law | None = None) -> Decimal:
    return award(law, new_jobs=jobs, capital_investment=capital).annual_capital_route


# Jobs new to the municipality, capital, and one tenth of the capital up to the ceiling of the tier reached.
JOBS_DECIDE = [
    (0, 80 * M, 0),
    (34, 80 * M, 0),
    (35, 80 * M, 2 * M),  # (a): 8.0 million a year, ceiling 2
    (36, 80 * M, 2 * M),
    (69, 80 * M, 2 * M),
    (70, 80 * M, 3 * M),  # (b): ceiling 3
    (71, 80 * M, 3 * M),
    (99, 80 * M, 3 * M),
    (100, 80 * M, 4 * M),  # (c): ceiling 4
    (101, 80 * M, 4 * M),
    (149, 80 * M, 4 * M),
    (150, 80 * M, 5 * M),  # (d): ceiling 5
    (151, 80 * M, 5 * M),
    (249, 80 * M, 5 * M),
    (250, 80 * M, 8 * M),  # (e): one tenth, no ceiling of its own
    (251, 80 * M, 8 * M),
]

# The same by capital, read yearly (the whole capital each year up to the ceiling), where each tier shows.
CAPITAL_DECIDES = [
    ("4999999.99", 0),
    ("5000000", 2 * M),  # (a) "at least $5,000,000"
    ("5000000.01", 2 * M),
    ("9999999.99", 2 * M),
    ("10000000", 3 * M),  # (b)
    ("10000000.01", 3 * M),
    ("14999999.99", 3 * M),
    ("15000000", 4 * M),  # (c)
    ("15000000.01", 4 * M),
    ("19999999.99", 4 * M),
    ("20000000", 5 * M),  # (d)
    ("20000000.01", 5 * M),
    ("29999999.99", 5 * M),
    ("30000000", 3 * M),  # (e): always one tenth; the highest tier reached governs
    ("30000000.10", "3000000.01"),
]

# Spread, below and at each ceiling.
CEILINGS = [
    (35, "5000000", "500000"),
    (35, "19999999.90", "1999999.99"),
    (35, "20000000", "2000000"),
    (35, "20000000.10", "2000000"),
    (70, "29999999.90", "2999999.99"),
    (70, "30000000", "3000000"),
    (70, "30000000.10", "3000000"),
    (100, "39999999.90", "3999999.99"),
    (100, "40000000", "4000000"),
    (100, "40000000.10", "4000000"),
    (150, "49999999.90", "4999999.99"),
    (150, "50000000", "5000000"),
    (150, "50000000.10", "5000000"),
    (250, "50000000.10", "5000000.01"),
    # Rounded half up to the cent: a tenth of .04 is .004, of .05 is .005.
    (250, "30000000.04", "3000000"),
    (250, "30000000.05", "3000000.01"),
    # f(1): "but subject to the provisions of paragraph (1) of subsection f."
    (250, "349999999.90", "34999999.99"),
    (250, "350000000", "35000000"),
    (250, "350000000.10", "35000000"),
    (250, "900000000", "35000000"),
]


@pytest.mark.parametrize(("jobs", "capital", "expected"), JOBS_DECIDE)
def test_jobs_just_below_at_and_just_above_each_tier(jobs: int, capital: int, expected: int) -> None:
    assert route(jobs, capital) == expected


@pytest.mark.parametrize(("capital", "expected"), CAPITAL_DECIDES)
def test_capital_just_below_at_and_just_above_each_tier(capital: str, expected: int | str) -> None:
    assert route(250, Decimal(capital), YEARLY) == Decimal(expected)


@pytest.mark.parametrize(("jobs", "capital", "expected"), CEILINGS)
def test_one_tenth_up_to_the_ceiling(jobs: int, capital: str, expected: str) -> None:
    assert route(jobs, Decimal(capital)) == Decimal(expected)


@pytest.mark.parametrize(
    ("jobs", "capital", "spread", "yearly"),
    [
        (35, 80 * M, 2 * M, 2 * M),
        (250, 5 * M, 500_000, 2 * M),  # jobs of (e), capital of (a)
        (35, 6 * M, 600_000, 2 * M),
        (70, 9 * M, 900_000, 2 * M),  # jobs of (b), capital of (a)
        (70, 12 * M, 1_200_000, 3 * M),
        (69, 12 * M, 1_200_000, 2 * M),  # jobs of (a), capital of (b)
        (249, 30 * M, 3 * M, 5 * M),  # jobs of (d), capital of (e)
        (250, 30 * M, 3 * M, 3 * M),
    ],
)
def test_a_tier_needs_both_its_jobs_and_its_capital(jobs: int, capital: int, spread: int, yearly: int) -> None:
    assert route(jobs, capital) == spread
    assert route(jobs, capital, YEARLY) == yearly


@pytest.mark.parametrize(
    "place",
    [
        {"municipal_rehabilitation": False},
        {"growth_zone": False},
        {"growth_zone": False, "urban_transit_hub_municipality": True},
        {"municipal_rehabilitation": False, "tourism_district": True},
        {"municipal_rehabilitation": False, "mega_project": True},
    ],
)
def test_no_route_outside_a_growth_zone_under_the_2002_act(place: dict[str, Any]) -> None:
    found = award(new_jobs=250, capital_investment=82 * M, **place)
    assert found.annual_capital_route == 0
    assert found.capital_route_used is False


# Jobs new to the municipality: (new, retained, already there, entered) and whether 35 are reached.
MOVED: list[tuple[int, int, bool, int | None, bool]] = [
    (35, 0, False, None, True),
    (34, 0, False, None, False),
    (20, 15, False, None, True),  # moved in from elsewhere in the State: they count
    (0, 35, False, None, True),
    (34, 500, True, None, False),  # jobs already there do not
    (35, 500, True, None, True),
    (10, 100, True, 35, True),  # entered
    (10, 100, True, 34, False),
    (100, 0, False, 34, False),
    (100, 0, False, 0, False),  # zero is not blank
    (100, 0, False, 35, True),
]


@pytest.mark.parametrize(("new", "retained", "already", "entered", "reached"), MOVED)
def test_jobs_new_to_the_municipality(
    new: int, retained: int, already: bool, entered: int | None, reached: bool
) -> None:
    found = award(
        new_jobs=new,
        retained_jobs=retained,
        already_in_municipality=already,
        jobs_new_to_municipality=entered,
        capital_investment=15 * M,
    )
    assert (found.annual_capital_route > 0) is reached


# "the greater of (i) the total tax credit ... pursuant to subsections a. through f.; or (ii)" the capital.
# 600 jobs: base 5,000 + c(7)(b) 750 = 5,750 a job, 3,450,000 a year by jobs.
@pytest.mark.parametrize(
    ("capital", "annual", "used"),
    [
        ("34499999.90", "3450000", False),  # a tenth is 3,449,999.99
        ("34500000", "3450000", False),  # equal: the second does not exceed the first
        ("34500000.10", "3450000.01", True),
    ],
)
def test_the_greater_of_the_ordinary_award_and_the_route(capital: str, annual: str, used: bool) -> None:
    found = award(new_jobs=600, capital_investment=Decimal(capital))
    assert found.annual_ordinary == 3_450_000
    assert found.annual_award == Decimal(annual)
    assert found.total_award == 10 * Decimal(annual)
    assert found.capital_route_used is used
    assert found.binding == ("capital_route" if used else "none")


def test_the_route_is_compared_with_the_ordinary_award_after_every_limit() -> None:
    # 3,000 new jobs: 5,000 + 1,500 = 6,500 a job, 19,500,000 a year; the amount necessary cuts it to 6,000,000.
    # The route, 80,000,000 / 10 = 8,000,000, divides the capital and is spared.
    found = award(new_jobs=3_000, capital_investment=80 * M, amount_necessary=6 * M)
    assert found.annual_by_jobs == 19_500_000
    assert found.annual_ordinary == 6 * M
    assert found.annual_award == 8 * M
    assert found.capital_route_used is True


def test_an_ordinary_award_at_its_own_limit_of_f1() -> None:
    # 10,000 jobs: 6,500 x 10,000 = 65,000,000, cut to 35,000,000 by f(1); so is the route of 40,000,000.
    found = award(new_jobs=10_000, capital_investment=400 * M)
    assert found.annual_ordinary == 35 * M
    assert found.annual_capital_route == 35 * M
    assert found.capital_route_used is False


def test_the_route_pays_by_capital_whatever_the_jobs_earn() -> None:
    # Retained jobs moved in count for the tier, and the route is not multiplied by them (Holtec: 26,000,000 a year).
    found = award(new_jobs=235, retained_jobs=160, capital_investment=260 * M)
    assert found.annual_award == 26 * M
    assert found.total_award == 260 * M


def test_the_route_over_fewer_years_pays_the_same_a_year() -> None:
    # The grant term of ten years divides the capital; the eligibility period says for how many years it is paid.
    found = award(new_jobs=250, capital_investment=30 * M, eligibility_years=4)
    assert found.annual_award == 3 * M
    assert found.total_award == 12 * M


@pytest.mark.parametrize(
    ("overrides", "jobs", "capital", "expected"),
    [
        ({"route_jobs.da": 30}, 30, 20 * M, 2 * M),
        ({"route_jobs.de": 251}, 250, 80 * M, 5 * M),
        ({"route_capital.da": 4 * M}, 35, 4 * M, 400_000),
        ({"route_limit.da": 2_500_000}, 35, 80 * M, 2_500_000),
        ({"route_limit.da": None}, 35, 80 * M, 8 * M),
        ({"route_years.d": 20}, 250, 80 * M, 4 * M),
        ({"annual_limit.f1": 7 * M}, 250, 80 * M, 7 * M),
        ({"annual_limit.f1": None}, 250, 400 * M, 40 * M),
    ],
)
def test_a_bill_can_move_the_tiers(overrides: dict[str, Any], jobs: int, capital: int, expected: int) -> None:
    assert route(jobs, capital, Law.current().amend(overrides)) == expected
