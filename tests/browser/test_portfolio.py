"""Portfolio in a browser, with real files: in, out, and those that are no use.

300 jobs in a growth zone earn 5,500 each (b(1)(a), c(7)): 1,650,000 a year; 100 jobs 5,000 each: 500,000.
"""

import csv
import io
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from credit_core.batch import Format, read_table, table_bytes, without_results
from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, settled
from tests.test_hostile_files import UNUSABLE

FACTS = pd.DataFrame(
    {
        "name": ["Good works", "=1+1", "Bad row"],
        "new_jobs": ["300", "100", "many"],
        "growth_zone": ["yes", "yes", "yes"],
        "county": ["Camden", "Mercer", "Camden"],
    }
)
# The salary is of no effect here; with it no control of the sidebar is switched off.
ADDRESS = "portfolio?v=1&benchmark_salary=60000"
FORMATS: tuple[Format, ...] = ("csv", "xlsx", "parquet")


def go(page: Page, url: str) -> Page:
    page.goto(url)
    settled(page)
    return page


def give(page: Page, name: str, content: bytes, folder: Path) -> None:
    path = folder / name
    path.write_bytes(content)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(path)
    expect(page.get_by_test_id("stFileUploader").get_by_text(name).first).to_be_visible()
    settled(page)


def compute(page: Page) -> None:
    page.get_by_role("button", name="Compute").click()
    expect(page.get_by_text("All together, each year")).to_be_visible(timeout=30_000)
    settled(page)


def download(page: Page, button: str) -> bytes:
    with page.expect_download() as got:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(got.value.path()).read_bytes()


def totals(page: Page) -> list[str]:
    return page.locator(".answer .amount").all_inner_texts()


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_goes_in_and_its_results_come_out(page: Page, base_url: str, tmp_path: Path, kind: Format) -> None:
    go(page, f"{base_url}/{ADDRESS}")
    give(page, f"projects.{kind}", table_bytes(FACTS, kind), tmp_path)
    expect(page.get_by_text(f"projects.{kind}: 2 of 3 rows can be computed.")).to_be_visible()
    expect(page.get_by_text("new_jobs (New full-time jobs) must be").first).to_be_visible()
    compute(page)
    assert totals(page) == ["$2,150,000", "$21,500,000", "2 of 3", "1"]
    for form in FORMATS:
        content = download(page, f"Results as {form if form == 'parquet' else form.upper()}".replace("parq", "Parq"))
        check_results(content, form)


def check_results(content: bytes, kind: Format) -> None:
    """Read back, the facts are those that went in; no text runs, and numbers are numbers."""
    frame = read_table(content).frame
    facts = without_results(frame).astype("str")
    assert facts.to_dict("list") == FACTS.to_dict("list")
    assert [float(cell) for cell in frame["annual_award"].iloc[:2]] == [1_650_000, 500_000]
    assert set(frame["law"]) == {"Current law"}
    raw, award = as_others_read(content, kind)
    assert raw == "'=1+1"
    assert float(award) == 500_000


def as_others_read(content: bytes, kind: Format) -> tuple[Any, Any]:
    """The name and the award of the second project as another program finds them."""
    if kind == "csv":
        line = list(csv.DictReader(io.StringIO(content.decode())))[1]
        return line["name"], line["annual_award"]
    if kind == "parquet":
        row = pd.read_parquet(io.BytesIO(content)).iloc[1]
        return row["name"], row["annual_award"]
    header, _, second, *_ = openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows()
    cells = {title.value: cell for title, cell in zip(header, second, strict=True)}
    assert (cells["name"].data_type, cells["annual_award"].data_type) == ("s", "n")
    return cells["name"].value, cells["annual_award"].value


def test_every_problem_can_be_taken_away(page: Page, base_url: str, tmp_path: Path) -> None:
    go(page, f"{base_url}/{ADDRESS}")
    give(page, "projects.csv", table_bytes(FACTS, "csv"), tmp_path)
    lines = list(csv.DictReader(io.StringIO(download(page, "Every problem as CSV").decode())))
    assert [(line["row"], line["column"], line["rule"]) for line in lines] == [("4", "new_jobs", "not_a_number")]


