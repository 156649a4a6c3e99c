"""Two facts at once: the measure as a heat map, with the rule that binds as outlined and named regions over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from itertools import pairwise
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from credit_core.law import Law
from credit_core.scenario import fact_field
from credit_core.whatif import Grid
from dashboard.charts import Axis, heat_map, law_title
from dashboard.charts.template import short_dollars
from dashboard.formats import money_text
from dashboard.palette import LIGHT
from dashboard.whatif.words import BINDING_TITLES, amount_text, axis_title, measure_unit, one_tick, title_of, value_text

__all__ = ["Region", "grid_description", "grid_figure", "grid_finding", "grid_table", "regions"]

_LEAST_SHARE = 0.012
"""A region smaller than this share of the map is outlined but not named on it."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """Cells next to each other in which the same rule binds, with the least and the greatest amount in them."""

    rule: str
    cells: frozenset[Cell]
    least: Decimal
    most: Decimal


def regions(grid: Grid) -> list[Region]:
    """The regions of a grid, the largest first; cells that are not valid belong to none."""
    left = {
        (row, column)
        for row in range(len(grid.y_values))
        for column in range(len(grid.x_values))
        if grid.binding_at(row, column) is not None
    }
    found = []
    while left:
        cells = _connected(grid, left)
        amounts = [grid.cents[row][column] for row, column in cells]
        row, column = next(iter(cells))
        rule = grid.binding_at(row, column) or "none"
        found.append(Region(rule, cells, Decimal(min(amounts)) / 100, Decimal(max(amounts)) / 100))
    return sorted(found, key=lambda region: -len(region.cells))


def _connected(grid: Grid, left: set[Cell]) -> frozenset[Cell]:
    """Take out of ``left`` a cell and all that hang together with it under the same rule."""
    first = left.pop()
    rule = grid.binding[first[0]][first[1]]
    cells, edge = {first}, [first]
    while edge:
        row, column = edge.pop()
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if cell in left and grid.binding[cell[0]][cell[1]] == rule:
                left.remove(cell)
                cells.add(cell)
                edge.append(cell)
    return frozenset(cells)


# ---- in words -------------------------------------------------------------------------------------------------------


def grid_finding(grid: Grid, law: Law | None = None) -> str:
    """What the map shows, in one sentence: which rule binds most of it, or that none does."""
    found = regions(grid)
    facts = f"{title_of(grid.x_fact)} and {title_of(grid.y_fact)[:1].lower()}{title_of(grid.y_fact)[1:]}"
    if not found:
        return law_title(f"No pair of values of {facts} is valid here", law)
    least, most = min(region.least for region in found), max(region.most for region in found)
    reach = f"{money_text(least)} to {amount_text(grid.measure, most)}"
    binding = [rule for rule in _rules(found) if rule not in ("none", "not_eligible")]
    if not binding:
        return law_title(f"{facts}: {reach}, and no limit binds anywhere", law)
    named = " and ".join(BINDING_TITLES[rule].lower() for rule in binding[:3])
    return law_title(f"{facts}: {reach}; {named} bind{'s' if len(binding) == 1 else ''} in part", law)


def _rules(found: Sequence[Region]) -> list[str]:
    """The rules that bind somewhere, the one that binds most often first."""
    cells = {rule: sum(len(region.cells) for region in found if region.rule == rule) for rule in BINDING_TITLES}
    return sorted((rule for rule, count in cells.items() if count), key=lambda rule: -cells[rule])


def grid_description(grid: Grid) -> str:
    """The map in words, for readers who do not see it."""
    parts = "; ".join(
        f"{BINDING_TITLES[region.rule]}: {money_text(region.least)} to {amount_text(grid.measure, region.most)}"
        for region in regions(grid)[:6]
    )
    across = f"{title_of(grid.x_fact)} across, {value_text(grid.x_fact, grid.x_values[0])} to "
    up = f"{title_of(grid.y_fact)} upwards, {value_text(grid.y_fact, grid.y_values[0])} to "
    ends = f"{across}{value_text(grid.x_fact, grid.x_values[-1])}; {up}{value_text(grid.y_fact, grid.y_values[-1])}"
    return f"Heat map in {measure_unit(grid.measure)}. {ends}. What binds, by region: {parts}."


def grid_table(grid: Grid) -> pd.DataFrame:
    """Every cell: both facts, the amount and the rule that binds the award of a year."""
    cells = [(row, column) for row in range(len(grid.y_values)) for column in range(len(grid.x_values))]
    return pd.DataFrame(
        {
            axis_title(grid.x_fact): [float(grid.x_values[column]) for _, column in cells],
            axis_title(grid.y_fact): [float(grid.y_values[row]) for row, _ in cells],
            f"Amount ({measure_unit(grid.measure)})": [_dollars(grid, row, column) for row, column in cells],
            "What binds each year": [_rule_words(grid, row, column) for row, column in cells],
        }
    )


def _dollars(grid: Grid, row: int, column: int) -> float | None:
    amount = grid.at(row, column)
    return None if amount is None else float(amount)


def _rule_words(grid: Grid, row: int, column: int) -> str:
    rule = grid.binding_at(row, column)
    return "Not valid together" if rule is None else BINDING_TITLES[rule]


# ---- drawing --------------------------------------------------------------------------------------------------------


def grid_figure(grid: Grid, law: Law | None = None) -> go.Figure:
    """The heat map with its regions. A chosen cell carries both values as ``x`` and ``y``."""
    rows, columns = range(len(grid.y_values)), range(len(grid.x_values))
    figure = heat_map(
        [float(x) for x in grid.x_values],
        [float(y) for y in grid.y_values],
        [[_dollars(grid, row, column) for column in columns] for row in rows],
        title=grid_finding(grid, law),
        x=Axis(axis_title(grid.x_fact), fact_field(grid.x_fact).kind == "money"),
        y=Axis(axis_title(grid.y_fact), fact_field(grid.y_fact).kind == "money"),
        unit=measure_unit(grid.measure).capitalize(),
        words=_cell_words(grid),
        here=_place(grid),
    )
    figure.update_traces(
        xgap=0,
        ygap=0,
        hoverongaps=False,
        colorbar=short_dollars(),
        colorbar_title_font_size=13,
        selector={"type": "heatmap"},
    )
    figure.update_xaxes(zeroline=False, showline=False, **_form(grid.x_fact, grid.x_values))
    figure.update_yaxes(zeroline=False, showline=False, **_form(grid.y_fact, grid.y_values))
    figure.add_traces([_outlines(grid)])
    figure.update_layout(
        annotations=list(_names(grid)),
        uirevision=f"{grid.x_fact} {grid.y_fact} {grid.x_values[-1]} {grid.y_values[-1]}",
    )
    return figure


def _form(fact: str, values: Sequence[Any]) -> dict[str, Any]:
    is_money = fact_field(fact).kind == "money"
    form = {"tickformat": None, **short_dollars()} if is_money else {"tickformat": ",~f"}
    return form | one_tick(fact, values)


def _place(grid: Grid) -> tuple[float, float] | None:
    x, y = getattr(grid.scenario, grid.x_fact), getattr(grid.scenario, grid.y_fact)
    if x not in grid.x_values or y not in grid.y_values:
        return None
    return float(x), float(y)


def _cell_words(grid: Grid) -> list[list[str]]:
    across = [escape(value_text(grid.x_fact, x)) for x in grid.x_values]
    rows = []
    for row, y in enumerate(grid.y_values):
        beside = escape(value_text(grid.y_fact, y))
        rows.append([_words(grid, row, column, f"{x}, {beside}") for column, x in enumerate(across)])
    return rows


def _words(grid: Grid, row: int, column: int, values: str) -> str:
    amount = grid.at(row, column)
    if amount is None:
        return f"{values}<br>Not valid together"
    return f"{values}<br><b>{amount_text(grid.measure, amount)}</b><br>{_rule_words(grid, row, column)}"


def _edges(values: Sequence[Any]) -> list[float]:
    """Where the cells of an axis begin and end: halfway between neighbours, as Plotly draws them."""
    points = [float(value) for value in values]
    inner = [(low + high) / 2 for low, high in pairwise(points)]
    if not inner:
        return [points[0] - 0.5, points[0] + 0.5]
    return [2 * points[0] - inner[0], *inner, 2 * points[-1] - inner[-1]]


def _outlines(grid: Grid) -> dict[str, Any]:
    """A line along every side of two cells in which different rules bind."""
    x, y = _edges(grid.x_values), _edges(grid.y_values)
    across: list[float | None] = []
    up: list[float | None] = []
    for row in range(len(grid.y_values)):
        for column in range(len(grid.x_values)):
            rule = grid.binding[row][column]
            if column and grid.binding[row][column - 1] != rule:
                across += [x[column], x[column], None]
                up += [y[row], y[row + 1], None]
            if row and grid.binding[row - 1][column] != rule:
                across += [x[column], x[column + 1], None]
                up += [y[row], y[row], None]
    line = {"color": LIGHT.ink, "width": 1.5}
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "edges",
        "x": across,
        "y": up,
        "line": line,
        "hoverinfo": "skip",
    }


def _names(grid: Grid) -> Iterator[dict[str, Any]]:
    """The name of each region that is large enough, on paper of its own so that it can be read on any shade."""
    all_cells = len(grid.x_values) * len(grid.y_values)
    for region in regions(grid):
        if len(region.cells) < all_cells * _LEAST_SHARE:
            continue
        row, column = _middle(region.cells)
        yield {
            "x": float(grid.x_values[column]),
            "y": float(grid.y_values[row]),
            "text": BINDING_TITLES[region.rule],
            "showarrow": False,
            "bgcolor": LIGHT.paper,
            "bordercolor": LIGHT.ink,
            "borderwidth": 1,
            "borderpad": 2,
            "font": {"size": 13, "color": LIGHT.ink},
        }


def _middle(cells: frozenset[Cell]) -> Cell:
    """The middle of the longest stretch of a row within a region, in the row nearest to the region's own middle."""
    rows = sorted({row for row, _ in cells})
    centre = rows[len(rows) // 2]
    best: tuple[float, Cell] = (float("-inf"), min(cells))
    for row in rows:
        columns = sorted(column for each, column in cells if each == row)
        width = len(columns) - 2 * abs(row - centre)
        best = max(best, (width, (row, columns[len(columns) // 2])))
    return best[1]
