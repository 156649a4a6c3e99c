"""Reading and writing items inside a transaction; a save replaces a version only if nobody else has."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update

from credit_core.library.errors import Conflict, Deleted, NameTaken, NotFound
from credit_core.library.records import Added, Draft, Entry, Saved
from credit_core.library.rows import Written, entry_of, item_values, now, saved_of, version_values
from credit_core.library.schema import items, versions
from credit_core.library.texts import fold, new_identifier

__all__ = ["Stored", "add", "add_once", "check_name_free", "load", "load_entry", "replace", "set_deleted", "usable"]


class Stored(NamedTuple):
    """A version opened, and its document as it is stored."""

    saved: Saved
    document: str


def usable(identifier: str) -> str:
    """An identifier as it is stored, however it was typed."""
    return identifier.strip().lower()


def load_entry(connection: Connection, identifier: str) -> Entry:
    """The entry of an item. Raises ``NotFound``."""
    row = connection.execute(select(items).where(items.c.id == _bindable(identifier))).mappings().first()
    if row is None:
        raise NotFound(identifier)
    return entry_of(row)


def _bindable(identifier: str) -> str:
    # A link can hold anything; what no database could hold is no identifier.
    return identifier if identifier.isascii() and identifier.isprintable() else ""


def load(connection: Connection, identifier: str, number: int | None = None, *, deleted: bool = True) -> Stored:
    """A version of an item, the newest if None. Raises ``NotFound``, or ``Deleted`` unless that is allowed."""
    entry = load_entry(connection, identifier)
    if entry.deleted_at and not deleted:
        raise Deleted(entry)
    wanted = entry.version if number is None else number
    if not 1 <= wanted <= entry.version:
        raise NotFound(identifier, wanted)
    query = select(versions).where(versions.c.item_id == entry.id, versions.c.version == wanted)
    row = connection.execute(query).mappings().one()
    return Stored(saved_of(entry, row), row["document"])


def add(connection: Connection, version: Written) -> Saved:
    """Store a new item under a new identifier. Raises ``NameTaken``."""
    identifier = new_identifier()
    check_name_free(connection, version, identifier)
    made: dict[str, Any] = {"id": identifier, "created_at": version.saved_at, "deleted_at": None}
    connection.execute(insert(items), made | item_values(version, 1))
    connection.execute(insert(versions), version_values(version, identifier, 1))
    return load(connection, identifier).saved


def add_once(connection: Connection, version: Written) -> Added:
    """Store a new item unless a live one of its kind and name has the same document. Raises ``NameTaken``."""
    alike = _namesakes(connection, version)
    same = [identifier for identifier, document in alike if document == version.document]
    if same:
        return Added(load(connection, same[0]).saved, is_new=False, namesakes=len(alike) - len(same))
    return Added(add(connection, version), is_new=True, namesakes=len(alike))


def _namesakes(connection: Connection, version: Written) -> list[tuple[str, str]]:
    """Identifier and newest document of every live item that has the kind and the name, the oldest first."""
    newest = (items.c.id == versions.c.item_id) & (items.c.version == versions.c.version)
    live = (items.c.kind == version.kind, items.c.name == version.name, items.c.deleted_at.is_(None))
    query = select(items.c.id, versions.c.document).join(versions, newest).where(*live)
    rows = connection.execute(query.order_by(items.c.created_at, items.c.id))
    return [(row.id, row.document) for row in rows]


def replace(connection: Connection, base: Saved, over: int, draft: Draft, version: Written) -> Saved:
    """Store the next version over ``over``. Raises ``Conflict`` if that is no longer the newest, or ``NameTaken``."""
    untouched = (items.c.id == base.id, items.c.version == over, items.c.deleted_at.is_(None))
    check_name_free(connection, version, base.id)
    done = connection.execute(update(items).where(*untouched).values(item_values(version, over + 1)))
    if done.rowcount == 0:
        raise Conflict(over, draft, load(connection, base.id).saved)
    connection.execute(insert(versions), version_values(version, base.id, over + 1))
    return load(connection, base.id).saved


def check_name_free(connection: Connection, version: Written, identifier: str) -> None:
    """Raise ``NameTaken`` if this is a place and another place that is not deleted has its name."""
    if version.kind == "place" and _place_named(connection, version.name, identifier):
        raise NameTaken(version.name)


def _place_named(connection: Connection, name: str, other_than: str) -> bool:
    others = (items.c.kind == "place", items.c.deleted_at.is_(None), items.c.id != other_than)
    query = select(items.c.id).where(*others, items.c.name_key == fold(name))
    return connection.execute(query).first() is not None


def set_deleted(connection: Connection, identifier: str, *, deleted: bool) -> Entry:
    """Delete an item or undo that; what is so already stays. Raises ``NotFound`` or ``NameTaken``."""
    entry = load_entry(connection, identifier)
    if bool(entry.deleted_at) == deleted:
        return entry
    if not deleted and entry.kind == "place" and _place_named(connection, entry.name, entry.id):
        raise NameTaken(entry.name)
    time = now() if deleted else None
    connection.execute(update(items).where(items.c.id == entry.id).values(deleted_at=time))
    return load_entry(connection, entry.id)
