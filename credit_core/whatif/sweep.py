"""The exact curve of a measure as one fact moves, with its kinks, its jumps on both sides, and its cliffs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from credit_core.award import BINDING_RULES, dollars, facts_of
from credit_core.award import measure as measure_named
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import Scenario
from credit_core.section5.d_camden_route import route_tier_pay
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import NECESSITY, NONE, Final, binding_rule, final_amounts, gross_before_limit
from credit_core.whatif._domain import Domain, Number, domain_of, text_of
from credit_core.whatif._provisions import Provision, provision
from credit_core.whatif.breakpoints import BONUS_OF, STEPPED, Along, Form, Piece, pieces

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Cliff", "Curve", "Mark", "Point", "Segment", "checked_measure", "sweep"]

Mark = Literal["end", "kink", "jump", "rounding"]

# More points than that are no chart; where each job is a point of its own the range can be narrowed.
_MOST_PIECES = 20_000


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a curve.

    Attributes:
        x: The fact's value there.
        y: The measure in dollars.
        mark: What the curve does there: ``end`` of the range, ``kink`` (slope or binding rule changes), ``jump``
            (one side of a step that a provision makes) or ``rounding`` (one side of a step that rounding alone makes).
        because: The provisions that change there, by the names of their lines; empty at an end or for rounding.
    """

    x: Number
    y: Decimal
    mark: Mark
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """What the curve does from one point to the next.

    Attributes:
        left, right: Positions of the two points in ``Curve.points``; the same for a point that stands alone.
        form: ``constant`` and ``linear`` are exact. ``rounding``: a staircase of rounding about the straight line.
            ``curve``: a hyperbola, where a divisor of money moves. Between two segments there is no value of the fact.
        tolerance: Dollars by which a value between the points may be off the straight line at most; 0 where exact.
    """

    left: int
    right: int
    form: Form
    tolerance: Decimal


@dataclass(frozen=True, slots=True)
class Cliff:
    """Where one more unit of the fact makes the measure jump, or from where further units make it fall.

    Attributes:
        before, after: The last value before and the first after; for a ``decline`` where it begins and ends.
        from_amount, to_amount: The measure there, in dollars.
        change: ``to_amount`` less ``from_amount``.
        step: The part of the change that the provisions make at the value after, all else equal.
        provisions: What makes it, in the order of the statute.
        kind: ``jump``, or ``decline`` where the measure falls unit by unit by more than rounding explains.
    """

    before: Number
    after: Number
    from_amount: Decimal
    to_amount: Decimal
    change: Decimal
    step: Decimal
    provisions: tuple[Provision, ...]
    kind: Literal["jump", "decline"] = "jump"

    @property
    def provision(self) -> Provision:
        """The first of the provisions."""
        return self.provisions[0]


