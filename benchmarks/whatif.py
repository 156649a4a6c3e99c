"""Timings of the what-if: a sweep that returns 500 points, a grid of 60 by 60, and what a page asks for at once.

Run: python benchmarks/whatif.py
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from credit_core.scenario import Scenario
from credit_core.whatif import (
    decompose,
    grid,
    headroom,
    levers,
    reading_results,
    solve,
    sweep,
    tornado,
)

PRIORITY = Scenario(
    new_jobs=120,
    retained_jobs=180,
    priority_area=True,
    targeted_industry=True,
    capital_investment=2_000_000,
    average_salary=60_000,
    benchmark_salary=40_000,
    annual_withholdings=2_000_000,
)
CAMDEN = Scenario(
    new_jobs=300,
    growth_zone=True,
    municipal_rehabilitation=True,
    capital_investment=80_000_000,
    industrial_capital_investment=20_000_000,
    gross_leasable_sqft=100_000,
    average_salary=60_000,
    benchmark_salary=27_588,
)


def best_of(what: Callable[[], object], times: int = 7) -> float:
    """Least milliseconds of processor time of several calls, whatever else the machine does."""
    least = float("inf")
    for _ in range(times):
        start = process_time()
        what()
        least = min(least, process_time() - start)
    return 1000 * least


def report(name: str, milliseconds: float, most: float | None = None) -> None:
    limit = f"  (at most {most:g})" if most else ""
    print(f"{name:<62} {milliseconds:8.2f} ms{limit}")


def sweeps() -> None:
    curve = sweep(PRIORITY, "retained_jobs", 180, 720)
    points = len(curve.points)
    report(f"sweep of retained jobs, {points} points", best_of(lambda: sweep(PRIORITY, "retained_jobs", 180, 720)), 25)
    for fact, high in (("new_jobs", 2_000), ("capital_investment", 50_000_000), ("average_salary", 200_000)):
        report(f"sweep of {fact}", best_of(lambda fact=fact, high=high: sweep(PRIORITY, fact, 0, high)))  # type: ignore[misc]  # defaults bind the loop's values


def grids() -> None:
    jobs = [10 * n for n in range(60)]
    dollars = [1_000_000 * n for n in range(60)]
    pairs: list[tuple[str, Scenario, str, list[int], str, list[int]]] = [
        ("new by retained jobs", PRIORITY, "new_jobs", jobs, "retained_jobs", jobs),
        ("retained jobs by capital", PRIORITY, "retained_jobs", jobs, "capital_investment", dollars),
        (
            "new jobs by capital, Camden",
            CAMDEN,
            "new_jobs",
            jobs,
            "capital_investment",
            [d + 20_000_000 for d in dollars],
        ),
        ("new jobs by salary", PRIORITY, "new_jobs", jobs, "average_salary", [2_000 * n for n in range(60)]),
    ]
    for name, scenario, x, xs, y, ys in pairs:
        time = best_of(lambda s=scenario, x=x, xs=xs, y=y, ys=ys: grid(s, x, xs, y, ys))  # type: ignore[misc]  # as above
        report(f"grid of 60 x 60, {name}", time, 80)


def the_rest() -> None:
    report("solve for new jobs", best_of(lambda: solve(PRIORITY, "new_jobs", target=2_000_000)))
    report("solve, nothing reaches it", best_of(lambda: solve(PRIORITY, "retained_jobs", target=9_000_000)))
    report("levers", best_of(lambda: levers(PRIORITY)))
    report("levers, Camden", best_of(lambda: levers(CAMDEN)))
    report("headroom", best_of(lambda: headroom(PRIORITY)))
    report("readings", best_of(lambda: reading_results(PRIORITY)))
    report("tornado", best_of(lambda: tornado(PRIORITY)))
    report("decompose", best_of(lambda: decompose(PRIORITY, CAMDEN)))


if __name__ == "__main__":
    sweeps()
    grids()
    the_rest()
