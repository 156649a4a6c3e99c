"""The outlines of New Jersey's counties, ready to draw; read once, from a file beside this one.

`new_jersey.json` is Census Bureau data decoded by `tools/make_county_outlines.py`, which says how to make it
again. Nothing is fetched from a network.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from credit_core.counties import COUNTIES

__all__ = ["CountyOutline", "Ring", "county_outlines"]

_FILE = Path(__file__).with_name("new_jersey.json")

Ring = tuple[tuple[float, float], ...]
"""A closed line of (longitude, latitude) points in degrees; its last point is its first."""


class CountyOutline(NamedTuple):
    """One county and the rings that bound it."""

    county: str
    rings: tuple[Ring, ...]


@cache
def county_outlines() -> tuple[CountyOutline, ...]:
    """Give the 21 counties' outlines in alphabetical order, true to some 200 m: a map, no survey.

    Raises ValueError if the file does not hold exactly the 21 counties.
    """
    counties = json.loads(_FILE.read_text(encoding="utf-8"))["counties"]
    if tuple(counties) != COUNTIES:
        raise ValueError(f"{_FILE.name}: counties: must be the 21 in order, given {tuple(counties)}")
    return tuple(CountyOutline(county, tuple(map(_ring, rings))) for county, rings in counties.items())


def _ring(points: list[list[float]]) -> Ring:
    return tuple((longitude, latitude) for longitude, latitude in points)
