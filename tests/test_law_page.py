"""The page of the law: figures come from the law in force, open questions are told, every citation leads there."""

import re
from decimal import Decimal
from html import unescape

import pytest
from hypothesis import given

from credit_core import Law, Scenario, evaluate
from credit_core.explain import explain
from credit_core.law import figures, readings
from dashboard.law_page import Part, Provision, figures_table, law_anchor, parts, section_html, value_text
from tests.strategies import WIDE, amended_laws, scenarios

CURRENT = Law.current()
PLACEHOLDER = re.compile(r"\{[a-z_0-9.]+\}")
PROVISIONS = [row for part in parts() for row in part.provision]
ROWS: list[Part | Provision] = [*parts(), *PROVISIONS]

# Numbers that are no figures of the law: paragraphs and sections, years of acts, and the horizons of the net benefit.
NO_FIGURE = re.compile(r"\(\d+\)|[Ss]ection \d|\b(?:2002|2007|2013|2017)\b|within (?:20|35) years")


def html(law: Law = CURRENT, wanted: str = "") -> str:
    return section_html(law, wanted)[0]


def provision(anchor: str, law: Law) -> str:
    """The HTML of one provision."""
    found = re.search(rf'<article class="provision" id="{anchor}".*?</article>', html(law))
    assert found
    return found[0]


def words(text: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", text)))


# ---- the text -------------------------------------------------------------------------------------------------------


def test_every_figure_of_the_law_is_told_and_no_other() -> None:
    texts = [*(row.text for row in ROWS), *(note.text for row in ROWS for note in row.note)]
    told = {name for text in texts for name in re.findall(r"\{([a-z_0-9.]+)\}", text)}
    assert told == set(figures())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_no_figure_is_typed_into_a_text(row: Part | Provision) -> None:
    left = NO_FIGURE.sub("", PLACEHOLDER.sub("", row.text))
    assert re.findall(r"[\d$%]", left) == []


def test_every_provision_from_b_to_f_has_its_place() -> None:
    paragraphs = {"b": ["1-a", "1-b", "2", "3", "4"], "c": ["opening", *map(str, range(1, 19))]}
    paragraphs |= {"d": [*"123456", "route", *"abcde"], "e": ["1", "2"], "f": [*"123456", "last"]}
    wanted = [f"{part}-{paragraph}" for part, names in paragraphs.items() for paragraph in names]
    assert [row.id for row in PROVISIONS if row.id[0] in "bcdef"] == wanted


def test_no_two_places_share_an_anchor() -> None:
    ids = re.findall(r' id="([^"]+)"', html())
    assert len(ids) == len(set(ids))


# ---- links ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("citation", "anchor"),
    [
        ("34:1B-246(c)(4)", "c-4"),
        ("34:1B-246(b)(1)(a)", "b-1-a"),
        ("34:1B-246(c)(7)(e)", "c-7"),
        ("34:1B-246(c), opening words", "c-opening"),
        ("34:1B-246(d)", "d"),
        ("34:1B-246(d)(a)", "d-a"),
        ("34:1B-246(d)(a)-(e)", "d-route"),
        ("34:1B-246(f)(5), (6)", "f-5"),
        ("34:1B-246(f), last paragraph", "f-last"),
        ("34:1B-244(b); N.J.A.C. 19:31Q-1.3", "s3-b"),
        ("34:1B-244", "s3"),
        ("34:1B-243", ""),
        ("N.J.A.C. 19:31Q-1.8(a)", ""),
    ],
)
def test_a_citation_leads_to_its_provision(citation: str, anchor: str) -> None:
    assert law_anchor(citation) == anchor


def test_every_citation_of_the_law_leads_somewhere() -> None:
    places = set(re.findall(r' id="([^"]+)"', html()))
    cited = [*(known.citation for known in figures().values()), *(known.citation for known in readings().values())]
    assert {law_anchor(citation) for citation in cited} <= places


@WIDE
@given(scenarios())
def test_every_step_of_any_explanation_leads_somewhere(scenario: Scenario) -> None:
    places = {row.id for row in ROWS}
    assert {law_anchor(step.citation) for step in explain(scenario, evaluate(scenario))} <= places


# ---- the law in force -----------------------------------------------------------------------------------------------


def test_current_law_shows_its_figures_without_a_mark() -> None:
    assert "$5,000 a job" in words(provision("b-1-a", CURRENT))
    assert "not current law" not in words(html())


def test_an_amended_figure_stands_beside_that_of_current_law() -> None:
    law = CURRENT.amend({"base.b1a": 6_250.5})
    assert "$6,250.50 (not current law; current law: $5,000) a job" in words(provision("b-1-a", law))
    assert words(html(law)).count("not current law") == 1


