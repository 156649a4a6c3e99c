"""Own parts of a page: a script and a style that stand beside the Python module that draws with them."""

from functools import cache
from importlib.resources import files
from typing import Any

import streamlit as st

__all__ = ["component"]


@cache
def component(name: str, package: str, stem: str) -> Any:
    """Make a part known to Streamlit once, from `stem`.css and `stem`.js in a package; to be called to draw it."""
    assets = files(package)
    return st.components.v2.component(
        name,
        css=assets.joinpath(f"{stem}.css").read_text("utf-8"),
        js=assets.joinpath(f"{stem}.js").read_text("utf-8"),
        isolate_styles=False,
    )
