"""Subsection d, paragraphs (1) to (6): the most that the gross amount may be for each job a year."""

from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.categories import governing_paragraph
from credit_core.section5.facts import Facts
from credit_core.section5.figures import Figures

__all__ = [
    "applies_d1",
    "applies_d2",
    "applies_d3",
    "applies_d4",
    "applies_d5",
    "area_limit_paragraph",
    "gross_amount",
    "gross_limit",
    "gross_limit_paragraph",
    "limit_of_d",
]

# Reading of ``disaster_limit``: the $2,000 bind in every area.
_ALWAYS = 0
_OTHER_AREAS = 5
_DISASTER = 6


def applies_d1(facts: Facts) -> bool:
    """34:1B-246(d)(1): a mega project, or a project in a growth zone."""
    return facts.mega_project or facts.growth_zone


def applies_d2(facts: Facts) -> bool:
    """34:1B-246(d)(2): in an urban transit hub municipality or a Create Zone, by location alone."""
    return facts.urban_transit_hub_municipality or facts.create_zone


def applies_d3(facts: Facts) -> bool:
    """34:1B-246(d)(3): in a distressed municipality."""
    return facts.distressed_municipality


def applies_d4(facts: Facts) -> bool:
    """34:1B-246(d)(4): in an "other" priority area: one where no earlier category fits."""
    return facts.priority_area and not (applies_d1(facts) or applies_d2(facts) or applies_d3(facts))


def applies_d5(facts: Facts) -> bool:
    """34:1B-246(d)(5): in an "other" eligible area: one where no earlier category fits."""
    earlier = applies_d1(facts) or applies_d2(facts) or applies_d3(facts) or applies_d4(facts)
    return facts.other_eligible_area and not earlier


def limit_of_d(paragraph: int, law: Figures) -> int:
    """34:1B-246(d)(1)-(6): the amount of a paragraph, cents per job a year."""
    limits = law.gross_limit
    return (limits.d1, limits.d2, limits.d3, limits.d4, limits.d5, limits.d6)[paragraph - 1]


def area_limit_paragraph(facts: Facts, law: Figures) -> int:
    """34:1B-246(d)(1)-(5): the paragraph that governs by area (reading ``overlapping_categories``); 0 for none."""
    applies = (
        applies_d1(facts),
        applies_d2(facts),
        applies_d3(facts),
        applies_d4(facts),
        applies_d5(facts),
    )
    limits = law.gross_limit
    amounts = (limits.d1, limits.d2, limits.d3, limits.d4, limits.d5)
    return governing_paragraph(applies, amounts, law.reading.overlapping_categories)


def gross_limit_paragraph(facts: Facts, law: Figures) -> int:
    """34:1B-246(d)(1)-(6): the paragraph whose amount governs, that of (6) included (reading ``disaster_limit``)."""
    area = area_limit_paragraph(facts, law)
    if area == 0 or not facts.disaster_recovery_project:
        return area
    if law.reading.disaster_limit != _ALWAYS and area != _OTHER_AREAS:
        return area
    return _DISASTER if law.gross_limit.d6 < limit_of_d(area, law) else area


def gross_limit(facts: Facts, law: Figures) -> int:
    """34:1B-246(d)(1)-(6): the most a job may earn, cents a year; 0 outside every eligible area."""
    if not is_eligible_area(facts):
        return 0
    return limit_of_d(gross_limit_paragraph(facts, law), law)


def gross_amount(before_limit: int, limit: int) -> int:
    """34:1B-246(d): the base and the bonuses, at most the limit; cents per job a year."""
    return min(before_limit, limit)
