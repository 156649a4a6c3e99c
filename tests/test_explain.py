"""The award sheet as numbered steps: they add up to the award, name their provision and say the live numbers."""

import ast
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from credit_core.award import AWARD_COLUMNS, BINDING_RULES, BONUS_NAMES, Award, evaluate
from credit_core.explain import binding_sentence, explain
from credit_core.law import Law
from credit_core.scenario import Scenario, money_text
from credit_core.sentences import most_by_jobs_text
from credit_core.step import Step
from tests.strategies import WIDE, laws, scenarios

M = 1_000_000
CORE = Path(__file__).parents[1] / "credit_core"
LIMITS = ("gross_limit", "annual_limit", "withholdings_limit", "amount_necessary")

# The order of the statute, and what the sheet calls each line.
ORDER = [
    "base_amount",
    *BONUS_NAMES,
    "bonuses_total",
    "gross_before_limit",
    "gross_limit",
    "gross_amount",
    "new_job_amount",
    "retained_job_amount",
    "annual_new_jobs",
    "annual_retained_jobs",
    "annual_by_jobs",
    "annual_limit",
    "withholdings_limit",
    "amount_necessary",
    "annual_ordinary",
    "annual_capital_route",
    "annual_award",
    "total_award",
]

WORKWAVE: dict[str, Any] = {
    "new_jobs": 247,
    "retained_jobs": 154,
    "priority_area": True,
    "targeted_industry": True,
    "vacant_building_sqft": 1_500_000,
    "vacant_over_one_year": True,
    "capital_investment": 7_200_000,
}
HUB = {"urban_transit_hub_municipality": True}
PRIORITY = {"priority_area": True}
CAMDEN = {"growth_zone": True, "municipal_rehabilitation": True}


def award_and_steps(facts: dict[str, Any], law: Law | None = None) -> tuple[Award, dict[str, Step]]:
    scenario = Scenario(**facts)
    award = evaluate(scenario, law)
    return award, {step.name: step for step in explain(scenario, award)}


def steps_of(facts: dict[str, Any], law: Law | None = None) -> dict[str, Step]:
    return award_and_steps(facts, law)[1]


def binds(facts: dict[str, Any], law: Law | None = None) -> str:
    scenario = Scenario(**facts)
    return binding_sentence(scenario, evaluate(scenario, law))


def added(steps: list[Step], stage: str) -> Decimal:
    return sum((step.change for step in steps if step.stage == stage), Decimal(0))


# For any facts under any law


