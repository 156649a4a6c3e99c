"""Exact arithmetic of the section: whole numbers only, the same in plain Python and compiled.

Every intermediate value stays below 2**63 for facts and figures within the bounds that ``scenario`` and ``law``
enforce, so that the compiled functions cannot wrap.
"""

from credit_core.section5.figures import SteppedBonus

__all__ = ["WHOLE", "complete_steps", "half_up", "part_of", "quotient_of", "stepped_amount", "steps_to_the_most"]

# One hundred percent in basis points.
WHOLE = 10_000


def quotient_of(numerator: int, denominator: int) -> int:
    """The whole quotient of two non-negative numbers, rounded down; ``denominator`` is positive."""
    return numerator // denominator


def half_up(numerator: int, denominator: int) -> int:
    """Divide two non-negative whole numbers and round half up; ``denominator`` is positive."""
    quotient = quotient_of(numerator, denominator)
    rest = numerator - quotient * denominator
    return quotient + 1 if rest >= denominator - rest else quotient


def part_of(amount: int, part: int, whole: int) -> int:
    """``amount`` times ``part`` over ``whole``, rounded half up, for ``0 <= part < whole < 2**62``.

    The product is never formed, since it can exceed 64 bits: the quotient is built bit by bit from the top.
    """
    quotient = 0
    rest = 0
    for bit in range(62, -1, -1):
        quotient += quotient
        rest += rest
        if rest >= whole:
            quotient += 1
            rest -= whole
        if (amount >> bit) & 1:
            rest += part
            if rest >= whole:
                quotient += 1
                rest -= whole
    return quotient + 1 if rest >= whole - rest else quotient


def complete_steps(value: int, minimum: int, step: int) -> int:
    """How many complete steps of ``step`` basis points of ``minimum`` lie between ``minimum`` and ``value``.

    A minimum of zero, or one that is not known, has no steps.
    """
    above = max(value - minimum, 0) if minimum > 0 else 0
    return quotient_of(above * WHOLE, max(step * minimum, 1))


def steps_to_the_most(amount: int, maximum: int) -> int:
    """How many complete steps of ``amount`` reach ``maximum``; none where a step earns nothing."""
    return quotient_of(maximum + amount - 1, amount) if amount > 0 else 0


def stepped_amount(value: int, minimum: int, bonus: SteppedBonus, proportional: bool) -> int:
    """Cents per job of a bonus of so much for each step above ``minimum``, at most its maximum.

    Only complete steps count unless ``proportional``; a part of a step is then rounded half up to the cent.
    A minimum of zero earns nothing.
    """
    # Capping the count first keeps the product small, however tiny the minimum is.
    steps = min(complete_steps(value, minimum, bonus.step), bonus.most_steps)
    earned = steps * bonus.amount
    if proportional and steps < bonus.most_steps:
        earned += _part_of_step(value, minimum, bonus)
    return min(earned, bonus.maximum)


def _part_of_step(value: int, minimum: int, bonus: SteppedBonus) -> int:
    """What the step begun but not completed earns, in proportion, rounded half up to the cent."""
    if minimum <= 0 or value <= minimum:
        return 0
    unit = bonus.step * minimum
    rest = (value - minimum) * WHOLE - complete_steps(value, minimum, bonus.step) * unit
    return part_of(bonus.amount, rest, unit)
