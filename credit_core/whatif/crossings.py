"""Where one candidate overtakes another as a fact moves, exactly: every value of the fact is accounted for.

Two curves are laid over each other. Where both are straight lines their difference is one, and its sign changes at most
twice, found by halving. Where one is a staircase of rounding or a hyperbola, the range is halved until either the ends
decide (each piece moves one way, so between its ends it takes no value beyond them; and a staircase keeps within its
tolerance of its line), or a single value is left, at which the rules are asked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations, pairwise

from credit_core.award import dollars, facts_of
from credit_core.comparison import Candidate
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError
from credit_core.section5.facts import Facts
from credit_core.whatif._domain import Domain, Number, text_of
from credit_core.whatif.breakpoints import runs
from credit_core.whatif.sweep import Curve, Segment, sweep

__all__ = [
    "Crossing",
    "Lead",
    "Order",
    "amounts_along",
    "bends",
    "crossing_sentence",
    "crossings",
    "front",
    "leads",
    "never_behind",
    "pair_leads",
    "sweep_candidates",
]

# Each question that the rules must be asked at a value of its own costs time; beyond that the range is too wide.
_MOST_QUESTIONS = 20_000


@dataclass(frozen=True, slots=True)
class Lead:
    """Values of the fact, both ends included, over which the same one of two curves is ahead.

    ``ahead`` is 1 where the first curve is above the second, -1 where it is below, 0 where they are level.
    """

    first: Number
    last: Number
    ahead: int


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where the order of two candidates changes.

    Attributes:
        first, second: Positions of the two among the curves.
        before, after: The last value of the fact in the old order and the first in the new one.
        was, now: 1 where the first of the two is ahead, -1 where the second is, 0 where they are level.
        amounts: The measure of both at ``after``, in dollars.
    """

    first: int
    second: int
    before: Number
    after: Number
    was: int
    now: int
    amounts: tuple[Decimal, Decimal]

    @property
    def ahead(self) -> int | None:
        """Position of the one that is ahead from ``after`` on; ``None`` if they are level there."""
        return None if self.now == 0 else self.first if self.now > 0 else self.second


def sweep_candidates(
    candidates: Sequence[Candidate], fact: str, low: Number, high: Number, *, measure: str = "annual_award"
) -> tuple[Curve, ...]:
    """The exact curve of each candidate along one fact, in whole dollars where it is money.

    Raises:
        ScenarioError: Fact, measure or range cannot be used.
    """
    # Candidates that are alike to the law have one curve, but for whose it is.
    found: dict[tuple[Facts, Law], Curve] = {}
    curves = []
    for each in candidates:
        key = (facts_of(each.scenario), each.law)
        if key not in found:
            found[key] = sweep(each.scenario, fact, low, high, measure=measure, law=each.law, whole_dollars=True)
        curves.append(replace(found[key], scenario=each.scenario, law=each.law))
    return tuple(curves)


def leads(first: Curve, second: Curve) -> tuple[Lead, ...]:
    """Which of two curves along the same fact is ahead where, over all values that both have.

    Raises:
        ScenarioError: The curves are of different facts, share no value, or the range is too wide to be answered.
    """
    return _leads(_Lines(first), _Lines(second))


def _leads(first: _Lines, second: _Lines) -> tuple[Lead, ...]:
    domain, other = first.curve.domain, second.curve.domain
    measures = first.curve.measure, second.curve.measure
    if domain.field != other.field or domain.scale != other.scale or measures[0] != measures[1]:
        words = f"the curves must be of the same fact, measure and unit; given: {domain.field.name}, {other.field.name}"
        raise ScenarioError([Problem("fact", "same_fact", other.field.name, words)])
    low, high = max(domain.first, other.first), min(domain.last, other.last)
    if low > high:
        words = "the two candidates share no value of the fact in the range"
        message = f"{domain.field.name} ({domain.field.title}): {words}"
        raise ScenarioError([Problem(domain.field.name, "range", "", message)])
    found = list(_joined(_Pair(first, second).signs(low, high)))
    return tuple(Lead(domain.value(start), domain.value(end), sign) for start, end, sign in found)


