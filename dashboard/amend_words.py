"""What the page Amend the law calls laws and figures, reads as entries, and says in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Final

from credit_core import Law
from credit_core.law import Figure, figures
from credit_core.sentences import count_text
from credit_core.whatif.compare import Decomposition, Part
from credit_core.whatif.outcomes import Outcomes
from dashboard.formats import law_in_sentence, money_text, short_citation

__all__ = [
    "SECTIONS",
    "change_text",
    "effect_sentence",
    "outcomes_sentence",
    "read_value",
    "section_figures",
    "statute_order",
]

SECTIONS: Final[Mapping[str, str]] = {
    "b": "Base (b)",
    "c": "Bonuses (c)",
    "c7": "Number of jobs (c)(7)",
    "d": "Limit of a job (d)",
    "route": "Capital route (d)(a)-(e)",
    "e": "Retained jobs (e)",
    "f": "Annual limits (f)",
    "s3": "Minimums (section 3)",
    "readings": "Readings",
}
"""The parts of the table, in the order of the statute; the open questions stand last."""

_SECTION_OF: Final[Mapping[str, str]] = {
    "base": "b",
    "gross_limit": "d",
    "route_jobs": "route",
    "route_capital": "route",
    "route_limit": "route",
    "route_years": "route",
    "retained_share": "e",
    "retained_capital_share": "e",
    "annual_limit": "f",
    "withholdings_share": "f",
    "necessity_threshold": "f",
    "bonus": "c",
    "threshold": "c",
    "step": "c",
    "maximum": "c",
}
_ENTRY: Final = re.compile(r"(-?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(\.[0-9]{1,10})? ?%?")
_LIFTED: Final = ("no limit", "none")
_MOST_PARTS: Final = 4
_AFTER_ALL: Final = 1_000


def section_figures(section: str) -> list[Figure]:
    """The figures of current law in one part of the table, in the order of the statute."""
    return sorted((known for name, known in figures().items() if _section_of(name) == section), key=statute_order)


def statute_order(known: Figure) -> tuple[tuple[int, int], ...]:
    """What to sort figures by: the provision, then where a bracket begins before what it pays."""
    if known.citation.startswith("34:1B-244"):
        return ((_AFTER_ALL, _file_order().index(known.name)),)
    if known.citation.endswith("last paragraph"):
        return ((ord("f"), 0), (_AFTER_ALL, 0))
    of_all = "-(" in known.citation  # such as (d)(a)-(e): after the last of them
    labels = re.findall(r"\(([a-z0-9]+)\)", known.citation.split("(a)-(")[0])
    places = tuple((int(label), 0) if label.isdigit() else (ord(label), 0) for label in labels)
    begins = known.name.startswith("threshold.c7")
    return (*places, (_AFTER_ALL if of_all else -1 if begins else 0, 0))


@cache
def _file_order() -> list[str]:
    return list(figures())


def _section_of(name: str) -> str:
    group, key = name.split(".")
    return "c7" if key.startswith("c7") and key[-1].isalpha() else _SECTION_OF.get(group, "s3")


def read_value(text: str) -> Decimal | str | None:
    """What was typed for a figure: a number, ``None`` for a limit that is lifted, or the text itself if it is neither.

    A dollar sign, a percent sign and separators of thousands may be typed. The law says what a text is refused for.

    >>> read_value("$6,000"), read_value("no limit"), read_value("6.000,00")
    (Decimal('6000'), None, '6.000,00')
    """
    words = text.strip()
    if words.lower() in _LIFTED:
        return None
    found = _ENTRY.fullmatch(words)
    if found is None:
        return words
    return Decimal(f"{found[1]}{found[2].replace(',', '')}{found[3] or ''}")


def change_text(amount: Decimal) -> str:
    """A difference with its sign, such as "+$300,000"; nothing is "$0"."""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}{money_text(abs(amount))}"


def effect_sentence(found: Decomposition, law: Law, baseline: Law) -> str:
    """What a law makes of one project, and from which provisions."""
    if law == baseline:
        return "The two laws are the same. Amend a figure below, or choose a saved bill."
    if not found.difference:
        again = ": what changes cancels out" if found.changes else ""
        return f"{law.label} changes nothing for this project{again}, {money_text(found.second)} a year."
    word = "more" if found.difference > 0 else "less"
    amount = money_text(abs(found.difference))
    head = f"{law.label} gives this project {amount} {word} a year than {law_in_sentence(baseline)}"
    return f"{head}: {_parts(found)}."


def _parts(found: Decomposition) -> str:
    parts = sorted(found.changes, key=lambda part: -abs(part.amount))
    told = [_part(part) for part in parts[:_MOST_PARTS]]
    if parts[_MOST_PARTS:]:
        told.append(f"{count_text(len(parts[_MOST_PARTS:]), 'further provision')}")
    return told[0] if not told[1:] else f"{', '.join(told[:-1])} and {told[-1]}"


def _part(part: Part) -> str:
    title = part.provision.title
    return f"{change_text(part.amount)} {title[0].lower()}{title[1:]} {short_citation(part.provision.citation)}"


def outcomes_sentence(found: Outcomes) -> str:
    """What a law makes of many projects: what it costs, how many gain, lose and stay as they are."""
    if found.law == found.baseline:
        return "The two laws are the same."
    projects = count_text(found.count, "project")
    counts = f"{found.gains.count:,} gain, {found.loses.count:,} lose, {found.unchanged.count:,} stay as they are"
    if not found.annual.difference:
        return f"{found.law.label} costs as much as {law_in_sentence(found.baseline)} on {projects}: {counts}."
    word = "more" if found.annual.difference > 0 else "less"
    amount = money_text(abs(found.annual.difference))
    return f"{found.law.label} costs {amount} {word} a year than {law_in_sentence(found.baseline)}: {counts}."
