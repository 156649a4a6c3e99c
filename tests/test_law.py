"""The law as an object: its figures, amendments to them, and the errors that name a key."""

import math
from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import AWARD_COLUMNS, evaluate
from credit_core.law import Law, LawError, figure, figures, law_version, reading
from credit_core.scenario import Scenario

HUB = {"urban_transit_hub_municipality": True}

# Every amount, threshold, limit and tier of subsections b to f, read from the statute; dollars, jobs and percent.
STATUTE: dict[str, int] = {
    "base.b1a": 5_000,
    "base.b1b": 5_000,
    "base.b2": 4_000,
    "base.b3": 3_000,
    "base.b4": 500,
    "bonus.c1": 1_500,
    "bonus.c2": 500,
    "bonus.c3": 500,
    "threshold.c3": 20,
    "bonus.c4": 2_000,
    "bonus.c5": 1_000,
    "step.c5": 20,
    "maximum.c5": 3_000,
    "bonus.c6": 250,
    "step.c6": 35,
    "maximum.c6": 1_500,
    "threshold.c7a": 251,
    "bonus.c7a": 500,
    "threshold.c7b": 401,
    "bonus.c7b": 750,
    "threshold.c7c": 601,
    "bonus.c7c": 1_000,
    "threshold.c7d": 801,
    "bonus.c7d": 1_250,
    "threshold.c7e": 1_001,
    "bonus.c7e": 1_500,
    "bonus.c8": 500,
    "bonus.c9": 250,
    "bonus.c10": 1_000,
    "step.c10": 20,
    "maximum.c10": 5_000,
    "bonus.c11": 1_500,
    "threshold.c11": 400,
    "bonus.c12": 1_000,
    "threshold.c12": 465,
    "bonus.c13": 1_000,
    "bonus.c14": 1_500,
    "bonus.c15": 1_500,
    "threshold.c15_us": 1,
    "threshold.c15_state": 2,
    "bonus.c16": 250,
    "threshold.c16": 50,
    "bonus.c17": 1_000,
    "threshold.c17": 1_000_000,
    "bonus.c18": 1_000,
    "gross_limit.d1": 15_000,
    "gross_limit.d2": 12_000,
    "gross_limit.d3": 11_000,
    "gross_limit.d4": 10_500,
    "gross_limit.d5": 6_000,
    "gross_limit.d6": 2_000,
    "route_jobs.da": 35,
    "route_capital.da": 5_000_000,
    "route_limit.da": 2_000_000,
    "route_jobs.db": 70,
    "route_capital.db": 10_000_000,
    "route_limit.db": 3_000_000,
    "route_jobs.dc": 100,
    "route_capital.dc": 15_000_000,
    "route_limit.dc": 4_000_000,
    "route_jobs.dd": 150,
    "route_capital.dd": 20_000_000,
    "route_limit.dd": 5_000_000,
    "route_jobs.de": 250,
    "route_capital.de": 30_000_000,
    "route_years.d": 10,
    "retained_share.e2": 50,
    "retained_capital_share.e2": 10,
    "annual_limit.f1": 35_000_000,
    "annual_limit.f2": 30_000_000,
    "annual_limit.f3": 10_000_000,
    "annual_limit.f4": 8_000_000,
    "annual_limit.f5": 4_000_000,
    "annual_limit.f6": 2_500_000,
    "withholdings_share.f5": 90,
    "withholdings_share.f6": 90,
    "necessity_threshold.f": 4_000_000,
    # section 3 and its rule
    "minimum_capital.industrial_rehabilitation": 20,
    "minimum_capital.industrial_new": 60,
    "minimum_capital.other_rehabilitation": 40,
    "minimum_capital.other_new": 120,
    "minimum_capital.reduced_thirds": 2,  # what remains of three
    "minimum_new_jobs.manufacturing_or_startup": 10,
    "minimum_retained_jobs.manufacturing_or_startup": 25,
    "minimum_new_jobs.targeted_industry": 25,
    "minimum_retained_jobs.targeted_industry": 35,
    "minimum_new_jobs.other": 35,
    "minimum_retained_jobs.other": 50,
    "minimum_jobs.reduced_quarters": 3,  # what remains of four
    # net benefit to the State: at least so many percent of the award; advice only
    "net_benefit.general": 110,
    "net_benefit.camden": 100,
}

