"""Charts in a real browser: drawn, told in words, kept on the page, handed out as table, CSV and image.

The app is a small one of its own, so that nothing but the charts is tried. Amounts are hand arithmetic on the statute:
a growth zone's base is $5,000 (b(1)(a)), a transit oriented development adds $2,000 (c(4)).
"""

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.helpers import Watch, axe_serious, in_each_theme, set_slider, settled, visitor
from tests.browser.server import Server, serving

APP = """
import streamlit as st

from credit_core import Law, Scenario, evaluate
from credit_core.explain import explain
from dashboard import charts

st.set_page_config(page_title="Charts", layout="wide")
jobs = st.sidebar.slider("New jobs", 0, 5_000, 100, step=10)
law = Law.current()
if st.sidebar.toggle("Amended law"):
    law = law.amend({"gross_limit.d1": 6_000}).named("Bill 12")
scenario = Scenario(new_jobs=jobs, growth_zone=True, transit_oriented_development=True)
steps = explain(scenario, evaluate(scenario, law))
st.title("Charts")
if st.sidebar.toggle("Show", value=True):
    charts.show_chart(
        charts.job_waterfall(steps, law),
        key="job",
        alt=charts.job_description(steps),
        table=charts.job_table(steps),
        file_name="per-job",
        law=law,
    )
    axis = charts.Axis("Jobs", least=0, most=400)
    told = ["none", "hundred", "two hundred", "four hundred"]
    line = charts.Line("Award", [0, 100, 200, 400], [0, 5, 6, jobs], hover=told, detail=[*"abcd"], markers=True)
    chosen = charts.show_chart(
        charts.line_figure([line], title="A curve", x=axis, y=charts.Axis("Dollars")),
        key="curve",
        alt="A curve of four points",
        table=charts.job_table(steps),
        file_name="curve",
        law=law,
        on_click=lambda point: st.session_state.update(chosen=f"{point.detail} at {point.x}"),
    )
    st.write("Chosen:", st.session_state.get("chosen", "nothing"))
    places = charts.Axis("Place")
    grid = charts.heat_map([1, 2], [3, 4], [[5, 6], [7, 8]], title="A map", x=places, y=places, unit="dollars")
    cell = charts.show_chart(
        grid, key="map", alt="Four cells", table=charts.job_table(steps), file_name="map", law=law, clickable=True
    )
    st.write("Cell:", f"row {cell.index[0]}, column {cell.index[1]}, {cell.z}" if cell else "nothing")
"""


@pytest.fixture(scope="module")
def charts_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("charts")
    script = folder / "charts.py"
    script.write_text(APP, "utf-8")
    with serving(script, folder) as running:
        yield running


@contextmanager
def visiting(browser: Browser, charts_app: Server, **options: Any) -> Iterator[Page]:
    """The charts at the size of a desk, unless another is asked for."""
    context = visitor(browser, **{"viewport": {"width": 1440, "height": 900}, **options})
    page = context.new_page()
    watch = Watch(page)
    page.goto(charts_app.url)
    drawn(page)
    yield page
    watch.check()
    assert charts_app.trouble() == ""
    context.close()


@pytest.fixture
def visit(browser: Browser, charts_app: Server) -> Iterator[Page]:
    """The charts as a new visitor sees them."""
    with visiting(browser, charts_app) as page:
        yield page


@pytest.fixture(scope="module")
def shared(browser: Browser, charts_app: Server) -> Iterator[Page]:
    """The charts, for tests that leave their figures and ranges as they are."""
    with visiting(browser, charts_app) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, charts_app: Server) -> Iterator[Page]:
    """The charts on a phone."""
    with visiting(browser, charts_app, viewport={"width": 390, "height": 844}) as page:
        yield page


def chart(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key} figure.chart")


def drawn(page: Page) -> None:
    settled(page)
    page.wait_for_function("document.querySelectorAll('figure.chart[data-drawn=true]').length === 3")


def bar_text(page: Page) -> list[str]:
    return [text.strip() for text in chart(page, "job").locator(".textpoint").all_text_contents()]


def test_a_chart_is_drawn_and_told_in_words(shared: Page) -> None:
    assert bar_text(shared) == ["+$5,000", "+$2,000", "$7,000"]
    expect(chart(shared, "job").locator("figcaption")).to_have_text("No limit binds: $7,000 a job")
    picture = chart(shared, "job").get_by_role("img")
    name = picture.get_attribute("aria-label")
    assert name == (
        "Waterfall in dollars per job a year: Base amount (b)(1)(a) +$5,000; Transit oriented development (c)(4) "
        "+$2,000; Gross amount (d) $7,000. Limit per job (d)(1) $15,000."
    )