@dataclass(frozen=True)
class Curve:
    """A measure of the award as one fact moves and nothing else does (but for a partner, where ``notes`` say so).

    ``points`` are in order of the fact; ``segments`` say what lies between them; ``cliffs`` list the jumps that matter;
    ``notes`` say where the range was cut or a partner moves along. Money is exact to the cent.
    """

    scenario: Scenario
    law: Law
    fact: str
    measure: str
    points: tuple[Point, ...]
    segments: tuple[Segment, ...]
    cliffs: tuple[Cliff, ...]
    notes: tuple[str, ...]
    domain: Domain

    @cached_property
    def _positions(self) -> list[int]:
        return [self.domain.position(point.x) for point in self.points]

    @cached_property
    def _starts(self) -> list[int]:
        return [self._positions[segment.left] for segment in self.segments]

    @cached_property
    def _facts(self) -> Facts:
        return facts_of(self.scenario)

    def _facts_at(self, x: Number) -> Facts:
        """The facts at a value, without the checks of a scenario: the range holds valid values alone."""
        position = self.domain.position(x)
        stretch = next(s for s in self.domain.stretches if s.first <= position <= s.last)
        return stretch.facts_at(self._facts, position)

    def segment_at(self, x: Number) -> Segment:
        """The segment that a value lies on; raises ``ScenarioError`` for a value outside the range."""
        return self.segments[bisect_right(self._starts, self.domain.position(x)) - 1]

    def at(self, x: Number) -> Decimal:
        """The measure in dollars at a value of the fact, to the cent.

        Read off the points where the curve is exact; on a staircase of rounding or a hyperbola the rules are asked.
        Raises ``ScenarioError`` for a value outside the range, or between whole dollars where the curve is in these.
        """
        segment = self.segment_at(x)
        if segment.tolerance:
            return dollars(_direct(self.law, self._facts_at(x), self.measure))
        return self.line_at(x)

    def line_at(self, x: Number) -> Decimal:
        """The measure as the straight line between two points gives it: what a chart draws."""
        segment = self.segment_at(x)
        left, right = self.points[segment.left], self.points[segment.right]
        start, end = self._positions[segment.left], self._positions[segment.right]
        if start == end:
            return left.y
        return left.y + (right.y - left.y) * (self.domain.position(x) - start) / (end - start)

    def scenario_at(self, x: Number) -> Scenario:
        """The scenario with the fact at a value, and its partner where that moves along."""
        return self.scenario.changed(**self.domain.moved(self.domain.position(x)))

    def binding_at(self, x: Number) -> str:
        """The rule that binds the award of a year at a value, by the names of ``award.BINDING_RULES``."""
        facts = self._facts_at(x)
        before = gross_before_limit(facts, self.law.compiled)
        award = final_amounts(facts, self.law.compiled, before, NONE).annual_award
        return BINDING_RULES[binding_rule(facts, self.law.compiled, before, award)]

    @property
    def here(self) -> Point | None:
        """Where the scenario itself stands on the curve; ``None`` if its value is blank or outside the range."""
        value = getattr(self.scenario, self.fact)
        try:
            return None if value is None else Point(value, self.at(value), "kink")
        except ScenarioError:
            return None

    def to_frame(self) -> pd.DataFrame:
        """The points as a table of the fact, the measure (float64 dollars), the mark and what changes there."""
        import pandas as pd

        return pd.DataFrame(
            {
                self.fact: [float(point.x) for point in self.points],
                self.measure: [float(point.y) for point in self.points],
                "mark": [point.mark for point in self.points],
                "because": [", ".join(point.because) for point in self.points],
            }
        )

    def cliffs_frame(self) -> pd.DataFrame:
        """The cliffs as a table: before, after, the measure on both sides, the change and the provisions."""
        import pandas as pd

        columns = ["before", "after", "from_amount", "to_amount", "change", "step", "citation", "provision", "kind"]
        rows = [
            (
                *(float(value) for value in (c.before, c.after, c.from_amount, c.to_amount, c.change, c.step)),
                "; ".join(known.citation for known in c.provisions),
                "; ".join(known.title for known in c.provisions),
                c.kind,
            )
            for c in self.cliffs
        ]
        return pd.DataFrame(rows, columns=columns)


def checked_measure(name: str) -> str:
    """The name of a measure; raises ``ScenarioError`` listing the measures for any other name."""
    try:
        return measure_named(name).name
    except KeyError as error:
        raise ScenarioError([Problem("measure", "unknown_measure", name, str(error.args[0]))]) from None


def sweep(
    scenario: Scenario,
    fact: str,
    low: Number | None = None,
    high: Number | None = None,
    *,
    measure: str = "annual_award",
    law: Law | None = None,
    cliffs_over: Decimal | int = 0,
    whole_dollars: bool = False,
    move_partner: bool = False,
) -> Curve:
    """The exact curve of a measure as one fact moves from ``low`` to ``high``, both included.

    Args:
        scenario: The project; its own value of the fact need not lie in the range.
        fact: A fact that is a number, by its flat name.
        low: First value, in the fact's own unit; its least valid value if not given.
        high: Last value; its most if not given.
        measure: ``gross_amount``, ``retained_job_amount``, ``annual_award`` or ``total_award``.
        law: The law; current law if none is given.
        cliffs_over: A jump upwards is a cliff when one more unit adds more dollars than that. Every jump down is.
        whole_dollars: Move money by whole dollars rather than cents.
        move_partner: Where the range would break a side condition, move the other fact along rather than cut the range.

    Raises:
        ScenarioError: Fact, measure or range cannot be used, or the range holds too many points of their own.

    >>> curve = sweep(Scenario(urban_transit_hub_municipality=True), "new_jobs", 200, 300)
    >>> curve.at(250), curve.at(251)
    (Decimal('1250000'), Decimal('1380500'))
    """
    law = law or Law.current()
    name = checked_measure(measure)
    domain = domain_of(scenario, fact, low, high, whole_dollars=whole_dollars, move_partner=move_partner)
    found = _limited(domain, _all_pieces(domain, law, name))
    cliffs = tuple(_cliffs(domain, found, round(Decimal(cliffs_over) * 100)))
    points, segments = _joined(domain, found, cliffs)
    return Curve(scenario, law, fact, name, points, segments, cliffs, domain.notes, domain)


