"""Grids of two facts against the award itself, and the table of which bonus reads which number."""

from __future__ import annotations

import ast
import inspect
import random
from decimal import Decimal
from types import FunctionType

import pytest

from credit_core.award import evaluate
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario, check
from credit_core.section5 import b_base, c_bonuses, section3
from credit_core.whatif import NUMERIC_FACTS, grid
from credit_core.whatif.breakpoints import BONUS_OF
from tests.whatif_cases import random_law, random_number, random_scenario

MEASURES = ("annual_award", "total_award", "gross_amount", "retained_job_amount")


def test_every_cell_is_the_award_and_its_binding_rule() -> None:
    rng = random.Random("grids")
    for _ in range(60):
        scenario, law, measure = random_scenario(rng), random_law(rng), rng.choice(MEASURES)
        x, y = rng.sample(NUMERIC_FACTS, 2) if rng.random() < 0.5 else ("new_jobs", "capital_investment")
        xs, ys = ([random_number(rng, name) for _ in range(5)] for name in (x, y))
        found = grid(scenario, x, xs, y, ys, measure=measure, law=law)
        for row, down in enumerate(ys):
            for column, across in enumerate(xs):
                moved = dict(scenario) | {x: across, y: down}
                if check(moved):
                    assert found.at(row, column) is None
                    assert found.binding_at(row, column) is None
                    continue
                award = evaluate(Scenario(**moved), law)
                assert found.at(row, column) == getattr(award, measure)
                assert found.binding_at(row, column) == award.binding


def test_a_grid_by_hand() -> None:
    # Hub: 5,000 a job, 5,500 from 251 jobs; f(3): 10,000,000 at most: 2,000 x (5,000 + 1,500) = 13,000,000 is cut.
    # Years do not change the award of a year, but the total.
    hub = Scenario(urban_transit_hub_municipality=True)
    found = grid(hub, "new_jobs", [100, 251, 2_000], "eligibility_years", [1, 10], measure="total_award")
    assert found.cents == ((50_000_000, 138_050_000, 1_000_000_000), (500_000_000, 1_380_500_000, 10_000_000_000))
    assert [found.binding_at(0, column) for column in range(3)] == ["none", "none", "annual_limit"]
    frame = found.to_frame()
    assert list(frame.columns) == ["new_jobs", "eligibility_years", "total_award", "binding"]
    assert list(frame["total_award"])[:3] == [500_000.0, 1_380_500.0, 10_000_000.0]


def test_pairs_that_break_a_side_condition_are_left_out_and_counted() -> None:
    plant = Scenario(new_jobs=10, growth_zone=True, capital_investment=100)
    found = grid(plant, "industrial_capital_investment", [0, 200], "capital_investment", [100, 300])
    assert found.at(0, 1) is None
    assert found.at(1, 1) == 50_000
    assert found.notes[0].startswith("1 pairs of values are left out")


def test_what_cannot_make_a_grid_is_refused() -> None:
    with pytest.raises(ScenarioError, match="needs two facts"):
        grid(Scenario(), "new_jobs", [1], "new_jobs", [1])
    with pytest.raises(ScenarioError, match="whole number"):
        grid(Scenario(), "new_jobs", [Decimal("1.5")], "capital_investment", [1])


def facts_read(function: object, seen: frozenset[str] = frozenset()) -> set[str]:
    """The facts that a rule reads, itself and through the rules of section 5 that it calls."""
    assert isinstance(function, FunctionType)
    tree = ast.parse(inspect.getsource(function))
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "facts"
    }
    for node in ast.walk(tree):
        called = function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(called, FunctionType) and called.__name__ not in seen | {function.__name__}:
            read |= facts_read(called, seen | {function.__name__})
    return read


def bonus_rules() -> dict[str, FunctionType]:
    rules = {name: rule for name, rule in vars(c_bonuses).items() if isinstance(rule, FunctionType)}
    return {
        f"bonus_{name.split('_')[0]}": rule
        for name, rule in rules.items()
        if name[0] == "c" and name[1].isdigit() and "applies" not in name
    }


@pytest.mark.parametrize("name", [f"bonus_c{number}" for number in range(1, 19)])
def test_the_table_of_bonuses_names_every_number_that_a_bonus_reads(name: str) -> None:
    reads = facts_read(bonus_rules()[name]) & set(NUMERIC_FACTS)
    assert reads == (BONUS_OF[name][0] if name in BONUS_OF else set())


def test_the_base_reads_no_number_and_the_criterion_its_own_alone() -> None:
    assert facts_read(b_base.base_amount) & set(NUMERIC_FACTS) == set()
    assert facts_read(c_bonuses.authority_criterion) == {"authority_bonus"}
    assert "gross_leasable_sqft" in facts_read(section3.minimum_capital_thirds)
