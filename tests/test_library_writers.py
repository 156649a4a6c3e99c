"""Many writers at once lose nothing, and a writer that is killed loses at most the save it was in."""

import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy

from credit_core.library import Conflict, Library
from tests.libraries import DATABASES, camden, fresh_url

ROOT = Path(__file__).parents[1]
WRITERS = 8
SAVES = 12  # by each writer, of an item of its own, and as many of one that all share


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_url(request.param, tmp_path, request) as address:
        yield address


# ---- eight at once ---------------------------------------------------------------------------------------------------


def _write(url: str, writer: int, shared: str) -> tuple[str, int]:
    """Save an own item and the shared one in turn; give the own one's identifier and how many conflicts there were."""
    library = Library(url, patience=60)
    own = library.add(camden(0), f"Writer {writer}")
    conflicts = 0
    for number in range(1, SAVES + 1):
        own = library.save(own.id, own.version, content=camden(number))
        conflicts += _save_shared(library, shared, f"{writer}-{number}")
    return own.id, conflicts


def _save_shared(library: Library, shared: str, mark: str) -> int:
    """Save over the newest version, again after each conflict, as a person would."""
    conflicts = 0
    newest = library.open(shared)
    while True:
        try:
            library.save(shared, newest.version, description=f"{newest.description} {mark}".strip())
            return conflicts
        except Conflict as conflict:
            conflicts += 1
            newest = conflict.theirs


@pytest.fixture(params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "threads":
        with ThreadPoolExecutor(WRITERS) as threads:
            yield threads
    else:
        # Forked from a process that has imported everything and opened nothing: a fork of ours would share connections.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__])
        with ProcessPoolExecutor(WRITERS, mp_context=context) as processes:
            yield processes


def test_eight_writers_at_once_lose_nothing(url: str, executor: Executor) -> None:
    library = Library(url)
    shared = library.add(camden(), "Shared").id
    running = [executor.submit(_write, url, writer, shared) for writer in range(WRITERS)]
    done = [each.result(timeout=300) for each in running]

    for identifier, _ in done:
        kept = [library.open(identifier, number).content for number in range(1, SAVES + 2)]
        assert kept == [camden(number) for number in range(SAVES + 1)]
    newest = library.open(shared)
    marks = newest.description.split()
    expected = {f"{writer}-{number}" for writer in range(WRITERS) for number in range(1, SAVES + 1)}
    assert (newest.version, set(marks), len(marks)) == (1 + len(expected), expected, len(expected))
    histories = [version.description.split() for version in reversed(library.history(shared))]
    assert histories == [marks[:length] for length in range(len(expected) + 1)]
    assert sum(conflicts for _, conflicts in done) > 0  # they did meet


def test_eight_threads_that_use_a_new_library_first_make_it_once(url: str) -> None:
    with ThreadPoolExecutor(WRITERS) as threads:
        saved = list(threads.map(lambda number: Library(url).add(camden(), f"Plant {number}"), range(WRITERS)))
    assert {entry.id for entry in Library(url).search().entries} == {each.id for each in saved}


# ---- killed ----------------------------------------------------------------------------------------------------------

SAVER = """
import sys
from credit_core.library import Candidate, Library
from credit_core import Scenario

library = Library(sys.argv[1])
for number in range(100):
    saved = library.add(Candidate(Scenario(new_jobs=number)), f"Plant {number}")
    print(saved.id, 1, number, flush=True)
    library.save(saved.id, 1, content=Candidate(Scenario(new_jobs=number + 1000)))
    print(saved.id, 2, number + 1000, flush=True)
print("all", flush=True)
"""


def _killed_after(url: str, count: int, chance: random.Random) -> list[tuple[str, int, int]]:
    """Start 200 saves, kill the process after ``count`` were acknowledged, and give all that were."""
    process = subprocess.Popen([sys.executable, "-c", SAVER, url], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(count)]
    time.sleep(chance.uniform(0, 0.004))  # a save takes a few milliseconds: anywhere within one
    os.kill(process.pid, signal.SIGKILL)
    lines += process.stdout.readlines()
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    # A line that the kill cut off was not acknowledged.
    acknowledged = [line.split() for line in lines if line.endswith("\n")]
    return [(identifier, int(version), int(jobs)) for identifier, version, jobs in acknowledged]


@pytest.mark.parametrize("count", [1, 90, 151])
def test_a_writer_that_is_killed_loses_at_most_the_save_it_was_in(url: str, count: int) -> None:
    acknowledged = _killed_after(url, count, random.Random(count))
    assert count <= len(acknowledged) < 200
    library = Library(url)
    for identifier, version, jobs in acknowledged:
        assert library.open(identifier, version).content.scenario.new_jobs == jobs  # type: ignore[union-attr]  # a scenario
    entries = library.search(size=500).entries
    assert len(acknowledged) <= sum(entry.version for entry in entries) <= len(acknowledged) + 1
    assert all(len(library.history(entry.id)) == entry.version for entry in entries)
    assert library.save(acknowledged[0][0], library.open(acknowledged[0][0]).version, name="Goes on").name == "Goes on"
    assert _integrity(url) == "ok"


def _integrity(url: str) -> str:
    address = sqlalchemy.make_url(url)
    if address.get_backend_name() != "sqlite":
        return "ok"
    connection = sqlite3.connect(str(address.database))
    found = str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    connection.close()
    return found