def test_misnamed_columns_are_told_what_they_are(page: Page, base_url: str, tmp_path: Path) -> None:
    go(page, f"{base_url}/{ADDRESS}")
    misnamed = FACTS.iloc[:2].rename(columns={"new_jobs": "Jobs created", "county": "Where it is"})
    give(page, "misnamed.csv", table_bytes(misnamed, "csv"), tmp_path)
    expect(page.get_by_text("2 columns of the file are named otherwise; 1 left out")).to_be_visible()
    expect(page.get_by_label("Jobs created")).to_have_value("New full-time jobs (new_jobs)")
    where = page.get_by_role("combobox", name="Where it is")
    where.fill("County")
    page.get_by_role("option", name="County (county)").click()
    settled(page)
    compute(page)
    expect(page.locator(".st-key-portfolio_places figcaption")).to_contain_text("Camden County: 76.7 % of $2,150,000")


def test_a_point_tells_its_name_and_opens_in_explore(page: Page, base_url: str, tmp_path: Path) -> None:
    go(page, f"{base_url}/{ADDRESS}")
    give(page, "projects.csv", table_bytes(FACTS, "csv"), tmp_path)
    compute(page)
    mark = page.locator(".st-key-portfolio_points .scatterlayer .point")
    mark.nth(1).scroll_into_view_if_needed()
    box = mark.nth(1).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".st-key-portfolio_points .hovertext")).to_contain_text("=1+1")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settled(page)
    expect(page.get_by_text("=1+1: $500,000 a year, maximum by formula. What binds: No limit binds.")).to_be_visible()
    page.get_by_role("button", name="Open in Explore").click()
    expect(page.get_by_role("heading", name="Explore a project")).to_be_visible()
    settled(page)
    asked = parse_qs(urlsplit(page.url).query)
    assert (asked["name"], asked["new_jobs"], asked["county"]) == (["=1+1"], ["100"], ["Mercer"])
    assert page.locator(".answer .amount").nth(2).inner_text() == "$500,000"
    # The portfolio is still there, and another row opens in its turn, then the first one again.
    for row, award in ((2, "$1,650,000"), (3, "$500,000")):
        page.get_by_role("link", name="Portfolio").click()
        expect(page.get_by_text("All together, each year")).to_be_visible()
        settled(page)
        entry = page.get_by_role("spinbutton", name="Row of the file")
        entry.fill(str(row))
        entry.press("Enter")
        settled(page)
        page.get_by_role("button", name="Open in Explore").click()
        expect(page.get_by_role("heading", name="Explore a project")).to_be_visible()
        settled(page)
        assert page.locator(".answer .amount").nth(2).inner_text() == award


def test_files_that_are_no_use_say_why_and_the_app_goes_on(page: Page, base_url: str, tmp_path: Path) -> None:
    go(page, f"{base_url}/{ADDRESS}")
    # One of each kind; all of them are given to the page without a browser in tests/test_portfolio_page.py.
    cases = ("empty", "semicolons", "UTF-16", "5,000 columns", "truncated Parquet", "zip bomb", "PDF")
    for number, case in enumerate(cases):
        content, words = UNUSABLE[case]
        give(page, f"{number}.csv", content, tmp_path)
        notice = page.locator(".notice")
        expect(notice, case).to_contain_text(f"{number}.csv cannot be used.", timeout=30_000)
        expect(notice, case).to_contain_text(words.partition(": ")[2])
    give(page, "large.csv", UNUSABLE["60 MB"][0], tmp_path)
    expect(page.get_by_text("File must be 50.0MB or smaller.")).to_be_visible()
    give(page, "good.csv", table_bytes(FACTS, "csv"), tmp_path)
    compute(page)
    assert totals(page)[0] == "$2,150,000"


@pytest.mark.parametrize("options", [{}, {"viewport": {"width": 390, "height": 844}}])
def test_no_serious_barrier_and_no_sideways_scrolling(
    open_page: OpenPage, base_url: str, tmp_path: Path, options: dict[str, object]
) -> None:
    page = go(open_page(**options), f"{base_url}/{ADDRESS}")
    assert axe_serious(page) == []
    give(page, "misnamed.csv", table_bytes(FACTS.rename(columns={"new_jobs": "Jobs"}), "csv"), tmp_path)
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme
    compute(page)
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_sample_under_an_amended_law_says_so_everywhere(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{ADDRESS}&law.base.b1a=6000")
    page.get_by_role("button", name="Try the sample").click()
    settled(page)
    compute(page)
    titles = page.locator("figcaption").all_inner_texts()
    assert len(titles) == 5
    assert all("not current law" in title for title in titles)
    frame = read_table(download(page, "Results as CSV")).frame
    assert set(frame["law"]) == {"Amended law (not current law)"}
    page.locator("[data-testid=stDataFrame]").hover()
    expect(page.get_by_role("button", name="Fullscreen").last).to_be_visible()
    expect(page.get_by_role("button", name="Download as CSV")).to_have_count(0)
