"""Subsection f: the annual limits, withholdings and the amount necessary, N.J.S.A. 34:1B-246(f)."""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import Award, evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario

M = 1_000_000
CENT = Decimal("0.01")
STRICTEST = Law.current().read(overlapping_categories="strictest")
BEFORE = Law.current().read(necessity_trigger="before_limits")
WHOLE_ZONE = Law.current().read(necessity_exception="whole_zone")

Place = dict[str, Any]
CAMDEN: Place = {"growth_zone": True, "municipal_rehabilitation": True}
ATLANTIC_CITY: Place = {"growth_zone": True, "tourism_district": True}
TRENTON: Place = {"growth_zone": True}
HUB: Place = {"urban_transit_hub_municipality": True}
PRIORITY: Place = {"priority_area": True}
OTHER: Place = {"other_eligible_area": True}


def award(place: Place, law: Law | None = None, /, **facts: Any) -> Award:
    return evaluate(Scenario(**place, **facts), law)


# Place, new jobs and a bonus that bring the annual amount to its limit exactly:
# jobs x (base + size bonus + bonus) = limit.
AT_THE_LIMIT: list[tuple[Place, int, int, int]] = [
    (CAMDEN, 4_000, 2_250, 35 * M),  # f(1): 4,000 x (5,000 + 1,500 + 2,250)
    (ATLANTIC_CITY, 4_000, 2_250, 35 * M),  # f(1)
    ({"mega_project": True}, 4_000, 1_000, 30 * M),  # f(2): 4,000 x (5,000 + 1,500 + 1,000)
    (TRENTON, 4_000, 1_000, 30 * M),  # f(2)
    (HUB, 1_250, 1_500, 10 * M),  # f(3): 1,250 x (5,000 + 1,500 + 1,500)
    ({"create_zone": True}, 1_250, 6_000, 10 * M),  # f(3): 1,250 x (500 + 1,500 + 6,000)
    ({"distressed_municipality": True}, 1_250, 900, 8 * M),  # f(4): 1,250 x (4,000 + 1,500 + 900)
    (PRIORITY, 800, 1_000, 4 * M),  # f(5): 800 x (3,000 + 1,000 + 1,000)
    (OTHER, 500, 3_750, 2_500_000),  # f(6): 500 x (500 + 750 + 3,750)
]


@pytest.mark.parametrize(("place", "jobs", "bonus", "limit"), AT_THE_LIMIT)
def test_just_below_at_and_just_above_each_limit(place: Place, jobs: int, bonus: int, limit: int) -> None:
    for over in (-CENT, Decimal(0), CENT):
        found = award(place, new_jobs=jobs, authority_bonus=bonus + over)
        assert found.annual_limit == limit
        assert found.annual_by_jobs == limit + jobs * over
        assert found.annual_ordinary == min(limit, limit + jobs * over)
        assert found.annual_award == found.annual_ordinary


# Places at once: what the most generous and the strictest reading give.
OVERLAPS: list[tuple[Place, int, int]] = [
    ({**CAMDEN, **HUB}, 35 * M, 10 * M),
    ({**CAMDEN, "distressed_municipality": True}, 35 * M, 8 * M),
    ({**CAMDEN, **HUB, "distressed_municipality": True, **PRIORITY, **OTHER}, 35 * M, 8 * M),
    ({**CAMDEN, "mega_project": True}, 35 * M, 35 * M),  # f(1) displaces f(2)
    (CAMDEN, 35 * M, 35 * M),
    ({**TRENTON, **HUB}, 30 * M, 10 * M),
    ({"mega_project": True, **HUB}, 30 * M, 10 * M),
    ({"mega_project": True, **PRIORITY}, 30 * M, 30 * M),  # f(5) is for "other" priority areas
    ({"mega_project": True, **OTHER}, 30 * M, 30 * M),
    ({**HUB, "distressed_municipality": True}, 10 * M, 8 * M),
    ({"create_zone": True, **OTHER}, 10 * M, 10 * M),
    ({**HUB, **PRIORITY}, 10 * M, 10 * M),
    ({"distressed_municipality": True, **PRIORITY}, 8 * M, 8 * M),
    ({**PRIORITY, **OTHER}, 4 * M, 4 * M),  # f(6) is for "other" eligible areas
    # without a growth zone, neither the 2002 Act nor a Tourism District has an effect
    ({**PRIORITY, "municipal_rehabilitation": True}, 4 * M, 4 * M),
    ({**HUB, "tourism_district": True}, 10 * M, 10 * M),
]


