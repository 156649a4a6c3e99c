"""Subsection b: the base amount for each job, N.J.S.A. 34:1B-246(b)."""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario

# The place or kind of a project, and its base by the words of b.
ALONE: list[tuple[str, int]] = [
    ("urban_transit_hub_municipality", 5_000),  # b(1)(a)
    ("growth_zone", 5_000),  # b(1)(a)
    ("mega_project", 5_000),  # b(1)(a), wherever it lies
    ("distressed_municipality", 4_000),  # b(2)
    ("priority_area", 3_000),  # b(3)
    ("other_eligible_area", 500),  # b(4)
]

# What does not make an area by itself: there is then no base, and no award.
NO_AREA = [
    "municipal_rehabilitation",
    "tourism_district",
    "south_jersey_port_district",
    "deep_poverty_pocket",
    "choice_neighborhood",
    "redevelopment_area",
    "disaster_recovery_project",
    "replaces_disaster_damaged_facility",
    "automobile_headquarters",
    "targeted_industry",
    "doctoral_research",
    "incubator_facility",
]

RESEARCH: dict[str, Any] = {"create_zone": True, "targeted_industry": True, "doctoral_research": True}


def base(law: Law | None = None, /, **facts: Any) -> Decimal:
    return evaluate(Scenario(new_jobs=10, **facts), law).base_amount


@pytest.mark.parametrize(("fact", "expected"), ALONE)
def test_each_area_alone(fact: str, expected: int) -> None:
    assert base(**{fact: True}) == expected


@pytest.mark.parametrize("earlier", range(len(ALONE)))
@pytest.mark.parametrize("later", range(len(ALONE)))
def test_where_two_areas_meet_the_earlier_paragraph_gives_the_base(earlier: int, later: int) -> None:
    # b(2) says "but not qualifying under paragraph (1)", b(4) says "other"; the order of the text decides.
    first, second = ALONE[earlier], ALONE[later]
    assert base(**{first[0]: True, second[0]: True}) == max(first[1], second[1])


def test_create_zone_with_targeted_industry_and_doctoral_research() -> None:
    assert base(**RESEARCH) == 5_000  # b(1)(b)


@pytest.mark.parametrize("missing", ["targeted_industry", "doctoral_research"])
def test_create_zone_without_b1b_takes_the_next_category(missing: str) -> None:
    facts = RESEARCH | {missing: False}
    assert base(**facts) == 500  # at least b(4)
    assert base(**facts, other_eligible_area=True) == 500
    assert base(**facts, priority_area=True) == 3_000
    assert base(**facts, distressed_municipality=True) == 4_000
    assert base(**facts, growth_zone=True) == 5_000


def test_research_outside_a_create_zone_is_no_b1b() -> None:
    facts = RESEARCH | {"create_zone": False}
    assert base(**facts, priority_area=True) == 3_000
    assert base(**facts) == 0


@pytest.mark.parametrize("fact", NO_AREA)
def test_what_is_no_area_earns_no_base(fact: str) -> None:
    award = evaluate(Scenario(new_jobs=100, retained_jobs=500, already_in_municipality=True, **{fact: True}))
    assert award.base_amount == 0
    assert award.annual_award == 0
    assert award.binding == "not_eligible"


def test_each_paragraph_can_be_amended_alone() -> None:
    law = Law.current().amend(
        {"base.b1a": 6_001, "base.b1b": 6_002, "base.b2": 6_003, "base.b3": 6_004, "base.b4": 6_005}
    )
    assert base(law, growth_zone=True) == 6_001
    assert base(law, **RESEARCH) == 6_002
    assert base(law, distressed_municipality=True) == 6_003
    assert base(law, priority_area=True) == 6_004
    assert base(law, other_eligible_area=True) == 6_005
    assert base(law, create_zone=True) == 6_005


def test_the_order_of_the_text_holds_for_amended_amounts_too() -> None:
    # Paragraph (2) is for a facility "not qualifying under paragraph (1)", so a higher (2) displaces nothing.
    law = Law.current().amend({"base.b2": 9_000})
    assert base(law, growth_zone=True, distressed_municipality=True) == 5_000


def test_a_hub_inside_a_create_zone_takes_paragraph_a_first() -> None:
    law = Law.current().amend({"base.b1b": 4_900})
    assert base(law, urban_transit_hub_municipality=True, **RESEARCH) == 5_000
