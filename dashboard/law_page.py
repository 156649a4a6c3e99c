"""The section in our own words: its provisions with their figures in force, its open questions, one table of figures.

`law_text.toml` holds the words; every figure in them is a placeholder that the law in force fills.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import pandas as pd
import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from credit_core.law import Figure, Law, Reading, Value, figures, law_version, reading
from credit_core.scenario import money_text
from credit_core.sentences import count_text, percent_text
from dashboard.exports import csv_text
from dashboard.formats import html_text, short_citation
from dashboard.tables import show_table

__all__ = [
    "Part",
    "Provision",
    "figures_table",
    "law_anchor",
    "parts",
    "section_html",
    "show_contents",
    "show_figures",
    "show_section",
    "show_status",
    "value_text",
    "visit_anchor",
]

_TEXT: Final = Path(__file__).parent / "law_text.toml"
_PLACEHOLDER: Final = re.compile(r"\{([a-z_0-9.]+)\}")
# A limit in words that say nothing where it is lifted.
_LIMIT: Final = re.compile(r"(At most|up to) \{([a-z_0-9.]+)\} (a job|a year)(, and)?")
_ADDED_BRACKETS: Final = "{added brackets}"
_CITATION: Final = re.compile(r"34:1B-(\d+)((?:\([a-z0-9]+\))*)")
_SPECIAL: Final = {
    "34:1B-246(c), opening words": "c-opening",
    "34:1B-246(f), last paragraph": "f-last",
    "34:1B-246(d)(a)-(e)": "d-route",
    "34:1B-246(d)(a)-(d)": "d-route",
}


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Note(_Row):
    """What stands around a provision, and how well it is known."""

    text: str
    certainty: Literal["read", "derived", "recalled"]


class Provision(_Row):
    """One provision in our words, with the open questions about it; `computed` unless only told."""

    id: str
    citation: str
    title: str
    text: str
    readings: list[str] = []
    computed: bool = True
    note: list[Note] = []


class Part(_Row):
    """A subsection with its provisions, in the order of the statute."""

    id: str
    citation: str
    title: str
    text: str = ""
    readings: list[str] = []
    note: list[Note] = []
    provision: list[Provision] = Field(min_length=1)


class _Found(NamedTuple):
    part: Part
    provisions: list[Provision]


@cache
def parts() -> tuple[Part, ...]:
    """Every subsection with its provisions; raises `ValidationError` where the text does not keep to its shape."""
    read = tomllib.loads(_TEXT.read_text("utf-8"))
    return tuple(TypeAdapter(list[Part]).validate_python(read["part"]))


@cache
def _anchors() -> frozenset[str]:
    provisions = (row.id for part in parts() for row in part.provision)
    return frozenset((*(part.id for part in parts()), *provisions))


# ---- links ----------------------------------------------------------------------------------------------------------


def law_anchor(citation: str) -> str:
    """The anchor on the page of the law for a citation: "c-4" for "34:1B-246(c)(4)", "d-route" for all its tiers.

    A citation with several provisions leads to the first, one without a place of its own to what it belongs to; a
    citation of another law to the top, which is an empty anchor.

    >>> law_anchor("34:1B-246(c)(7)(b)")
    'c-7'
    """
    if citation in _SPECIAL:
        return _SPECIAL[citation]
    found = _CITATION.match(citation)
    if found is None:
        return ""
    labels = re.findall(r"\(([a-z0-9]+)\)", found[2])
    keys = ["s3", *labels] if found[1] == "244" else labels
    candidates = ["-".join(keys[:length]) for length in range(len(keys), 0, -1)]
    return next((anchor for anchor in candidates if anchor in _anchors()), "")


_VISIT: Final = """
// The browser looks for the place before it is drawn, and a page may be drawn twice as it opens: for a few seconds,
// or until the reader does something, go there whenever it has come anew.
const SECONDS = 6;
let visited = "";
export default function () {
  const asked = decodeURIComponent(window.location.hash.slice(1));
  if (!asked || asked === visited) return;
  visited = asked;
  let place = null;
  const visit = () => {
    const found = document.getElementById(asked);
    if (!found || found === place) return;
    place = found;
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  };
  const watch = setInterval(visit, 100);
  const stop = () => clearInterval(watch);
  for (const act of ["wheel", "pointerdown", "keydown"]) window.addEventListener(act, stop, { once: true });
  setTimeout(stop, SECONDS * 1000);
  visit();
}
"""


@cache
def _visitor() -> Any:
    return st.components.v2.component("law_visit", js=_VISIT, isolate_styles=False)


def visit_anchor() -> None:
    """Go to the provision that the address names after `#`: the browser looked for it before it was drawn."""
    _visitor()(key="law_visit")


# ---- figures --------------------------------------------------------------------------------------------------------


def value_text(value: Value, unit: str) -> str:
    """A figure as it is read in a sentence: "$1,500", "35 %", "251"; "no limit" where one is lifted."""
    if value is None:
        return "no limit"
    if unit.startswith("dollars"):
        return money_text(value)
    return percent_text(value) if unit == "percent" else f"{value:,f}"


def _in_force(law: Law) -> list[tuple[Figure, Value]]:
    """Every figure with its value in force, those that an amendment adds after the one they are like."""
    found: list[tuple[Figure, Value]] = []
    for name, known in figures().items():
        found.append((known, law.value(name)))
        found += _added(law, known) if name.endswith(".c7e") else []
    return found


def _added(law: Law, like: Figure) -> Iterator[tuple[Figure, Value]]:
    """The brackets of c(7) that an amendment adds, of the kind (threshold or bonus) of `like`."""
    kind = like.name.split(".")[0]
    for name, value in law.amendments:
        if name not in figures() and name.startswith(f"{kind}."):
            yield replace(like, name=name, title=f"{like.title}, added ({name[-1]})"), value


def _figure_html(law: Law, name: str) -> str:
    """A figure in force; an amended one beside that of current law, one that is not read with how it is known."""
    known = figures()[name]
    value = law.value(name)
    text = f"<b>{value_text(value, known.unit)}</b>"
    if value != known.value:
        was = value_text(known.value, known.unit)
        text = f'<span class="amended">{text} <small>(not current law; current law: {was})</small></span>'
    return text if known.certainty == "read" else f"{text} {_certainty_html(known.certainty)}"


def _limit_html(law: Law, found: re.Match[str]) -> str:
    """A limit in its words, or that there is none: "No limit (not current law; current law: $15,000 a job)"."""
    first, name, per, further = found.groups()
    if law.value(name) is not None:
        return found[0]
    known = figures()[name]
    words = "No limit" if first[0].isupper() else "no limit"
    was = f"(not current law; current law: {value_text(known.value, known.unit)} {per})"
    mark = "" if known.certainty == "read" else f" {_certainty_html(known.certainty)}"
    rest = ", but" if further else ""
    return f'<span class="amended"><b>{words}</b> <small>{was}</small></span>{mark}{rest}'


def _certainty_html(words: str) -> str:
    return f'<span class="certainty">{html_text(words)}</span>'


def figures_table(law: Law) -> pd.DataFrame:
    """Every figure of the section: its value in force, its value in current law, unit, citation, how it is known."""
    rows = [_figure_row(known, value, known.name in figures()) for known, value in _in_force(law)]
    return pd.DataFrame(rows)


def _figure_row(known: Figure, value: Value, in_current_law: bool) -> dict[str, Any]:
    current = known.value if in_current_law else None
    return {
        "Figure": known.title,
        "In force": value,
        "Current law": current,
        "Unit": known.unit,
        "Citation": known.citation,
        "Status": _status(value, current),
        "How it is known": known.certainty,
        "Name": known.name,
    }


def _status(value: Value, current: Value) -> str:
    if value == current:
        return "current law"
    return "not current law: lifted" if value is None else "not current law"


# ---- words ----------------------------------------------------------------------------------------------------------


def section_html(law: Law, wanted: str = "") -> tuple[str, int]:
    """The section under a law as HTML, and how many provisions it shows: those that hold every word wanted."""
    told: set[str] = set()
    found = _found(wanted, law)
    return "".join(_part_html(part, law, told) for part in found), sum(len(part.provisions) for part in found)


def _found(wanted: str, law: Law) -> list[_Found]:
    words = wanted.lower().split()
    chosen = [_Found(part, [row for row in part.provision if _holds(part, row, words, law)]) for part in parts()]
    return [found for found in chosen if found.provisions]


def _holds(part: Part, row: Provision, words: list[str], law: Law) -> bool:
    texts = [part.title, row.title, row.citation, _plain(row.text, law), *(note.text for note in row.note)]
    texts += [f"{reading(name).title} {reading(name).why}" for name in row.readings]
    text = " ".join(texts).lower()
    return all(word in text or word == short_citation(row.citation).lower() for word in words)


def _plain(text: str, law: Law) -> str:
    """The words of a provision as a reader sees them."""
    return unescape(re.sub("<[^>]+>", "", _words_html(text, law)))


def _words_html(text: str, law: Law) -> str:
    told = html_text(text).replace(_ADDED_BRACKETS, _added_html(law))
    told = _LIMIT.sub(lambda found: _limit_html(law, found), told)
    return _PLACEHOLDER.sub(lambda found: _figure_html(law, found[1]), told)


def _part_html(found: _Found, law: Law, told: set[str]) -> str:
    part = found.part
    words = f"<p>{_words_html(part.text, law)}</p>" if part.text else ""
    notes = "".join(_note_html(note, law) for note in part.note)
    questions = _readings_html(part.readings, law, told)
    rows = "".join(_provision_html(row, law, told) for row in found.provisions)
    return (
        f'<section class="part" id="{part.id}" tabindex="-1"><h2>{html_text(part.title)} {_cite(part.citation)}</h2>'
        f"{words}{notes}{rows}{questions}</section>"
    )


def _cite(citation: str) -> str:
    return f'<span class="cite">{html_text(short_citation(citation))}</span>'


def _provision_html(row: Provision, law: Law, told: set[str]) -> str:
    told_only = "" if row.computed else ' <span class="certainty">not computed here</span>'
    notes = "".join(_note_html(note, law) for note in row.note)
    return (
        f'<article class="provision" id="{row.id}" tabindex="-1"><h3>{html_text(row.title)} {_cite(row.citation)}'
        f"{told_only}</h3><p>{_words_html(row.text, law)}</p>{notes}"
        f"{_readings_html(row.readings, law, told)}</article>"
    )


def _added_html(law: Law) -> str:
    """The brackets that an amendment adds to c(7)."""
    starts = {known.name[-1]: value for known, value in _added(law, figures()["threshold.c7e"])}
    pays = {known.name[-1]: value for known, value in _added(law, figures()["bonus.c7e"])}
    lines = [
        f"({letter}) {value_text(pays[letter], 'dollars')} from {value_text(start, 'jobs')}"
        for letter, start in starts.items()
    ]
    if not lines:
        return ""
    return f'; <span class="amended">{"; ".join(lines)} <small>(not current law)</small></span>'


def _note_html(note: Note, law: Law) -> str:
    mark = "" if note.certainty == "read" else f"{_certainty_html(note.certainty)} "
    return f'<p class="note">{mark}{_words_html(note.text, law)}</p>'


def _readings_html(names: list[str], law: Law, told: set[str]) -> str:
    """Open questions: told in full where they first come up, and linked from there on."""
    texts = []
    for name in names:
        texts.append(_see_reading_html(reading(name)) if name in told else _reading_html(reading(name), law))
        told.add(name)
    return "".join(texts)


def _see_reading_html(known: Reading) -> str:
    return f'<p class="note">Open question: <a href="#reading-{known.name}">{html_text(known.title)}</a></p>'


def _reading_html(known: Reading, law: Law) -> str:
    options = "".join(_option_html(known, option, law) for option in known.options)
    return (
        f'<div class="reading" id="reading-{known.name}" tabindex="-1"><h4>Open question: {html_text(known.title)} '
        f"{_cite(known.citation)}</h4><p>{html_text(known.why)}</p><ul>{options}</ul>"
        f'<p class="note">Support for the default: {_support_html(known.support)}</p></div>'
    )


def _option_html(known: Reading, option: str, law: Law) -> str:
    in_force = option == law.option(known.name)
    marks = [words for words, holds in (("in force", in_force), ("default", option == known.default)) if holds]
    mark = f' <span class="option">{", ".join(marks)}</span>' if marks else ""
    return f"<li{_class('in-force', in_force)}>{html_text(known.options[option])}{mark}</li>"


def _class(name: str, holds: bool) -> str:
    return f' class="{name}"' if holds else ""


def _support_html(support: str) -> str:
    """How well a default stands. Only what was read in a source carries no mark."""
    mark = "" if support.startswith("read") else f"; {_certainty_html('not read in a source')}"
    return f"{html_text(support)}{mark}"


# ---- the page -------------------------------------------------------------------------------------------------------

_STYLE: Final = """<style>
.law { max-width: 48rem; line-height: 1.5; }
.law h2 { font-size: 1.25rem; margin: 2rem 0 0.25rem; padding-top: 1rem;
  border-top: 1px solid var(--rule); }
