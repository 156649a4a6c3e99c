"""Known municipalities and what is known of them, and places of the user's own.

Choosing a place fills the facts that are known (`place_facts`), says which of them are only likely
(`likely_facts`) and asks the rest (`place_questions`): unknown is not false, and nothing is guessed.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from credit_core._place_model import (
    PLACE_FACTS,
    Certainty,
    Designation,
    Place,
    check_each_once,
    checked_fact,
    checked_line,
)
from credit_core._place_questions import Question, place_questions
from credit_core._place_rows import (
    PLACE_COLUMNS,
    PlaceProblem,
    PlacesRead,
    places_from_csv,
    places_from_rows,
    places_to_csv,
)
from credit_core.problem import nearest

__all__ = [
    "PLACE_COLUMNS",
    "PLACE_FACTS",
    "Certainty",
    "Designation",
    "Place",
    "PlaceProblem",
    "PlacesError",
    "PlacesRead",
    "Question",
    "all_places",
    "find_place",
    "likely_facts",
    "place_facts",
    "place_questions",
    "places_from_csv",
    "places_from_rows",
    "places_to_csv",
    "read_places",
]

_FILE = Path(__file__).with_name("places.toml")
_LONGEST_GIVEN = 200


class PlacesError(ValueError):
    """A place that is not known, or a file of known places that breaks its schema."""


def _checked_flag(fact: str) -> str:
    if PLACE_FACTS[fact] != "flag":
        raise ValueError("must be a fact that is true or false")
    return fact


class _CompleteList(BaseModel):
    """A list that is known to be complete: a place that it does not name is not on it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fact: Annotated[str, BeforeValidator(checked_fact), AfterValidator(_checked_flag)]
    source: Annotated[str, BeforeValidator(checked_line)]


class _PlacesFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    complete_list: tuple[_CompleteList, ...]
    place: tuple[Place, ...]


@cache
def all_places() -> tuple[Place, ...]:
    """Give the known municipalities in alphabetical order; the file is read at the first call.

    >>> [place.name for place in all_places()][:3]
    ['Asbury Park', 'Atlantic City', 'Bridgeton']
    """
    return read_places(_FILE)


def read_places(path: Path) -> tuple[Place, ...]:
    """Read a file of known municipalities, written like `places.toml`.

    Raises PlacesError naming the file, the key and what was given, for every key that the schema does not
    know, that is given twice or that holds something else than it must.
    """
    text = path.read_text(encoding="utf-8")
    try:
        content = tomllib.loads(text, parse_float=Decimal)
        file = _PlacesFile.model_validate(content)
        check_each_once(place.name.casefold() for place in file.place)
        check_each_once(each.fact for each in file.complete_list)
    except tomllib.TOMLDecodeError as error:
        raise PlacesError(f"{path.name}: {error}: {_line(text, str(error))}") from None
    except ValidationError as error:
        sentences = [_sentence(path.name, content, dict(each)) for each in error.errors()]
        raise PlacesError("; ".join(sentences)) from None
    except ValueError as error:
        raise PlacesError(f"{path.name}: {error}") from None
    return tuple(_completed(place, file.complete_list) for place in file.place)


def _line(text: str, message: str) -> str:
    """Quote the line that the parser stopped at: it holds the key and the value."""
    found = re.search(r"at line (\d+)", message)
    return text.splitlines()[int(found[1]) - 1].strip() if found else "at the end of the file"


def _sentence(file: str, content: dict[str, Any], error: dict[str, Any]) -> str:
    where = ".".join(map(str, error["loc"]))
    rule = str(error["msg"]).removeprefix("Value error, ")
    return f"{file}: {where}{_named(content, *error['loc'][:2])}: {rule}, given {_given(error['input'])}"


def _named(content: dict[str, Any], table: object = "", index: object = 0) -> str:
    """Give the name of the place concerned: a number alone finds nothing in a long file."""
    places = content.get("place")
    if table != "place" or not isinstance(places, list) or not isinstance(index, int):
        return ""
    place = places[index]
    return f" ({place['name']})" if isinstance(place, dict) and "name" in place else ""


def _given(value: object) -> str:
    return repr(value)[:_LONGEST_GIVEN]


def _completed(place: Place, lists: Iterable[_CompleteList]) -> Place:
    """Add what follows from the complete lists: a place that they do not name is not on them."""
    absent = tuple(
        Designation(fact=each.fact, value=False, source=each.source, certainty="derived")
        for each in lists
        if place.designation(each.fact) is None
    )
    return Place(**{**dict(place), "designations": (*place.designations, *absent)})


def find_place(name: str, places: Sequence[Place] | None = None) -> Place:
    """Give the place of this name, exact but for capitals, among `places` (the known municipalities if None).

    Raises PlacesError naming the nearest valid name.

    >>> find_place("camden").county
    'Camden'
    """
    known = {place.name.casefold(): place for place in (all_places() if places is None else places)}
    place = known.get(name.casefold())
    if place is None:
        near = nearest(name.casefold(), known)
        hint = f'; did you mean "{known[near].name}"?' if near else ""
        raise PlacesError(f'municipality: "{name}" is not among the places known here{hint}')
    return place


def place_facts(place: Place) -> dict[str, object]:
    """Give what choosing the place fills: its name, its county and what is known, likely facts included.

    A fact that is missing is not known; see `place_questions`. Dollars are Decimal.
    """
    known = {designation.fact: designation.value for designation in place.designations}
    return {"municipality": place.name, "county": place.county, **known}


def likely_facts(place: Place) -> tuple[str, ...]:
    """Give the facts among `place_facts` that are only recalled: a page says "likely" beside them."""
    return tuple(designation.fact for designation in place.designations if designation.likely)
