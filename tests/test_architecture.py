"""The shape of the repository: which files there are, who may import whom, what is pinned and explained.

The arrows between packages are import-linter's (pyproject.toml, `make lint`); pages/ is a folder of flat
scripts that it cannot follow, so its rules are here.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FIXED = ["app.py", "pages", "credit_core", "tests", "requirements.txt", "README.md"]
PAGES = sorted([*ROOT.glob("app.py"), *ROOT.glob("pages/*.py")])
SECTION = sorted(ROOT.glob("credit_core/section5/*.py"))
CORE = sorted(ROOT.glob("credit_core/**/*.py"))
DASHBOARD = sorted(ROOT.glob("dashboard/**/*.py"))

PAGES_MAY_IMPORT = {"credit_core", "dashboard", "streamlit"}
CALCULATING = {"abs", "divmod", "max", "min", "pow", "round", "sum"}
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9_.-]+)(\[[a-z,]+\])?==[0-9][0-9A-Za-z.]*$")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), named(path))


def modules(module: ast.Module) -> Iterator[str]:
    """Give the name of each module imported, wherever the import stands; a relative one begins with a dot."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def imported(module: ast.Module) -> set[str]:
    """Give the first part of the name of each module imported."""
    return {name.split(".")[0] for name in modules(module)}


def calculations(module: ast.Module) -> Iterator[str]:
    """Give each piece of arithmetic; `|` joins types and is none."""
    for node in ast.walk(module):
        operator = isinstance(node, ast.BinOp | ast.AugAssign) and not isinstance(node.op, ast.BitOr)
        call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALCULATING
        if operator or call:
            yield f"line {node.lineno}: {ast.unparse(node)}"  # type: ignore[attr-defined]  # both kinds have a line


def public(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Give the classes, functions and methods that carry no leading underscore, with their dotted names."""
    for child in node.body:
        if isinstance(child, Definition) and not child.name.startswith("_"):
            yield prefix + child.name, child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{prefix}{child.name}.")


def requirements(name: str) -> list[str]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r "))]


@pytest.mark.parametrize("name", FIXED)
def test_the_customer_finds_the_files_where_they_were_agreed(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_page_imports_streamlit_the_dashboard_and_the_calculation_alone(path: Path) -> None:
    assert imported(tree(path)) <= PAGES_MAY_IMPORT


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_page_calculates_nothing(path: Path) -> None:
    assert list(calculations(tree(path))) == []


@pytest.mark.parametrize("path", [*CORE, *DASHBOARD], ids=named)
def test_no_package_reaches_into_pages_or_tests(path: Path) -> None:
    assert {"app", "benchmarks", "pages", "tests"}.isdisjoint(imported(tree(path)))


@pytest.mark.parametrize("path", SECTION, ids=named)
def test_the_section_needs_nothing_but_itself_and_the_standard_library(path: Path) -> None:
    roots = {name for name in modules(tree(path)) if not name.startswith("credit_core.section5")}
    assert {name.split(".")[0] for name in roots} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", CORE, ids=named)
def test_what_the_calculation_offers_says_what_it_means(path: Path) -> None:
    silent = [name for name, node in public(tree(path)) if not ast.get_docstring(node)]
    assert silent == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_dependency_is_pinned(name: str) -> None:
    assert [line for line in requirements(name) if not PINNED.match(line)] == []


@pytest.mark.parametrize("line", requirements("requirements.txt") + requirements("requirements-dev.txt"))
def test_every_dependency_has_a_reason(line: str) -> None:
    found = PINNED.match(line)
    assert found
    assert f"| {found['name']} |" in (ROOT / "docs" / "dependencies.md").read_text("utf-8")
