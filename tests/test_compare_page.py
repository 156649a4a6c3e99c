"""The comparison a visitor works on, and the page Compare run without a browser.

Hand arithmetic: a hub or growth zone has a base of $5,000 (b(1)(a)), a distressed municipality $4,000 (b(2)); 251 to
400 jobs add $500 (c(7)(a)).
"""

import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from credit_core import Law, Scenario, ScenarioError, evaluate
from credit_core.codec import to_query
from credit_core.comparison import Candidate, Comparison, candidate_names
from credit_core.places import all_places, find_place, place_facts
from credit_core.whatif.crossings import crossings, pair_leads, sweep_candidates
from credit_core.whatif.ranking import rank
from dashboard import compare_figures
from dashboard.compare_board import Board
from dashboard.compare_table import Column, comparison_frame, comparison_table, fact_rows, result_rows, shared_words
from dashboard.compare_view import comparison_law
from dashboard.compare_words import likely_in, open_questions
from dashboard.state import Session

APP = str(Path(__file__).parents[1] / "app.py")
PLACES = {place.name: place for place in all_places()}
BILL = Law.current().amend({"base.b1a": 6000}).named("Bill A")


def at(place: str, law: Law | None = None, **facts: Any) -> Candidate:
    return Candidate(Scenario(**{"new_jobs": 300, **place_facts(find_place(place)), **facts}), law or Law.current())


def of(*candidates: Candidate) -> Comparison:
    comparison = Comparison()
    for candidate in candidates:
        comparison = comparison.add(candidate)
    return comparison


# ---- the board ------------------------------------------------------------------------------------------------------


def session(comparison: Comparison, number: int) -> Session:
    held = Session()
    held.set_board(Board(comparison, number))
    return held


def test_the_column_in_hand_is_what_all_pages_show() -> None:
    held = session(of(at("Newark"), at("Vineland")), 2)
    assert held.scenario.municipality == "Vineland"
    held.change("", {"new_jobs": 500, "solar_percent": 60})
    first, second = (each.scenario for each in held.board.comparison.candidates)
    assert (first.new_jobs, second.new_jobs) == (500, 500)  # the business is the same
    assert [int(each.solar_percent) for each in (first, second)] == [0, 60]  # the facility is not


def test_undo_gives_back_a_column_that_was_removed_and_which_was_in_hand() -> None:
    held = session(of(at("Newark"), at("Vineland")), 2)
    before = held.board
    held.set_board(Board(held.board.comparison.remove(1), 1))
    assert held.scenario.municipality == "Newark"
    held.undo()
    assert (held.board, held.scenario.municipality) == (before, "Vineland")
    held.redo()
    assert held.scenario.municipality == "Newark"


def test_loading_another_project_leaves_the_comparison_alone() -> None:
    held = session(of(at("Newark"), at("Vineland")), 1)
    held.load(Scenario(new_jobs=7), Law.current())
    assert held.board.at == 0
    assert [each.scenario.new_jobs for each in held.board.comparison.candidates] == [300, 300]


def test_a_change_that_does_not_fit_another_column_is_refused_by_name() -> None:
    held = session(of(at("Newark"), at("Vineland")), 2)
    held.change("", {"jobs_new_to_municipality": 250})
    held.set_board(Board(held.board.comparison, 1))
    held.change("jobs", {"new_jobs": 200})
    assert held.scenario.new_jobs == 300
    assert held.drafts["new_jobs"].problems[0].message.startswith("Vineland: ")


def test_the_address_carries_the_comparison_and_gives_it_back() -> None:
    held = session(of(at("Newark"), at("Vineland", BILL), at("Camden")).unlock("new_jobs").with_baseline(2), 3)
    fresh = Session()
    fresh.accept(held.query())
    assert (fresh.board, fresh.scenario, fresh.law, fresh.notices) == (held.board, held.scenario, held.law, ())


