"""Scenario and law as a link, as JSON and as the cell of a file: the identity, and hostile text."""

import json
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from credit_core.codec import LINK_VERSION, cell_text, from_json, from_query, given_twice, read_cell, to_json, to_query
from credit_core.law import Law
from credit_core.problem import Problem
from credit_core.scenario import Scenario, fact_fields

FULL: dict[str, Any] = {
    "name": "Peña & Söhne = 100 % + 'more' #1?",
    "county": "Cape May",
    "municipality": "Ocean City",
    "new_jobs": 300,
    "retained_jobs": 7,
    "jobs_new_to_municipality": 0,
    "average_salary": Decimal("81000.05"),
    "capital_investment": Decimal("1250.50"),
    "facility_use": "industrial",
    "growth_zone": True,
    "net_benefit": Decimal("-3.10"),
    "annual_withholdings": 0,
    "eligibility_years": 4,
}
BILL = (
    Law.current()
    .amend({"base.b1a": Decimal("6000.25"), "gross_limit.d1": None, "threshold.c7f": 2_001, "bonus.c7f": 1_750})
    .read(rounding="cent", partial_steps="proportional")
    .named("Assembly 123 & more")
)


def told(query: dict[str, str]) -> list[tuple[str, str]]:
    return [(notice.field, notice.rule) for notice in from_query(query).notices]


def document(**changes: Any) -> str:
    return json.dumps(json.loads(to_json(Scenario(**FULL), BILL)) | changes)


def test_a_link_is_the_identity_through_a_real_address() -> None:
    address = urlencode(to_query(Scenario(**FULL), BILL))
    found = from_query(dict(parse_qsl(address, keep_blank_values=True, strict_parsing=True)))
    assert found.notices == ()
    assert found.scenario == Scenario(**FULL)
    assert found.law == BILL
    assert found.law.title == "Assembly 123 & more"


def test_a_link_carries_its_version_and_only_what_departs_from_the_defaults() -> None:
    assert to_query(Scenario()) == {"v": LINK_VERSION}
    query = to_query(Scenario(new_jobs=300, average_salary=Decimal("1250.50")))
    assert query == {"v": LINK_VERSION, "new_jobs": "300", "average_salary": "1250.5"}


def test_zero_and_blank_are_apart_in_a_link() -> None:
    assert to_query(Scenario(amount_necessary=0))["amount_necessary"] == "0"
    assert "amount_necessary" not in to_query(Scenario())
    assert from_query({"v": LINK_VERSION, "amount_necessary": "0"}).scenario.amount_necessary == 0
    assert from_query({"v": LINK_VERSION, "amount_necessary": ""}).scenario.amount_necessary is None


def test_json_is_the_identity() -> None:
    found = from_json(to_json(Scenario(**FULL), BILL))
    assert found.notices == ()
    assert found.scenario == Scenario(**FULL)
    assert found.law == BILL
    assert found.law.title == BILL.title


def test_json_says_every_fact_and_the_version_of_the_law() -> None:
    found = json.loads(to_json(Scenario(**FULL), BILL))
    assert list(found["facts"]) == [field.name for field in fact_fields()]
    assert found["facts"]["capital_investment"] == "1250.5"
    assert found["facts"]["benchmark_salary"] is None
    assert found["law_version"] == "P.L.2017, c.221"


def test_an_empty_address_is_the_default_and_says_nothing() -> None:
    found = from_query({})
    assert (found.scenario, found.law, found.notices) == (Scenario(), Law.current(), ())
    assert from_query({"embed": "true"}).notices == ()


@pytest.mark.parametrize("version", [None, "0", "2", "999", "x", "", "1.0", " 1", "\u0661"])
def test_a_missing_or_unknown_version_is_told_and_the_rest_is_kept(version: str | None) -> None:
    query = {"new_jobs": "300"} | ({} if version is None else {"v": version})
    found = from_query(query)
    assert found.scenario.new_jobs == 300
    assert [(notice.field, notice.rule) for notice in found.notices] == [("v", "version")]


NO_NUMBER = [
    "1e308",
    "1e5",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "true",
    "yes",
    "ten",
    "$1,200",
    "1,200",
    "1 200",
    "1_200",
    "35 %",
    "35%",
    "0x10",
    "\u0661\u0662\u0663",  # Arabic-Indic digits
    "\uff13\uff10\uff10",  # full-width digits
    "²",
    "1/2",
    "--5",
    "+5",
    "5.",
    ".5",
    "=5",
    "5;6",
    "\ud800",
    "5\x00",
    "9" * 5_000,
]


