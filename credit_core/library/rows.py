"""Rows of the tables to and from what the library gives back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import RowMapping

from credit_core.law import Law
from credit_core.library.documents import (
    check_content,
    encode,
    kind_of,
    law_notices,
    municipality_of,
    own_name,
    read_document,
    search_text,
)
from credit_core.library.errors import InvalidItem, Unreadable
from credit_core.library.records import Content, Draft, Entry, Kind, Saved, Version
from credit_core.library.texts import check_description, check_line, check_tags, fold, tag_keys
from credit_core.places import Place
from credit_core.problem import Problem

__all__ = [
    "Written",
    "checked",
    "entry_of",
    "item_values",
    "moment",
    "now",
    "parsed",
    "read_tags",
    "saved_of",
    "time_text",
    "version_of",
    "version_values",
    "written",
]


@dataclass(frozen=True, slots=True)
class Written:
    """A version as it is stored: texts, the document, and what the list shows and searches."""

    kind: Kind
    name: str
    description: str
    tags: tuple[str, ...]
    municipality: str
    law_version: str
    document: str
    saved_at: str
    note: str = ""

    @property
    def same_as(self) -> tuple[object, ...]:
        """What makes two versions the same, whenever and by whichever way they were saved."""
        return self.name, self.description, self.tags, self.document


def now() -> str:
    """The time as it is stored: UTC to the microsecond, as text that sorts."""
    return time_text(datetime.now(UTC))


def time_text(time: datetime) -> str:
    """A time as it is stored."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    """A stored time again."""
    return datetime.fromisoformat(text)


def checked(draft: Draft) -> Draft:
    """The draft with its texts put in order.

    Raises:
        InvalidItem: A text or the content cannot be used; every problem at once.
        TypeError: The content is nothing that can be saved.
    """
    content = draft.content
    kind_of(content)
    name = check_line("name", draft.name or own_name(content))
    description = check_description("description", draft.description)
    tags, problems = check_tags("tags", draft.tags)
    found = [each for each in (name, description) if isinstance(each, Problem)]
    found += [*problems, *check_content(content)]
    if found or isinstance(name, Problem) or isinstance(description, Problem):
        raise InvalidItem(found)
    return Draft(_titled(content, name), name, description, tags)


def _titled(content: Content, name: str) -> Content:
    # A bill and a place are known by one name: in the library, and in everything that is computed with them.
    if isinstance(content, Law):
        return content.named(name)
    return content.model_copy(update={"name": name}) if isinstance(content, Place) else content


def written(draft: Draft, note: str = "", document: str = "") -> Written:
    """A checked draft as it is stored now; with ``document``, that stored document is kept as it is."""
    kept = document or encode(draft.content)
    return Written(
        kind=kind_of(draft.content),
        name=draft.name,
        description=draft.description,
        tags=draft.tags,
        municipality=municipality_of(draft.content),
        law_version=json.loads(kept).get("law_version", ""),
        document=kept,
        saved_at=now(),
        note=note,
    )


def item_values(version: Written, number: int) -> dict[str, Any]:
    """The columns of an item whose newest version this is."""
    return {
        "kind": version.kind,
        "version": number,
        "name": version.name,
        "name_key": fold(version.name),
        "description": version.description,
        "tags": _tags_text(version.tags),
        "tag_keys": tag_keys(version.tags),
        "municipality": version.municipality,
        "law_version": version.law_version,
        "search_text": search_text(version.name, version.description, version.tags, version.municipality),
        "changed_at": version.saved_at,
    }


def version_values(version: Written, identifier: str, number: int) -> dict[str, Any]:
    """The columns of a version."""
    return {
        "item_id": identifier,
        "version": number,
        "name": version.name,
        "description": version.description,
        "tags": _tags_text(version.tags),
        "law_version": version.law_version,
        "document": version.document,
        "saved_at": version.saved_at,
        "note": version.note,
    }


def _tags_text(tags: Iterable[str]) -> str:
    return json.dumps(list(tags), ensure_ascii=False)


def read_tags(text: str) -> tuple[str, ...]:
    """The tags of a row."""
    return tuple(json.loads(text))


def entry_of(row: RowMapping) -> Entry:
    """An entry of a list from the row of an item."""
    return Entry(
        id=row["id"],
        kind=row["kind"],
        version=row["version"],
        name=row["name"],
        description=row["description"],
        tags=read_tags(row["tags"]),
        municipality=row["municipality"],
        law_version=row["law_version"],
        created_at=moment(row["created_at"]),
        changed_at=moment(row["changed_at"]),
        deleted_at=moment(row["deleted_at"]) if row["deleted_at"] else None,
    )


def version_of(row: RowMapping) -> Version:
    """An entry of a history from the row of a version."""
    return Version(
        version=row["version"],
        name=row["name"],
        description=row["description"],
        tags=read_tags(row["tags"]),
        law_version=row["law_version"],
        saved_at=moment(row["saved_at"]),
        note=row["note"],
    )


def saved_of(item: Entry, row: RowMapping) -> Saved:
    """One version opened, from its item and its row. Raises ``Unreadable`` if nothing of its content can be read."""
    version = version_of(row)
    content, notices = _opened(item.kind, version.name, row["document"])
    return Saved(
        id=item.id,
        kind=item.kind,
        version=version.version,
        latest=item.version,
        name=version.name,
        description=version.description,
        tags=version.tags,
        content=content,
        law_version=version.law_version,
        created_at=item.created_at,
        saved_at=version.saved_at,
        deleted_at=item.deleted_at,
        note=version.note,
        notices=notices,
    )


def parsed(text: str) -> object:
    """A stored document; what was damaged in the database is given as the text it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _opened(kind: Kind, name: str, text: str) -> tuple[Content, tuple[Problem, ...]]:
    document = parsed(text)
    content, problems = read_document(kind, document)
    if content is None:
        words = f'"{name}" is stored in a form that cannot be read here: {problems[0].message}. It is left as it is; '
        raise Unreadable(words + "open an earlier version from its history, or update this program.")
    return _titled(content, name), (*law_notices(document), *problems)
