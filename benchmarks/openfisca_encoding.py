"""Section 5 once more, as a country package of OpenFisca writes it: a variable a line, parameters, float64.

Kept only to measure against; `benchmarks/batch.py` checks that it agrees with the calculation before it measures.
Needs `requirements-bench.txt`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from openfisca_core.entities import build_entity
from openfisca_core.parameters import ParameterNode
from openfisca_core.periods import YEAR
from openfisca_core.simulation_builder import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable
from openfisca_core.variables.config import VALUE_TYPES

from credit_core.law import figures

# Floats are float32 by default, which does not hold a hundred million dollars to the cent.
VALUE_TYPES[float]["dtype"] = np.float64

PERIOD = "2019"
Project = build_entity(key="project", plural="projects", label="A project", is_person=True)
BONUSES = [f"bonus_c{number}" for number in range(1, 19)]
Array = Any  # of floats or flags
LINES: list[type[Variable]] = []


def variable(name: str, value_type: type, **formula: Any) -> type[Variable]:
    fields = {"value_type": value_type, "entity": Project, "definition_period": YEAR, "label": name, **formula}
    return type(name, (Variable,), fields)


def line(formula: Callable[..., Array]) -> Callable[..., Array]:
    """A variable that is computed."""
    LINES.append(variable(formula.__name__, float, formula=formula))
    return formula


def flag(formula: Callable[..., Array]) -> Callable[..., Array]:
    """A variable that is true or false."""
    LINES.append(variable(formula.__name__, bool, formula=formula))
    return formula


def bonus(number: int, applies: Callable[..., Array]) -> None:
    """A bonus of one amount where its condition holds."""

    def formula(project: Any, period: Any, parameters: Any) -> Array:
        amount = parameters(period).bonus[f"c{number}"]
        return amount * (applies(project, period, parameters(period)) & project("eligible", period))

    LINES.append(variable(f"bonus_c{number}", float, formula=formula))


def either(project: Any, period: Any, *names: str) -> Array:
    found = project(names[0], period)
    for name in names[1:]:
        found = found | project(name, period)
    return found


@flag
def eligible(project: Any, period: Any, parameters: Any) -> Array:
    areas = ("create_zone", "distressed_municipality", "priority_area", "other_eligible_area")
    return either(project, period, "urban_transit_hub_municipality", "growth_zone", "mega_project", *areas)


@line
def base_amount(project: Any, period: Any, parameters: Any) -> Array:
    base = parameters(period).base
    create = project("create_zone", period)
    research = create & project("targeted_industry", period) & project("doctoral_research", period)
    first = either(project, period, "urban_transit_hub_municipality", "growth_zone", "mega_project")
    distressed, priority = project("distressed_municipality", period), project("priority_area", period)
    rest = create | project("other_eligible_area", period)
    return np.select([first, research, distressed, priority, rest], [base.b1a, base.b1b, base.b2, base.b3, base.b4], 0)


bonus(1, lambda project, period, law: either(project, period, "deep_poverty_pocket", "choice_neighborhood"))
bonus(2, lambda project, period, law: project("incubator_facility", period))
bonus(3, lambda project, period, law: project("moderate_income_housing_percent", period) >= law.threshold.c3)
bonus(4, lambda project, period, law: project("transit_oriented_development", period))
bonus(8, lambda project, period, law: project("targeted_industry", period))
bonus(9, lambda project, period, law: either(project, period, "exceeds_leed_silver", "substantial_remediation"))
bonus(11, lambda project, period, law: (
    project("automobile_headquarters", period) & project("already_in_municipality", period)
    & (project("retained_jobs", period) >= law.threshold.c11)))  # fmt: skip
bonus(12, lambda project, period, law: (
    project("south_jersey", period) & (project("revitalization_index_2007", period) > law.threshold.c12)))  # fmt: skip
bonus(13, lambda project, period, law: project("light_rail", period))
bonus(14, lambda project, period, law: (
    project("marine_terminal", period) & project("south_jersey_port_district", period)
    & ~project("growth_zone", period)))  # fmt: skip
bonus(15, lambda project, period, law: (
    project("redevelopment_area", period) & (project("us_highways", period) >= law.threshold.c15_us)
    & (project("state_highways", period) >= law.threshold.c15_state)))  # fmt: skip
bonus(16, lambda project, period, law: project("solar_percent", period) >= law.threshold.c16)
bonus(17, lambda project, period, law: (
    project("vacant_over_one_year", period)
    & (project("vacant_building_sqft", period) > law.threshold.c17)))  # fmt: skip
bonus(18, lambda project, period, law: project("targeted_industry", period) & project("college_research", period))


@line
def minimum_capital(project: Any, period: Any, parameters: Any) -> Array:
    rates = parameters(period).minimum_capital
    industrial, new = project("facility_use", period) == 1, project("construction", period) == 0
    kinds = [rates.industrial_new, rates.industrial_rehabilitation, rates.other_new]
    rate = np.select([industrial & new, industrial, new], kinds, rates.other_rehabilitation)
    reduced = np.floor(rate * rates.reduced_thirds / 3)
    rate = np.where(either(project, period, "growth_zone", "south_jersey"), reduced, rate)
    given = project("minimum_capital_investment", period)
    return np.where(np.isnan(given), project("gross_leasable_sqft", period) * rate, given)


def stepped(value: Array, minimum: Array, law: Any, key: str) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.floor((value / minimum - 1) / (law.step[key] / 100) + 1e-9)
    earned = np.minimum(steps * law.bonus[key], law.maximum[key])
    return np.where((minimum > 0) & (value > minimum), earned, 0)


@line
def bonus_c5(project: Any, period: Any, parameters: Any) -> Array:
    applies = project("eligible", period) & ~either(project, period, "mega_project", "growth_zone")
    value, minimum = project("industrial_capital_investment", period), project("minimum_capital", period)
    return stepped(value, minimum, parameters(period), "c5") * applies


@line
def bonus_c6(project: Any, period: Any, parameters: Any) -> Array:
    value, minimum = project("average_salary", period), project("benchmark_salary", period)
    return stepped(value, minimum, parameters(period), "c6") * project("eligible", period)


@line
def bonus_c7(project: Any, period: Any, parameters: Any) -> Array:
    law = parameters(period)
    jobs = project("new_jobs", period) + project("retained_jobs", period)
    brackets = [jobs >= law.threshold[f"c7{x}"] for x in "edcba"]
    earned = np.select(brackets, [law.bonus[f"c7{x}"] for x in "edcba"], 0)
    return earned * project("eligible", period)


@line
def bonus_c10(project: Any, period: Any, parameters: Any) -> Array:
    value, minimum = project("industrial_capital_investment", period), project("minimum_capital", period)
    applies = either(project, period, "mega_project", "growth_zone")
    return stepped(value, minimum, parameters(period), "c10") * applies


@line
def bonus_authority(project: Any, period: Any, parameters: Any) -> Array:
    return (project("authority_bonus", period) + parameters(period).bonus.authority) * project("eligible", period)


@line
def bonuses_total(project: Any, period: Any, parameters: Any) -> Array:
    return sum((project(name, period) for name in BONUSES), project("bonus_authority", period))


@line
def gross_before_limit(project: Any, period: Any, parameters: Any) -> Array:
    return project("base_amount", period) + project("bonuses_total", period)


def most(applies: list[Array], amounts: list[float]) -> Array:
    """The most generous of the limits that apply; 0 for none."""
    limit = applies[0] * amounts[0]
    for fits, amount in zip(applies[1:], amounts[1:], strict=True):
        limit = np.maximum(limit, fits * amount)
    return limit


@line
def gross_limit(project: Any, period: Any, parameters: Any) -> Array:
    limits = parameters(period).gross_limit
    first = either(project, period, "mega_project", "growth_zone")
    second = either(project, period, "urban_transit_hub_municipality", "create_zone")
    distressed, priority = project("distressed_municipality", period), project("priority_area", period)
    early = first | second | distressed
    applies = [
        first,
        second,
        distressed,
        priority & ~early,
        project("other_eligible_area", period) & ~early & ~priority,
    ]
    limit = most(applies, [limits.d1, limits.d2, limits.d3, limits.d4, limits.d5])
    return np.where(project("disaster_recovery_project", period), np.minimum(limit, limits.d6), limit)


@line
def gross_amount(project: Any, period: Any, parameters: Any) -> Array:
    return np.minimum(project("gross_before_limit", period), project("gross_limit", period))


@line
def new_job_amount(project: Any, period: Any, parameters: Any) -> Array:
    return project("gross_amount", period)


@line
def retained_job_amount(project: Any, period: Any, parameters: Any) -> Array:
    law = parameters(period)
    zone, gross = project("growth_zone", period), project("gross_amount", period)
    area = zone | project("priority_area", period)
    automobile = project("mega_project", period) & project("automobile_headquarters", period) & area
    jobs = project("new_jobs", period) + project("retained_jobs", period)
    share = project("capital_investment", period) * law.retained_capital_share.e2 / 100
    capital = np.divide(share, jobs, out=np.zeros_like(share), where=jobs > 0)
    rounded = np.floor(np.minimum(gross * law.retained_share.e2 / 100, capital) + 0.5)
    full = project("replaces_disaster_damaged_facility", period) | automobile | zone
    return np.where(full, gross, rounded) * project("eligible", period)


@line
def annual_by_jobs(project: Any, period: Any, parameters: Any) -> Array:
    kept = project("retained_jobs", period) * project("retained_job_amount", period)
    return project("new_jobs", period) * project("new_job_amount", period) + kept


@flag
def in_f1(project: Any, period: Any, parameters: Any) -> Array:
    return project("growth_zone", period) & either(project, period, "municipal_rehabilitation", "tourism_district")


@flag
def in_f1_to_f4(project: Any, period: Any, parameters: Any) -> Array:
    areas = ("urban_transit_hub_municipality", "create_zone", "distressed_municipality")
    return either(project, period, "mega_project", "growth_zone", *areas)


@flag
def in_f5(project: Any, period: Any, parameters: Any) -> Array:
    return project("priority_area", period) & ~project("in_f1_to_f4", period)


@flag
def in_f6(project: Any, period: Any, parameters: Any) -> Array:
    return project("other_eligible_area", period) & ~either(project, period, "in_f1_to_f4", "priority_area")


@line
def annual_limit(project: Any, period: Any, parameters: Any) -> Array:
    limits = parameters(period).annual_limit
    first = project("in_f1", period)
    second = either(project, period, "mega_project", "growth_zone") & ~first
    third = either(project, period, "urban_transit_hub_municipality", "create_zone")
    applies = [first, second, third, project("distressed_municipality", period), project("in_f5", period)]
    amounts = [limits.f1, limits.f2, limits.f3, limits.f4, limits.f5, limits.f6]
    return most([*applies, project("in_f6", period)], amounts)


@line
def withholdings_limit(project: Any, period: Any, parameters: Any) -> Array:
    share = parameters(period).withholdings_share.f5
    limit = np.floor(project("annual_withholdings", period) * share + 1e-6) / 100
    return np.where(either(project, period, "in_f5", "in_f6"), limit, np.nan)


@line
def annual_ordinary(project: Any, period: Any, parameters: Any) -> Array:
    limited = np.minimum(project("annual_by_jobs", period), project("annual_limit", period))
    limited = np.fmin(limited, project("withholdings_limit", period))
    decided = limited > parameters(period).necessity_threshold.f
    return np.where(decided, np.fmin(limited, project("amount_necessary", period)), limited)


@line
def annual_capital_route(project: Any, period: Any, parameters: Any) -> Array:
    law = parameters(period)
    derived = project("new_jobs", period) + project("retained_jobs", period) * ~project(
        "already_in_municipality", period
    )
    given, capital = project("jobs_new_to_municipality", period), project("capital_investment", period)
    jobs = np.where(np.isnan(given), derived, given)
    camden = project("growth_zone", period) & project("municipal_rehabilitation", period)
    pay = np.floor(capital * 100 / law.route_years.d + 0.5) / 100
    tiers = [camden & (jobs >= law.route_jobs[f"d{x}"]) & (capital >= law.route_capital[f"d{x}"]) for x in "edcba"]
    route = np.select(tiers, [pay, *(np.minimum(pay, law.route_limit[f"d{x}"]) for x in "dcba")], 0)
    return np.minimum(route, law.annual_limit.f1)


@flag
def capital_route_used(project: Any, period: Any, parameters: Any) -> Array:
    return project("annual_capital_route", period) > project("annual_ordinary", period)


@line
def annual_award(project: Any, period: Any, parameters: Any) -> Array:
    return np.maximum(project("annual_ordinary", period), project("annual_capital_route", period))


@line
def total_award(project: Any, period: Any, parameters: Any) -> Array:
    return project("annual_award", period) * project("eligibility_years", period)


def system(inputs: Mapping[str, Array]) -> TaxBenefitSystem:
    """The tax and benefit system, with a variable for every fact and the figures of current law as parameters."""
    built = TaxBenefitSystem([Project])
    for name, array in inputs.items():
        built.add_variable(variable(name, bool if array.dtype == np.bool_ else float))
    for computed in LINES:
        built.add_variable(computed)
    tree: dict[str, Any] = {}
    for name, figure in figures().items():
        group, key = name.split(".")
        tree.setdefault(group, {})[key] = {"values": {"2013-01-01": {"value": float(figure.value)}}}
    built.parameters = ParameterNode("", data=tree)
    return built


def simulation(built: TaxBenefitSystem, inputs: Mapping[str, Array]) -> Any:
    """A simulation with its inputs set, nothing computed yet."""
    made = SimulationBuilder().build_default_simulation(built, count=len(next(iter(inputs.values()))))
    for name, array in inputs.items():
        made.set_input(name, PERIOD, array)
    return made


def annual_awards(made: Any) -> Array:
    return made.calculate("annual_award", PERIOD)


def sheet(made: Any) -> dict[str, Array]:
    """Every amount of the award sheet, without the rule that binds."""
    skipped = {"eligible", "in_f1", "in_f1_to_f4", "in_f5", "in_f6", "minimum_capital"}
    return {line.__name__: made.calculate(line.__name__, PERIOD) for line in LINES if line.__name__ not in skipped}
