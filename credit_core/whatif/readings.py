"""The award under every alternative reading of the open questions, one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from credit_core.award import dollars, facts_of
from credit_core.law import Law, Reading, readings
from credit_core.scenario import Scenario
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import fill

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ReadingResult", "reading_results", "readings_frame"]


@dataclass(frozen=True, slots=True)
class ReadingResult:
    """The award with one open question read one way, all others as they stand.

    Attributes:
        reading: The question, with its citation, its reasons and how well the default is supported.
        option: The option taken.
        meaning: What the option says.
        is_in_force: Whether the law at hand already reads it so.
        gross_amount, annual_award, total_award: In dollars.
        change: Dollars a year more or less than as the law at hand reads it.
    """

    reading: Reading
    option: str
    meaning: str
    is_in_force: bool
    gross_amount: Decimal
    annual_award: Decimal
    total_award: Decimal
    change: Decimal


def reading_results(scenario: Scenario, law: Law | None = None) -> tuple[ReadingResult, ...]:
    """Every option of every open question for a scenario, in the order of the statute, those in force included."""
    law = law or Law.current()
    facts = facts_of(scenario)
    stands = fill(facts, law.compiled).annual_award
    return tuple(
        _result(facts, law, known, option, stands) for known in readings().values() for option in known.options
    )


def _result(facts: Facts, law: Law, known: Reading, option: str, stands: int) -> ReadingResult:
    sheet = fill(facts, law.read(**{known.name: option}).compiled)
    return ReadingResult(
        known,
        option,
        known.options[option],
        law.option(known.name) == option,
        dollars(sheet.gross_amount),
        dollars(sheet.annual_award),
        dollars(sheet.total_award),
        dollars(sheet.annual_award - stands),
    )


def readings_frame(results: tuple[ReadingResult, ...]) -> pd.DataFrame:
    """The results as a table of question, option and float64 dollars."""
    import pandas as pd

    columns = ["reading", "citation", "option", "in_force", "gross_amount", "annual_award", "total_award", "change"]
    rows = [
        (
            r.reading.name,
            r.reading.citation,
            r.option,
            r.is_in_force,
            *map(float, (r.gross_amount, r.annual_award, r.total_award, r.change)),
        )
        for r in results
    ]
    return pd.DataFrame(rows, columns=columns)