# The statute has no flat increase beyond c(1) to c(18): a place for a bill to add one.
ADDED = {"bonus.authority": 0}


def problems_of(overrides: dict[str, Any], law: Law | None = None) -> dict[str, str]:
    """The broken rule by key."""
    with pytest.raises(LawError) as caught:
        (law or Law.current()).amend(overrides)
    return {problem.field: problem.rule for problem in caught.value.problems}


def test_every_figure_is_the_statutes() -> None:
    assert {name: known.value for name, known in figures().items()} == STATUTE | ADDED


@pytest.mark.parametrize("name", STATUTE)
def test_every_figure_is_cited(name: str) -> None:
    known = figure(name)
    group, key = name.split(".")
    assert known.title
    assert known.unit
    if group.startswith(("minimum", "net_benefit")):
        assert known.citation.startswith("34:1B-24")
        return
    assert known.citation.startswith("34:1B-246(")
    # "b1a" is (b)(1)(a), "c10" (c)(10), "da" (d)(a): the letters and digits of the key, in brackets
    cited = "".join(part for part in known.citation.removeprefix("34:1B-246") if part.isalnum())
    assert cited.startswith(key.split("_")[0])


def test_what_is_not_read_in_a_source_is_advice_alone() -> None:
    # The minimum jobs and the general net benefit are recalled, Camden's is derived; everything else is read.
    jobs = {name for name in STATUTE if "jobs" in name and name.startswith("minimum")}
    assert {n for n, known in figures().items() if known.certainty == "recalled"} == jobs | {"net_benefit.general"}
    assert {n for n, known in figures().items() if known.certainty == "derived"} == {"net_benefit.camden"}


def test_the_version_of_the_law() -> None:
    assert law_version() == "P.L.2017, c.221"


def test_only_limits_may_be_lifted() -> None:
    for name, known in figures().items():
        is_limit = name.split(".")[0] in ("gross_limit", "annual_limit", "route_limit")
        assert known.may_be_lifted is is_limit
        if is_limit:
            assert Law.current().amend({name: None}).value(name) is None
        else:
            assert problems_of({name: None}) == {name: "not_a_limit"}


def test_an_amendment_raises_the_base() -> None:
    law = Law.current().amend({"base.b1a": 6_000})
    assert evaluate(Scenario(new_jobs=300, **HUB), law).annual_award == 1_950_000  # 300 x (6,000 + 500)
    assert evaluate(Scenario(new_jobs=300, **HUB)).annual_award == 1_650_000  # current law is untouched


@pytest.mark.parametrize("given", [6_000, 6000.0, Decimal("6000"), Decimal("6000.00"), Decimal("6E3")])
def test_a_value_may_be_an_int_a_float_or_a_decimal(given: object) -> None:
    assert Law.current().amend({"base.b1a": given}) == Law.current().amend({"base.b1a": 6_000})


def test_cents_in_a_figure_are_exact() -> None:
    law = Law.current().amend({"base.b1a": 6000.1})
    assert evaluate(Scenario(new_jobs=3, **HUB), law).annual_award == Decimal("18000.30")


@pytest.mark.parametrize("name", STATUTE)
def test_a_value_equal_to_current_law_is_no_amendment(name: str) -> None:
    law = Law.current().amend({name: STATUTE[name]})
    assert law == Law.current()
    assert law.is_current
    assert law.amendments == ()


def test_amending_back_is_current_law() -> None:
    law = Law.current().amend({"base.b2": 1}).amend({"base.b2": 4_000})
    assert law == Law.current()


def test_amendments_add_up_and_are_sorted() -> None:
    law = Law.current().amend({"gross_limit.d1": None}).amend({"base.b2": 4_100})
    assert law.amendments == (("base.b2", Decimal(4_100)), ("gross_limit.d1", None))
    assert not law.is_current
    assert law == Law.current().amend({"base.b2": 4_100, "gross_limit.d1": None})


