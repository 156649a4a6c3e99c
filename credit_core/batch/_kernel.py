"""The functions of ``section5`` compiled from their own source, and run over columns in blocks spread over threads.

numba is imported on first use: whoever computes a few scenarios never waits for it. What it compiles is kept on disk
for the next start (``_kept``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from inspect import isfunction
from itertools import pairwise, product
from math import prod
from pathlib import Path
from pkgutil import iter_modules
from platform import machine
from shutil import rmtree
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import DTypeLike, NDArray

from credit_core import section5
from credit_core.batch import _loops
from credit_core.batch._columns import BLOCK, Columns, Int64s, default_facts
from credit_core.batch._kept import fingerprint, folder_for, kept_in
from credit_core.law import Law
from credit_core.scenario import fact_field
from credit_core.section5.arithmetic import quotient_of
from credit_core.section5.figures import NO_LIMIT, Figures
from credit_core.section5.sheet import AREA_FACTS, AreaRules, Bonus, Sheet, area_rules

__all__ = ["Sheets", "annual_awards", "award_sheets", "compiled_pays", "is_ready", "warm_up"]

Loop = Callable[..., None]

# From so many rows the compiled law is quicker than plain Python: when it is ready already, and when it is not.
_MANY = 1_000
_WORTH_COMPILING = 20_000

# Amounts for each job, which are far smaller than those for a year.
_PER_JOB = (
    "base_amount",
    "bonuses_total",
    "gross_before_limit",
    "gross_limit",
    "gross_amount",
    "new_job_amount",
    "retained_job_amount",
)
_LLVM_OPTIONS = (
    "-x86-cmov-converter=false",
    "-disable-cgp-select2branch=true",
    "-phi-node-folding-threshold=6",
    "-two-entry-phi-node-folding-threshold=12",
)
_CALLED: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
# None but the loops is called from outside: the others need no way in, which would take long to compile.
_DISSOLVED: dict[str, Any] = {
    "error_model": "numpy",
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
# Brackets of c(7): (a) to (e) of the statute, and all letters that bills may add to.
_BRACKETS = 5
_ALL_BRACKETS = 26
_AUTHORITY_MOST = fact_field("authority_bonus").most * 100


@dataclass(frozen=True, slots=True)
class Sheets:
    """The award sheets of many rows.

    Attributes:
        sheet: A ``Sheet`` of arrays: whole cents, -1 for a limit that is blank, and bool for ``capital_route_used``.
            Amounts for each job are int32 where the law's figures fit, all others int64.
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
    figures = _of_a_known_shape((law or Law.current()).compiled)
    kinds, areas = _areas(figures)
    awards: Int64s = _room((len(columns),), np.int64)
    loop = _compiled("award_loop", figures)

    def run(start: int, stop: int) -> None:
        loop(columns.block(start, stop), figures, kinds, areas, stop - start, awards[start:stop])

    _in_blocks(run, len(columns), threads)
    return awards


def award_sheets(columns: Columns, law: Law | None = None, threads: int | None = None) -> Sheets:
    """34:1B-246(b)-(f): the whole award sheet of every row, in cents, with the rule that binds."""
    figures = _of_a_known_shape((law or Law.current()).compiled)
    kinds, areas = _areas(figures)
    sheets = _empty_sheets(len(columns), figures)
    loop = _compiled("sheet_loop", figures)

    def run(start: int, stop: int) -> None:
        part = sheets.block(start, stop)
        loop(columns.block(start, stop), figures, kinds, areas, stop - start, part.sheet, part.binding, part.untested)

    _in_blocks(run, len(columns), threads)
    return sheets


def _of_a_known_shape(figures: Figures) -> Figures:
    """The same law with room for every bracket of c(7) where it is no usual one; no number of jobs reaches those added.

    The loops are compiled for usual laws, with what is usual of them left out, and once for all others.
    """
    if _is_usual(figures):
        return figures
    brackets = figures.bonus.c7
    out_of_reach = ((NO_LIMIT, 0),) * (_ALL_BRACKETS - len(brackets))
    return figures._replace(bonus=figures.bonus._replace(c7=brackets + out_of_reach))


def _is_usual(figures: Figures) -> bool:
    """Whether every reading is the usual one, c(7) has its five brackets and amounts for a job fit into four bytes."""
    if figures.reading != _loops.USUAL_READINGS or len(figures.bonus.c7) != _BRACKETS:
        return False
    return _most_for_a_job(figures) <= np.iinfo(np.int32).max


