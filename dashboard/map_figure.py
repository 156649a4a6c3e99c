"""The map of the candidates: county outlines, a marker for each candidate, its name and award beside it.

Labels stand in two columns west and east of the State, joined to their markers by thin lines: neighbours such
as Newark, Jersey City and Hoboken lie a few pixels apart and could not carry their own. Only plain lines and
text are drawn, so that nothing is fetched from any server.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import combinations
from math import cos, hypot, radians, sqrt
from typing import NamedTuple

import plotly.graph_objects as go

from dashboard.map_outline import CountyOutline, county_outlines
from dashboard.palette import LIGHT, Palette

__all__ = ["MapMarker", "candidates_map", "map_description"]

_SOUTH, _NORTH = 38.83, 41.45
_WEST, _EAST = -76.85, -72.61
_WEST_LABELS, _EAST_LABELS = -75.62, -73.84
"""The State lies between the two; beside it remain 103 pixels for a label on a phone's page of 358."""

_MIDDLE = -74.65
"""Markers west of this longitude are labelled in the west."""

_SCALE_RATIO = 1 / cos(radians(40.1))
"""Degrees of latitude are this much longer than degrees of longitude in the middle of the State."""

_LABEL_GAP = 0.29
"""Degrees of latitude between two labels of two lines: 32 pixels on a phone's page."""

_LINE_END = 0.03
"""Degrees of longitude between a line and its label."""

_LONGEST_LABEL = 17
_LARGEST, _SMALLEST = 26, 8
"""Marker diameters in pixels."""


class MapMarker(NamedTuple):
    """One candidate on the map."""

    name: str
    award: str
    """The award as it is to be read, with its basis: "$3,987,500 a year"."""
    latitude: float
    longitude: float
    size: float
    """What the marker's area stands for (the award as a number); 0 is drawn as a small open circle."""
    baseline: bool = False
    """The candidate that the others are compared with: a diamond, on the map and before its label."""


class _Label(NamedTuple):
    marker: MapMarker
    longitude: float
    latitude: float

    def at(self, latitude: float) -> "_Label":
        return self._replace(latitude=latitude)


def candidates_map(markers: Sequence[MapMarker], colours: Palette = LIGHT, *, height: int = 460) -> go.Figure:
    """Draw the candidates on the State's counties; `height` is in pixels, the width follows the page.

    Raises ValueError for a marker outside the map or of negative size, naming it.
    """
    for marker in markers:
        _check(marker)
    labels = _labels(markers)
    counties = [_county(outline, colours) for outline in county_outlines()]
    drawn = [_leaders(labels, colours), _circles(markers, colours), _texts(labels, colours)]
    return go.Figure([*counties, *drawn], _layout(colours, height))


def map_description(markers: Sequence[MapMarker]) -> str:
    """Say in words what the map shows, for readers who do not see it."""
    if not markers:
        return "Map of New Jersey and its 21 counties, without candidates."
    listed = "; ".join(f"{marker.name}{_baseline_words(marker)}, {marker.award}" for marker in markers)
    return f"Map of New Jersey with the candidates, each sized by its award: {listed}."


def _check(marker: MapMarker) -> None:
    if not (_SOUTH < marker.latitude < _NORTH and _WEST < marker.longitude < _EAST):
        given = f"given {marker.latitude}, {marker.longitude}"
        raise ValueError(f"{marker.name}: latitude, longitude: must lie on the map of New Jersey, {given}")
    if not marker.size >= 0:
        raise ValueError(f"{marker.name}: size: must be 0 or more, given {marker.size}")


def _county(outline: CountyOutline, colours: Palette) -> go.Scatter:
    points: list[tuple[float | None, float | None]] = []
    for ring in outline.rings:
        points += [*ring, (None, None)]
    return go.Scatter(
        x=[longitude for longitude, _ in points],
        y=[latitude for _, latitude in points],
        mode="lines",
        fill="toself",
        fillcolor=colours.panel,
        line={"color": colours.neutral, "width": 0.8},
        hoveron="fills",
        hoverinfo="text",
        text=f"{outline.county} County",
        name=outline.county,
    )


def _labels(markers: Sequence[MapMarker]) -> list[_Label]:
    west = [marker for marker in markers if marker.longitude < _MIDDLE]
    east = [marker for marker in markers if marker.longitude >= _MIDDLE]
    return [*_column(west, _WEST_LABELS), *_column(east, _EAST_LABELS)]


def _column(markers: Iterable[MapMarker], longitude: float) -> list[_Label]:
    """Place labels from north to south, each as near its marker as the gap and the map allow."""
    ordered = sorted(markers, key=lambda marker: -marker.latitude)
    placed = zip(ordered, _spread(ordered), strict=True)
    return _uncrossed([_Label(marker, longitude, latitude) for marker, latitude in placed])


