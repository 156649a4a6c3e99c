"""The tornado: what the same change of each number alone makes of the measure."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pandas as pd
import plotly.graph_objects as go

from credit_core.law import Law
from credit_core.whatif import Bar, Number
from dashboard.charts import Axis, Swing, empty_figure, law_title, tornado
from dashboard.charts.template import on_narrow, short_dollars
from dashboard.formats import money_text
from dashboard.whatif.words import EACH, measure_unit, signed_text, value_text

__all__ = ["swing_description", "swing_figure", "swing_finding", "swing_table"]

_ROOM = 1.8
"""How much longer than the longest bar an axis is each way, for the amount beside it."""


def _moving(bars: Sequence[Bar]) -> list[Bar]:
    return [bar for bar in bars if bar.swing]


def swing_finding(bars: Sequence[Bar], measure: str, percent: int, law: Law | None = None) -> str:
    """Which fact matters most to the same change, or that none does."""
    moving = _moving(bars)
    if not moving:
        return law_title(f"{percent} % more or less of any one number changes nothing", law)
    first = moving[0]
    down, up = first.at_low - first.present, first.at_high - first.present
    most = max(abs(down), abs(up))
    return law_title(f"{percent} % of {_lower(first.title)} moves it most: {money_text(most)} {EACH[measure]}", law)


def _lower(title: str) -> str:
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


def swing_description(bars: Sequence[Bar], measure: str, percent: int) -> str:
    """The tornado in words, for readers who do not see it."""
    rows = "; ".join(
        f"{bar.title}: {signed_text(bar.at_low - bar.present)} at {value_text(bar.fact, bar.low)}, "
        f"{signed_text(bar.at_high - bar.present)} at {value_text(bar.fact, bar.high)}"
        for bar in _moving(bars)
    )
    return f"Each number alone {percent} % down and up, change in {measure_unit(measure)}: {rows or 'nothing changes'}."


def swing_table(bars: Sequence[Bar], measure: str) -> pd.DataFrame:
    """Every number, those that change nothing or cannot move included."""
    unit = measure_unit(measure)
    return pd.DataFrame(
        {
            "Fact": [bar.title for bar in bars],
            "Lower value": [value_text(bar.fact, bar.low) for bar in bars],
            f"Change there ({unit})": [float(bar.at_low - bar.present) for bar in bars],
            "Higher value": [value_text(bar.fact, bar.high) for bar in bars],
            f"Change there, higher ({unit})": [float(bar.at_high - bar.present) for bar in bars],
            "Note": [bar.note for bar in bars],
        }
    )


def swing_figure(bars: Sequence[Bar], measure: str, percent: int, law: Law | None = None) -> go.Figure:
    """A bar each way for every number that moves the measure; a chosen bar carries its fact as ``detail``."""
    moving = _moving(bars)
    finding = swing_finding(bars, measure, percent, law)
    if not moving:
        return empty_figure(finding)
    swings = [_swing(bar) for bar in moving]
    most = max(max(-swing.down, swing.up) for swing in swings) * _ROOM
    figure = tornado(
        swings,
        title=finding,
        x=Axis(f"Change in {measure_unit(measure)}, maximum by formula", dollars=True, least=-most, most=most),
    )
    for trace, side in zip(figure.data[:2], (_lesser, _greater), strict=True):
        trace.hovertext = [_hover(bar, side(bar), measure) for bar in moving]
    figure.update_xaxes(tickformat=None, nticks=5, **short_dollars(signed=True))
    narrow = {"xaxis.nticks": 3, "xaxis.range": [-most * 1.3, most * 1.3], "yaxis.tickfont.size": 12}
    return on_narrow(figure, narrow | {"xaxis.title.text": f"Change in {measure_unit(measure)}"})


def _ends(bar: Bar) -> list[tuple[Decimal, Number | None]]:
    """The change at either value, with the value."""
    return [(bar.at_low - bar.present, bar.low), (bar.at_high - bar.present, bar.high)]


def _lesser(bar: Bar) -> tuple[Decimal, Number | None]:
    return min(_ends(bar), key=lambda end: end[0])


def _greater(bar: Bar) -> tuple[Decimal, Number | None]:
    return max(_ends(bar), key=lambda end: end[0])


def _swing(bar: Bar) -> Swing:
    """Left of the middle is what lowers the measure, right what raises it, whichever way the fact moves."""
    down, up = min(_lesser(bar)[0], Decimal(0)), max(_greater(bar)[0], Decimal(0))
    words = [signed_text(change) if change else "" for change in (down, up)]
    return Swing(bar.title, float(down), float(up), words[0], words[1], bar.fact)


def _hover(bar: Bar, end: tuple[Decimal, Number | None], measure: str) -> str:
    change, value = end
    return f"{bar.title}, {value_text(bar.fact, value)}: {signed_text(change)} {EACH[measure]}"
