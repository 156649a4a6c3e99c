"""Many scenarios at once in a pandas frame: facts columns in, award columns out, one row an award or its problems."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pandas as pd

from credit_core.award import AWARD_COLUMNS, Award, evaluate
from credit_core.codec import read_cell
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError, nearest
from credit_core.scenario import Scenario, fact_field

__all__ = ["FRAME_COLUMNS", "evaluate_frame", "row_facts"]

# The contract's columns, and which limits stay untested because a fact is blank.
FRAME_COLUMNS: tuple[str, ...] = (*AWARD_COLUMNS, "untested")

_TEXT_COLUMNS = ("binding", "problems", "untested")


def evaluate_frame(df: pd.DataFrame, law: Law | None = None) -> pd.DataFrame:
    """The award of every row: any subset of the fact columns in, ``FRAME_COLUMNS`` out, index and order kept.

    Dollars are float64, rounded to the cent; a blank limit is missing. A row whose facts cannot be used has an empty
    award, and ``problems`` says why. Never raises for the content of a row or the name of a column.
    """
    law = law or Law.current()
    shared = _column_problems(df)
    rows = [_row(facts, law, shared) for facts in _rows(df)]
    frame = pd.DataFrame(rows, columns=list(FRAME_COLUMNS), index=df.index)
    return _typed(frame)


def _rows(df: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """The known cells of each row; a frame without columns still has its rows."""
    names = [str(name) for name in df.columns]
    known = [place for place, name in enumerate(names) if name in Scenario.model_fields]
    columns = [df.iloc[:, place].tolist() for place in known]
    for place in range(len(df)):
        yield {names[known[i]]: column[place] for i, column in enumerate(columns)}


def _column_problems(df: pd.DataFrame) -> list[Problem]:
    """Columns that are no facts, or that stand there twice: they concern every row."""
    problems = []
    seen: set[str] = set()
    for name in map(str, df.columns):
        if name not in Scenario.model_fields:
            near = nearest(name, Scenario.model_fields)
            hint = f'; did you mean "{near}"?' if near else ""
            problems.append(Problem(name, "unknown_column", name, f'column "{name}" is no fact of a scenario{hint}'))
        elif name in seen:
            problems.append(Problem(name, "duplicate_column", name, f'column "{name}" stands there more than once'))
        seen.add(name)
    return problems


def _row(cells: dict[str, Any], law: Law, shared: list[Problem]) -> dict[str, Any]:
    facts, problems = row_facts(cells)
    problems = [*shared, *problems]
    try:
        scenario = Scenario(**facts)
    except ScenarioError as error:
        problems.extend(error.problems)
    else:
        if not problems:
            return _cells(evaluate(scenario, law))
    return {"problems": "; ".join(problem.message for problem in problems)}


def row_facts(cells: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The facts of one row as ``Scenario`` takes them, with a problem for each cell that cannot be read."""
    facts: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, cell in cells.items():
        value = _fact(name, cell)
        if isinstance(value, Problem):
            problems.append(value)
        else:
            facts[name] = value
    return facts, problems


def _fact(name: str, cell: Any) -> Any:
    """A cell as a fact: text is read as in a file, 1 and 0 are true and false, what is missing is a blank."""
    kind = fact_field(name).kind
    if isinstance(cell, str):
        return read_cell(name, cell)
    if _is_missing(cell):
        return read_cell(name, "")
    if kind == "flag" and not isinstance(cell, bool) and cell in (0, 1):
        return bool(cell)
    if kind == "text" and isinstance(cell, int) and not isinstance(cell, bool):
        return str(cell)
    return cell


def _is_missing(cell: Any) -> bool:
    return cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell))


def _cells(award: Award) -> dict[str, Any]:
    row = award.as_row() | {"problems": "", "untested": ", ".join(award.untested)}
    return {name: float(value) if isinstance(value, Decimal) else value for name, value in row.items()}


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """The same types whatever the rows hold, an empty frame included."""
    types: dict[str, str] = dict.fromkeys(FRAME_COLUMNS, "float64")
    types |= dict.fromkeys(_TEXT_COLUMNS, "str") | {"capital_route_used": "boolean"}
    return frame.astype(types)
