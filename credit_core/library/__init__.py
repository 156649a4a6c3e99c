"""The library of saved scenarios, comparisons, bills and own places: stored as facts and law, never as results.

    library = Library()                                     # CREDIT_DB_URL, or data/library.sqlite3
    saved = library.add(Candidate(scenario), "Camden plant")
    library.save(saved.id, saved.version, content=Candidate(scenario.changed(new_jobs=300)))

docs/library.md says what is stored, what happens when two people save at once, and how to use PostgreSQL.
"""

from credit_core.library.database import DEFAULT_FILE, close_engines
from credit_core.library.errors import (
    Conflict,
    Deleted,
    InvalidItem,
    LibraryBusy,
    LibraryError,
    LibraryNewer,
    LibraryUnavailable,
    NameTaken,
    NotFound,
    Unreadable,
)
from credit_core.library.records import (
    KINDS,
    Added,
    Candidate,
    Comparison,
    Content,
    Draft,
    Entry,
    ImportReport,
    Kind,
    Page,
    Saved,
    Version,
)
from credit_core.library.repository import Library, Order

__all__ = [
    "DEFAULT_FILE",
    "KINDS",
    "Added",
    "Candidate",
    "Comparison",
    "Conflict",
    "Content",
    "Deleted",
    "Draft",
    "Entry",
    "ImportReport",
    "InvalidItem",
    "Kind",
    "Library",
    "LibraryBusy",
    "LibraryError",
    "LibraryNewer",
    "LibraryUnavailable",
    "NameTaken",
    "NotFound",
    "Order",
    "Page",
    "Saved",
    "Unreadable",
    "Version",
    "close_engines",
]