UNKNOWN = [
    ("base.b1", "base.b1"),  # b1a or b1b
    ("bonus.c19", "bonus.c"),  # c1 or c9
    ("bonuses.c4", "bonus.c4"),
    ("gross_limits.d3", "gross_limit.d3"),
    ("annual_limit.f7", "annual_limit.f"),
    ("treshold.c12", "threshold.c12"),
]


@pytest.mark.parametrize(("name", "near"), UNKNOWN)
def test_an_unknown_name_is_told_with_the_nearest(name: str, near: str) -> None:
    with pytest.raises(LawError) as caught:
        Law.current().amend({name: 1})
    (problem,) = caught.value.problems
    assert (problem.field, problem.rule) == (name, "unknown_name")
    assert f'"{name}"' in problem.message
    assert f'did you mean "{near}' in problem.message


@pytest.mark.parametrize("name", ["zzzzzzzz", "", "💰"])
def test_a_name_like_no_other_is_told_without_a_guess(name: str) -> None:
    with pytest.raises(LawError) as caught:
        Law.current().amend({name: 1})
    assert caught.value.problems[0].rule == "unknown_name"


WRONG = [
    ("base.b1a", "6000", "not_a_number"),
    ("base.b1a", True, "not_a_number"),
    ("base.b1a", [6_000], "not_a_number"),
    ("base.b1a", math.nan, "not_a_number"),
    ("base.b1a", math.inf, "not_a_number"),
    ("base.b1a", -math.inf, "not_a_number"),
    ("base.b1a", Decimal("sNaN"), "not_a_number"),
    ("base.b1a", 1e308, "out_of_bounds"),
    ("base.b1a", 10**400, "out_of_bounds"),
    ("base.b1a", -1, "not_negative"),
    ("base.b1a", Decimal("-0.01"), "not_negative"),
    ("base.b1a", Decimal("5000.001"), "decimals"),
    ("base.b1a", 1_000_000.01, "out_of_bounds"),
    ("threshold.c7a", 250.5, "decimals"),
    ("threshold.c3", Decimal("19.999"), "decimals"),
    ("step.c6", 0, "out_of_bounds"),  # a step of nothing would divide by nothing
    ("step.c5", Decimal("0.001"), "out_of_bounds"),
    ("route_years.d", 0, "out_of_bounds"),
    ("minimum_capital.reduced_thirds", 4, "out_of_bounds"),
    ("base.b1a", None, "not_a_limit"),
]


@pytest.mark.parametrize(("name", "given", "rule"), WRONG)
def test_a_value_that_cannot_be_used_is_named(name: str, given: object, rule: str) -> None:
    with pytest.raises(LawError) as caught:
        Law.current().amend({name: given})
    (problem,) = caught.value.problems
    shown = "no limit (none)" if given is None else str(given)[:200]
    assert (problem.field, problem.rule, problem.given) == (name, rule, shown)
    assert name in problem.message
    assert figure(name).title in problem.message


@pytest.mark.parametrize(
    ("given", "told"),
    [
        # Text is told from a number by its quotation marks; a lifted limit in the words that lift one.
        ("300", 'must be a number of dollars per job a year; given: "300"'),
        ("", "must be a number of dollars per job a year; given: nothing"),
        (True, "must be a number of dollars per job a year; given: True"),
        (None, "is no limit and cannot be lifted; given: no limit (none)"),
        (-1, "must not be negative; given: -1"),
    ],
)
def test_what_was_given_is_told_as_it_was_given(given: object, told: str) -> None:
    with pytest.raises(LawError) as caught:
        Law.current().amend({"base.b1a": given})
    assert str(caught.value).endswith(told)


def test_a_number_that_python_itself_does_not_write_is_refused() -> None:
    assert problems_of({"base.b1a": 10**5_000}) == {"base.b1a": "out_of_bounds"}


