"""The choices of the page on sensitivity: fact, measure, range, second fact, target; all kept in the address.

A range or target is typed. What cannot be used is kept as typed, with the reason, and the usual value stands in for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import streamlit as st

from credit_core import Problem, Scenario, ScenarioError
from credit_core.award import BONUS_NAMES, MEASURES
from credit_core.law import figures
from credit_core.scenario import fact_field
from credit_core.whatif import Curve, Number
from dashboard import state
from dashboard.charts import ChartPoint
from dashboard.formats import html_text, problem_text
from dashboard.inputs import entry_text, read_entry
from dashboard.whatif.ranges import MOVABLE_FACTS, usual_range
from dashboard.whatif.words import measure_unit, title_of, value_text

__all__ = [
    "LIMIT_NAMES",
    "Choices",
    "check_choices",
    "choose",
    "choose_along",
    "choose_percent",
    "choose_target",
    "follow",
    "pick_cell",
    "pick_on_curve",
    "refused",
]

LIMIT_NAMES: Final = tuple(name for name in figures() if name.startswith(("gross_limit.", "annual_limit.")))
"""The limits of d(1) to (6) and f(1) to (6), by their names in the law."""

_LABELS: Final = {"from": "From", "to": "To", "from2": "Second from", "to2": "Second to"}
_NO_SECOND = "none"
_PERCENTS = ("5", "10", "25", "50")


_ALLOWED: dict[str, tuple[str, tuple[str, ...]]] = {
    "fact": ("new_jobs", MOVABLE_FACTS),
    "measure": ("annual_award", tuple(MEASURES)),
    "second": (_NO_SECOND, (_NO_SECOND, *MOVABLE_FACTS)),
    "along": ("no", ("no", "yes")),
    "change": ("10", _PERCENTS),
    "tighten": ("10", _PERCENTS),
    "bonus": ("bonus_c1", BONUS_NAMES),
    "limit": (LIMIT_NAMES[0], LIMIT_NAMES),
}
"""The choices that an address can make by name, each with its default and its options."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the visitor chose to look at; a range is (first, last) in the fact's own unit."""

    fact: str
    measure: str
    ends: tuple[Number, Number]
    second: str | None
    second_ends: tuple[Number, Number]


def check_choices() -> None:
    """Give up what the address asks for and is not offered, with a notice; for the top of a page."""
    for name, (default, options) in _ALLOWED.items():
        if state.page_param(name, default) != default:
            state.page_param(name, default, options)


def choose(scenario: Scenario) -> Choices:
    """Draw the choices and give what they say: the measure, then each fact beside its range."""
    with st.container(horizontal=True, key="choices", gap="small", vertical_alignment="bottom"):
        measure = _choose_measure()
        with st.container(horizontal=True, key="choice-first", gap="small", vertical_alignment="bottom"):
            fact = _choose_fact()
            ends = _ends(scenario, fact, ("from", "to"))
        with st.container(horizontal=True, key="choice-second", gap="small", vertical_alignment="bottom"):
            second = _choose_second(fact)
            second_ends = _ends(scenario, second, ("from2", "to2")) if second else ends
    _refuse_ends(fact, ("from", "to"), ends)
    if second:
        _refuse_ends(second, ("from2", "to2"), second_ends)
    return Choices(fact, measure, ends, second, second_ends)


def _choose_fact() -> str:
    key = state.bound("fact", "new_jobs", MOVABLE_FACTS)["key"]
    args = ("fact", key, "from", "to")
    return str(
        st.selectbox("Fact", MOVABLE_FACTS, format_func=title_of, key=key, on_change=_keep_and_forget, args=args)
    )


def _choose_measure() -> str:
    bound = state.bound("measure", "annual_award", MEASURES)
    return str(st.selectbox("Measure", list(MEASURES), format_func=_measure_title, **bound))


def _measure_title(name: str) -> str:
    return MEASURES[name].title


def _choose_second(fact: str) -> str | None:
    """A second fact, not the first one again."""
    options = [_NO_SECOND, *(name for name in MOVABLE_FACTS if name != fact)]
    key = state.bound("second", _NO_SECOND, options)["key"]
    args = ("second", key, "from2", "to2")
    second = st.selectbox(
        "Second fact", options, format_func=_second_title, key=key, on_change=_keep_and_forget, args=args
    )
    return None if second == _NO_SECOND else str(second)


def _second_title(name: str) -> str:
    return "None: a curve" if name == _NO_SECOND else title_of(name)


def _keep_and_forget(name: str, key: str, *forgotten: str) -> None:
    """Keep a choice and forget what was said of the one before it."""
    if not state.is_entry(f"param:{name}", key):
        return
    state.set_page_param(name, str(st.session_state[key]))
    for other in forgotten:
        state.set_page_param(other, "")
    if state.page_param("fact", "") == state.page_param("second", _NO_SECOND):
        state.set_page_param("second", _NO_SECOND)


def follow(fact: str) -> None:
    """Let the curve follow another fact, over its usual range; a map of two facts gives way to the curve."""
    for name, value in (("fact", fact), ("second", _NO_SECOND), ("from", ""), ("to", "")):
        state.set_page_param(name, value)


# ---- typed values ---------------------------------------------------------------------------------------------------


