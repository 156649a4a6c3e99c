"""Candidate sites side by side: the same business, each with the facts of its own place and facility.

A ``Comparison`` is a value: every change gives a new one. While it is being put together it may hold fewer than two
candidates; ``check`` says what keeps it from being complete. The facts of the business (``business_facts``) are the
same for all candidates unless they are unlocked.

In an address a comparison stands beside the one candidate that the address carries itself (``to_link``, ``from_link``).
The JSON document of a comparison is the library's (``credit_core.library.documents``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from credit_core.codec import LINK_VERSION, cell_text, from_query, to_query
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError, nearest
from credit_core.scenario import Scenario, fact_field, fact_fields

__all__ = [
    "COMPARISON_VERSION",
    "LEAST_CANDIDATES",
    "MOST_CANDIDATES",
    "Candidate",
    "Comparison",
    "Difference",
    "ReadComparison",
    "business_facts",
    "candidate_names",
    "check",
    "differences",
    "from_link",
    "listed_names",
    "site_facts",
    "to_link",
]

LEAST_CANDIDATES, MOST_CANDIDATES = 2, 8

# The meaning of the names below in a link.
COMPARISON_VERSION = "1"

_SITE_GROUPS = frozenset({"place", "facility", "label"})
# Facts of other groups whose answer changes with the place: which benchmark, already in which municipality.
_SITE_TOO = frozenset({"benchmark_salary", "already_in_municipality", "jobs_new_to_municipality"})


@cache
def site_facts() -> tuple[str, ...]:
    """The facts that each candidate has of its own, in the order of the contract."""
    return tuple(each.name for each in fact_fields() if each.group in _SITE_GROUPS or each.name in _SITE_TOO)


@cache
def business_facts() -> tuple[str, ...]:
    """The facts that are the same for all candidates unless unlocked, in the order of the contract."""
    return tuple(each.name for each in fact_fields() if each.name not in site_facts())


@dataclass(frozen=True, slots=True)
class Candidate:
    """The facts of one project at one site, and the law it is computed under; saved alone it is a scenario."""

    scenario: Scenario
    law: Law = field(default_factory=Law.current)

    @property
    def name(self) -> str:
        """What it calls itself: the fact ``name``, or else its municipality; may be empty."""
        return self.scenario.name or self.scenario.municipality


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two to eight candidates side by side.

    Attributes:
        candidates: In the order of the columns.
        unlocked: Flat names of the business facts that may differ between candidates.
        baseline: Position of the candidate that the others are compared with, from 0.
    """

    candidates: tuple[Candidate, ...] = ()
    unlocked: tuple[str, ...] = ()
    baseline: int = 0

    @property
    def locked(self) -> tuple[str, ...]:
        """The business facts that are the same for all candidates."""
        return tuple(name for name in business_facts() if name not in self.unlocked)

    @property
    def is_full(self) -> bool:
        """Whether no further candidate can be added."""
        return len(self.candidates) >= MOST_CANDIDATES

    def replaced_by_adding(self, candidate: Candidate) -> tuple[str, ...]:
        """The business facts of a candidate that ``add`` would set to what the others have."""
        return self._other_business(candidate.scenario) if self.candidates else ()

    def add(self, candidate: Candidate) -> Comparison:
        """With one candidate more, as the same business as the others.

        Raises:
            ScenarioError: There are eight, or the business does not fit the candidate's own facts.
        """
        if self.is_full:
            raise ScenarioError([_wrong_count(len(self.candidates) + 1)])
        shared = {name: getattr(self._baseline, name) for name in self.replaced_by_adding(candidate)}
        added = Candidate(_changed(candidate, shared), candidate.law)
        return replace(self, candidates=(*self.candidates, added))

    def add_as_it_is(self, candidate: Candidate) -> Comparison:
        """With one candidate more that keeps its business; what differs from the others is unlocked.

        Raises:
            ScenarioError: There are eight.
        """
        return self.unlock(*self.replaced_by_adding(candidate)).add(candidate)

    def remove(self, position: int) -> Comparison:
        """Without the candidate at a position; the first takes over if it was the baseline."""
        kept = tuple(each for number, each in enumerate(self.candidates) if number != position)
        if position == self.baseline:
            return replace(self, candidates=kept, baseline=0)
        return replace(self, candidates=kept, baseline=self.baseline - (position < self.baseline))

    def with_baseline(self, position: int) -> Comparison:
        """Compared with the candidate at a position."""
        return replace(self, baseline=position)

    def with_candidate(self, position: int, candidate: Candidate) -> Comparison:
        """With another candidate at a position; its locked facts become those of all the others.

        Raises:
            ScenarioError: The business does not fit the own facts of another candidate; the problem names it.
        """
        shared = {name: getattr(candidate.scenario, name) for name in self.locked}
        changed = tuple(
            candidate if number == position else Candidate(_changed(each, shared), each.law)
            for number, each in enumerate(self.candidates)
        )
        return replace(self, candidates=changed)

    def unlock(self, *names: str) -> Comparison:
        """With these business facts free to differ; names of other facts change nothing."""
        free = {*self.unlocked, *names}
        return replace(self, unlocked=tuple(name for name in business_facts() if name in free))

    def lock(self, *names: str) -> Comparison:
        """With these facts the same for all again, as the baseline has them.

        Raises:
            ScenarioError: The baseline's value does not fit the own facts of another candidate.
        """
        kept = tuple(name for name in self.unlocked if name not in names)
        locked = replace(self, unlocked=kept)
        if not self.candidates:
            return locked
        return locked.with_candidate(self.baseline, self.candidates[self.baseline])

    def settled(self) -> Comparison:
        """With every business fact unlocked that differs between the candidates."""
        found = {name for each in self.candidates for name in self._other_business(each.scenario)}
        return self.unlock(*found) if found else self

    @property
    def _baseline(self) -> Scenario:
        return self.candidates[self.baseline].scenario

    def _other_business(self, scenario: Scenario) -> tuple[str, ...]:
        base = self._baseline
        return tuple(name for name in self.locked if getattr(scenario, name) != getattr(base, name))


