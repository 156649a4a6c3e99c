"""Explore in a real browser: what a visitor does, and what must hold whatever way they come back.

Amounts are hand arithmetic on the statute: a hub's base is $5,000 (b(1)(a)), a transit oriented development adds
$2,000 (c(4)), 251 to 400 jobs add $500 (c(7)(a)).
"""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import OpenPage
from tests.browser.helpers import axe_serious, in_each_theme, set_slider, settled, slider_named, visitor
from tests.browser.server import ROOT, serving

HUB = "?v=1&urban_transit_hub_municipality=true"


def go(page: Page, url: str) -> Page:
    page.goto(url)
    settled(page)
    return page


def answer(page: Page) -> list[str]:
    return page.locator(".answer .amount").all_inner_texts()


def asked(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def enter(page: Page, label: str, text: str) -> None:
    entry = page.get_by_role("textbox", name=label, exact=True)
    entry.fill(text)
    entry.press("Enter")
    settled(page)


def tick(page: Page, label: str) -> None:
    page.get_by_test_id("stSidebar").get_by_text(label, exact=True).click()
    settled(page)


def test_a_first_visit_says_what_to_do_and_offers_examples(page: Page, base_url: str) -> None:
    go(page, base_url)
    assert answer(page) == ["$0", "$0", "$0", "$0"]
    expect(page.get_by_text("start from one of these")).to_be_visible()
    page.get_by_role("button", name="WorkWave").click()
    settled(page)
    # WorkWave, Holmdel: 247 x $5,250 + 154 x $1,796 = $1,573,334 a year (published).
    assert answer(page) == ["$5,250", "$1,796", "$1,573,334", "$15,733,340"]
    assert page.get_by_role("textbox", name="New full-time jobs, exact").input_value() == "247"
    assert slider_named(page, "Retained full-time jobs").input_value() == "154"


def test_a_slider_a_switch_and_an_exact_entry_change_the_answer_and_the_address(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=250")
    assert answer(page)[0] == "$5,000"
    set_slider(page, "New full-time jobs", 1)
    # 251 x 5,500; no capital, so nothing for a retained job
    assert answer(page) == ["$5,500", "$0", "$1,380,500", "$13,805,000"]
    page.get_by_text("Bonuses of the facility").click()
    tick(page, "Transit oriented development")
    assert answer(page)[2] == "$1,882,500"  # 251 x 7,500
    enter(page, "New full-time jobs, exact", "1,000")
    assert asked(page)["new_jobs"] == "1000"
    assert answer(page)[0] == "$8,250"  # 5,000 + 2,000 + 1,250 for 801 to 1,000 jobs


def test_values_survive_two_page_switches_reload_and_a_fresh_browser(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(), f"{base_url}/{HUB}&new_jobs=300&benchmark_salary=60000")
    set_slider(page, "Salary in percent of the benchmark", 1)
    before, facts = answer(page), asked(page)
    for name in ("The law", "Explore", "The law", "Explore"):
        page.get_by_test_id("stPageLink").get_by_text(name, exact=True).click()
        settled(page)
        assert asked(page) == facts
    assert answer(page) == before
    page.reload()
    settled(page)
    assert (answer(page), asked(page)) == (before, facts)
    fresh = go(open_page(), page.url)
    assert (answer(fresh), asked(fresh)) == (before, facts)
    law = go(open_page(), f"{base_url}/the_law?{urlsplit(page.url).query}")
    assert asked(law) == facts


def test_the_first_address_of_a_fresh_server_may_be_any_page(browser: Browser, tmp_path: Path) -> None:
    with serving(ROOT / "app.py", tmp_path) as fresh:
        page = visitor(browser).new_page()
        go(page, f"{fresh.url}/the_law{HUB}&new_jobs=300")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("heading", name="The law", level=1)).to_be_visible()
        expect(slider_named(page, "New full-time jobs")).to_have_value("300")
        page.context.close()
        assert fresh.trouble() == ""


def test_back_and_forward_give_back_each_change_and_each_page(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}")
    enter(page, "New full-time jobs, exact", "100")
    enter(page, "New full-time jobs, exact", "200")
    page.get_by_test_id("stPageLink").get_by_text("The law", exact=True).click()
    settled(page)
    page.go_back()
    settled(page)
    assert urlsplit(page.url).path == "/"
    assert answer(page)[2] == "$1,000,000"
    page.go_back()
    settled(page)
    assert answer(page)[2] == "$500,000"
    assert page.get_by_role("textbox", name="New full-time jobs, exact").input_value() == "100"
    page.go_forward()
    settled(page)
    assert answer(page)[2] == "$1,000,000"


def test_a_slider_pushed_fast_ends_where_it_was_pushed(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}")
    slider = slider_named(page, "New full-time jobs")
    slider.focus()
    for _ in range(40):
        slider.press("ArrowRight")
        page.wait_for_timeout(60)
    # A busy server may need some seconds to catch up with forty steps; what counts is where it ends.
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("new_jobs") == ["40"], wait_until="commit")
    settled(page)
    assert slider.input_value() == "40"
    assert asked(page)["new_jobs"] == "40"
    assert answer(page)[2] == "$200,000"


