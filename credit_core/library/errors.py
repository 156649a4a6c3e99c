"""What can go wrong with the library, each by its name; every message says how to go on."""

# ruff: noqa: N818 - the names say what happened, as a page tells it: a conflict, not a conflict error.

from __future__ import annotations

from collections.abc import Iterable

from credit_core.library.records import Draft, Entry, Saved
from credit_core.problem import Problem

__all__ = [
    "Conflict",
    "Deleted",
    "InvalidItem",
    "LibraryBusy",
    "LibraryError",
    "LibraryNewer",
    "LibraryUnavailable",
    "NameTaken",
    "NotFound",
    "Unreadable",
]


class LibraryError(Exception):
    """Anything that keeps the library from doing what was asked; the message is for a person."""


class InvalidItem(LibraryError, ValueError):
    """A name, description, tag, content or search that cannot be used; carries every problem."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, in the order of the fields."""
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


class NotFound(LibraryError, KeyError):
    """No saved item, or no version of it, with this identifier."""

    def __init__(self, identifier: str, version: int | None = None) -> None:
        """Name what was asked for, as far as it can be shown on one line."""
        self.identifier = identifier
        self.version = version
        which = "" if version is None else f" in version {version}"
        shown = ascii(identifier[:40])[1:-1]
        words = f'Nothing is saved as "{shown}"{which} in this library; check the link, or look for it by its name.'
        super().__init__(words)

    def __str__(self) -> str:
        """The sentence; a KeyError would put it in quotation marks."""
        return str(self.args[0])


class Deleted(NotFound):
    """The saved item was deleted; it can be opened again after the deletion is undone."""

    def __init__(self, entry: Entry) -> None:
        """Keep the entry, so that a page can offer to undo the deletion."""
        super().__init__(entry.id)
        self.entry = entry
        self.args = (f'"{entry.name}" was deleted; undo the deletion to open it again.',)


class Conflict(LibraryError):
    """Somebody else has replaced the version that was to be saved over; nothing of either is lost.

    Attributes:
        base: The version that was to be saved over.
        yours: What was to be saved, not stored: save it over ``theirs.version``, or as a new item.
        theirs: What is stored now; ``theirs.deleted_at`` is set if it was deleted meanwhile.
    """

    def __init__(self, base: int, yours: Draft, theirs: Saved) -> None:
        """Keep both versions."""
        self.base = base
        self.yours = yours
        self.theirs = theirs
        gone = f'"{theirs.name}" was deleted while you worked on it. Undo the deletion, or save yours as a new one.'
        moved = (
            f'"{theirs.name}" was saved by somebody else while you worked on it: you began with version {base}, '
            f"it is now at version {theirs.version}. Save yours as the next version, or as a new one; theirs is kept."
        )
        super().__init__(gone if theirs.deleted_at else moved)


class NameTaken(LibraryError):
    """Own places are told apart by their names, and another place has this one."""

    def __init__(self, name: str) -> None:
        """Name the place."""
        self.name = name
        super().__init__(f'A place named "{name}" is in the library already; edit that one, or give another name.')


class Unreadable(LibraryError):
    """A stored item that cannot be read at all; it is left as it is."""


class LibraryUnavailable(LibraryError):
    """The database cannot be reached or used; the message says why and how to go on."""


class LibraryBusy(LibraryUnavailable):
    """Other writers held the database for longer than the patience allowed; nothing was saved."""


class LibraryNewer(LibraryUnavailable):
    """A newer release has written the library; this one leaves it alone."""