def _all_pieces(domain: Domain, law: Law, measure: str) -> Iterator[Piece]:
    facts = facts_of(domain.scenario)
    for stretch in domain.stretches:
        yield from pieces(Along(facts, law.compiled, stretch, measure))


def _limited(domain: Domain, found: Iterable[Piece]) -> list[Piece]:
    kept = []
    for piece in found:
        kept.append(piece)
        if len(kept) > _MOST_PIECES:
            raise ScenarioError([_too_many(domain, piece)])
    return kept


def _too_many(domain: Domain, piece: Piece) -> Problem:
    name, title = domain.field.name, domain.field.title
    reached = text_of(domain.field, domain.value(piece.last))
    words = f"has more than {_MOST_PIECES:,} points of its own before {reached}; give a narrower range"
    return Problem(name, "too_many_points", reached, f"{name} ({title}) {words}")


def _direct(law: Law, facts: Facts, measure: str) -> int:
    final = final_amounts(facts, law.compiled, gross_before_limit(facts, law.compiled), NONE)
    return _measured(final, facts, measure)


def _measured(final: Final, facts: Facts, measure: str) -> int:
    if measure == "total_award":
        return final.annual_award * facts.eligibility_years
    amount: int = getattr(final, measure)
    return amount


# Cliffs


def _cliffs(domain: Domain, found: list[Piece], over: int) -> Iterator[Cliff]:
    start = 0
    for index, piece in enumerate(found):
        if index and (cliff := _jump(domain, found[index - 1], piece, over)):
            yield cliff
        if index + 1 == len(found) or not _same_zone(piece, found[index + 1]):
            yield from _decline(domain, found[start : index + 1])
            start = index + 1


def _same_zone(left: Piece, right: Piece) -> bool:
    return left.plateau and right.plateau and left.run is right.run and left.regime == right.regime


def _jump(domain: Domain, left: Piece, right: Piece, over: int) -> Cliff | None:
    """The cliff between two pieces: what the provisions that change there make of one more unit."""
    if left.run is right.run and left.regime.triggered == right.regime.triggered:
        return None
    names = _changed_provisions(left, right)
    change = right.start - left.end
    if not names or (0 <= change <= over):
        return None
    step = right.start - _unchanged(left, right, names)
    if step == 0:
        return None
    return _cliff(domain, (left.last, right.first), (left.end, right.start), step, names)


def _cliff(
    domain: Domain,
    ends: tuple[int, int],
    cents: tuple[int, int],
    step: int,
    names: Iterable[str],
    kind: Literal["jump", "decline"] = "jump",
) -> Cliff:
    return Cliff(
        domain.value(ends[0]),
        domain.value(ends[1]),
        dollars(cents[0]),
        dollars(cents[1]),
        dollars(cents[1] - cents[0]),
        dollars(step),
        tuple(provision(name) for name in names),
        kind,
    )


def _changed_provisions(left: Piece, right: Piece) -> tuple[str, ...]:
    """The provisions that step between two pieces; a bonus that counts parts of steps starts without a step."""
    before, after = dict(left.run.components), dict(right.run.components)
    changed = {name for name in after if before.get(name, after[name]) != after[name]}
    smooth = right.along.is_proportional and "minimum" not in changed
    names = [name for name in BONUS_OF if name in changed and not (smooth and name in STEPPED)]
    per_job = right.along.measure == "retained_job_amount"
    names += ["retained_job_amount"] if per_job and "retained_job_amount" in changed else []
    names += ["amount_necessary"] if left.regime.triggered != right.regime.triggered else []
    names += ["annual_capital_route"] if "annual_capital_route" in changed else []
    return tuple(names)


def _unchanged(left: Piece, right: Piece, names: tuple[str, ...]) -> int:
    """The measure at the first position of ``right`` as it would be had the named provisions not changed, cents."""
    along, law = right.along, right.along.law
    facts, before = along.facts_at(right.first), left.along.facts_at(left.last)
    if "retained_job_amount" in names:
        return left.end
    gross = along.gross(right.run, right.first) - sum(
        rule(facts, law) - rule(before, law) for name, (_, rule) in BONUS_OF.items() if name in names
    )
    final = final_amounts(facts, law, gross, NONE)
    if "amount_necessary" in names:
        final = _other_necessity(left, facts, final, final_amounts(facts, law, gross, NECESSITY))
    if "annual_capital_route" in names:
        route = _route_of_tier(left, facts)
        final = final._replace(annual_capital_route=route, annual_award=max(final.annual_ordinary, route))
    return _measured(final, facts, along.measure)


