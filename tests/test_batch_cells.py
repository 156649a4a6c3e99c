"""Cells of every type in whole columns: the compiled way says of each what the way of single rows says."""

import datetime
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from credit_core.batch import Columns, annual_awards, evaluate_compiled, evaluate_rows
from credit_core.law import Law

CURRENT = Law.current()

# Of each kind of fact the cells of other rows: as Python has them, as text, and as databases export them.
NEIGHBOURS: list[dict[str, Any]] = [
    {
        "name": "Mill", "county": "Salem", "growth_zone": True, "new_jobs": 300, "authority_bonus": 3.5,
        "solar_percent": 50, "annual_withholdings": 900_000, "net_benefit": 5.25, "minimum_capital_investment": 7,
    },
    {
        "name": "3", "county": "", "growth_zone": "yes", "new_jobs": "300", "authority_bonus": "3.5",
        "solar_percent": "50", "annual_withholdings": "", "net_benefit": "-1", "minimum_capital_investment": " 7 ",
    },
    {
        "name": None, "county": pd.NA, "growth_zone": 1, "new_jobs": 300.0, "authority_bonus": Decimal("3.50"),
        "solar_percent": Decimal(50), "annual_withholdings": None, "net_benefit": math.nan,
        "minimum_capital_investment": pd.NaT,
    },
]  # fmt: skip

ODD: list[Any] = [
    *map(Decimal, ("NaN", "sNaN", "-NaN", "Infinity", "-Infinity", "-0", "-0.00", "1.005", "1E+2", "1E+400", "1E-400")),
    *(np.int64(3), np.int8(1), np.uint64(2**64 - 1), np.float64(3), np.float64("nan"), np.float32(0.1)),
    *(np.float32("nan"), np.float16(3), np.longdouble(3), np.bool_(True), np.str_("Salem"), np.bytes_(b"1")),
    *(np.datetime64("NaT"), np.datetime64("2020-01-01"), np.timedelta64("NaT"), np.timedelta64(1, "s")),
    *(b"5", bytearray(b"5"), [], [1], {}, {"a": 1}, (1,), {1}, np.array([]), np.array([1, 2]), np.array(1)),
    *(2**53 + 1, 2**63, 2**64, -(10**30), 10**400, 10**5000),
    *(None, pd.NA, pd.NaT, math.nan, math.inf, -math.inf, -0.0, 5e-324, 1e308, 0.1 + 0.2, True, False, 0, 1),
    *(datetime.datetime(2020, 1, 1), datetime.date(2020, 1, 1), datetime.time(1), datetime.timedelta(1)),
    *(pd.Timestamp(0), pd.Timedelta(1), pd.Period("2020"), pd.Interval(0, 1), 1 + 2j, Fraction(1, 3), object),
    *("", "  ", "3", "\u0663", "1e5", "3\u00a0", "\u20033", "\x00", "\ud800", "x" * 500),
]


def columns(odd: Any, neighbours: dict[str, Any]) -> pd.DataFrame:
    """A row for each fact, in which that fact alone is the odd cell; the last row has none."""
    names = list(neighbours)
    frame = pd.DataFrame({name: pd.Series([None] * (len(names) + 1), dtype=object) for name in names})
    for name in names:
        cells = np.empty(len(names) + 1, object)
        cells[:] = [neighbours[name]] * len(cells)
        cells[names.index(name)] = odd
        frame[name] = pd.Series(cells, dtype=object)
    return frame


@pytest.mark.parametrize("odd", ODD, ids=[f"{place}-{type(cell).__name__}" for place, cell in enumerate(ODD)])
@pytest.mark.parametrize("neighbours", NEIGHBOURS, ids=["python", "text", "database"])
def test_a_cell_of_any_type_is_judged_alike_by_column_and_by_row(odd: Any, neighbours: dict[str, Any]) -> None:
    frame = columns(odd, neighbours)
    pd.testing.assert_frame_equal(evaluate_compiled(frame, CURRENT), evaluate_rows(frame, CURRENT))


@pytest.mark.parametrize("evaluate", [evaluate_compiled, evaluate_rows])
@pytest.mark.parametrize("text", ["NaN", "sNaN"])
@pytest.mark.parametrize("name", ["annual_withholdings", "net_benefit", "minimum_capital_investment"])
def test_a_decimal_that_is_no_number_is_no_blank(evaluate: Any, text: str, name: str) -> None:
    cells = pd.Series([Decimal(text), None], dtype=object)
    found = evaluate(pd.DataFrame({name: cells, "new_jobs": 100, "priority_area": True}), CURRENT)
    assert f"must be a finite number; given: {text}" in found["problems"][0]
    assert math.isnan(found["annual_award"][0])
    assert found["annual_award"][1] == 300_000  # 100 x 3,000: a blank limit is not tested


