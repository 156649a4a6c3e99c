"""The four charts of the page Compare, each with its finding as its title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import streamlit as st

from credit_core import Award, Law, ScenarioError
from credit_core.award import MEASURES
from credit_core.comparison import Candidate, Comparison, candidate_names
from credit_core.places import Place
from credit_core.scenario import fact_field
from credit_core.whatif import Curve, Number
from credit_core.whatif.crossings import Crossing, crossing_sentence, crossings, front, sweep_candidates
from credit_core.whatif.ranking import Ranked, cut_of_a_job
from dashboard import state
from dashboard.charts import law_title, show_chart
from dashboard.compare_figures import (
    annual_figure,
    annual_table,
    annual_words,
    job_figure,
    job_parts_table,
    job_parts_words,
    map_markers,
    map_table,
    sweep_figure,
    sweep_table,
    sweep_words,
)
from dashboard.formats import html_text, problem_text
from dashboard.map_figure import candidates_map, map_description
from dashboard.whatif.ranges import MOVABLE_FACTS, usual_range

__all__ = ["show_annual", "show_jobs", "show_map", "show_sweep"]

_MOST_SENTENCES = 8


def show_jobs(names: Sequence[str], awards: Sequence[Award], law: Law) -> None:
    """What makes up the amount of a job, with the limit marked."""
    title = law_title(_job_finding(names, awards), law)
    show_chart(
        job_figure(names, awards, title),
        key="versus_jobs",
        alt=job_parts_words(names, awards),
        table=job_parts_table(names, awards),
        file_name="per-job-by-component",
        law=law,
    )


def _job_finding(names: Sequence[str], awards: Sequence[Award]) -> str:
    cut = [name for name, award in zip(names, awards, strict=True) if cut_of_a_job(award)]
    if cut:
        return f"The limit of a job cuts {', '.join(cut)}"
    best = max(award.gross_amount for award in awards)
    first = [name for name, award in zip(names, awards, strict=True) if award.gross_amount == best]
    if len(first) == len(names):
        return "A job earns the same everywhere, below every limit"
    return f"A job earns most in {' and '.join(first)}, below every limit"


def show_annual(names: Sequence[str], awards: Sequence[Award], law: Law) -> None:
    """The award of a year beside its limit."""
    title = law_title(_annual_finding(names, awards), law)
    show_chart(
        annual_figure(names, awards, title),
        key="versus_annual",
        alt=annual_words(names, awards),
        table=annual_table(names, awards),
        file_name="annual-award-and-limit",
        law=law,
    )


def _annual_finding(names: Sequence[str], awards: Sequence[Award]) -> str:
    bound = [
        name
        for name, award in zip(names, awards, strict=True)
        if award.annual_limit is not None and award.annual_by_jobs > award.annual_limit
    ]
    if bound:
        return f"The annual limit cuts {', '.join(bound)}"
    return "No annual limit cuts any of them"


# ---- one fact moved -------------------------------------------------------------------------------------------------


@lru_cache(32)
def _swept(
    candidates: tuple[Candidate, ...], fact: str, ends: tuple[Number, Number], measure: str
) -> tuple[tuple[Curve, ...], tuple[Crossing, ...]]:
    """The curves and their crossings, kept: candidates are values, so an answer never goes stale."""
    curves = sweep_candidates(candidates, fact, *ends, measure=measure)
    return curves, crossings(curves)


def show_sweep(comparison: Comparison, measure: str, law: Law) -> None:
    """One fact moved for all candidates, each crossing marked and said."""
    names = candidate_names(comparison.candidates)
    bound = state.bound("fact", "new_jobs", MOVABLE_FACTS)
    fact = str(st.selectbox("Move one fact", MOVABLE_FACTS, format_func=lambda name: fact_field(name).title, **bound))
    lows, highs = zip(*(usual_range(candidate.scenario, fact) for candidate in comparison.candidates), strict=True)
    try:
        curves, found = _swept(comparison.candidates, fact, (max(lows), max(highs)), measure)
    except ScenarioError as error:
        words = " ".join(problem_text(problem) for problem in error.problems)
        st.html(f'<p class="refused" role="alert">{html_text(words)}</p>')
        return
    leading = front(curves, found)
    sentences = [crossing_sentence(each, curves[0], names) for each in leading or found]
    title = law_title(sentences[0].removesuffix(".") if sentences else _no_crossing(fact, measure), law)
    show_chart(
        sweep_figure(names, curves, found, title),
        key="versus_sweep",
        alt=sweep_words(names, curves, sentences),
        table=sweep_table(names, curves),
        file_name=f"candidates-along-{fact}",
        law=law,
    )
    _say_crossings(names, curves, found, len(leading))


def _no_crossing(fact: str, measure: str) -> str:
    return f"{MEASURES[measure].title} along {fact_field(fact).title.lower()}: no two change places"


def _say_crossings(names: Sequence[str], curves: Sequence[Curve], found: Sequence[Crossing], leading: int) -> None:
    if not found:
        return
    words = [crossing_sentence(each, curves[0], names) for each in found]
    shown = "".join(f"<li>{html_text(line)}</li>" for line in words[:_MOST_SENTENCES])
    rest = "".join(f"<li>{html_text(line)}</li>" for line in words[_MOST_SENTENCES:])
    more = (
        f'<details class="idle"><summary>All {len(words)} crossings</summary><ul>{rest}</ul></details>' if rest else ""
    )
    changes = f" The leader changes {leading} time{'s' if leading != 1 else ''}." if leading else ""
    notes = dict.fromkeys(note for curve in curves for note in curve.notes)
    st.html(
        f'<p class="why">Every crossing, exact to the unit.{changes} {html_text(" ".join(notes))}</p>'
        f'<ul class="versus-sentences">{shown}</ul>{more}'
    )


# ---- the map --------------------------------------------------------------------------------------------------------


def show_map(
    comparison: Comparison, awards: Sequence[Award], places: Mapping[str, Place], ranked: Sequence[Ranked], title: str
) -> None:
    """New Jersey with the candidates, sized by the award of a year."""
    markers = map_markers(comparison, awards, places)
    law = comparison.candidates[ranked[0].position].law
    show_chart(
        candidates_map(markers),
        key="versus_map",
        alt=map_description(markers),
        table=map_table(comparison, ranked),
        file_name="map-of-candidates",
        law=law,
        title=title,
    )
    missing = len(comparison.candidates) - len(markers)
    if missing:
        words = "A candidate whose municipality is not known here, or has no coordinates, is not on the map."
        st.html(f'<p class="why">{words}</p>')