def test_a_change_keeps_the_plot_and_redraws_it(visit: Page) -> None:
    visit.evaluate("document.querySelectorAll('.chart-plot').forEach((plot) => { plot.kept = true; })")
    set_slider(visit, "New jobs", 16)  # 260 jobs: c(7)(a) adds $500
    expect(chart(visit, "job").locator("figcaption")).to_have_text("No limit binds: $7,500 a job")
    assert bar_text(visit) == ["+$5,000", "+$2,000", "+$500", "$7,500"]
    assert visit.evaluate("[...document.querySelectorAll('.chart-plot')].every((plot) => plot.kept)")


def test_zoom_stays_when_the_figure_changes_and_goes_on_request(visit: Page) -> None:
    frame = chart(visit, "curve").locator(".nsewdrag")
    box = frame.bounding_box()
    assert box
    visit.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.5)
    visit.mouse.down()
    visit.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.5, steps=5)
    visit.mouse.up()
    reset = chart(visit, "curve").get_by_role("button", name="Whole range")
    expect(reset).to_be_visible()
    zoomed = x_range(visit)
    assert 50 < zoomed[0] < zoomed[1] < 300
    set_slider(visit, "New jobs", 1)
    assert x_range(visit) == zoomed
    reset.click()
    visit.wait_for_function("document.querySelector('.st-key-curve .chart-plot')._fullLayout.xaxis.range[1] === 400")
    expect(reset).to_be_hidden()


def x_range(page: Page) -> list[float]:
    found: list[float] = page.evaluate("document.querySelector('.st-key-curve .chart-plot')._fullLayout.xaxis.range")
    return found


def click_at(page: Page, key: str, x: float, y: float) -> None:
    """Click where a plot has these values on its axes."""
    area = chart(page, key).locator(".nsewdrag")
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    assert box
    across, down = page.evaluate(
        """([key, x, y]) => { const plot = document.querySelector(`.st-key-${key} .chart-plot`)._fullLayout;
        return [plot.xaxis.l2p(x), plot.yaxis.l2p(y)]; }""",
        [key, x, y],
    )
    page.mouse.move(box["x"] + across - 3, box["y"] + down)
    page.mouse.move(box["x"] + across, box["y"] + down)
    expect(chart(page, key).locator(".hoverlayer .hovertext")).to_be_visible()
    page.mouse.click(box["x"] + across, box["y"] + down)


def test_a_click_reports_its_point(shared: Page) -> None:
    click_at(shared, "curve", 100, 5)
    expect(shared.get_by_text("Chosen: b at 100")).to_be_visible()


def test_a_cell_of_a_heat_map_reports_its_row_and_column(shared: Page) -> None:
    click_at(shared, "map", 2, 3)
    expect(shared.get_by_text("Cell: row 0, column 1, 6")).to_be_visible()


def test_keys_walk_through_the_points_and_choose_one(shared: Page) -> None:
    picture = chart(shared, "curve").get_by_role("img")
    picture.focus()
    picture.press("ArrowRight")
    picture.press("ArrowRight")
    picture.press("ArrowRight")
    expect(chart(shared, "curve").get_by_role("status")).to_have_text("two hundred")
    picture.press("Enter")
    expect(shared.get_by_text("Chosen: c at 200")).to_be_visible()
    assert shared.evaluate("document.activeElement.getAttribute('aria-label')") == "A curve of four points"


def test_keys_walk_through_the_rows_and_columns_of_a_heat_map(shared: Page) -> None:
    picture = chart(shared, "map").get_by_role("img")
    picture.focus()
    said = chart(shared, "map").get_by_role("status")
    # Rows from below: 5 6, then 7 8. The first key tells the first cell; at an edge it stays.
    for key, cell in [
        ("ArrowUp", "1, 3, 5"),
        ("ArrowUp", "1, 4, 7"),
        ("ArrowUp", "1, 4, 7"),
        ("ArrowRight", "2, 4, 8"),
    ]:
        picture.press(key)
        expect(said).to_have_text(cell)
    picture.press("ArrowDown")
    expect(said).to_have_text("2, 3, 6")
    picture.press("ArrowLeft")
    expect(said).to_have_text("1, 3, 5")
    picture.press("Enter")
    expect(shared.get_by_text("Cell: row 0, column 0, 5")).to_be_visible()


def cells(row: Locator) -> list[str]:
    return row.locator("th, td").all_inner_texts()


