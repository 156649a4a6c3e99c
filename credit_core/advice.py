"""What stands beside an award and never changes it: eligibility, and facts that do not fit together.

Minimum jobs and capital come from section 3 (34:1B-244), the net benefit from subsection f. How well each rule is known
is said with it: "read", or "recalled" where no source at hand confirmed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from credit_core.award import facts_of, sheet_of
from credit_core.counties import SOUTH_JERSEY
from credit_core.law import Certainty, Law, figure
from credit_core.scenario import Scenario, money_text
from credit_core.section5.arithmetic import WHOLE, half_up
from credit_core.section5.d_camden_route import is_camden_project
from credit_core.section5.section3 import THIRDS, is_reduced, minimum_capital_thirds
from credit_core.sentences import count_text, minimum_capital, percent_text

__all__ = ["Advice", "advise"]


@dataclass(frozen=True, slots=True)
class Advice:
    """One remark beside an award.

    Attributes:
        name: A short fixed name, such as ``minimum_jobs``.
        citation: The provision it rests on.
        certainty: How well the rule is known: read, derived or recalled.
        sentence: The remark, with the live numbers.
        fails: True where the facts fall short or do not fit; False where they hold; None where a fact is missing.
    """

    name: str
    citation: str
    certainty: Certainty
    sentence: str
    fails: bool | None


def advise(scenario: Scenario, law: Law | None = None) -> tuple[Advice, ...]:
    """Every remark on a scenario under a law (current law if none is given); none of them changes an amount."""
    law = law or Law.current()
    return (
        _minimum_jobs(scenario, law),
        _minimum_capital(scenario, law),
        _net_benefit(scenario, law),
        *_misfits(scenario),
    )


def _minimum_jobs(scenario: Scenario, law: Law) -> Advice:
    kind = _kind_of_business(scenario)
    new = law.amount(f"minimum_new_jobs.{kind}")
    retained = law.amount(f"minimum_retained_jobs.{kind}")
    quarters = law.amount("minimum_jobs.reduced_quarters") if is_reduced(facts_of(scenario)) else 4
    enough = 4 * scenario.new_jobs >= quarters * new or 4 * scenario.retained_jobs >= quarters * retained
    words = f"{_quarters(quarters * new)} new or {_quarters(quarters * retained)} retained full-time jobs"
    here = f"{scenario.new_jobs:,} new and {scenario.retained_jobs:,} retained here"
    verb = "meets" if enough else "falls short of"
    known = figure(f"minimum_new_jobs.{kind}")
    return Advice(
        "minimum_jobs",
        known.citation,
        known.certainty,
        f"The project {verb} the minimum of {words} ({here}).",
        not enough,
    )


def _quarters(count: int) -> str:
    """A number of quarters as people write it: 30 quarters are "7.5"."""
    return f"{Decimal(count) / 4:f}".rstrip("0").rstrip(".") if count % 4 else f"{count // 4:,}"


def _kind_of_business(scenario: Scenario) -> str:
    if scenario.business_type in ("startup", "manufacturing"):
        return "manufacturing_or_startup"
    return "targeted_industry" if scenario.targeted_industry else "other"


def _minimum_capital(scenario: Scenario, law: Law) -> Advice:
    facts = facts_of(scenario)
    thirds = minimum_capital_thirds(facts, law.compiled)
    citation, certainty = (
        figure("minimum_capital.other_new").citation,
        figure("minimum_capital.other_new").certainty,
    )
    if thirds == 0 and scenario.minimum_capital_investment is None:
        words = "The minimum capital investment is not known: give the floor area, or the minimum itself."
        return Advice("minimum_capital", citation, certainty, words, None)
    enough = THIRDS * facts.capital_investment >= thirds
    verb = "meets" if enough else "falls short of"
    amounts = f"{money_text(minimum_capital(facts, law))} ({money_text(scenario.capital_investment)} here)"
    return Advice(
        "minimum_capital",
        citation,
        certainty,
        f"The capital investment {verb} the minimum of {amounts}.",
        not enough,
    )


def _net_benefit(scenario: Scenario, law: Law) -> Advice:
    """34:1B-246(f), 34:1B-244(a): what must be left to the State beyond the award, as far as it is known."""
    key = "camden" if is_camden_project(facts_of(scenario)) else "general"
    known = figure(f"net_benefit.{key}")
    share = law.amount(known.name)
    # A net benefit of 110 % of the award leaves a tenth of the award to the State after it.
    needed = max(share - WHOLE, 0) * sheet_of(scenario, law).total_award
    least = f"at least {money_text(Decimal(half_up(needed, WHOLE)) / 100)}, {percent_text(Decimal(share) / 100)} of the award in all"
    benefit = scenario.net_benefit
    if benefit is None:
        words, fails = f"The net benefit to the State is not given; it would have to leave {least}.", None
    else:
        fails = int(benefit * 100) * WHOLE < needed
        verb = "falls short of" if fails else "meets"
        words = f"The {money_text(benefit)} left to the State {verb} what is asked, {least}."
    return Advice("net_benefit", f"{known.citation}; 34:1B-246(f)", known.certainty, words, fails)


def _misfits(scenario: Scenario) -> Iterator[Advice]:
    """Facts that do not fit together: none is refused, each is said."""
    zone = "34:1B-246(d)(a)-(e), (f)(1)"
    if scenario.municipal_rehabilitation and not scenario.growth_zone:
        yield _misfit(
            "municipal_rehabilitation",
            zone,
            "The 2002 Act has no effect outside a growth zone: mark the growth zone as well.",
        )
    if scenario.tourism_district and not scenario.growth_zone:
        yield _misfit(
            "tourism_district",
            "34:1B-246(f)(1)",
            "A Tourism District has no effect outside a growth zone: mark the growth zone as well.",
        )
    if scenario.doctoral_research and not (scenario.create_zone and scenario.targeted_industry):
        yield _misfit(
            "doctoral_research",
            "34:1B-246(b)(1)(b)",
            "Research with a doctoral university counts for a targeted industry in a Create Zone alone.",
        )
    if scenario.college_research and not scenario.targeted_industry:
        yield _misfit(
            "college_research",
            "34:1B-246(c)(18)",
            "Research with a college counts for a targeted industry alone.",
        )
    if scenario.marine_terminal and not scenario.south_jersey_port_district:
        yield _misfit(
            "marine_terminal",
            "34:1B-246(c)(14)",
            "A marine terminal counts within the South Jersey Port District alone.",
        )
    moved = scenario.jobs_new_to_municipality
    if scenario.municipal_rehabilitation and scenario.already_in_municipality and (moved or 0) > scenario.new_jobs:
        yield _misfit(
            "jobs_new_to_municipality",
            "34:1B-246(d)(a)-(e)",
            "Jobs already in the municipality are not new to it: of a business that was there, the new jobs alone count.",
        )
    if scenario.mega_project and not _may_be_mega(scenario):
        yield _misfit(
            "mega_project",
            "34:1B-243",
            _MEGA_WORDS.format(
                jobs=count_text(scenario.new_jobs + scenario.retained_jobs, "job"),
                capital=money_text(scenario.capital_investment),
            ),
        )
    if scenario.revitalization_index_2007 is not None and scenario.county not in SOUTH_JERSEY:
        yield _misfit(
            "revitalization_index_2007",
            "34:1B-246(c)(12)",
            "The 2007 index matters in eight southern counties alone; the county given is none of them.",
        )


_MEGA_WORDS = (
    "A mega project takes more than 1,000 jobs, or capital in excess of $20,000,000 and more than 250 jobs "
    "(150 in a redevelopment area of the eight southern counties; $50,000,000 in an urban transit hub); "
    "here {jobs} and {capital}."
)


def _may_be_mega(scenario: Scenario) -> bool:
    """Section 2's least test that could make it one (34:1B-243); which kind of project it is, is not known here."""
    jobs = scenario.new_jobs + scenario.retained_jobs
    southern = scenario.redevelopment_area and scenario.county in SOUTH_JERSEY
    least_jobs = 150 if southern else 250
    return jobs > 1_000 or (jobs > least_jobs and scenario.capital_investment > 20_000_000)


def _misfit(name: str, citation: str, sentence: str) -> Advice:
    return Advice(name, citation, "read", sentence, True)
