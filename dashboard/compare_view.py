"""The parts of the page Compare: the start, the columns and what can be done with them, table and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import streamlit as st

from credit_core import Award, Law, ScenarioError, evaluate
from credit_core.award import MEASURES
from credit_core.comparison import (
    MOST_CANDIDATES,
    Candidate,
    Comparison,
    business_facts,
    candidate_names,
    differences,
    listed_names,
)
from credit_core.library import Entry
from credit_core.places import Place
from credit_core.scenario import fact_field, fact_fields
from credit_core.whatif.ranking import ORDER_NOTE, Lack, Ranked, difference_sentence, lacks, rank
from dashboard import compare_actions, library_state, state
from dashboard.charts import law_title
from dashboard.compare_table import (
    Column,
    Row,
    comparison_frame,
    comparison_table,
    fact_rows,
    result_rows,
    shared_words,
)
from dashboard.compare_words import likely_in, open_questions
from dashboard.exports import csv_text
from dashboard.formats import html_text, markdown_text, money_text, problem_text

__all__ = [
    "awards_of",
    "chosen_measure",
    "comparison_law",
    "show_add",
    "show_columns",
    "show_finding",
    "show_lacks",
    "show_questions",
    "show_sentences",
    "show_start",
    "show_style",
    "show_table",
]


def show_style() -> None:
    """The rules of this page, which also apply to messages of the library."""
    st.html(f"<style>{_style()}</style>")


@cache
def _style() -> str:
    return Path(__file__).with_name("compare.css").read_text("utf-8")


def awards_of(comparison: Comparison) -> list[Award]:
    """The award of each candidate under its own law."""
    return [evaluate(candidate.scenario, candidate.law) for candidate in comparison.candidates]


def comparison_law(comparison: Comparison) -> Law:
    """The law to name beside a chart of all columns: every bill among them by its name, or current law."""
    laws = [candidate.law for candidate in comparison.candidates]
    bills = [law for law in laws if not law.is_current]
    if bills:
        return bills[0].named(listed_names(list(dict.fromkeys(law.title or "Amended law" for law in bills))))
    return next((law for law in laws if not law.is_read_by_default), laws[0])


# ---- the start ------------------------------------------------------------------------------------------------------


def show_start(places: Mapping[str, Place]) -> None:
    """What to do on an empty page: a comparison at one click, or one column at a time."""
    scenario, _ = state.current()
    jobs = "the project at the side" if scenario.new_jobs or scenario.retained_jobs else "a project"
    st.html(
        f'<p class="binds">Compare {jobs} in 2 to {MOST_CANDIDATES} places. Start with some of these, '
        "or add one column at a time; the inputs at the side are the business, the same in every column.</p>"
    )
    columns = st.columns(len(compare_actions.START), gap="medium")
    for column, names in zip(columns, compare_actions.START, strict=True):
        with column:
            chosen = tuple(places[name] for name in names if name in places)
            words = ", ".join(place.name for place in chosen)
            st.button(words, key=f"start:{words}", on_click=compare_actions.start, args=(chosen,), width="stretch")


# ---- adding ---------------------------------------------------------------------------------------------------------


def show_add(places: Mapping[str, Place]) -> None:
    """Four ways to a first column: a place, by hand, the current scenario, the library."""
    with st.container(horizontal=True, key="versus-add", gap="small", vertical_alignment="bottom"):
        _add_ways(places)
        with st.popover("From the library", key="versus:library"):
            _from_library()


def _add_ways(places: Mapping[str, Place]) -> None:
    name = st.selectbox(
        "Add a place",
        list(places),
        index=None,
        placeholder="Municipality",
        format_func=lambda each: _place_title(places[each]),
        key="versus:place",
    )
    chosen = places.get(name or "")
    st.button("Add this place", key="versus:add-place", on_click=_add_place, args=(chosen,), disabled=chosen is None)
    st.button("Add by hand", key="versus:by-hand", on_click=compare_actions.add_by_hand)
    if not state.board().at:
        st.button("Add the current scenario", key="versus:current", on_click=compare_actions.add_current)


def _add_popover(comparison: Comparison, places: Mapping[str, Place]) -> None:
    with st.popover("Add a column", key="versus:add", disabled=comparison.is_full):
        _add_ways(places)
        _from_library()


def _place_title(place: Place) -> str:
    return f"{place.name}, {place.county} County"


def _add_place(place: Place | None) -> None:
    if place is not None:
        compare_actions.add_place(place)
        st.session_state["versus:place"] = None


def _from_library() -> None:
    text = st.text_input("Search saved scenarios", key="versus:search")
    found = library_state.attempt(lambda: library_state.library().search(text, kind="scenario", size=20))
    library_state.show_messages()
    if found is None:
        return
    if not found.entries:
        st.html('<p class="why">Nothing is saved yet that matches. Scenarios are saved on the page Library.</p>')
        return
    entry = st.selectbox("Saved scenario", found.entries, format_func=_entry_title, key="versus:saved")
    keep = st.checkbox("Keep its own business, and unlock what differs", key="versus:keep")
    st.button("Add it", key="versus:add-saved", on_click=_add_saved, args=(entry, keep))


def _entry_title(entry: Entry) -> str:
    return f"{entry.name} ({entry.municipality})" if entry.municipality else entry.name


def _add_saved(entry: Entry, keep: bool) -> None:
    compare_actions.add_saved(entry.id, keep_business=keep)


# ---- the columns ----------------------------------------------------------------------------------------------------


def show_columns(comparison: Comparison, places: Mapping[str, Place]) -> None:
    """Which column is in hand and what can be done with it; the baseline; the measure; what may differ; adding."""
    names = candidate_names(comparison.candidates)
    at = state.board().at
    with st.container(horizontal=True, key="versus-hand", gap="small", vertical_alignment="bottom"):
        _in_hand(names, at)
        _baseline(names, comparison.baseline)
        _choose_measure()
        if at:
            with st.popover(f"Change {markdown_text(names[at - 1])}", key="versus:change"):
                _change(comparison, at - 1, names[at - 1])
        with st.popover("What may differ", key="versus:unlock"):
            _unlock(comparison)
        _add_popover(comparison, places)
    st.html(f'<p class="why">{html_text(_business_words(comparison))}</p>')


def _in_hand(names: tuple[str, ...], at: int) -> None:
    key = state.control("versus:hand", names[at - 1] if at else None)
    st.selectbox(
        "The inputs at the side change",
        names,
        index=None,
        placeholder="A project of its own",
        key=key,
        on_change=_take,
        args=(key, names),
    )


def _take(key: str, names: tuple[str, ...]) -> None:
    chosen = st.session_state[key]
    if state.is_entry("versus:hand", key) and chosen in names:
        compare_actions.take_in_hand(names.index(chosen))


def _baseline(names: tuple[str, ...], baseline: int) -> None:
    key = state.control("versus:baseline", names[baseline])
    st.selectbox("Baseline", names, key=key, on_change=_set_baseline, args=(key, names))


def _set_baseline(key: str, names: tuple[str, ...]) -> None:
    chosen = st.session_state[key]
    if state.is_entry("versus:baseline", key) and chosen in names:
        compare_actions.set_baseline(names.index(chosen))


def _change(comparison: Comparison, position: int, name: str) -> None:
    candidate = comparison.candidates[position]
    key = state.control(f"versus:name:{position}", candidate.scenario.name)
    st.text_input("Name", key=key, placeholder=name, on_change=_rename, args=(position, key))
    laws = {compare_actions.law_name(law, known): law for known in [compare_actions.known_laws()] for law in known}
    here = next(title for title, law in laws.items() if (law, law.title) == (candidate.law, candidate.law.title))
    law_key = state.control(f"versus:law:{position}", here)
    st.selectbox(
        "Law",
        list(laws),
        key=law_key,
        help="Current law, the law as amended at hand, and the laws of the other columns.",
        on_change=_set_law,
        args=(position, law_key, laws),
    )
    st.page_link("pages/explore.py", label=f"Open {markdown_text(name)} in Explore", query_params=state.query())
    st.button(
        f"Remove {markdown_text(name)}", key="versus:remove", on_click=compare_actions.remove, args=(position, name)
    )


def _rename(position: int, key: str) -> None:
    if state.is_entry(f"versus:name:{position}", key):
        compare_actions.rename(position, str(st.session_state[key]).strip())


def _set_law(position: int, key: str, laws: Mapping[str, Law]) -> None:
    chosen = laws.get(st.session_state[key])
    if state.is_entry(f"versus:law:{position}", key) and chosen is not None:
        compare_actions.set_law(position, chosen)


def _unlock(comparison: Comparison) -> None:
    key = state.control("versus:unlocked", list(comparison.unlocked))
    st.multiselect(
        "Facts of the business that may differ between the columns",
        business_facts(),
        format_func=lambda name: fact_field(name).title,
        key=key,
        placeholder="None: the same business everywhere",
        on_change=_set_unlocked,
        args=(key,),
    )
    st.html('<p class="why">What is locked again becomes what the baseline has.</p>')


def _set_unlocked(key: str) -> None:
    if state.is_entry("versus:unlocked", key):
        compare_actions.set_unlocked(tuple(st.session_state[key]))


def _business_words(comparison: Comparison) -> str:
    shared = shared_words(comparison) or "nothing is given yet"
    words = f"The same business in every column: {shared}."
    if not comparison.unlocked:
        return words
    titles = ", ".join(fact_field(name).title.lower() for name in comparison.unlocked)
    return f"{words} Unlocked, so each column has its own: {titles}."


# ---- what it comes to -----------------------------------------------------------------------------------------------


def chosen_measure() -> str:
    """The measure that ranks, explains and is drawn along a fact."""
    return state.page_param("measure", "annual_award", MEASURES)


def _choose_measure() -> None:
    bound = state.bound("measure", "annual_award", MEASURES)
    st.selectbox("Rank by", list(MEASURES), format_func=_measure_title, **bound)


def _measure_title(name: str) -> str:
    return MEASURES[name].title


def show_finding(names: Sequence[str], ranked: Sequence[Ranked], measure: str, law: Law) -> str:
    """Who is first and by how much, as the heading of the results; given back without the law, for titles of charts."""
    words = finding(names, ranked, measure)
    st.html(f'<p class="versus-finding">{html_text(law_title(words, law))}</p>')
    return words


def finding(names: Sequence[str], ranked: Sequence[Ranked], measure: str) -> str:
    """Who is first and by how much, in one sentence."""
    known = MEASURES[measure]
    first = [each for each in ranked if each.rank == 1]
    amount = f"{money_text(first[0].amount)} {known.unit.removeprefix('dollars ')}, maximum by formula"
    if len(ranked) == 1:
        return f"{names[0]} would receive {amount}."
    if len(first) == len(ranked):
        return f"All {len(ranked)} would receive the same: {amount}."
    leaders = listed_names([names[each.position] for each in first])
    second = ranked[len(first)]
    return f"{leaders} would receive most: {amount}, {money_text(second.behind)} more than {names[second.position]}."


def show_table(comparison: Comparison, awards: Sequence[Award], places: Mapping[str, Place], measure: str) -> None:
    """The table, with a switch for the facts that are the same, and its file."""
    columns = [
        _column(candidate, award, places) for candidate, award in zip(comparison.candidates, awards, strict=True)
    ]
    ranked = rank(comparison.candidates, measure)
    results = result_rows(comparison, columns, ranked, measure)
    every = st.session_state.get("versus:every", False)
    facts = [field.name for field in fact_fields() if field.name != "name"] if every else _telling(comparison, columns)
    grouped = fact_rows(comparison, columns, facts)
    st.html(comparison_table(comparison, results, grouped, state.board().at, "Candidates side by side"))
    rows: list[Row] = [*results, *(row for _, listed in grouped for row in listed)]
    with st.container(horizontal=True, key="versus-table", gap="medium", vertical_alignment="center"):
        st.toggle("Show every fact", key="versus:every", help="Without it, the facts that differ are shown.")
        st.download_button(
            "Table as CSV",
            lambda: csv_text(comparison_frame(comparison, rows), comparison_law(comparison)),
            "comparison.csv",
            "text/csv",
            key="versus:csv",
            on_click="ignore",
        )


def _column(candidate: Candidate, award: Award, places: Mapping[str, Place]) -> Column:
    asked = open_questions(candidate.scenario, places)
    return Column(award, likely_in(candidate.scenario, places), frozenset(question.fact for question in asked))


def _telling(comparison: Comparison, columns: Sequence[Column]) -> list[str]:
    """The facts that differ, that are known in one column and not in another, or that are only likely."""
    differing = {each.fact for each in differences(comparison)}
    likely = {fact for column in columns for fact in column.likely}
    asked = {fact for column in columns for fact in column.asked}
    everywhere = {fact for fact in asked if all(fact in column.asked for column in columns)}
    telling = differing | likely | (asked - everywhere)
    return [field.name for field in fact_fields() if field.name in telling]


def show_sentences(comparison: Comparison, measure: str) -> None:
    """Each candidate against the baseline, provision by provision."""
    names = candidate_names(comparison.candidates)
    base = comparison.baseline
    lines = [
        difference_sentence((names[number], names[base]), (candidate, comparison.candidates[base]), measure)
        for number, candidate in enumerate(comparison.candidates)
        if number != base
    ]
    listed = "".join(f"<li>{html_text(line)}</li>" for line in lines)
    st.html(f'<ul class="versus-sentences">{listed}</ul><p class="why">{html_text(ORDER_NOTE)}</p>')


def show_questions(comparison: Comparison, places: Mapping[str, Place]) -> None:
    """What is not known of each place, as questions; nothing is guessed."""
    names = candidate_names(comparison.candidates)
    asked = [
        (name, open_questions(each.scenario, places)) for name, each in zip(names, comparison.candidates, strict=True)
    ]
    count = sum(len(questions) for _, questions in asked)
    if not count:
        return
    with st.expander(f"Not known of these places ({count})", key="versus:questions"):
        parts = []
        for name, questions in asked:
            items = "".join(
                f"<li>{html_text(each.question)} <small>{html_text(each.reason)}</small></li>" for each in questions
            )
            parts.append(f"<h3>{html_text(name)}</h3><ul>{items}</ul>" if questions else "")
        st.html(
            '<p class="why">Until answered at the side, each counts as not given: no bonus is added for it.</p>'
            f'<div class="versus-questions">{"".join(parts)}</div>'
        )


def show_lacks(comparison: Comparison, ranked: Sequence[Ranked], measure: str) -> None:
    """What one candidate lacks to overtake the first: each single change that suffices."""
    names = candidate_names(comparison.candidates)
    behind = [each.position for each in ranked if each.behind]
    if not behind:
        return
    with st.expander("What a candidate lacks to overtake the first", key="versus:lacks"):
        chosen = st.selectbox("Candidate", [names[number] for number in behind], key="versus:lacking")
        try:
            found = lacks(comparison.candidates, names.index(chosen), measure)
        except ScenarioError as error:
            st.html(f'<p class="refused" role="alert">{html_text(" ".join(map(problem_text, error.problems)))}</p>')
            return
        st.html(_lack_words(chosen, names[ranked[0].position], found, measure))


def _lack_words(name: str, leader: str, found: Lack, measure: str) -> str:
    unit = MEASURES[measure].unit.removeprefix("dollars ")
    head = f"{name} lacks {money_text(found.missing)} {unit} to be a cent ahead of {leader}."
    if found.changes:
        items = "".join(f"<li>{html_text(change.sentence)}</li>" for change in found.changes)
        return f"<p>{html_text(head)} Any one of these alone suffices, the others as they are:</p><ul>{items}</ul>"
    nearest = f" The nearest: {found.nearest.sentence}" if found.nearest else ""
    return f"<p>{html_text(f'{head} No single change suffices.{nearest}')}</p>"
