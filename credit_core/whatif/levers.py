"""Levers: what the award becomes if one fact alone is switched or stepped, and what each bonus is worth here.

A bonus is worth what the award loses without it, or would gain with it, at the gross amount: the facts that earn it are
not touched, so a growth zone does not also move the base. The limits may swallow a part of that; the worth with the
limits of d and f lifted shows how much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from credit_core.award import BONUS_NAMES, dollars, facts_of
from credit_core.law import Law
from credit_core.scenario import FactField, Scenario, fact_fields
from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.c_bonuses import c5_applies_to, c10_applies_to
from credit_core.section5.facts import Facts
from credit_core.section5.figures import NO_LIMIT, Figures, SteppedBonus
from credit_core.section5.sheet import NONE, Final, Sheet, fill, final_amounts
from credit_core.sentences import bonus_sentence
from credit_core.whatif._domain import Number, domain_of, numeric_fact
from credit_core.whatif._provisions import Provision, provision
from credit_core.whatif.breakpoints import BONUS_OF, Along, pieces

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "BonusWorth",
    "IdleFact",
    "Lever",
    "Levers",
    "OrderStep",
    "bonus_worths",
    "idle_facts",
    "levers",
    "next_bonuses",
]

Status = Literal["earned", "open", "excluded"]


@dataclass(frozen=True, slots=True)
class Lever:
    """One fact switched or stepped alone.

    Attributes:
        fact, title: Which.
        value: The scenario's value.
        to: The value it takes: the other side of a yes or no, another option, or for a number the next value (above, or
            below if none is above) at which a provision of the gross amount or the route changes.
        scenario: The scenario with it.
        gross_amount, annual_award, total_award: What the award becomes, in dollars.
        per_job, annual, total: The same less what it is now.
    """

    fact: str
    title: str
    value: Any
    to: Any
    scenario: Scenario
    gross_amount: Decimal
    annual_award: Decimal
    total_award: Decimal
    per_job: Decimal
    annual: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True)
class BonusWorth:
    """What one bonus is worth in a scenario; dollars.

    Attributes:
        provision: The bonus.
        status: ``earned``; ``open`` if it is not and could be; ``excluded`` if a paragraph shuts this project out.
        sentence: Why, with the live numbers.
        amount: Per job a year: what it gives, or the most it could give where it gives nothing.
        without_it, with_it: The award of a year without and with that amount.
        per_job, per_job_swallowed: What it adds to the gross amount, and what the limit of d keeps from it.
        worth: ``with_it`` less ``without_it``, each year.
        worth_lifted: The same with the limits of d and f lifted.
        swallowed: ``worth_lifted`` less ``worth``: what the limits take of it; negative where it is worth more.
    """

    provision: Provision
    status: Status
    sentence: str
    amount: Decimal
    without_it: Decimal
    with_it: Decimal
    per_job: Decimal
    per_job_swallowed: Decimal
    worth: Decimal
    worth_lifted: Decimal
    swallowed: Decimal


@dataclass(frozen=True, slots=True)
class OrderStep:
    """One more bonus in the order in which they add most: what it adds each year, and the award then; dollars."""

    provision: Provision
    adds: Decimal
    annual_award: Decimal


@dataclass(frozen=True, slots=True)
class IdleFact:
    """A fact that, changed alone to any value, changes no amount now, and why."""

    fact: str
    title: str
    because: str


@dataclass(frozen=True)
class Levers:
    """Everything that can be switched or stepped in a scenario.

    Attributes:
        scenario, law: What it is about.
        gross_amount, annual_award, total_award: As the scenario stands, in dollars.
        levers: Each fact switched or stepped alone, in the order of the contract; those that change nothing included.
        bonuses: What each of the eighteen bonuses and the Authority's criterion is worth, in the order of the statute.
        order: Which open bonuses would still add something, the one that adds most first.
        idle: Facts that cannot matter now, with the reason.
    """

    scenario: Scenario
    law: Law
    gross_amount: Decimal
    annual_award: Decimal
    total_award: Decimal
    levers: tuple[Lever, ...]
    bonuses: tuple[BonusWorth, ...]
    order: tuple[OrderStep, ...]
    idle: tuple[IdleFact, ...]

    def to_frame(self) -> pd.DataFrame:
        """The levers as a table of float64 dollars."""
        import pandas as pd

        columns = ["fact", "title", "value", "to", "gross_amount", "annual_award", "total_award", "annual_change"]
        rows = [
            (
                lever.fact,
                lever.title,
                lever.value,
                lever.to,
                *map(float, (lever.gross_amount, lever.annual_award, lever.total_award, lever.annual)),
            )
            for lever in self.levers
        ]
        return pd.DataFrame(rows, columns=columns)

    def bonuses_frame(self) -> pd.DataFrame:
        """The bonuses as a table of float64 dollars."""
        import pandas as pd

        names = ["amount", "without_it", "with_it", "per_job", "worth", "worth_lifted", "swallowed"]
        rows = [
            (b.provision.citation, b.provision.title, b.status, *(float(getattr(b, name)) for name in names))
            for b in self.bonuses
        ]
        return pd.DataFrame(rows, columns=["citation", "provision", "status", *names])


def levers(scenario: Scenario, law: Law | None = None) -> Levers:
    """What each fact would change alone, what each bonus is worth, what would still add something, and what cannot."""
    law = law or Law.current()
    sheet = fill(facts_of(scenario), law.compiled)
    return Levers(
        scenario,
        law,
        dollars(sheet.gross_amount),
        dollars(sheet.annual_award),
        dollars(sheet.total_award),
        tuple(_levers(scenario, law, sheet)),
        bonus_worths(scenario, law),
        next_bonuses(scenario, law),
        idle_facts(scenario, law),
    )


# One fact alone


def _levers(scenario: Scenario, law: Law, sheet: Sheet) -> Iterator[Lever]:
    for field in fact_fields():
        for value in _alternatives(scenario, field, law):
            yield _lever(scenario, field, value, scenario.changed(**{field.name: value}), law, sheet)


def _lever(scenario: Scenario, field: FactField, value: Any, moved: Scenario, law: Law, now: Sheet) -> Lever:
    then = fill(facts_of(moved), law.compiled)
    return Lever(
        field.name,
        field.title,
        getattr(scenario, field.name),
        value,
        moved,
        dollars(then.gross_amount),
        dollars(then.annual_award),
        dollars(then.total_award),
        dollars(then.gross_amount - now.gross_amount),
        dollars(then.annual_award - now.annual_award),
        dollars(then.total_award - now.total_award),
    )


def _alternatives(scenario: Scenario, field: FactField, law: Law) -> tuple[Any, ...]:
    value = getattr(scenario, field.name)
    if field.kind == "flag":
        return (not value,)
    if field.kind == "choice":
        return tuple(option for option in field.options if option != value)
    if field.kind == "text" or field.name == "net_benefit":
        return ()
    step = _next_step(scenario, field.name, law)
    return () if step is None else (step,)


def _next_step(scenario: Scenario, fact: str, law: Law) -> Number | None:
    """The next value above at which a provision steps, or the nearest below if there is none above."""
    domain = domain_of(scenario, fact)
    value = getattr(scenario, fact)
    here = domain.first if value is None else domain.position(value)
    below = None
    facts = facts_of(scenario)
    for stretch in domain.stretches:
        along = Along(facts, law.compiled, stretch, "annual_award")
        for run in along.component_runs(stretch.first, stretch.last):
            if run.first > here:
                return domain.value(run.first)
            if run.last < here:
                below = run.last
    return None if below is None else domain.value(below)


# What a bonus is worth


def bonus_worths(scenario: Scenario, law: Law | None = None) -> tuple[BonusWorth, ...]:
    """What each bonus is worth in a scenario, in the order of the statute; all zero outside every eligible area."""
    law = law or Law.current()
    facts = facts_of(scenario)
    sheet = fill(facts, law.compiled)
    lifted = _lifted(law.compiled)
    return tuple(_worth(name, scenario, facts, law, lifted, sheet) for name in BONUS_NAMES)


@cache
def _lifted(law: Figures) -> Figures:
    """The law without the limits of d and f."""
    gross = law.gross_limit._replace(**dict.fromkeys(law.gross_limit._fields, NO_LIMIT))
    annual = law.annual_limit._replace(**dict.fromkeys(law.annual_limit._fields, NO_LIMIT))
    return law._replace(gross_limit=gross, annual_limit=annual)


def _worth(name: str, scenario: Scenario, facts: Facts, law: Law, lifted: Figures, sheet: Sheet) -> BonusWorth:
    earned = sheet.bonus[BONUS_NAMES.index(name)]
    status = _status(name, facts, law.compiled, earned)
    amount = earned or (_most_of(name, law.compiled) if status == "open" else 0)
    low = sheet.gross_before_limit - earned
    without, having = (final_amounts(facts, law.compiled, gross, NONE) for gross in (low, low + amount))
    free, freely = (_spared(facts, lifted, gross) for gross in (low, low + amount))
    per_job, worth = having.gross_amount - without.gross_amount, having.annual_award - without.annual_award
    worth_lifted = freely.annual_award - free.annual_award
    return BonusWorth(
        provision(name),
        status,
        bonus_sentence(name, scenario, facts, law) if is_eligible_area(facts) else _NOWHERE,
        dollars(amount),
        dollars(without.annual_award),
        dollars(having.annual_award),
        dollars(per_job),
        dollars(amount - per_job),
        dollars(worth),
        dollars(worth_lifted),
        dollars(worth_lifted - worth),
    )


def _spared(facts: Facts, lifted: Figures, gross: int) -> Final:
    return final_amounts(facts, lifted, gross, NONE)


_NOWHERE = "Outside every eligible area no bonus is added."


def _status(name: str, facts: Facts, law: Figures, earned: int) -> Status:
    if earned:
        return "earned"
    return "excluded" if _exclusion(name, facts, law) else "open"


def _exclusion(name: str, facts: Facts, law: Figures) -> str:
    """Why a paragraph shuts this project out whatever else changes; empty if it does not."""
    if not is_eligible_area(facts):
        return _NOWHERE
    if name == "bonus_c5" and not c5_applies_to(facts, law):
        return "c(5) is not for a mega project, nor for a growth zone project that takes c(10)."
    if name == "bonus_c10" and not c10_applies_to(facts):
        return "c(10) is for a mega project or a growth zone alone."
    if name == "bonus_c12" and not facts.south_jersey:
        return "c(12) is for the eight southern counties alone."
    if name == "bonus_c14" and facts.growth_zone:
        return "c(14) is for municipalities outside the growth zone alone."
    return ""


def _most_of(name: str, law: Figures) -> int:
    """The most that a bonus can give, cents per job a year; the Authority's criterion has no figure of its own."""
    if name == "bonus_authority":
        return 0
    key = name.removeprefix("bonus_")
    if key == "c7":
        return max(amount for _, amount in law.bonus.c7)
    known: int | SteppedBonus = getattr(law.bonus, key)
    return known if isinstance(known, int) else known.maximum


