"""Section 3, N.J.S.A. 34:1B-244(b): the minimum capital investment, as c(5) and c(10) see it.

The sheet has no line for the minimum; a first step of 20 % shows it to the cent. The industrial part at 1.2 times the
minimum earns one step of $1,000, a cent less earns none.
"""

from decimal import Decimal
from typing import Any

import pytest

from credit_core.award import evaluate
from credit_core.counties import COUNTIES
from credit_core.law import Law
from credit_core.scenario import Scenario

EIGHT = ["Atlantic", "Burlington", "Camden", "Cape May", "Cumberland", "Gloucester", "Ocean", "Salem"]
AREA = 10_000

# Use, kind of work, the full rate and the rate that one third less leaves, by each reading:
# 20 - 6.67 = 13.33, 60 - 20 = 40, 40 - 13.33 = 26.67, 120 - 40 = 80.
RATES = [
    ("industrial", "rehabilitation", 20, {"whole_dollar": 13, "even_dollar": 12, "exact": Decimal(40) / 3}),
    ("industrial", "new", 60, {"whole_dollar": 40, "even_dollar": 40, "exact": 40}),
    ("other", "rehabilitation", 40, {"whole_dollar": 26, "even_dollar": 26, "exact": Decimal(80) / 3}),
    ("other", "new", 120, {"whole_dollar": 80, "even_dollar": 80, "exact": 80}),
]


def steps(industrial: Decimal, law: Law | None, facts: dict[str, Any]) -> int:
    """How many steps of $1,000 the industrial part earns, under c(5) or c(10)."""
    capital = {"capital_investment": industrial, "industrial_capital_investment": industrial}
    found = evaluate(Scenario(**capital, **facts), law)
    return int(found.bonus_c5 + found.bonus_c10) // 1_000


def assert_minimum(minimum: Decimal | int, law: Law | None = None, /, **facts: Any) -> None:
    """The first step begins at 1.2 times ``minimum``, to the cent."""
    first = (minimum * Decimal("1.2")).quantize(Decimal("0.01"))
    assert steps(first, law, facts) == 1
    assert steps(first - Decimal("0.01"), law, facts) == 0


@pytest.mark.parametrize(("use", "work", "rate", "reduced"), RATES)
def test_full_rates(use: str, work: str, rate: int, reduced: dict[str, Any]) -> None:
    facts = {"facility_use": use, "construction": work, "gross_leasable_sqft": AREA, "priority_area": True}
    assert_minimum(rate * AREA, **facts)
    assert_minimum(rate * AREA, county="Hudson", **facts)


@pytest.mark.parametrize("reading", ["whole_dollar", "even_dollar", "exact"])
@pytest.mark.parametrize(("use", "work", "rate", "reduced"), RATES)
def test_one_third_less(use: str, work: str, rate: int, reduced: dict[str, Any], reading: str) -> None:
    law = Law.current().read(reduced_minimum=reading)
    facts = {"facility_use": use, "construction": work, "gross_leasable_sqft": AREA}
    minimum = reduced[reading] * AREA
    assert_minimum(minimum, law, growth_zone=True, **facts)
    assert_minimum(minimum, law, priority_area=True, county="Salem", **facts)
    # Reduced once, where both reasons meet.
    assert_minimum(minimum, law, growth_zone=True, county="Camden", **facts)


@pytest.mark.parametrize("county", COUNTIES)
def test_which_counties_are_reduced(county: str) -> None:
    minimum = (80 if county in EIGHT else 120) * AREA
    assert_minimum(minimum, county=county, gross_leasable_sqft=AREA, priority_area=True)


def test_two_thirds_exactly_are_never_rounded() -> None:
    # 1 square foot at 40 / 3: 13.3333...; 1.2 times it is 16.00 exactly.
    law = Law.current().read(reduced_minimum="exact")
    facts = {"facility_use": "industrial", "construction": "rehabilitation", "growth_zone": True}
    assert steps(Decimal("16.00"), law, facts | {"gross_leasable_sqft": 1}) == 1
    assert steps(Decimal("15.99"), law, facts | {"gross_leasable_sqft": 1}) == 0
    # Twice the minimum, 26.6666...: 26.67 is five steps, 26.66 four.
    assert steps(Decimal("26.67"), law, facts | {"gross_leasable_sqft": 1}) == 5
    assert steps(Decimal("26.66"), law, facts | {"gross_leasable_sqft": 1}) == 4


def test_an_entered_minimum_replaces_the_computed_one_and_is_not_reduced() -> None:
    facts = {"gross_leasable_sqft": AREA, "growth_zone": True, "county": "Camden"}
    assert_minimum(500_000, minimum_capital_investment=500_000, **facts)
    assert steps(Decimal(9_000_000), None, facts | {"minimum_capital_investment": 0}) == 0


def test_no_floor_area_is_no_minimum_and_earns_no_steps() -> None:
    assert steps(Decimal(9_000_000), None, {"priority_area": True}) == 0


@pytest.mark.parametrize(("reading", "rate"), [("whole_dollar", 14), ("even_dollar", 14), ("exact", Decimal(44) / 3)])
def test_a_bill_can_move_a_rate(reading: str, rate: Any) -> None:
    # 22 a square foot: two thirds are 14.67, down to 14, which is even.
    law = Law.current().amend({"minimum_capital.industrial_rehabilitation": 22}).read(reduced_minimum=reading)
    facts = {"facility_use": "industrial", "construction": "rehabilitation", "gross_leasable_sqft": AREA}
    assert_minimum(rate * AREA, law, growth_zone=True, **facts)
    assert_minimum(22 * AREA, law, priority_area=True, **facts)


@pytest.mark.parametrize(("thirds", "rate"), [(3, 120), (2, 80), (1, 40)])
def test_a_bill_can_move_the_reduction(thirds: int, rate: int) -> None:
    law = Law.current().amend({"minimum_capital.reduced_thirds": thirds})
    assert_minimum(rate * AREA, law, growth_zone=True, gross_leasable_sqft=AREA)


@pytest.mark.parametrize(("reading", "rate"), [("whole_dollar", 13), ("even_dollar", 12), ("exact", Decimal(39) / 3)])
def test_an_even_dollar_is_not_the_whole_dollar(reading: str, rate: Any) -> None:
    # 19.50 a square foot: two thirds are 13 exactly; the even dollar below is 12.
    law = Law.current().amend({"minimum_capital.industrial_rehabilitation": Decimal("19.50")})
    facts = {"facility_use": "industrial", "construction": "rehabilitation", "gross_leasable_sqft": AREA}
    assert_minimum(rate * AREA, law.read(reduced_minimum=reading), growth_zone=True, **facts)
    # Where nothing is reduced, nothing is rounded.
    assert_minimum(Decimal("19.50") * AREA, law.read(reduced_minimum=reading), priority_area=True, **facts)
