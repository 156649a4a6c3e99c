"""Many projects at once: the compiled law agrees with plain Python to the cent, and refuses with the same words."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from credit_core import Law, Scenario, evaluate, evaluate_frame
from credit_core.award import BONUS_NAMES, facts_of
from credit_core.batch import Columns, annual_awards, award_sheets, evaluate_compiled, evaluate_rows, is_ready
from credit_core.batch import _loops as loops
from credit_core.batch._frames import in_dollars
from credit_core.law import figures
from credit_core.published import published_awards
from credit_core.scenario import fact_field, fact_fields
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import AREA_FACTS, Bonus, Sheet, fill
from tests.strategies import corner_facts, corner_laws, facts, laws

CURRENT = Law.current()
CENTS = CURRENT.read(rounding="cent")
# Each example compares a whole batch.
BATCHES = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


def frame_of(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """The facts of each row, all columns of the contract, defaults where a row says nothing."""
    defaults = {field.name: field.default for field in fact_fields()}
    return pd.DataFrame([{**defaults, **row} for row in rows], columns=list(defaults), dtype=object)


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """The same facts as numbers in float64 and flags in bool, as an analyst's frame holds them."""
    kinds = {
        "whole": "float64",
        "money": "float64",
        "percent": "float64",
        "flag": "bool",
        "choice": "str",
        "text": "str",
    }
    return frame.astype({field.name: kinds[field.kind] for field in fact_fields()})


def columns_of(scenarios: list[Scenario]) -> Columns:
    rows = [facts_of(scenario) for scenario in scenarios]
    return Columns.of({name: np.array([getattr(row, name) for row in rows]) for name in Facts._fields})


@BATCHES
@given(st.lists(facts(), min_size=1, max_size=30), laws())
def test_the_compiled_law_gives_every_column_as_plain_python_does(rows: list[dict[str, Any]], law: Law) -> None:
    frame = frame_of(rows)
    expected = evaluate_rows(frame, law)
    pd.testing.assert_frame_equal(evaluate_compiled(frame, law), expected, check_exact=True)
    pd.testing.assert_frame_equal(evaluate_compiled(typed(frame), law), expected, check_exact=True)


@BATCHES
@given(st.lists(corner_facts(), min_size=1, max_size=30), corner_laws())
def test_nothing_wraps_at_the_bounds_of_facts_and_law(rows: list[dict[str, Any]], law: Law) -> None:
    scenarios = [Scenario(**row) for row in rows]
    columns = columns_of(scenarios)
    awards = [fill(facts_of(scenario), law.compiled).annual_award for scenario in scenarios]
    assert annual_awards(columns, law).tolist() == awards
    sheets = award_sheets(columns, law).sheet
    assert np.asarray(sheets.annual_award).tolist() == awards


def test_published_awards_come_out_as_one_by_one() -> None:
    scenarios = [award.scenario for award in published_awards()]
    singly = [evaluate(scenario).annual_award for scenario in scenarios]
    assert [Decimal(cents) / 100 for cents in annual_awards(columns_of(scenarios)).tolist()] == singly


def test_paterson_award_by_hand() -> None:
    # Accurate Box, Paterson: 51 new and 224 retained jobs, all at $14,500 (law-notes): 275 x 14,500 = 3,987,500.
    # $5,000 base, c(1) 1,500, c(4) 2,000, c(7) 251 to 400 jobs 500, c(8) 500, c(10) 5,000: 14,500.
    columns = Columns.of(
        {
            "new_jobs": np.array([51]),
            "retained_jobs": np.array([224]),
            "growth_zone": np.array([True]),
            "deep_poverty_pocket": np.array([True]),
            "transit_oriented_development": np.array([True]),
            "targeted_industry": np.array([True]),
            "industrial_capital_investment": np.array([200_00]),
            "capital_investment": np.array([200_00]),
            "minimum_capital_investment": np.array([100_00]),
        }
    )
    assert annual_awards(columns).tolist() == [3_987_500_00]


