"""What many projects come to: totals, how their awards spread, what binds, by place and by size, exact to the cent.

A frame of results has the fact columns of the projects, then the columns of ``evaluate_frame``. Its dollars are
float64 rounded to the cent; they are added here as whole cents and given back as ``Decimal`` dollars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pandas as pd

from credit_core.award import BINDING_RULES
from credit_core.batch import with_awards
from credit_core.law import Law

__all__ = [
    "AWARD_BANDS",
    "JOB_BANDS",
    "Group",
    "Summary",
    "Totals",
    "compute",
    "spread",
    "summarise",
]

# Rows that are computed between two reports of progress; from so many on, the compiled law is worth its compiling.
_PART = 20_000
_CENT = Decimal("0.01")
_TENTH = Decimal("0.1")
_HUNDRED = 100

AWARD_BANDS: tuple[int, ...] = (
    0,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    20_000_000,
    35_000_000,
)
"""Dollars a year: each band reaches from above the one before up to its own, the last has no end."""

JOB_BANDS: tuple[int, ...] = (0, 50, 250, 400, 600, 800, 1_000)
"""New and retained jobs, likewise; from 250 on they are the steps of 34:1B-246(c)(7)."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Group:
    """Projects that have something in common.

    Attributes:
        name: What they have in common; empty where that is not given.
        projects: How many of them have a result, be it 0.
        annual_award: Their awards of a year together, dollars.
        total_award: Their awards over the eligibility period together, dollars.
        share: Their part of all awards of a year, percent to one decimal, half up; None if all are 0.
    """

    name: str
    projects: int
    annual_award: Decimal
    total_award: Decimal
    share: Decimal | None


@dataclass(frozen=True, slots=True)
class Totals:
    """What all projects come to.

    Attributes:
        rows: Rows of the table.
        computed: Rows with a result, be it 0; the others cannot be used and say why.
        earning: Rows with an award above 0.
        jobs: New and retained jobs of the rows with a result.
        annual_award: All awards of a year together, dollars.
        total_award: All awards over the eligibility periods together, dollars.
        median: The median award of a year among those above 0, dollars, half up to the cent; None if there is none.
        most: The largest award of a year, dollars; None if no row has a result.
    """

    rows: int
    computed: int
    earning: int
    jobs: int
    annual_award: Decimal
    total_award: Decimal
    median: Decimal | None
    most: Decimal | None

    @property
    def refused(self) -> int:
        """Rows without a result."""
        return self.rows - self.computed


@dataclass(frozen=True, slots=True)
class Summary:
    """The projects together and in groups.

    Attributes:
        totals: All of them.
        awards: By the band of ``AWARD_BANDS``, named by its place there; all bands, in order.
        rules: By what binds, all of ``BINDING_RULES`` in the order of the law.
        counties: By county, the largest yearly award first.
        municipalities: By municipality with its county, the largest first.
        sizes: By the band of ``JOB_BANDS``, named by its place there; all bands, in order.
    """

    totals: Totals
    awards: tuple[Group, ...]
    rules: tuple[Group, ...]
    counties: tuple[Group, ...]
    municipalities: tuple[Group, ...]
    sizes: tuple[Group, ...]


def compute(df: pd.DataFrame, law: Law | None = None, progress: Progress | None = None) -> pd.DataFrame:
    """The columns of a table, the award of each row and the name of the law; ``progress`` is told rows done and all.

    A row that cannot be used has an empty award and says why in ``problems``; the others are not lost by it.
    """
    parts = []
    for start in range(0, max(len(df), 1), _PART):
        parts.append(with_awards(df.iloc[start : start + _PART], law))
        if progress is not None:
            progress(min(start + _PART, len(df)), len(df))
    return pd.concat(parts) if parts[1:] else parts[0]


def summarise(results: pd.DataFrame) -> Summary:
    """Add up the awards of a frame of results, as ``compute`` gives it."""
    rows = _computed(results)
    return Summary(
        totals=_totals(len(results), rows),
        awards=_in_bands(rows, rows.annual, [dollars * _HUNDRED for dollars in AWARD_BANDS]),
        rules=_groups(rows, rows.binding, BINDING_RULES),
        counties=_by_amount(_groups(rows, rows.county)),
        municipalities=_by_amount(_groups(rows, map(_place, rows.municipality, rows.county))),
        sizes=_in_bands(rows, rows.jobs, JOB_BANDS),
    )