def next_bonuses(scenario: Scenario, law: Law | None = None) -> tuple[OrderStep, ...]:
    """The open bonuses in the order in which they add most to the award of a year, each to its most.

    Exact at each step: the one that adds most given those before, ties in the order of the statute, until none adds
    anything. Every increase counts the same towards the limit of d, so no other order reaches it with fewer.
    """
    law = law or Law.current()
    facts = facts_of(scenario)
    sheet = fill(facts, law.compiled)
    open_ = {
        name: _most_of(name, law.compiled)
        for name, earned in zip(BONUS_NAMES, sheet.bonus, strict=True)
        if _status(name, facts, law.compiled, earned) == "open"
    }
    return tuple(_order(facts, law, open_, sheet.gross_before_limit, sheet.annual_award))


def _order(facts: Facts, law: Law, open_: dict[str, int], gross: int, award: int) -> Iterator[OrderStep]:
    while open_:
        awards = {
            name: final_amounts(facts, law.compiled, gross + amount, NONE).annual_award
            for name, amount in open_.items()
        }
        best = max(awards, key=lambda name: awards[name])
        if awards[best] <= award:
            return
        yield OrderStep(provision(best), dollars(awards[best] - award), dollars(awards[best]))
        gross, award = gross + open_.pop(best), awards[best]


