"""The commands: evaluate, explain, batch, sweep, compare and law."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from decimal import Decimal
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

import click

from credit_core.award import AWARD_COLUMNS, MEASURES, evaluate
from credit_core.batch import (
    Report,
    Summary,
    batch_file,
    check_frame,
    open_table,
    read_table,
    without_results,
)
from credit_core.cli._inputs import (
    Refused,
    WithNegatives,
    exact_number,
    law_from,
    law_options,
    read_source,
    scenario_from,
    scenario_options,
)
from credit_core.cli._output import Form, form_option, money, show
from credit_core.explain import binding_sentence, explain
from credit_core.law import Figure, Law, figure, figures, law_version, readings
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario, all_jobs
from credit_core.whatif import decompose
from credit_core.whatif import sweep as sweep_fact

__all__ = ["main"]

SOME_ROWS_UNUSABLE = 1
_MOST_DIGITS = 30

_MEASURE = click.option(
    "--measure", type=click.Choice(list(MEASURES)), default="annual_award", help="The figure that is asked for."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Compute the tax credit of section 5 of New Jersey's Grow NJ Assistance Act (N.J.S.A. 34:1B-246).

    Facts are given by their flat names, as in new_jobs=300 growth_zone=yes, or as a scenario's JSON document.

    Exit codes: 0 success; 1 some rows of a file have no award, the others are written; 2 nothing could be computed,
    the message says why.
    """


@main.command("evaluate")
@scenario_options
@law_options
@form_option
def evaluate_command(
    facts: tuple[str, ...], source: str | None, amend: tuple[str, ...], read: tuple[str, ...], bill: str, form: Form
) -> None:
    """The award sheet of one project.

    Example: evaluate new_jobs=300 urban_transit_hub_municipality=yes
    """
    scenario, law = _given(facts, source, amend, read, bill)
    award = evaluate(scenario, law)
    row = award.as_row() | {"problems": "", "untested": list(award.untested)}
    lines = [f"{name:<22}{_cell(row[name]):>18}" for name in AWARD_COLUMNS if name != "problems"]
    show(form, law, [*lines, binding_sentence(scenario, award)], row, [row])


@main.command("explain")
@scenario_options
@law_options
@form_option
def explain_command(
    facts: tuple[str, ...], source: str | None, amend: tuple[str, ...], read: tuple[str, ...], bill: str, form: Form
) -> None:
    """How the award of one project comes about: numbered steps with their provisions."""
    scenario, law = _given(facts, source, amend, read, bill)
    steps = explain(scenario, evaluate(scenario, law))
    lines = [f"{s.number:>3}  {s.citation}  {s.title}: {money(s.amount)}\n     {s.sentence}" for s in steps]
    rows = [asdict(step) for step in steps]
    show(form, law, lines, rows, rows)


@main.command()
@click.argument("source")
@click.argument("target", required=False)
@click.option("--check", "only_check", is_flag=True, help="Only say what is wrong in the file; write nothing.")
@click.option("--progress/--no-progress", default=None, help="Show progress; by default on a terminal.")
@law_options
def batch(
    source: str,
    target: str | None,
    only_check: bool,
    progress: bool | None,
    amend: tuple[str, ...],
    read: tuple[str, ...],
    bill: str,
) -> None:
    """Compute a CSV, XLSX or Parquet file of projects, one a row, into another; - is standard input or output (CSV).

    Every row is written with its award, or with what is wrong with it.
    """
    law = law_from(amend, read, bill)
    content: str | bytes = read_source(source) if source == "-" else source
    if only_check:
        _check(content)
        return
    _say(_compute(content, target, law, progress))


def _given(
    facts: tuple[str, ...], source: str | None, amend: tuple[str, ...], read: tuple[str, ...], bill: str
) -> tuple[Scenario, Law]:
    given = scenario_from(facts, source)
    return given.scenario, law_from(amend, read, bill, given.law)


