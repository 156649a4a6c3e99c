"""Sensitivity as it is drawn: the curve is exact, the choices live in the address, a bad one is said and mended.

Amounts are hand arithmetic on the statute: a hub's base is $5,000 (b(1)(a)); 251 to 400 jobs add $500, 401 to 600 $750
(c(7)); the annual limit of a hub is $10,000,000 (f(3)).
"""

from decimal import Decimal
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox, TextInput

from credit_core import Law, Scenario
from credit_core.award import BINDING_RULES
from credit_core.whatif import grid, sweep, tornado
from dashboard.whatif.curve import cliff_table, curve_description, curve_figure, curve_finding, curve_table
from dashboard.whatif.heat import grid_figure, grid_finding, grid_table, regions
from dashboard.whatif.ranges import MOVABLE_FACTS, round_above, spread, usual_range
from dashboard.whatif.swings import swing_figure, swing_finding, swing_table
from dashboard.whatif.words import BINDING_TITLES, signed_text, value_text
from tests.test_state import app, own_parts, ran

HUB = Scenario(urban_transit_hub_municipality=True, new_jobs=300)
QUERY = {"v": "1", "urban_transit_hub_municipality": "true", "new_jobs": "300"}


def page(**query: str) -> AppTest:
    test = app(**(QUERY | query))
    test.switch_page("pages/sensitivity.py")
    return ran(test)


def html(test: AppTest) -> str:
    return unescape(" ".join(element.proto.body for element in test.get("html")))


def typed(test: AppTest, label: str) -> TextInput:
    """The entry of that label in the page, not at the side."""
    return next(entry for entry in test.main.text_input if entry.label == label)


def chosen(test: AppTest, name: str) -> Selectbox[str]:
    """The selection of a choice that the address keeps; its key changes when it is moved from elsewhere."""
    return next(box for box in test.main.selectbox if str(box.key).split("~")[0] == f"param:{name}")


def chart_titles(test: AppTest) -> list[str]:
    """The titles of the charts, in the order in which they are drawn."""
    return [str(part["title"]) for part in own_parts(test) if "figure" in part]


# ---- the curve ------------------------------------------------------------------------------------------------------


def drawn(name: str = "curve", **query: int) -> tuple[list[float | None], list[float | None]]:
    figure = curve_figure(sweep(HUB, "new_jobs", query.get("low", 0), query.get("high", 500)))
    trace = next(trace for trace in figure.data if trace.name == name)
    return list(trace.x), list(trace.y)


def test_the_pen_is_lifted_at_each_jump_and_nowhere_else() -> None:
    x, y = drawn()
    # 250 x 5,000; 251 x 5,500; 400 x 5,500; 401 x 5,750; 500 x 5,750.
    assert x == [0, 250, None, 251, 400, None, 401, 500]
    assert y == [0, 1_250_000, None, 1_380_500, 2_200_000, None, 2_305_750, 2_875_000]


def test_a_riser_stands_upright_at_the_value_after_the_jump() -> None:
    x, y = drawn("jump")
    assert x[:3] == [251, 251, None]
    assert y[:3] == [1_250_000, 1_380_500, None]


def test_every_point_that_can_be_chosen_is_exact() -> None:
    curve = sweep(HUB, "new_jobs", 0, 500)
    figure = curve_figure(curve)
    for trace in figure.data:
        if trace.hoverinfo == "text":
            assert [Decimal(str(y)) for y in trace.y] == [curve.at(int(x)) for x in trace.x]


def test_where_each_job_is_a_point_of_its_own_neighbours_are_joined() -> None:
    # WorkWave, Holmdel: the capital divides over all jobs, one whole-dollar amount for each number of them.
    project = Scenario(priority_area=True, new_jobs=247, retained_jobs=154, capital_investment=7_200_000)
    curve = sweep(project, "retained_jobs", 0, 600)
    line = curve_figure(curve).data[0]
    jumps = [cliff for cliff in curve.cliffs if cliff.kind == "jump"]
    assert list(line.x).count(None) == len(jumps)


def test_the_title_tells_the_next_cliff_upwards() -> None:
    assert curve_finding(sweep(HUB, "new_jobs", 0, 500)) == "One new job more, from 400 to 401, adds $105,750 a year"
    before = sweep(HUB.changed(new_jobs=250), "new_jobs", 0, 500)
    assert curve_finding(before) == "One new job more, from 250 to 251, adds $130,500 a year"