def _most_for_a_job(figures: Figures) -> int:
    """More than any amount for a job can be, in cents, and than any threshold that stands among the bonuses."""
    flat = [amount for amount in figures.bonus if isinstance(amount, int)]
    stepped = [figures.bonus.c5.maximum, figures.bonus.c6.maximum, figures.bonus.c10.maximum]
    brackets = [amount for _, amount in figures.bonus.c7]
    limits = [limit for limit in figures.gross_limit if limit != NO_LIMIT]
    return max(figures.base) + sum(flat) + sum(stepped) + sum(brackets) + max(limits, default=0) + _AUTHORITY_MOST


@lru_cache(maxsize=32)
def _areas(figures: Figures) -> tuple[NDArray[np.uint16], AreaRules]:
    """The kinds of area that a law knows: the kind of every combination of flags, and the rules of every kind.

    The combinations are many and the kinds few, so that both tables stay in the nearest cache of a processor. They are
    worked out in plain Python (some tenths of a second a law), which is less than compiling it would take.
    """
    combinations = product((False, True), repeat=len(AREA_FACTS))
    rules = [area_rules(default_facts()._replace(**_flags(each)), figures) for each in combinations]
    numbers: dict[AreaRules, int] = {}
    kinds = [numbers.setdefault(each, len(numbers)) for each in rules]
    areas: Any = map(np.array, zip(*numbers, strict=True))
    return np.array(kinds, np.uint16), AreaRules._make(areas)


def _flags(combination: tuple[bool, ...]) -> dict[str, bool]:
    """The flags of one combination: ``product`` moves the last one first, the place of an area the first."""
    return dict(zip(reversed(AREA_FACTS), combination, strict=True))


def _type_for_a_job(figures: Figures) -> np.dtype[Any]:
    """The type of amounts for a job: memory decides how fast sheets are written, so as narrow as the law allows."""
    return np.dtype(np.int32 if _is_usual(figures) else np.int64)


def _empty_sheets(length: int, figures: Figures) -> Sheets:
    """Room for the sheets: one piece of memory for each type, since a system hands out few large pieces faster."""
    names = [name for name in Sheet._fields if name not in ("bonus", "capital_route_used")]
    years = iter(_room((len(names) - len(_PER_JOB), length), np.int64))
    jobs = iter(_room((len(_PER_JOB) + len(Bonus._fields), length), _type_for_a_job(figures)))
    amounts: dict[str, Any] = {name: next(jobs if name in _PER_JOB else years) for name in names}
    bonus = Bonus._make(jobs)
    used: Any = np.empty(length, np.bool_)
    sheet = Sheet(**amounts, bonus=bonus, capital_route_used=used)
    return Sheets(sheet, np.empty(length, np.int8), np.empty(length, np.int8))


def _room(shape: tuple[int, ...], kind: DTypeLike) -> Any:
    """New memory, from Arrow's pool: what earlier results gave back is handed out again.

    Asked for new memory a system clears it first, which takes as long as a third of the sheets.
    """
    size = prod(shape) * np.dtype(kind).itemsize
    return np.ndarray(shape, kind, pa.allocate_buffer(size))


def warm_up(law: Law | None = None) -> None:
    """Make the loops for this law, or current law, ready: compiled once a machine, then read from disk.

    Laws with the usual readings share one pair of loops, all others another one.
    """
    columns = Columns.of({}, 1)
    annual_awards(columns, law)
    award_sheets(columns, law)


def is_ready(law: Law | None = None) -> bool:
    """Whether the loop that gives whole sheets under this law, or current law, is ready in this process."""
    name = _name_of("sheet_loop", (law or Law.current()).compiled)
    return name in _loop_by_name and bool(_loop_by_name[name].signatures)


def compiled_pays(rows: int, law: Law) -> bool:
    """Whether so many rows are quicker by the compiled law than in plain Python, its compiling included."""
    return rows >= (_MANY if is_ready(law) else _WORTH_COMPILING)


