"""Content to and from the JSON documents that are stored: validated facts and the law, never a result.

Reading never raises: what cannot be used becomes a problem and the rest is kept; content that lacks what makes it up
(a comparison of one candidate, a place without a county) is None.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import ValidationError

from credit_core.codec import from_json, to_json
from credit_core.comparison import LEAST_CANDIDATES, MOST_CANDIDATES
from credit_core.law import Law, law_version
from credit_core.library.records import Candidate, Comparison, Content, Kind
from credit_core.library.texts import LONGEST_LINE, check_line, fold, problem
from credit_core.places import PLACE_FACTS, Place
from credit_core.problem import Problem, nearest
from credit_core.scenario import Scenario

__all__ = [
    "Read",
    "check_content",
    "encode",
    "kind_of",
    "law_notices",
    "municipality_of",
    "own_name",
    "read_document",
    "search_text",
]

_COMPARISON = "grow-nj-comparison"
_PLACE = "grow-nj-place"
_VERSION = 1
# A document has about 60 facts and 120 figures; one of thousands is an attempt to keep the server busy.
_MOST_NAMES = 500
_KINDS: dict[type, Kind] = {Candidate: "scenario", Comparison: "comparison", Law: "bill", Place: "place"}


class Read(NamedTuple):
    """What a document held: the content, or None, and a problem for everything that could not be used."""

    content: Content | None
    problems: tuple[Problem, ...]


def kind_of(content: Content) -> Kind:
    """The kind under which content is saved. Raises ``TypeError`` for anything that cannot be saved."""
    if type(content) not in _KINDS:
        raise TypeError(f"A {type(content).__name__} cannot be saved; give a Candidate, Comparison, Law or Place.")
    return _KINDS[type(content)]


def own_name(content: Content) -> str:
    """What the content calls itself: the fact ``name``, the bill's title or the place's name; may be empty."""
    if isinstance(content, Candidate):
        return content.scenario.name
    if isinstance(content, Comparison):
        return ""
    return content.title if isinstance(content, Law) else content.name


def check_content(content: Content) -> tuple[Problem, ...]:
    """What keeps content from being stored so that it is read back the same."""
    if isinstance(content, Comparison):
        return _check_comparison(content)
    laws = [content] if isinstance(content, Law) else [content.law] if isinstance(content, Candidate) else []
    return _check_titles(laws)


def _check_comparison(comparison: Comparison) -> tuple[Problem, ...]:
    problems = list(_check_titles(candidate.law for candidate in comparison.candidates))
    count = len(comparison.candidates)
    if not LEAST_CANDIDATES <= count <= MOST_CANDIDATES:
        problems.append(_wrong_count(count))
    problems += [_unknown_fact(name) for name in comparison.unlocked if name not in Scenario.model_fields]
    if not 0 <= comparison.baseline < max(count, 1):
        problems.append(_wrong_baseline(comparison.baseline, count))
    return tuple(problems)


def _check_titles(laws: Iterable[Law]) -> tuple[Problem, ...]:
    checked = [check_line("bill", law.title) for law in laws if law.title]
    return tuple(each for each in checked if isinstance(each, Problem))


def _wrong_count(count: int) -> Problem:
    words = f"must be {LEAST_CANDIDATES} to {MOST_CANDIDATES}, each with facts that can be read"
    return problem("candidates", "count", count, words)


def _unknown_fact(name: object) -> Problem:
    near = nearest(str(name)[:LONGEST_LINE], Scenario.model_fields)
    hint = f'; did you mean "{near}"?' if near else ""
    return problem("unlocked", "unknown_field", name, f"must name facts of a scenario{hint}")


def _wrong_baseline(given: object, count: int) -> Problem:
    return problem("baseline", "out_of_range", given, f"must be the position of a candidate, 0 to {count - 1}")


def encode(content: Content, saved_under: str | None = None) -> str:
    """The document to store, as compact JSON; ``saved_under`` is the law's version if not the one in force."""
    document = _document(content, saved_under or law_version())
    return json.dumps(document, separators=(",", ":"))


def _document(content: Content, version: str) -> dict[str, Any]:
    if isinstance(content, Candidate):
        return _candidate(content, version)
    if isinstance(content, Law):
        bill = _candidate(Candidate(Scenario(), content), version)
        return {name: value for name, value in bill.items() if name != "facts"}
    if isinstance(content, Place):
        return {"format": _PLACE, "version": _VERSION, "place": _place(content)}
    return {
        "format": _COMPARISON,
        "version": _VERSION,
        "law_version": version,
        "baseline": content.baseline,
        "unlocked": list(dict.fromkeys(content.unlocked)),
        "candidates": [_candidate(each, version) for each in content.candidates],
    }