@pytest.mark.parametrize(("place", "generous", "strictest"), OVERLAPS)
def test_several_categories_at_once(place: Place, generous: int, strictest: int) -> None:
    assert award(place).annual_limit == generous
    assert award(place, STRICTEST).annual_limit == strictest


def test_f1_displaces_f2_on_amended_amounts_too() -> None:
    # A bill lowers f(1) to 20 million: Camden is no longer at the 30 million of f(2), whichever way overlaps are read.
    for reading in (Law.current(), STRICTEST):
        law = reading.amend({"annual_limit.f1": 20 * M})
        assert award(CAMDEN, law).annual_limit == 20 * M
        assert award({**CAMDEN, "mega_project": True}, law).annual_limit == 20 * M
        assert award(TRENTON, law).annual_limit == 30 * M


def test_the_most_generous_is_chosen_on_amended_amounts() -> None:
    overrides = {"annual_limit.f4": 50 * M}
    place = {**HUB, "distressed_municipality": True}
    assert award(place, Law.current().amend(overrides)).annual_limit == 50 * M
    assert award(place, STRICTEST.amend(overrides)).annual_limit == 10 * M


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("f1", CAMDEN),
        ("f2", TRENTON),
        ("f3", HUB),
        ("f4", {"distressed_municipality": True}),
        ("f5", PRIORITY),
        ("f6", OTHER),
    ],
)
def test_a_bill_can_move_or_lift_each_limit(name: str, place: Place) -> None:
    facts = {"new_jobs": 10_000}
    moved = award(place, Law.current().amend({f"annual_limit.{name}": 1_234_567}), **facts)
    assert moved.annual_award == 1_234_567
    lifted = award(place, Law.current().amend({f"annual_limit.{name}": None}), **facts)
    assert lifted.annual_limit is None
    assert lifted.annual_award == lifted.annual_by_jobs > 0


# 500 new jobs in a priority area: 500 x (3,000 + 750) = 1,875,000 a year; in another area 500 x 1,250 = 625,000.
WITHHOLDINGS = [
    # given, 90 % of it down to the cent, the award in a priority area
    ("0", "0", "0"),
    ("0.01", "0", "0"),  # 0.009
    ("0.02", "0.01", "0.01"),  # 0.018
    ("1000000", "900000", "900000"),
    ("1000000.01", "900000", "900000"),  # 900,000.009
    ("1000000.09", "900000.08", "900000.08"),  # 900,000.081
    ("2083333.33", "1874999.99", "1874999.99"),  # 1,874,999.997: a cent short
    ("2083333.34", "1875000", "1875000"),  # 1,875,000.006: just enough
    ("2083333.35", "1875000.01", "1875000"),  # 1,875,000.015
    ("90000000", "81000000", "1875000"),
]


@pytest.mark.parametrize(("given", "limit", "annual"), WITHHOLDINGS)
def test_f5_ninety_percent_of_withholdings(given: str, limit: str, annual: str) -> None:
    found = award(PRIORITY, new_jobs=500, annual_withholdings=Decimal(given))
    assert found.withholdings_limit == Decimal(limit)
    assert found.annual_award == Decimal(annual)
    assert found.untested == ()


def test_f6_ninety_percent_of_withholdings() -> None:
    found = award(OTHER, new_jobs=500, annual_withholdings=500_000)
    assert found.withholdings_limit == 450_000
    assert found.annual_award == 450_000


