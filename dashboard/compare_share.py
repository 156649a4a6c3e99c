"""Take a comparison along: its link, the library, and a file."""

from __future__ import annotations

import streamlit as st

from credit_core.codec import parsed_json
from credit_core.comparison import Comparison, check
from credit_core.library.documents import encode, read_document
from dashboard import library_state, state
from dashboard.compare_board import Board
from dashboard.copy_box import copy_box
from dashboard.formats import html_text, problem_text

__all__ = ["show"]


def show(comparison: Comparison) -> None:
    """The long link, a form to save it in the library for a short one, and the file."""
    st.caption("This link carries every candidate, with its facts and its law.")
    copy_box(state.link(), "versus:link", "the link")
    save, file = st.columns(2, gap="medium")
    with save, st.form("versus:save", border=False):
        name = st.text_input("Save in the library as", key="versus:save-name", placeholder="Name of the comparison")
        if st.form_submit_button("Save and get a short link"):
            _save(comparison, name)
    with file:
        st.download_button(
            "Save as a file",
            lambda: encode(comparison),  # made when asked for: see share.py
            "comparison.json",
            "application/json",
            key="versus:file",
            on_click="ignore",
            help="A JSON file with every candidate, its facts and its law.",
        )
        with st.expander("Open a file", key="versus:open"):
            _open_file()


def _save(comparison: Comparison, name: str) -> None:
    problems = check(comparison)
    if problems:
        st.html(f'<p class="refused" role="alert">{html_text(" ".join(map(problem_text, problems)))}</p>')
        return
    added = library_state.add_once(comparison, name.strip())
    library_state.show_messages()
    if added is not None:
        saved = added.saved
        words = library_state.added_words(added, f"Saved as {saved.name}.")
        st.html(f'<p class="message" role="status">{html_text(words)} Its short link:</p>')
        copy_box(library_state.short_link(saved.id, saved.kind), "versus:short-link", "the short link")


def _open_file() -> None:
    """A file is read and checked first; a button then puts it in place of what is shown."""
    given = st.file_uploader("Comparison file (JSON)", type="json", key="versus:upload")
    if given is None:
        return
    document, notices = parsed_json(given.getvalue().decode("utf-8-sig", errors="replace"))
    if document is None and notices:
        st.html(f'<p class="refused" role="alert">{html_text(" ".join(map(problem_text, notices)))}</p>')
        return
    read = read_document("comparison", document)
    lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in (*notices, *read.problems))
    if not isinstance(read.content, Comparison):
        st.html(f'<p class="refused" role="alert">The file cannot be opened.</p><ul>{lines}</ul>')
        return
    st.html(f'<p role="status">The file can be opened{", but for some parts:" if lines else "."}</p><ul>{lines}</ul>')
    board = Board(read.content.settled(), 1)
    st.button("Open it in place of this comparison", key="versus:open-it", on_click=state.set_board, args=(board,))