@pytest.mark.parametrize("text", NO_NUMBER)
@pytest.mark.parametrize("name", ["new_jobs", "capital_investment", "solar_percent", "amount_necessary"])
def test_what_is_no_plain_number_is_told_by_name(name: str, text: str) -> None:
    found = from_query({"v": LINK_VERSION, name: text, "retained_jobs": "7"})
    assert [(notice.field, notice.rule) for notice in found.notices] == [(name, "not_a_number")]
    assert found.scenario == Scenario(retained_jobs=7)
    assert len(found.notices[0].message) < 700


@pytest.mark.parametrize(
    ("text", "plain"), [("$1,200", "1200"), ("35 %", "35"), ("1_200", "1200"), ("$ 1,250.50", "1250.50")]
)
def test_a_number_in_disguise_is_told_how_to_write_it(text: str, plain: str) -> None:
    (notice,) = from_query({"v": LINK_VERSION, "capital_investment": text}).notices
    assert f'"{plain}"' in notice.message
    assert text in notice.message


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("new_jobs", "-1", "not_negative"),
        ("new_jobs", "1.5", "whole_number"),
        ("new_jobs", "99999999999", "at_most"),
        ("new_jobs", "", "blank"),
        ("capital_investment", "1.001", "two_decimals"),
        ("solar_percent", "1000.01", "at_most"),
        ("eligibility_years", "0", "at_least"),
        ("eligibility_years", "11", "at_most"),
        ("growth_zone", "", "blank"),
        ("growth_zone", "2", "true_or_false"),
        ("growth_zone", "maybe", "true_or_false"),
        ("county", "Camdon", "not_an_option"),
        ("county", " Camden", "not_an_option"),
        ("name", "x" * 201, "too_long"),
        ("name", "a\nb", "printable"),
        ("name", "\ud800", "printable"),
        ("new_job", "5", "unknown_field"),
        ("New_Jobs", "5", "unknown_field"),
        ("__class__", "5", "unknown_field"),
        ("model_config", "5", "unknown_field"),
        ("", "5", "unknown_field"),
        ("law.base.b1", "5", "unknown_name"),
        ("law.base.b1a", "x", "not_a_number"),
        ("law.base.b1a", "1e308", "not_a_number"),
        ("law.base.b1a", "-1", "not_negative"),
        ("law.base.b1a", "none", "not_a_limit"),
        ("law.threshold.c7a", "401", "tiers_out_of_order"),
        ("law.threshold.c7f", "2001", "missing_half"),
        ("law.", "5", "unknown_name"),
        ("read.rounding", "cents", "unknown_option"),
        ("read.roundings", "cent", "unknown_name"),
        ("read.self", "cent", "unknown_name"),
        ("read.", "cent", "unknown_name"),
    ],
)
def test_what_cannot_be_used_is_told_and_everything_else_is_kept(name: str, text: str, rule: str) -> None:
    found = from_query({"v": LINK_VERSION, name: text, "retained_jobs": "7", "law.base.b2": "4100"})
    assert rule in [notice.rule for notice in found.notices]
    assert found.scenario == Scenario(retained_jobs=7)
    assert found.law == Law.current().amend({"base.b2": 4_100})


@pytest.mark.parametrize(
    ("name", "near"), [("new_job", "new_jobs"), ("growthzone", "growth_zone"), ("ret_jobs", "retained_jobs")]
)
def test_a_misspelt_name_is_told_with_the_nearest(name: str, near: str) -> None:
    (notice,) = from_query({"v": LINK_VERSION, name: "5"}).notices
    assert f'did you mean "{near}"?' in notice.message


def test_facts_that_do_not_fit_together_are_told() -> None:
    query = {"v": LINK_VERSION, "capital_investment": "5", "industrial_capital_investment": "6", "new_jobs": "3"}
    found = from_query(query)
    assert told(query) == [("industrial_capital_investment", "at_most_total")]
    assert found.scenario == Scenario(capital_investment=5, new_jobs=3)
    jobs = {"v": LINK_VERSION, "new_jobs": "3", "retained_jobs": "4", "jobs_new_to_municipality": "8"}
    assert told(jobs) == [("jobs_new_to_municipality", "at_most_total")]
    assert from_query(jobs).scenario == Scenario(new_jobs=3, retained_jobs=4)


def test_a_fact_that_is_wrong_does_not_take_a_good_one_with_it_unsaid() -> None:
    # new_jobs cannot be read, so nothing bears out 10 jobs new to the municipality: both are told.
    query = {"v": LINK_VERSION, "new_jobs": "many", "jobs_new_to_municipality": "10"}
    assert told(query) == [("new_jobs", "not_a_number"), ("jobs_new_to_municipality", "at_most_total")]


