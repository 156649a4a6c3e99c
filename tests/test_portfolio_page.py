"""Portfolio as it is drawn: a file, its columns, its check, the run, what is shown, and every file that is no use.

Amounts are hand arithmetic on the statute: 300 jobs in a growth zone earn 5,500 each (b(1)(a), c(7)), 1,650,000 a year.
"""

import json
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from credit_core.batch import Format, table_bytes
from credit_core.portfolio import compute, spread, summarise
from credit_core.published import published_awards
from dashboard.charts import chart_title
from dashboard.portfolio_figures import (
    award_band,
    award_bars,
    award_finding,
    place_bars,
    place_finding,
    point_finding,
    points_figure,
    rule_bars,
    rule_finding,
    size_band,
    size_finding,
)
from dashboard.portfolio_sample import sample_table
from dashboard.portfolio_sizes import known_files, size_text
from dashboard.portfolio_state import Portfolio
from dashboard.portfolio_view import _file_label, _files_words, _offered
from tests.test_hostile_files import UNUSABLE
from tests.test_sensitivity_page import chart_titles, html
from tests.test_state import app, ran

GOOD = b"name,new_jobs,growth_zone\nGood,300,yes\nBad,many,yes\nAlso good,100,yes\n"
MISNAMED = b"Company,New Jobs,growth_zone,remarks\nGood,300,yes,none\n"
SUMMARY = summarise(compute(sample_table()))


def page(**query: str) -> AppTest:
    test = app(v="1", **query)
    test.switch_page("pages/portfolio.py")
    return ran(test)


def given(test: AppTest, content: bytes, name: str = "projects.csv") -> AppTest:
    test.file_uploader(key="portfolio_file").set_value((name, content, "application/octet-stream"))
    return ran(test)


def pressed(test: AppTest, key: str) -> AppTest:
    test.button(key=key).click()
    return ran(test)


def computed(content: bytes, **query: str) -> AppTest:
    return pressed(given(page(**query), content), "portfolio_run")


def keys(test: AppTest) -> set[str]:
    return {button.key for button in test.button if button.key}


def held(test: AppTest) -> Portfolio:
    found = test.session_state["portfolio.held"]
    assert isinstance(found, Portfolio)
    return found


# ---- a file and its check -------------------------------------------------------------------------------------------


def test_without_a_portfolio_the_page_says_what_to_do() -> None:
    test = page()
    assert "Give a file of projects, or try the sample." in html(test)
    assert "200,000 rows and 50 MB" in test.file_uploader(key="portfolio_file").label
    assert "gross_leasable_sqft" in html(test)
    assert "portfolio_run" not in keys(test)


def test_the_check_comes_first_and_says_what_is_wrong_where_and_how_often() -> None:
    test = given(page(), GOOD)
    words = html(test)
    assert "projects.csv: 2 of 3 rows can be computed." in words
    assert "new_jobs (New full-time jobs) must be a plain number" in words
    assert "row 3" in words
    assert chart_titles(test) == []
    assert test.button(key="portfolio_run").label == "Compute 2 projects"


def test_a_bad_row_never_loses_the_rest() -> None:
    test = computed(GOOD)
    words = html(test)
    # 300 x 5,500 + 100 x 5,000.
    assert "$2,150,000" in words
    assert "2 of 3" in words
    (grid,) = test.dataframe
    assert grid.value["Project"].tolist() == ["Good", "Also good", "Bad"]
    assert "must be a plain number" in grid.value["Why there is no result"].tolist()[2]


def test_rows_that_could_not_be_read_are_named() -> None:
    test = given(page(), b"new_jobs,growth_zone\n300,yes\n5\n")
    assert "Row 3 has 1 cells, the header 2; it is left out." in html(test)
    assert "portfolio_run" in keys(test)


def test_where_no_row_can_be_used_there_is_nothing_to_run() -> None:
    test = given(page(), b"new_jobs\n$1,200\n".replace(b"$1,200", b'"$1,200"'))
    assert "No row can be computed." in html(test)
    assert "portfolio_run" not in keys(test)


def test_every_unusable_file_ends_in_its_message_and_the_app_goes_on() -> None:
    test = page()
    for case, (content, words) in UNUSABLE.items():
        given(test, content, f"{case}.csv")
        assert f"{case}.csv cannot be used." in html(test), case
        assert words.partition(": ")[2] in html(test), case
    given(test, GOOD)
    assert "cannot be used" not in html(test)
    assert "2 of 3 rows can be computed" in html(test)
    given(test, b"", "empty.csv")
    assert "empty.csv cannot be used. What was there before is kept: projects.csv." in html(test)
    assert held(test).name == "projects.csv"


