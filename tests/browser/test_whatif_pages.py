"""Bonuses and caps, and Sensitivity, in a real browser: choose, try, apply, undo, share; by mouse, keys and on a phone.

Amounts are hand arithmetic on the statute: a hub's base is $5,000 (b(1)(a)); 251 to 400 jobs add $500, 401 to 600 $750
(c(7)); a transit oriented development adds $2,000 (c(4)); an average salary 35 % above the benchmark adds $250 (c(6)).
"""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, settled

HUB = "v=1&urban_transit_hub_municipality=true&new_jobs=300&benchmark_salary=60000&average_salary=60000"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MARK = ".st-key-curve .chart-plot"


def go(page: Page, url: str, charts: int = 2) -> Page:
    page.goto(url)
    drawn(page, charts)
    return page


def drawn(page: Page, charts: int = 2) -> None:
    """Wait until the page is quiet and its charts show what they were last given."""
    settled(page)
    page.wait_for_function(
        "(count) => document.querySelectorAll('figure.chart[data-drawn=true]').length === count", arg=charts
    )


def asked(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def answer(page: Page) -> list[str]:
    return page.locator(".answer .amount").all_inner_texts()


def title(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key} figcaption")


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()
    drawn(page)


def enter(page: Page, label: str, text: str) -> None:
    entry = page.get_by_role("textbox", name=label, exact=True)
    entry.fill(text)
    entry.press("Enter")
    drawn(page)


def undo(page: Page) -> None:
    page.get_by_role("button", name="Undo").click()
    drawn(page)


def click_at(page: Page, key: str, x: float, y: float) -> None:
    """Click a place of a plot, given in the units of its axes."""
    place = page.evaluate(
        """([key, x, y]) => {
            const plot = document.querySelector(`.st-key-${key} .chart-plot`);
            const { xaxis, yaxis } = plot._fullLayout;
            const box = plot.getBoundingClientRect();
            return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)];
        }""",
        [key, x, y],
    )
    page.mouse.move(place[0] - 3, place[1])
    page.mouse.move(*place)
    # Plotly takes a click for a choice once it tells the point that lies there.
    expect(page.locator(f".st-key-{key} .hoverlayer .hovertext").first).to_be_visible()
    page.mouse.click(*place)
    drawn(page)


# ---- sensitivity ----------------------------------------------------------------------------------------------------


def test_change_fact_and_range_click_a_point_undo_and_share(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(), f"{base_url}/sensitivity?{HUB}")
    expect(title(page, "curve")).to_have_text("One new job more, from 400 to 401, adds $105,750 a year")
    choose(page, "Fact", "Average salary at the project")
    expect(title(page, "curve")).to_have_text("Average salary at the project of $81,000 adds $75,000 a year")
    enter(page, "To", "100,000")
    assert asked(page)["show.fact"] == "average_salary"
    click_at(page, "curve", 81_000, 300 * 5_750)
    assert asked(page)["average_salary"] == "81000"
    assert answer(page)[2] == "$1,725,000"  # 300 x 5,750
    fresh = go(open_page(), page.url)
    assert answer(fresh) == answer(page)
    assert fresh.get_by_role("textbox", name="To", exact=True).input_value() == "$100,000"
    assert title(fresh, "curve").inner_text() == title(page, "curve").inner_text()
    undo(page)
    assert asked(page)["average_salary"] == "60000"
    assert answer(page)[2] == "$1,650,000"


def test_a_change_of_the_project_keeps_plot_and_zoom(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/sensitivity?{HUB}")
    page.evaluate(f"document.querySelector('{MARK}').kept = true")
    frame = page.locator(".st-key-curve .nsewdrag").bounding_box()
    assert frame
    page.mouse.move(frame["x"] + frame["width"] * 0.1, frame["y"] + frame["height"] * 0.9)
    page.mouse.down()
    page.mouse.move(frame["x"] + frame["width"] * 0.5, frame["y"] + frame["height"] * 0.2, steps=5)
    page.mouse.up()
    settled(page)
    zoom = page.evaluate(f"document.querySelector('{MARK}')._fullLayout.xaxis.range")
    assert zoom[0] > 50
    assert zoom[1] < 900
    enter(page, "New full-time jobs, exact", "320")
    assert page.evaluate(f"document.querySelector('{MARK}').kept") is True
    assert page.evaluate(f"document.querySelector('{MARK}')._fullLayout.xaxis.range") == zoom


def test_two_facts_give_a_map_whose_cells_can_be_chosen(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/sensitivity?{HUB}")
    choose(page, "Second fact", "Average salary at the project")
    expect(title(page, "map")).to_contain_text("New full-time jobs and average salary at the project")
    expect(page.locator(".st-key-map .annotation-text").first).to_have_text("No limit binds")
    click_at(page, "map", 600, 120_000)
    assert (asked(page)["new_jobs"], asked(page)["average_salary"]) == ("600", "120000")
    # $5,000 + $750 (401 to 600 jobs) + $500 (100 % above the benchmark: two whole steps of 35 %) = $6,250.
    assert answer(page)[0] == "$6,250"
    undo(page)
    assert answer(page)[2] == "$1,650,000"


def test_a_target_is_reached_by_its_button(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/sensitivity?{HUB}")
    enter(page, "Target, dollars a year", "$1,800,000")
    # 1,800,000 / 5,500 = 327.3
    expect(page.get_by_text("at least 328 jobs for $1,800,000 a year")).to_be_visible()
    page.get_by_role("button", name="Make it 328 jobs").click()
    drawn(page)
    assert asked(page)["new_jobs"] == "328"
    undo(page)
    assert asked(page)["new_jobs"] == "300"


def test_keys_alone_walk_the_curve_say_each_point_and_choose_one(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/sensitivity?{HUB}&show.to=500")
    page.locator(".st-key-curve .chart-frame").focus()
    said = page.locator(".st-key-curve .chart-status")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("You are here")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("From 250 jobs to 251 jobs: +$130,500")
    page.keyboard.press("Enter")
    drawn(page)
    assert asked(page)["new_jobs"] == "251"
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    drawn(page)
    assert asked(page)["new_jobs"] == "300"


def test_a_range_that_cannot_be_used_is_said_and_can_be_mended(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/sensitivity?{HUB}")
    enter(page, "To", "some")
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("given: some")
    assert page.get_by_role("textbox", name="To", exact=True).input_value() == "some"
    enter(page, "To", "900")
    expect(refused).to_have_count(0)


# ---- bonuses and caps -----------------------------------------------------------------------------------------------


def test_a_bonus_is_tried_from_the_chart_applied_and_undone(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/bonuses_and_caps?{HUB}")
    click_at(page, "bonuses", 1_000, 3)  # the fourth bar: c(4)
    expect(page.locator(".preview").first).to_contain_text("With it")
    expect(page.locator(".preview").first).to_contain_text("$2,250,000")  # 300 x 7,500
    assert answer(page)[2] == "$1,650,000"
    page.get_by_role("button", name="Apply: earn (c)(4)").click()
    drawn(page)
    assert answer(page)[2] == "$2,250,000"
    expect(page.get_by_role("button", name="Apply: drop (c)(4)")).to_be_visible()
    undo(page)
    assert answer(page)[2] == "$1,650,000"


def test_a_limit_is_tried_and_applied_as_an_amended_law(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/bonuses_and_caps?{HUB}&authority_bonus=7000")
    # $5,000 + $500 + $7,000 = $12,500; d(2) allows $12,000.
    expect(title(page, "bonuses")).to_have_text("The $12,000 limit keeps back $500 of $7,500 in bonuses a job")
    page.get_by_role("button", name="Lift it (not current law)").click()
    drawn(page)
    assert answer(page)[0] == "$12,500"
    expect(page.locator(".page-head .law")).to_have_text("Amended law (not current law)")
    undo(page)
    expect(page.locator(".page-head .law")).to_have_text("Current law")


# ---- both -----------------------------------------------------------------------------------------------------------

PAGES = ("bonuses_and_caps", "sensitivity")


@pytest.mark.parametrize(("name", "chart"), [("bonuses_and_caps", "bonuses"), ("sensitivity", "curve")])
def test_answer_what_binds_and_the_main_chart_are_in_view_on_a_desk(
    page: Page, base_url: str, name: str, chart: str
) -> None:
    go(page, f"{base_url}/{name}?{HUB}")
    for part in (".answer", ".verdict", f".st-key-{chart} .chart-plot"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def test_a_heading_of_two_lines_fills_its_first_line(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/bonuses_and_caps?{HUB}")
    # "All $500 in bonuses a job count; the limit leaves room for $6,500 more": too wide to stand beside the buttons.
    lines = title(page, "bonuses").evaluate(
        """caption => {
            const words = document.createRange();
            words.selectNodeContents(caption);
            const widths = [...words.getClientRects()].map((line) => line.width);
            return widths.map((width) => width / caption.clientWidth);
        }"""
    )
    assert len(lines) == 2
    assert lines[0] > 0.75


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_all_without_scrolling_sideways(open_page: OpenPage, base_url: str, name: str) -> None:
    page = go(open_page(**PHONE), f"{base_url}/{name}?{HUB}")
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= 390
    wide = page.evaluate(
        """[...document.querySelectorAll('[data-testid=stMain] :is(button, input, figure, table.preview)')]
            .filter((part) => part.getBoundingClientRect().right > 391 && !part.closest('.twin-frame'))
            .map((part) => part.outerHTML.slice(0, 80))"""
    )
    assert wide == []


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(page: Page, base_url: str, name: str) -> None:
    go(page, f"{base_url}/{name}?{HUB}&retained_jobs=100&capital_investment=900000")
    for part in page.get_by_test_id("stMain").get_by_test_id("stExpander").all():
        part.locator("summary").click()
    settled(page)
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme


@pytest.mark.parametrize("name", PAGES)
def test_the_inputs_survive_going_to_a_page_and_back(page: Page, base_url: str, name: str) -> None:
    go(page, f"{base_url}/?{HUB}")
    link = {"bonuses_and_caps": "Bonuses and caps", "sensitivity": "Sensitivity"}[name]
    before = answer(page)
    for _ in range(2):
        page.get_by_test_id("stPageLink").get_by_text(link, exact=True).click()
        drawn(page)
        assert answer(page) == before
        page.get_by_test_id("stPageLink").get_by_text("Explore", exact=True).click()
        drawn(page)
        assert answer(page) == before


def test_a_project_in_no_area_is_told_what_to_do(page: Page, base_url: str) -> None:
    for name in PAGES:
        go(page, f"{base_url}/{name}?v=1&new_jobs=300", charts=0)
        expect(page.get_by_text(re.compile("Mark the zone it lies in at the side first"))).to_be_visible()
