"""Bonuses and caps as it is drawn: what counts and what is kept back, tried first, applied and undone after.

Amounts are hand arithmetic on the statute. The growth zone project earns $5,000 (b(1)(a)) + 1,500 (c1) + 2,000 (c4)
+ 500 (c7, 280 jobs) + 500 (c8) + 6,500 (added criterion) = $16,000, of which d(1) allows $15,000.
"""

import json

import pytest
from streamlit.testing.v1 import AppTest

from credit_core import Law, Scenario, evaluate
from credit_core.award import BONUS_NAMES
from credit_core.whatif import bonus_worths, limit_levers
from dashboard.whatif.bonuses import bonus_description, bonus_figure, bonus_finding, bonus_table
from dashboard.whatif.controls import LIMIT_NAMES
from dashboard.whatif.limits import limit_description, limit_figure, limit_finding, limit_table
from tests.test_sensitivity_page import chart_titles, chosen, html
from tests.test_state import app, ran

FACTS = {
    "growth_zone": "true",
    "new_jobs": "280",
    "deep_poverty_pocket": "true",
    "transit_oriented_development": "true",
    "targeted_industry": "true",
    "authority_bonus": "6500",
}
OVER = Scenario(
    growth_zone=True,
    new_jobs=280,
    deep_poverty_pocket=True,
    transit_oriented_development=True,
    targeted_industry=True,
    authority_bonus=6_500,
)
HUB = Scenario(urban_transit_hub_municipality=True, new_jobs=300)
HUB_QUERY = {"v": "1", "urban_transit_hub_municipality": "true", "new_jobs": "300"}


def page(**query: str) -> AppTest:
    test = app(v="1", **query)
    test.switch_page("pages/bonuses_and_caps.py")
    return ran(test)


# ---- the chart of the bonuses ---------------------------------------------------------------------------------------


def test_the_parts_that_count_and_that_are_kept_back_add_up_to_each_bonus() -> None:
    worths = bonus_worths(OVER)
    earned, open_, kept = bonus_figure(worths, evaluate(OVER)).data[:3]
    sums = [sum(parts) for parts in zip(earned.x, open_.x, kept.x, strict=True)]
    assert sums == [float(worth.amount) for worth in worths]
    place = BONUS_NAMES.index("bonus_c4")
    # Without c(4) the gross is 14,000; with it 15,000 of 16,000: half of the $2,000 counts.
    assert (earned.x[place], kept.x[place]) == (1_000, 1_000)
    # A light rail station would add nothing any more.
    place = BONUS_NAMES.index("bonus_c13")
    assert (open_.x[place], kept.x[place]) == (0, 1_000)


def test_that_the_parts_kept_back_do_not_add_up_is_said_where_there_are_any() -> None:
    # The limit keeps back $1,000 of $16,000; of c(1) alone $1,000 of $1,500, and of c(4) alone $1,000 of $2,000.
    alone = "Each bonus alone, as if it were the last one added: the parts kept back do not add up."
    worths = bonus_worths(OVER)
    figure = bonus_figure(worths, evaluate(OVER))
    assert sum(figure.data[2].x) > 1_000
    assert figure.layout.xaxis.title.text.replace("<br>", " ") == f"Dollars per job a year {alone}"
    assert bonus_description(worths).endswith(alone)
    assert "After the limit, as the last one added (dollars per job a year)" in bonus_table(worths)
    calm = bonus_worths(HUB)
    assert alone not in bonus_description(calm)
    assert bonus_figure(calm, evaluate(HUB)).layout.xaxis.title.text == "Dollars per job a year"


def test_all_nineteen_are_there_told_by_words_and_fill() -> None:
    figure = bonus_figure(bonus_worths(OVER), evaluate(OVER))
    assert len(figure.data[0].y) == 19
    fills = [trace.marker.pattern.shape for trace in figure.data[:3]]
    assert len(set(fills)) == 3
    words = list(figure.data[3].text)
    assert words[BONUS_NAMES.index("bonus_c4")] == " on: $1,000 of $2,000 counts"
    assert words[BONUS_NAMES.index("bonus_c13")] == " off: nothing of $1,000 counts"
    assert words[BONUS_NAMES.index("bonus_c14")] == " not for this project"


@pytest.mark.parametrize(
    ("scenario", "law", "words"),
    [
        (OVER, Law.current(), "The $15,000 limit keeps back $1,000 of $11,000 in bonuses a job"),
        # $5,000 + $500 (c7): the hub's limit is $12,000.
        (HUB, Law.current(), "All $500 in bonuses a job count; the limit leaves room for $6,500 more"),
        (HUB.changed(new_jobs=100), Law.current(), "No bonus is earned yet; the limit leaves room for $7,000 a job"),
        (
            OVER,
            Law.current().amend({"gross_limit.d1": None}),
            "No limit per job: all $11,000 in bonuses a job count (not current law)",
        ),
    ],
)
def test_the_title_says_what_counts(scenario: Scenario, law: Law, words: str) -> None:
    assert bonus_finding(evaluate(scenario, law), law) == words


