"""Explore as it is drawn: every fact has one control, every figure its basis, every text shows what it says."""

from decimal import Decimal
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from credit_core import Law, Problem, Scenario, evaluate
from credit_core.explain import explain
from credit_core.scenario import check, fact_fields
from dashboard.answer import explanation_text
from dashboard.examples import examples
from dashboard.formats import basis_of, law_note, markdown_text, problem_text, short_citation
from dashboard.inputs import entry_text, read_entry
from dashboard.share import file_stem
from tests.test_state import app, own_parts, ran


def html(test: AppTest) -> str:
    return unescape(" ".join(element.proto.body for element in test.get("html")))


def copied(test: AppTest) -> list[str]:
    """The texts that can be copied, in the order in which they are drawn."""
    return [str(part["text"]) for part in own_parts(test) if "text" in part]


def opened(test: AppTest) -> AppTest:
    """Open every group of facts."""
    for group in test.sidebar.expander:
        test.session_state[f"group:{group.label}"] = True
    return ran(test)


def controls(test: AppTest) -> list[str]:
    kinds = (test.checkbox, test.text_input, test.selectbox)
    keys = [str(box.key) for kind in kinds for box in kind]
    return sorted(key.removeprefix("fact:") for key in keys if key.startswith("fact:"))


def test_every_fact_has_one_control() -> None:
    assert controls(opened(app(v="1"))) == sorted(field.name for field in fact_fields())


def test_a_group_of_facts_is_drawn_once_it_is_opened() -> None:
    test = app(v="1", light_rail="true")
    assert "light_rail" not in controls(test)
    test.session_state["group:Bonuses of the place"] = True
    assert {"light_rail", "us_highways"} <= set(controls(ran(test)))
    assert "solar_percent" not in controls(test)


def test_a_group_that_is_shut_says_how_much_of_it_is_given() -> None:
    # 300 jobs earn c(7), one of four; one fact of the business is set.
    said = html(app(v="1", new_jobs="300", growth_zone="true", doctoral_research="true"))
    assert '.st-key-group-Bonuses-decided-by-numbers summary p::after {content: " (1 of 4 earned)"}' in said
    assert '.st-key-group-Business summary p::after {content: " (1 set)"}' in said
    assert ".st-key-group-Name-and-place" not in said


def test_an_entry_that_waits_to_be_mended_stays_in_a_group_that_is_shut() -> None:
    test = app(v="1")
    test.session_state["group:Limits and period"] = True
    ran(test).sidebar.text_input(key="fact:annual_withholdings").set_value("5,2")
    ran(test)
    test.session_state["group:Limits and period"] = False
    entry = ran(test).sidebar.text_input(key="fact:annual_withholdings")
    assert entry.value == "5,2"
    assert '.st-key-group-Limits-and-period summary p::after {content: " (1 to mend)"}' in html(test)
    entry.set_value("520")
    assert "annual_withholdings" not in controls(ran(test))
    assert test.query_params["annual_withholdings"] == "520"


@pytest.mark.parametrize("page", ["explore", "sensitivity", "the_law", "library"])
def test_files_are_made_when_they_are_asked_for(page: str) -> None:
    # One made with every run is gone before the browser has looked for it while a slider moves.
    test = app(v="1", new_jobs="300", urban_transit_hub_municipality="true")
    test.switch_page(f"pages/{page}.py")
    buttons = ran(test).get("download_button")
    assert buttons
    assert [button.proto.label for button in buttons if not button.proto.HasField("deferred_file_id")] == []


def test_a_bonus_by_jobs_is_worth_what_an_added_bracket_pays() -> None:
    test = opened(app(**{"v": "1", "new_jobs": "10", "law.threshold.c7f": "2000", "law.bonus.c7f": "2500"}))
    assert "up to $2,500 (added by the amendment)" in html(test)


def test_the_explanation_and_the_link_can_be_copied() -> None:
    test = app(v="1", new_jobs="300", urban_transit_hub_municipality="true", name="<b>Mill</b>")
    explanation, link = copied(test)
    assert "246: <b>Mill</b>\n" in explanation
    assert "new_jobs=300" in link


def test_the_answer_says_what_each_figure_rests_on() -> None:
    # A hub's base is $5,000 (b(1)(a)), 300 jobs add $500 (c(7)(a)); 300 x 5,500 = 1,650,000.
    test = app(v="1", new_jobs="300", urban_transit_hub_municipality="true")
    said = html(test)
    for words in (
        "$5,500",
        "$1,650,000",
        "$16,500,000",
        "maximum by formula, 300 new jobs",
        "maximum by formula, 10 years",
    ):
        assert words in said
    assert "No limit binds." in said
    assert "The project meets" not in said


def test_failing_eligibility_is_said_and_changes_nothing() -> None:
    test = app(v="1", new_jobs="10", urban_transit_hub_municipality="true")
    assert "falls short of the minimum of 35 new or 50 retained full-time jobs" in html(test)
    assert "$50,000" in html(test)


def test_untested_limits_are_said() -> None:
    test = app(v="1", new_jobs="100", priority_area="true")
    assert "The limit by withholdings is untested" in html(test)
    assert "34:1B-246(f)(5), (6)</small>" in html(test)


