"""The least value of a fact that reaches a target, or what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from heapq import heappop, heappush

from credit_core.award import dollars, evaluate, facts_of
from credit_core.explain import binding_sentence
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import Scenario, money_text
from credit_core.section5.e_final_amount import annual_by_jobs
from credit_core.section5.f_annual_limits import (
    after_necessity,
    annual_limit,
    annual_limit_paragraph,
    necessity_is_triggered,
    withholdings_limit,
)
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import Figures
from credit_core.whatif._domain import Domain, Number, domain_of, text_of
from credit_core.whatif._provisions import Provision, provision
from credit_core.whatif.breakpoints import Along, Piece, Run, Zone, pieces, zones
from credit_core.whatif.sweep import checked_measure

__all__ = ["PROVISION_OF_RULE", "Obstacle", "Solution", "solve"]

# The line of the sheet behind each binding rule.
PROVISION_OF_RULE: dict[str, str] = {
    "gross_limit": "gross_limit",
    "retained_capital": "retained_job_amount",
    "annual_limit": "annual_limit",
    "withholdings": "withholdings_limit",
    "necessity": "amount_necessary",
    "capital_route": "annual_capital_route",
    "not_eligible": "base_amount",
}


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands between a fact and a target.

    Attributes:
        rule: The rule that binds at the best value (``award.BINDING_RULES``); ``none`` if no limit does: the range
            ends, or the fact changes nothing.
        provision: The provision of that rule; ``None`` for ``none``.
        best: The most that the measure reaches in the range, in dollars.
        at: The least value of the fact that reaches it.
        sentence: The same in plain words.
    """

    rule: str
    provision: Provision | None
    best: Decimal
    at: Number
    sentence: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to "what would it take".

    Attributes:
        fact: The fact that moves, by its flat name.
        measure: What is to reach the target.
        target: The target in dollars.
        value: The least value that reaches it, or ``None`` if none in the range does.
        reached: The measure there, in dollars, which can exceed the target; ``None`` if there is no value.
        scenario: The scenario at that value, its partner moved along where asked; ``None`` if there is no value.
        obstacle: What stands in the way; ``None`` if there is a value.
        notes: Where the range was cut or a partner moves along.
    """

    fact: str
    measure: str
    target: Decimal
    value: Number | None
    reached: Decimal | None
    scenario: Scenario | None
    obstacle: Obstacle | None
    notes: tuple[str, ...]


def solve(
    scenario: Scenario,
    fact: str,
    target: Decimal | int,
    *,
    measure: str = "annual_award",
    law: Law | None = None,
    low: Number | None = None,
    high: Number | None = None,
    whole_dollars: bool = False,
    move_partner: bool = False,
) -> Solution:
    """The least value of a fact, all else equal, at which a measure is at least ``target`` dollars.

    The range is the fact's own unless ``low`` and ``high`` narrow it; it is searched piece by piece from below, so a
    target that is reached, lost behind a cliff and reached again is answered by the first.

    Raises:
        ScenarioError: Fact, measure, target or range cannot be used.

    >>> solve(Scenario(urban_transit_hub_municipality=True), "new_jobs", target=4_000_000).value
    667
    """
    law = law or Law.current()
    name = checked_measure(measure)
    cents = _target_cents(target)
    domain = domain_of(scenario, fact, low, high, whole_dollars=whole_dollars, move_partner=move_partner)
    found = _least(domain, law, name, cents)
    if found is None:
        obstacle = _obstacle(domain, law, name)
        return Solution(fact, name, dollars(cents), None, None, None, obstacle, domain.notes)
    position, reached = found
    moved = scenario.changed(**domain.moved(position))
    value = domain.value(position)
    return Solution(fact, name, dollars(cents), value, dollars(reached), moved, None, domain.notes)


def _target_cents(target: Decimal | int) -> int:
    number = Decimal(target)
    if not number.is_finite() or number * 100 != (number * 100).to_integral_value():
        message = f"target must be a number of dollars with at most two decimals; given: {target}"
        raise ScenarioError([Problem("target", "two_decimals", str(target), message)])
    return int(number * 100)


def _alongs(domain: Domain, law: Law, measure: str) -> Iterator[Along]:
    facts = facts_of(domain.scenario)
    for stretch in domain.stretches:
        yield Along(facts, law.compiled, stretch, measure)


def _least(domain: Domain, law: Law, measure: str, target: int) -> tuple[int, int] | None:
    """The first position at which the measure reaches the target, with the measure there."""

    def too_low(along: Along, run: Run, low: int, high: int) -> bool:
        return _most(along, run, low, high) < target

    for along in _alongs(domain, law, measure):
        for piece in pieces(along, too_low):
            if max(piece.start, piece.end) >= target:
                position = _first_in(piece, target)
                return position, along.value(piece.run, position)
    return None


def _first_in(piece: Piece, target: int) -> int:
    """The first position of a piece that reaches the target; the measure moves one way on it."""
    if piece.start >= target:
        return piece.first
    low, high = piece.first, piece.last
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if piece.along.value(piece.run, middle) >= target else (middle, high)
    return high


def _most(along: Along, run: Run, low: int, high: int) -> int:
    """An amount that the measure does not exceed where jobs divide the capital, cents.

    There an award follows all jobs, each retained one worth the most at the fewest jobs, up to the limits of subsection
    f, or the capital route.
    """
    dear, cheap = along.retained(run, low), along.retained(run, high)
    if along.measure == "retained_job_amount":
        return dear
    fewest, facts, final = along.facts_at(low), along.facts_at(high), along.final(run, high)
    most = annual_by_jobs(facts, final.new_job_amount, dear)
    least = annual_by_jobs(fewest, final.new_job_amount, cheap)
    ordinary = _most_after_limits(facts, along.law, least, most)
    years = facts.eligibility_years if along.measure == "total_award" else 1
    return max(ordinary, final.annual_capital_route) * years


def _most_after_limits(facts: Facts, law: Figures, least: int, most: int) -> int:
    """An amount that the ordinary award does not exceed when all jobs earn from ``least`` to ``most``, cents a year."""
    withholdings = withholdings_limit(facts, law, annual_limit_paragraph(facts, law))
    limit = annual_limit(facts, law) if withholdings == UNKNOWN else min(annual_limit(facts, law), withholdings)
    low, high = min(least, limit), min(most, limit)
    if after_necessity(facts, law, most, high) == high:
        return high
    # The amount necessary cuts the greatest; the least is cut as well, or not in excess of the threshold.
    is_cut = necessity_is_triggered(facts, law, least, low)
    return facts.amount_necessary if is_cut else max(facts.amount_necessary, law.share.necessity_threshold)


def _best(domain: Domain, law: Law, measure: str) -> tuple[int, int]:
    """The first position at which the measure is greatest, with the measure there.

    Zones of plateaus are taken by the greatest amount that they could hold, halved, and left when none can hold more.
    """
    best = 0
    heap: list[tuple[int, int, Zone]] = []
    for along in _alongs(domain, law, measure):
        for zone in zones(along):
            if zone.plateaus:
                heappush(heap, (-_most_of(zone), zone.first, zone))
            else:
                best = max(best, _greatest(zone))
    while heap and -heap[0][0] > best:
        zone = heappop(heap)[2]
        if zone.is_short():
            best = max(best, _greatest(zone))
        else:
            for half in zone.halves():
                heappush(heap, (-_most_of(half), half.first, half))
    return _least(domain, law, measure, best) or (domain.first, best)


def _greatest(zone: Zone) -> int:
    return max(max(piece.start, piece.end) for piece in zone.pieces())


def _most_of(zone: Zone) -> int:
    return _most(zone.along, zone.run, zone.first, zone.last)


def _obstacle(domain: Domain, law: Law, measure: str) -> Obstacle:
    position, cents = _best(domain, law, measure)
    value, best = domain.value(position), dollars(cents)
    scenario = domain.scenario.changed(**domain.moved(position))
    rule = _rule_at(scenario, law, measure)
    known = PROVISION_OF_RULE.get(rule)
    words = f"The most is {money_text(best)}, from {text_of(domain.field, value)} on. "
    words += _way(domain, scenario, law, rule, measure)
    return Obstacle(rule, provision(known) if known else None, best, value, words)


def _rule_at(scenario: Scenario, law: Law, measure: str) -> str:
    """The rule that holds the measure down; the limits of a year do not touch the amount of one job."""
    award = evaluate(scenario, law)
    if measure in ("annual_award", "total_award") or award.binding == "not_eligible":
        return award.binding
    if measure == "retained_job_amount" and award.retained_job_amount < award.gross_amount:
        return "retained_capital"
    return "gross_limit" if award.gross_amount < award.gross_before_limit else "none"


def _way(domain: Domain, scenario: Scenario, law: Law, rule: str, measure: str) -> str:
    if rule == "none":
        return f"No limit binds there; {domain.field.title.lower()} alone adds no more in this range."
    if measure in ("annual_award", "total_award") or rule == "not_eligible":
        return binding_sentence(scenario, evaluate(scenario, law))
    known = provision(PROVISION_OF_RULE[rule])
    return f"{known.title} ({known.citation}) stands in the way."