@pytest.mark.parametrize("place", [PRIORITY, OTHER])
def test_unknown_withholdings_are_not_zero_and_leave_the_limit_untested(place: Place) -> None:
    found = award(place, new_jobs=100)
    assert found.withholdings_limit is None
    assert found.annual_award == found.annual_by_jobs > 0
    assert found.untested == ("withholdings",)


@pytest.mark.parametrize(
    "place", [CAMDEN, ATLANTIC_CITY, TRENTON, HUB, {"create_zone": True}, {"distressed_municipality": True}]
)
@pytest.mark.parametrize("also", [{}, PRIORITY, OTHER])
def test_withholdings_limit_no_other_paragraph(place: Place, also: Place) -> None:
    found = award({**place, **also}, new_jobs=100, annual_withholdings=0)
    assert found.withholdings_limit is None
    assert found.annual_award == found.annual_by_jobs > 0
    assert found.untested == ()


def test_withholdings_still_limit_where_a_bill_lifts_the_dollars() -> None:
    law = Law.current().amend({"annual_limit.f5": None})
    assert award(PRIORITY, law, new_jobs=500, annual_withholdings=M).annual_award == 900_000


def test_a_bill_can_move_the_share_of_withholdings() -> None:
    facts = {"new_jobs": 500, "annual_withholdings": 500_000}
    law = Law.current().amend({"withholdings_share.f5": 80, "withholdings_share.f6": Decimal("12.5")})
    assert award(PRIORITY, law, **facts).annual_award == 400_000
    assert award(OTHER, law, **facts).annual_award == 62_500


# 500 new jobs in a hub: 5,000 + c(4) 2,000 + c(7)(b) 750 + c(9) 250 = 8,000 a job, 4,000,000 a year exactly.
FOUR_MILLION = {"new_jobs": 500, "transit_oriented_development": True, "exceeds_leed_silver": True}
# One retained job more earns, read to the cent, a tenth of 50.10 over 501 jobs: 0.01.
A_CENT_MORE = {**FOUR_MILLION, "retained_jobs": 1, "capital_investment": Decimal("50.10")}


@pytest.mark.parametrize("reading", [Law.current(), BEFORE])
def test_at_four_million_exactly_nothing_is_determined(reading: Law) -> None:
    # "in excess of $4,000,000 annually"
    for necessary in (None, 0, M):
        found = award(HUB, reading, amount_necessary=necessary, **FOUR_MILLION)
        assert found.annual_award == 4 * M
        assert found.untested == ()


@pytest.mark.parametrize("reading", [Law.current(), BEFORE])
@pytest.mark.parametrize(
    ("necessary", "expected"),
    [
        ("0", "0"),
        ("1000000", "1000000"),
        ("4000000", "4000000"),
        ("4000000.01", "4000000.01"),
        ("5000000", "4000000.01"),
    ],
)
def test_a_cent_above_four_million_the_amount_necessary_decides(reading: Law, necessary: str, expected: str) -> None:
    law = reading.read(rounding="cent")
    found = award(HUB, law, amount_necessary=Decimal(necessary), **A_CENT_MORE)
    assert found.annual_by_jobs == Decimal("4000000.01")
    assert found.annual_award == Decimal(expected)
    assert found.untested == ()


@pytest.mark.parametrize("reading", [Law.current(), BEFORE])
def test_an_unknown_amount_necessary_is_not_zero_and_is_untested(reading: Law) -> None:
    found = award(HUB, reading.read(rounding="cent"), **A_CENT_MORE)
    assert found.annual_award == Decimal("4000000.01")
    assert found.untested == ("necessity",)


