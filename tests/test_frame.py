"""Many scenarios at once in a frame: the same award as one at a time, a problem by row, and never an exception."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from credit_core.award import AWARD_COLUMNS, evaluate
from credit_core.codec import cell_text
from credit_core.frame import evaluate_frame
from credit_core.law import Law
from credit_core.scenario import Scenario, fact_fields
from tests.strategies import WIDE, facts, laws

# A frame takes longer than a scenario.
FRAMES = settings(WIDE, max_examples=80)

HUB = "urban_transit_hub_municipality"
FIELDS = [field.name for field in fact_fields()]


def one(law: Law | None = None, /, **cells: Any) -> pd.Series:
    """The only row of the frame of one row; a cell may be of any type."""
    columns = {name: pd.Series([cell], dtype=object) for name, cell in cells.items()}
    return evaluate_frame(pd.DataFrame(columns), law).iloc[0]


def assert_is_the_award(row: pd.Series, scenario: Scenario, law: Law) -> None:
    for name, expected in evaluate(scenario, law).as_row().items():
        if isinstance(expected, Decimal):
            assert row[name] == float(expected), name
        elif expected is None:
            assert math.isnan(row[name]), name
        elif name == "problems":
            assert row[name] == ""
        else:
            assert row[name] == expected, name


def assert_is_empty(row: pd.Series) -> None:
    assert row.drop("problems").isna().all(), row


@FRAMES
@given(st.lists(facts(), min_size=1, max_size=4), laws())
def test_frame_and_single_agree_for_any_facts(given_facts: list[dict[str, Any]], law: Law) -> None:
    # All columns are there; a fact that was not given is its default.
    scenarios = [Scenario(**row) for row in given_facts]
    frame = pd.DataFrame([dict(scenario) for scenario in scenarios], dtype=object)
    found = evaluate_frame(frame, law)
    for place, scenario in enumerate(scenarios):
        assert_is_the_award(found.iloc[place], scenario, law)


@FRAMES
@given(facts(), laws())
def test_any_subset_of_the_columns_will_do_and_the_rest_is_default(given_facts: dict[str, Any], law: Law) -> None:
    if given_facts:  # a frame of one row needs a column to have a row
        assert_is_the_award(one(law, **given_facts), Scenario(**given_facts), law)


@FRAMES
@given(st.lists(facts(), min_size=1, max_size=4))
def test_a_frame_of_text_as_a_file_has_it_agrees(given_facts: list[dict[str, Any]]) -> None:
    scenarios = [Scenario(**row) for row in given_facts]
    cells = [{name: cell_text(name, getattr(scenario, name)) for name in FIELDS} for scenario in scenarios]
    found = evaluate_frame(pd.DataFrame(cells))
    for place, scenario in enumerate(scenarios):
        assert_is_the_award(found.iloc[place], scenario, Law.current())


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.decimals(),
    st.fractions(),
    st.complex_numbers(),
    st.text(st.characters(), max_size=20),
    st.binary(max_size=5),
    st.lists(st.integers(), max_size=3),
    st.just(np.array([1, 2])),
    st.just(pd.NA),
    st.just(pd.NaT),
    st.datetimes(),
    st.just(object()),
)


@FRAMES
@given(st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=10), ANYTHING, min_size=1, max_size=6))
def test_no_content_of_a_row_raises(cells: dict[str, Any]) -> None:
    row = one(**cells)
    if row["problems"]:
        assert_is_empty(row)
    else:
        assert not math.isnan(row["annual_award"])


def test_index_and_order_are_kept() -> None:
    frame = pd.DataFrame({"new_jobs": [3, 1, 2], HUB: True}, index=["c", "a", "c"])
    found = evaluate_frame(frame)
    assert list(found.index) == ["c", "a", "c"]
    assert list(found["annual_award"]) == [15_000, 5_000, 10_000]
    assert list(frame.columns) == ["new_jobs", HUB]  # what was given is left as it was


def test_an_index_of_several_levels_is_kept() -> None:
    index = pd.MultiIndex.from_tuples([("x", 1), ("x", 2)], names=["site", "plan"])
    found = evaluate_frame(pd.DataFrame({"new_jobs": [1, 2], HUB: True}, index=index))
    assert found.index.equals(index)
    assert found.index.names == ["site", "plan"]


def test_the_columns_are_the_sheets() -> None:
    found = evaluate_frame(pd.DataFrame({"new_jobs": [1]}))
    assert list(found.columns)[: len(AWARD_COLUMNS)] == list(AWARD_COLUMNS)


def test_a_bad_row_is_empty_says_why_and_spoils_no_other() -> None:
    frame = pd.DataFrame({"new_jobs": [10, -1, 10], "county": ["Salem", "Salem", "Salme"], HUB: True})
    found = evaluate_frame(frame)
    assert found["annual_award"].tolist()[0] == 50_000
    assert_is_empty(found.iloc[1])
    assert_is_empty(found.iloc[2])
    assert found["problems"].iloc[0] == ""
    assert "new_jobs" in found["problems"].iloc[1]
    assert "negative" in found["problems"].iloc[1]
    assert "-1" in found["problems"].iloc[1]
    assert 'did you mean "Salem"?' in found["problems"].iloc[2]


def test_all_problems_of_a_row_are_told_at_once() -> None:
    words = one(new_jobs=-1, county="Salme", growth_zone="maybe", average_salary="$1,200")["problems"]
    assert all(name in words for name in ("new_jobs", "county", "growth_zone", "average_salary"))


@pytest.mark.parametrize(("name", "near"), [("new_job", "new_jobs"), ("growthzone", "growth_zone")])
def test_an_unknown_column_is_told_with_the_nearest(name: str, near: str) -> None:
    found = evaluate_frame(pd.DataFrame({name: [1, 2], HUB: True}))
    for place in range(2):
        assert_is_empty(found.iloc[place])
        assert f'"{name}"' in found["problems"].iloc[place]
        assert f'did you mean "{near}"?' in found["problems"].iloc[place]


def test_a_column_that_stands_twice_is_told() -> None:
    frame = pd.DataFrame([[1, 2]], columns=["new_jobs", "new_jobs"])
    assert "new_jobs" in evaluate_frame(frame)["problems"].iloc[0]


def test_columns_without_text_names_are_told() -> None:
    assert '"0"' in evaluate_frame(pd.DataFrame([[5]]))["problems"].iloc[0]


@pytest.mark.parametrize("cell", [None, math.nan, np.nan, pd.NA, pd.NaT, "", " "])
@pytest.mark.parametrize("name", ["amount_necessary", "annual_withholdings", "average_salary", "net_benefit"])
def test_a_blank_is_unknown_and_not_zero(name: str, cell: Any) -> None:
    row = one(**{name: cell, "priority_area": True, "new_jobs": 100})
    assert row["annual_award"] == 300_000
    assert row["problems"] == ""


@pytest.mark.parametrize("cell", [None, math.nan, pd.NA, ""])
@pytest.mark.parametrize("name", ["new_jobs", "growth_zone", "capital_investment", "solar_percent"])
def test_a_blank_elsewhere_is_told(name: str, cell: Any) -> None:
    row = one(**{name: cell})
    assert_is_empty(row)
    assert name in row["problems"]
    assert "blank" in row["problems"]


@pytest.mark.parametrize("cell", [True, 1, 1.0, "1", "yes", "true", "TRUE", np.True_, np.int64(1), np.float64(1)])
def test_true_may_be_written_in_many_ways(cell: Any) -> None:
    row = one(**{HUB: cell, "new_jobs": 1})
    assert (row["problems"], row["annual_award"]) == ("", 5_000)


@pytest.mark.parametrize("cell", [False, 0, 0.0, "0", "no", "false", "No", np.False_, np.int8(0)])
def test_false_may_be_written_in_many_ways(cell: Any) -> None:
    row = one(**{HUB: cell, "new_jobs": 1})
    assert (row["problems"], row["binding"]) == ("", "not_eligible")


@pytest.mark.parametrize("cell", [2, -1, 0.5, "maybe", "y", [True], np.array([1, 2]), pd.Timestamp(0)])
def test_anything_else_is_neither_true_nor_false(cell: Any) -> None:
    row = one(**{HUB: cell})
    assert_is_empty(row)
    assert HUB in row["problems"]


@pytest.mark.parametrize(
    ("cell", "rule"),
    [
        (True, "number"),
        ("ten", "number"),
        ("1e5", "number"),
        ("$1,200", "1200"),
        ("1,200", "1200"),
        (1e308, "at most"),
        (math.inf, "finite"),
        (10**400, "at most"),
        (Fraction(10**400), ""),
        (1.5, "whole number"),
        ("1.5", "whole number"),
        (-0.5, "negative"),
        (3 + 4j, "number"),
        (b"5", "number"),
        (pd.Timestamp(0), "number"),
        (np.array([1, 2]), "number"),
        ("\ud800", "number"),
        ("\u0663", "number"),
    ],
)
def test_what_is_no_number_of_jobs_is_told(cell: Any, rule: str) -> None:
    row = one(new_jobs=cell, **{HUB: True})
    assert_is_empty(row)
    assert "new_jobs" in row["problems"]
    assert rule in row["problems"]


@pytest.mark.parametrize("cell", [300, 300.0, "300", " 300 ", Decimal(300), np.int16(300), np.float32(300)])
def test_a_number_may_come_in_many_types(cell: Any) -> None:
    row = one(new_jobs=cell, **{HUB: True})
    assert (row["problems"], row["annual_award"]) == ("", 1_650_000)  # 300 x (5,000 + 500)


@pytest.mark.parametrize(
    "dtype", ["int8", "int16", "uint16", "int64", "float32", "float64", "Int64", "Float64", "int64[pyarrow]", "object"]
)
def test_a_column_may_have_any_numeric_type(dtype: str) -> None:
    frame = pd.DataFrame({"new_jobs": pd.Series([100, 10], dtype=dtype), HUB: True})
    assert evaluate_frame(frame)["annual_award"].tolist() == [500_000, 50_000]


@pytest.mark.parametrize("dtype", ["object", "str", "category", "string[pyarrow]"])
def test_a_column_of_text_may_have_any_type(dtype: str) -> None:
    frame = pd.DataFrame({"county": pd.Series(["Salem", "Hudson"], dtype=dtype), HUB: True})
    found = evaluate_frame(frame.assign(revitalization_index_2007=466))
    assert found["bonus_c12"].tolist() == [1_000, 0]


@pytest.mark.parametrize("dtype", ["bool", "boolean", "bool[pyarrow]", "object", "int8"])
def test_a_column_of_flags_may_have_any_type(dtype: str) -> None:
    frame = pd.DataFrame({HUB: pd.Series([True, False], dtype=dtype), "new_jobs": 1})
    assert evaluate_frame(frame)["annual_award"].tolist() == [5_000, 0]


def test_dollars_in_float_columns_are_what_was_written() -> None:
    # 0.1 + 0.2 written as 0.3; a bonus of 0.30 for each of 10 jobs is 3.00.
    frame = pd.DataFrame({"authority_bonus": [0.3, 0.29, 1250.55], "new_jobs": 10, HUB: True})
    assert evaluate_frame(frame)["annual_award"].tolist() == [50_003.0, 50_002.9, 62_505.5]


def test_a_float_that_is_no_whole_cent_is_told() -> None:
    assert "two decimals" in one(authority_bonus=0.1 + 0.2)["problems"]


def test_a_blank_limit_is_missing() -> None:
    lifted = one(Law.current().amend({"gross_limit.d2": None}), **{HUB: True})
    assert math.isnan(lifted["gross_limit"])
    assert math.isnan(lifted["withholdings_limit"])
    assert lifted["annual_limit"] == 10_000_000


def test_an_amended_law() -> None:
    law = Law.current().amend({"base.b1a": 6_000})
    frame = pd.DataFrame({"new_jobs": [300], HUB: True})
    assert evaluate_frame(frame, law=law)["annual_award"].tolist() == [1_950_000]  # 300 x (6,000 + 500)


@pytest.mark.parametrize("frame", [pd.DataFrame(), pd.DataFrame({"new_jobs": []}), pd.DataFrame({"nonsense": []})])
def test_a_frame_without_rows(frame: pd.DataFrame) -> None:
    found = evaluate_frame(frame)
    assert len(found) == 0
    assert list(found.columns)[: len(AWARD_COLUMNS)] == list(AWARD_COLUMNS)
    assert found["annual_award"].dtype == np.float64


def test_a_frame_without_columns_has_its_rows() -> None:
    found = evaluate_frame(pd.DataFrame(index=[5, 6]))
    assert list(found.index) == [5, 6]
    assert list(found["binding"]) == ["not_eligible", "not_eligible"]


def test_types_are_the_same_whatever_the_rows_hold() -> None:
    good, bad = (evaluate_frame(pd.DataFrame({"new_jobs": [jobs]})).dtypes for jobs in (1, -1))
    assert good.equals(bad)
    assert good["annual_award"] == np.float64


def test_a_misfit_is_told_in_its_row() -> None:
    frame = pd.DataFrame({"capital_investment": [5, 5], "industrial_capital_investment": [5, 6], HUB: True})
    found = evaluate_frame(frame)
    assert found["problems"].iloc[0] == ""
    assert "industrial_capital_investment" in found["problems"].iloc[1]


def test_what_is_no_frame_no_scenario_or_no_law_is_told_by_its_type() -> None:
    other: Any = [{"new_jobs": 1}]
    with pytest.raises(TypeError, match=r"takes a pandas DataFrame.*; given: list"):
        evaluate_frame(other)
    with pytest.raises(TypeError, match=r"takes a Scenario.*; given: dict"):
        evaluate(other[0])
    law: Any = "x"
    with pytest.raises(TypeError, match=r"law must be a Law.*; given: str"):
        evaluate_frame(pd.DataFrame({"new_jobs": [1]}), law=law)
    with pytest.raises(TypeError, match=r"law must be a Law.*; given: str"):
        evaluate(Scenario(), law)
