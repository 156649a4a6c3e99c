"""What the library gives back and takes: entries of a list, opened items, versions, pages and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from credit_core.comparison import Candidate, Comparison
from credit_core.law import Law
from credit_core.places import Place
from credit_core.problem import Problem

__all__ = [
    "KINDS",
    "Added",
    "Candidate",
    "Comparison",
    "Content",
    "Draft",
    "Entry",
    "ImportReport",
    "Kind",
    "Page",
    "Saved",
    "Version",
]

Kind = Literal["scenario", "comparison", "bill", "place"]

KINDS: tuple[Kind, ...] = ("scenario", "comparison", "bill", "place")


Content = Candidate | Comparison | Law | Place
"""What can be saved: a scenario, a comparison, a bill (a law as amended or read) or a place of the user's own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be saved: the content and what it is called."""

    content: Content
    name: str
    description: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One saved item as a list shows it; times are UTC.

    Attributes:
        id: Short identifier for links, such as ``?saved=7f3kq9x2mc``.
        version: Number of the newest version, from 1.
        municipality: The municipalities of its scenarios, joined by commas; empty where none is named.
        law_version: The law that its newest version was saved under; empty for a place.
        deleted_at: When it was deleted, or None.
    """

    id: str
    kind: Kind
    version: int
    name: str
    description: str
    tags: tuple[str, ...]
    municipality: str
    law_version: str
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version in the history of an item; ``note`` says where it came from, if not from an ordinary save."""

    version: int
    name: str
    description: str
    tags: tuple[str, ...]
    law_version: str
    saved_at: datetime
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """One version of a saved item, opened.

    Attributes:
        version: Number of this version; ``latest`` is the number of the newest.
        notices: What of the stored document could not be used, and whether it was saved under another law.
        note: Where the version came from, if not from an ordinary save.
    """

    id: str
    kind: Kind
    version: int
    latest: int
    name: str
    description: str
    tags: tuple[str, ...]
    content: Content
    law_version: str
    created_at: datetime
    saved_at: datetime
    deleted_at: datetime | None
    note: str
    notices: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """What became of something that was to be saved once.

    Attributes:
        saved: What was saved, or what was there already.
        is_new: Whether it was saved now; else an item of this name holds the same facts under the same law.
        namesakes: How many other items of its kind have its name and hold something else.
    """

    saved: Saved
    is_new: bool
    namesakes: int


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list: its entries, how many there are in all, and which page it is (from 1)."""

    entries: tuple[Entry, ...]
    total: int
    number: int
    size: int

    @property
    def pages(self) -> int:
        """How many pages there are; an empty list has one."""
        return max(1, -(-self.total // self.size))


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of a file: identifiers by what was done, and every problem.

    Attributes:
        added: New here.
        extended: Here already; the file held further versions.
        unchanged: Here already with all the file holds; a deletion is undone.
        copied: Here with another history: the file's identifier and the new one that it was saved beside as.
        problems: What could not be used; the rest was kept.
    """

    added: tuple[str, ...] = ()
    extended: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    copied: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def with_problems(self, problems: Iterable[Problem]) -> ImportReport:
        """The same report with these problems in front."""
        joined = (*problems, *self.problems)
        return ImportReport(self.added, self.extended, self.unchanged, self.copied, joined)
