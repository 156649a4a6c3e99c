"""CSV text and table twins: what is a number stays one, and no text runs as a formula or as markup."""

import csv
from decimal import Decimal
from io import StringIO

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from credit_core import Law
from dashboard.exports import csv_text, law_words, neutral_text
from dashboard.tables import table_html

CURRENT = Law.current()
AMENDED = CURRENT.amend({"base.b1a": 6_000}).named("Bill 12")
DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"]


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert neutral_text(text) == f"'{text}"
    header, line = rows(csv_text(pd.DataFrame({text: [text]}), CURRENT))
    assert (header[0], line[0]) == (f"'{text}", f"'{text}")


@pytest.mark.parametrize("text", ["", "Camden", "a=b", "1-2", "'=1", " =1"])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert neutral_text(text) == text


def test_numbers_stay_numbers_negative_ones_too() -> None:
    frame = pd.DataFrame({"a": [-1_250.5, 3_000.0, None], "b": [-1, 0, 2], "c": [Decimal("-0.10"), Decimal(5), None]})
    assert [line[:3] for line in rows(csv_text(frame, CURRENT))[1:]] == [
        ["-1250.5", "-1", "-0.10"],
        ["3000", "0", "5"],
        ["", "2", ""],
    ]


def test_every_line_names_the_law() -> None:
    frame = pd.DataFrame({"a": [1, 2]})
    assert {line[-1] for line in rows(csv_text(frame, CURRENT))[1:]} == {"Current law (through P.L.2017, c.221)"}
    assert {line[-1] for line in rows(csv_text(frame, AMENDED))[1:]} == {"Bill 12 (not current law)"}
    assert law_words(CURRENT.read(rounding="cent")).startswith("Current law, 1 other reading")


def test_a_bill_named_like_a_formula_does_not_run() -> None:
    law = AMENDED.named("=1+1")
    assert rows(csv_text(pd.DataFrame({"a": [1]}), law))[1][-1].startswith("'=1+1")


@given(st.lists(st.text(), min_size=1))
def test_no_cell_of_any_text_begins_like_a_formula(texts: list[str]) -> None:
    for line in rows(csv_text(pd.DataFrame({"name": texts, "n": 1}), CURRENT))[1:]:
        assert not line[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_a_frame_without_rows_is_its_header() -> None:
    assert rows(csv_text(pd.DataFrame({"a": []}), CURRENT)) == [["a", "Law"]]


def test_a_table_formats_money_and_says_what_is_unknown() -> None:
    frame = pd.DataFrame(
        {"Step": ["Cut"], "Change (dollars a year)": [-1_250.5], "Jobs": [1_200], "Then (dollars)": [None]}
    )
    html = table_html(frame, caption="Award", law=CURRENT)
    assert '<th scope="row">Cut</th>' in html
    assert '<td class="number">-$1,250.50</td><td class="number">1,200</td>' in html
    assert "<td>\N{EN DASH}</td>" in html
    assert '<th scope="col" class="number">Change (dollars a year)</th>' in html


def test_a_table_shows_text_and_does_not_run_it() -> None:
    html = table_html(pd.DataFrame({"<i>": ["<script>"]}), caption="<b>", law=CURRENT)
    assert "<script>" not in html
    assert "<i>" not in html
    assert "<b>" not in html


def test_a_table_under_an_amended_law_says_so() -> None:
    assert "Bill 12 (not current law)" in table_html(pd.DataFrame({"a": [1]}), caption="Award", law=AMENDED)
    assert "current law" not in table_html(pd.DataFrame({"a": [1]}), caption="Award", law=CURRENT)
