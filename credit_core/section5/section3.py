"""Section 3 (N.J.S.A. 34:1B-244; N.J.A.C. 19:31Q-1.3): the minimum capital investment that c(5) and c(10) measure from.

It is counted in thirds of a cent, so that two thirds of a rate stay exact under the reading that never rounds.
"""

from credit_core.section5.facts import INDUSTRIAL, NEW_CONSTRUCTION, UNKNOWN, Facts
from credit_core.section5.figures import Figures

__all__ = [
    "EVEN_DOLLAR",
    "THIRDS",
    "WHOLE_DOLLAR",
    "is_reduced",
    "minimum_capital_thirds",
    "rate_per_square_foot",
    "rate_thirds",
]

THIRDS = 3

# Readings of ``reduced_minimum``; the third is never rounded.
WHOLE_DOLLAR = 0
EVEN_DOLLAR = 1
_CENTS = 100


def is_reduced(facts: Facts) -> bool:
    """34:1B-244(b): whether the minimums are reduced, in a growth zone and in the eight southern counties."""
    return facts.growth_zone or facts.south_jersey


def rate_per_square_foot(facts: Facts, law: Figures) -> int:
    """34:1B-244(b): cents per square foot by use of the premises and kind of work, before any reduction."""
    if facts.facility_use == INDUSTRIAL:
        if facts.construction == NEW_CONSTRUCTION:
            return law.minimum_capital.industrial_new
        return law.minimum_capital.industrial_rehabilitation
    if facts.construction == NEW_CONSTRUCTION:
        return law.minimum_capital.other_new
    return law.minimum_capital.other_rehabilitation


def rate_thirds(facts: Facts, law: Figures) -> int:
    """N.J.A.C. 19:31Q-1.3: the rate in force, in thirds of a cent per square foot.

    A reduced rate is rounded down to the whole dollar, to an even dollar, or not at all (reading
    ``reduced_minimum``: the rule says "utilizing even numbers").
    """
    rate = rate_per_square_foot(facts, law)
    if not is_reduced(facts):
        return THIRDS * rate
    thirds = law.minimum_capital.reduced_thirds * rate
    dollar = THIRDS * _CENTS
    if law.reading.reduced_minimum == WHOLE_DOLLAR:
        return thirds // dollar * dollar
    if law.reading.reduced_minimum == EVEN_DOLLAR:
        return thirds // (dollar + dollar) * (dollar + dollar)
    return thirds


def minimum_capital_thirds(facts: Facts, law: Figures) -> int:
    """34:1B-244(b): the minimum capital investment in thirds of a cent, as entered or else by floor area."""
    if facts.minimum_capital_investment != UNKNOWN:
        return THIRDS * facts.minimum_capital_investment
    return facts.gross_leasable_sqft * rate_thirds(facts, law)
