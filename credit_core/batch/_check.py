"""Whole columns checked at once, by the rules of ``scenario`` and ``codec``, and turned into the units of the law.

A row is either accepted here or sent to ``_rows``, which judges it cell by cell and words its problems. Nothing is
accepted here that is refused there; what is rare or odd is left to the slower way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from credit_core.batch._columns import Columns, column_type, default_facts
from credit_core.batch._rows import row_facts
from credit_core.counties import SOUTH_JERSEY
from credit_core.scenario import FactField, Scenario, fact_field
from credit_core.section5.facts import UNKNOWN, Facts

__all__ = ["Checked", "check_columns"]

Bools = NDArray[np.bool_]

_CENTS = 100
# Digits that a float64 holds exactly, and no more decimals than a rule admits: the rest goes the long way.
_PLAIN = r"^\s*-?[0-9]{1,13}(\.[0-9]{1,2})?\s*$"
_BLANK = r"^\s*$"
# Cells of an object column that arrays read as single rows do; any other type, such as NumPy's, goes the long way.
_USUAL = frozenset({str, int, float, bool, type(None), type(pd.NA), type(pd.NaT)})


@dataclass(frozen=True)
class Checked:
    """What whole columns gave.

    Attributes:
        columns: The facts of every row; where a row is not accepted they stand for nothing.
        accepted: The rows whose every cell was accepted, and whose facts fit together.
    """

    columns: Columns
    accepted: Bools


@dataclass(frozen=True)
class _Column:
    """One column in the unit of the rules, and which of its cells are accepted."""

    values: NDArray[Any]
    accepted: Bools


def check_columns(df: pd.DataFrame) -> Checked:
    """Check the known columns of a frame; of two columns with one name the last counts, as it does row by row."""
    arrays: dict[str, NDArray[Any]] = {}
    accepted = np.ones(len(df), np.bool_)
    for place, name in enumerate(map(str, df.columns)):
        if name in Scenario.model_fields:
            column = _checked(fact_field(name), df.iloc[:, place])
            accepted &= column.accepted
            arrays |= _as_rules_read(name, column)
    columns = Columns(arrays, len(df))
    return Checked(columns, accepted & _fit_together(columns))


def _as_rules_read(name: str, column: _Column) -> dict[str, NDArray[Any]]:
    """The array of a fact that a rule reads; the county tells whether the project is in the eight counties."""
    if name == "county":
        return {"south_jersey": _IS_SOUTHERN[column.values]}
    return {name: column.values.astype(column_type(name), copy=False)} if name in Facts._fields else {}


_IS_SOUTHERN = np.array([county in SOUTH_JERSEY for county in fact_field("county").options])


def _fit_together(columns: Columns) -> Bools | bool:
    """No more industrial than all capital, no more jobs moved in than jobs (as ``scenario`` holds them together)."""

    def of(name: str) -> Any:
        return columns.arrays.get(name, getattr(default_facts(), name))

    capital = of("industrial_capital_investment") <= of("capital_investment")
    # Jobs are added as int64: two columns of int32 could not wrap within their bounds, but need not be trusted.
    jobs = of("jobs_new_to_municipality") <= np.int64(0) + of("new_jobs") + of("retained_jobs")
    fits: Bools | bool = np.logical_and(capital, jobs)
    return fits


def _checked(field: FactField, series: pd.Series[Any]) -> _Column:
    odd = _odd_cells(series)
    array = _arrow(series if odd is None else series.where(~odd, None))
    if array is None:
        return _nothing(len(series))
    column = _with_blanks(field, array, _reader(array.type)(field, array))
    return column if odd is None else _Column(column.values, column.accepted & ~odd)


def _odd_cells(series: pd.Series[Any]) -> Bools | None:
    """The cells of an object column that an array may take for something else, if there are any.

    A Decimal that is no number would be taken for a missing cell, a number of NumPy's for one of Python's.
    """
    if isinstance(series.dtype, pd.CategoricalDtype) and series.dtype.categories.dtype == object:
        series = series.astype(object)
    if series.dtype != object:
        return None
    cells = series.tolist()
    if _USUAL.issuperset(map(type, cells)):
        return None
    return np.fromiter(map(_is_odd, cells), np.bool_, len(cells))


def _is_odd(cell: Any) -> bool:
    if type(cell) is Decimal:
        return not cell.is_finite()
    return type(cell) not in _USUAL


def _nothing(length: int) -> _Column:
    """A column of which no cell is accepted here."""
    return _Column(np.zeros(length, np.int64), np.zeros(length, np.bool_))


def _arrow(series: pd.Series[Any]) -> pa.Array | None:
    """The column with one type and its missing cells marked, or nothing if its cells are of several types."""
    try:
        array = pa.array(series, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    return array.cast(array.type.value_type) if pa.types.is_dictionary(array.type) else array


def _with_blanks(field: FactField, array: pa.Array, column: _Column) -> _Column:
    """The column with its missing cells as blanks, which are accepted where the fact may be blank."""
    if array.null_count == 0:
        return column
    missing = _numpy(pc.is_null(array))
    values = np.where(missing, _blank(field), column.values)
    return _Column(values, np.where(missing, _may_be_blank(field), column.accepted))


def _may_be_blank(field: FactField) -> bool:
    return field.may_be_blank or "" in field.options or field.kind == "text"


def _blank(field: FactField) -> int:
    return UNKNOWN if field.may_be_blank else 0


def _numpy(array: pa.Array) -> NDArray[Any]:
    """The values of an array without missing cells."""
    return np.asarray(array.to_numpy(zero_copy_only=False))


Reader = Callable[[FactField, pa.Array], _Column]


def _reader(kind: pa.DataType) -> Reader:
    is_ = pa.types
    if is_.is_boolean(kind):
        return _read_bools
    if is_.is_integer(kind):
        return _read_integers
    if is_.is_floating(kind):
        return _read_floats
    if is_.is_string(kind) or is_.is_large_string(kind) or is_.is_string_view(kind):
        return _read_texts
    return _read_decimals if is_.is_decimal(kind) else _read_others


def _read_others(field: FactField, array: pa.Array) -> _Column:
    return _nothing(len(array))


def _read_bools(field: FactField, array: pa.Array) -> _Column:
    if field.kind != "flag":
        return _nothing(len(array))
    return _all_accepted(_numpy(array.fill_null(False)))


def _all_accepted(values: NDArray[Any]) -> _Column:
    return _Column(values, np.ones(len(values), np.bool_))


def _read_integers(field: FactField, array: pa.Array) -> _Column:
    if field.kind == "text":
        return _all_accepted(np.zeros(len(array), np.int64))
    return _whole_numbers(field, _numpy(array.fill_null(0)))


def _whole_numbers(field: FactField, values: NDArray[Any]) -> _Column:
    if field.kind == "flag":
        accepted = (values == 0) | (values == 1)
        return _Column(values == 1, accepted)
    if field.kind not in ("whole", "money", "percent"):
        return _nothing(len(values))
    accepted = (values >= field.least) & (values <= field.most)
    return _Column(np.where(accepted, values, 0).astype(np.int64) * _unit(field), accepted)


def _unit(field: FactField) -> int:
    """Cents of a dollar, basis points of a percent."""
    return _CENTS if field.kind in ("money", "percent") else 1


def _read_floats(field: FactField, array: pa.Array) -> _Column:
    return _floats(field, _numpy(array.fill_null(0.0)).astype(np.float64, copy=False))


def _floats(field: FactField, values: NDArray[np.float64]) -> _Column:
    """Numbers whose shortest decimal has no more decimals than the fact admits: they are the nearest to such a one."""
    if field.kind not in ("flag", "whole", "money", "percent"):
        return _nothing(len(values))
    if field.kind == "flag":
        return _whole_numbers(field, values)
    unit = _unit(field)
    within = (values >= field.least) & (values <= field.most)
    scaled = np.rint(np.where(within, values, 0.0) * unit)
    return _Column(scaled.astype(np.int64), within & (scaled / unit == values))


def _read_decimals(field: FactField, array: pa.Array) -> _Column:
    """Exact dollars or percentages, as databases export them; if one has more than two decimals, all go by row."""
    try:
        cents = pc.multiply(array.fill_null(0).cast(pa.decimal128(20, 2)), _CENTS).cast(pa.int64())
    except pa.ArrowException:
        return _nothing(len(array))
    values = _numpy(cents)
    accepted = (values >= field.least * _CENTS) & (values <= field.most * _CENTS)
    is_scaled = field.kind in ("money", "percent")
    return _Column(np.where(accepted, values, 0), accepted) if is_scaled else _nothing(len(array))


def _read_texts(field: FactField, array: pa.Array) -> _Column:
    filled = array.cast(pa.large_string()).fill_null("")
    if field.kind in ("whole", "money", "percent"):
        return _number_texts(field, filled)
    return _by_value(field, filled)


def _number_texts(field: FactField, array: pa.Array) -> _Column:
    plain = pc.match_substring_regex(array, _PLAIN)
    numbers = pc.utf8_trim_whitespace(pc.if_else(plain, array, "0")).cast(pa.float64())
    column = _floats(field, _numpy(numbers))
    accepted = column.accepted & _numpy(plain)
    if not field.may_be_blank:
        return _Column(column.values, accepted)
    blank = _numpy(pc.match_substring_regex(array, _BLANK))
    return _Column(np.where(blank, UNKNOWN, column.values), accepted | blank)


def _by_value(field: FactField, array: pa.Array) -> _Column:
    """Flags, choices and labels: each text that occurs is judged once, by the same functions as a single row."""
    encoded = array.dictionary_encode()
    judged = [_one_text(field, text) for text in encoded.dictionary.to_pylist()]
    if not judged:
        return _nothing(len(array))
    values, accepted = (np.array(part) for part in zip(*judged, strict=True))
    places = _numpy(encoded.indices)
    return _Column(values[places], accepted[places])


def _one_text(field: FactField, text: str) -> tuple[int, bool]:
    facts, problems = row_facts({field.name: text})
    if problems:
        return 0, False
    value = facts[field.name]
    return (field.options.index(value) if field.kind == "choice" else int(value) if field.kind == "flag" else 0), True
