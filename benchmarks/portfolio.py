"""A portfolio drawn at random for the benchmarks: every fact that a rule reads, most projects in one area."""

import numpy as np
from numpy.typing import NDArray

from credit_core.batch import Columns
from credit_core.section5.facts import UNKNOWN

Arrays = dict[str, NDArray[np.generic]]

SEED = 34_1_246
MONEY = ("average_salary", "benchmark_salary", "capital_investment", "industrial_capital_investment",
         "minimum_capital_investment", "annual_withholdings", "amount_necessary", "authority_bonus")  # fmt: skip
PERCENT = ("moderate_income_housing_percent", "solar_percent")
BLANKABLE = ("jobs_new_to_municipality", "average_salary", "benchmark_salary", "minimum_capital_investment",
             "revitalization_index_2007", "annual_withholdings", "amount_necessary")  # fmt: skip
AREAS = ("urban_transit_hub_municipality", "growth_zone", "create_zone", "distressed_municipality", "priority_area",
         "other_eligible_area")  # fmt: skip
# How often a flag is set.
FLAGS = {
    "targeted_industry": 0.4, "automobile_headquarters": 0.01, "already_in_municipality": 0.3, "mega_project": 0.03,
    "disaster_recovery_project": 0.02, "replaces_disaster_damaged_facility": 0.01, "doctoral_research": 0.05,
    "college_research": 0.05, "marine_terminal": 0.02, "south_jersey": 0.35, "municipal_rehabilitation": 0.2,
    "tourism_district": 0.1, "south_jersey_port_district": 0.1, "deep_poverty_pocket": 0.2, "choice_neighborhood": 0.05,
    "redevelopment_area": 0.3, "light_rail": 0.05, "incubator_facility": 0.05, "transit_oriented_development": 0.3,
    "exceeds_leed_silver": 0.2, "substantial_remediation": 0.1, "vacant_over_one_year": 0.1,
}  # fmt: skip


def draw(rows: int) -> Arrays:
    """The facts in the units of the rules (cents, basis points), by the types of ``Columns``."""
    rng = np.random.default_rng(SEED)
    jobs = np.minimum(rng.lognormal(4.8, 1.0, rows), 20_000).astype(np.int64)
    retained = np.where(rng.random(rows) < 0.5, 0, rng.integers(0, 400, rows))
    capital = np.minimum(rng.lognormal(16.0, 1.2, rows), 2e9).astype(np.int64) * 100
    facts: dict[str, NDArray[np.generic]] = {name: rng.random(rows) < often for name, often in FLAGS.items()}
    area = rng.integers(0, len(AREAS), rows)
    facts |= {name: (area == place) | (rng.random(rows) < 0.08) for place, name in enumerate(AREAS)}
    return facts | {
        "new_jobs": jobs,
        "retained_jobs": retained,
        "jobs_new_to_municipality": blank(rng, rows, rng.integers(0, jobs + retained + 1), 0.8),
        "average_salary": blank(rng, rows, rng.integers(30_000_00, 180_000_00, rows), 0.1),
        "benchmark_salary": blank(rng, rows, rng.integers(27_000_00, 90_000_00, rows), 0.1),
        "capital_investment": capital,
        "industrial_capital_investment": (capital * rng.integers(0, 2, rows) // 2),
        "facility_use": rng.integers(0, 2, rows),
        "construction": rng.integers(0, 2, rows),
        "gross_leasable_sqft": rng.integers(0, 300_000, rows),
        "minimum_capital_investment": blank(rng, rows, rng.integers(0, 5_000_000_00, rows), 0.8),
        "revitalization_index_2007": blank(rng, rows, rng.integers(0, 566, rows), 0.3),
        "us_highways": rng.integers(0, 3, rows),
        "state_highways": rng.integers(0, 4, rows),
        "moderate_income_housing_percent": rng.integers(0, 40_00, rows),
        "solar_percent": rng.integers(0, 80_00, rows),
        "vacant_building_sqft": rng.integers(0, 1_200_000, rows),
        "annual_withholdings": blank(rng, rows, rng.integers(0, 6_000_000_00, rows), 0.3),
        "amount_necessary": blank(rng, rows, rng.integers(0, 30_000_000_00, rows), 0.5),
        "eligibility_years": rng.integers(1, 11, rows),
        "authority_bonus": np.where(rng.random(rows) < 0.95, 0, 250_00),
    }  # fmt: skip


def blank(rng: np.random.Generator, rows: int, values: NDArray[np.int64], often: float) -> NDArray[np.int64]:
    return np.where(rng.random(rows) < often, UNKNOWN, values)


def narrow(facts: Arrays) -> Columns:
    """The columns that the compiled law takes."""
    return Columns.of(facts)


def dollars(facts: Arrays) -> Arrays:
    """The same facts as other programs take them: float64 dollars and percent, NaN for a blank, bool flags."""
    return {name: in_dollars(name, array) for name, array in facts.items()}


def in_dollars(name: str, array: NDArray[np.generic]) -> NDArray[np.generic]:
    if array.dtype == np.bool_:
        return array
    numbers = array.astype(np.float64)
    if name in BLANKABLE:
        numbers[numbers == UNKNOWN] = np.nan
    return numbers / 100 if name in MONEY or name in PERCENT else numbers
