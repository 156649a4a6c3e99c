"""The exact curve of a measure: lines where it is a line, a gap with both ends where it jumps."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from html import escape
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from credit_core.law import Law
from credit_core.scenario import fact_field
from credit_core.whatif import Cliff, Curve, Number, Point, provision
from dashboard.charts import law_title
from dashboard.charts.template import new_figure, on_narrow, short_dollars
from dashboard.formats import money_text, short_citation
from dashboard.palette import LIGHT
from dashboard.whatif.ranges import spread
from dashboard.whatif.words import (
    BINDING_TITLES,
    amount_text,
    axis_title,
    measure_axis,
    measure_unit,
    one_tick,
    provisions_text,
    signed_text,
    title_of,
    value_text,
)

__all__ = ["cliff_table", "curve_description", "curve_figure", "curve_finding", "curve_table"]

_HEIGHT = 380
_STOPS = 101
"""Values between the corners at which the curve can be pointed at and chosen."""
_MOST_CORNERS = 400
"""Corners that can be pointed at; where each job is a corner, the stops stand for them."""
_MOST_NAMED = 3
_MOST_WRITTEN = 8
"""Jumps that have their change written beside them; more would run into each other."""
_TALL = 12
"""A jump of more than this part of the chart has room for its change beside it."""
_HERE = "You are here"
_JUMPS: Final = {"up": ("triangle-up", "award"), "down": ("triangle-down", "cut")}


# ---- in words -------------------------------------------------------------------------------------------------------


def curve_finding(curve: Curve, law: Law | None = None) -> str:
    """What the curve shows, in one sentence: the cliff nearest to where the project stands, or that there is none."""
    cliff = _told_cliff(curve)
    if cliff is None:
        return law_title(_smooth_finding(curve), law)
    words = _decline_finding if cliff.kind == "decline" else _jump_finding
    return law_title(words(curve, cliff), law)


def _told_cliff(curve: Curve) -> Cliff | None:
    """The cliff to tell of: the next one upwards of the project, or else the one that changes most."""
    if not curve.cliffs:
        return None
    here = curve.here
    ahead = [cliff for cliff in curve.cliffs if here is not None and cliff.after > here.x]
    return ahead[0] if ahead else max(curve.cliffs, key=lambda cliff: abs(cliff.change))


def _jump_finding(curve: Curve, cliff: Cliff) -> str:
    does = "adds" if cliff.change >= 0 else "takes away"
    change = amount_text(curve.measure, abs(cliff.change))
    if fact_field(curve.fact).unit == "jobs":
        return f"{_one_more(curve.fact)}, from {cliff.before:,} to {cliff.after:,}, {does} {change}"
    return f"{title_of(curve.fact)} of {value_text(curve.fact, cliff.after)} {does} {change}"


def _one_more(fact: str) -> str:
    return {"new_jobs": "One new job more", "retained_jobs": "One retained job more"}.get(fact, "One job more")


def _decline_finding(curve: Curve, cliff: Cliff) -> str:
    ends = f"{value_text(curve.fact, cliff.before)} to {value_text(curve.fact, cliff.after)}"
    return f"From {ends}, more takes away {amount_text(curve.measure, abs(cliff.change))}"


def _smooth_finding(curve: Curve) -> str:
    if len(curve.points) == 1:
        [only] = curve.points
        return f"At {value_text(curve.fact, only.x)}: {amount_text(curve.measure, only.y)}"
    amounts = [point.y for point in curve.points]
    least, most = min(amounts), max(amounts)
    if least == most:
        return f"{title_of(curve.fact)} changes nothing here: {amount_text(curve.measure, most)} throughout"
    first, last = curve.points[0], curve.points[-1]
    ends = f"from {money_text(first.y)} to {amount_text(curve.measure, last.y)}"
    return f"{title_of(curve.fact)} takes it {ends}, without a jump"


def curve_description(curve: Curve) -> str:
    """The curve in words, for readers who do not see it."""
    first, last = curve.points[0], curve.points[-1]
    if len(curve.points) == 1:
        about = f"{measure_axis(curve.measure)}, over {title_of(curve.fact).lower()}"
        return f"{about}. {_smooth_finding(curve)}. The range is that one value."
    ends = (
        f"{measure_axis(curve.measure)}, over {title_of(curve.fact).lower()}: {money_text(first.y)} at "
        f"{value_text(curve.fact, first.x)}, {money_text(last.y)} at {value_text(curve.fact, last.x)}."
    )
    here = curve.here
    stands = f" The project stands at {value_text(curve.fact, here.x)}: {money_text(here.y)}." if here else ""
    count = len(curve.cliffs)
    cliffs = "".join(f" {_cliff_words(curve, cliff)}" for cliff in curve.cliffs[:_MOST_NAMED])
    more = f" {count - _MOST_NAMED} more cliffs are in the table." if count > _MOST_NAMED else ""
    return f"Curve of {ends}{stands}{cliffs or ' There is no cliff.'}{more}"


def _cliff_words(curve: Curve, cliff: Cliff) -> str:
    ends = f"From {value_text(curve.fact, cliff.before)} to {value_text(curve.fact, cliff.after)}"
    return f"{ends}: {signed_text(cliff.change)}, {provisions_text(cliff.provisions)}."


# ---- in tables ------------------------------------------------------------------------------------------------------


def curve_table(curve: Curve) -> pd.DataFrame:
    """Every point of the curve: between two of them it is straight, but across a jump it has no value."""
    return pd.DataFrame(
        {
            axis_title(curve.fact): [_plain(point.x) for point in curve.points],
            _amount_head(curve): [float(point.y) for point in curve.points],
            "What changes here": [_mark_words(point) for point in curve.points],
        }
    )


def _amount_head(curve: Curve) -> str:
    return f"Amount ({measure_unit(curve.measure)})"


def _plain(value: Number) -> Number | float:
    return value if isinstance(value, int) else float(value)


def _mark_words(point: Point) -> str:
    if point.mark in ("end", "rounding"):
        return {"end": "End of the range", "rounding": "Rounding"}[point.mark]
    names = provisions_text([provision(name) for name in point.because if name != "minimum"])
    return f"{'Jump' if point.mark == 'jump' else 'Bend'}{': ' if names else ''}{names}"


def cliff_table(curve: Curve) -> pd.DataFrame:
    """The cliffs: where, how much in all, how much of it the provision makes, and which provision that is."""
    unit = measure_unit(curve.measure)
    cliffs = curve.cliffs
    return pd.DataFrame(
        {
            "From": [value_text(curve.fact, cliff.before) for cliff in cliffs],
            "To": [value_text(curve.fact, cliff.after) for cliff in cliffs],
            "What happens": [_kind_words(cliff) for cliff in cliffs],
            "Provision": ["; ".join(known.title for known in cliff.provisions) for cliff in cliffs],
            "Citation": ["; ".join(known.citation for known in cliff.provisions) for cliff in cliffs],
            f"Change ({unit})": [float(cliff.change) for cliff in cliffs],
            f"By the provision alone ({unit})": [float(cliff.step) for cliff in cliffs],
        }
    )


def _kind_words(cliff: Cliff) -> str:
    if cliff.kind == "decline":
        return "falls step by step"
    return "jump up" if cliff.change >= 0 else "jump down"


# ---- drawing --------------------------------------------------------------------------------------------------------


def curve_figure(curve: Curve, law: Law | None = None) -> go.Figure:
    """The curve with its cliffs, both ends of each jump and where the project stands.

    Every point that can be chosen carries its value as ``x``. Nothing is drawn between the two sides of a jump but a
    dotted riser at the value after it.
    """
    traces = [_line(curve), _risers(curve), *_here(curve), *_cliff_marks(curve), _stops(curve)]
    figure = new_figure(
        traces,
        title=curve_finding(curve, law),
        height=_HEIGHT,
        x=_across(curve),
        y={"title": {"text": measure_axis(curve.measure)}, "rangemode": "tozero", **short_dollars()},
        annotations=[*_here_words(curve), *_jump_words(curve)],
        hoverdistance=-1,
        dragmode="zoom",
        margin={"l": 8, "r": 16, "t": 24, "b": 8},
        uirevision=_view(curve),
    )
    return on_narrow(figure, _narrow(curve))


def _narrow(curve: Curve) -> dict[str, Any]:
    """On a phone: few ticks, a short title beside the axis, and no words at the jumps, where there is no room."""
    written = range(1 if curve.here else 0, len(list(_here_words(curve))) + len(list(_jump_words(curve))))
    return {
        "xaxis.nticks": 4,
        "yaxis.nticks": 5,
        "yaxis.title.text": measure_unit(curve.measure).capitalize(),
        "dragmode": False,
        "height": 320,
        **{f"annotations.{number}.visible": False for number in written},
    }


def _across(curve: Curve) -> dict[str, Any]:
    """The fact's axis: the whole range and a little beside it, so that its ends can be seen."""
    first, last = float(curve.points[0].x), float(curve.points[-1].x)
    room = (last - first or 1) * 0.02
    return {
        "title": {"text": axis_title(curve.fact)},
        **_form(curve.fact),
        **one_tick(curve.fact, [point.x for point in curve.points]),
        "showgrid": False,
        "range": [first - room, last + room],
    }


