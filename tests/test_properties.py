"""What holds for any facts under any law."""

import json
import random
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from credit_core.award import BONUS_NAMES, Award, evaluate, facts_of, sheet_of
from credit_core.codec import cell_text, from_json, from_query, read_cell, to_json, to_query
from credit_core.law import Law, figures
from credit_core.scenario import Scenario, ScenarioError, check, fact_fields
from credit_core.section5.sheet import AREA_FACTS, annual_award, area_rules, binding_rule, fill
from tests.strategies import (
    WIDE,
    any_value,
    blankable,
    corner_facts,
    corner_laws,
    facts,
    laws,
    scenarios,
)

CENT = Decimal("0.01")
NO_ROUTE = {f"route_jobs.d{tier}": 10_000_000 for tier in "abcde"}


def lifting(law: Law, group: str) -> Law:
    return law.amend({name: None for name in figures() if name.startswith(group)})


def least(*amounts: Decimal | None) -> Decimal:
    return min(amount for amount in amounts if amount is not None)


def dollars_of(award: Award) -> list[Decimal]:
    return [value for value in award.as_row().values() if isinstance(value, Decimal)]


@WIDE
@given(scenarios(), laws())
def test_the_gross_is_base_and_bonuses_up_to_its_limit(scenario: Scenario, law: Law) -> None:
    found = evaluate(scenario, law)
    assert found.bonuses_total == sum(getattr(found, name) for name in BONUS_NAMES)
    assert found.gross_before_limit == found.base_amount + found.bonuses_total
    assert found.gross_amount == least(found.gross_before_limit, found.gross_limit)
    assert found.new_job_amount == found.gross_amount


@WIDE
@given(scenarios(), laws())
def test_the_ordinary_award_is_never_above_a_limit(scenario: Scenario, law: Law) -> None:
    found = evaluate(scenario, law)
    by_jobs = scenario.new_jobs * found.new_job_amount + scenario.retained_jobs * found.retained_job_amount
    assert found.annual_by_jobs == by_jobs
    after_limits = least(by_jobs, found.annual_limit, found.withholdings_limit)
    tested = by_jobs if law.option("necessity_trigger") == "before_limits" else after_limits
    in_zone = scenario.growth_zone and (scenario.municipal_rehabilitation or scenario.tourism_district)
    spared = in_zone and law.option("necessity_exception") == "whole_zone"
    threshold = law.value("necessity_threshold.f")
    assert threshold is not None
    if tested > threshold and not spared:
        assert found.annual_ordinary == least(after_limits, scenario.amount_necessary)
        assert ("necessity" in found.untested) is (scenario.amount_necessary is None)
    else:
        assert found.annual_ordinary == after_limits
        assert "necessity" not in found.untested


@WIDE
@given(scenarios(), laws())
def test_the_award_is_the_greater_of_the_ordinary_award_and_the_route(scenario: Scenario, law: Law) -> None:
    found = evaluate(scenario, law)
    assert found.annual_award == max(found.annual_ordinary, found.annual_capital_route)
    assert found.capital_route_used is (found.annual_capital_route > found.annual_ordinary)
    assert found.total_award == scenario.eligibility_years * found.annual_award
    if not (scenario.growth_zone and scenario.municipal_rehabilitation):
        assert found.annual_capital_route == 0


@WIDE
@given(scenarios(), laws())
def test_the_quick_ways_to_the_award_give_the_same(scenario: Scenario, law: Law) -> None:
    facts_, figures_ = facts_of(scenario), law.compiled
    assert sheet_of(scenario, law) == evaluate(scenario, law).sheet == fill(facts_, figures_)
    assert annual_award(facts_, figures_) == fill(facts_, figures_).annual_award


@WIDE
@given(scenarios(), laws())
def test_the_route_is_never_above_f1(scenario: Scenario, law: Law) -> None:
    most = law.value("annual_limit.f1")
    assert most is None or evaluate(scenario, law).annual_capital_route <= most


