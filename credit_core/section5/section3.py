"""Section 3 (N.J.S.A. 34:1B-244; N.J.A.C. 19:31Q-1.3): the minimum capital investment that c(5) and c(10) measure from.

It is counted in thirds of a cent, so that two thirds of a rate stay exact under the reading that never rounds.
"""

from credit_core.section5.arithmetic import quotient_of
from credit_core.section5.facts import INDUSTRIAL, NEW_CONSTRUCTION, UNKNOWN, Facts
from credit_core.section5.figures import Figures, MinimumCapital

__all__ = [
    "EVEN_DOLLAR",
    "THIRDS",
    "WHOLE_DOLLAR",
    "is_reduced",
    "minimum_capital_thirds",
    "of_the_premises",
    "rate_per_square_foot",
    "rate_thirds",
    "reduced_rates",
]

THIRDS = 3

# Readings of ``reduced_minimum``; the third is never rounded.
WHOLE_DOLLAR = 0
EVEN_DOLLAR = 1
_CENTS = 100


def is_reduced(facts: Facts) -> bool:
    """34:1B-244(b): whether the minimums are reduced, in a growth zone and in the eight southern counties."""
    return facts.growth_zone or facts.south_jersey


def of_the_premises(facts: Facts, rates: MinimumCapital) -> int:
    """34:1B-244(b): which of four rates fits the use of the premises and the kind of work."""
    rebuilt = rates.industrial_rehabilitation if facts.facility_use == INDUSTRIAL else rates.other_rehabilitation
    new = rates.industrial_new if facts.facility_use == INDUSTRIAL else rates.other_new
    return new if facts.construction == NEW_CONSTRUCTION else rebuilt


def rate_per_square_foot(facts: Facts, law: Figures) -> int:
    """34:1B-244(b): cents per square foot by use of the premises and kind of work, before any reduction."""
    return of_the_premises(facts, law.minimum_capital)


def _reduced(rate: int, law: Figures) -> int:
    """A reduced rate in thirds of a cent: rounded down to the whole dollar, to an even dollar, or not at all."""
    thirds = law.minimum_capital.reduced_thirds * rate
    dollar = THIRDS * _CENTS
    if law.reading.reduced_minimum == WHOLE_DOLLAR:
        return quotient_of(thirds, dollar) * dollar
    if law.reading.reduced_minimum == EVEN_DOLLAR:
        return quotient_of(thirds, dollar + dollar) * (dollar + dollar)
    return thirds


def reduced_rates(law: Figures) -> MinimumCapital:
    """N.J.A.C. 19:31Q-1.3: the four reduced rates, in thirds of a cent per square foot.

    How they are rounded is the reading ``reduced_minimum``: the rule says "utilizing even numbers".
    """
    rates = law.minimum_capital
    return MinimumCapital(
        _reduced(rates.industrial_rehabilitation, law),
        _reduced(rates.industrial_new, law),
        _reduced(rates.other_rehabilitation, law),
        _reduced(rates.other_new, law),
        rates.reduced_thirds,
    )


def rate_thirds(facts: Facts, law: Figures) -> int:
    """34:1B-244(b); N.J.A.C. 19:31Q-1.3: the rate in force, in thirds of a cent per square foot."""
    if is_reduced(facts):
        return of_the_premises(facts, reduced_rates(law))
    return THIRDS * rate_per_square_foot(facts, law)


def minimum_capital_thirds(facts: Facts, law: Figures) -> int:
    """34:1B-244(b): the minimum capital investment in thirds of a cent, as entered or else by floor area."""
    computed = facts.gross_leasable_sqft * rate_thirds(facts, law)
    entered = THIRDS * facts.minimum_capital_investment
    return computed if facts.minimum_capital_investment == UNKNOWN else entered
