"""Amend the law as it is drawn: entries and refusals, brackets, readings, the library, the file, and the effect.

Amounts are hand arithmetic on the statute. The hub project earns $5,000 (b(1)(a)) + 2,000 (c4) + 500 (c7, 300 jobs)
= $7,500 a job, $2,250,000 a year; a base of $6,000 makes it $8,500 and $2,550,000.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from credit_core import Law, Scenario
from credit_core.law import figures, readings
from credit_core.published import published_awards
from credit_core.whatif.outcomes import effect, outcomes
from dashboard import library_state
from dashboard.amend_charts import (
    difference_description,
    difference_figure,
    difference_table,
    projects_description,
    projects_figure,
    projects_table,
    years_table,
)
from dashboard.amend_effect import projects_csv
from dashboard.amend_words import SECTIONS, change_text, effect_sentence, outcomes_sentence, read_value, section_figures
from dashboard.portfolio_state import Portfolio
from tests.test_explore_page import copied
from tests.test_state import app, ran

HUB = Scenario(urban_transit_hub_municipality=True, new_jobs=300, transit_oriented_development=True)
HUB_QUERY = {"urban_transit_hub_municipality": "true", "new_jobs": "300", "transit_oriented_development": "true"}
CURRENT = Law.current()
MINUS = "\N{MINUS SIGN}"
UP = CURRENT.amend({"base.b1a": 6_000}).named("Base up")


@pytest.fixture(autouse=True)
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CREDIT_DB_URL", f"sqlite:///{tmp_path / 'library.sqlite3'}")
    library_state.library.clear()
    yield
    library_state.library.clear()


def page(**query: str) -> AppTest:
    test = app(v="1", **(HUB_QUERY | query))
    test.switch_page("pages/amend.py")
    return ran(test)


def entry(test: AppTest, name: str) -> str:
    """The key of the entry of a figure, as it is now."""
    return next(str(box.key) for box in test.text_input if re.fullmatch(rf"law:{re.escape(name)}(~\d+)?", str(box.key)))


def enter(test: AppTest, name: str, text: str) -> AppTest:
    test.text_input(key=entry(test, name)).set_value(text)
    return ran(test)


def press(test: AppTest, key: str) -> AppTest:
    test.button(key=key).click()
    return ran(test)


def html(test: AppTest) -> list[str]:
    return [str(element.proto.body) for element in test.get("html")]


def amounts(test: AppTest) -> list[str]:
    """The large figures of the first strip."""
    return re.findall(r'class="amount">([^<]+)<', next(text for text in html(test) if '<div class="answer">' in text))


def bases(test: AppTest) -> list[str]:
    """What stands below the large figures of all strips."""
    return re.findall(r'class="basis">([^<]+)<', unescape(" ".join(html(test))))


def refusals(test: AppTest) -> str:
    return " ".join(unescape(text) for text in html(test) if 'class="refused"' in text)


def words(test: AppTest) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", " ".join(html(test))))


def laws_of_charts(test: AppTest) -> set[str]:
    """What the charts say on the second line of their titles."""
    charts = [json.loads(part.proto.json) for part in test.get("bidi_component") if part.proto.json]
    return {chart["law"] for chart in charts if "figure" in chart}


# ---- entries --------------------------------------------------------------------------------------------------------


def test_current_law_changes_nothing() -> None:
    test = page()
    assert amounts(test) == ["$2,250,000", "$2,250,000", "$0", "$0"]
    assert "The two laws are the same." in words(test)
    assert "Nothing is amended: this is current law." in words(test)


def test_a_figure_that_is_entered_is_in_force_everywhere() -> None:
    test = enter(page(), "base.b1a", "6000")
    assert amounts(test) == ["$2,250,000", "$2,550,000", "+$300,000", "+$3,000,000"]
    assert test.query_params["law.base.b1a"] == "6000"
    assert test.text_input(key=entry(test, "base.b1a")).value == "$6,000"
    assert "(b)(1)(a), dollars per job a year; not current law; current law: $5,000" in words(test)
    assert "Amended law (not current law) gives this project $300,000 more a year than current law" in words(test)
    assert laws_of_charts(test) == {"Amended law (not current law) against current law"}
    press(test, "amend:undo")
    assert amounts(test) == ["$2,250,000", "$2,250,000", "$0", "$0"]
    assert test.text_input(key=entry(test, "base.b1a")).value == "$5,000"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("six thousand", 'must be a number of dollars per job a year; given: "six thousand"'),
        ("-5", "must not be negative; given: -5"),
        ("1.005", "must have at most two decimals; given: 1.005"),
        ("6.000,00", 'must be a number of dollars per job a year; given: "6.000,00"'),
        ("", "given: nothing"),
        ("no limit", "is no limit and cannot be lifted; given: no limit (none)"),
        ("2000000", "must be between 0 and 1,000,000 dollars per job a year; given: 2000000"),
    ],
)
def test_a_bad_entry_is_refused_by_name_and_kept(text: str, reason: str) -> None:
    test = enter(page(), "base.b1a", text)
    assert "base.b1a (Base in an urban transit hub" in refusals(test)
    assert reason in refusals(test)
    assert "Until it is mended, $5,000 stays in force." in refusals(test)
    assert test.text_input(key=entry(test, "base.b1a")).value == text
    assert "law.base.b1a" not in test.query_params
    press(test, "amend:switch:base.b1a")
    assert refusals(test) == ""
    assert test.text_input(key=entry(test, "base.b1a")).value == "$5,000"


def test_what_was_typed_outlives_a_look_at_another_part_and_page() -> None:
    test = enter(page(), "base.b1a", "much")
    test.switch_page("pages/explore.py")
    ran(ran(test))
    test.switch_page("pages/amend.py")
    ran(ran(test))
    assert test.text_input(key=entry(test, "base.b1a")).value == "much"
    assert 'given: "much"' in refusals(test)
    enter(test, "base.b1a", "5500")
    assert refusals(test) == ""
    assert amounts(test)[1] == "$2,400,000"  # 300 x 8,000


def test_brackets_that_are_moved_one_by_one_are_tried_again_together() -> None:
    test = page(**{"show.part": "c7"})
    enter(test, "threshold.c7a", "450")
    assert "threshold.c7b must be above threshold.c7a, 450; given: 401" in refusals(test)
    enter(test, "threshold.c7b", "500")
    assert refusals(test) == ""
    assert test.query_params["law.threshold.c7a"] == "450"
    assert amounts(test)[1] == "$2,100,000"  # 300 jobs reach no bracket any more: 7,000 a job


def test_a_bonus_is_repealed_and_restored() -> None:
    test = press(page(**{"show.part": "c"}), "amend:switch:bonus.c4")
    assert test.query_params["law.bonus.c4"] == "0"
    assert amounts(test) == ["$2,250,000", "$1,650,000", f"{MINUS}$600,000", f"{MINUS}$6,000,000"]
    assert test.text_input(key=entry(test, "bonus.c4")).value == "$0"
    press(test, "amend:switch:bonus.c4")
    assert "law.bonus.c4" not in test.query_params


def test_a_limit_is_lifted() -> None:
    query = {"bonus.authority": "7000"}
    test = page(**{"show.part": "d", **{f"law.{name}": value for name, value in query.items()}})
    assert amounts(test)[1] == "$3,600,000"  # 14,500 a job, cut to the 12,000 of d(2)
    press(test, "amend:switch:gross_limit.d2")
    assert test.query_params["law.gross_limit.d2"] == "none"
    assert test.text_input(key=entry(test, "gross_limit.d2")).value == "no limit"
    assert amounts(test)[1] == "$4,350,000"  # 300 x 14,500
    assert "$12,000 → no limit" in re.sub(r"\s+", " ", words(test))


def test_a_flat_bonus_under_the_opening_words_is_for_every_project() -> None:
    test = enter(page(**{"show.part": "c"}), "bonus.authority", "$250")
    assert amounts(test)[2] == "+$75,000"  # 300 x 250
    assert "(c), opening words" in words(test)


def test_a_bracket_is_added_and_removed() -> None:
    test = page(**{"show.part": "c7", "new_jobs": "2500"})
    assert amounts(test)[0] == "$10,000,000"  # 2,500 x 8,500, limited by f(3)
    test.text_input(key="amend:threshold:f").set_value("900")
    test.text_input(key="amend:bonus:f").set_value("$1,750")
    submit = next(button for button in test.button if button.label == "Add the bracket")
    submit.click()
    ran(test)
    assert "threshold.c7f must be above threshold.c7e, 1,001; given: 900" in refusals(test)
    assert test.text_input(key="amend:threshold:f").value == "900"
    test.text_input(key="amend:threshold:f").set_value("2,001")
    next(button for button in test.button if button.label == "Add the bracket").click()
    ran(test)
    assert refusals(test) == ""
    assert test.query_params["law.threshold.c7f"] == "2001"
    assert test.query_params["law.bonus.c7f"] == "1750"
    assert test.text_input(key=entry(test, "bonus.c7f")).value == "$1,750"
    assert test.text_input(key="amend:threshold:g").value == ""
    press(test, "amend:switch:threshold.c7f")
    assert "law.threshold.c7f" not in test.query_params
    assert "law.bonus.c7f" not in test.query_params


def test_a_bracket_that_is_removed_lets_the_later_ones_move_up() -> None:
    added = {"threshold.c7f": "2001", "bonus.c7f": "1750", "threshold.c7g": "3001", "bonus.c7g": "1900"}
    test = page(**{"show.part": "c7", **{f"law.{name}": value for name, value in added.items()}})
    press(test, "amend:switch:threshold.c7f")
    assert (test.query_params["law.threshold.c7f"], test.query_params["law.bonus.c7f"]) == ("3001", "1900")
    assert "law.threshold.c7g" not in test.query_params
    assert test.text_input(key=entry(test, "threshold.c7f")).value == "3,001"
    assert test.text_input(key="amend:threshold:g").value == ""


def test_every_figure_has_an_entry_in_one_part() -> None:
    placed = [known.name for section in SECTIONS for known in section_figures(section)]
    assert sorted(placed) == sorted(figures())
    test = page()
    for section in SECTIONS:
        test = page(**{"show.part": section})
        for known in section_figures(section):
            assert entry(test, known.name)


def test_figures_stand_in_the_order_of_the_statute() -> None:
    names = {section: [known.name for known in section_figures(section)] for section in SECTIONS}
    assert names["c"][:5] == ["bonus.authority", "bonus.c1", "bonus.c2", "bonus.c3", "threshold.c3"]
    assert names["c7"][:4] == ["threshold.c7a", "bonus.c7a", "threshold.c7b", "bonus.c7b"]
    assert names["route"][-1] == "route_years.d"
    assert names["f"][-3:] == ["annual_limit.f6", "withholdings_share.f6", "necessity_threshold.f"]


def test_readings_are_switches_that_say_what_they_mean() -> None:
    test = page(**{"show.part": "readings"})
    assert len(test.radio) >= len(readings())
    chosen = next(radio for radio in test.radio if str(radio.key).startswith("reading:rounding"))
    assert "To the nearest whole dollar, half up. (default)" in [option.replace("\\", "") for option in chosen.options]
    chosen.set_value("cent")
    ran(test)
    assert test.query_params["read.rounding"] == "cent"
    assert "Support for the default: derived: 154 jobs at $1,796" in words(test)


# ---- the bill -------------------------------------------------------------------------------------------------------


def title_key(test: AppTest) -> str:
    return next(str(box.key) for box in test.text_input if str(box.key).startswith("bill:title"))


def test_a_bill_is_named_saved_and_opened_again() -> None:
    test = page(**{"law.base.b1a": "6000"})
    assert test.button(key="amend:save").disabled
    test.text_input(key=title_key(test)).set_value("Base up")
    ran(test)
    assert test.query_params["bill"] == "Base up"
    press(test, "amend:save")
    assert "Base up is saved as version 1." in words(test)
    press(test, "amend:reset")
    assert amounts(test)[1] == "$2,250,000"
    assert "bill" not in test.query_params
    press(test, "amend:open")
    assert amounts(test)[1] == "$2,550,000"
    assert test.text_input(key=title_key(test)).value == "Base up"
    enter(test, "base.b1a", "7000")
    press(test, "amend:save-over")
    assert "Base up is saved as version 2." in words(test)


def test_a_title_that_cannot_be_used_is_refused_and_kept() -> None:
    test = page()
    test.text_input(key=title_key(test)).set_value("x" * 201)
    ran(test)
    assert "title (Name of the bill)" in refusals(test)
    assert test.text_input(key=title_key(test)).value == "x" * 201
    test.text_input(key=title_key(test)).set_value("Short")
    ran(test)
    assert refusals(test) == ""


def test_two_bills_against_each_other_and_either_the_baseline() -> None:
    saved = library_state.library().add(CURRENT.amend({"bonus.c4": 3_000}), "Transit")
    test = page(**{"law.base.b1a": "6000", "bill": "Base up", "show.baseline": saved.id})
    # 2,000 + 1,000 in one bill, 5,000 + 1,000 in the other: 8,500 a job under both.
    assert amounts(test) == ["$2,550,000", "$2,550,000", "$0", "$0"]
    assert "what changes cancels out" in words(test)
    enter(test, "base.b1a", "5500")
    assert amounts(test) == ["$2,550,000", "$2,400,000", f"{MINUS}$150,000", f"{MINUS}$1,500,000"]
    assert "less a year than Transit (not current law)" in words(test)
    press(test, "amend:swap")
    assert amounts(test) == ["$2,400,000", "$2,550,000", "+$150,000", "+$1,500,000"]
    assert test.query_params["show.law"] == saved.id


def test_every_difference_names_both_laws() -> None:
    saved = library_state.library().add(CURRENT.amend({"bonus.c4": 3_000}).named("Transit"), "Transit")
    test = page(**{"law.base.b1a": "6500", "bill": "Base up", "show.baseline": saved.id})
    # 6,500 + 2,000 against 5,000 + 3,000 a job: 300 x 500; this project and the sample, charts and figures alike.
    laws = "Base up (not current law) against Transit (not current law)"
    assert amounts(test)[2] == "+$150,000"
    assert laws_of_charts(test) == {laws}
    assert len([basis for basis in bases(test) if basis.endswith(f", {laws}")]) == 6
    captions = re.findall("<caption>.*?</caption>", unescape(" ".join(html(test))))
    assert len(captions) >= 3
    assert all(laws in caption for caption in captions)


def test_current_law_against_a_bill_names_the_bill_as_the_baseline() -> None:
    test = press(page(**{"law.base.b1a": "6000", "bill": "Base up"}), "amend:swap")
    assert amounts(test)[2] == f"{MINUS}$300,000"
    assert laws_of_charts(test) == {"Current law against Base up (not current law)"}
    assert len([basis for basis in bases(test) if basis.endswith("current law against Base up (not current law)")]) == 6


def test_a_link_carries_both_bills_to_another_library() -> None:
    saved = library_state.library().add(CURRENT.amend({"bonus.c4": 3_000, "gross_limit.d2": None}), "Transit")
    here = page(**{"law.base.b1a": "6500", "bill": "Base up", "show.baseline": saved.id})
    link = next(text for text in copied(here) if "show.baseline" in text)
    query = dict(parse_qsl(urlsplit(link).query))
    library_state.library().delete(saved.id)
    assert query.pop("v") == "1"
    there = page(**query)
    # 5,000 + 3,000 + 500 under Transit; 6,500 + 2,000 + 500 under the bill at hand.
    assert amounts(there)[:3] == ["$2,550,000", "$2,700,000", "+$150,000"]
    assert laws_of_charts(there) == {"Base up (not current law) against Transit (not current law)"}
    assert "From the link: Transit (not current law)" in next(box for box in there.selectbox).options
    press(there, "amend:swap")
    assert amounts(there)[:3] == ["$2,700,000", "$2,550,000", f"{MINUS}$150,000"]
    assert there.query_params["show.law.bill"] == query["show.baseline.bill"]
    assert "show.baseline.bill" not in there.query_params


def test_the_address_carries_a_saved_bill_while_it_is_chosen() -> None:
    saved = library_state.library().add(CURRENT.amend({"bonus.c4": 3_000}), "Transit")
    test = page()
    test.selectbox(key="param:baseline").set_value(saved.id)
    ran(test)
    assert test.query_params["show.baseline.bill"] == "v=1&law.bonus.c4=3000&bill=Transit"
    box = next(box for box in test.selectbox if str(box.key).startswith("param:baseline"))
    box.set_value("current")
    ran(test)
    assert "show.baseline.bill" not in test.query_params


@pytest.mark.parametrize("text", ["v=1&law.base.b1a=much", "v=1&bill=" + "x" * 9_000])
def test_a_bill_in_a_link_that_cannot_be_read_is_told(text: str) -> None:
    test = page(**{"show.baseline": "gone", "show.baseline.bill": text})
    assert 'The link asked for "gone" as baseline' in words(test)
    assert "show.baseline.bill" not in ran(test).query_params


def test_a_baseline_that_is_not_there_is_told() -> None:
    test = page(**{"show.baseline": "gone"})
    assert 'The link asked for "gone" as baseline' in words(test)


# ---- the effect on many ---------------------------------------------------------------------------------------------


def test_the_sample_holds_the_published_awards() -> None:
    test = page(**{"law.base.b2": "5000"})
    # In the sample only Classic Cooking (100 jobs, 7,500 of at most 11,000) lies in a distressed municipality.
    assert "costs $100,000 more a year than current law: 1 gain, 0 lose" in words(test)


def test_the_comparison_at_hand_is_computed_under_both_laws() -> None:
    test = page()
    assert "On the comparison at hand" not in [each.value for each in test.subheader]
    other = "urban_transit_hub_municipality=false&distressed_municipality=true&name=Elsewhere&v=1"
    test = page(**{"law.base.b1a": "6000", "vs.v": "1", "vs.at": "1", "vs.c2": other})
    assert "On the comparison at hand" in [each.value for each in test.subheader]
    assert "1 gain, 0 lose, 1 stay as they are" in words(test)


def test_the_portfolio_at_hand_is_offered_first() -> None:
    table = pd.DataFrame(
        {"name": ["A", "B", "C"], "new_jobs": [100, 50, -1], "growth_zone": [True, False, True]}, index=[2, 3, 4]
    )
    test = page(**{"law.base.b1a": "6000"})
    test.session_state["portfolio.held"] = Portfolio("projects.csv", table)
    ran(test)
    # 100 jobs x 1,000 for A; B lies in no area; C cannot be used.
    assert "costs $100,000 more a year than current law: 1 gain, 0 lose, 1 stay as they are." in words(test)
    assert "1 row cannot be used: the file says why." in words(test)
    chosen = next(box for box in test.selectbox if str(box.key).startswith("amend:portfolio"))
    assert next(iter(chosen.options)) == "projects.csv: 3 rows"
    chosen.set_value("sample")
    ran(test)
    assert "cannot be used" not in words(test)


# ---- charts, tables, words ------------------------------------------------------------------------------------------


def test_the_bars_add_up_to_the_difference_and_the_table_to_both_awards() -> None:
    found = effect(HUB, UP.amend({"gross_limit.d2": 8_000}))
    figure = difference_figure(found, title="t", unit="a year")
    # +300,000 of base, then 8,500 cut to 8,000: -150,000.
    assert list(figure.data[0].x) == [300_000, -150_000, 150_000]
    assert list(figure.data[0].base) == [0, 300_000, 0]
    table = difference_table(found, unit="a year")
    for column in table.columns[2:5]:
        assert table[column].iloc[:-1].sum() == table[column].iloc[-1]
    assert "Difference +$150,000" in difference_description(found, unit="a year")


def test_nothing_changes_is_said_where_a_chart_would_stand() -> None:
    found = effect(HUB, CURRENT)
    assert len(difference_figure(found, title="No provision changes", unit="a year").data) == 0
    assert "no provision changes" in difference_description(found, unit="a year")
    same = outcomes([HUB], CURRENT)
    assert len(projects_figure(same, title="t").data) == 0
    assert "no project gains or loses" in projects_description(same)


def test_projects_are_shown_from_the_greatest_gain_to_the_greatest_loss() -> None:
    bill = CURRENT.amend({"base.b1a": 6_000, "bonus.c7b": 0})
    found = outcomes([award.scenario for award in published_awards()], bill)
    figure = projects_figure(found, title="t")
    shown = list(figure.data[0].x)
    # WorkWave loses c7's 750 on 247 new jobs; its retained jobs stay at 1,796, below half of 4,500.
    assert shown == sorted(shown, reverse=True)
    assert shown[-1] == -247 * 750
    table = projects_table(found)
    assert set(table["Baseline"]) == {"Current law"}
    assert table.set_index("Project").loc["WorkWave", "Outcome"] == "loses"
    assert years_table(found)["Difference (dollars)"].sum() == found.total.difference


def test_a_file_names_both_laws() -> None:
    swapped = outcomes([Scenario(name="Works", growth_zone=True, new_jobs=300)], CURRENT, UP)
    # 300 jobs at 6,500 under the bill, at 5,500 under current law.
    (line,) = csv.DictReader(io.StringIO(projects_csv(swapped)))
    assert line["Compared law (dollars a year)"] == "1650000"
    assert line["Baseline"] == "Base up (not current law)"
    assert line["Law"] == "Current law (through P.L.2017, c.221) against Base up (not current law)"


def test_sentences_name_both_laws_and_the_provisions() -> None:
    assert effect_sentence(effect(HUB, UP), UP, CURRENT) == (
        "Base up (not current law) gives this project $300,000 more a year than current law: +$300,000 base amount (b)."
    )
    assert effect_sentence(effect(HUB, CURRENT, UP), CURRENT, UP).startswith(
        "Current law gives this project $300,000 less a year than Base up (not current law)"
    )
    assert outcomes_sentence(outcomes([HUB], UP)).endswith("1 gain, 0 lose, 0 stay as they are.")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6000", 6_000),
        ("$6,000.50", Decimal("6000.50")),
        ("35 %", 35),
        ("No limit", None),
        ("none", None),
        ("1,00", "1,00"),
        ("", ""),
        ("1e5", "1e5"),
    ],
)
def test_entries_are_read_as_people_type_them(text: str, value: object) -> None:
    assert read_value(text) == value


def test_a_difference_has_its_sign() -> None:
    assert [change_text(Decimal(amount)) for amount in ("5", "-5", "0")] == ["+$5", f"{MINUS}$5", "$0"]
