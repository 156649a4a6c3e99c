"""Subsection c: the increases for each new or retained full-time job, paragraphs (1) to (18) and the opening words.

Each function answers in cents per job a year. Increases add up; none excludes another unless its paragraph says so.
What is measured in steps is worked out first and granted afterwards: a choice between two amounts costs a compiled
loop far less than a jump.
"""

from credit_core.section5.arithmetic import complete_steps, stepped_amount
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import Figures, SteppedBonus
from credit_core.section5.section3 import THIRDS, minimum_capital_thirds

__all__ = [
    "all_jobs",
    "authority_criterion",
    "c1_deep_poverty_or_choice_neighborhood",
    "c2_incubator_facility",
    "c3_moderate_income_housing",
    "c4_transit_oriented_development",
    "c5_and_c10",
    "c5_applies_to",
    "c5_industrial_capital",
    "c6_average_salary",
    "c7_number_of_jobs",
    "c8_targeted_industry",
    "c9_leed_or_remediation",
    "c10_applies_to",
    "c10_industrial_capital_mega_or_growth_zone",
    "c11_automobile_headquarters",
    "c12_revitalization_index",
    "c13_light_rail",
    "c14_marine_terminal",
    "c15_redevelopment_near_highways",
    "c16_solar_energy",
    "c17_vacant_commercial_building",
    "c18_college_research",
    "industrial_steps",
    "salaries_are_known",
    "salary_steps",
]

# Readings: ``partial_steps`` proportional, ``industrial_bonus`` both.
_PROPORTIONAL = 1
_BOTH = 1


def all_jobs(facts: Facts) -> int:
    """34:1B-246(c)(7), (e)(2): new and retained full-time jobs together."""
    return facts.new_jobs + facts.retained_jobs


def industrial_steps(facts: Facts, law: Figures, step: int) -> int:
    """34:1B-246(c)(5), (10): complete steps by which industrial capital exceeds the minimum capital investment."""
    return complete_steps(THIRDS * facts.industrial_capital_investment, minimum_capital_thirds(facts, law), step)


def _for_industrial_capital(facts: Facts, law: Figures, bonus: SteppedBonus) -> int:
    """What one of the two bonuses for industrial capital earns, whoever it is for; cents per job a year."""
    return stepped_amount(
        THIRDS * facts.industrial_capital_investment,
        minimum_capital_thirds(facts, law),
        bonus,
        law.reading.partial_steps == _PROPORTIONAL,
    )


def salaries_are_known(facts: Facts) -> bool:
    """34:1B-246(c)(6): whether both salaries that it compares are known."""
    return facts.average_salary != UNKNOWN and facts.benchmark_salary != UNKNOWN


