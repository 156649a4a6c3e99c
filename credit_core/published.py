"""Awards that were really made, with their facts and sources, to replay and to start from (``published.toml``)."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from credit_core.scenario import Scenario

__all__ = ["PublishedAward", "published_awards"]


class PublishedAward(BaseModel):
    """One award that was made.

    Attributes:
        name: The business.
        place: Municipality and county, as reported.
        approved: Year, or year and month.
        expected_annual: What was reported, dollars a year.
        tolerance: How exactly the report gives it, dollars a year; 0 for a figure to the dollar.
        source: Where it was reported.
        named: Whether the report names the bonuses; otherwise they were recovered from the amount per job and may
            not be the only set that fits.
        note: How the figure comes about.
        note_size: A further note on the number of jobs.
        facts: The facts, by their flat names.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    place: str
    approved: str
    expected_annual: int
    tolerance: int
    source: str
    named: bool
    note: str
    note_size: str = ""
    facts: dict[str, Any]

    @property
    def scenario(self) -> Scenario:
        """The facts as a scenario under the name of the business."""
        municipality, _, county = self.place.partition(", ")
        places = {"municipality": municipality, "county": county.removesuffix(" County")}
        return Scenario(**(places | {"name": self.name} | self.facts))

    def reproduces(self, annual: Decimal) -> bool:
        """Whether an award of a year, in dollars, lies within the tolerance of what was reported."""
        return abs(annual - self.expected_annual) <= self.tolerance


@cache
def published_awards() -> tuple[PublishedAward, ...]:
    """Every published award that the package ships, in the order of its file."""
    text = files("credit_core").joinpath("published.toml").read_text(encoding="utf-8")
    return tuple(PublishedAward.model_validate(row) for row in tomllib.loads(text)["award"])