.law h3 { font-size: 1rem; padding: 0; margin: 1.125rem 0 0.125rem; }
.law h4 { font-size: 0.9375rem; padding: 0; margin: 0 0 0.25rem; }
.law p { margin: 0 0 0.375rem; }
.law .cite { font-weight: 400; color: var(--muted); font-size: 0.875rem; white-space: nowrap; }
.law .note { font-size: 0.9375rem; color: var(--muted); }
.law .certainty { font-size: 0.8125rem; font-weight: 400; color: var(--warning); border: 1px solid currentColor;
  border-radius: 4px; padding: 0 0.375rem; white-space: nowrap; }
.law .amended { color: var(--cut); } .law .amended small { font-size: 0.8125rem; }
.law .reading { margin: 0.5rem 0 0.75rem; padding: 0.625rem 0.875rem; background: var(--panel);
  border-left: 3px solid var(--neutral); }
.law .reading ul { margin: 0 0 0.375rem 1.125rem; padding: 0; }
.law .reading li { margin: 0; } .law .in-force { font-weight: 600; }
.law .option { font-weight: 400; font-size: 0.8125rem; color: var(--muted); }
.law section, .law article, .law .reading { scroll-margin-top: 3.5rem; }
.law :target, .law :focus { outline: none; }
.law article:focus > h3, .law section:focus > h2, .law .reading:focus > h4 { text-decoration: underline;
  text-underline-offset: 4px; }
