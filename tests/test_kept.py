"""Compiled code that is kept on disk: found again, and never taken for that of other rules."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba.core.caching import _CacheLocator

from credit_core.batch import Columns, annual_awards
from credit_core.batch._kept import fingerprint, folder_for
from credit_core.batch._kernel import _loop_by_name

ROOT = Path(__file__).parents[1]

RULE = """
LIMIT = 1_000

class Row(tuple):
    _fields = ("jobs", "capital")

def rule(jobs):
    return (lambda amount: amount + 1)(min(jobs, LIMIT)), Row

def other(jobs):
    return jobs
"""


def rules(source: str) -> list[FunctionType]:
    loaded: dict[str, Any] = {"__name__": "rules"}
    exec(source, loaded)
    return [loaded["rule"], loaded["other"]]


def test_the_same_rules_have_the_same_name_wherever_they_stand() -> None:
    assert fingerprint(rules(RULE)) == fingerprint(rules("\n\n# further down\n" + RULE))


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ("min(jobs", "max(jobs"),
        ("1_000", "1_001"),
        ("amount + 1", "amount - 1"),
        ("amount + 1", "amount + 2"),
        ('"capital"', '"salary"'),
        ("return jobs", "return jobs + 0"),
        ("def rule(jobs)", "def rule(jobs, capital=0)"),
    ],
)
def test_whatever_is_edited_in_a_rule_gives_another_name(was: str, is_now: str) -> None:
    assert was in RULE
    assert fingerprint(rules(RULE)) != fingerprint(rules(RULE.replace(was, is_now)))


def test_other_options_give_another_name() -> None:
    assert fingerprint(rules(RULE), {"forceinline": True}) != fingerprint(rules(RULE), {"forceinline": False})


def test_code_of_other_rules_is_removed_and_nothing_else(tmp_path: Path) -> None:
    old = folder_for("old", tmp_path)
    assert old
    (old / "loop.nbc").write_bytes(b"code")
    (tmp_path / "module.pyc").write_bytes(b"code")
    new = folder_for("new", tmp_path)
    assert new
    assert sorted(tmp_path.iterdir()) == sorted([new, tmp_path / "module.pyc"])
    assert folder_for("new", tmp_path) == new


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "no_folder"
    file.write_bytes(b"")
    assert folder_for("new", file) is None


def test_no_other_set_of_columns_is_compiled_for() -> None:
    annual_awards(Columns.of({}, 1))
    compiled = len(_loop_by_name["usual_award_loop"].signatures)
    annual_awards(Columns.of({"new_jobs": np.array([300])}))
    annual_awards(Columns.of({"growth_zone": np.array([True]), "annual_withholdings": np.array([-1], np.int64)}))
    assert len(_loop_by_name["usual_award_loop"].signatures) == compiled


AGAIN = """
from credit_core.batch import Columns, annual_awards
from credit_core.batch._kernel import _loop_by_name
import numpy as np
columns = Columns.of({"new_jobs": np.array([300, 0]), "growth_zone": np.array([True, True])})
print(annual_awards(columns).tolist(), len(_loop_by_name["usual_award_loop"].stats.cache_hits))
"""


def test_the_next_process_does_not_compile_again() -> None:
    annual_awards(Columns.of({}, 1))
    done = subprocess.run([sys.executable, "-c", AGAIN], check=True, capture_output=True, text=True)
    # 300 jobs in a growth zone earn 5,000 (b(1)(a)) and 500 (c(7)) each.
    assert done.stdout.split("\n")[0] == f"{[300 * 5_500_00, 0]} 1"


@pytest.mark.parametrize(("damage", "found"), [(None, 1), (1_000, 0)])
def test_kept_code_that_is_damaged_is_compiled_anew(tmp_path: Path, damage: int | None, found: int) -> None:
    annual_awards(Columns.of({}, 1))
    package = shutil.copytree(ROOT / "credit_core", tmp_path / "credit_core")
    [folder] = package.glob("batch/__pycache__/compiled-*/*")
    # Within its folder numba names another one after the place of the source.
    locator: Any = _CacheLocator
    folder = folder.rename(folder.with_name(locator.get_suitable_cache_subpath(package / "batch/_loops.py")))
    for file in folder.glob("*usual_award_loop*.nbc"):
        file.write_bytes(file.read_bytes()[:damage])
    done = subprocess.run([sys.executable, "-c", AGAIN], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split("\n")[0] == f"{[300 * 5_500_00, 0]} {found}"
