"""Tables in parts, one after the other: files larger than memory, with progress, and the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from credit_core.batch._frames import evaluate_frame
from credit_core.batch._read import FILES, Limits, open_table
from credit_core.batch._rows import FRAME_COLUMNS
from credit_core.batch._write import format_of, writer
from credit_core.law import Law
from credit_core.problem import Problem

__all__ = ["LAW_COLUMN", "Summary", "batch_file", "evaluate_batches", "with_awards", "without_results"]

# The column that names the law of a result, so that no file passes for current law that is not.
LAW_COLUMN = "law"

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of a file: its rows, how many have an award, what could not be read, and the yearly total.

    Attributes:
        rows: Rows that were read.
        awarded: Rows with an award, be it 0.
        annual_award: The sum of the awards of a year, dollars.
        problems: What in the file could not be used; problems of single rows stand in the result.
        failed: Whether the file as a whole could not be used.
    """

    rows: int
    awarded: int
    annual_award: float
    problems: tuple[Problem, ...]
    failed: bool


def without_results(df: pd.DataFrame) -> pd.DataFrame:
    """A table without the columns of an earlier result, so that a result can be computed anew."""
    results = {*FRAME_COLUMNS, LAW_COLUMN}
    return df[[name for name in df.columns if name not in results]]


def with_awards(df: pd.DataFrame, law: Law | None = None) -> pd.DataFrame:
    """The columns of a table, then the award of each row, then the name of the law."""
    law = law or Law.current()
    facts = without_results(df)
    awards = evaluate_frame(facts, law)
    return pd.concat([facts, awards, pd.Series(law.label, df.index, "str", LAW_COLUMN)], axis=1)


def evaluate_batches(parts: Iterable[pd.DataFrame], law: Law | None = None) -> Iterator[pd.DataFrame]:
    """The awards of each part in turn: what ``mapInPandas`` of a Spark data frame takes."""
    return map(partial(evaluate_frame, law=law or Law.current()), parts)


def _unseen(done: int, total: int | None) -> None:
    """Progress that nobody asked for."""


def batch_file(
    source: str | Path | bytes,
    target: str | Path,
    law: Law | None = None,
    limits: Limits = FILES,
    progress: Progress = _unseen,
) -> Summary:
    """Compute a file of projects into another, part by part; neither has to fit into memory (a workbook does).

    The target appears once it is whole: where the source cannot be used, or anything else goes wrong, what stood at
    its name stays. ``progress`` is told the rows done and, where known, how many there are.

    Raises:
        ValueError: The target's name says no format, or a worksheet cannot hold the rows.
        OSError: The target cannot be written; what cannot be read of the source is a problem of the summary.
    """
    format_of(target)
    opened = open_table(source, limits)
    count = _Count()
    place = Path(os.path.realpath(target))  # a link goes on leading to its file
    with TemporaryDirectory(dir=place.parent) as folder:
        unfinished = Path(folder, Path(target).name)
        with writer(unfinished) as out:
            for result in (with_awards(part, law) for part in opened.parts):
                out.write(result)
                count.add(result)
                progress(count.rows, opened.rows)
        if not opened.failed:
            unfinished.replace(place)
    return Summary(count.rows, count.awarded, count.annual_award, tuple(opened.problems), opened.failed)


class _Count:
    """What has been computed so far."""

    def __init__(self) -> None:
        self.rows = 0
        self.awarded = 0
        self.annual_award = 0.0

    def add(self, result: pd.DataFrame) -> None:
        """Count one more part."""
        self.rows += len(result)
        self.awarded += int(result["annual_award"].notna().sum())
        self.annual_award += float(result["annual_award"].sum())