@pytest.mark.parametrize(
    ("amendments", "kept", "rules"),
    [
        # (a) is moved onto (b), which stays: (a) is left out
        ({"threshold.c7a": "401"}, {}, ["tiers_out_of_order"]),
        ({"threshold.c7a": "700", "threshold.c7d": "900"}, {"threshold.c7d": 900}, ["tiers_out_of_order"]),
        # moved together they are in order
        ({"threshold.c7a": "401", "threshold.c7b": "500"}, {"threshold.c7a": 401, "threshold.c7b": 500}, []),
        ({"route_jobs.de": "100"}, {}, ["tiers_out_of_order"]),
        ({"route_capital.db": "16000000", "route_jobs.da": "30"}, {"route_jobs.da": 30}, ["tiers_out_of_order"]),
        # a wrong amount does not take the threshold of its bracket with it
        ({"threshold.c7a": "300", "bonus.c7a": "-1"}, {"threshold.c7a": 300}, ["not_negative"]),
        ({"bonus.c7g": "5"}, {}, ["missing_half"]),
    ],
)
def test_only_the_amendment_that_is_wrong_is_left_out_of_a_link(
    amendments: dict[str, str], kept: dict[str, int], rules: list[str]
) -> None:
    query = {"v": LINK_VERSION, "law.base.b2": "4100"} | {f"law.{k}": value for k, value in amendments.items()}
    found = from_query(query)
    assert [notice.rule for notice in found.notices] == rules
    assert found.law == Law.current().amend({"base.b2": 4_100, **kept})


def test_everything_wrong_is_told_at_once() -> None:
    query = {"v": "7", "new_jobs": "x", "county": "Y", "nonsense": "z", "law.base.b9": "1", "read.rounding": "q"}
    assert {field for field, _ in told(query)} == {"v", "new_jobs", "county", "nonsense", "base.b9", "rounding"}


def test_a_half_of_an_added_bracket_goes_with_its_other_half() -> None:
    found = from_query({"v": LINK_VERSION, "law.threshold.c7f": "2001", "law.bonus.c7f": "-1", "law.base.b2": "4100"})
    assert found.law == Law.current().amend({"base.b2": 4_100})
    assert ("bonus.c7f", "not_negative") in [(n.field, n.rule) for n in found.notices]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "null",
        "[]",
        "5",
        '"text"',
        "{}",
        '{"format": "other"}',
        '{"format": "grow-nj-scenario"',
        "[" * 100_000,
        "\x00",
        "\ufeff{}",
        "\ud800",
    ],
)
def test_what_is_no_scenario_document_is_told(text: str) -> None:
    found = from_json(text)
    assert (found.scenario, found.law) == (Scenario(), Law.current())
    assert [notice.field for notice in found.notices] == ["document"]


def test_a_file_that_is_no_json_is_told_with_what_to_do() -> None:
    (notice,) = from_json("PK").notices
    assert "no JSON document (line 1, column 1)" in notice.message
    assert "Choose one that this program saved" in notice.message


def test_a_name_that_a_document_gives_twice_is_told_with_both_values() -> None:
    text = '{"format": "grow-nj-scenario", "version": 1, "facts": {"new_jobs": 1, "growth_zone": true, "new_jobs": 2}}'
    found = from_json(text)
    assert found.scenario == Scenario(new_jobs=2, growth_zone=True)
    (notice,) = found.notices
    assert (notice.field, notice.rule, notice.given) == ("new_jobs", "given_twice", "1, 2")
    assert '"1" and "2"' in notice.message


def test_a_name_given_twice_with_one_value_takes_nothing_away() -> None:
    assert given_twice([("new_jobs", "1"), ("new_jobs", "1")]) == ()


@pytest.mark.parametrize("version", [None, 0, 2, "x", True, [1], 1.5])
def test_a_document_of_another_version_is_told(version: Any) -> None:
    found = from_json(document(version=version))
    assert [(notice.field, notice.rule) for notice in found.notices] == [("version", "version")]
    assert found.scenario == Scenario(**FULL)


@pytest.mark.parametrize("section", ["facts", "amendments", "readings"])
@pytest.mark.parametrize("given", [None, [], "x", 5, True])
def test_a_section_that_is_no_object_is_told(section: str, given: Any) -> None:
    found = from_json(document(**{section: given}))
    assert section in [notice.field for notice in found.notices]


