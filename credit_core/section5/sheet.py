"""The section from top to bottom: every amount of the award sheet, in the order of the statute, in whole cents."""

from typing import NamedTuple

from credit_core.section5.b_base import base_amount, is_eligible_area
from credit_core.section5.c_bonuses import (
    authority_criterion,
    c1_deep_poverty_or_choice_neighborhood,
    c2_incubator_facility,
    c3_moderate_income_housing,
    c4_transit_oriented_development,
    c5_industrial_capital,
    c6_average_salary,
    c7_number_of_jobs,
    c8_targeted_industry,
    c9_leed_or_remediation,
    c10_industrial_capital_mega_or_growth_zone,
    c11_automobile_headquarters,
    c12_revitalization_index,
    c13_light_rail,
    c14_marine_terminal,
    c15_redevelopment_near_highways,
    c16_solar_energy,
    c17_vacant_commercial_building,
    c18_college_research,
)
from credit_core.section5.d_camden_route import annual_capital_route
from credit_core.section5.d_limits import gross_amount, gross_limit
from credit_core.section5.e_final_amount import annual_by_jobs, new_job_amount, retained_job_amount
from credit_core.section5.f_annual_limits import (
    after_necessity,
    annual_limit,
    annual_limit_paragraph,
    necessity_is_triggered,
    withholdings_govern,
    withholdings_limit,
)
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import Figures

__all__ = [
    "ANNUAL_LIMIT",
    "CAPITAL_ROUTE",
    "GROSS_LIMIT",
    "NECESSITY",
    "NONE",
    "NOT_ELIGIBLE",
    "RETAINED_CAPITAL",
    "WITHHOLDINGS",
    "Bonus",
    "Final",
    "Sheet",
    "annual_award",
    "binding_rule",
    "bonuses",
    "fill",
    "final_amounts",
    "gross_before_limit",
    "necessity_is_untested",
    "withholdings_are_untested",
]

# The rules that can bind, in the order of the sheet.
NONE = 0
GROSS_LIMIT = 1
RETAINED_CAPITAL = 2
ANNUAL_LIMIT = 3
WITHHOLDINGS = 4
NECESSITY = 5
CAPITAL_ROUTE = 6
NOT_ELIGIBLE = 7


class Bonus(NamedTuple):
    """34:1B-246(c): each increase, cents per job a year."""

    c1: int
    c2: int
    c3: int
    c4: int
    c5: int
    c6: int
    c7: int
    c8: int
    c9: int
    c10: int
    c11: int
    c12: int
    c13: int
    c14: int
    c15: int
    c16: int
    c17: int
    c18: int
    authority: int


class Final(NamedTuple):
    """34:1B-246(d)-(f): from the gross amount to the award of a year, in cents."""

    gross_amount: int
    new_job_amount: int
    retained_job_amount: int
    annual_by_jobs: int
    after_annual_limit: int
    after_withholdings: int
    annual_ordinary: int
    annual_capital_route: int
    annual_award: int


class Sheet(NamedTuple):
    """34:1B-246(b)-(f): the whole award sheet, in cents. ``UNKNOWN`` marks a withholdings limit that is blank."""

    base_amount: int
    bonus: Bonus
    bonuses_total: int
    gross_before_limit: int
    gross_limit: int
    gross_amount: int
    new_job_amount: int
    retained_job_amount: int
    annual_by_jobs: int
    annual_limit: int
    withholdings_limit: int
    after_annual_limit: int
    after_withholdings: int
    annual_ordinary: int
    annual_capital_route: int
    capital_route_used: bool
    annual_award: int
    total_award: int