def _form(fact: str) -> dict[str, Any]:
    return short_dollars() if fact_field(fact).kind == "money" else {"tickformat": ",~f"}


def _view(curve: Curve) -> str:
    """What the zoom belongs to: it is kept while the curve is over the same values."""
    return f"{curve.fact} {curve.measure} {curve.points[0].x} {curve.points[-1].x}"


def _line(curve: Curve) -> dict[str, Any]:
    """The segments; only across a jump is the pen lifted. Neighbours without a jump have no value between them."""
    x: list[float | None] = []
    y: list[float | None] = []
    for number, segment in enumerate(curve.segments):
        left, right = curve.points[segment.left], curve.points[segment.right]
        if number and left.mark == "jump":
            x, y = [*x, None], [*y, None]
        for point in (left, right)[: 1 if segment.left == segment.right else 2]:
            x.append(float(point.x))
            y.append(float(point.y))
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "curve",
        "x": x,
        "y": y,
        "line": {"color": LIGHT.award, "width": 2.5},
        "connectgaps": False,
        "hoverinfo": "skip",
    }


def _risers(curve: Curve) -> dict[str, Any]:
    """A dotted upright at each jump, at the value after it."""
    x: list[float | None] = []
    y: list[float | None] = []
    for cliff in _jumps(curve):
        x += [float(cliff.after), float(cliff.after), None]
        y += [float(cliff.from_amount), float(cliff.to_amount), None]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "jump",
        "x": x,
        "y": y,
        "line": {"color": LIGHT.muted, "width": 1.5, "dash": "dot"},
        "hoverinfo": "skip",
    }


