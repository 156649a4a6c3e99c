"""Two results side by side: which provision makes how much of the difference."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from credit_core.award import BONUS_NAMES, dollars, facts_of
from credit_core.law import Law
from credit_core.scenario import Scenario
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import Sheet, fill
from credit_core.whatif._provisions import PROVISIONS, Provision
from credit_core.whatif.sweep import checked_measure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Decomposition", "Part", "contributions", "decompose"]


@dataclass(frozen=True, slots=True)
class Part:
    """What one provision makes of the difference: dollars in each result, and the second less the first.

    In an amount of a year the base and each bonus count for all jobs, new and retained; a limit counts as the cut that
    it makes.
    """

    provision: Provision
    first: Decimal
    second: Decimal

    @property
    def amount(self) -> Decimal:
        """The second less the first, in dollars."""
        return self.second - self.first


@dataclass(frozen=True)
class Decomposition:
    """A difference in parts, in the order of the award sheet; the parts add up to ``difference`` exactly."""

    measure: str
    first: Decimal
    second: Decimal
    parts: tuple[Part, ...]

    @property
    def difference(self) -> Decimal:
        """The second result less the first, in dollars."""
        return self.second - self.first

    @property
    def changes(self) -> tuple[Part, ...]:
        """The parts that are not zero."""
        return tuple(part for part in self.parts if part.amount)

    def to_frame(self) -> pd.DataFrame:
        """The parts as a table of citation, provision and float64 dollars."""
        import pandas as pd

        rows = [
            (p.provision.name, p.provision.citation, p.provision.title, *map(float, (p.first, p.second, p.amount)))
            for p in self.parts
        ]
        return pd.DataFrame(rows, columns=["name", "citation", "provision", "first", "second", "amount"])


def decompose(
    a: Scenario,
    b: Scenario,
    *,
    measure: str = "annual_award",
    law: Law | None = None,
    law_b: Law | None = None,
) -> Decomposition:
    """The difference of a measure between two results, ``b`` less ``a``, by provision in the order of the sheet.

    Each side is split under its own facts and its own law (``law`` for ``a``, ``law_b`` for ``b``; the same if only one
    is given). A part is what the provision contributes on one side less what it contributes on the other, so the
    order in which facts are changed plays no role and the parts always add up.

    Raises:
        ScenarioError: There is no such measure.
    """
    name = checked_measure(measure)
    law = law or Law.current()
    first = _contributions_of(facts_of(a), law, name)
    second = _contributions_of(facts_of(b), law_b or law, name)
    parts = tuple(Part(PROVISIONS[line], dollars(first[line]), dollars(second[line])) for line in first)
    return Decomposition(name, dollars(sum(first.values())), dollars(sum(second.values())), parts)


def _contributions_of(facts: Facts, law: Law, measure: str) -> dict[str, int]:
    return contributions(fill(facts, law.compiled), facts, measure)


def contributions(sheet: Sheet, facts: Facts, measure: str) -> dict[str, int]:
    """What each line of a sheet adds to a measure, in cents: the lines add up to it (34:1B-246(b)-(f)).

    Only sums, differences and products: a sheet and facts of whole columns give a column for each line.
    """
    if measure in ("gross_amount", "retained_job_amount"):
        return _per_job(sheet, measure)
    years = facts.eligibility_years if measure == "total_award" else 1
    return {name: cents * years for name, cents in _per_year(sheet, facts).items()}


def _per_job(sheet: Sheet, measure: str) -> dict[str, int]:
    lines = {"base_amount": sheet.base_amount, **dict(zip(BONUS_NAMES, sheet.bonus, strict=True))}
    lines["gross_limit"] = sheet.gross_amount - sheet.gross_before_limit
    if measure == "retained_job_amount":
        lines["retained_job_amount"] = sheet.retained_job_amount - sheet.gross_amount
    return lines


def _per_year(sheet: Sheet, facts: Facts) -> dict[str, int]:
    jobs = facts.new_jobs + facts.retained_jobs
    lines = {name: cents * jobs for name, cents in _per_job(sheet, "gross_amount").items()}
    return lines | {
        "retained_job_amount": sheet.annual_by_jobs - jobs * sheet.gross_amount,
        "annual_limit": sheet.after_annual_limit - sheet.annual_by_jobs,
        "withholdings_limit": sheet.after_withholdings - sheet.after_annual_limit,
        "amount_necessary": sheet.annual_ordinary - sheet.after_withholdings,
        "annual_capital_route": sheet.annual_award - sheet.annual_ordinary,
    }
