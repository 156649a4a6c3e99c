"""Where the compiled law is kept from one start to the next, so that a machine compiles the same rules once.

numba keeps code on disk, but looks for edits in the file of the loop alone. Here the folder is named after everything
that is compiled: the files as they are, and the modules as this process has loaded them, which may be older. An edited
rule is never answered by code that was compiled before.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["fingerprint", "folder_for", "kept_in", "loaded"]

_BESIDE = Path(__file__).parent / "__pycache__"
_NAME = "compiled-"
# Those of a bill tried in the sources and of another version that still runs may stay; older ones go.
_MOST_FOLDERS = 3


def fingerprint(modules: Iterable[ModuleType], *options: object) -> str:
    """A short name for modules and the options they are compiled with: another one as soon as any of them differs."""
    found = sha256(repr(options).encode())
    for module in modules:
        found.update(repr(loaded(vars(module))).encode())
        found.update(Path(str(module.__file__)).read_bytes())
    return found.hexdigest()[:16]


def loaded(names: dict[str, Any]) -> list[tuple[str, object]]:
    """What the names of a module stand for, as it was loaded: code, constants, the fields of records."""
    return [(name, _meaning(value)) for name, value in sorted(names.items()) if not name.startswith("__")]


def _meaning(value: object) -> object:
    """What a name stands for, without where it lies in memory."""
    if isinstance(value, FunctionType):
        named = tuple(sorted((value.__kwdefaults__ or {}).items()))
        return (
            value.__module__,
            value.__qualname__,
            _instructions(value.__code__),
            _meaning((value.__defaults__, named)),
        )
    if isinstance(value, tuple):
        return type(value).__name__, [_meaning(each) for each in value]
    if isinstance(value, type):
        return value.__module__, value.__qualname__, getattr(value, "_fields", None)
    return repr(value) if isinstance(value, (int, float, str)) else type(value).__name__


def _instructions(code: CodeType) -> tuple[object, ...]:
    """What a code object does, without where it stands; the functions within it included."""
    within = [_instructions(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_argcount, within


def folder_for(name: str, beside: Path = _BESIDE) -> Path | None:
    """The folder of that name for compiled code, made if it is not there; only the newest of other names stay.

    None where nothing can be written there, as in an installation for all users: the code then lives in memory alone.
    """
    folder = beside / f"{_NAME}{name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return None
    others = sorted((each for each in beside.glob(f"{_NAME}*") if each != folder), key=_age)
    for old in others[_MOST_FOLDERS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _age(folder: Path) -> float:
    """Greater for an older folder; one that another process has just removed is the oldest."""
    return -folder.stat().st_mtime if folder.exists() else 0.0


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Have numba keep in the folder what is declared meanwhile."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
