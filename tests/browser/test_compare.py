"""Compare in a real browser: built from nothing, unlocked, shared, undone; by keyboard, and on a phone.

Amounts are hand arithmetic on the statute: a hub or growth zone has a base of $5,000 (b(1)(a)), a distressed
municipality $4,000 (b(2)); 251 to 400 jobs add $500, 401 to 600 $750 (c(7)).
"""

from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, settled

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
FOUR = {
    "v": "1",
    "new_jobs": "300",
    "benchmark_salary": "60000",
    "municipality": "Newark",
    "county": "Essex",
    "urban_transit_hub_municipality": "true",
    "distressed_municipality": "true",
    "vs.v": "1",
    "vs.at": "1",
    "vs.c2": "municipality=Vineland&county=Cumberland&distressed_municipality=true",
    "vs.c3": "municipality=Camden&county=Camden&growth_zone=true&municipal_rehabilitation=true",
    "vs.c4": "municipality=Hoboken&county=Hudson&urban_transit_hub_municipality=true",
}


def go(page: Page, base_url: str, query: dict[str, str]) -> Page:
    page.goto(f"{base_url}/compare?{urlencode(query)}")
    settled(page)
    return page


def heads(page: Page) -> list[str]:
    """The names of the columns, without what is noted under them."""
    return [text.split("\n")[0] for text in page.locator(".versus thead th").all_inner_texts()[1:]]


def row(page: Page, title: str) -> list[str]:
    found = page.locator(".versus tbody tr", has=page.locator("th", has_text=title)).first
    return [text.replace("≠", "").replace("differs:", "").strip() for text in found.locator("td").all_inner_texts()]


def asked(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()
    settled(page)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).fill(option)  # a long list draws what is in view alone
    page.get_by_role("option", name=option, exact=True).click()
    settled(page)


def add_place(page: Page, name: str) -> None:
    press(page, "Add a column")
    choose(page, "Add a place", name)
    press(page, "Add this place")
    page.keyboard.press("Escape")


def enter(page: Page, label: str, text: str) -> None:
    entry = page.get_by_role("textbox", name=label, exact=True)
    entry.fill(text)
    entry.press("Enter")
    settled(page)


def test_a_comparison_of_four_places_is_built_from_nothing(page: Page, base_url: str) -> None:
    go(page, base_url, {"v": "1"})
    enter(page, "New full-time jobs, exact", "300")
    press(page, "Newark, Camden")
    add_place(page, "Vineland, Cumberland County")
    add_place(page, "Hoboken, Hudson County")
    assert heads(page) == ["Newark", "Camden", "Vineland", "Hoboken"]
    # 300 x (5,000 + 500), for Vineland 300 x (4,000 + 500).
    assert row(page, "Each year") == ["$1,650,000", "$1,650,000", "$1,350,000", "$1,650,000"]
    expect(page.get_by_text("Vineland would receive $300,000 less a year than Newark")).to_be_visible()
    enter(page, "New full-time jobs, exact", "500")  # 500 x 5,750; 500 x 4,750
    assert row(page, "Each year") == ["$2,875,000", "$2,875,000", "$2,375,000", "$2,875,000"]


def test_what_ranks_is_shown_to_whoever_comes_from_sensitivity(page: Page, base_url: str) -> None:
    page.goto(f"{base_url}/sensitivity?v=1&new_jobs=280&growth_zone=true")
    settled(page)
    page.get_by_test_id("stPageLink").get_by_text("Compare", exact=True).click()
    settled(page)
    press(page, "Newark, Camden")
    expect(page.get_by_role("combobox", name="Rank by", exact=True)).to_have_value("Each year")
    expect(page.locator(".versus tbody tr", has=page.locator("th", has_text="Rank"))).to_contain_text("each year")


def test_a_fact_of_the_business_is_unlocked_and_locked_again(page: Page, base_url: str) -> None:
    go(page, base_url, FOUR)
    press(page, "What may differ")
    page.get_by_role("combobox", name="Facts of the business that may differ between the columns").fill("New full")
    page.get_by_role("option", name="New full-time jobs").click()
    page.keyboard.press("Escape")
    settled(page)
    page.keyboard.press("Escape")
    enter(page, "New full-time jobs, exact", "100")
    assert row(page, "New full-time jobs") == ["100", "300", "300", "300"]
    expect(page.get_by_text("Unlocked, so each column has its own: new full-time jobs.")).to_be_visible()
    assert row(page, "Each year")[0] == "$500,000"
    press(page, "Undo")
    press(page, "Undo")
    assert "vs.unlocked" not in asked(page)
    assert row(page, "Each year")[0] == "$1,650,000"


def test_the_baseline_and_the_measure_change_what_is_said(page: Page, base_url: str) -> None:
    go(page, base_url, FOUR)
    choose(page, "Baseline", "Vineland")
    expect(page.get_by_text("Newark would receive $300,000 more a year than Vineland")).to_be_visible()
    assert asked(page)["vs.baseline"] == "2"
    choose(page, "Rank by", "Over the eligibility period")
    expect(page.get_by_text("Newark would receive $3,000,000 more over the eligibility period")).to_be_visible()


def test_the_inputs_at_the_side_change_the_column_that_is_chosen(page: Page, base_url: str) -> None:
    go(page, base_url, FOUR)
    choose(page, "The inputs at the side change", "Vineland")
    page.get_by_test_id("stSidebar").get_by_text("Priority area", exact=True).click()
    settled(page)
    assert row(page, "Priority area")[:2] == ["not known", "yes"]
    page.get_by_test_id("stPageLink").get_by_text("Explore", exact=True).click()
    settled(page)
    assert page.locator(".answer .amount").all_inner_texts()[2] == "$1,350,000"
    page.get_by_test_id("stPageLink").get_by_text("Compare", exact=True).click()
    settled(page)
    assert heads(page) == ["Newark", "Vineland", "Camden", "Hoboken"]
    assert row(page, "Each year")[1] == "$1,350,000"


