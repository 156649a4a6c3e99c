"""The effect on the page Amend the law: which two laws are compared, and what they make of one project and of many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd
import streamlit as st

from credit_core import Law, Scenario
from credit_core.comparison import candidate_names
from credit_core.sentences import count_text
from credit_core.whatif.compare import Decomposition
from credit_core.whatif.outcomes import Outcomes, effect, frame_outcomes, outcomes
from credit_core.whatif.ranking import ORDER_NOTE
from dashboard import library_state, portfolio_state, state
from dashboard.amend_bill import saved_bills
from dashboard.amend_carried import CHOICES, carried_bills, carried_texts, keep_bill
from dashboard.amend_charts import (
    difference_description,
    difference_figure,
    difference_table,
    projects_description,
    projects_figure,
    projects_table,
    years_table,
)
from dashboard.amend_words import SECTIONS, change_text, effect_sentence, outcomes_sentence
from dashboard.charts import show_chart
from dashboard.exports import csv_text
from dashboard.formats import Against, basis_of, html_text, money_text
from dashboard.portfolio_sample import SAMPLE_NAME, sample_table
from dashboard.tables import show_table

__all__ = [
    "Compared",
    "check_choices",
    "chosen_laws",
    "projects_csv",
    "show_comparison",
    "show_portfolio",
    "show_project",
    "show_waterfall",
]

Compared = tuple[Law, Law]
"""The baseline, and the law that is held against it."""

_CURRENT: Final = "current"
_SAME_READINGS: Final = "same-readings"
_HAND: Final = "hand"
_USUAL: Final = dict(zip(CHOICES, (_CURRENT, _HAND), strict=True))
_FORMULA: Final = "maximum by formula"
_RESULT: Final = "amend.portfolio"
_IN_PAGE: Final = 400  # rows; more are in the file alone


# ---- the two laws ---------------------------------------------------------------------------------------------------


def check_choices(law: Law) -> None:
    """Give up what the address asks for in vain, before the notices are shown."""
    options, carried = _options(law), carried_texts()
    for name, usual in _USUAL.items():
        keep_bill(name, state.page_param(name, usual, options), carried)
    state.page_param("part", "b", SECTIONS)


def chosen_laws(law: Law) -> Compared:
    """Two choices among current law, the law at hand and the saved bills; any one may be the baseline."""
    options = _options(law)
    with st.container(horizontal=True, key="amend-laws", gap="small", vertical_alignment="bottom"):
        baseline = _chosen("baseline", "Baseline", options)
        against = _chosen("law", "Law held against it", options)
        st.button("Swap", key="amend:swap", on_click=_swap, args=(baseline, against))
    return _law(baseline, law), _law(against, law)


def _chosen(name: str, label: str, options: Mapping[str, str]) -> str:
    kept = state.bound(name, _USUAL[name], options, tuple(options.values()))
    return st.selectbox(
        label,
        list(options),
        format_func=options.__getitem__,
        key=kept["key"],
        on_change=_choose,
        args=(name, kept, carried_texts()),
    )


def _choose(name: str, kept: state.Bound, carried: Mapping[str, str]) -> None:
    kept["on_change"](*kept["args"])
    keep_bill(name, state.page_param(name, _USUAL[name]), carried)


def _options(law: Law) -> Mapping[str, str]:
    options = {_CURRENT: "Current law", _HAND: f"At hand: {law.label}"}
    options[_SAME_READINGS] = "Current law, with the readings at hand"
    saved = {identifier: f"Saved: {entry.name}" for identifier, entry in saved_bills().items()}
    carried = {identifier: f"From the link: {bill.label}" for identifier, bill in carried_bills().items()}
    return options | carried | saved | options  # what is built in stands first, and keeps its name whatever a link says


def _swap(baseline: str, against: str) -> None:
    carried = carried_texts()
    for name, chosen in zip(CHOICES, (against, baseline), strict=True):
        state.set_page_param(name, chosen)
        keep_bill(name, chosen, carried)


def _law(chosen: str, law: Law) -> Law:
    if chosen == _CURRENT:
        return Law.current()
    if chosen == _SAME_READINGS:
        return Law.current().read(**dict(law.chosen_readings))
    if chosen == _HAND:
        return law
    return _saved(chosen) if chosen in saved_bills() else carried_bills().get(chosen, Law.current())


def _saved(identifier: str) -> Law:
    """A saved bill; current law, with a message, if it cannot be opened any more."""
    saved = library_state.attempt(lambda: library_state.library().open(identifier))
    library_state.show_messages()
    return saved.content if saved is not None and isinstance(saved.content, Law) else Law.current()


# ---- one project ----------------------------------------------------------------------------------------------------


def show_project(scenario: Scenario, compared: Compared) -> None:
    """The award of the project at hand under both laws."""
    baseline, law = compared
    annual = effect(scenario, law, baseline)
    total = effect(scenario, law, baseline, measure="total_award")
    years, laws = count_text(scenario.eligibility_years, "year"), Against(law, baseline)
    st.html(f'<p class="amend-finding">{html_text(effect_sentence(annual, law, baseline))}</p>')
    _strip(
        ("Each year, baseline", money_text(annual.first), f"{_FORMULA}, {baseline.label}"),
        ("Each year, law held against it", money_text(annual.second), f"{_FORMULA}, {law.label}"),
        ("Difference each year", change_text(annual.difference), basis_of(_FORMULA, laws)),
        ("Difference over the period", change_text(total.difference), basis_of(f"{_FORMULA}, {years}", laws)),
    )


def _strip(*figures: tuple[str, str, str]) -> None:
    cells = "".join(
        f'<div><span class="label">{html_text(label)}</span><span class="amount">{html_text(amount)}</span>'
        f'<span class="basis">{html_text(basis)}</span></div>'
        for label, amount, basis in figures
    )
    st.html(f'<div class="answer">{cells}</div>')


def show_waterfall(scenario: Scenario, compared: Compared) -> None:
    """The difference of the project's award by provision."""
    if state.is_empty():
        st.html('<p class="binds">Mark a zone and enter jobs at the side to see the effect on one project.</p>')
        return
    baseline, law = compared
    _difference(effect(scenario, law, baseline), compared, "amend_difference", "This project")


