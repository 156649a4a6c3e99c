"""The facts of the project as controls: drawn from what ``credit_core`` says of each fact, the same on every page.

A control writes its fact into ``dashboard.state`` and is set from there before it is drawn, so that undo, an example
or a link moves every control. An entry that cannot be used keeps what was typed, with the reason under it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from credit_core import Award, Law, Problem, Scenario, evaluate
from credit_core.codec import cell_text, read_cell
from credit_core.explain import explain
from credit_core.problem import with_given
from credit_core.salary import percent_of_benchmark, salary_at_percent
from credit_core.scenario import FactField, fact_field
from credit_core.sentences import BONUS_TITLES, bonus_citation, figure_text, most_by_jobs_text, percent_text
from credit_core.step import Step
from dashboard import library_state, state
from dashboard.examples import Example, examples
from dashboard.formats import basis_of, html_text, markdown_text, money_text, problem_text, short_citation
from dashboard.place_input import choose_place

__all__ = ["entry_text", "example_cards", "read_entry", "sidebar"]

# ---- where each fact is drawn ---------------------------------------------------------------------------------------

_ZONES = (
    "urban_transit_hub_municipality",
    "growth_zone",
    "municipal_rehabilitation",
    "tourism_district",
    "create_zone",
    "distressed_municipality",
    "priority_area",
    "other_eligible_area",
    "mega_project",
)
_MORE: dict[str, tuple[str, ...]] = {
    "Business": (
        "business_type",
        "automobile_headquarters",
        "already_in_municipality",
        "jobs_new_to_municipality",
        "doctoral_research",
        "disaster_recovery_project",
        "replaces_disaster_damaged_facility",
    ),
    "Minimum capital investment": (
        "facility_use",
        "construction",
        "gross_leasable_sqft",
        "minimum_capital_investment",
    ),
    "Limits and period": (
        "annual_withholdings",
        "amount_necessary",
        "net_benefit",
        "eligibility_years",
        "authority_bonus",
    ),
    "Name and place": ("name", "municipality", "county"),
}


class _Bonus(NamedTuple):
    """A bonus of subsection c: the facts drawn with it, and those drawn elsewhere that it needs as well."""

    name: str
    facts: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


_BONUSES: dict[str, tuple[_Bonus, ...]] = {
    "Bonuses of the place": (
        _Bonus("bonus_c1", ("deep_poverty_pocket", "choice_neighborhood")),
        _Bonus("bonus_c12", ("revitalization_index_2007",), ("county",)),
        _Bonus("bonus_c13", ("light_rail",)),
        _Bonus("bonus_c14", ("marine_terminal", "south_jersey_port_district"), ("growth_zone",)),
        _Bonus("bonus_c15", ("redevelopment_area", "us_highways", "state_highways")),
    ),
    "Bonuses of the facility": (
        _Bonus("bonus_c2", ("incubator_facility",)),
        _Bonus("bonus_c3", ("moderate_income_housing_percent",)),
        _Bonus("bonus_c4", ("transit_oriented_development",)),
        _Bonus("bonus_c9", ("exceeds_leed_silver", "substantial_remediation")),
        _Bonus("bonus_c16", ("solar_percent",)),
        _Bonus("bonus_c17", ("vacant_building_sqft", "vacant_over_one_year")),
    ),
    "Bonuses of the business": (
        _Bonus("bonus_c8", ("targeted_industry",)),
        _Bonus("bonus_c11", (), ("automobile_headquarters", "already_in_municipality", "retained_jobs")),
        _Bonus("bonus_c18", ("college_research",), ("targeted_industry",)),
    ),
    "Bonuses decided by numbers": (
        _Bonus("bonus_c5", (), ("industrial_capital_investment",)),
        _Bonus("bonus_c6", (), ("average_salary", "benchmark_salary")),
        _Bonus("bonus_c7", (), ("new_jobs", "retained_jobs")),
        _Bonus("bonus_c10", (), ("industrial_capital_investment",)),
    ),
}

# ---- sliders: what they offer; any other value is entered exactly ---------------------------------------------------

_MOST_JOBS = 1_500
_MOST_RATIO = 400  # percent of the benchmark
_CAPITAL_STEPS: tuple[Decimal, ...] = tuple(
    Decimal(millions * 1_000_000)
    for millions in (
        *range(20),
        *range(20, 50, 2),
        *range(50, 100, 5),
        *range(100, 200, 10),
        *range(200, 501, 25),
    )
)

_WITH_SEPARATORS = re.compile(r"(-?)\$?(-?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(\.[0-9]+)? ?%?")


def sidebar(law: Law) -> None:
    """Draw every fact in the sidebar, the important ones first."""
    scenario, _ = state.current()
    award = evaluate(scenario, law)
    steps = {step.name: step for step in explain(scenario, award)}
    with st.sidebar:
        _compact_answer(award)
        _tools()
        _zone()
        _jobs()
        _salary(scenario)
        _investment()
        for title, bonuses in _BONUSES.items():
            _group(title, _facts_of(bonuses), partial(_bonus_group, bonuses, steps, law))
        for title, names in _MORE.items():
            _group(title, names, partial(_controls, names))
        _counts(scenario, steps)


# ---- the head of the sidebar ----------------------------------------------------------------------------------------


def _compact_answer(award: Award) -> None:
    """The answer in one line, which stays in view on a phone, where the sidebar covers the page."""
    gross, annual = money_text(award.gross_amount), money_text(award.annual_award)
    st.html(
        f'<div class="compact-answer"><b>{gross}</b> a job <b>{annual}</b> a year'
        f'<span class="basis">{html_text(basis_of("maximum by formula", award.law))}</span></div>'
    )


def _tools() -> None:
    with st.container(horizontal=True, key="tools", gap="small"):
        st.button("Undo", key="undo", on_click=library_state.undo, disabled=not state.can_undo())
        st.button("Redo", key="redo", on_click=library_state.redo, disabled=not state.can_redo())
        st.button("Reset", key="reset", on_click=state.reset, help="Clear every fact and go back to current law.")
        with st.popover("Examples", key="examples"):
            _example_list()


def _example_list() -> None:
    for number, example in enumerate(examples()):
        _example_button("sidebar", number, example)


def example_cards() -> None:
    """The examples in the page, for a visitor who has given no fact yet."""
    st.html('<p class="binds">Mark a zone and enter jobs at the side, or start from one of these.</p>')
    columns = st.columns(3, gap="medium")
    for number, example in enumerate(examples()):
        with columns[number % 3]:
            _example_button("page", number, example)


def _example_button(where: str, number: int, example: Example) -> None:
    key = f"example:{where}:{number}"
    st.button(example.name, key=key, on_click=_load_example, args=(example,), width="stretch")
    st.caption(markdown_text(f"{example.words} {example.source}."))


def _load_example(example: Example) -> None:
    state.load(example.scenario)


# ---- the groups that are always open --------------------------------------------------------------------------------


def _heading(words: str) -> None:
    st.html(f'<h2 class="group">{html_text(words)}</h2>')


def _zone() -> None:
    _heading("Place and zone of the project")
    choose_place()
    for name in _ZONES:
        _flag(fact_field(name))


def _jobs() -> None:
    _heading("Jobs")
    for name in ("new_jobs", "retained_jobs"):
        _slider_and_entry(name, _jobs_slider)


def _salary(scenario: Scenario) -> None:
    _heading("Salary")
    _ratio_slider(scenario)
    with st.container(horizontal=True, key="salaries", gap="small", vertical_alignment="bottom"):
        _entry(fact_field("average_salary"))
        _entry(fact_field("benchmark_salary"))


def _investment() -> None:
    _heading("Investment")
    for name in ("capital_investment", "industrial_capital_investment"):
        _slider_and_entry(name, _capital_slider)


# ---- the groups that open -------------------------------------------------------------------------------------------


def _group(title: str, names: Sequence[str], draw: Callable[[], None]) -> None:
    """A group of facts, drawn once it is opened: those of all groups are most of a page, and few are looked at.

    An entry that waits to be mended is drawn in any case, or what was typed would be lost.
    """
    group = st.expander(title, key=f"group:{title}", on_change="rerun")
    if group.open or _to_mend(names):
        with group:
            draw()


def _counts(scenario: Scenario, steps: dict[str, Step]) -> None:
    """How much of each group is earned or set, behind its title: with another title it would be another group, shut."""
    words = {title: _told(_earned(bonuses, steps), _facts_of(bonuses)) for title, bonuses in _BONUSES.items()}
    words |= {title: _told(_set(names, scenario), names) for title, names in _MORE.items()}
    rules = (
        f'.st-key-group-{title.replace(" ", "-")} summary p::after {{content: " ({told})"}}'
        for title, told in words.items()
        if told
    )
    st.html(f"<style>{' '.join(rules)}</style>")


def _told(given: str, names: Sequence[str]) -> str:
    waiting = _to_mend(names)
    return ", ".join(filter(None, (given, f"{waiting} to mend" if waiting else "")))


def _to_mend(names: Sequence[str]) -> int:
    """How many entries of these facts cannot be used yet."""
    return sum(state.draft(name) is not None for name in names)


def _facts_of(bonuses: Sequence[_Bonus]) -> tuple[str, ...]:
    return tuple(name for bonus in bonuses for name in bonus.facts)


def _earned(bonuses: Sequence[_Bonus], steps: dict[str, Step]) -> str:
    return f"{sum(steps[bonus.name].applies for bonus in bonuses)} of {len(bonuses)} earned"


def _set(names: Iterable[str], scenario: Scenario) -> str:
    given = sum(getattr(scenario, name) != fact_field(name).default for name in names)
    return f"{given} set" if given else ""


def _bonus_group(bonuses: Sequence[_Bonus], steps: dict[str, Step], law: Law) -> None:
    for bonus in bonuses:
        _bonus(bonus, steps[bonus.name], law)


def _bonus(bonus: _Bonus, step: Step, law: Law) -> None:
    """Its amount and citation, the facts it rests on, and, beyond plain switches, why it is earned or not."""
    _bonus_head(bonus, step, law)
    for name in bonus.facts:
        _control(name)
    if bonus.also or any(fact_field(name).kind != "flag" for name in bonus.facts):
        needs = [f"{fact_field(name).title}: {_value_text(name)}" for name in bonus.also]
        elsewhere = f" Rests on: {'; '.join(needs)}." if needs else ""
        st.html(f'<p class="why">{html_text(step.sentence + elsewhere)}</p>')


def _bonus_head(bonus: _Bonus, step: Step, law: Law) -> None:
    citation = short_citation(bonus_citation(bonus.name))
    worth = f"adds {money_text(step.change)}" if step.applies else _worth(bonus.name, law)
    st.html(
        f'<div class="bonus-head{" earned" if step.applies else ""}"><span>{html_text(BONUS_TITLES[bonus.name])} '
        f"<small>{citation}</small></span><span>{html_text(worth)}</span></div>"
    )


def _worth(name: str, law: Law) -> str:
    """What a bonus that is not earned could be: its amount, or the most of it."""
    key = name.removeprefix("bonus_")
    if key in ("c5", "c6", "c10"):
        return f"up to {figure_text(law, f'maximum.{key}')}"
    return f"up to {most_by_jobs_text(law)}" if key == "c7" else figure_text(law, f"bonus.{key}")


def _controls(names: Iterable[str]) -> None:
    for name in names:
        _control(name)


# ---- one fact -------------------------------------------------------------------------------------------------------


def _value(name: str) -> Any:
    scenario, _ = state.current()
    return getattr(scenario, name)


def _value_text(name: str) -> str:
    """A fact as people write it: "yes", "$7,200,000", "35 %", "not given"."""
    value, kind = _value(name), fact_field(name).kind
    if value is None or value == "":
        return "not given"
    if kind == "flag":
        return "yes" if value else "no"
    return entry_text(name, value)


def entry_text(name: str, value: Any) -> str:
    """A number as its entry shows it, with its sign and separators; empty for a blank."""
    kind = fact_field(name).kind
    if value is None:
        return ""
    if kind == "money":
        return money_text(Decimal(value))
    if kind == "percent":
        return percent_text(Decimal(value))
    return f"{value:,}" if kind == "whole" else cell_text(name, value)


def read_entry(name: str, text: str) -> Any:
    """What was typed for a number, as its value, ``None`` for a blank, or a ``Problem``.

    Separators of thousands may be typed, a dollar sign with dollars and a percent sign with a percentage; a sign of
    another unit is refused, and so is a comma anywhere else, since it may have been meant as a decimal point.
    """
    found = _WITH_SEPARATORS.fullmatch(text.strip())
    kind = fact_field(name).kind
    foreign = ("$" in text and kind != "money") or ("%" in text and kind != "percent")
    if found and not foreign and not (found[1] and found[2]):
        text = f"{found[1]}{found[2]}{found[3].replace(',', '')}{found[4] or ''}"
    value = read_cell(name, text)
    return _on_the_page(name, value) if isinstance(value, Problem) else value


_TYPED = {"money": "$1,200 or 1200.50", "percent": "35 % or 12.5"}


def _on_the_page(name: str, problem: Problem) -> Problem:
    """What a visitor can do about an entry: a page takes signs and separators, and a fact cannot be left out."""
    field = fact_field(name)
    words = {
        "blank": "is blank; enter a number, 0 if there is none",
        "not_a_number": f"must be a plain number, such as {_TYPED.get(field.kind, '1,200 or 1200')}",
    }.get(problem.rule)
    told = problem.message if words is None else with_given(f"{name} ({field.title}) {words}", problem.given)
    return replace(problem, message=told)


def _control(name: str) -> None:
    field = fact_field(name)
    draw: dict[str, Callable[[FactField], None]] = {"flag": _flag, "choice": _choice, "text": _words}
    draw.get(field.kind, _entry)(field)


def _help(field: FactField) -> str:
    return markdown_text(f"{field.help} {field.citation}".strip())


def _key(kind: str, name: str, value: Any) -> str:
    """The key of a control of a fact, set to a value unless it holds an entry that waits to be mended."""
    now = state.control_key(f"{kind}:{name}")
    held = state.draft(name)
    if held is not None and held.widget == now:
        return now
    return state.control(f"{kind}:{name}", value)


def _keep(name: str, key: str, kind: str = "fact") -> None:
    if state.is_entry(f"{kind}:{name}", key):
        state.change(key, **{name: st.session_state[key]})


def _flag(field: FactField) -> None:
    key = _key("fact", field.name, _value(field.name))
    st.checkbox(field.title, key=key, help=_help(field), on_change=_keep, args=(field.name, key))


_OPTION_TITLES = {"": "Not given", "startup": "Technology start-up"}


def _option_title(option: str) -> str:
    return _OPTION_TITLES.get(option, option[:1].upper() + option[1:])


def _choice(field: FactField) -> None:
    key = _key("fact", field.name, _value(field.name))
    st.selectbox(
        field.title,
        field.options,
        format_func=_option_title,
        key=key,
        help=_help(field),
        on_change=_keep,
        args=(field.name, key),
    )


def _words(field: FactField) -> None:
    key = _key("fact", field.name, _value(field.name))
    st.text_input(field.title, key=key, help=_help(field), on_change=_keep, args=(field.name, key))
    _refused(field.name)


def _entry(field: FactField, *, beside_slider: bool = False) -> None:
    """An exact entry; it shows the value with its sign and separators."""
    key = _key("fact", field.name, entry_text(field.name, _value(field.name)))
    st.text_input(
        f"{field.title}, exact" if beside_slider else field.title,
        key=key,
        help=None if beside_slider else _help(field),
        label_visibility="collapsed" if beside_slider else "visible",
        placeholder="Not known" if field.may_be_blank else field.unit,
        on_change=_keep_entry,
        args=(field.name, key),
    )
    if not beside_slider:
        _refused(field.name)


def _keep_entry(name: str, key: str) -> None:
    if not state.is_entry(f"fact:{name}", key):
        return
    value = read_entry(name, st.session_state[key])
    if isinstance(value, Problem):
        state.refuse(key, value)
        return
    state.change(key, **{name: value})
    if state.draft(name) is None:
        # The sign and the separators come in place; the control stays the same, and so does the focus.
        st.session_state[key] = entry_text(name, _value(name))


def _refused(name: str) -> None:
    """Why an entry cannot be used, and what goes on counting instead."""
    held = state.draft(name)
    if held is None:
        return
    reasons = " ".join(problem_text(problem) for problem in held.problems)
    still = f"Until it is mended, {fact_field(name).title} stays: {_value_text(name)}."
    st.html(f'<p class="refused" role="alert">{html_text(f"{reasons} {still}")}</p>')


# ---- sliders --------------------------------------------------------------------------------------------------------


def _slider_and_entry(name: str, slider: Callable[[FactField], None]) -> None:
    field = fact_field(name)
    with st.container(horizontal=True, key=f"row:{name}", gap="small", vertical_alignment="bottom"):
        slider(field)
        _entry(field, beside_slider=True)
    _refused(name)


def _jobs_slider(field: FactField) -> None:
    value = _value(field.name)
    key = _key("slider", field.name, value)
    most = _MOST_JOBS
    while most < value:
        most *= 2
    args = (field.name, key, "slider")
    st.slider(field.title, 0, most, step=1, format="%,d", key=key, help=_help(field), on_change=_keep, args=args)


def _capital_slider(field: FactField) -> None:
    value = _value(field.name)
    key = _key("slider", field.name, value)
    options = sorted({*_CAPITAL_STEPS, value})
    st.select_slider(
        field.title,
        options,
        format_func=money_text,
        key=key,
        help=_help(field),
        on_change=_keep,
        args=(field.name, key, "slider"),
    )


def _ratio_slider(scenario: Scenario) -> None:
    """The salary in whole percent of the benchmark; without one there is no percentage, and so no slider."""
    benchmark = scenario.benchmark_salary
    exact = percent_of_benchmark(scenario.average_salary, benchmark)
    if not benchmark:
        st.html(f'<p class="why">{html_text(_ratio_words(benchmark, exact))}</p>')
        return
    most = _MOST_RATIO
    while exact is not None and most < exact:
        most *= 2
    key = _key("slider", "average_salary", int(exact or 0))
    st.slider(
        "Salary in percent of the benchmark",
        0,
        most,
        step=1,
        format="%,d %%",
        key=key,
        on_change=_keep_ratio,
        args=(key,),
    )
    st.html(f'<p class="why">{html_text(_ratio_words(benchmark, exact))}</p>')


def _ratio_words(benchmark: Decimal | None, exact: Decimal | None) -> str:
    if not benchmark:
        return (
            "The salary in percent of the benchmark is not known: enter the benchmark salary, of the county or the "
            "growth zone, and it can be set by a slider."
        )
    if exact is None:
        return f"Not set yet: the average salary is not given; the benchmark is {money_text(benchmark)}."
    return f"The average salary is {percent_text(exact)} of the benchmark of {money_text(benchmark)}."


def _keep_ratio(key: str) -> None:
    benchmark = _value("benchmark_salary")
    if benchmark and state.is_entry("slider:average_salary", key):
        state.change(key, average_salary=salary_at_percent(benchmark, st.session_state[key]))
