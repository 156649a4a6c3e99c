"""The colours can be read, and told apart, in both themes and by readers who do not tell red from green."""

import itertools
import math
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest

from dashboard.palette import DARK, LIGHT, PATTERNS, Meaning, Palette, palette

THEMES = {"light": LIGHT, "dark": DARK}
MEANINGS: tuple[Meaning, ...] = get_args(Meaning)
PAIRS = list(itertools.combinations(MEANINGS, 2))
CONFIG = Path(__file__).parents[1] / ".streamlit" / "config.toml"

Linear = tuple[float, float, float]
Matrix = tuple[Linear, Linear, Linear]

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear light.
SIGHT: dict[str, Matrix] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
# Distance in OKLab (0 black, 1 white) at which two filled areas are told apart at a distance.
APART = 0.10


def channels(colour: str) -> Linear:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def linear(colour: Linear) -> Linear:
    """Light from the sRGB signal (WCAG 2.2, relative luminance)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return red, green, blue


def contrast(one: Linear, other: Linear) -> float:
    """WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), the lighter first."""
    light = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))]
    return (max(light) + 0.05) / (min(light) + 0.05)


def mixed(over: str, under: str, share: float) -> Linear:
    red, green, blue = (share * a + (1 - share) * b for a, b in zip(channels(over), channels(under), strict=True))
    return red, green, blue


def times(matrix: Matrix, light: Linear) -> Linear:
    red, green, blue = (sum(m * c for m, c in zip(row, light, strict=True)) for row in matrix)
    return red, green, blue


def oklab(light: Linear) -> Linear:
    """OKLab (Ottosson 2020): a space in which equal distances look about equally far apart."""
    cones = times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        light,
    )
    long, middle, short = (math.cbrt(max(0.0, c)) for c in cones)
    return times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        (long, middle, short),
    )


def seen(colour: str, sight: str) -> Linear:
    return oklab(times(SIGHT[sight], linear(channels(colour))))


@pytest.fixture(params=THEMES)
def colours(request: pytest.FixtureRequest) -> Palette:
    return THEMES[request.param]


@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_filled_area_stands_out_from_the_paper(colours: Palette, meaning: Meaning) -> None:
    assert contrast(channels(getattr(colours, meaning)), channels(colours.paper)) >= 3


@pytest.mark.parametrize("text", ["ink", "muted", "award", "cut", "warning"])
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_text_can_be_read(colours: Palette, text: str, ground: str) -> None:
    assert contrast(channels(getattr(colours, text)), channels(getattr(colours, ground))) >= 4.5


@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_captions_can_be_read(colours: Palette, ground: str) -> None:
    under = getattr(colours, ground)
    assert contrast(mixed(colours.ink, under, 0.6), channels(under)) >= 4.5


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_meanings_are_told_apart(colours: Palette, one: Meaning, other: Meaning, sight: str) -> None:
    distance = math.dist(seen(getattr(colours, one), sight), seen(getattr(colours, other), sight))
    assert distance >= APART


def test_every_meaning_has_a_pattern_of_its_own_or_is_solid() -> None:
    shapes = [shape for shape in PATTERNS.values() if shape]
    assert set(PATTERNS) == set(MEANINGS)
    assert len(shapes) == len(set(shapes))


@pytest.mark.parametrize("theme", THEMES)
def test_the_theme_of_streamlit_has_the_same_colours(theme: str) -> None:
    options: dict[str, Any] = tomllib.loads(CONFIG.read_text("utf-8"))["theme"][theme]
    colours = palette(theme)
    assert options["primaryColor"] == options["linkColor"] == options["greenColor"] == colours.award
    assert (options["backgroundColor"], options["secondaryBackgroundColor"]) == (colours.paper, colours.panel)
    assert options["textColor"] == colours.ink
    assert options["borderColor"] == colours.rule
    assert (options["redColor"], options["blueColor"]) == (colours.cut, colours.base)
    assert options["orangeColor"] == options["yellowColor"] == colours.warning
    assert options["violetColor"] == colours.route
    for name in ("green", "red", "orange", "yellow"):
        assert options[f"{name}TextColor"] == options[f"{name}Color"]


def test_an_unknown_theme_is_drawn_light() -> None:
    assert palette(None) is LIGHT
    assert palette("dark") is DARK
