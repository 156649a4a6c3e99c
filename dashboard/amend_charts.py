"""The charts of the page Amend the law: a difference by provision as a waterfall, and what projects gain or lose."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from itertools import accumulate
from textwrap import wrap
from typing import Any, Final, NamedTuple

import pandas as pd
import plotly.graph_objects as go

from credit_core.whatif.compare import Decomposition, Part
from credit_core.whatif.outcomes import Outcomes
from dashboard.amend_words import change_text
from dashboard.charts import Axis, Bar, bars, empty_figure
from dashboard.charts.template import marker, new_figure, on_narrow, plain_axis, short_dollars
from dashboard.formats import short_citation
from dashboard.palette import LIGHT, Meaning

__all__ = [
    "difference_description",
    "difference_figure",
    "difference_table",
    "projects_description",
    "projects_figure",
    "projects_table",
    "years_table",
]

UNITS: Final = {"annual_award": "a year", "total_award": "over the period"}
_ROW: Final = 28
_WIDTH, _NARROW_WIDTH = 340, 180
"""Pixels between the labels and the edge, at the least, where 520 pixels are to be had and where they are not."""
_CHARACTER: Final = 6.6
_MOST_OF_WIDTH: Final = 0.7
"""What a character of an amount takes, in pixels, and how much of the width an amount may take from its bar."""
_LINE: Final = 30
"""Characters of a line of a project's name."""
_MOST_PROJECTS: Final = 16
_MEANINGS: Final[dict[str, Meaning]] = {
    "base_amount": "base",
    "retained_job_amount": "neutral",
    "annual_capital_route": "route",
}


class _Row(NamedTuple):
    """One bar: where it starts, how far it reaches, and what it says."""

    label: str
    citation: str
    start: Decimal
    change: Decimal
    meaning: Meaning


def _rows(found: Decomposition) -> list[_Row]:
    """The provisions that change, one after the other, and the difference that they add up to."""
    starts = accumulate((part.amount for part in found.changes), initial=Decimal(0))
    rows = [_row(part, start) for part, start in zip(found.changes, starts, strict=False)]
    return [*rows, _Row("Difference", "", Decimal(0), found.difference, "award")]


def _row(part: Part, start: Decimal) -> _Row:
    name = part.provision.name
    meaning = _MEANINGS.get(name, "bonus" if name.startswith("bonus_") else "cut")
    return _Row(part.provision.title, short_citation(part.provision.citation), start, part.amount, meaning)


# ---- the difference by provision ------------------------------------------------------------------------------------


def difference_figure(found: Decomposition, *, title: str, unit: str) -> go.Figure:
    """A waterfall from nothing through each provision to the difference; ``unit`` is "a year" or "over the period"."""
    if not found.changes:
        return empty_figure(title)
    rows = _rows(found)
    figure = new_figure(
        [_bars(rows), _amounts(rows)],
        title=title,
        height=_ROW * max(len(rows), 4) + 96,
        x=plain_axis(
            f"Dollars {unit}, maximum by formula",
            range=_axis_ends(rows, _WIDTH),
            nticks=6,
            zerolinewidth=2,
            **short_dollars(signed=True),
        ),
        y=plain_axis(
            range=[len(rows) - 0.5, -0.5],
            tickvals=list(range(len(rows))),
            ticktext=[_label(row) for row in rows],
            tickfont={"color": LIGHT.ink, "size": 14},
            showgrid=False,
            zeroline=False,
            ticklabelstandoff=6,
        ),
        bargap=0.34,
        dragmode=False,
    )
    narrow = {
        "xaxis.nticks": 3,
        "xaxis.range": _axis_ends(rows, _NARROW_WIDTH),
        "yaxis.tickfont.size": 12,
        "yaxis.ticktext": [_narrow_label(row) for row in rows],
        "height": 36 * max(len(rows), 4) + 96,
        "xaxis.title.text": f"Dollars {unit},<br>maximum by formula",
    }
    return on_narrow(figure, narrow)


def _axis_ends(rows: Sequence[_Row], width: float) -> list[float]:
    least = min(float(row.start + min(row.change, Decimal(0))) for row in rows)
    return _with_room(least, [(_right(row), _amount(row)) for row in rows], width)


def _with_room(least: float, amounts: Sequence[tuple[float, str]], width: float) -> list[float]:
    """The ends of an axis with room for every amount right of the end of its bar, in a width of so many pixels."""
    start = 1.02 * least
    return [start, max(start + (end - start) * _stretch(words, width) for end, words in amounts)]


def _stretch(words: str, width: float) -> float:
    """How much longer than a bar the axis must be, so that the amount fits beside it."""
    return width / (width - min(_CHARACTER * len(words), _MOST_OF_WIDTH * width))


def _right(row: _Row) -> float:
    return float(max(row.start, row.start + row.change))


def _amount(row: _Row) -> str:
    return f" {change_text(row.change)}"


def _label(row: _Row) -> str:
    citation = f" <span style='color:{LIGHT.muted}'>{row.citation}</span>" if row.citation else ""
    return f"{escape(row.label)}{citation}" if row.citation else f"<b>{row.label}</b>"


def _narrow_label(row: _Row) -> str:
    return _label(row).replace(" <span", "<br><span", 1)


