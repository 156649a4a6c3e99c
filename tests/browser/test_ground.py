"""The tools of the browser tests themselves, on a small app of one slider and one chart.

A watch that never barks proves nothing: it is shown a request to another host, and must report it.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.helpers import Watch, axe_serious, in_each_theme, is_outside, set_slider, settled, visitor
from tests.browser.server import Server, serving

APP = """
import plotly.graph_objects as go
import streamlit as st

jobs = st.sidebar.slider("New jobs", 0, 100, 10)
st.sidebar.caption("Full-time, as defined in section 2")
st.title("Ground")
st.caption("A caption, the smallest text there is")
st.metric("Jobs twice", jobs * 2)
st.markdown("[A link](#ground), :green[green] and :red[red] words, and `code`")
st.button("A button")
st.toggle("A switch", value=True)
st.radio("A choice", ["one", "other"], horizontal=True)
st.plotly_chart(go.Figure(go.Bar(x=["jobs"], y=[jobs])), theme=None, alt="One bar, as high as the jobs")
if st.button("Fail"):
    raise ValueError("a secret detail")
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("small")
    script = folder / "small.py"
    script.write_text(APP, "utf-8")
    with serving(script, folder) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, small: Server) -> Iterator[Page]:
    context = visitor(browser, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    watch = Watch(page)
    page.goto(small.url)
    settled(page)
    yield page
    watch.check()
    context.close()


def test_a_slider_moves_by_its_keys_and_the_page_settles(visit: Page) -> None:
    set_slider(visit, "New jobs", 3)
    assert visit.get_by_test_id("stMetricValue").inner_text() == "26"
    set_slider(visit, "New jobs", -5)
    assert visit.get_by_test_id("stMetricValue").inner_text() == "16"


def test_the_theme_leaves_no_serious_barrier(visit: Page) -> None:
    for theme in in_each_theme(visit):
        assert axe_serious(visit) == [], theme


def test_axe_sees_a_barrier_where_there_is_one(visit: Page) -> None:
    visit.evaluate("document.querySelector('[data-testid=stButton] button').textContent = ''")
    assert [found.split(" ")[0] for found in axe_serious(visit)] == ["button-name"]


def test_a_visitor_reads_no_trace_of_an_exception_but_the_log_keeps_it(visit: Page, small: Server) -> None:
    begun = len(small.written())
    visit.get_by_role("button", name="Fail").click()
    visit.get_by_test_id("stException").wait_for()
    assert "secret" not in visit.content()
    assert "a secret detail" in small.trouble(begun)


def test_the_watch_reports_another_host_and_an_error(browser: Browser, small: Server) -> None:
    context = visitor(browser)
    page = context.new_page()
    watch = Watch(page)
    page.goto(small.url)
    settled(page)
    watch.check()
    with page.expect_console_message(lambda message: message.text == "no answer"):
        page.evaluate("fetch('http://elsewhere.test/script.js').catch(() => console.error('no answer'))")
    context.close()
    assert [url for url in watch.requests if is_outside(url)] == ["http://elsewhere.test/script.js"]
    assert any(text.startswith("no answer") for text in watch.errors)
    with pytest.raises(AssertionError, match=r"elsewhere\.test"):
        watch.check()


@pytest.mark.parametrize(
    ("url", "outside"),
    [
        ("http://127.0.0.1:8501/explore", False),
        ("ws://localhost:8501/_stcore/stream", False),
        ("data:image/png;base64,AA==", False),
        ("blob:http://127.0.0.1:8501/1", False),
        ("https://elsewhere.test/127.0.0.1", True),
        ("wss://localhost.elsewhere.test/", True),
    ],
)
def test_what_leaves_the_host(url: str, outside: bool) -> None:
    assert is_outside(url) is outside
