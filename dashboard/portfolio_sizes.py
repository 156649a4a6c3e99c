"""The files of a portfolio's results before they are made: how large they are, and why there is no workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from credit_core.batch import UPLOADS, Format, table_bytes, workbook_problem

__all__ = ["Files", "known_files", "size_text"]

_MEGABYTE: Final = 2**20
# More cells than this would take minutes as a workbook: a page must not promise it.
_MOST_CELLS: Final = 3_000_000
# A table of fewer rows is a small file in any format; of more rows, so many tell how large it becomes.
_FEW_ROWS: Final = 5_000
_SAMPLED: Final = 2_000


@dataclass(frozen=True, slots=True)
class Files:
    """What to know before a file is taken.

    Attributes:
        sizes: About how many bytes a file has, by its format; nothing where the table is small.
        no_workbook: Why no workbook is made of the table, as a sentence; empty where one is.
    """

    sizes: Mapping[Format, int]
    no_workbook: str

    @property
    def is_csv_too_large(self) -> bool:
        """Whether the results as CSV could not be given to the page again."""
        return self.sizes.get("csv", 0) > (UPLOADS.most_bytes or 0)


def known_files(frame: pd.DataFrame) -> Files:
    """What is known of the files of a table, without making them."""
    kinds: tuple[Format, ...] = ("csv", "parquet") if len(frame) > _FEW_ROWS else ()
    return Files({kind: _about(frame, kind) for kind in kinds}, _no_workbook(frame))


def _no_workbook(frame: pd.DataFrame) -> str:
    if frame.size > _MOST_CELLS:
        return f"A workbook is made of at most {_MOST_CELLS // len(frame.columns):,} rows of this width."
    problem = workbook_problem(frame)
    return "" if problem is None else f"There is no workbook: {problem.message}."


def _about(frame: pd.DataFrame, kind: Format) -> int:
    """The bytes of a file, from what some rows and twice as many take: a file also has what does not grow with it."""
    few, many = (len(table_bytes(_some(frame, rows), kind)) for rows in (_SAMPLED // 2, _SAMPLED))
    return many + max(many - few, 0) * (len(frame) - _SAMPLED) // (_SAMPLED // 2)


def _some(frame: pd.DataFrame, rows: int) -> pd.DataFrame:
    """So many rows of a table, evenly from its beginning to its end."""
    return frame.iloc[np.linspace(0, len(frame) - 1, rows).astype(int)]


def size_text(size: int) -> str:
    """About how large a file is.

    >>> size_text(84_421_000), size_text(1_300_000), size_text(200_000)
    ('about 81 MB', 'about 1.2 MB', 'under 1 MB')
    """
    megabytes = size / _MEGABYTE
    if megabytes < 1:
        return "under 1 MB"
    return f"about {megabytes:,.0f} MB" if megabytes >= 10 else f"about {megabytes:.1f} MB"
