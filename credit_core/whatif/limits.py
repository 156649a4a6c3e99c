"""Each limit of subsections d and f lifted, as it stands, and tightened: what it makes of the award.

A limit that is lifted or tightened is an amended law; each result carries its law, which says that it is not current.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from credit_core.award import dollars, facts_of
from credit_core.law import Figure, Law, figure, figures
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import Scenario
from credit_core.section5.d_limits import gross_limit_paragraph
from credit_core.section5.f_annual_limits import annual_limit_paragraph
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import fill

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LimitLever", "LimitResult", "limit_levers", "limit_levers_frame"]

_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class LimitResult:
    """The award under one setting of a limit: the law, the limit (``None``: lifted), and dollars."""

    law: Law
    limit: Decimal | None
    gross_amount: Decimal
    annual_award: Decimal
    total_award: Decimal


@dataclass(frozen=True, slots=True)
class LimitLever:
    """One limit of d or f.

    Attributes:
        figure: The limit as current law has it: name, title, unit, citation.
        governs: Whether it is the paragraph that governs the project under the law in force.
        lifted, present, tightened: The award without it, as it stands, and with it lowered by some percent.
    """

    figure: Figure
    governs: bool
    lifted: LimitResult
    present: LimitResult
    tightened: LimitResult

    @property
    def matters(self) -> bool:
        """Whether lifting or tightening it changes the award of a year or the amount of a job."""
        results = (self.lifted, self.present, self.tightened)
        return len({(each.gross_amount, each.annual_award) for each in results}) > 1


def limit_levers(scenario: Scenario, law: Law | None = None, *, percent: Decimal | int = 10) -> tuple[LimitLever, ...]:
    """Each limit of d(1) to (6) and f(1) to (6), in the order of the statute; tightened by ``percent`` of itself.

    A limit that the law in force lifts is tightened from its figure in current law. Half a cent is rounded up.

    Raises:
        ScenarioError: ``percent`` is not above 0 and at most 100.
    """
    law = law or Law.current()
    share = Decimal(percent)
    if not share.is_finite() or not 0 < share <= 100:
        message = f"percent must be above 0 and at most 100; given: {percent}"
        raise ScenarioError([Problem("percent", "out_of_range", str(percent), message)])
    facts = facts_of(scenario)
    governing = _governing(facts, law)
    names = [name for name in figures() if name.startswith(("gross_limit.", "annual_limit."))]
    return tuple(_lever(facts, law, name, share, name in governing) for name in names)


def _governing(facts: Facts, law: Law) -> tuple[str, str]:
    gross, annual = gross_limit_paragraph(facts, law.compiled), annual_limit_paragraph(facts, law.compiled)
    return f"gross_limit.d{gross}", f"annual_limit.f{annual}"


def _lever(facts: Facts, law: Law, name: str, percent: Decimal, governs: bool) -> LimitLever:
    value = law.value(name)
    full = figure(name).value if value is None else value
    lower = (full * (100 - percent) / 100).quantize(_CENT, ROUND_HALF_UP)
    lifted, present, tightened = (_result(facts, law, name, limit) for limit in (None, value, lower))
    return LimitLever(figure(name), governs, lifted, present, tightened)


def _result(facts: Facts, law: Law, name: str, limit: Decimal | None) -> LimitResult:
    amended = law.amend({name: limit})
    sheet = fill(facts, amended.compiled)
    amounts = (dollars(cents) for cents in (sheet.gross_amount, sheet.annual_award, sheet.total_award))
    return LimitResult(amended, limit, *amounts)


def limit_levers_frame(found: tuple[LimitLever, ...]) -> pd.DataFrame:
    """The limits as a table of float64 dollars: the award of a year lifted, at present and tightened."""
    import pandas as pd

    columns = ["name", "citation", "limit", "governs", "lifted", "present", "tightened", "tightened_to"]
    rows = [
        (
            each.figure.name,
            each.figure.citation,
            None if each.present.limit is None else float(each.present.limit),
            each.governs,
            *(float(result.annual_award) for result in (each.lifted, each.present, each.tightened)),
            float(each.tightened.limit or 0),
        )
        for each in found
    ]
    return pd.DataFrame(rows, columns=columns)