# ---- what the columns mean ------------------------------------------------------------------------------------------


def meaning(test: AppTest, column: str) -> Any:
    return test.selectbox(key=f"portfolio_column_{held(test).number}_{column}")


def test_misnamed_columns_get_a_suggestion_that_can_be_changed() -> None:
    test = given(page(), MISNAMED)
    assert meaning(test, "New Jobs").value == "new_jobs"
    assert meaning(test, "Company").value == "name"
    assert meaning(test, "remarks").value == ""
    assert list(held(test).facts().columns) == ["name", "new_jobs", "growth_zone"]
    meaning(test, "New Jobs").set_value("retained_jobs")
    ran(test)
    assert list(held(test).facts().columns) == ["name", "retained_jobs", "growth_zone"]
    meaning(test, "New Jobs").set_value("")
    ran(test)
    assert list(held(test).facts().columns) == ["name", "growth_zone"]


def test_a_fact_is_offered_to_one_column_alone() -> None:
    test = given(page(), MISNAMED)
    assert not any("(growth_zone)" in option for option in meaning(test, "New Jobs").options)
    meaning(test, "remarks").set_value("new_jobs")
    ran(test)
    assert '"New Jobs" and "remarks" both stand for New full-time jobs' in html(test)
    assert "portfolio_run" not in keys(test)


def test_a_new_meaning_ends_the_results() -> None:
    test = pressed(given(page(), MISNAMED), "portfolio_run")
    assert len(chart_titles(test)) == 5
    meaning(test, "New Jobs").set_value("")
    ran(test)
    assert chart_titles(test) == []


def test_a_problem_names_the_column_of_the_file() -> None:
    test = given(page(), MISNAMED.replace(b"300", b"x"))
    assert "New Jobs (new_jobs)" in html(test)


def test_a_file_without_any_fact_says_so() -> None:
    test = given(page(), b"alpha,beta\n1,2\n")
    assert "No column of the file is a fact." in html(test)
    assert "portfolio_run" not in keys(test)


def test_hundreds_of_unknown_columns_do_not_drown_the_page() -> None:
    names = ",".join(f"zz{number}" for number in range(400))
    test = given(page(), f"new_jobs,{names}\n1,{names}\n".encode())
    assert sum(box.key.startswith("portfolio_column") for box in test.selectbox if box.key) == 60
    assert "340 more columns: rename them in the file to use them." in html(test)
    assert "all 1 row can be computed" in html(test)


def test_results_given_again_are_computed_anew() -> None:
    content = b"new_jobs,growth_zone,annual_award,law\n300,yes,1,another\n"
    test = given(page(), content)
    assert "2 columns of an earlier result will be computed anew." in html(test)
    assert "$1,650,000" in html(pressed(test, "portfolio_run"))


# ---- results --------------------------------------------------------------------------------------------------------


def test_the_sample_is_there_at_one_click() -> None:
    test = pressed(page(), "portfolio_sample")
    assert "Sample portfolio: all 25 rows can be computed." in html(test)
    pressed(test, "portfolio_run")
    assert len(chart_titles(test)) == 5
    assert "25 of 25" in html(test)


def test_the_sample_has_every_published_award_and_names_what_nobody_made() -> None:
    names = sample_table()["name"].tolist()
    published = [award.name for award in published_awards()]
    assert names[: len(published)] == published
    assert all(name.endswith("(invented)") for name in names[len(published) :])


def test_a_portfolio_can_be_put_away() -> None:
    test = pressed(pressed(page(), "portfolio_sample"), "portfolio_put_away")
    assert "Give a file of projects" in html(test)


def test_any_row_opens_in_explore_with_its_law() -> None:
    test = computed(GOOD, **{"law.base.b1a": "6000"})
    test.number_input(key="portfolio_row").set_value(4)
    ran(test)
    # 100 x 6,000 under the amended base.
    assert "Also good: $600,000 a year, maximum by formula, amended law (not current law)." in html(test)
    pressed(test, "portfolio_open")
    ran(test)
    address = dict(test.query_params)
    assert (address["name"], address["new_jobs"], address["law.base.b1a"]) == ("Also good", "100", "6000")


def test_a_row_without_a_result_says_why_and_opens_nothing() -> None:
    test = computed(GOOD)
    test.number_input(key="portfolio_row").set_value(3)
    ran(test)
    assert "Row 3 has no result: new_jobs (New full-time jobs)" in html(test)
    assert "portfolio_open" not in keys(test)


