"""Scenario and law to and from text: the address of a page, JSON, and the cells of a file.

Reading never raises for bad content: what cannot be used becomes a problem that names the field, the rule and what was
given, and everything else is kept. Writing and reading back is the identity.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from credit_core.law import Law, LawError, law_version
from credit_core.problem import Problem, ScenarioError, given_text, nearest, with_given
from credit_core.scenario import FactField, Scenario, check, fact_field, fact_fields

__all__ = [
    "LINK_VERSION",
    "Decoded",
    "cell_text",
    "from_json",
    "from_query",
    "given_twice",
    "parsed_json",
    "read_cell",
    "to_json",
    "to_query",
]

# The meaning of a link's names and defaults. A default that changes makes a new version.
LINK_VERSION = "1"

_FORMAT = "grow-nj-scenario"
_NUMBER = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,10})?")
_TRUE = frozenset({"1", "yes", "true"})
_FALSE = frozenset({"0", "no", "false"})
_LIFTED = "none"
_MARK = "\ufeff"  # some editors begin a file of text with it
_MOST_QUOTED = 5  # values of one name that a notice quotes
_NOT_OURS = frozenset({"embed", "embed_options"})  # names that belong to the page's host


@dataclass(frozen=True, slots=True)
class Decoded:
    """What could be read: a scenario, a law, and a notice for everything that could not be used."""

    scenario: Scenario
    law: Law
    notices: tuple[Problem, ...]


def _plain(number: Decimal) -> str:
    """A number without exponent or superfluous zeros: 1250.5, 35, -3."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def cell_text(name: str, value: Any) -> str:
    """A fact as a file or a link writes it: ``true``, ``300``, ``1250.5``; an empty text for a blank."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else _plain(Decimal(value))


def read_cell(name: str, text: str) -> Any:
    """A fact from the text of a cell: the value for ``Scenario``, or a ``Problem``. Raises ``KeyError`` for no fact."""
    field = fact_field(name)
    if field.kind == "text" or (field.kind == "choice" and text):
        return text
    if not text.strip():
        return _read_blank(field)
    return _read_flag(field, text) if field.kind == "flag" else _read_number(field, text)


def _refuse(field: FactField, rule: str, given: str, words: str) -> Problem:
    return Problem(field.name, rule, given[:200], with_given(f"{field.name} ({field.title}) {words}", given[:200]))


def _read_blank(field: FactField) -> Any:
    if field.may_be_blank or "" in field.options:
        return field.default
    what = "yes or no" if field.kind == "flag" else "a value"
    return _refuse(field, "blank", "blank", f"is blank; give {what}, or leave the fact out")


def _read_flag(field: FactField, text: str) -> Any:
    word = text.strip().lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    return _refuse(field, "true_or_false", text, "must be yes or no, true or false, 1 or 0")


def _read_number(field: FactField, text: str) -> Any:
    if _NUMBER.fullmatch(text.strip()):
        return Decimal(text.strip())
    bare = re.sub(r"[$,%\s_]", "", text)
    hint = f', such as "{bare}"' if _NUMBER.fullmatch(bare) else ""
    return _refuse(field, "not_a_number", text, f"must be a plain number without signs or separators{hint}")


def to_query(scenario: Scenario, law: Law | None = None) -> dict[str, str]:
    """Scenario and law as the parameters of an address: the version, then what departs from the defaults."""
    law = law or Law.current()
    query = {"v": LINK_VERSION}
    for field in fact_fields():
        value = getattr(scenario, field.name)
        if value != field.default:
            query[field.name] = cell_text(field.name, value)
    query |= {f"law.{name}": _LIFTED if value is None else _plain(value) for name, value in law.amendments}
    query |= {f"read.{name}": option for name, option in law.chosen_readings}
    return query | ({"bill": law.title} if law.title else {})


def from_query(query: Mapping[str, str]) -> Decoded:
    """Scenario and law from the parameters of an address, with a notice for each part that could not be used."""
    notices = _version_notices(query)
    facts: dict[str, Any] = {}
    amendments: dict[str, Any] = {}
    chosen: dict[str, str] = {}
    for name, text in query.items():
        if name.startswith("law."):
            amendments[name.removeprefix("law.")] = _law_value(text)
        elif name.startswith("read."):
            chosen[name.removeprefix("read.")] = text
        elif name in Scenario.model_fields:
            value = read_cell(name, text)
            if isinstance(value, Problem):
                notices.append(value)
            else:
                facts[name] = value
        elif name not in _NOT_OURS and name not in ("v", "bill"):
            notices.append(_unknown_parameter(name, text))
    scenario = _usable_scenario(facts, notices)
    law = _usable_law(amendments, chosen, notices).named(_usable_title(query.get("bill", ""), notices))
    return Decoded(scenario, law, tuple(notices))


def given_twice(pairs: Iterable[tuple[str, Any]]) -> tuple[Problem, ...]:
    """A notice for each name that is given more than once with values that differ: the last one counts.

    >>> [notice.given for notice in given_twice([("new_jobs", "1"), ("new_jobs", "2"), ("county", "Essex")])]
    ['1, 2']
    """
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        text = given_text(value)
        if text not in found.setdefault(name, []):
            found[name].append(text)
    return tuple(_given_twice(name, texts) for name, texts in found.items() if len(texts) > 1)


def _given_twice(name: str, texts: list[str]) -> Problem:
    known = f"{name} ({fact_field(name).title})" if name in Scenario.model_fields else f'"{name[:100]}"'
    quoted = [f'"{text}"' for text in texts[-_MOST_QUOTED:]]
    words = f"{known} is given more than once, {', '.join(quoted[:-1])} and {quoted[-1]}; the last one counts."
    return Problem(name, "given_twice", ", ".join(texts[-_MOST_QUOTED:]), words)


def _version_notices(query: Mapping[str, str]) -> list[Problem]:
    version = query.get("v")
    ours = [name for name in query if name not in _NOT_OURS]
    if version == LINK_VERSION or not ours:
        return []
    if version is None:
        words = f"The link carries no version; it is read as version {LINK_VERSION}."
    else:
        words = (
            f'The link is of version "{version[:20]}", which is not known here; it is read as version {LINK_VERSION}.'
        )
    return [Problem("v", "version", version or "", words)]


def _unknown_parameter(name: str, text: str) -> Problem:
    near = nearest(name, Scenario.model_fields)
    hint = f'; did you mean "{near}"?' if near else ""
    return Problem(
        name,
        "unknown_field",
        text[:200],
        with_given(f'"{name[:100]}" is no fact of a scenario{hint}', text[:200]),
    )


def _law_value(text: str) -> Any:
    if text == _LIFTED:
        return None
    return Decimal(text) if _NUMBER.fullmatch(text) else text


def _usable_scenario(facts: dict[str, Any], notices: list[Problem]) -> Scenario:
    """The scenario of all facts that can be used; a notice for each that cannot."""
    while True:
        try:
            return Scenario(**facts)
        except ScenarioError as error:
            notices.extend(error.problems)
            wrong = {problem.field for problem in error.problems}
            facts = {name: value for name, value in facts.items() if name not in wrong}


def _usable_law(amendments: dict[str, Any], chosen: dict[str, str], notices: list[Problem]) -> Law:
    law = Law.current()
    while amendments:
        try:
            law = law.amend(amendments)
            break
        except LawError as error:
            notices.extend(error.problems)
            wrong = {_refused_amendment(problem, amendments) for problem in error.problems}
            kept = {name: value for name, value in amendments.items() if name not in wrong}
            amendments = kept if len(kept) < len(amendments) else {}
    for name, option in chosen.items():
        try:
            law = law.read(**{name: option})
        except LawError as error:
            notices.extend(error.problems)
    return law


def _usable_title(given: Any, notices: list[Problem]) -> str:
    """What a bill is called, if a line of text can hold it: the rules of a scenario's name."""
    problems = check({"name": given})
    notices.extend(
        Problem("bill", p.rule, p.given, p.message.replace("name (Name)", "bill (Name of the bill)", 1))
        for p in problems
    )
    return "" if problems else given


