"""What the comparison says of a fact of a column: its value in words, and how well it is known."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from credit_core import Award, Scenario
from credit_core.places import Place, Question, likely_facts, place_facts, place_questions
from credit_core.scenario import fact_field
from credit_core.sentences import percent_text
from credit_core.whatif import provision
from credit_core.whatif.solve import PROVISION_OF_RULE
from dashboard.formats import money_text, short_citation

__all__ = ["binding_words", "fact_words", "likely_in", "open_questions", "place_of", "untested_words", "value_words"]


def value_words(fact: str, value: Any) -> str:
    """A value as people write it: "yes", "$7,200,000", "35 %", "not known"."""
    field = fact_field(fact)
    if value is None:
        return "not known"
    if field.kind == "flag":
        return "yes" if value else "no"
    if field.kind == "money":
        return money_text(Decimal(value))
    if field.kind == "percent":
        return percent_text(Decimal(value))
    if field.kind == "whole":
        return f"{value:,}"
    return str(value) or "not given"


def place_of(scenario: Scenario, places: Mapping[str, Place]) -> Place | None:
    """The known place that the scenario names, if its county is the same."""
    place = places.get(scenario.municipality)
    return place if place is not None and place.county == scenario.county else None


def likely_in(scenario: Scenario, places: Mapping[str, Place]) -> frozenset[str]:
    """The facts that the scenario has from its place and that are only recalled there."""
    place = place_of(scenario, places)
    if place is None:
        return frozenset()
    known = place_facts(place)
    return frozenset(name for name in likely_facts(place) if getattr(scenario, name) == known[name])


def open_questions(scenario: Scenario, places: Mapping[str, Place]) -> tuple[Question, ...]:
    """What is not known of the scenario's place and was not answered by the user either."""
    place = place_of(scenario, places)
    if place is None:
        return ()
    return tuple(
        each for each in place_questions(place) if getattr(scenario, each.fact) == fact_field(each.fact).default
    )


def fact_words(fact: str, scenario: Scenario, likely: frozenset[str], asked: frozenset[str]) -> str:
    """A fact of a column: its value, or that it is not known, or that it is only likely."""
    if fact in asked:
        return "not known"
    words = value_words(fact, getattr(scenario, fact))
    return f"{words}, likely" if fact in likely else words


def binding_words(award: Award) -> str:
    """What binds the award of a year, by the title of its provision."""
    if award.binding == "none":
        cut = award.gross_before_limit > award.gross_amount or award.annual_by_jobs > award.annual_ordinary
        return "limits that coincide" if cut else "no limit"
    if award.binding == "not_eligible":
        return "in no eligible area"
    known = provision(PROVISION_OF_RULE[award.binding])
    return f"{known.title.lower()} {short_citation(known.citation)}"


_UNTESTED = {"withholdings": "withholdings (f)(5), (6)", "necessity": "amount necessary (f), last paragraph"}


def untested_words(award: Award) -> str:
    """The limits that could not be applied because a fact is blank; the award may then be less."""
    return "; ".join(_UNTESTED[name] for name in award.untested) or "none"
