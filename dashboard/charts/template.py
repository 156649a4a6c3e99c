"""One lean template for every chart, and the helpers that figures are made with.

Figures are built in the colours of the light palette; the browser translates them to the dark one
(`dark_colours`), so that a chart follows the theme without asking the server.
"""

from collections.abc import Mapping
from typing import Any, Final

import plotly.graph_objects as go

from credit_core.law import Law
from dashboard.formats import Against, law_note
from dashboard.palette import DARK, LIGHT, PATTERNS, Meaning

__all__ = [
    "FONT",
    "chart_title",
    "dark_colours",
    "empty_figure",
    "law_title",
    "marker",
    "new_figure",
    "on_narrow",
    "plain_axis",
    "short_dollars",
]

FONT: Final = "Source Sans, Source Sans Pro, sans-serif"

_AXIS: Final[dict[str, Any]] = {
    "gridcolor": LIGHT.rule,
    "linecolor": LIGHT.neutral,
    "zerolinecolor": LIGHT.neutral,
    "tickfont": {"color": LIGHT.muted, "size": 13},
    "title": {"font": {"color": LIGHT.muted, "size": 13}, "standoff": 8},
    "automargin": True,
}

_TEMPLATE: Final = go.layout.Template(
    layout={
        "font": {"family": FONT, "size": 14, "color": LIGHT.ink},
        "paper_bgcolor": LIGHT.paper,
        "plot_bgcolor": LIGHT.paper,
        "xaxis": _AXIS,
        "yaxis": _AXIS,
        "margin": {"l": 8, "r": 8, "t": 12, "b": 8},
        "hoverlabel": {
            "bgcolor": LIGHT.panel,
            "bordercolor": LIGHT.rule,
            "font": {"family": FONT, "size": 14, "color": LIGHT.ink},
            "align": "left",
        },
        "hovermode": "closest",
        "showlegend": False,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "colorway": [LIGHT.award, LIGHT.route, LIGHT.base, LIGHT.cut, LIGHT.warning, LIGHT.neutral],
        "separators": ".,",
    }
)


def new_figure(
    traces: list[dict[str, Any]], *, title: str, height: int, x: Mapping[str, Any], y: Mapping[str, Any], **more: Any
) -> go.Figure:
    """A figure of our template; `height` is in pixels, `x` and `y` are the settings of the axes.

    The title is the finding. The page writes it above the plot, where it wraps; images carry it inside.
    """
    layout = {"template": _TEMPLATE, "title": {"text": title}, "height": height, "xaxis": dict(x), "yaxis": dict(y)}
    return go.Figure({"data": traces, "layout": layout | more})


def empty_figure(words: str, *, height: int = 220) -> go.Figure:
    """A chart with nothing to draw: it says what to do instead."""
    hidden = {"visible": False, "fixedrange": True}
    note = {"text": words, "showarrow": False, "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5}
    return new_figure([], title=words, height=height, x=hidden, y=hidden, annotations=[note], dragmode=False)


def chart_title(figure: go.Figure) -> str:
    """The finding a figure carries as its title; empty when it carries none."""
    return str(figure.layout.title.text or "")


def law_title(title: str, law: Law | Against | None) -> str:
    """A title that says so when the law is amended, or some question of it is read otherwise.

    That of a difference stays as it is: "not current law" would read as against current law, and the line below it
    names both laws.
    """
    if law is None or isinstance(law, Against) or not law_note(law):
        return title
    return f"{title} ({'other readings of current law' if law.is_current else 'not current law'})"


def marker(meanings: list[Meaning]) -> dict[str, Any]:
    """The fill of bars by meaning: a colour and, so that colour never stands alone, a pattern."""
    return {
        "color": [getattr(LIGHT, meaning) for meaning in meanings],
        "line": {"width": 0},
        "pattern": {
            "shape": [PATTERNS[meaning] for meaning in meanings],
            "fillmode": "overlay",
            "fgcolor": LIGHT.paper,
            "fgopacity": 0.55,
            "size": 7,
            "solidity": 0.22,
        },
    }


def plain_axis(title: str = "", **more: Any) -> dict[str, Any]:
    """An axis that cannot be zoomed, with a title; further settings as in Plotly."""
    return {"fixedrange": True, **({"title": {"text": title}} if title else {}), **more}


def short_dollars(*, signed: bool = False) -> dict[str, Any]:
    """How an axis or a scale writes large dollars: $500k, $4M, $50B.

    Plotly puts a sign after the dollar sign, so that `signed` numbers, whose axis title says dollars, go without it.
    """
    form: dict[str, Any] = {"exponentformat": "B", "separatethousands": True}
    return form if signed else form | {"tickprefix": "$"}


def on_narrow(figure: go.Figure, settings: Mapping[str, Any]) -> go.Figure:
    """Let a figure change settings of its layout, by dotted path, where less than 520 pixels are to be had."""
    figure.layout.meta = {"narrow": dict(settings)}
    return figure


def dark_colours() -> dict[str, str]:
    """Each colour of the light palette with the one that means the same on dark paper."""
    return dict(zip(LIGHT, DARK, strict=True))
