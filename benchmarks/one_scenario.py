"""One evaluation with its explanation: every published award in turn, in plain Python.

Run: python benchmarks/one_scenario.py
"""

import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from credit_core import evaluate, explain  # noqa: E402  # the path is set above
from credit_core.published import published_awards  # noqa: E402

RUNS = 200
MOST = 1000  # microseconds


def main() -> None:
    times = []
    for scenario in [award.scenario for award in published_awards()] * RUNS:
        begun = time.perf_counter()
        explain(scenario, evaluate(scenario))
        times.append(1e6 * (time.perf_counter() - begun))
    median = statistics.median(times)
    print(f"evaluate and explain one scenario, median of {len(times)}: {median:.0f} microseconds")
    if median > MOST:
        raise SystemExit(f"slower than {MOST} microseconds")


if __name__ == "__main__":
    main()
