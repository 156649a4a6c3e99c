"""The two waterfalls: from the base to the gross of a job, and from the jobs to the award of a year.

Both are drawn from the steps of the explanation alone: each bar is a step's `change`, each line its `amount`.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from html import escape
from itertools import accumulate
from textwrap import shorten, wrap
from typing import Any, Final, NamedTuple

import pandas as pd
import plotly.graph_objects as go

from credit_core.law import Law
from credit_core.scenario import money_text
from credit_core.step import Kind, Stage, Step
from dashboard.charts.template import empty_figure, law_title, marker, new_figure, on_narrow, plain_axis, short_dollars
from dashboard.formats import short_citation
from dashboard.palette import LIGHT, Meaning

__all__ = [
    "MEANING_OF_KIND",
    "job_description",
    "job_table",
    "job_waterfall",
    "year_description",
    "year_table",
    "year_waterfall",
]

MEANING_OF_KIND: Final[dict[Kind, Meaning]] = {
    "base": "base",
    "bonus": "bonus",
    "amount": "neutral",
    "cut": "cut",
    "route": "route",
    "subtotal": "award",
    "award": "award",
}
"""The colour and pattern of each kind of step, on every page."""

# Lines that repeat the running figure. One is drawn only where the next one differs; the last always.
_SUBTOTALS: Final[dict[Stage, tuple[str, ...]]] = {
    "job": ("gross_before_limit", "gross_amount"),
    "year": ("annual_by_jobs", "annual_ordinary", "annual_award"),
    "period": (),
}
_BASIS: Final[dict[Stage, str]] = {"job": "a job", "year": "a year", "period": "over the period"}
_AXIS_TITLE: Final[dict[Stage, str]] = {
    "job": "Dollars per job a year, maximum by formula",
    "year": "Dollars a year, maximum by formula",
    "period": "Dollars over the eligibility period, maximum by formula",
}

_ROW, _NARROW_ROW = 26, 32
"""Pixels of one row, with a label of one line or, where there is little room, of two."""
_ROWS_ALWAYS = 8
"""Room for as many rows is always kept, so that a page does not jump when a bonus comes or goes."""
_FAR = Decimal("1.6")
"""A limit farther than this many times the longest bar is named beside the plot instead of being drawn."""
_NARROW_LABEL = 22
"""Characters of a line of a label where there is little room."""


class _Row(NamedTuple):
    """One bar: it starts at the running figure and is as long as the step's change; a subtotal starts at 0."""

    step: Step
    start: Decimal
    change: Decimal

    @property
    def end(self) -> Decimal:
        return self.start + self.change

    @property
    def is_total(self) -> bool:
        return self.step.name in _SUBTOTALS[self.step.stage]


def job_waterfall(steps: Sequence[Step], law: Law | None = None) -> go.Figure:
    """From the base through each bonus that applies to the gross amount of one job, in dollars per job a year.

    The bars are the changes of stage `job`: they add up to `gross_amount`. A project that nothing is due to gets an
    empty chart that says what to do.
    """
    if not _running(steps, "job"):
        return empty_figure("Mark the area that the project lies in to see what a job earns.")
    return _waterfall(steps, "job", law_title(_job_finding(steps), law))


def year_waterfall(steps: Sequence[Step], law: Law | None = None) -> go.Figure:
    """From the new and retained jobs through each limit and the Camden route to the award of one year, in dollars.

    The bars are the changes of stage `year`: they add up to `annual_award`.
    """
    if not _running(steps, "job"):
        return empty_figure("Mark the area that the project lies in to see the award of a year.")
    if not any(step.change for step in _of(steps, "year")):
        return empty_figure("Enter new or retained jobs to see the award of a year.")
    return _waterfall(steps, "year", law_title(_year_finding(steps), law))


def job_description(steps: Sequence[Step]) -> str:
    """What the waterfall of a job shows, in words, for readers who do not see it."""
    return _description(steps, "job")


def year_description(steps: Sequence[Step]) -> str:
    """What the waterfall of a year shows, in words, for readers who do not see it."""
    return _description(steps, "year")


def job_table(steps: Sequence[Step]) -> pd.DataFrame:
    """The bars of the job's waterfall as a table: dollars per job a year."""
    return _table(steps, "job")


def year_table(steps: Sequence[Step]) -> pd.DataFrame:
    """The bars of the year's waterfall as a table: dollars a year."""
    return _table(steps, "year")


# ---- what the steps say ---------------------------------------------------------------------------------------------


def _of(steps: Sequence[Step], stage: Stage) -> list[Step]:
    return [step for step in steps if step.stage == stage]


def _running(steps: Sequence[Step], stage: Stage) -> Decimal:
    return sum((step.change for step in _of(steps, stage)), Decimal(0))


