"""Section 5 once more, as an analyst writes it in pandas: float64 dollars, whole columns, the default readings.

Kept only to measure against; `benchmarks/batch.py` checks that it agrees with the calculation before it measures.
"""

from typing import Any

import numpy as np
import pandas as pd

from credit_core.law import figures

F = {name: float(figure.value) for name, figure in figures().items()}
BONUSES = [f"bonus_c{number}" for number in range(1, 19)]
Column = Any  # a series of floats or flags: what NumPy makes of one is not typed


def annual_award(df: pd.DataFrame) -> Column:
    return sheet(df)["annual_award"]


def sheet(df: pd.DataFrame) -> dict[str, Column]:
    """Every amount of the award sheet, without the rule that binds."""
    mega, zone = df["mega_project"], df["growth_zone"]
    hub, create = df["urban_transit_hub_municipality"], df["create_zone"]
    distressed, priority, other = df["distressed_municipality"], df["priority_area"], df["other_eligible_area"]
    eligible = hub | zone | mega | create | distressed | priority | other
    out = {"base_amount": base(df, hub | zone | mega)}
    out |= bonuses(df, eligible)
    out["bonus_authority"] = (df["authority_bonus"] + F["bonus.authority"]).where(eligible, 0.0)
    out["bonuses_total"] = sum((out[name] for name in BONUSES), out["bonus_authority"])
    out["gross_before_limit"] = out["base_amount"] + out["bonuses_total"]

    first = [mega | zone, hub | create, distressed]
    early = first[0] | first[1] | first[2]
    applies = [*first, priority & ~early, other & ~early & ~priority]
    limit = most(applies, [F[f"gross_limit.d{n}"] for n in range(1, 6)], df)
    out["gross_limit"] = limit.where(~df["disaster_recovery_project"], np.minimum(limit, F["gross_limit.d6"]))
    out["gross_amount"] = np.minimum(out["gross_before_limit"], out["gross_limit"])
    out["new_job_amount"] = out["gross_amount"]
    out["retained_job_amount"] = retained(df, out["gross_amount"]).where(eligible, 0.0)
    by_jobs = df["new_jobs"] * out["gross_amount"] + df["retained_jobs"] * out["retained_job_amount"]
    out["annual_by_jobs"] = by_jobs

    f1 = zone & (df["municipal_rehabilitation"] | df["tourism_district"])
    first = [f1, (mega | zone) & ~f1, hub | create, distressed]
    early = first[0] | first[1] | first[2] | first[3]
    f5, f6 = priority & ~early, other & ~early & ~priority
    out["annual_limit"] = most([*first, f5, f6], [F[f"annual_limit.f{n}"] for n in range(1, 7)], df)
    share = np.floor(df["annual_withholdings"] * F["withholdings_share.f5"] + 1e-6) / 100
    out["withholdings_limit"] = share.where(f5 | f6)
    ordinary = np.fmin(np.minimum(by_jobs, out["annual_limit"]), out["withholdings_limit"])
    decided = ordinary > F["necessity_threshold.f"]
    out["annual_ordinary"] = ordinary.where(~decided, np.fmin(ordinary, df["amount_necessary"]))
    out["annual_capital_route"] = capital_route(df)
    out["capital_route_used"] = out["annual_capital_route"] > out["annual_ordinary"]
    out["annual_award"] = np.maximum(out["annual_ordinary"], out["annual_capital_route"])
    out["total_award"] = out["annual_award"] * df["eligibility_years"]
    return out


def base(df: pd.DataFrame, first: Column) -> Column:
    research = df["create_zone"] & df["targeted_industry"] & df["doctoral_research"]
    rest = df["other_eligible_area"] | df["create_zone"]
    conditions = [first, research, df["distressed_municipality"], df["priority_area"], rest]
    return pd.Series(np.select(conditions, [F[f"base.{p}"] for p in ("b1a", "b1b", "b2", "b3", "b4")], 0.0), df.index)