def test_the_title_says_where_nothing_changes_and_where_nothing_jumps() -> None:
    flat = sweep(HUB, "solar_percent", 0, 49)
    assert curve_finding(flat) == (
        "Solar energy made and used on site changes nothing here: $1,650,000 a year throughout"
    )
    smooth = sweep(HUB, "new_jobs", 0, 100)
    assert curve_finding(smooth) == "New full-time jobs takes it from $0 to $500,000 a year, without a jump"


def test_an_amended_law_is_named_in_the_title() -> None:
    law = Law.current().amend({"base.b1a": 6_000})
    assert curve_finding(sweep(HUB, "new_jobs", 0, 100, law=law), law).endswith("(not current law)")


def test_the_cliff_table_parts_the_change_from_what_the_provision_makes() -> None:
    table = cliff_table(sweep(HUB, "new_jobs", 0, 300))
    assert list(table.iloc[0]) == [
        "250 jobs",
        "251 jobs",
        "jump up",
        "Number of jobs",
        "34:1B-246(c)(7)",
        130_500.0,
        125_500.0,  # 251 x 500; the other 5,000 are the job itself
    ]


def test_the_tables_head_their_columns_with_units_and_rounding_is_no_cliff() -> None:
    project = Scenario(priority_area=True, new_jobs=247, retained_jobs=154, capital_investment=7_200_000)
    curve = sweep(project, "retained_jobs", 100, 200)
    table = curve_table(curve)
    assert list(table.columns)[:2] == ["Retained full-time jobs, jobs", "Amount (dollars a year)"]
    assert "Rounding" in set(table["What changes here"])
    assert set(cliff_table(curve)["Provision"]) == {"Number of jobs"}


def test_the_words_tell_the_ends_the_place_and_the_cliffs() -> None:
    words = curve_description(sweep(HUB, "new_jobs", 0, 500))
    for part in (
        "$0 at 0 jobs",
        "$2,875,000 at 500 jobs",
        "stands at 300 jobs: $1,650,000",
        "From 250 jobs to 251 jobs",
    ):
        assert part in words


def test_an_unknown_value_has_no_place_on_the_curve() -> None:
    figure = curve_figure(sweep(HUB, "average_salary", 0, 100_000))
    assert "here" not in [trace.name for trace in figure.data]


# ---- the map --------------------------------------------------------------------------------------------------------

MAP = grid(HUB, "new_jobs", (0, 300, 2_000), "authority_bonus", (0, 5_000))


def test_the_regions_are_what_binds_and_their_least_and_most() -> None:
    # At 2,000 jobs $5,000 + $1,500 (c(7)(e)) is 13,000,000, above f(3): the annual limit binds in both rows.
    assert [(found.rule, len(found.cells), found.least, found.most) for found in regions(MAP)] == [
        ("none", 4, Decimal(0), Decimal(300 * 10_500)),
        ("annual_limit", 2, Decimal(10_000_000), Decimal(10_000_000)),
    ]


def test_the_map_names_its_regions_and_outlines_them() -> None:
    figure = grid_figure(MAP)
    assert [note.text for note in figure.layout.annotations] == ["No limit binds", "Annual limit"]
    edges = next(trace for trace in figure.data if trace.name == "edges")
    assert list(edges.x)[:2] == [1_150, 1_150]  # halfway from 300 to 2,000
    assert grid_finding(MAP) == (
        "New full-time jobs and bonus under a criterion added by the Authority: $0 to $10,000,000 a year; "
        "annual limit binds in part"
    )


def test_pairs_that_are_not_valid_are_blank_and_said() -> None:
    found = grid(HUB, "industrial_capital_investment", (0, 10), "capital_investment", (0, 10))
    table = grid_table(found)
    assert list(table["What binds each year"]).count("Not valid together") == 1
    assert table.iloc[:, 2].isna().sum() == 1
    assert regions(found)[0].cells == {(0, 0), (1, 0), (1, 1)}


# ---- tornado, ranges, words -----------------------------------------------------------------------------------------


