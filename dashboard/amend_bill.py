"""The bill itself on the page Amend the law: its name, the library, its link, its file, and the way back."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from credit_core import Law
from credit_core.bills import bill_from_toml, bill_to_toml, check_title
from credit_core.library import Entry, Saved
from dashboard import library_state, state
from dashboard.copy_box import copy_box
from dashboard.formats import html_text, problem_text
from dashboard.share import file_stem

__all__ = ["saved_bills", "show_bill"]

_TYPED = "amend.typed.title"
_MOST_BILLS = 200


def show_bill(law: Law) -> None:
    """One row of what can be done with the bill as a whole."""
    with st.container(horizontal=True, key="amend-bill", gap="small", vertical_alignment="bottom"):
        key = _title_key(law)
        st.text_input(
            "Name of the bill", key=key, placeholder="No name yet", on_change=_keep_title, args=(key,), width=260
        )
        st.button("Undo the last step", key="amend:undo", on_click=library_state.undo, disabled=not state.can_undo())
        st.button(
            "Reset to current law",
            key="amend:reset",
            on_click=state.set_law,
            args=(Law.current(),),
            disabled=law == Law.current() and not law.title,
        )
        with st.popover("Save or open", key="amend-library"):
            _library(law)
        with st.popover("File", key="amend-file"):
            _file(law)
        with st.popover("Link", key="amend-link"):
            st.caption(
                "This link carries the bill, its readings, the project at hand, and saved bills that are compared."
            )
            copy_box(state.link(), "amend:bill-link", "the link")
    _refused()


# ---- the name -------------------------------------------------------------------------------------------------------


def _title_key(law: Law) -> str:
    now = state.control_key("bill:title")
    held = state.draft("title")
    if held is None or held.widget != now:
        return state.control("bill:title", law.title)
    if now not in st.session_state:
        st.session_state[now] = st.session_state.get(_TYPED, "")
    return now


def _keep_title(key: str) -> None:
    if not state.is_entry("bill:title", key):
        return
    title = str(st.session_state[key]).strip()
    problems = check_title(title)
    if problems:
        st.session_state[_TYPED] = title
        state.refuse(key, problems[0])
        return
    state.name_law(title)
    st.session_state[key] = title


def _refused() -> None:
    held = state.draft("title")
    if held is not None:
        words = " ".join(problem_text(problem) for problem in held.problems)
        st.html(f'<p class="refused" role="alert">{html_text(words)}</p>')


# ---- the library ----------------------------------------------------------------------------------------------------


def saved_bills() -> Mapping[str, Entry]:
    """The bills in the library by their identifiers, in the order of their names; none while it cannot be read."""
    found = library_state.attempt(lambda: library_state.library().search(kind="bill", order="name", size=_MOST_BILLS))
    return {} if found is None else {entry.id: entry for entry in found.entries}


def _library(law: Law) -> None:
    opened = library_state.opened()
    if opened is not None and opened.kind == "bill":
        words = f"Save as version {opened.version + 1} of {opened.name}"
        st.button(words, key="amend:save-over", on_click=_save_over, args=(opened.id, opened.version, law))
        st.caption("Its short link:")
        copy_box(library_state.short_link(opened.id, "bill"), "amend:short-link", "the short link")
    st.button("Save as a new bill", key="amend:save", on_click=_save, args=(law,), disabled=not law.title)
    if not law.title:
        st.caption("Give the bill a name first.")
    bills = saved_bills()
    if not bills:
        st.caption("No bill is saved yet.")
        return
    names = {each: bill.name for each, bill in bills.items()}
    key = state.choice("amend:saved", names)
    chosen = st.selectbox("Saved bills", list(names), format_func=names.__getitem__, key=key)
    st.button("Open this bill", key="amend:open", on_click=_open, args=(chosen,))


def _save(law: Law) -> None:
    added = library_state.add_once(law, law.title)
    if added is not None:
        library_state.remember(added.saved)
        library_state.say(library_state.added_words(added, _saved_words(added.saved)))


def _save_over(identifier: str, over: int, law: Law) -> None:
    saved = library_state.attempt(lambda: library_state.library().save(identifier, over, content=law))
    if saved is not None:
        library_state.remember(saved)
        library_state.say(_saved_words(saved))


def _saved_words(saved: Saved) -> str:
    return f"{saved.name} is saved as version {saved.version}."


def _open(identifier: str) -> None:
    saved = library_state.attempt(lambda: library_state.library().open(identifier))
    if saved is not None and library_state.take(saved):
        library_state.say(f"{saved.name} is open. Undo gives back what was there before.")
        for problem in saved.notices:
            state.note(problem)


# ---- the file -------------------------------------------------------------------------------------------------------


def _file(law: Law) -> None:
    st.download_button(
        "Save as a file (TOML)",
        lambda: bill_to_toml(law),
        f"{file_stem(law.title or 'bill')}.toml",
        "application/toml",
        key="amend:download",
        on_click="ignore",
        help="A text file that people can read and edit, with what each figure is in current law.",
    )
    given = st.file_uploader("Open a bill (TOML)", type="toml", key="amend:upload")
    if given is None:
        return
    read = bill_from_toml(given.getvalue())
    lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in read.problems)
    if read.law is None:
        st.html(f'<div class="refused" role="alert"><p>The file cannot be opened.</p><ul>{lines}</ul></div>')
        return
    words = "The file can be opened" + (", but for some parts:" if lines else ".")
    st.html(f'<div role="status"><p>{words}</p><ul>{lines}</ul></div>')
    st.button("Open it in place of this bill", key="amend:open-file", on_click=state.set_law, args=(read.law,))