def _jumps(curve: Curve) -> list[Cliff]:
    return [cliff for cliff in curve.cliffs if cliff.kind == "jump"]


def _here(curve: Curve) -> Iterator[dict[str, Any]]:
    here = curve.here
    if here is not None:
        words = _hover(curve, here.x, here.y, _HERE)
        yield _marks("here", [(here.x, here.y, words)], _marker("diamond", LIGHT.paper, 13, LIGHT.ink))


def _here_words(curve: Curve) -> Iterator[dict[str, Any]]:
    """The words beside the project's own point, on paper, where a rising curve leaves room."""
    here = curve.here
    if here is None:
        return
    first, last = float(curve.points[0].x), float(curve.points[-1].x)
    room = (float(here.x) - first) / (last - first or 1)
    highest = max(point.y for point in curve.points)
    yield {
        "x": float(here.x),
        "y": float(here.y),
        "text": _HERE,
        "ax": -56 if room > 0.15 else 40,
        "ay": 40 if here.y * 10 > highest * 9 else -48,
        "arrowwidth": 1,
        "arrowhead": 0,
        "standoff": 8,
        "arrowcolor": LIGHT.ink,
        "bgcolor": LIGHT.paper,
        "borderpad": 2,
        "font": {"size": 14, "color": LIGHT.ink},
    }