@dataclass(frozen=True, slots=True)
class _Line:
    """One segment of a curve in positions and cents."""

    curve: Curve
    first: int
    last: int
    start: int
    end: int
    tolerance: int
    exact: bool

    def at(self, position: int) -> int:
        """The measure in cents."""
        if not self.exact and self.first < position < self.last:
            return int(self.curve.at(self.curve.domain.value(position)) * 100)
        if self.first == self.last:
            return self.start
        return self.start + (self.end - self.start) * (position - self.first) // (self.last - self.first)

    def chord(self, position: int) -> tuple[int, int]:
        """The straight line at a position, as a fraction of cents."""
        width = max(self.last - self.first, 1)
        return self.start * width + (self.end - self.start) * (position - self.first), width


def _position(domain: Domain, value: Number) -> int:
    """The position of a value that is known to be one; ``Domain.position`` checks it first, which takes its time."""
    units = value if isinstance(value, int) else int(value * 100)
    return units // domain.scale


class _Lines:
    """A curve taken apart into lines."""

    def __init__(self, curve: Curve) -> None:
        """Take every segment once."""
        self.curve = curve
        self.lines = [_line(curve, segment) for segment in curve.segments]
        self._firsts = [line.first for line in self.lines]

    def at(self, value: Number) -> Decimal | None:
        """The measure in dollars; ``None`` outside the curve."""
        position = _position(self.curve.domain, value)
        if not self.lines[0].first <= position <= self.lines[-1].last:
            return None
        return dollars(self.lines[bisect_right(self._firsts, position) - 1].at(position))


def _line(curve: Curve, segment: Segment) -> _Line:
    left, right = curve.points[segment.left], curve.points[segment.right]
    first, last = _position(curve.domain, left.x), _position(curve.domain, right.x)
    start, end, tolerance = (int(amount * 100) for amount in (left.y, right.y, segment.tolerance))
    return _Line(curve, first, last, start, end, tolerance, segment.tolerance == 0)


