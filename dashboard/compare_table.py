"""The table of a comparison: facts and results in rows, candidates in columns, what differs marked.

What differs from the baseline is bold and carries a mark; the colour behind it comes on top. On a narrow page the
columns scroll inside the table, and the names of the rows stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from credit_core import Award
from credit_core.award import MEASURES
from credit_core.comparison import Comparison, candidate_names
from credit_core.scenario import GROUPS, fact_field, fact_fields
from credit_core.whatif.ranking import Ranked, against
from dashboard.compare_words import binding_words, fact_words, untested_words
from dashboard.formats import html_text, law_note, money_text

__all__ = ["Column", "Row", "comparison_frame", "comparison_table", "fact_rows", "result_rows", "shared_words"]

_MARK = "≠"


@dataclass(frozen=True, slots=True)
class Column:
    """What a column needs beside its candidate: the award, and what is only likely or not known of its place."""

    award: Award
    likely: frozenset[str]
    asked: frozenset[str]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its title, a text for each column, which columns differ from the baseline, and what it is about."""

    title: str
    texts: tuple[str, ...]
    differs: tuple[bool, ...]
    note: str = ""
    strong: bool = False
    number: bool = False


def result_rows(comparison: Comparison, columns: Sequence[Column], ranked: Sequence[Ranked], measure: str) -> list[Row]:
    """What each candidate would receive, what binds it, and how it stands to the baseline."""
    rows = [_amounts(comparison, columns, name, measure) for name in MEASURES]
    gaps = against(comparison.candidates, comparison.baseline, measure)
    texts = tuple("baseline" if number == comparison.baseline else _gap(gap) for number, gap in enumerate(gaps))
    title = f"Against the baseline, {MEASURES[measure].title.lower()}"
    level = (False,) * len(columns)  # a gap says itself that it differs
    rows.append(Row(title, texts, level, MEASURES[measure].unit, number=True))
    places = {each.position: each.rank for each in ranked}
    order = tuple(str(places[number]) for number in range(len(columns)))
    rows.append(Row("Rank", order, level, MEASURES[measure].title.lower(), number=True))
    rows.append(_row("What binds", [binding_words(column.award) for column in columns], comparison.baseline))
    if any(column.award.untested for column in columns):
        untested = [untested_words(column.award) for column in columns]
        rows.append(_row("Limits not tested", untested, comparison.baseline, "a fact they need is not known"))
    rows.append(_row("Law", [candidate.law.label for candidate in comparison.candidates], comparison.baseline))
    return rows


def _amounts(comparison: Comparison, columns: Sequence[Column], name: str, measure: str) -> Row:
    known = MEASURES[name]
    texts = [money_text(getattr(column.award, name)) for column in columns]
    note = f"{known.unit}, maximum by formula"
    return _row(known.title, texts, comparison.baseline, note, strong=name == measure, number=True)


def _gap(gap: Any) -> str:
    return f"+{money_text(gap)}" if gap > 0 else money_text(gap)


def _row(title: str, texts: Sequence[str], baseline: int, note: str = "", **more: bool) -> Row:
    differs = tuple(text != texts[baseline] for text in texts)
    return Row(title, tuple(texts), differs, note, **more)


def fact_rows(comparison: Comparison, columns: Sequence[Column], facts: Iterable[str]) -> list[tuple[str, list[Row]]]:
    """Rows of these facts, by the title of their group, in the order of the contract."""
    wanted = set(facts)
    grouped: dict[str, list[Row]] = {}
    for field in fact_fields():
        if field.name in wanted:
            grouped.setdefault(GROUPS[field.group], []).append(_fact_row(comparison, columns, field.name))
    return list(grouped.items())