def test_the_tornado_draws_what_moves_and_tables_everything() -> None:
    bars = tornado(HUB)
    # 30 jobs fewer or more at $5,500; 270 and 330 stay in the bracket.
    assert swing_finding(bars, "annual_award", 10) == "10 % of new full-time jobs moves it most: $165,000 a year"
    figure = swing_figure(bars, "annual_award", 10)
    assert list(figure.data[0].x) == [-165_000.0]
    assert list(figure.data[0].hovertext) == ["New full-time jobs, 270 jobs: \N{MINUS SIGN}$165,000 a year"]
    assert len(swing_table(bars, "annual_award")) == len(MOVABLE_FACTS) + 1


def test_the_usual_range_holds_the_project() -> None:
    for fact in MOVABLE_FACTS:
        low, high = usual_range(HUB, fact)
        assert low < high
    assert usual_range(HUB.changed(new_jobs=4_000), "new_jobs") == (0, 6_000)


def test_values_are_spread_evenly_with_the_ends_and_the_project() -> None:
    assert spread("new_jobs", 0, 3, 10) == (0, 1, 2, 3)
    assert spread("new_jobs", 0, 100, 3, also=30) == (0, 30, 50, 100)
    assert spread("average_salary", Decimal(0), Decimal(1), 3) == (Decimal(0), Decimal("0.5"), Decimal(1))
    assert spread("new_jobs", 5, 5, 10) == (5,)


@pytest.mark.parametrize(
    ("amount", "target"), [(0, 1_000), (999, 1_000), (1_650_000, 2_000_000), (5_000_000, 10_000_000)]
)
def test_a_target_to_begin_with_is_round_and_above(amount: int, target: int) -> None:
    assert round_above(Decimal(amount)) == target


def test_values_are_written_with_their_unit() -> None:
    assert value_text("new_jobs", 1) == "1 job"
    assert value_text("new_jobs", 1_251) == "1,251 jobs"
    assert value_text("capital_investment", Decimal("1250.5")) == "$1,250.50"
    assert value_text("solar_percent", Decimal("12.5")) == "12.5 %"
    assert value_text("light_rail", False) == "no"
    assert value_text("average_salary", None) == "not given"
    assert signed_text(Decimal(-5)) == "\N{MINUS SIGN}$5"


def test_every_rule_that_can_bind_has_words() -> None:
    assert set(BINDING_TITLES) == set(BINDING_RULES)


# ---- the page -------------------------------------------------------------------------------------------------------


def test_the_page_shows_curve_cliffs_tornado_and_target() -> None:
    test = page()
    assert chart_titles(test) == [
        "One new job more, from 400 to 401, adds $105,750 a year",
        "10 % of new full-time jobs moves it most: $165,000 a year",
    ]
    said = html(test)
    assert "Cliffs: where one unit more makes it jump, and why" in said
    # $2,000,000 / 5,500 = 363.6: 364 jobs give 2,002,000.
    assert "at least 364 jobs for $2,000,000 a year" in said
    assert "That gives $2,002,000 a year." in said


def test_the_target_is_applied_by_its_button_and_undone() -> None:
    test = page()
    test.button(key="apply_target").click()
    ran(test)
    assert test.query_params["new_jobs"] == "364"
    test.button(key="undo").click()
    ran(test)
    assert test.query_params["new_jobs"] == "300"


def test_a_target_out_of_reach_names_the_obstacle() -> None:
    said = html(page(**{"show.target": "$20,000,000"}))
    assert "No value of new full-time jobs alone reaches $20,000,000 a year. The most is $10,000,000" in said
    assert "annual limit binds" in said


UNTESTED = (
    "The amount necessary is untested: above $4,000,000 a year the Authority may set a lower award. "
    "[34:1B-246(f), last paragraph]"
)


def test_a_target_above_the_threshold_says_that_the_amount_necessary_is_untested() -> None:
    # 5,000 + 1,000 a job: 667 jobs give $4,002,000; at $4,000,000 or less nothing is asked. $20,000,000 is out of
    # reach, and the most, $10,000,000, is above as well.
    for target, is_said in (("4000000", True), ("3900000", False), ("20000000", True)):
        assert (UNTESTED in html(page(**{"show.target": target}))) is is_said
    assert UNTESTED not in html(page(**{"show.target": "4000000", "amount_necessary": "9000000"}))
    assert UNTESTED in html(page(**{"show.target": "40020000", "show.measure": "total_award"}))
    assert UNTESTED not in html(page(**{"show.target": "6000", "show.measure": "gross_amount"}))


