"""What the page on bonuses and caps shows: two charts, and levers that are tried beside the project, then applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal

import streamlit as st

from credit_core import Award, Law, Scenario, evaluate
from credit_core.award import BONUS_NAMES, MEASURES
from credit_core.law import figure
from credit_core.scenario import money_text
from credit_core.whatif import BonusWorth, Headroom, LimitLever, LimitResult, Switch
from dashboard import state
from dashboard.charts import ChartPoint, show_chart
from dashboard.formats import html_text, short_citation
from dashboard.whatif.answers import bonuses_of, idle_of, limits_of, order_of, room_of, switch_of
from dashboard.whatif.bonuses import STATES, bonus_description, bonus_figure, bonus_table
from dashboard.whatif.controls import LIMIT_NAMES, choose_percent
from dashboard.whatif.limits import limit_description, limit_figure, limit_name, limit_table
from dashboard.whatif.words import signed_text, value_text

__all__ = ["show_bonuses", "show_idle", "show_limits", "show_order", "show_room", "try_bonus", "try_limit"]

# ---- bonuses --------------------------------------------------------------------------------------------------------


def show_bonuses(scenario: Scenario, law: Law, award: Award) -> None:
    """The chart of all bonuses; a chosen bar is tried beside it."""
    worths = bonuses_of(scenario, law)
    show_chart(
        bonus_figure(worths, award, law),
        key="bonuses",
        alt=bonus_description(worths),
        table=bonus_table(worths),
        file_name="bonuses",
        law=law,
        on_click=_try("bonus"),
    )


def _try(param: str) -> Callable[[ChartPoint], None]:
    """What a chosen bar does: what it stands for is tried in the panel beside the chart."""

    def pick(point: ChartPoint) -> None:
        if point.detail:
            state.set_page_param(param, str(point.detail))

    return pick


def try_bonus(scenario: Scenario, law: Law, award: Award) -> None:
    """One bonus switched by its facts: the award then beside the present one, applied by a button alone."""
    worths = {worth.provision.name: worth for worth in bonuses_of(scenario, law)}
    telling = _telling(scenario, law, worths.values())
    labels = {each: _bonus_option(worths[each]) for each in BONUS_NAMES}
    name = str(
        st.selectbox(
            "Try a bonus without changing the project",
            BONUS_NAMES,
            format_func=labels.__getitem__,
            **state.bound("bonus", telling, BONUS_NAMES, tuple(labels.values())),
        )
    )
    switch = switch_of(scenario, law, name)
    if switch.scenario is None:
        st.html(f'<p class="why" role="status">{html_text(switch.obstacle)}</p>')
        return
    verb = "With it" if switch.turns_on else "Without it"
    _preview(award, (verb, evaluate(switch.scenario, law)))
    st.html(f'<p class="why">{html_text(_change_words(switch))}</p>')
    words = f"Apply: {'earn' if switch.turns_on else 'drop'} {short_citation(switch.provision.citation)}"
    st.button(words, key="apply_bonus", on_click=_apply_bonus, args=(name, switch.scenario, law))


def _apply_bonus(name: str, scenario: Scenario, law: Law) -> None:
    """Take the project with the bonus switched; the same bonus stays in the panel."""
    state.set_page_param("bonus", name)
    state.load(scenario, law)


def _telling(scenario: Scenario, law: Law, worths: Iterable[BonusWorth]) -> str:
    """The open bonus that would add most and that facts can switch on, or else the first that they can switch."""
    best_first = sorted(worths, key=lambda worth: (worth.status != "open", -worth.worth))
    names = [worth.provision.name for worth in best_first]
    return next((name for name in names if switch_of(scenario, law, name).scenario), names[0])


def _bonus_option(worth: BonusWorth) -> str:
    citation = short_citation(worth.provision.citation).partition(",")[0]
    return f"{worth.provision.title} {citation}: {STATES[worth.status]}"


def _change_words(switch: Switch) -> str:
    changes = "; ".join(
        f"{change.title}: {value_text(change.fact, change.before)} \N{RIGHTWARDS ARROW} "
        f"{value_text(change.fact, change.after)}"
        for change in switch.changes
    )
    return f"What changes: {changes}."


def _preview(now: Award, *tried: tuple[str, Award]) -> None:
    """The present award beside those that are tried, each with its difference."""
    heads = "".join(f'<th scope="col">{html_text(head)}</th>' for head in ("At present", *(verb for verb, _ in tried)))
    rows = "".join(_preview_row(name, now, [then for _, then in tried]) for name in MEASURES)
    st.html(
        '<table class="preview"><caption>Tried only: the project and the law stay as they are until it is applied. '
        f'Maximum by formula</caption><thead><tr><th scope="col">Measure</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _preview_row(name: str, now: Award, tried: Iterable[Award]) -> str:
    present: Decimal = getattr(now, name)
    title = MEASURES[name].title + (", a year" if name in ("gross_amount", "retained_job_amount") else "")
    amounts: list[Decimal] = [getattr(then, name) for then in tried]
    cells = "".join(f"<td>{money_text(then)}<small>{signed_text(then - present)}</small></td>" for then in amounts)
    return f'<tr><th scope="row">{html_text(title)}</th><td>{money_text(present)}</td>{cells}</tr>'


def show_order(scenario: Scenario, law: Law) -> None:
    """Which open bonuses would still add something, the one that adds most first."""
    st.subheader("What would still add something, in this order", anchor=False)
    order = order_of(scenario, law)
    if not order:
        st.html('<p class="why">No further bonus would add anything to the award of a year.</p>')
        return
    rows = "".join(
        f"<li><b>{html_text(step.provision.title)}</b> <small>{short_citation(step.provision.citation)}</small> "
        f"{signed_text(step.adds)} a year, then {money_text(step.annual_award)}</li>"
        for step in order
    )
    st.html(
        f'<ol class="order">{rows}</ol><p class="why">Each at its most, all else equal, the one that adds most first. '
        "No other order reaches the limit with fewer.</p>"
    )


# ---- limits ---------------------------------------------------------------------------------------------------------


def show_limits(scenario: Scenario, law: Law) -> None:
    """The chart of the limits that govern: lifted, at present, tightened."""
    percent = choose_percent("tighten", "Tightened by")
    found = limits_of(scenario, law, percent)
    show_chart(
        limit_figure(found, percent, law),
        key="limits",
        alt=limit_description(found),
        table=limit_table(found, percent),
        file_name="limits",
        law=law,
        on_click=_try("limit"),
    )
    st.html('<p class="why">* Not current law: the limit is lifted or tightened by an amendment, tried only.</p>')


def try_limit(scenario: Scenario, law: Law, award: Award) -> None:
    """One limit lifted or tightened: the award then beside the present one, applied as an amended law by a button."""
    percent = int(state.page_param("tighten", "10", ("5", "10", "25", "50")))
    found = {lever.figure.name: lever for lever in limits_of(scenario, law, percent)}
    first = next((name for name, lever in found.items() if lever.governs), LIMIT_NAMES[0])
    labels = {each: _limit_option(found[each]) for each in LIMIT_NAMES}
    name = str(
        st.selectbox(
            "Try a limit without changing the law",
            LIMIT_NAMES,
            format_func=labels.__getitem__,
            **state.bound("limit", first, LIMIT_NAMES, tuple(labels.values())),
        )
    )
    lever = found[name]
    if not lever.matters:
        _say_idle(lever, percent)
    else:
        _preview_limit(scenario, award, lever)
    _limit_buttons(lever)


def _limit_option(lever: LimitLever) -> str:
    limit = lever.present.limit
    amount = "lifted" if limit is None else money_text(limit)
    return f"{limit_name(lever)}, {amount}: {'governs' if lever.governs else 'does not govern'}"


def _say_idle(lever: LimitLever, percent: int) -> None:
    reason = "it leaves room enough" if lever.governs else "another limit governs here"
    words = f"Neither lifted nor tightened by {percent} % does it change the award: {reason}."
    st.html(f'<p class="why" role="status">{html_text(words)}</p>')


def _preview_limit(scenario: Scenario, award: Award, lever: LimitLever) -> None:
    results = (("Lifted *", lever.lifted), ("Tightened *", lever.tightened))
    _preview(award, *((verb, evaluate(scenario, result.law)) for verb, result in results))


def _limit_buttons(lever: LimitLever) -> None:
    """Apply as an amended law, or go back to current law."""
    with st.container(horizontal=True, gap="small"):
        if lever.present.limit is not None:
            _amend_button("Lift it (not current law)", "lift", lever, lever.lifted)
        lower = money_text(lever.tightened.limit or Decimal(0))
        _amend_button(f"Tighten it to {lower} (not current law)", "tighten", lever, lever.tightened)
        current = figure(lever.figure.name).value
        if lever.present.limit != current:
            words = f"Back to {money_text(current)} (current law)"
            st.button(words, key="restore_limit", on_click=_amend, args=(lever.figure.name, current))


def _amend_button(words: str, key: str, lever: LimitLever, result: LimitResult) -> None:
    st.button(words, key=f"{key}_limit", on_click=_amend, args=(lever.figure.name, result.limit))


def _amend(name: str, limit: Decimal | None) -> None:
    """Set a limit in the law; the same limit stays in the panel."""
    state.set_page_param("limit", name)
    state.amend({name: limit})


def show_room(scenario: Scenario, law: Law) -> None:
    """How far each limit is from binding, in dollars and in jobs."""
    st.subheader("How far each limit is from binding", anchor=False)
    rows = "".join(
        f"<li><b>{_room_state(room)}</b><span>{html_text(_room_words(room.provision.title, room.sentence))} "
        f"<small>{short_citation(room.provision.citation)}</small></span></li>"
        for room in room_of(scenario, law)
    )
    st.html(f'<ul class="room">{rows}</ul>')


def _room_state(room: Headroom) -> str:
    if room.room is None:
        return "Lifted" if room.limit is None and "lifted" in room.sentence else "Untested"
    return "Over" if room.binds else "Room"


def _room_words(title: str, sentence: str) -> str:
    return sentence if sentence.startswith(title) else f"{title}: {sentence}"


# ---- what cannot matter ---------------------------------------------------------------------------------------------


def show_idle(scenario: Scenario, law: Law) -> None:
    """The facts that change nothing now whatever value they take, by the reason."""
    idle = idle_of(scenario, law)
    reasons: dict[str, list[str]] = {}
    for fact in idle:
        reasons.setdefault(fact.because, []).append(fact.title)
    st.subheader(f"{len(idle)} facts that cannot matter now, and why", anchor=False)
    rows = "".join(
        f"<li><b>{html_text(because)}</b><br>{html_text(', '.join(titles))}</li>"
        for because, titles in sorted(reasons.items(), key=lambda each: -len(each[1]))
    )
    st.html(
        f'<ul class="idle-facts">{rows}</ul>'
        '<p class="why">Each alone, whatever value it takes, all else equal. Two together may still matter.</p>'
    )
