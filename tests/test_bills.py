"""A bill as a TOML file: the round trip is the identity, people can read it, every problem is named."""

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from credit_core import Law, LawError, Scenario, evaluate
from credit_core.bills import added_brackets, bill_from_toml, bill_to_toml, check_title, next_bracket, without
from tests.strategies import WIDE, laws

HEAD = 'format = "grow-nj-bill"\nversion = 1\namends = "P.L.2017, c.221"\n'
BILL = (
    Law.current()
    .amend({"base.b1a": Decimal("6000.50"), "gross_limit.d1": None, "bonus.c4": 0})
    .amend({"threshold.c7f": 2_000, "bonus.c7f": 1_750})
    .read(rounding="cent")
    .named('Base up, "no" limit')
)
TITLES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" "), max_size=60)


def problems(text: str) -> dict[str, str]:
    """The rule of each problem by its field."""
    return {problem.field: problem.rule for problem in bill_from_toml(text).problems}


# ---- round trip -----------------------------------------------------------------------------------------------------


@given(laws(), TITLES)
@WIDE
def test_a_round_trip_is_the_identity(law: Law, title: str) -> None:
    bill = law.named(title)
    read = bill_from_toml(bill_to_toml(bill))
    assert read.problems == ()
    assert read.law == bill
    assert read.law.title == title
    assert bill_to_toml(read.law) == bill_to_toml(bill)


def test_as_bytes_with_a_byte_order_mark_too() -> None:
    assert bill_from_toml(b"\xef\xbb\xbf" + bill_to_toml(BILL).encode("utf-8")).law == BILL


def test_the_file_says_what_it_is_and_what_it_amends() -> None:
    lines = bill_to_toml(BILL).splitlines()
    assert lines[0] == "# A bill that would amend N.J.S.A. 34:1B-246. It is not current law."
    assert 'amends = "P.L.2017, c.221"' in lines
    at = lines.index('"base.b1a" = 6000.5')
    assert "34:1B-246(b)(1)(a); current law: 5000 dollars per job a year" in lines[at - 1]
    assert '"gross_limit.d1" = "no limit"' in lines
    assert '"bonus.c4" = 0' in lines
    assert "34:1B-246(c)(7)(f), added" in lines[lines.index('"threshold.c7f" = 2000') - 1]
    assert 'rounding = "cent"' in lines


def test_a_bill_of_nothing_is_current_law() -> None:
    text = bill_to_toml(Law.current())
    assert "# This one amends no figure." in text.splitlines()
    assert bill_from_toml(text).law == Law.current()


# ---- written by hand ------------------------------------------------------------------------------------------------


def test_dotted_names_need_no_quotation_marks() -> None:
    read = bill_from_toml(f"{HEAD}[amendments]\nbase.b1a = 6_000\nbase.b2 = 4.5e3\n[amendments.bonus]\nc4 = 0\n")
    assert read.problems == ()
    assert read.law == Law.current().amend({"base.b1a": 6_000, "base.b2": 4_500, "bonus.c4": 0})


def test_amounts_are_read_to_the_cent_and_never_as_binary_fractions() -> None:
    read = bill_from_toml(f"{HEAD}[amendments]\nbase.b1a = 6000.10\n")
    assert read.law is not None
    assert read.law.value("base.b1a") == Decimal("6000.10")


WRONG = f"""{HEAD}
titel = "Misspelt"
title = "two\\nlines"
[amendments]
base.b1a = true
base.b1b = [6000]
base.b2 = "6,000"
base.b3 = 0.001
base.b4 = -1
bonus.c1 = 1979-05-27
bonus.c2 = nan
bonus.c3 = 1e400
bonus.c99 = 5
bonus.c4 = "no limit"
threshold.c7b = 100
gross_limit.d1 = "no limit"
[readings]
rounding = "dime"
partial_step = "whole"
necessity_exception = "whole_zone"
"""


