"""Many scenarios at once: the compiled law against openfisca-core and plain pandas, in one run.

Run: python -m pip install -r requirements-bench.txt, then python benchmarks/batch.py [ROWS]

Every ratio is that of the two best times of several rounds, the two taken in turn: other work on the machine only ever
adds time, so the best of each is what it disturbed least. The encodings must agree with the calculation to the cent on
every row before anything is timed; they are not asked for the rule that binds, the compiled sheet gives it as well.
"""

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import openfisca_encoding, pandas_encoding, portfolio  # noqa: E402 - found through the line above
from credit_core import Scenario, evaluate, evaluate_frame  # noqa: E402
from credit_core.award import BONUS_NAMES, sheet_of  # noqa: E402
from credit_core.batch import Columns, annual_awards, award_sheets, in_dollars, warm_up  # noqa: E402

ROWS = 1_000_000
ROUNDS = 30
STREAMED = 10_000_000
MEGABYTE = 2**20


def seconds(run: Callable[[], Any]) -> float:
    gc.collect()
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def best_of_each(other: Callable[[], Any], ours: Callable[[], Any]) -> tuple[float, float]:
    """The best time of each over rounds in which they take turns."""
    rounds = [(seconds(other), seconds(ours)) for _ in range(ROUNDS)]
    return min(one for one, _ in rounds), min(two for _, two in rounds)


def best_with_new(make: Callable[[], Any], other: Callable[[Any], Any], ours: Callable[[], Any]) -> tuple[float, float]:
    """As ``best_of_each``, the other given a new simulation each round, made and dropped outside its time.

    A simulation remembers what it computed; to keep many at once would make each wait for new memory.
    """
    rounds = []
    for _ in range(ROUNDS):
        run = partial(other, make())
        rounds.append((seconds(run), seconds(ours)))
        del run
    return min(one for one, _ in rounds), min(two for _, two in rounds)


def line(what: str, other: float, ours: float, asked: str) -> None:
    print(f"{what:<58}{other * 1e3:>9.1f} ms{ours * 1e3:>9.1f} ms{other / ours:>8.1f} x   asked: {asked}", flush=True)


def disagreements(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, int]:
    """Rows of each column that differ by half a cent or more."""
    found = {}
    for name, column in theirs.items():
        a, b = np.asarray(column, np.float64), np.asarray(ours[name], np.float64)
        wrong = ~((np.abs(a - b) < 0.005) | (np.isnan(a) & np.isnan(b)))
        if wrong.any():
            found[name] = int(wrong.sum())
    return found


def check_agreement(columns: Columns, frame: pd.DataFrame, made: Any) -> None:
    sheets = award_sheets(columns).sheet
    cents = sheets._asdict() | dict(zip(BONUS_NAMES, sheets.bonus, strict=True))
    ours = {name: in_dollars(np.asarray(column)) for name, column in cents.items() if name != "bonus"}
    for name, theirs in (("pandas", pandas_encoding.sheet(frame)), ("openfisca", openfisca_encoding.sheet(made))):
        wrong = disagreements(ours, theirs)
        print(f"{name} agrees in {len(theirs)} columns of {len(columns):,} rows" if not wrong else f"{name}: {wrong}")
        assert not wrong


