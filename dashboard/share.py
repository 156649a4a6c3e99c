"""Take the scenario along: a link that carries it, and a file to keep and to open again."""

from __future__ import annotations

import re

import streamlit as st

from credit_core.codec import Decoded, from_json, to_json
from dashboard import state
from dashboard.copy_box import copy_box
from dashboard.formats import html_text, problem_text

__all__ = ["file_stem", "open_file", "show"]

_UPLOAD = "scenario_file"


def show() -> None:
    """The link, the file of the scenario, and the way to open one."""
    scenario, law = state.current()
    st.caption("This link carries every fact, the amendments and the readings.")
    copy_box(state.link(), "share:link", "the link", wrap=False)
    save, load = st.columns(2, gap="medium")
    with save:
        st.download_button(
            "Save as a file",
            # Made when asked for: one made with every run is gone before the page of a fast slider has looked for it.
            lambda: to_json(scenario, law),
            f"{file_stem(scenario.name)}.json",
            "application/json",
            key="save_file",
            on_click="ignore",
            help="A JSON file with every fact, the amendments and the readings.",
        )
    with load:
        open_file()


def file_stem(name: str) -> str:
    """A name as the name of a file: letters, digits and hyphens alone."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "scenario"


def open_file() -> None:
    """A file is read and checked first; a button then puts it in place of what is shown."""
    with st.expander("Open a file", key="open_file"):
        _open_file()


def _open_file() -> None:
    given = st.file_uploader("Scenario file (JSON)", type="json", key=_UPLOAD)
    if given is None:
        return
    read = _read(given.getvalue())
    if any(problem.field == "document" for problem in read.notices):
        _say("The file cannot be opened.", read)
        return
    _say("The file can be opened" + (", but for some parts:" if read.notices else "."), read)
    st.button("Open it in place of this project", key="open_it", on_click=state.load_decoded, args=(read,))


def _read(content: bytes) -> Decoded:
    return from_json(content.decode("utf-8-sig", errors="replace"))


def _say(words: str, read: Decoded) -> None:
    lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in read.notices)
    st.html(f'<div role="status"><p>{html_text(words)}</p><ul>{lines}</ul></div>')