@WIDE
@given(scenarios(), laws())
def test_a_retained_job_never_earns_more_than_its_limbs(scenario: Scenario, law: Law) -> None:
    found = evaluate(scenario, law)
    jobs = scenario.new_jobs + scenario.retained_jobs
    share, of_capital = law.value("retained_share.e2"), law.value("retained_capital_share.e2")
    assert share is not None
    assert of_capital is not None
    half = found.gross_amount * share / 100
    limb = scenario.capital_investment * of_capital / 100 / jobs if jobs else Decimal(0)
    rounded_by = Decimal("0.50") if law.option("rounding") == "dollar" else Decimal("0.005")
    if found.retained_job_amount != found.gross_amount:
        assert abs(found.retained_job_amount - min(half, limb)) <= rounded_by


@WIDE
@given(scenarios(), laws())
def test_cents_are_exact(scenario: Scenario, law: Law) -> None:
    for amount in dollars_of(evaluate(scenario, law)):
        assert amount == amount.quantize(CENT)
        assert amount >= 0


@WIDE
@given(scenarios(), laws())
def test_a_project_in_no_area_gets_nothing_and_only_such_a_project_is_not_eligible(
    scenario: Scenario, law: Law
) -> None:
    areas = "urban_transit_hub_municipality growth_zone mega_project create_zone distressed_municipality"
    names = [*areas.split(), "priority_area", "other_eligible_area"]
    found = evaluate(scenario, law)
    assert (found.binding == "not_eligible") is not any(getattr(scenario, name) for name in names)
    if found.binding == "not_eligible":
        assert set(dollars_of(found)) == {Decimal(0)}


@WIDE
@given(facts(), laws(), st.randoms(use_true_random=False))
def test_the_order_in_which_facts_are_given_changes_nothing(
    given_facts: dict[str, Any], law: Law, shuffle: random.Random
) -> None:
    names = list(given_facts)
    shuffle.shuffle(names)
    shuffled = {name: given_facts[name] for name in names}
    assert evaluate(Scenario(**shuffled), law) == evaluate(Scenario(**given_facts), law)


@WIDE
@given(scenarios(), laws(), st.randoms(use_true_random=False))
def test_permuting_bonuses_changes_nothing(scenario: Scenario, law: Law, shuffle: random.Random) -> None:
    # Earned one after the other in any order, the facts behind the bonuses lead to the same award.
    bonus_facts = [f.name for f in fact_fields() if "(c)" in f.citation and f.kind == "flag"]
    shuffle.shuffle(bonus_facts)
    step = scenario.changed(**dict.fromkeys(bonus_facts, False))
    for name in bonus_facts:
        step = step.changed(**{name: getattr(scenario, name)})
    assert evaluate(step, law) == evaluate(scenario, law)


@WIDE
@given(scenarios(), laws())
def test_twice_the_years_are_twice_the_total(scenario: Scenario, law: Law) -> None:
    for years in (1, 2, 5):
        once = evaluate(scenario.changed(eligibility_years=years), law)
        twice = evaluate(scenario.changed(eligibility_years=2 * years), law)
        assert twice.total_award == 2 * once.total_award
        assert twice.annual_award == once.annual_award


@WIDE
@given(scenarios(), laws())
def test_an_amendment_equal_to_the_law_in_force_changes_no_cent(scenario: Scenario, law: Law) -> None:
    same = law.amend({name: law.value(name) for name in figures()})
    assert same == law
    assert evaluate(scenario, same) == evaluate(scenario, law)


@WIDE
@given(scenarios(), laws(), st.sampled_from(["name", "municipality", "net_benefit", "business_type"]), st.data())
def test_labels_and_advice_change_no_cent(scenario: Scenario, law: Law, name: str, data: st.DataObject) -> None:
    field = next(field for field in fact_fields() if field.name == name)
    other = scenario.changed(**{name: data.draw(any_value(field))})
    assert sheet_of(other, law) == sheet_of(scenario, law)


@WIDE
@given(scenarios(), laws())
def test_blank_jobs_new_to_the_municipality_are_the_derived_ones(scenario: Scenario, law: Law) -> None:
    here = 0 if scenario.already_in_municipality else scenario.retained_jobs
    derived = scenario.changed(jobs_new_to_municipality=scenario.new_jobs + here)
    assert sheet_of(derived, law) == sheet_of(scenario.changed(jobs_new_to_municipality=None), law)