@WIDE
@given(scenarios(), laws())
def test_the_changes_add_up_to_the_award(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    steps = explain(scenario, award)
    assert added(steps, "job") == award.gross_amount
    assert added(steps, "year") == award.annual_award
    assert added(steps, "period") == award.total_award


@WIDE
@given(scenarios(), laws())
def test_the_steps_are_numbered_in_the_order_of_the_statute(scenario: Scenario, law: Law) -> None:
    steps = explain(scenario, evaluate(scenario, law))
    assert [step.name for step in steps] == ORDER
    assert [step.number for step in steps] == list(range(1, len(ORDER) + 1))


@WIDE
@given(scenarios(), laws())
def test_each_step_says_the_sheets_own_figure(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    for step in explain(scenario, award):
        if step.name in AWARD_COLUMNS:
            assert step.amount == getattr(award, step.name)
        assert re.fullmatch(r"34:1B-246\([a-f]\).*", step.citation)
        assert step.title
        assert re.fullmatch(r"\S.*[.]", step.sentence), step.sentence
        assert "None" not in step.sentence
        assert step.unit.startswith("dollars")


@WIDE
@given(scenarios(), laws())
def test_every_bonus_says_whether_it_applies_and_why(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    bonuses = {step.name: step for step in explain(scenario, award) if step.kind == "bonus"}
    assert list(bonuses) == list(BONUS_NAMES)
    for name, step in bonuses.items():
        assert step.applies is (getattr(award, name) > 0)
        assert step.change == getattr(award, name)


@WIDE
@given(scenarios(), laws())
def test_a_limit_cuts_or_leaves_room(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    running = {"job": Decimal(0), "year": Decimal(0), "period": Decimal(0)}
    for step in explain(scenario, award):
        before = running[step.stage]
        running[step.stage] += step.change
        if step.name not in LIMITS:
            continue
        assert step.kind == "cut"
        assert step.change <= 0
        assert step.bound is (step.change < 0)
        if step.bound:
            assert step.applies
            assert step.slack is None
            assert running[step.stage] == step.amount
            assert money_text(-step.change) in step.sentence
        elif step.slack is not None:
            assert step.slack == (step.amount or 0) - before >= 0


@WIDE
@given(scenarios(), laws())
def test_what_binds_is_a_step_that_cut_or_the_route(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    steps = {step.name: step for step in explain(scenario, award)}
    named = {
        "gross_limit": "gross_limit",
        "annual_limit": "annual_limit",
        "withholdings": "withholdings_limit",
        "necessity": "amount_necessary",
    }
    if award.binding in named:
        assert steps[named[award.binding]].bound
    assert steps["annual_capital_route"].applies is (award.binding == "capital_route")
    sentence = binding_sentence(scenario, award)
    assert re.fullmatch(r"\S.*[.]", sentence)
    if sentence.startswith("No limit binds"):
        assert not any(steps[name].bound for name in LIMITS if steps[name].stage == "year")


# Cases by hand


def test_workwave_step_by_step() -> None:
    award, steps = award_and_steps(WORKWAVE)
    expected = {  # amount, change
        "base_amount": (3_000, 3_000),
        "bonus_c7": (750, 750),
        "bonus_c8": (500, 500),
        "bonus_c17": (1_000, 1_000),
        "bonuses_total": (2_250, 0),
        "gross_before_limit": (5_250, 0),
        "gross_limit": (10_500, 0),
        "gross_amount": (5_250, 0),
        "new_job_amount": (5_250, 0),
        "retained_job_amount": (1_796, 0),
        "annual_new_jobs": (1_296_750, 1_296_750),  # 247 x 5,250
        "annual_retained_jobs": (276_584, 276_584),  # 154 x 1,796
        "annual_by_jobs": (1_573_334, 0),
        "annual_limit": (4_000_000, 0),
        "annual_ordinary": (1_573_334, 0),
        "annual_capital_route": (0, 0),
        "annual_award": (1_573_334, 0),
        "total_award": (15_733_340, 15_733_340),
    }
    for name, (amount, change) in expected.items():
        assert steps[name].amount == amount, name
        assert steps[name].change == change, name
    silent = set(BONUS_NAMES) - {"bonus_c7", "bonus_c8", "bonus_c17"}
    assert all(steps[name].amount == 0 and not steps[name].applies for name in silent)
    assert steps["gross_limit"].slack == 5_250
    assert steps["annual_limit"].slack == 2_426_666  # 4,000,000 - 1,573,334
    assert steps["withholdings_limit"].amount is None
    # Both limbs of e(2), and which one decides: half of 5,250, and 720,000 / 401.
    for part in ("$2,625", "$1,796", "$7,200,000", "401 jobs", "the capital decides"):
        assert part in steps["retained_job_amount"].sentence
    assert award.binding == "retained_capital"


@pytest.mark.parametrize(
    ("name", "citation"),
    [
        ("base_amount", "34:1B-246(b)(3)"),
        ("bonus_c7", "34:1B-246(c)(7)"),
        ("bonus_authority", "34:1B-246(c), opening words"),
        ("gross_limit", "34:1B-246(d)(4)"),
        ("new_job_amount", "34:1B-246(e)(1)"),
        ("retained_job_amount", "34:1B-246(e)(2)"),
        ("annual_limit", "34:1B-246(f)(5)"),
        ("withholdings_limit", "34:1B-246(f)(5)"),
        ("amount_necessary", "34:1B-246(f), last paragraph"),
        ("total_award", "34:1B-246(a)"),
    ],
)
def test_citations_of_a_priority_area(name: str, citation: str) -> None:
    assert steps_of(WORKWAVE)[name].citation == citation


@pytest.mark.parametrize(
    ("place", "base", "gross", "annual"),
    [
        (HUB, "(b)(1)(a)", "(d)(2)", "(f)(3)"),
        (CAMDEN, "(b)(1)(a)", "(d)(1)", "(f)(1)"),
        ({"growth_zone": True}, "(b)(1)(a)", "(d)(1)", "(f)(2)"),
        ({"mega_project": True, **PRIORITY}, "(b)(1)(a)", "(d)(1)", "(f)(2)"),
        ({"create_zone": True}, "(b)(4)", "(d)(2)", "(f)(3)"),
        (
            {"create_zone": True, "targeted_industry": True, "doctoral_research": True},
            "(b)(1)(b)",
            "(d)(2)",
            "(f)(3)",
        ),
        ({"distressed_municipality": True}, "(b)(2)", "(d)(3)", "(f)(4)"),
        ({"other_eligible_area": True}, "(b)(4)", "(d)(5)", "(f)(6)"),
        ({"other_eligible_area": True, "disaster_recovery_project": True}, "(b)(4)", "(d)(6)", "(f)(6)"),
    ],
)
def test_the_paragraph_that_governs_is_cited(place: dict[str, Any], base: str, gross: str, annual: str) -> None:
    steps = steps_of(place)
    assert steps["base_amount"].citation == f"34:1B-246{base}"
    assert steps["gross_limit"].citation == f"34:1B-246{gross}"
    assert steps["annual_limit"].citation == f"34:1B-246{annual}"


@pytest.mark.parametrize("reading", ["most_generous", "strictest"])
def test_a_tie_of_limits_stays_with_the_earlier_paragraph(reading: str) -> None:
    law = Law.current().amend({"gross_limit.d3": 12_000, "annual_limit.f4": 10 * M})
    law = law.read(overlapping_categories=reading)
    steps = steps_of({**HUB, "distressed_municipality": True}, law)
    assert steps["gross_limit"].citation == "34:1B-246(d)(2)"
    assert steps["annual_limit"].citation == "34:1B-246(f)(3)"


def test_the_disaster_limit_yields_to_an_equal_one_of_its_area() -> None:
    law = Law.current().amend({"gross_limit.d5": 2_000})
    steps = steps_of({"other_eligible_area": True, "disaster_recovery_project": True}, law)
    assert steps["gross_limit"].citation == "34:1B-246(d)(5)"


# Facts that earn each bonus; without them the reason must be another.
EARNED: list[tuple[str, dict[str, Any]]] = [
    ("bonus_c1", {"deep_poverty_pocket": True}),
    ("bonus_c2", {"incubator_facility": True}),
    ("bonus_c3", {"moderate_income_housing_percent": 20}),
    ("bonus_c4", {"transit_oriented_development": True}),
    (
        "bonus_c5",
        {
            "capital_investment": 2 * M,
            "industrial_capital_investment": 2 * M,
            "minimum_capital_investment": M,
        },
    ),
    ("bonus_c6", {"average_salary": 90_000, "benchmark_salary": 60_000}),
    ("bonus_c7", {"new_jobs": 300}),
    ("bonus_c8", {"targeted_industry": True}),
    ("bonus_c9", {"substantial_remediation": True}),
    (
        "bonus_c10",
        {
            "growth_zone": True,
            "capital_investment": 2 * M,
            "industrial_capital_investment": 2 * M,
            "minimum_capital_investment": M,
        },
    ),
    ("bonus_c11", {"automobile_headquarters": True, "already_in_municipality": True, "retained_jobs": 400}),
    ("bonus_c12", {"county": "Salem", "revitalization_index_2007": 466}),
    ("bonus_c13", {"light_rail": True}),
    ("bonus_c14", {"marine_terminal": True, "south_jersey_port_district": True}),
    ("bonus_c15", {"redevelopment_area": True, "us_highways": 1, "state_highways": 2}),
    ("bonus_c16", {"solar_percent": 50}),
    ("bonus_c17", {"vacant_building_sqft": 1_000_001, "vacant_over_one_year": True}),
    ("bonus_c18", {"targeted_industry": True, "college_research": True}),
    ("bonus_authority", {"authority_bonus": 100}),
]


@pytest.mark.parametrize(("name", "facts"), EARNED)
def test_a_bonus_gives_another_reason_where_it_is_not_earned(name: str, facts: dict[str, Any]) -> None:
    earned, not_earned = steps_of({**PRIORITY, **facts})[name], steps_of(PRIORITY)[name]
    assert earned.applies
    assert not not_earned.applies
    assert earned.sentence != not_earned.sentence


@pytest.mark.parametrize(
    ("name", "facts", "parts"),
    [
        ("bonus_c3", {"moderate_income_housing_percent": Decimal("19.99")}, ["19.99 %", "20 %", "below"]),
        ("bonus_c16", {"solar_percent": Decimal("50.5")}, ["50.5 %", "50 %", "reaches"]),
        (
            "bonus_c5",
            {
                "capital_investment": 9 * M,
                "industrial_capital_investment": 1_450_000,
                "minimum_capital_investment": M,
            },
            ["$1,450,000", "$1,000,000", "2 complete steps", "20 %", "$1,000", "$3,000"],
        ),
        (
            "bonus_c5",
            {
                "capital_investment": M,
                "industrial_capital_investment": M,
                "minimum_capital_investment": M,
            },
            ["$1,000,000", "does not exceed"],
        ),
        ("bonus_c5", {"mega_project": True}, ["mega project", "(c)(10)"]),
        ("bonus_c5", {"growth_zone": True}, ["(c)(10) alone"]),
        (
            "bonus_c6",
            {"average_salary": 102_000, "benchmark_salary": 60_000},
            ["$102,000", "$60,000", "2 complete steps", "35 %", "$250", "$1,500"],
        ),
        ("bonus_c6", {"average_salary": 60_000, "benchmark_salary": 60_000}, ["does not exceed"]),
        ("bonus_c6", {"benchmark_salary": 60_000}, ["average salary is not given"]),
        ("bonus_c6", {"average_salary": 60_000}, ["benchmark salary is not given"]),
        ("bonus_c7", {"new_jobs": 250}, ["250", "no bracket", "251"]),
        ("bonus_c7", {"new_jobs": 251}, ["251", "401"]),
        ("bonus_c7", {"new_jobs": 2_000}, ["2,000", "1,001", "last"]),
        (
            "bonus_c11",
            {"automobile_headquarters": True, "retained_jobs": 399},
            ["already in this municipality", "400", "399"],
        ),
        ("bonus_c12", {"county": "Salem", "revitalization_index_2007": 465}, ["465", "does not exceed"]),
        ("bonus_c12", {"county": "Salem"}, ["not given"]),
        ("bonus_c12", {"county": "Hudson", "revitalization_index_2007": 466}, ["Hudson"]),
        ("bonus_c14", {"marine_terminal": True}, ["Port District"]),
        ("bonus_c14", {"marine_terminal": True, "growth_zone": True}, ["outside the growth zone"]),
        ("bonus_c15", {"redevelopment_area": True, "us_highways": 1}, ["at least 2 State highways", "0 here"]),
        ("bonus_c17", {"vacant_building_sqft": 1_000_000, "vacant_over_one_year": True}, ["1,000,000", "not over"]),
        ("bonus_c17", {"vacant_building_sqft": 1_000_001}, ["1,000,001", "not available for over one year"]),
        ("bonus_c18", {"college_research": True}, ["a targeted industry"]),
    ],
)
def test_a_bonus_says_the_live_numbers(name: str, facts: dict[str, Any], parts: list[str]) -> None:
    sentence = steps_of({**PRIORITY, **facts})[name].sentence
    assert all(part in sentence for part in parts), sentence


def test_an_amended_figure_is_told_with_current_law() -> None:
    law = Law.current().amend({"base.b3": 3_500, "gross_limit.d4": 3_600, "step.c6": 40})
    steps = steps_of({**PRIORITY, "new_jobs": 300, "average_salary": 90_000, "benchmark_salary": 60_000}, law)
    # 3,500 + 500 + 250 = 4,250, cut to 3,600
    assert "$3,500 (amended; current law: $3,000)" in steps["base_amount"].sentence
    assert "$3,600 (amended; current law: $10,500)" in steps["gross_limit"].sentence
    assert "$650" in steps["gross_limit"].sentence
    assert "40 % (amended; current law: 35 %)" in steps["bonus_c6"].sentence


def test_a_lifted_limit_says_so() -> None:
    law = Law.current().amend({"gross_limit.d4": None, "annual_limit.f5": None})
    steps = steps_of(WORKWAVE, law)
    for name in ("gross_limit", "annual_limit"):
        assert steps[name].amount is None
        assert "lifted" in steps[name].sentence


def test_untested_limits_say_so() -> None:
    assert steps_of({**PRIORITY, "new_jobs": 10})["withholdings_limit"].sentence.startswith("Not tested")
    assert steps_of({**HUB, "new_jobs": 1_000})["amount_necessary"].sentence.startswith("Not tested")
    # Where the limit does not govern there is nothing to test.
    assert "Not tested" not in steps_of({**HUB, "new_jobs": 10})["withholdings_limit"].sentence
    assert "Not tested" not in steps_of({**HUB, "new_jobs": 10})["amount_necessary"].sentence


@pytest.mark.parametrize(
    ("facts", "citation", "parts"),
    [
        ({"new_jobs": 34, "capital_investment": 80 * M}, "(d)(a)-(e)", ["No tier", "Tier (a)", "35 jobs", "34 here"]),
        ({"new_jobs": 35, "capital_investment": 4 * M}, "(d)(a)-(e)", ["Tier (a)", "$5,000,000", "$4,000,000 here"]),
        ({"new_jobs": 20, "capital_investment": M}, "(d)(a)-(e)", ["35 jobs", "and", "$5,000,000"]),
        ({"new_jobs": 60, "capital_investment": 9 * M}, "(d)(a)", ["Tier (a) pays $900,000", "70 jobs", "$10,000,000"]),
        ({"new_jobs": 249, "capital_investment": 80 * M}, "(d)(d)", ["$5,000,000", "Tier (e)", "250 jobs", "249 here"]),
        ({"new_jobs": 250, "capital_investment": 80 * M}, "(d)(e)", ["Tier (e) pays $8,000,000"]),
        ({"new_jobs": 250, "capital_investment": 400 * M}, "(d)(e)", ["$40,000,000", "(f)(1)", "$35,000,000"]),
    ],
)
def test_the_route_says_its_tier_and_what_the_next_needs(
    facts: dict[str, Any], citation: str, parts: list[str]
) -> None:
    step = steps_of({**CAMDEN, **facts})["annual_capital_route"]
    assert step.citation == f"34:1B-246{citation}"
    assert all(part in step.sentence for part in parts), step.sentence


def test_the_last_tier_names_no_next_one() -> None:
    step = steps_of({**CAMDEN, "new_jobs": 250, "capital_investment": 80 * M})["annual_capital_route"]
    assert "needs" not in step.sentence


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"growth_zone": True}, "growth zone"),
        ({**PRIORITY, "replaces_disaster_damaged_facility": True}, "disaster"),
        ({**PRIORITY, "mega_project": True, "automobile_headquarters": True}, "automobile"),
    ],
)
def test_a_retained_job_at_the_whole_gross_says_why(facts: dict[str, Any], reason: str) -> None:
    sentence = steps_of({**facts, "retained_jobs": 10})["retained_job_amount"].sentence
    assert "100 %" in sentence
    assert reason in sentence


# What binds, in words: binding, facts, and what the sentence must say.
BINDS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("none", {**HUB, "new_jobs": 10}, ["No limit binds", "$7,000 more a job"]),  # 12,000 - 5,000
    ("none", HUB, ["no jobs"]),
    ("gross_limit", {**HUB, "new_jobs": 10, "authority_bonus": 9_000}, ["limit per job", "$12,000", "$2,000"]),
    ("retained_capital", WORKWAVE, ["capital", "$1,796"]),
    ("annual_limit", {**HUB, "new_jobs": 2_000}, ["$10,000,000", "$3,000,000"]),  # 13,000,000 cut
    (
        "withholdings",
        {**PRIORITY, "new_jobs": 100, "annual_withholdings": 100_000},
        ["90 %", "$90,000", "$210,000"],
    ),
    ("necessity", {**HUB, "new_jobs": 1_000, "amount_necessary": 5 * M}, ["$5,000,000", "$1,250,000"]),
    ("capital_route", {**CAMDEN, "new_jobs": 250, "capital_investment": 82 * M}, ["$8,200,000", "$1,250,000"]),
    ("not_eligible", {"new_jobs": 10}, ["no area", "mark the area"]),
]