def test_every_problem_is_named_and_the_rest_is_kept() -> None:
    assert problems(WRONG) == {
        "titel": "unknown_name",
        "title": "printable",
        "base.b1a": "not_a_number",
        "base.b1b": "not_a_number",
        "base.b2": "not_a_number",
        "base.b3": "decimals",
        "base.b4": "not_negative",
        "bonus.c1": "not_a_number",
        "bonus.c2": "not_a_number",
        "bonus.c3": "not_a_number",
        "bonus.c99": "unknown_name",
        "bonus.c4": "not_a_limit",
        "threshold.c7b": "tiers_out_of_order",
        "rounding": "unknown_option",
        "partial_step": "unknown_name",
    }
    kept = Law.current().amend({"gross_limit.d1": None}).read(necessity_exception="whole_zone")
    assert bill_from_toml(WRONG).law == kept


def test_a_problem_says_what_was_given_and_what_was_meant() -> None:
    messages = [problem.message for problem in bill_from_toml(WRONG).problems]
    assert '"titel" is no part of a bill; did you mean "title"?' in messages
    assert any(words.startswith("base.b4 (Base") and words.endswith("given: -1") for words in messages)
    assert any("partial_step" in words and 'did you mean "partial_steps"?' in words for words in messages)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('amends = "P.L.2099, c.1"', "amends"),
        ("amends = 3", "amends"),
        ("version = 2", "version"),
        ("title = 3", "title"),
        ("amendments = 3", "amendments"),
        ("readings = []", "readings"),
    ],
)
def test_a_head_that_is_odd_is_named_and_read_all_the_same(line: str, field: str) -> None:
    head = [each for each in HEAD.splitlines() if not each.startswith(f"{field} =")]
    read = bill_from_toml("\n".join([*head, line]))
    assert [problem.field for problem in read.problems] == [field]
    assert read.law == Law.current()


def test_a_name_that_stands_there_twice_is_told() -> None:
    text = f'{HEAD}[amendments]\n"base.b1a" = 6000\nbase.b1a = 7000\n'
    assert problems(text) == {"base.b1a": "twice"}
    assert bill_from_toml(text).law == Law.current().amend({"base.b1a": 6_000})


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "format"),
        ('format = "something else"', "format"),
        ("this is = = no toml", "not_toml"),
        (f"{HEAD}[amendments]\nbase.b1a = {'9' * 5_000}\n", "not_toml"),
        (f"a = {'[' * 2_000}", "not_toml"),
        (f"{HEAD}#{'x' * 200_001}", "too_long"),
        (b"\xff\xfe\x00", "encoding"),
    ],
)
def test_what_is_no_bill_says_so(content: str | bytes, rule: str) -> None:
    read = bill_from_toml(content)
    assert read.law is None
    assert [problem.rule for problem in read.problems] == [rule]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("this is no toml", "The file is no TOML document: it cannot be read at line 1, column 6."),
        (f"{HEAD}[amendments]\nbase.b1a = = 1\n", ": it cannot be read at line 5, column 12."),
        ("format = ", "The file is no TOML document: it ends too early."),
        (f"a = {'9' * 5_000}\n", "The file is no TOML document: it holds a number that is too long."),
        (f"a = {'[' * 2_000}", "The file is no TOML document: it is nested too deep."),
        (b'# Gro\xc3\x9f\ntitle = "\xff"', "The file is no text in UTF-8 at line 2, column 10."),
    ],
)
def test_what_is_no_bill_is_told_in_plain_words_with_its_place(content: str | bytes, words: str) -> None:
    [found] = bill_from_toml(content).problems
    assert found.message.endswith(f"{words} Mend it, or choose a file that this program saved")


def test_tables_in_tables_are_a_name_that_is_unknown() -> None:
    found = bill_from_toml('format = "grow-nj-bill"\n[amendments]\nbase.b1a = 6000\n' + "a." * 90 + "b = 1\n")
    assert found.law == Law.current().amend({"base.b1a": 6_000})
    assert [problem.field for problem in found.problems if problem.rule == "unknown_name"] == ["a.a.a.a"]


