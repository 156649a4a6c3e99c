"""The curves of one fact against the award sheet itself, and the cliffs that the statute gives by hand."""

from __future__ import annotations

import os
import random
from decimal import Decimal

import pytest

from credit_core.law import Law
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario
from credit_core.whatif import NUMERIC_FACTS, Curve, Number, sweep
from tests.whatif_cases import direct, random_law, random_number, random_scenario

# The whole check of 2,000 curves takes a minute or two: WHATIF_CURVES=2000.
CURVES = int(os.environ.get("WHATIF_CURVES", "500"))
POINTS = 50
MEASURES = ("annual_award", "annual_award", "total_award", "gross_amount", "retained_job_amount")
BATCHES = 4


def random_curve(rng: random.Random) -> Curve | None:
    scenario, law = random_scenario(rng), random_law(rng)
    fact = rng.choice((*NUMERIC_FACTS, *("new_jobs", "retained_jobs", "capital_investment") * 3))
    low, high = sorted((random_number(rng, fact), random_number(rng, fact)))
    whole_dollars = rng.random() < 0.3
    if whole_dollars:
        low, high = low // 1, high // 1
    try:
        return sweep(
            scenario,
            fact,
            low,
            high,
            measure=rng.choice(MEASURES),
            law=law,
            whole_dollars=whole_dollars,
            move_partner=rng.random() < 0.5,
        )
    except ScenarioError as error:
        # The one range that has no curve: the side condition leaves no value in it, and the message says so.
        assert [problem.rule for problem in error.problems] == ["range"]
        return None


def sampled(rng: random.Random, curve: Curve) -> set[int]:
    """Positions at random, and those about the points, where a mistake would hide."""
    first, last = curve.domain.first, curve.domain.last
    places = {rng.randint(first, last) for _ in range(POINTS // 2)}
    for point in rng.choices(curve.points, k=POINTS // 4):
        near = curve.domain.position(point.x)
        places |= {near, min(max(near + rng.choice((-1, 1)), first), last)}
    return places


def check(curve: Curve, position: int) -> None:
    value = curve.domain.value(position)
    expected = direct(curve.scenario_at(value), curve.law, curve.measure)
    assert curve.at(value) == expected, (curve.fact, value, curve.scenario, curve.law)
    tolerance = curve.segment_at(value).tolerance
    assert abs(curve.line_at(value) - expected) <= tolerance, (curve.fact, value, curve.scenario, curve.law)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_curve_is_the_award_sheet_at_every_value_and_its_lines_are_as_near_as_they_say(batch: int) -> None:
    rng = random.Random(f"curves {batch}")
    curves = 0
    while curves < CURVES // BATCHES:
        curve = random_curve(rng)
        if curve is None:
            continue
        curves += 1
        for position in sampled(rng, curve):
            check(curve, position)