# What cannot matter


def idle_facts(scenario: Scenario, law: Law | None = None) -> tuple[IdleFact, ...]:
    """The facts that change no amount now, whatever value they alone take, in the order of the contract."""
    law = law or Law.current()
    facts = facts_of(scenario)
    idle = (field for field in fact_fields() if not _matters(scenario, field, law))
    return tuple(IdleFact(field.name, field.title, _because(field.name, facts, law)) for field in idle)


def _matters(scenario: Scenario, field: FactField, law: Law) -> bool:
    if field.name not in Facts._fields and field.name != "county":
        return False
    now = _amounts(scenario, law)
    if field.kind in ("flag", "choice"):
        return any(_amounts(moved, law) != now for moved in _switched(scenario, field, law))
    return any(_moves(scenario, field.name, law, measure) for measure in _ALL_MEASURES)


# The award of a year follows from the total, for the years are at least one.
_ALL_MEASURES = ("gross_amount", "retained_job_amount", "total_award")


def _amounts(scenario: Scenario, law: Law) -> tuple[int, int, int]:
    sheet = fill(facts_of(scenario), law.compiled)
    return sheet.gross_amount, sheet.retained_job_amount, sheet.total_award


def _switched(scenario: Scenario, field: FactField, law: Law) -> Iterator[Scenario]:
    for value in _alternatives(scenario, field, law):
        yield scenario.changed(**{field.name: value})


