"""A chart on a page: the finding as its title, the plot, its table twin, a CSV file and images.

The plot is drawn by a small component of our own that keeps it on the page and lets Plotly change it in place; the
Plotly script is the one inside the installed `plotly` package, so nothing is asked of another host.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import plotly
import plotly.graph_objects as go
import streamlit as st
from streamlit.components.v1 import declare_component

from credit_core.law import Law
from dashboard.charts.template import chart_title, dark_colours, law_title
from dashboard.component import component
from dashboard.exports import csv_text
from dashboard.formats import Against, law_note
from dashboard.tables import show_table

__all__ = ["ChartPoint", "show_chart"]


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """What was chosen in a chart, by a click or by Enter.

    `trace` and `index` count from 0; a cell of a heat map has the index (row, column). `detail` is what the figure
    carries for the point as `customdata`.
    """

    trace: int
    name: str
    index: int | tuple[int, int]
    x: Any
    y: Any
    z: Any
    detail: Any


def show_chart(
    figure: go.Figure,
    *,
    key: str,
    alt: str,
    table: pd.DataFrame,
    file_name: str,
    law: Law | Against,
    title: str = "",
    on_click: Callable[[ChartPoint], None] | None = None,
    clickable: bool = False,
) -> ChartPoint | None:
    """Draw a chart with its title (the figure's own unless one is given), table twin, CSV file and images.

    `alt` says in words what the chart shows; `table` holds its figures, with units in the headers; `file_name` has no
    ending. An amended law is named in title, table and file; of a
    difference both laws are, on the second line of the title. Gives the point chosen in this run, if the chart is
    `clickable` or has an `on_click`, which is called before the page runs again.
    """
    named = law_title(title, law) if title else chart_title(figure)
    data = {
        "figure": figure.to_json(),
        "title": named,
        "law": law_note(law),
        "alt": alt,
        "file": file_name,
        "clickable": clickable or on_click is not None,
        "dark": dark_colours(),
        "plotly": _plotly_address(),
    }
    part = component("grow_nj_chart", "dashboard.charts", "chart")
    result = part(key=key, data=data, on_point_change=_reporter(key, on_click))
    _twin(table, named, key, file_name, law)
    return _point(result.get("point"))


def _twin(table: pd.DataFrame, title: str, key: str, file_name: str, law: Law | Against) -> None:
    with st.expander("Table and CSV", key=f"{key}_twin"):
        show_table(table, caption=title, law=law)
        st.download_button(
            "CSV",
            lambda: csv_text(table, law),
            f"{file_name}.csv",
            "text/csv",
            key=f"{key}_csv",
            on_click="ignore",
        )


def _reporter(key: str, on_click: Callable[[ChartPoint], None] | None) -> Callable[[], None]:
    def report() -> None:
        point = _point(st.session_state[key].get("point"))
        if on_click is not None and point is not None:
            on_click(point)

    return report


def _point(given: Mapping[str, Any] | None) -> ChartPoint | None:
    """The chosen point as the browser sent it."""
    if given is None:
        return None
    index = given["index"]
    place = (int(index[0]), int(index[1])) if isinstance(index, list) else int(index)
    rest = (given.get(name) for name in ("x", "y", "z", "customdata"))
    return ChartPoint(int(given["trace"]), str(given["name"]), place, *rest)


@st.cache_resource(show_spinner=False)
def _plotly_address() -> str:
    """Where this server answers with the part of Plotly's script that our charts need, a third of the whole.

    A component's folder is the one way in which Streamlit serves a file that lies outside the app.
    """
    folder = Path(__file__).parent / "plotly"
    served = declare_component("plotly_script", path=folder)
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    root = f"/{base}" if base else ""
    return f"{root}/component/{served.name}/plotly-cartesian.min.js?version={plotly.__version__}"