def test_the_table_twin_holds_the_steps_with_units_and_its_csv_numbers_and_the_law(visit: Page) -> None:
    visit.locator(".st-key-job_twin summary").click()
    settled(visit)
    rows = visit.locator(".st-key-job_twin table tr")
    expect(rows).to_have_count(4)
    assert [cells(row) for row in rows.all()] == [
        ["Step", "Citation", "Change (dollars per job a year)", "Then (dollars per job a year)"],
        ["Base amount", "34:1B-246(b)(1)(a)", "$5,000", "$5,000"],
        ["Transit oriented development", "34:1B-246(c)(4)", "$2,000", "$7,000"],
        ["Gross amount", "34:1B-246(d)", "\N{EN DASH}", "$7,000"],
    ]
    with visit.expect_download() as download:
        visit.locator(".st-key-job_csv button").click()
    assert download.value.suggested_filename == "per-job.csv"
    lines = list(csv.reader(StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert lines[1] == ["Base amount", "34:1B-246(b)(1)(a)", "5000", "5000", "Current law (through P.L.2017, c.221)"]


def test_the_image_buttons_hand_out_a_png_and_an_svg(shared: Page) -> None:
    with shared.expect_download() as download:
        chart(shared, "job").get_by_role("button", name="PNG image").click()
    assert download.value.suggested_filename == "per-job.png"
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(picture[16:20], "big") == 2_400  # the width in its header: 1,200 pixels, twice as fine
    with shared.expect_download() as download:
        chart(shared, "job").get_by_role("button", name="SVG image").click()
    drawing = Path(download.value.path()).read_text("utf-8")
    assert drawing.startswith("<svg")
    assert "No limit binds: $7,000 a job" in drawing


def test_an_amended_law_is_named_in_chart_table_file_and_image(visit: Page) -> None:
    visit.get_by_text("Amended law", exact=True).click()
    settled(visit)
    caption = chart(visit, "job").locator("figcaption")
    expect(caption).to_contain_text("The $6,000 limit takes $1,000 a job (not current law)")
    expect(caption).to_contain_text("Bill 12 (not current law)")
    visit.locator(".st-key-job_twin summary").click()
    settled(visit)
    expect(visit.locator(".st-key-job_twin caption")).to_contain_text("Bill 12 (not current law)")
    with visit.expect_download() as download:
        visit.locator(".st-key-job_csv button").click()
    assert "Bill 12 (not current law)" in Path(download.value.path()).read_text("utf-8")
    with visit.expect_download() as download:
        chart(visit, "job").get_by_role("button", name="SVG image").click()
    assert "Bill 12 (not current law)" in Path(download.value.path()).read_text("utf-8")


def test_the_theme_changes_under_a_chart_without_a_word_to_the_server(visit: Page) -> None:
    assert background(visit) == "rgb(252, 251, 248)"
    visit.emulate_media(color_scheme="dark")
    visit.wait_for_function("document.querySelector('.st-key-job .bglayer .bg, .st-key-job .main-svg') !== null")
    expect(chart(visit, "job").locator(".main-svg").first).to_have_css("background-color", "rgb(20, 26, 26)")


def background(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.querySelector('.st-key-job .main-svg')).backgroundColor")
    return found


def test_a_phone_shows_the_whole_chart_without_a_serious_barrier(phone: Page) -> None:
    phone.locator(".st-key-job_twin summary").click()
    settled(phone)
    for theme in in_each_theme(phone):
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        for text in chart(phone, "job").locator(".textpoint").all():
            box = text.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
        label = chart(phone, "job").locator(".ytick text").first.text_content() or ""
        assert re.sub(r"\s+", "", label) == "Baseamount(b)(1)(a)"
        assert axe_serious(phone, theme) == [], theme


def test_no_serious_barrier(visit: Page) -> None:
    visit.locator(".st-key-job_twin summary").click()
    settled(visit)
    for theme in in_each_theme(visit):
        assert axe_serious(visit, theme) == [], theme


def test_a_chart_that_leaves_the_page_and_comes_back_is_drawn_again(visit: Page) -> None:
    for _ in range(2):
        visit.get_by_text("Show", exact=True).click()
        settled(visit)
    drawn(visit)
    assert bar_text(visit) == ["+$5,000", "+$2,000", "$7,000"]


def test_the_script_of_the_charts_is_fetched_once_and_kept(visit: Page) -> None:
    fetched = (
        "performance.getEntriesByType('resource').filter((entry) => entry.name.includes('plotly-cartesian.min.js'))"
    )
    assert visit.evaluate(f"{fetched}.length") == 1
    visit.reload()
    drawn(visit)
    assert visit.evaluate(f"{fetched}.map((entry) => entry.transferSize)") == [0]


def test_paper_shows_the_chart_in_light_colours_and_whole(browser: Browser, charts_app: Server) -> None:
    with visiting(browser, charts_app, color_scheme="dark") as page:
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(chart(page, "job").locator(".main-svg").first).to_have_css("background-color", "rgb(252, 251, 248)")
        assert page.evaluate("document.querySelector('.st-key-job .main-svg').clientWidth") <= 680
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        expect(chart(page, "job").locator(".main-svg").first).to_have_css("background-color", "rgb(20, 26, 26)")