@pytest.mark.parametrize(("binding", "facts", "parts"), BINDS)
def test_a_sentence_says_what_binds_with_its_numbers(binding: str, facts: dict[str, Any], parts: list[str]) -> None:
    assert evaluate(Scenario(**facts)).binding == binding
    sentence = binds(facts)
    assert all(part in sentence for part in parts), sentence


def test_every_binding_has_its_sentence() -> None:
    assert {binding for binding, *_ in BINDS} == set(BINDING_RULES)


def test_limits_that_come_to_the_same_are_not_said_to_leave_room() -> None:
    # By jobs 6,750,000; f(5) and 90 % of 4,444,444.45 are both 4,000,000: neither binds by itself.
    sentence = binds({**PRIORITY, "new_jobs": 1_500, "annual_withholdings": Decimal("4444444.45")})
    assert "No limit binds" not in sentence
    assert "$4,000,000" in sentence


def test_a_job_just_at_its_limit_leaves_no_room_for_a_bonus() -> None:
    sentence = binds({**HUB, "new_jobs": 10, "authority_bonus": 7_000})  # 12,000 exactly
    assert "$0 more" not in sentence
    assert "at its limit" in sentence


@pytest.mark.parametrize(
    "facts",
    [
        # 3,000 + 500 (251 jobs or more) + 6,500 added are 10,000 a job; 400 of them are just the 4,000,000 of f(5).
        {**PRIORITY, "new_jobs": 400, "authority_bonus": 6_500},
        # 5,000 + 1,500 (over 1,000 jobs) + 9,000 are cut to 15,000; 2,000 jobs are just the 30,000,000 of f(2).
        {"growth_zone": True, "new_jobs": 2_000, "authority_bonus": 9_000},
        # No capital leaves a retained job nothing, and no withholdings leave the award nothing.
        {**PRIORITY, "retained_jobs": 35, "annual_withholdings": 0},
    ],
)
def test_an_award_just_at_a_limit_is_not_said_to_have_room(facts: dict[str, Any]) -> None:
    sentence = binds(facts)
    assert "would add to it, up to" not in sentence
    assert "Another bonus would add" not in sentence
    assert "neither another bonus nor one more job would add" in sentence


