"""Exact arithmetic of the section: whole numbers only, the same in plain Python and compiled.

Every intermediate value stays below 2**63 for facts and figures within the bounds that ``scenario`` and ``law``
enforce, so that the compiled functions cannot wrap.
"""

__all__ = ["WHOLE", "complete_steps", "half_up", "part_of", "stepped_amount"]

# One hundred percent in basis points.
WHOLE = 10_000


def half_up(numerator: int, denominator: int) -> int:
    """Divide two non-negative whole numbers and round half up; ``denominator`` is positive."""
    quotient = numerator // denominator
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
    """How many complete steps of ``step`` basis points of ``minimum`` lie between ``minimum`` and ``value``."""
    if minimum <= 0 or value <= minimum:
        return 0
    return (value - minimum) * WHOLE // (step * minimum)


def stepped_amount(value: int, minimum: int, amount: int, step: int, maximum: int, proportional: bool) -> int:
    """Cents per job of a bonus of ``amount`` a step of ``step`` basis points above ``minimum``, at most ``maximum``.

    Only complete steps count unless ``proportional``; a part of a step is then rounded half up to the cent.
    A minimum of zero earns nothing.
    """
    steps = complete_steps(value, minimum, step)
    # Capping the count first keeps the product small, however tiny the minimum is.
    if amount <= 0 or minimum <= 0 or value <= minimum:
        return 0
    if steps > maximum // amount:
        return maximum
    earned = steps * amount
    if proportional:
        unit = step * minimum
        earned += part_of(amount, (value - minimum) * WHOLE - steps * unit, unit)
    return min(earned, maximum)