@pytest.mark.parametrize("evaluate", [evaluate_compiled, evaluate_rows])
@pytest.mark.parametrize("number", [3, np.int64(3), np.uint8(3)])
def test_a_whole_number_is_a_label_whatever_its_type(evaluate: Any, number: Any) -> None:
    found = evaluate(pd.DataFrame({"name": pd.Series([number], dtype=object)}), CURRENT)
    assert found["problems"].tolist() == [""]


@pytest.mark.parametrize("evaluate", [evaluate_compiled, evaluate_rows])
def test_what_arrays_would_misread_in_categories_is_told(evaluate: Any) -> None:
    cells: list[Any] = [np.float32(0.1), "3", None]
    kinds: Any = pd.Series(cells[:2], dtype=object)
    column = pd.Series(pd.Categorical(cells, categories=kinds))
    found = evaluate(pd.DataFrame({"authority_bonus": column, "new_jobs": 1}), CURRENT)
    assert ["authority_bonus" in words for words in found["problems"]] == [True, False, True]


NO_ROWS: list[tuple[Any, str]] = [
    (np.array([[1, 2], [3, 4]]), "ndarray of int64, 2-dimensional"),
    (np.zeros((2, 0), np.int64), "ndarray of int64, 2-dimensional"),
    (np.array(1), "ndarray of int64, 0-dimensional"),
    (np.array(["1"]), "ndarray of <U1, 1-dimensional"),
    (np.array([b"1"]), r"ndarray of \|S1, 1-dimensional"),
    (np.array([None]), "ndarray of object, 1-dimensional"),
    (np.array([1], object), "ndarray of object, 1-dimensional"),
    (np.array([1], "m8[s]"), r"ndarray of timedelta64\[s\], 1-dimensional"),
    (np.array(["2020"], "M8[s]"), r"ndarray of datetime64\[s\], 1-dimensional"),
    (np.array([1 + 0j]), "ndarray of complex128, 1-dimensional"),
    (np.zeros(1, [("a", np.int64)]), r"ndarray of \[\('a', '<i8'\)\], 1-dimensional"),
    (np.ma.masked_array([1, 2], [False, True]), "MaskedArray of int64, 1-dimensional"),
    (pd.array([1, None], "Int64"), "IntegerArray"),
    (pd.DataFrame({"a": [1, 2]}), "DataFrame of int64, 2-dimensional"),
    ([[1], [1, 2]], "list"),
    ([None], "list of object, 1-dimensional"),
    (["1"], "list of <U1, 1-dimensional"),
    ("12", "str"),
    (b"12", "bytes"),
    (5, "int"),
    (None, "NoneType"),
    ({"a": 1}, "dict"),
    ({1}, "set"),
    (iter([1]), "list_iterator"),
]


@pytest.mark.parametrize("name", ["new_jobs", "growth_zone", "annual_withholdings"])
@pytest.mark.parametrize(
    ("given", "words"), NO_ROWS, ids=[f"{place}-{type(row[0]).__name__}" for place, row in enumerate(NO_ROWS)]
)
def test_what_is_no_row_of_numbers_is_refused_by_the_name_of_its_column(name: str, given: Any, words: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name} must be a one-dimensional array of numbers.*; given: {words}"):
        Columns.of({name: given})


@pytest.mark.parametrize(
    "jobs",
    [
        *(
            [100, 0],
            (100, 0),
            [100.0, 0.0],
            range(100, -1, -100),
            np.array([100, 0], np.uint64),
            np.array([100.0, 0.0]),
        ),
        *(pd.Series([100, 0]), pd.array([100, 0], "Int64"), pd.Series([100, 0], dtype="int64[pyarrow]")),
        np.ma.masked_array([100, 0], [False, False]),
    ],
    ids=lambda jobs: f"{type(jobs).__name__}-{getattr(jobs, 'dtype', '')}",
)
def test_any_row_of_whole_numbers_will_do(jobs: Any) -> None:
    columns = Columns.of({"new_jobs": jobs, "priority_area": [True, True]})
    assert annual_awards(columns).tolist() == [300_000_00, 0]  # 100 x 3,000, in cents


@pytest.mark.parametrize("dtype", ["Int64", "float64", "int64[pyarrow]"])
@pytest.mark.parametrize("name", ["new_jobs", "annual_withholdings"])
def test_a_missing_cell_is_no_blank_of_the_rules(name: str, dtype: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} must "):
        Columns.of({name: pd.Series([1, None], dtype=dtype)})


def test_a_row_of_nothing_has_no_rows() -> None:
    assert len(Columns.of({"new_jobs": []})) == 0
