"""The portfolio a visitor has at hand: many projects from a file or the sample, held in the session.

It is not in the address, which could not hold it: a reload begins without one. ``held()`` is what other pages read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd
import streamlit as st

from credit_core import Law, Problem
from credit_core.batch import Report, check_frame
from credit_core.portfolio import Summary
from credit_core.scenario import Scenario
from dashboard.portfolio_sizes import Files, known_files

__all__ = ["Portfolio", "Results", "held", "held_name", "hold", "mean", "portfolio", "put_away"]

_KEY = "portfolio.held"
_NUMBER = "portfolio.number"


@dataclass(frozen=True)
class Results:
    """The awards of a portfolio under one law: a row each, and what they come to."""

    frame: pd.DataFrame
    summary: Summary
    law: Law

    @cached_property
    def files(self) -> Files:
        """What is known of the files that can be taken along, found out once."""
        return known_files(self.frame)


@dataclass
class Portfolio:
    """Many projects, and what has been found out about them so far.

    Attributes:
        name: Name of the file, or of the sample.
        table: The rows as they were read; the index is the row number that a spreadsheet shows.
        meanings: The columns that are no facts, each with the fact it stands for; an empty text leaves it out.
        problems: Rows of the file that could not be read.
        dropped: Columns of an earlier result, which were taken away.
        number: Tells portfolios of one session apart, for the keys of controls.
        row: The row that is looked at.
        results: The awards, once they are computed.
    """

    name: str
    table: pd.DataFrame
    meanings: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    dropped: tuple[str, ...] = ()
    number: int = 0
    row: int | None = None
    results: Results | None = None
    _checked: tuple[pd.DataFrame, Report] | None = None

    def clashes(self) -> Iterator[tuple[str, list[str]]]:
        """The facts that two or more columns stand for, with those columns."""
        stand_for = {str(name): self.meanings.get(str(name), str(name)) for name in self.table.columns}
        for fact, count in Counter(stand_for.values()).items():
            if fact and count > 1:
                yield fact, [name for name, meant in stand_for.items() if meant == fact]

    def column_of(self, fact: str) -> str:
        """The name in the file of the column that stands for a fact; the fact's own name if there is none."""
        return next((name for name, meant in self.meanings.items() if meant == fact), fact)

    def facts(self) -> pd.DataFrame:
        """The columns that are facts, under their own names; columns without a meaning are left out."""
        return self._check()[0]

    def report(self) -> Report:
        """What is wrong with the rows."""
        return self._check()[1]

    def mean(self, column: str, fact: str) -> None:
        """Let a column stand for a fact, or (an empty text) leave it out; results until then are gone."""
        self.meanings[column] = fact
        self._checked = self.results = None

    def _check(self) -> tuple[pd.DataFrame, Report]:
        if self._checked is None:
            kept = [name for name in self.table.columns if self.meanings.get(name, name)]
            named = self.table[kept].rename(columns=self.meanings)
            facts = named[[name for name in named.columns if name in Scenario.model_fields]]
            self._checked = facts, check_frame(facts)
        return self._checked


def portfolio() -> Portfolio | None:
    """The portfolio at hand, with everything that is known of it."""
    found = st.session_state.get(_KEY)
    return found if isinstance(found, Portfolio) else None


def held() -> pd.DataFrame | None:
    """The facts of the projects at hand: columns by the flat names, a row each, bad rows included; None without any.

    The index is the row number that a spreadsheet shows. Rows that cannot be used have, once they are computed, an
    empty award that says why.
    """
    found = portfolio()
    return None if found is None or any(found.clashes()) else found.facts()


def held_name() -> str:
    """What the portfolio at hand is called; empty without one."""
    found = portfolio()
    return "" if found is None else found.name


def hold(found: Portfolio) -> None:
    """Take another portfolio in hand."""
    found.number = st.session_state[_NUMBER] = st.session_state.get(_NUMBER, 0) + 1
    st.session_state[_KEY] = found


def mean(column: str, key: str) -> None:
    """Callback of a control: the column stands for what the control under ``key`` says."""
    found = portfolio()
    if found is not None:
        found.mean(column, st.session_state[key])


def put_away() -> None:
    """Have no portfolio at hand any more."""
    st.session_state.pop(_KEY, None)
