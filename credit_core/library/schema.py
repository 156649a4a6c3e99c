"""The tables of the library and the steps that made them, one version each.

A library says in one row how many steps it has been through. An older one is brought up by the missing steps, in one
transaction; a newer one is left alone. A step that was released is never changed: what changes is a further step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from credit_core.library.errors import LibraryNewer

__all__ = ["STEPS", "Step", "items", "schema_version", "upgrade", "versions"]

Step = Callable[[Connection], None]

_METADATA = MetaData()
# Compared byte by byte on both databases, so that both sort alike.
_TEXT = Text().with_variant(Text(collation="C"), "postgresql")

items = Table(
    "credit_item",
    _METADATA,
    Column("id", _TEXT, primary_key=True),
    Column("kind", _TEXT, nullable=False),
    Column("version", Integer, nullable=False),
    Column("name", _TEXT, nullable=False),
    Column("name_key", _TEXT, nullable=False),
    Column("description", _TEXT, nullable=False),
    Column("tags", _TEXT, nullable=False),
    Column("tag_keys", _TEXT, nullable=False),
    Column("municipality", _TEXT, nullable=False),
    Column("law_version", _TEXT, nullable=False),
    Column("search_text", _TEXT, nullable=False),
    Column("created_at", _TEXT, nullable=False),
    Column("changed_at", _TEXT, nullable=False),
    Column("deleted_at", _TEXT),
)
"""One row for each saved item: what a list shows of its newest version. Times are UTC, written so that they sort."""

versions = Table(
    "credit_item_version",
    _METADATA,
    Column("item_id", _TEXT, ForeignKey("credit_item.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("name", _TEXT, nullable=False),
    Column("description", _TEXT, nullable=False),
    Column("tags", _TEXT, nullable=False),
    Column("law_version", _TEXT, nullable=False),
    Column("document", _TEXT, nullable=False),
    Column("saved_at", _TEXT, nullable=False),
    Column("note", _TEXT, nullable=False),
)
"""Every version of every item, the newest included; rows are only ever added."""

_SCHEMA = Table("credit_library", _METADATA, Column("schema_version", Integer, nullable=False))

_LIVE = text("deleted_at IS NULL")
_LIVE_PLACE = text("kind = 'place' AND deleted_at IS NULL")

# A list is read in its order and stops after a page; what was deleted is not in its way.
for _name, _columns in {
    "credit_item_by_change": (items.c.changed_at.desc(), items.c.id),
    "credit_item_by_kind": (items.c.kind, items.c.changed_at.desc(), items.c.id),
    "credit_item_by_name": (items.c.name_key, items.c.id),
}.items():
    Index(_name, *_columns, sqlite_where=_LIVE, postgresql_where=_LIVE)
# Own places are told apart by their names.
Index("credit_place_name", items.c.name_key, unique=True, sqlite_where=_LIVE_PLACE, postgresql_where=_LIVE_PLACE)


def _first_tables(connection: Connection) -> None:
    items.create(connection)
    versions.create(connection)


STEPS: tuple[Step, ...] = (_first_tables,)
"""The steps in order: after the first of them the schema has version 1, and so on."""

# Any fixed number: whoever holds the lock of this number makes or changes the tables.
_LOCK = 341_246


def schema_version(connection: Connection) -> int:
    """The version of the schema. Raises the database's own error where there is no library yet."""
    found: int = connection.execute(select(func.coalesce(func.max(_SCHEMA.c.schema_version), 0))).scalar_one()
    return found


def upgrade(connection: Connection, steps: Sequence[Step] = STEPS) -> None:
    """Make the tables, or bring an older library up to date; nothing to do is nothing done.

    Raises:
        LibraryNewer: The library has been through more steps than these.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    if not inspect(connection).has_table(_SCHEMA.name):
        _SCHEMA.create(connection)
        connection.execute(insert(_SCHEMA).values(schema_version=0))
    done = schema_version(connection)
    check_not_newer(done, len(steps))
    for step in steps[done:]:
        step(connection)
    connection.execute(update(_SCHEMA).values(schema_version=len(steps)))


def check_not_newer(found: int, known: int) -> None:
    """Raise ``LibraryNewer`` if the library has been through more steps than are known here."""
    if found > known:
        raise LibraryNewer(
            f"The library was written by a newer release (schema version {found}; this one knows {known}). Update "
            "this program, or name another library in CREDIT_DB_URL. Nothing was changed."
        )
