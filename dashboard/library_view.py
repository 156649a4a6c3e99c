"""The parts of the page Library: saving what is at hand, finding, opening, changing, history, conflicts, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from credit_core import Law
from credit_core.comparison import Candidate, Comparison, candidate_names, check, listed_names
from credit_core.law import figure
from credit_core.library import (
    KINDS,
    Conflict,
    Content,
    Draft,
    Entry,
    Kind,
    LibraryError,
    LibraryUnavailable,
    Saved,
    Version,
)
from credit_core.places import Place
from credit_core.scenario import fact_field, fact_fields
from dashboard import library_state, state
from dashboard.compare_words import value_words
from dashboard.copy_box import copy_box
from dashboard.formats import html_text, markdown_text, problem_text
from dashboard.tables import table_html

__all__ = ["show_chosen", "show_conflict", "show_files", "show_list", "show_save"]

_ON_A_PAGE = 20
_CHOSEN, _SEEN, _CONFLICT, _DELETED = "library.chosen", "library.seen", "library.conflict", "library.just_deleted"
_FORM = "library.form"  # how many things were saved as new
_HELD = "library.held"  # the item in detail, as it was read last
_TITLES: Mapping[str, str] = {
    "scenario": "Scenario",
    "comparison": "Comparison",
    "bill": "Bill",
    "place": "Own place",
}
_LONGEST_TAGS = "Tags are separated by commas."


# ---- saving what is at hand -----------------------------------------------------------------------------------------


def show_save() -> None:
    """A form that saves the scenario, the comparison or the law at hand as something new."""
    kinds = _kinds_at_hand()
    titles = {kind: _at_hand_title(kind) for kind in kinds}
    opened = library_state.opened()
    if opened is not None:
        _save_over(opened)
    # A form of its own for each thing that is saved: it is emptied by a save, and by nothing else.
    form = f"library:new{st.session_state.get(_FORM, 0)}"
    kind = state.choice(f"{form}:kind", titles)
    with st.form(form, border=False):
        st.selectbox("What to save", kinds, format_func=titles.__getitem__, key=kind)
        st.text_input("Name", key=f"{form}:name", placeholder=_usual_name())
        st.text_area("Description", key=f"{form}:description", height=68)
        st.text_input("Tags", key=f"{form}:tags", help=_LONGEST_TAGS)
        st.form_submit_button("Save as new", on_click=_save_new, args=(form, kind))
    library_state.show_messages(page_top=True, place=_FORM)


def _kinds_at_hand() -> list[Kind]:
    kinds: list[Kind] = ["scenario"]
    if not check(state.board().comparison):
        kinds.append("comparison")
    law = state.current()[1]
    if not (law.is_current and law.is_read_by_default):
        kinds.append("bill")
    return kinds


def _at_hand_title(kind: Kind) -> str:
    scenario, law = state.current()
    names = candidate_names(state.board().comparison.candidates)
    titles: dict[str, str] = {
        "scenario": f"The scenario: {Candidate(scenario).name or 'without a name'}",
        "comparison": f"The comparison: {listed_names(names) if names else ''}",
        "bill": f"The law alone: {law.label}",
    }
    return titles[kind]


def _usual_name() -> str:
    return Candidate(state.current()[0]).name or "How to find it again"


def _content_at_hand(kind: Kind) -> Content:
    scenario, law = state.current()
    if kind == "comparison":
        return state.board().comparison
    return law if kind == "bill" else Candidate(scenario, law)


def _save_new(form: str, kind: str) -> None:
    name, description, tags = (str(st.session_state[f"{form}:{part}"]) for part in ("name", "description", "tags"))
    content = _content_at_hand(st.session_state[kind])
    wanted = name.strip() or _usual_name_of(content)
    added = library_state.add_once(content, wanted, description.strip(), _tags(tags), _FORM)
    if added is None:
        return
    saved = added.saved
    # What is new is shown in detail, above the form; else the form stays where it is, with the reason beside it.
    place = "" if added.is_new else _FORM
    library_state.say(library_state.added_words(added, f"Saved as {saved.name}."), place=place)
    if saved.kind != "bill":
        library_state.remember(saved)
    if added.is_new:
        _choose(saved.id, saved.version)
        st.session_state[_FORM] = st.session_state.get(_FORM, 0) + 1


def _usual_name_of(content: Content) -> str:
    if isinstance(content, Candidate):
        return content.name
    if isinstance(content, Comparison):
        return listed_names(candidate_names(content.candidates))
    return content.title if isinstance(content, Law) else content.name


def _tags(text: str) -> tuple[str, ...]:
    return tuple(tag.strip() for tag in text.split(",") if tag.strip())


def _save_over(opened: library_state.Opened) -> None:
    """Save what is at hand as the next version of what was opened."""
    content = _content_at_hand(opened.kind)
    if isinstance(content, Comparison) and check(content):
        return
    st.button(
        f"Save as the next version of {markdown_text(opened.name)}",
        key="library:over",
        on_click=_save_next,
        args=(opened.id, opened.version, content),
    )


def _save_next(identifier: str, over: int, content: Content) -> None:
    saved = _changing(lambda: library_state.library().save(identifier, over, content=content))
    if saved is not None:
        library_state.remember(saved)


def _changing(work: Callable[[], Saved]) -> Saved | None:
    """Save a further version; a conflict is kept, to be settled by the visitor."""
    try:
        saved = work()
    except Conflict as conflict:
        st.session_state[_CONFLICT] = conflict
        return None
    except LibraryError as error:
        library_state.say(str(error), wrong=True)
        return None
    library_state.places_changed()
    _choose(saved.id, saved.version)
    library_state.say(f"Saved {saved.name} as version {saved.version}.")
    return saved


# ---- a conflict -----------------------------------------------------------------------------------------------------


def show_conflict() -> None:
    """What somebody else saved meanwhile, beside what was to be saved, and three ways on."""
    conflict = st.session_state.get(_CONFLICT)
    if not isinstance(conflict, Conflict):
        return
    st.html(f'<p class="message refused" role="alert">{html_text(str(conflict))}</p>')
    frame = _versions_frame(conflict.yours, conflict.theirs)
    st.html(table_html(frame, caption="What differs between the two", law=Law.current()))
    with st.container(horizontal=True, key="library-conflict", gap="small"):
        if conflict.theirs.deleted_at is None:
            words = f"Save mine as version {conflict.theirs.version + 1}"
            st.button(words, key="library:mine", on_click=_settle_mine, args=(conflict,))
        st.button("Save mine as a new item", key="library:mine-new", on_click=_settle_new, args=(conflict,))
        st.button("Keep theirs", key="library:theirs", on_click=_settle_theirs, args=(conflict,))


def _versions_frame(yours: Draft, theirs: Saved) -> pd.DataFrame:
    rows = [
        ("Name", yours.name, theirs.name),
        ("Description", yours.description, theirs.description),
        ("Tags", ", ".join(yours.tags), ", ".join(theirs.tags)),
    ]
    mine, other = _lines(yours.content), _lines(theirs.content)
    rows += [(title, mine.get(title, ""), other.get(title, "")) for title in dict.fromkeys([*mine, *other])]
    differing = [row for row in rows if row[1] != row[2]]
    return pd.DataFrame(differing or [("Nothing", "", "")], columns=["", "Yours", f"Theirs, version {theirs.version}"])


def _lines(content: Content) -> dict[str, str]:
    """What there is in an item, by title: facts, amendments, readings, of a comparison those of each column."""
    if isinstance(content, Comparison):
        names = candidate_names(content.candidates)
        lines = {"Baseline": names[content.baseline]}
        for name, candidate in zip(names, content.candidates, strict=True):
            lines |= {f"{name}: {title}": words for title, words in _lines(candidate).items()}
        return lines
    if isinstance(content, Candidate):
        given = [field for field in fact_fields() if getattr(content.scenario, field.name) != field.default]
        facts = {field.title: value_words(field.name, getattr(content.scenario, field.name)) for field in given}
        return facts | _law_lines(content.law)
    return _law_lines(content) if isinstance(content, Law) else _place_lines(content)


def _law_lines(law: Law) -> dict[str, str]:
    amended = {figure_title(name): "no limit" if value is None else f"{value:,}" for name, value in law.amendments}
    return amended | {f"Reading {name}": option for name, option in law.chosen_readings}


def figure_title(name: str) -> str:
    """A figure by its title, or by its name where it was added."""
    try:
        return f"{figure(name).title} ({name})"
    except (KeyError, ValueError):
        return name


def _place_lines(place: Place) -> dict[str, str]:
    known = {fact_field(each.fact).title: value_words(each.fact, each.value) for each in place.designations}
    return {"County": place.county} | known


def _settle_mine(conflict: Conflict) -> None:
    draft, theirs = conflict.yours, conflict.theirs
    saved = _changing(
        lambda: library_state.library().save(
            theirs.id,
            theirs.version,
            content=draft.content,
            name=draft.name,
            description=draft.description,
            tags=draft.tags,
        )
    )
    if saved is not None:
        st.session_state.pop(_CONFLICT, None)
        library_state.remember(saved)


def _settle_new(conflict: Conflict) -> None:
    draft = conflict.yours
    added = library_state.add_once(draft.content, draft.name, draft.description, draft.tags)
    if added is not None:
        st.session_state.pop(_CONFLICT, None)
        library_state.say(library_state.added_words(added, f"Saved as {added.saved.name}, a new item."))
        _choose(added.saved.id, added.saved.version)
        library_state.remember(added.saved)


def _settle_theirs(conflict: Conflict) -> None:
    st.session_state.pop(_CONFLICT, None)
    _choose(conflict.theirs.id, conflict.theirs.version)
    library_state.say(f"Version {conflict.theirs.version} is kept; yours was not saved.")


# ---- finding --------------------------------------------------------------------------------------------------------


def _choose(identifier: str, version: int) -> None:
    """Show an item in detail; the version that is shown now is the one that is saved over."""
    st.session_state[_CHOSEN] = identifier
    st.session_state.setdefault(_SEEN, {})[identifier] = version


def show_list() -> None:
    """Search, and a line for each item that was found."""
    _offer_undelete()
    with st.container(horizontal=True, key="library-search", gap="small", vertical_alignment="bottom"):
        text = st.text_input("Search", key="library:text", placeholder="Name, description, tag or municipality")
        named = st.selectbox("Kind", ["all", *KINDS], format_func=_kind_title, key="library:kind")
        tags = st.multiselect("Tags", _known_tags(), key="library:tags", placeholder="Any")
        deleted = st.checkbox("Deleted ones", key="library:deleted")
    kind = next((each for each in KINDS if each == named), None)
    page = int(st.session_state.get("library.page", 1))
    found = library_state.attempt(
        lambda: library_state.library().search(
            text, kind=kind, tags=tuple(tags), deleted=deleted, page=page, size=_ON_A_PAGE
        )
    )
    library_state.show_messages()
    if found is None:
        return
    if not found.entries:
        st.html(f'<p class="binds">{_nothing_words(text, deleted)}</p>')
    for entry in found.entries:
        _line(entry)
    _pager(found.number, found.pages, found.total)


def _kind_title(kind: str) -> str:
    return _TITLES.get(kind, "All")


def _known_tags() -> list[str]:
    return list(library_state.attempt(lambda: library_state.library().tags()) or {})


def _nothing_words(text: str, deleted: bool) -> str:
    if deleted:
        return "Nothing that was deleted matches."
    if text:
        return "Nothing matches. Try fewer words, another kind, or no tag."
    return "Nothing is saved yet. Save the scenario at hand with the form on this page."


def _line(entry: Entry) -> None:
    chosen = st.session_state.get(_CHOSEN) == entry.id
    with st.container(horizontal=True, key=f"library-line-{entry.id}", gap="small", vertical_alignment="center"):
        tags = "".join(f'<span class="tag">{html_text(tag)}</span>' for tag in entry.tags)
        where = f" · {html_text(entry.municipality)}" if entry.municipality else ""
        when = f"{entry.changed_at:%Y-%m-%d %H:%M} UTC"
        current = ' aria-current="true"' if chosen else ""
        st.html(
            f'<div class="library-line"{current}><b>{html_text(entry.name)}</b> {tags}<br>'
            f"<small>{_TITLES[entry.kind]}{where} · version {entry.version} · {when}</small></div>"
        )
        name = markdown_text(entry.name)
        if entry.deleted_at is not None:
            st.button("Undo the deletion", key=f"undelete:{entry.id}", on_click=_undelete, args=(entry.id,))
            return
        if entry.kind != "place":
            st.button("Open", key=f"open:{entry.id}", on_click=_open, args=(entry.id,), help=f"Open {name}")
        st.button("Details", key=f"choose:{entry.id}", on_click=_choose, args=(entry.id, entry.version), help=name)


def _open(identifier: str, version: int | None = None) -> None:
    saved = library_state.attempt(lambda: library_state.library().open(identifier, version))
    if saved is None or not library_state.take(saved):
        return
    _choose(saved.id, saved.latest)
    where = {"comparison": "Compare", "bill": "Amend the law"}.get(saved.kind, "Explore")
    library_state.say(f"{saved.name} is open: see {where}. Undo gives back what was there before.")


def _pager(number: int, pages: int, total: int) -> None:
    with st.container(horizontal=True, key="library-pager", gap="small", vertical_alignment="center"):
        st.html(f'<p class="why">{total:,} found{f", page {number} of {pages}" if pages > 1 else ""}</p>')
        if pages > 1:
            st.button("Previous", key="library:back", on_click=_turn, args=(number - 1,), disabled=number <= 1)
            st.button("Next", key="library:next", on_click=_turn, args=(number + 1,), disabled=number >= pages)


def _turn(page: int) -> None:
    st.session_state["library.page"] = page


# ---- deletion -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Deleted:
    id: str
    name: str


def _offer_undelete() -> None:
    gone = st.session_state.get(_DELETED)
    if isinstance(gone, _Deleted):
        with st.container(horizontal=True, key="library-deleted", gap="small", vertical_alignment="center"):
            st.html(f'<p class="message" role="status">{html_text(gone.name)} was deleted.</p>')
            st.button("Undo the deletion", key="library:undelete", on_click=_undelete, args=(gone.id,))


def _delete(identifier: str, name: str) -> None:
    if library_state.attempt(lambda: library_state.library().delete(identifier)) is not None:
        library_state.places_changed()
        st.session_state[_DELETED] = _Deleted(identifier, name)
        st.session_state.pop(_CHOSEN, None)


def _undelete(identifier: str) -> None:
    entry = library_state.attempt(lambda: library_state.library().undelete(identifier))
    library_state.places_changed()
    if entry is not None:
        st.session_state.pop(_DELETED, None)
        _choose(entry.id, entry.version)
        library_state.say(f"{entry.name} is back.")


# ---- one item -------------------------------------------------------------------------------------------------------


def show_chosen() -> None:
    """One item in detail: its link, its texts, a copy, its history, and its end."""
    identifier = st.session_state.get(_CHOSEN)
    if not isinstance(identifier, str):
        st.html('<p class="why">Choose “Details” of an item to name, describe, tag, copy, restore or delete it.</p>')
        return
    saved = _seen(identifier, st.session_state[_SEEN][identifier])
    library_state.show_messages()
    if saved is None:
        return
    st.subheader(markdown_text(saved.name), anchor=False)
    _notices(saved)
    if saved.kind != "place":
        copy_box(library_state.short_link(saved.id, saved.kind), "library:short-link", "the short link")
    _texts(saved)
    with st.container(horizontal=True, key="library-actions", gap="small"):
        st.button("Duplicate", key="library:duplicate", on_click=_duplicate, args=(saved.id, saved.version))
        st.button("Delete", key="library:delete", on_click=_delete, args=(saved.id, saved.name))
        st.download_button(
            "Export",
            _export_of(saved.id),
            "library-item.json",
            "application/json",
            key="library:export-one",
            on_click="ignore",
            help="This item with its whole history, as a JSON file.",
        )
    _history(saved)


def _seen(identifier: str, version: int) -> Saved | None:
    """The version that is shown; while the library cannot be read, as it was: what is typed in its form must stay."""
    try:
        saved = library_state.library().open(identifier, version)
    except LibraryError as error:
        library_state.say(str(error), wrong=True)
        held = st.session_state.get(_HELD) if isinstance(error, LibraryUnavailable) else None
        return held if isinstance(held, Saved) and (held.id, held.version) == (identifier, version) else None
    st.session_state[_HELD] = saved
    return saved


def _notices(saved: Saved) -> None:
    lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in saved.notices)
    if lines:
        st.html(f'<div class="notice" role="status"><ul>{lines}</ul></div>')


def _export_of(identifier: str) -> Callable[[], str]:
    library = library_state.library()  # asked for now: the file is made on another thread, outside the page's run
    return lambda: library.export([identifier])


def _texts(saved: Saved) -> None:
    """Name, description and tags, saved as the next version."""
    ending = f"{saved.id}:{saved.version}"
    with st.form(f"library:texts:{ending}", border=False):
        name = st.text_input("Name", saved.name, key=f"library:name:{ending}", disabled=saved.kind == "place")
        description = st.text_area("Description", saved.description, key=f"library:about:{ending}", height=68)
        tags = st.text_input("Tags", ", ".join(saved.tags), key=f"library:tags:{ending}", help=_LONGEST_TAGS)
        if st.form_submit_button("Save these"):
            _changing(
                lambda: library_state.library().save(
                    saved.id, saved.version, name=name.strip(), description=description.strip(), tags=_tags(tags)
                )
            )
            st.rerun()


def _duplicate(identifier: str, version: int) -> None:
    copy = library_state.attempt(lambda: library_state.library().duplicate(identifier, version))
    if copy is not None:
        _choose(copy.id, copy.version)
        library_state.say(f"Saved a copy as {copy.name}.")


def _history(saved: Saved) -> None:
    versions = library_state.attempt(lambda: library_state.library().history(saved.id)) or ()
    with st.expander(f"History ({len(versions)})", key="library:history"):
        for version in versions:
            _version(saved, version, newest=versions[0].version)


def _version(saved: Saved, version: Version, newest: int) -> None:
    with st.container(
        horizontal=True, key=f"library-version-{version.version}", gap="small", vertical_alignment="center"
    ):
        note = f" · {html_text(version.note)}" if version.note else ""
        st.html(
            f'<div class="library-line"><b>Version {version.version}</b> {html_text(version.name)}<br>'
            f"<small>{version.saved_at:%Y-%m-%d %H:%M} UTC{note}</small></div>"
        )
        if saved.kind != "place":
            key = f"open-version:{version.version}"
            st.button("Open", key=key, on_click=_open, args=(saved.id, version.version))
        if version.version != newest:
            key = f"restore:{version.version}"
            st.button("Restore", key=key, on_click=_restore, args=(saved.id, version.version, newest))


def _restore(identifier: str, version: int, newest: int) -> None:
    _changing(lambda: library_state.library().restore(identifier, version, newest))


# ---- files ----------------------------------------------------------------------------------------------------------


def show_files() -> None:
    """The whole library as a JSON file, and the way to merge one in."""
    st.download_button(
        "Export the library",
        library_state.library().export,
        "library.json",
        "application/json",
        key="library:export",
        on_click="ignore",
        help="Every item with its history, as a JSON file; what was deleted is left out.",
    )
    given = st.file_uploader("Import a library (JSON)", type="json", key="library:upload")
    if given is not None:
        st.html('<p class="why">What is here already is kept; nothing is overwritten.</p>')
        st.button("Import it", key="library:import", on_click=_import, args=(given.getvalue(),))


def _import(content: bytes) -> None:
    report = library_state.attempt(lambda: library_state.library().import_text(content))
    library_state.places_changed()
    if report is None:
        return
    counts: dict[str, Any] = {
        "new": report.added,
        "with further versions": report.extended,
        "here already": report.unchanged,
        "saved beside another of the same identifier": report.copied,
    }
    words = ", ".join(f"{len(found):,} {title}" for title, found in counts.items() if found)
    library_state.say(f"Import: {words or 'nothing was added'}.")
    for problem in report.problems[:20]:
        library_state.say(problem_text(problem), wrong=True)
