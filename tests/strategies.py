"""What Hypothesis draws: facts, scenarios and laws within their bounds, most of them near what the statute tests.

A draw is never filtered away: facts that must fit together are drawn to fit, an amendment that would put tiers out of
order is left out.
"""

from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from credit_core.codec import from_query
from credit_core.law import Law, figures, readings
from credit_core.scenario import FactField, Scenario, fact_fields

__all__ = [
    "WIDE",
    "amended_laws",
    "any_value",
    "blankable",
    "corner_facts",
    "corner_laws",
    "facts",
    "law_readings",
    "laws",
    "scenarios",
]

# One evaluation is quick; drawing fifty facts is not. The wall clock of a shared machine proves nothing.
WIDE = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Just below, at and just above every threshold of jobs, and the sizes around which awards differ.
_JOBS = [0, 1, 34, 35, 69, 70, 99, 100, 149, 150, 249, 250, 251, 399, 400, 401, 600, 601, 800, 801, 1_000, 1_001]
_EDGES: dict[str, list[int]] = {
    "us_highways": [0, 1, 2],
    "state_highways": [1, 2, 3],
    "revitalization_index_2007": [464, 465, 466],
    "eligibility_years": [1, 9, 10],
    "gross_leasable_sqft": [0, 1, 1_000, 50_000],
    "vacant_building_sqft": [999_999, 1_000_000, 1_000_001],
}
# Whole dollars; a cent less and a cent more are drawn as well.
_DOLLARS: dict[str, list[int]] = {
    "average_salary": [60_000, 81_000, 102_000, 123_000, 144_000, 165_000, 186_000],
    "benchmark_salary": [0, 27_588, 60_000],
    "minimum_capital_investment": [0, 1, 1_000_000],
    "annual_withholdings": [0, 1_000_000, 5_000_000],
    "amount_necessary": [0, 3_000_000, 4_000_000, 9_000_000],
    "authority_bonus": [0, 1, 500, 5_000, 10_000],
}
_CAPITAL = [0, 1_200_000, 1_600_000, 5_000_000, 10_000_000, 15_000_000, 20_000_000, 30_000_000, 350_000_000]
_PERCENT = [0, 20, 50, 100]
_CENT = Decimal("0.01")

_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" "), max_size=40)


def _cents(least: int, most: int) -> st.SearchStrategy[Decimal]:
    return st.integers(least * 100, most * 100).map(lambda cents: Decimal(cents) / 100)


def _near(values: list[int], field: FactField) -> st.SearchStrategy[Decimal]:
    steps = st.sampled_from([Decimal(0), _CENT, -_CENT])
    near = st.builds(lambda value, step: value + step, st.sampled_from(values), steps)
    return near.map(lambda value: min(max(value, Decimal(field.least)), Decimal(field.most)))


def _whole(field: FactField) -> st.SearchStrategy[int]:
    edges = st.sampled_from(_EDGES.get(field.name, _JOBS))
    usual = st.integers(field.least, min(field.most, 5_000))
    return edges | usual | st.integers(field.least, field.most)


def _money(field: FactField) -> st.SearchStrategy[Decimal]:
    usual = _cents(field.least, min(field.most, 50_000_000))
    return _near(_DOLLARS.get(field.name, _CAPITAL), field) | usual | _cents(field.least, field.most)


def any_value(field: FactField) -> st.SearchStrategy[Any]:
    """Any value that a fact may have, a blank included where one is allowed."""
    by_kind: dict[str, st.SearchStrategy[Any]] = {
        "whole": _whole(field),
        "money": _money(field),
        "percent": _near(_PERCENT, field) | _cents(field.least, field.most),
        "flag": st.booleans(),
        "choice": st.sampled_from(field.options or ("",)),
        "text": _TEXT,
    }
    drawn = by_kind[field.kind]
    return st.none() | drawn if field.may_be_blank else drawn


_ANY: dict[str, st.SearchStrategy[Any]] = {field.name: any_value(field) for field in fact_fields()}


def _fitting(given: dict[str, Any]) -> dict[str, Any]:
    """The same facts with the industrial part within the capital, and the jobs moved in within all jobs."""
    fitted = dict(given)
    if "industrial_capital_investment" in given:
        capital = given.get("capital_investment", Decimal(0))
        fitted["industrial_capital_investment"] = min(given["industrial_capital_investment"], capital)
    if given.get("jobs_new_to_municipality") is not None:
        jobs = given.get("new_jobs", 0) + given.get("retained_jobs", 0)
        fitted["jobs_new_to_municipality"] = min(given["jobs_new_to_municipality"], jobs)
    return fitted


