"""The library itself: save, open, history, restore, duplicate, delete and undo, search, import and export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Literal

from sqlalchemy import Column, ColumnElement, Connection, RowMapping, Select, func, select

from credit_core.law import Law
from credit_core.library import store
from credit_core.library.database import Database
from credit_core.library.errors import InvalidItem
from credit_core.library.exchange import export_text, read_export
from credit_core.library.merge import merge
from credit_core.library.records import KINDS, Added, Content, Draft, Entry, ImportReport, Kind, Page, Saved, Version
from credit_core.library.rows import checked, entry_of, read_tags, saved_of, version_of, written
from credit_core.library.schema import items, versions
from credit_core.library.texts import LONGEST_LINE, fold, problem, tag_keys
from credit_core.places import Place
from credit_core.problem import Problem

__all__ = ["Library", "Order"]

Order = Literal["changed", "name"]
"""Newest change first, or by name."""

_MOST_ON_A_PAGE = 500
_COPY = " (copy)"


class Library:
    """Saved scenarios, comparisons, bills and own places, in SQLite or PostgreSQL, with the same calls.

    It holds no connection and may be shared between threads; the first use makes the tables. Every method may raise
    ``LibraryUnavailable``, also as ``LibraryBusy`` (others wrote for longer than the patience) or ``LibraryNewer``.
    """

    def __init__(self, url: str | None = None, *, patience: float = 20.0) -> None:
        """Use the database at ``url``, or CREDIT_DB_URL's, or the default file; wait ``patience`` seconds for others.

        Raises:
            LibraryUnavailable: The address cannot be used.
        """
        self._database = Database(url, patience=patience)

    @property
    def label(self) -> str:
        """Where the library is kept, as it may be shown: without a password."""
        return self._database.label

    def add(self, content: Content, name: str = "", description: str = "", tags: Sequence[str] = ()) -> Saved:
        """Save something new, as version 1; without a name it is called what the content calls itself.

        Raises:
            InvalidItem: A text or the content cannot be used; every problem at once.
            NameTaken: A place of this name is there.
        """
        version = written(checked(Draft(content, name, description, tuple(tags))))
        return self._database.write(lambda connection: store.add(connection, version))

    def add_once(self, content: Content, name: str = "", description: str = "", tags: Sequence[str] = ()) -> Added:
        """Save something new as ``add`` does, unless an item of its kind and name holds the same under the same law.

        An item that is there already stays as it is, its description and tags included. Raises as ``add`` does.
        """
        version = written(checked(Draft(content, name, description, tuple(tags))))
        return self._database.write(lambda connection: store.add_once(connection, version))

    def save(
        self,
        identifier: str,
        over: int,
        *,
        content: Content | None = None,
        name: str | None = None,
        description: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> Saved:
        """Save the next version over version ``over``, the one that was opened; what is not given stays as it is there.

        A bill or a place that is given without a name takes the name of the content.

        Raises:
            Conflict: Somebody else has saved or deleted it meanwhile; carries both.
            InvalidItem: A text or the content cannot be used, or the content is of another kind.
            NotFound: There is no such item or version.
            NameTaken: A place of this name is there.
        """

        def work(connection: Connection) -> Saved:
            base = store.load(connection, store.usable(identifier), over)
            draft = checked(_changed(base.saved, content, name, description, tags))
            version = written(draft, document=base.document if content is None else "")
            if version.kind != base.saved.kind:
                raise InvalidItem([_other_kind(version.kind, base.saved.kind)])
            return store.replace(connection, base.saved, over, draft, version)

        return self._database.write(work)

    def restore(self, identifier: str, version: int, over: int) -> Saved:
        """Save an earlier version again as the next one, over version ``over``; those between stay in the history.

        Raises:
            Conflict: Somebody else has saved or deleted it meanwhile.
            NotFound: There is no such item or version.
            NameTaken: A place of that version's name is there.
        """

        def work(connection: Connection) -> Saved:
            earlier = store.load(connection, store.usable(identifier), version)
            draft = _draft(earlier.saved)
            restored = written(draft, f"Restored from version {version}", earlier.document)
            return store.replace(connection, earlier.saved, over, draft, restored)

        return self._database.write(work)

    def duplicate(self, identifier: str, version: int | None = None, name: str = "") -> Saved:
        """Save a copy as an item of its own; without a name it is called "... (copy)".

        Raises:
            NotFound: There is no such item or version.
            InvalidItem: The name cannot be used.
            NameTaken: A place of this name is there.
        """

        def work(connection: Connection) -> Saved:
            source = store.load(connection, store.usable(identifier), version, deleted=False)
            whole = _draft(source.saved)
            called = name or whole.name[: LONGEST_LINE - len(_COPY)] + _COPY
            draft = checked(Draft(whole.content, called, whole.description, whole.tags))
            note = f"Copied from {source.saved.id}, version {source.saved.version}"
            return store.add(connection, written(draft, note, source.document))

        return self._database.write(work)

    def open(self, identifier: str, version: int | None = None, *, deleted: bool = False) -> Saved:
        """Open an item, or an earlier version of it, with a notice for all that is not as it was when it was saved.

        Raises:
            Deleted: It was deleted, and ``deleted`` does not allow that.
            NotFound: There is no such item or version.
            Unreadable: Nothing of its content can be read.
        """
        wanted = store.usable(identifier)
        return self._database.read(lambda connection: store.load(connection, wanted, version, deleted=deleted).saved)

    def history(self, identifier: str) -> tuple[Version, ...]:
        """Every version of an item, the newest first. Raises ``NotFound``."""

        def work(connection: Connection) -> tuple[Version, ...]:
            entry = store.load_entry(connection, store.usable(identifier))
            query = select(versions).where(versions.c.item_id == entry.id).order_by(versions.c.version.desc())
            return tuple(version_of(row) for row in connection.execute(query).mappings())

        return self._database.read(work)

    def delete(self, identifier: str) -> Entry:
        """Delete an item, so that it is no longer listed; ``undelete`` undoes it. Raises ``NotFound``."""
        wanted = store.usable(identifier)
        return self._database.write(lambda connection: store.set_deleted(connection, wanted, deleted=True))

    def undelete(self, identifier: str) -> Entry:
        """Undo a deletion. Raises ``NotFound``, or ``NameTaken`` if another place has the name by now."""
        wanted = store.usable(identifier)
        return self._database.write(lambda connection: store.set_deleted(connection, wanted, deleted=False))

    def search(
        self,
        text: str = "",
        *,
        kind: Kind | None = None,
        tags: Sequence[str] = (),
        deleted: bool = False,
        order: Order = "changed",
        page: int = 1,
        size: int = 50,
    ) -> Page:
        """A page of the items in whose name, description, tags or municipality every word of ``text`` stands.

        Capitals and accents do not matter, a part of a word is enough, and an item has all of ``tags``. ``deleted``
        lists what was deleted instead. A page beyond the last is empty.

        Raises:
            InvalidItem: The text is too long, or the page, its size, the kind or the order cannot be.
        """
        _check_search(text, kind, order, page, size)
        conditions = _conditions(text, kind, tags, deleted=deleted)

        def work(connection: Connection) -> Page:
            before = (page - 1) * size
            query = select(items).where(*conditions).order_by(*_ORDERS[order]).limit(size).offset(before)
            entries = tuple(entry_of(row) for row in connection.execute(query).mappings())
            ends_here = len(entries) < size and (entries or page == 1)
            total = before + len(entries) if ends_here else _count(connection, conditions)
            return Page(entries, total, page, size)

        return self._database.read(work)

    def tags(self, kind: Kind | None = None) -> dict[str, int]:
        """Every tag in use and how many items have it, the most used first; capitals and accents do not matter."""
        query = select(items.c.tags).where(*_conditions("", kind, (), deleted=False))
        rows = self._database.read(lambda connection: connection.execute(query).scalars().all())
        return _by_use(Counter(tag for row in rows for tag in read_tags(row)))

    def open_all(self, kind: Kind) -> tuple[Saved, ...]:
        """The newest version of everything of a kind, by name: all own places, or all bills.

        Raises:
            Unreadable: Nothing of the content of one can be read.
        """
        newest = (items.c.id == versions.c.item_id) & (items.c.version == versions.c.version)

        def work(connection: Connection) -> tuple[Saved, ...]:
            wanted = _conditions("", kind, (), deleted=False)
            entries = connection.execute(select(items).where(*wanted).order_by(*_ORDERS["name"])).mappings()
            rows = connection.execute(select(versions).join(items, newest).where(*wanted)).mappings()
            documents = {row["item_id"]: row for row in rows}
            return tuple(saved_of(entry_of(item), documents[item["id"]]) for item in entries)

        return self._database.read(work)

    def export(self, identifiers: Iterable[str] | None = None) -> str:
        """The library, or these items of it, as a JSON document with every version; what was deleted is left out.

        ``import_text`` of it into an empty library makes the same library. Raises ``NotFound``.
        """
        chosen = None if identifiers is None else {store.usable(each) for each in identifiers}

        def work(connection: Connection) -> str:
            for each in sorted(chosen or ()):
                store.load_entry(connection, each)
            live = select(items).where(items.c.deleted_at.is_(None)).order_by(items.c.created_at, items.c.id)
            listed = connection.execute(_only(live, items.c.id, chosen)).mappings().all()
            histories = _histories(connection, chosen)
            return export_text((row, histories[row["id"]]) for row in listed)

        return self._database.read(work)

    def import_text(self, text: str | bytes) -> ImportReport:
        """Merge an exported document into the library, all in one transaction, and say what became of it.

        What is here already is kept: further versions are appended, and an item with another history is saved beside
        it under a new identifier. What cannot be used is named, and the rest is kept; bad text never raises.
        """
        incoming, problems = read_export(text)
        if not incoming:
            return ImportReport(problems=problems)
        return self._database.write(lambda connection: merge(connection, incoming)).with_problems(problems)


_ORDERS: dict[str, tuple[ColumnElement[Any], ...]] = {
    "changed": (items.c.changed_at.desc(), items.c.id),
    "name": (items.c.name_key, items.c.id),
}


def _by_use(written: Counter[str]) -> dict[str, int]:
    """Tags that differ in capitals or accents counted as one, written as most people write it; the most used first."""
    counted: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for tag, count in sorted(written.items(), key=lambda each: (-each[1], each[0])):
        counted[fold(tag)] += count
        shown.setdefault(fold(tag), tag)
    return {shown[key]: counted[key] for key in sorted(counted, key=lambda key: (-counted[key], key))}


def _draft(saved: Saved) -> Draft:
    return Draft(saved.content, saved.name, saved.description, saved.tags)


def _changed(
    base: Saved, content: Content | None, name: str | None, description: str | None, tags: Sequence[str] | None
) -> Draft:
    own = content.title if isinstance(content, Law) else content.name if isinstance(content, Place) else ""
    return Draft(
        base.content if content is None else content,
        name if name is not None else own or base.name,
        base.description if description is None else description,
        base.tags if tags is None else tuple(tags),
    )


def _other_kind(given: Kind, saved: Kind) -> Problem:
    return problem("content", "kind", given, f"must be a {saved}, as it was saved; save a {given} as a new item")


def _check_search(text: str, kind: Kind | None, order: Order, page: int, size: int) -> None:
    problems = []
    if len(text) > LONGEST_LINE:
        problems.append(problem("text", "too_long", text, f"must be at most {LONGEST_LINE} characters long"))
    if kind is not None and kind not in KINDS:
        problems.append(problem("kind", "not_an_option", kind, f"must be one of {', '.join(KINDS)}"))
    if order not in _ORDERS:
        problems.append(problem("order", "not_an_option", order, f"must be one of {', '.join(_ORDERS)}"))
    if not 1 <= page <= 1_000_000:
        problems.append(problem("page", "out_of_range", page, "must be 1 to 1,000,000"))
    if not 1 <= size <= _MOST_ON_A_PAGE:
        problems.append(problem("size", "out_of_range", size, f"must be 1 to {_MOST_ON_A_PAGE}"))
    if problems:
        raise InvalidItem(problems)


def _conditions(text: str, kind: Kind | None, tags: Iterable[str], *, deleted: bool) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [
        items.c.deleted_at.is_not(None) if deleted else items.c.deleted_at.is_(None)
    ]
    if kind is not None:
        conditions.append(items.c.kind == kind)
    conditions += [items.c.search_text.contains(word, autoescape=True) for word in fold(text).split()]
    conditions += [items.c.tag_keys.contains(tag_keys([tag]), autoescape=True) for tag in tags]
    return conditions


def _only(query: Select[Any], column: Column[Any], chosen: set[str] | None) -> Select[Any]:
    return query if chosen is None else query.where(column.in_(sorted(chosen)))


def _count(connection: Connection, conditions: Iterable[ColumnElement[bool]]) -> int:
    total: int = connection.execute(select(func.count()).select_from(items).where(*conditions)).scalar_one()
    return total


def _histories(connection: Connection, chosen: set[str] | None) -> dict[str, list[RowMapping]]:
    """The rows of all versions by item, the oldest first."""
    query = select(versions).order_by(versions.c.item_id, versions.c.version)
    rows = connection.execute(_only(query, versions.c.item_id, chosen)).mappings()
    return {identifier: list(group) for identifier, group in groupby(rows, key=lambda row: row["item_id"])}
