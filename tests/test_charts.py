"""What the charts draw: the waterfalls add up to the award for any facts, and say it in words as well."""

import json
import re
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
from hypothesis import given

from credit_core import Law, Scenario, evaluate
from credit_core.explain import explain
from credit_core.step import Step
from dashboard.charts import (
    MEANING_OF_KIND,
    Axis,
    Bar,
    Line,
    Mark,
    Swing,
    bars,
    heat_map,
    job_description,
    job_table,
    job_waterfall,
    line_figure,
    step_curve,
    tornado,
    year_description,
    year_table,
    year_waterfall,
)
from dashboard.charts.template import chart_title, dark_colours
from dashboard.palette import DARK, LIGHT, PATTERNS
from tests.strategies import WIDE, laws, scenarios

ROOT = Path(__file__).parents[1]
CITY: dict[str, Any] = {"growth_zone": True, "transit_oriented_development": True, "deep_poverty_pocket": True}


def steps_of(law: Law | None = None, **facts: Any) -> list[Step]:
    scenario = Scenario(**facts)
    return explain(scenario, evaluate(scenario, law))


def drawn(figure: go.Figure) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(figure.to_json())
    return read


def bars_of(figure: go.Figure) -> list[tuple[str, Any, Any]]:
    """Each bar of the figure's JSON: the step's name, where it starts and how long it is in dollars, to the cent."""
    found = [trace for trace in drawn(figure)["data"] if trace["type"] == "bar"]
    if not found:
        return []
    (trace,) = found
    starts, lengths = ([round(Decimal(value), 2) for value in trace[name]] for name in ("base", "x"))
    return list(zip(trace["customdata"], starts, lengths, strict=True))


def reached(figure: go.Figure, totals: set[str]) -> Decimal:
    """Walk along the bars: each change starts where the last one ended, each total is as long as what was reached."""
    running = Decimal(0)
    for name, start, length in bars_of(figure):
        if name in totals:
            assert (start, length) == (0, running)
        else:
            assert start == running
            running += length
    return running


