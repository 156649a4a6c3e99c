"""Amend the law in a browser: entries, the bill's file, reload and undo, barriers, and a phone."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from credit_core import Law
from credit_core.bills import bill_from_toml
from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, settled

# 300 jobs in a hub near transit: 5,000 + 2,000 (c4) + 500 (c7) = 7,500 a job, 2,250,000 a year.
HUB = "v=1&urban_transit_hub_municipality=true&new_jobs=300&transit_oriented_development=true"
SALARIES = "&average_salary=60000&benchmark_salary=60000"
BRACKET = "&law.threshold.c7f=2001&law.bonus.c7f=1750"
BILL = f"&law.base.b1a=6000&law.bonus.c4=1000&law.gross_limit.d1=none{BRACKET}&bill=Base+up"


def go(page: Page, url: str) -> Page:
    page.goto(url)
    settled(page, 120)
    return page


def base_entry(page: Page) -> Any:
    return page.get_by_role("textbox", name=re.compile(r"\(b\)\(1\)\(a\), dollars per job a year"))


def difference(page: Page) -> Any:
    return page.locator(".answer").first.locator(".amount").nth(2)


def test_an_entry_takes_effect_survives_a_reload_and_is_undone(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/amend?{HUB}")
    base_entry(page).fill("6000")
    base_entry(page).press("Enter")
    expect(difference(page)).to_have_text("+$300,000")
    expect(base_entry(page)).to_have_value("$6,000")
    settled(page)
    page.reload()
    settled(page, 60)
    expect(difference(page)).to_have_text("+$300,000")
    expect(page.locator(".st-key-amend_difference .chart-title")).to_contain_text("(not current law)")
    base_entry(page).fill("much")
    base_entry(page).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text('must be a number of dollars per job a year; given: "much"')
    expect(base_entry(page)).to_have_value("much")
    page.get_by_role("button", name="Undo the last step").click()
    expect(base_entry(page)).to_have_value("$6,000")


def test_the_choice_of_laws_names_the_bill_as_it_is_now(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/amend?{HUB}")
    against = page.get_by_role("combobox", name="Law held against it", exact=True)
    expect(against).to_have_value("At hand: Current law")
    base_entry(page).fill("6000")
    base_entry(page).press("Enter")
    expect(against).to_have_value("At hand: Amended law (not current law)")
    name = page.get_by_role("textbox", name="Name of the bill")
    name.fill("A 1234")
    name.press("Enter")
    expect(against).to_have_value("At hand: A 1234 (not current law)")
    settled(page)
    page.get_by_text("Bonuses (c)", exact=True).click()
    settled(page)
    expect(page.get_by_text("could not be used")).to_have_count(0)


def test_a_bill_goes_out_as_toml_and_comes_back(page: Page, base_url: str, tmp_path: Path) -> None:
    go(page, f"{base_url}/amend?{HUB}{BILL}")
    page.get_by_role("button", name="File", exact=True).click()
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file (TOML)").click()
    assert download.value.suggested_filename == "base-up.toml"
    kept = tmp_path / "base-up.toml"
    kept.write_bytes(Path(download.value.path()).read_bytes())
    read = bill_from_toml(kept.read_bytes())
    wanted = {"base.b1a": 6_000, "bonus.c4": 1_000, "gross_limit.d1": None, "threshold.c7f": 2_001, "bonus.c7f": 1_750}
    assert (read.law, read.problems) == (Law.current().amend(wanted), ())

    broken = tmp_path / "broken.toml"
    broken.write_text(kept.read_text("utf-8").replace('"bonus.c4" = 1000', '"bonus.c4" = "half"'), "utf-8")
    go(page, f"{base_url}/amend?{HUB}")
    page.get_by_role("button", name="File", exact=True).click()
    page.locator('[data-testid="stPopoverBody"] input[type="file"]').set_input_files(broken)
    expect(page.get_by_text("bonus.c4 (Transit oriented development) must be a number")).to_be_visible()
    page.get_by_role("button", name="Open it in place of this bill").click()
    page.keyboard.press("Escape")
    expect(page.locator(".page-head .law")).to_have_text("Base up (not current law)")
    expect(difference(page)).to_have_text("+$300,000")  # without the part that could not be used


def test_every_project_goes_out_with_the_law_on_every_line(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/amend?{HUB}{BILL}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Every project (CSV)").click()
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    assert len(lines) > 20
    assert all("not current law" in line for line in lines[1:])


# Amounts, and whatever else is written in a chart, that reach beyond the chart's edge.
CUT = """
() => [...document.querySelectorAll(".chart-frame")].flatMap((frame) => {
    const edge = frame.getBoundingClientRect();
    const reaches = (text) => text.width > 0 && (text.right > edge.right + 0.5 || text.left < edge.left - 0.5);
    return [...frame.querySelectorAll("text")].filter((text) => reaches(text.getBoundingClientRect()))
        .map((text) => text.textContent);
})
"""


@pytest.mark.parametrize(
    "bill", ["&law.base.b1a=6000&law.bonus.c4=0&law.base.b2=4500", "&law.base.b1a=9000&law.gross_limit.d1=none"]
)
def test_no_amount_is_cut_at_the_edge_of_its_chart(open_page: OpenPage, base_url: str, bill: str) -> None:
    page = go(open_page(viewport={"width": 1366, "height": 844}), f"{base_url}/amend?{HUB}{SALARIES}{bill}")
    for width in (1366, 768, 390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        settled(page)
        assert page.locator("figure.chart").count() == 3
        assert page.evaluate(CUT) == [], width


def test_an_image_and_its_buttons_name_both_laws(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/amend?{HUB}{BILL}")
    laws = "Base up (not current law) against current law"
    for kind in ("PNG", "SVG"):
        buttons = page.get_by_role("button", name=re.compile(f"^{kind} image: .*, {re.escape(laws)}$"))
        expect(buttons).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG image: All projects").click()
    assert laws in Path(download.value.path()).read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({}, "b"),
        ({"viewport": {"width": 390, "height": 844}}, "c7"),
        ({"viewport": {"width": 390, "height": 844}}, "readings"),
    ],
)
def test_no_serious_barrier_and_no_sideways_scrolling(
    open_page: OpenPage, base_url: str, options: dict[str, Any], part: str
) -> None:
    page = go(open_page(**options), f"{base_url}/amend?{HUB}{SALARIES}{BILL}&show.part={part}")
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    main = page.locator('[data-testid="stMain"]')
    assert main.evaluate("(each) => each.scrollWidth <= each.clientWidth")
