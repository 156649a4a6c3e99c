"""How long the library takes with 10,000 scenarios in it, on SQLite and on a private PostgreSQL server.

Measured on two cores, Python 3.11, SQLite 3.40, PostgreSQL 15; the budget of a search is 50 ms.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from credit_core.library import Candidate, Library, close_engines
from credit_core.places import all_places, place_facts
from credit_core.scenario import Scenario
from tests.postgres import throwaway_postgres

COUNT = 10_000
BUDGET_MS = 50
WORDS = "plant office warehouse laboratory headquarters terminal harbor expansion relocation phase draft final".split()
TAGS = ["spring session", "committee", "hub", "growth zone", "port", "draft", "reviewed", "logistics"]


def exported(count: int) -> str:
    """Write a library of so many different scenarios, each with a description of about 200 characters."""
    chance = random.Random(34)
    with tempfile.TemporaryDirectory() as folder:
        library = Library(f"sqlite:///{folder}/one.sqlite3")
        saved = library.add(Candidate(Scenario(new_jobs=1)), "NAME", "DESCRIPTION", ["TAGS"])
        document = library.export([saved.id])
    head, line, tail = document.splitlines()
    return "\n".join([head, ",\n".join(_line(line, saved.id, n, chance) for n in range(count)), tail])


def _line(line: str, identifier: str, number: int, chance: random.Random) -> str:
    place = place_facts(chance.choice(all_places()))["municipality"]
    words = " ".join(chance.choices(WORDS, k=25))
    made = line.replace(identifier, _identifier(number)).replace('"municipality": ""', f'"municipality": "{place}"')
    made = made.replace("DESCRIPTION", words).replace("NAME", f"{words[:30]} {number}")
    return made.replace('"TAGS"', ", ".join(f'"{tag}"' for tag in chance.sample(TAGS, 2)))


def _identifier(number: int) -> str:
    digits = "23456789bc"
    return "".join(digits[int(digit)] for digit in f"{number:010d}")


def milliseconds(work: Callable[[], object], times: int = 20) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return median(taken)


def measure(name: str, url: str, document: str) -> bool:
    library = Library(url)
    start = time.perf_counter()
    report = library.import_text(document)
    print(f"{name}: import of {len(report.added):,} scenarios {time.perf_counter() - start:.1f} s")
    saved = library.add(Candidate(Scenario(new_jobs=1)), "One more")
    searches: dict[str, Callable[[], object]] = {
        "search: one word, many found": lambda: library.search("harbor"),
        "search: three words": lambda: library.search("harbor newark draft"),
        "search: nothing found": lambda: library.search("zzz"),
        "search: word and tag, by name": lambda: library.search("plant", tags=["port"], order="name"),
        "list: first page": lambda: library.search(kind="scenario"),
        "list: last page": lambda: library.search(page=200),
    }
    others: dict[str, Callable[[], object]] = {
        "open one": lambda: library.open(saved.id),
        "save one": lambda: library.add(Candidate(Scenario(new_jobs=2)), "Another"),
        "all tags": lambda: library.tags(),
    }
    taken = {label: milliseconds(work) for label, work in searches.items()}
    for label, value in (taken | {label: milliseconds(work) for label, work in others.items()}).items():
        print(f"  {label:32} {value:7.2f} ms")
    slowest = max(taken.values())
    print(f"  slowest search or list {slowest:.1f} ms, budget {BUDGET_MS} ms: {'kept' if slowest < BUDGET_MS else 'MISSED'}")
    return slowest < BUDGET_MS


def main() -> int:
    document = exported(COUNT)
    with tempfile.TemporaryDirectory() as folder:
        kept = [measure("SQLite", f"sqlite:///{folder}/library.sqlite3", document)]
    with throwaway_postgres() as url:
        kept.append(measure("PostgreSQL", url, document))
        close_engines()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