def _fact_row(comparison: Comparison, columns: Sequence[Column], fact: str) -> Row:
    texts = [
        fact_words(fact, candidate.scenario, column.likely, column.asked)
        for candidate, column in zip(comparison.candidates, columns, strict=True)
    ]
    field = fact_field(fact)
    note = " ".join(part for part in (field.citation.removeprefix("34:1B-246"), field.unit) if part)
    number = field.kind in ("whole", "money", "percent")
    return _row(field.title, texts, comparison.baseline, note, number=number)


def shared_words(comparison: Comparison) -> str:
    """The facts of the business that are given and the same in every column, in one line."""
    base = comparison.candidates[comparison.baseline].scenario
    parts = [
        f"{field.title.lower()} {fact_words(field.name, base, frozenset(), frozenset())}"
        for field in map(fact_field, comparison.locked)
        if getattr(base, field.name) != field.default
    ]
    return "; ".join(parts)


def comparison_table(
    comparison: Comparison, results: Sequence[Row], facts: Sequence[tuple[str, list[Row]]], in_hand: int, caption: str
) -> str:
    """The table as HTML; every text is escaped."""
    names = candidate_names(comparison.candidates)
    head = "".join(_head(name, number, comparison, in_hand) for number, name in enumerate(names))
    bodies = [_body("Result", results, comparison.baseline)]
    bodies += [_body(title, rows, comparison.baseline) for title, rows in facts]
    return (
        f'<div class="versus-frame" tabindex="0" role="region" aria-label="{html_text(caption)}">'
        f'<table class="versus"><caption>{html_text(caption)}</caption>'
        f'<thead><tr><th scope="col">Fact or result</th>{head}</tr></thead>{"".join(bodies)}</table></div>'
    )


def _head(name: str, number: int, comparison: Comparison, in_hand: int) -> str:
    notes = ["◆ baseline"] if number == comparison.baseline else []
    notes += ["inputs at the side"] if number + 1 == in_hand else []
    note = law_note(comparison.candidates[number].law)
    words = "".join(f"<small>{html_text(text)}</small>" for text in notes)
    amended = f'<small class="amended">{html_text(note)}</small>' if note else ""
    classes = " class='baseline'" if number == comparison.baseline else ""
    return f'<th scope="col"{classes}>{html_text(name)}{words}{amended}</th>'


def _body(title: str, rows: Sequence[Row], baseline: int) -> str:
    if not rows:
        return ""
    columns = len(rows[0].texts)
    head = f'<tr class="group-row"><th scope="rowgroup" colspan="{columns + 1}">{html_text(title)}</th></tr>'
    return f"<tbody>{head}{''.join(_line(row, baseline) for row in rows)}</tbody>"


def _line(row: Row, baseline: int) -> str:
    note = f"<small>{html_text(row.note)}</small>" if row.note else ""
    cells = "".join(_cell(row, number, baseline) for number in range(len(row.texts)))
    strong = ' class="strong"' if row.strong else ""
    return f'<tr{strong}><th scope="row">{html_text(row.title)}{note}</th>{cells}</tr>'


def _cell(row: Row, number: int, baseline: int) -> str:
    text = html_text(row.texts[number])
    classes = _classes(row, number, baseline)
    if row.differs[number]:
        text = f'<b><span aria-hidden="true">{_MARK}</span><span class="unseen">differs: </span> {text}</b>'
    return f'<td class="{classes}">{text}</td>' if classes else f"<td>{text}</td>"


def _classes(row: Row, number: int, baseline: int) -> str:
    named = {"number": row.number, "differs": row.differs[number], "baseline": number == baseline}
    return " ".join(name for name, holds in named.items() if holds)


def comparison_frame(comparison: Comparison, rows: Iterator[Row] | Sequence[Row]) -> pd.DataFrame:
    """The same rows as a frame for a file: one line a row, one column a candidate."""
    names = candidate_names(comparison.candidates)
    lines = [(row.title, row.note, *row.texts) for row in rows]
    return pd.DataFrame(lines, columns=["Fact or result", "Unit and provision", *names])
