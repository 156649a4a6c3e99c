"""What stands around every page: its style, the links to the other pages, and the inputs in the sidebar."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from dashboard import inputs, state
from dashboard.palette import DARK, LIGHT, Palette

__all__ = ["begin", "page_list", "pages"]

_FOLDER = Path(__file__).parent
_PAGES = {
    "explore": "Explore",
    "bonuses_and_caps": "Bonuses and caps",
    "sensitivity": "Sensitivity",
    "compare": "Compare",
    "portfolio": "Portfolio",
    "amend": "Amend the law",
    "library": "Library",
    "the_law": "The law",
}


@cache
def page_list() -> dict[str, str]:
    """The pages there are, by the name of their file, in the order of the links."""
    return {name: title for name, title in _PAGES.items() if (_FOLDER.parent / "pages" / f"{name}.py").exists()}


def pages() -> list[StreamlitPage]:
    """The pages as ``st.navigation`` takes them; the first one is where a visitor arrives."""
    return [
        st.Page(f"pages/{name}.py", title=title, default=number == 0)
        for number, (name, title) in enumerate(page_list().items())
    ]


def begin(page: StreamlitPage) -> None:
    """Draw what every page begins with."""
    state.arrive(page.url_path)
    st.html(f"<style>{_style()}</style>")
    _links()
    inputs.sidebar(state.current()[1])


def _links() -> None:
    """Links that carry the whole state, so that going to a page is one step of the browser's history."""
    with st.container(horizontal=True, key="pages", gap="small"):
        for name, title in page_list().items():
            st.page_link(f"pages/{name}.py", label=title, query_params=state.query())


@cache
def _style() -> str:
    """Our own style, with the palette as variables; the browser chooses the theme, not the server."""
    text = (_FOLDER / "style.css").read_text("utf-8")
    return f":root {{ {_variables(LIGHT, DARK)} }}\n{text}"


def _variables(light: Palette, dark: Palette) -> str:
    pairs = zip(light._fields, light, dark, strict=True)
    return " ".join(f"--{name}: light-dark({on_light}, {on_dark});" for name, on_light, on_dark in pairs)
