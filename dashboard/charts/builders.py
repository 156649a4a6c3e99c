"""The plain figures that several pages need: lines, steps, bars, a tornado, a heat map.

They take numbers and words and give a figure of our template. What a figure says, its title, is the caller's.
Numbers are floats or integers in the unit that the axis names; a blank is `None` and leaves a gap.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import plotly.graph_objects as go

from dashboard.charts.template import marker, new_figure, on_narrow, plain_axis, short_dollars
from dashboard.palette import LIGHT, Meaning

__all__ = ["Axis", "Bar", "Line", "Mark", "Swing", "bars", "heat_map", "line_figure", "step_curve", "tornado"]

Number = float | int | None
Dash = Literal["solid", "dash", "dot", "dashdot", "longdash"]

_MONEY: Final = "$,.0f"
_LABEL_ROOM, _NARROW_ROOM = 1.18, 1.42
"""How much longer than the longest bar an axis is, for the amount beside it; the second where there is little room."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis measures: its title with unit and basis, and whether its numbers are dollars.

    `least` and `most` fix its ends; without them it fits what is drawn.
    """

    title: str
    dollars: bool = False
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line: points in order, a name that stands at its end, a meaning (its colour) and a dash.

    `detail` is given back for a point that is chosen; `hover` is what is said of it.
    """

    name: str
    x: Sequence[Number]
    y: Sequence[Number]
    meaning: Meaning = "award"
    dash: Dash = "solid"
    markers: bool = False
    detail: Sequence[Any] = ()
    hover: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A value on an axis that deserves a line: where the project stands now, a limit, a threshold."""

    value: float
    words: str
    across: Literal["x", "y"] = "x"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its value, what is written beside it, and its meaning."""

    label: str
    value: float
    words: str
    meaning: Meaning = "award"
    hover: str = ""
    detail: Any = None


@dataclass(frozen=True, slots=True)
class Swing:
    """One row of a tornado: how far a fact alone takes the result down and up from where it stands."""

    label: str
    down: float
    up: float
    down_words: str
    up_words: str
    detail: Any = None


def line_figure(
    lines: Sequence[Line], *, title: str, x: Axis, y: Axis, marks: Iterable[Mark] = (), height: int = 380
) -> go.Figure:
    """Lines over a number. Zoom by dragging; arrow keys walk along them."""
    return _lines(lines, "linear", title, x, y, list(marks), height)


def step_curve(
    lines: Sequence[Line], *, title: str, x: Axis, y: Axis, marks: Iterable[Mark] = (), height: int = 380
) -> go.Figure:
    """Lines that jump: each value holds from its own point until the next one, as thresholds of the law do."""
    return _lines(lines, "hv", title, x, y, list(marks), height)


def bars(items: Sequence[Bar], *, title: str, x: Axis, height: int | None = None) -> go.Figure:
    """Horizontal bars, the first on top, each with its value beside it."""
    furthest = max([abs(item.value) for item in items], default=0)
    least = min([item.value for item in items], default=0)
    ends = [min(least, 0), furthest]
    figure = new_figure(
        [_bar_trace(items), _beside([item.value for item in items], [item.words for item in items])],
        title=title,
        height=height or 30 * max(len(items), 3) + 80,
        x=_ends(x, *(end * _LABEL_ROOM for end in ends)) | {"fixedrange": True},
        y=_rows([item.label for item in items]),
        bargap=0.34,
        dragmode=False,
    )
    narrow: dict[str, Any] = {"xaxis.nticks": 4, "yaxis.tickfont.size": 12}
    if x.least is None and x.most is None:
        narrow["xaxis.range"] = [end * _NARROW_ROOM for end in ends]
    return on_narrow(figure, narrow)


def tornado(swings: Sequence[Swing], *, title: str, x: Axis, height: int | None = None) -> go.Figure:
    """What each fact alone would change, largest first as given: down to the left (hatched), up to the right."""
    furthest = max([max(abs(swing.down), abs(swing.up)) for swing in swings], default=0) * 1.3 or 1
    figure = new_figure(
        [*_swing_traces(swings)],
        title=title,
        height=height or 30 * max(len(swings), 3) + 80,
        x=_ends(x, -furthest, furthest) | {"fixedrange": True, "zeroline": True, "zerolinewidth": 2},
        y=_rows([swing.label for swing in swings]),
        barmode="overlay",
        bargap=0.34,
        dragmode=False,
    )
    return on_narrow(figure, {"xaxis.nticks": 4, "yaxis.tickfont.size": 12})


def heat_map(
    x_values: Sequence[Any],
    y_values: Sequence[Any],
    values: Sequence[Sequence[Number]],
    *,
    title: str,
    x: Axis,
    y: Axis,
    unit: str,
    words: Sequence[Sequence[str]] = (),
    detail: Sequence[Sequence[Any]] = (),
    here: tuple[float, float] | None = None,
    height: int = 420,
) -> go.Figure:
    """A value for each pair of two facts, from pale (least) to full (most); `here` marks where the project stands.

    `values[row][column]` belongs to `y_values[row]` and `x_values[column]`; `words` is what is said of each cell.
    """
    cell = {
        "type": "heatmap",
        "x": list(x_values),
        "y": list(y_values),
        "z": [list(row) for row in values],
        "colorscale": [[0, LIGHT.panel], [1, LIGHT.award]],
        "colorbar": _scale(unit),
        "xgap": 1,
        "ygap": 1,
    }
    told = {"hovertext": [list(row) for row in words], "hoverinfo": "text"} if words else {}
    kept = {"customdata": [list(row) for row in detail]} if detail else {}
    traces = [cell | told | kept, *([_here(here)] if here else [])]
    axes = {"x": _ends(x) | {"showgrid": False}, "y": _ends(y) | {"showgrid": False}}
    figure = new_figure(traces, title=title, height=height, dragmode=False, **axes)
    return on_narrow(figure, {"xaxis.nticks": 4, "yaxis.nticks": 6})