# Drawn on top of the rest, or most projects would lie in no area at all; designations still overlap.
_PLACES: list[dict[str, bool]] = [
    {},
    {"growth_zone": True, "municipal_rehabilitation": True},
    {"growth_zone": True},
    {"urban_transit_hub_municipality": True},
    {"distressed_municipality": True},
    {"priority_area": True},
    {"other_eligible_area": True},
    dict.fromkeys(["growth_zone", "urban_transit_hub_municipality", "distressed_municipality", "mega_project"], False)
    | {"priority_area": True, "create_zone": False},
]


def facts() -> st.SearchStrategy[dict[str, Any]]:
    """Any subset of the facts of a scenario, valid together."""
    drawn = st.fixed_dictionaries({}, optional=_ANY).map(_fitting)
    return st.builds(lambda given, place: {**given, **place}, drawn, st.sampled_from(_PLACES))


def scenarios() -> st.SearchStrategy[Scenario]:
    """Any valid scenario."""
    return facts().map(lambda given: Scenario(**given))


def law_readings() -> st.SearchStrategy[dict[str, str]]:
    """A choice for some of the open questions."""
    options = {name: st.sampled_from(list(known.options)) for name, known in readings().items()}
    return st.fixed_dictionaries({}, optional=options)


def _figure_value(name: str) -> st.SearchStrategy[Decimal | None]:
    known = figures()[name]
    least, most = _figure_bounds(name)
    near = st.sampled_from([Decimal(-1), Decimal(1), Decimal(50)]).map(lambda by: known.value + by)
    in_bounds = near.map(lambda value: min(max(value, least), most))
    values: st.SearchStrategy[Decimal | None] = in_bounds | st.sampled_from([least, most])
    return values | st.none() if known.may_be_lifted else values


def _figure_bounds(name: str) -> tuple[Decimal, Decimal]:
    """Least and most that an amendment may set, found by asking the law."""
    known = figures()[name]
    least = next(v for v in map(Decimal, ("0", "0.01", "1")) if _is_accepted(name, v))
    decades = [Decimal(10) ** n for n in range(12)] + [Decimal(3), Decimal(4)]
    most = max((v for v in decades if _is_accepted(name, v)), default=known.value)
    return least, max(most, known.value)


def _is_accepted(name: str, value: Decimal) -> bool:
    # Tiers are checked apart, so that the bound of a tier is that of its unit.
    query = {"v": "1", f"law.{name}": f"{value:f}"}
    return all(notice.rule == "tiers_out_of_order" for notice in from_query(query).notices)


_FIGURES: dict[str, st.SearchStrategy[Decimal | None]] = {name: _figure_value(name) for name in figures()}


def _amended(overrides: dict[str, Decimal | None]) -> Law:
    """The law with those amendments that can be made; a link leaves out what puts tiers out of order."""
    query = {f"law.{name}": "none" if value is None else f"{value:f}" for name, value in overrides.items()}
    return from_query({"v": "1"} | query).law


def amended_laws() -> st.SearchStrategy[Law]:
    """Current law, or a bill that changes up to six figures."""
    names = st.lists(st.sampled_from(list(figures())), max_size=6, unique=True)
    overrides = names.flatmap(lambda chosen: st.fixed_dictionaries({name: _FIGURES[name] for name in chosen}))
    return overrides.map(_amended)


def laws() -> st.SearchStrategy[Law]:
    """Any law: amended or not, read in any way."""
    return st.builds(lambda law, chosen: law.read(**chosen), amended_laws(), law_readings())


def _corner(field: FactField) -> st.SearchStrategy[Any]:
    if field.kind in ("whole", "money", "percent"):
        tiny = field.least + 1 if field.kind == "whole" else field.least + _CENT
        return st.sampled_from([field.least, tiny, field.most])
    return _ANY[field.name]


def corner_facts() -> st.SearchStrategy[dict[str, Any]]:
    """Every fact, each number at a bound or a unit above the lower one."""
    corners = {field.name: _corner(field) for field in fact_fields() if field.kind != "text"}
    return st.fixed_dictionaries(corners).map(_fitting)


def corner_laws() -> st.SearchStrategy[Law]:
    """Laws with every figure at a bound; tiers stay in order, some limits are lifted."""
    values = {name: st.sampled_from([*_figure_bounds(name), figures()[name].value]) for name in figures()}
    lifted = st.fixed_dictionaries({}, optional={n: st.none() for n, known in figures().items() if known.may_be_lifted})
    overrides = st.builds(lambda low, high: {**low, **high}, st.fixed_dictionaries(values), lifted)
    return st.builds(lambda law, chosen: law.read(**chosen), overrides.map(_amended), law_readings())


def blankable() -> list[str]:
    """The facts that may be blank."""
    return [field.name for field in fact_fields() if field.may_be_blank]