def test_no_capital_is_not_divided_further() -> None:
    assert "divides" not in binds({**PRIORITY, "retained_jobs": 35})
    assert "one more job divides it further" in binds(WORKWAVE)


def test_what_would_add_is_told_apart() -> None:
    law = Law.current().amend({"base.b4": 0})
    sentence = binds({"other_eligible_area": True, "new_jobs": 10}, law)
    assert "another bonus would add to the award, more jobs would not" in sentence


def test_an_award_of_another_scenario_is_refused() -> None:
    with pytest.raises(ValueError, match="another scenario"):
        explain(Scenario(**HUB, new_jobs=1), evaluate(Scenario(**HUB, new_jobs=300)))


def test_jobs_that_earn_nothing_are_not_said_to_be_missing() -> None:
    law = Law.current().amend({"base.b4": 0})
    assert "no jobs" not in binds({"other_eligible_area": True, "new_jobs": 10}, law)


def test_a_project_in_no_area_says_what_to_do() -> None:
    award, steps = award_and_steps({"new_jobs": 300, "targeted_industry": True, "authority_bonus": 500})
    assert "mark the area" in steps["base_amount"].sentence
    assert all(step.amount in (0, None) and step.change == 0 for step in steps.values())
    assert not any(steps[name].applies for name in BONUS_NAMES)
    assert award.binding == "not_eligible"


