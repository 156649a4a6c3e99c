"""What the command line is given: facts, documents, amendments and readings, each refused by name."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TypeVar

import click

from credit_core.bills import bill_from_toml, check_title
from credit_core.codec import Decoded, from_json, read_cell
from credit_core.law import Law, LawError
from credit_core.problem import Problem
from credit_core.scenario import Scenario, check

__all__ = [
    "UNUSABLE",
    "Refused",
    "WithNegatives",
    "exact_number",
    "law_from",
    "law_options",
    "read_source",
    "scenario_from",
    "scenario_options",
]

# Exit codes: 0 for success, 1 where some rows could not be used, 2 where nothing could be.
UNUSABLE = 2

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Refused(click.ClickException):
    """An input that cannot be used: every problem on a line of its own, and exit code 2."""

    exit_code = UNUSABLE

    def __init__(self, problems: Iterable[Problem | str]) -> None:
        """Keep the sentences for a person."""
        super().__init__("\n       ".join(str(problem) for problem in problems))


def law_options(command: _Command) -> _Command:
    """The options by which a law is amended and read."""
    amend = click.option("--amend", multiple=True, metavar="NAME=VALUE", help="Set a figure; none lifts a limit.")
    read = click.option("--read", multiple=True, metavar="ID=OPTION", help="Read an open question otherwise.")
    bill = click.option("--bill", default="", metavar="TITLE", help="What the amended law is called.")
    law_file = click.option(
        "--law-file",
        metavar="FILE",
        expose_value=False,
        callback=_keep_law,
        help="An amended law as TOML, as the dashboard saves it; the other options change it further.",
    )
    return amend(read(bill(law_file(command))))


_LAW_FILE = "credit_core.law_file"


def _keep_law(context: click.Context, _: click.Parameter, source: str | None) -> None:
    """Read the law of a file, for ``law_from`` to begin with."""
    if source is None:
        return
    found = bill_from_toml(read_source(source))
    if found.problems:
        raise Refused(found.problems)
    context.meta[_LAW_FILE] = found.law


def _first_law(document: Law | None) -> Law:
    """The law that the options change: that of a file or of a document, current law without either."""
    from_file: Law | None = click.get_current_context().meta.get(_LAW_FILE)
    if from_file is not None and document not in (None, Law.current(), from_file):
        raise Refused([f"--law-file gives another law than the scenario was saved under; given: {from_file.label}"])
    return from_file or document or Law.current()


def scenario_options(command: _Command) -> _Command:
    """The facts as NAME=VALUE, over a scenario from a file if one is given."""
    facts = click.argument("facts", nargs=-1, metavar="[FACT=VALUE]...")
    source = click.option("--from", "source", metavar="FILE", help="A scenario as JSON; - reads standard input.")
    return facts(source(command))


def law_from(amend: tuple[str, ...], read: tuple[str, ...], bill: str, law: Law | None = None) -> Law:
    """The law that the options name, on top of one that a document brought. Raises ``Refused``."""
    amendments = {name: _figure(text) for name, text in _pairs(amend, "--amend")}
    try:
        law = _first_law(law).amend(amendments).read(**dict(_pairs(read, "--read")))
    except LawError as error:
        raise Refused(error.problems) from None
    wrong = check_title(bill)
    if wrong:
        raise Refused(wrong)
    if bill and law.is_current:
        _say_unused(bill, amended=bool(amend))
        return law
    return law.named(bill) if bill else law


def _say_unused(bill: str, *, amended: bool) -> None:
    """Say that a title names nothing; it is refused where no figure was to be amended at all."""
    if not amended:
        words = "--bill names an amended law, and no figure is amended: add --amend NAME=VALUE, or leave --bill out"
        raise Refused([f"{words}; given: {bill}"])
    words = (
        "what --amend sets is current law already, so the result is current law and does not bear the name of --bill"
    )
    click.echo(f"Note: {words}; given: {bill}", err=True)


def _figure(text: str) -> Any:
    """A figure as the law takes it; what is no number is left for the law to refuse by name."""
    if text.lower() == "none":
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def exact_number(text: str) -> Decimal:
    """A number of the command line, exactly; click words what is no number."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise click.BadParameter(f"{text!r} is not a number") from None


_NEGATIVE = re.compile(r"-([0-9.]|inf)", re.IGNORECASE)


class WithNegatives(click.Command):
    """A command that takes a negative number as an argument, so that its range can be said; no "--" is needed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Leave numbers among the arguments; a word that is no option is refused as ever."""
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        dashed = [text for text in args if text.startswith("-") and not _NEGATIVE.match(text)]
        ctx.ignore_unknown_options = all(text.partition("=")[0] in known for text in dashed)
        return super().parse_args(ctx, args)


def _is_text(given: str) -> bool:
    """Whether an argument is UTF-8 text: other bytes of the command line come as half characters."""
    return given.isascii() or not any("\ud800" <= character <= "\udfff" for character in given)


def _pairs(given: Iterable[str], what: str) -> list[tuple[str, str]]:
    pairs = [text.partition("=") for text in given]
    wrong = [name for name, equals, _ in pairs if not equals]
    if wrong:
        raise Refused(f"{what} must be given as NAME=VALUE; given: {text}" for text in wrong)
    unreadable = [text for text in given if not _is_text(text)]
    if unreadable:
        raise Refused(
            f"{what} must be UTF-8 text; given: {text.encode('utf-8', 'replace').decode()}" for text in unreadable
        )
    named = [(name.strip(), value) for name, _, value in pairs]
    twice = {name for name, _ in named if [other for other, _ in named].count(name) > 1}
    if twice:
        raise Refused(f"{name} must be given once; given: {_every(named, name)}" for name in sorted(twice))
    return named


def _every(named: Iterable[tuple[str, str]], name: str) -> str:
    return " and ".join(value for other, value in named if other == name)


def scenario_from(facts: tuple[str, ...], source: str | None) -> Decoded:
    """The scenario and law of a document, with the facts given on the line in place of its own. Raises ``Refused``."""
    document = Decoded(Scenario(), Law.current(), ()) if source is None else _document(source)
    given: dict[str, Any] = {}
    unreadable: dict[str, Problem] = {}
    for name, text in _pairs(facts, "A fact"):
        value = read_cell(name, text) if name in Scenario.model_fields else text
        if isinstance(value, Problem):
            unreadable[name] = value
        given[name] = text if name in unreadable else value  # as text, it is wrong and nothing is measured by it
    found = check(dict(document.scenario) | given)
    problems = [*unreadable.values(), *(problem for problem in found if problem.field not in unreadable)]
    if problems:
        raise Refused(problems)
    return Decoded(document.scenario.changed(**given), document.law, ())


def _document(source: str) -> Decoded:
    try:
        decoded = from_json(read_source(source).decode("utf-8"))
    except UnicodeDecodeError:
        raise Refused([f"{source} is not UTF-8 text"]) from None
    if decoded.notices:
        raise Refused(decoded.notices)
    return decoded


def read_source(source: str) -> bytes:
    """The bytes of a file, or of standard input for "-". Raises ``Refused`` naming the file and why."""
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise Refused([f"{source} cannot be read: {error.strerror or error}"]) from None