# 1,500 new jobs in a priority area: 1,500 x (3,000 + 1,500) = 6,750,000, cut to 4,000,000 by f(5).
@pytest.mark.parametrize(
    ("law", "withholdings", "necessary", "expected", "untested"),
    [
        (None, 9 * M, 3_500_000, 4 * M, ()),  # 4,000,000 after the limits is not in excess of it
        (BEFORE, 9 * M, 3_500_000, 3_500_000, ()),  # 6,750,000 is
        (BEFORE, 9 * M, 0, 0, ()),
        (BEFORE, 9 * M, None, 4 * M, ("necessity",)),
        (None, 9 * M, None, 4 * M, ()),
        (BEFORE, 3 * M, 3_500_000, 2_700_000, ()),  # withholdings, 90 % of 3,000,000, are less
        (BEFORE, 3 * M, 2_000_000, 2_000_000, ()),
        (BEFORE, None, None, 4 * M, ("withholdings", "necessity")),
    ],
)
def test_the_trigger_before_or_after_the_limits(
    law: Law | None, withholdings: Any, necessary: Any, expected: int, untested: tuple[str, ...]
) -> None:
    facts = {"annual_withholdings": withholdings, "amount_necessary": necessary}
    found = award(PRIORITY, law, new_jobs=1_500, **facts)
    assert found.annual_by_jobs == 6_750_000
    assert found.annual_award == expected
    assert found.untested == untested


# 1,000 new jobs in a growth zone: 1,000 x (5,000 + 1,250) = 6,250,000; the amount necessary is 5,000,000.
@pytest.mark.parametrize(
    ("place", "route_only", "whole_zone"),
    [
        (CAMDEN, 5 * M, 6_250_000),
        (ATLANTIC_CITY, 5 * M, 6_250_000),
        (TRENTON, 5 * M, 5 * M),
        ({**HUB, "municipal_rehabilitation": True}, 5 * M, 5 * M),
    ],
)
def test_whom_the_exception_spares(place: Place, route_only: int, whole_zone: int) -> None:
    facts = {"new_jobs": 1_000, "amount_necessary": 5 * M}
    assert award(place, **facts).annual_ordinary == route_only
    assert award(place, WHOLE_ZONE, **facts).annual_ordinary == whole_zone
    assert award(place, new_jobs=1_000).untested == ("necessity",)
    spared = whole_zone == 6_250_000
    assert award(place, WHOLE_ZONE, new_jobs=1_000).untested == (() if spared else ("necessity",))


def test_an_award_that_divides_the_capital_is_spared() -> None:
    # 250 jobs, 82,000,000 / 10: "that divides the total capital investment ... by the total number of full-time jobs".
    for law in (Law.current(), WHOLE_ZONE, BEFORE):
        found = award(CAMDEN, law, new_jobs=250, capital_investment=82 * M, amount_necessary=0)
        assert found.annual_award == 8_200_000


def test_a_bill_can_move_the_trigger() -> None:
    facts = {"amount_necessary": M, **FOUR_MILLION}
    assert award(HUB, Law.current().amend({"necessity_threshold.f": 4 * M - 1}), **facts).annual_award == M
    high = Law.current().amend({"necessity_threshold.f": 5 * M})
    assert award(HUB, high, new_jobs=700, amount_necessary=M).annual_award == 4_200_000  # 700 x (5,000 + 1,000)


def test_the_limits_apply_in_their_order() -> None:
    # By jobs 6,750,000; f(5) 4,000,000; 90 % of 4,200,000 is 3,780,000; necessary 3,700,000 (read before the limits).
    facts = {"new_jobs": 1_500, "annual_withholdings": 4_200_000}
    found = award(PRIORITY, BEFORE, amount_necessary=3_700_000, **facts)
    assert found.annual_limit == 4 * M
    assert found.withholdings_limit == 3_780_000
    assert found.annual_ordinary == 3_700_000
    # After the limits 3,780,000 is not in excess of 4,000,000.
    assert award(PRIORITY, amount_necessary=3_700_000, **facts).annual_ordinary == 3_780_000


def test_jpmorgan_the_amount_necessary() -> None:
    # 2,150 x (5,000 + 2,000 + 1,500 + 500 + 750) = 20,962,500 (160,000 is 2.29 times 70,000: 3 steps); f(2) 30 million.
    found = award(
        HUB,
        mega_project=True,
        new_jobs=2_150,
        transit_oriented_development=True,
        targeted_industry=True,
        average_salary=160_000,
        benchmark_salary=70_000,
        amount_necessary=18_778_100,
    )
    assert found.annual_by_jobs == 20_962_500
    assert found.annual_award == 18_778_100
