"""Differences by provision, readings and the tornado, by hand and for random pairs."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from credit_core.award import evaluate
from credit_core.law import Law, readings
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario
from credit_core.whatif import PROVISIONS, decompose, reading_results, readings_frame, tornado, tornado_frame
from tests.whatif_cases import direct, random_law, random_scenario

MEASURES = ("annual_award", "total_award", "gross_amount", "retained_job_amount")
HUB = Scenario(new_jobs=300, urban_transit_hub_municipality=True)
PATERSON = Scenario(
    new_jobs=51,
    retained_jobs=224,
    growth_zone=True,
    urban_transit_hub_municipality=True,
    authority_bonus=9_000,
    capital_investment=100_000_000,
)


def test_the_parts_of_any_difference_add_up_in_the_order_of_the_law() -> None:
    rng = random.Random("parts")
    order = list(PROVISIONS)
    for _ in range(300):
        a, b = random_scenario(rng), random_scenario(rng)
        law_a, law_b, measure = random_law(rng), random_law(rng), rng.choice(MEASURES)
        found = decompose(a, b, measure=measure, law=law_a, law_b=law_b)
        assert found.first == direct(a, law_a, measure)
        assert found.second == direct(b, law_b, measure)
        assert sum(part.amount for part in found.parts) == found.difference == found.second - found.first
        places = [order.index(part.provision.name) for part in found.parts]
        assert places == sorted(places)


def test_a_hub_exceeds_a_distressed_municipality_by_the_base_alone() -> None:
    # 300 x (5,000 - 4,000).
    found = decompose(Scenario(new_jobs=300, distressed_municipality=True), HUB)
    assert [(part.provision.name, part.amount) for part in found.changes] == [("base_amount", Decimal(300_000))]


def test_each_side_is_split_under_its_own_law() -> None:
    # A bill of 6,000 for b(1)(a): 300 x 1,000 more.
    bill = Law.current().amend({"base.b1a": 6_000})
    found = decompose(HUB, HUB, law=Law.current(), law_b=bill)
    assert [(part.provision.citation, part.amount) for part in found.changes] == [("34:1B-246(b)", Decimal(300_000))]
    assert decompose(HUB, HUB, law=bill).difference == 0


def test_a_limit_counts_as_the_cut_that_it_makes() -> None:
    # 3,000 hub jobs at 6,500: 19,500,000, cut to 10,000,000 by f(3). Against 300 jobs at 5,500, uncut.
    # Base: 2,700 x 5,000; c(7): 3,000 x 1,500 - 300 x 500; f: -9,500,000.
    found = decompose(HUB, HUB.changed(new_jobs=3_000))
    assert {part.provision.name: part.amount for part in found.changes} == {
        "base_amount": Decimal(13_500_000),
        "bonus_c7": Decimal(4_350_000),
        "annual_limit": Decimal(-9_500_000),
    }
    assert found.difference == 10_000_000 - 1_650_000
    assert float(found.to_frame()["amount"].sum()) == 8_350_000.0


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(ScenarioError, match="the measures are"):
        decompose(HUB, HUB, measure="award")


def test_paterson_under_other_readings() -> None:
    # 275 jobs: 5,000 + 9,000 + 500 by c(7) = 14,500. All at 100 %: 275 x 14,500 = 3,987,500.
    # Automobile headquarters alone: 51 x 14,500 + 224 x 7,250 = 2,363,500. The strictest limit: 275 x 12,000.
    found = {(result.reading.name, result.option): result for result in reading_results(PATERSON)}
    assert found["retained_in_growth_zone", "full"].annual_award == 3_987_500
    assert found["retained_in_growth_zone", "full"].is_in_force
    assert found["retained_in_growth_zone", "automobile_only"].annual_award == 2_363_500
    assert found["overlapping_categories", "strictest"].change == 3_300_000 - 3_987_500


def test_every_option_of_every_reading_is_shown_and_starts_from_the_law_at_hand() -> None:
    law = Law.current().read(rounding="cent")
    results = reading_results(PATERSON, law)
    assert [(r.reading.name, r.option) for r in results] == [
        (name, option) for name, known in readings().items() for option in known.options
    ]
    assert {r.option for r in results if r.reading.name == "rounding" and r.is_in_force} == {"cent"}
    assert len(readings_frame(results)) == len(results)


def test_a_tornado_moves_each_number_by_a_share_of_itself() -> None:
    # 300 hub jobs at 5,500; 10 % fewer: 270 x 5,500 = 1,485,000; 10 % more: 330 x 5,500 = 1,815,000.
    bars = {bar.fact: bar for bar in tornado(HUB)}
    jobs = bars["new_jobs"]
    assert jobs.low == 270
    assert jobs.high == 330
    assert jobs.at_low == 1_485_000
    assert jobs.at_high == 1_815_000
    assert jobs.swing == 330_000
    assert bars["retained_jobs"].note == "It is 0: a share of it is 0."
    assert bars["annual_withholdings"].note == "Not known, so it cannot move."
    swings = [bar.swing for bar in tornado(HUB)]
    assert swings == sorted(swings, reverse=True)
    assert len(tornado_frame(tornado(HUB))) == len(bars)


def test_a_tornado_can_move_a_fact_by_an_amount_of_its_own_and_says_where_it_stopped() -> None:
    plant = Scenario(
        new_jobs=30, growth_zone=True, capital_investment=1_000_000, industrial_capital_investment=1_000_000
    )
    bars = {bar.fact: bar for bar in tornado(plant, amounts={"new_jobs": 50})}
    # From 0 (30 - 50 is no number of jobs) to 80 x 5,000.
    assert (bars["new_jobs"].low, bars["new_jobs"].high) == (0, 80)
    assert "no value below it is valid" in bars["new_jobs"].note
    assert bars["new_jobs"].at_high == 400_000
    assert bars["industrial_capital_investment"].high == 1_000_000
    assert "no value above it is valid" in bars["industrial_capital_investment"].note


def test_a_tornado_agrees_with_the_award() -> None:
    rng = random.Random("tornado")
    for _ in range(20):
        scenario, law = random_scenario(rng), random_law(rng)
        for bar in tornado(scenario, percent=Decimal("12.5"), law=law):
            for value, amount in ((bar.low, bar.at_low), (bar.high, bar.at_high)):
                if value is not None:
                    assert evaluate(scenario.changed(**{bar.fact: value}), law).annual_award == amount


def test_a_change_that_is_no_change_is_refused() -> None:
    with pytest.raises(ScenarioError, match="positive number"):
        tornado(HUB, percent=0)
