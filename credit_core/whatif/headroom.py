"""How far each limit is from binding, or how much it cuts: in dollars, in bonus dollars for each job, and in jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from credit_core.award import dollars, facts_of
from credit_core.law import Law
from credit_core.scenario import Scenario, fact_field, money_text
from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.d_camden_route import is_camden_project
from credit_core.section5.e_final_amount import (
    annual_by_jobs,
    capital_limb,
    new_job_amount,
    retained_at_full,
    retained_job_amount,
    share_limb,
)
from credit_core.section5.f_annual_limits import (
    annual_limit_paragraph,
    is_exempt_from_necessity,
    withholdings_govern,
)
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import NO_LIMIT
from credit_core.section5.sheet import Sheet, fill
from credit_core.whatif._domain import domain_of
from credit_core.whatif._provisions import Provision, provision
from credit_core.whatif.breakpoints import Along, Run, pieces

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Headroom", "headroom", "headroom_frame"]

_JOB = "dollars per job a year"
_YEAR = "dollars a year"
# Below any amount of all jobs, so that no part is left out.
_ALL_PARTS = -1


@dataclass(frozen=True, slots=True)
class Headroom:
    """The distance of one limit.

    Attributes:
        provision: The limit.
        limit: Its amount in dollars; ``None`` where it is lifted, does not govern or is not known.
        amount: What it is compared with, in dollars.
        room: ``limit`` less ``amount``: positive before it binds, negative where it cuts; ``None`` without a limit.
        unit: Of the three.
        bonus_room: Dollars that the gross amount for each job could still rise before it binds, the limit of d left
            aside where another is meant; 0 where it already binds, ``None`` where no rise makes it bind.
        jobs: New jobs that can still be added before it binds, the first that makes it bind not counted; ``None``
            where it binds already or no number of new jobs makes it bind.
        sentence: The same in plain words.
    """

    provision: Provision
    limit: Decimal | None
    amount: Decimal
    room: Decimal | None
    unit: str
    bonus_room: Decimal | None
    jobs: int | None
    sentence: str

    @property
    def binds(self) -> bool:
        """Whether it cuts something now."""
        return self.room is not None and self.room < 0


def headroom(scenario: Scenario, law: Law | None = None) -> tuple[Headroom, ...]:
    """The limits that apply to a scenario, in the order of the sheet; none outside every eligible area.

    The limit of d, the capital limb of e(2) (compared with the share of the gross amount), the annual limit, the
    withholdings, the amount above which the amount necessary is asked, and the capital route (the amount that
    the ordinary award must exceed before the route no longer decides).
    """
    law = law or Law.current()
    facts = facts_of(scenario)
    if not is_eligible_area(facts):
        return ()
    sheet = fill(facts, law.compiled)
    jobs = _JobsUntil(scenario, law, facts)
    found = [_gross(sheet, jobs), *_retained(facts, law, sheet, jobs), _annual(facts, law, sheet, jobs)]
    found += _withholdings(facts, law, sheet, jobs)
    found += _necessity(facts, law, sheet, jobs)
    return (*found, *_route(facts, law, sheet))


class _JobsUntil:
    """How many new jobs can be added before a question of the sheet is answered with yes."""

    def __init__(self, scenario: Scenario, law: Law, facts: Facts) -> None:
        most = fact_field("new_jobs").most
        self._stretch = domain_of(scenario, "new_jobs", scenario.new_jobs, most).stretches[0]
        self._facts = facts
        self._law = law.compiled

    def until(self, question: str, limit: int, most: int = NO_LIMIT) -> int | None:
        """New jobs before the first at which the question holds; ``None`` if it holds now or never does.

        The question is whether an amount exceeds ``limit``; ``most`` is the greatest that the amount can be, whatever
        the jobs. Parts where all jobs together do not exceed ``limit`` are left out.
        """
        if most <= limit:
            return None
        measure = "gross_amount" if question == "gross_limit" else "annual_award"
        along = Along(self._facts, self._law, self._stretch, measure)
        for piece in pieces(along, lambda a, run, low, high: _most_by_jobs(a, run, low, high) <= limit):
            if getattr(piece.regime, question):
                added = piece.first - self._stretch.first
                return added - 1 if added else None
        return None


def _most_by_jobs(along: Along, run: Run, low: int, high: int) -> int:
    """An amount that all jobs do not exceed where they divide the capital, cents a year."""
    facts = along.facts_at(high)
    return annual_by_jobs(facts, along.final(run, high).new_job_amount, along.retained(run, low))


def _made(
    name: str, limit: int, amount: int, unit: str, bonus_room: int | None, jobs: int | None, what: str
) -> Headroom:
    known = provision(name)
    if limit in (NO_LIMIT, UNKNOWN):
        words = "It is lifted." if limit == NO_LIMIT else "Not known, so it cannot be tested."
        return Headroom(known, None, dollars(amount), None, unit, None, None, words)
    room = dollars(limit - amount)
    return Headroom(
        known,
        dollars(limit),
        dollars(amount),
        room,
        unit,
        None if bonus_room is None else dollars(bonus_room),
        jobs,
        _words(known, room, unit, jobs, what),
    )


def _words(known: Provision, room: Decimal, unit: str, jobs: int | None, what: str) -> str:
    per = unit.removeprefix("dollars ").replace("per job", "a job")
    if room < 0:
        return f"{known.title}: {what} is {money_text(-room)} {per} over."
    more = f", or {jobs:,} more new {'job' if jobs == 1 else 'jobs'}" if jobs is not None else ""
    return f"{known.title}: room for {money_text(room)} {per} more{more}."


def _gross(sheet: Sheet, jobs: _JobsUntil) -> Headroom:
    room = max(sheet.gross_limit - sheet.gross_before_limit, 0)
    until = jobs.until("gross_limit", 0)
    return _made("gross_limit", sheet.gross_limit, sheet.gross_before_limit, _JOB, room, until, "the gross amount")


def _retained(facts: Facts, law: Law, sheet: Sheet, jobs: _JobsUntil) -> list[Headroom]:
    if retained_at_full(facts, law.compiled) or facts.retained_jobs == 0:
        return []
    share, capital = share_limb(sheet.gross_amount, law.compiled), capital_limb(facts, law.compiled)
    room = _gross_rise(lambda gross: share_limb(gross, law.compiled), sheet.gross_amount, capital)
    until = jobs.until("capital_limb", _ALL_PARTS)
    what = "the share of the gross amount"
    return [_made("retained_job_amount", capital, share, _JOB, room, until, what)]


def _gross_rise(amount: Callable[[int], int], gross: int, limit: int) -> int | None:
    """How many cents the gross amount can rise, the limit of d apart, before an amount exceeds a limit."""
    if amount(gross) >= limit:
        return 0
    rise = 1
    while amount(gross + rise) <= limit:
        rise += rise
        if rise > NO_LIMIT:
            return None
    low, high = 0, rise
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if amount(gross + middle) <= limit else (low, middle)
    return low


def _by_jobs(facts: Facts, law: Law) -> Callable[[int], int]:
    def amount(gross: int) -> int:
        retained = retained_job_amount(
            retained_at_full(facts, law.compiled), law.compiled, gross, capital_limb(facts, law.compiled)
        )
        return annual_by_jobs(facts, new_job_amount(gross), retained)

    return amount


def _annual(facts: Facts, law: Law, sheet: Sheet, jobs: _JobsUntil) -> Headroom:
    room = _gross_rise(_by_jobs(facts, law), sheet.gross_amount, sheet.annual_limit)
    until = jobs.until("annual_limit", sheet.annual_limit)
    return _made("annual_limit", sheet.annual_limit, sheet.annual_by_jobs, _YEAR, room, until, "the amount of all jobs")


def _withholdings(facts: Facts, law: Law, sheet: Sheet, jobs: _JobsUntil) -> list[Headroom]:
    if not withholdings_govern(annual_limit_paragraph(facts, law.compiled)):
        return []
    limit, amount = sheet.withholdings_limit, sheet.after_annual_limit
    what = "the award after the annual limit"
    if limit == UNKNOWN:
        return [_made("withholdings_limit", limit, amount, _YEAR, None, None, what)]
    room = _gross_rise(_by_jobs(facts, law), sheet.gross_amount, limit)
    until = jobs.until("withholdings", limit, sheet.annual_limit)
    return [_made("withholdings_limit", limit, amount, _YEAR, room, until, what)]


def _necessity(facts: Facts, law: Law, sheet: Sheet, jobs: _JobsUntil) -> list[Headroom]:
    if is_exempt_from_necessity(facts, law.compiled):
        return []
    threshold = law.compiled.share.necessity_threshold
    before = law.option("necessity_trigger") == "before_limits"
    amount = sheet.annual_by_jobs if before else sheet.after_withholdings
    room = _gross_rise(_by_jobs(facts, law), sheet.gross_amount, threshold)
    until = jobs.until("triggered", threshold, NO_LIMIT if before else _most_after_limits(sheet))
    what = "the award that is tested"
    return [_made("amount_necessary", threshold, amount, _YEAR, room, until, what)]


def _most_after_limits(sheet: Sheet) -> int:
    """The greatest that an award can be after the annual limit and the withholdings, cents a year."""
    known = sheet.withholdings_limit != UNKNOWN
    return min(sheet.annual_limit, sheet.withholdings_limit) if known else sheet.annual_limit


def _route(facts: Facts, law: Law, sheet: Sheet) -> list[Headroom]:
    if not is_camden_project(facts) or sheet.annual_capital_route == 0:
        return []
    limit, amount = sheet.annual_capital_route, sheet.annual_ordinary
    room = _gross_rise(_by_jobs(facts, law), sheet.gross_amount, limit)
    return [_made("annual_capital_route", limit, amount, _YEAR, room, None, "the award by jobs")]


def headroom_frame(found: tuple[Headroom, ...]) -> pd.DataFrame:
    """The limits as a table of float64 dollars and jobs."""
    import pandas as pd

    columns = ["name", "citation", "limit", "amount", "room", "unit", "bonus_room", "jobs", "binds"]
    rows = [
        (
            h.provision.name,
            h.provision.citation,
            *(None if value is None else float(value) for value in (h.limit, h.amount, h.room)),
            h.unit,
            None if h.bonus_room is None else float(h.bonus_room),
            h.jobs,
            h.binds,
        )
        for h in found
    ]
    return pd.DataFrame(rows, columns=columns)