def test_undo_redo_and_reset_move_every_control(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    enter(page, "Capital investment, exact", "7200000")
    capital = page.get_by_role("textbox", name="Capital investment, exact", exact=True)
    assert capital.input_value() == "$7,200,000"
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert capital.input_value() == "$0"
    page.get_by_role("button", name="Redo").click()
    settled(page)
    assert capital.input_value() == "$7,200,000"
    page.get_by_role("button", name="Reset").click()
    settled(page)
    assert answer(page)[2] == "$0"
    assert capital.input_value() == "$0"
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert answer(page)[2] == "$1,650,000"  # 300 x 5,500


def test_a_refused_entry_keeps_what_was_typed_and_the_last_valid_answer(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    enter(page, "New full-time jobs, exact", "-5")
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("New full-time jobs must not be negative; given: -5")
    expect(refused).to_contain_text("stays: 300")
    assert page.get_by_role("textbox", name="New full-time jobs, exact").input_value() == "-5"
    assert answer(page)[2] == "$1,650,000"
    enter(page, "New full-time jobs, exact", "100")
    expect(refused).to_have_count(0)
    assert answer(page)[2] == "$500,000"


def test_a_broken_link_says_what_it_could_not_use_and_keeps_the_rest(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300&retained_jobs=minus&growth_zon=true")
    notice = page.locator(".notice")
    expect(notice).to_contain_text("Retained full-time jobs must be a plain number")
    expect(notice).to_contain_text('did you mean "growth_zone"?')
    assert answer(page)[2] == "$1,650,000"
    assert asked(page) == {"v": "1", "urban_transit_hub_municipality": "true", "new_jobs": "300"}
    page.get_by_role("button", name="Put this notice away").click()
    settled(page)
    expect(notice).to_have_count(0)


def test_a_saved_file_opens_again_in_a_fresh_browser(open_page: OpenPage, base_url: str, tmp_path: Path) -> None:
    page = go(open_page(), f"{base_url}/{HUB}&new_jobs=300&name=Two+%26+more&law.base.b1a=6000")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "two-more.json"
    saved.value.save_as(tmp_path / "two.json")
    fresh = go(open_page(), base_url)
    fresh.get_by_text("Open a file").click()
    fresh.locator("input[type=file]").set_input_files(tmp_path / "two.json")
    settled(fresh)
    assert answer(fresh)[2] == "$0"  # checked first, opened by a second step
    fresh.get_by_role("button", name="Open it in place of this project").click()
    settled(fresh)
    assert asked(fresh) == asked(page)
    assert answer(fresh)[2] == "$1,950,000"  # 300 x (6,000 + 500)


def test_the_answer_stays_in_view_on_a_phone_while_the_inputs_scroll(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(viewport={"width": 390, "height": 844}, has_touch=True), f"{base_url}/{HUB}&new_jobs=300")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_text("Name and place").scroll_into_view_if_needed()
    expect(page.locator(".compact-answer")).to_be_in_viewport(ratio=1)
    expect(page.locator(".compact-answer")).to_contain_text("$1,650,000")


# The links that something else lies over, of those in view.
COVERED = """
links => links.filter((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return seen !== null && !link.contains(seen);
}).map((link) => link.innerText)
"""


def test_on_a_phone_nothing_lies_over_the_links_to_the_pages(open_page: OpenPage, base_url: str) -> None:
    page = go(open_page(viewport={"width": 390, "height": 844}, has_touch=True), f"{base_url}/{HUB}&new_jobs=300")
    links = page.get_by_test_id("stPageLink").locator("a")
    opener = page.get_by_test_id("stExpandSidebarButton")
    for scrolled in (0, 10, 20, 30):
        page.get_by_test_id("stMain").evaluate("(it, top) => it.scrollTo(0, top)", scrolled)
        assert links.evaluate_all(COVERED) == []
    assert opener.evaluate("it => getComputedStyle(it).backgroundColor") == page.get_by_test_id("stApp").evaluate(
        "it => getComputedStyle(it).backgroundColor"
    )
    links.get_by_text("Compare", exact=True).click(timeout=5_000)
    settled(page)
    assert urlsplit(page.url).path == "/compare"


def test_the_answer_what_binds_and_the_main_chart_are_in_view_on_a_desk(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    for part in (".answer", ".verdict"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    chart = page.locator(".main-svg").first.bounding_box()
    assert chart
    assert chart["y"] + chart["height"] <= 900


def test_a_slider_does_not_move_what_lies_below_the_answer(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=20")
    chart = page.locator(".main-svg").first
    before = chart.bounding_box()
    assert before
    enter(page, "New full-time jobs, exact", "3000")
    after = chart.bounding_box()
    assert after
    assert after["y"] == before["y"]


def test_the_explanation_links_each_provision_to_the_law(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    links = page.locator(".steps a")
    assert links.count() == 36
    first = links.first
    expect(first).to_have_text("34:1B-246(b)(1)(a)")
    with page.context.expect_page() as opened:
        first.click()
    law = opened.value
    settled(law)
    assert urlsplit(law.url).path == "/the_law"
    assert asked(law) == asked(page)
    expect(law.locator(f"[id='{urlsplit(law.url).fragment}']")).to_be_in_viewport()


def test_a_link_and_the_explanation_are_copied_as_they_are_shown(page: Page, base_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    go(page, f"{base_url}/{HUB}&new_jobs=300&name=%3Cb%3EMill%3C/b%3E")
    box = page.locator(".st-key-share-link")
    box.get_by_role("button", name="Copy the link").press("Enter")
    expect(box.get_by_role("status")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == box.locator(".copy-text").inner_text()
    assert "new_jobs=300" in link
    page.get_by_text("Copy the explanation as text").click()
    page.get_by_role("button", name="Copy the explanation").click()
    expect(page.locator(".st-key-explanation-text").get_by_role("status")).to_have_text("Copied")
    assert "246: <b>Mill</b>\n" in page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n")
    assert [url for url in asked_for if "SyntaxHighlighter" in url] == []


def test_where_there_is_no_clipboard_the_text_is_selected(page: Page, base_url: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # as over plain http
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    box = page.locator(".st-key-share-link")
    box.get_by_role("button", name="Copy the link").click()
    expect(box.get_by_role("status")).to_have_text("Selected, ready to be copied")
    assert page.evaluate("getSelection().toString()") == box.locator(".copy-text").inner_text()


def test_a_group_opens_by_key_and_keeps_the_focus_while_its_count_changes(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    group = page.locator("[class*=st-key-group-Bonuses-of-the-facility]")
    group.locator("summary").focus()
    page.keyboard.press("Enter")
    settled(page)
    rail = group.get_by_role("checkbox", name="Transit oriented development")
    rail.focus()
    page.keyboard.press("Space")
    settled(page)
    told = "getComputedStyle(document.querySelector('[class*=Bonuses-of-the-facility] summary p'), '::after').content"
    assert page.evaluate(told) == '" (1 of 6 earned)"'
    assert rail.evaluate("(box) => box === document.activeElement")
    assert answer(page)[2] == "$2,250,000"  # 300 x (5,500 + 2,000), c(4)


def test_axe_finds_nothing_serious(page: Page, base_url: str) -> None:
    go(page, f"{base_url}/{HUB}&new_jobs=300&benchmark_salary=60000&retained_jobs=x")
    for group in page.get_by_test_id("stSidebar").get_by_test_id("stExpander").all():
        group.locator("summary").click()
        settled(page)
    assert page.get_by_role("textbox", name="Bonus under a criterion added by the Authority").is_visible()
    for theme in in_each_theme(page):
        assert axe_serious(page, theme) == [], theme


# Letter paper at 96 pixels an inch, less the margins of 12 mm that the page asks for.
PAPER: ViewportSize = {"width": 725, "height": 965}


def test_paper_is_light_and_cuts_no_chart(browser: Browser, base_url: str) -> None:
    context = visitor(browser, viewport={"width": 1440, "height": 900}, color_scheme="dark")
    page = go(context.new_page(), f"{base_url}/{HUB}&new_jobs=300&transit_oriented_development=true")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size(PAPER)
    settled(page)
    plots = [plot.bounding_box() for plot in page.locator(".chart-plot .main-svg:first-child").all()]
    frames = [frame.bounding_box() for frame in page.locator(".chart-frame").all()]
    for plot, frame in zip(plots, frames, strict=True):
        assert plot is not None
        assert frame is not None
        assert plot["width"] <= frame["width"] <= PAPER["width"]
    first, second = (frame for frame in frames if frame is not None)
    assert second["y"] >= first["y"] + first["height"]
    expect(page.get_by_role("heading", name="Explore a project")).to_have_css("color", "rgb(13, 20, 19)")
    context.close()


def test_a_long_name_stays_within_the_page(page: Page, base_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, f"{base_url}/{HUB}&new_jobs=1&name={'W' * 200}")
    main = page.get_by_test_id("stMain")
    assert main.evaluate("it => it.scrollWidth <= it.clientWidth")


# Notes every list of pages that Streamlit draws by itself, however briefly it is there.
NOTE_LISTS = """
window.lists = [];
new MutationObserver(() => {
    const list = document.querySelector('[data-testid="stSidebarNav"]');
    if (list && list.innerText) window.lists.push(list.innerText);
}).observe(document, { childList: true, subtree: true });
"""


def test_the_first_visitor_of_a_new_process_sees_no_list_of_files(browser: Browser, tmp_path: Path) -> None:
    with serving(ROOT / "app.py", tmp_path) as fresh:
        page = visitor(browser).new_page()
        page.add_init_script(NOTE_LISTS)
        page.goto(f"{fresh.url}/?v=1&new_jobs=300&growth_zone=true")
        expect(page.locator(".answer")).to_be_visible(timeout=30_000)
        assert page.evaluate("window.lists") == []
        page.context.close()


def test_large_amounts_are_written_as_dollars_are_and_two_charts_begin_at_one_height(page: Page, base_url: str) -> None:
    # 5,000,000 x (5,000 + 1,500) = 32,500,000,000 a year once the annual limit is lifted: a title of two lines.
    go(page, f"{base_url}/{HUB}&new_jobs=5000000&law.annual_limit.f3=none")
    expect(page.locator(".st-key-year_waterfall .xtick text").last).to_have_text("$40B")
    expect(page.get_by_test_id("stSliderThumbValue").first).to_have_text("5,000,000")
    tops = [frame.bounding_box() for frame in page.locator(".chart-frame").all()]
    assert tops[0]
    assert tops[1]
    assert tops[0]["y"] == tops[1]["y"]


def test_a_box_of_many_remarks_says_how_many_and_that_it_scrolls(page: Page, base_url: str) -> None:
    query = "?v=1&new_jobs=1200&retained_jobs=10&priority_area=true&law.annual_limit.f5=none"
    go(page, f"{base_url}/{query}&capital_investment=1000&gross_leasable_sqft=100000&net_benefit=-5")
    expect(page.locator(".verdict .count")).to_have_text("4 remarks: scroll for all of them")
    room = page.locator(".verdict").bounding_box()
    assert room
    go(page, f"{base_url}/{HUB}&new_jobs=300")
    expect(page.locator(".verdict .count")).to_have_count(0)
    calm = page.locator(".verdict").bounding_box()
    assert calm
    assert room["height"] == calm["height"]
