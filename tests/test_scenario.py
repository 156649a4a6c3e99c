"""The facts of a project: what is taken, what is refused, and that every problem is told at once."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from credit_core.counties import COUNTIES
from credit_core.scenario import (
    GROUPS,
    Scenario,
    ScenarioError,
    all_jobs,
    check,
    fact_field,
    fact_fields,
    money_text,
)

# The contract: groups, fields in their order, and defaults where they are not 0, false, blank or the first option.
CONTRACT = {
    "jobs": "new_jobs retained_jobs jobs_new_to_municipality average_salary benchmark_salary",
    "investment": "capital_investment industrial_capital_investment facility_use construction gross_leasable_sqft "
    "minimum_capital_investment",
    "business": "business_type targeted_industry automobile_headquarters already_in_municipality mega_project "
    "disaster_recovery_project replaces_disaster_damaged_facility doctoral_research college_research "
    "marine_terminal",
    "place": "municipality county urban_transit_hub_municipality growth_zone municipal_rehabilitation "
    "tourism_district create_zone distressed_municipality priority_area other_eligible_area "
    "south_jersey_port_district deep_poverty_pocket choice_neighborhood revitalization_index_2007 "
    "redevelopment_area us_highways state_highways light_rail",
    "facility": "incubator_facility moderate_income_housing_percent transit_oriented_development "
    "exceeds_leed_silver substantial_remediation solar_percent vacant_building_sqft vacant_over_one_year",
    "limits": "annual_withholdings amount_necessary net_benefit eligibility_years authority_bonus",
    "label": "name",
}
FIELDS = [name for names in CONTRACT.values() for name in names.split()]
BY_KIND = {kind: [f.name for f in fact_fields() if f.kind == kind] for kind in ("whole", "money", "percent", "flag")}
NUMBERS = BY_KIND["whole"] + BY_KIND["money"] + BY_KIND["percent"]
BLANKABLE = {
    "jobs_new_to_municipality",
    "average_salary",
    "benchmark_salary",
    "minimum_capital_investment",
    "revitalization_index_2007",
    "annual_withholdings",
    "amount_necessary",
    "net_benefit",
}


def rules(facts: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem.field, problem.rule) for problem in check(facts)]


def only_problem(facts: dict[str, Any]) -> Any:
    (problem,) = check(facts)
    return problem


def test_the_flat_names_are_the_contract() -> None:
    assert [field.name for field in fact_fields()] == FIELDS
    assert list(GROUPS) == list(CONTRACT)
    for group, names in CONTRACT.items():
        assert {fact_field(name).group for name in names.split()} == {group}


def test_every_field_can_be_drawn_by_a_page() -> None:
    for field in fact_fields():
        assert field.title
        assert field.help
        assert field.unit or field.kind in ("flag", "choice", "text")
        assert field.citation.startswith("34:1B-24") or field.name in ("municipality", "name")
        assert field.may_be_blank is (field.name in BLANKABLE)


def test_the_defaults() -> None:
    scenario = Scenario()
    odd = {"eligibility_years": 10, "facility_use": "other", "construction": "new", "business_type": "other"}
    for name in FIELDS:
        value = getattr(scenario, name)
        if name in odd:
            assert value == odd[name]
        elif name in BLANKABLE:
            assert value is None
        else:
            assert value in (0, False, "")


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "given", [True, False, "5", "$1,200", "35 %", "", b"5", [5], {}, math.nan, math.inf, -math.inf]
)
def test_what_is_no_number_is_refused(name: str, given: object) -> None:
    problem_expected = not (name in BLANKABLE and isinstance(given, float) and math.isnan(given))
    found = rules({name: given})
    if not problem_expected:
        assert found == []  # NaN is how a frame writes a blank
    elif isinstance(given, float) and math.isnan(given):
        assert found == [(name, "blank")]
    else:
        assert found == [(name, "not_a_number")]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "given", [1e308, 10**400, 2**63, Decimal("1E+999999"), Fraction(10**400), Fraction(10**400, 3)]
)
def test_what_is_beyond_any_project_is_refused_and_never_cut(name: str, given: object) -> None:
    problem = only_problem({name: given})
    assert (problem.field, problem.rule) == (name, "at_most")
    assert name in problem.message


def test_a_number_that_python_itself_does_not_write_is_refused() -> None:
    problem = only_problem({"new_jobs": 10**5_000})
    assert (problem.rule, problem.given) == ("at_most", "a number of thousands of digits")


@pytest.mark.parametrize("name", [n for n in NUMBERS if n not in ("net_benefit", "eligibility_years")])
@pytest.mark.parametrize("given", [-1, -1.5, Decimal("-0.01"), -1e308])
def test_a_negative_is_refused_by_name(name: str, given: object) -> None:
    problem = only_problem({name: given})
    assert (problem.field, problem.rule, problem.given) == (name, "not_negative", str(given))
    assert fact_field(name).title in problem.message


def test_a_net_benefit_may_be_negative() -> None:
    assert Scenario(net_benefit=-5_000_000).net_benefit == -5_000_000


@pytest.mark.parametrize("name", BY_KIND["whole"])
@pytest.mark.parametrize("given", [1.5, Decimal("1.01"), 1.0000001])
def test_a_fraction_of_a_job_or_a_foot_is_refused(name: str, given: object) -> None:
    assert rules({name: given}) == [(name, "whole_number")]


@pytest.mark.parametrize("name", [n for n in BY_KIND["money"] + BY_KIND["percent"] if "industrial" not in n])
@pytest.mark.parametrize("given", [Decimal("1.001"), 1.005, 0.1 + 0.2])
def test_more_than_two_decimals_are_refused(name: str, given: object) -> None:
    assert rules({name: given}) == [(name, "two_decimals")]


@pytest.mark.parametrize(
    "given", [1250.5, Decimal("1250.5"), Decimal("1250.50"), np.float64(1250.5), Decimal("12505E-1")]
)
def test_dollars_are_exact_whatever_they_came_in(given: object) -> None:
    found = Scenario(average_salary=given).average_salary
    assert found == Decimal("1250.5")
    assert isinstance(found, Decimal)


@pytest.mark.parametrize("given", [300, 300.0, Decimal(300), np.int64(300), np.int16(300), np.float64(300)])
def test_whole_numbers_are_whole_whatever_they_came_in(given: object) -> None:
    found = Scenario(new_jobs=given).new_jobs
    assert found == 300
    assert type(found) is int


def test_binary_fractions_are_what_was_typed() -> None:
    # 0.1 and 35.7 have no exact binary value; what was typed is meant.
    assert Scenario(solar_percent=35.7).solar_percent == Decimal("35.7")
    assert Scenario(authority_bonus=0.1).authority_bonus == Decimal("0.1")


@pytest.mark.parametrize("name", BY_KIND["flag"])
@pytest.mark.parametrize("given", [0, 1, "yes", "true", "", 1.0, [], np.int64(1)])
def test_a_flag_is_true_or_false_and_nothing_like_it(name: str, given: object) -> None:
    assert rules({name: given}) == [(name, "true_or_false")]


@pytest.mark.parametrize("name", [n for n in FIELDS if n not in BLANKABLE])
def test_a_blank_where_none_is_allowed_is_a_problem(name: str) -> None:
    assert len(check({name: None})) == 1
    assert check({name: None})[0].field == name


@pytest.mark.parametrize("name", sorted(BLANKABLE))
@pytest.mark.parametrize("given", [None, math.nan, np.float64("nan")])
def test_a_blank_is_not_zero(name: str, given: object) -> None:
    assert getattr(Scenario(**{name: given}), name) is None
    jobs = {"new_jobs": 1}
    assert getattr(Scenario(**jobs, **{name: 0}), name) == 0


def test_numpys_true_is_true() -> None:
    assert Scenario(growth_zone=np.True_).growth_zone is True
    assert Scenario(growth_zone=np.False_).growth_zone is False


@pytest.mark.parametrize("name", ["municipality", "name"])
@pytest.mark.parametrize(
    ("given", "rule"),
    [
        (5, "text"),
        (True, "text"),
        (b"Camden", "text"),
        ("x" * 201, "too_long"),
        ("a\nb", "printable"),
        ("a\x00b", "printable"),
        ("\x1b[31m", "printable"),
        ("\ud800", "printable"),  # half of a character, which no file can hold
        ("a\u202eb", "printable"),  # turns what follows around
        ("a\u2028b", "printable"),
    ],
)
def test_text_that_no_label_can_hold_is_refused(name: str, given: object, rule: str) -> None:
    assert rules({name: given}) == [(name, rule)]


@pytest.mark.parametrize(
    "given", ["", "x" * 200, "Peña & Söhne, 株式会社", "=SUM(A1)", "{braces} $5 and $6", "<b>", "😀"]
)
def test_any_other_line_of_text_is_kept_as_it_is(given: str) -> None:
    assert Scenario(name=given).name == given


def test_braces_in_a_problem_are_no_template() -> None:
    problem = only_problem({"county": "{words} {0} %s"})
    assert "{words} {0} %s" in problem.message


@pytest.mark.parametrize("county", COUNTIES)
def test_the_twenty_one_counties(county: str) -> None:
    assert len(COUNTIES) == 21
    assert Scenario(county=county).county == county


@pytest.mark.parametrize(
    ("name", "given", "near"),
    [
        ("county", "Camdon", "Camden"),
        ("county", "camden", "Camden"),
        ("county", "Passiac", "Passaic"),
        ("construction", "rehab", "rehabilitation"),
        ("facility_use", "Industrial", "industrial"),
        ("business_type", "start-up", "startup"),
    ],
)
def test_an_unknown_option_is_told_with_the_nearest(name: str, given: str, near: str) -> None:
    problem = only_problem({name: given})
    assert (problem.field, problem.rule, problem.given) == (name, "not_an_option", given)
    assert f'did you mean "{near}"?' in problem.message


def test_a_misspelt_name_is_told_with_the_nearest() -> None:
    problem = only_problem({"new_job": 5})
    assert (problem.field, problem.rule, problem.given) == ("new_job", "unknown_field", "5")
    assert 'did you mean "new_jobs"?' in problem.message
    with pytest.raises(KeyError, match="growth_zone"):
        fact_field("growthzone")


def test_a_name_like_no_other_is_told_without_a_guess() -> None:
    assert "did you mean" not in only_problem({"qqqq": 5}).message


@pytest.mark.parametrize(("given", "rule"), [(0, "at_least"), (11, "at_most"), (-1, "at_least"), (2.5, "whole_number")])
def test_the_eligibility_period_is_one_to_ten_years(given: object, rule: str) -> None:
    assert rules({"eligibility_years": given}) == [("eligibility_years", rule)]


def test_more_industrial_than_total_capital_is_a_misfit() -> None:
    facts = {"capital_investment": 1_000_000, "industrial_capital_investment": Decimal("1000000.01")}
    problem = only_problem(facts)
    assert (problem.field, problem.rule) == ("industrial_capital_investment", "at_most_total")
    assert "$1,000,000" in problem.message
    assert "$1,000,000.01" in problem.message
    assert check(facts | {"industrial_capital_investment": 1_000_000}) == ()


def test_more_jobs_new_to_the_municipality_than_jobs_is_a_misfit() -> None:
    facts = {"new_jobs": 20, "retained_jobs": 15}
    assert check(facts | {"jobs_new_to_municipality": 35}) == ()
    problem = only_problem(facts | {"jobs_new_to_municipality": 36})
    assert (problem.field, problem.rule) == ("jobs_new_to_municipality", "at_most_total")
    assert "35" in problem.message


def test_all_problems_are_reported_at_once() -> None:
    facts = {
        "new_jobs": -1,
        "average_salary": "$1,200",
        "county": "Camdon",
        "growth_zone": "yes",
        "solar_percent": Decimal("1.234"),
        "new_job": 3,
        "capital_investment": 5,
        "industrial_capital_investment": 6,  # a misfit of two facts that are each good
    }
    with pytest.raises(ScenarioError) as caught:
        Scenario(**facts)
    assert {problem.field: problem.rule for problem in caught.value.problems} == {
        "new_jobs": "not_negative",
        "average_salary": "not_a_number",
        "county": "not_an_option",
        "growth_zone": "true_or_false",
        "solar_percent": "two_decimals",
        "new_job": "unknown_field",
        "industrial_capital_investment": "at_most_total",
    }
    for problem in caught.value.problems:
        assert problem.message in str(caught.value)


def test_a_misfit_is_not_reported_against_a_fact_that_is_itself_wrong() -> None:
    facts = {"new_jobs": "many", "retained_jobs": 5, "jobs_new_to_municipality": 10}
    # Whether 10 fits is unknown while the number of new jobs is.
    assert ("new_jobs", "not_a_number") in rules(facts)
    assert ("jobs_new_to_municipality", "at_most_total") not in rules(facts)


def test_both_misfits_at_once() -> None:
    facts = {"capital_investment": 1, "industrial_capital_investment": 2, "jobs_new_to_municipality": 3}
    assert [problem.rule for problem in check(facts)] == ["at_most_total", "at_most_total"]


def test_changed_validates_the_whole() -> None:
    scenario = Scenario(capital_investment=5, industrial_capital_investment=5)
    assert scenario.changed(capital_investment=6).capital_investment == 6
    assert scenario.capital_investment == 5
    with pytest.raises(ScenarioError, match="industrial_capital_investment"):
        scenario.changed(capital_investment=4)
    with pytest.raises(ScenarioError, match="did you mean"):
        scenario.changed(capital_investments=4)
    with pytest.raises(ScenarioError, match="negative"):
        scenario.changed(new_jobs=-4)


def test_a_scenario_cannot_be_edited_in_place() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Scenario().new_jobs = 5  # type: ignore[misc]  # that it is refused is what is tested


def test_a_scenario_is_a_value() -> None:
    assert Scenario(new_jobs=5) == Scenario(new_jobs=5.0, retained_jobs=0)
    assert hash(Scenario(new_jobs=5)) == hash(Scenario(new_jobs=5))
    assert Scenario(new_jobs=5) != Scenario(new_jobs=6)


def test_all_jobs() -> None:
    assert all_jobs(Scenario(new_jobs=3, retained_jobs=4)) == 7


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("0", "$0"),
        ("1250.50", "$1,250.50"),
        ("1250.00", "$1,250"),
        ("-3", "-$3"),
        ("-0.01", "-$0.01"),
        ("2.5", "$2.50"),
        ("35000000", "$35,000,000"),
    ],
)
def test_dollars_as_people_write_them(amount: str, text: str) -> None:
    assert money_text(Decimal(amount)) == text


def test_a_number_given_as_text_is_quoted() -> None:
    assert only_problem({"new_jobs": "300"}).message.endswith('must be a number; given: "300", which is text')


@pytest.mark.parametrize("length", [np.timedelta64(5), np.timedelta64(5, "D")])
def test_a_length_of_time_is_no_number(length: object) -> None:
    assert "new_jobs (New full-time jobs) must be a number; given: 5" in only_problem({"new_jobs": length}).message


def test_a_question_ends_its_own_sentence() -> None:
    assert only_problem({"county": "Cmden"}).message.endswith('; did you mean "Camden"? Given: Cmden')


def test_a_name_of_half_a_character_is_no_fact() -> None:
    (problem,) = check({"co\udcff": 1, "new_jobs": 1})
    assert (problem.rule, problem.message) == ("unknown_field", '"co?" is no fact of a scenario')
    assert {p.rule for p in check({"co\udcff": 1, "new_jobs": -1})} == {"unknown_field", "not_negative"}
