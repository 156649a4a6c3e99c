"""Subsection b: the base amount of each new or retained full-time job, by the order of the text."""

from credit_core.section5.facts import Facts
from credit_core.section5.figures import Figures

__all__ = ["base_amount", "base_paragraph", "conducts_doctoral_research", "is_eligible_area"]


def is_eligible_area(facts: Facts) -> bool:
    """34:1B-246(b): whether the project lies in any area that the section rewards, or is a mega project."""
    return (
        facts.urban_transit_hub_municipality
        or facts.growth_zone
        or facts.mega_project
        or facts.create_zone
        or facts.distressed_municipality
        or facts.priority_area
        or facts.other_eligible_area
    )


def conducts_doctoral_research(facts: Facts) -> bool:
    """34:1B-246(b)(1)(b): a targeted industry in a Create Zone doing research with its doctoral university."""
    return facts.create_zone and facts.targeted_industry and facts.doctoral_research


def base_paragraph(facts: Facts) -> int:
    """34:1B-246(b): the first paragraph that fits: 1 for (1)(a), 2 for (1)(b), 3 to 5 for (2) to (4), 0 for none.

    A Create Zone project without the research of (1)(b) takes the next category it is in, at least (4).
    """
    if facts.urban_transit_hub_municipality or facts.growth_zone or facts.mega_project:
        return 1
    if conducts_doctoral_research(facts):
        return 2
    if facts.distressed_municipality:
        return 3
    if facts.priority_area:
        return 4
    if facts.other_eligible_area or facts.create_zone:
        return 5
    return 0


def base_amount(facts: Facts, law: Figures) -> int:
    """34:1B-246(b)(1)-(4): cents per job a year before any bonus; 0 outside every eligible area."""
    paragraph = base_paragraph(facts)
    if paragraph == 0:
        return 0
    return (law.base.b1a, law.base.b1b, law.base.b2, law.base.b3, law.base.b4)[paragraph - 1]
