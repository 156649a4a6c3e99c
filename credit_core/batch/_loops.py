"""The loops over rows that are compiled: the facts of one row, the functions of ``section5``, the cells to write.

They are plain Python and run as such; ``_kernel`` compiles them. ``columns`` is a ``Facts`` of arrays, ``out`` a
``Sheet`` of arrays: fields are named one by one because a compiled loop cannot look names up.
"""

from __future__ import annotations

from math import nan
from typing import Any

from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import NO_LIMIT, Figures
from credit_core.section5.sheet import (
    Bonus,
    Sheet,
    annual_award,
    binding_rule,
    fill,
    necessity_is_untested,
    withholdings_are_untested,
)

__all__ = ["HELPERS", "NECESSITY_UNTESTED", "WITHHOLDINGS_UNTESTED", "award_loop", "sheet_loop"]

WITHHOLDINGS_UNTESTED = 1
NECESSITY_UNTESTED = 2

_CENTS = 100
# Up to here a float64 holds every whole number, so that one division gives the nearest float of the dollars.
_EXACT = 2**53


def award_loop(columns: Any, law: Figures, length: int, awards: Any) -> None:
    """The award of a year of every row, in cents."""
    for row in range(length):
        awards[row] = annual_award(facts_of_row(columns, row), law)


def sheet_loop(columns: Any, law: Figures, length: int, out: Any, binding: Any, untested: Any) -> None:
    """The whole award sheet of every row, in dollars, with the rule that binds and the limits not tested."""
    for row in range(length):
        facts = facts_of_row(columns, row)
        sheet = fill(facts, law)
        store(out, row, sheet)
        binding[row] = binding_rule(facts, law, sheet.gross_before_limit, sheet.annual_award)
        untested[row] = untested_limits(facts, law, sheet)


def dollars(cents: int) -> float:
    """Cents as dollars: the float nearest to the exact amount, which a plain division misses beyond 2**53 cents."""
    if cents < _EXACT:
        return cents / _CENTS
    whole = cents // _CENTS
    return whole + (cents - whole * _CENTS) / _CENTS


def dollars_or_blank(cents: int) -> float:
    """Cents as dollars, or NaN for a limit that is lifted or not known."""
    return nan if cents in (UNKNOWN, NO_LIMIT) else dollars(cents)


def untested_limits(facts: Facts, law: Figures, sheet: Sheet) -> int:
    """The limits that a blank fact leaves untested, added up."""
    withholdings = withholdings_are_untested(facts, law)
    necessity = necessity_is_untested(facts, law, sheet.annual_by_jobs, sheet.after_withholdings)
    return (WITHHOLDINGS_UNTESTED if withholdings else 0) + (NECESSITY_UNTESTED if necessity else 0)


def facts_of_row(columns: Any, row: int) -> Facts:
    """The facts of one row, in the order of ``Facts``."""
    return Facts(
        columns.new_jobs[row],
        columns.retained_jobs[row],
        columns.jobs_new_to_municipality[row],
        columns.average_salary[row],
        columns.benchmark_salary[row],
        columns.capital_investment[row],
        columns.industrial_capital_investment[row],
        columns.facility_use[row],
        columns.construction[row],
        columns.gross_leasable_sqft[row],
        columns.minimum_capital_investment[row],
        columns.targeted_industry[row],
        columns.automobile_headquarters[row],
        columns.already_in_municipality[row],
        columns.mega_project[row],
        columns.disaster_recovery_project[row],
        columns.replaces_disaster_damaged_facility[row],
        columns.doctoral_research[row],
        columns.college_research[row],
        columns.marine_terminal[row],
        columns.south_jersey[row],
        columns.urban_transit_hub_municipality[row],
        columns.growth_zone[row],
        columns.municipal_rehabilitation[row],
        columns.tourism_district[row],
        columns.create_zone[row],
        columns.distressed_municipality[row],
        columns.priority_area[row],
        columns.other_eligible_area[row],
        columns.south_jersey_port_district[row],
        columns.deep_poverty_pocket[row],
        columns.choice_neighborhood[row],
        columns.revitalization_index_2007[row],
        columns.redevelopment_area[row],
        columns.us_highways[row],
        columns.state_highways[row],
        columns.light_rail[row],
        columns.incubator_facility[row],
        columns.moderate_income_housing_percent[row],
        columns.transit_oriented_development[row],
        columns.exceeds_leed_silver[row],
        columns.substantial_remediation[row],
        columns.solar_percent[row],
        columns.vacant_building_sqft[row],
        columns.vacant_over_one_year[row],
        columns.annual_withholdings[row],
        columns.amount_necessary[row],
        columns.eligibility_years[row],
        columns.authority_bonus[row],
    )


def store(out: Any, row: int, sheet: Sheet) -> None:
    """Write one sheet in dollars."""
    out.base_amount[row] = dollars(sheet.base_amount)
    store_bonuses(out.bonus, row, sheet.bonus)
    out.bonuses_total[row] = dollars(sheet.bonuses_total)
    out.gross_before_limit[row] = dollars(sheet.gross_before_limit)
    out.gross_limit[row] = dollars_or_blank(sheet.gross_limit)
    out.gross_amount[row] = dollars(sheet.gross_amount)
    out.new_job_amount[row] = dollars(sheet.new_job_amount)
    out.retained_job_amount[row] = dollars(sheet.retained_job_amount)
    out.annual_by_jobs[row] = dollars(sheet.annual_by_jobs)
    out.annual_limit[row] = dollars_or_blank(sheet.annual_limit)
    out.withholdings_limit[row] = dollars_or_blank(sheet.withholdings_limit)
    out.after_annual_limit[row] = dollars(sheet.after_annual_limit)
    out.after_withholdings[row] = dollars(sheet.after_withholdings)
    out.annual_ordinary[row] = dollars(sheet.annual_ordinary)
    out.annual_capital_route[row] = dollars(sheet.annual_capital_route)
    out.capital_route_used[row] = sheet.capital_route_used
    out.annual_award[row] = dollars(sheet.annual_award)
    out.total_award[row] = dollars(sheet.total_award)


def store_bonuses(out: Any, row: int, bonus: Bonus) -> None:
    """Write the increases of subsection c in dollars."""
    out.c1[row] = dollars(bonus.c1)
    out.c2[row] = dollars(bonus.c2)
    out.c3[row] = dollars(bonus.c3)
    out.c4[row] = dollars(bonus.c4)
    out.c5[row] = dollars(bonus.c5)
    out.c6[row] = dollars(bonus.c6)
    out.c7[row] = dollars(bonus.c7)
    out.c8[row] = dollars(bonus.c8)
    out.c9[row] = dollars(bonus.c9)
    out.c10[row] = dollars(bonus.c10)
    out.c11[row] = dollars(bonus.c11)
    out.c12[row] = dollars(bonus.c12)
    out.c13[row] = dollars(bonus.c13)
    out.c14[row] = dollars(bonus.c14)
    out.c15[row] = dollars(bonus.c15)
    out.c16[row] = dollars(bonus.c16)
    out.c17[row] = dollars(bonus.c17)
    out.c18[row] = dollars(bonus.c18)
    out.authority[row] = dollars(bonus.authority)


# What the loops call here; the functions of the section are found by ``_kernel``.
HELPERS = (dollars, dollars_or_blank, untested_limits, facts_of_row, store, store_bonuses)
