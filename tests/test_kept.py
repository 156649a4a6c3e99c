"""Compiled code that is kept on disk: found again, and never taken for that of other rules."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.caching import _CacheLocator

import credit_core.section5.figures
from credit_core.batch import Columns, annual_awards
from credit_core.batch._kept import fingerprint, folder_for, loaded
from credit_core.batch._kernel import _loop_by_name
from credit_core.section5.figures import SteppedBonus

ROOT = Path(__file__).parents[1]

RULE = """
from typing import NamedTuple

LIMIT = 1_000
LETTERS = ("a", ("b", 2))

class Row(NamedTuple):
    jobs: int
    capital: int

def rule(jobs):
    return (lambda amount: amount + 1)(min(jobs, LIMIT)), Row

def other(jobs, share=50):
    return jobs

def another(jobs, *, share=50):
    return jobs

used = other
"""


def module(source: str, file: Path) -> ModuleType:
    """A module loaded from a file with this content."""
    file.write_text(source, "utf-8")
    made = ModuleType("rules")
    made.__file__ = str(file)
    exec(compile(source, str(file), "exec"), vars(made))
    return made


EDITS = [
    ("min(jobs", "max(jobs"),
    ("1_000", "1_001"),
    ("amount + 1", "amount - 1"),
    ("amount + 1", "amount + 2"),
    ('("b", 2)', '("b", 3)'),
    ("    jobs: int\n    capital: int\n", "    capital: int\n    jobs: int\n"),
    ("return jobs\n\ndef", "return jobs + 0\n\ndef"),
    ("def rule(jobs)", "def rule(jobs, capital=0)"),
    ("other(jobs, share=50)", "other(jobs, share=60)"),
    ("*, share=50", "*, share=60"),
    ("used = other", "used = another"),
]


def test_the_same_rules_have_the_same_name(tmp_path: Path) -> None:
    assert fingerprint([module(RULE, tmp_path / "one.py")]) == fingerprint([module(RULE, tmp_path / "two.py")])


@pytest.mark.parametrize(("was", "is_now"), EDITS)
def test_whatever_is_edited_gives_another_name(tmp_path: Path, was: str, is_now: str) -> None:
    assert was in RULE
    edited = module(RULE.replace(was, is_now), tmp_path / "edited.py")
    assert fingerprint([module(RULE, tmp_path / "rules.py")]) != fingerprint([edited])


@pytest.mark.parametrize(("was", "is_now"), EDITS)
def test_rules_loaded_before_an_edit_are_not_those_loaded_after_it(tmp_path: Path, was: str, is_now: str) -> None:
    before = module(RULE, tmp_path / "rules.py")
    after = module(RULE.replace(was, is_now), tmp_path / "rules.py")
    assert fingerprint([before]) != fingerprint([after])


def test_every_record_of_the_law_is_looked_at() -> None:
    names = dict(loaded(vars(credit_core.section5.figures)))
    assert names["SteppedBonus"] == ("credit_core.section5.figures", "SteppedBonus", SteppedBonus._fields)


def test_other_options_give_another_name(tmp_path: Path) -> None:
    rules = [module(RULE, tmp_path / "rules.py")]
    assert fingerprint(rules, {"forceinline": True}) != fingerprint(rules, {"forceinline": False})


def test_the_oldest_code_of_other_rules_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "module.pyc").write_bytes(b"code")
    for day, name in enumerate(("first", "second", "third", "fourth")):
        made = folder_for(name, tmp_path)
        assert made
        (made / "loop.nbc").write_bytes(b"code")
        os.utime(made, (day, day))
    assert folder_for("second", tmp_path)
    found = {each.name.removeprefix("compiled-") for each in tmp_path.iterdir()}
    assert found == {"module.pyc", "second", "third", "fourth"}


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
    folder = tmp_path / Path(_loop_by_name["usual_award_loop"].stats.cache_path).relative_to(ROOT)
    # Within its folder numba names another one after the place of the source.
    locator: Any = _CacheLocator
    folder = folder.rename(folder.with_name(locator.get_suitable_cache_subpath(package / "batch/_loops.py")))
    for file in folder.glob("*usual_award_loop*.nbc"):
        file.write_bytes(file.read_bytes()[:damage])
    done = subprocess.run([sys.executable, "-c", AGAIN], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split("\n")[0] == f"{[300 * 5_500_00, 0]} {found}"