def _changed(candidate: Candidate, facts: Mapping[str, Any]) -> Scenario:
    """The scenario with these facts; a problem says whose it is."""
    if all(getattr(candidate.scenario, name) == value for name, value in facts.items()):
        return candidate.scenario
    try:
        return candidate.scenario.changed(**facts)
    except ScenarioError as error:
        whose = candidate.name or "a candidate without a name"
        named = [Problem(p.field, p.rule, p.given, f"{whose}: {p.message}") for p in error.problems]
        raise ScenarioError(named) from None


def check(comparison: Comparison) -> tuple[Problem, ...]:
    """What keeps a comparison from being complete; empty if nothing does."""
    count = len(comparison.candidates)
    problems = [] if LEAST_CANDIDATES <= count <= MOST_CANDIDATES else [_wrong_count(count)]
    problems += [_no_business_fact(name) for name in comparison.unlocked if name not in business_facts()]
    if not 0 <= comparison.baseline < max(count, 1):
        words = f"baseline must be the position of a candidate, 0 to {count - 1}; given: {comparison.baseline}"
        problems.append(Problem("baseline", "out_of_range", str(comparison.baseline), words))
    return tuple(problems)


def _wrong_count(count: int) -> Problem:
    words = f"candidates must be {LEAST_CANDIDATES} to {MOST_CANDIDATES}; given: {count}"
    return Problem("candidates", "count", str(count), words)


def _no_business_fact(name: str) -> Problem:
    near = nearest(name[:100], business_facts())
    hint = f'; did you mean "{near}"?' if near else ""
    words = f'"{name[:100]}" is no fact of the business that could be unlocked{hint}'
    return Problem("unlocked", "unknown_field", name[:200], words)


def candidate_names(candidates: Iterable[Candidate]) -> tuple[str, ...]:
    """What to call each candidate, no two the same: "Camden", "Camden (2)", "Candidate 3" where it has no name."""
    names: list[str] = []
    for number, candidate in enumerate(candidates, 1):
        own = candidate.name or f"Candidate {number}"
        name, again = own, 2
        while name in names:
            name, again = f"{own} ({again})", again + 1
        names.append(name)
    return tuple(names)


def listed_names(names: Sequence[str]) -> str:
    """Names as a sentence lists them: "Camden", "Camden and Trenton", "Camden, Trenton and Newark"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that is not the same for all candidates, with the value of each."""

    fact: str
    values: tuple[Any, ...]


def differences(comparison: Comparison) -> tuple[Difference, ...]:
    """Every fact that differs between the candidates, in the order of the contract, but for the name."""
    return tuple(
        Difference(each.name, values)
        for each in fact_fields()
        if each.name != "name"
        and len(set(values := tuple(getattr(one.scenario, each.name) for one in comparison.candidates))) > 1
    )


# ---- links ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadComparison:
    """What a link held: the comparison, the number of the candidate that stands in the address, and notices."""

    comparison: Comparison
    at: int
    notices: tuple[Problem, ...]


def to_link(comparison: Comparison, at: int = 0) -> dict[str, str]:
    """A comparison as parameters beside those of its candidate number ``at``, which the address carries itself.

    Candidates count from 1. With 0 none of them stands in the address and each is written in full. No candidates, no
    parameters. ``from_link`` gives the same comparison back.
    """
    if not comparison.candidates:
        return {}
    base = comparison.candidates[at - 1].scenario if at else Scenario()
    link = {"v": COMPARISON_VERSION, "at": str(at)}
    if comparison.baseline:
        link["baseline"] = str(comparison.baseline + 1)
    if comparison.unlocked:
        link["unlocked"] = ",".join(comparison.unlocked)
    own = _own_facts(comparison.unlocked)
    for number, candidate in enumerate(comparison.candidates, 1):
        if number != at:
            link[f"c{number}"] = _written(candidate, base, own)
    return link