def _scale(unit: str) -> dict[str, Any]:
    font = {"size": 13, "color": LIGHT.muted}
    form = short_dollars() if unit.startswith("dollars") else {}
    title = {"text": unit, "side": "right", "font": font}
    return {"title": title, "tickfont": font, "thickness": 12, "outlinewidth": 0, **form}


def _lines(
    lines: Sequence[Line], shape: str, title: str, x: Axis, y: Axis, marks: list[Mark], height: int
) -> go.Figure:
    figure = new_figure(
        [_line_trace(line, shape) for line in lines],
        title=title,
        height=height,
        x=_ends(x),
        y=_ends(y),
        shapes=[_mark_line(mark) for mark in marks],
        annotations=[_mark_words(mark) for mark in marks],
        showlegend=len(lines) > 1,
        dragmode="zoom",
        legend={"yref": "container", "y": 1, "yanchor": "top"},
        margin={"l": 8, "r": 12, "t": 56 if len(lines) > 1 else 30, "b": 8},
    )
    return on_narrow(figure, {"xaxis.nticks": 4, "yaxis.nticks": 5, "dragmode": False})


def _line_trace(line: Line, shape: str) -> dict[str, Any]:
    colour = getattr(LIGHT, line.meaning)
    told = {"hovertext": list(line.hover), "hoverinfo": "text"} if line.hover else {}
    kept = {"customdata": list(line.detail)} if line.detail else {}
    return {
        "type": "scatter",
        "mode": "lines+markers" if line.markers else "lines",
        "name": line.name,
        "x": list(line.x),
        "y": list(line.y),
        "line": {"color": colour, "width": 2.5, "shape": shape, "dash": line.dash},
        "marker": {"color": colour, "size": 7},
        "connectgaps": False,
        **told,
        **kept,
    }


def _ends(axis: Axis, least: float | None = None, most: float | None = None) -> dict[str, Any]:
    low = axis.least if axis.least is not None else least
    high = axis.most if axis.most is not None else most
    ends = {} if low is None and high is None else {"range": [low, high]}
    form = {"tickformat": _MONEY} if axis.dollars else {}
    return {"title": {"text": axis.title}, **ends, **form}


def _rows(labels: list[str]) -> dict[str, Any]:
    return plain_axis(
        range=[len(labels) - 0.5, -0.5],
        tickvals=list(range(len(labels))),
        ticktext=labels,
        tickfont={"color": LIGHT.ink, "size": 14},
        showgrid=False,
        zeroline=False,
        ticklabelstandoff=6,
    )


def _bar_trace(items: Sequence[Bar]) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(items))),
        "x": [item.value for item in items],
        "marker": marker([item.meaning for item in items]),
        "hovertext": [item.hover or f"{item.label}: {item.words}" for item in items],
        "hoverinfo": "text",
        "customdata": [item.detail for item in items],
    }


def _beside(ends: list[float], words: list[str], side: str = "right") -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "text",
        "y": list(range(len(ends))),
        "x": [max(end, 0) if side == "right" else min(end, 0) for end in ends],
        "text": [f" {text} " for text in words],
        "textposition": f"middle {side}",
        "textfont": {"color": LIGHT.ink, "size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _swing_traces(swings: Sequence[Swing]) -> list[dict[str, Any]]:
    downs = [Bar(swing.label, swing.down, swing.down_words, "cut", detail=swing.detail) for swing in swings]
    ups = [Bar(swing.label, swing.up, swing.up_words, "award", detail=swing.detail) for swing in swings]
    return [
        _bar_trace(downs),
        _bar_trace(ups),
        _beside([bar.value for bar in downs], [bar.words for bar in downs], "left"),
        _beside([bar.value for bar in ups], [bar.words for bar in ups]),
    ]


def _here(place: tuple[float, float]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [place[0]],
        "y": [place[1]],
        "marker": {
            "symbol": "diamond",
            "size": 13,
            "color": LIGHT.paper,
            "line": {"color": LIGHT.ink, "width": 2.5},
        },
        "hovertext": ["Where the project stands"],
        "hoverinfo": "text",
    }


def _mark_line(mark: Mark) -> dict[str, Any]:
    across, along = ("x", "y") if mark.across == "x" else ("y", "x")
    return {
        "type": "line",
        f"{across}0": mark.value,
        f"{across}1": mark.value,
        f"{along}0": 0,
        f"{along}1": 1,
        f"{along}ref": "paper",
        "line": {"color": LIGHT.ink, "width": 1.5, "dash": "dash"},
    }


def _mark_words(mark: Mark) -> dict[str, Any]:
    words: dict[str, Any] = {"text": mark.words, "showarrow": False, "font": {"size": 13, "color": LIGHT.ink}}
    if mark.across == "x":
        return words | {"x": mark.value, "y": 1, "yref": "paper", "yanchor": "bottom"}
    return words | {"y": mark.value, "x": 1, "xref": "paper", "xanchor": "right", "yanchor": "bottom"}
