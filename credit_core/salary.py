"""The average salary as a percentage of its benchmark, and back: how a person says it, 34:1B-246(c)(6).

The section compares the two salaries themselves; a percentage is never what a rule reads.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

__all__ = ["percent_of_benchmark", "salary_at_percent"]

_CENT = Decimal("0.01")


def percent_of_benchmark(average: Decimal | None, benchmark: Decimal | None) -> Decimal | None:
    """Average salary in percent of the benchmark, rounded down to two decimals so that it never overstates a step.

    ``None`` where either salary is not known, or the benchmark is 0.

    >>> percent_of_benchmark(Decimal(192_000), Decimal(60_000))
    Decimal('320.00')
    """
    if average is None or not benchmark:
        return None
    return (average * 100 / benchmark).quantize(_CENT, ROUND_FLOOR)


def salary_at_percent(benchmark: Decimal, percent: int) -> Decimal:
    """The least salary, in dollars and whole cents, that is at least so many percent of the benchmark.

    >>> salary_at_percent(Decimal(27_588), 135)
    Decimal('37243.80')
    """
    return (benchmark * percent / 100).quantize(_CENT, ROUND_CEILING)