def _difference(found: Decomposition, compared: Compared, key: str, whose: str) -> None:
    baseline, law = compared
    show_chart(
        difference_figure(found, title=f"{whose}: {_finding(found)}", unit="a year"),
        key=key,
        alt=difference_description(found, unit="a year"),
        table=difference_table(found, unit="a year").assign(Baseline=baseline.label),
        file_name=key.replace("_", "-"),
        law=Against(law, baseline),
    )


def _finding(found: Decomposition) -> str:
    if not found.changes:
        return "no provision changes"
    if not found.difference:
        return "$0 a year, the changes cancel out"
    largest = max(found.changes, key=lambda part: abs(part.amount))
    title = largest.provision.title
    return f"{change_text(found.difference)} a year, most from {title[0].lower()}{title[1:]}"


# ---- many projects --------------------------------------------------------------------------------------------------


def show_comparison(compared: Compared) -> None:
    """What the two laws make of the candidates of the comparison at hand, each by its own facts."""
    candidates = state.board().comparison.candidates
    if not candidates:
        return
    st.subheader("On the comparison at hand", anchor=False)
    baseline, law = compared
    scenarios = [candidate.scenario for candidate in candidates]
    found = outcomes(scenarios, law, baseline, names=candidate_names(candidates))
    st.html(
        '<p class="why">Every candidate is computed under the two laws chosen above, not under a law of its own.</p>'
    )
    _show(found, "comparison")