def test_totals_say_that_they_are_a_maximum_by_formula() -> None:
    steps = steps_of(WORKWAVE)
    for name in ("annual_award", "total_award"):
        assert "Maximum by formula" in steps[name].sentence
    assert "10 years" in steps["total_award"].sentence
    assert "1 year." in steps_of({**WORKWAVE, "eligibility_years": 1})["total_award"].sentence


def text_in(path: Path) -> list[str]:
    """Every text of a module but its docstrings, the fixed parts of templates included."""
    tree = ast.parse(path.read_text("utf-8"))
    # A text that is a statement by itself is a docstring.
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented
    ]


@pytest.mark.parametrize("name", ["explain.py", "sentences.py"])
def test_no_figure_is_written_into_a_sentence(name: str) -> None:
    # A figure that a bill can amend would go on being said; $0, and the 100 % of e(1) and e(2), are words of the text.
    figure_like = re.compile(r"\$[1-9]|\d,\d{3}|\d %")
    found = [text for text in text_in(CORE / name) if figure_like.search(text.replace("100 %", ""))]
    assert found == []


# ---- words that hold under any law and for any project --------------------------------------------------------------


def test_without_jobs_nothing_is_divided_among_them() -> None:
    words = steps_of(PRIORITY)["retained_job_amount"].sentence
    assert "there are no jobs yet" in words
    assert "decides" not in words