@WIDE
@given(scenarios(), laws())
def test_what_binds_is_the_last_rule_without_which_the_award_would_differ(scenario: Scenario, law: Law) -> None:
    # Each rule is left out by another way than the package's own: a limit lifted, a fact left blank.
    found = evaluate(scenario, law)
    if found.binding == "not_eligible":
        return
    untested = scenario.changed(annual_withholdings=None)
    unlimited = lifting(law, "annual_limit")
    without = {
        "gross_limit": evaluate(scenario, lifting(law, "gross_limit")).annual_award,
        "annual_limit": max(evaluate(scenario, unlimited).annual_ordinary, found.annual_capital_route),
        "withholdings": evaluate(untested, law).annual_award,
        "necessity": evaluate(scenario.changed(amount_necessary=None), law).annual_award,
        "capital_route": evaluate(scenario, law.amend(NO_ROUTE)).annual_ordinary,
    }
    differing = [rule for rule, amount in without.items() if amount != found.annual_award]
    last = differing[-1] if differing else "none"
    if found.binding == "retained_capital":  # between gross_limit and annual_limit; its cases stand in test_binding
        assert last in ("none", "gross_limit")
        assert scenario.retained_jobs > 0
    else:
        assert found.binding == last


# Codec


@WIDE
@given(scenarios(), laws(), st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=60))
def test_scenario_to_link_to_scenario_is_the_identity(scenario: Scenario, law: Law, title: str) -> None:
    named = law.named(title)
    address = urlencode(to_query(scenario, named))
    found = from_query(dict(parse_qsl(address, keep_blank_values=True)))
    assert found.notices == ()
    assert found.scenario == scenario
    assert found.law == named
    assert found.law.title == title
    assert to_query(found.scenario, found.law) == to_query(scenario, named)


@WIDE
@given(scenarios(), laws())
def test_scenario_to_json_to_scenario_is_the_identity(scenario: Scenario, law: Law) -> None:
    found = from_json(to_json(scenario, law))
    assert (found.scenario, found.law, found.notices) == (scenario, law, ())


@WIDE
@given(scenarios())
def test_every_fact_of_a_scenario_is_read_back_from_its_cell(scenario: Scenario) -> None:
    cells = {field.name: cell_text(field.name, getattr(scenario, field.name)) for field in fact_fields()}
    assert Scenario(**{name: read_cell(name, text) for name, text in cells.items()}) == scenario


@WIDE
@given(st.dictionaries(st.sampled_from([f.name for f in fact_fields()]) | st.text(max_size=20), st.text(max_size=30)))
def test_any_address_opens(query: dict[str, str]) -> None:
    found = from_query(query)
    again = from_query(to_query(found.scenario, found.law))
    assert (again.scenario, again.law, again.notices) == (found.scenario, found.law, ())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=10,
)


@WIDE
@given(st.dictionaries(st.sampled_from([f.name for f in fact_fields()]), JSON), st.dictionaries(st.text(), JSON), JSON)
def test_any_document_opens(given_facts: dict[str, Any], amendments: dict[str, Any], chosen: Any) -> None:
    document = {"format": "grow-nj-scenario", "version": 1, "facts": given_facts}
    found = from_json(json.dumps({**document, "amendments": amendments, "readings": chosen}))
    told = {notice.field for notice in found.notices}
    for name in told.intersection(given_facts):
        assert getattr(found.scenario, name) == getattr(Scenario(), name)
    for name in set(given_facts) - told:
        assert cell_text(name, getattr(found.scenario, name)) or given_facts[name] in (None, "", " ")


# Validation


@WIDE
@given(facts(), st.data())
def test_changed_validates_as_if_new(given_facts: dict[str, Any], data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(fact_fields()))
    value = data.draw(any_value(field) | st.just(Decimal("-1.005")) | st.just("x\n"))
    scenario, whole = Scenario(**given_facts), {**given_facts, field.name: value}
    problems = check(dict(scenario) | {field.name: value})
    assert problems == check(whole)
    if problems:
        with pytest.raises(ScenarioError) as caught:
            scenario.changed(**{field.name: value})
        assert caught.value.problems == problems
    else:
        assert scenario.changed(**{field.name: value}) == Scenario(**whole)


@WIDE
@given(st.sets(st.sampled_from([f.name for f in fact_fields()]), min_size=1))
def test_all_problems_are_reported_at_once(names: set[str]) -> None:
    problems = check(dict.fromkeys(names, object()))
    assert [problem.field for problem in problems] == [f.name for f in fact_fields() if f.name in names]