def throughput(rows: int) -> None:
    drawn = portfolio.draw(rows)
    columns, theirs = portfolio.narrow(drawn), portfolio.dollars(drawn)
    frame = pd.DataFrame(theirs)
    system = openfisca_encoding.system(theirs)
    check_agreement(columns, frame, openfisca_encoding.simulation(system, theirs))
    make = lambda: openfisca_encoding.simulation(system, theirs)  # noqa: E731
    award, sheet = (lambda: annual_awards(columns)), (lambda: award_sheets(columns))
    line("award alone: openfisca-core, compiled",
         *best_with_new(make, openfisca_encoding.annual_awards, award), "12 x")  # fmt: skip
    line("award alone: pandas, compiled", *best_of_each(lambda: pandas_encoding.annual_award(frame), award), "12 x")
    line("whole sheet: openfisca-core, compiled",
         *best_with_new(make, openfisca_encoding.sheet, sheet), "5 x")  # fmt: skip
    line("whole sheet: pandas, compiled", *best_of_each(lambda: pandas_encoding.sheet(frame), sheet), "5 x")
    line("award alone: reading the columns once, compiled",
         *best_of_each(lambda: [array.sum() for array in columns.arrays.values()], award), "0.33 x")  # fmt: skip
    facts = fact_frame(theirs)
    to_frame, by_row = (lambda: pd.DataFrame(pandas_encoding.sheet(frame))), (lambda: evaluate_frame(facts))
    line("frame to frame, checked: pandas, evaluate_frame", *best_of_each(to_frame, by_row), "-")


def fact_frame(theirs: portfolio.Arrays) -> pd.DataFrame:
    """The portfolio by the contract's columns: choices and the county as text."""
    frame = pd.DataFrame({name: array for name, array in theirs.items() if name != "south_jersey"})
    frame["facility_use"] = np.where(theirs["facility_use"] == 1, "industrial", "other")
    frame["construction"] = np.where(theirs["construction"] == 1, "rehabilitation", "new")
    frame["county"] = np.where(theirs["south_jersey"], "Camden", "Essex")
    return frame


def cost_per_row() -> None:
    for power in range(3, 8):
        columns = portfolio.narrow(portfolio.draw(10**power))
        best = min(seconds(lambda: annual_awards(columns)) for _ in range(ROUNDS))  # noqa: B023 - called at once
        print(f"{'award alone, rows: 10^' + str(power):<58}{best / 10**power * 1e9:>9.1f} ns a row", flush=True)


def latency() -> None:
    scenario = Scenario(new_jobs=300, urban_transit_hub_municipality=True, capital_investment=9_000_000)
    for what, run in (("evaluate", lambda: evaluate(scenario)), ("sheet_of", lambda: sheet_of(scenario))):
        best = min(seconds(lambda: [run() for _ in range(1_000)]) for _ in range(5))  # noqa: B023 - called at once
        print(f"{'one scenario, plain Python: ' + what:<58}{best * 1e3:>9.1f} microseconds", flush=True)


# In a process of its own, with nothing else in it. VmHWM is its peak; the usual counter begins with the parent's.
STREAM = """
import sys
from pathlib import Path
from credit_core.batch import batch_file
awarded = batch_file(*sys.argv[1:3]).awarded
status = Path("/proc/self/status").read_text("utf-8").splitlines()
print(awarded, next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def stream(rows: int) -> None:
    """Compute a Parquet file of many rows in a process of its own, and tell its peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "projects.parquet"
        part = pa.Table.from_pandas(fact_frame(portfolio.dollars(portfolio.draw(500_000))), preserve_index=False)
        with pq.ParquetWriter(source, part.schema) as file:
            for _ in range(rows // part.num_rows):
                file.write_table(part)
        size = source.stat().st_size / MEGABYTE
        print(f"streaming {rows:,} rows, {size:,.0f} MB of Parquet", flush=True)
        command = [sys.executable, "-c", STREAM, str(source), str(Path(folder) / "awards.parquet")]
        began = time.perf_counter()
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
        awarded, peak = map(int, done.stdout.split())
        took = time.perf_counter() - began
        print(f"{awarded:,} awards in {took:.0f} s; peak memory {peak / 1024:,.0f} MB, asked: 1,024 MB")
        assert awarded == rows


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    began = time.perf_counter()
    warm_up()
    print(f"compiling took {time.perf_counter() - began:.1f} s, once a process; {os.cpu_count()} processors")
    print(f"{'':<58}{'other':>12}{'ours':>12}{'ratio':>10}")
    throughput(rows)
    cost_per_row()
    latency()
    stream(STREAMED * rows // ROWS)


if __name__ == "__main__":
    main()