.law-contents { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none;
  padding: 0 !important; margin: 0 !important; }
.law-contents li { margin: 0; }
@media print { .law article, .law .reading { break-inside: avoid; } .law-contents { display: none; } }
</style>"""


def show_status(law: Law) -> None:
    """What the page is, and which law it shows: current law, or what an amendment and other readings make of it."""
    lines = [
        f"Section 5 of P.L.2011, c.149 (N.J.S.A. 34:1B-246) through {law_version()}, in our own words. "
        "The statute alone counts. What was not read in a source is marked."
    ]
    if not law.is_current:
        amended = count_text(len(law.amendments), "figure")
        lines.append(f"{law.label}: {amended} amended, shown beside current law.")
    if not law.is_read_by_default:
        lines.append(f"{count_text(len(law.chosen_readings), 'open question')} not read by default.")
    st.html(f'<div class="law">{"".join(f"<p>{html_text(line)}</p>" for line in lines)}</div>')


def show_contents() -> None:
    """Links to the subsections."""
    links = "".join(
        f'<li><a href="#{part.id}">{html_text(part.title)}</a> {_cite(part.citation)}</li>' for part in parts()
    )
    st.html(f'<nav aria-label="Subsections" class="law"><ul class="law-contents">{links}</ul></nav>')


def show_section(law: Law, wanted: str) -> None:
    """The provisions that hold the words wanted, all of them when none are given, and how many there are."""
    text, count = section_html(law, wanted)
    if wanted.strip():
        whole = sum(len(part.provision) for part in parts())
        words = f"{count} of {whole} provisions" if count else "No provision holds these words: try fewer of them."
        st.html(f'{_STYLE}<p class="law" role="status">{words}</p>')
    st.html(f'{_STYLE}<div class="law">{text}</div>')


def show_figures(law: Law) -> None:
    """One table of all figures, with a CSV file."""
    table = figures_table(law)
    st.html(f'{_STYLE}<div class="law"><section id="figures" tabindex="-1"><h2>All figures</h2></section></div>')
    st.download_button("CSV", lambda: csv_text(table, law), "section-5-figures.csv", "text/csv", on_click="ignore")
    show_table(table, caption="Figures of section 5 and of the minimums of section 3", law=law)
