"""The first half of the page Portfolio: a file, what its columns mean, what is wrong with it, and the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from credit_core import Law, Problem
from credit_core.batch import (
    UPLOADS,
    Finding,
    Report,
    is_ready,
    list_problems,
    read_table,
    suggest_columns,
    table_bytes,
    without_results,
)
from credit_core.codec import cell_text
from credit_core.portfolio import compute, summarise
from credit_core.scenario import FactField, Scenario, fact_field, fact_fields
from credit_core.sentences import count_text
from dashboard import portfolio_state
from dashboard.formats import html_text, law_note, markdown_text, problem_text
from dashboard.portfolio_sample import SAMPLE_NAME, sample_table
from dashboard.portfolio_state import Portfolio, Results
from dashboard.share import file_stem
from dashboard.tables import show_table, table_html

__all__ = ["most_megabytes", "show_check", "show_columns", "show_run", "show_start", "show_style", "show_upload"]

_REFUSED, _SEEN, _WANTED = "portfolio.refused", "portfolio.seen", "portfolio.wanted"
_MEGABYTE: Final = 2**20
# Controls for so many columns; what is beyond them is left out unless it is renamed in the file.
_MOST_CONTROLS: Final = 60
# From so many rows on, the law is compiled before the first of them.
_MANY_ROWS: Final = 20_000
_MOST_LINES: Final = 100_000
_PROBLEM_COLUMNS: Final = ["row", "column", "rule", "message"]
_LEAVE_OUT: Final = "Leave out"


# ---- a file ---------------------------------------------------------------------------------------------------------


def show_style() -> None:
    """The few rules of this page."""
    st.html(f"<style>{Path(__file__).with_name('portfolio.css').read_text('utf-8')}</style>")


def show_upload() -> None:
    """The way in: a file of one's own or the sample; a file that cannot be used says why and replaces nothing."""
    upload, sample = st.columns([3, 2], gap="large")
    with upload:
        given = st.file_uploader(
            f"File of projects: CSV, XLSX or Parquet, up to {UPLOADS.most_rows:,} rows and {most_megabytes()} MB",
            type=["csv", "xlsx", "parquet"],
            key="portfolio_file",
            help="The first row names the columns; each row below it is a project.",
        )
        if given is not None and st.session_state.get(_SEEN) != given.file_id:
            st.session_state[_SEEN] = given.file_id
            with st.spinner("Reading the file"):
                _open(given.name, given.getvalue())
    with sample:
        _show_sample()
    _show_refusal()


def most_megabytes() -> int:
    """What a file that is uploaded may have, in megabytes."""
    return (UPLOADS.most_bytes or 0) // _MEGABYTE


def _show_sample() -> None:
    st.html(
        '<p class="why">The sample has the published awards, and typical projects that nobody made. As a file it shows '
        "what a portfolio looks like.</p>"
    )
    with st.container(horizontal=True, gap="small"):
        st.button("Try the sample", key="portfolio_sample", on_click=_take_sample)
        st.download_button(
            "Sample as CSV",
            lambda: table_bytes(sample_table(), "csv"),
            "sample-portfolio.csv",
            "text/csv",
            key="portfolio_sample_csv",
            on_click="ignore",
        )
        if portfolio_state.portfolio() is not None:
            st.button("Put away", key="portfolio_put_away", on_click=portfolio_state.put_away)


def _take_sample() -> None:
    st.session_state.pop(_REFUSED, None)
    portfolio_state.hold(Portfolio(SAMPLE_NAME, sample_table()))


def _open(name: str, content: bytes) -> None:
    """Read a file and hold it, or keep why it cannot be used."""
    table = read_table(content, UPLOADS)
    st.session_state.pop(_REFUSED, None)
    if table.frame.empty:
        st.session_state[_REFUSED] = (name, table.problems)
        return
    facts = without_results(table.frame)
    dropped = tuple(str(column) for column in table.frame.columns if column not in facts.columns)
    known = [str(column) for column in facts.columns if column in Scenario.model_fields]
    unknown = [str(column) for column in facts.columns if column not in Scenario.model_fields]
    meanings = suggest_columns(unknown, taken=known)
    portfolio_state.hold(Portfolio(name, facts, meanings, table.problems, dropped))