@WIDE
@given(scenarios(), st.sampled_from(blankable()))
def test_a_blank_is_read_as_given_and_never_as_zero(scenario: Scenario, name: str) -> None:
    blank = scenario.changed(**{name: None})
    assert getattr(blank, name) is None
    assert blank != scenario.changed(**{name: 0})


# Whole numbers stay within 64 bits


class Recorded(int):
    """A whole number whose arithmetic gives recorded numbers, and remembers the largest magnitude it gave."""

    largest = 0

    def __new__(cls, value: int) -> "Recorded":
        Recorded.largest = max(Recorded.largest, abs(value))
        return super().__new__(cls, value)


def _recording(name: str) -> Any:
    plain = getattr(int, name)

    def operate(self: int, *others: int) -> Any:
        result = plain(self, *others)
        return Recorded(result) if type(result) is int else result

    return operate


OPERATIONS = ["add", "sub", "mul", "floordiv", "mod", "pow", "neg", "abs", "lshift", "rshift", "and", "or", "xor"]
for _operation in OPERATIONS:
    for _name in (f"__{_operation}__", f"__r{_operation}__"):
        if hasattr(int, _name):
            setattr(Recorded, _name, _recording(_name))


def recorded(value: Any) -> Any:
    """The same facts or law with every whole number recorded; true and false stay as they are."""
    if isinstance(value, tuple):
        parts = [recorded(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value if isinstance(value, bool) else Recorded(value)


@given(facts(), facts(), laws())
def test_the_rules_of_an_area_hang_on_the_facts_of_an_area_alone(
    one: dict[str, Any], other: dict[str, Any], law: Law
) -> None:
    here, there = facts_of(Scenario(**one)), facts_of(Scenario(**other))
    moved = there._replace(**{name: getattr(here, name) for name in AREA_FACTS})
    assert area_rules(moved, law.compiled) == area_rules(here, law.compiled)


def test_a_recorded_number_remembers_what_it_gave() -> None:
    Recorded.largest = 0
    number = Recorded(3)
    assert type(number + 4) is Recorded
    assert type(4 * number) is Recorded
    assert type(sum((number, number))) is Recorded
    assert type(max(0, min(number, 5))) is Recorded
    assert 10**9 * number // 10**9 == 3
    assert Recorded.largest == 3 * 10**9


@WIDE
@given(corner_facts(), corner_laws())
def test_every_intermediate_value_stays_below_64_bits(given_facts: dict[str, Any], law: Law) -> None:
    facts_, figures_ = facts_of(Scenario(**given_facts)), law.compiled
    Recorded.largest = 0
    sheet = fill(recorded(facts_), recorded(figures_))
    rule = binding_rule(recorded(facts_), recorded(figures_), sheet.gross_before_limit, sheet.annual_award)
    assert Recorded.largest < 2**63
    assert sheet == fill(facts_, figures_)
    assert rule == binding_rule(facts_, figures_, sheet.gross_before_limit, sheet.annual_award)


def test_the_largest_facts_under_the_largest_law_stay_below_64_bits() -> None:
    most = {f.name: f.most for f in fact_fields() if f.kind in ("whole", "money", "percent")}
    flags = {f.name: True for f in fact_fields() if f.kind == "flag"}
    million = {n: 1_000_000 for n, known in figures().items() if known.unit == "dollars per job a year"}
    lifted = {n: None for n, known in figures().items() if known.may_be_lifted}
    percent = {n: 1_000 for n, known in figures().items() if known.unit == "percent" and "step" not in n}
    law = Law.current().amend({**million, **percent, **lifted})
    # A minimum of 0 earns no steps; a cent earns the most of them.
    for minimum in (most["minimum_capital_investment"], CENT):
        for mega in (True, False):
            changes = {"minimum_capital_investment": minimum, "benchmark_salary": minimum, "mega_project": mega}
            scenario = Scenario(**{**most, **flags, "county": "Camden", **changes})
            for option in ("whole", "proportional"):
                Recorded.largest = 0
                chosen = law.read(partial_steps=option, industrial_bonus="both").compiled
                fill(recorded(facts_of(scenario)), recorded(chosen))
                assert Recorded.largest < 2**63