def test_any_project_meets_a_target_of_nothing_and_nothing_is_offered() -> None:
    test = page(**{"show.target": "0"})
    assert "Any project meets a target of $0 a year: an award is never less. The project is at $1,650,000" in html(test)
    assert "apply_target" not in {button.key for button in test.button}


def test_a_range_of_one_value_is_that_value() -> None:
    figure = curve_figure(sweep(HUB, "new_jobs", 300, 300))  # 300 x (5,000 + 500)
    assert curve_finding(sweep(HUB, "new_jobs", 300, 300)) == "At 300 jobs: $1,650,000 a year"
    assert figure.layout.xaxis.ticktext == ("300 jobs",)
    assert figure.layout.xaxis.tickvals == (300,)
    assert figure.layout.xaxis.title.text == "New full-time jobs, jobs"
    test = page(**{"show.from": "300", "show.to": "300", "show.second": "average_salary", "show.to2": "0"})
    assert len(chart_titles(test)) == 2


def test_the_choices_are_kept_in_the_address_and_read_from_it() -> None:
    test = page(**{"show.fact": "retained_jobs", "show.measure": "gross_amount", "show.to": "700"})
    assert chosen(test, "fact").value == "retained_jobs"
    assert typed(test, "To").value == "700"
    typed(test, "From").input("100")
    test.run()
    chosen(test, "second").select("average_salary")
    ran(test)
    asked = test.query_params
    assert (asked["show.fact"], asked["show.from"], asked["show.second"]) == ("retained_jobs", "100", "average_salary")
    assert chart_titles(test)[0].startswith("Retained full-time jobs and average salary at the project: ")


def test_another_fact_forgets_the_range_of_the_one_before() -> None:
    test = page(**{"show.to": "700"})
    chosen(test, "fact").select("average_salary")
    ran(test)
    assert typed(test, "To").value == "$200,000"


def test_the_second_fact_gives_way_when_it_becomes_the_first() -> None:
    test = page(**{"show.second": "average_salary"})
    chosen(test, "fact").select("average_salary")
    ran(test)
    assert chosen(test, "second").value == "none"
    assert "not offered here" not in html(test)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("many", "New full-time jobs must be a plain number"),
        ("1,5", "New full-time jobs must be a plain number"),
    ],
)
def test_a_range_that_cannot_be_read_is_said_and_stays_as_typed(given: str, words: str) -> None:
    test = page(**{"show.to": given})
    assert words in html(test)
    assert f"given: {given}" in html(test)
    assert typed(test, "To").value == given
    assert len(chart_titles(test)) == 2


def test_what_stands_in_for_an_end_that_cannot_be_read_is_said() -> None:
    said = html(page(**{"show.from": "100", "show.to": "many", "show.second": "solar_percent", "show.from2": "few"}))
    assert "Until it is mended, the range ends at 1,500 jobs, as usual." in said
    assert "Until it is mended, the range begins at 0 %, as usual." in said
    assert "the usual range is shown" not in said
    assert said.count("Until it is mended") == 2


def test_a_range_upside_down_is_said() -> None:
    test = page(**{"show.from": "500", "show.to": "100"})
    assert "must range upwards" in html(test)


def test_a_fact_that_is_not_offered_is_said() -> None:
    test = page(**{"show.fact": "net_benefit"})
    assert 'The link asked for "net_benefit" as fact, which is not offered here' in html(test)
    assert chosen(test, "fact").value == "new_jobs"


def test_a_project_in_no_area_is_told_what_to_do() -> None:
    test = app(v="1", new_jobs="300")
    test.switch_page("pages/sensitivity.py")
    ran(test)
    assert "Mark the zone it lies in at the side first." in html(test)
    assert chart_titles(test) == []


def test_a_range_cut_by_a_side_condition_says_so_and_lets_the_other_fact_move() -> None:
    query = {"show.fact": "industrial_capital_investment", "capital_investment": "1000000"}
    test = page(**query)
    assert "the range ends at $1,000,000" in html(test)
    test = page(**query, **{"show.along": "yes"})
    assert "moves along" in html(test)