def _rows(steps: Sequence[Step], stage: Stage) -> list[_Row]:
    own = _of(steps, stage)
    ends = list(accumulate((step.change for step in own), initial=Decimal(0)))
    rows = [_Row(step, start, step.change) for step, start in zip(own, ends, strict=False) if step.change]
    totals = [_Row(step, Decimal(0), end) for step, end in zip(own, ends[1:], strict=True) if _is_total(step)]
    kept = [
        row for row, later in zip(totals, [*totals[1:], None], strict=False) if later is None or row.end != later.end
    ]
    return sorted(rows + kept, key=lambda row: row.step.number)


def _is_total(step: Step) -> bool:
    return step.name in _SUBTOTALS[step.stage]


def _limits(steps: Sequence[Step], stage: Stage) -> list[Step]:
    """The limits that govern and have an amount, in the order of the statute."""
    return [step for step in _of(steps, stage) if step.kind == "cut" and step.applies and step.amount is not None]


def _cuts(steps: Sequence[Step], stage: Stage) -> list[Step]:
    return [step for step in _of(steps, stage) if step.kind == "cut" and step.change]


def _job_finding(steps: Sequence[Step]) -> str:
    gross = money_text(_running(steps, "job"))
    cuts = _cuts(steps, "job")
    if not cuts:
        return f"No limit binds: {gross} a job"
    return f"The {money_text(cuts[0].amount or Decimal(0))} limit takes {money_text(-cuts[0].change)} a job"


def _year_finding(steps: Sequence[Step]) -> str:
    award = money_text(_running(steps, "year"))
    route = sum((step.change for step in _of(steps, "year") if step.kind == "route"), Decimal(0))
    cuts = _cuts(steps, "year")
    if route:
        return f"The Camden route adds {money_text(route)}: {award} a year"
    if not cuts:
        return f"No annual limit binds: {award} a year"
    taken = money_text(-sum((step.change for step in cuts), Decimal(0)))
    if len(cuts) > 1:
        return f"Annual limits take {taken}: {award} a year"
    return f"{_named_limit(cuts[0])} takes {taken}: {award} a year"


def _named_limit(step: Step) -> str:
    words = {"withholdings_limit": "The limit by withholdings", "amount_necessary": "The amount necessary"}
    return words.get(step.name, f"The {money_text(step.amount or Decimal(0))} annual limit")


def _description(steps: Sequence[Step], stage: Stage) -> str:
    rows = _rows(steps, stage)
    if not _running(steps, stage) or not rows:
        return f"Waterfall in dollars {_unit(stage)}: nothing to draw."
    bars = "; ".join(f"{row.step.title} {short_citation(row.step.citation)} {_amount_words(row)}" for row in rows)
    lines = "".join(f" {_limit_words(step)}." for step in _limits(steps, stage))
    return f"Waterfall in dollars {_unit(stage)}: {bars}.{lines}"


def _unit(stage: Stage) -> str:
    return {"job": "per job a year", "year": "a year", "period": "over the eligibility period"}[stage]


def _amount_words(row: _Row) -> str:
    """What a bar says beside it: a signed change, or the amount reached."""
    if row.is_total:
        return money_text(row.end)
    sign = "+" if row.change > 0 else "\N{MINUS SIGN}"
    return f"{sign}{money_text(abs(row.change))}"


def _limit_words(step: Step) -> str:
    amount = money_text(step.amount or Decimal(0))
    return f"{step.title} {short_citation(step.citation)} {amount}"


def _table(steps: Sequence[Step], stage: Stage) -> pd.DataFrame:
    rows = _rows(steps, stage)
    unit = f"dollars {_unit(stage)}"
    return pd.DataFrame(
        {
            "Step": [row.step.title for row in rows],
            "Citation": [row.step.citation for row in rows],
            f"Change ({unit})": [None if row.is_total else float(row.change) for row in rows],
            f"Then ({unit})": [float(row.end) for row in rows],
        }
    )


# ---- drawing --------------------------------------------------------------------------------------------------------


def _waterfall(steps: Sequence[Step], stage: Stage, title: str) -> go.Figure:
    rows = _rows(steps, stage)
    longest = max(max(row.start, row.end) for row in rows)
    near = [step for step in _limits(steps, stage) if (step.amount or 0) <= longest * _FAR]
    far = [step for step in _limits(steps, stage) if step not in near]
    most = max([longest, *(step.amount or Decimal(0) for step in near)])
    figure = new_figure(
        [_bars(rows), _labels(rows)],
        title=title,
        height=_ROW * max(len(rows), _ROWS_ALWAYS) + 96,
        x=_money_axis(stage, most),
        y=_row_axis([_long_label(row) for row in rows]),
        shapes=[_line(step) for step in near],
        annotations=[*_line_labels(near, most), *_far_labels(far, len(near))],
        margin={"l": 8, "r": 12, "t": 10 + 20 * (len(near) + len(far)), "b": 8},
        bargap=0.34,
        dragmode=False,
    )
    return on_narrow(figure, _narrow(rows, most))