def _own_facts(unlocked: Iterable[str]) -> frozenset[str]:
    return frozenset(site_facts()) | frozenset(unlocked)


def _written(candidate: Candidate, base: Scenario, own: frozenset[str]) -> str:
    """One candidate: own facts that depart from the defaults, other facts that depart from the base, and its law."""
    facts = {}
    for each in fact_fields():
        value = getattr(candidate.scenario, each.name)
        usual = each.default if each.name in own else getattr(base, each.name)
        if value != usual:
            facts[each.name] = cell_text(each.name, value)
    law = {name: text for name, text in to_query(Scenario(), candidate.law).items() if name != "v"}
    return urlencode(facts | law)


def from_link(link: Mapping[str, str], beside: Candidate) -> ReadComparison:
    """The comparison of an address that carries the candidate ``beside``; a notice for all that cannot be used."""
    if not link:
        return ReadComparison(Comparison(), 0, ())
    notices = _link_notices(link)
    unlocked = _read_unlocked(link.get("unlocked", ""), notices)
    numbers = [number for number in range(1, MOST_CANDIDATES + 1) if f"c{number}" in link]
    at = _read_at(link.get("at", "0"), numbers, notices)
    base = beside.scenario if at else Scenario()
    own = _own_facts(unlocked)
    found = {number: _read_candidate(number, link[f"c{number}"], base, own, notices) for number in numbers}
    if at:
        found[at] = beside
    order = sorted(found)
    comparison = Comparison(tuple(found[number] for number in order), unlocked)
    if not order:
        return ReadComparison(Comparison(), 0, tuple(notices))
    baseline = _read_number(link, "baseline", order, notices)
    comparison = replace(comparison, baseline=order.index(baseline) if baseline else 0)
    return ReadComparison(_told(comparison, notices), order.index(at) + 1 if at else 0, tuple(notices))


_NAMES = frozenset({"v", "at", "baseline", "unlocked", *(f"c{number}" for number in range(1, MOST_CANDIDATES + 1))})


def _link_notices(link: Mapping[str, str]) -> list[Problem]:
    notices = []
    version = link.get("v", "")
    if version != COMPARISON_VERSION:
        what = f'is of version "{version[:20]}", which is not known here' if version else "carries no version"
        words = f"The comparison in the link {what}; it is read as version {COMPARISON_VERSION}."
        notices.append(Problem("comparison", "version", version[:200], words))
    for name in link:
        if name not in _NAMES:
            words = f'"{name[:100]}" is no part of a comparison; candidates are c1 to c{MOST_CANDIDATES}'
            notices.append(Problem("comparison", "unknown_field", link[name][:200], words))
    return notices


def _read_unlocked(text: str, notices: list[Problem]) -> tuple[str, ...]:
    given = [name for name in text.split(",") if name]
    notices += [_no_business_fact(name) for name in given if name not in business_facts()]
    return tuple(name for name in business_facts() if name in given)


def _read_at(text: str, taken: list[int], notices: list[Problem]) -> int:
    free = [0, *(number for number in range(1, MOST_CANDIDATES + 1) if number not in taken)]
    if text in map(str, free):
        return int(text)
    words = "at must be the number of the candidate in the address, one that no other candidate has, or 0"
    notices.append(Problem("at", "out_of_range", text[:200], f"{words}; given: {text[:200]}"))
    return 0


def _read_number(link: Mapping[str, str], name: str, numbers: list[int], notices: list[Problem]) -> int:
    text = link.get(name)
    if text is None or text in map(str, numbers):
        return int(text or 0) or numbers[0]
    words = f"{name} must be the number of a candidate; given: {text[:200]}; the first is taken"
    notices.append(Problem(name, "out_of_range", text[:200], words))
    return numbers[0]


def _read_candidate(number: int, text: str, base: Scenario, own: frozenset[str], notices: list[Problem]) -> Candidate:
    given = dict(parse_qsl(text, keep_blank_values=True))
    shared = {
        each.name: cell_text(each.name, getattr(base, each.name))
        for each in fact_fields()
        if each.name not in own
        and each.name not in given
        # A blank and an absent fact are the same where a blank is allowed at all.
        and getattr(base, each.name) not in (None, "")
    }
    read = from_query({"v": LINK_VERSION} | shared | given)
    notices += [_of_candidate(number, problem) for problem in read.notices]
    return Candidate(read.scenario, read.law)


def _of_candidate(number: int, problem: Problem) -> Problem:
    return Problem(problem.field, problem.rule, problem.given, f"Candidate {number}: {problem.message}")


def _told(comparison: Comparison, notices: list[Problem]) -> Comparison:
    """The comparison with what differs unlocked, and a notice of it."""
    settled = comparison.settled()
    for name in settled.unlocked:
        if name not in comparison.unlocked:
            words = f"{name} ({fact_field(name).title}) differs between the candidates of the link, so it is unlocked"
            notices.append(Problem(name, "unlocked", "", words))
    return settled
