"""How the pages write amounts and words; money and counts themselves are worded by ``credit_core``."""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple

from credit_core import Law, Problem
from credit_core.scenario import fact_fields, money_text

__all__ = [
    "Against",
    "basis_of",
    "html_text",
    "law_in_sentence",
    "law_note",
    "markdown_text",
    "money_text",
    "problem_text",
    "short_citation",
]

# What Markdown, Streamlit's own directives (":red[...]", ":material/...") and TeX ("$...$") would take as theirs.
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|<>$~:&-])")


def markdown_text(text: str) -> str:
    r"""The text as Markdown that shows exactly it: two dollar signs make no mathematics, a name no heading.

    >>> markdown_text("from $5,000 to $12,000")
    'from \\$5,000 to \\$12,000'
    """
    return _SPECIAL.sub(r"\\\1", text)


def html_text(text: str) -> str:
    """The text as HTML that shows exactly it."""
    return escape(text, quote=True)


def short_citation(citation: str) -> str:
    """A provision of section 5 without the section: "(c)(4)" for "34:1B-246(c)(4)"; others stay whole."""
    return citation.removeprefix("34:1B-246")


class Against(NamedTuple):
    """The two laws that a difference rests on: one law, held against a baseline."""

    law: Law
    baseline: Law


def law_note(law: Law | Against) -> str:
    """What to say beside every figure when the law is not current law read by default; empty otherwise.

    Beside a difference both laws are named: "Current law against Base up (not current law)".
    """
    if isinstance(law, Against):
        named = law_note(law.law) or law_note(law.baseline)
        return f"{law.law.label} against {law_in_sentence(law.baseline)}" if named else ""
    return "" if law.is_current and law.is_read_by_default else law.label


def law_in_sentence(law: Law | Against) -> str:
    """What a law, or a law against another, is called within a sentence; the name of a bill stays as it is."""
    if isinstance(law, Against):
        return f"{law_in_sentence(law.law)} against {law_in_sentence(law.baseline)}"
    name = law.label
    return name[0].lower() + name[1:] if law.is_current or not law.title else name


def basis_of(words: str, law: Law | Against) -> str:
    """The basis of a figure, with the law it rests on where that is not current law read by default."""
    return f"{words}, {law_in_sentence(law)}" if law_note(law) else words


def problem_text(problem: Problem) -> str:
    """A problem as one sentence with a full stop, naming each fact by its title alone."""
    words = problem.message
    for field in fact_fields():
        words = words.replace(f"{field.name} ({field.title})", field.title)
    return words if words.endswith((".", "?", "!")) else f"{words}."
