"""The figures of section 5 with their citations, the readings of its open questions, and amendments to either.

``law.toml`` holds every value. A ``Law`` is the current law, or current law with some figures amended (a hypothetical
bill) or some questions read otherwise; everything that shows an amended result can ask it and say so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from credit_core.problem import Problem, given_text, nearest, with_given
from credit_core.section5.arithmetic import steps_to_the_most
from credit_core.section5.figures import (
    NO_LIMIT,
    AnnualLimits,
    Base,
    Bonuses,
    Figures,
    GrossLimits,
    MinimumCapital,
    Readings,
    Retained,
    Route,
    Shares,
    SteppedBonus,
)

__all__ = [
    "Figure",
    "Law",
    "LawError",
    "Reading",
    "Value",
    "figure",
    "figures",
    "law_version",
    "reading",
    "readings",
]

# A figure in its own unit; None is a limit that is lifted.
Value = Decimal | None
Certainty = Literal["read", "derived", "recalled"]

_CENTS = 100
# What a page, a file, a link or a call gave to lift a limit: "no limit", "none" or ``None``.
_LIFTED = "no limit (none)"
_LIFTABLE = ("gross_limit.", "annual_limit.", "route_limit.")

# Least and most by unit: far beyond any bill, and small enough that no product of the rules exceeds 64 bits.
_BOUNDS: dict[str, tuple[str, str]] = {
    "dollars per job a year": ("0", "1000000"),
    "dollars a year": ("0", "100000000000"),
    "dollars": ("0", "100000000000"),
    "dollars per square foot": ("0", "1000"),
    "percent": ("0", "1000"),
    "jobs": ("0", "10000000"),
    "square feet": ("0", "100000000"),
    "highways": ("0", "100"),
    "index points": ("0", "10000"),
    "years": ("1", "100"),
    "thirds": ("0", "3"),
    "quarters": ("0", "4"),
}
_SCALED = ("dollars", "percent")


class LawError(ValueError):
    """An amendment or a reading that cannot be used. It carries every problem, each naming its key."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, in the order of the keys given."""
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the law: its dotted name, value in current law, unit, citation and how well it is known."""

    name: str
    value: Decimal
    unit: str
    citation: str
    title: str
    certainty: Certainty

    @property
    def may_be_lifted(self) -> bool:
        """Whether an amendment may set it to ``None``: a limit that no longer applies."""
        return self.name.startswith(_LIFTABLE)


@dataclass(frozen=True, slots=True)
class Reading:
    """One open question of the text: its options (the default first) with their meaning, and how well the default stands."""

    name: str
    title: str
    citation: str
    why: str
    support: str
    options: Mapping[str, str]

    @property
    def default(self) -> str:
        """The option in force unless another is chosen."""
        return next(iter(self.options))


class _FigureRow(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    value: int
    unit: str
    citation: str
    title: str
    certainty: Certainty


class _ReadingRow(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    title: str
    citation: str
    why: str
    support: str
    options: dict[str, str]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    version: str
    figure: dict[str, dict[str, _FigureRow]]
    reading: dict[str, _ReadingRow]


@cache
def _file() -> _File:
    text = files("credit_core").joinpath("law.toml").read_text(encoding="utf-8")
    return TypeAdapter(_File).validate_python(tomllib.loads(text))


def law_version() -> str:
    """The amendment through which the figures are current, such as "P.L.2017, c.221"."""
    return _file().version


@cache
def figures() -> Mapping[str, Figure]:
    """Every figure of current law by dotted name, in the order of the statute."""
    return {
        f"{group}.{key}": Figure(f"{group}.{key}", Decimal(row.value), row.unit, row.citation, row.title, row.certainty)
        for group, rows in _file().figure.items()
        for key, row in rows.items()
    }


def figure(name: str) -> Figure:
    """One figure of current law by dotted name; raises ``LawError`` naming the nearest valid name."""
    if name not in figures():
        raise LawError([_unknown(name, "figure of the law", figures())])
    return figures()[name]


@cache
def readings() -> Mapping[str, Reading]:
    """Every open question of the text by its id, in the order of the statute."""
    return {
        name: Reading(name, row.title, row.citation, row.why, row.support, row.options)
        for name, row in _file().reading.items()
    }


def reading(name: str) -> Reading:
    """One open question by its id; raises ``LawError`` naming the nearest valid id."""
    if name not in readings():
        raise LawError([_unknown(name, "reading", readings())])
    return readings()[name]


def _unknown(name: str, what: str, valid: Iterable[str]) -> Problem:
    near = nearest(name, valid)
    hint = f'; did you mean "{near}"?' if near else ""
    return Problem(name, "unknown_name", name, f'"{name}" is no {what}{hint}')


# A bracket of c(7) beyond (a) to (e) that an amendment adds.
_ADDED_BRACKET = re.compile(r"(threshold|bonus)\.c7[f-z]")


def _figure_or_added(name: object) -> Figure | None:
    if not isinstance(name, str):
        return None
    if name in figures():
        return figures()[name]
    if not _ADDED_BRACKET.fullmatch(name):
        return None
    like = figures()[f"{name.split('.')[0]}.c7e"]
    return replace(like, name=name, value=Decimal(0), title=f"Number of jobs: added bracket ({name[-1]})")


def _quoted(given: object, text: str) -> str:
    """What was given in a message: text in quotation marks, for what looks like a number may be text."""
    if not isinstance(given, str):
        return text
    return f'"{text}"' if text.strip() else "nothing"


def _check_value(known: Figure, given: object) -> Value | Problem:
    """The value in its unit, or the problem that names the key, the rule and what was given."""

    def refuse(rule: str, words: str) -> Problem:
        text = _LIFTED if given is None else given_text(given)
        return Problem(known.name, rule, text, f"{known.name} ({known.title}) {words}; given: {_quoted(given, text)}")

    if given is None:
        return None if known.may_be_lifted else refuse("not_a_limit", "is no limit and cannot be lifted")
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal):
        return refuse("not_a_number", f"must be a number of {known.unit}")
    number = Decimal(repr(given)) if isinstance(given, float) else Decimal(given)
    least, most = (Decimal(bound) for bound in _BOUNDS[known.unit])
    if known.name.startswith("step."):
        least = Decimal("0.01")
    if not number.is_finite():
        return refuse("not_a_number", "must be a finite number")
    if number < 0:
        return refuse("not_negative", "must not be negative")
    if not least <= number <= most:
        return refuse("out_of_bounds", f"must be between {least:,} and {most:,} {known.unit}")
    decimals = _CENTS if known.unit.startswith(_SCALED) else 1
    if number * decimals != (number * decimals).to_integral_value():
        return refuse("decimals", "must have at most two decimals" if decimals > 1 else "must be a whole number")
    return number.normalize() + 0


@dataclass(frozen=True)
class Law:
    """Section 5 as amended and read: current law, unless it says otherwise.

    Attributes:
        amendments: Dotted names whose value departs from current law, sorted, with that value in its own unit.
        chosen_readings: Open questions that are not read by default, sorted, with the option chosen.
        title: What the bill is called; empty for current law or a bill without a name.
    """

    amendments: tuple[tuple[str, Value], ...] = ()
    chosen_readings: tuple[tuple[str, str], ...] = ()
    title: str = field(default="", compare=False)

    @staticmethod
    @cache
    def current() -> Law:
        """Current law (through P.L.2017, c.221) under the default readings."""
        return Law()

    def amend(self, overrides: Mapping[str, object]) -> Law:
        """This law with some figures set otherwise, by dotted name and in the figure's own unit.

        ``None`` lifts a limit. A value equal to current law is no amendment. Brackets of c(7) can be added as
        ``threshold.c7f`` with ``bonus.c7f``, then (g) and so on: no letter may be passed over.

        Raises:
            LawError: Unknown names, wrong types, values out of bounds, tiers out of order or missing; all at once.
        """
        problems: list[Problem] = []
        merged = dict(self.amendments)
        for name, given in overrides.items():
            known = _figure_or_added(name)
            checked = (
                _unknown(str(name), "figure of the law", figures()) if known is None else _check_value(known, given)
            )
            if isinstance(checked, Problem):
                problems.append(checked)
            elif name in figures() and checked == figures()[name].value:
                merged.pop(name, None)
            else:
                merged[name] = checked
        amended = replace(self, amendments=tuple(sorted(merged.items())))
        refused = {problem.field for problem in problems}
        problems.extend(p for p in _tiers_out_of_order(amended) if p.field not in refused)
        if problems:
            raise LawError(problems)
        return amended

    def read(self, /, **options: str) -> Law:
        """This law with some open questions read otherwise, by reading id.

        Raises:
            LawError: Unknown readings or options, each naming the nearest valid one.
        """
        problems: list[Problem] = []
        chosen = dict(self.chosen_readings)
        for name, option in options.items():
            if name not in readings():
                problems.append(_unknown(name, "reading", readings()))
            elif option not in list(readings()[name].options):
                problems.append(_unknown_option(readings()[name], option))
            elif option == readings()[name].default:
                chosen.pop(name, None)
            else:
                chosen[name] = option
        if problems:
            raise LawError(problems)
        return replace(self, chosen_readings=tuple(sorted(chosen.items())))

    def named(self, title: str) -> Law:
        """The same law under the name of a bill."""
        return replace(self, title=title)

    @property
    def is_current(self) -> bool:
        """Whether no figure departs from current law; readings are questions about current law and do not count."""
        return not self.amendments

    @property
    def is_read_by_default(self) -> bool:
        """Whether every open question is read by its default."""
        return not self.chosen_readings

    @property
    def label(self) -> str:
        """What to call this law beside a result: "Current law", or that it is not current law, and the readings."""
        bill = f"{self.title or 'Amended law'} (not current law)"
        law = "Current law" if self.is_current else bill
        count = len(self.chosen_readings)
        return law if count == 0 else f"{law}, {count} other reading{'s' if count > 1 else ''}"

    def value(self, name: str) -> Value:
        """A figure in force, in its own unit; ``None`` for a limit that is lifted. Raises ``LawError`` if unknown."""
        amended = dict(self.amendments)
        return amended[name] if name in amended else figure(name).value

    def option(self, name: str) -> str:
        """The option in force for an open question. Raises ``LawError`` if there is no such question."""
        return dict(self.chosen_readings).get(name, reading(name).default)

    def amount(self, name: str) -> int:
        """A figure in force as the rules take it: whole cents, basis points or counts; ``NO_LIMIT`` when lifted."""
        known = _figure_or_added(name) or figure(name)
        value = self.value(name)
        if value is None:
            return NO_LIMIT
        return int(value * _CENTS) if known.unit.startswith(_SCALED) else int(value)

    @cached_property
    def compiled(self) -> Figures:
        """All figures and readings as the functions of ``section5`` take them."""
        return _compile(self)


def _unknown_option(known: Reading, option: str) -> Problem:
    near = nearest(str(option), known.options)
    hint = f'; did you mean "{near}"?' if near else ""
    valid = ", ".join(known.options)
    message = with_given(f"{known.name} ({known.title}) must be one of {valid}{hint}", str(option))
    return Problem(known.name, "unknown_option", str(option), message)


def _bracket_letters(law: Law) -> list[str]:
    """The brackets of c(7), those that an amendment adds included."""
    added = {name[-1] for name, _ in law.amendments if _ADDED_BRACKET.fullmatch(name)}
    return sorted({"a", "b", "c", "d", "e"} | added)


def _tiers_out_of_order(law: Law) -> list[Problem]:
    amended = dict(law.amendments)
    letters = _bracket_letters(law)
    halves = [f"{half}.c7{x}" for x in letters[5:] for half in ("threshold", "bonus")]
    missing = [name for name in halves if name not in amended]
    if missing:
        return [
            Problem(
                name,
                "missing_half",
                "",
                f"{name} is missing: an added bracket of c(7) needs its threshold and its bonus",
            )
            for name in missing
        ]
    passed_over = [letter for letter in map(chr, range(ord("f"), ord(letters[-1]))) if letter not in letters]
    if passed_over:
        return [_passed_over(name, passed_over) for name in halves if name[-1] > passed_over[0]]
    brackets = _first_out_of_order(law, [f"threshold.c7{x}" for x in letters], strictly=True)
    route = [
        _first_out_of_order(law, [f"{group}.d{x}" for x in "abcde"], strictly=False)
        for group in ("route_jobs", "route_capital")
    ]
    return [problem for problem in (brackets, *route) if problem]


def _passed_over(name: str, letters: list[str]) -> Problem:
    """A bracket of c(7) cannot stand where the one before it is missing: a law has no gap in its letters."""
    before = " and ".join(f"({letter})" for letter in letters if letter < name[-1])
    absent = " and ".join(f"{half}.c7{x}" for x in letters if x < name[-1] for half in ("threshold", "bonus"))
    one = " and " not in before
    words = f"{name} needs bracket{'' if one else 's'} {before} of c(7) before it: {absent} are missing"
    return Problem(name, "missing_bracket", "", words)


def _first_out_of_order(law: Law, names: list[str], *, strictly: bool) -> Problem | None:
    for earlier, later in pairwise(names):
        low, high = law.amount(earlier), law.amount(later)
        if high < low or (strictly and high == low):
            words = "above" if strictly else "at least"
            message = f"{later} must be {words} {earlier}, {law.value(earlier):,}; given: {law.value(later):,}"
            return Problem(later, "tiers_out_of_order", str(law.value(later)), message)
    return None


def _group(law: Law, group: str, keys: Iterable[str]) -> list[int]:
    return [law.amount(f"{group}.{key}") for key in keys]


def _stepped(law: Law, key: str) -> SteppedBonus:
    amount, maximum = law.amount(f"bonus.{key}"), law.amount(f"maximum.{key}")
    return SteppedBonus(amount, law.amount(f"step.{key}"), maximum, steps_to_the_most(amount, maximum))


def _bonuses(law: Law) -> Bonuses:
    flat: dict[str, Any] = {key: law.amount(f"bonus.{key}") for key in ("authority", *(f"c{n}" for n in _FLAT_BONUSES))}
    brackets = [(law.amount(f"threshold.c7{x}"), law.amount(f"bonus.c7{x}")) for x in _bracket_letters(law)]
    return Bonuses(
        **flat,
        c3_share=law.amount("threshold.c3"),
        c5=_stepped(law, "c5"),
        c6=_stepped(law, "c6"),
        c7=tuple(brackets),
        c10=_stepped(law, "c10"),
        c11_jobs=law.amount("threshold.c11"),
        c12_index=law.amount("threshold.c12"),
        c15_us_highways=law.amount("threshold.c15_us"),
        c15_state_highways=law.amount("threshold.c15_state"),
        c16_share=law.amount("threshold.c16"),
        c17_sqft=law.amount("threshold.c17"),
    )


_FLAT_BONUSES = (1, 2, 3, 4, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18)


def _route(law: Law) -> Route:
    tiers = []
    for x in "abcde":
        is_last = x == "e"  # tier (e) has no ceiling and spreads the capital under every reading
        ceiling = NO_LIMIT if is_last else law.amount(f"route_limit.d{x}")
        tiers.append((law.amount(f"route_jobs.d{x}"), law.amount(f"route_capital.d{x}"), ceiling, int(is_last)))
    return Route(tuple(tiers), law.amount("route_years.d"))


def _compile(law: Law) -> Figures:
    options = [list(known.options).index(law.option(name)) for name, known in readings().items()]
    return Figures(
        base=Base(*_group(law, "base", Base._fields)),
        bonus=_bonuses(law),
        gross_limit=GrossLimits(*_group(law, "gross_limit", GrossLimits._fields)),
        route=_route(law),
        retained=Retained(law.amount("retained_share.e2"), law.amount("retained_capital_share.e2")),
        annual_limit=AnnualLimits(*_group(law, "annual_limit", AnnualLimits._fields)),
        share=Shares(
            law.amount("withholdings_share.f5"),
            law.amount("withholdings_share.f6"),
            law.amount("necessity_threshold.f"),
        ),
        minimum_capital=MinimumCapital(*_group(law, "minimum_capital", MinimumCapital._fields)),
        reading=Readings(**dict(zip(readings(), options, strict=True))),
    )
