"""Choosing a place at the side: it fills what is known of it, says what is only likely, and asks the rest."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from credit_core.places import PLACE_FACTS, Place, place_facts
from credit_core.scenario import fact_field
from dashboard import library_state, state
from dashboard.compare_words import likely_in, open_questions, place_of
from dashboard.formats import html_text

__all__ = ["choose_place"]

_NAME = "place"


def choose_place() -> None:
    """The select of known and own places, with what is likely or not known of the one that is chosen."""
    places = library_state.known_places()
    scenario, _ = state.current()
    here = place_of(scenario, places)
    key = state.control(_NAME, here.name if here is not None else None)
    st.selectbox(
        "Place",
        list(places),
        index=None,
        format_func=lambda name: f"{name}, {places[name].county} County",
        placeholder="Choose to fill what is known",
        key=key,
        help="Fills the facts of the place that are known, and clears those of the place before it.",
        on_change=_fill,
        args=(key, places),
    )
    if here is not None:
        _knowledge(places)


def _fill(key: str, places: Mapping[str, Place]) -> None:
    """Take over what is known of the place; what is not known of it is not given."""
    name = st.session_state[key]
    if not state.is_entry(_NAME, key):
        return
    unknown = {fact: fact_field(fact).default for fact in ("municipality", "county", *PLACE_FACTS)}
    known = place_facts(places[name]) if name is not None else {}
    state.change(key, **(unknown | known))


def _knowledge(places: Mapping[str, Place]) -> None:
    scenario, _ = state.current()
    likely = [fact_field(fact).title for fact in PLACE_FACTS if fact in likely_in(scenario, places)]
    asked = open_questions(scenario, places)
    words = f"Likely, not confirmed: {', '.join(likely)}. " if likely else ""
    items = "".join(f"<li>{html_text(each.question)}</li>" for each in asked)
    more = f"<details><summary>Not known: {len(asked)} questions</summary><ul>{items}</ul></details>" if asked else ""
    if words or more:
        st.html(f'<div class="why">{html_text(words)}{more}</div>')
