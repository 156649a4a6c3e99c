"""The twenty-one counties of New Jersey, and the eight that section 5 names.

Source of the eight: N.J.S.A. 34:1B-246(c)(12); section 3 (34:1B-244) reduces its minimums in the same eight.
"""

__all__ = ["COUNTIES", "SOUTH_JERSEY"]

COUNTIES: tuple[str, ...] = (
    "Atlantic",
    "Bergen",
    "Burlington",
    "Camden",
    "Cape May",
    "Cumberland",
    "Essex",
    "Gloucester",
    "Hudson",
    "Hunterdon",
    "Mercer",
    "Middlesex",
    "Monmouth",
    "Morris",
    "Ocean",
    "Passaic",
    "Salem",
    "Somerset",
    "Sussex",
    "Union",
    "Warren",
)

SOUTH_JERSEY: frozenset[str] = frozenset(
    {"Atlantic", "Burlington", "Camden", "Cape May", "Cumberland", "Gloucester", "Ocean", "Salem"}
)
