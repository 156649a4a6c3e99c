"""The functions of ``section5`` compiled from their own source, and run over columns in blocks spread over threads.

numba is imported on first use: whoever computes a few scenarios never waits for it. The compiled code lives in memory
alone, because numba's cache on disk does not notice edits made in other modules.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from inspect import isfunction
from pkgutil import iter_modules
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from credit_core import section5
from credit_core.batch import _loops
from credit_core.batch._columns import BLOCK, Columns, Int64s
from credit_core.law import Law
from credit_core.section5.sheet import Bonus, Sheet

__all__ = ["Sheets", "annual_awards", "award_sheets", "is_ready", "warm_up"]

Loop = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Sheets:
    """The award sheets of many rows.

    Attributes:
        sheet: A ``Sheet`` of arrays: dollars as float64, NaN for a limit that is blank, and bool for
            ``capital_route_used``.
        binding: The number of the rule that binds, by the numbers of ``section5.sheet``.
        untested: 1 where withholdings are not tested, 2 where the amount necessary is not, 3 for both, else 0.
    """

    sheet: Sheet
    binding: NDArray[np.int8]
    untested: NDArray[np.int8]

    def block(self, start: int, stop: int) -> Sheets:
        """The rows of one block, as views."""
        bonus = Bonus._make(array[start:stop] for array in _arrays(self.sheet.bonus))
        parts = [array if isinstance(array, Bonus) else array[start:stop] for array in _arrays(self.sheet)]
        return Sheets(Sheet._make(parts)._replace(bonus=bonus), self.binding[start:stop], self.untested[start:stop])


def _arrays(values: Any) -> Iterator[Any]:
    """The fields of a named tuple that holds arrays where the rules hold numbers."""
    return iter(values)


def annual_awards(columns: Columns, law: Law | None = None, threads: int | None = None) -> Int64s:
    """34:1B-246(b)-(f): the award of one year of every row, in whole cents; nothing else is computed or written."""
    figures = (law or Law.current()).compiled
    awards = np.empty(len(columns), np.int64)
    loop = _compiled("award_loop")

    def run(start: int, stop: int) -> None:
        loop(columns.block(start, stop), figures, stop - start, awards[start:stop])

    _in_blocks(run, len(columns), threads)
    return awards


def award_sheets(columns: Columns, law: Law | None = None, threads: int | None = None) -> Sheets:
    """34:1B-246(b)-(f): the whole award sheet of every row, in dollars, with the rule that binds."""
    figures = (law or Law.current()).compiled
    sheets = _empty_sheets(len(columns))
    loop = _compiled("sheet_loop")

    def run(start: int, stop: int) -> None:
        part = sheets.block(start, stop)
        loop(columns.block(start, stop), figures, stop - start, part.sheet, part.binding, part.untested)

    _in_blocks(run, len(columns), threads)
    return sheets


def _empty_sheets(length: int) -> Sheets:
    sheet = Sheet._make(np.empty(length) for _ in Sheet._fields)
    bonus = Bonus._make(np.empty(length) for _ in Bonus._fields)
    used: Any = np.empty(length, np.bool_)
    return Sheets(
        sheet._replace(bonus=bonus, capital_route_used=used), np.empty(length, np.int8), np.empty(length, np.int8)
    )


def warm_up() -> None:
    """Compile both loops now (some seconds, once a process), so that no later call waits for it."""
    columns = Columns.of({}, 1)
    annual_awards(columns)
    award_sheets(columns)


def is_ready() -> bool:
    """Whether the whole sheet has been compiled in this process."""
    return "sheet_loop" in _loop_by_name and bool(_loop_by_name["sheet_loop"].signatures)


def _in_blocks(run: Callable[[int, int], None], length: int, threads: int | None) -> None:
    """Run every block of rows, over threads where there are several; the compiled loops release the GIL."""
    spans = [(start, min(start + BLOCK, length)) for start in range(0, length, BLOCK)]
    workers = min(threads or _processors(), len(spans))
    if workers <= 1:
        for start, stop in spans:
            run(start, stop)
        return
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(run, start, stop) for start, stop in spans]:
            done.result()


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_loop_by_name: dict[str, Any] = {}
_compiling = Lock()


def _compiled(name: str) -> Loop:
    """A loop of ``_loops`` as numba compiles it; compiled for the types of the arguments at its first call."""
    with _compiling:
        if not _loop_by_name:
            _register()
        found: Loop = _loop_by_name[name]
        return found


def _register() -> None:
    """Tell numba every function of the section, each to be dissolved into the loop that calls it.

    Without ``forceinline`` every call passes some hundred numbers on the stack, which costs three times the rules.
    """
    import numba
    from numba.extending import register_jitable

    functions: list[Callable[..., Any]] = [*_section_functions(), *_loops.HELPERS]
    for function in functions:
        register_jitable(error_model="numpy", forceinline=True)(function)
    for loop in (_loops.award_loop, _loops.sheet_loop):
        _loop_by_name[loop.__name__] = numba.njit(nogil=True, error_model="numpy")(loop)


def _section_functions() -> Iterator[Callable[..., Any]]:
    for found in iter_modules(section5.__path__, "credit_core.section5."):
        module = import_module(found.name)
        yield from (value for value in vars(module).values() if isfunction(value) and value.__module__ == found.name)