def bonuses(df: pd.DataFrame, eligible: Column) -> dict[str, Column]:
    jobs = df["new_jobs"] + df["retained_jobs"]
    mega_or_zone = df["mega_project"] | df["growth_zone"]
    targeted = df["targeted_industry"]
    industrial, minimum = df["industrial_capital_investment"], minimum_capital(df)
    highways = (df["us_highways"] >= F["threshold.c15_us"]) & (df["state_highways"] >= F["threshold.c15_state"])
    stays = df["automobile_headquarters"] & df["already_in_municipality"]
    docks = df["marine_terminal"] & df["south_jersey_port_district"] & ~df["growth_zone"]
    flat = {
        1: df["deep_poverty_pocket"] | df["choice_neighborhood"],
        2: df["incubator_facility"],
        3: df["moderate_income_housing_percent"] >= F["threshold.c3"],
        4: df["transit_oriented_development"],
        8: targeted,
        9: df["exceeds_leed_silver"] | df["substantial_remediation"],
        11: stays & (df["retained_jobs"] >= F["threshold.c11"]),
        12: df["south_jersey"] & (df["revitalization_index_2007"] > F["threshold.c12"]),
        13: df["light_rail"],
        14: docks,
        15: df["redevelopment_area"] & highways,
        16: df["solar_percent"] >= F["threshold.c16"],
        17: df["vacant_over_one_year"] & (df["vacant_building_sqft"] > F["threshold.c17"]),
        18: targeted & df["college_research"],
    }
    earned = {number: (applies & eligible) * F[f"bonus.c{number}"] for number, applies in flat.items()}
    earned[5] = stepped(industrial, minimum, "c5") * (eligible & ~mega_or_zone)
    earned[6] = stepped(df["average_salary"], df["benchmark_salary"], "c6") * eligible
    brackets = [jobs >= F[f"threshold.c7{x}"] for x in "edcba"]
    earned[7] = pd.Series(np.select(brackets, [F[f"bonus.c7{x}"] for x in "edcba"], 0.0), df.index) * eligible
    earned[10] = stepped(industrial, minimum, "c10") * mega_or_zone
    return {f"bonus_c{number}": earned[number] for number in range(1, 19)}


def stepped(value: Column, minimum: Column, key: str) -> Column:
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.floor((value / minimum - 1) / (F[f"step.{key}"] / 100) + 1e-9)
    earned = np.minimum(steps * F[f"bonus.{key}"], F[f"maximum.{key}"])
    return earned.where((minimum > 0) & (value > minimum), 0.0)


def minimum_capital(df: pd.DataFrame) -> Column:
    industrial, new = df["facility_use"] == 1, df["construction"] == 0
    rates = [F[f"minimum_capital.{kind}"] for kind in ("industrial_new", "industrial_rehabilitation", "other_new")]
    rate = np.select([industrial & new, industrial, new], rates, F["minimum_capital.other_rehabilitation"])
    reduced = np.floor(rate * F["minimum_capital.reduced_thirds"] / 3)
    computed = df["gross_leasable_sqft"] * np.where(df["growth_zone"] | df["south_jersey"], reduced, rate)
    return df["minimum_capital_investment"].fillna(computed)


def most(applies: list[Column], amounts: list[float], df: pd.DataFrame) -> Column:
    """The most generous of the limits that apply; 0 for none."""
    limit = pd.Series(0.0, df.index)
    for fits, amount in zip(applies, amounts, strict=True):
        limit = np.maximum(limit, fits * amount)
    return limit


def retained(df: pd.DataFrame, gross: Column) -> Column:
    area = df["priority_area"] | df["growth_zone"]
    automobile = df["mega_project"] & df["automobile_headquarters"] & area
    full = df["replaces_disaster_damaged_facility"] | automobile | df["growth_zone"]
    jobs = df["new_jobs"] + df["retained_jobs"]
    capital = (df["capital_investment"] * F["retained_capital_share.e2"] / 100 / jobs.where(jobs > 0)).fillna(0.0)
    half = gross * F["retained_share.e2"] / 100
    return gross.where(full, np.floor(np.minimum(half, capital) + 0.5))


def capital_route(df: pd.DataFrame) -> Column:
    derived = df["new_jobs"] + df["retained_jobs"].where(~df["already_in_municipality"], 0.0)
    jobs = df["jobs_new_to_municipality"].fillna(derived)
    camden = df["growth_zone"] & df["municipal_rehabilitation"]
    capital = df["capital_investment"]
    pay = np.floor(capital * 100 / F["route_years.d"] + 0.5) / 100
    tiers = [camden & (jobs >= F[f"route_jobs.d{x}"]) & (capital >= F[f"route_capital.d{x}"]) for x in "edcba"]
    ceilings = [np.minimum(pay, F[f"route_limit.d{x}"]) for x in "dcba"]
    route = np.select(tiers, [pay, *ceilings], 0.0)
    return pd.Series(np.minimum(route, F["annual_limit.f1"]), df.index)
