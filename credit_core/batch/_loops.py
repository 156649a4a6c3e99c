"""The loops over rows that are compiled: the facts of one row, the functions of ``section5``, the cells to write.

They are plain Python and run as such; ``_kernel`` compiles them. ``columns`` is a ``Facts`` of arrays, ``out`` a
``Sheet`` of arrays: fields are named one by one because a compiled loop cannot look names up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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
from credit_core.section5.d_camden_route import is_camden_project
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import NO_LIMIT, Bonuses, Figures, Readings
from credit_core.section5.sheet import (
    NONE,
    AreaRules,
    Bonus,
    Limits,
    Sheet,
    binding_rule_in,
    final_under,
    flat_bonuses,
    limits,
    necessity_is_untested,
    withholdings_are_untested,
)

__all__ = ["HELPERS", "LOOPS", "NECESSITY_UNTESTED", "USUAL_READINGS", "WITHHOLDINGS_UNTESTED"]

WITHHOLDINGS_UNTESTED = 1
NECESSITY_UNTESTED = 2

# The default of every reading. Where it is in force the compiler leaves out what the others would do.
USUAL_READINGS = Readings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

# Rows that are worked on at once: their columns stay in the nearest caches from one loop to the next.
BLOCK = 2_048

# What an amount for a job of a usual law fits into, and what it hangs on (`_kernel` asks that).
four_bytes: Any = np.int32


class Work(NamedTuple):
    """What is found on the way for the rows of one block."""

    kind: Any  # of area: its place in the table of kinds
    eligible: Any
    bonuses: Any  # their sum, cents per job
    capital_limb: Any  # this and what follows: the fields of ``Limits``
    withholdings: Any
    capital_route: Any
    camden: Any  # rows that the capital route is open to


def award_loop(columns: Any, law: Figures, kinds: Any, areas: Any, length: int, awards: Any) -> None:
    """The award of a year of every row, in cents, block after block."""
    work = new_work()
    for start in range(0, length, BLOCK):
        rows = min(BLOCK, length - start)
        block = facts_of_block(columns, start, start + rows)
        find_kinds(block, kinds, rows, work)
        add_flat_bonuses(block, law, rows, work)
        add_stepped_bonuses(block, law, rows, work)
        find_limits(block, law, areas, rows, work)
        find_awards(block, law, areas, rows, work, awards[start : start + rows])


def usual_award_loop(columns: Any, law: Figures, kinds: Any, areas: Any, length: int, awards: Any) -> None:
    """As ``award_loop``, for a law whose readings are the usual ones."""
    award_loop(columns, with_usual_readings(law), kinds, areas, length, awards)


def find_awards(columns: Any, law: Figures, areas: Any, length: int, work: Any, awards: Any) -> None:
    """The award of a year of every row."""
    for row in range(length):
        area = area_of_kind(areas, work.kind[row])
        before = area.base_amount + work.bonuses[row] if area.is_eligible else 0
        awards[row] = final_under(
            facts_of_row(columns, row), law, area, limits_of_row(work, row), before, NONE
        ).annual_award


def find_kinds(columns: Any, kinds: Any, length: int, work: Any) -> None:
    """The kind of area of every row."""
    for row in range(length):
        work.kind[row] = area_place(columns, row)
    for row in range(length):
        work.kind[row] = kinds[work.kind[row]]


def add_flat_bonuses(columns: Any, law: Figures, length: int, work: Any) -> None:
    """The sum of the increases that are had or not, as if every area were eligible."""
    for row in range(length):
        work.bonuses[row] = sum(flat_bonuses(facts_of_row(columns, row), law))


def add_stepped_bonuses(columns: Any, law: Figures, length: int, work: Any) -> None:
    """The increases that are counted in steps, one at a time, so that each loop divides once."""
    for row in range(length):
        c5, c10 = c5_and_c10(facts_of_row(columns, row), law)
        work.bonuses[row] += c5 + c10
    for row in range(length):
        work.bonuses[row] += c6_average_salary(facts_of_row(columns, row), law)


def find_limits(columns: Any, law: Figures, areas: Any, length: int, work: Any) -> None:
    """The limits of every row that hang on no other amount, one at a time."""
    for row in range(length):
        area = area_of_kind(areas, work.kind[row])
        work.capital_limb[row] = limits(facts_of_row(columns, row), law, area).capital_limb
    for row in range(length):
        area = area_of_kind(areas, work.kind[row])
        work.withholdings[row] = limits(facts_of_row(columns, row), law, area).withholdings
    for row in range(length):
        work.capital_route[row] = 0
    for number in range(find_camden_projects(columns, length, work.camden)):
        row = work.camden[number]
        area = area_of_kind(areas, work.kind[row])
        work.capital_route[row] = limits(facts_of_row(columns, row), law, area).capital_route


def find_camden_projects(columns: Any, length: int, rows: Any) -> int:
    """The rows that the capital route is open to, and how many: they are few, and its tiers are many to ask."""
    found = 0
    for row in range(length):
        rows[found] = row
        found += is_camden_project(facts_of_row(columns, row))
    return found


def sheet_loop(
    columns: Any, law: Figures, kinds: Any, areas: Any, length: int, out: Any, binding: Any, untested: Any
) -> None:
    """The whole award sheet of every row, in cents, with the rule that binds and the limits not tested."""
    work = new_work()
    for start in range(0, length, BLOCK):
        rows = min(BLOCK, length - start)
        block = facts_of_block(columns, start, start + rows)
        part = sheet_of_block(out, start, start + rows)
        find_kinds(block, kinds, rows, work)
        find_eligible(areas, rows, work)
        find_bonuses(block, law, rows, work.eligible, part.bonus)
        add_bonuses(part.bonus, rows, work.bonuses)
        find_limits(block, law, areas, rows, work)
        find_amounts(areas, rows, work, part)
        find_sheets(block, law, areas, rows, work, part, binding[start : start + rows])
        find_untested(block, law, areas, rows, work, part, untested[start : start + rows])


def usual_sheet_loop(
    columns: Any, law: Figures, kinds: Any, areas: Any, length: int, out: Any, binding: Any, untested: Any
) -> None:
    """As ``sheet_loop``, for a law whose readings are the usual ones."""
    sheet_loop(columns, with_usual_readings(law), kinds, areas, length, out, binding, untested)


def with_usual_readings(law: Figures) -> Figures:
    """The same law, its readings said as constants."""
    return Figures(
        law.base,
        narrow_bonuses(law.bonus),
        law.gross_limit,
        law.route,
        law.retained,
        law.annual_limit,
        law.share,
        law.minimum_capital,
        USUAL_READINGS,
    )


def narrow_bonuses(bonus: Any) -> Any:
    """The same increases in four bytes, so that twice as many are added up at once."""
    return Bonuses(
        four_bytes(bonus.c1),
        four_bytes(bonus.c2),
        four_bytes(bonus.c3),
        four_bytes(bonus.c3_share),
        four_bytes(bonus.c4),
        bonus.c5,
        bonus.c6,
        bonus.c7,
        four_bytes(bonus.c8),
        four_bytes(bonus.c9),
        bonus.c10,
        four_bytes(bonus.c11),
        four_bytes(bonus.c11_jobs),
        four_bytes(bonus.c12),
        four_bytes(bonus.c12_index),
        four_bytes(bonus.c13),
        four_bytes(bonus.c14),
        four_bytes(bonus.c15),
        four_bytes(bonus.c15_us_highways),
        four_bytes(bonus.c15_state_highways),
        four_bytes(bonus.c16),
        four_bytes(bonus.c16_share),
        four_bytes(bonus.c17),
        four_bytes(bonus.c17_sqft),
        four_bytes(bonus.c18),
        four_bytes(bonus.authority),
    )


def find_eligible(areas: Any, length: int, work: Any) -> None:
    """Whether each row lies in an eligible area."""
    for row in range(length):
        work.eligible[row] = areas.is_eligible[work.kind[row]]


def find_bonuses(columns: Any, law: Figures, length: int, eligible: Any, out: Any) -> None:
    """The increases of subsection c one after the other; none outside every eligible area."""
    for row in range(length):
        out.c1[row] = where(eligible[row], c1_deep_poverty_or_choice_neighborhood(facts_of_row(columns, row), law))
    for row in range(length):
        out.c2[row] = where(eligible[row], c2_incubator_facility(facts_of_row(columns, row), law))
    for row in range(length):
        out.c3[row] = where(eligible[row], c3_moderate_income_housing(facts_of_row(columns, row), law))
    for row in range(length):
        out.c4[row] = where(eligible[row], c4_transit_oriented_development(facts_of_row(columns, row), law))
    for row in range(length):
        c5, c10 = c5_and_c10(facts_of_row(columns, row), law)
        out.c5[row] = where(eligible[row], c5)
        out.c10[row] = where(eligible[row], c10)
    for row in range(length):
        out.c6[row] = where(eligible[row], c6_average_salary(facts_of_row(columns, row), law))
    for row in range(length):
        out.c7[row] = where(eligible[row], c7_number_of_jobs(facts_of_row(columns, row), law))
    for row in range(length):
        out.c8[row] = where(eligible[row], c8_targeted_industry(facts_of_row(columns, row), law))
    for row in range(length):
        out.c9[row] = where(eligible[row], c9_leed_or_remediation(facts_of_row(columns, row), law))
    for row in range(length):
        out.c11[row] = where(eligible[row], c11_automobile_headquarters(facts_of_row(columns, row), law))
    for row in range(length):
        out.c12[row] = where(eligible[row], c12_revitalization_index(facts_of_row(columns, row), law))
    for row in range(length):
        out.c13[row] = where(eligible[row], c13_light_rail(facts_of_row(columns, row), law))
    for row in range(length):
        out.c14[row] = where(eligible[row], c14_marine_terminal(facts_of_row(columns, row), law))
    for row in range(length):
        out.c15[row] = where(eligible[row], c15_redevelopment_near_highways(facts_of_row(columns, row), law))
    for row in range(length):
        out.c16[row] = where(eligible[row], c16_solar_energy(facts_of_row(columns, row), law))
    for row in range(length):
        out.c17[row] = where(eligible[row], c17_vacant_commercial_building(facts_of_row(columns, row), law))
    for row in range(length):
        out.c18[row] = where(eligible[row], c18_college_research(facts_of_row(columns, row), law))
    for row in range(length):
        out.authority[row] = where(eligible[row], authority_criterion(facts_of_row(columns, row), law))


def where(eligible: bool, amount: int) -> int:
    """An increase in an eligible area, or none.

    A function, because its arguments are worked out for every row: what is read for some rows alone is read one by one.
    """
    return amount if eligible else 0


def add_bonuses(out: Any, length: int, total: Any) -> None:
    """The sum of the increases."""
    for row in range(length):
        total[row] = 0
    add_bonus(out.c1, length, total)
    add_bonus(out.c2, length, total)
    add_bonus(out.c3, length, total)
    add_bonus(out.c4, length, total)
    add_bonus(out.c5, length, total)
    add_bonus(out.c6, length, total)
    add_bonus(out.c7, length, total)
    add_bonus(out.c8, length, total)
    add_bonus(out.c9, length, total)
    add_bonus(out.c10, length, total)
    add_bonus(out.c11, length, total)
    add_bonus(out.c12, length, total)
    add_bonus(out.c13, length, total)
    add_bonus(out.c14, length, total)
    add_bonus(out.c15, length, total)
    add_bonus(out.c16, length, total)
    add_bonus(out.c17, length, total)
    add_bonus(out.c18, length, total)
    add_bonus(out.authority, length, total)


def add_bonus(bonus: Any, length: int, total: Any) -> None:
    """One increase more."""
    for row in range(length):
        total[row] += bonus[row]


def find_amounts(areas: Any, length: int, work: Any, out: Any) -> None:
    """The amounts that follow from the area and the sum of the increases."""
    for row in range(length):
        area = area_of_kind(areas, work.kind[row])
        out.base_amount[row] = area.base_amount
        out.bonuses_total[row] = work.bonuses[row]
        out.gross_before_limit[row] = area.base_amount + work.bonuses[row]
        out.gross_limit[row] = or_blank(area.gross_limit)
        out.annual_limit[row] = or_blank(area.annual_limit)
        out.withholdings_limit[row] = or_blank(work.withholdings[row])


def find_sheets(columns: Any, law: Figures, areas: Any, length: int, work: Any, out: Any, binding: Any) -> None:
    """The amounts from the gross amount to the award, and the rule that binds."""
    for row in range(length):
        facts = facts_of_row(columns, row)
        area = area_of_kind(areas, work.kind[row])
        limit = limits_of_row(work, row)
        before = area.base_amount + work.bonuses[row]
        final = final_under(facts, law, area, limit, before, NONE)
        out.gross_amount[row] = final.gross_amount
        out.new_job_amount[row] = final.new_job_amount
        out.retained_job_amount[row] = final.retained_job_amount
        out.annual_by_jobs[row] = final.annual_by_jobs
        out.after_annual_limit[row] = final.after_annual_limit
        out.after_withholdings[row] = final.after_withholdings
        out.annual_ordinary[row] = final.annual_ordinary
        out.annual_capital_route[row] = final.annual_capital_route
        out.capital_route_used[row] = final.annual_capital_route > final.annual_ordinary
        out.annual_award[row] = final.annual_award
        out.total_award[row] = final.annual_award * facts.eligibility_years
        binding[row] = binding_rule_in(facts, law, area, limit, before, final.annual_award)


def find_untested(columns: Any, law: Figures, areas: Any, length: int, work: Any, out: Any, untested: Any) -> None:
    """The limits of every row that a blank fact leaves untested, added up."""
    for row in range(length):
        facts = facts_of_row(columns, row)
        withholdings = withholdings_are_untested(facts, areas.annual_limit_paragraph[work.kind[row]])
        necessity = necessity_is_untested(facts, law, out.annual_by_jobs[row], out.after_withholdings[row])
        untested[row] = (WITHHOLDINGS_UNTESTED if withholdings else 0) + (NECESSITY_UNTESTED if necessity else 0)


def limits_of_row(work: Any, row: int) -> Limits:
    """The limits that were found for one row."""
    return Limits(work.capital_limb[row], work.withholdings[row], work.capital_route[row])


def new_work() -> Any:
    """Room for one block."""
    return Work(
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.bool_),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(BLOCK, np.int16),
    )


def area_of_kind(areas: Any, kind: int) -> AreaRules:
    """The rules of one kind of area."""
    return AreaRules(
        areas.is_eligible[kind],
        areas.base_amount[kind],
        areas.gross_limit[kind],
        areas.annual_limit[kind],
        areas.annual_limit_paragraph[kind],
        areas.retained_at_full[kind],
    )


def area_place(columns: Any, row: int) -> Any:
    """The place of a row's area among all combinations: a bit for each of ``AREA_FACTS``, in their order."""
    return (
        columns.urban_transit_hub_municipality[row]
        | columns.growth_zone[row] << 1
        | columns.mega_project[row] << 2
        | columns.create_zone[row] << 3
        | columns.distressed_municipality[row] << 4
        | columns.priority_area[row] << 5
        | columns.other_eligible_area[row] << 6
        | columns.municipal_rehabilitation[row] << 7
        | columns.tourism_district[row] << 8
        | columns.disaster_recovery_project[row] << 9
        | columns.targeted_industry[row] << 10
        | columns.doctoral_research[row] << 11
        | columns.automobile_headquarters[row] << 12
        | columns.replaces_disaster_damaged_facility[row] << 13
    )


