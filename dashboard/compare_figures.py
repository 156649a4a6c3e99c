"""The charts of a comparison: what makes up a job's amount, the award beside its limit, one fact moved, the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from textwrap import wrap
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from credit_core import Award
from credit_core.award import BONUS_NAMES, MEASURES
from credit_core.comparison import Comparison, candidate_names
from credit_core.places import Place
from credit_core.scenario import fact_field
from credit_core.sentences import BONUS_TITLES, bonus_citation
from credit_core.whatif import Curve
from credit_core.whatif.crossings import Crossing, amounts_along, bends, crossing_sentence
from credit_core.whatif.ranking import Ranked, cut_of_a_job
from dashboard.charts import Axis, Line, line_figure
from dashboard.charts.builders import Dash
from dashboard.charts.template import marker, new_figure, on_narrow, plain_axis
from dashboard.compare_words import place_of
from dashboard.formats import money_text, short_citation
from dashboard.map_figure import MapMarker
from dashboard.palette import LIGHT, Meaning

__all__ = [
    "annual_figure",
    "annual_table",
    "annual_words",
    "job_figure",
    "job_parts_table",
    "job_parts_words",
    "map_markers",
    "map_table",
    "sweep_figure",
    "sweep_table",
    "sweep_words",
]

_FAR = 1.6
"""A limit farther than this many times the greatest bar is named beside the bar without being drawn."""

_LETTER = 6.4
"""About how wide a letter of these charts is, in pixels, rather too wide."""
_WIDE_ROOM, _NARROW_ROOM = 490, 270
"""The width of the narrowest chart that is not narrow, and of one on the narrowest phone, in pixels."""
_NARROW_NAME = 12
"""The letters of a line of a name on a narrow chart."""

_STYLES: Final[tuple[tuple[Meaning, Dash], ...]] = (
    ("award", "solid"),
    ("route", "dash"),
    ("base", "dot"),
    ("cut", "dashdot"),
    ("warning", "longdash"),
    ("neutral", "solid"),
    ("award", "dot"),
    ("route", "solid"),
)
"""Colour and dash of the line of each column; no two are the same."""


# ---- what makes up the amount of a job ------------------------------------------------------------------------------


def job_figure(names: Sequence[str], awards: Sequence[Award], title: str) -> go.Figure:
    """A bar for each candidate: its base, each bonus, and a mark at the limit of the gross amount."""
    parts = _parts(awards)
    rows = list(range(len(names)))
    traces = [_part_trace(name, title_, awards, rows) for name, title_ in parts]
    most = max([float(award.gross_before_limit) for award in awards], default=0) or 1.0
    limits = [_float(award.gross_limit) for award in awards]
    traces.append(_limit_trace(limits, most, rows, "Limit of a job (d)"))
    ends = _ends([float(award.gross_before_limit) for award in awards], limits, most)
    beside = _Beside(ends, [_gross_words(award) for award in awards])
    return _bars(traces, names, title, "Dollars per job a year, maximum by formula", beside)


def _parts(awards: Sequence[Award]) -> list[tuple[str, str]]:
    """The lines that are anything in any candidate, in the order of the law."""
    titles = {"base_amount": "Base (b)"} | {
        name: f"{BONUS_TITLES[name]} {short_citation(bonus_citation(name))}" for name in BONUS_NAMES
    }
    return [(name, title) for name, title in titles.items() if any(getattr(award, name) for award in awards)]


def _part_trace(name: str, title: str, awards: Sequence[Award], rows: list[int]) -> dict[str, Any]:
    amounts = [getattr(award, name) for award in awards]
    meaning: Meaning = "base" if name == "base_amount" else "bonus"
    fill = marker([meaning] * len(awards))
    fill["line"] = {"width": 1.5, "color": LIGHT.paper}  # parts their neighbours of the same colour
    return {
        "type": "bar",
        "orientation": "h",
        "name": title,
        "y": rows,
        "x": [float(amount) for amount in amounts],
        "marker": fill,
        "hovertext": [f"{title}: {money_text(amount)}" for amount in amounts],
        "hoverinfo": "text",
    }


def _gross_words(award: Award) -> str:
    """The amount, and below it what the limit takes of it, or the limit."""
    cut, total = cut_of_a_job(award), money_text(award.gross_amount)
    below = f"limit takes {money_text(cut)}" if cut else _limit_line(award.gross_limit)
    return _two_lines(total, below)


def _limit_line(limit: Decimal | None) -> str:
    return f"limit {_limit_words(_float(limit))}"


def _two_lines(amount: str, below: str) -> str:
    """Words of two lines, which a narrow chart has room for; spaces part them from what is drawn."""
    return f"  <b>{amount}</b><br>  {below}"


def _float(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


def _ends(amounts: Sequence[float], limits: Sequence[float | None], most: float) -> list[float]:
    """Where the words of each bar begin: after it and, where its limit is drawn, after the limit's mark."""
    return [max(amount, _near(limit, most) or 0) for amount, limit in zip(amounts, limits, strict=True)]


