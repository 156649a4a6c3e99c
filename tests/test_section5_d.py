"""Subsection d: the limits of the gross amount for each job, N.J.S.A. 34:1B-246(d)(1)-(6)."""

from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest

from credit_core.award import Award, evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario

STRICTEST = Law.current().read(overlapping_categories="strictest")

# Area, base (b) and limit (d).
AREAS: list[tuple[str, int, int]] = [
    ("mega_project", 5_000, 15_000),  # d(1)
    ("growth_zone", 5_000, 15_000),  # d(1)
    ("urban_transit_hub_municipality", 5_000, 12_000),  # d(2)
    ("create_zone", 500, 12_000),  # d(2), by location alone
    ("distressed_municipality", 4_000, 11_000),  # d(3)
    ("priority_area", 3_000, 10_500),  # d(4)
    ("other_eligible_area", 500, 6_000),  # d(5)
]
EARLIER = [area for area, _, limit in AREAS if limit >= 11_000]
LIMITS = {area: limit for area, _, limit in AREAS}


def award(law: Law | None = None, /, **facts: Any) -> Award:
    return evaluate(Scenario(**({"new_jobs": 10} | facts)), law)


@pytest.mark.parametrize(("area", "base", "limit"), AREAS)
def test_the_gross_just_below_at_and_just_above_each_limit(area: str, base: int, limit: int) -> None:
    room = limit - base
    cent = Decimal("0.01")
    for over, gross in ((-cent, limit - cent), (Decimal(0), limit), (cent, limit)):
        found = award(authority_bonus=room + over, **{area: True})
        assert found.gross_limit == limit
        assert found.gross_before_limit == limit + over
        assert found.gross_amount == gross
        assert found.new_job_amount == gross


@pytest.mark.parametrize(("first", "second"), list(combinations(EARLIER, 2)))
def test_several_categories_at_once(first: str, second: str) -> None:
    facts = {first: True, second: True}
    assert award(**facts).gross_limit == max(LIMITS[first], LIMITS[second])
    assert award(STRICTEST, **facts).gross_limit == min(LIMITS[first], LIMITS[second])


@pytest.mark.parametrize("earlier", EARLIER)
@pytest.mark.parametrize("other", ["priority_area", "other_eligible_area"])
def test_an_other_area_applies_only_where_no_earlier_category_does(earlier: str, other: str) -> None:
    # d(4) and d(5) say "other": neither adds a limit to an earlier category, however the overlap is read.
    for law in (Law.current(), STRICTEST):
        assert award(law, **{earlier: True, other: True}).gross_limit == LIMITS[earlier]


def test_other_eligible_areas_yield_to_priority_areas() -> None:
    for law in (Law.current(), STRICTEST):
        assert award(law, priority_area=True, other_eligible_area=True).gross_limit == 10_500


def test_all_categories_at_once() -> None:
    facts = dict.fromkeys(LIMITS, True)
    assert award(**facts).gross_limit == 15_000
    assert award(STRICTEST, **facts).gross_limit == 11_000


def test_the_most_generous_is_chosen_on_amended_amounts() -> None:
    # A bill that makes the distressed limit the highest: hub (12,000) and distressed (20,000).
    overrides = {"gross_limit.d3": 20_000}
    facts = {"urban_transit_hub_municipality": True, "distressed_municipality": True}
    assert award(Law.current().amend(overrides), **facts).gross_limit == 20_000
    assert award(STRICTEST.amend(overrides), **facts).gross_limit == 12_000


def test_a_lifted_limit_is_the_most_generous_and_never_the_strictest() -> None:
    overrides = {"gross_limit.d3": None}
    facts = {"urban_transit_hub_municipality": True, "distressed_municipality": True}
    generous = award(Law.current().amend(overrides), authority_bonus=50_000, **facts)
    assert generous.gross_limit is None
    assert generous.gross_amount == 55_000  # base 5,000 + 50,000
    strict = award(STRICTEST.amend(overrides), authority_bonus=50_000, **facts)
    assert strict.gross_limit == 12_000


@pytest.mark.parametrize(
    ("name", "area"),
    [
        ("d1", "growth_zone"),
        ("d1", "mega_project"),
        ("d2", "urban_transit_hub_municipality"),
        ("d2", "create_zone"),
        ("d3", "distressed_municipality"),
        ("d4", "priority_area"),
        ("d5", "other_eligible_area"),
    ],
)
def test_a_bill_can_move_or_lift_each_limit(name: str, area: str) -> None:
    facts = {area: True, "authority_bonus": 90_000}
    moved = award(Law.current().amend({f"gross_limit.{name}": 77_777}), **facts)
    assert moved.gross_amount == 77_777
    lifted = award(Law.current().amend({f"gross_limit.{name}": None}), **facts)
    assert lifted.gross_limit is None
    assert lifted.gross_amount == lifted.gross_before_limit


@pytest.mark.parametrize(("area", "base", "limit"), AREAS)
def test_a_disaster_recovery_project_has_2000_whatever_the_area(area: str, base: int, limit: int) -> None:
    found = award(disaster_recovery_project=True, authority_bonus=1_600, **{area: True})
    assert found.gross_limit == 2_000
    assert found.gross_before_limit == base + 1_600
    assert found.gross_amount == 2_000


@pytest.mark.parametrize(("bonus", "gross"), [("1499.99", "1999.99"), ("1500", "2000"), ("1500.01", "2000")])
def test_d6_just_below_at_and_just_above(bonus: str, gross: str) -> None:
    found = award(disaster_recovery_project=True, other_eligible_area=True, authority_bonus=Decimal(bonus))
    assert found.gross_amount == Decimal(gross)


def test_replacing_a_damaged_facility_is_no_disaster_recovery_project() -> None:
    assert award(replaces_disaster_damaged_facility=True, growth_zone=True).gross_limit == 15_000


def test_d6_limits_beside_the_areas_limit_and_never_raises_it() -> None:
    # A bill raises d(6) to 20,000: the area's own limit still stands. Another lifts it.
    facts = {"disaster_recovery_project": True, "other_eligible_area": True}
    assert award(Law.current().amend({"gross_limit.d6": 20_000}), **facts).gross_limit == 6_000
    assert award(Law.current().amend({"gross_limit.d6": None}), **facts).gross_limit == 6_000
    assert award(Law.current().amend({"gross_limit.d5": None}), **facts).gross_limit == 2_000