def test_rows_are_found_by_name_and_ordered() -> None:
    test = computed(GOOD)
    test.text_input(key="portfolio_find").set_value("good")
    ran(test)
    assert test.dataframe[0].value["Row"].tolist() == [2, 4]
    test.text_input(key="portfolio_find").set_value("")
    test.selectbox(key="portfolio_order").set_value("problems")
    ran(test)
    assert test.dataframe[0].value["Row"].tolist() == [3, 2, 4]
    test.text_input(key="portfolio_find").set_value("nobody")
    ran(test)
    assert "No row holds these words" in html(test)


def test_jobs_and_whole_dollars_are_written_without_cents_and_names_have_room() -> None:
    # 1,200 x 6,500 = 7,800,000; 90 % of 0.12 dollars withheld is 0.108, down to 0.10.
    name = "A factory whose name is rather long (invented)"
    grid = computed(f"name,new_jobs,growth_zone\n{name},1200,yes\n".encode()).dataframe[0]
    columns = json.loads(grid.proto.columns)
    written = {title: columns[title]["type_config"]["format"] for title in ("New jobs", "Each year", "Over the period")}
    assert written == {"New jobs": "%,d", "Each year": "$%,d", "Over the period": "$%,d"}
    assert columns["Project"]["width"] > 6 * len(name)
    cents = computed(b"new_jobs,other_eligible_area,annual_withholdings\n10,yes,0.12\n").dataframe[0]
    assert json.loads(cents.proto.columns)["Each year"]["type_config"]["format"] == "$%,.2f"


def test_under_an_amended_law_everything_says_so() -> None:
    test = computed(GOOD, **{"law.base.b1a": "6000"})
    # 300 x 6,500 + 100 x 6,000.
    assert "$2,550,000" in html(test)
    assert len(chart_titles(test)) == 5
    assert all("not current law" in title for title in chart_titles(test))
    assert "maximum by formula, 2 projects, amended law (not current law)" in html(test)
    names = [str(button.proto.label) for button in test.get("download_button")]
    assert {"Results as CSV", "Results as XLSX", "Results as Parquet"} <= set(names)
    results = held(test).results
    assert results is not None
    assert set(results.frame["law"]) == {"Amended law (not current law)"}


def test_the_button_names_an_amended_law() -> None:
    label = given(page(**{"law.base.b1a": "6000"}), GOOD).button(key="portfolio_run").label
    assert label.replace("\\", "") == "Compute 2 projects under Amended law (not current law)"


def test_a_law_changed_after_the_run_is_said() -> None:
    test = computed(GOOD)
    test.query_params["law.base.b1a"] = "6000"
    ran(test)
    assert "The results below hold under: Current law. In force here is now: Amended law (not current law)." in html(
        test
    )
    pressed(test, "portfolio_run")
    assert "The results below hold under" not in html(test)
    assert "$2,550,000" in html(test)


@pytest.mark.parametrize(("rows", "off"), [(40_000, False), (50_000, True)])
def test_a_workbook_that_would_take_minutes_is_not_promised(rows: int, off: bool) -> None:
    # Of 73 columns, 3,000,000 cells are 41,095 rows.
    frame = pd.DataFrame(0, index=range(2, rows + 2), columns=[f"column_{place}" for place in range(73)])
    told = known_files(frame).no_workbook
    assert told == ("A workbook is made of at most 41,095 rows of this width." if off else "")


def test_a_workbook_that_would_cut_a_text_is_not_offered() -> None:
    test = computed(GOOD.replace(b"Bad", b"x" * 40_000))
    (button,) = (part for part in test.get("download_button") if part.proto.label == "Results as XLSX")
    assert button.proto.disabled
    assert 'There is no workbook: column "name": a cell of a workbook holds 32,767 characters; that of row 3' in html(
        test
    )


