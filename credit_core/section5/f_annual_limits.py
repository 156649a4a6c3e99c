"""Subsection f: the most a business may apply each year, and the amount necessary to complete the project."""

from credit_core.section5.arithmetic import WHOLE, quotient_of
from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.categories import governing_paragraph
from credit_core.section5.facts import UNKNOWN, Facts
from credit_core.section5.figures import NO_LIMIT, Figures

__all__ = [
    "after_necessity",
    "annual_limit",
    "annual_limit_paragraph",
    "applies_f1",
    "applies_f2",
    "applies_f3",
    "applies_f4",
    "applies_f5",
    "applies_f6",
    "is_exempt_from_necessity",
    "limit_of_f",
    "necessity_is_triggered",
    "withholdings_govern",
    "withholdings_limit",
]

_OTHER_PRIORITY = 5
_OTHER_ELIGIBLE = 6

# Readings: ``necessity_trigger`` before the limits, ``necessity_exception`` for the whole zone.
_BEFORE_LIMITS = 1
_WHOLE_ZONE = 1


def applies_f1(facts: Facts) -> bool:
    """34:1B-246(f)(1): in a growth zone that qualifies under the 2002 Act or contains a Tourism District."""
    return facts.growth_zone and (facts.municipal_rehabilitation or facts.tourism_district)


def applies_f2(facts: Facts) -> bool:
    """34:1B-246(f)(2): a mega project, or in a growth zone; (1) displaces it."""
    return (facts.mega_project or facts.growth_zone) and not applies_f1(facts)


def applies_f3(facts: Facts) -> bool:
    """34:1B-246(f)(3): in an urban transit hub municipality or a Create Zone, by location alone."""
    return facts.urban_transit_hub_municipality or facts.create_zone


def applies_f4(facts: Facts) -> bool:
    """34:1B-246(f)(4): in a distressed municipality."""
    return facts.distressed_municipality


def applies_f5(facts: Facts) -> bool:
    """34:1B-246(f)(5): in an "other" priority area: one where no earlier category fits."""
    earlier = applies_f1(facts) or applies_f2(facts) or applies_f3(facts) or applies_f4(facts)
    return facts.priority_area and not earlier


def applies_f6(facts: Facts) -> bool:
    """34:1B-246(f)(6): in an "other" eligible area: one where no earlier category fits."""
    earlier = applies_f1(facts) or applies_f2(facts) or applies_f3(facts) or applies_f4(facts)
    return facts.other_eligible_area and not (earlier or facts.priority_area)


def limit_of_f(paragraph: int, law: Figures) -> int:
    """34:1B-246(f)(1)-(6): the amount of a paragraph, cents a year."""
    limits = law.annual_limit
    return (limits.f1, limits.f2, limits.f3, limits.f4, limits.f5, limits.f6)[paragraph - 1]


def annual_limit_paragraph(facts: Facts, law: Figures) -> int:
    """34:1B-246(f)(1)-(6): the paragraph that governs (reading ``overlapping_categories``); 0 for none."""
    applies = (
        applies_f1(facts),
        applies_f2(facts),
        applies_f3(facts),
        applies_f4(facts),
        applies_f5(facts),
        applies_f6(facts),
    )
    limits = law.annual_limit
    amounts = (limits.f1, limits.f2, limits.f3, limits.f4, limits.f5, limits.f6)
    return governing_paragraph(applies, amounts, law.reading.overlapping_categories)


def annual_limit(facts: Facts, law: Figures) -> int:
    """34:1B-246(f)(1)-(6): the most that may be applied each year, cents; 0 outside every eligible area."""
    if not is_eligible_area(facts):
        return 0
    return limit_of_f(annual_limit_paragraph(facts, law), law)


def withholdings_govern(paragraph: int) -> bool:
    """34:1B-246(f)(5), (6): whether the governing paragraph also limits the award by withholdings."""
    return paragraph >= _OTHER_PRIORITY


def withholdings_limit(facts: Facts, law: Figures, paragraph: int) -> int:
    """34:1B-246(f)(5), (6): 90 % of the withholdings from the facility, cents a year, rounded down.

    ``UNKNOWN`` where another paragraph governs or the withholdings are unknown: the limit is then not applied.
    """
    share = law.share.withholdings_f5 if paragraph == _OTHER_PRIORITY else law.share.withholdings_f6
    limit = quotient_of(max(facts.annual_withholdings, 0) * share, WHOLE)
    applied = withholdings_govern(paragraph) and facts.annual_withholdings != UNKNOWN
    return limit if applied else UNKNOWN


def is_exempt_from_necessity(facts: Facts, law: Figures) -> bool:
    """34:1B-246(f), last paragraph: whether the exception spares the ordinary award as well.

    Read as sparing only an award that divides the capital, unless ``necessity_exception`` says the whole zone.
    """
    return law.reading.necessity_exception == _WHOLE_ZONE and applies_f1(facts)


def necessity_is_triggered(facts: Facts, law: Figures, before_limits: int, after_limits: int) -> bool:
    """34:1B-246(f), last paragraph: an application in excess of $4,000,000 a year (reading ``necessity_trigger``)."""
    tested = before_limits if law.reading.necessity_trigger == _BEFORE_LIMITS else after_limits
    return tested > law.share.necessity_threshold and not is_exempt_from_necessity(facts, law)


def after_necessity(facts: Facts, law: Figures, before_limits: int, after_limits: int) -> int:
    """34:1B-246(f), last paragraph: at most the amount necessary to complete the project, where it is known."""
    necessary = NO_LIMIT if facts.amount_necessary == UNKNOWN else facts.amount_necessary
    decided = necessity_is_triggered(facts, law, before_limits, after_limits)
    return min(after_limits, necessary) if decided else after_limits
