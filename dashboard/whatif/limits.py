"""The limits of d and f as bars: the award with each lifted, as it stands, and tightened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import pandas as pd
import plotly.graph_objects as go

from credit_core import Law
from credit_core.whatif import LimitLever, LimitResult
from dashboard.charts import Axis, Bar, bars, empty_figure, law_title
from dashboard.charts.template import on_narrow, short_dollars
from dashboard.formats import money_text, short_citation
from dashboard.palette import Meaning

__all__ = ["limit_description", "limit_figure", "limit_finding", "limit_name", "limit_table"]

_NOT_CURRENT = "not current law"


def limit_name(lever: LimitLever) -> str:
    """A limit in a few words: "Limit per job (d)(1)"."""
    kind = "Limit per job" if lever.figure.name.startswith("gross_limit.") else "Annual limit"
    return f"{kind} {short_citation(lever.figure.citation)}"


def _shown(levers: Sequence[LimitLever]) -> list[LimitLever]:
    """The limits that govern, and any other that would come to matter."""
    return [lever for lever in levers if lever.governs or lever.matters]


def limit_finding(levers: Sequence[LimitLever], percent: int, law: Law | None = None) -> str:
    """What lifting and tightening would do, in one sentence."""
    changes = [(lever, _gain(lever), _loss(lever)) for lever in _shown(levers)]
    telling = max(changes, key=lambda each: max(each[1], each[2]), default=None)
    if telling is None or not max(telling[1:]):
        words = f"Neither lifting a limit nor tightening it by {percent} % changes the award of a year"
        return law_title(words, law)
    lever, gain, loss = telling
    parts = [
        *([f"lifting it adds {money_text(gain)} a year"] if gain else []),
        *([f"{percent} % less takes {money_text(loss)} a year"] if loss else []),
    ]
    return law_title(f"{limit_name(lever)}: {', '.join(parts)}", law)


def _gain(lever: LimitLever) -> Decimal:
    return lever.lifted.annual_award - lever.present.annual_award


def _loss(lever: LimitLever) -> Decimal:
    return lever.present.annual_award - lever.tightened.annual_award


def limit_description(levers: Sequence[LimitLever]) -> str:
    """The chart in words, for readers who do not see it."""
    rows = "; ".join(f"{bar.label} {bar.words}" for bar in _bars(levers))
    return f"Bars in dollars a year, maximum by formula: {rows or 'no limit governs'}."


def limit_table(levers: Sequence[LimitLever], percent: int) -> pd.DataFrame:
    """All twelve limits with the award of a year lifted, at present and tightened."""
    return pd.DataFrame(
        {
            "Limit": [limit_name(lever) for lever in levers],
            "What it is": [lever.figure.title for lever in levers],
            "Governs here": ["yes" if lever.governs else "no" for lever in levers],
            "In force (dollars)": [_number(lever.present.limit) for lever in levers],
            f"Award lifted, {_NOT_CURRENT} (dollars a year)": [float(lever.lifted.annual_award) for lever in levers],
            "Award at present (dollars a year)": [float(lever.present.annual_award) for lever in levers],
            f"Award tightened by {percent} %, {_NOT_CURRENT} (dollars a year)": [
                float(lever.tightened.annual_award) for lever in levers
            ],
        }
    )


def _number(limit: Decimal | None) -> float | None:
    return None if limit is None else float(limit)


def limit_figure(levers: Sequence[LimitLever], percent: int, law: Law | None = None) -> go.Figure:
    """Three bars for each limit that governs or matters; a chosen bar carries the limit's name as ``detail``."""
    items = list(_bars(levers))
    finding = limit_finding(levers, percent, law)
    if not items:
        return empty_figure(finding)
    most = max(bar.value for bar in items) or 1
    figure = bars(items, title=finding, x=Axis("Each year, dollars a year, maximum by formula", dollars=True))
    figure.update_xaxes(range=[0, most * 1.3], tickformat=None, nticks=6, **short_dollars())
    narrow = {"xaxis.range": [0, most * 1.6], "xaxis.nticks": 4, "xaxis.title.text": "Dollars a year"}
    return on_narrow(figure, narrow | {"yaxis.tickfont.size": 12})


def _bars(levers: Sequence[LimitLever]) -> Iterator[Bar]:
    for lever in _shown(levers):
        for state, result in (("lifted", lever.lifted), ("at present", lever.present), ("tightened", lever.tightened)):
            yield _bar(lever, state, result)


def _bar(lever: LimitLever, state: str, result: LimitResult) -> Bar:
    amount = "" if result.limit is None else f", {money_text(result.limit)}"
    note = "" if result.law.is_current else f", {_NOT_CURRENT}"
    hover = f"<b>{limit_name(lever)}</b> {state}{amount}{note}<br>{money_text(result.annual_award)} a year"
    meaning: Meaning = "award" if state == "at present" else "neutral"
    label = f"{limit_name(lever)} {state}"
    words = f"{money_text(result.annual_award)}{' *' if note else ''}"
    return Bar(label, float(result.annual_award), words, meaning, hover, lever.figure.name)
