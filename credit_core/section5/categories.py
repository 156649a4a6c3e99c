"""Subsections d and f: which of several limits governs a project that fits several categories."""

__all__ = ["MOST_GENEROUS", "governing_paragraph"]

# Reading of ``overlapping_categories``; the other option is the strictest.
MOST_GENEROUS = 0


def governing_paragraph(applies: tuple[bool, ...], amounts: tuple[int, ...], reading: int) -> int:
    """34:1B-246(d), (f): the number of the paragraph that governs among those whose category fits; 0 for none.

    The most generous or the strictest amount in force, by ``reading``; ties stay with the earlier paragraph.
    """
    governing = 0
    chosen = 0
    for index in range(len(applies)):
        amount = amounts[index]
        better = amount > chosen if reading == MOST_GENEROUS else amount < chosen
        if applies[index] and (governing == 0 or better):
            governing = index + 1
            chosen = amount
    return governing