def bonuses(facts: Facts, law: Figures) -> Bonus:
    """34:1B-246(c)(1)-(18) and its opening words: each increase; all zero outside every eligible area."""
    if not is_eligible_area(facts):
        return Bonus(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    return Bonus(
        c1_deep_poverty_or_choice_neighborhood(facts, law),
        c2_incubator_facility(facts, law),
        c3_moderate_income_housing(facts, law),
        c4_transit_oriented_development(facts, law),
        c5_industrial_capital(facts, law),
        c6_average_salary(facts, law),
        c7_number_of_jobs(facts, law),
        c8_targeted_industry(facts, law),
        c9_leed_or_remediation(facts, law),
        c10_industrial_capital_mega_or_growth_zone(facts, law),
        c11_automobile_headquarters(facts, law),
        c12_revitalization_index(facts, law),
        c13_light_rail(facts, law),
        c14_marine_terminal(facts, law),
        c15_redevelopment_near_highways(facts, law),
        c16_solar_energy(facts, law),
        c17_vacant_commercial_building(facts, law),
        c18_college_research(facts, law),
        authority_criterion(facts, law),
    )


def gross_before_limit(facts: Facts, law: Figures) -> int:
    """34:1B-246(d), opening words: the base and the sum of the increases; cents per job a year."""
    return base_amount(facts, law) + sum(bonuses(facts, law))


def final_amounts(facts: Facts, law: Figures, before_limit: int, without: int) -> Final:
    """34:1B-246(d)-(f): from the gross before its limit to the award, in the order of the statute.

    ``without`` names one rule to leave out, which tells whether that rule changes the award; ``NONE`` for all.
    """
    eligible = is_eligible_area(facts)
    gross = before_limit if without == GROSS_LIMIT else gross_amount(before_limit, gross_limit(facts, law))
    new = new_job_amount(gross)
    retained = retained_job_amount(facts, law, gross, without != RETAINED_CAPITAL) if eligible else 0
    by_jobs = annual_by_jobs(facts, new, retained)

    limited = by_jobs if without == ANNUAL_LIMIT else min(by_jobs, annual_limit(facts, law))
    withheld = limited
    withholdings = withholdings_limit(facts, law, annual_limit_paragraph(facts, law))
    if withholdings != UNKNOWN and without != WITHHOLDINGS:
        withheld = min(limited, withholdings)
    ordinary = withheld if without == NECESSITY else after_necessity(facts, law, by_jobs, withheld)

    route = 0 if without == CAPITAL_ROUTE or not eligible else annual_capital_route(facts, law)
    return Final(gross, new, retained, by_jobs, limited, withheld, ordinary, route, max(ordinary, route))


def annual_award(facts: Facts, law: Figures) -> int:
    """34:1B-246(b)-(f): the award of one year alone, in cents."""
    return final_amounts(facts, law, gross_before_limit(facts, law), NONE).annual_award


def binding_rule(facts: Facts, law: Figures, before_limit: int, award: int) -> int:
    """The last rule, in the order of the sheet, without which the award of a year would differ."""
    if not is_eligible_area(facts):
        return NOT_ELIGIBLE
    for rule in range(CAPITAL_ROUTE, NONE, -1):
        if final_amounts(facts, law, before_limit, rule).annual_award != award:
            return rule
    return NONE


def withholdings_are_untested(facts: Facts, law: Figures) -> bool:
    """34:1B-246(f)(5), (6): the award is limited by withholdings, and these are not known."""
    governed = withholdings_govern(annual_limit_paragraph(facts, law))
    return governed and facts.annual_withholdings == UNKNOWN


def necessity_is_untested(facts: Facts, law: Figures, by_jobs: int, after_withholdings: int) -> bool:
    """34:1B-246(f), last paragraph: the amount necessary would be decided, and it is not known."""
    if facts.amount_necessary != UNKNOWN:
        return False
    return necessity_is_triggered(facts, law, by_jobs, after_withholdings)


def fill(facts: Facts, law: Figures) -> Sheet:
    """34:1B-246(b)-(f): the whole award sheet of one project under one law, in cents."""
    base = base_amount(facts, law)
    bonus = bonuses(facts, law)
    total = sum(bonus)
    final = final_amounts(facts, law, base + total, NONE)
    return Sheet(
        base,
        bonus,
        total,
        base + total,
        gross_limit(facts, law),
        final.gross_amount,
        final.new_job_amount,
        final.retained_job_amount,
        final.annual_by_jobs,
        annual_limit(facts, law),
        withholdings_limit(facts, law, annual_limit_paragraph(facts, law)),
        final.after_annual_limit,
        final.after_withholdings,
        final.annual_ordinary,
        final.annual_capital_route,
        final.annual_capital_route > final.annual_ordinary,
        final.annual_award,
        final.annual_award * facts.eligibility_years,
    )
