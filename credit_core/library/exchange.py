"""The library as one JSON document: written with the whole history, read with a problem for all that cannot be used."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import RowMapping

from credit_core.law import law_version
from credit_core.library.documents import encode, municipality_of, own_name, read_document
from credit_core.library.records import KINDS, Kind
from credit_core.library.rows import Written, now, parsed, read_tags, time_text
from credit_core.library.texts import check_description, check_line, check_tags, is_identifier, new_identifier, problem
from credit_core.problem import Problem, nearest, not_utf8_at

__all__ = ["LONGEST_TEXT", "MOST_PROBLEMS", "IncomingItem", "IncomingVersion", "export_text", "read_export"]

_FORMAT = "grow-nj-library"
_VERSION = 1
LONGEST_TEXT = 100_000_000
"""The longest document that is read, in characters."""
MOST_PROBLEMS = 1_000
"""After so many problems reading stops, and says so."""
_LONGEST_NUMBER = 30
_NO_DOCUMENT = ("too_long", "not_utf8", "too_deep", "not_json")

_T = TypeVar("_T", str, tuple[str, ...])


@dataclass(frozen=True, slots=True)
class IncomingVersion:
    """A version that was read, and its document as the file had it."""

    written: Written
    given: str


@dataclass(frozen=True, slots=True)
class IncomingItem:
    """An item that was read, with at least one version."""

    id: str
    created_at: str
    versions: tuple[IncomingVersion, ...]


def export_text(rows: Iterable[tuple[RowMapping, Sequence[RowMapping]]]) -> str:
    """The document of these items, each with the rows of its versions; one line each."""
    lines = ",\n".join(_line(item, versions) for item, versions in rows)
    return f'{{"format": "{_FORMAT}", "version": {_VERSION}, "items": [\n{lines}\n]}}\n'


def _line(item: RowMapping, versions: Sequence[RowMapping]) -> str:
    kept = {name: item[name] for name in ("id", "kind", "created_at")}
    return json.dumps(kept | {"versions": [_version(row) for row in versions]})


def _version(row: RowMapping) -> dict[str, Any]:
    kept = {name: row[name] for name in ("version", "name", "description", "saved_at", "note")}
    return kept | {"tags": list(read_tags(row["tags"])), "document": parsed(row["document"])}


def read_export(text: str | bytes) -> tuple[tuple[IncomingItem, ...], tuple[Problem, ...]]:
    """The items of a document that can be used, and a problem for each thing that cannot; never raises for bad text."""
    problems: list[Problem] = []
    given = _items(text, problems)
    kept: dict[str, IncomingItem] = {}
    for number, each in enumerate(given):
        if len(problems) >= MOST_PROBLEMS:
            words = f"is not read, nor what follows: the file has {MOST_PROBLEMS:,} problems before it"
            problems.append(problem(f"items[{number}]", "too_many_problems", f"{len(given):,} items", words))
            break
        item = _read_item(f"items[{number}]", each, kept, problems)
        if item:
            kept[item.id] = item
    return tuple(kept.values()), tuple(problems)


def _read_item(
    where: str, given: object, others: Mapping[str, IncomingItem], problems: list[Problem]
) -> IncomingItem | None:
    try:
        return _ItemReader(where, problems).item(given, others)
    except RecursionError:
        problems.append(problem(where, "too_deep", "lists in lists", "is nested too deep to be read"))
        return None


def _items(text: str | bytes, problems: list[Problem]) -> list[Any]:
    document = _parsed(text, problems)
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        if not any(found.rule in _NO_DOCUMENT for found in problems):
            problems.append(problem("document", "format", _start(text), f'must be a library, of format "{_FORMAT}"'))
        return []
    if document.get("version") != _VERSION:
        words = f"is not known here; the file is read as version {_VERSION}"
        problems.append(problem("version", "version", document.get("version"), words))
    found = document.get("items")
    if not isinstance(found, list):
        problems.append(problem("items", "not_a_list", found, "must be a list"))
        return []
    return found


def _parsed(text: str | bytes, problems: list[Problem]) -> object:
    if len(text) > LONGEST_TEXT:
        words = f"must be at most {LONGEST_TEXT:,} characters long; export fewer items at once"
        problems.append(problem("document", "too_long", f"{len(text):,} characters", words))
        return None
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
        return json.loads(decoded, parse_int=_whole, object_pairs_hook=_Pairs(problems))
    except UnicodeDecodeError as error:
        words = f"must be text in UTF-8, and is none at {not_utf8_at(error)}"
        problems.append(problem("document", "not_utf8", _start(text), words))
    except RecursionError:
        problems.append(problem("document", "too_deep", _start(text), "is nested too deep to be read"))
    except ValueError as error:
        problems.append(problem("document", "not_json", _start(text), _no_json_words(error)))
    return None


def _no_json_words(error: ValueError) -> str:
    words = "must be JSON, as the export of a library writes it"
    if isinstance(error, json.JSONDecodeError):
        return f"{words}; it cannot be read at line {error.lineno}, column {error.colno}"
    return words


def _start(text: str | bytes) -> str:
    """How a document begins, to name it by."""
    return text[:40].decode("utf-8", "replace") if isinstance(text, bytes) else text[:40]


def _whole(digits: str) -> int | str:
    # A number of thousands of digits is left as text: the field that holds it refuses it by name.
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits


class _Pairs:
    """Makes objects of names and values, and reports a name that is given twice; the last one holds."""

    def __init__(self, problems: list[Problem]) -> None:
        self._problems = problems

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs) and len(self._problems) < MOST_PROBLEMS:
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            self._problems.append(problem("document", "given_twice", twice, "names a thing twice; the last is read"))
        return made


class _ItemReader:
    """Reads one item and adds every problem of it, with its place in the file."""

    def __init__(self, where: str, problems: list[Problem]) -> None:
        self._where = where
        self._problems = problems

    def item(self, given: object, others: Mapping[str, IncomingItem]) -> IncomingItem | None:
        """The item, or None if nothing of it can be kept."""
        if not isinstance(given, dict):
            self._report("", "not_an_object", given, "must be an object of names and values")
            return None
        kind, listed = given.get("kind"), given.get("versions")
        if not isinstance(kind, str) or kind not in KINDS:
            near = nearest(str(kind)[:40], KINDS)
            hint = f'; did you mean "{near}"?' if near else ""
            self._report(".kind", "not_an_option", kind, f"must be one of {', '.join(KINDS)}{hint}")
            return None
        if not isinstance(listed, list) or not listed:
            self._report(".versions", "not_a_list", listed, "must be a list of at least one version")
            return None
        versions = tuple(self._versions(kind, listed))
        if not versions:
            return None
        identifier = self._identifier(given.get("id"), others)
        created = self._time(".created_at", given.get("created_at"), versions[0].written.saved_at)
        return IncomingItem(identifier, created, versions)

    def _report(self, field: str, rule: str, given: object, words: str) -> None:
        self._problems.append(problem(self._where + field, rule, given, words))

    def _identifier(self, given: object, others: Mapping[str, IncomingItem]) -> str:
        if is_identifier(given) and isinstance(given, str) and given not in others:
            return given
        made = new_identifier()
        words = f"must be ten of the letters and digits of identifiers, each once in a file; it is kept as {made}"
        self._report(".id", "identifier", given, words)
        return made

    def _versions(self, kind: Kind, listed: list[Any]) -> Iterator[IncomingVersion]:
        count = 0
        for position, given in enumerate(listed):
            field = f".versions[{position}]"
            if len(self._problems) >= MOST_PROBLEMS:
                self._report(field, "too_many_problems", f"{len(listed):,} versions", "is not read, nor what follows")
                return
            version = self._version(kind, field, given)
            if version is None:
                continue
            count += 1
            if given.get("version") != count:
                self._report(f"{field}.version", "number", given.get("version"), f"must count from 1; kept as {count}")
            yield version

    def _version(self, kind: Kind, field: str, given: object) -> IncomingVersion | None:
        if not isinstance(given, dict):
            self._report(field, "not_an_object", given, "must be an object of names and values")
            return None
        document = given.get("document")
        content, found = read_document(kind, document)
        for each in found:
            where = f"{self._where}{field}.document.{each.field}"
            self._problems.append(Problem(where, each.rule, each.given, f"{self._where}{field}: {each.message}"))
        if content is None or not isinstance(document, dict):
            return None
        name = self._usable(check_line(f"{self._where}{field}.name", given.get("name")), own_name(content) or "Unnamed")
        description = check_description(f"{self._where}{field}.description", given.get("description", ""))
        note = given.get("note", "") and check_line(f"{self._where}{field}.note", given.get("note"))
        under = self._law_version(kind, field, document)
        return IncomingVersion(
            Written(
                kind=kind,
                name=name,
                description=self._usable(description, ""),
                tags=self._tags(field, given.get("tags", [])),
                municipality=municipality_of(content),
                law_version=under,
                document=encode(content, under),
                saved_at=self._time(f"{field}.saved_at", given.get("saved_at"), now()),
                note=self._usable(note, ""),
            ),
            json.dumps(document, separators=(",", ":")),
        )

    def _usable(self, checked: str | Problem, otherwise: str) -> str:
        if isinstance(checked, str):
            return checked
        self._problems.append(checked)
        return otherwise

    def _tags(self, field: str, given: object) -> tuple[str, ...]:
        if not isinstance(given, list):
            self._report(f"{field}.tags", "not_a_list", given, "must be a list of texts")
            return ()
        tags, problems = check_tags(f"{self._where}{field}.tags", given[:MOST_PROBLEMS])
        self._problems.extend(problems)
        return tags

    def _law_version(self, kind: Kind, field: str, document: Mapping[str, Any]) -> str:
        if kind == "place":
            return ""
        named = check_line(f"{self._where}{field}.document.law_version", document.get("law_version"))
        return self._usable(named, law_version())

    def _time(self, field: str, given: object, otherwise: str) -> str:
        try:
            time = datetime.fromisoformat(given) if isinstance(given, str) else None
            if time and time.tzinfo:
                return time_text(time)
        except (ValueError, OverflowError):
            pass
        self._report(field, "time", given, "must be a time with its offset, such as 2026-01-31T12:00:00+00:00")
        return otherwise