def salary_steps(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(6): complete steps by which the average salary exceeds the county's or growth zone's."""
    steps = complete_steps(facts.average_salary, facts.benchmark_salary, law.bonus.c6.step)
    return steps if salaries_are_known(facts) else 0


def c1_deep_poverty_or_choice_neighborhood(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(1): in a deep poverty pocket, or an area under a federal Choice Neighborhoods plan."""
    return law.bonus.c1 if facts.deep_poverty_pocket or facts.choice_neighborhood else 0


def c2_incubator_facility(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(2): in a qualified incubator facility."""
    return law.bonus.c2 if facts.incubator_facility else 0


def c3_moderate_income_housing(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(3): mixed use with moderate income homes on site for at least 20 % of the full-time employees."""
    return law.bonus.c3 if facts.moderate_income_housing_percent >= law.bonus.c3_share else 0


def c4_transit_oriented_development(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(4): within a transit oriented development."""
    return law.bonus.c4 if facts.transit_oriented_development else 0


def c5_applies_to(facts: Facts, law: Figures) -> bool:
    """34:1B-246(c)(5): no mega project; a growth zone project only under the reading ``industrial_bonus: both``."""
    if facts.mega_project:
        return False
    return not facts.growth_zone or law.reading.industrial_bonus == _BOTH


def c5_industrial_capital(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(5): so much for each 20 % by which industrial capital exceeds the minimum, outside mega projects."""
    earned = _for_industrial_capital(facts, law, law.bonus.c5)
    return earned if c5_applies_to(facts, law) else 0


def c6_average_salary(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(6): so much for each 35 % by which the average salary exceeds the county's or growth zone's."""
    earned = stepped_amount(
        facts.average_salary,
        facts.benchmark_salary,
        law.bonus.c6,
        law.reading.partial_steps == _PROPORTIONAL,
    )
    return earned if salaries_are_known(facts) else 0


def c7_number_of_jobs(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(7)(a)-(e): by the number of new and retained jobs; the highest bracket reached counts alone."""
    jobs = all_jobs(facts)
    earned = 0
    for bracket in law.bonus.c7:
        if jobs >= bracket[0]:
            earned = bracket[1]
    return earned


def c8_targeted_industry(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(8): a business in a targeted industry."""
    return law.bonus.c8 if facts.targeted_industry else 0


def c9_leed_or_remediation(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(9): a facility better than LEED "Silver", or substantial environmental remediation; once."""
    return law.bonus.c9 if facts.exceeds_leed_silver or facts.substantial_remediation else 0


def c10_applies_to(facts: Facts) -> bool:
    """34:1B-246(c)(10): a mega project, or a project in a growth zone."""
    return facts.mega_project or facts.growth_zone


def c10_industrial_capital_mega_or_growth_zone(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(10): so much for each 20 % of industrial capital above the minimum, if mega or in a growth zone."""
    earned = _for_industrial_capital(facts, law, law.bonus.c10)
    return earned if c10_applies_to(facts) else 0


def c5_and_c10(facts: Facts, law: Figures) -> tuple[int, int]:
    """34:1B-246(c)(5), (10): both increases, the capital measured once: (5) is for whoever is outside (10).

    Under the reading ``industrial_bonus: both`` a growth zone project takes (5) besides.
    """
    in_c10 = c10_applies_to(facts)
    earned = _for_industrial_capital(facts, law, law.bonus.c10 if in_c10 else law.bonus.c5)
    besides = c5_industrial_capital(facts, law) if law.reading.industrial_bonus == _BOTH else 0
    return besides if in_c10 else earned, earned if in_c10 else 0


def c11_automobile_headquarters(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(11): a US automobile headquarters that stays in its municipality and retains at least 400 jobs."""
    stays = facts.automobile_headquarters and facts.already_in_municipality
    return law.bonus.c11 if stays and facts.retained_jobs >= law.bonus.c11_jobs else 0


def c12_revitalization_index(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(12): in the eight southern counties, a 2007 Municipality Revitalization Index greater than 465."""
    index = facts.revitalization_index_2007
    exceeds = index != UNKNOWN and index > law.bonus.c12_index
    return law.bonus.c12 if facts.south_jersey and exceeds else 0


def c13_light_rail(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(13): within half a mile of a light rail station built after the 2013 act took effect."""
    return law.bonus.c13 if facts.light_rail else 0


def c14_marine_terminal(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(14): a marine terminal in the South Jersey Port District, outside the growth zone."""
    in_district = facts.south_jersey_port_district and not facts.growth_zone
    return law.bonus.c14 if facts.marine_terminal and in_district else 0


def c15_redevelopment_near_highways(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(15): a redevelopment area within a quarter mile of one US and two State highways, or more."""
    near_us = facts.us_highways >= law.bonus.c15_us_highways
    near_state = facts.state_highways >= law.bonus.c15_state_highways
    return law.bonus.c15 if facts.redevelopment_area and near_us and near_state else 0


def c16_solar_energy(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(16): solar energy made and used on site for at least 50 % of the project's electric needs."""
    return law.bonus.c16 if facts.solar_percent >= law.bonus.c16_share else 0


def c17_vacant_commercial_building(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(17): a commercial building with over 1,000,000 vacant square feet for over one year."""
    is_large = facts.vacant_building_sqft > law.bonus.c17_sqft
    return law.bonus.c17 if is_large and facts.vacant_over_one_year else 0


def c18_college_research(facts: Facts, law: Figures) -> int:
    """34:1B-246(c)(18): a targeted industry on, or within three miles of, a college campus, doing research with it."""
    return law.bonus.c18 if facts.targeted_industry and facts.college_research else 0


def authority_criterion(facts: Facts, law: Figures) -> int:
    """34:1B-246(c), opening words: an increase under a criterion that the Authority added, or that a bill adds."""
    return facts.authority_bonus + law.bonus.authority
