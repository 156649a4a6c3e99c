"""Projects to start from: three awards that were really made, and three invented ones of a usual kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from credit_core import Scenario
from credit_core.published import published_awards

__all__ = ["Example", "examples"]

# One that a limit per job, one that the capital, and one that the Camden route decides.
_PUBLISHED = ("Accurate Box", "WorkWave", "Holtec International")


@dataclass(frozen=True, slots=True)
class Example:
    """A project to start from.

    Attributes:
        name: What it is called.
        words: What it is, in one sentence.
        source: Where its facts come from.
        invented: Whether nobody made this award.
        scenario: Its facts.
    """

    name: str
    words: str
    source: str
    invented: bool
    scenario: Scenario


@cache
def examples() -> tuple[Example, ...]:
    """The published ones first."""
    return (*_published(), *(_invented(name, words, facts) for name, words, facts in _INVENTED))


def _published() -> tuple[Example, ...]:
    by_name = {award.name: award for award in published_awards()}
    return tuple(
        Example(
            name=award.name,
            words=f"{award.place}, approved {award.approved}.",
            source=f"Published: {award.source}" + ("" if award.named else "; its bonuses were not named there"),
            invented=False,
            scenario=award.scenario,
        )
        for award in (by_name[name] for name in _PUBLISHED)
    )


def _invented(name: str, words: str, facts: dict[str, Any]) -> Example:
    return Example(name, words, "Invented, no real project", True, Scenario(name=f"{name} (invented)", **facts))


_INVENTED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "Offices by a station",
        "300 new jobs in an urban transit hub, paid 40 % above the benchmark.",
        {
            "new_jobs": 300,
            "urban_transit_hub_municipality": True,
            "transit_oriented_development": True,
            "average_salary": 84_000,
            "benchmark_salary": 60_000,
            "capital_investment": 12_000_000,
            "construction": "rehabilitation",
            "gross_leasable_sqft": 60_000,
        },
    ),
    (
        "Factory in a growth zone",
        "280 new jobs and many bonuses, together above the limit per job.",
        {
            "new_jobs": 280,
            "growth_zone": True,
            "business_type": "manufacturing",
            "targeted_industry": True,
            "deep_poverty_pocket": True,
            "transit_oriented_development": True,
            "substantial_remediation": True,
            "average_salary": 93_000,
            "benchmark_salary": 30_000,
            "capital_investment": 40_000_000,
            "industrial_capital_investment": 36_000_000,
            "facility_use": "industrial",
            "gross_leasable_sqft": 300_000,
        },
    ),
    (
        "Warehouse off the highway",
        "260 new jobs in another eligible area, with the withholdings known.",
        {
            "new_jobs": 260,
            "other_eligible_area": True,
            "redevelopment_area": True,
            "us_highways": 1,
            "state_highways": 2,
            "capital_investment": 30_000_000,
            "industrial_capital_investment": 30_000_000,
            "facility_use": "industrial",
            "gross_leasable_sqft": 400_000,
            "annual_withholdings": 520_000,
        },
    ),
)
