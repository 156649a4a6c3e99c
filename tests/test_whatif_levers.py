"""Levers, the worth of bonuses, their order, idle facts and headroom: by hand, and against the award."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

from credit_core.award import evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario, check, fact_field
from credit_core.whatif import (
    NUMERIC_FACTS,
    Headroom,
    bonus_worths,
    headroom,
    headroom_frame,
    idle_facts,
    levers,
)
from tests.whatif_cases import random_law, random_number, random_scenario

# Growth zone: 5,000 + 1,500 (c1) + 500 (c2) + 2,000 (c4) + 500 (c8) + 5,000 added = 14,500, below the 15,000 of d(1).
ZONE = Scenario(
    new_jobs=100,
    growth_zone=True,
    deep_poverty_pocket=True,
    incubator_facility=True,
    transit_oriented_development=True,
    targeted_industry=True,
    authority_bonus=5_000,
)


def test_a_bonus_half_swallowed_by_the_limit() -> None:
    # Light rail, 1,000: 500 fit below 15,000. 100 jobs: 50,000 a year; 100,000 with the limits lifted.
    found = {worth.provision.name: worth for worth in bonus_worths(ZONE)}
    rail = found["bonus_c13"]
    assert rail.status == "open"
    assert (rail.amount, rail.per_job, rail.per_job_swallowed) == (Decimal(1_000), Decimal(500), Decimal(500))
    assert rail.without_it == 1_450_000
    assert rail.with_it == 1_500_000
    assert rail.worth == 50_000
    assert rail.worth_lifted == 100_000
    assert rail.swallowed == 50_000


def test_an_earned_bonus_is_worth_what_its_loss_would_cost() -> None:
    # Without c(4): 12,500 x 100.
    found = {worth.provision.name: worth for worth in bonus_worths(ZONE)}
    transit = found["bonus_c4"]
    assert transit.status == "earned"
    assert transit.without_it == 1_250_000
    assert transit.worth == 200_000
    assert transit.swallowed == 0


def test_bonuses_that_a_paragraph_shuts_out_are_excluded() -> None:
    status = {worth.provision.name: worth.status for worth in bonus_worths(ZONE)}
    assert {name for name, known in status.items() if known == "excluded"} == {
        "bonus_c5",  # a growth zone takes c(10)
        "bonus_c12",  # no county of the eight
        "bonus_c14",  # outside the growth zone alone
    }
    both = Law.current().read(industrial_bonus="both")
    assert {w.provision.name: w.status for w in bonus_worths(ZONE, both)}["bonus_c5"] == "open"


def test_the_order_stops_where_nothing_adds() -> None:
    # 500 are left below the limit. c(3), 500, comes first of those that fill it; then nothing adds.
    (step,) = levers(ZONE).order
    assert step.provision.name == "bonus_c3"
    assert (step.adds, step.annual_award) == (Decimal(50_000), Decimal(1_500_000))


def test_the_order_takes_the_bonus_that_adds_most_first() -> None:
    # Distressed, 10 jobs at 4,000, limit 11,000: 7,000 to fill. c(5) 3,000, c(4) 2,000, c(1) 1,500, and 500 are left.
    order = levers(Scenario(new_jobs=10, distressed_municipality=True)).order
    assert [(step.provision.name, step.adds) for step in order] == [
        ("bonus_c5", Decimal(30_000)),
        ("bonus_c4", Decimal(20_000)),
        ("bonus_c1", Decimal(15_000)),
        ("bonus_c2", Decimal(5_000)),
    ]


def test_levers_switch_and_step_each_fact_alone() -> None:
    found = {lever.fact: lever for lever in levers(ZONE).levers}
    # Without the growth zone nothing is eligible.
    assert found["growth_zone"].to is False
    assert found["growth_zone"].annual == -1_450_000
    # The next step of the jobs is c(7)(a), at 251: 251 x 15,000 = 3,765,000.
    assert found["new_jobs"].to == 251
    assert found["new_jobs"].annual_award == 3_765_000
    assert found["solar_percent"].to == 50
    assert found["solar_percent"].per_job == 250


def test_levers_agree_with_the_award() -> None:
    rng = random.Random("levers")
    for _ in range(12):
        scenario, law = random_scenario(rng), random_law(rng)
        for lever in levers(scenario, law).levers:
            award = evaluate(scenario.changed(**{lever.fact: lever.to}), law)
            assert (lever.gross_amount, lever.total_award) == (award.gross_amount, award.total_award)


def random_value(rng: random.Random, fact: str) -> Any:
    field = fact_field(fact)
    if field.kind == "flag":
        return rng.random() < 0.5
    if field.kind == "choice":
        return rng.choice(field.options)
    return random_number(rng, fact) if fact in NUMERIC_FACTS else "Anywhere"


def test_an_idle_fact_changes_nothing_whatever_its_value() -> None:
    rng = random.Random("idle")
    for _ in range(15):
        scenario, law = random_scenario(rng), random_law(rng)
        now = evaluate(scenario, law)
        for idle in idle_facts(scenario, law):
            assert idle.because
            moved = dict(scenario) | {idle.fact: random_value(rng, idle.fact)}
            if not check(moved):
                then = evaluate(Scenario(**moved), law)
                assert (then.gross_amount, then.retained_job_amount, then.total_award) == (
                    now.gross_amount,
                    now.retained_job_amount,
                    now.total_award,
                ), idle


def test_facts_that_cannot_matter_say_why() -> None:
    idle = {fact.fact: fact.because for fact in idle_facts(ZONE)}
    assert idle["marine_terminal"] == "c(14) is for municipalities outside the growth zone alone."
    assert idle["revitalization_index_2007"] == "c(12) is for the eight southern counties alone."
    assert idle["name"] == "It is a label."
    assert "net_benefit" in idle
    assert "light_rail" not in idle
    full = ZONE.changed(authority_bonus=6_000)
    assert {fact.fact: fact.because for fact in idle_facts(full)}["light_rail"] == (
        "The gross amount is already at the limit of subsection d."
    )
    nowhere = {fact.fact: fact.because for fact in idle_facts(Scenario(new_jobs=5))}
    assert "no area that the section rewards" in nowhere["light_rail"]
    assert "growth_zone" not in nowhere


def named(found: tuple[Headroom, ...]) -> dict[str, Headroom]:
    return {limit.provision.name: limit for limit in found}


def test_headroom_in_dollars_bonus_dollars_and_jobs() -> None:
    found = named(headroom(Scenario(new_jobs=100, distressed_municipality=True)))
    gross, annual, necessity = (found[name] for name in ("gross_limit", "annual_limit", "amount_necessary"))
    assert gross.room == gross.bonus_room == 7_000  # 11,000 - 4,000
    assert gross.jobs is None  # c(7) alone never fills it
    assert annual.room == 7_600_000  # 8,000,000 - 400,000
    assert annual.bonus_room == 76_000  # 80,000 a job - 4,000
    assert annual.jobs == 1_354  # 1,454 x 5,500 = 7,997,000; 1,455 would exceed
    assert necessity.room == 3_600_000
    assert necessity.jobs == 700  # 800 x 5,000 = 4,000,000 is not in excess; 801 x 5,250 is
    assert not annual.binds
    assert len(headroom_frame(tuple(found.values()))) == 3


def test_headroom_of_the_capital_limb() -> None:
    # 100,000 a year over 50 jobs: 2,000 against 1,500. 66 jobs: 1,515; 67: 1,493 binds, so 16 can be added.
    # Half of the gross is rounded to the dollar: 2,000 up to a gross of 4,000.99, which is 1,000.99 more than 3,000.
    found = named(headroom(Scenario(retained_jobs=50, priority_area=True, capital_investment=1_000_000)))
    limb = found["retained_job_amount"]
    assert limb.room == 500
    assert limb.jobs == 16
    assert limb.bonus_room == Decimal("1000.99")


def test_a_limit_that_binds_has_negative_room_and_an_unknown_one_none() -> None:
    # 2,000 jobs at 3,000 + 1,500 = 9,000,000 against the 4,000,000 of f(5).
    found = named(headroom(Scenario(new_jobs=2_000, priority_area=True)))
    assert found["annual_limit"].room == -5_000_000
    assert found["annual_limit"].binds
    assert found["annual_limit"].jobs is None
    assert found["withholdings_limit"].limit is None
    assert found["withholdings_limit"].sentence == "Not known, so it cannot be tested."
    assert headroom(Scenario(new_jobs=5)) == ()


def test_jobs_until_a_limit_binds_agree_with_the_award() -> None:
    rng = random.Random("headroom")
    for _ in range(25):
        scenario, law = random_scenario(rng), random_law(rng)
        found = named(headroom(scenario, law))
        for name, limit in (("gross_limit", "gross_amount"), ("annual_limit", "annual_by_jobs")):
            jobs = found[name].jobs if name in found else None
            if jobs is not None:
                last, first = (
                    evaluate(scenario.changed(new_jobs=scenario.new_jobs + n), law) for n in (jobs, jobs + 1)
                )
                amounts = ("gross_before_limit", "gross_limit") if limit == "gross_amount" else (limit, "annual_limit")
                assert getattr(last, amounts[0]) <= getattr(last, amounts[1])
                assert getattr(first, amounts[0]) > getattr(first, amounts[1])
