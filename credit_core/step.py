"""One numbered step of an award's explanation: what pages list, charts draw and documents print."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

__all__ = ["Kind", "Stage", "Step"]

# What a step is about: one job a year, all jobs a year, or the whole eligibility period.
Stage = Literal["job", "year", "period"]

# What a step does to the running figure of its stage. Colours follow it: one meaning a kind, on every page.
Kind = Literal["base", "bonus", "amount", "cut", "route", "subtotal", "award"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the award sheet, in the order of the statute.

    Attributes:
        number: Its place in the list, from 1.
        name: The flat name of the sheet's line it stands for, such as ``bonus_c4`` or ``annual_limit``.
        citation: The provision, such as "34:1B-246(c)(4)".
        title: A short label, such as "Transit oriented development".
        sentence: What the provision does here, with the live numbers, in one plain sentence.
        amount: The line's figure in dollars; ``None`` where it is blank (a limit that is lifted, does not govern or
            cannot be tested).
        change: Signed dollars that the step adds to the running figure of its stage: the changes of stage ``job``
            add up to ``gross_amount``, those of stage ``year`` to ``annual_award``. Zero for a subtotal.
        unit: Unit and period of ``amount`` and ``change``, such as "dollars per job a year".
        stage: What the running figure is about.
        kind: What the step does to it.
        applies: Whether the provision applies: a bonus that is earned, a limit that governs, a tier that is reached.
        bound: For a limit, whether it cut the running figure; ``None`` for any other step.
        slack: For a limit that governs and did not bind, how much room is left below it; ``None`` otherwise.
    """

    number: int
    name: str
    citation: str
    title: str
    sentence: str
    amount: Decimal | None
    change: Decimal
    unit: str
    stage: Stage
    kind: Kind
    applies: bool = True
    bound: bool | None = None
    slack: Decimal | None = None
