"""A server, a browser and watched pages for the browser tests.

Under pytest-xdist each worker has a server and a browser of its own: neither library nor log is shared.
"""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.browser.helpers import Watch, visitor
from tests.browser.server import ROOT, Server, serving

MISSING = (
    "The browser tests need Chromium: install Debian's package `chromium-headless-shell`, or name another browser "
    "of that family in CREDIT_TEST_BROWSER."
)
ARGUMENTS = [
    "--no-sandbox",  # the sandbox does not start as root, as in a container
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A closed network: any other name leads nowhere, so a page that needs one fails here as it would there.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
DESK = {"width": 1440, "height": 900}

OpenPage = Callable[..., Page]

# As long as `settled` may take: a busy machine answers late, and what does not come at all fails either way.
expect.set_options(timeout=60_000)

# What a page was about when its test failed: whoever reads a log elsewhere cannot look at it.
SEEN = """
() => JSON.stringify({
    address: location.href,
    script: document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState,
    asking: window.asking,
    focus: document.activeElement?.outerHTML.slice(0, 200),
    moving: document.getAnimations().map((moving) => moving.effect.target?.tagName),
    alerts: [...document.querySelectorAll('[role=alert], [data-testid$=Error]')].map((alert) => alert.innerText),
    charts: [...document.querySelectorAll('figure.chart')].map((chart) => chart.dataset.drawn),
    text: document.body.innerText.slice(0, 2000),
}, null, 1)
"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say of each page of a test that failed what was on it."""
    report = yield
    if report.failed and report.when == "call":
        given = getattr(item, "funcargs", {})
        report.sections += [(f"page {name}", _seen(page)) for name, page in given.items() if isinstance(page, Page)]
    return report


def _seen(page: Page) -> str:
    try:
        return str(page.evaluate(SEEN))
    except Error as error:  # it is closed, or its server is gone
        return str(error)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The dashboard, served for the whole session."""
    with serving(ROOT / "app.py", tmp_path_factory.mktemp("dashboard")) as running:
        yield running


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """Address of the dashboard, without a slash at its end."""
    return server.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=_chromium(), args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[OpenPage]:
    """Open a page in a fresh context, as a new visitor; takes the options of Playwright's `new_context`.

    When the test ends it fails if a page asked anything of another host, reported an error, or made the
    server write an exception.
    """
    begun = len(server.written())
    watches: dict[Page, Watch] = {}

    def opened(**options: Any) -> Page:
        context = visitor(browser, **{"viewport": DESK, "locale": "en-US", **options})
        page = context.new_page()
        watches[page] = Watch(page)
        return page

    yield opened
    for page in watches:
        page.context.close()
    for watch in watches.values():
        watch.check()
    assert server.trouble(begun) == ""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A watched page of 1440 by 900 pixels in a fresh context."""
    return open_page()


def _chromium() -> str:
    given = os.environ.get("CREDIT_TEST_BROWSER")
    # The shell is the same browser without its own windows, which cost a tenth of the time.
    known = ("chromium-headless-shell", "chromium", "chromium-browser")
    found = given or next((path for path in map(shutil.which, known) if path), None)
    if not found:
        pytest.fail(MISSING, pytrace=False)
    return found
