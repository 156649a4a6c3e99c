"""Bonuses switched by their facts, and limits lifted or tightened, worked by hand from the statute."""

from decimal import Decimal

import pytest

from credit_core import Law, Scenario, ScenarioError, evaluate
from credit_core.award import BONUS_NAMES
from credit_core.whatif import limit_levers, limit_levers_frame, switch_bonus

HUB = Scenario(
    urban_transit_hub_municipality=True,
    new_jobs=300,
    average_salary=84_000,
    benchmark_salary=60_000,
    capital_investment=12_000_000,
    minimum_capital_investment=2_000_000,
)


def test_a_flag_alone_earns_and_loses_its_bonus() -> None:
    on = switch_bonus(HUB, "bonus_c4")
    assert [(change.fact, change.before, change.after) for change in on.changes] == [
        ("transit_oriented_development", False, True)
    ]
    assert on.turns_on
    assert on.scenario is not None
    # 5,000 (b(1)(a)) + 500 (c(7)(a)) + 250 (c(6): 84,000 is 40 % above 60,000, one step) + 2,000 (c(4)).
    assert evaluate(on.scenario).gross_amount == 7_750
    off = switch_bonus(on.scenario, "bonus_c4")
    assert not off.turns_on
    assert off.scenario == HUB


def test_a_number_goes_to_the_least_value_that_gives_the_most() -> None:
    on = switch_bonus(HUB, "bonus_c5")
    # c(5): three steps of 20 % above 2,000,000 give the most of $3,000: 2,000,000 x 1.6.
    assert [(change.fact, change.after) for change in on.changes] == [
        ("industrial_capital_investment", Decimal(3_200_000))
    ]
    small = HUB.changed(capital_investment=1_000_000)
    both = switch_bonus(small, "bonus_c5").changes
    assert [(change.fact, change.after) for change in both] == [
        ("capital_investment", Decimal(3_200_000)),
        ("industrial_capital_investment", Decimal(3_200_000)),
    ]


def test_a_number_goes_to_the_greatest_value_that_gives_nothing() -> None:
    # c(6): the first step of 35 % above 60,000 is reached at 81,000.
    salary = switch_bonus(HUB, "bonus_c6").changes
    assert [(change.before, change.after) for change in salary] == [(Decimal(84_000), Decimal("80999.99"))]
    # c(7): the first bracket starts at 251 jobs.
    assert [change.after for change in switch_bonus(HUB, "bonus_c7").changes] == [250]


def test_c15_needs_the_area_one_us_and_two_state_highways() -> None:
    near = HUB.changed(us_highways=3)
    changes = {change.fact: change.after for change in switch_bonus(near, "bonus_c15").changes}
    assert changes == {"redevelopment_area": True, "state_highways": 2}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bonus_c10", "For mega projects and projects in a growth zone alone."),
        ("bonus_c12", "For eight southern counties alone; no county is given."),
        ("bonus_authority", "No criterion is added: its amount is entered as a fact."),
    ],
)
def test_what_no_fact_of_the_bonus_can_earn_says_why(name: str, words: str) -> None:
    found = switch_bonus(HUB, name)
    assert (found.scenario, found.changes, found.obstacle) == (None, (), words)


def test_retained_jobs_alone_in_a_bracket_cannot_be_switched_off() -> None:
    found = switch_bonus(Scenario(priority_area=True, retained_jobs=300), "bonus_c7")
    assert found.obstacle == "The retained jobs alone reach the first bracket."


def test_nothing_is_switched_outside_every_area() -> None:
    for name in BONUS_NAMES:
        assert switch_bonus(Scenario(new_jobs=300), name).obstacle == "Outside every eligible area no bonus is added."


def test_switching_twice_gives_the_award_of_the_other_state() -> None:
    for name in BONUS_NAMES:
        on = switch_bonus(HUB, name)
        if on.scenario is not None:
            assert (getattr(evaluate(on.scenario), name) > 0) is on.turns_on
            assert switch_bonus(on.scenario, name).turns_on is not on.turns_on


GROWTH = Scenario(
    growth_zone=True,
    new_jobs=300,
    deep_poverty_pocket=True,
    transit_oriented_development=True,
    targeted_industry=True,
    authority_bonus=6_500,
)


def test_the_limit_of_a_job_lifted_as_it_stands_and_tightened() -> None:
    # 5,000 + 1,500 (c1) + 2,000 (c4) + 500 (c7) + 500 (c8) + 6,500 (criterion) = 16,000; d(1) allows 15,000.
    found = {lever.figure.name: lever for lever in limit_levers(GROWTH, percent=20)}
    limit = found["gross_limit.d1"]
    assert (limit.governs, limit.matters) == (True, True)
    assert [each.gross_amount for each in (limit.lifted, limit.present, limit.tightened)] == [16_000, 15_000, 12_000]
    assert limit.lifted.annual_award == 300 * 16_000
    assert limit.tightened.annual_award == 300 * 12_000
    assert limit.tightened.law.label == "Amended law (not current law)"
    assert limit.present.law.is_current
    annual = found["annual_limit.f2"]
    # 4,500,000 a year is far below 30,000,000, and below four fifths of it.
    assert (annual.governs, annual.matters) == (True, False)
    assert [name for name, lever in found.items() if lever.governs] == ["gross_limit.d1", "annual_limit.f2"]


def test_a_limit_that_is_lifted_is_tightened_from_current_law() -> None:
    lifted = Law.current().amend({"gross_limit.d1": None})
    limit = limit_levers(GROWTH, lifted, percent=20)[0]
    assert limit.present.limit is None
    assert limit.present.gross_amount == 16_000
    assert limit.tightened.limit == limit.tightened.gross_amount == 12_000
    assert list(limit_levers_frame((limit,))["limit"]) == [None]


@pytest.mark.parametrize("percent", [0, -1, 101])
def test_a_limit_is_tightened_by_some_percent_and_not_more_than_all(percent: int) -> None:
    with pytest.raises(ScenarioError, match=f"above 0 and at most 100; given: {percent}"):
        limit_levers(GROWTH, percent=percent)