def _near(limit: float | None, most: float) -> float | None:
    """A limit that is near enough to be drawn."""
    return limit if limit is not None and limit <= most * _FAR else None


def _limit_trace(limits: Sequence[float | None], most: float, rows: list[int], title: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": title,
        "x": [_near(limit, most) for limit in limits],
        "y": rows,
        "marker": {"symbol": "line-ns", "size": 26, "line": {"width": 3, "color": LIGHT.ink}},
        "hovertext": [f"{title}: {_limit_words(limit)}" for limit in limits],
        "hoverinfo": "text",
    }


def _limit_words(limit: float | None) -> str:
    return "none" if limit is None else f"${limit:,.0f}"


@dataclass(frozen=True, slots=True)
class _Beside:
    """The words beside the bars, and where they begin."""

    ends: Sequence[float]
    words: Sequence[str]

    def trace(self) -> dict[str, Any]:
        """The words as they are drawn."""
        return {
            "type": "scatter",
            "mode": "text",
            "x": list(self.ends),
            "y": list(range(len(self.ends))),
            "text": list(self.words),
            "textposition": "middle right",
            "textfont": {"color": LIGHT.ink, "size": 13},
            "cliponaxis": False,
            "hoverinfo": "skip",
        }

    def reach(self, room: float) -> float:
        """How far an axis of so many pixels must go, so that no word is cut: a cut number would be another number."""
        parts = [1 - min(_width(words) / room, 0.8) for words in self.words]
        return max([end / part for end, part in zip(self.ends, parts, strict=True)], default=0) or 1.0


def _width(words: str) -> float:
    """About how wide words of two lines are, in pixels."""
    lines = words.replace("<b>", "").replace("</b>", "").split("<br>")
    return _LETTER * max(len(line) for line in lines)


def _bars(traces: list[dict[str, Any]], names: Sequence[str], title: str, axis: str, beside: _Beside) -> go.Figure:
    shown, narrow = [_short(name) for name in names], [_broken(name) for name in names]
    figure = new_figure(
        [*traces, beside.trace()],
        title=title,
        height=46 * max(len(names), 2) + 70,
        x=plain_axis(axis, range=[0, beside.reach(_WIDE_ROOM - _label_room(shown))], tickformat="$,.0f", nticks=6),
        y=plain_axis(
            range=[len(names) - 0.5, -0.5],
            tickvals=list(range(len(names))),
            ticktext=shown,
            tickfont={"color": LIGHT.ink, "size": 14},
            showgrid=False,
        ),
        barmode="stack",
        bargap=0.45,
        dragmode=False,
        showlegend=False,
    )
    room = _NARROW_ROOM - _label_room(narrow)
    settings: dict[str, Any] = {"xaxis.nticks": 3, "yaxis.tickfont.size": 12, "yaxis.ticktext": narrow}
    settings |= {"xaxis.range": [0, beside.reach(room)], "xaxis.title.text": axis.replace(", ", ",<br>")}
    return on_narrow(figure, settings)


