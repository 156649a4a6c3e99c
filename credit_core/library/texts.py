"""Names, descriptions and tags: their rules, and how text is folded so that both databases find the same."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable

from credit_core.problem import Problem, with_given

__all__ = [
    "LONGEST_DESCRIPTION",
    "LONGEST_LINE",
    "LONGEST_TAG",
    "MOST_TAGS",
    "check_description",
    "check_line",
    "check_tags",
    "fold",
    "is_identifier",
    "new_identifier",
    "problem",
    "tag_keys",
]

LONGEST_LINE = 200
LONGEST_DESCRIPTION = 10_000
LONGEST_TAG = 50
MOST_TAGS = 20

# No vowels, so that no word arises, and no characters that are mistaken for others. 27 ** 10 is about 2 ** 47.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
_IDENTIFIER_LENGTH = 10
_LONGEST_GIVEN = 200


def new_identifier() -> str:
    """A new short identifier from the system's secure randomness: ten characters, about 47 bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_IDENTIFIER_LENGTH))


def is_identifier(text: object) -> bool:
    """Whether this could be an identifier of a saved item."""
    return isinstance(text, str) and len(text) == _IDENTIFIER_LENGTH and set(text) <= set(_ALPHABET)


def problem(field: str, rule: str, given: object, words: str) -> Problem:
    """A problem that names the field, the rule and what was given, cut and made showable."""
    shown = _showable("blank" if given is None or given == "" else str(given))
    return Problem(_showable(field), rule, shown, with_given(f"{_showable(field)} {_showable(words, 500)}", shown))


def _showable(text: str, longest: int = _LONGEST_GIVEN) -> str:
    # Half a surrogate pair can be in a JSON text, and in no page, file or database.
    return text[:longest].encode("utf-8", "backslashreplace").decode("utf-8")


def check_line(field: str, given: object, *, longest: int = LONGEST_LINE) -> str | Problem:
    """One line of text that is not blank, without outer blanks, or the problem."""
    if not isinstance(given, str):
        return problem(field, "text", given, "must be text")
    text = given.strip()
    if not text:
        return problem(field, "blank", given, "must not be blank")
    if len(text) > longest:
        return problem(field, "too_long", given, f"must be at most {longest:,} characters long")
    if not text.isprintable():
        return problem(field, "printable", given, "must be one line without control characters")
    return text


def check_description(field: str, given: object) -> str | Problem:
    """Text of any number of lines, which may be blank, or the problem."""
    if not isinstance(given, str):
        return problem(field, "text", given, "must be text")
    text = given.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(text) > LONGEST_DESCRIPTION:
        return problem(field, "too_long", given, f"must be at most {LONGEST_DESCRIPTION:,} characters long")
    if not text.replace("\n", "").replace("\t", "").isprintable():
        return problem(field, "printable", given, "must be without control characters")
    return text


def check_tags(field: str, given: Iterable[object]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The tags that can be used, each once whatever its capitals, and a problem for each that cannot."""
    kept: dict[str, str] = {}
    problems: list[Problem] = []
    for tag in given:
        checked = _check_tag(field, tag)
        if isinstance(checked, Problem):
            problems.append(checked)
        elif len(kept) >= MOST_TAGS and fold(checked) not in kept:
            problems.append(problem(field, "too_many", checked, f"must be at most {MOST_TAGS}"))
        else:
            kept.setdefault(fold(checked), checked)
    return tuple(kept.values()), tuple(problems)


def _check_tag(field: str, tag: object) -> str | Problem:
    line = check_line(field, tag, longest=LONGEST_TAG)
    if isinstance(line, str) and "," in line:
        return problem(field, "comma", line, "must be tags without commas, one by one")
    return line


def fold(text: str) -> str:
    """Text as it is searched: without capitals, accents or control characters, blanks single.

    >>> fold("  Café  NEWARK ")
    'cafe newark'
    """
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = (c if c.isprintable() else " " for c in parts if not unicodedata.combining(c))
    return " ".join("".join(plain).split())


def tag_keys(tags: Iterable[str]) -> str:
    """Folded tags, each between line breaks, so that one whole tag can be looked for in one text."""
    return "\n" + "".join(f"{fold(tag)}\n" for tag in tags)