def test_all_problems_are_reported_at_once() -> None:
    assert problems_of({"base.b1a": -1, "base.b9": 1, "step.c5": "x", "base.b2": 4_200}) == {
        "base.b1a": "not_negative",
        "base.b9": "unknown_name",
        "step.c5": "not_a_number",
    }


@pytest.mark.parametrize(
    ("overrides", "named"),
    [
        ({"threshold.c7a": 401}, "threshold.c7b"),  # (a) and (b) would begin together
        ({"threshold.c7a": 500}, "threshold.c7b"),
        ({"threshold.c7e": 801}, "threshold.c7e"),
        ({"threshold.c7e": 700}, "threshold.c7e"),
        ({"route_jobs.da": 71}, "route_jobs.db"),
        ({"route_jobs.de": 149}, "route_jobs.de"),
        ({"route_capital.dc": 20_000_001}, "route_capital.dd"),
    ],
)
def test_tiers_out_of_order_are_named(overrides: dict[str, Any], named: str) -> None:
    assert problems_of(overrides) == {named: "tiers_out_of_order"}


def test_tiers_are_checked_together_with_earlier_amendments() -> None:
    law = Law.current().amend({"threshold.c7b": 300})
    assert problems_of({"threshold.c7a": 300}, law) == {"threshold.c7b": "tiers_out_of_order"}
    assert law.amend({"threshold.c7a": 299}).value("threshold.c7a") == 299


def test_an_added_bracket_of_c7() -> None:
    # (f): from 2,001 jobs, $2,000.
    law = Law.current().amend({"threshold.c7f": 2_001, "bonus.c7f": 2_000})
    for jobs, bonus in ((1_000, 1_250), (1_001, 1_500), (2_000, 1_500), (2_001, 2_000), (9_000, 2_000)):
        assert evaluate(Scenario(new_jobs=jobs, **HUB), law).bonus_c7 == bonus


def test_two_added_brackets_of_c7() -> None:
    law = Law.current().amend({"threshold.c7f": 2_001, "bonus.c7f": 2_000})
    law = law.amend({"threshold.c7g": 3_001, "bonus.c7g": 1_000})  # a later bracket may pay less
    for jobs, bonus in ((2_001, 2_000), (3_000, 2_000), (3_001, 1_000)):
        assert evaluate(Scenario(new_jobs=jobs, **HUB), law).bonus_c7 == bonus


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"threshold.c7f": 2_001}, {"bonus.c7f": "missing_half"}),
        ({"bonus.c7f": 2_000}, {"threshold.c7f": "missing_half"}),
        ({"threshold.c7f": 1_001, "bonus.c7f": 2_000}, {"threshold.c7f": "tiers_out_of_order"}),
        ({"threshold.c7f": 900, "bonus.c7f": 2_000}, {"threshold.c7f": "tiers_out_of_order"}),
        ({"threshold.c7f": 2_001, "bonus.c7f": -1}, {"bonus.c7f": "not_negative"}),
        ({"threshold.c7f": 2_001, "bonus.c7f": None}, {"bonus.c7f": "not_a_limit"}),
    ],
)
def test_an_added_bracket_needs_both_halves_in_order(overrides: dict[str, Any], expected: dict[str, str]) -> None:
    found = problems_of(overrides)
    assert {name: found.get(name) for name in expected} == expected


def test_no_bracket_of_c7_is_passed_over() -> None:
    with pytest.raises(LawError) as caught:
        Law.current().amend({"threshold.c7g": 3_001, "bonus.c7g": 1_000})
    assert [problem.message for problem in caught.value.problems] == [
        f"{half}.c7g needs bracket (f) of c(7) before it: threshold.c7f and bonus.c7f are missing"
        for half in ("threshold", "bonus")
    ]
    law = Law.current().amend({"threshold.c7f": 2_001, "bonus.c7f": 2_000})
    assert problems_of({"threshold.c7i": 3_001, "bonus.c7i": 1_000}, law) == {
        "threshold.c7i": "missing_bracket",
        "bonus.c7i": "missing_bracket",
    }
    with pytest.raises(LawError, match=r"threshold\.c7i needs brackets \(g\) and \(h\) of c\(7\) before it"):
        law.amend({"threshold.c7i": 3_001, "bonus.c7i": 1_000})


