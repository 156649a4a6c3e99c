"""Server time of a rerun of the pages on what-if: the whole script, every input and every chart, without a browser.

Each rerun follows a change of the project, so that nothing kept from the run before helps.

Run: python benchmarks/pages.py
"""

import statistics
import sys
import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
RUNS = 15
MOST = 150  # milliseconds of processor time

HUB = {"urban_transit_hub_municipality": "true", "average_salary": "84000", "benchmark_salary": "60000"}
# Where the capital decides the retained jobs, each number of jobs is a point of its own: the slowest curve.
DIVIDED = {"priority_area": "true", "retained_jobs": "154", "capital_investment": "7200000"}
OVER = {"growth_zone": "true", "deep_poverty_pocket": "true", "authority_bonus": "9000"}

PAGES: dict[str, tuple[str, dict[str, str]]] = {
    "bonuses and caps": ("bonuses_and_caps", HUB),
    "bonuses and caps, over the limit": ("bonuses_and_caps", OVER),
    "bonuses and caps, capital divided": ("bonuses_and_caps", DIVIDED),
    "sensitivity, a curve": ("sensitivity", HUB),
    "sensitivity, capital divided by retained jobs": ("sensitivity", DIVIDED | {"show.fact": "retained_jobs"}),
    "sensitivity, a map": ("sensitivity", HUB | {"show.second": "average_salary"}),
}


def reruns(page: str, query: dict[str, str]) -> float:
    """Median milliseconds of processor time of a rerun after one job more."""
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    test.query_params.update({"v": "1", "new_jobs": "280"} | query)
    test.run()
    test.switch_page(f"pages/{page}.py")
    test.run()
    assert not test.exception
    times = []
    for jobs in range(281, 281 + RUNS):
        test.sidebar.slider(key="slider:new_jobs").set_value(jobs)
        worked = time.process_time()
        test.run()
        times.append(1000 * (time.process_time() - worked))
    return statistics.median(times)


def main() -> None:
    slow = []
    for name, (page, query) in PAGES.items():
        median = reruns(page, query)
        print(f"rerun of {name:<48} {median:6.0f} ms of processor time  (at most {MOST})")
        slow += [name] if median > MOST else []
    if slow:
        raise SystemExit(f"slower than {MOST} ms: {', '.join(slow)}")


if __name__ == "__main__":
    main()
