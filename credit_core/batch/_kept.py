"""Where the compiled law is kept from one start to the next, so that a machine compiles the same rules once.

numba keeps code on disk, but looks for edits in the file of the loop alone. Here the folder is named after every
function that is compiled, as this process has loaded it and not as its file now reads: an edited rule is never answered
by code that was compiled before.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType
from typing import Any

__all__ = ["fingerprint", "folder_for", "kept_in"]

_BESIDE = Path(__file__).parent / "__pycache__"
_NAME = "compiled-"


def fingerprint(functions: Iterable[Callable[..., Any]], *options: object) -> str:
    """A short name for functions and the options they are compiled with: another one as soon as any of them differs."""
    parts = [(function.__module__, function.__qualname__, *_meaning(function)) for function in functions]
    return sha256(repr((parts, options)).encode()).hexdigest()[:16]


def _meaning(function: Callable[..., Any]) -> tuple[object, ...]:
    """The code of a function and the constants, and fields of records, that it reads from its module."""
    code: CodeType = function.__code__
    read = {name: function.__globals__.get(name) for name in code.co_names}
    constants = {name: value for name, value in read.items() if isinstance(value, (int, str, tuple))}
    records = {name: getattr(value, "_fields", None) for name, value in read.items() if isinstance(value, type)}
    return *_instructions(code), constants, records


def _instructions(code: CodeType) -> tuple[object, ...]:
    """What a code object does, without where it stands; the functions within it included."""
    within = [_instructions(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, within


def folder_for(name: str, beside: Path = _BESIDE) -> Path | None:
    """The folder of that name for compiled code, made if it is not there; those of other names are removed.

    None where nothing can be written there, as in an installation for all users: the code then lives in memory alone.
    """
    folder = beside / f"{_NAME}{name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return None
    for other in beside.glob(f"{_NAME}*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


@contextmanager
def kept_in(folder: Path | None) -> Iterator[bool]:
    """Have numba keep in the folder what is declared meanwhile; says whether there is a folder to keep it in."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or before)
    try:
        yield folder is not None
    finally:
        config.CACHE_DIR = before