def _candidate(candidate: Candidate, version: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(to_json(candidate.scenario, candidate.law))
    return document | {"law_version": version}


def _place(place: Place) -> dict[str, Any]:
    fields = place.model_dump()
    for designation in fields["designations"]:
        # Dollars are written as text, so that no reader turns them into binary fractions.
        if isinstance(designation["value"], Decimal):
            designation["value"] = f"{designation['value']:f}"
    return fields


def read_document(kind: Kind, document: object) -> Read:
    """Content from a parsed document of this kind, with a problem for each part that cannot be used."""
    if not isinstance(document, dict):
        return Read(None, (problem("document", "not_an_object", document, "must be an object of names and values"),))
    crowded = _crowded(document)
    if crowded:
        return Read(None, (crowded,))
    if kind == "comparison":
        return _read_comparison(document)
    return _read_place(document) if kind == "place" else _read_candidate(kind, document)


def _crowded(document: Mapping[str, Any]) -> Problem | None:
    for name in ("facts", "amendments", "readings", "candidates", "unlocked"):
        held = document.get(name)
        if isinstance(held, dict | list) and len(held) > _MOST_NAMES:
            return problem(name, "too_many", f"{len(held):,}", f"must hold at most {_MOST_NAMES} names")
    return None


def _read_candidate(kind: Kind, document: dict[str, Any]) -> Read:
    decoded = from_json(json.dumps(document))
    if any(notice.rule == "format" for notice in decoded.notices):
        return Read(None, decoded.notices)
    problems = [*decoded.notices]
    law = _with_usable_title(decoded.law, problems)
    content: Content = law if kind == "bill" else Candidate(decoded.scenario, law)
    return Read(content, tuple(problems))


def _with_usable_title(law: Law, problems: list[Problem]) -> Law:
    title = check_line("bill", law.title) if law.title else ""
    if isinstance(title, Problem):
        problems.append(title)
        return law.named("")
    return law


def _read_comparison(document: dict[str, Any]) -> Read:
    if document.get("format") != _COMPARISON:
        return Read(None, (problem("format", "format", document.get("format"), f'must be "{_COMPARISON}"'),))
    problems: list[Problem] = []
    candidates, position = _read_candidates(_listed(document, "candidates", problems), problems)
    if not LEAST_CANDIDATES <= len(candidates) <= MOST_CANDIDATES:
        return Read(None, (*problems, _wrong_count(len(candidates))))
    unlocked = _known_facts(_listed(document, "unlocked", problems), problems)
    baseline = _read_baseline(document.get("baseline", 0), position, problems)
    return Read(Comparison(candidates, unlocked, baseline), tuple(problems))


def _listed(document: Mapping[str, Any], name: str, problems: list[Problem]) -> list[Any]:
    found = document.get(name, [])
    if isinstance(found, list):
        return found
    problems.append(problem(name, "not_a_list", found, "must be a list"))
    return []


def _read_candidates(given: list[Any], problems: list[Problem]) -> tuple[tuple[Candidate, ...], dict[int, int]]:
    """The candidates that can be read, and for each its position in the file and among them."""
    kept: list[Candidate] = []
    position: dict[int, int] = {}
    for number, each in enumerate(given):
        read = read_document("scenario", each)
        problems += [_inside(f"candidates[{number}]", found) for found in read.problems]
        if isinstance(read.content, Candidate):
            position[number] = len(kept)
            kept.append(read.content)
    return tuple(kept), position


def _inside(where: str, found: Problem) -> Problem:
    return Problem(f"{where}.{found.field}", found.rule, found.given, f"{where}: {found.message}")


def _known_facts(given: list[Any], problems: list[Problem]) -> tuple[str, ...]:
    known = [name for name in given if isinstance(name, str) and name in Scenario.model_fields]
    problems += [_unknown_fact(name) for name in given if name not in known]
    return tuple(dict.fromkeys(known))


def _read_baseline(given: object, position: Mapping[int, int], problems: list[Problem]) -> int:
    if isinstance(given, int) and not isinstance(given, bool) and given in position:
        return position[given]
    problems.append(_wrong_baseline(given, len(position)))
    return 0


def _read_place(document: dict[str, Any]) -> Read:
    fields = document.get("place")
    if document.get("format") != _PLACE or not isinstance(fields, dict):
        return Read(None, (problem("format", "format", document.get("format"), f'must be "{_PLACE}", with a place'),))
    problems: list[Problem] = []
    known = _designations(_listed(fields, "designations", problems), problems)
    usable = _without_half_a_position(fields, problems) | {"designations": known}
    return _usable_place(usable, problems)


def _designations(given: list[Any], problems: list[Problem]) -> list[Any]:
    """The designations with dollars as numbers again; what is no object, or a fact a second time, is a problem."""
    kept: dict[str, Any] = {}
    for number, each in enumerate(given[:_MOST_NAMES]):
        fact = each.get("fact") if isinstance(each, dict) else None
        if not isinstance(fact, str) or fact in kept:
            words = "must be an object that names a fact, each fact once"
            problems.append(problem(f"designations[{number}]", "fact", each, words))
        else:
            kept[fact] = {**each, "value": _money(fact, each.get("value"))}
    return list(kept.values())


def _money(fact: str, value: object) -> object:
    plain = isinstance(value, str) and len(value) <= 20 and value.replace(".", "", 1).isascii()
    if PLACE_FACTS.get(fact) == "money" and plain and str(value).replace(".", "", 1).isdigit():
        return Decimal(str(value))
    return value


def _without_half_a_position(fields: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
    halves = [name for name in ("latitude", "longitude") if fields.get(name) is not None]
    if len(halves) != 1:
        return dict(fields)
    words = "must be given together with the other coordinate; the place is kept without a position"
    problems.append(problem(halves[0], "half_a_position", fields[halves[0]], words))
    return {name: value for name, value in fields.items() if name not in halves}


def _usable_place(fields: dict[str, Any], problems: list[Problem]) -> Read:
    """The place of all that can be used; a problem for each part that cannot, None without name or county."""
    while True:
        try:
            return Read(Place.model_validate(fields), tuple(problems))
        except ValidationError as error:
            details = error.errors(include_url=False)
        problems += [_place_problem(dict(detail)) for detail in details]
        wrong = {detail["loc"][:2] for detail in details}
        # From the back, so that the positions of the other designations stay what they are.
        ordered = sorted(wrong, key=_by_position, reverse=True)
        if not all(_drop(fields, where) for where in ordered):
            return Read(None, tuple(problems))


def _by_position(where: tuple[int | str, ...]) -> tuple[int, str]:
    return (where[1] if len(where) > 1 and isinstance(where[1], int) else -1), str(where)


def _place_problem(detail: dict[str, Any]) -> Problem:
    where = ".".join(map(str, detail["loc"])) or "place"
    rule = str(detail["msg"]).removeprefix("Value error, ")
    return problem(where, str(detail["type"]), detail["input"], rule)


def _drop(fields: dict[str, Any], where: tuple[int | str, ...]) -> bool:
    """Take out what cannot be used; False if the place cannot be without it."""
    if where in ((), ("name",), ("county",)):
        return False
    if len(where) > 1 and isinstance(where[1], int):
        del fields["designations"][where[1]]
        return True
    halves = ("latitude", "longitude")
    for gone in halves if where[0] in halves else (str(where[0]),):
        fields.pop(gone, None)
    return True


def law_notices(document: object) -> tuple[Problem, ...]:
    """A notice if the document was saved under another version of the law than the one in force."""
    given = document.get("law_version") if isinstance(document, dict) else None
    if given is None or given == law_version():
        return ()
    words = (
        f"This was saved under the law through {given}. Results are computed under the law through {law_version()}, "
        "with the saved facts, amendments and readings."
    )
    return (Problem("law_version", "other_law_version", str(given), words),)


def municipality_of(content: Content) -> str:
    """The municipalities that the content names, each once, joined by commas; empty where there is none."""
    if isinstance(content, Candidate):
        return content.scenario.municipality
    if isinstance(content, Comparison):
        named = [candidate.scenario.municipality for candidate in content.candidates]
        return ", ".join(dict.fromkeys(name for name in named if name))
    return content.name if isinstance(content, Place) else ""


def search_text(name: str, description: str, tags: Iterable[str], municipality: str) -> str:
    """The folded text that a search looks through, with a line for each part so that no word spans two."""
    return "\n".join(fold(part) for part in (name, description, " ".join(tags), municipality))