def _other_necessity(left: Piece, facts: Facts, final: Final, spared: Final) -> Final:
    """The amounts as if the amount necessary were still asked, or still not asked, as in the piece before."""
    if not left.regime.triggered:
        return spared
    if facts.amount_necessary < 0:
        return final
    ordinary = min(final.after_withholdings, facts.amount_necessary)
    return final._replace(annual_ordinary=ordinary, annual_award=max(ordinary, final.annual_capital_route))


def _route_of_tier(left: Piece, facts: Facts) -> int:
    """What the route would pay at the facts under the tier of the piece before, cents a year."""
    law = left.along.law
    tier = dict(left.run.components)["annual_capital_route"]
    return min(route_tier_pay(facts, law, tier), law.annual_limit.f1) if tier else 0


def _decline(domain: Domain, zone: list[Piece]) -> Iterator[Cliff]:
    """Where each further job lowers the measure by more than rounding can: the exact curve falls once at most."""
    if not zone[0].plateau or len(zone) < 2:
        return
    least = min(zone, key=lambda piece: piece.end)
    fall = zone[0].start - least.end
    if fall > _plateau_noise(least):
        ends, cents = (zone[0].first, least.last), (zone[0].start, least.end)
        yield _cliff(domain, ends, cents, -fall, ["retained_job_amount"], "decline")


def _plateau_noise(piece: Piece) -> int:
    """Twice the greatest rounding of the measure on a plateau, cents."""
    along = piece.along
    facts = along.facts_at(piece.last)
    unit = 1 if along.law.reading.rounding else 100
    if along.measure == "retained_job_amount":
        return unit
    years = facts.eligibility_years if along.measure == "total_award" else 1
    return unit * facts.retained_jobs * years


# Points and segments


@dataclass(slots=True)
class _Span:
    """A stretch of the curve while it is put together: positions and cents at both ends."""

    first: int
    last: int
    start: int
    end: int
    form: Form
    tolerance: int
    because: tuple[str, ...]
    mark: Mark


def _joined(
    domain: Domain, found: list[Piece], cliffs: tuple[Cliff, ...]
) -> tuple[tuple[Point, ...], tuple[Segment, ...]]:
    jumps = {domain.position(cliff.after): cliff for cliff in cliffs if cliff.kind == "jump"}
    spans: list[_Span] = []
    for index, piece in enumerate(found):
        span = _span(found[index - 1] if index else None, piece, jumps)
        if spans and span.mark != "jump" and _on_one_line(spans[-1], span):
            _lengthen(spans[-1], span)
        else:
            spans.append(span)
    return _points(domain, spans)


def _span(before: Piece | None, piece: Piece, jumps: dict[int, Cliff]) -> _Span:
    because: tuple[str, ...] = ()
    mark: Mark = "end" if before is None else "kink"
    if piece.first in jumps:
        mark, because = "jump", tuple(known.name for known in jumps[piece.first].provisions)
    elif before is not None:
        because = _because(before, piece)
        if not because and _same_zone(before, piece):
            mark = "rounding"
    return _Span(piece.first, piece.last, piece.start, piece.end, piece.form, piece.tolerance, because, mark)


def _because(before: Piece, piece: Piece) -> tuple[str, ...]:
    components = dict(before.run.components)
    named = [
        name
        for name, state in piece.run.components
        if components.get(name, state) != state and name in (*BONUS_OF, "annual_capital_route")
    ]
    return tuple(dict.fromkeys((*named, *before.regime.changed(piece.regime))))


def _on_one_line(left: _Span, right: _Span) -> bool:
    """Whether two exact spans lie on one straight line, so that the corner between them is none."""
    if left.tolerance or right.tolerance:
        return False
    width, rise = right.last - left.first, right.end - left.start
    corners = ((left.last, left.end), (right.first, right.start))
    return all((y - left.start) * width == rise * (x - left.first) for x, y in corners)


def _lengthen(left: _Span, right: _Span) -> None:
    left.last, left.end = right.last, right.end
    left.form = "constant" if left.start == left.end else "linear"


def _points(domain: Domain, spans: list[_Span]) -> tuple[tuple[Point, ...], tuple[Segment, ...]]:
    points: list[Point] = []
    segments: list[Segment] = []
    for index, span in enumerate(spans):
        after = spans[index + 1] if index + 1 < len(spans) else None
        left = len(points)
        points.append(Point(domain.value(span.first), dollars(span.start), span.mark, span.because))
        if span.last > span.first:
            mark: Mark = after.mark if after else "end"
            because = after.because if after else ()
            points.append(Point(domain.value(span.last), dollars(span.end), mark, because))
        segments.append(Segment(left, len(points) - 1, span.form, dollars(span.tolerance)))
    return tuple(points), tuple(segments)