def _label_room(labels: Sequence[str]) -> float:
    """About how wide the names beside an axis are, in pixels."""
    return _LETTER * max([len(line) for label in labels for line in label.split("<br>")], default=0)


def _broken(name: str) -> str:
    """A name in lines that leave room for the bars on a phone."""
    return "<br>".join(wrap(_short(name), _NARROW_NAME))


def _short(name: str) -> str:
    return name if len(name) <= 18 else f"{name[:17].rstrip()}…"


def job_parts_table(names: Sequence[str], awards: Sequence[Award]) -> pd.DataFrame:
    """The parts of each bar, the limit and what is left of them: dollars per job a year."""
    rows = []
    for name, award in zip(names, awards, strict=True):
        parts = {f"{title}, dollars": getattr(award, line) for line, title in _parts(awards)}
        ends = {"Limit (d), dollars": award.gross_limit, "Per job a year, dollars": award.gross_amount}
        rows.append({"Candidate": name} | parts | ends)
    return pd.DataFrame(rows)


def job_parts_words(names: Sequence[str], awards: Sequence[Award]) -> str:
    """What the bars show, in words."""
    listed = [
        f"{name} {money_text(award.gross_amount)}, of which {money_text(award.base_amount)} base and "
        f"{money_text(award.bonuses_total)} bonuses before a limit of {_limit_words(_float(award.gross_limit))}"
        for name, award in zip(names, awards, strict=True)
    ]
    return f"Stacked bars of the amount of a job a year: {'; '.join(listed)}."


# ---- the award of a year beside its limit ---------------------------------------------------------------------------


def annual_figure(names: Sequence[str], awards: Sequence[Award], title: str) -> go.Figure:
    """A bar for each candidate, the award of a year, and a mark at its annual limit where that is near."""
    rows = list(range(len(names)))
    amounts = [float(award.annual_award) for award in awards]
    most = max(amounts, default=0) or 1.0
    limits = [_float(award.annual_limit) for award in awards]
    meanings: list[Meaning] = ["route" if award.capital_route_used else "award" for award in awards]
    bar = {
        "type": "bar",
        "orientation": "h",
        "y": rows,
        "x": amounts,
        "marker": marker(meanings),
        "hovertext": [f"{name}: {_annual_words(award)}" for name, award in zip(names, awards, strict=True)],
        "hoverinfo": "text",
    }
    beside = _Beside(_ends(amounts, limits, most), [_annual_beside(award) for award in awards])
    traces = [bar, _limit_trace(limits, most, rows, "Annual limit (f)")]
    return _bars(traces, names, title, "Dollars a year, maximum by formula", beside)


def _annual_words(award: Award) -> str:
    route = " by the capital route (d)" if award.capital_route_used else ""
    return f"{money_text(award.annual_award)} a year{route}, limit {_limit_words(_float(award.annual_limit))}"


def _annual_beside(award: Award) -> str:
    return _two_lines(money_text(award.annual_award), _limit_line(award.annual_limit))


def annual_table(names: Sequence[str], awards: Sequence[Award]) -> pd.DataFrame:
    """The award of a year, its limit, and the amount before it: dollars a year."""
    return pd.DataFrame(
        {
            "Candidate": list(names),
            "By jobs, before the annual limit, dollars a year": [award.annual_by_jobs for award in awards],
            "Annual limit (f), dollars a year": [award.annual_limit for award in awards],
            "Capital route (d), dollars a year": [award.annual_capital_route for award in awards],
            "Award, dollars a year": [award.annual_award for award in awards],
        }
    )


def annual_words(names: Sequence[str], awards: Sequence[Award]) -> str:
    """What the bars show, in words."""
    listed = [f"{name} {_annual_words(award)}" for name, award in zip(names, awards, strict=True)]
    return f"Bars of the award of a year with its annual limit: {'; '.join(listed)}."


# ---- one fact moved -------------------------------------------------------------------------------------------------


