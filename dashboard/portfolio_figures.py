"""The charts of a portfolio: how awards spread, what binds, by place, by size, and every project as a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from html import escape
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from credit_core.portfolio import AWARD_BANDS, JOB_BANDS, Group, Totals
from credit_core.sentences import count_text, percent_text
from dashboard.charts import Axis, Bar, bars, empty_figure
from dashboard.charts.template import new_figure, on_narrow, short_dollars
from dashboard.formats import money_text
from dashboard.palette import LIGHT, Meaning
from dashboard.whatif.words import BINDING_TITLES

__all__ = [
    "award_bars",
    "award_finding",
    "group_description",
    "group_table",
    "place_bars",
    "place_finding",
    "place_name",
    "point_description",
    "point_finding",
    "point_table",
    "points_figure",
    "rule_bars",
    "rule_finding",
    "size_bars",
    "size_finding",
    "spread_of",
]

_MOST_BARS: Final = 12
_MEANINGS: Final[dict[str, Meaning]] = {"none": "award", "capital_route": "route", "not_eligible": "neutral"}
_NO_LIMITS: Final = ("none", "not_eligible")
_SYMBOLS: Final[dict[str, str]] = {
    "none": "circle",
    "gross_limit": "square",
    "retained_capital": "triangle-up",
    "annual_limit": "triangle-down",
    "withholdings": "x",
    "necessity": "cross",
    "capital_route": "diamond",
    "not_eligible": "circle-open",
}
"""What binds a project: the shape of its point, so that colour never tells it alone."""


# ---- how awards spread ----------------------------------------------------------------------------------------------


def spread_of(groups: Sequence[Group]) -> list[Group]:
    """The bands from the first that holds a project to the last."""
    filled = [place for place, group in enumerate(groups) if group.projects]
    return list(groups[filled[0] : filled[-1] + 1]) if filled else []


def award_finding(totals: Totals) -> str:
    """The median and the largest award; the median leaves out projects without an award, and says so."""
    if totals.median is None or totals.most is None:
        return "No project earns an award"
    if totals.earning == 1:
        return f"The one award above $0 is {money_text(totals.most)} a year"
    median, most = money_text(totals.median), money_text(totals.most)
    return f"The median of {totals.earning:,} awards above $0 is {median} a year, the largest {most}"


def award_bars(groups: Sequence[Group], title: str) -> go.Figure:
    """How many projects have an award in each band."""
    return _counts(spread_of(groups), award_band, title)


def award_band(name: str) -> str:
    """A band of awards in words: "$250,000 to $500,000", each end belonging to the lower band."""
    place = int(name)
    if place == 0:
        return "nothing"
    if place == len(AWARD_BANDS):
        return f"over {_short_money(AWARD_BANDS[-1])}"
    if place == 1:
        return f"up to {_short_money(AWARD_BANDS[1])}"
    return f"{_short_money(AWARD_BANDS[place - 1])} to {_short_money(AWARD_BANDS[place])}"


def _short_money(dollars: int) -> str:
    return money_text(Decimal(dollars))


# ---- what binds -----------------------------------------------------------------------------------------------------


def rule_finding(groups: Sequence[Group], totals: Totals) -> str:
    """How many projects no limit binds, which rule binds most of the others, and how many lie in no eligible area."""
    counts = {group.name: group.projects for group in groups}
    words = f"No limit binds {counts['none']:,} of {count_text(totals.computed, 'project')}"
    nowhere = f"; {counts['not_eligible']:,} in no eligible area" if counts["not_eligible"] else ""
    return words + _most_often(counts) + nowhere


def _most_often(counts: Mapping[str, int]) -> str:
    """The limit that binds most projects; lying in no eligible area is no limit."""
    limits = {name: count for name, count in counts.items() if name not in _NO_LIMITS}
    most = max(limits.values())
    if not most:
        return ""
    binding = " and ".join(rule_title(name).lower() for name, count in limits.items() if count == most)
    return f"; most often binding: {binding}, {most:,}{' each' if ' and ' in binding else ''}"


def rule_title(name: str) -> str:
    """What binds, in a few words."""
    return BINDING_TITLES[name]


def rule_bars(groups: Sequence[Group], title: str) -> go.Figure:
    """How many projects each rule binds, in the order of the law."""
    return _counts(groups, rule_title, title, lambda group: _meaning(group.name))


def _meaning(rule: str) -> Meaning:
    return _MEANINGS.get(rule, "cut")


# ---- by place and by size -------------------------------------------------------------------------------------------


def place_name(name: str) -> str:
    """A place as it is written; rows without one have a name too."""
    return name or "not given"


def place_finding(by: str, groups: Sequence[Group], totals: Totals) -> str:
    """The place with the largest part of the yearly awards."""
    first = groups[0] if groups else None
    if first is None or first.share is None:
        return "No project earns an award"
    where = f"{first.name} County" if by == "county" and first.name else first.name or f"No {by} given"
    whole = money_text(totals.annual_award)
    drawn = f"; {_MOST_BARS} of {len(groups):,} are drawn" if groups[_MOST_BARS:] else ""
    return f"{where}: {percent_text(first.share)} of {whole} a year{drawn}"


def place_bars(groups: Sequence[Group], title: str) -> go.Figure:
    """The awards of a year by place, the largest first; at most twelve places are drawn."""
    return _amounts(groups[:_MOST_BARS], place_name, title)


def size_finding(groups: Sequence[Group]) -> str:
    """The sizes that take the largest part of the yearly awards."""
    most = max(groups, key=lambda group: group.annual_award)
    if most.share is None:
        return "No project earns an award"
    return f"Projects of {size_band(most.name)}: {percent_text(most.share)} of the awards of a year"


def size_bars(groups: Sequence[Group], title: str) -> go.Figure:
    """The awards of a year by the number of jobs."""
    return _amounts(spread_of(groups), size_band, title)


def size_band(name: str) -> str:
    """A band of jobs in words: "251 to 400 jobs"."""
    place = int(name)
    if place == 0:
        return "no jobs"
    if place == len(JOB_BANDS):
        return f"over {JOB_BANDS[-1]:,} jobs"
    return f"{range(JOB_BANDS[place - 1], JOB_BANDS[place])[1]:,} to {JOB_BANDS[place]:,} jobs"


# ---- bars, their words and their table ------------------------------------------------------------------------------


def _counts(
    groups: Sequence[Group],
    named: Callable[[str], str],
    title: str,
    meaning: Callable[[Group], Meaning] = lambda group: "award",
) -> go.Figure:
    if not any(group.projects for group in groups):
        return empty_figure("No project has a result.")
    items = [
        Bar(escape(named(group.name)), group.projects, f"{group.projects:,}", meaning(group), _hover(group, named))
        for group in groups
    ]
    return bars(items, title=title, x=Axis("Projects", least=0))


def _amounts(groups: Sequence[Group], named: Callable[[str], str], title: str) -> go.Figure:
    if not any(group.annual_award for group in groups):
        return empty_figure("No project earns an award.")
    items = [
        Bar(
            escape(_cut(named(group.name))),
            float(group.annual_award),
            money_text(group.annual_award),
            hover=_hover(group, named),
        )
        for group in groups
    ]
    figure = bars(items, title=title, x=Axis("Dollars a year, maximum by formula", dollars=True))
    return figure.update_xaxes(nticks=4, tickangle=0)  # room for billions, upright


def _cut(text: str, most: int = 34) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _hover(group: Group, named: Callable[[str], str]) -> str:
    return f"{escape(named(group.name))}: {_words(group)}"


def _words(group: Group) -> str:
    return f"{count_text(group.projects, 'project')}, {money_text(group.annual_award)} a year"


def group_description(what: str, groups: Sequence[Group], named: Callable[[str], str]) -> str:
    """A chart of groups in words: each drawn group with its projects and awards."""
    return f"{what}. " + "; ".join(f"{named(group.name)}: {_words(group)}" for group in groups[:_MOST_BARS]) + "."


def group_table(what: str, groups: Sequence[Group], named: Callable[[str], str]) -> pd.DataFrame:
    """Every group with its projects, awards and share."""
    return pd.DataFrame(
        {
            what: [named(group.name) for group in groups],
            "Projects": [group.projects for group in groups],
            "Each year, dollars": [group.annual_award for group in groups],
            "Over the period, dollars": [group.total_award for group in groups],
            "Share of a year, percent": [group.share for group in groups],
        }
    )


# ---- every project as a point ---------------------------------------------------------------------------------------


def point_finding(points: pd.DataFrame, totals: Totals) -> str:
    """The largest award, with its project; whether some are not drawn."""
    if not len(points):
        return "No project has a result"
    first = points.iloc[0]
    few = len(points) < totals.computed
    drawn = f"; {len(points):,} of {totals.computed:,} are drawn, evenly by award" if few else ""
    tied = (points["annual_award"] == first["annual_award"]).sum() > 1
    have = f"{_project(points, 0)} and others have" if tied else f"{_project(points, 0)} has"
    return f"{have} the largest award, {_money(first['annual_award'])} a year{drawn}"


def _project(points: pd.DataFrame, place: int) -> str:
    return str(points["name"].iloc[place]) or f"Row {points.index[place]}"


def _money(dollars: float) -> str:
    return money_text(Decimal(str(dollars)))


def points_figure(points: pd.DataFrame, title: str) -> go.Figure:
    """Jobs and the award of a year of each project; shape and colour tell what binds, the name stands on hover."""
    if not len(points):
        return empty_figure("No project has a result.")
    traces = [_trace(points, rule) for rule in _SYMBOLS if (points["binding"] == rule).any()]
    figure = new_figure(
        traces,
        title=title,
        height=440,
        x={"title": {"text": "New and retained jobs"}, "rangemode": "tozero"},
        y={"title": {"text": "Dollars a year, maximum by formula"}, "tickformat": "$,.0f", "rangemode": "tozero"},
        showlegend=True,
        dragmode="zoom",
        legend={"orientation": "h", "x": 0, "y": -0.17, "yanchor": "top"},
    )
    short = {f"yaxis.{name}": value for name, value in short_dollars().items()}
    return on_narrow(figure, {"xaxis.nticks": 4, "dragmode": False, "yaxis.tickformat": "", **short})


def _trace(points: pd.DataFrame, rule: str) -> dict[str, Any]:
    chosen = points[points["binding"] == rule]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": rule_title(rule),
        "x": chosen["jobs"].tolist(),
        "y": chosen["annual_award"].tolist(),
        "customdata": [int(row) for row in chosen.index],
        "hovertext": [_point_words(chosen, place) for place in range(len(chosen))],
        "hoverinfo": "text",
        "marker": {
            "color": getattr(LIGHT, _meaning(rule)),
            "symbol": _SYMBOLS[rule],
            "size": 10,
            "opacity": 0.8,
            "line": {"width": 1, "color": LIGHT.paper},
        },
    }


def _point_words(points: pd.DataFrame, place: int) -> str:
    """What is said of a point; a name comes from a file and must not become markup."""
    row = points.iloc[place]
    jobs, award = count_text(int(row["jobs"]), "job"), _money(row["annual_award"])
    name = escape(_cut(_project(points, place), 80))
    return f"<b>{name}</b><br>{jobs}, {award} a year<br>{rule_title(row['binding'])}"


def point_description(points: pd.DataFrame) -> str:
    """The chart of points in words: what it shows, and its three largest awards."""
    words = [
        f"{_project(points, place)}: {count_text(int(row['jobs']), 'job')}, {_money(row['annual_award'])} a year"
        for place, (_, row) in enumerate(points.head(3).iterrows())
    ]
    return f"Jobs and yearly award of {count_text(len(points), 'project')}. The largest: {'; '.join(words) or 'none'}."


def point_table(points: pd.DataFrame) -> pd.DataFrame:
    """The points as a table, the largest award first."""
    return pd.DataFrame(
        {
            "Row": points.index,
            "Project": points["name"],
            "Jobs": points["jobs"],
            "Each year, dollars": points["annual_award"],
            "What binds": [rule_title(rule) for rule in points["binding"]],
        }
    )