def _marker(symbol: str, colour: str, size: int, edge: str) -> dict[str, Any]:
    return {"symbol": symbol, "color": colour, "size": size, "line": {"color": edge, "width": 2}}


def _cliff_marks(curve: Curve) -> Iterator[dict[str, Any]]:
    """A triangle at the value after each jump, upwards or downwards, and a dot at the value before."""
    jumps = _jumps(curve)
    for way in ("up", "down"):
        own = [cliff for cliff in jumps if (cliff.change >= 0) is (way == "up")]
        symbol, meaning = _JUMPS[way]
        colour = getattr(LIGHT, meaning)
        yield _marks(f"jump {way}", [_after(curve, cliff) for cliff in own], _marker(symbol, colour, 12, LIGHT.paper))
    before = [(cliff.before, cliff.from_amount, _cliff_hover(curve, cliff)) for cliff in jumps]
    yield _marks("before a jump", before, _marker("circle", LIGHT.award, 7, LIGHT.paper))


def _jump_words(curve: Curve) -> Iterator[dict[str, Any]]:
    """The change of each jump: right of a tall riser, or below a short one, where a rising curve leaves room."""
    jumps = _jumps(curve)
    highest = max(point.y for point in curve.points)
    for cliff in jumps if len(jumps) <= _MOST_WRITTEN else []:
        tall = abs(cliff.change) * _TALL > highest
        low, high = sorted((cliff.from_amount, cliff.to_amount))
        yield {
            "x": float(cliff.after),
            "y": float((low + high) / 2 if tall else low),
            "text": signed_text(cliff.change),
            "showarrow": False,
            "xanchor": "left",
            "yanchor": "middle" if tall else "top",
            "xshift": 6,
            "font": {"size": 12, "color": LIGHT.muted},
        }


def _after(curve: Curve, cliff: Cliff) -> tuple[Number, Decimal, str]:
    return cliff.after, cliff.to_amount, _cliff_hover(curve, cliff)


def _marks(name: str, points: list[tuple[Number, Decimal, str]], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [float(x) for x, _, _ in points],
        "y": [float(y) for _, y, _ in points],
        "marker": marker,
        "hovertext": [words for _, _, words in points],
        "hoverinfo": "text",
    }


def _cliff_hover(curve: Curve, cliff: Cliff) -> str:
    ends = f"From {value_text(curve.fact, cliff.before)} to {value_text(curve.fact, cliff.after)}"
    lines = [
        f"<b>{escape(ends)}: {signed_text(cliff.change)}</b>",
        f"{money_text(cliff.from_amount)} to {amount_text(curve.measure, cliff.to_amount)}",
        *(f"{escape(known.title)} {short_citation(known.citation)}" for known in cliff.provisions),
    ]
    if cliff.step != cliff.change:
        lines.append(f"{signed_text(cliff.step)} of it by the provision alone")
    return "<br>".join(lines)


def _stops(curve: Curve) -> dict[str, Any]:
    """Points along the curve to point at and to choose: exact values, unseen."""
    points = [(x, y, _hover(curve, x, y)) for x, y in _stop_points(curve)]
    return _marks("along the curve", points, {"size": 12, "opacity": 0, "color": LIGHT.award})


def _stop_points(curve: Curve) -> list[tuple[Number, Decimal]]:
    domain = curve.domain
    values = spread(curve.fact, domain.value(domain.first), domain.value(domain.last), _STOPS)
    found = {x: curve.at(x) for x in values}
    corners = [(point.x, point.y) for point in curve.points if point.mark != "rounding"]
    return sorted((found | dict(corners if len(corners) <= _MOST_CORNERS else [])).items())


def _hover(curve: Curve, x: Number, y: Decimal, first: str = "") -> str:
    words = f"{value_text(curve.fact, x)}: {amount_text(curve.measure, y)}"
    binds = f"Each year: {BINDING_TITLES[curve.binding_at(x)].lower()}"
    return "<br>".join([*([f"<b>{first}</b>"] if first else []), escape(words), binds])
