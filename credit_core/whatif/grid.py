"""Two facts at once: the measure of every pair of values, with the rule that binds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from credit_core.award import BINDING_RULES, dollars, facts_of
from credit_core.law import Law
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import Scenario
from credit_core.section5.b_base import is_eligible_area
from credit_core.section5.e_final_amount import share_limb
from credit_core.section5.facts import Facts
from credit_core.section5.figures import Figures
from credit_core.section5.sheet import (
    ANNUAL_LIMIT,
    CAPITAL_ROUTE,
    GROSS_LIMIT,
    NECESSITY,
    NONE,
    NOT_ELIGIBLE,
    RETAINED_CAPITAL,
    WITHHOLDINGS,
    Final,
    final_amounts,
    gross_before_limit,
)
from credit_core.whatif._domain import Number, numeric_fact, to_units, to_value
from credit_core.whatif.breakpoints import BONUS_OF
from credit_core.whatif.sweep import checked_measure

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Grid", "grid"]

# What subsections d to f read of the facts that are numbers; the others matter through the gross amount alone.
_LATER = frozenset(
    {
        "new_jobs",
        "retained_jobs",
        "jobs_new_to_municipality",
        "capital_investment",
        "annual_withholdings",
        "amount_necessary",
        "eligibility_years",
    }
)
_INVALID = -1


@dataclass(frozen=True)
class Grid:
    """The measure at every pair of values, exact at each of them; between the values nothing is claimed.

    ``cents[row][column]`` belongs to ``y_values[row]`` and ``x_values[column]``; -1 where the pair breaks a side
    condition (more industrial than total capital, more jobs new to the municipality than jobs), which ``notes`` says.
    ``binding`` has the rule that binds the award of a year, by its place in ``award.BINDING_RULES``; -1 where invalid.
    """

    scenario: Scenario
    law: Law
    x_fact: str
    y_fact: str
    measure: str
    x_values: tuple[Number, ...]
    y_values: tuple[Number, ...]
    cents: tuple[tuple[int, ...], ...]
    binding: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]

    def at(self, row: int, column: int) -> Decimal | None:
        """The measure of a cell in dollars; ``None`` where the pair is not valid."""
        cents = self.cents[row][column]
        return None if cents == _INVALID else dollars(cents)

    def binding_at(self, row: int, column: int) -> str | None:
        """The name of the rule that binds in a cell; ``None`` where the pair is not valid."""
        rule = self.binding[row][column]
        return None if rule == _INVALID else BINDING_RULES[rule]

    def to_frame(self) -> pd.DataFrame:
        """One row a cell: both facts, the measure in float64 dollars (NaN where not valid) and the binding rule."""
        import pandas as pd

        rows = [
            (float(x), float(y), cents / 100 if cents != _INVALID else None, self.binding_at(row, column))
            for row, y in enumerate(self.y_values)
            for column, (x, cents) in enumerate(zip(self.x_values, self.cents[row], strict=True))
        ]
        return pd.DataFrame(rows, columns=[self.x_fact, self.y_fact, self.measure, "binding"])


def grid(
    scenario: Scenario,
    x_fact: str,
    x_values: Sequence[Number],
    y_fact: str,
    y_values: Sequence[Number],
    *,
    measure: str = "annual_award",
    law: Law | None = None,
) -> Grid:
    """The measure and the binding rule for every pair of values of two facts that are numbers.

    Raises:
        ScenarioError: A fact, value or measure cannot be used, or both facts are the same.
    """
    law = law or Law.current()
    name = checked_measure(measure)
    fields = numeric_fact(x_fact), numeric_fact(y_fact)
    if x_fact == y_fact:
        raise ScenarioError([Problem(y_fact, "two_facts", y_fact, f"A grid needs two facts; given twice: {y_fact}")])
    xs, ys = (
        [to_units(field, value) for value in values] for field, values in zip(fields, (x_values, y_values), strict=True)
    )
    cells = _Cells(facts_of(scenario), law.compiled, (x_fact, y_fact), name)
    rows = [cells.row(xs, y) for y in ys]
    cents = tuple(tuple(cell[0] for cell in row) for row in rows)
    binding = tuple(tuple(cell[1] for cell in row) for row in rows)
    return Grid(
        scenario,
        law,
        x_fact,
        y_fact,
        name,
        tuple(to_value(fields[0], x) for x in xs),
        tuple(to_value(fields[1], y) for y in ys),
        cents,
        binding,
        _notes(cents),
    )


def _notes(cents: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
    invalid = sum(row.count(_INVALID) for row in cents)
    if not invalid:
        return ()
    words = "the industrial part cannot exceed the capital, nor the jobs new to the municipality all jobs"
    return (f"{invalid:,} pairs of values are left out: {words}.",)


class _Cells:
    """The cells of a grid, each computed once for each set of figures that reaches it.

    Facts that matter through the gross amount alone give few distinct ones, so what follows is remembered by the gross
    amount and the facts that subsections d to f read.
    """

    def __init__(self, facts: Facts, law: Figures, names: tuple[str, str], measure: str) -> None:
        self._law = law
        self._measure = measure
        self._template = list(facts)
        self._slots = [Facts._fields.index(name) if name in Facts._fields else None for name in names]
        self._later = [name in _LATER for name in names]
        self._moving = [rule for reads, rule in BONUS_OF.values() if reads & set(names)]
        self._eligible = is_eligible_area(facts)
        self._authority = "authority_bonus" in names
        fixed = gross_before_limit(facts, law) - sum(rule(facts, law) for rule in self._moving)
        self._fixed = fixed - (facts.authority_bonus if self._authority else 0)
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}
        self._checks = set(names) & _CHECKED

    def row(self, xs: Sequence[int], y: int) -> list[tuple[int, int]]:
        """Measure in cents and binding rule along one row."""
        values = self._template.copy()
        across, down = self._slots
        if down is not None:
            values[down] = y
        cells = []
        for x in xs:
            if across is not None:
                values[across] = x
            cells.append(self._cell(Facts._make(values), x, y))
        return cells

    def _cell(self, facts: Facts, x: int, y: int) -> tuple[int, int]:
        if self._checks and not _is_valid(facts):
            return _INVALID, _INVALID
        gross = self._gross(facts)
        key = (gross, x if self._later[0] else 0, y if self._later[1] else 0)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._computed(facts, gross)
        return found

    def _gross(self, facts: Facts) -> int:
        """The gross amount before its limit: what stands, and the bonuses that move."""
        if not self._eligible:
            return 0
        gross = self._fixed + (facts.authority_bonus if self._authority else 0)
        for rule in self._moving:
            gross += rule(facts, self._law)
        return gross

    def _computed(self, facts: Facts, gross: int) -> tuple[int, int]:
        final = final_amounts(facts, self._law, gross, NONE)
        rule = _binding(facts, self._law, gross, final) if self._eligible else NOT_ELIGIBLE
        if self._measure == "total_award":
            return final.annual_award * facts.eligibility_years, rule
        return getattr(final, self._measure), rule


_CHECKED = frozenset(
    {
        "new_jobs",
        "retained_jobs",
        "jobs_new_to_municipality",
        "capital_investment",
        "industrial_capital_investment",
    }
)


def _is_valid(facts: Facts) -> bool:
    """The two side conditions of a scenario; an unknown number of jobs (-1) is below any."""
    enough = facts.jobs_new_to_municipality <= facts.new_jobs + facts.retained_jobs
    return enough and facts.industrial_capital_investment <= facts.capital_investment


def _binding(facts: Facts, law: Figures, gross: int, final: Final) -> int:
    """``sheet.binding_rule`` of an eligible project, asking only about rules that changed an amount.

    A rule that cut nothing cannot change the award; one that did is left out to see.
    """
    if final.annual_capital_route > final.annual_ordinary:
        return CAPITAL_ROUTE
    for rule in _rules_that_cut(facts, law, gross, final):
        if final_amounts(facts, law, gross, rule).annual_award != final.annual_award:
            return rule
    return NONE


def _rules_that_cut(facts: Facts, law: Figures, gross: int, final: Final) -> Iterator[int]:
    """The rules that changed an amount, the last of the sheet first."""
    if final.annual_ordinary < final.after_withholdings:
        yield NECESSITY
    if final.after_withholdings < final.after_annual_limit:
        yield WITHHOLDINGS
    if final.after_annual_limit < final.annual_by_jobs:
        yield ANNUAL_LIMIT
    retained = final.retained_job_amount
    if retained < final.gross_amount and retained < share_limb(final.gross_amount, law):
        yield RETAINED_CAPITAL
    if final.gross_amount < gross:
        yield GROSS_LIMIT
