"""No amount, threshold, limit or tier of the statute stands in ``section5`` as a literal: law.toml holds them all.

Two kinds of whole number remain in the code. Inside a function: 0, 1, 2 and the bits of a long division. As a named
constant of a module: places in a list (options of a reading, paragraphs, rules) and conversions of units.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from credit_core.law import figures

SECTION = sorted((Path(__file__).parents[1] / "credit_core" / "section5").glob("*.py"))

# 62 begins a division bit by bit, below the sign of 64 bits.
IN_FUNCTIONS = {0, 1, 2, 62}
# base_paragraph numbers the paragraphs (1)(a), (1)(b), (2), (3), (4) from 1 to 5.
BY_FUNCTION = {"base_paragraph": {3, 4, 5}}
# Options of a reading, paragraphs of a subsection, rules that can bind.
PLACES = set(range(8))
# Cents of a dollar, basis points of a whole, thirds, the blank, and the limit that is none (2 to the power 62).
CONVERSIONS = {"_CENTS": {100}, "WHOLE": {10_000}, "THIRDS": {3}, "UNKNOWN": {1}, "NO_LIMIT": {2, 62}}

Number = int | float | complex


def numbers_in(node: ast.AST) -> Iterator[Number]:
    """Every literal number below a node; true and false are none, nor is a place in a tuple, as in ``tier[3]``."""
    places = {id(child.slice) for child in ast.walk(node) if isinstance(child, ast.Subscript)}
    for child in ast.walk(node):
        if not isinstance(child, ast.Constant) or id(child) in places:
            continue
        if isinstance(child.value, Number) and not isinstance(child.value, bool):
            yield child.value


def constant_name(node: ast.stmt) -> str:
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def allowed_in(node: ast.stmt) -> set[int]:
    name = constant_name(node)
    if name in CONVERSIONS:
        return CONVERSIONS[name]
    if name.isupper():
        return PLACES
    function = node.name if isinstance(node, ast.FunctionDef) else ""
    return IN_FUNCTIONS | BY_FUNCTION.get(function, set())


def misplaced(source: str) -> list[str]:
    """The literals that have no place in a module of the section, each with the line of its statement."""
    found = []
    for node in ast.parse(source).body:
        for number in numbers_in(node):
            if type(number) is not int or number not in allowed_in(node):
                found.append(f"line {node.lineno}: {number}")
    return found


@pytest.mark.parametrize("path", SECTION, ids=lambda path: path.name)
def test_no_figure_of_the_statute_is_a_literal(path: Path) -> None:
    assert misplaced(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", SECTION, ids=lambda path: path.name)
def test_no_figure_is_hidden_in_text(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    assert not {"int", "float", "Decimal", "eval"}.intersection(calls)


def test_the_places_are_no_amounts() -> None:
    # What may stand as a place is too small to be an amount, a limit, a tier or a percentage of the statute.
    counts = {"thirds", "quarters", "highways"}
    values = {known.value for known in figures().values() if known.unit not in counts}
    assert not values & {place for place in PLACES if place > 0}


@pytest.mark.parametrize(
    "source",
    [
        "def f(facts, law):\n    return 1500",
        "def f(facts, law):\n    return 500_00 if facts.x else 0",
        "def f(jobs):\n    return jobs >= 251",
        "def f(jobs):\n    return jobs >= 35",
        "def f(x):\n    return x * 0.9",
        "def f(x, limit=35_000_000):\n    return min(x, limit)",
        "def f(x):\n    return x * 9 // 10",
        "def f(x):\n    return x // 3",
        "def f(x):\n    return x * 100",
        "_TIERS = (35, 70, 100)",
        "LIMIT = 15_000",
        "WHOLE = 9_000",
        "limit: int = 20",
        "def f(x):\n    return x[2:35]",
        "class A:\n    share = 90",
    ],
)
def test_a_literal_figure_is_found(source: str) -> None:
    assert misplaced(source)


@pytest.mark.parametrize("source", ["_BOTH = 1", "NECESSITY = 5", "WHOLE = 10_000", "def f(x):\n    return x[3] - 1"])
def test_structure_is_left_alone(source: str) -> None:
    assert misplaced(source) == []
