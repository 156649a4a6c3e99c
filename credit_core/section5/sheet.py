"""The section from top to bottom: every amount of the award sheet, in the order of the statute, in whole cents."""

from typing import NamedTuple

from credit_core.section5.b_base import base_amount, is_eligible_area
from credit_core.section5.c_bonuses import (
    authority_criterion,
    c1_deep_poverty_or_choice_neighborhood,
    c2_incubator_facility,
    c3_moderate_income_housing,
    c4_transit_oriented_development,
    c5_and_c10,
    c6_average_salary,
    c7_number_of_jobs,
    c8_targeted_industry,
    c9_leed_or_remediation,
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
from credit_core.section5.e_final_amount import (
    annual_by_jobs,
    capital_limb,
    new_job_amount,
    retained_at_full,
    retained_job_amount,
)
from credit_core.section5.f_annual_limits import (
    after_necessity,
    annual_limit_paragraph,
    limit_of_f,
    necessity_is_triggered,
    withholdings_govern,
    withholdings_limit,
)
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import NO_LIMIT, Figures

__all__ = [
    "ANNUAL_LIMIT",
    "AREA_FACTS",
    "CAPITAL_ROUTE",
    "GROSS_LIMIT",
    "NECESSITY",
    "NONE",
    "NOT_ELIGIBLE",
    "RETAINED_CAPITAL",
    "WITHHOLDINGS",
    "AreaRules",
    "Bonus",
    "Final",
    "FlatBonuses",
    "Limits",
    "Sheet",
    "SteppedBonuses",
    "annual_award",
    "area_rules",
    "binding_rule",
    "binding_rule_in",
    "bonuses",
    "bonuses_in",
    "fill",
    "final_amounts",
    "final_under",
    "flat_bonuses",
    "gross_before_limit",
    "limits",
    "necessity_is_untested",
    "stepped_bonuses",
    "withholdings_are_untested",
]

# Every fact that ``area_rules`` reads. All are flags: a batch works out each of their combinations once.
AREA_FACTS = (
    "urban_transit_hub_municipality",
    "growth_zone",
    "mega_project",
    "create_zone",
    "distressed_municipality",
    "priority_area",
    "other_eligible_area",
    "municipal_rehabilitation",
    "tourism_district",
    "disaster_recovery_project",
    "targeted_industry",
    "doctoral_research",
    "automobile_headquarters",
    "replaces_disaster_damaged_facility",
)

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


class FlatBonuses(NamedTuple):
    """34:1B-246(c): the increases that are had or not, cents per job a year."""

    c1: int
    c2: int
    c3: int
    c4: int
    c7: int
    c8: int
    c9: int
    c11: int
    c12: int
    c13: int
    c14: int
    c15: int
    c16: int
    c17: int
    c18: int
    authority: int


class SteppedBonuses(NamedTuple):
    """34:1B-246(c)(5), (6), (10): the increases that are counted in steps, cents per job a year."""

    c5: int
    c6: int
    c10: int


class AreaRules(NamedTuple):
    """34:1B-246(b), (d), (e)(2), (f): what hangs on ``AREA_FACTS`` alone; cents a year, of b and d for each job."""

    is_eligible: bool
    base_amount: int
    gross_limit: int
    annual_limit: int
    annual_limit_paragraph: int
    retained_at_full: bool


class Limits(NamedTuple):
    """34:1B-246(d)(a)-(e), (e)(2), (f)(5)-(6): amounts that other facts set, in cents."""

    capital_limb: int  # a retained job a year
    withholdings: int  # a year, or NO_LIMIT
    capital_route: int  # a year


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
    return bonuses_in(facts, law, is_eligible_area(facts))


def flat_bonuses(facts: Facts, law: Figures) -> FlatBonuses:
    """34:1B-246(c): the increases that are had or not."""
    return FlatBonuses(
        c1_deep_poverty_or_choice_neighborhood(facts, law),
        c2_incubator_facility(facts, law),
        c3_moderate_income_housing(facts, law),
        c4_transit_oriented_development(facts, law),
        c7_number_of_jobs(facts, law),
        c8_targeted_industry(facts, law),
        c9_leed_or_remediation(facts, law),
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


def stepped_bonuses(facts: Facts, law: Figures) -> SteppedBonuses:
    """34:1B-246(c)(5), (6), (10): the increases that are counted in steps."""
    c5, c10 = c5_and_c10(facts, law)
    return SteppedBonuses(c5, c6_average_salary(facts, law), c10)


def bonuses_in(facts: Facts, law: Figures, eligible: bool) -> Bonus:
    """As ``bonuses``, where it is known whether the area is eligible."""
    if not eligible:
        return Bonus(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    flat = flat_bonuses(facts, law)
    stepped = stepped_bonuses(facts, law)
    return Bonus(
        flat.c1,
        flat.c2,
        flat.c3,
        flat.c4,
        stepped.c5,
        stepped.c6,
        flat.c7,
        flat.c8,
        flat.c9,
        stepped.c10,
        flat.c11,
        flat.c12,
        flat.c13,
        flat.c14,
        flat.c15,
        flat.c16,
        flat.c17,
        flat.c18,
        flat.authority,
    )


def gross_before_limit(facts: Facts, law: Figures) -> int:
    """34:1B-246(d), opening words: the base and the sum of the increases; cents per job a year."""
    return base_amount(facts, law) + sum(bonuses(facts, law))


def area_rules(facts: Facts, law: Figures) -> AreaRules:
    """34:1B-246(b), (d)(1)-(6), (f)(1)-(6): what hangs on ``AREA_FACTS`` and on no other fact."""
    eligible = is_eligible_area(facts)
    paragraph = annual_limit_paragraph(facts, law)
    return AreaRules(
        eligible,
        base_amount(facts, law),
        gross_limit(facts, law),
        limit_of_f(paragraph, law) if eligible else 0,
        paragraph,
        retained_at_full(facts, law),
    )


def limits(facts: Facts, law: Figures, area: AreaRules) -> Limits:
    """34:1B-246(d)(a)-(e), (e)(2), (f)(5)-(6): the amounts of these rules, which hang on no other amount."""
    withholdings = withholdings_limit(facts, law, area.annual_limit_paragraph)
    route = annual_capital_route(facts, law)
    return Limits(
        capital_limb(facts, law),
        NO_LIMIT if withholdings == UNKNOWN else withholdings,
        route if area.is_eligible else 0,
    )


def final_under(facts: Facts, law: Figures, area: AreaRules, limit: Limits, before_limit: int, without: int) -> Final:
    """34:1B-246(d)-(f): as ``final_amounts``, with the rules of the area and the limits already worked out."""
    gross = before_limit if without == GROSS_LIMIT else gross_amount(before_limit, area.gross_limit)
    new = new_job_amount(gross)
    capital = NO_LIMIT if without == RETAINED_CAPITAL else limit.capital_limb
    retained = retained_job_amount(area.retained_at_full, law, gross, capital) if area.is_eligible else 0
    by_jobs = annual_by_jobs(facts, new, retained)

    limited = by_jobs if without == ANNUAL_LIMIT else min(by_jobs, area.annual_limit)
    withheld = limited if without == WITHHOLDINGS else min(limited, limit.withholdings)
    necessary = after_necessity(facts, law, by_jobs, withheld)
    ordinary = withheld if without == NECESSITY else necessary

    route = 0 if without == CAPITAL_ROUTE else limit.capital_route
    return Final(gross, new, retained, by_jobs, limited, withheld, ordinary, route, max(ordinary, route))


def final_amounts(facts: Facts, law: Figures, before_limit: int, without: int) -> Final:
    """34:1B-246(d)-(f): from the gross before its limit to the award, in the order of the statute.

    ``without`` names one rule to leave out, which tells whether that rule changes the award; ``NONE`` for all.
    """
    area = area_rules(facts, law)
    return final_under(facts, law, area, limits(facts, law, area), before_limit, without)


def annual_award(facts: Facts, law: Figures) -> int:
    """34:1B-246(b)-(f): the award of one year alone, in cents."""
    return final_amounts(facts, law, gross_before_limit(facts, law), NONE).annual_award


def binding_rule_in(facts: Facts, law: Figures, area: AreaRules, limit: Limits, before_limit: int, award: int) -> int:
    """As ``binding_rule``, with the rules of the area and the limits already worked out."""
    found = NONE
    # One by one and not in a loop: a compiler then drops from each what is the same without that rule.
    found = GROSS_LIMIT if _award_without(GROSS_LIMIT, facts, law, area, limit, before_limit) != award else found
    found = (
        RETAINED_CAPITAL if _award_without(RETAINED_CAPITAL, facts, law, area, limit, before_limit) != award else found
    )
    found = ANNUAL_LIMIT if _award_without(ANNUAL_LIMIT, facts, law, area, limit, before_limit) != award else found
    found = WITHHOLDINGS if _award_without(WITHHOLDINGS, facts, law, area, limit, before_limit) != award else found
    found = NECESSITY if _award_without(NECESSITY, facts, law, area, limit, before_limit) != award else found
    found = CAPITAL_ROUTE if _award_without(CAPITAL_ROUTE, facts, law, area, limit, before_limit) != award else found
    return found if area.is_eligible else NOT_ELIGIBLE


def _award_without(rule: int, facts: Facts, law: Figures, area: AreaRules, limit: Limits, before_limit: int) -> int:
    """34:1B-246(d)-(f): the award of a year as if one rule were not there; cents."""
    return final_under(facts, law, area, limit, before_limit, rule).annual_award


def binding_rule(facts: Facts, law: Figures, before_limit: int, award: int) -> int:
    """The last rule, in the order of the sheet, without which the award of a year would differ."""
    area = area_rules(facts, law)
    return binding_rule_in(facts, law, area, limits(facts, law, area), before_limit, award)


def withholdings_are_untested(facts: Facts, paragraph: int) -> bool:
    """34:1B-246(f)(5), (6): the award is limited by withholdings under this paragraph, and these are not known."""
    return withholdings_govern(paragraph) and facts.annual_withholdings == UNKNOWN


def necessity_is_untested(facts: Facts, law: Figures, by_jobs: int, after_withholdings: int) -> bool:
    """34:1B-246(f), last paragraph: the amount necessary would be decided, and it is not known."""
    if facts.amount_necessary != UNKNOWN:
        return False
    return necessity_is_triggered(facts, law, by_jobs, after_withholdings)


def fill(facts: Facts, law: Figures) -> Sheet:
    """34:1B-246(b)-(f): the whole award sheet of one project under one law, in cents."""
    area = area_rules(facts, law)
    limit = limits(facts, law, area)
    bonus = bonuses_in(facts, law, area.is_eligible)
    before_limit = area.base_amount + sum(bonus)
    final = final_under(facts, law, area, limit, before_limit, NONE)
    return Sheet(
        area.base_amount,
        bonus,
        sum(bonus),
        before_limit,
        area.gross_limit,
        final.gross_amount,
        final.new_job_amount,
        final.retained_job_amount,
        final.annual_by_jobs,
        area.annual_limit,
        UNKNOWN if limit.withholdings == NO_LIMIT else limit.withholdings,
        final.after_annual_limit,
        final.after_withholdings,
        final.annual_ordinary,
        final.annual_capital_route,
        final.annual_capital_route > final.annual_ordinary,
        final.annual_award,
        final.annual_award * facts.eligibility_years,
    )