def test_the_table_has_the_award_without_and_with_each() -> None:
    row = bonus_table(bonus_worths(HUB)).set_index("Citation").loc["34:1B-246(c)(4)"]
    assert row["State"] == "off"
    assert row["Award without it (dollars a year)"] == 300 * 5_500
    assert row["Award with it (dollars a year)"] == 300 * 7_500
    assert "Transit oriented development (c)(4) off: $2,000" in bonus_description(bonus_worths(HUB))


# ---- the chart of the limits ----------------------------------------------------------------------------------------


def test_the_limits_that_govern_are_drawn_lifted_at_present_and_tightened() -> None:
    levers = limit_levers(OVER, percent=10)
    # 280 x 16,000; 280 x 15,000; 280 x 13,500; the annual limit of $30,000,000 is far.
    values = [280 * 16_000, 280 * 15_000, 280 * 13_500, *[280 * 15_000] * 3]
    assert list(limit_figure(levers, 10).data[0].x) == values
    assert limit_finding(levers, 10) == (
        "Limit per job (d)(1): lifting it adds $280,000 a year, 10 % less takes $420,000 a year"
    )
    assert len(limit_table(levers, 10)) == 12
    assert "Limit per job (d)(1) lifted $4,480,000 *" in limit_description(levers)


def test_limits_that_are_far_are_said_to_change_nothing() -> None:
    words = "Neither lifting a limit nor tightening it by 10 % changes the award of a year"
    assert limit_finding(limit_levers(HUB, percent=10), 10) == words


def test_every_limit_of_d_and_f_is_offered() -> None:
    assert tuple(lever.figure.name for lever in limit_levers(HUB)) == LIMIT_NAMES


# ---- the page -------------------------------------------------------------------------------------------------------


def test_a_bonus_is_tried_beside_the_project_applied_by_its_button_and_undone() -> None:
    test = page(**{name: value for name, value in HUB_QUERY.items() if name != "v"})
    chosen(test, "bonus").select("bonus_c4")
    ran(test)
    said = html(test)
    assert "Transit oriented development: no \N{RIGHTWARDS ARROW} yes" in said
    assert "$2,250,000<small>+$600,000</small>" in said  # 300 x 7,500
    assert "transit_oriented_development" not in test.query_params
    test.button(key="apply_bonus").click()
    ran(test)
    assert test.query_params["transit_oriented_development"] == "true"
    assert "$1,650,000<small>\N{MINUS SIGN}$600,000</small>" in html(test)  # the way back
    test.button(key="undo").click()
    ran(test)
    assert "transit_oriented_development" not in test.query_params


def test_what_facts_cannot_switch_says_why() -> None:
    test = page(**FACTS, **{"show.bonus": "bonus_c14"})
    assert "For municipalities outside the growth zone alone." in html(test)


def test_a_limit_is_tried_applied_as_an_amended_law_and_undone() -> None:
    test = page(**FACTS)
    assert chosen(test, "limit").value == "gross_limit.d1"
    assert "$4,480,000<small>+$280,000</small>" in html(test)
    test.button(key="lift_limit").click()
    ran(test)
    said = html(test)
    assert "Amended law (not current law)" in said
    assert chart_titles(test)[0].endswith("(not current law)")
    test.button(key="restore_limit").click()
    ran(test)
    assert "Amended law" not in html(test)
    test.button(key="undo").click()
    ran(test)
    assert "Amended law" in html(test)


def test_a_limit_that_does_not_govern_says_so() -> None:
    said = html(page(**FACTS, **{"show.limit": "annual_limit.f6"}))
    assert "Neither lifted nor tightened by 10 % does it change the award: another limit governs here." in said


def test_the_order_the_room_and_what_cannot_matter_are_said() -> None:
    test = page(**{name: value for name, value in HUB_QUERY.items() if name != "v"})
    said = html(test)
    # Of $6,500 a job of room: c(5) adds the most, 300 x 3,000, then c(4), 300 x 2,000, then one of those of $1,500.
    assert said.index("+$900,000 a year, then $2,550,000") < said.index("+$600,000 a year, then $3,150,000")
    assert "room for $6,500 a job a year more" in said
    assert "c(14) needs a marine terminal." in said


def test_a_project_in_no_area_is_told_what_to_do() -> None:
    test = page(new_jobs="300")
    assert "Mark the zone it lies in at the side first." in html(test)
    assert chart_titles(test) == []


def test_each_chart_has_its_words_its_table_and_its_file() -> None:
    test = page(**FACTS)
    charts = [json.loads(part.proto.json) for part in test.get("bidi_component") if part.proto.json]
    assert [chart["file"] for chart in charts] == ["bonuses", "limits"]
    assert all(chart["alt"] and chart["clickable"] for chart in charts)
    assert len(test.get("download_button")) >= 2