def test_lifting_every_limit() -> None:
    lifted = {name: None for name, known in figures().items() if known.may_be_lifted}
    law = Law.current().amend(lifted)
    facts: dict[str, Any] = {"growth_zone": True, "municipal_rehabilitation": True}
    found = evaluate(Scenario(new_jobs=100_000, authority_bonus=20_000, capital_investment=15_000_000, **facts), law)
    # 100,000 x (5,000 + 1,500 + 20,000)
    assert found.gross_limit is None
    assert found.annual_limit is None
    assert found.annual_award == 2_650_000_000
    assert found.annual_capital_route == 1_500_000
    assert found.binding == "none"


def test_reading_an_unknown_question_or_option() -> None:
    with pytest.raises(LawError) as caught:
        Law.current().read(partial_step="whole", rounding="cents", disaster_limit="always")
    first, second = caught.value.problems
    assert (first.field, first.rule) == ("partial_step", "unknown_name")
    assert 'did you mean "partial_steps"' in first.message
    assert (second.field, second.rule, second.given) == ("rounding", "unknown_option", "cents")
    assert 'did you mean "cent"' in second.message


@pytest.mark.parametrize("ask", [figure, reading, Law.current().value, Law.current().option])
def test_asking_for_an_unknown_name(ask: Any) -> None:
    with pytest.raises(LawError, match="did you mean"):
        ask("base.b1") if ask in (figure, Law.current().value) else ask("roundings")


def test_a_default_reading_is_no_choice() -> None:
    law = Law.current().read(rounding="cent").read(rounding="dollar")
    assert law == Law.current()
    assert law.is_read_by_default


def test_readings_are_not_amendments() -> None:
    law = Law.current().read(rounding="cent")
    assert law.is_current
    assert not law.is_read_by_default
    assert law.option("rounding") == "cent"
    assert law.chosen_readings == (("rounding", "cent"),)


def test_what_is_not_current_law_says_so() -> None:
    assert Law.current().label == "Current law"
    assert "not current law" in Law.current().amend({"base.b2": 1}).label
    bill = Law.current().amend({"base.b2": 1}).named("A-123").label
    assert "A-123" in bill
    assert "not current law" in bill
    assert "reading" in Law.current().read(rounding="cent").label


def test_a_law_is_a_value() -> None:
    one = Law.current().amend({"base.b2": 1}).read(rounding="cent")
    two = Law.current().read(rounding="cent").amend({"base.b2": 1})
    assert one == two
    assert hash(one) == hash(two)


def test_the_award_keeps_its_law() -> None:
    law = Law.current().amend({"base.b2": 1})
    assert evaluate(Scenario(), law).law == law
    assert evaluate(Scenario()).law == Law.current()


def test_the_columns_of_the_sheet() -> None:
    bonuses = [f"bonus_c{number}" for number in range(1, 19)]
    assert list(AWARD_COLUMNS) == [
        "base_amount",
        *bonuses,
        "bonus_authority",
        "bonuses_total",
        "gross_before_limit",
        "gross_limit",
        "gross_amount",
        "new_job_amount",
        "retained_job_amount",
        "annual_by_jobs",
        "annual_limit",
        "withholdings_limit",
        "annual_ordinary",
        "annual_capital_route",
        "capital_route_used",
        "annual_award",
        "total_award",
        "binding",
        "problems",
    ]
    assert list(evaluate(Scenario()).as_row()) == list(AWARD_COLUMNS)


def test_names_and_options_that_are_no_text_are_problems_like_any_other() -> None:
    name: Any = 1
    with pytest.raises(LawError, match='"1" is no figure of the law'):
        Law.current().amend({name: 2})
    option: Any = ["whole"]
    with pytest.raises(LawError, match=r"must be one of .* Given: \['whole'\]"):
        Law.current().read(partial_steps=option)
