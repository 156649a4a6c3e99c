"""Problems: what is wrong with an input, the rule it breaks and what was given, so that nothing is lost in silence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

__all__ = ["Problem", "ScenarioError", "given_text", "nearest", "not_utf8_at", "with_given"]

_LONGEST_GIVEN = 200


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with one field of an input.

    Attributes:
        field: The flat name of the fact, the dotted name of a figure, or the column that is concerned.
        rule: A short fixed name of the rule that is broken, such as ``not_negative``.
        given: What was given, as text.
        message: One sentence for a person: the field, the rule, what was given and how to mend it.
    """

    field: str
    rule: str
    given: str
    message: str

    def __post_init__(self) -> None:
        """Keep texts that any file or page can hold: what was given may contain half characters."""
        for name in ("field", "given", "message"):
            object.__setattr__(self, name, getattr(self, name).encode("utf-8", "replace").decode("utf-8"))

    def __str__(self) -> str:
        """The sentence for a person."""
        return self.message


class ScenarioError(ValueError):
    """An input that cannot be used. It carries every problem found, not the first alone."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, in the order of the fields."""
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


def given_text(value: object) -> str:
    """What was given, as a message quotes it: "blank" for nothing, the beginning of what is long."""
    if value is None:
        return "blank"
    try:
        return str(value)[:_LONGEST_GIVEN]
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return "a number of thousands of digits"


def with_given(words: str, given: str) -> str:
    """A message that ends with what was given; a question before it ends its own sentence.

    >>> with_given('must be one of Camden; did you mean "Camden"?', "Cmden")
    'must be one of Camden; did you mean "Camden"? Given: Cmden'
    """
    return f"{words} Given: {given}" if words.endswith("?") else f"{words}; given: {given}"


def not_utf8_at(error: UnicodeDecodeError) -> str:
    """Where bytes stop being UTF-8 text, as an editor counts: "line 3, column 5"."""
    before = error.object[: error.start].decode("utf-8", "replace")
    return f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"


def nearest(name: str, valid: Iterable[str]) -> str:
    """The valid name most like ``name``, or an empty text if none is near."""
    found = get_close_matches(name, list(valid), n=1, cutoff=0.5)
    return found[0] if found else ""