def test_more_rows_than_a_block_over_threads() -> None:
    # 300 jobs and more in a growth zone: base 5,000 and, from 251 jobs, 500; so 5,500 a job, below all limits.
    jobs = np.arange(50_000, dtype=np.int32) % 100 + 251
    columns = Columns.of({"new_jobs": jobs, "growth_zone": np.ones(len(jobs), np.bool_)})
    for threads in (1, 2, 5):
        assert (annual_awards(columns, threads=threads) == jobs.astype(np.int64) * 5_500_00).all()


def test_the_capital_route_stays_with_its_own_rows_from_block_to_block() -> None:
    # Camden, 250 new jobs and $30,000,000 of capital reach tier (e), which pays a tenth; by jobs it is 250 x $5,000.
    camden = np.arange(3 * loops.BLOCK + 5) % 7 == 0
    columns = Columns.of(
        {
            "new_jobs": np.where(camden, 250, 1),
            "capital_investment": np.full(len(camden), 30_000_000_00),
            "growth_zone": np.ones(len(camden), np.bool_),
            "municipal_rehabilitation": camden,
        }
    )
    expected = np.where(camden, 3_000_000_00, 5_000_00).tolist()
    assert annual_awards(columns).tolist() == expected
    assert (
        np.asarray(award_sheets(columns).sheet.annual_capital_route).tolist()
        == np.where(camden, 3_000_000_00, 0).tolist()
    )


def test_sheets_that_are_held_are_not_written_over() -> None:
    # Memory is handed out again, but only what nobody holds; a column alone keeps its sheets.
    columns = columns_of([Scenario(new_jobs=300, growth_zone=True)] * 3)
    held = award_sheets(columns).sheet.annual_award
    others = [award_sheets(columns_of([Scenario(new_jobs=1, growth_zone=True)] * 3)) for _ in range(5)]
    # 300 jobs: base 5,000 and 500 from 251 jobs; 1 job: the base alone.
    assert list(np.asarray(held)) == [300 * 5_500_00] * 3
    assert [list(np.asarray(each.sheet.annual_award)) for each in others] == [[5_000_00] * 3] * 5


def test_no_rows_at_all() -> None:
    assert annual_awards(Columns.of({}, 0)).tolist() == []
    assert list(evaluate_compiled(pd.DataFrame(), CURRENT).columns) == list(
        evaluate_rows(pd.DataFrame(), CURRENT).columns
    )


def test_loops_name_every_field_in_its_place() -> None:
    # The loops spell the fields out; as plain Python they must give each fact and each amount its own column.
    places = np.arange(len(Facts._fields))
    columns = Facts._make([number] * 3 for number in places)
    assert list(loops.facts_of_row(columns, 0)) == places.tolist()
    assert [list(part) for part in loops.facts_of_block(columns, 1, 3)] == [[number] * 2 for number in places]

    bonus = Bonus._make([100 + number] * 3 for number in range(len(Bonus._fields)))
    out: Any = Sheet._make([number] * 3 for number in range(len(Sheet._fields)))
    part = loops.sheet_of_block(out._replace(bonus=bonus), 1, 3)
    assert [cells[0] for cells in part.bonus] == [100 + number for number in range(len(Bonus._fields))]
    others = {name: cells for name, cells in part._asdict().items() if name != "bonus"}
    assert others == {name: [n] * 2 for n, name in enumerate(Sheet._fields) if name != "bonus"}


@pytest.mark.parametrize("bit", range(len(AREA_FACTS)))
def test_the_place_of_an_area_has_a_bit_for_each_of_its_facts(bit: int) -> None:
    columns: Any = Facts._make([1 if name == AREA_FACTS[bit] else 0] for name in Facts._fields)
    assert loops.area_place(columns, 0) == 2**bit


def test_dollars_beyond_two_to_the_53rd_cents_are_the_nearest_float() -> None:
    cents = [0, 2**53 - 1, 2**53 + 1, 2**53 + 99, 4 * 10**17 + 1, 123_456_789_012_345_678]
    assert in_dollars(np.array(cents)).tolist() == [float(Decimal(amount) / 100) for amount in cents]


def test_a_blank_limit_has_no_dollars() -> None:
    assert np.isnan(in_dollars(np.array([-1, 100], np.int32))).tolist() == [True, False]