def show_portfolio(compared: Compared) -> None:
    """What the two laws make of many projects: the built-in sample, or the portfolio at hand."""
    st.subheader("On a portfolio", anchor=False)
    held = portfolio_state.held()
    offered = {"sample": f"{SAMPLE_NAME}: published awards and typical projects"}
    if held is not None:
        offered = {"held": f"{portfolio_state.held_name()}: {count_text(len(held), 'row')}"} | offered
    key = state.choice("amend:portfolio", offered)
    chosen = st.selectbox("Portfolio", list(offered), format_func=offered.__getitem__, key=key)
    if held is None:
        st.caption("The page Portfolio takes a file of your own projects; it can then be chosen here.")
    table = held if chosen == "held" and held is not None else sample_table()
    _show(_computed(table, compared), "portfolio")


def _computed(table: pd.DataFrame, compared: Compared) -> Outcomes:
    """The outcome for a portfolio; that of the last run again if neither the laws nor the portfolio have changed."""
    baseline, law = compared
    kept = st.session_state.get(_RESULT)
    if kept is not None and kept[0] is table and kept[1] == compared:
        found: Outcomes = kept[2]
        if (found.law.title, found.baseline.title) == (law.title, baseline.title):
            return found
    with st.spinner("Computing every project under both laws"):
        found = frame_outcomes(table, law, baseline)
    st.session_state[_RESULT] = (table, compared, found)
    return found


def _show(found: Outcomes, what: str) -> None:
    compared = (found.baseline, found.law)
    st.html(f'<p class="amend-finding">{html_text(outcomes_sentence(found))}</p>')
    laws = Against(found.law, found.baseline)
    by_formula = basis_of(f"a year, {_FORMULA}", laws)
    _strip(
        (f"Gain: {count_text(found.gains.count, 'project')}", change_text(found.gains.annual), by_formula),
        (f"Lose: {count_text(found.loses.count, 'project')}", change_text(found.loses.annual), by_formula),
        ("Cost each year", change_text(found.annual.difference), _cost_words(found.annual, laws)),
        ("Cost over the periods", change_text(found.total.difference), _cost_words(found.total, laws)),
    )
    unusable = f" {count_text(found.unusable, 'row')} cannot be used: the file says why." if found.unusable else ""
    st.html(f'<p class="why">{html_text(f"{ORDER_NOTE}{unusable}")}</p>')
    provisions, projects = st.columns(2, gap="medium")
    with provisions:
        _difference(found.annual, compared, f"amend_{what}_parts", "All projects")
    with projects:
        _projects(found, what)
    _whole(found, what)


def _cost_words(found: Decomposition, laws: Against) -> str:
    return basis_of(f"{_FORMULA}, {money_text(found.second)} instead of {money_text(found.first)}", laws)


def _projects(found: Outcomes, what: str) -> None:
    counts = f"{found.gains.count:,} gain, {found.loses.count:,} lose, {found.unchanged.count:,} unchanged"
    show_chart(
        projects_figure(found, title=f"By project: {counts}"),
        key=f"amend_{what}_projects",
        alt=projects_description(found),
        table=projects_table(found).head(_IN_PAGE),
        file_name=f"amend-{what}-projects",
        law=Against(found.law, found.baseline),
    )


def _whole(found: Outcomes, what: str) -> None:
    """The cost of each year, and every project as a file."""
    with st.expander("Cost of each year, if all begin together", key=f"amend:years:{what}"):
        show_table(years_table(found), caption="Maximum by formula", law=Against(found.law, found.baseline))
    st.download_button(
        "Every project (CSV)",
        lambda: projects_csv(found),
        f"amend-{what}.csv",
        "text/csv",
        key=f"amend:csv:{what}",
        on_click="ignore",
    )


def projects_csv(found: Outcomes) -> str:
    """Every project as CSV; each line names the law that is held against the baseline, and the baseline."""
    return csv_text(projects_table(found), Against(found.law, found.baseline))
