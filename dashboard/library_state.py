"""The library as the pages use it: one for the server, its errors as words, own places, and short links.

A short link, ``?saved=7f3kq9x2mc``, is opened before a page is drawn: what is saved takes the place of what the
address says, and the address then carries it in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar
from urllib.parse import urlencode

import streamlit as st

from credit_core import Law, Problem
from credit_core.comparison import Candidate, Comparison
from credit_core.library import Added, Content, Kind, Library, LibraryError, Saved
from credit_core.places import Place, all_places
from dashboard import state
from dashboard.compare_board import Board
from dashboard.formats import html_text

__all__ = [
    "Opened",
    "add_once",
    "added_words",
    "attempt",
    "enter",
    "known_places",
    "library",
    "opened",
    "own_places",
    "places_changed",
    "redo",
    "remember",
    "say",
    "short_link",
    "show_messages",
    "take",
    "undo",
]

_MESSAGES = "library.messages"
_SAID = "library.said"  # what this run of the page has shown already
_OPENED = "library.opened"
_READABLE = 3.0  # seconds
_PATIENCE = 5.0  # seconds that a visitor waits for other writers

_T = TypeVar("_T")


@st.cache_resource(show_spinner=False)
def library() -> Library:
    """The server's library: CREDIT_DB_URL, or the default file.

    Raises:
        LibraryUnavailable: The address cannot be used.
    """
    return Library(patience=_PATIENCE)


@dataclass
class _Message:
    words: str
    wrong: bool
    place: str
    shown_at: float | None = None  # seconds; None: not yet


def say(words: str, *, wrong: bool = False, place: str = "") -> None:
    """Keep a message for the next time that messages are shown; ``place`` names the form beside which it belongs."""
    st.session_state.setdefault(_MESSAGES, []).append(_Message(words, wrong, place))


def show_messages(*, page_top: bool = False, place: str = "") -> None:
    """Say what the last actions came to, or what those of one form did, beside it, where it is in view.

    At the top of a page what was said a moment ago is said again: a control that was moved may ask for a further run of
    the page at once, and nobody could read a message that is gone with it. The same words are shown once on a page: all
    that a page asks of a library that cannot be read fails alike.
    """
    now = monotonic()
    held: list[_Message] = st.session_state.get(_MESSAGES, [])
    kept = [each for each in held if each.shown_at is None or now - each.shown_at < _READABLE]
    elsewhere = {each.words for each in kept if each.place != place}
    for each in (message for message in kept if message.place == place):
        if page_top or each.shown_at is None:
            each.shown_at = now if each.shown_at is None else each.shown_at
            if place or each.words not in elsewhere:
                _show_once(each)
    st.session_state[_MESSAGES] = _without_repeats(kept)


def _show_once(message: _Message) -> None:
    said: set[str] = st.session_state.setdefault(_SAID, set())
    if message.words in said or any(message.words == problem.message for problem in state.notices()):
        return
    said.add(message.words)
    role = "alert" if message.wrong else "status"
    st.html(f'<p class="message{" refused" if message.wrong else ""}" role="{role}">{html_text(message.words)}</p>')


def _without_repeats(messages: Iterable[_Message]) -> list[_Message]:
    """Each of the words once for a place, as they were said last."""
    return list({(each.words, each.place): each for each in messages}.values())


def undo() -> None:
    """Take the last step back; what was said of it goes with it."""
    st.session_state.pop(_MESSAGES, None)
    state.undo()


def redo() -> None:
    """Take the last undone step again; what was said of the undone state goes."""
    st.session_state.pop(_MESSAGES, None)
    state.redo()


def attempt(work: Callable[[], _T], place: str = "") -> _T | None:
    """Do something with the library; what goes wrong is kept as a message and gives ``None``."""
    try:
        return work()
    except LibraryError as error:
        say(str(error), wrong=True, place=place)
        return None


def add_once(
    content: Content, name: str, description: str = "", tags: Sequence[str] = (), place: str = ""
) -> Added | None:
    """Save something new unless it is there already; ``None``, with a message, if it cannot be saved."""
    return attempt(lambda: library().add_once(content, name, description, tags), place)


def added_words(added: Added, words: str) -> str:
    """What became of something that was to be saved: ``words`` if it was, and what else has its name."""
    kind, name = added.saved.kind, added.saved.name
    if not added.is_new:
        return f"{name} is in the library already, with the same content under the same law. It was not saved again."
    if not added.namesakes:
        return words
    others = f"Another {kind}" if added.namesakes == 1 else f"{added.namesakes} other {kind}s"
    verb = "has" if added.namesakes == 1 else "have"
    return f"{words} {others} in the library {verb} the same name and other content; both are kept."


def own_places() -> tuple[Place, ...]:
    """The places that users have added, by name; none, with a message, while the library cannot be read."""
    return attempt(_read_places) or ()


@st.cache_resource(ttl=10, show_spinner=False)
def _read_places() -> tuple[Place, ...]:
    # Asked for with every rerun of every page: what another server adds is seen some seconds later.
    return tuple(saved.content for saved in library().open_all("place") if isinstance(saved.content, Place))


def places_changed() -> None:
    """Read the own places anew the next time they are asked for."""
    _read_places.clear()


def known_places() -> dict[str, Place]:
    """Every place that can be chosen, by name: the user's own first, which stand before a known one of their name."""
    own = {place.name: place for place in own_places()}
    taken = {name.casefold() for name in own}
    return own | {place.name: place for place in all_places() if place.name.casefold() not in taken}


_PAGE_OF: dict[Kind, str] = {"scenario": "", "comparison": "compare", "bill": "amend"}


def short_link(identifier: str, kind: Kind) -> str:
    """The address of something saved, on the page that shows it."""
    base = str(st.context.url or "").split("?")[0].rsplit("/", 1)[0]
    return f"{base}/{_PAGE_OF.get(kind, 'library')}?{urlencode({state.SAVED: identifier})}"


@dataclass(frozen=True, slots=True)
class Opened:
    """What was opened or saved last and is worked on: the next version is saved over this one."""

    id: str
    version: int
    name: str
    kind: Kind


def opened() -> Opened | None:
    """What of the library is worked on, if anything."""
    held = st.session_state.get(_OPENED)
    return held if isinstance(held, Opened) else None


def remember(saved: Saved) -> None:
    """Note that what is at hand is this version."""
    if saved.kind != "place":
        st.session_state[_OPENED] = Opened(saved.id, saved.version, saved.name, saved.kind)


def take(saved: Saved) -> bool:
    """Make what was opened the thing that is worked on; ``False`` for what is none (a place)."""
    if isinstance(saved.content, Candidate):
        state.load(saved.content.scenario, saved.content.law, saved.notices)
    elif isinstance(saved.content, Comparison):
        state.load(saved.content.candidates[0].scenario, saved.content.candidates[0].law, saved.notices)
        state.set_board(Board(saved.content.settled(), 1))
    elif isinstance(saved.content, Law):
        state.set_law(saved.content)
    else:
        return False
    remember(saved)
    return True


def enter() -> None:
    """Begin a run as ``state.enter``, and open what a short link names; the address then carries it in full."""
    identifier = st.query_params.get(state.SAVED)
    st.session_state[_SAID] = set()
    state.enter()
    if identifier is None:
        return
    try:
        take(library().open(identifier))
    except LibraryError as error:
        state.note(Problem(state.SAVED, "not_found", identifier[:200], str(error)))
    state.write_address()