def test_a_comparison_is_saved_and_opened_from_its_link_in_a_fresh_browser(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(), base_url, FOUR)
    page.get_by_role("textbox", name="Save in the library as").fill("Four places")
    press(page, "Save and get a short link")
    expect(page.get_by_text("Saved as Four places")).to_be_visible()
    short = page.locator(".st-key-versus-short-link .copy-text")
    link = short.inner_text().strip()
    assert "saved=" in link
    press(page, "Save and get a short link")
    expect(page.get_by_text("Four places is in the library already")).to_be_visible()
    assert short.inner_text().strip() == link
    before = row(page, "Each year")
    for url in (link, page.url):
        fresh = open_page()
        fresh.goto(url)
        settled(fresh)
        expect(fresh.locator(".versus")).to_be_visible()
        assert heads(fresh) == ["Newark", "Vineland", "Camden", "Hoboken"]
        assert row(fresh, "Each year") == before
        assert asked(fresh)["vs.c2"] == asked(page)["vs.c2"]


def test_a_column_is_removed_and_brought_back(page: Page, base_url: str) -> None:
    go(page, base_url, FOUR)
    choose(page, "The inputs at the side change", "Camden")
    press(page, "Change Camden")
    press(page, "Remove Camden")
    assert heads(page) == ["Newark", "Vineland", "Hoboken"]
    page.keyboard.press("Escape")
    press(page, "Undo")
    assert heads(page) == ["Newark", "Vineland", "Camden", "Hoboken"]


def test_a_bad_link_says_what_it_could_not_use_and_keeps_the_rest(page: Page, base_url: str) -> None:
    go(page, base_url, FOUR | {"vs.c3": "municipality=Camden&growth_zone=perhaps", "vs.baseline": "9"})
    expect(page.get_by_text("Candidate 3: Garden State Growth Zone").or_(page.get_by_text("perhaps"))).to_be_visible()
    assert heads(page) == ["Newark", "Vineland", "Camden", "Hoboken"]


def test_the_crossing_of_two_lines_is_said_exactly(page: Page, base_url: str) -> None:
    # With transit (c(4)) Vineland has 6,500 a job from 1,001... its limit of $8,000,000 (f(4)) is passed at 1,231 jobs
    # by the hub's 6,500 a job: 1,231 x 6,500 = 8,001,500.
    vineland = "municipality=Vineland&distressed_municipality=true&transit_oriented_development=true"
    go(
        page,
        base_url,
        {name: text for name, text in FOUR.items() if name not in ("vs.c3", "vs.c4")} | {"vs.c2": vineland},
    )
    expect(page.get_by_text("Above 1,230 jobs Newark overtakes Vineland.").first).to_be_visible()


def test_it_works_by_keyboard_alone(page: Page, base_url: str) -> None:
    go(page, base_url, {"v": "1", "new_jobs": "300"})
    start = page.get_by_role("button", name="Newark, Camden")
    for _ in range(120):
        page.keyboard.press("Tab")
        if start.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    settled(page)
    assert heads(page) == ["Newark", "Camden"]
    baseline = page.get_by_role("combobox", name="Baseline")
    baseline.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("Camden")
    page.keyboard.press("Enter")
    settled(page)
    assert asked(page)["vs.baseline"] == "2"
    table = page.get_by_role("region", name="Candidates side by side")
    table.focus()
    assert table.evaluate("element => element === document.activeElement")


def test_on_a_phone_the_columns_scroll_inside_the_table(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(**PHONE), base_url, FOUR)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # The page scrolls inside its main section: its own width tells whether all of it can be pushed sideways.
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") == 0
    frame = page.locator(".versus-frame")
    assert frame.evaluate("element => element.scrollWidth > element.clientWidth")
    frame.evaluate("element => { element.scrollLeft = 300; }")
    name = page.locator(".versus tbody th[scope=row]").first
    box = name.bounding_box()
    assert box is not None
    assert box["x"] >= 0  # the names of the rows stay in view


def test_axe_finds_nothing_serious(page: Page, base_url: str) -> None:
    go(page, base_url, FOUR)
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme


# What is cut off at the right edge of a chart, and what a limit's mark strikes through.
ILL_DRAWN = """
chart => {
    const edge = chart.querySelector('.main-svg').getBoundingClientRect().right;
    const marks = [...chart.querySelectorAll('.scatterlayer .points path')].map((it) => it.getBoundingClientRect());
    return [...chart.querySelectorAll('.scatterlayer text')].filter((text) => {
        const words = text.getBoundingClientRect();
        const struck = (it) => it.left < words.right && it.right > words.left
            && it.top < words.bottom && it.bottom > words.top;
        return words.right > edge || marks.some(struck);
    }).map((text) => text.textContent);
}
"""


def test_amounts_and_limits_are_neither_cut_nor_struck_through_on_a_phone(open_page: OpenPage, base_url: str) -> None:
    # 300 x 5,500 = 1,650,000 a year in Newark, far below its limit of $10,000,000 (f(2)).
    page = go(open_page(**PHONE), base_url, FOUR)
    charts = page.locator("figure.chart", has=page.locator(".barlayer .point"))
    words = [text for chart in charts.all() for text in chart.locator(".scatterlayer text").all_text_contents()]
    assert any("$1,650,000" in text and "limit $10,000,000" in text for text in words)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        settled(page)
        assert [chart.evaluate(ILL_DRAWN) for chart in charts.all()] == [[]] * charts.count()