def test_amounts_per_job_beyond_31_bits_are_held_in_full() -> None:
    # Every base and bonus at $1,000,000, the most that a figure may be: together more than 2,147,483,647 cents.
    million = dict.fromkeys([name for name in figures() if name.startswith(("base.", "bonus."))], 1_000_000)
    million |= dict.fromkeys(["maximum.c5", "maximum.c6", "maximum.c10"], 1_000_000)
    law = CURRENT.amend({**million, "gross_limit.d2": None, "annual_limit.f3": None})
    scenario = Scenario(new_jobs=2, urban_transit_hub_municipality=True, light_rail=True, targeted_industry=True)
    # The base, c(8), c(13) and the Authority's criterion: four times $1,000,000 for each of two jobs.
    sheet: Any = award_sheets(columns_of([scenario]), law).sheet
    assert sheet.annual_award.tolist() == [8_000_000_00]
    assert sheet.gross_amount.dtype == np.int64
    current: Any = award_sheets(columns_of([scenario]), CURRENT).sheet
    assert current.gross_amount.dtype == np.int32


@pytest.mark.parametrize("added", [1, 7])
def test_brackets_that_a_bill_adds_count(added: int) -> None:
    letters = "fghijkl"[:added]
    # Bracket (e) begins at 1,001 jobs; each added one begins 1,000 jobs later and pays $100 more than the one before.
    brackets = {f"threshold.c7{letter}": 2_000 + 1_000 * n for n, letter in enumerate(letters)}
    brackets |= {f"bonus.c7{letter}": 1_600 + 100 * n for n, letter in enumerate(letters)}
    law = CURRENT.amend(brackets)
    scenarios = [Scenario(new_jobs=jobs, other_eligible_area=True) for jobs in (1_999, 2_000, 8_000)]
    bonus: Any = award_sheets(columns_of(scenarios), law).sheet.bonus
    assert bonus.c7.tolist() == [1_500_00, 1_600_00, (1_600 + 100 * (added - 1)) * 100]


# What each row of a frame may hold that is right, odd or wrong.
CELLS: list[Any] = [
    None, float("nan"), pd.NA, pd.NaT, True, False, 0, 1, 2, -1, 10**8, 10**12, 10**30, 0.1, 0.5, 1.0, 1.005, -0.0,
    1e308, float("inf"), Decimal("1.25"), Decimal("0.001"), Decimal("NaN"), "", " ", "300", " 300 ", "1250.5",
    "1250.50", "1250.505", "1.500", "1e5", "$1,200", "35 %", "yes", "No", "TRUE", "maybe", "=1+1", "Camden", "camden",
    "industrial", "new", "é", "a\tb", "x" * 201, date(2020, 1, 1), pd.Timestamp("2020-01-01"), np.int16(7),
    np.float32(0.1), np.bool_(True),
    "99999999999.0000001", "00012", "-5", "+5", "١٢", "\u00a0", "1\n", b"12", (1, 2),
]  # fmt: skip


@BATCHES
@given(
    st.lists(st.fixed_dictionaries({f.name: st.sampled_from([f.default, *CELLS]) for f in fact_fields()}), max_size=8)
)
def test_odd_cells_meet_the_same_words_in_both(rows: list[dict[str, Any]]) -> None:
    frame = pd.DataFrame(rows, columns=[field.name for field in fact_fields()], dtype=object)
    pd.testing.assert_frame_equal(evaluate_compiled(frame, CURRENT), evaluate_rows(frame, CURRENT))


# One fact of each kind, with and without a blank: within a kind, facts differ by their bounds alone.
KINDS = ["new_jobs", "jobs_new_to_municipality", "capital_investment", "annual_withholdings", "solar_percent",
         "net_benefit", "growth_zone", "county", "facility_use", "name"]  # fmt: skip


@pytest.mark.parametrize("field", [fact_field(name) for name in KINDS], ids=lambda field: field.name)
def test_each_odd_cell_alone_meets_the_same_words_in_both(field: Any) -> None:
    frame = pd.DataFrame({field.name: pd.Series(CELLS, dtype=object)})
    pd.testing.assert_frame_equal(evaluate_compiled(frame, CURRENT), evaluate_rows(frame, CURRENT))
    for column in same_types(CELLS):
        frame = pd.DataFrame({field.name: column})
        pd.testing.assert_frame_equal(evaluate_compiled(frame, CURRENT), evaluate_rows(frame, CURRENT))


