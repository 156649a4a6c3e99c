"""Which values of a fact a chart shows unless the visitor asks for others, and how values are spread over them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from credit_core import Scenario
from credit_core.scenario import FactField, fact_field
from credit_core.whatif import NUMERIC_FACTS, Number

__all__ = ["MOVABLE_FACTS", "round_above", "spread", "usual_range"]

MOVABLE_FACTS: Final[tuple[str, ...]] = tuple(name for name in NUMERIC_FACTS if name != "net_benefit")
"""Every fact that a curve can follow: the numbers, but for the net benefit, which never changes an amount."""

_USUAL_MOST: Final[dict[str, int]] = {
    "new_jobs": 1_500,
    "retained_jobs": 1_500,
    "jobs_new_to_municipality": 1_500,
    "average_salary": 200_000,
    "benchmark_salary": 150_000,
    "capital_investment": 100_000_000,
    "industrial_capital_investment": 100_000_000,
    "gross_leasable_sqft": 500_000,
    "minimum_capital_investment": 50_000_000,
    "revitalization_index_2007": 600,
    "us_highways": 4,
    "state_highways": 4,
    "moderate_income_housing_percent": 100,
    "solar_percent": 100,
    "vacant_building_sqft": 2_000_000,
    "annual_withholdings": 10_000_000,
    "amount_necessary": 40_000_000,
    "eligibility_years": 10,
    "authority_bonus": 10_000,
}


def usual_range(scenario: Scenario, fact: str) -> tuple[Number, Number]:
    """From the least value to a round one that keeps the project's own well inside the chart."""
    field = fact_field(fact)
    value = getattr(scenario, fact) or 0
    most = _USUAL_MOST[fact]
    while most < value:
        most *= 2
    return _number(field, field.least), _number(field, min(most, field.most))


def round_above(amount: Decimal) -> Decimal:
    """The next amount of 1, 2 or 5 and zeros above one: a target to begin with."""
    power = Decimal(1_000)
    while power * 10 <= amount:
        power *= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times > amount)


def spread(fact: str, low: Number, high: Number, count: int, also: Number | None = None) -> tuple[Number, ...]:
    """At most ``count`` values from ``low`` to ``high``, both included, evenly spread, and one more if given."""
    field = fact_field(fact)
    unit = Decimal(1) if field.kind == "whole" else Decimal("0.01")
    least, most = (int(Decimal(end) / unit) for end in (low, high))
    parts = max(min(count - 1, most - least), 1)
    places = {least + (most - least) * part // parts for part in range(parts + 1)}
    if also is not None and low <= also <= high:
        places.add(int(Decimal(also) / unit))
    return tuple(_number(field, place * unit) for place in sorted(places))


def _number(field: FactField, value: Any) -> Number:
    return int(value) if field.kind == "whole" else Decimal(value)