def spread(results: pd.DataFrame, most: int) -> pd.DataFrame:
    """At most so many rows with a result, evenly from the largest award of a year down: what a chart can draw.

    The columns are ``name``, ``jobs``, ``annual_award`` and ``binding``. The labels of the rows are kept; of equal
    awards the earlier row comes first, and the largest is always among them.
    """
    order = results["annual_award"].dropna().sort_values(ascending=False, kind="stable").index
    count = min(most, len(order))
    top = results.loc[order[[place * len(order) // count for place in range(count)]]]
    columns = {"name": _texts(top, "name"), "jobs": _all_jobs(top), "annual_award": top["annual_award"]}
    return pd.DataFrame({**columns, "binding": top["binding"]}, index=top.index)


# ---- the rows with a result -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rows:
    """Columns of the rows with a result, in whole cents and whole jobs."""

    annual: list[int]
    total: list[int]
    jobs: list[int]
    binding: list[str]
    county: list[str]
    municipality: list[str]


_READ = ("annual_award", "total_award", "binding", "county", "municipality", "new_jobs", "retained_jobs")


def _computed(results: pd.DataFrame) -> _Rows:
    wanted = [name for name in results.columns if name in _READ]
    used = results.loc[results["annual_award"].notna(), wanted]
    return _Rows(
        annual=_cents(used["annual_award"]),
        total=_cents(used["total_award"]),
        jobs=_all_jobs(used),
        binding=used["binding"].tolist(),
        county=_texts(used, "county"),
        municipality=_texts(used, "municipality"),
    )


def _cents(dollars: pd.Series[Any]) -> list[int]:
    """Whole cents of amounts that are the nearest float64 to a cent."""
    return [round(amount * _HUNDRED) for amount in dollars.tolist()]


def _all_jobs(frame: pd.DataFrame) -> list[int]:
    """New and retained jobs; rows with a result have whole numbers there, written in whatever way."""
    new, retained = (_whole(frame, name) for name in ("new_jobs", "retained_jobs"))
    return [a + b for a, b in zip(new, retained, strict=True)]


def _whole(frame: pd.DataFrame, name: str) -> list[int]:
    if name not in frame.columns:
        return [0] * len(frame)
    return [int(Decimal(str(cell).strip())) for cell in frame[name].tolist()]


def _texts(frame: pd.DataFrame, name: str) -> list[str]:
    if name not in frame.columns:
        return [""] * len(frame)
    return ["" if pd.isna(cell) else str(cell) for cell in frame[name].tolist()]


def _place(municipality: str, county: str) -> str:
    return f"{municipality}, {county} County" if municipality and county else municipality


# ---- adding up ------------------------------------------------------------------------------------------------------


def _totals(count: int, rows: _Rows) -> Totals:
    earning = sorted(cents for cents in rows.annual if cents)
    return Totals(
        rows=count,
        computed=len(rows.annual),
        earning=len(earning),
        jobs=sum(rows.jobs),
        annual_award=_dollars(sum(rows.annual)),
        total_award=_dollars(sum(rows.total)),
        median=_median(earning),
        most=_dollars(max(rows.annual)) if rows.annual else None,
    )


def _dollars(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


def _median(cents: Sequence[int]) -> Decimal | None:
    """The median of sorted amounts, half up to the cent."""
    if not cents:
        return None
    middle = Decimal(cents[(len(cents) - 1) // 2] + cents[len(cents) // 2])
    return (middle / 2).scaleb(-2).quantize(_CENT, ROUND_HALF_UP)


def _groups(rows: _Rows, keys: Iterable[str], names: Iterable[str] = ()) -> tuple[Group, ...]:
    """The rows by their keys: all ``names`` in order, then others as they come."""
    sums: dict[str, list[int]] = {name: [0, 0, 0] for name in names}
    for key, annual, total in zip(keys, rows.annual, rows.total, strict=True):
        entry = sums.setdefault(key, [0, 0, 0])
        entry[0] += 1
        entry[1] += annual
        entry[2] += total
    whole = sum(rows.annual)
    return tuple(
        Group(name, count, _dollars(annual), _dollars(total), _share(annual, whole))
        for name, (count, annual, total) in sums.items()
    )


def _share(part: int, whole: int) -> Decimal | None:
    if not whole:
        return None
    return (Decimal(part) * _HUNDRED / whole).quantize(_TENTH, ROUND_HALF_UP)


def _by_amount(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    return tuple(sorted(groups, key=lambda group: (-group.annual_award, group.name)))


def _in_bands(rows: _Rows, values: Sequence[int], bands: Sequence[int]) -> tuple[Group, ...]:
    """The rows by the first band whose end they do not exceed."""
    names = [str(place) for place in range(len(bands) + 1)]
    keys = (str(next((i for i, end in enumerate(bands) if value <= end), len(bands))) for value in values)
    return _groups(rows, keys, names)