def _show_refusal() -> None:
    if _REFUSED not in st.session_state:
        return
    name, problems = st.session_state[_REFUSED]
    found = portfolio_state.portfolio()
    kept = f" What was there before is kept: {found.name}." if found else ""
    lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in problems[:5])
    st.html(
        f'<div class="notice" role="alert"><p>{html_text(name)} cannot be used.{html_text(kept)}</p>'
        f"<ul>{lines}</ul></div>"
    )


# ---- what the columns mean ------------------------------------------------------------------------------------------


def show_columns(found: Portfolio) -> bool:
    """What each column that is no fact stands for; whether the columns can be used as they stand."""
    if found.meanings:
        _show_meanings(found)
    clashes = list(found.clashes())
    for fact, columns in clashes:
        names = " and ".join(f'"{column}"' for column in columns)
        _alert(f"{names} both stand for {fact_field(fact).title}; leave all but one of them out.")
    if clashes:
        return False
    if not found.report().facts:
        _alert("No column of the file is a fact. Say above what the columns stand for, or name them as listed below.")
        show_facts()
        return False
    return True


def _show_meanings(found: Portfolio) -> None:
    names = sorted(found.meanings, key=lambda name: not found.meanings[name])
    open_ = sum(1 for meant in found.meanings.values() if not meant)
    words = f"{count_text(len(names), 'column')} of the file {'is' if len(names) == 1 else 'are'} named otherwise"
    left = f"; {open_:,} left out" if open_ else ""
    with _folded(found, f"{words}{left}", "meanings"):
        st.html('<p class="why">What each of them stands for. A suggestion is a guess from the name: check it.</p>')
        taken = {str(column) for column in found.table.columns if column in Scenario.model_fields}
        options = ["", *(each.name for each in fact_fields() if each.name not in taken)]
        columns = st.columns(3, gap="medium")
        for place, name in enumerate(names[:_MOST_CONTROLS]):
            with columns[place % 3]:
                _meaning(found, name, options)
        if names[_MOST_CONTROLS:]:
            more = count_text(len(names) - _MOST_CONTROLS, "more column")
            st.html(f'<p class="why">{more}: rename them in the file to use them.</p>')


def _folded(found: Portfolio, title: str, name: str) -> DeltaGenerator:
    """What is open while the file is prepared, and folded away once there are results."""
    done = "after" if found.results else "before"
    return st.expander(title, expanded=not found.results, key=f"portfolio_{name}_{found.number}_{done}")


def _meaning(found: Portfolio, name: str, options: list[str]) -> None:
    key = f"portfolio_column_{found.number}_{name}"
    st.selectbox(
        _short(name),
        options,
        index=options.index(found.meanings[name]),
        format_func=_fact_words,
        key=key,
        on_change=portfolio_state.mean,
        args=(name, key),
    )


def _short(name: str) -> str:
    """The name of a column as a label: one line of plain text."""
    words = " ".join(name.split())
    return markdown_text(words if len(words) <= 60 else f"{words[:59]}\N{HORIZONTAL ELLIPSIS}")


def _fact_words(name: str) -> str:
    return f"{fact_field(name).title} ({name})" if name else _LEAVE_OUT


def show_start() -> None:
    """What to do where there is no portfolio yet."""
    st.html(
        "<p>Give a file of projects, or try the sample. The file is checked first and computed when you say so; rows "
        "that cannot be used are named and never cost the others.</p>"
    )
    show_facts()


def show_facts() -> None:
    """Every column that a file may have, with its unit and default; folded away."""
    with st.expander("Which columns a file may have", key="portfolio_facts"):
        frame = pd.DataFrame([_fact_line(each) for each in fact_fields()])
        caption = "Any of these columns, in any order; one that is absent has its default in every row"
        st.html(table_html(frame, caption=caption, law=Law.current()))


def _fact_line(each: FactField) -> dict[str, str]:
    kinds = {"flag": "yes or no", "choice": "one of: " + ", ".join(option or "blank" for option in each.options)}
    default = cell_text(each.name, each.default)
    default = {"true": "yes", "false": "no"}.get(default, default)
    return {
        "Column": each.name,
        "What it is": each.title,
        "How it is written": kinds.get(each.kind, each.unit or each.kind),
        "Default": default or "blank",
    }


# ---- what is wrong --------------------------------------------------------------------------------------------------


