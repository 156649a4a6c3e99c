"""Subsection d, (a) to (e): the capital route of a growth zone that qualifies under the 2002 Act (Camden)."""

from credit_core.section5.arithmetic import half_up
from credit_core.section5.c_bonuses import all_jobs
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import Figures

__all__ = [
    "annual_capital_route",
    "is_camden_project",
    "jobs_new_to_the_municipality",
    "route_tier",
    "route_tier_pay",
]

# Reading of ``capital_route_pay``: one tenth of the capital a year.
_SPREAD = 0


def is_camden_project(facts: Facts) -> bool:
    """34:1B-246(d): in a growth zone that qualifies under the Municipal Rehabilitation and Economic Recovery Act."""
    return facts.growth_zone and facts.municipal_rehabilitation


def jobs_new_to_the_municipality(facts: Facts) -> int:
    """34:1B-246(d): full-time jobs new to the municipality, as entered or else derived.

    Jobs moved in from elsewhere in the State are new to the municipality; jobs already there are not.
    """
    if facts.jobs_new_to_municipality != UNKNOWN:
        return facts.jobs_new_to_municipality
    return facts.new_jobs if facts.already_in_municipality else all_jobs(facts)


def route_tier(facts: Facts, law: Figures) -> int:
    """34:1B-246(d)(a)-(e): the highest tier whose jobs and capital are both reached: 1 for (a), 0 for none."""
    if not is_camden_project(facts):
        return 0
    jobs = jobs_new_to_the_municipality(facts)
    reached = 0
    for index in range(len(law.route.tiers)):
        tier = law.route.tiers[index]
        if jobs >= tier[0] and facts.capital_investment >= tier[1]:
            reached = index + 1
    return reached


def route_tier_pay(facts: Facts, law: Figures, number: int) -> int:
    """34:1B-246(d)(a)-(e)(ii): what a tier pays on the project's capital, cents a year, before f(1).

    One tenth of the capital up to the tier's ceiling, or the whole of it every year under the reading
    ``capital_route_pay: yearly``; the last tier has no ceiling and always pays one tenth. Half up to the cent.
    """
    tier = law.route.tiers[number - 1]
    spread = tier[3] == 1 or law.reading.capital_route_pay == _SPREAD
    capital = half_up(facts.capital_investment, law.route.years) if spread else facts.capital_investment
    return min(capital, tier[2])


def annual_capital_route(facts: Facts, law: Figures) -> int:
    """34:1B-246(d)(a)-(e), (f)(1): the route in force, up to the annual limit of f(1) alone; cents a year."""
    tier = route_tier(facts, law)
    if tier == 0:
        return 0
    return min(route_tier_pay(facts, law, tier), law.annual_limit.f1)