def test_an_untested_amount_necessary_says_above_what() -> None:
    query = {"v": "1", "new_jobs": "1000", "urban_transit_hub_municipality": "true"}  # 1,000 x $6,250
    said = html(app(**query))
    assert "above $4,000,000 a year the Authority may set a lower award" in said
    assert "34:1B-246(f), last paragraph</small>" in said


def test_a_problem_names_every_fact_by_its_title() -> None:
    problem = check({"capital_investment": 1, "industrial_capital_investment": 5})[0]
    words = "Industrial part of the capital must not exceed Capital investment, $1; given: $5."
    assert problem_text(problem) == words


@pytest.mark.parametrize(
    ("name", "typed"),
    [("new_jobs", "5 %"), ("new_jobs", "$1,200"), ("capital_investment", "7 %"), ("solar_percent", "$50")],
)
def test_the_sign_of_another_unit_is_refused(name: str, typed: str) -> None:
    assert isinstance(read_entry(name, typed), Problem)


def test_an_amended_law_is_said_beside_every_figure() -> None:
    query = {"v": "1", "new_jobs": "300", "urban_transit_hub_municipality": "true", "law.base.b1a": "6000"}
    test = app(**query, **{"read.rounding": "cent"})
    said = html(test)
    assert said.count("maximum by formula") >= 4
    assert said.count("amended law (not current law), 1 other reading") >= 4


def test_examples_are_three_published_and_three_invented_and_each_loads() -> None:
    assert [example.invented for example in examples()] == [False] * 3 + [True] * 3
    test = app(v="1")
    test.button(key="example:page:0").click()
    ran(test)
    # Accurate Box, Paterson: (51 + 224) x $14,500 = $3,987,500 (published).
    assert "$3,987,500" in html(test)
    assert test.query_params["name"] == "Accurate Box"


def test_the_explanation_as_text_holds_every_step_with_its_citation() -> None:
    scenario = Scenario(new_jobs=247, retained_jobs=154, priority_area=True, capital_investment=7_200_000)
    award = evaluate(scenario)
    steps = explain(scenario, award)
    text = explanation_text(scenario, award, steps)
    for step in steps:
        assert f"{step.number}. {step.title} [{step.citation}]" in text
    assert "Current law. Maximum by formula." in text


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("capital_investment", "7200000", Decimal(7_200_000)),
        ("capital_investment", " $7,200,000 ", Decimal(7_200_000)),
        ("capital_investment", "1250.50", Decimal("1250.5")),
        ("net_benefit", "-$3", Decimal(-3)),
        ("net_benefit", "$-3", Decimal(-3)),
        ("solar_percent", "5.25 %", Decimal("5.25")),
        ("new_jobs", "1,500", Decimal(1_500)),
        ("benchmark_salary", "", None),
    ],
)
def test_what_is_typed_is_read(name: str, typed: str, value: Decimal | None) -> None:
    assert read_entry(name, typed) == value


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "New full-time jobs is blank; enter a number, 0 if there is none; given: blank."),
        ("many", "New full-time jobs must be a plain number, such as 1,200 or 1200; given: many."),
    ],
)
def test_an_entry_that_is_refused_says_what_a_visitor_can_do(typed: str, told: str) -> None:
    problem = read_entry("new_jobs", typed)
    assert isinstance(problem, Problem)
    assert problem_text(problem) == told


@pytest.mark.parametrize("typed", ["7,5", "1,50,000", "7.200.000", "--3", "-$-3", "1e6", "seven", "½"])
def test_what_could_be_meant_otherwise_is_refused(typed: str) -> None:
    problem = read_entry("capital_investment", typed)
    assert isinstance(problem, Problem)
    assert problem.given == typed


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("capital_investment", Decimal(7_200_000), "$7,200,000"),
        ("capital_investment", Decimal("1250.5"), "$1,250.50"),
        ("solar_percent", Decimal("5.25"), "5.25 %"),
        ("gross_leasable_sqft", 1_500_000, "1,500,000"),
        ("benchmark_salary", None, ""),
    ],
)
def test_an_entry_shows_its_sign_and_reads_it_back(name: str, value: object, shown: str) -> None:
    assert entry_text(name, value) == shown
    assert read_entry(name, shown) == value


def test_markdown_makes_nothing_of_a_text() -> None:
    assert markdown_text("from $5,000 to $12,000") == r"from \$5,000 to \$12,000"
    assert markdown_text("**a** [b](c) :red[d] # e") == r"\*\*a\*\* \[b\]\(c\) \:red\[d\] \# e"


def test_words_of_a_law_that_is_not_current() -> None:
    assert law_note(Law.current()) == ""
    assert basis_of("a year", Law.current()) == "a year"
    bill = Law.current().amend({"base.b1a": 6000}).named("Bill 1")
    assert basis_of("a year", bill) == "a year, Bill 1 (not current law)"


def test_a_problem_names_the_fact_by_its_title() -> None:
    problem = Problem("new_jobs", "not_negative", "-5", "new_jobs (New full-time jobs) must not be negative; given: -5")
    assert problem_text(problem) == "New full-time jobs must not be negative; given: -5."


def test_short_texts() -> None:
    assert short_citation("34:1B-246(c)(4)") == "(c)(4)"
    assert short_citation("34:1B-244(c)") == "34:1B-244(c)"
    assert file_stem("Café & Söhne, Inc.") == "caf-s-hne-inc"
    assert file_stem("") == "scenario"
