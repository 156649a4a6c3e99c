"""Rows of a frame in plain Python: the cells of one row become an award, or the problems that prevent it.

This is the reference: compiled batches give the same awards, and send here every row that they do not accept.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from credit_core.award import AWARD_COLUMNS, Award, evaluate
from credit_core.codec import read_cell
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError, nearest
from credit_core.scenario import Scenario, check, fact_field

__all__ = [
    "FRAME_COLUMNS",
    "TEXT_COLUMNS",
    "column_problems",
    "evaluate_rows",
    "problem_text",
    "row_facts",
    "rows",
    "scenario_of",
]

# The contract's columns, and which limits stay untested because a fact is blank.
FRAME_COLUMNS: tuple[str, ...] = (*AWARD_COLUMNS, "untested")

TEXT_COLUMNS = ("binding", "problems", "untested")

_FIELD_ORDER = {name: place for place, name in enumerate(Scenario.model_fields)}
# Facts that are held against each other: the only ones that can be wrong together while each is right alone.
_HELD_TOGETHER = ("industrial_capital_investment", "jobs_new_to_municipality")
_MEASURES = ("capital_investment", "new_jobs", "retained_jobs")
# Python refuses to write numbers of more than 4,300 digits, about 14,000 bits.
_MOST_BITS = 10_000


def evaluate_rows(df: pd.DataFrame, law: Law) -> pd.DataFrame:
    """The award of every row, one after the other: the columns and types of ``evaluate_frame``."""
    shared = column_problems(df)
    frame = pd.DataFrame([_row(cells, law, shared) for cells in rows(df)], columns=list(FRAME_COLUMNS), index=df.index)
    return _typed(frame)


def rows(df: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """The known cells of each row; a frame without columns still has its rows."""
    names = [str(name) for name in df.columns]
    known = [place for place, name in enumerate(names) if name in Scenario.model_fields]
    columns = [df.iloc[:, place].tolist() for place in known]
    for place in range(len(df)):
        yield {names[known[i]]: column[place] for i, column in enumerate(columns)}


def column_problems(df: pd.DataFrame) -> list[Problem]:
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


def problem_text(problems: list[Problem]) -> str:
    """Problems as the cell of a row says them."""
    return "; ".join(problem.message for problem in problems)


def _row(cells: dict[str, Any], law: Law, shared: list[Problem]) -> dict[str, Any]:
    scenario = scenario_of(cells)
    if isinstance(scenario, Scenario) and not shared:
        return _cells(evaluate(scenario, law))
    return {"problems": problem_text([*shared, *([] if isinstance(scenario, Scenario) else scenario)])}


def scenario_of(cells: dict[str, Any]) -> Scenario | list[Problem]:
    """The scenario of one row, or every problem of it: those of single cells, then facts that do not fit together."""
    facts, problems = row_facts(cells)
    if problems:
        return [*problems, *_misfits(cells, facts)]
    try:
        return Scenario(**facts)
    except ScenarioError as error:
        return list(error.problems)


def row_facts(cells: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The facts of one row as ``Scenario`` takes them, with a problem for each cell that cannot be used."""
    facts: dict[str, Any] = {}
    unreadable: list[Problem] = []
    refused: list[Problem] = []
    for name, cell in cells.items():
        value, problems = _judged(name, cell)
        (unreadable if isinstance(value, Problem) else refused).extend(problems)
        if not problems:
            facts[name] = value
    return facts, [*unreadable, *sorted(refused, key=lambda problem: _FIELD_ORDER[problem.field])]


def _misfits(cells: dict[str, Any], facts: dict[str, Any]) -> list[Problem]:
    """What does not fit together among the facts that can be used; nothing is held against one that cannot."""
    together = {name: facts[name] for name in (*_HELD_TOGETHER, *_MEASURES) if name in facts}
    if not any(name in together for name in _HELD_TOGETHER):
        return []
    wrong = {name: cells[name] for name in _MEASURES if name in cells and name not in facts}
    return [problem for problem in check(together | _refusable(wrong)) if problem.field not in wrong]


def _refusable(wrong: dict[str, Any]) -> dict[str, Any]:
    """Cells that could not be used, as ``Scenario`` refuses them as well."""
    return {name: None if _is_missing(cell) else cell for name, cell in wrong.items()}


def _judged(name: str, cell: Any) -> tuple[Any, tuple[Problem, ...]]:
    """A cell as a fact with its problems; what stands in many rows is judged once."""
    if type(cell) in (str, int, float, bool):
        return _judge_once(name, cell)
    return _judge(name, cell)


def _judge(name: str, cell: Any) -> tuple[Any, tuple[Problem, ...]]:
    value = _fact(name, cell)
    if isinstance(value, Problem):
        return value, (value,)
    # A fact on its own may exceed the default of another; that is judged with the whole row.
    return value, tuple(problem for problem in check({name: value}) if problem.rule != "at_most_total")


_judge_once = lru_cache(maxsize=100_000, typed=True)(_judge)


def _fact(name: str, cell: Any) -> Any:
    """A cell as a fact: text is read as in a file, 1 and 0 are true and false, what is missing is a blank."""
    kind = fact_field(name).kind
    if isinstance(cell, str):
        return read_cell(name, cell)
    if _is_missing(cell):
        return read_cell(name, "")
    if kind == "flag" and _is_one_or_zero(cell):
        return bool(cell)
    if kind == "text" and isinstance(cell, numbers.Integral) and not isinstance(cell, bool | np.timedelta64):
        return _digits(int(cell))
    # NumPy calls a span of time a whole number, which it is not: as text it is refused wherever a number is due.
    return str(cell) if isinstance(cell, np.timedelta64) and kind in ("whole", "money", "percent") else cell


def _digits(number: int) -> str | int:
    """A whole number as a label; one with more digits than Python writes stays a number, which is no label."""
    return str(number) if number.bit_length() < _MOST_BITS else number


def _is_one_or_zero(cell: Any) -> bool:
    """Whether a cell is the number 1 or 0; an array or a signalling NaN may not even be compared."""
    if isinstance(cell, np.timedelta64):  # NumPy calls a span of time a whole number
        return False
    is_number = cell.is_finite() if isinstance(cell, Decimal) else isinstance(cell, numbers.Real)
    return is_number and cell in (0, 1)


def _is_missing(cell: Any) -> bool:
    return cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell))


def _cells(award: Award) -> dict[str, Any]:
    row = award.as_row() | {"problems": "", "untested": ", ".join(award.untested)}
    return {name: float(value) if isinstance(value, Decimal) else value for name, value in row.items()}


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """The same types whatever the rows hold, an empty frame included."""
    types: dict[str, str] = dict.fromkeys(FRAME_COLUMNS, "float64")
    types |= dict.fromkeys(TEXT_COLUMNS, "str") | {"capital_route_used": "boolean"}
    return frame.astype(types)