def _bars(rows: list[_Row]) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(rows))),
        "base": [float(row.start) for row in rows],
        "x": [float(row.change) for row in rows],
        "marker": marker([MEANING_OF_KIND[row.step.kind] for row in rows]),
        "hovertext": [_hover(row) for row in rows],
        "hoverinfo": "text",
        "customdata": [row.step.name for row in rows],
    }


def _labels(rows: list[_Row]) -> dict[str, Any]:
    """The amounts, always right of their bars, where nothing else is drawn."""
    return {
        "type": "scatter",
        "mode": "text",
        "y": list(range(len(rows))),
        "x": [float(max(row.start, row.end)) for row in rows],
        "text": [f" {_bold(_amount_words(row), row.is_total)}" for row in rows],
        "textposition": "middle right",
        "textfont": {"color": LIGHT.ink, "size": 14},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _bold(words: str, bold: bool) -> str:
    return f"<b>{words}</b>" if bold else words


def _hover(row: _Row) -> str:
    lines = [f"<b>{escape(row.step.title)}</b> {row.step.citation}", *map(escape, wrap(row.step.sentence, 60))]
    return "<br>".join([*lines, f"{_amount_words(row)} {_BASIS[row.step.stage]}"])


def _money_axis(stage: Stage, most: Decimal) -> dict[str, Any]:
    form = {"tickformat": "$,.0f"} if stage == "job" else short_dollars()
    return plain_axis(_AXIS_TITLE[stage], range=[0, float(most) * 1.16], nticks=8, showline=False, **form)


def _row_axis(labels: list[str]) -> dict[str, Any]:
    rows = max(len(labels), _ROWS_ALWAYS)
    return plain_axis(
        range=[rows - 0.5, -0.5],
        tickvals=list(range(len(labels))),
        ticktext=labels,
        tickfont={"color": LIGHT.ink, "size": 14},
        showgrid=False,
        zeroline=False,
        ticklabelstandoff=6,
    )


def _long_label(row: _Row) -> str:
    citation = f"<span style='color:{LIGHT.muted}'>{short_citation(row.step.citation)}</span>"
    return f"{_bold(escape(row.step.title), row.is_total)} {citation}"


def _narrow_label(row: _Row) -> str:
    """Title and citation on two lines: the citation is always whole, a long title loses its end."""
    citation = short_citation(row.step.citation)
    lines = wrap(row.step.title, _NARROW_LABEL)
    if len(lines) > 1:
        room = _NARROW_LABEL - len(citation)
        lines = [lines[0], shorten(" ".join(lines[1:]), room, placeholder="\N{HORIZONTAL ELLIPSIS}")]
    title = "<br>".join(_bold(escape(line), row.is_total) for line in lines)
    joint = " " if len(lines) > 1 else "<br>"
    return f"{title}{joint}<span style='color:{LIGHT.muted}'>{citation}</span>"


def _narrow(rows: list[_Row], most: Decimal) -> dict[str, Any]:
    """On a phone: labels on two lines, room for an amount right of the longest bar, few ticks."""
    return {
        "yaxis.ticktext": [_narrow_label(row) for row in rows],
        "yaxis.tickfont.size": 12,
        "xaxis.range": [0, float(most) * 1.36],
        "xaxis.nticks": 4,
        "xaxis.title.text": _AXIS_TITLE[rows[0].step.stage].replace(", ", ",<br>"),
        "height": _NARROW_ROW * max(len(rows), _ROWS_ALWAYS) + 96,
    }


def _line(step: Step) -> dict[str, Any]:
    return {
        "type": "line",
        "x0": float(step.amount or 0),
        "x1": float(step.amount or 0),
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "layer": "between",  # above the grid, below bars and their amounts, which it would run through
        "line": {"color": LIGHT.ink, "width": 1.5, "dash": "dash"},
    }


def _line_labels(limits: list[Step], most: Decimal) -> Iterator[dict[str, Any]]:
    """One row above the plot for each limit, beside its line, on the side where there is room."""
    for row, step in enumerate(limits):
        amount = step.amount or Decimal(0)
        left = amount * 2 > most
        yield _note(_limit_words(step), row) | {
            "x": float(amount),
            "xanchor": "right" if left else "left",
            "xref": "x",
        }


def _far_labels(limits: list[Step], first: int) -> Iterator[dict[str, Any]]:
    for row, step in enumerate(limits, start=first):
        words = f"{_limit_words(step)}, beyond this chart \N{RIGHTWARDS ARROW}"
        yield _note(words, row) | {"x": 1, "xanchor": "right", "xref": "paper"}


def _note(words: str, row: int) -> dict[str, Any]:
    return {
        "text": words,
        "showarrow": False,
        "yref": "paper",
        "y": 1,
        "yanchor": "bottom",
        "yshift": 20 * row,
        "font": {"size": 13, "color": LIGHT.ink},
    }