def _bars(rows: Sequence[_Row]) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(rows))),
        "base": [float(row.start) for row in rows],
        "x": [float(row.change) for row in rows],
        "marker": marker([row.meaning for row in rows]),
        "hovertext": [f"<b>{escape(row.label)}</b> {row.citation}<br>{change_text(row.change)}" for row in rows],
        "hoverinfo": "text",
    }


def _amounts(rows: Sequence[_Row]) -> dict[str, Any]:
    """The amounts, always right of their bars, where nothing else is drawn."""
    return {
        "type": "scatter",
        "mode": "text",
        "y": list(range(len(rows))),
        "x": [_right(row) for row in rows],
        "text": [_amount(row) for row in rows],
        "textposition": "middle right",
        "textfont": {"color": LIGHT.ink, "size": 14},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def difference_description(found: Decomposition, *, unit: str) -> str:
    """What the waterfall shows, in words, for readers who do not see it."""
    if not found.changes:
        return f"Waterfall of the difference in dollars {unit}: no provision changes."
    told = "; ".join(f"{row.label} {row.citation} {change_text(row.change)}".replace("  ", " ") for row in _rows(found))
    return f"Waterfall of the difference in dollars {unit}: {told}."


def difference_table(found: Decomposition, *, unit: str) -> pd.DataFrame:
    """Every provision that plays a part under either law, and the award they add up to."""
    parts = [part for part in found.parts if part.first or part.second]
    return pd.DataFrame(
        {
            "Provision": [*(part.provision.title for part in parts), "Award"],
            "Citation": [*(part.provision.citation for part in parts), ""],
            f"Baseline (dollars {unit})": [*(part.first for part in parts), found.first],
            f"Compared law (dollars {unit})": [*(part.second for part in parts), found.second],
            f"Difference (dollars {unit})": [*(part.amount for part in parts), found.difference],
        }
    )


# ---- projects -------------------------------------------------------------------------------------------------------


def projects_figure(found: Outcomes, *, title: str) -> go.Figure:
    """The projects that gain or lose most, each with its difference a year."""
    moved = _most_moved(found)
    if moved.empty:
        return empty_figure(title)
    items = [_bar(str(name), float(change)) for name, change in zip(moved["name"], moved["annual_change"], strict=True)]
    height = 38 * max(len(items), 3) + 80  # a name may take two lines
    figure = bars(items, title=title, x=Axis("Dollars a year, maximum by formula", dollars=True), height=height)
    least = min(0.0, *(item.value for item in items))
    amounts = [(max(item.value, 0.0), f" {item.words} ") for item in items]
    narrow = {
        "xaxis.range": _with_room(least, amounts, _NARROW_WIDTH),
        "xaxis.title.text": "Dollars a year,<br>maximum by formula",
    }
    figure.update_xaxes(range=_with_room(least, amounts, _WIDTH))
    return on_narrow(figure, figure.layout.meta["narrow"] | narrow)


def _most_moved(found: Outcomes) -> pd.DataFrame:
    """At most so many projects, those that are moved furthest, from the greatest gain to the greatest loss."""
    changed = found.projects[found.projects["outcome"].isin(["gains", "loses"])]
    furthest = changed["annual_change"].abs().nlargest(_MOST_PROJECTS).index
    return changed.loc[furthest].sort_values("annual_change", ascending=False, kind="stable")


def _bar(name: str, change: float) -> Bar:
    words = change_text(Decimal(str(change)).quantize(Decimal("0.01")))
    return Bar(_short(name), change, words, "award" if change > 0 else "cut", hover=f"{escape(name)}: {words} a year")


def _short(name: str) -> str:
    """A name on at most two lines."""
    lines = wrap(name or "Without a name", _LINE, max_lines=2, placeholder="\N{HORIZONTAL ELLIPSIS}")
    return "<br>".join(map(escape, lines))


def projects_description(found: Outcomes) -> str:
    """What the chart of the projects shows, in words."""
    moved = _most_moved(found)
    amounts = (Decimal(str(change)).quantize(Decimal("0.01")) for change in moved["annual_change"])
    told = "; ".join(f"{name} {change_text(amount)}" for name, amount in zip(moved["name"], amounts, strict=True))
    return f"Bars of the difference in dollars a year by project: {told or 'no project gains or loses'}."


def projects_table(found: Outcomes) -> pd.DataFrame:
    """Every project under both laws; one that cannot be used says why."""
    projects = found.projects
    table = pd.DataFrame(
        {
            "Project": projects["name"],
            "Outcome": projects["outcome"].replace("", "cannot be used"),
            "Baseline (dollars a year)": projects["baseline_annual"],
            "Compared law (dollars a year)": projects["annual"],
            "Difference (dollars a year)": projects["annual_change"],
            "Difference (dollars over the period)": projects["total_change"],
            "Baseline": found.baseline.label,
        },
        index=projects.index,
    )
    return table.assign(Problems=projects["problems"]) if found.unusable else table


def years_table(found: Outcomes) -> pd.DataFrame:
    """The cost of each year of the periods, if all projects begin together."""
    return pd.DataFrame(
        {
            "Year": [each.year for each in found.years],
            "Baseline (dollars)": [each.baseline for each in found.years],
            "Compared law (dollars)": [each.law for each in found.years],
            "Difference (dollars)": [each.change for each in found.years],
        }
    )