def show_check(found: Portfolio) -> None:
    """The check report: how many rows can be used, what is wrong with the others and where."""
    with st.spinner("Checking the rows"):
        report = found.report()
    rows = count_text(report.rows, "row")
    words = f"all {rows}" if report.usable == report.rows else f"{report.usable:,} of {rows}"
    said = f"{found.name}: {words} can be computed.{_dropped(found)}"
    st.html(f'<p class="portfolio-said" role="status">{html_text(said)}</p>')
    if not report.findings and not found.problems:
        return
    with _folded(found, "What is wrong", "check"):
        _show_lost(found.problems)
        _show_findings(found, report)


def _dropped(found: Portfolio) -> str:
    if not found.dropped:
        return ""
    return f" {count_text(len(found.dropped), 'column')} of an earlier result will be computed anew."


def _show_lost(problems: Sequence[Problem]) -> None:
    if problems:
        lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in problems)
        st.html(f'<ul class="portfolio-lost" tabindex="0" aria-label="Rows that could not be read">{lines}</ul>')


def _show_findings(found: Portfolio, report: Report) -> None:
    if not report.findings:
        return
    frame = pd.DataFrame([_finding_line(found, each) for each in report.findings])
    show_table(frame, caption="What is wrong, by column and rule, the most frequent first", law=Law.current())
    st.download_button(
        "Every problem as CSV",
        lambda: table_bytes(_problem_lines(found), "csv"),
        f"{file_stem(found.name)}-problems.csv",
        "text/csv",
        key="portfolio_problems",
        on_click="ignore",
        help=f"A line for each problem: row, column, rule and what is wrong; at most {_MOST_LINES:,} lines.",
    )


def _finding_line(found: Portfolio, each: Finding) -> dict[str, Any]:
    rows = ", ".join(str(row) for row in each.first)
    return {
        "Column": _column_words(found, each.field),
        "What is wrong, in the first of the rows": each.message,
        "Where": f"row {rows}" if each.count == 1 else f"rows {rows}{' ...' if each.count > len(each.first) else ''}",
        "Rows": each.count,
    }


def _column_words(found: Portfolio, fact: str) -> str:
    column = found.column_of(fact)
    return fact if column == fact else f"{column} ({fact})"


def _problem_lines(found: Portfolio) -> pd.DataFrame:
    lost = pd.DataFrame(
        [{"row": None, "column": "", "rule": each.rule, "message": each.message} for each in found.problems]
    )
    listed = list_problems(found.facts(), _MOST_LINES)
    listed["column"] = [_column_words(found, fact) for fact in listed["column"]]
    return pd.concat([lost, listed]) if len(lost) else listed


# ---- the run --------------------------------------------------------------------------------------------------------


def show_run(found: Portfolio, law: Law) -> None:
    """The button that computes, where there is anything to compute that was not computed under this law."""
    report = found.report()
    if not report.usable:
        _alert("No row can be computed. Mend the file as the report says, and give it again.")
        return
    if found.results is not None:
        if found.results.law == law:
            return
        _alert(f"The results below hold under: {found.results.law.label}. In force here is now: {law.label}.")
    rows = count_text(report.usable, "project")
    under = f" under {law.label}" if law_note(law) else ""
    # A callback, for the press of a button is lost where a page has to start again (state.page_top).
    st.button(markdown_text(f"Compute {rows}{under}"), key="portfolio_run", on_click=_want)
    if st.session_state.pop(_WANTED, False):
        _run(found, law)
        st.rerun()


def _want() -> None:
    st.session_state[_WANTED] = True


def _run(found: Portfolio, law: Law) -> None:
    waiting = len(found.table) >= _MANY_ROWS and not is_ready(law)
    bar = st.progress(
        0.0, "Making the law ready: a minute at the first time on a machine, then a second" if waiting else "Computing"
    )
    frame = compute(found.facts(), law, _reporter(bar))
    bar.progress(1.0, "Adding up")
    found.results = Results(frame, summarise(frame), law)


def _reporter(bar: Any) -> Callable[[int, int], None]:
    def report(done: int, of: int) -> None:
        bar.progress(done / of, f"Computing: {done:,} of {count_text(of, 'row')}")

    return report


def _alert(words: str) -> None:
    st.html(f'<div class="notice" role="alert"><p>{html_text(words)}</p></div>')
