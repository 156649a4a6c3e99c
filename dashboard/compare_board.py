"""The comparison a visitor works on, and which of its columns is in hand: the one that the inputs at the side change.

The column in hand is the scenario and the law that all pages show. What is changed there follows into the comparison,
and the facts of the business that are locked follow into every other column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from credit_core import Law, Problem, Scenario
from credit_core.comparison import Candidate, Comparison, from_link, to_link

__all__ = ["PREFIX", "Board"]

PREFIX = "vs."
"""How the parameters of a comparison begin in the address."""


@dataclass(frozen=True, slots=True)
class Board:
    """A comparison and the number of its column in hand, from 1; 0 where the scenario shown is none of them."""

    comparison: Comparison = field(default_factory=Comparison)
    at: int = 0

    def following(self, scenario: Scenario, law: Law) -> Board:
        """With the column in hand as it is now.

        Raises:
            ScenarioError: The business does not fit another column; the problem names it.
        """
        if not self.at:
            return self
        return replace(self, comparison=self.comparison.with_candidate(self.at - 1, Candidate(scenario, law)))

    def put_down(self) -> Board:
        """With no column in hand."""
        return replace(self, at=0)

    @property
    def in_hand(self) -> Candidate | None:
        """The candidate in hand, if any."""
        return self.comparison.candidates[self.at - 1] if self.at else None

    def query(self) -> dict[str, str]:
        """The comparison as parameters of the address, beside those of the column in hand."""
        return {PREFIX + name: text for name, text in to_link(self.comparison, self.at).items()}

    @staticmethod
    def read(address: Mapping[str, str], scenario: Scenario, law: Law) -> tuple[Board, tuple[Problem, ...]]:
        """The board of an address that carries this scenario and law, and a notice for all that cannot be used."""
        link = {name.removeprefix(PREFIX): text for name, text in address.items() if name.startswith(PREFIX)}
        read = from_link(link, Candidate(scenario, law))
        return Board(read.comparison, read.at), read.notices
