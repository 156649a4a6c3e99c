"""One law against another on many projects: who gains, who loses, what it costs, and which provision makes how much.

Either law may be a bill, and either may be the baseline. Amounts are split as ``decompose`` splits them, on whole
columns at once, so that the parts of all projects together add up exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from credit_core.award import dollars, facts_of
from credit_core.batch import Columns, award_sheets, check_columns, column_problems, compiled_pays, rows, scenario_of
from credit_core.law import Law
from credit_core.scenario import Scenario
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import Bonus, Sheet, fill
from credit_core.whatif._provisions import PROVISIONS
from credit_core.whatif.compare import Decomposition, Part, contributions, decompose

__all__ = [
    "OUTCOMES",
    "OUTCOME_COLUMNS",
    "Outcomes",
    "Tally",
    "YearCost",
    "effect",
    "frame_outcomes",
    "outcomes",
]

OUTCOMES = ("gains", "loses", "unchanged")
"""What a project can come to under the law: more each year than under the baseline, less, or the same."""

OUTCOME_COLUMNS = (
    "name",
    "baseline_annual",
    "annual",
    "annual_change",
    "baseline_total",
    "total",
    "total_change",
    "outcome",
    "problems",
)
"""The columns of ``Outcomes.projects``; dollars are float64, rounded to the cent."""

_MEASURES = ("annual_award", "total_award")
# Limits are blank where none holds; no line of a sheet is made of them.
_LIMITS = ("gross_limit", "annual_limit", "withholdings_limit")
_BLOCK = 16_384

Cents = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Tally:
    """So many projects, and what the law makes of their awards together: dollars a year and over their periods."""

    count: int
    annual: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True)
class YearCost:
    """What all projects are due in one year of their periods, if all begin together: dollars under each law."""

    year: int
    baseline: Decimal
    law: Decimal

    @property
    def change(self) -> Decimal:
        """Under the law less under the baseline."""
        return self.law - self.baseline


@dataclass(frozen=True)
class Outcomes:
    """What one law makes of many projects, compared with another.

    Attributes:
        baseline, law: The laws compared; differences are the second less the first.
        projects: One row a project, with the index of what was given and the columns ``OUTCOME_COLUMNS``.
        annual, total: All projects together, by provision in the order of the award sheet: dollars a year, and
            dollars over the eligibility periods.
        gains, loses, unchanged: How many projects come to each, and what it makes of their awards.
        unusable: How many rows have problems and therefore no award.
        years: The cost in each year of the longest period.
    """

    baseline: Law
    law: Law
    projects: pd.DataFrame
    annual: Decomposition
    total: Decomposition
    gains: Tally
    loses: Tally
    unchanged: Tally
    unusable: int
    years: tuple[YearCost, ...]

    @property
    def count(self) -> int:
        """The projects that have an award."""
        return self.gains.count + self.loses.count + self.unchanged.count


def effect(
    scenario: Scenario, law: Law, baseline: Law | None = None, *, measure: str = "annual_award"
) -> Decomposition:
    """What a law makes of one project, less what the baseline (current law if none is given) makes of it.

    Raises:
        ScenarioError: There is no such measure.

    >>> bill = Law.current().amend({"base.b2": 5_000})
    >>> effect(Scenario(priority_area=True, new_jobs=100), bill).difference
    Decimal('200000')
    """
    return decompose(scenario, scenario, measure=measure, law=baseline or Law.current(), law_b=law)


def outcomes(
    scenarios: Sequence[Scenario], law: Law, baseline: Law | None = None, *, names: Sequence[str] = ()
) -> Outcomes:
    """What a law makes of some projects, such as those of a comparison; ``names`` stand in place of their own."""
    facts = [facts_of(scenario) for scenario in scenarios]
    arrays = {name: np.array([each[place] for each in facts]) for place, name in enumerate(Facts._fields)}
    columns = Columns.of(arrays if facts else {}, len(facts))
    called = names or [scenario.name or scenario.municipality for scenario in scenarios]
    usable = _Usable(columns, np.arange(len(facts)), {})
    return _outcomes(usable, list(called), pd.RangeIndex(len(facts)), law, baseline or Law.current())


def frame_outcomes(df: pd.DataFrame, law: Law, baseline: Law | None = None) -> Outcomes:
    """What a law makes of every row of a frame of facts; few rows in plain Python, many by the compiled law.

    Any subset of the fact columns; never raises for the content of a row or the name of a column: such a row has no
    amounts, and ``problems`` says why.
    """
    return _outcomes(_usable(df), _names(df), df.index, law, baseline or Law.current())


# ---- the projects ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Usable:
    """The projects that have an award, their places among all, and the problems of the others by place."""

    columns: Columns
    places: NDArray[np.intp]
    problems: Mapping[int, str]


def _usable(df: pd.DataFrame) -> _Usable:
    """Rows checked by whole columns; what is refused there is judged cell by cell, as everywhere."""
    shared = [problem.message for problem in column_problems(df)]
    if shared:
        return _Usable(Columns({}, 0), np.arange(0), dict.fromkeys(range(len(df)), "; ".join(shared)))
    checked = check_columns(df)
    arrays = {name: array.copy() for name, array in checked.columns.arrays.items()}
    problems = {}
    for place, cells in _refused(df, checked.accepted):
        judged = scenario_of(cells)
        if isinstance(judged, Scenario):
            _put(arrays, place, facts_of(judged))
        else:
            problems[place] = "; ".join(problem.message for problem in judged)
    places = np.delete(np.arange(len(df)), list(problems))
    return _Usable(Columns({name: array[places] for name, array in arrays.items()}, len(places)), places, problems)


def _refused(df: pd.DataFrame, accepted: NDArray[np.bool_]) -> Iterator[tuple[int, dict[str, Any]]]:
    odd = np.flatnonzero(~accepted)
    return zip(odd.tolist(), rows(df.iloc[odd]), strict=True)


def _put(arrays: Mapping[str, NDArray[Any]], place: int, facts: Facts) -> None:
    for name, array in arrays.items():
        array[place] = getattr(facts, name)


def _names(df: pd.DataFrame) -> list[str]:
    if "name" not in df.columns or df.columns.tolist().count("name") > 1:
        return [""] * len(df)
    return ["" if pd.isna(name) else str(name) for name in df["name"]]


# ---- the sheets of whole columns ------------------------------------------------------------------------------------


def _sheets(columns: Columns, law: Law) -> Sheet:
    """The award sheets of all rows, a ``Sheet`` of int64 cents; without the limits, which may be blank."""
    return _compiled(columns, law) if compiled_pays(len(columns), law) else _plain(columns, law)


def _plain(columns: Columns, law: Law) -> Sheet:
    filled = [fill(facts, law.compiled) for facts in _each(columns)]
    arrays: dict[str, Any] = {name: _column([getattr(s, name) for s in filled]) for name in _amounts()}
    bonus: Any = {name: _column([getattr(s.bonus, name) for s in filled]) for name in Bonus._fields}
    return Sheet(**arrays, **_no_limits(), bonus=Bonus(**bonus))


def _each(columns: Columns) -> Iterator[Facts]:
    for block in _blocks(columns):
        yield from map(Facts._make, zip(*(array.tolist() for array in _arrays(block)), strict=True))


def _blocks(columns: Columns) -> Iterator[Facts]:
    for start in range(0, len(columns), _BLOCK):
        block = columns.block(start, min(start + _BLOCK, len(columns)))
        # An absent column is a block of one value, which is as long as the longest block.
        length = min(_BLOCK, len(columns) - start)
        yield Facts._make(array[:length] for array in _arrays(block))


def _arrays(values: Any) -> Iterator[NDArray[Any]]:
    """The fields of a named tuple that holds arrays where the rules hold numbers."""
    return iter(values)


def _column(values: list[int]) -> Cents:
    return np.array(values, np.int64)


def _compiled(columns: Columns, law: Law) -> Sheet:
    sheet = award_sheets(columns, law).sheet
    arrays: dict[str, Any] = {name: _wide(getattr(sheet, name)) for name in _amounts()}
    return Sheet(**arrays, **_no_limits(), bonus=Bonus._make(map(_wide, sheet.bonus)))


def _wide(cents: Any) -> Any:
    """Amounts as int64, so that their sums do not wrap."""
    return cents if cents.dtype == np.bool_ else cents.astype(np.int64)


def _amounts() -> list[str]:
    return [name for name in Sheet._fields if name != "bonus" and name not in _LIMITS]


def _no_limits() -> dict[str, Any]:
    return dict.fromkeys(_LIMITS, 0)


# ---- adding up ------------------------------------------------------------------------------------------------------


def _outcomes(usable: _Usable, names: list[str], index: pd.Index[Any], law: Law, baseline: Law) -> Outcomes:
    first, second = _sheets(usable.columns, baseline), _sheets(usable.columns, law)
    change = _as_array(second.annual_award) - _as_array(first.annual_award)
    annual, total = (_decomposition(usable.columns, first, second, measure) for measure in _MEASURES)
    tallies = _tallies(change, _as_array(second.total_award) - _as_array(first.total_award))
    return Outcomes(
        baseline,
        law,
        _projects(usable, first, second, names, index),
        annual,
        total,
        *tallies,
        len(usable.problems),
        tuple(_years(usable.columns, first, second)),
    )


def _as_array(column: Any) -> Cents:
    """A field of a sheet of whole columns."""
    array: Cents = column
    return array


def _decomposition(columns: Columns, first: Sheet, second: Sheet, measure: str) -> Decomposition:
    facts = _facts(columns)
    sides = [{line: _sum(cents) for line, cents in contributions(s, facts, measure).items()} for s in (first, second)]
    parts = tuple(Part(PROVISIONS[line], *(dollars(side[line]) for side in sides)) for line in sides[0])
    before, after = (dollars(sum(side.values())) for side in sides)
    return Decomposition(measure, before, after, parts)


def _facts(columns: Columns) -> Facts:
    """The facts of all rows, a ``Facts`` of arrays."""
    blocks = list(_blocks(columns))
    if not blocks:
        return Facts._make(_empty_columns())
    return Facts._make(np.concatenate(parts) for parts in zip(*map(_arrays, blocks), strict=True))


def _empty_columns() -> Iterator[Any]:
    return (_column([]) for _ in Facts._fields)


def _sum(cents: Any) -> int:
    """The exact sum: halves of 32 bits are added apart, since millions of awards may exceed 64 bits."""
    array = _as_array(cents)
    return (int((array >> 32).sum()) << 32) + int((array & 0xFFFFFFFF).sum())


def _tallies(annual: Cents, total: Cents) -> tuple[Tally, Tally, Tally]:
    chosen = (annual > 0, annual < 0, annual == 0)
    gains, loses, same = (
        Tally(int(rows.sum()), dollars(_sum(annual[rows])), dollars(_sum(total[rows]))) for rows in chosen
    )
    return gains, loses, same


def _years(columns: Columns, first: Sheet, second: Sheet) -> Iterator[YearCost]:
    period = _as_array(_facts(columns).eligibility_years)
    for year in range(1, int(period.max(initial=0)) + 1):
        running = period >= year
        amounts = (dollars(_sum(_as_array(sheet.annual_award)[running])) for sheet in (first, second))
        yield YearCost(year, *amounts)


def _projects(usable: _Usable, first: Sheet, second: Sheet, names: list[str], index: pd.Index[Any]) -> pd.DataFrame:
    columns: dict[str, Any] = {"name": pd.array(names, dtype="str")}
    for name, measure in (("annual", "annual_award"), ("total", "total_award")):
        before, after = _as_array(getattr(first, measure)), _as_array(getattr(second, measure))
        columns |= {f"baseline_{name}": _spread(before, usable, len(names)), name: _spread(after, usable, len(names))}
        columns[f"{name}_change"] = _spread(after - before, usable, len(names))
    change = columns["annual_change"]
    columns["outcome"] = pd.array(np.select([change > 0, change < 0, change == 0], OUTCOMES, ""), dtype="str")
    columns["problems"] = pd.array([usable.problems.get(place, "") for place in range(len(names))], dtype="str")
    return pd.DataFrame(columns, index=index)[list(OUTCOME_COLUMNS)]


def _spread(cents: Cents, usable: _Usable, length: int) -> NDArray[np.float64]:
    """Cents as dollars in the places of their projects; missing elsewhere."""
    amounts = np.full(length, np.nan)
    amounts[usable.places] = cents / 100
    return amounts
