"""The award sheet as numbered steps: citation, words, amount, and which limit bound.

The changes of the steps add up to the sheet: those of stage ``job`` to the gross amount, those of stage ``year`` to the
award of a year. Pages list them, charts draw them; nothing else tells how an award came about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import TypedDict, Unpack

from credit_core.award import BONUS_NAMES, Award, dollars, facts_of
from credit_core.law import Law, figure
from credit_core.scenario import Scenario, all_jobs, money_text
from credit_core.section5.b_base import base_paragraph
from credit_core.section5.d_camden_route import (
    is_camden_project,
    jobs_new_to_the_municipality,
    route_tier,
    route_tier_pay,
)
from credit_core.section5.d_limits import gross_limit_paragraph
from credit_core.section5.e_final_amount import (
    capital_limb,
    is_automobile_mega_project,
    retained_at_full,
    share_limb,
)
from credit_core.section5.f_annual_limits import (
    annual_limit_paragraph,
    is_exempt_from_necessity,
    necessity_is_triggered,
    withholdings_govern,
)
from credit_core.section5.facts import UNKNOWN
from credit_core.section5.sheet import annual_award
from credit_core.sentences import BONUS_TITLES, bonus_citation, bonus_sentence, count_text, figure_text
from credit_core.step import Kind, Stage, Step

__all__ = ["binding_sentence", "explain"]

_S = "34:1B-246"
_JOB = "dollars per job a year"
_YEAR = "dollars a year"
_PERIOD = "dollars over the eligibility period"
_ZERO = Decimal(0)
# Cents per job: enough of a bonus to show through the rounding of a retained job.
_TRIAL_BONUS = 100_000

_BASE_FIGURES = ("b1a", "b1b", "b2", "b3", "b4")
_BASE_CITATIONS = ("(b)(1)(a)", "(b)(1)(b)", "(b)(2)", "(b)(3)", "(b)(4)")
_BASE_WORDS = (
    "an urban transit hub municipality, a growth zone or a mega project",
    "research with the doctoral university of a Create Zone by a targeted industry",
    "a distressed municipality",
    "a priority area",
    "other eligible areas",
)
_NOWHERE = (
    "The project lies in no area that the section rewards and is no mega project, so it earns nothing: "
    "mark the area it lies in."
)


def explain(scenario: Scenario, award: Award) -> list[Step]:
    """The steps by which a scenario comes to its award, in the order of the statute, numbered from 1.

    Raises:
        ValueError: The award is that of another scenario, so that words and amounts would not belong together.
    """
    if facts_of(scenario) != award.facts:
        raise ValueError("award is of another scenario: pass what evaluate() gave for this one")
    steps = (*_job_steps(scenario, award), *_year_steps(scenario, award), _total(scenario, award))
    return [replace(step, number=number) for number, step in enumerate(steps, start=1)]


def _job_steps(scenario: Scenario, award: Award) -> Iterator[Step]:
    yield _base(award)
    yield from (_bonus(name, scenario, award) for name in BONUS_NAMES)
    yield _subtotal("bonuses_total", "(c)", "All bonuses", "The increases of subsection c add up.", award.bonuses_total)
    words = "The base amount and all bonuses, before the limit of subsection d."
    yield _subtotal("gross_before_limit", "(d)", "Gross before its limit", words, award.gross_before_limit)
    yield _gross_limit(award)
    yield _subtotal(
        "gross_amount", "(d)", "Gross amount", "What one full-time job is worth a year.", award.gross_amount
    )
    yield _new_job(scenario, award)
    yield _retained_job(scenario, award)


class _More(TypedDict, total=False):
    change: Decimal
    unit: str
    stage: Stage
    kind: Kind
    applies: bool
    bound: bool | None
    slack: Decimal | None


def _step(name: str, citation: str, title: str, sentence: str, amount: Decimal | None, **more: Unpack[_More]) -> Step:
    fields: _More = {"change": _ZERO, "unit": _JOB, "stage": "job", "kind": "subtotal", **more}
    return Step(number=0, name=name, citation=citation, title=title, sentence=sentence, amount=amount, **fields)


def _subtotal(name: str, citation: str, title: str, sentence: str, amount: Decimal, **more: Unpack[_More]) -> Step:
    return _step(name, _S + citation, title, sentence, amount, **more)


def _base(award: Award) -> Step:
    paragraph = base_paragraph(award.facts)
    if paragraph == 0:
        return _step("base_amount", f"{_S}(b)", "Base amount", _NOWHERE, _ZERO, kind="base", applies=False)
    amount = figure_text(award.law, f"base.{_BASE_FIGURES[paragraph - 1]}")
    words = f"The base amount for {_BASE_WORDS[paragraph - 1]} is {amount}, the first paragraph that fits."
    citation = _S + _BASE_CITATIONS[paragraph - 1]
    return _step(
        "base_amount",
        citation,
        "Base amount",
        words,
        award.base_amount,
        change=award.base_amount,
        kind="base",
    )


def _bonus(name: str, scenario: Scenario, award: Award) -> Step:
    amount = getattr(award, name)
    words = bonus_sentence(name, scenario, award.facts, award.law)
    if award.binding == "not_eligible":
        words = "Outside every eligible area no bonus is added."
    return _step(
        name,
        bonus_citation(name),
        BONUS_TITLES[name],
        words,
        amount,
        change=amount,
        kind="bonus",
        applies=amount > 0,
    )


def _limit_words(law: Law, name: str, cut: Decimal, slack: Decimal | None, per: str) -> str:
    """A limit is a named step that says whether it bound and by how much."""
    title = figure(name).title
    if slack is None and not cut:
        return f"The {title[0].lower()}{title[1:]} is lifted by the amendment and cuts nothing."
    effect = f"it takes {money_text(cut)} {per}" if cut else f"it leaves {money_text(slack or _ZERO)} {per} of room"
    yearly = "" if "each year" in title else " a year"
    return f"The {title[0].lower()}{title[1:]} is {figure_text(law, name)}{yearly}; {effect}."


def _gross_limit(award: Award) -> Step:
    paragraph = gross_limit_paragraph(award.facts, award.law.compiled)
    if award.binding == "not_eligible":
        return _step(
            "gross_limit",
            f"{_S}(d)",
            "Limit per job",
            "No limit governs.",
            _ZERO,
            kind="cut",
            applies=False,
            bound=False,
        )
    cut = award.gross_before_limit - award.gross_amount
    slack = None if cut or award.gross_limit is None else award.gross_limit - award.gross_before_limit
    words = _limit_words(award.law, f"gross_limit.d{paragraph}", cut, slack, "a job")
    return _step(
        "gross_limit",
        f"{_S}(d)({paragraph})",
        "Limit per job",
        words,
        award.gross_limit,
        change=-cut,
        kind="cut",
        bound=cut > 0,
        slack=slack,
    )


def _new_job(scenario: Scenario, award: Award) -> Step:
    words = f"Each new full-time job is allowed 100 % of the gross amount; the project creates {count_text(scenario.new_jobs, 'job')}."
    return _subtotal("new_job_amount", "(e)(1)", "Per new job", words, award.new_job_amount)


def _retained_job(scenario: Scenario, award: Award) -> Step:
    words = _retained_words(scenario, award)
    bound = award.retained_job_amount < award.new_job_amount
    return _subtotal("retained_job_amount", "(e)(2)", "Per retained job", words, award.retained_job_amount, bound=bound)


def _retained_words(scenario: Scenario, award: Award) -> str:
    facts, law = award.facts, award.law
    if retained_at_full(facts, law.compiled):
        return f"Each retained full-time job is allowed 100 % of the gross amount: {_full_reason(award)}."
    if not all_jobs(scenario):
        return "Each retained full-time job is allowed a share of the gross amount or of the capital; there are no jobs yet."
    share = dollars(share_limb(award.sheet.gross_amount, law.compiled))
    capital = dollars(capital_limb(facts, law.compiled))
    which = "the capital" if capital < share else "the share of the gross amount"
    return (
        f"Each retained full-time job is allowed the lesser of {figure_text(law, 'retained_share.e2')} of the gross amount, "
        f"{money_text(share)}, and {figure_text(law, 'retained_capital_share.e2')} of {money_text(scenario.capital_investment)} "
        f"over {count_text(all_jobs(scenario), 'job')}, {money_text(capital)}: {which} decides."
    )


def _full_reason(award: Award) -> str:
    if award.facts.replaces_disaster_damaged_facility:
        return "the facility replaces one damaged by a federally declared disaster"
    if is_automobile_mega_project(award.facts):
        return "a mega project that is a US automobile headquarters"
    return "the project lies in a growth zone, under the reading in force"


def _year_steps(scenario: Scenario, award: Award) -> Iterator[Step]:
    sheet = award.sheet
    yield _jobs("annual_new_jobs", "(e)(1)", "New jobs", scenario.new_jobs, award.new_job_amount)
    yield _jobs("annual_retained_jobs", "(e)(2)", "Retained jobs", scenario.retained_jobs, award.retained_job_amount)
    words = "All new and retained jobs at their amounts, before the annual limits."
    yield _yearly("annual_by_jobs", "(e)", "All jobs", words, award.annual_by_jobs)
    yield _annual_limit(award, dollars(sheet.annual_by_jobs - sheet.after_annual_limit))
    yield _withholdings(award, dollars(sheet.after_annual_limit - sheet.after_withholdings))
    yield _necessity(award, dollars(sheet.after_withholdings - sheet.annual_ordinary))
    yield _yearly(
        "annual_ordinary",
        "(f)",
        "Ordinary award",
        "What the jobs earn a year after every limit.",
        award.annual_ordinary,
    )
    yield _route(scenario, award)
    yield _yearly(
        "annual_award",
        "(a), (d), (f)",
        "Award each year",
        _award_words(award),
        award.annual_award,
        kind="award",
    )


def _yearly(name: str, citation: str, title: str, sentence: str, amount: Decimal | None, **more: Unpack[_More]) -> Step:
    fields: _More = {"unit": _YEAR, "stage": "year", **more}
    return _step(name, _S + citation, title, sentence, amount, **fields)


def _jobs(name: str, citation: str, title: str, jobs: int, each: Decimal) -> Step:
    amount = jobs * each
    words = f"{count_text(jobs, 'job')} at {money_text(each)}."
    return _yearly(name, citation, title, words, amount, change=amount, kind="amount", applies=jobs > 0)


def _annual_limit(award: Award, cut: Decimal) -> Step:
    if award.binding == "not_eligible":
        return _yearly(
            "annual_limit",
            "(f)",
            "Annual limit",
            "No limit governs.",
            _ZERO,
            kind="cut",
            applies=False,
            bound=False,
        )
    paragraph = annual_limit_paragraph(award.facts, award.law.compiled)
    slack = None if cut or award.annual_limit is None else award.annual_limit - award.annual_by_jobs
    words = _limit_words(award.law, f"annual_limit.f{paragraph}", cut, slack, "a year")
    return _yearly(
        "annual_limit",
        f"(f)({paragraph})",
        "Annual limit",
        words,
        award.annual_limit,
        change=-cut,
        kind="cut",
        bound=cut > 0,
        slack=slack,
    )


def _withholdings(award: Award, cut: Decimal) -> Step:
    paragraph = annual_limit_paragraph(award.facts, award.law.compiled)
    limit = award.withholdings_limit
    slack = None if cut or limit is None else limit - dollars(award.sheet.after_annual_limit)
    return _yearly(
        "withholdings_limit",
        f"(f)({paragraph})" if withholdings_govern(paragraph) else "(f)(5), (6)",
        "Withholdings",
        _withholdings_words(award, paragraph, cut, slack),
        limit,
        change=-cut,
        kind="cut",
        applies=limit is not None,
        bound=cut > 0,
        slack=slack,
    )


def _withholdings_words(award: Award, paragraph: int, cut: Decimal, slack: Decimal | None) -> str:
    if not withholdings_govern(paragraph):
        return "Withholdings limit the award in other priority and other eligible areas alone."
    if award.withholdings_limit is None:
        return "Not tested: the annual withholdings are not known, and the award may not exceed a share of them."
    share = figure_text(award.law, f"withholdings_share.f{paragraph}")
    effect = f"takes {money_text(cut)} a year" if cut else f"leaves {money_text(slack or _ZERO)} a year of room"
    return f"{share} of the withholdings, {money_text(award.withholdings_limit)}, {effect}."


def _necessity(award: Award, cut: Decimal) -> Step:
    facts, law, sheet = award.facts, award.law.compiled, award.sheet
    known = facts.amount_necessary != UNKNOWN
    triggered = necessity_is_triggered(facts, law, sheet.annual_by_jobs, sheet.after_withholdings)
    amount = dollars(facts.amount_necessary) if known else None
    slack = dollars(facts.amount_necessary - sheet.after_withholdings) if known and triggered and not cut else None
    return _yearly(
        "amount_necessary",
        "(f), last paragraph",
        "Amount necessary",
        _necessity_words(award, cut, triggered),
        amount,
        change=-cut,
        kind="cut",
        applies=triggered and known,
        bound=cut > 0,
        slack=slack,
    )


def _necessity_words(award: Award, cut: Decimal, triggered: bool) -> str:
    threshold = figure_text(award.law, "necessity_threshold.f")
    if is_exempt_from_necessity(award.facts, award.law.compiled):
        return "Every project of (f)(1) is spared, under the reading in force."
    if not triggered:
        return f"The award is not in excess of {threshold} a year, so the amount necessary is not asked."
    if award.facts.amount_necessary == UNKNOWN:
        return (
            f"Not tested: above {threshold} a year the Authority may set the amount necessary, which is not known here."
        )
    amount = money_text(dollars(award.facts.amount_necessary))
    effect = f"it takes {money_text(cut)} a year" if cut else "it cuts nothing"
    return f"Above {threshold} a year the amount necessary to complete the project decides, {amount}; {effect}."


def _route(scenario: Scenario, award: Award) -> Step:
    gain = max(award.annual_capital_route - award.annual_ordinary, _ZERO)
    tier = route_tier(award.facts, award.law.compiled) if award.annual_capital_route else 0
    citation = f"(d)({'abcde'[tier - 1]})" if tier else "(d)(a)-(e)"
    return _yearly(
        "annual_capital_route",
        citation,
        "Camden capital route",
        _route_words(scenario, award, tier),
        award.annual_capital_route,
        change=gain,
        kind="route",
        applies=award.capital_route_used,
    )


def _route_words(scenario: Scenario, award: Award, tier: int) -> str:
    if not is_camden_project(award.facts):
        return "For projects in a growth zone under the 2002 Act (Camden) alone."
    following = _next_tier_words(scenario, award, tier)
    if tier == 0:
        return f"No tier is reached. {following}"
    pay = money_text(dollars(route_tier_pay(award.facts, award.law.compiled, tier)))
    compared = "more" if award.capital_route_used else "not more"
    limited = ""
    if dollars(route_tier_pay(award.facts, award.law.compiled, tier)) > award.annual_capital_route:
        limited = f", limited by (f)(1) to {money_text(award.annual_capital_route)}"
    return (
        f"Tier ({'abcde'[tier - 1]}) pays {pay} a year on the capital{limited}: {compared} than the ordinary award. {following}"
    ).rstrip()


def _next_tier_words(scenario: Scenario, award: Award, tier: int) -> str:
    tiers = award.law.compiled.route.tiers
    if tier == len(tiers):
        return ""
    jobs_from, capital_from, _, _ = tiers[tier]
    jobs = jobs_new_to_the_municipality(award.facts)
    lacks = []
    if jobs < jobs_from:
        lacks.append(f"{jobs_from:,} jobs new to the municipality ({jobs:,} here)")
    if award.facts.capital_investment < capital_from:
        lacks.append(f"{money_text(dollars(capital_from))} of capital ({money_text(scenario.capital_investment)} here)")
    return f"Tier ({'abcde'[tier]}) needs {' and '.join(lacks)}."


def _award_words(award: Award) -> str:
    if award.binding == "not_eligible":
        return _NOWHERE
    if award.capital_route_used:
        return "The capital route exceeds the ordinary award and takes its place. Maximum by formula."
    return "The ordinary award. Maximum by formula."


def _total(scenario: Scenario, award: Award) -> Step:
    years = count_text(scenario.eligibility_years, "year")
    words = f"{money_text(award.annual_award)} a year over an eligibility period of {years}. Maximum by formula."
    return _step(
        "total_award",
        f"{_S}(a)",
        "Over the eligibility period",
        words,
        award.total_award,
        unit=_PERIOD,
        stage="period",
        kind="award",
        change=award.total_award,
    )


def binding_sentence(scenario: Scenario, award: Award) -> str:
    """What binds the award of a year, and what would change it, in one or two plain sentences."""
    steps = {step.name: step for step in explain(scenario, award)}
    return _BINDING[award.binding](scenario, award, steps)


def _binds_none(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    if all_jobs(scenario) == 0:
        return "There are no jobs yet, so the award is $0 a year: enter new or retained jobs."
    cut = [step for step in steps.values() if step.bound and step.kind == "cut"]
    by_bonus, by_job = _would_add(award)
    if not by_bonus and not by_job:
        return _binds_together(award, cut)
    slack = steps["gross_limit"].slack
    if slack == 0:
        return (
            "No limit binds, but the amount per job is just at its limit: more jobs would add to it, a bonus would not."
        )
    if not (by_bonus and by_job):
        one, other = ("another bonus", "more jobs") if by_bonus else ("more jobs", "another bonus")
        return f"No limit binds by itself: {one} would add to the award, {other} would not."
    room = f", up to {money_text(slack)} more a job" if slack is not None else ""
    return f"No limit binds. Another bonus would add to it{room}, and so would more jobs."


def _binds_together(award: Award, cut: list[Step]) -> str:
    """Two limits that come to the same, or an award just at one: lifting one alone changes nothing."""
    annual = money_text(award.annual_award)
    yearly = [step for step in cut if step.stage == "year"]
    if yearly:
        return (
            f"{yearly[-1].title} cuts the award to {annual} a year, and another "
            "limit comes to the same: lifting one alone would change nothing."
        )
    return f"The award of {annual} a year is just at a limit: neither another bonus nor one more job would add to it."


def _would_add(award: Award) -> tuple[bool, bool]:
    """Whether a further bonus, and one more new job, would each raise the award of a year."""
    facts, law = award.facts, award.law.compiled
    bonus = facts._replace(authority_bonus=facts.authority_bonus + _TRIAL_BONUS)
    job = facts._replace(new_jobs=facts.new_jobs + 1)
    now = award.sheet.annual_award
    return annual_award(bonus, law) > now, annual_award(job, law) > now


def _binds_gross(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    _, job = _would_add(award)
    more = "Another bonus would add nothing, one more job would."
    if not job:
        more = "Neither another bonus nor one more job would add to it."
    return f"The limit per job binds: {_lower(steps['gross_limit'].sentence)} {more}"


def _binds_retained(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    each = money_text(award.retained_job_amount)
    further = "; one more job divides it further" if award.retained_job_amount else ""
    more = f"More capital would raise it{further}."
    if not award.law.value("retained_capital_share.e2"):
        more = "With no share of the capital allowed, more of it would not raise this."
    return (
        f"The capital investment decides the retained jobs: {each} each, below their share of the gross amount. {more}"
    )


def _binds_annual(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    words = _lower(steps["annual_limit"].sentence)
    return f"The annual limit binds: {words} More jobs or bonuses add nothing."


def _binds_withholdings(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    share = award.law.value(f"withholdings_share.f{annual_limit_paragraph(award.facts, award.law.compiled)}")
    more = (
        "Higher withholdings would raise the award."
        if share
        else "With no share of them allowed, higher ones would not raise the award."
    )
    return f"The withholdings bind: {steps['withholdings_limit'].sentence} {more}"


def _binds_necessity(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    return f"The amount necessary binds: {_lower(steps['amount_necessary'].sentence)}"


def _binds_route(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    ordinary = money_text(award.annual_ordinary)
    return f"{steps['annual_capital_route'].sentence} By its jobs alone the project would earn {ordinary} a year."


def _binds_nothing_eligible(scenario: Scenario, award: Award, steps: dict[str, Step]) -> str:
    return _NOWHERE


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


_BINDING: dict[str, Callable[[Scenario, Award, dict[str, Step]], str]] = {
    "none": _binds_none,
    "gross_limit": _binds_gross,
    "retained_capital": _binds_retained,
    "annual_limit": _binds_annual,
    "withholdings": _binds_withholdings,
    "necessity": _binds_necessity,
    "capital_route": _binds_route,
    "not_eligible": _binds_nothing_eligible,
}