@pytest.mark.parametrize("part", ["a.", '"a" . ', "'a.b'\t.", r'"\"".'])
def test_tables_in_thousands_of_tables_are_refused_at_once(part: str) -> None:
    begun = time.process_time()
    [found] = bill_from_toml(
        'format = "grow-nj-bill"\n[amendments]\n' + part * (199_900 // len(part)) + "b = 1\n"
    ).problems
    assert time.process_time() - begun < 5
    assert "it is nested too deep" in found.message


def test_many_points_within_a_text_are_no_tables() -> None:
    assert problems(f'# {"1." * 150}\n{HEAD}title = "{"a." * 100}"\n') == {}


def test_a_file_of_thousands_of_names_stops_at_500() -> None:
    lines = "\n".join(f"x{number} = 1" for number in range(5_000))
    found = bill_from_toml(f"{HEAD}[amendments]\n{lines}\n").problems
    assert len(found) == 501
    assert "at most 500 names" in found[0].message


@given(st.text(max_size=200) | st.binary(max_size=200))
@WIDE
def test_no_content_raises(content: str | bytes) -> None:
    read = bill_from_toml(content)
    assert read.law is not None or read.problems


# ---- brackets that are added, figures that go back -------------------------------------------------------------------


def test_brackets_are_added_in_order_and_taken_away() -> None:
    assert (added_brackets(Law.current()), next_bracket(Law.current())) == ((), "f")
    assert (added_brackets(BILL), next_bracket(BILL)) == (("f",), "g")
    full = Law.current().amend(
        {f"{half}.c7{chr(ord('f') + n)}": 2_000 + n for n in range(21) for half in ("threshold", "bonus")}
    )
    assert next_bracket(full) is None
    assert without(BILL, "threshold.c7f", "bonus.c7f") == Law.current().amend(
        {"base.b1a": Decimal("6000.5"), "gross_limit.d1": None, "bonus.c4": 0}
    ).read(rounding="cent")
    assert without(BILL, "base.b1a").title == BILL.title


def test_later_brackets_move_up_when_one_is_taken_away() -> None:
    two = BILL.amend({"threshold.c7g": 3_000, "bonus.c7g": 1_900})
    left = without(two, "threshold.c7f", "bonus.c7f")
    assert added_brackets(left) == ("f",)
    assert (left.value("threshold.c7f"), left.value("bonus.c7f")) == (Decimal(3_000), Decimal(1_900))
    assert without(two, "threshold.c7g", "bonus.c7g") == BILL


def test_a_bill_whose_brackets_have_a_gap_says_which_is_missing() -> None:
    found = bill_from_toml(f'{HEAD}title = ""\n[amendments]\n"threshold.c7g" = 3000\n"bonus.c7g" = 1900\n')
    assert {problem.rule for problem in found.problems} == {"missing_bracket"}
    assert found.law == Law.current()


def test_a_bracket_that_is_added_pays() -> None:
    # 2,500 jobs in a distressed municipality: base 4,000 + 1,750 instead of the 1,500 of bracket (e).
    project = Scenario(distressed_municipality=True, new_jobs=2_500)
    assert evaluate(project, BILL).gross_amount == 4_000 + 1_750
    assert evaluate(project).gross_amount == 4_000 + 1_500


def test_half_a_bracket_cannot_be_taken_away() -> None:
    with pytest.raises(LawError, match=r"bonus\.c7f is missing"):
        without(BILL, "bonus.c7f")


@pytest.mark.parametrize(("title", "rule"), [("two\nlines", "printable"), ("x" * 201, "too_long")])
def test_a_title_is_one_line(title: str, rule: str) -> None:
    (problem,) = check_title(title)
    assert (problem.field, problem.rule) == ("title", rule)
    assert problem.message.startswith("title (Name of the bill)")
    assert check_title("Base up by $1,000") == ()
