"""Where the award of one moving fact changes its form, found exactly and without restating any rule.

Why nothing is missed. Let a fact move upwards over whole positions (jobs, cents, hundredths of a percent).

1. Every threshold that the fact meets is a *component*: the amount of each bonus that reads the fact, the bracket of
   c(7), the tier of the capital route, and so on. Each is asked of section 5 itself and moves in one direction only. So
   if all components are the same at both ends of a range they are the same between, and the first change can be
   found by halving. This cuts the range into runs.
2. Within a run the gross amount is constant or moves one way (an added criterion; a bonus that counts parts of steps).
   Each amount of the sheet then moves one way, and each question of the sheet (is it above its limit? is the amount
   necessary asked?) compares an amount that moves with one that stands. Its answer changes once at most, given the
   answers before it, so the tuple of answers, the *regime*, never returns: halving again finds each change.
3. Jobs divide the capital, and the amount of all jobs does not move one way where that limb binds. There the amount
   of one retained job is constant on plateaus, because it is rounded; each plateau is a piece of its own, on which
   the amount of all jobs is linear.
4. Two amounts move together in two cases alone, both linear but for rounding: the ordinary award and the capital route
   as the capital moves; and the two limbs of a retained job as capital and industrial capital move together. Where they
   differ by more than rounding can explain at both ends, they do so between; the band around their crossing is marked
   as rounding, with its tolerance.

A piece is then constant, linear, a staircase of rounding about a straight line (off by the tolerance at most: twice
the greatest rounding of what it follows), or a curve where a divisor of money moves (between its ends' values).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from credit_core.section5.arithmetic import WHOLE
from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.c_bonuses import (
    all_jobs,
    c3_moderate_income_housing,
    c5_industrial_capital,
    c6_average_salary,
    c7_number_of_jobs,
    c10_industrial_capital_mega_or_growth_zone,
    c11_automobile_headquarters,
    c12_revitalization_index,
    c15_redevelopment_near_highways,
    c16_solar_energy,
    c17_vacant_commercial_building,
)
from credit_core.section5.d_camden_route import annual_capital_route, route_tier
from credit_core.section5.e_final_amount import capital_limb, retained_at_full, retained_job_amount, share_limb
from credit_core.section5.f_annual_limits import necessity_is_triggered
from credit_core.section5.facts import Facts
from credit_core.section5.figures import Figures
from credit_core.section5.sheet import NONE, Final, final_amounts, gross_before_limit
from credit_core.whatif._domain import Stretch

__all__ = ["BONUS_OF", "STEPPED", "Along", "Form", "Piece", "Regime", "Run", "Skip", "Zone", "pieces", "runs", "zones"]

Form = Literal["constant", "linear", "rounding", "curve"]
_Rule = Callable[[Facts, Figures], int]
_Label = TypeVar("_Label", bound=Hashable)

_JOBS = frozenset({"new_jobs", "retained_jobs"})
_MINIMUM = frozenset({"minimum_capital_investment", "gross_leasable_sqft"})
_DIVISORS = _MINIMUM | {"benchmark_salary"}
_INDUSTRIAL = _MINIMUM | {"industrial_capital_investment"}
_SALARY = frozenset({"average_salary", "benchmark_salary"})

# The bonuses that read a fact that is a number, in the order of the statute.
BONUS_OF: dict[str, tuple[frozenset[str], _Rule]] = {
    "bonus_c3": (frozenset({"moderate_income_housing_percent"}), c3_moderate_income_housing),
    "bonus_c5": (_INDUSTRIAL, c5_industrial_capital),
    "bonus_c6": (_SALARY, c6_average_salary),
    "bonus_c7": (_JOBS, c7_number_of_jobs),
    "bonus_c10": (_INDUSTRIAL, c10_industrial_capital_mega_or_growth_zone),
    "bonus_c11": (frozenset({"retained_jobs"}), c11_automobile_headquarters),
    "bonus_c12": (frozenset({"revitalization_index_2007"}), c12_revitalization_index),
    "bonus_c15": (frozenset({"us_highways", "state_highways"}), c15_redevelopment_near_highways),
    "bonus_c16": (frozenset({"solar_percent"}), c16_solar_energy),
    "bonus_c17": (frozenset({"vacant_building_sqft"}), c17_vacant_commercial_building),
}
STEPPED = {"bonus_c5": "c5", "bonus_c6": "c6", "bonus_c10": "c10"}
_PROPORTIONAL = 1
_DOLLAR = 0
_CENTS = 100
# How many stretches a curve of a money divisor is drawn in: enough that the eye sees no corner.
_CURVE_PARTS = 48
# Parts of fewer jobs are not halved.
_SHORT = 8


@dataclass(frozen=True, slots=True)
class Regime:
    """Which question of the sheet is answered how: what binds, in the order of the statute."""

    gross_limit: bool
    capital_limb: bool
    annual_limit: bool
    withholdings: bool
    triggered: bool
    necessity: bool
    route: bool

    def changed(self, other: Regime) -> tuple[str, ...]:
        """The provisions whose answer differs, by the names of their lines."""
        return tuple(name for field, name in _LINES.items() if getattr(self, field) != getattr(other, field))


_LINES = {
    "gross_limit": "gross_limit",
    "capital_limb": "retained_job_amount",
    "annual_limit": "annual_limit",
    "withholdings": "withholdings_limit",
    "necessity": "amount_necessary",
    "route": "annual_capital_route",
}


@dataclass(frozen=True, slots=True)
class Run:
    """Positions over which every component is the same; ``gross`` is before its limit, ``None`` where it moves."""

    first: int
    last: int
    components: tuple[tuple[str, int], ...]
    gross: int | None


@dataclass(frozen=True, slots=True)
class Piece:
    """Positions over which the measure has one form.

    ``start`` and ``end`` are the measure in cents at both ends; ``tolerance`` is how many cents a value between may be
    off the straight line. On every piece the measure moves one way. ``plateau`` marks a piece that ends
    where rounding moves the amount of a retained job.
    """

    first: int
    last: int
    form: Form
    tolerance: int
    start: int
    end: int
    along: Along
    run: Run
    regime: Regime
    plateau: bool


def runs(first: int, last: int, label: Callable[[int], _Label], stride: int = 0) -> Iterator[tuple[int, int, _Label]]:
    """Maximal runs of equal labels from ``first`` to ``last``, for a label that never returns once it has changed.

    ``stride`` is where to look first: 1 for short runs; 0 halves what is left.
    """
    final = label(last)
    start = first
    while True:
        here = label(start)
        if here == final:
            yield start, last, here
            return
        low, high = start, last
        leap = stride
        while leap and low + leap < high:
            if label(low + leap) == here:
                low += leap
                leap += leap
            else:
                high = low + leap
                leap = 0
        while high - low > 1:
            middle = (low + high) // 2
            if label(middle) == here:
                low = middle
            else:
                high = middle
        yield start, low, here
        start = high


class Along:
    """The measures of a project as facts move along one stretch; every figure comes from section 5."""

    def __init__(self, facts: Facts, law: Figures, stretch: Stretch, measure: str) -> None:
        """Prepare what does not move."""
        self.law = law
        self.stretch = stretch
        self.measure = measure
        self.names = frozenset(name for name, _ in stretch.movers)
        self._template = list(facts)
        self._slots = tuple((Facts._fields.index(name), offset) for name, offset in stretch.movers)
        self._finals: dict[int, Final] = {}
        self.bonuses = tuple((name, rule) for name, (reads, rule) in BONUS_OF.items() if reads & self.names)
        self._fixed_gross = None if self._gross_can_move() else gross_before_limit(facts, law)
        self._components = tuple(self._component_rules(is_eligible_area(facts)))
        self.divides = bool(self.names & _JOBS)
        self.full = retained_at_full(facts, law)
        self.curved = self.varies and bool(self.names & _DIVISORS)

    def _gross_can_move(self) -> bool:
        return bool(self.bonuses) or "authority_bonus" in self.names

    @property
    def is_proportional(self) -> bool:
        """Whether a bonus that counts parts of steps moves with the fact."""
        return self.law.reading.partial_steps == _PROPORTIONAL and bool(self.names & (_INDUSTRIAL | _SALARY))

    @property
    def varies(self) -> bool:
        """Whether the gross amount moves within a run."""
        return "authority_bonus" in self.names or self.is_proportional

    def facts_at(self, position: int) -> Facts:
        """The facts at a position; the same as ``Stretch.facts_at``, without building a mapping."""
        values = self._template.copy()
        for slot, offset in self._slots:
            values[slot] = self.stretch.scale * position + offset
        return Facts._make(values)

    def _component_rules(self, eligible: bool) -> Iterator[tuple[str, _Rule]]:
        """What section 5 is asked at a position, by the provision that a change is put down to."""
        if not eligible:
            return
        for name, rule in self.bonuses:
            yield name, self._bracket if name == "bonus_c7" else self._state(name, rule)
        if self.names & _DIVISORS:
            yield "minimum", self._divisor_is_positive
        if self.names & _JOBS:
            yield "retained_job_amount", _any_jobs
        if self.names & (_JOBS | {"capital_investment", "jobs_new_to_municipality"}):
            yield "annual_capital_route", route_tier
        if "capital_investment" in self.names:
            yield "route_ceiling", _route_at_ceiling

    def _state(self, name: str, rule: _Rule) -> _Rule:
        """A bonus's amount; where parts of steps count, only whether it is none, some or the most."""
        key = STEPPED.get(name)
        if key is None or not self.is_proportional:
            return rule
        most = getattr(self.law.bonus, key).maximum

        def state(facts: Facts, law: Figures) -> int:
            amount = rule(facts, law)
            return 2 if amount >= most else int(amount > 0)

        return state

    def _divisor_is_positive(self, facts: Facts, law: Figures) -> int:
        return int(all(getattr(facts, name) > 0 for name in self.names & _DIVISORS))

    @staticmethod
    def _bracket(facts: Facts, law: Figures) -> int:
        jobs = all_jobs(facts)
        return sum(jobs >= threshold for threshold, _ in law.bonus.c7)

    def components(self, position: int) -> tuple[tuple[str, int], ...]:
        """The state of every component at a position."""
        facts = self.facts_at(position)
        return tuple((name, rule(facts, self.law)) for name, rule in self._components)

    def component_runs(self, first: int, last: int) -> Iterator[Run]:
        """Part 1 of the proof: runs of equal components."""
        for low, high, components in runs(first, last, self.components):
            self._finals = {}
            yield Run(low, high, components, None if self.varies else self._gross_of(low))

    def _gross_of(self, position: int) -> int:
        if self._fixed_gross is not None:
            return self._fixed_gross
        return gross_before_limit(self.facts_at(position), self.law)

    def gross(self, run: Run, position: int) -> int:
        """The gross amount before its limit, cents."""
        return self._gross_of(position) if run.gross is None else run.gross

    def final(self, run: Run, position: int) -> Final:
        """Subsections d to f at a position, remembered within a run."""
        found = self._finals.get(position)
        if found is None:
            found = final_amounts(self.facts_at(position), self.law, self.gross(run, position), NONE)
            self._finals[position] = found
        return found

    def value(self, run: Run, position: int) -> int:
        """The measure at a position, cents."""
        final = self.final(run, position)
        if self.measure == "total_award":
            return final.annual_award * self.facts_at(position).eligibility_years
        amount: int = getattr(final, self.measure)
        return amount

    def retained(self, run: Run, position: int) -> int:
        """The amount of a retained job alone, cents."""
        gross = self._gross_after_limit(run, position)
        facts = self.facts_at(position)
        return retained_job_amount(retained_at_full(facts, self.law), self.law, gross, capital_limb(facts, self.law))

    def _gross_after_limit(self, run: Run, position: int) -> int:
        return self.final(run, run.first if run.gross is not None else position).gross_amount

    def capital_limb_binds(self, run: Run, position: int) -> bool:
        """Whether the capital limb makes a retained job worth less than its share of the gross amount."""
        if self.full:
            return False
        facts = self.facts_at(position)
        gross = self._gross_after_limit(run, position)
        return capital_limb(facts, self.law) < share_limb(gross, self.law)

    def regime(self, run: Run, position: int) -> Regime:
        """Part 2 of the proof: what binds at a position."""
        final = self.final(run, position)
        triggered = necessity_is_triggered(
            self.facts_at(position), self.law, final.annual_by_jobs, final.after_withholdings
        )
        return Regime(
            final.gross_amount < self.gross(run, position),
            self.capital_limb_binds(run, position),
            final.after_annual_limit < final.annual_by_jobs,
            final.after_withholdings < final.after_annual_limit,
            triggered,
            final.annual_ordinary < final.after_withholdings,
            final.annual_capital_route > final.annual_ordinary,
        )


