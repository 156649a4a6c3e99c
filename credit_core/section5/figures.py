"""The figures and readings of section 5 as the rules receive them.

No value stands here: the values, with their citations, are in ``law.toml``. Amounts are whole cents, shares are
basis points, thresholds of jobs, areas and counts are whole numbers.
"""

from typing import NamedTuple

__all__ = [
    "NO_LIMIT",
    "AnnualLimits",
    "Base",
    "Bonuses",
    "Figures",
    "GrossLimits",
    "MinimumCapital",
    "Readings",
    "Retained",
    "Route",
    "Shares",
    "SteppedBonus",
]

# A limit that an amendment lifts: larger than any amount that valid facts can give, and never multiplied.
NO_LIMIT = 2**62


class Base(NamedTuple):
    """Subsection b: cents per job a year."""

    b1a: int
    b1b: int
    b2: int
    b3: int
    b4: int


class SteppedBonus(NamedTuple):
    """A bonus of so much for each step above a minimum, up to a most: c(5), c(6), c(10)."""

    amount: int  # cents per job a year for one step
    step: int  # basis points of the minimum that make one step
    maximum: int  # cents per job a year
    most_steps: int  # complete steps that reach the maximum: follows from the amount and the maximum


class Bonuses(NamedTuple):
    """Subsection c: cents per job a year, and the thresholds that earn them."""

    c1: int
    c2: int
    c3: int
    c3_share: int
    c4: int
    c5: SteppedBonus
    c6: SteppedBonus
    c7: tuple[tuple[int, int], ...]  # (jobs from, cents), ascending
    c8: int
    c9: int
    c10: SteppedBonus
    c11: int
    c11_jobs: int
    c12: int
    c12_index: int
    c13: int
    c14: int
    c15: int
    c15_us_highways: int
    c15_state_highways: int
    c16: int
    c16_share: int
    c17: int
    c17_sqft: int
    c18: int
    authority: int


class GrossLimits(NamedTuple):
    """Subsection d, paragraphs (1) to (6): cents per job a year."""

    d1: int
    d2: int
    d3: int
    d4: int
    d5: int
    d6: int


class Route(NamedTuple):
    """Subsection d, (a) to (e): the route that divides the capital of a project in a 2002 Act growth zone."""

    # (jobs from, capital from, ceiling a year or NO_LIMIT, 1 where the tier spreads under every reading), ascending
    tiers: tuple[tuple[int, int, int, int], ...]
    years: int  # the grant term over which the capital is paid


class Retained(NamedTuple):
    """Subsection e, paragraph (2)."""

    share: int  # of the gross amount
    capital_share: int  # of the capital investment, a year, before it is divided by all jobs


class AnnualLimits(NamedTuple):
    """Subsection f, paragraphs (1) to (6): cents a year."""

    f1: int
    f2: int
    f3: int
    f4: int
    f5: int
    f6: int


class Shares(NamedTuple):
    """Subsection f: the shares of withholdings, and the award above which the amount necessary is decided."""

    withholdings_f5: int
    withholdings_f6: int
    necessity_threshold: int  # cents a year


class MinimumCapital(NamedTuple):
    """Section 3 (34:1B-244): cents per square foot of gross leasable area."""

    industrial_rehabilitation: int
    industrial_new: int
    other_rehabilitation: int
    other_new: int
    reduced_thirds: int  # thirds of the rate that remain in a growth zone and in the eight counties


class Readings(NamedTuple):
    """Which reading of an open question is in force: 0 is the default, and so on in the order of ``law.toml``."""

    partial_steps: int
    industrial_bonus: int
    retained_in_growth_zone: int
    overlapping_categories: int
    disaster_limit: int
    capital_route_pay: int
    necessity_trigger: int
    necessity_exception: int
    rounding: int
    reduced_minimum: int


class Figures(NamedTuple):
    """Every figure of the section and every reading: the whole law as one argument."""

    base: Base
    bonus: Bonuses
    gross_limit: GrossLimits
    route: Route
    retained: Retained
    annual_limit: AnnualLimits
    share: Shares
    minimum_capital: MinimumCapital
    reading: Readings