def _refused_amendment(problem: Problem, amendments: Mapping[str, Any]) -> str:
    """The amendment to leave out: the one that is named, or the one that puts a figure left alone in the wrong."""
    group, key = problem.field.split(".", 1) if "." in problem.field else ("", problem.field)
    if problem.field in amendments:
        return problem.field
    if problem.rule == "missing_half":
        return f"{'bonus' if group == 'threshold' else 'threshold'}.{key}"
    return f"{group}.{key[:-1]}{chr(ord(key[-1]) - 1)}"  # the tier before, which was moved past this one


def to_json(scenario: Scenario, law: Law | None = None) -> str:
    """Scenario and law as a JSON document: every fact, the amendments, the readings, and the law's version."""
    law = law or Law.current()
    document = {
        "format": _FORMAT,
        "version": int(LINK_VERSION),
        "law_version": law_version(),
        "facts": {field.name: _json_value(getattr(scenario, field.name)) for field in fact_fields()},
        "amendments": {name: _json_value(value) for name, value in law.amendments},
        "readings": dict(law.chosen_readings),
        "bill": law.title,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _json_value(value: Any) -> Any:
    # Dollars and percentages are written as text, so that no reader turns them into binary fractions.
    return _plain(value) if isinstance(value, Decimal) else value


def from_json(text: str) -> Decoded:
    """Scenario and law from a JSON document, with a notice for each part that could not be used."""
    document, found = parsed_json(text)
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        found = found if document is None and found else (_no_scenario(text),)
        return Decoded(Scenario(), Law.current(), found)
    notices = [*found, *_document_notices(document)]
    facts: dict[str, Any] = {}
    for name, given in _section(document, "facts", notices).items():
        if name not in Scenario.model_fields:
            notices.append(_unknown_parameter(name, str(given)))
            continue
        value = read_cell(name, given) if isinstance(given, str) else _from_json_number(given)
        if isinstance(value, Problem):
            notices.append(value)
        else:
            facts[name] = value
    amendments = {
        k: _law_value(v) if isinstance(v, str) else v for k, v in _section(document, "amendments", notices).items()
    }
    chosen = {name: str(option) for name, option in _section(document, "readings", notices).items()}
    scenario = _usable_scenario(facts, notices)
    law = _usable_law(amendments, chosen, notices).named(_usable_title(document.get("bill", ""), notices))
    return Decoded(scenario, law, tuple(notices))


def _from_json_number(given: Any) -> Any:
    return Decimal(repr(given)) if isinstance(given, float) else given


def parsed_json(text: str) -> tuple[Any, tuple[Problem, ...]]:
    """What a JSON text holds, and a notice for each name that it gives twice; for what is no JSON, ``None`` and why."""
    notices: list[Problem] = []

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        notices.extend(given_twice(pairs))
        return dict(pairs)

    try:
        return json.loads(text.removeprefix(_MARK), object_pairs_hook=made), tuple(notices)
    except (ValueError, RecursionError) as error:
        return None, (_no_json(text, error),)


def _no_json(text: str, error: Exception) -> Problem:
    where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
    words = f'The file is no JSON document{where}. Choose one that this program saved, whose name ends in ".json".'
    return Problem("document", "not_json", text[:40], words)


def _no_scenario(text: str) -> Problem:
    words = f'The file is no scenario: its format must be "{_FORMAT}". Choose one that was saved from a project.'
    return Problem("document", "format", text[:40], words)


def _document_notices(document: Mapping[str, Any]) -> list[Problem]:
    version = document.get("version")
    if str(version) == LINK_VERSION:
        return []
    words = f"The file is of version {version}; it is read as version {LINK_VERSION}."
    return [Problem("version", "version", str(version), words)]


def _section(document: Mapping[str, Any], name: str, notices: list[Problem]) -> dict[str, Any]:
    found = document.get(name, {})
    if isinstance(found, dict):
        return found
    notices.append(Problem(name, "not_an_object", str(found)[:40], f'"{name}" must be an object of names and values'))
    return {}
