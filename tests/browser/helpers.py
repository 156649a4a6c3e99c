"""What a browser test does with a page: wait for it, move a slider, look for barriers."""

import re
from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Request, WebSocket

__all__ = ["Watch", "axe_serious", "in_each_theme", "is_outside", "set_slider", "settled", "slider_named", "visitor"]

HERE = {"127.0.0.1", "localhost", "::1"}
INSIDE_THE_PAGE = {"about", "blob", "data"}

# What the page has asked and not yet been answered: a script that runs before the page's own.
# A change is on its way for a while before Streamlit says that it is running; on a busy machine, for long.
LISTEN = """
(() => {
    window.asking = { unanswered: false, loading: 0 };
    const send = WebSocket.prototype.send;
    const heard = new WeakSet();
    WebSocket.prototype.send = function (data) {
        if (!heard.has(this)) {
            heard.add(this);
            this.addEventListener('message', () => { window.asking.unanswered = false; });
        }
        window.asking.unanswered = true;
        return send.call(this, data);
    };
    const load = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
        window.asking.loading += 1;
        this.addEventListener('loadend', () => { window.asking.loading -= 1; });
        return load.call(this, body);
    };
})();
"""

# Streamlit announces what it is doing on its outermost element. A slider waits 200 ms before it tells the
# server, so the page must have been quiet for longer: in looks taken one after the other, since a page too
# busy to be looked at is not quiet. A chart says of itself when Plotly has drawn it. What opens or shuts is moving for
# half a second, however little motion the visitor wants: a click may miss what moves; what turns for ever may turn on.
BETWEEN_LOOKS = 50  # milliseconds
QUIET_LOOKS = 6
QUIET = """
(wanted) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const plots = [...document.querySelectorAll('figure.chart')];
    const quiet = app !== null
        && !window.asking.unanswered
        && window.asking.loading === 0
        && app.dataset.testScriptState === 'notRunning'
        && app.dataset.testConnectionState === 'CONNECTED'
        && document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]') === null
        && document.fonts.status === 'loaded'
        && document.getAnimations().every((moving) => moving.playState !== 'running'
            || moving.effect.getComputedTiming().endTime === Infinity)
        && plots.every((plot) => plot.dataset.drawn === 'true');
    window.quietLooks = quiet ? (window.quietLooks ?? 0) + 1 : 0;
    return window.quietLooks > wanted;
}
"""

# Whether the page is as light, or as dark, as its theme is meant to be.
THEME = """
(channel) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const [red] = getComputedStyle(app).backgroundColor.match(/[0-9.]+/g).map(Number);
    return channel === 'max' ? red > 200 : red < 60;
}
"""

# The rules of axe that look at colours.
COLOURS = ["color-contrast", "link-in-text-block"]

# Words of console errors that are no fault of the page, each with its reason.
HARMLESS: tuple[str, ...] = (
    # At the address of a page, Streamlit asks for its server below that address first, then below the root.
    "/_stcore/health)",
    "/_stcore/host-config)",
)


def visitor(browser: Browser, **options: Any) -> BrowserContext:
    """Give a new visitor, with nothing kept; takes the options of Playwright's `new_context`.

    It has asked its system for little motion: what moves while a page loads is drawn sixty times a second, by the
    processor here.
    """
    context = browser.new_context(**{"reduced_motion": "reduce", **options})
    context.add_init_script(LISTEN)
    return context


def settled(page: Page, timeout: float = 60) -> None:
    """Wait (seconds) until all is answered, the script has run, nothing is stale, and fonts and charts are drawn.

    The page has to be of a `visitor`: the others do not listen to what they ask.
    """
    page.evaluate("window.quietLooks = 0")
    page.wait_for_function(QUIET, arg=QUIET_LOOKS, timeout=timeout * 1000, polling=BETWEEN_LOOKS)


def in_each_theme(page: Page) -> Iterator[str]:
    """Show the page in light and then in dark, as a visitor does who changes the system's setting."""
    themes: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", "max"), ("dark", "min"))
    for theme, channel in themes:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(THEME, arg=channel)
        settled(page)
        yield theme


def set_slider(page: Page, name: str, presses: int) -> None:
    """Move a slider by arrow keys, to the right or (negative) to the left, and wait for the result."""
    slider = slider_named(page, name)
    slider.focus()
    for _ in range(abs(presses)):
        slider.press("ArrowRight" if presses > 0 else "ArrowLeft")
    settled(page)


def slider_named(page: Page, name: str) -> Locator:
    """Find a slider by its label. Its accessible name has the label twice: the handle's, then the group's."""
    label = re.escape(name)
    return page.get_by_role("slider", name=re.compile(f"^{label}( {label})?$"))


def axe_serious(page: Page, theme: str = "light") -> list[str]:
    """List the serious and critical barriers that axe finds: its rule, where, and what it says.

    A page that was looked at in light differs in dark by its colours alone.
    """
    options = {"resultTypes": ["violations"], **({"runOnly": COLOURS} if theme == "dark" else {})}
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{found['id']} ({found['impact']}) at {node['target']}: {node['failureSummary']}"
        for found in violations
        if found["impact"] in {"serious", "critical"}
        for node in found["nodes"]
    ]


def is_outside(url: str) -> bool:
    """Say whether a request leaves the host."""
    parts = urlsplit(url)
    return parts.scheme not in INSIDE_THE_PAGE and parts.hostname not in HERE


class Watch:
    """Notes what a page asks of other hosts and which errors it reports, and fails when there are any."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", self._request)
        page.on("websocket", self._websocket)
        page.on("console", self._console)
        page.on("pageerror", self._page_error)

    def check(self) -> None:
        """Raise AssertionError for a request that left the host, or an error in the page."""
        outside = [url for url in self.requests if is_outside(url)]
        assert not outside, f"asked another host: {outside}"
        errors = [text for text in self.errors if not any(words in text for words in HARMLESS)]
        assert not errors, f"the page reported: {errors}"

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _websocket(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def _page_error(self, error: Error) -> None:
        self.errors.append(str(error))