def results_of(rows: int) -> pd.DataFrame:
    """The results of the sample, as often as it takes for so many rows, with names that differ."""
    sample = compute(sample_table())
    frame = pd.concat([sample] * (rows // len(sample)), ignore_index=True)
    return frame.assign(name=[f"Project {row} of many" for row in frame.index])


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_the_size_of_a_file_is_known_before_it_is_made(kind: Format) -> None:
    frame = results_of(10_000)
    about = {"csv": 0.02, "parquet": 0.3}  # how well a column packs hangs on all of its rows
    assert known_files(frame).sizes[kind] == pytest.approx(len(table_bytes(frame, kind)), rel=about[kind])


def test_results_too_large_to_give_again_as_csv_are_recommended_as_parquet() -> None:
    files = known_files(results_of(200_000))
    # Some 400 characters a row.
    assert files.is_csv_too_large
    assert files.sizes["csv"] > 50 * 2**20 > files.sizes["parquet"]
    assert _offered(files) == ["parquet", "csv", "xlsx"]
    assert _file_label("csv", files) == f"Results as CSV ({size_text(files.sizes['csv'])})"
    told = _files_words(files)
    assert "Take Parquet to give the results here again" in told
    assert f"As CSV they are {size_text(files.sizes['csv'])}, and an upload may have 50 MB" in told


def test_results_of_a_usual_size_are_offered_as_csv_first() -> None:
    files = known_files(results_of(6_000))
    assert _offered(files) == ["csv", "xlsx", "parquet"]
    assert "Take Parquet" not in _files_words(files)


# ---- charts ---------------------------------------------------------------------------------------------------------


def test_findings_say_what_the_numbers_say() -> None:
    small = summarise(compute(pd.DataFrame({"new_jobs": [300, 100, 50], "growth_zone": [True, True, False]})))
    assert award_finding(small.totals) == (
        "The median of 2 awards above $0 is $1,075,000 a year, the largest $1,650,000"
    )
    assert rule_finding(small.rules, small.totals) == "No limit binds 2 of 3 projects; 1 in no eligible area"
    assert place_finding("county", small.counties, small.totals) == "No county given: 100 % of $2,150,000 a year"
    assert size_finding(small.sizes) == "Projects of 251 to 400 jobs: 76.7 % of the awards of a year"
    drawn = compute(pd.DataFrame({"name": ["A", "B"], "new_jobs": [300, 300], "growth_zone": True}))
    assert point_finding(spread(drawn, 2), summarise(drawn).totals) == (
        "A and others have the largest award, $1,650,000 a year"
    )
    assert point_finding(spread(drawn, 1), summarise(drawn).totals) == (
        "A has the largest award, $1,650,000 a year; 1 of 2 are drawn, evenly by award"
    )
    nothing = summarise(compute(pd.DataFrame({"new_jobs": [300]})))
    assert award_finding(nothing.totals) == place_finding("county", nothing.counties, nothing.totals)


def test_what_binds_most_often_is_a_limit() -> None:
    # 7,001 x 6,500 = 45,506,500, cut to 30,000,000 (f(1)); two projects lie nowhere, which is no limit.
    projects = pd.DataFrame({"new_jobs": [7_001, 50, 50], "growth_zone": [True, False, False]})
    found = summarise(compute(projects))
    assert rule_finding(found.rules, found.totals) == (
        "No limit binds 0 of 3 projects; most often binding: annual limit, 1; 2 in no eligible area"
    )
    assert award_finding(found.totals) == "The one award above $0 is $30,000,000 a year"


def test_bands_in_words() -> None:
    assert [award_band(str(place)) for place in (0, 1, 2, 9)] == [
        "nothing",
        "up to $250,000",
        "$250,000 to $500,000",
        "over $35,000,000",
    ]
    assert [size_band(str(place)) for place in (0, 1, 2, 7)] == [
        "no jobs",
        "1 to 50 jobs",
        "51 to 250 jobs",
        "over 1,000 jobs",
    ]


def test_what_binds_is_told_by_words_shape_and_fill_as_well() -> None:
    bars = rule_bars(SUMMARY.rules, "what binds").data[0]
    fills = dict(zip(bars.marker.color, bars.marker.pattern.shape, strict=True))
    assert len(set(fills.values())) == len(fills)
    figure = points_figure(points(sample_table()), "points")
    assert len({trace.marker.symbol for trace in figure.data}) == len(figure.data)


def points(table: pd.DataFrame) -> pd.DataFrame:
    return spread(compute(table), 2_000)


def test_a_name_from_a_file_is_text_and_never_markup() -> None:
    name = "<img src=x onerror=alert(1)>"
    table = pd.DataFrame({"name": [name], "new_jobs": [1], "municipality": [name]})
    told = json.dumps(points_figure(points(table), "points").data[0].hovertext)
    assert "<img" not in told
    assert "&lt;img" in told
    drawn = place_bars(summarise(compute(table)).municipalities, "places").to_json()
    assert "<img" not in drawn


@pytest.mark.parametrize("draw", [award_bars, place_bars])
def test_a_chart_with_nothing_to_draw_says_so(draw: Any) -> None:
    assert chart_title(draw((), "title")).startswith("No project")


def test_a_long_list_of_places_is_cut_and_says_so() -> None:
    assert "12 of 13 are drawn" in place_finding("county", SUMMARY.counties, SUMMARY.totals)
    assert len(place_bars(SUMMARY.counties, "places").data[0].y) == 12
