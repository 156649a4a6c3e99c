"""The facts of many projects as columns: one array a fact, as narrow as the bounds of the fact allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from credit_core.award import facts_of
from credit_core.scenario import Scenario, fact_field
from credit_core.section5.facts import UNKNOWN, Facts

__all__ = ["BLOCK", "Columns", "Int64s", "column_type", "default_facts"]

Int64s = NDArray[np.int64]

# Rows that are computed at once: their columns and results stay in a processor's cache.
BLOCK = 65_536

_SCALED = ("money", "percent")
_CENTS = 100
# The kinds of arrays that hold numbers: flags, whole numbers with and without a sign, floats.
_NUMBERS = "biuf"


@cache
def default_facts() -> Facts:
    """What a rule is told of a project of which nothing is known."""
    return facts_of(Scenario())


def _is_flag(name: str) -> bool:
    return isinstance(getattr(default_facts(), name), bool)


@cache
def column_type(name: str) -> np.dtype[Any]:
    """The type of a fact's column: bool, or the narrowest of int8, int32 and int64 that its bounds fit into."""
    if _is_flag(name):
        return np.dtype(np.bool_)
    most = _bounds(name)[1]
    return np.dtype(next(kind for kind in (np.int8, np.int32, np.int64) if most <= np.iinfo(kind).max))


@cache
def _constant(value: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """A block of one value, shared by all absent columns that have it: it stays in the processor's cache."""
    block = np.full(BLOCK, value, kind)
    block.flags.writeable = False
    return block


@dataclass(frozen=True)
class Columns:
    """The facts of many projects as the rules read them; a column that is absent takes no memory.

    Attributes:
        arrays: One array for each fact given, by the names and in the units of ``section5.facts.Facts``: whole cents,
            basis points, counts, -1 for a blank. Every array has the type of ``column_type``.
        length: The number of rows.
    """

    arrays: Mapping[str, NDArray[Any]]
    length: int

    def __len__(self) -> int:
        """The number of rows."""
        return self.length

    @classmethod
    def of(cls, arrays: Mapping[str, ArrayLike], length: int | None = None) -> Columns:
        """Columns from arrays in the units of the rules, each checked against its fact's bounds and narrowed.

        A list of numbers will do for an array, and so will a column of pandas without missing cells.

        Raises:
            ValueError: An unknown name, what is no row of numbers, arrays of different lengths, a value out of bounds
                or no whole number.
        """
        rows = {name: _numbers(name, array) for name, array in arrays.items()}
        lengths = {len(array) for array in rows.values()} | (set() if length is None else {length})
        if len(lengths) != 1:
            raise ValueError(f"columns must have one length; given: {sorted(lengths)}")
        return cls({name: _narrowed(name, array) for name, array in rows.items()}, lengths.pop())

    def block(self, start: int, stop: int) -> Facts:
        """The rows of one block, at most ``BLOCK``, as a ``Facts`` of arrays for a compiled loop."""
        return Facts._make(array[start:stop] if given else array for given, array in self._sources)

    @cached_property
    def _sources(self) -> list[tuple[bool, NDArray[Any]]]:
        """Of every fact whether it is given, and its column or a block of its default."""
        return [self._source(name) for name in Facts._fields]

    def _source(self, name: str) -> tuple[bool, Any]:
        given = self.arrays.get(name)
        if given is None:
            return False, _constant(getattr(default_facts(), name), column_type(name))
        # An array that can be written is another type to the compiler: loops would be compiled for each set of columns.
        column = given.view()
        column.flags.writeable = False
        return True, column


def _numbers(name: str, given: ArrayLike) -> NDArray[Any]:
    """What is given for a fact as one row of numbers."""
    if name not in Facts._fields:
        raise ValueError(f'"{name}" is no fact that a rule reads')
    try:
        array = np.asarray(given)
    except (TypeError, ValueError) as error:  # lists of different lengths, or cells that are missing
        raise _no_numbers(name, type(given).__name__) from error
    # Without its mask an array would give what stands beneath it.
    if array.ndim != 1 or array.dtype.kind not in _NUMBERS or np.ma.is_masked(given):
        of_what = f" of {array.dtype}, {array.ndim}-dimensional" if hasattr(given, "dtype") or array.ndim else ""
        raise _no_numbers(name, type(given).__name__ + of_what)
    return array


def _no_numbers(name: str, given: str) -> ValueError:
    return ValueError(f"{name} must be a one-dimensional array of numbers, none of them missing; given: {given}")


def _narrowed(name: str, array: NDArray[Any]) -> NDArray[Any]:
    least, most = _bounds(name)
    if len(array) and not (array.min() >= least and array.max() <= most):
        raise ValueError(f"{name} must lie between {least:,} and {most:,}; given: {array.min()} to {array.max()}")
    narrow = np.ascontiguousarray(array, column_type(name))
    if array.dtype.kind not in "biu" and not np.array_equal(narrow, array):
        raise ValueError(f"{name} must hold whole numbers")
    return narrow


def _bounds(name: str) -> tuple[int, int]:
    """The least and the most of a fact in the unit of the rules, a blank included where there may be one."""
    if _is_flag(name):
        return 0, 1
    field = fact_field(name)
    if field.kind == "choice":
        return 0, len(field.options) - 1
    unit = _CENTS if field.kind in _SCALED else 1
    return UNKNOWN if field.may_be_blank else field.least * unit, field.most * unit
