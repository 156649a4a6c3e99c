"""The page of the law in a browser: a link leads to its provision, words find one, the figures can be taken away."""

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, settled


def go(page: Page, url: str) -> Page:
    page.goto(url)
    settled(page)
    return page


def in_view(page: Page, anchor: str) -> bool:
    """Whether a provision stands in the upper half of the window."""
    top: float = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", anchor)
    return 0 <= top < 450


@pytest.mark.parametrize("anchor", ["c-7", "d-route", "f-last"])
def test_a_link_with_an_anchor_leads_to_its_provision(page: Page, base_url: str, anchor: str) -> None:
    go(page, f"{base_url}/the_law?v=1#{anchor}")
    page.wait_for_function("(id) => document.activeElement.id === id", arg=anchor)
    assert in_view(page, anchor)


def test_a_citation_of_explore_opens_its_provision(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(), f"{base_url}/?v=1&new_jobs=300&growth_zone=true")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="34:1B-246(c)(7)", exact=True).click()
    opened.value.wait_for_function("document.activeElement.id === 'c-7'")
    assert in_view(opened.value, "c-7")


def test_an_amended_figure_stands_beside_current_law(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/the_law?v=1&law.base.b1a=6000&read.rounding=cent")
    expect(page.locator("#b-1-a")).to_contain_text("$6,000 (not current law; current law: $5,000)")
    expect(page.locator("#reading-rounding .in-force")).to_contain_text("To the nearest cent, half up. in force")


def test_finding_keeps_what_holds_the_words(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/the_law?v=1")
    entry = page.get_by_role("textbox", name="Find a provision")
    entry.fill("solar")
    entry.press("Enter")
    expect(page.locator("article.provision")).to_have_count(1)
    expect(page.get_by_text(re.compile(r"^1 of \d+ provisions$"))).to_be_visible()
    entry.fill("no such words")
    entry.press("Enter")
    expect(page.get_by_text("try fewer of them")).to_be_visible()


def test_the_figures_can_be_taken_away(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/the_law?v=1&law.base.b1a=6000")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    lines = list(csv.DictReader(StringIO(Path(download.value.path()).read_text("utf-8"))))
    amended = next(line for line in lines if line["Name"] == "base.b1a")
    assert (amended["In force"], amended["Current law"], amended["Status"]) == ("6000", "5000", "not current law")
    assert "not current law" in amended["Law"]


@pytest.mark.parametrize("options", [{}, {"viewport": {"width": 390, "height": 844}}])
def test_no_serious_barrier_and_no_sideways_scrolling(
    open_page: OpenPage, base_url: str, options: dict[str, object]
) -> None:
    # With a benchmark no input is disabled: Streamlit pales the label of a disabled slider below the contrast wanted.
    page = go(open_page(**options), f"{base_url}/the_law?v=1&benchmark_salary=60000")
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