@WIDE
@given(scenarios(), laws())
def test_the_bars_of_a_job_add_up_to_the_gross_for_any_facts_under_any_law(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    figure = job_waterfall(explain(scenario, award), law)
    assert reached(figure, {"gross_before_limit", "gross_amount"}) == award.gross_amount


@WIDE
@given(scenarios(), laws())
def test_the_bars_of_a_year_add_up_to_the_award_for_any_facts_under_any_law(scenario: Scenario, law: Law) -> None:
    award = evaluate(scenario, law)
    figure = year_waterfall(explain(scenario, award), law)
    assert reached(figure, {"annual_by_jobs", "annual_ordinary", "annual_award"}) == award.annual_award


@WIDE
@given(scenarios(), laws())
def test_the_table_twins_tell_what_the_bars_show(scenario: Scenario, law: Law) -> None:
    steps = explain(scenario, evaluate(scenario, law))
    for figure, table in (
        (job_waterfall(steps, law), job_table(steps)),
        (year_waterfall(steps, law), year_table(steps)),
    ):
        found = bars_of(figure)
        if found:
            ends = [start + length for _, start, length in found]
            assert [round(Decimal(value), 2) for value in table.iloc[:, 3]] == ends


def test_a_limit_that_binds_is_the_title_and_a_line_with_its_citation() -> None:
    # b(1)(a) 5,000; c(1) 1,500; c(4) 2,000; c(7)(e) 1,500 for 1,100 jobs; c(10) 5,000, ten steps of 20 % above the
    # minimum, five counted; c(13) 1,000; c(15) 1,500: 17,500 in all, 2,500 above d(1).
    steps = steps_of(
        new_jobs=1_100,
        industrial_capital_investment=3_000_000,
        capital_investment=3_000_000,
        minimum_capital_investment=1_000_000,
        light_rail=True,
        redevelopment_area=True,
        us_highways=1,
        state_highways=2,
        **CITY,
    )
    figure = job_waterfall(steps)
    assert chart_title(figure) == "The $15,000 limit takes $2,500 a job"
    assert [line["x0"] for line in drawn(figure)["layout"]["shapes"]] == [15_000]
    assert drawn(figure)["layout"]["annotations"][0]["text"] == "Limit per job (d)(1) $15,000"
    assert bars_of(figure)[-2:] == [("gross_limit", 17_500, -2_500), ("gross_amount", 0, 15_000)]
    assert "Limit per job (d)(1) \N{MINUS SIGN}$2,500" in job_description(steps)


def test_without_a_binding_limit_the_title_says_so() -> None:
    # b(1)(a) 5,000 + c(1) 1,500 + c(4) 2,000 = 8,500, under d(1).
    steps = steps_of(new_jobs=10, **CITY)
    assert chart_title(job_waterfall(steps)) == "No limit binds: $8,500 a job"
    assert chart_title(year_waterfall(steps)) == "No annual limit binds: $85,000 a year"


def test_a_limit_far_beyond_the_bars_is_named_and_does_not_squeeze_them() -> None:
    figure = drawn(year_waterfall(steps_of(new_jobs=10, **CITY)))
    assert "shapes" not in figure["layout"]
    (note,) = figure["layout"]["annotations"]
    assert note["text"].startswith("Annual limit (f)(2) $30,000,000, beyond this chart")
    assert figure["layout"]["xaxis"]["range"][1] < 200_000


def test_each_limit_of_a_year_is_a_bar_of_its_own() -> None:
    # Priority area: 3,000 a job; 2,000 jobs add 1,500 (c)(7)(e): 9,000,000. f(5) leaves 4,000,000, of withholdings of
    # 3,000,000 the share of 90 % 2,700,000.
    steps = steps_of(new_jobs=2_000, priority_area=True, annual_withholdings=3_000_000)
    figure = year_waterfall(steps)
    assert bars_of(figure) == [
        ("annual_new_jobs", 0, 9_000_000),
        ("annual_by_jobs", 0, 9_000_000),
        ("annual_limit", 9_000_000, -5_000_000),
        ("withholdings_limit", 4_000_000, -1_300_000),
        ("annual_award", 0, 2_700_000),
    ]
    assert chart_title(figure) == "Annual limits take $6,300,000: $2,700,000 a year"
    assert [line["x0"] for line in drawn(figure)["layout"]["shapes"]] == [4_000_000, 2_700_000]


def test_the_amount_necessary_is_named_when_it_alone_binds() -> None:
    # 1,000 jobs at 5,000 + 1,250 (c)(7)(d) = 6,250,000 a year, above the 4,000,000 of f's last paragraph.
    steps = steps_of(new_jobs=1_000, growth_zone=True, amount_necessary=5_000_000)
    assert chart_title(year_waterfall(steps)) == "The amount necessary takes $1,250,000: $5,000,000 a year"


def test_the_camden_route_adds_a_bar_after_the_ordinary_award() -> None:
    # 250 jobs at 5,000 = 1,250,000; tier (e): one tenth of 30,000,000 = 3,000,000, which is 1,750,000 more.
    steps = steps_of(new_jobs=250, growth_zone=True, municipal_rehabilitation=True, capital_investment=30_000_000)
    figure = year_waterfall(steps)
    assert bars_of(figure)[-3:] == [
        ("annual_ordinary", 0, 1_250_000),
        ("annual_capital_route", 1_250_000, 1_750_000),
        ("annual_award", 0, 3_000_000),
    ]
    assert chart_title(figure) == "The Camden route adds $1,750,000: $3,000,000 a year"
    assert year_description(steps).startswith("Waterfall in dollars a year: New jobs (e)(1) +$1,250,000;")


@pytest.mark.parametrize("draw", [job_waterfall, year_waterfall])
def test_an_amended_law_is_named_in_the_title(draw: Any) -> None:
    law = Law.current().amend({"base.b1a": 6_000})
    assert chart_title(draw(steps_of(law, new_jobs=10, growth_zone=True), law)).endswith("(not current law)")
    assert "not current law" not in chart_title(draw(steps_of(new_jobs=10, growth_zone=True), Law.current()))


def test_another_reading_is_named_in_the_title() -> None:
    law = Law.current().read(rounding="cent")
    figure = job_waterfall(steps_of(law, new_jobs=10, growth_zone=True), law)
    assert chart_title(figure) == "No limit binds: $5,000 a job (other readings of current law)"


def test_a_limit_that_is_lifted_is_no_line() -> None:
    law = Law.current().amend({"gross_limit.d1": None})
    figure = drawn(job_waterfall(steps_of(law, new_jobs=10, growth_zone=True), law))
    assert "shapes" not in figure["layout"]


def test_an_empty_chart_says_what_to_do() -> None:
    nowhere, jobless = steps_of(new_jobs=10), steps_of(growth_zone=True)
    assert chart_title(job_waterfall(nowhere)).startswith("Mark the area")
    assert chart_title(year_waterfall(nowhere)).startswith("Mark the area")
    assert chart_title(year_waterfall(jobless)).startswith("Enter new or retained jobs")
    assert bars_of(job_waterfall(nowhere)) == bars_of(year_waterfall(jobless)) == []
    assert job_description(nowhere) == "Waterfall in dollars per job a year: nothing to draw."


def test_a_bar_has_the_colour_and_the_pattern_of_its_kind() -> None:
    steps = steps_of(new_jobs=10, **CITY)
    (trace,) = (trace for trace in drawn(job_waterfall(steps))["data"] if trace["type"] == "bar")
    wanted = [MEANING_OF_KIND[kind] for kind in ("base", "bonus", "bonus", "subtotal")]
    assert trace["marker"]["color"] == [getattr(LIGHT, meaning) for meaning in wanted]
    assert trace["marker"]["pattern"]["shape"] == [PATTERNS[meaning] for meaning in wanted]


def test_words_of_a_step_are_shown_and_not_taken_as_markup() -> None:
    step = Step(1, "base_amount", "34:1B-246(b)", "<u>", "<i>", Decimal(5), Decimal(5), "", "job", "base")
    figure = drawn(job_waterfall([step]))
    assert "&lt;u&gt;" in figure["layout"]["yaxis"]["ticktext"][0]
    assert "&lt;u&gt;" in figure["layout"]["meta"]["narrow"]["yaxis.ticktext"][0]
    assert "&lt;u&gt;" in figure["data"][0]["hovertext"][0]
    assert "&lt;i&gt;" in figure["data"][0]["hovertext"][0]


def test_every_colour_of_the_light_palette_has_its_counterpart() -> None:
    assert dark_colours() == dict(zip(LIGHT, DARK, strict=True))
    assert len(dark_colours()) == len(LIGHT)


def test_a_figure_uses_no_colour_outside_the_palette() -> None:
    line = Line("Award", [0, 1], [0, 2])
    axis = Axis("Jobs")
    figures = [
        job_waterfall(steps_of(new_jobs=10, **CITY)),
        line_figure([line, line], title="Lines", x=axis, y=axis, marks=[Mark(1, "here")]),
        bars([Bar("a", 1, "$1")], title="Bars", x=axis),
        tornado([Swing("a", -1, 2, "-$1", "+$2")], title="Tornado", x=axis),
        heat_map([1, 2], [3], [[4, 5]], title="Heat", x=axis, y=axis, unit="dollars", here=(1, 3)),
    ]
    for figure in figures:
        assert set(re.findall(r"#[0-9a-f]{6}\b", figure.to_json())) <= set(LIGHT)


def test_a_step_curve_jumps_where_a_threshold_does() -> None:
    axis = Axis("Jobs", least=0, most=500)
    curve = drawn(step_curve([Line("c(7)", [0, 251, 401], [0, 500, 750])], title="Steps", x=axis, y=Axis("$")))
    assert curve["data"][0]["line"]["shape"] == "hv"
    assert curve["layout"]["xaxis"]["range"] == [0, 500]


def test_a_gap_in_a_line_stays_a_gap() -> None:
    figure = drawn(line_figure([Line("a", [0, 1, 2], [1, None, 3])], title="Gap", x=Axis("x"), y=Axis("y")))
    assert figure["data"][0]["y"] == [1, None, 3]
    assert figure["data"][0]["connectgaps"] is False


def test_the_script_of_the_charts_is_of_the_version_that_makes_them() -> None:
    whole = files("plotly").joinpath("package_data/plotly.min.js").read_text("utf-8")
    ours = ROOT.joinpath("dashboard/charts/plotly/plotly-cartesian.min.js").read_text("utf-8")
    versions = [re.search(r"plotly\.js [^\n]*v([0-9.]+)", script[:500]) for script in (whole, ours)]
    assert all(versions)
    assert len({found[1] for found in versions if found}) == 1
