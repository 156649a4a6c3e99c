"""The four charts of the page Compare, each with its finding as its title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import streamlit as st

from credit_core import Award, Law, ScenarioError
from credit_core.comparison import Candidate, Comparison, candidate_names, listed_names
from credit_core.places import Place
from credit_core.scenario import fact_field
from credit_core.whatif import Curve, Number
from credit_core.whatif.crossings import (
    Crossing,
    Order,
    crossing_sentence,
    crossings,
    front,
    never_behind,
    pair_leads,
    sweep_candidates,
)
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
        return f"The limit of a job cuts {listed_names(cut)}"
    best = max(award.gross_amount for award in awards)
    first = [name for name, award in zip(names, awards, strict=True) if award.gross_amount == best]
    if len(first) == len(names):
        return "A job earns the same everywhere, below every limit"
    return f"A job earns most in {listed_names(first)}, below every limit"


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
        return f"The annual limit cuts {listed_names(bound)}"
    return "No annual limit cuts any of them"


# ---- one fact moved -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Swept:
    """The curves of all candidates along one fact, their crossings, and what can be said of both."""

    names: tuple[str, ...]
    curves: tuple[Curve, ...]
    crossings: tuple[Crossing, ...]
    front: tuple[Crossing, ...]
    unbeaten: tuple[str, ...]

    @property
    def finding(self) -> str:
        """The first change of the leader; without one, who is never behind."""
        turns = [each for each in self.front if each.was]
        if turns:
            return self.sentence(turns[0]).removesuffix(".")
        field = fact_field(self.curves[0].fact)
        if len(self.unbeaten) == len(self.names):
            return f"All are level, whatever the {field.title.lower()}"
        if not self.unbeaten:
            return f"Each is behind another at some {field.title.lower()}"
        verb = "is" if len(self.unbeaten) == 1 else "are"
        return f"{listed_names(self.unbeaten)} {verb} never behind, whatever the {field.title.lower()}"

    def sentence(self, crossing: Crossing) -> str:
        """A crossing in words."""
        return crossing_sentence(crossing, self.curves[0], self.names)


@lru_cache(32)
def _swept(
    candidates: tuple[Candidate, ...], fact: str, ends: tuple[Number, Number], measure: str
) -> tuple[tuple[Curve, ...], Order]:
    """The curves and the order of each pair, kept: candidates are values, so an answer never goes stale."""
    curves = sweep_candidates(candidates, fact, *ends, measure=measure)
    return curves, pair_leads(curves)


def show_sweep(comparison: Comparison, measure: str, law: Law) -> None:
    """One fact moved for all candidates, each crossing marked and said."""
    bound = state.bound("fact", "new_jobs", MOVABLE_FACTS)
    fact = str(st.selectbox("Move one fact", MOVABLE_FACTS, format_func=lambda name: fact_field(name).title, **bound))
    try:
        swept = _sweep(comparison, fact, measure)
    except ScenarioError as error:
        words = " ".join(problem_text(problem) for problem in error.problems)
        st.html(f'<p class="refused" role="alert">{html_text(words)}</p>')
        return
    sentences = [swept.sentence(each) for each in swept.crossings]
    show_chart(
        sweep_figure(swept.names, swept.curves, swept.crossings, law_title(swept.finding, law)),
        key="versus_sweep",
        alt=sweep_words(swept.names, swept.curves, sentences),
        table=sweep_table(swept.names, swept.curves, swept.crossings),
        file_name=f"candidates-along-{fact}",
        law=law,
    )
    _say_crossings(swept, sentences)


def _sweep(comparison: Comparison, fact: str, measure: str) -> _Swept:
    ranges = [usual_range(candidate.scenario, fact) for candidate in comparison.candidates]
    ends = max(low for low, _ in ranges), max(high for _, high in ranges)
    curves, order = _swept(tuple(_without(each, fact) for each in comparison.candidates), fact, ends, measure)
    names = candidate_names(comparison.candidates)
    found = crossings(curves, order)
    unbeaten = tuple(names[number] for number in never_behind(order))
    return _Swept(names, curves, found, front(curves, found), unbeaten)


_HELD_AGAINST = {
    "new_jobs": "jobs_new_to_municipality",
    "retained_jobs": "jobs_new_to_municipality",
    "capital_investment": "industrial_capital_investment",
}


def _without(candidate: Candidate, fact: str) -> Candidate:
    """The candidate with the moved fact at its default: its curve is the same, and is kept while that fact moves."""
    other = _HELD_AGAINST.get(fact)
    if other is not None and getattr(candidate.scenario, other):
        return candidate
    return Candidate(candidate.scenario.changed(**{fact: fact_field(fact).default}), candidate.law)


def _say_crossings(swept: _Swept, sentences: Sequence[str]) -> None:
    shown = "".join(f"<li>{html_text(line)}</li>" for line in sentences[:_MOST_SENTENCES])
    rest = "".join(f"<li>{html_text(line)}</li>" for line in sentences[_MOST_SENTENCES:])
    more = f'<details class="idle"><summary>The other crossings</summary><ul>{rest}</ul></details>' if rest else ""
    notes = " ".join(dict.fromkeys(note for curve in swept.curves for note in curve.notes))
    words = "Every crossing in this range, exact to the unit." if sentences else "No two change places in this range."
    st.html(f'<p class="why">{words} {html_text(notes)}</p><ul class="versus-sentences">{shown}</ul>{more}')


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
