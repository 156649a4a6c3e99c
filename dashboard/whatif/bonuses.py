"""All bonuses in one chart: what each is worth, what of it counts after the limit of d, on and off."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from textwrap import shorten, wrap
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from credit_core import Award, Law
from credit_core.whatif import BonusWorth
from dashboard.charts import law_title
from dashboard.charts.template import marker, new_figure, on_narrow, plain_axis
from dashboard.formats import money_text, short_citation
from dashboard.palette import LIGHT, Meaning

__all__ = ["STATES", "bonus_description", "bonus_figure", "bonus_finding", "bonus_table"]

STATES: Final[dict[str, str]] = {"earned": "on", "open": "off", "excluded": "not for this project"}
"""Whether a bonus is earned, in the words of the page."""

_ROW, _NARROW_ROW = 19, 30
_ROOM = 2.4
"""How much longer than the longest bar the axis is, for the words beside it."""
_NARROW_LABEL = 22
_AXIS: Final = "Dollars per job a year"
_AXIS_LETTERS = 45
_ALONE: Final = "Each bonus alone, as if it were the last one added: the parts kept back do not add up."


def bonus_finding(award: Award, law: Law | None = None) -> str:
    """What of the bonuses earned counts, in one sentence."""
    earned, limit = award.bonuses_total, award.gross_limit
    kept_back = award.gross_before_limit - award.gross_amount
    if kept_back and limit is not None:
        words = (
            f"The {money_text(limit)} limit keeps back {money_text(kept_back)} of {money_text(earned)} in bonuses a job"
        )
    elif limit is None:
        words = f"No limit per job: all {money_text(earned)} in bonuses a job count"
    elif earned:
        room = money_text(limit - award.gross_before_limit)
        words = f"All {money_text(earned)} in bonuses a job count; the limit leaves room for {room} more"
    else:
        room = money_text(limit - award.gross_before_limit)
        words = f"No bonus is earned yet; the limit leaves room for {room} a job"
    return law_title(words, law)


def bonus_description(worths: Sequence[BonusWorth]) -> str:
    """The chart in words, for readers who do not see it."""
    rows = "; ".join(f"{_title(worth)} {_words(worth)}" for worth in worths)
    alone = f" {_ALONE}" if _is_kept_back(worths) else ""
    return f"Bars in dollars per job a year, full worth and what counts after the limit: {rows}.{alone}"


def _is_kept_back(worths: Sequence[BonusWorth]) -> bool:
    """Whether the limit keeps back part of any bonus."""
    return any(worth.per_job_swallowed for worth in worths)


def bonus_table(worths: Sequence[BonusWorth]) -> pd.DataFrame:
    """Every bonus with its full worth, what counts, and the award of a year without it and with it."""
    job, year = "dollars per job a year", "dollars a year"
    return pd.DataFrame(
        {
            "Bonus": [worth.provision.title for worth in worths],
            "Citation": [worth.provision.citation for worth in worths],
            "State": [STATES[worth.status] for worth in worths],
            f"Full worth ({job})": [float(worth.amount) for worth in worths],
            f"After the limit, as the last one added ({job})": [float(worth.per_job) for worth in worths],
            f"Award without it ({year})": [float(worth.without_it) for worth in worths],
            f"Award with it ({year})": [float(worth.with_it) for worth in worths],
            f"Kept from it by all limits ({year})": [float(worth.swallowed) for worth in worths],
        }
    )


def bonus_figure(worths: Sequence[BonusWorth], award: Award, law: Law | None = None) -> go.Figure:
    """A bar for each bonus: the part that counts, then the part that the limit keeps back.

    Earned and open bonuses differ by fill and by word. A chosen bar carries the bonus's name as ``detail``.
    """
    most = max([float(worth.amount) for worth in worths], default=0) * _ROOM or 1
    figure = new_figure(
        [
            _bars(worths, "Earned: counts", "bonus", [_counts(worth, "earned") for worth in worths]),
            _bars(worths, "Not earned: would count", "neutral", [_counts(worth, "open") for worth in worths]),
            _bars(worths, "Kept back by the limit", "cut", [float(worth.per_job_swallowed) for worth in worths]),
            _beside(worths),
        ],
        title=bonus_finding(award, law),
        height=_ROW * len(worths) + (175 if _is_kept_back(worths) else 140),
        x=plain_axis(_axis_words(worths), range=[0, most], tickformat="$,.0f", nticks=6, showline=False),
        y=_rows([_label(worth) for worth in worths]),
        barmode="stack",
        bargap=0.3,
        dragmode=False,
        showlegend=True,
        legend={"orientation": "v", "x": 0, "y": 1.01, "yanchor": "bottom", "traceorder": "normal"},
        margin={"l": 8, "r": 8, "t": 80, "b": 8},
    )
    narrow = {
        "yaxis.ticktext": [_narrow_label(worth) for worth in worths],
        "yaxis.tickfont.size": 11,
        "xaxis.range": [0, most * 1.3],
        "xaxis.nticks": 3,
        "height": _NARROW_ROW * len(worths) + (195 if _is_kept_back(worths) else 160),
    }
    return on_narrow(figure, narrow)


def _axis_words(worths: Sequence[BonusWorth]) -> str:
    """What the axis measures; below it, that the parts kept back do not add up."""
    alone = wrap(_ALONE, _AXIS_LETTERS) if _is_kept_back(worths) else []
    return "<br>".join([_AXIS, *alone])


def _counts(worth: BonusWorth, status: str) -> float:
    return float(worth.per_job) if worth.status == status else 0.0


def _title(worth: BonusWorth) -> str:
    return f"{worth.provision.title} {short_citation(worth.provision.citation)}"


def _label(worth: BonusWorth) -> str:
    citation = short_citation(worth.provision.citation).partition(",")[0]
    title = f"<b>{escape(worth.provision.title)}</b>" if worth.status == "earned" else escape(worth.provision.title)
    return f"{title} <span style='color:{LIGHT.muted}'>{citation}</span>"


def _narrow_label(worth: BonusWorth) -> str:
    title = shorten(worth.provision.title, _NARROW_LABEL, placeholder="\N{HORIZONTAL ELLIPSIS}")
    citation = short_citation(worth.provision.citation).partition(",")[0]
    return f"{escape(title)}<br><span style='color:{LIGHT.muted}'>{citation}</span>"


def _words(worth: BonusWorth) -> str:
    """What stands beside a bar: whether it is on, and what counts of it."""
    if worth.status == "excluded":
        return STATES["excluded"]
    state = STATES[worth.status]
    if worth.amount == 0:
        return f"{state}: no amount"
    if worth.per_job_swallowed:
        return f"{state}: {_part(worth.per_job)} of {money_text(worth.amount)} counts"
    return f"{state}: {money_text(worth.amount)}"


def _part(amount: Decimal) -> str:
    return money_text(amount) if amount else "nothing"


def _bars(worths: Sequence[BonusWorth], name: str, meaning: Meaning, values: list[float]) -> dict[str, Any]:
    fill = marker([meaning])
    fill = fill | {"color": fill["color"][0], "pattern": fill["pattern"] | {"shape": fill["pattern"]["shape"][0]}}
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": list(range(len(worths))),
        "x": values,
        "marker": fill,
        "hovertext": [_hover(worth) for worth in worths],
        "hoverinfo": "text",
        "customdata": [worth.provision.name for worth in worths],
    }


def _hover(worth: BonusWorth) -> str:
    lines = [
        f"<b>{escape(_title(worth))}</b>: {_words(worth)}",
        *wrap(escape(worth.sentence), 60),
        f"Without it {money_text(worth.without_it)} a year, with it {money_text(worth.with_it)}",
    ]
    return "<br>".join(lines)


def _beside(worths: Sequence[BonusWorth]) -> dict[str, Any]:
    """The words beside each bar; they can be pointed at and chosen like it, also where there is no bar."""
    return {
        "type": "scatter",
        "mode": "text",
        "showlegend": False,
        "y": list(range(len(worths))),
        "x": [float(worth.amount) for worth in worths],
        "text": [f" {_words(worth)}" for worth in worths],
        "textposition": "middle right",
        "textfont": {"color": LIGHT.ink, "size": 13},
        "cliponaxis": False,
        "hovertext": [_hover(worth) for worth in worths],
        "hoverinfo": "text",
        "customdata": [worth.provision.name for worth in worths],
    }


def _rows(labels: list[str]) -> dict[str, Any]:
    return plain_axis(
        range=[len(labels) - 0.5, -0.5],
        tickvals=list(range(len(labels))),
        ticktext=labels,
        tickfont={"color": LIGHT.ink, "size": 13},
        showgrid=False,
        zeroline=False,
        ticklabelstandoff=6,
    )