def _moves(scenario: Scenario, fact: str, law: Law, measure: str) -> bool:
    """Whether a measure differs anywhere from what it is now as a number moves over its whole range, or is known."""
    facts = facts_of(scenario)
    now = getattr(fill(facts, law.compiled), measure)
    for stretch in domain_of(scenario, numeric_fact(fact).name).stretches:
        for piece in pieces(Along(facts, law.compiled, stretch, measure)):
            if piece.start != now or piece.end != now:
                return True
    return False


def _because(fact: str, facts: Facts, law: Law) -> str:
    """Why a fact changes nothing, the plainest reason first."""
    if fact not in Facts._fields and fact != "county":
        return _LABELS.get(fact, "It is advice beside the result: no provision of section 5 reads it.")
    if not is_eligible_area(facts):
        return "The project lies in no area that the section rewards, so nothing else counts."
    for reason in (_excluded(fact, facts, law), _missing(fact, facts), _limited(fact, facts, law)):
        if reason:
            return reason
    return "No provision that applies here reads it, as the other facts stand."


_LABELS = {
    "name": "It is a label.",
    "municipality": "It is a label: the area is said by the other facts of the place.",
}


def _excluded(fact: str, facts: Facts, law: Law) -> str:
    readers = [name for name, (reads, _) in BONUS_OF.items() if fact in reads]
    readers += ["bonus_c14"] if fact in ("marine_terminal", "south_jersey_port_district") else []
    reasons = [_exclusion(name, facts, law.compiled) for name in readers]
    return " ".join(reasons) if reasons and all(reasons) else ""


_NEEDS: dict[str, tuple[str, str]] = {
    "municipal_rehabilitation": ("growth_zone", "The 2002 Act counts in a growth zone alone."),
    "tourism_district": ("growth_zone", "A Tourism District counts in a growth zone alone."),
    "jobs_new_to_municipality": (
        "municipal_rehabilitation",
        "Only the capital route of a growth zone under the 2002 Act asks for jobs new to the municipality.",
    ),
    "doctoral_research": ("create_zone", "Research with a doctoral university counts in its Create Zone alone."),
    "college_research": ("targeted_industry", "c(18) is for a targeted industry alone."),
    "marine_terminal": ("south_jersey_port_district", "c(14) needs the South Jersey Port District."),
    "south_jersey_port_district": ("marine_terminal", "c(14) needs a marine terminal."),
    "us_highways": ("redevelopment_area", "c(15) needs an area in need of redevelopment."),
    "state_highways": ("redevelopment_area", "c(15) needs an area in need of redevelopment."),
    "vacant_building_sqft": ("vacant_over_one_year", "c(17) needs space that was vacant for over one year."),
}


def _missing(fact: str, facts: Facts) -> str:
    need = _NEEDS.get(fact)
    return need[1] if need and not getattr(facts, need[0]) else ""


def _limited(fact: str, facts: Facts, law: Law) -> str:
    sheet = fill(facts, law.compiled)
    if fact in ("annual_withholdings", "amount_necessary"):
        return _LIMITS[fact]
    if sheet.gross_before_limit >= sheet.gross_limit:
        return "The gross amount is already at the limit of subsection d."
    if sheet.annual_by_jobs >= sheet.annual_limit:
        return "The award is already at the annual limit of subsection f."
    return ""


_LIMITS = {
    "annual_withholdings": "The withholdings limit the award in other priority and eligible areas alone (f(5), (6)).",
    "amount_necessary": "The amount necessary is asked above the threshold of subsection f alone.",
}