def or_blank(limit: int) -> int:
    """A limit in cents, or ``UNKNOWN`` for one that is lifted or does not apply."""
    return UNKNOWN if limit == NO_LIMIT else limit


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


def facts_of_block(columns: Any, start: int, stop: int) -> Any:
    """The facts of some rows, as a ``Facts`` of arrays."""
    return Facts(
        columns.new_jobs[start:stop],
        columns.retained_jobs[start:stop],
        columns.jobs_new_to_municipality[start:stop],
        columns.average_salary[start:stop],
        columns.benchmark_salary[start:stop],
        columns.capital_investment[start:stop],
        columns.industrial_capital_investment[start:stop],
        columns.facility_use[start:stop],
        columns.construction[start:stop],
        columns.gross_leasable_sqft[start:stop],
        columns.minimum_capital_investment[start:stop],
        columns.targeted_industry[start:stop],
        columns.automobile_headquarters[start:stop],
        columns.already_in_municipality[start:stop],
        columns.mega_project[start:stop],
        columns.disaster_recovery_project[start:stop],
        columns.replaces_disaster_damaged_facility[start:stop],
        columns.doctoral_research[start:stop],
        columns.college_research[start:stop],
        columns.marine_terminal[start:stop],
        columns.south_jersey[start:stop],
        columns.urban_transit_hub_municipality[start:stop],
        columns.growth_zone[start:stop],
        columns.municipal_rehabilitation[start:stop],
        columns.tourism_district[start:stop],
        columns.create_zone[start:stop],
        columns.distressed_municipality[start:stop],
        columns.priority_area[start:stop],
        columns.other_eligible_area[start:stop],
        columns.south_jersey_port_district[start:stop],
        columns.deep_poverty_pocket[start:stop],
        columns.choice_neighborhood[start:stop],
        columns.revitalization_index_2007[start:stop],
        columns.redevelopment_area[start:stop],
        columns.us_highways[start:stop],
        columns.state_highways[start:stop],
        columns.light_rail[start:stop],
        columns.incubator_facility[start:stop],
        columns.moderate_income_housing_percent[start:stop],
        columns.transit_oriented_development[start:stop],
        columns.exceeds_leed_silver[start:stop],
        columns.substantial_remediation[start:stop],
        columns.solar_percent[start:stop],
        columns.vacant_building_sqft[start:stop],
        columns.vacant_over_one_year[start:stop],
        columns.annual_withholdings[start:stop],
        columns.amount_necessary[start:stop],
        columns.eligibility_years[start:stop],
        columns.authority_bonus[start:stop],
    )


