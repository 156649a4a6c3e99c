"""The answer and its explanation as every page shows them: figures with their basis, what binds, what to heed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from urllib.parse import urlencode

import streamlit as st

from credit_core import Award, Law, Scenario
from credit_core.advice import Advice, advise
from credit_core.award import MEASURES
from credit_core.explain import binding_sentence
from credit_core.sentences import count_text, figure_text
from credit_core.step import Step
from dashboard import state
from dashboard.formats import basis_of, html_text, law_note, money_text, problem_text
from dashboard.law_page import law_anchor

__all__ = [
    "explanation_text",
    "show_answer",
    "show_explanation",
    "show_heading",
    "show_notices",
    "show_verdict",
    "untested_text",
]

# What is not known where a limit is untested, with the provision that asks for it.
_UNTESTED = {
    "withholdings": (
        "The limit by withholdings is untested: the annual withholdings are not known.",
        "34:1B-246(f)(5), (6)",
    ),
    "necessity": (
        "The amount necessary is untested: above {threshold} a year the Authority may set a lower award.",
        "34:1B-246(f), last paragraph",
    ),
}
_MOST = "maximum by formula"
_SIGN = {"base": "", "bonus": "+", "amount": "+", "route": "+"}


def show_heading(title: str, scenario: Scenario, law: Law) -> None:
    """The title of the page, what the scenario is called, and the law that the figures rest on."""
    amended = "" if law.is_current and law.is_read_by_default else " amended"
    st.html(
        f'<header class="page-head"><h1>{html_text(title)}</h1><span>{html_text(scenario.name)}</span>'
        f'<span class="law{amended}">{html_text(law.label)}</span></header>'
    )


def show_answer(scenario: Scenario, award: Award) -> None:
    """The four large figures with their basis."""
    figures = "".join(_figure(label, amount, basis) for label, amount, basis in _figures(scenario, award))
    st.html(f'<div class="answer">{figures}</div>')


def _figures(scenario: Scenario, award: Award) -> Iterator[tuple[str, Decimal, str]]:
    law, years = award.law, count_text(scenario.eligibility_years, "year")
    new = count_text(scenario.new_jobs, "new job")
    retained = count_text(scenario.retained_jobs, "retained job")
    titles = {name: measure.title for name, measure in MEASURES.items()}
    yield f"{titles['gross_amount']}, a year", award.new_job_amount, basis_of(f"{_MOST}, {new}", law)
    yield f"{titles['retained_job_amount']}, a year", award.retained_job_amount, basis_of(f"{_MOST}, {retained}", law)
    yield titles["annual_award"], award.annual_award, basis_of(_MOST, law)
    yield titles["total_award"], award.total_award, basis_of(f"{_MOST}, {years}", law)


def _figure(label: str, amount: Decimal, basis: str) -> str:
    return (
        f'<div><span class="label">{html_text(label)}</span><span class="amount">{money_text(amount)}</span>'
        f'<span class="basis">{html_text(basis)}</span></div>'
    )


def show_notices() -> None:
    """What the last link or file said in vain, with a button to put it away."""
    if not state.notices():
        return
    lines = "".join(f"<li>{html_text(problem_text(problem))}</li>" for problem in state.notices())
    st.html(
        f'<div class="notice" role="alert"><p>Some of the link or file could not be used; the rest is shown.</p>'
        f"<ul>{lines}</ul></div>"
    )
    st.button("Put this notice away", key="dismiss", on_click=state.dismiss_notices)


def show_verdict(scenario: Scenario, award: Award) -> None:
    """What binds, beside what is to be heeded. The two keep their room, so that a slider moves nothing below."""
    binds = html_text(binding_sentence(scenario, award))
    lines = [_advice(advice) for advice in advise(scenario, award.law) if advice.fails]
    lines += [_untested(name, award.law) for name in award.untested]
    state_of = "heed" if lines else "calm"
    words = "".join(lines) or "<li>Nothing to heed: what could be tested is met.</li>"
    st.html(
        f'<div class="verdict"><p class="binds">{binds}</p><div class="{state_of}">{_how_many(lines)}'
        f'<ul tabindex="0" aria-label="To heed">{words}</ul></div></div>'
    )


def _how_many(lines: Sequence[str]) -> str:
    """How many remarks there are, and that the box, which has room for two, scrolls to the others."""
    if not lines[1:]:
        return ""
    cue = '<span class="cue">: scroll for all of them</span>' if lines[2:] else ""
    return f'<p class="count">{len(lines)} remarks{cue}</p>'


def _advice(advice: Advice) -> str:
    known = "" if advice.certainty == "read" else f", {advice.certainty}"
    citation = html_text(f"{advice.citation}{known}")
    return f"<li>{html_text(advice.sentence)} This remark changes no amount. <small>{citation}</small></li>"


def _untested(name: str, law: Law) -> str:
    words, citation = _untested_words(name, law)
    return f"<li>{html_text(words)} <small>{html_text(citation)}</small></li>"


def _untested_words(name: str, law: Law) -> tuple[str, str]:
    words, citation = _UNTESTED[name]
    return words.format(threshold=figure_text(law, "necessity_threshold.f")), citation


def untested_text(award: Award) -> str:
    """Every limit on an award that a blank fact leaves untested, as sentences; empty where there is none."""
    told = (_untested_words(name, award.law) for name in award.untested)
    return " ".join(f"{words} [{citation}]" for words, citation in told)


def show_explanation(steps: Sequence[Step], law: Law) -> None:
    """The steps as a list in the order of the statute; those that do nothing here are folded away."""
    busy = [step for step in steps if _matters(step)]
    idle = [step for step in steps if not _matters(step)]
    rest = f"{count_text(len(idle), 'provision')} that {'does' if len(idle) == 1 else 'do'} nothing here"
    st.html(
        f'<ol class="steps">{_rows(busy, law)}</ol>'
        f'<details class="idle"><summary>{rest}, each with its reason</summary>'
        f'<ol class="steps">{_rows(idle, law)}</ol></details>'
    )


def _matters(step: Step) -> bool:
    return step.applies or bool(step.change)


def _rows(steps: Sequence[Step], law: Law) -> str:
    return "".join(_row(step, law) for step in steps)


def _row(step: Step, law: Law) -> str:
    bound = " It binds." if step.bound and step.kind == "cut" else ""
    kind = "is-slack" if step.kind == "cut" and not step.change else f"is-{step.kind}"
    return (
        f'<li class="{kind}"><span class="number">{step.number}</span>'
        f'<span class="words"><b>{html_text(step.title)}</b> {_citation(step.citation)}<br>'
        f"{html_text(step.sentence)}{bound}</span>"
        f'<span class="amount">{html_text(_amount(step))}<small>{html_text(step.unit)}</small></span></li>'
    )


def _citation(citation: str) -> str:
    """The provision, linked to what the page on the law says of it; in a new tab, so that nothing here is lost."""
    return f'<a href="{_law_page(citation)}" target="_blank" rel="noopener">{html_text(citation)}</a>'


def _law_page(citation: str) -> str:
    return html_text(f"the_law?{urlencode(state.query())}#{law_anchor(citation)}")


def _amount(step: Step) -> str:
    """What the step adds or takes, or its figure where it only states one."""
    if step.change and step.kind in _SIGN:
        return f"{_SIGN[step.kind]}{money_text(step.change)}"
    if step.kind == "cut":
        return money_text(step.change)
    return "not known" if step.amount is None else money_text(step.amount)


def explanation_text(scenario: Scenario, award: Award, steps: Sequence[Step]) -> str:
    """The explanation as plain text, to be copied: what it is of, then a numbered line for each step."""
    head = [
        f"Tax credit under N.J.S.A. 34:1B-246: {scenario.name or 'unnamed project'}",
        f"{law_note(award.law) or 'Current law'}. Maximum by formula.",
        binding_sentence(scenario, award),
        "",
    ]
    lines = [
        f"{step.number}. {step.title} [{step.citation}]: {_amount(step)} ({step.unit}). {step.sentence}"
        for step in steps
    ]
    return "\n".join([*head, *lines])
