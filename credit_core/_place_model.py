"""What is known of a place: its name, county and coordinates, and each designation with source and certainty.

Every check is one small function that raises ValueError with the rule in words; the models below and the
reader of CSV rows call the same ones. Unknown is not false: a fact without a designation is simply not known.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from credit_core.counties import COUNTIES
from credit_core.problem import nearest

__all__ = ["PLACE_FACTS", "Certainty", "Designation", "FactKind", "FactValue", "Place"]

Certainty = Literal["read", "recalled", "derived"]
"""Read in a source, recalled (common knowledge that no source confirms) or derived from what was read."""

FactKind = Literal["flag", "whole", "money"]
FactValue = bool | int | Decimal

PLACE_FACTS: Final[dict[str, FactKind]] = {
    "benchmark_salary": "money",
    "urban_transit_hub_municipality": "flag",
    "growth_zone": "flag",
    "municipal_rehabilitation": "flag",
    "tourism_district": "flag",
    "create_zone": "flag",
    "distressed_municipality": "flag",
    "priority_area": "flag",
    "other_eligible_area": "flag",
    "south_jersey_port_district": "flag",
    "deep_poverty_pocket": "flag",
    "choice_neighborhood": "flag",
    "revitalization_index_2007": "whole",
    "redevelopment_area": "flag",
    "us_highways": "whole",
    "state_highways": "whole",
    "light_rail": "flag",
}
"""What a place may settle besides municipality and county, in the order of the contract, with its kind."""

_LONGEST_LINE = 200
_MOST_WHOLE = 10_000
_MOST_DOLLARS = 100_000_000_000
_LATITUDES, _LONGITUDES = (38.8, 41.4), (-75.7, -73.8)


def checked_line(value: object) -> str:
    """Give one line of text without outer blanks, or raise ValueError with the rule."""
    text = value.strip() if isinstance(value, str) else None
    if not text:
        raise ValueError("must be text and not blank")
    if len(text) > _LONGEST_LINE:
        raise ValueError(f"must be at most {_LONGEST_LINE} characters long")
    if not text.isprintable():
        raise ValueError("must be one line without control characters")
    return text


def checked_line_or_blank(value: object) -> str:
    """Give one line of text, which may be blank, or raise ValueError with the rule."""
    return "" if value == "" else checked_line(value)


def checked_county(value: object) -> str:
    """Give the name of a county, or raise ValueError naming the nearest of the 21."""
    return _option(value, COUNTIES, "one of the 21 counties of New Jersey")


def checked_fact(value: object) -> str:
    """Give the name of a place fact, or raise ValueError naming the nearest."""
    return _option(value, tuple(PLACE_FACTS), "a fact that a place may settle")


def checked_certainty(value: object) -> str:
    """Give a certainty, or raise ValueError with the three words."""
    return _option(value, get_args(Certainty), "read, recalled or derived")


def _option(value: object, options: tuple[str, ...], rule: str) -> str:
    if value in options:
        return str(value)
    near = nearest(str(value), options)
    raise ValueError(f'must be {rule}; did you mean "{near}"?' if near else f"must be {rule}")


def checked_latitude(value: object) -> float:
    """Give degrees north inside the State's bounds, or raise ValueError with the rule."""
    return _degrees(value, *_LATITUDES)


def checked_longitude(value: object) -> float:
    """Give degrees east (negative: west) inside the State's bounds, or raise ValueError with the rule."""
    return _degrees(value, *_LONGITUDES)


def _degrees(value: object, least: float, most: float) -> float:
    number = float(value) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else None
    if number is None or not least <= number <= most:
        raise ValueError(f"must be degrees in New Jersey, between {least} and {most}")
    return number


def checked_value(fact: str, value: object) -> FactValue:
    """Give the value of a place fact in its own kind (money: Decimal), or raise ValueError with the rule."""
    kind = PLACE_FACTS[fact]
    if kind == "flag":
        return _flag(value)
    return _whole(value) if kind == "whole" else _dollars(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _number(value: object, most: int) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        raise ValueError("must be a number")
    if not 0 <= value <= most:
        raise ValueError(f"must be between 0 and {most:,}")
    return Decimal(value)


def _whole(value: object) -> int:
    number = _number(value, _MOST_WHOLE)
    if number != int(number):
        raise ValueError("must be a whole number")
    return int(number)


def _dollars(value: object) -> Decimal:
    number = _number(value, _MOST_DOLLARS)
    if number * 100 != int(number * 100):
        raise ValueError("must be dollars with at most two decimals")
    return number


_Line = Annotated[str, BeforeValidator(checked_line)]
_LineOrBlank = Annotated[str, BeforeValidator(checked_line_or_blank)]


class Designation(BaseModel):
    """One fact of a place, and how well it is known."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fact: Annotated[str, BeforeValidator(checked_fact)]
    """Flat name of the fact."""
    value: bool | int | Decimal
    """True or false, a whole number, or dollars."""
    source: _Line
    """Where it is known from, in a sentence."""
    certainty: Annotated[Certainty, BeforeValidator(checked_certainty)]

    @property
    def likely(self) -> bool:
        """Whether it is only recalled: a page says "likely" beside it."""
        return self.certainty == "recalled"

    @model_validator(mode="before")
    @classmethod
    def _check_value(cls, data: Any) -> Any:
        """Check the value by the kind of its fact; an unknown fact is reported by its own field."""
        if not isinstance(data, dict) or data.get("fact") not in PLACE_FACTS or "value" not in data:
            return data
        return {**data, "value": checked_value(data["fact"], data["value"])}


class Place(BaseModel):
    """A municipality, or a site of the user's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: _Line
    """The name that is chosen from a list and fills `municipality`."""
    official_name: _LineOrBlank = ""
    """The full name of the municipality, if another."""
    county: Annotated[str, BeforeValidator(checked_county)]
    latitude: Annotated[float, BeforeValidator(checked_latitude)] | None = None
    """Degrees north (WGS84); with no coordinates the place is not on the map."""
    longitude: Annotated[float, BeforeValidator(checked_longitude)] | None = None
    """Degrees east (WGS84), negative in New Jersey."""
    designations: tuple[Designation, ...] = ()
    """What is known, in the order of `PLACE_FACTS`, each fact once."""

    def designation(self, fact: str) -> Designation | None:
        """Give what is known of one fact, or None if nothing is."""
        return next((known for known in self.designations if known.fact == fact), None)

    @model_validator(mode="after")
    def _check(self) -> "Place":
        if (self.latitude is None) != (self.longitude is None):
            raise ValueError("latitude and longitude must be given together, or neither")
        check_each_once(known.fact for known in self.designations)
        return self

    @model_validator(mode="after")
    def _order(self) -> "Place":
        order = list(PLACE_FACTS)
        ordered = tuple(sorted(self.designations, key=lambda known: order.index(known.fact)))
        # The model is frozen for its users; until it is handed out, its own validator puts the order right.
        object.__setattr__(self, "designations", ordered)
        return self


def check_each_once(names: Iterable[str]) -> None:
    """Raise ValueError naming the first that is given twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{name} is given twice; give it once")
        seen.add(name)
