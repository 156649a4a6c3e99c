"""Many scenarios at once in a pandas frame: facts columns in, award columns out, one row an award or its problems."""

from __future__ import annotations

import pandas as pd

from credit_core.batch import FRAME_COLUMNS, evaluate_compiled, evaluate_rows, is_ready
from credit_core.law import Law

__all__ = ["FRAME_COLUMNS", "evaluate_frame"]

# From so many rows the compiled law is quicker than plain Python: when it is compiled already, and when it is not.
_MANY = 200
_WORTH_COMPILING = 20_000


def evaluate_frame(df: pd.DataFrame, law: Law | None = None) -> pd.DataFrame:
    """The award of every row: any subset of the fact columns in, ``FRAME_COLUMNS`` out, index and order kept.

    Dollars are float64, rounded to the cent; a blank limit is missing. A row whose facts cannot be used has an empty
    award, and ``problems`` says why. Never raises for the content of a row or the name of a column. Few rows are
    computed in plain Python, many by the same functions compiled; both agree to the cent.

    >>> evaluate_frame(pd.DataFrame({"new_jobs": [300], "growth_zone": [True]}))["annual_award"].tolist()
    [1650000.0]
    """
    many = len(df) >= (_MANY if is_ready() else _WORTH_COMPILING)
    return (evaluate_compiled if many else evaluate_rows)(df, law or Law.current())