def _ends(scenario: Scenario, fact: str, names: tuple[str, str]) -> tuple[Number, Number]:
    """A range that is typed; the usual ends stand in for those that are empty or cannot be used."""
    usual = usual_range(scenario, fact)
    return _entry(names[0], fact, usual[0]), _entry(names[1], fact, usual[1])


def _entry(name: str, fact: str, usual: Number) -> Number:
    text = state.page_param(name, "")
    value = _read(fact, text) if text else usual
    _text_input(name, _LABELS[name], text if isinstance(value, Problem) else entry_text(fact, value))
    return usual if isinstance(value, Problem) else value


def _refuse_ends(fact: str, names: tuple[str, str], ends: tuple[Number, Number]) -> None:
    """Say of each end of a range that cannot be used why not, and which usual one stands in for it."""
    for name, end, does in zip(names, ends, ("begins", "ends"), strict=True):
        text = state.page_param(name, "")
        found = _read(fact, text) if text else None
        if isinstance(found, Problem):
            usual = f"the range {does} at {value_text(fact, end)}, as usual"
            refused(f"{problem_text(found)} Until it is mended, {usual}.")


def _read(fact: str, text: str) -> Number | Problem:
    value = read_entry(fact, text)
    if value is None:
        field = fact_field(fact)
        return Problem(fact, "blank", text, f"{fact} ({field.title}) needs a number here; given: blank")
    found: Number | Problem = value
    return found


def _text_input(name: str, label: str, shown: str) -> None:
    key = state.control(f"typed:{name}", shown)
    st.text_input(label, key=key, on_change=_keep_typed, args=(name, key))


def _keep_typed(name: str, key: str) -> None:
    if state.is_entry(f"typed:{name}", key):
        state.set_page_param(name, str(st.session_state[key]).strip())


def refused(words: str) -> None:
    """Say why something that was asked for cannot be shown, and how to go on."""
    st.html(f'<p class="refused" role="alert">{html_text(words)}</p>')


def choose_along(words: str) -> bool:
    """Whether the other fact of a side condition moves along; offered where the range was cut for it."""
    bound = state.bound("along", "no", ("no", "yes"))
    st.html(f'<p class="why">{html_text(words)}</p>')
    return bool(st.segmented_control("The other fact", ("no", "yes"), format_func=_along_words, **bound) == "yes")


def _along_words(option: str) -> str:
    return {"no": "Keep it as it is", "yes": "Let it move along"}[option]


def choose_percent(name: str, label: str, default: str = "10") -> int:
    """A change in percent, one of a few."""
    bound = state.bound(name, default, _PERCENTS)
    chosen = st.segmented_control(label, _PERCENTS, format_func=lambda percent: f"{percent} %", **bound)
    return int(chosen or default)


def choose_target(measure: str, usual: Decimal) -> Decimal:
    """The amount to reach, in the unit of the measure."""
    text = state.page_param("target", "")
    value = _read_target(text) if text else usual
    shown = text if isinstance(value, Problem) else entry_text("capital_investment", value)
    _text_input("target", f"Target, {measure_unit(measure)}", shown)
    if isinstance(value, Problem):
        refused(f"{problem_text(value)} Until it is mended, {entry_text('capital_investment', usual)} is used.")
        return usual
    return value


def _read_target(text: str) -> Decimal | Problem:
    """Dollars and cents, as any amount of money is read."""
    value = read_entry("capital_investment", text)
    if isinstance(value, Problem):
        words = value.message.replace("capital_investment (Capital investment)", "The target")
        return Problem("target", value.rule, value.given, words)
    if value is None or value < 0:
        return Problem("target", "not_negative", text, f"The target must be an amount, not below $0; given: {text}")
    return Decimal(value)


# ---- a point that is chosen -----------------------------------------------------------------------------------------


def pick_on_curve(curve: Curve) -> Callable[[ChartPoint], None]:
    """What a chosen point of a curve does: it becomes the project; the range stays as it is drawn."""

    def pick(point: ChartPoint) -> None:
        value = _exact(curve.fact, point.x)
        moved = curve.scenario_at(value)
        _keep_range(("from", "to"), curve.fact, (curve.domain.value(curve.domain.first), curve.points[-1].x))
        state.change("", **_differences(state.current()[0], moved))

    return pick


def pick_cell(choices: Choices) -> Callable[[ChartPoint], None]:
    """What a chosen cell does: both its values become the project's; the ranges stay."""

    def pick(point: ChartPoint) -> None:
        if choices.second is None or (isinstance(point.index, tuple) and point.z is None):
            return
        values = {choices.fact: _exact(choices.fact, point.x), choices.second: _exact(choices.second, point.y)}
        try:
            state.current()[0].changed(**values)
        except ScenarioError:
            return
        _keep_range(("from", "to"), choices.fact, choices.ends)
        _keep_range(("from2", "to2"), choices.second, choices.second_ends)
        state.change("", **values)

    return pick


def _exact(fact: str, given: float) -> Number:
    """A value as it came back from the browser, in the fact's own unit."""
    return round(given) if fact_field(fact).kind == "whole" else Decimal(str(given)).quantize(Decimal("0.01"))


def _keep_range(names: tuple[str, str], fact: str, ends: tuple[Number, Number]) -> None:
    for name, end in zip(names, ends, strict=True):
        state.set_page_param(name, entry_text(fact, end))


def _differences(before: Scenario, after: Scenario) -> dict[str, object]:
    names = type(before).model_fields
    return {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}