class _Pair:
    """Two curves laid over each other."""

    def __init__(self, first: _Lines, second: _Lines) -> None:
        """Begin with no question asked."""
        self._domain: Domain = first.curve.domain
        self._first, self._second = first.lines, second.lines
        self._questions = 0

    def signs(self, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        """Ranges of positions from ``low`` to ``high`` with the sign of the first less the second."""
        i = j = 0
        while low <= high:
            while self._first[i].last < low:
                i += 1
            while self._second[j].last < low:
                j += 1
            a, b = self._first[i], self._second[j]
            end = min(a.last, b.last, high)
            yield from self._on_lines(a, b, low, end)
            low = end + 1

    def _on_lines(self, a: _Line, b: _Line, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        if a.exact and b.exact:
            # A straight difference has each sign once at most.
            yield from runs(low, high, lambda position: _sign(a.at(position) - b.at(position)))
        else:
            yield from self._halved(a, b, low, high)

    def _halved(self, a: _Line, b: _Line, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        sign = self._decided(a, b, low, high)
        if sign is not None:
            yield low, high, sign
            return
        middle = (low + high) // 2
        yield from self._halved(a, b, low, middle)
        yield from self._halved(a, b, middle + 1, high)

    def _decided(self, a: _Line, b: _Line, low: int, high: int) -> int | None:
        """The sign, if it is one and the same over the whole range; ``None`` if that is not known yet."""
        near = _chord_sign(a, b, low, high)
        if near is not None:
            return near
        self._ask(high)
        ours, theirs = sorted((a.at(low), a.at(high))), sorted((b.at(low), b.at(high)))
        if low == high or (ours[0] == ours[1] and theirs[0] == theirs[1]):
            return _sign(ours[0] - theirs[0])
        if ours[0] > theirs[1]:
            return 1
        return -1 if ours[1] < theirs[0] else None

    def _ask(self, position: int) -> None:
        self._questions += 1
        if self._questions > _MOST_QUESTIONS:
            field = self._domain.field
            reached = text_of(field, self._domain.value(position))
            words = "the two stay within rounding of each other over too many values; give a narrower range"
            message = f"{field.name} ({field.title}): {words}; reached: {reached}"
            raise ScenarioError([Problem(field.name, "too_close", reached, message)])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _chord_sign(a: _Line, b: _Line, low: int, high: int) -> int | None:
    """The sign where the straight lines are farther apart than both tolerances at both ends, so between as well."""
    signs = set()
    for position in (low, high):
        (ours, width), (theirs, other) = a.chord(position), b.chord(position)
        gap = ours * other - theirs * width
        if abs(gap) <= (a.tolerance + b.tolerance) * width * other:
            return None
        signs.add(_sign(gap))
    return signs.pop() if len(signs) == 1 else None


def _joined(found: Iterator[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    held: tuple[int, int, int] | None = None
    for start, end, sign in found:
        if held and held[2] == sign:
            held = (held[0], end, sign)
        else:
            if held:
                yield held
            held = (start, end, sign)
    if held:
        yield held


# ---- crossings ------------------------------------------------------------------------------------------------------


Order = dict[tuple[int, int], tuple[Lead, ...]]
"""Which of two curves is ahead where, for every pair of them by their positions."""


def pair_leads(curves: Sequence[Curve]) -> Order:
    """``leads`` of every pair of curves.

    Raises:
        ScenarioError: As ``leads``.
    """
    lines = [_Lines(curve) for curve in curves]
    pairs = combinations(range(len(lines)), 2)
    return {(first, second): _leads(lines[first], lines[second]) for first, second in pairs}


def amounts_along(curves: Sequence[Curve], values: Sequence[Number]) -> tuple[tuple[Decimal | None, ...], ...]:
    """For each value of the fact the measure of each curve, in dollars; ``None`` where a curve does not reach."""
    lines = [_Lines(curve) for curve in curves]
    return tuple(tuple(each.at(value) for each in lines) for value in values)


def bends(curves: Sequence[Curve], found: Sequence[Crossing] = ()) -> tuple[Number, ...]:
    """The values at which any curve ends, bends or jumps, but for steps of rounding, and those around each crossing."""
    own = {point.x for curve in curves for point in curve.points if point.mark != "rounding"}
    return tuple(sorted(own | {value for each in found for value in (each.before, each.after)}))


def crossings(curves: Sequence[Curve], order: Order | None = None) -> tuple[Crossing, ...]:
    """Every change of the order of any two candidates, from the least value of the fact to the greatest.

    ``order`` is what ``pair_leads`` gave, if that is known already.

    Raises:
        ScenarioError: As ``leads``.
    """
    order = pair_leads(curves) if order is None else order
    lines = [_Lines(curve) for curve in curves]
    found = [each for pair, parts in order.items() for each in _crossings(lines, pair, parts)]
    return tuple(sorted(found, key=lambda each: each.after))


def _crossings(lines: Sequence[_Lines], pair: tuple[int, int], parts: tuple[Lead, ...]) -> Iterator[Crossing]:
    first, second = pair
    for before, after in pairwise(parts):
        ours, theirs = lines[first].at(after.first), lines[second].at(after.first)
        if ours is not None and theirs is not None:  # both reach: the leads are of values that both have
            yield Crossing(first, second, before.last, after.first, before.ahead, after.ahead, (ours, theirs))


def never_behind(order: Order) -> tuple[int, ...]:
    """The candidates that no other is ahead of at any value of the fact."""
    beaten = {pair[1] if lead.ahead > 0 else pair[0] for pair, parts in order.items() for lead in parts if lead.ahead}
    everyone = {number for pair in order for number in pair}
    return tuple(sorted(everyone - beaten))


def crossing_sentence(crossing: Crossing, curve: Curve, names: Sequence[str]) -> str:
    """A crossing in words, the fact being that of ``curve``: "Above 412 jobs Trenton overtakes Newark."."""
    where = f"Above {text_of(curve.domain.field, crossing.before)}"
    first, second = names[crossing.first], names[crossing.second]
    if crossing.ahead is None:
        return f"{where} {first} and {second} are level."
    ahead, behind = (first, second) if crossing.now > 0 else (second, first)
    return f"{where} {ahead} {'overtakes' if crossing.was else 'pulls ahead of'} {behind}."


def front(curves: Sequence[Curve], found: Sequence[Crossing]) -> tuple[Crossing, ...]:
    """Those crossings at which the leader of all the candidates changes, in the order given."""
    rows = amounts_along(curves, [each.after for each in found])
    return tuple(
        each for each, row in zip(found, rows, strict=True) if each.ahead is not None and _leads_all(each, row)
    )


def _leads_all(crossing: Crossing, amounts: Sequence[Decimal | None]) -> bool:
    return max(crossing.amounts) >= max(amount for amount in amounts if amount is not None)
