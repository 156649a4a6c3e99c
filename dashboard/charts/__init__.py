"""Charts: one template, the figures that several pages draw, and the way a chart stands on a page."""

from dashboard.charts.builders import (
    Axis,
    Bar,
    Line,
    Mark,
    Swing,
    bars,
    heat_map,
    line_figure,
    step_curve,
    tornado,
)
from dashboard.charts.show import ChartPoint, show_chart
from dashboard.charts.template import chart_title, empty_figure, law_title
from dashboard.charts.waterfall import (
    MEANING_OF_KIND,
    job_description,
    job_table,
    job_waterfall,
    year_description,
    year_table,
    year_waterfall,
)

__all__ = [
    "MEANING_OF_KIND",
    "Axis",
    "Bar",
    "ChartPoint",
    "Line",
    "Mark",
    "Swing",
    "bars",
    "chart_title",
    "empty_figure",
    "heat_map",
    "job_description",
    "job_table",
    "job_waterfall",
    "law_title",
    "line_figure",
    "show_chart",
    "step_curve",
    "tornado",
    "year_description",
    "year_table",
    "year_waterfall",
]