@pytest.mark.parametrize(
    ("name", "given", "rule"),
    [
        ("new_jobs", True, "not_a_number"),
        ("new_jobs", [3], "not_a_number"),
        ("new_jobs", {"a": 1}, "not_a_number"),
        ("new_jobs", None, "blank"),
        ("new_jobs", "1e5", "not_a_number"),
        ("new_jobs", 1e308, "at_most"),
        ("new_jobs", 10**300, "at_most"),
        ("new_jobs", float("inf"), "not_a_number"),
        ("new_jobs", 2.5, "whole_number"),
        ("capital_investment", 0.30000000000000004, "two_decimals"),
        ("growth_zone", 1, "true_or_false"),
        ("growth_zone", None, "blank"),
        ("county", 5, "text"),
        ("county", None, "text"),
        ("name", None, "text"),
        ("new_job", 5, "unknown_field"),
    ],
)
def test_a_document_with_a_fact_of_the_wrong_kind(name: str, given: Any, rule: str) -> None:
    text = document(facts={"retained_jobs": 7, name: given})
    found = from_json(text)
    assert [(notice.field, notice.rule) for notice in found.notices] == [(name, rule)]
    assert found.scenario == Scenario(retained_jobs=7)


@pytest.mark.parametrize("given", [[], {}, True, None, "x", 1e308, -5])
def test_a_document_with_an_amendment_of_the_wrong_kind(given: Any) -> None:
    found = from_json(document(amendments={"base.b1a": given, "base.b2": 4_100}))
    assert [notice.field for notice in found.notices] == ["base.b1a"]
    assert found.law.amendments == (("base.b2", Decimal(4_100)),)


@pytest.mark.parametrize("given", [[], {}, True, None, 5])
def test_a_document_with_a_reading_of_the_wrong_kind(given: Any) -> None:
    found = from_json(document(readings={"rounding": given, "partial_steps": "proportional"}))
    assert [(notice.field, notice.rule) for notice in found.notices] == [("rounding", "unknown_option")]
    assert found.law.option("partial_steps") == "proportional"


@pytest.mark.parametrize(
    ("bill", "rule"),
    [
        (None, "text"),
        (5, "text"),
        ([], "text"),
        ("x" * 201, "too_long"),
        ("a\nb", "printable"),
        ("\ud800", "printable"),
    ],
)
def test_a_bill_whose_name_cannot_be_used_is_told_and_keeps_its_figures(bill: Any, rule: str) -> None:
    found = from_json(document(bill=bill))
    assert [(notice.field, notice.rule) for notice in found.notices] == [("bill", rule)]
    assert found.scenario == Scenario(**FULL)
    assert found.law == BILL
    assert found.law.title == ""
    if isinstance(bill, str):
        assert told(to_query(Scenario(), BILL) | {"bill": bill}) == [("bill", rule)]


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_what_is_told_of_half_a_character_can_be_written_anywhere(text: str) -> None:
    query = {"v": text, "new_jobs": text, text: text, f"law.{text}": text, "read.rounding": text, "county": text}
    for notice in from_query(query).notices:
        assert f"{notice.field} {notice.given} {notice.message}".encode()


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("new_jobs", 300, "300"),
        ("capital_investment", Decimal("1250.50"), "1250.5"),
        ("capital_investment", Decimal("1E+3"), "1000"),
        ("solar_percent", Decimal("35.00"), "35"),
        ("net_benefit", Decimal("-3.10"), "-3.1"),
        ("growth_zone", True, "true"),
        ("growth_zone", False, "false"),
        ("amount_necessary", None, ""),
        ("amount_necessary", Decimal(0), "0"),
        ("county", "Cape May", "Cape May"),
    ],
)
def test_a_cell_is_written_plainly_and_read_back(name: str, value: Any, text: str) -> None:
    assert cell_text(name, value) == text
    assert read_cell(name, text) == value


@pytest.mark.parametrize("text", ["1", "yes", "true", "YES", "True", " yes "])
def test_true_in_a_cell(text: str) -> None:
    assert read_cell("growth_zone", text) is True


@pytest.mark.parametrize("text", ["0", "no", "false", "NO", "False", " no "])
def test_false_in_a_cell(text: str) -> None:
    assert read_cell("growth_zone", text) is False


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_a_blank_cell(text: str) -> None:
    assert read_cell("amount_necessary", text) is None
    for name in ("new_jobs", "growth_zone"):
        found = read_cell(name, text)
        assert isinstance(found, Problem)
        assert found.rule == "blank"


def test_spaces_around_a_number_are_no_part_of_it() -> None:
    assert read_cell("new_jobs", " 300 ") == 300


def test_a_cell_of_no_fact() -> None:
    with pytest.raises(KeyError, match="new_jobs"):
        read_cell("new_job", "5")


def test_a_mark_at_the_beginning_of_a_document_is_passed_over() -> None:
    assert from_json("\ufeff" + to_json(Scenario(new_jobs=5))).scenario == Scenario(new_jobs=5)