def _in_blocks(run: Callable[[int, int], None], length: int, threads: int | None) -> None:
    """Run every block of rows, over threads where there are several; the compiled loops release the GIL."""
    workers = min(threads or _processors(), -(-length // BLOCK))
    spans = iter(_spans(length, workers))

    def work() -> None:
        for start, stop in spans:
            run(start, stop)

    if workers <= 1:
        work()
        return
    with ThreadPoolExecutor(workers - 1) as pool:
        others = [pool.submit(work) for _ in range(workers - 1)]
        work()
        for done in others:
            done.result()


def _spans(length: int, workers: int) -> list[tuple[int, int]]:
    """Blocks of nearly one size, as many for each worker, so that none waits for the last one."""
    blocks = -(-length // (BLOCK * max(workers, 1))) * workers
    bounds = [length * number // blocks for number in range(blocks + 1)] if blocks else []
    return list(pairwise(bounds))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_loop_by_name: dict[str, Any] = {}
_compiling = Lock()


def _compiled(name: str, figures: Figures) -> Loop:
    """A loop of ``_loops`` as numba compiles it, that for usual laws or for all; compiled at its first call."""
    with _compiling:
        if not _loop_by_name:
            _loop_by_name.update(_declared_loops())
    return partial(_run, _name_of(name, figures))


def _run(name: str, *arguments: Any) -> None:
    """Run a compiled loop, compiled anew where the code that was kept is of no use.

    The loops raise nothing by themselves, and numba names its own errors: any other is that of a damaged file, or of a
    disk without room for a new one.
    """
    from numba.core.errors import NumbaError

    loop = _loop_by_name[name]
    try:
        loop(*arguments)
    except NumbaError:
        raise
    except Exception:
        with _compiling:
            if _loop_by_name[name] is loop and not loop.signatures:
                # What is damaged goes, so that the next process keeps code of its own.
                rmtree(loop.stats.cache_path or "", ignore_errors=True)
                _loop_by_name[name] = _declared(getattr(_loops, name), None)
        _loop_by_name[name](*arguments)


def _name_of(name: str, figures: Figures) -> str:
    return f"usual_{name}" if _is_usual(figures) else name


def _prefer_choices_to_jumps() -> str:
    """Have LLVM compute both amounts of a choice and take one, where it would jump; gives the processor's name.

    Which way a row goes cannot be foreseen, and a jump foretold wrongly costs more than the amount. Said by options of
    the compiler, because the law has to read as law; they change how long the loops take, never what they give.
    """
    import numba
    from llvmlite import binding

    for option in _LLVM_OPTIONS:
        binding.set_option("", option)
    config: Any = numba.config
    if machine() in ("x86_64", "AMD64") and not config.CPU_FEATURES:
        # Without the test whether the operands of a division fit into 32 bits: cents seldom do.
        config.CPU_NAME = binding.get_host_cpu_name()
        config.CPU_FEATURES = f"{binding.get_host_cpu_features().flatten()},-idivq-to-divl"
    return f"{binding.get_host_cpu_name()} {config.CPU_FEATURES}"


def _declared_loops() -> dict[str, Any]:
    """Tell numba every function of the section, each to be dissolved into the loop that calls it, and the loops.

    Without ``forceinline`` every call passes some hundred numbers on the stack, which costs three times the rules.
    """
    from numba.extending import overload, register_jitable

    processor = _prefer_choices_to_jumps()
    dissolved: Any = _DISSOLVED
    functions: list[Callable[..., Any]] = [*_section_functions(), *_loops.HELPERS]
    for function in functions:
        if function is not quotient_of:
            register_jitable(**dissolved)(function)
    # Its operands are never negative: unsigned division has no signs to round by.
    unsigned = lambda numerator, denominator: np.int64(np.uint64(numerator) // np.uint64(denominator))  # noqa: E731
    overload(quotient_of, jit_options=dissolved)(lambda numerator, denominator: unsigned)
    here = sys.modules[__name__]
    folder = folder_for(fingerprint([*_section_modules(), _loops, here], processor))
    return {loop.__name__: _declared(loop, folder) for loop in _loops.LOOPS}


def _declared(loop: Loop, folder: Path | None) -> Any:
    """A loop that is compiled at its first call, and kept in the folder if there is one that numba can use."""
    import numba

    if folder is not None:
        with kept_in(folder), suppress(RuntimeError):
            kept = numba.njit(cache=True, **_CALLED)(loop)
            # Elsewhere, where numba goes when it cannot write here, code would be found whatever the rules are.
            if Path(str(kept.stats.cache_path)).is_relative_to(folder):
                return kept
    return numba.njit(**_CALLED)(loop)


def _section_modules() -> Iterator[ModuleType]:
    for found in iter_modules(section5.__path__, "credit_core.section5."):
        yield import_module(found.name)


def _section_functions() -> Iterator[Callable[..., Any]]:
    for module in _section_modules():
        names = vars(module).values()
        yield from (value for value in names if isfunction(value) and value.__module__ == module.__name__)
