"""A bill as a TOML file that people can read and edit: what it amends, how it reads the law, what it is called.

Reading never raises: every problem is named and the rest is kept. Writing and reading back is the identity.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

import tomlkit
from tomlkit.items import Item, Table

from credit_core.codec import LINK_VERSION, from_json
from credit_core.law import Law, Value, figure, figures, law_version, reading
from credit_core.problem import Problem, given_text, nearest, not_utf8_at, with_given
from credit_core.scenario import check, fact_field

__all__ = ["ReadBill", "added_brackets", "bill_from_toml", "bill_to_toml", "check_title", "next_bracket", "without"]

_FORMAT: Final = "grow-nj-bill"
_VERSION: Final = 1
_NO_LIMIT: Final = "no limit"
_KEYS: Final = ("format", "version", "title", "amends", "amendments", "readings")
# A bill has about 100 figures and 10 readings; a file of thousands of names is an attempt to keep the server busy.
_MOST_NAMES: Final = 500
_LONGEST: Final = 200_000
# A figure's name has two parts; tables in tables in tables name nothing, and a file may hold thousands of them.
_MOST_PARTS: Final = 4
# The time to read a name of so many parts grows with their square. Looked for where a name may begin.
_TOO_DEEP: Final = re.compile(
    r"""(?m)(?:^|[\[{,])[ \t]*(?:(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)[ \t]*\.[ \t]*){101}""", re.ASCII
)
_SHOWN: Final = 200
_PLACE: Final = re.compile(r"\(at (line \d+, column \d+)\)$")
_MEND: Final = "Mend it, or choose a file that this program saved"


# ---- brackets of c(7) that a bill adds ------------------------------------------------------------------------------


def added_brackets(law: Law) -> tuple[str, ...]:
    """The letters of the brackets that a law adds to c(7): ("f", "g"); 34:1B-246(c)(7)."""
    return tuple(name[-1] for name, _ in law.amendments if name.startswith("threshold.c7") and name not in figures())


def next_bracket(law: Law) -> str | None:
    """The letter of the next bracket that can be added to c(7); ``None`` when the alphabet is used up."""
    last = max(("e", *added_brackets(law)))
    return None if last == "z" else chr(ord(last) + 1)


def without(law: Law, *names: str) -> Law:
    """The law without its amendments of these names, by dotted name: an added bracket is gone, a figure is current law.

    Added brackets that stood after one that is gone move up: without (f), what was (g) is (f).

    Raises:
        LawError: The tiers that are left are out of order.
    """
    kept = {name: value for name, value in law.amendments if name not in names}
    added = sorted({name[-1] for name in kept if _is_added(name)})
    places = {letter: chr(ord("f") + place) for place, letter in enumerate(added)}
    return replace(law, amendments=()).amend({_moved_up(name, places): value for name, value in kept.items()})


def _is_added(name: str) -> bool:
    """Whether an amendment is half of an added bracket: nothing else that a law holds is unknown to current law."""
    return name not in figures()


def _moved_up(name: str, places: Mapping[str, str]) -> str:
    return f"{name[:-1]}{places[name[-1]]}" if _is_added(name) else name


# ---- the title ------------------------------------------------------------------------------------------------------


def check_title(given: str) -> tuple[Problem, ...]:
    """What keeps a text from being the title of a bill; the rules are those of a project's name."""
    known = f"name ({fact_field('name').title})"
    return tuple(
        Problem("title", found.rule, found.given, found.message.replace(known, "title (Name of the bill)", 1))
        for found in check({"name": given})
    )


# ---- writing --------------------------------------------------------------------------------------------------------


def bill_to_toml(law: Law) -> str:
    """A law as a TOML file: title, the version of the law that it amends, amendments with what they amend, readings."""
    document = tomlkit.document()
    for line in _head(law):
        document.add(tomlkit.comment(line))
    document.add("format", tomlkit.item(_FORMAT))
    document.add("version", tomlkit.item(_VERSION))
    document.add("title", tomlkit.item(law.title))
    document.add("amends", tomlkit.item(law_version()))
    document.add("amendments", _amendments(law))
    document.add("readings", _readings(law))
    return tomlkit.dumps(document)


def _head(law: Law) -> Iterator[str]:
    yield "A bill that would amend N.J.S.A. 34:1B-246. It is not current law."
    yield f'Figures by dotted name, in their own unit; "{_NO_LIMIT}" lifts a limit. What is left out stays as it is.'
    if law.is_current:
        yield "This one amends no figure."


def _amendments(law: Law) -> Table:
    table = tomlkit.table()
    for name, value in law.amendments:
        table.add(tomlkit.comment(_comment(name)))
        table.add(name, _item(value))
    return table


def _comment(name: str) -> str:
    """What a figure is: its title, citation, and value in current law with the unit."""
    if name not in figures():
        like = figure(f"{name.split('.')[0]}.c7e")
        return f"{like.title.split(':')[0]}, {like.citation.rsplit('(', 1)[0]}({name[-1]}), added; {like.unit}"
    known = figure(name)
    return f"{known.title}, {known.citation}; current law: {known.value:f} {known.unit}"


def _item(value: Value) -> Item:
    if value is None:
        return tomlkit.item(_NO_LIMIT)
    if value == value.to_integral_value():
        return tomlkit.item(int(value))
    return tomlkit.float_(f"{value:f}")


def _readings(law: Law) -> Table:
    table = tomlkit.table()
    for name, option in law.chosen_readings:
        known = reading(name)
        table.add(tomlkit.comment(f"{known.title}, {known.citation}; {known.options[option]} Default: {known.default}"))
        table.add(name, tomlkit.item(option))
    return table


# ---- reading --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadBill:
    """What a file held: the law as the bill has it, ``None`` if it is no bill at all, and every problem."""

    law: Law | None
    problems: tuple[Problem, ...]


def bill_from_toml(content: str | bytes) -> ReadBill:
    """A bill from a TOML file; each part that cannot be used is a problem and the rest is kept."""
    document = _parsed(content)
    if isinstance(document, Problem):
        return ReadBill(None, (document,))
    if document.get("format") != _FORMAT:
        return ReadBill(None, (_refuse("format", "format", document.get("format"), f'must be "{_FORMAT}"'),))
    problems = [*_notices(document)]
    decoded = from_json(json.dumps(_as_codec(document, problems)))
    return ReadBill(decoded.law, (*problems, *(_in_words_of_bills(found) for found in decoded.notices)))


def _parsed(content: str | bytes) -> dict[str, Any] | Problem:
    if len(content) > _LONGEST:
        return _refuse("document", "too_long", f"{len(content):,} characters", f"must have at most {_LONGEST:,}")
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content.removeprefix("\ufeff")
        if _TOO_DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text, parse_float=Decimal)
    except UnicodeDecodeError as error:
        return Problem("document", "encoding", "", f"The file is no text in UTF-8 at {not_utf8_at(error)}. {_MEND}")
    except (ValueError, RecursionError, ArithmeticError) as error:
        return Problem(
            "document", "not_toml", str(content[:40]), f"The file is no TOML document: {_why(error)}. {_MEND}"
        )


def _why(error: Exception) -> str:
    """Why a file is no TOML, in our own words; the parser's would speak of its grammar."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if not isinstance(error, tomllib.TOMLDecodeError):
        return "it holds a number that is too long"
    # The parser says where in its message alone: "... (at line 3, column 5)", or "(at end of document)".
    place = _PLACE.search(str(error))
    return f"it cannot be read at {place[1]}" if place else "it ends too early"


def _refuse(field: str, rule: str, given: object, words: str) -> Problem:
    shown = "nothing" if given is None else given_text(given)[:_SHOWN]
    return Problem(field, rule, shown, with_given(f"{field} {words}", shown))


def _notices(document: Mapping[str, Any]) -> Iterator[Problem]:
    if document.get("version") != _VERSION:
        yield _refuse("version", "version", document.get("version"), f"must be {_VERSION}; the file is read as such")
    amends = document.get("amends")
    if amends != law_version():
        words = f"is not the law in force here, {law_version()}: what the bill leaves out is taken from that"
        yield _refuse("amends", "law_version", amends, words)
    for name in document:
        if name not in _KEYS:
            near = nearest(name, _KEYS)
            hint = f'; did you mean "{near}"?' if near else ""
            yield Problem(name[:_SHOWN], "unknown_name", "", f'"{name[:_SHOWN]}" is no part of a bill{hint}')


def _as_codec(document: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """The document as ``codec`` reads one, which has the rules of amendments and readings."""
    names = {
        "amendments": _named(document, "amendments", problems),
        "readings": _named(document, "readings", problems),
    }
    title = document.get("title", "")
    if not isinstance(title, str):
        problems.append(_refuse("title", "text", title, "must be text"))
        title = ""
    amendments = {name: _plain(value) for name, value in names["amendments"].items()}
    readings = {name: _plain(value) for name, value in names["readings"].items()}
    codec = {"format": "grow-nj-scenario", "version": int(LINK_VERSION), "bill": title}
    return codec | {"amendments": amendments, "readings": readings}


def _named(document: Mapping[str, Any], key: str, problems: list[Problem]) -> dict[str, Any]:
    """The values of a table by dotted name; ``base.b1a = 1`` and ``"base.b1a" = 1`` mean the same."""
    table = document.get(key, {})
    if not isinstance(table, dict):
        problems.append(_refuse(key, "not_a_table", table, "must be a table of names and values"))
        return {}
    found: dict[str, Any] = {}
    for name, value in _flat(table, ""):
        if name in found:
            problems.append(_refuse(name, "twice", value, "stands there twice; the first is kept"))
        elif len(found) >= _MOST_NAMES:
            problems.append(_refuse(key, "too_many", name, f"must hold at most {_MOST_NAMES} names; left out from"))
            break
        else:
            found[name] = value
    return found


def _flat(table: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if not isinstance(value, dict):
            yield f"{before}{name}", value
        elif before.count(".") + 1 < _MOST_PARTS:
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", "a table"


def _plain(value: Any) -> Any:
    """A value as the codec takes it: numbers as text, so that none is rounded; anything odd as text to be refused."""
    if value == _NO_LIMIT:
        return "none"
    if isinstance(value, Decimal):
        return f"{value:f}" if value.is_finite() and -20 < value.adjusted() < 20 else str(value)
    return value if isinstance(value, bool | str) else given_text(value)


def _in_words_of_bills(found: Problem) -> Problem:
    """A problem of the codec under the name that the file has for it."""
    if found.field != "bill":
        return found
    return Problem("title", found.rule, found.given, found.message.replace("bill (", "title (", 1))
