"""The same frame function on a cluster: Dask's partitions, and the batches that Spark's mapInPandas hands over."""

from collections.abc import Iterator
from functools import partial

import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
from dask.distributed import Client, LocalCluster

from credit_core import Law, evaluate_frame
from credit_core.batch import evaluate_batches

LAW = Law.current().amend({"base.b1a": 6000})
ROWS = 500


@pytest.fixture(scope="module")
def projects() -> pd.DataFrame:
    frame = pd.DataFrame({"new_jobs": np.arange(ROWS), "growth_zone": True, "county": "Mercer"})
    frame.loc[7, "county"] = "Nowhere"
    return frame


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    # Workers in this process: what is tested is the frame function on partitions, not another machine's network.
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_dask_gives_what_one_machine_gives(client: Client, projects: pd.DataFrame) -> None:
    partitions = dd.from_pandas(projects, npartitions=4)
    awards = partitions.map_partitions(evaluate_frame, law=LAW, meta=evaluate_frame(projects.iloc[:0]))
    pd.testing.assert_frame_equal(client.compute(awards, sync=True), evaluate_frame(projects, LAW))


def test_spark_gets_its_batches_back_in_order(projects: pd.DataFrame) -> None:
    # mapInPandas calls a function with an iterator of frames and takes an iterator of frames.
    mapped = partial(evaluate_batches, law=LAW)
    batches = [projects.iloc[start : start + 90] for start in range(0, ROWS, 90)]
    pd.testing.assert_frame_equal(pd.concat(mapped(iter(batches))), evaluate_frame(projects, LAW))
    assert list(mapped(iter([]))) == []