def _spread(ordered: Sequence[MapMarker]) -> list[float]:
    top, bottom = _NORTH - _LABEL_GAP / 2, _SOUTH + _LABEL_GAP / 2
    gap = min(_LABEL_GAP, (top - bottom) / max(len(ordered) - 1, 1))
    latitudes: list[float] = []
    for below, marker in zip(reversed(range(len(ordered))), ordered, strict=True):
        highest = latitudes[-1] - gap if latitudes else top
        latitudes.append(max(min(marker.latitude, highest), bottom + gap * below))
    return latitudes


def _uncrossed(labels: list[_Label]) -> list[_Label]:
    """Swap labels while that shortens their lines: lines of least length in all never cross."""
    for first, second in combinations(range(len(labels)), 2):
        a, b = labels[first], labels[second]
        swapped = [b.at(a.latitude), a.at(b.latitude)]
        if sum(map(_length, swapped)) < _length(a) + _length(b) - 1e-9:
            labels[first], labels[second] = swapped
            return _uncrossed(labels)
    return labels


def _length(label: _Label) -> float:
    across = label.marker.longitude - label.longitude
    return hypot(across, (label.marker.latitude - label.latitude) * _SCALE_RATIO)


def _leaders(labels: Sequence[_Label], colours: Palette) -> go.Scatter:
    x: list[float | None] = []
    y: list[float | None] = []
    for label in labels:
        before = _LINE_END if label.longitude == _WEST_LABELS else -_LINE_END
        x += [label.marker.longitude, label.longitude + before, None]
        y += [label.marker.latitude, label.latitude, None]
    return go.Scatter(x=x, y=y, mode="lines", line={"color": colours.muted, "width": 1}, hoverinfo="skip")


def _circles(markers: Sequence[MapMarker], colours: Palette) -> go.Scatter:
    """Draw the largest first, so that none hides another."""
    ordered = sorted(markers, key=lambda marker: -marker.size)
    return go.Scatter(
        x=[marker.longitude for marker in ordered],
        y=[marker.latitude for marker in ordered],
        mode="markers",
        text=[_hover(marker) for marker in ordered],
        hovertemplate="%{text}<extra></extra>",
        marker={
            "size": _diameters(ordered),
            "symbol": [_symbol(marker) for marker in ordered],
            "color": colours.award,
            "opacity": 1,
            "line": {"color": [_edge(marker, colours) for marker in ordered], "width": 1.5},
        },
    )


def _hover(marker: MapMarker) -> str:
    return f"{escape(marker.name)}{_baseline_words(marker)}<br>{escape(marker.award)}"


def _diameters(markers: Sequence[MapMarker]) -> list[float]:
    """Pixels, so that areas are in the proportion of the sizes, down to the smallest that can be seen."""
    largest = max((marker.size for marker in markers), default=0) or 1
    return [max(_SMALLEST, round(_LARGEST * sqrt(marker.size / largest), 1)) for marker in markers]


def _edge(marker: MapMarker, colours: Palette) -> str:
    if not marker.size:
        return colours.award
    return colours.ink if marker.baseline else colours.paper


def _symbol(marker: MapMarker) -> str:
    shape = "diamond" if marker.baseline else "circle"
    return shape if marker.size else f"{shape}-open"


def _texts(labels: Sequence[_Label], colours: Palette) -> go.Scatter:
    return go.Scatter(
        x=[label.longitude for label in labels],
        y=[label.latitude for label in labels],
        mode="text",
        text=[_words(label.marker, colours) for label in labels],
        textposition=["middle left" if label.longitude == _WEST_LABELS else "middle right" for label in labels],
        textfont={"size": 11, "color": colours.ink},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _words(marker: MapMarker, colours: Palette) -> str:
    name = f"{'◆ ' if marker.baseline else ''}<b>{escape(_short(marker.name))}</b>"
    return f"{name}<br><span style='color:{colours.muted}'>{escape(marker.award)}</span>"


def _short(name: str) -> str:
    name = name.replace(" Township", " Twp.")
    return name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1].rstrip() + "…"


def _baseline_words(marker: MapMarker) -> str:
    return " (baseline)" if marker.baseline else ""


def _layout(colours: Palette, height: int) -> dict[str, object]:
    axis = {"visible": False, "fixedrange": True, "constrain": "domain"}
    return {
        "template": None,
        "height": height,
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "xaxis": {**axis, "range": [_WEST, _EAST]},
        "yaxis": {
            **axis,
            "range": [_SOUTH, _NORTH],
            "scaleanchor": "x",
            "scaleratio": _SCALE_RATIO,
            "constraintoward": "top",
        },
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "paper_bgcolor": colours.paper,
        "plot_bgcolor": colours.paper,
        "hoverlabel": {"bgcolor": colours.panel, "font": {"color": colours.ink}},
    }
