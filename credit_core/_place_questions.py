"""What must be asked of a place because it is not known: the fact, the question, why nothing is guessed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from credit_core._place_model import Place
from credit_core.counties import SOUTH_JERSEY

__all__ = ["Question", "place_questions"]


@dataclass(frozen=True, slots=True)
class Question:
    """One fact of a place that the user has to supply."""

    fact: str
    """Flat name of the fact."""
    question: str
    """What to find out, in plain words."""
    reason: str
    """Why it is not filled in, and where the answer lies."""


_OF_THE_SITE = "It depends on the site, not on the municipality alone."
_NO_LIST = "No list of them is known here, and unknown is not no."

_QUESTIONS: Final[dict[str, tuple[str, str]]] = {
    "benchmark_salary": (
        "What is the average salary of the county, or of the growth zone for a site in one?",
        "The figure that the Authority used is not known here; another place's or year's would mislead.",
    ),
    "urban_transit_hub_municipality": ("Is it in an urban transit hub municipality?", _NO_LIST),
    "growth_zone": ("Is it in a Garden State Growth Zone?", _NO_LIST),
    "municipal_rehabilitation": (
        "Does its growth zone qualify under the Municipal Rehabilitation and Economic Recovery Act?",
        _NO_LIST,
    ),
    "tourism_district": ("Does its growth zone contain a Tourism District?", _NO_LIST),
    "create_zone": (
        "Is the site in a Garden State Create Zone, around a doctoral university?",
        f"{_OF_THE_SITE} The boundaries are not known here.",
    ),
    "distressed_municipality": (
        "Is it a distressed municipality?",
        "The definition has several limbs and no complete list is known here.",
    ),
    "priority_area": (
        "Is the site in a priority area?",
        f"{_OF_THE_SITE} The areas are not known here.",
    ),
    "other_eligible_area": (
        "If in no earlier category, is the site in another eligible area?",
        f"{_OF_THE_SITE} A site in no area at all receives nothing.",
    ),
    "south_jersey_port_district": (
        "Is the site in the South Jersey Port District?",
        "The boundaries of the district are not known here.",
    ),
    "deep_poverty_pocket": (
        "Is the site in a deep poverty pocket?",
        "It depends on the census tract of the site.",
    ),
    "choice_neighborhood": (
        "Is the site in the area of a Choice Neighborhoods Transformation Plan?",
        f"{_OF_THE_SITE} The federal Department of Housing and Urban Development funds the plan.",
    ),
    "revitalization_index_2007": (
        "What was the municipality's 2007 Municipality Revitalization Index?",
        "The values of 2007 are not known here; an index of a later year must not stand in for them.",
    ),
    "redevelopment_area": (
        "Is the site in an area determined to be in need of redevelopment?",
        f"{_OF_THE_SITE} The determination is one under P.L.1992, c.79.",
    ),
    "us_highways": ("How many United States Highways pass within a quarter mile of the site?", _OF_THE_SITE),
    "state_highways": (
        "How many New Jersey State Highways pass within a quarter mile of the site?",
        _OF_THE_SITE,
    ),
    "light_rail": (
        "Is a light rail station built after the 2013 act within half a mile of the site?",
        _OF_THE_SITE,
    ),
}


def place_questions(place: Place) -> tuple[Question, ...]:
    """Give what is not known of a place and must be asked, in the order of the contract.

    The 2007 index is asked in the eight southern counties alone: elsewhere the bonus that reads it,
    N.J.S.A. 34:1B-246(c)(12), has no effect.
    """
    return tuple(_asked(place))


def _asked(place: Place) -> Iterator[Question]:
    for fact, (question, reason) in _QUESTIONS.items():
        immaterial = fact == "revitalization_index_2007" and place.county not in SOUTH_JERSEY
        if place.designation(fact) is None and not immaterial:
            yield Question(fact, _benchmark_question(place) if fact == "benchmark_salary" else question, reason)


def _benchmark_question(place: Place) -> str:
    """Name the average that c(6) compares with: the growth zone's in one, otherwise the county's."""
    zone = place.designation("growth_zone")
    if zone is None:
        return _QUESTIONS["benchmark_salary"][0]
    if zone.value:
        return f"What is the average salary of the {place.name} growth zone?"
    return f"What is the existing average salary of {place.county} County?"