def _cell(value: Any) -> str:
    if isinstance(value, Decimal) or value is None:
        return money(value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _compute(content: str | bytes, target: str | None, law: Law, progress: bool | None) -> Summary:
    """Compute a file into another, or onto standard output, which gets a result that is whole or nothing."""
    if target is None:
        raise Refused(["a file to write is missing; name one that ends in .csv, .xlsx or .parquet, or - for CSV"])
    if target != "-":
        return _run(content, target, law, progress)
    with TemporaryDirectory() as folder:
        path = Path(folder, "result.csv")
        summary = _run(content, str(path), law, progress)
        with path.open("rb") as result:
            copyfileobj(result, sys.stdout.buffer)
    return summary


def _check_target(target: str) -> None:
    folder = Path(target).absolute().parent
    if not folder.is_dir():
        raise Refused([f"{target} cannot be written: there is no folder {folder.name}"])
    if Path(target).is_dir():
        raise Refused([f"{target} cannot be written: it is a folder"])


def _run(content: str | bytes, target: str, law: Law, progress: bool | None) -> Summary:
    shown = sys.stderr.isatty() if progress is None else progress
    try:
        _check_target(target)
        with _bar(content, shown) as advance:
            summary = batch_file(content, target, law, progress=advance)
    except ValueError as error:
        raise Refused([str(error)]) from None
    except OSError as error:  # a folder that may not be written to, a name that is too long, a disk that is full
        raise Refused([f"{target} cannot be written: {error.strerror or error}"]) from None
    if summary.failed:
        raise Refused(summary.problems)
    return summary


@contextmanager
def _bar(content: str | bytes, shown: bool) -> Iterator[Callable[[int, int | None], None]]:
    """A progress bar on standard error; where the number of rows is not known it counts them."""
    length = open_table(content).rows if shown else None
    done = 0
    with click.progressbar(
        length=length or 0, label="Rows", file=sys.stderr, show_pos=True, hidden=not shown or length is None
    ) as bar:

        def advance(rows: int, total: int | None) -> None:
            nonlocal done
            if shown and total is None:
                click.echo(f"{rows:,} rows", err=True)
            bar.update(rows - done)
            done = rows

        yield advance


def _say(summary: Summary) -> None:
    """Say on standard error what became of the file, and leave with the code for rows that have no award."""
    for problem in summary.problems:
        click.echo(f"{problem}", err=True)
    without = summary.rows - summary.awarded
    click.echo(f"{summary.rows:,} rows, {summary.awarded:,} with an award, {without:,} without", err=True)
    if without or summary.problems:
        sys.exit(SOME_ROWS_UNUSABLE)


def _check(content: str | bytes) -> None:
    table = read_table(content)
    if table.frame.empty:
        raise Refused(table.problems)
    report = check_frame(without_results(table.frame))
    for problem in table.problems:
        click.echo(str(problem))
    _show_report(report)
    if report.usable < report.rows or table.problems:
        sys.exit(SOME_ROWS_UNUSABLE)


def _show_report(report: Report) -> None:
    click.echo(f"{report.rows:,} rows, {report.usable:,} of them usable")
    for finding in report.findings:
        first = ", ".join(str(label) for label in finding.first)
        click.echo(f"{finding.count:>9,} rows  {finding.message} (first: {first})")


@main.command(cls=WithNegatives)
@click.argument("fact")
@click.argument("low", type=exact_number)
@click.argument("high", type=exact_number)
@scenario_options
@_MEASURE
@law_options
@form_option
def sweep(
    fact: str,
    low: Decimal,
    high: Decimal,
    facts: tuple[str, ...],
    source: str | None,
    measure: str,
    amend: tuple[str, ...],
    read: tuple[str, ...],
    bill: str,
    form: Form,
) -> None:
    """The exact curve of a figure as FACT moves from LOW to HIGH: its corner points and its cliffs.

    Example: sweep new_jobs 0 600 urban_transit_hub_municipality=yes
    """
    scenario, law = _given(facts, source, amend, read, bill)
    try:
        curve = sweep_fact(scenario, fact, _exact(low), _exact(high), measure=measure, law=law)
    except ScenarioError as error:
        raise Refused(error.problems) from None
    points: list[dict[str, Any]] = [{fact: point.x, measure: point.y, "mark": point.mark} for point in curve.points]
    cliffs: list[dict[str, Any]] = [
        {"before": c.before, "after": c.after, "change": c.change, "because": [p.citation for p in c.provisions]}
        for c in curve.cliffs
    ]
    lines = [f"{point.x!s:>16}{money(point.y):>20}  {point.mark}" for point in curve.points]
    lines += [f"Cliff at {c['after']}: {money(c['change'])} ({', '.join(c['because'])})" for c in cliffs]
    show(form, law, [f"{fact:>16}{measure:>20}", *lines], {"points": points, "cliffs": cliffs}, points)


def _exact(number: Decimal) -> int | Decimal:
    # A number far beyond every bound stays as it was written: as a whole number it could fill the memory.
    is_short = number.is_finite() and number.adjusted() < _MOST_DIGITS
    return int(number) if is_short and number == number.to_integral_value() else number


@main.command()
@click.argument("sources", nargs=-1, required=True, metavar="FILE FILE...")
@_MEASURE
@law_options
@form_option
def compare(
    sources: tuple[str, ...], measure: str, amend: tuple[str, ...], read: tuple[str, ...], bill: str, form: Form
) -> None:
    """Scenarios side by side, each a JSON document; the first is what the others are measured against.

    The law is the one that the documents were saved under, with what the options change.
    """
    if len(sources) < 2:
        raise Refused(["compare needs at least two scenarios"])
    documents = [scenario_from((), source) for source in sources]
    scenarios = [document.scenario for document in documents]
    law = law_from(amend, read, bill, _common_law(dict(zip(sources, (each.law for each in documents), strict=True))))
    rows = [_candidate(s, scenarios[0], name, measure, law) for s, name in zip(scenarios, sources, strict=True)]
    lines = [
        f"{row['name']:<32}{money(row[measure]):>18}{money(row['difference']):>18}  binding: {row['binding']}"
        + "".join(f"\n    {part}: {money(amount)}" for part, amount in row["parts"].items())
        for row in rows
    ]
    show(
        form, law, [f"{'name':<32}{measure:>18}{'difference':>18}", *lines], rows, [_without_parts(row) for row in rows]
    )


def _common_law(laws: dict[str, Law]) -> Law:
    """The law of every document. Raises ``Refused`` where they differ: one of them would be left out in silence."""
    first, *others = laws.values()
    if any(other != first for other in others):
        told = "; ".join(f"{source}: {law.label}" for source, law in laws.items())
        raise Refused([f"the scenarios to compare must be saved under one law; given: {told}"])
    return first


def _candidate(scenario: Scenario, first: Scenario, name: str, measure: str, law: Law) -> dict[str, Any]:
    """One scenario with its figure, its difference from the first, and what makes the difference by provision."""
    award = evaluate(scenario, law)
    difference = decompose(first, scenario, measure=measure, law=law)
    parts = {f"{part.provision.citation} {part.provision.title}": part.amount for part in difference.changes}
    return {
        "name": scenario.name or Path(name).stem,
        "jobs": all_jobs(scenario),
        measure: getattr(award, measure),
        "difference": difference.difference,
        "binding": award.binding,
        "parts": parts,
    }


def _without_parts(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "parts"}


@main.command("law")
@click.option("--readings", "show_readings", is_flag=True, help="List the open questions instead of the figures.")
@law_options
@form_option
def law_command(show_readings: bool, amend: tuple[str, ...], read: tuple[str, ...], bill: str, form: Form) -> None:
    """Every figure of the section with its citation, or every open question; amendments are marked."""
    law = law_from(amend, read, bill)
    rows = _reading_rows(law) if show_readings else _figure_rows(law)
    mark = "another reading" if show_readings else "not current law"
    lines = [f"Through {law_version()}", *(_law_line(row, mark) for row in rows)]
    show(form, law, lines, rows, rows)


def _figure_rows(law: Law) -> list[dict[str, Any]]:
    amended = dict(law.amendments)
    return [
        {
            "name": name,
            "value": law.value(name),
            "unit": known.unit,
            "citation": known.citation,
            "title": known.title,
            "amended": name in amended,
        }
        for name, known in (dict(figures()) | _added(law)).items()
    ]


def _added(law: Law) -> dict[str, Figure]:
    """The figures of the brackets that the law adds to c(7), each cited like the last one of current law."""
    return {
        name: _added_like(figure(f"{name.split('.')[0]}.c7e"), name)
        for name, _ in law.amendments
        if name not in figures()
    }


def _added_like(last: Figure, name: str) -> Figure:
    letter = name[-1]
    return replace(
        last, title=f"{last.title.split(':')[0]}: added bracket ({letter})", citation=f"{last.citation[:-3]}({letter})"
    )


def _reading_rows(law: Law) -> list[dict[str, Any]]:
    chosen = dict(law.chosen_readings)
    return [
        {
            "name": name,
            "value": law.option(name),
            "unit": " / ".join(known.options),
            "citation": known.citation,
            "title": known.title,
            "amended": name in chosen,
        }
        for name, known in readings().items()
    ]


def _law_line(row: dict[str, Any], amended: str) -> str:
    value = (
        "lifted"
        if row["value"] is None
        else f"{row['value']:,f}"
        if isinstance(row["value"], Decimal)
        else row["value"]
    )
    mark = f"  ({amended})" if row["amended"] else ""
    return f"{row['name']:<34}{value:>20} {row['unit']:<28} {row['citation']}  {row['title']}{mark}"
