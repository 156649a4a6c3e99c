"""The colours of the dashboard, one meaning each, for the light and the dark theme.

A colour means the same on every page. It never stands alone: each meaning also has a fill pattern
(`PATTERNS`) and a written label. Every colour keeps 3 to 1 against its paper, those used for text 4.5 to 1,
and every two stay apart for readers who do not tell red from green; tests/test_palette.py measures all of it.
"""

from typing import Final, Literal, NamedTuple

__all__ = ["DARK", "LIGHT", "PATTERNS", "Meaning", "Palette", "palette"]

Meaning = Literal["base", "bonus", "cut", "award", "route", "neutral", "warning"]


class Palette(NamedTuple):
    """Colours as `#rrggbb`: what amounts mean, then what they are drawn on."""

    base: str
    """The base amount of subsection b."""
    bonus: str
    """A bonus of subsection c."""
    cut: str
    """What a limit takes away."""
    award: str
    """An award, or any amount that remains; also the accent of controls and links."""
    route: str
    """The amount of the capital route of subsection d."""
    neutral: str
    """A baseline, a slack limit, anything that carries no verdict."""
    warning: str
    """Advice that fails, or a figure that is untested."""
    paper: str
    """Background of the page."""
    panel: str
    """Background of the sidebar and of controls."""
    ink: str
    """Text."""
    muted: str
    """Small text: axis labels and citations."""
    rule: str
    """Grid lines and borders."""


LIGHT: Final = Palette(
    base="#24367f",
    bonus="#6a90d0",
    cut="#8f2410",
    award="#0c5f62",
    route="#8440b4",
    neutral="#8d9184",
    warning="#936300",
    paper="#fcfbf8",
    panel="#f2f1ec",
    ink="#0d1413",
    muted="#56605d",
    rule="#d3d4cd",
)

DARK: Final = Palette(
    base="#5f7fdc",
    bonus="#b0e4f5",
    cut="#f27d40",
    award="#33bfa0",
    route="#aaa8f5",
    neutral="#6b7d84",
    warning="#e9cf4a",
    paper="#141a1a",
    panel="#1d2525",
    ink="#e9ece9",
    muted="#a3aeab",
    rule="#3a4545",
)

PATTERNS: Final[dict[Meaning, str]] = {
    "base": "",
    "bonus": "/",
    "cut": "x",
    "award": "",
    "route": "\\",
    "neutral": ".",
    "warning": "-",
}
"""Pattern of each meaning, as in Plotly (`marker.pattern.shape`); base and award are solid, at the ends."""


def palette(theme: str | None) -> Palette:
    """Give the colours of the theme in use (`st.context.theme.type`); unknown means light."""
    return DARK if theme == "dark" else LIGHT
