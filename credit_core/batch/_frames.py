"""Frames through the compiled law: the same frame as row by row gives, for many rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from credit_core.award import BINDING_RULES, BONUS_NAMES, law_given
from credit_core.batch._check import check_columns
from credit_core.batch._kernel import Sheets, award_sheets, compiled_pays
from credit_core.batch._loops import NECESSITY_UNTESTED, WITHHOLDINGS_UNTESTED
from credit_core.batch._rows import FRAME_COLUMNS, TEXT_COLUMNS, column_problems, evaluate_rows, problem_text
from credit_core.law import Law
from credit_core.section5.facts import UNKNOWN

__all__ = ["evaluate_compiled", "evaluate_frame", "in_dollars"]

_CENTS = 100
# Up to here a float64 holds every whole number.
_EXACT = 2**53

_UNTESTED = {
    0: "",
    WITHHOLDINGS_UNTESTED: "withholdings",
    NECESSITY_UNTESTED: "necessity",
    WITHHOLDINGS_UNTESTED + NECESSITY_UNTESTED: "withholdings, necessity",
}


def evaluate_frame(df: pd.DataFrame, law: Law | None = None) -> pd.DataFrame:
    """The award of every row: any subset of the fact columns in, ``FRAME_COLUMNS`` out, index and order kept.

    Dollars are float64, rounded to the cent; a blank limit is missing. A row whose facts cannot be used has an empty
    award, and ``problems`` says why. Never raises for the content of a row or the name of a column. Few rows are
    computed in plain Python, many by the same functions compiled; both agree to the cent.

    >>> evaluate_frame(pd.DataFrame({"new_jobs": [300], "growth_zone": [True]}))["annual_award"].tolist()
    [1650000.0]

    Raises:
        TypeError: What is given is no pandas DataFrame, or no ``Law``.
    """
    if not isinstance(df, pd.DataFrame):
        raise TypeError(f"evaluate_frame takes a pandas DataFrame with a row a project; given: {type(df).__name__}")
    law = law_given(law)
    return (evaluate_compiled if compiled_pays(len(df), law) else evaluate_rows)(df, law)


def evaluate_compiled(df: pd.DataFrame, law: Law, threads: int | None = None) -> pd.DataFrame:
    """The award of every row by the compiled law; rows that the check of columns does not accept go one by one."""
    checked = check_columns(df)
    shared = problem_text(column_problems(df))
    cells = _refused(len(df), shared) if shared else _cells(award_sheets(checked.columns, law, threads))
    odd = np.flatnonzero(~checked.accepted)
    if len(odd):
        _put(cells, odd, evaluate_rows(df.iloc[odd], law))
    return _frame(cells, df.index)


def _refused(length: int, shared: str) -> dict[str, NDArray[Any]]:
    """Rows without an award, because a column of the frame cannot be used."""
    cells: dict[str, NDArray[Any]] = {name: np.full(length, np.nan) for name in FRAME_COLUMNS}
    cells |= {name: np.full(length, np.nan, object) for name in TEXT_COLUMNS}
    return cells | {"problems": np.full(length, shared, object), "capital_route_used": np.full(length, None, object)}


def _cells(sheets: Sheets) -> dict[str, NDArray[Any]]:
    """The columns of the contract from the sheets of a batch."""
    amounts: dict[str, Any] = sheets.sheet._asdict() | dict(zip(BONUS_NAMES, sheets.sheet.bonus, strict=True))
    named = {name: in_dollars(amounts[name]) for name in amounts if name in FRAME_COLUMNS}
    named["binding"] = _texts(dict(enumerate(BINDING_RULES)), sheets.binding)
    named["untested"] = _texts(_UNTESTED, sheets.untested)
    named["problems"] = np.full(len(sheets.binding), "", object)
    return {name: named[name] for name in FRAME_COLUMNS}


def in_dollars(cents: NDArray[Any]) -> NDArray[Any]:
    """Whole cents as dollars, each the nearest float64, and NaN for -1, which is a blank; flags stay as they are."""
    if cents.dtype == np.bool_:
        return cents
    dollars = cents / _CENTS
    if len(cents) and cents.max() >= _EXACT:
        # One division misses the nearest float where the cents themselves are no float64.
        whole = cents // _CENTS
        dollars = np.where(cents >= _EXACT, whole + (cents - whole * _CENTS) / _CENTS, dollars)
    dollars[cents == UNKNOWN] = np.nan
    return dollars


def _texts(by_code: dict[int, str], codes: NDArray[np.int8]) -> NDArray[Any]:
    return np.array([by_code[code] for code in range(len(by_code))], object)[codes]


def _put(cells: dict[str, NDArray[Any]], places: NDArray[np.intp], rows: pd.DataFrame) -> None:
    """Write the rows that were evaluated one by one in their places."""
    for name in FRAME_COLUMNS:
        values = rows[name].to_numpy(object)
        if name == "capital_route_used" and cells[name].dtype == np.bool_:
            cells[name] = cells[name].astype(object)
        cells[name][places] = values


def _frame(cells: dict[str, NDArray[Any]], index: pd.Index[Any]) -> pd.DataFrame:
    arrays: dict[str, Any] = dict(cells)
    arrays |= {name: pd.array(cells[name], dtype="str") for name in TEXT_COLUMNS}
    arrays["capital_route_used"] = pd.array(cells["capital_route_used"], dtype="boolean")
    return pd.DataFrame(arrays, index=index, copy=False)
