"""How the pages write amounts and words; money and counts themselves are worded by ``credit_core``."""

from __future__ import annotations

import re
from html import escape

from credit_core import Law, Problem
from credit_core.scenario import fact_fields, money_text

__all__ = ["basis_of", "html_text", "law_note", "markdown_text", "money_text", "problem_text", "short_citation"]

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


def law_note(law: Law) -> str:
    """What to say beside every figure when the law is not current law read by default; empty otherwise."""
    return "" if law.is_current and law.is_read_by_default else law.label


def basis_of(words: str, law: Law) -> str:
    """The basis of a figure, with the law it rests on where that is not current law read by default."""
    note = law_note(law)
    if not note:
        return words
    return f"{words}, {note if law.title else note[0].lower() + note[1:]}"


def problem_text(problem: Problem) -> str:
    """A problem as one sentence with a full stop, naming each fact by its title alone."""
    words = problem.message
    for field in fact_fields():
        words = words.replace(f"{field.name} ({field.title})", field.title)
    return words if words.endswith((".", "?", "!")) else f"{words}."
