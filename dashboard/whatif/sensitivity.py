"""What the page on sensitivity shows: the curve or the map, the tornado, and what a target would take."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from pathlib import Path

import streamlit as st

from credit_core import Award, Law, Scenario, ScenarioError, evaluate
from credit_core.scenario import check
from credit_core.whatif import Curve, Solution
from dashboard import state
from dashboard.answer import untested_text
from dashboard.charts import ChartPoint, show_chart
from dashboard.exports import csv_text
from dashboard.formats import html_text, problem_text
from dashboard.tables import show_table
from dashboard.whatif.answers import curve_of, grid_of, solution_of, swings_of
from dashboard.whatif.controls import (
    Choices,
    choose_along,
    choose_percent,
    choose_target,
    follow,
    pick_cell,
    pick_on_curve,
    refused,
)
from dashboard.whatif.curve import cliff_table, curve_description, curve_figure, curve_table
from dashboard.whatif.heat import grid_description, grid_figure, grid_table
from dashboard.whatif.ranges import round_above
from dashboard.whatif.swings import swing_description, swing_figure, swing_table
from dashboard.whatif.words import amount_text, title_of, value_text

__all__ = ["show_curve", "show_grid", "show_nowhere", "show_refusal", "show_style", "show_swings", "show_target"]


def show_style() -> None:
    """The few rules of style of these pages; for their top."""
    st.html(f"<style>{_style()}</style>")


@cache
def _style() -> str:
    return Path(__file__).with_name("whatif.css").read_text("utf-8")


def show_nowhere() -> None:
    """What to do where the project lies in no area: nothing it changes would count."""
    st.html(
        '<p class="binds">The project lies in no area that the section rewards, so no number moves its award. '
        "Mark the zone it lies in at the side first.</p>"
    )


def show_refusal(error: ScenarioError) -> None:
    """Why a range cannot be drawn."""
    for problem in error.problems:
        refused(f"{problem_text(problem)} Mend it above, or empty the range to see the usual one.")


# ---- the curve ------------------------------------------------------------------------------------------------------


def show_curve(scenario: Scenario, law: Law, choices: Choices) -> None:
    """The exact curve, its cliffs as a table, and what was cut or rounded."""
    curve = _curve(scenario, law, choices)
    show_chart(
        curve_figure(curve, law),
        key="curve",
        alt=curve_description(curve),
        table=curve_table(curve),
        file_name=f"{choices.measure}-by-{choices.fact}",
        law=law,
        on_click=pick_on_curve(curve),
    )
    st.html(f'<p class="why">{html_text(_curve_words(curve))}</p>')
    if curve.notes:
        choose_along(" ".join(curve.notes))
    _show_cliffs(curve, law)


def _curve(scenario: Scenario, law: Law, choices: Choices) -> Curve:
    along = state.page_param("along", "no", ("no", "yes")) == "yes"
    return curve_of(scenario, law, choices.fact, choices.ends, choices.measure, along)


def _curve_words(curve: Curve) -> str:
    """How to use the chart, and where the project is if it is not on it."""
    use = "Click a point, or reach it by the arrow keys and press Enter, to make it the project; Undo goes back."
    value = getattr(curve.scenario, curve.fact)
    if value is None:
        return f"{title_of(curve.fact)} is not given, so the project has no place on the curve. {use}"
    if curve.here is None:
        return f"The project, at {value_text(curve.fact, value)}, lies outside the range shown. {use}"
    return use


def _show_cliffs(curve: Curve, law: Law) -> None:
    if not curve.cliffs:
        st.caption("No cliff in this range: nowhere does one unit more make it jump. Steps of rounding are not cliffs.")
        return
    table = cliff_table(curve)
    show_table(table, caption="Cliffs: where one unit more makes it jump, and why", law=law)
    st.download_button(
        "CSV of the cliffs",
        lambda: csv_text(table, law),
        f"cliffs-by-{curve.fact}.csv",
        "text/csv",
        key="cliffs_csv",
        on_click="ignore",
    )


# ---- the map --------------------------------------------------------------------------------------------------------


def show_grid(scenario: Scenario, law: Law, choices: Choices) -> None:
    """Two facts at once, with the rule that binds over it."""
    facts = (choices.fact, choices.second or "")
    found = grid_of(scenario, law, facts, (choices.ends, choices.second_ends), choices.measure)
    show_chart(
        grid_figure(found, law),
        key="map",
        alt=grid_description(found),
        table=grid_table(found),
        file_name=f"{choices.measure}-by-{choices.fact}-and-{choices.second}",
        law=law,
        on_click=pick_cell(choices),
    )
    use = (
        "The fuller the colour, the more. Lines divide, and names say, what binds each year. "
        "Click a cell to make it the project."
    )
    st.html(f'<p class="why">{html_text(" ".join([use, *found.notes]))}</p>')


# ---- the tornado ----------------------------------------------------------------------------------------------------


def show_swings(scenario: Scenario, law: Law, measure: str) -> None:
    """Each number alone, some percent down and up; a chosen bar puts its fact into the curve."""
    st.subheader("Which number matters most", anchor=False)
    percent = choose_percent("change", "Each number alone, down and up by")
    bars = swings_of(scenario, law, measure, percent)
    show_chart(
        swing_figure(bars, measure, percent, law),
        key="tornado",
        alt=swing_description(bars, measure, percent),
        table=swing_table(bars, measure),
        file_name=f"{measure}-by-{percent}-percent",
        law=law,
        on_click=_follow,
    )


def _follow(point: ChartPoint) -> None:
    if point.detail:
        follow(str(point.detail))


# ---- the target -----------------------------------------------------------------------------------------------------


def show_target(scenario: Scenario, law: Law, choices: Choices, award: Award) -> None:
    """The least value of the fact that reaches a target, or what stands in the way; applied by a button."""
    st.subheader("What would it take", anchor=False)
    present: Decimal = getattr(award, choices.measure)
    target = choose_target(choices.measure, round_above(present))
    along = state.page_param("along", "no", ("no", "yes")) == "yes"
    found = solution_of(scenario, law, choices.fact, target, choices.measure, along)
    _say(found, present)
    _say_untested(_answered(found, scenario), law, choices.measure)
    if target and found.scenario is not None and found.scenario != scenario:
        words = f"Make it {value_text(found.fact, found.value)}"
        st.button(words, key="apply_target", on_click=state.load, args=(found.scenario, law))


def _say(found: Solution, present: Decimal) -> None:
    fact = title_of(found.fact)
    wanted = amount_text(found.measure, found.target)
    if not found.target:
        words = f"Any project meets a target of {wanted}: an award is never less."
    elif found.obstacle is not None:
        words = f"No value of {fact.lower()} alone reaches {wanted}. {found.obstacle.sentence}"
    else:
        words = f"{fact}: at least {value_text(found.fact, found.value)} for {wanted}, all else equal."
        if found.reached is not None and found.reached != found.target:
            words += f" That gives {amount_text(found.measure, found.reached)}."
    words += f" The project is at {amount_text(found.measure, present)}, {_value_now(found)}."
    st.html(f'<p class="binds" role="status">{html_text(" ".join([words, *found.notes]))}</p>')


def _answered(found: Solution, scenario: Scenario) -> Scenario:
    """The project that the answer speaks of: where it reaches the target, or where it comes nearest to it."""
    if found.scenario is not None and found.target:
        return found.scenario
    nearest = dict(scenario) | ({} if found.obstacle is None else {found.fact: found.obstacle.at})
    return scenario if check(nearest) else scenario.changed(**nearest)


def _say_untested(scenario: Scenario, law: Law, measure: str) -> None:
    """Which limits of a year are untested there; they do not touch the amount of one job."""
    words = untested_text(evaluate(scenario, law)) if measure in ("annual_award", "total_award") else ""
    if words:
        st.html(f'<p class="why untested" role="status">{html_text(words)}</p>')


def _value_now(found: Solution) -> str:
    scenario, _ = state.current()
    value = getattr(scenario, found.fact)
    return "with no value given" if value is None else f"with {value_text(found.fact, value)}"
