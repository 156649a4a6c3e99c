"""Text to take along: shown whole, with a button that copies it.

Streamlit's own `st.code` does this too, but brings a syntax highlighter of 1.5 MB that plain text has no use for.
"""

from dashboard.component import component

__all__ = ["copy_box"]


def copy_box(text: str, key: str, label: str, wrap: bool = True) -> None:
    """Show a text that can be selected, beside a button that copies it.

    `label` says what the text is: "the link" gives a button named "Copy the link". A text that does not wrap keeps its
    lines and scrolls sideways inside its box. Copying is between the visitor and the browser: the page does not run.
    """
    part = component("grow_nj_copy_box", "dashboard", "copy_box")
    part(key=key, data={"text": text, "label": label, "wrap": wrap})