def test_a_comparison_in_a_bad_address_is_read_as_far_as_it_goes() -> None:
    held = session(of(at("Newark"), at("Vineland")), 1)
    fresh = Session()
    fresh.accept(held.query() | {"vs.c2": "municipality=Vineland&distressed=yes", "vs.c12": "x"})
    assert candidate_names(fresh.board.comparison.candidates) == ("Newark", "Vineland")
    assert {notice.field for notice in fresh.notices} == {"distressed", "comparison"}


# ---- what the table says --------------------------------------------------------------------------------------------


def columns(comparison: Comparison) -> list[Column]:
    return [
        Column(
            evaluate(each.scenario, each.law),
            likely_in(each.scenario, PLACES),
            frozenset(question.fact for question in open_questions(each.scenario, PLACES)),
        )
        for each in comparison.candidates
    ]


def table(comparison: Comparison, *facts: str) -> str:
    held = columns(comparison)
    results = result_rows(comparison, held, rank(comparison.candidates), "annual_award")
    return comparison_table(comparison, results, fact_rows(comparison, held, facts), 1, "Side by side")


def test_what_differs_is_marked_in_words_and_weight_and_not_by_colour_alone() -> None:
    text = table(of(at("Newark"), at("Vineland")), "urban_transit_hub_municipality")
    row = re.search(r"Urban transit hub municipality.*?</tr>", text)
    assert row is not None
    for mark in ("≠", "differs: ", "<b>"):
        assert mark in row[0]
    assert row[0].count("≠") == 1  # the baseline itself is not marked


def test_what_is_not_known_of_a_place_is_not_said_to_be_no() -> None:
    comparison = of(at("Newark"), at("Atlantic City"))
    text = table(comparison, "deep_poverty_pocket", "distressed_municipality")
    assert text.count("not known") == 3  # the pocket of both, and whether Atlantic City is distressed
    assert "yes, likely" in text  # Newark, by the school development districts


def test_a_fact_that_was_given_is_no_longer_asked() -> None:
    comparison = of(at("Newark", deep_poverty_pocket=True), at("Atlantic City"))
    assert "deep_poverty_pocket" not in columns(comparison)[0].asked
    assert "deep_poverty_pocket" in columns(comparison)[1].asked


def test_amounts_ranks_and_gaps_by_hand() -> None:
    text = table(of(at("Newark"), at("Vineland")))
    for words in ("$1,650,000", "$1,350,000", "-$300,000", "◆ baseline", "inputs at the side"):
        assert words in text


def test_names_are_shown_as_they_are_typed() -> None:
    comparison = of(at("Newark", name="<b>A & B</b>"), at("Vineland"))
    assert "<b>A" not in table(comparison)
    assert "&lt;b&gt;A &amp; B" in table(comparison)


def test_an_amended_law_is_named_in_its_column() -> None:
    assert "Bill A (not current law)" in table(of(at("Newark"), at("Newark", BILL)))


def test_the_shared_business_in_a_line() -> None:
    assert shared_words(of(at("Newark", targeted_industry=True))) == ("new full-time jobs 300; targeted industry yes")


def test_the_file_has_a_line_for_each_row_and_a_column_for_each_candidate() -> None:
    comparison = of(at("Newark"), at("Vineland"))
    held = columns(comparison)
    rows = result_rows(comparison, held, rank(comparison.candidates), "annual_award")
    frame = comparison_frame(comparison, rows)
    assert list(frame.columns) == ["Fact or result", "Unit and provision", "Newark", "Vineland"]
    assert len(frame) == len(rows)


# ---- figures --------------------------------------------------------------------------------------------------------


def test_the_parts_of_each_bar_add_up_to_the_amount_before_its_limit() -> None:
    comparison = of(at("Newark", targeted_industry=True, transit_oriented_development=True), at("Camden"))
    names = candidate_names(comparison.candidates)
    awards = [evaluate(each.scenario, each.law) for each in comparison.candidates]
    figure = compare_figures.job_figure(names, awards, "t")
    bars = [trace for trace in figure.data if trace.type == "bar"]
    for number, award in enumerate(awards):
        assert sum(trace.x[number] for trace in bars) == float(award.gross_before_limit)