def _any_jobs(facts: Facts, law: Figures) -> int:
    return int(all_jobs(facts) > 0)


def _route_at_ceiling(facts: Facts, law: Figures) -> int:
    tier = route_tier(facts, law)
    if tier == 0:
        return 0
    return int(annual_capital_route(facts, law) >= min(law.route.tiers[tier - 1][2], law.annual_limit.f1))


# Whether positions of a run can be left out, because nothing there matters to who asks.
Skip = Callable[["Along", Run, int, int], bool]


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a run where one limb of e(2) binds (0: either, within rounding), in plateaus or not."""

    along: Along
    run: Run
    first: int
    last: int
    limb: int
    plateaus: bool

    def is_short(self) -> bool:
        """Whether it is a single plateau, or not worth halving."""
        few = self.last - self.first < _SHORT
        return few or self.along.retained(self.run, self.first) == self.along.retained(self.run, self.last)

    def halves(self) -> tuple[Zone, Zone]:
        """Its two halves."""
        middle = (self.first + self.last) // 2
        return replace(self, last=middle), replace(self, first=middle + 1)

    def pieces(self) -> Iterator[Piece]:
        """Its pieces in order."""
        if not self.plateaus:
            yield from _regime_pieces(self, self.first, self.last)
            return
        for low, high, _ in runs(self.first, self.last, lambda x: self.along.retained(self.run, x), stride=1):
            yield from _regime_pieces(self, low, high)


def zones(along: Along) -> Iterator[Zone]:
    """The zones of a stretch in order, as they are asked for."""
    for run in along.component_runs(along.stretch.first, along.stretch.last):
        for low, high, limb in _limb_zones(along, run):
            yield Zone(along, run, low, high, limb, _in_plateaus(along, limb, high))


def pieces(along: Along, skip: Skip | None = None) -> Iterator[Piece]:
    """Every piece of a stretch in order, as they are asked for; ``skip`` may leave out parts with many plateaus."""
    for zone in zones(along):
        for part in _kept(zone, skip) if skip and zone.plateaus else (zone,):
            yield from part.pieces()


def _kept(zone: Zone, skip: Skip) -> Iterator[Zone]:
    """What is left of a zone of plateaus when parts are left out, halving it down to single plateaus or short parts."""
    if skip(zone.along, zone.run, zone.first, zone.last):
        return
    if zone.is_short():
        yield zone
        return
    for half in zone.halves():
        yield from _kept(half, skip)


def _in_plateaus(along: Along, limb: int, last: int) -> bool:
    """Part 3 of the proof: whether jobs divide the capital and the amount of a retained job matters."""
    if not along.divides or limb != _CAPITAL:
        return False
    return along.measure == "retained_job_amount" or along.facts_at(last).retained_jobs > 0


_SHARE, _EITHER, _CAPITAL = -1, 0, 1


def _limb_zones(along: Along, run: Run) -> Iterator[tuple[int, int, int]]:
    """Parts of a run by the limb of e(2) that binds: the share, the capital, or (both moving) either."""
    if along.measure == "gross_amount" or along.full:
        yield run.first, run.last, _SHARE
        return
    together = run.gross is None and "capital_investment" in along.names
    if not together:
        for low, high, binds in runs(run.first, run.last, lambda x: along.capital_limb_binds(run, x)):
            yield low, high, _CAPITAL if binds else _SHARE
        return
    for low, high, _ in runs(run.first, run.last, lambda x: along.regime(run, x).gross_limit):
        yield from _by_sign(low, high, lambda x: _limb_gap(along, run, x), _limb_noise(along))


def _limb_gap(along: Along, run: Run, position: int) -> int:
    """Share limb less capital limb, cents: positive where the capital binds."""
    gross = along.final(run, position).gross_amount
    return share_limb(gross, along.law) - capital_limb(along.facts_at(position), along.law)


def _limb_noise(along: Along) -> int:
    return 2 * _unit(along) + _share_noise(along, 1)


def _unit(along: Along) -> int:
    """The step to which a retained job is rounded, cents."""
    return _CENTS if along.law.reading.rounding == _DOLLAR else 1


def _share_noise(along: Along, gross_noise: int) -> int:
    return -(-along.law.retained.share * gross_noise // WHOLE)


def _by_sign(first: int, last: int, gap: Callable[[int], int], noise: int) -> Iterator[tuple[int, int, int]]:
    """Parts by the sign of a gap that is linear but for rounding; 0 where rounding could decide it.

    ``noise`` is twice the greatest rounding of the gap. A gap of at least ``noise`` is right about the sign of the
    exact line, which is half of it away from zero at least; where that holds at both ends, it holds between.
    """

    def sign(position: int) -> int:
        found = gap(position)
        return 1 if found >= noise else -1 if found <= -noise else 0

    left, right = sign(first), sign(last)
    if left == right and left:
        yield first, last, left
        return
    low, high = first, last
    if left:
        low = _last_where(first, last, lambda x: sign(x) == left) + 1
        yield first, low - 1, left
    if right:
        high = _first_where(low, last, lambda x: sign(x) == right) - 1
    if low <= high:
        yield low, high, 0
    if right:
        yield high + 1, last, right


def _last_where(first: int, last: int, holds: Callable[[int], bool]) -> int:
    """A position where it holds and the next where it does not; it holds at ``first`` and not at ``last``."""
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _first_where(first: int, last: int, holds: Callable[[int], bool]) -> int:
    """A position where it holds and the one before where it does not, or ``first``; it holds at ``last``."""
    if holds(first):
        return first
    return _last_where(first, last, lambda x: not holds(x)) + 1


def _regime_pieces(zone: Zone, first: int, last: int) -> Iterator[Piece]:
    """Parts 2 and 4 of the proof: pieces of one regime."""
    along, run = zone.along, zone.run
    if first == last:
        yield _piece(zone, first, last, 0)
        return
    if along.measure in ("gross_amount", "retained_job_amount"):
        for low, high, _ in runs(first, last, lambda x: along.regime(run, x).gross_limit):
            yield from _drawn(along, _piece(zone, low, high, 0))
        return
    ignored = {"route": False, "capital_limb": False}
    for low, high, _ in runs(first, last, lambda x: replace(along.regime(run, x), **ignored)):
        for start, end, band in _route_zones(zone, low, high):
            yield from _drawn(along, _piece(zone, start, end, band))


def _route_zones(zone: Zone, first: int, last: int) -> Iterator[tuple[int, int, int]]:
    """Parts by whether the route exceeds the ordinary award, with the tolerance of the band between."""

    def final(position: int) -> Final:
        return zone.along.final(zone.run, position)

    def gap(position: int) -> int:
        return final(position).annual_capital_route - final(position).annual_ordinary

    low, high = final(first), final(last)
    stands = low.annual_ordinary == high.annual_ordinary or low.annual_capital_route == high.annual_capital_route
    if stands:
        yield from ((start, end, 0) for start, end, _ in runs(first, last, lambda x: gap(x) > 0))
        return
    noise = _jobs_noise(zone, first) + 1
    for start, end, sign in _by_sign(first, last, gap, noise):
        yield start, end, 0 if sign else 2 * noise + 1


def _gross_noise(along: Along, run: Run, position: int) -> int:
    """Twice the greatest rounding of the gross amount, cents."""
    moves = run.gross is None and along.is_proportional
    return int(moves and not along.regime(run, position).gross_limit)


def _retained_noise(zone: Zone, position: int) -> int:
    """Twice the greatest rounding of the amount of a retained job as the fact moves, cents."""
    along, run = zone.along, zone.run
    gross = _gross_noise(along, run, position)
    moves = run.gross is None and not along.regime(run, position).gross_limit
    if along.full:
        return gross
    share = _unit(along) + _share_noise(along, gross) if moves else 0
    capital = _unit(along) if "capital_investment" in along.names else 0
    if zone.limb == _EITHER:
        return share + 2 * _limb_noise(along)
    return capital if zone.limb == _CAPITAL else share


def _jobs_noise(zone: Zone, position: int) -> int:
    """Twice the greatest rounding of the amount of all jobs as a fact other than jobs moves, cents."""
    if zone.along.divides:
        return 0
    facts = zone.along.facts_at(position)
    retained = facts.retained_jobs * _retained_noise(zone, position) if facts.retained_jobs else 0
    return facts.new_jobs * _gross_noise(zone.along, zone.run, position) + retained


def _award_noise(zone: Zone, position: int) -> int:
    """Twice the greatest rounding of the award of a year, by the amount that it follows."""
    names, regime = zone.along.names, zone.along.regime(zone.run, position)
    if regime.route:
        return int("capital_investment" in names)
    if regime.necessity or (regime.annual_limit and not regime.withholdings):
        return 0
    if regime.withholdings:
        return int("annual_withholdings" in names)
    return _jobs_noise(zone, position)


def _tolerance(zone: Zone, position: int, band: int) -> int:
    """How far a value may be off the chord of its piece, cents: twice the greatest rounding of what it follows."""
    along = zone.along
    if along.measure == "gross_amount":
        return _gross_noise(along, zone.run, position)
    if along.measure == "retained_job_amount":
        return 0 if along.divides else _retained_noise(zone, position)
    noise = max(band, _award_noise(zone, position))
    return noise * along.facts_at(position).eligibility_years if along.measure == "total_award" else noise


def _piece(zone: Zone, first: int, last: int, band: int) -> Piece:
    along, run = zone.along, zone.run
    start, end = along.value(run, first), along.value(run, last)
    tolerance = 0
    form: Form = "constant"
    if start != end and last - first > 1:
        tolerance = _tolerance(zone, first, band)
    if start != end:
        form = "rounding" if tolerance else "linear"
    if form == "rounding" and along.curved:
        form = "curve"
    return Piece(first, last, form, tolerance, start, end, along, run, along.regime(run, first), zone.plateaus)


def _drawn(along: Along, piece: Piece) -> Iterator[Piece]:
    """A curve in parts that widen as the divisor grows; any other piece as it is."""
    if piece.form != "curve":
        yield piece
        return
    start = piece.first
    for part in range(1, _CURVE_PARTS + 1):
        end = _part_end(piece, part)
        if end < start:
            continue
        low, high = along.value(piece.run, start), along.value(piece.run, end)
        form: Form = "curve" if low != high else "constant"
        yield replace(piece, first=start, last=end, form=form, tolerance=abs(high - low), start=low, end=high)
        start = end + 1


def _part_end(piece: Piece, part: int) -> int:
    if part == _CURVE_PARTS:
        return piece.last
    growth = piece.last / max(piece.first, 1)
    return int(max(piece.first, 1) * growth ** (part / _CURVE_PARTS))
