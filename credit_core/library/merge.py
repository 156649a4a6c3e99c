"""What an import does to the library: new items are added, further versions appended, other histories kept beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, update

from credit_core.library.errors import NameTaken
from credit_core.library.exchange import IncomingItem, IncomingVersion
from credit_core.library.records import ImportReport
from credit_core.library.rows import Written, item_values, read_tags, version_values
from credit_core.library.schema import items, versions
from credit_core.library.store import check_name_free, set_deleted
from credit_core.library.texts import new_identifier, problem
from credit_core.problem import Problem

__all__ = ["merge"]


def merge(connection: Connection, incoming: Iterable[IncomingItem]) -> ImportReport:
    """Merge items into the library within a transaction, and say what became of each."""
    merger = _Merger(connection)
    for item in incoming:
        merger.take(item)
    return merger.report()


class _Merger:
    """Takes items one by one; new rows are held back and written together."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known = set(connection.execute(select(items.c.id)).scalars())
        self._new_items: list[dict[str, Any]] = []
        self._new_versions: list[dict[str, Any]] = []
        self._added: list[str] = []
        self._extended: list[str] = []
        self._unchanged: list[str] = []
        self._copied: dict[str, str] = {}
        self._problems: list[Problem] = []

    def report(self) -> ImportReport:
        """Write what was held back, and say what became of each item."""
        self._write()
        done = tuple(self._added), tuple(self._extended), tuple(self._unchanged)
        return ImportReport(*done, self._copied, tuple(self._problems))

    def _write(self) -> None:
        if self._new_items:
            self._connection.execute(insert(items), self._new_items)
        if self._new_versions:
            self._connection.execute(insert(versions), self._new_versions)
        self._new_items, self._new_versions = [], []

    def take(self, item: IncomingItem) -> None:
        """Merge one item; a place whose name is taken is left out with a problem."""
        try:
            self._merge(item)
        except NameTaken as error:
            self._problems.append(problem(f"{item.id}.name", "name_taken", error.name, f"is left out: {error}"))

    def _merge(self, item: IncomingItem) -> None:
        here = self._history(item.id) if item.id in self._known else []
        if not here:
            self._insert(item, item.id)
            self._added.append(item.id)
        elif _is_prefix(item.versions, here):
            set_deleted(self._connection, item.id, deleted=False)
            self._unchanged.append(item.id)
        elif _is_prefix(item.versions[: len(here)], here) and len(item.versions) > len(here):
            self._append(item, len(here))
            self._extended.append(item.id)
        else:
            copy = new_identifier()
            self._insert(item, copy)
            self._copied[item.id] = copy

    def _history(self, identifier: str) -> Sequence[Any]:
        """The kind, texts and documents of the versions that are here, the oldest first."""
        columns = (items.c.kind, versions.c.name, versions.c.description, versions.c.tags, versions.c.document)
        query = select(*columns).join(items, items.c.id == versions.c.item_id)
        found = query.where(versions.c.item_id == identifier).order_by(versions.c.version)
        return self._connection.execute(found).all()

    def _insert(self, item: IncomingItem, identifier: str) -> None:
        newest = item.versions[-1].written
        self._check_name_free(newest, identifier)
        made = {"id": identifier, "created_at": item.created_at, "deleted_at": None}
        self._new_items.append(made | item_values(newest, len(item.versions)))
        self._hold_versions(item, identifier, 0)

    def _append(self, item: IncomingItem, count: int) -> None:
        newest = item.versions[-1].written
        self._check_name_free(newest, item.id)
        values = {"deleted_at": None} | item_values(newest, len(item.versions))
        self._connection.execute(update(items).where(items.c.id == item.id).values(values))
        self._hold_versions(item, item.id, count)

    def _check_name_free(self, newest: Written, identifier: str) -> None:
        if newest.kind == "place":
            self._write()  # a place of the same file may have the name
            check_name_free(self._connection, newest, identifier)

    def _hold_versions(self, item: IncomingItem, identifier: str, count: int) -> None:
        self._new_versions += [
            version_values(version.written, identifier, number)
            for number, version in enumerate(item.versions[count:], start=count + 1)
        ]


def _is_prefix(given: Sequence[IncomingVersion], here: Sequence[Any]) -> bool:
    """Whether the first versions that are here are these."""
    return len(given) <= len(here) and all(map(_is_same, given, here))


def _is_same(given: IncomingVersion, here: Any) -> bool:
    written = given.written
    texts = (written.kind, written.name, written.description, written.tags)
    stored = (here.kind, here.name, here.description, read_tags(here.tags))
    return texts == stored and here.document in (written.document, given.given)