def sweep_figure(
    names: Sequence[str], curves: Sequence[Curve], found: Sequence[Crossing], title: str, height: int = 420
) -> go.Figure:
    """A line for each candidate along one fact, every point of the exact curve, and a ring at each crossing."""
    curve = curves[0]
    field, measure = fact_field(curve.fact), MEASURES[curve.measure]
    lines = [_line(name, each, *_STYLES[number]) for number, (name, each) in enumerate(zip(names, curves, strict=True))]
    unit = f", {field.unit}" if field.unit else ""
    figure = line_figure(
        lines,
        title=title,
        x=Axis(f"{field.title}{unit}", dollars=field.kind == "money"),
        y=Axis(f"{measure.title}, {measure.unit}, maximum by formula", dollars=True, least=0),
        height=height,
    )
    if found:
        figure.add_trace(go.Scatter(_rings(names, curve, found)))
    return figure


def _line(name: str, curve: Curve, meaning: Meaning, dash: Dash) -> Line:
    x: list[float | None] = []
    y: list[float | None] = []
    for segment in curve.segments:
        ends = (segment.left,) if segment.left == segment.right else (segment.left, segment.right)
        for point in (curve.points[end] for end in ends):
            x.append(float(point.x))
            y.append(float(point.y))
    return Line(name, x, y, meaning, dash)


def _rings(names: Sequence[str], curve: Curve, found: Sequence[Crossing]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "Crossing",
        "showlegend": True,
        "x": [float(each.after) for each in found],
        "y": [float(max(each.amounts)) for each in found],
        "marker": {
            "symbol": "circle",
            "size": 11,
            "color": LIGHT.paper,
            "line": {"width": 2.5, "color": LIGHT.ink},
        },
        "hovertext": [crossing_sentence(each, curve, names) for each in found],
        "hoverinfo": "text",
    }


def sweep_table(names: Sequence[str], curves: Sequence[Curve], found: Sequence[Crossing]) -> pd.DataFrame:
    """The measure of every candidate where any line bends or jumps and around each crossing; exact dollars."""
    field, measure = fact_field(curves[0].fact), MEASURES[curves[0].measure]
    values = bends(curves, found)
    amounts = zip(*amounts_along(curves, values), strict=True)
    columns = {f"{name}, {measure.unit}": list(column) for name, column in zip(names, amounts, strict=True)}
    unit = f", {field.unit}" if field.unit else ""
    return pd.DataFrame({f"{field.title}{unit}": list(values)} | columns)


def sweep_words(names: Sequence[str], curves: Sequence[Curve], sentences: Sequence[str]) -> str:
    """What the lines show, in words."""
    field = fact_field(curves[0].fact)
    listed = " ".join(sentences) or "No two of them change places in this range."
    what = MEASURES[curves[0].measure].title.lower()
    return f"Lines of {what} along {field.title.lower()} for {', '.join(names)}. {listed}"


# ---- the map --------------------------------------------------------------------------------------------------------


def map_markers(comparison: Comparison, awards: Sequence[Award], places: Mapping[str, Place]) -> list[MapMarker]:
    """A marker for each candidate whose place has coordinates."""
    names = candidate_names(comparison.candidates)
    markers = []
    for number, (candidate, award) in enumerate(zip(comparison.candidates, awards, strict=True)):
        place = place_of(candidate.scenario, places)
        if place is not None and place.latitude is not None and place.longitude is not None:
            words = f"{money_text(award.annual_award)} a year"
            size, baseline = float(award.annual_award), number == comparison.baseline
            markers.append(MapMarker(names[number], words, place.latitude, place.longitude, size, baseline))
    return markers


def map_table(comparison: Comparison, ranked: Sequence[Ranked]) -> pd.DataFrame:
    """The candidates by rank: municipality, county and the award."""
    names = candidate_names(comparison.candidates)
    rows = [
        (
            each.rank,
            names[each.position],
            comparison.candidates[each.position].scenario.municipality,
            comparison.candidates[each.position].scenario.county,
            each.amount,
        )
        for each in ranked
    ]
    return pd.DataFrame(rows, columns=["Rank", "Candidate", "Municipality", "County", "Award, dollars a year"])