def same_types(cells: list[Any]) -> Iterator[pd.Series]:
    yield pd.Series([cell for cell in cells if isinstance(cell, str)], dtype="str")
    yield pd.Series([cell for cell in cells if isinstance(cell, str)], dtype="category")
    yield pd.Series([cell for cell in cells if type(cell) in (int, float)], dtype="float64")
    yield pd.Series([cell for cell in cells if type(cell) is int and abs(cell) < 2**63], dtype="int64")
    yield pd.Series([0, 1, 2**64 - 1], dtype="uint64")
    yield pd.Series([0.1, 1.0, 2.0], dtype="float32")
    yield pd.Series([1, None, 0], dtype="Int64")
    yield pd.Series([True, None, False], dtype="boolean")
    yield pd.Series([True, False])
    yield pd.Series([Decimal("1.25"), Decimal("3"), None], dtype=pd.ArrowDtype(pa.decimal128(12, 2)))
    yield pd.Series([Decimal("1.255"), Decimal("3"), None], dtype=pd.ArrowDtype(pa.decimal128(12, 3)))
    yield pd.Series(["2020-01-01"], dtype="datetime64[ns]")
    yield pd.Series([None, None], dtype=object)


def test_a_wrong_column_leaves_every_row_without_award_and_says_so() -> None:
    frame = pd.DataFrame({"new_job": [1, 2], "new_jobs": [300, -1], "growth_zone": [True, True]})
    result = evaluate_compiled(frame, CURRENT)
    pd.testing.assert_frame_equal(result, evaluate_rows(frame, CURRENT))
    assert result["annual_award"].isna().all()
    assert result["problems"][0] == 'column "new_job" is no fact of a scenario; did you mean "new_jobs"?'


def test_nothing_is_held_against_a_cell_that_could_not_be_read() -> None:
    frame = pd.DataFrame({"capital_investment": ["$9"], "industrial_capital_investment": ["5"]})
    assert "industrial" not in evaluate_rows(frame, CURRENT)["problems"][0]


def test_a_bad_row_costs_no_other_row_its_award() -> None:
    rows = 20_000
    frame = pd.DataFrame({"new_jobs": [300.0] * rows, "growth_zone": True}, index=range(7, 7 + rows))
    frame.iloc[11, 0] = -1.0
    result = evaluate_frame(frame)
    assert is_ready()
    assert result.index.equals(frame.index)
    assert result["annual_award"].isna().sum() == 1
    assert result["annual_award"].drop(18).eq(300 * 5_500).all()
    assert result["problems"][18].endswith("must not be negative; given: -1.0")


def test_a_changed_base_reaches_the_compiled_law() -> None:
    columns = Columns.of({"new_jobs": np.array([100]), "growth_zone": np.array([True])})
    amended = CURRENT.amend({"base.b1a": 6000})
    assert (annual_awards(columns, amended) - annual_awards(columns)).tolist() == [100 * 1_000_00]


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"new_jobs": np.array([-2])}, "new_jobs must lie between 0"),
        ({"capital_investment": np.array([10**14])}, "capital_investment must lie between"),
        ({"capital_investment": np.array([1.5])}, "capital_investment must hold whole numbers"),
        ({"capital_investment": np.array([np.nan])}, "capital_investment must lie between"),
        ({"county": np.array([1])}, '"county" is no fact that a rule reads'),
        ({"new_jobs": np.array([1]), "retained_jobs": np.array([1, 2])}, "columns must have one length"),
    ],
)
def test_columns_that_the_rules_could_not_bear_are_refused(arrays: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Columns.of(arrays)


def test_bonuses_have_the_columns_of_the_contract() -> None:
    frame = pd.DataFrame({"new_jobs": [1], "growth_zone": [True], "light_rail": [True], "authority_bonus": [12.34]})
    result = evaluate_compiled(frame, CURRENT)
    earned = {name: result[name][0] for name in BONUS_NAMES if result[name][0]}
    assert earned == {"bonus_c13": 1_000.0, "bonus_authority": 12.34}
