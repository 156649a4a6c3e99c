"""What ``credit_core.whatif`` answered last, kept: a rerun that asks the same again need not compute it again.

Scenarios and laws are values, so an answer never goes stale. What cannot be used raises ``ScenarioError``.
"""

from __future__ import annotations

from functools import lru_cache

from credit_core import Law, Scenario
from credit_core.whatif import (
    Bar,
    BonusWorth,
    Curve,
    Grid,
    Headroom,
    IdleFact,
    LimitLever,
    Number,
    OrderStep,
    Solution,
    Switch,
    bonus_worths,
    grid,
    headroom,
    idle_facts,
    limit_levers,
    next_bonuses,
    solve,
    sweep,
    switch_bonus,
    tornado,
)
from dashboard.whatif.ranges import spread

__all__ = [
    "bonuses_of",
    "curve_of",
    "grid_of",
    "idle_of",
    "limits_of",
    "order_of",
    "room_of",
    "solution_of",
    "swings_of",
    "switch_of",
]

_KEPT = 64
_COLUMNS, _ROWS = 51, 26

Ends = tuple[Number, Number]


@lru_cache(_KEPT)
def curve_of(scenario: Scenario, law: Law, fact: str, ends: Ends, measure: str, along: bool) -> Curve:
    """The exact curve between two values, both included; ``along`` moves the partner of a side condition."""
    return sweep(scenario, fact, *ends, measure=measure, law=law, move_partner=along)


@lru_cache(_KEPT)
def grid_of(scenario: Scenario, law: Law, facts: tuple[str, str], ends: tuple[Ends, Ends], measure: str) -> Grid:
    """The measure at evenly spread pairs of values, the project's own among them."""
    (x, y), (across, up) = facts, ends
    columns = spread(x, *across, _COLUMNS, getattr(scenario, x))
    rows = spread(y, *up, _ROWS, getattr(scenario, y))
    return grid(scenario, x, columns, y, rows, measure=measure, law=law)


@lru_cache(_KEPT)
def swings_of(scenario: Scenario, law: Law, measure: str, percent: int) -> tuple[Bar, ...]:
    """Each number moved alone by some percent."""
    return tornado(scenario, percent=percent, measure=measure, law=law)


@lru_cache(_KEPT)
def solution_of(scenario: Scenario, law: Law, fact: str, target: Number, measure: str, along: bool) -> Solution:
    """The least value that reaches a target, or what stands in the way."""
    return solve(scenario, fact, target, measure=measure, law=law, move_partner=along)


@lru_cache(_KEPT)
def bonuses_of(scenario: Scenario, law: Law) -> tuple[BonusWorth, ...]:
    """What each bonus is worth."""
    return bonus_worths(scenario, law)


@lru_cache(_KEPT)
def switch_of(scenario: Scenario, law: Law, name: str) -> Switch:
    """A bonus switched by its facts."""
    return switch_bonus(scenario, name, law)


@lru_cache(_KEPT)
def limits_of(scenario: Scenario, law: Law, percent: int) -> tuple[LimitLever, ...]:
    """Each limit lifted, as it stands and tightened."""
    return limit_levers(scenario, law, percent=percent)


@lru_cache(_KEPT)
def room_of(scenario: Scenario, law: Law) -> tuple[Headroom, ...]:
    """How far each limit is from binding."""
    return headroom(scenario, law)


@lru_cache(_KEPT)
def order_of(scenario: Scenario, law: Law) -> tuple[OrderStep, ...]:
    """The order in which bonuses would still add something."""
    return next_bonuses(scenario, law)


@lru_cache(_KEPT)
def idle_of(scenario: Scenario, law: Law) -> tuple[IdleFact, ...]:
    """The facts that cannot matter now, with the reason."""
    return idle_facts(scenario, law)
