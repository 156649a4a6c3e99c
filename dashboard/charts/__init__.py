"""Charts: one template, the figures that several pages draw, and the way a chart stands on a page."""

from dashboard.charts.show import ChartPoint, show_chart
from dashboard.charts.template import chart_title, empty_figure, law_title
from dashboard.charts.waterfall import (
    MEANING_OF_KIND,
    job_description,
    job_table,
    job_waterfall,
    short_citation,
    year_description,
    year_table,
    year_waterfall,
)

__all__ = [
    "MEANING_OF_KIND",
    "ChartPoint",
    "chart_title",
    "empty_figure",
    "job_description",
    "job_table",
    "job_waterfall",
    "law_title",
    "short_citation",
    "show_chart",
    "year_description",
    "year_table",
    "year_waterfall",
]
