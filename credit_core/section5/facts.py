"""What a rule of section 5 is told of a project: whole numbers, and nothing else.

The names are the flat names of the facts. Dollars are whole cents, shares are basis points (50 % is 5,000),
jobs and areas are counts. ``UNKNOWN`` stands for a fact left blank, which is neither zero nor false.
"""

from typing import NamedTuple

__all__ = ["INDUSTRIAL", "NEW_CONSTRUCTION", "UNKNOWN", "Facts"]

UNKNOWN = -1

# Positions of the options of ``facility_use`` and ``construction``.
INDUSTRIAL = 1
NEW_CONSTRUCTION = 0


class Facts(NamedTuple):
    """One project, as the rules read it."""

    new_jobs: int
    retained_jobs: int
    jobs_new_to_municipality: int  # UNKNOWN: derived, see d_camden_route.jobs_new_to_the_municipality
    average_salary: int  # cents a year, or UNKNOWN
    benchmark_salary: int  # cents a year, or UNKNOWN

    capital_investment: int  # cents
    industrial_capital_investment: int  # cents
    facility_use: int
    construction: int
    gross_leasable_sqft: int
    minimum_capital_investment: int  # cents, or UNKNOWN: computed, see section3

    targeted_industry: bool
    automobile_headquarters: bool
    already_in_municipality: bool
    mega_project: bool
    disaster_recovery_project: bool
    replaces_disaster_damaged_facility: bool
    doctoral_research: bool
    college_research: bool
    marine_terminal: bool

    south_jersey: bool  # derived from the county: the eight counties of c(12)
    urban_transit_hub_municipality: bool
    growth_zone: bool
    municipal_rehabilitation: bool
    tourism_district: bool
    create_zone: bool
    distressed_municipality: bool
    priority_area: bool
    other_eligible_area: bool
    south_jersey_port_district: bool
    deep_poverty_pocket: bool
    choice_neighborhood: bool
    revitalization_index_2007: int  # or UNKNOWN
    redevelopment_area: bool
    us_highways: int
    state_highways: int
    light_rail: bool

    incubator_facility: bool
    moderate_income_housing_percent: int  # basis points
    transit_oriented_development: bool
    exceeds_leed_silver: bool
    substantial_remediation: bool
    solar_percent: int  # basis points
    vacant_building_sqft: int
    vacant_over_one_year: bool

    annual_withholdings: int  # cents a year, or UNKNOWN
    amount_necessary: int  # cents a year, or UNKNOWN
    eligibility_years: int
    authority_bonus: int  # cents per job a year
