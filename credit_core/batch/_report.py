"""What is wrong with a table before it is computed: where, how many rows, and what a misnamed column may mean."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, islice
from typing import Any

import numpy as np
import pandas as pd

from credit_core.batch._check import check_columns
from credit_core.batch._rows import column_problems, rows, scenario_of
from credit_core.problem import Problem
from credit_core.scenario import Scenario, fact_field, fact_fields

__all__ = ["Finding", "Report", "check_frame", "list_problems", "scenario_at", "suggest_columns"]

_FIRST = 5
_LIKE_ENOUGH = 0.72


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong in a column, in however many rows.

    Attributes:
        field: The column.
        rule: The rule that is broken, as in ``Problem``.
        message: The sentence for the first row that breaks it.
        count: How many rows break it.
        first: The labels of the first rows that do.
    """

    field: str
    rule: str
    message: str
    count: int
    first: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a table holds before it is computed.

    Attributes:
        rows: How many rows there are.
        usable: How many of them make a scenario; the others have no award and say why.
        findings: What is wrong, the most frequent first.
        facts: The columns that are facts, in the order of the table.
        unknown: The columns that are no facts, each with the fact it may mean, or an empty text.
    """

    rows: int
    usable: int
    findings: tuple[Finding, ...]
    facts: tuple[str, ...]
    unknown: dict[str, str]


def check_frame(df: pd.DataFrame) -> Report:
    """Check a whole table without computing an award: every problem of every row, counted by column and rule."""
    names = [str(name) for name in df.columns]
    shared = column_problems(df)
    found: dict[tuple[str, str], list[Any]] = {}
    unusable = 0
    for label, problems in _unusable_rows(df):
        unusable += 1
        for problem in problems:
            _count(found, problem, label)
    findings = [_of_every_row(problem, df) for problem in shared] + sorted(map(_finding, found.values()), key=_by_count)
    facts = tuple(dict.fromkeys(name for name in names if name in Scenario.model_fields))
    unknown = [name for name in names if name not in Scenario.model_fields]
    usable = 0 if shared else len(df) - unusable
    return Report(len(df), usable, tuple(findings), facts, suggest_columns(unknown, taken=facts))


def list_problems(df: pd.DataFrame, most: int) -> pd.DataFrame:
    """Every problem of every row, at most so many, in order: ``row``, ``column``, ``rule``, ``message``.

    Problems of a column that concern every row come first, with no row.
    """
    shared = ((None, problem) for problem in column_problems(df))
    of_rows = ((label, problem) for label, problems in _unusable_rows(df) for problem in problems)
    lines = islice(chain(shared, of_rows), most)
    cells = [(label, problem.field, problem.rule, problem.message) for label, problem in lines]
    return pd.DataFrame(cells, columns=["row", "column", "rule", "message"])


def scenario_at(df: pd.DataFrame, row: Hashable) -> Scenario | tuple[Problem, ...]:
    """The scenario of the row with this label, or every problem of it; columns that are no facts are passed over.

    Raises:
        KeyError: There is no such row.
    """
    outcome = scenario_of(next(rows(df.loc[[row]])))
    return outcome if isinstance(outcome, Scenario) else tuple(outcome)


def _unusable_rows(df: pd.DataFrame) -> Iterator[tuple[Any, list[Problem]]]:
    """The labels of the rows that make no scenario, each with its problems."""
    odd = np.flatnonzero(~check_columns(df).accepted)
    for label, cells in zip(df.index[odd], rows(df.iloc[odd]), strict=True):
        outcome = scenario_of(cells)
        if not isinstance(outcome, Scenario):
            yield label, outcome


def _count(found: dict[tuple[str, str], list[Any]], problem: Problem, label: Any) -> None:
    """Add a row to what was found of one column and rule: the problem of the first row, the count, the first labels."""
    entry = found.setdefault((problem.field, problem.rule), [problem, 0, []])
    entry[1] += 1
    if len(entry[2]) < _FIRST:
        entry[2].append(label)


def _finding(entry: list[Any]) -> Finding:
    problem, count, first = entry
    return Finding(problem.field, problem.rule, problem.message, count, tuple(first))


def _by_count(finding: Finding) -> int:
    return -finding.count


def _of_every_row(problem: Problem, df: pd.DataFrame) -> Finding:
    return Finding(problem.field, problem.rule, problem.message, len(df), tuple(df.index[:_FIRST]))


# Names that other offices use for a fact.
_SYNONYMS = {
    "average_salary": ("salary", "average_wage", "avg_salary", "average_pay"),
    "benchmark_salary": ("county_salary", "county_average_salary", "county_wage"),
    "capital_investment": ("capital", "investment", "capex", "total_investment", "total_capital_investment"),
    "eligibility_years": ("years", "term", "term_years", "eligibility_period"),
    "gross_leasable_sqft": ("sqft", "square_feet", "square_footage", "floor_area", "area_sqft"),
    "growth_zone": ("gsgz", "garden_state_growth_zone"),
    "industrial_capital_investment": ("industrial_capital", "industrial_investment"),
    "municipality": ("city", "town", "location"),
    "name": ("project", "project_name", "company", "business", "business_name", "applicant"),
    "new_jobs": ("jobs", "jobs_created", "created_jobs", "number_of_new_jobs", "new_full_time_jobs"),
    "retained_jobs": ("jobs_retained", "existing_jobs", "retained_full_time_jobs"),
    "urban_transit_hub_municipality": ("uthm", "transit_hub", "urban_transit_hub"),
}


def suggest_columns(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """The fact that each misnamed column may mean, or an empty text; no fact is suggested twice.

    >>> suggest_columns(["New Jobs", "Capital Investment ($)", "remarks"])
    {'New Jobs': 'new_jobs', 'Capital Investment ($)': 'capital_investment', 'remarks': ''}
    """
    given = list(names)
    free = {field.name for field in fact_fields()} - set(taken)
    pairs = sorted(((_likeness(name, fact), name, fact) for name in given for fact in free), key=_likest_first)
    found: dict[str, str] = {}
    for likeness, name, fact in pairs:
        if likeness >= _LIKE_ENOUGH and name not in found and fact in free:
            found[name] = fact
            free.discard(fact)
    return {name: found.get(name, "") for name in given}


def _likest_first(pair: tuple[float, str, str]) -> tuple[float, str, str]:
    return -pair[0], pair[1], pair[2]


def _likeness(name: str, fact: str) -> float:
    """How like a column's name is to a fact, by its name, its title or another name in use; 1 is the same."""
    plain = _plain(name)
    return max(_ratio(plain, known) for known in _known_as(fact))


def _ratio(a: str, b: str) -> float:
    matcher = SequenceMatcher(None, a, b)
    # The quick bound spares the comparison of names that have little in common.
    return matcher.ratio() if matcher.quick_ratio() >= _LIKE_ENOUGH else 0.0


def _known_as(fact: str) -> tuple[str, ...]:
    return (fact, _plain(fact_field(fact).title), *_SYNONYMS.get(fact, ()))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("%", " percent ")).strip("_")