def test_a_limit_is_marked_where_it_is_near_and_always_named() -> None:
    # Newark 5,000 + 500 (c(7)(a)) + 2,000 (c(4)) = 7,500, limit $12,000 (d(2)), just 1.6 times the longest bar.
    # Camden 5,000 + 500, limit $15,000 (d(1)).
    comparison = of(at("Newark", transit_oriented_development=True), at("Camden"))
    awards = [evaluate(each.scenario) for each in comparison.candidates]
    figure = compare_figures.job_figure(("Newark", "Camden"), awards, "t")
    marks, words = (trace for trace in figure.data if trace.type == "scatter")
    assert list(marks.x) == [12_000, None]
    assert list(words.text) == ["  <b>$7,500</b><br>  limit $12,000", "  <b>$5,500</b><br>  limit $15,000"]
    # The mark would strike through words that began at the end of the bar.
    assert list(words.x) == [12_000, 5_500]


def test_what_a_limit_takes_is_said() -> None:
    # 5,000 + 1,500 (c(1)) + 500 + 2,000 + 500 (c(8)) + 1,000 (c(13)) + 250 + 250 + 1,000 (c(17)) + 500 (c(2)) = 12,500.
    facts: dict[str, Any] = {
        "deep_poverty_pocket": True,
        "transit_oriented_development": True,
        "targeted_industry": True,
        "light_rail": True,
        "exceeds_leed_silver": True,
        "solar_percent": 50,
        "vacant_building_sqft": 1_000_001,
        "vacant_over_one_year": True,
        "incubator_facility": True,
    }
    award = evaluate(at("Newark", **facts).scenario)
    figure = compare_figures.job_figure(("Newark",), [award], "t")
    assert list(figure.data[-1].text) == ["  <b>$12,000</b><br>  limit takes $500"]


def test_every_crossing_has_a_ring_and_a_sentence() -> None:
    # 1,231 x 6,500 = 8,001,500 exceeds Vineland's annual limit of $8,000,000 (f(4)).
    candidates = (at("Newark"), at("Vineland", transit_oriented_development=True))
    curves = sweep_candidates(candidates, "new_jobs", 1, 2_000)
    found = crossings(curves, pair_leads(curves))
    figure = compare_figures.sweep_figure(("Newark", "Vineland"), curves, found, "t")
    rings = figure.data[-1]
    assert list(rings.x) == [1_231]
    assert list(rings.hovertext) == ["Above 1,230 jobs Newark overtakes Vineland."]
    frame = compare_figures.sweep_table(("Newark", "Vineland"), curves, found)
    assert {1_230, 1_231} <= set(frame.iloc[:, 0])


def test_only_places_with_coordinates_are_on_the_map() -> None:
    comparison = of(at("Newark"), Candidate(Scenario(municipality="Elsewhere", county="Sussex")))
    awards = [evaluate(each.scenario) for each in comparison.candidates]
    [marker] = compare_figures.map_markers(comparison, awards, PLACES)
    assert (marker.name, marker.award, marker.baseline) == ("Newark", "$1,650,000 a year", True)


# ---- the page -------------------------------------------------------------------------------------------------------


def page(comparison: Comparison, number: int, **params: str) -> AppTest:
    test = AppTest.from_file(APP, default_timeout=60)
    beside = comparison.candidates[number - 1] if number else Candidate(Scenario())
    test.query_params.update(to_query(beside.scenario, beside.law) | Board(comparison, number).query() | params)
    test.run()
    test.switch_page("pages/compare.py").run()
    assert not test.exception
    return test


def html(test: AppTest) -> str:
    return "\n".join(each.proto.body for each in test.get("html"))


def press(test: AppTest, label: str) -> AppTest:
    next(each for each in test.button if each.label == label).click()
    test.run()
    assert not test.exception
    return test


def test_an_empty_page_starts_with_two_or_three_places_at_one_click() -> None:
    test = AppTest.from_file(APP, default_timeout=60)
    test.query_params.update({"v": "1", "new_jobs": "300"})
    test.run()
    test.switch_page("pages/compare.py").run()
    text = html(press(test, "Newark, Camden"))
    assert "Newark and Camden" in text or "All 2 would receive the same: $1,650,000 a year" in text


