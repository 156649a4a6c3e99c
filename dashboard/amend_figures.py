"""The table of figures on the page Amend the law: each with its citation, what current law says, and an entry.

An entry that cannot be used keeps what was typed, with the reason under it, and is tried again when others change.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import streamlit as st

from credit_core import Law
from credit_core.bills import added_brackets, next_bracket, without
from credit_core.law import Figure, Reading, Value, figures, readings
from dashboard import state
from dashboard.amend_words import SECTIONS, read_value, section_figures, statute_order
from dashboard.formats import html_text, markdown_text, problem_text, short_citation
from dashboard.law_page import value_text

__all__ = ["show_changes", "show_style", "show_table"]

_TYPED = "amend.typed"  # what was typed in entries that wait, for a return to the page


def show_style() -> None:
    """The rules of this page."""
    st.html(f"<style>{_style()}</style>")


@cache
def _style() -> str:
    return (Path(__file__).parent / "amend.css").read_text("utf-8")


def show_table(law: Law) -> None:
    """One part of the law as a table of entries, or its open questions, as the visitor chooses."""
    chosen = st.pills(
        "Part of the law", list(SECTIONS), format_func=SECTIONS.__getitem__, **state.bound("part", "b", SECTIONS)
    )
    section = chosen or state.page_param("part", "b", SECTIONS)
    if section == "readings":
        _readings(law)
        return
    for known in section_figures(section):
        _row(known, law)
    if section == "c7":
        _brackets(law)


# ---- one figure -----------------------------------------------------------------------------------------------------


def _row(known: Figure, law: Law, *, added: bool = False) -> None:
    value = law.value(known.name)
    with st.container(horizontal=True, key=f"amend-row-{known.name}", gap="small", vertical_alignment="center"):
        st.html(_label(known, value, added=added))
        key = _key(known.name, value_text(value, known.unit))
        st.text_input(
            f"{known.title}, {short_citation(known.citation)}, {known.unit}",
            key=key,
            label_visibility="collapsed",
            on_change=_keep,
            args=(known.name, key),
        )
        _switch(known, value, key, added=added)
    _refused(known, value)


def _label(known: Figure, value: Value, *, added: bool) -> str:
    amended = added or value != known.value
    state_of = "not current law; " if amended else ""
    now = "added" if added else f"current law: {value_text(known.value, known.unit)}"
    sure = "" if known.certainty == "read" else f' <span class="certainty">{known.certainty}</span>'
    return (
        f'<div class="figure{" amended" if amended else ""}"><b>{html_text(known.title)}</b> '
        f"<small>{html_text(short_citation(known.citation))}, {html_text(known.unit)}; {state_of}{html_text(now)}"
        f"</small>{sure}</div>"
    )


def _key(name: str, text: str) -> str:
    """The key of an entry: set to the figure in force, or holding what was typed and cannot be used yet."""
    now = state.control_key(f"law:{name}")
    held = state.draft(name)
    if held is None or held.widget != now:
        return state.control(f"law:{name}", text)
    if now not in st.session_state:
        st.session_state[now] = st.session_state.get(_TYPED, {}).get(name, "")
    return now


def _keep(name: str, key: str) -> None:
    if not state.is_entry(f"law:{name}", key):
        return
    typed = str(st.session_state[key])
    st.session_state[_TYPED] = {**st.session_state.get(_TYPED, {}), name: typed}
    state.enter_figures(key, {name: read_value(typed)})
    if state.draft(name) is None:
        unit = _figure(name).unit
        st.session_state[key] = value_text(state.current()[1].value(name), unit)


def _figure(name: str) -> Figure:
    """A figure of current law, or one of a bracket that the law adds, which is of the kind of the last."""
    known = figures().get(name)
    if known is not None:
        return known
    group, key = name.split(".")
    like = figures()[f"{group}.c7e"]
    title = f"added bracket ({key[-1]})" if group == "bonus" else f"where added bracket ({key[-1]}) begins"
    citation = f"{like.citation[:-3]}({key[-1]})"
    return replace(like, name=name, title=f"{like.title.split(':')[0]}: {title}", citation=citation)


def _switch(known: Figure, value: Value, key: str, *, added: bool) -> None:
    """The button of a row: repeal a bonus, lift a limit, or go back to current law."""
    if added:
        if known.name.startswith("threshold."):
            _button("Remove", known, _remove, known.name[-1])
    elif value != known.value or state.draft(known.name) is not None:
        _button("Restore", known, _set, key, known.name, known.value)
    elif known.may_be_lifted:
        _button("Lift", known, _set, key, known.name, None)
    elif known.name.startswith("bonus.") and value:
        _button("Repeal", known, _set, key, known.name, 0)


def _button(words: str, known: Figure, call: object, *args: object) -> None:
    st.button(
        words,
        key=f"amend:switch:{known.name}",
        help=markdown_text(f"{words}: {known.title}, {short_citation(known.citation)}"),
        on_click=call,  # type: ignore[arg-type]  # each of the callbacks here takes the arguments given with it
        args=args,
    )


def _set(key: str, name: str, value: Value) -> None:
    state.enter_figures(key, {name: value})
    held = state.draft(name)
    if held is not None:
        st.session_state[key] = value_text(value, _figure(name).unit)


def _refused(known: Figure, value: Value) -> None:
    """Why an entry cannot be used, and what goes on counting instead."""
    held = state.draft(known.name)
    if held is None:
        return
    reasons = " ".join(problem_text(problem) for problem in held.problems)
    still = f"Until it is mended, {value_text(value, known.unit)} stays in force."
    st.html(f'<p class="refused" role="alert">{html_text(f"{reasons} {still}")}</p>')


# ---- brackets of c(7) -----------------------------------------------------------------------------------------------


def _brackets(law: Law) -> None:
    for letter in added_brackets(law):
        for half in ("threshold", "bonus"):
            _row(_figure(f"{half}.c7{letter}"), law, added=True)
    letter_next = next_bracket(law)
    if letter_next is not None:
        _add_bracket(letter_next)


def _add_bracket(letter: str) -> None:
    """Two entries and a button; the letter is part of their keys, so that the next bracket begins with empty ones."""
    keys = {half: f"amend:{half}:{letter}" for half in ("threshold", "bonus")}
    with st.form(f"amend:bracket:{letter}", border=False):
        st.html(f'<p class="figure"><b>Add a bracket ({letter}) above the last</b> <small>(c)(7)</small></p>')
        jobs, dollars = st.columns(2, gap="small")
        with jobs:
            st.text_input("From how many new and retained jobs", key=keys["threshold"], placeholder="2,001")
        with dollars:
            st.text_input("Dollars per job a year", key=keys["bonus"], placeholder="$1,750")
        st.form_submit_button("Add the bracket", on_click=_add, args=(letter, keys))
    held = [state.draft(f"{half}.c7{letter}") for half in keys]
    problems = {problem.message: problem for draft in held if draft is not None for problem in draft.problems}
    for problem in problems.values():
        st.html(f'<p class="refused" role="alert">{html_text(problem_text(problem))}</p>')


def _add(letter: str, keys: dict[str, str]) -> None:
    entered = {f"{half}.c7{letter}": read_value(str(st.session_state[key])) for half, key in keys.items()}
    state.enter_figures(f"amend:bracket:{letter}", entered)


def _remove(letter: str) -> None:
    law = state.current()[1]
    state.set_law(without(law, f"threshold.c7{letter}", f"bonus.c7{letter}"))


# ---- readings -------------------------------------------------------------------------------------------------------


def _readings(law: Law) -> None:
    st.html('<p class="why">Readings are questions about current law; another reading amends no figure.</p>')
    for known in readings().values():
        _reading(known, law)


def _reading(known: Reading, law: Law) -> None:
    key = state.control(f"reading:{known.name}", law.option(known.name))
    st.radio(
        markdown_text(f"{known.title} {short_citation(known.citation)}"),
        list(known.options),
        format_func=lambda option: _option(known, option),
        key=key,
        on_change=_keep_reading,
        args=(known.name, key),
    )
    st.html(f'<p class="why">{html_text(known.why)} Support for the default: {html_text(known.support)}.</p>')


def _option(known: Reading, option: str) -> str:
    default = " (default)" if option == known.default else ""
    return markdown_text(f"{known.options[option]}{default}")


def _keep_reading(name: str, key: str) -> None:
    if state.is_entry(f"reading:{name}", key):
        state.read_law(**{name: str(st.session_state[key])})


# ---- what the bill changes ------------------------------------------------------------------------------------------


def show_changes(law: Law) -> None:
    """What departs from current law, figure by figure and reading by reading; each can be taken back."""
    if law.is_current and law.is_read_by_default:
        st.html('<p class="why">Nothing is amended: this is current law. Change a figure below.</p>')
        return
    amended = sorted(law.amendments, key=lambda pair: statute_order(_figure(pair[0])))
    lines = [_change(name, value) for name, value in amended]
    lines += [_other_reading(readings()[name], option) for name, option in law.chosen_readings]
    st.html(f'<ul class="amend-changes" aria-label="What the bill changes">{"".join(lines)}</ul>')


def _change(name: str, value: Value) -> str:
    known = _figure(name)
    was = value_text(known.value, known.unit) if name in figures() else "not in current law"
    return (
        f"<li><b>{html_text(known.title)}</b> <small>{html_text(short_citation(known.citation))}, "
        f"{html_text(known.unit)}</small>: {html_text(was)} → <b>{html_text(value_text(value, known.unit))}</b></li>"
    )


def _other_reading(known: Reading, option: str) -> str:
    return (
        f"<li><b>{html_text(known.title)}</b> <small>{html_text(short_citation(known.citation))}, reading</small>: "
        f"{html_text(known.options[option])}</li>"
    )