def test_the_annual_limit_says_its_year_once() -> None:
    words = steps_of({**PRIORITY, "new_jobs": 10})["annual_limit"].sentence
    assert "The most each year in other priority areas is $4,000,000; it leaves" in words


def test_nothing_is_promised_of_a_share_of_nothing() -> None:
    law = Law.current().amend({"withholdings_share.f5": 0, "retained_capital_share.e2": 0})
    withheld = binds({**PRIORITY, "new_jobs": 300, "annual_withholdings": 520_000}, law)
    assert "With no share of them allowed, higher ones would not raise the award." in withheld
    assert "would raise" not in withheld
    retained = binds({**HUB, "retained_jobs": 300, "capital_investment": M}, law)
    assert "With no share of the capital allowed, more of it would not raise this." in retained
    assert "would raise" not in retained


def test_the_most_by_jobs_is_that_of_an_added_bracket() -> None:
    assert most_by_jobs_text(Law.current()) == "$1,500"
    law = Law.current().amend({"threshold.c7f": 2_000, "bonus.c7f": 2_500})
    assert most_by_jobs_text(law) == "$2,500 (added by the amendment)"
    # An amendment may also make an earlier bracket pay most.
    assert most_by_jobs_text(law.amend({"bonus.c7b": 3_000})) == "$3,000 (amended; current law: $750)"