def test_facts_of_the_site_that_do_not_move_along_are_named() -> None:
    test = AppTest.from_file(APP, default_timeout=60)
    test.query_params.update(
        {"v": "1", "new_jobs": "300", "transit_oriented_development": "true", "solar_percent": "60"}
    )
    test.run()
    test.switch_page("pages/compare.py").run()
    text = html(press(test, "Newark, Camden"))
    assert "Facts of the site do not move with the business: Transit oriented development; Solar energy" in text


def test_a_limit_that_is_not_tested_is_said_in_its_column() -> None:
    # 1,000 x ($5,000 + $1,250) = $6,250,000 a year, above $4,000,000, and the amount necessary is not known.
    text = html(page(of(at("Newark", new_jobs=1000), at("Vineland", new_jobs=300)), 1))
    assert "Limits not tested" in text
    assert "amount necessary (f), last paragraph" in text
    assert "Limits not tested" not in html(page(of(at("Newark"), at("Vineland")), 1))


def test_every_bill_of_a_comparison_is_named_beside_its_charts() -> None:
    other = Law.current().amend({"base.b1a": 7000}).named("Bill B")
    law = comparison_law(of(at("Newark", BILL), at("Hoboken", other), at("Camden")))
    assert law.label == "Bill A and Bill B (not current law)"
    assert comparison_law(of(at("Newark"), at("Camden"))).label == "Current law"


def test_the_page_says_who_receives_most_and_why() -> None:
    text = html(page(of(at("Newark"), at("Vineland")), 1))
    assert "Newark would receive most: $1,650,000 a year, maximum by formula, $300,000 more than Vineland." in text
    assert "Vineland would receive $300,000 less a year than Newark: $300,000 less from base amount (b)." in text


def test_one_column_is_not_said_to_be_level_with_itself() -> None:
    text = html(page(of(at("Newark")), 1))
    assert "Newark would receive $1,650,000 a year, maximum by formula." in text  # 300 x ($5,000 + $500)
    assert "the same:" not in text


def test_the_finding_says_that_a_bill_made_it_although_the_column_in_hand_is_under_current_law() -> None:
    text = html(page(of(at("Newark"), at("Hoboken", BILL)), 1))  # 300 x $6,500 against 300 x $5,500
    words = "Hoboken would receive most: $1,950,000 a year, maximum by formula, $300,000 more than Newark."
    assert f'<p class="versus-finding">{words} (not current law)</p>' in text


def test_a_slider_at_the_side_moves_every_column() -> None:
    test = page(of(at("Newark"), at("Vineland")), 1)
    next(each for each in test.sidebar.slider if each.label == "New full-time jobs").set_value(100)
    test.run()
    assert "Newark would receive most: $500,000 a year, maximum by formula, $100,000 more than Vineland." in html(test)


def test_a_column_that_is_removed_comes_back_with_undo() -> None:
    test = page(of(at("Newark"), at("Vineland"), at("Camden")), 2)
    text = html(press(test, "Remove Vineland"))
    assert "Vineland was removed. Undo brings it back." in text
    assert "Vineland would" not in text
    test.sidebar.button(key="undo").click()
    test.run()
    assert "Vineland would receive" in html(test)


@pytest.mark.parametrize("measure", ["gross_amount", "retained_job_amount", "annual_award", "total_award"])
def test_every_measure_can_be_looked_at(measure: str) -> None:
    page(of(at("Newark"), at("Vineland"), at("Camden")), 1, **{"show.measure": measure})


def test_a_place_without_any_facts_is_compared_as_well() -> None:
    text = html(page(of(at("Newark"), Candidate(Scenario(new_jobs=300))), 2))
    assert "Candidate 2" in text
    assert "in no eligible area" in text


def test_nothing_is_shared_that_cannot_be() -> None:
    with pytest.raises(ScenarioError):
        of(*(at("Newark") for _ in range(9)))