def sheet_of_block(out: Any, start: int, stop: int) -> Any:
    """The sheets of some rows, as a ``Sheet`` of arrays."""
    return Sheet(
        out.base_amount[start:stop],
        bonuses_of_block(out.bonus, start, stop),
        out.bonuses_total[start:stop],
        out.gross_before_limit[start:stop],
        out.gross_limit[start:stop],
        out.gross_amount[start:stop],
        out.new_job_amount[start:stop],
        out.retained_job_amount[start:stop],
        out.annual_by_jobs[start:stop],
        out.annual_limit[start:stop],
        out.withholdings_limit[start:stop],
        out.after_annual_limit[start:stop],
        out.after_withholdings[start:stop],
        out.annual_ordinary[start:stop],
        out.annual_capital_route[start:stop],
        out.capital_route_used[start:stop],
        out.annual_award[start:stop],
        out.total_award[start:stop],
    )


def bonuses_of_block(out: Any, start: int, stop: int) -> Any:
    """The increases of some rows, as a ``Bonus`` of arrays."""
    return Bonus(
        out.c1[start:stop],
        out.c2[start:stop],
        out.c3[start:stop],
        out.c4[start:stop],
        out.c5[start:stop],
        out.c6[start:stop],
        out.c7[start:stop],
        out.c8[start:stop],
        out.c9[start:stop],
        out.c10[start:stop],
        out.c11[start:stop],
        out.c12[start:stop],
        out.c13[start:stop],
        out.c14[start:stop],
        out.c15[start:stop],
        out.c16[start:stop],
        out.c17[start:stop],
        out.c18[start:stop],
        out.authority[start:stop],
    )


# What is called from outside: for a law with the usual readings, and for any other.
LOOPS = (usual_award_loop, usual_sheet_loop, award_loop, sheet_loop)

# What the loops call here; the functions of the section are found by ``_kernel``.
HELPERS = (
    award_loop,
    sheet_loop,
    with_usual_readings,
    narrow_bonuses,
    find_awards,
    find_kinds,
    add_flat_bonuses,
    add_stepped_bonuses,
    find_limits,
    find_camden_projects,
    find_bonuses,
    find_eligible,
    where,
    add_bonuses,
    add_bonus,
    find_sheets,
    find_amounts,
    find_untested,
    limits_of_row,
    new_work,
    area_of_kind,
    area_place,
    or_blank,
    facts_of_row,
    facts_of_block,
    sheet_of_block,
    bonuses_of_block,
)