def test_a_limit_that_is_lifted_says_so() -> None:
    law = CURRENT.amend(dict.fromkeys(("gross_limit.d1", "route_limit.da", "annual_limit.f2", "annual_limit.f5")))
    assert "No limit (not current law; current law: $15,000 a job)." in words(provision("d-1", law))
    assert "No limit (not current law; current law: $30,000,000 a year)." in words(provision("f-2", law))
    assert "$5,000,000 of capital: no limit (not current law; current law: " in words(provision("d-a", law))
    # (f)(5) limits by withholdings as well, and that limit stays.
    assert "No limit (not current law; current law: $4,000,000 a year), but no more than 90 %" in words(
        provision("f-5", law)
    )
    assert "most no limit" not in words(html(law)).lower()


def test_the_support_of_a_reading_says_apart_that_it_was_not_read() -> None:
    assert "Support for the default: unsettled; not read in a source" in words(html())


def test_what_an_amendment_may_add_for_every_project_is_told() -> None:
    assert "which is $0 here" in words(provision("c-opening", CURRENT))


def test_a_bracket_that_an_amendment_adds_is_told() -> None:
    law = CURRENT.amend({"threshold.c7f": 2_000, "bonus.c7f": 2_250})
    assert "; (f) $2,250 from 2,000 (not current law). The highest bracket reached counts, alone." in words(
        provision("c-7", law)
    )
    added = figures_table(law).query("Name.str.endswith('c7f')")
    assert list(added["Status"]) == ["not current law", "not current law"]


@WIDE
@given(amended_laws())
def test_whatever_is_amended_is_marked_in_text_and_table(law: Law) -> None:
    in_text = sum(1 for name, _ in law.amendments if name in figures())
    letters = {name[-1] for name, _ in law.amendments if name not in figures()}
    assert words(html(law)).count("not current law; current law:") == in_text
    assert (words(html(law)).count("not current law") > in_text) is bool(letters)
    table = figures_table(law)
    marked = table[table["Status"] != "current law"]
    assert set(marked["Name"]) == {name for name, _ in law.amendments}


def test_a_figure_that_is_not_read_is_marked() -> None:
    told = words(provision("s3-c", CURRENT))
    assert told.count("recalled") == sum(1 for name in figures() if name.startswith("minimum_") and "jobs" in name)
    assert "110 % recalled" in words(provision("s3-a", CURRENT))
    assert "100 % derived" in words(provision("s3-a", CURRENT))


def test_a_note_that_is_not_read_is_marked() -> None:
    assert "recalled That means within half a mile of a station" in words(provision("c-4", CURRENT))


def test_assignment_is_told_and_not_computed() -> None:
    assert "not computed here" in words(provision("a-assignment", CURRENT))


# ---- open questions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", readings())
def test_every_open_question_is_told_once_with_its_options_and_support(name: str) -> None:
    known = readings()[name]
    (block,) = re.findall(rf'<div class="reading" id="reading-{name}".*?</div>', html())
    told = words(block)
    for part in (known.title, known.why, known.support, *known.options.values()):
        assert part in told
    assert f"{known.options[known.default]} in force, default" in told
    assert ("not read" in told) is not known.support.startswith("read")


def test_the_option_in_force_is_told_apart_from_the_default() -> None:
    known = readings()["rounding"]
    told = words(html(CURRENT.read(rounding="cent")))
    assert f"{known.options['cent']} in force" in told
    assert f"{known.options['dollar']} default" in told


# ---- finding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "anchors"),
    [
        ("(c)(4)", ["c-4"]),
        ("  solar ", ["c-16"]),
        ("LIGHT rail", ["c-13"]),
        ("$12,000", ["d-2"]),
        ("nothing like this", []),
    ],
)
def test_finding_keeps_the_provisions_that_hold_every_word(wanted: str, anchors: list[str]) -> None:
    text, count = section_html(CURRENT, wanted)
    assert re.findall(r'<article class="provision" id="([^"]+)"', text) == anchors
    assert count == len(anchors)


def test_finding_sees_the_figures_in_force() -> None:
    assert section_html(CURRENT.amend({"gross_limit.d2": 12_345}), "$12,345")[1] == 1


def test_nothing_wanted_is_the_whole_section() -> None:
    assert section_html(CURRENT, "  ")[1] == len(PROVISIONS)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(None, "dollars", "no limit"), (Decimal(2), "thirds", "2"), (Decimal(1_000_000), "square feet", "1,000,000")],
)
def test_a_figure_is_written_in_its_unit(value: Decimal | None, unit: str, text: str) -> None:
    assert value_text(value, unit) == text
