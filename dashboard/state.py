"""What a visitor is working on: one scenario and one law, the same on every page, and always in the address.

``enter()`` runs once at the top of ``app.py`` and ``page_top()`` at the top of every page. Everything that changes
the state (``change``, ``load``, ``undo`` ...) belongs in a widget's callback; in the body of a page it takes effect
with the next run.

The scenario is held in the session and written to the address with every run, so a reload, a new tab and another
browser give it back. The address is read back in three cases: the session is new, the visitor went back or forward,
or the address is one that this session never wrote. Any other address that differs is one that the browser has not
caught up with (a slider dragged fast), and must not undo what was just done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

from credit_core import Law, Problem, Scenario, ScenarioError
from credit_core.codec import Decoded, from_query, given_twice, to_query
from credit_core.law import LawError
from credit_core.scenario import check
from dashboard.compare_board import PREFIX, Board

__all__ = [
    "MOST_BILL",
    "SAVED",
    "Bound",
    "Draft",
    "Session",
    "amend",
    "arrive",
    "board",
    "bound",
    "can_redo",
    "can_undo",
    "change",
    "choice",
    "control",
    "control_key",
    "current",
    "dismiss_notices",
    "draft",
    "enter",
    "enter_figures",
    "is_empty",
    "is_entry",
    "link",
    "load",
    "load_decoded",
    "name_law",
    "note",
    "notices",
    "page_param",
    "page_top",
    "query",
    "read_law",
    "redo",
    "refuse",
    "reset",
    "set_board",
    "set_law",
    "set_page_param",
    "undo",
    "write_address",
]

_KEY = "dashboard.session"
_RAN_APP = "dashboard.ran_app"
_PARAM = "show."  # what a page keeps in the address for itself, apart from the facts
SAVED = "saved"  # a short link, which is opened apart (dashboard/library_state.py)
MOST_BILL = 8_000  # characters of a bill that a page keeps in the address
_MOST_TEXT = 200  # characters of anything else that a page keeps there
_MOST_STEPS = 200  # changes that can be undone

Snapshot = tuple[Scenario, Law]
Moment = tuple[Scenario, Law, Board]  # what undo gives back
Address = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Draft:
    """What was entered for a fact or a figure and cannot be used yet: what is valid goes on showing beside it.

    Attributes:
        widget: Key of the widget it was entered in, which keeps what was entered.
        value: What it means, to be tried again once other facts change; ``UNREADABLE`` if it is no value at all.
        problems: Why not.
    """

    widget: str
    value: object
    problems: tuple[Problem, ...]


UNREADABLE = object()
_NOTHING = object()


@dataclass
class Session:
    """One visitor's work, without Streamlit: what undo, links and refused entries mean is decided here."""

    scenario: Scenario = field(default_factory=Scenario)
    law: Law = field(default_factory=Law.current)
    notices: tuple[Problem, ...] = ()
    params: dict[str, str] = field(default_factory=dict)
    drafts: dict[str, Draft] = field(default_factory=dict)
    board: Board = field(default_factory=Board)
    past: list[Moment] = field(default_factory=list)
    future: list[Moment] = field(default_factory=list)
    known: set[frozenset[tuple[str, str]]] = field(default_factory=set)
    editions: dict[str, int] = field(default_factory=dict)
    shown: dict[str, object] = field(default_factory=dict)
    forms: dict[str, object] = field(default_factory=dict)
    page: str = ""

    @property
    def snapshot(self) -> Snapshot:
        """What all pages show."""
        return self.scenario, self.law

    @property
    def moment(self) -> Moment:
        """What undo gives back: what is shown, and the comparison."""
        return self.scenario, self.law, self.board

    def go(self, scenario: Scenario, law: Law, board: Board | None = None) -> None:
        """Make this the scenario and the law; the step can be undone. The column in hand follows.

        Raises:
            ScenarioError: A locked fact does not fit another column of the comparison.
        """
        then = (scenario, law, self.board.following(scenario, law) if board is None else board)
        if (*then, law.title) == (*self.moment, self.law.title):
            return
        self.past = [*self.past, self.moment][-_MOST_STEPS:]
        self.future = []
        self.scenario, self.law, self.board = then

    def load(self, scenario: Scenario, law: Law) -> None:
        """Replace everything by another scenario; entries that wait to be mended go, a comparison is put down."""
        self.drafts = {}
        self.go(scenario, law, self.board.put_down())

    def set_board(self, board: Board) -> None:
        """Make this the comparison; its column in hand is what all pages show."""
        shown = board.in_hand
        if shown is None:
            self.go(self.scenario, self.law, board)
        else:
            self.drafts = {}
            self.go(shown.scenario, shown.law, board)

    def change(self, widget: str, facts: Mapping[str, Any]) -> None:
        """Set some facts, with entries that waited for them; what cannot be used becomes a draft of its widget."""
        if self._takes(self._waiting(facts=True) | dict(facts)) or self._takes(facts):
            return
        problems = self._problems(facts)
        self.drafts |= {name: Draft(widget, value, problems) for name, value in facts.items()}

    def _waiting(self, *, facts: bool) -> dict[str, Any]:
        """Entries that can be tried again: those of facts, or those of figures of the law."""
        readable = {name: kept.value for name, kept in self.drafts.items() if kept.value is not UNREADABLE}
        return {name: value for name, value in readable.items() if (name in Scenario.model_fields) is facts}

    def amend(self, widget: str, overrides: Mapping[str, object]) -> None:
        """Set some figures of the law, with entries that waited for them; what cannot be used becomes a draft."""
        if self._amends(self._waiting(facts=False) | dict(overrides)) is None:
            return
        problems = self._amends(overrides)
        if problems is not None:
            kept = {name: UNREADABLE if isinstance(value, str) else value for name, value in overrides.items()}
            self.drafts |= {name: Draft(widget, value, problems) for name, value in kept.items()}

    def _amends(self, overrides: Mapping[str, object]) -> tuple[Problem, ...] | None:
        """Amend the law and give ``None``, or say why not."""
        try:
            law = self.law.amend(overrides)
        except LawError as error:
            return error.problems
        self.settle(*overrides)
        self.go(self.scenario, law)
        return None

    def settle(self, *names: str) -> None:
        """Put away the entries of these names that waited to be mended."""
        self.drafts = {name: kept for name, kept in self.drafts.items() if name not in names}

    def _takes(self, facts: Mapping[str, Any]) -> bool:
        if self._problems(facts):
            return False
        self.drafts = {name: kept for name, kept in self.drafts.items() if name not in facts}
        self.go(self.scenario.changed(**facts), self.law)
        return True

    def _problems(self, facts: Mapping[str, Any]) -> tuple[Problem, ...]:
        """Why some facts cannot be set, here or in another column of the comparison."""
        found = check(dict(self.scenario) | dict(facts))
        if found or not self.board.at:
            return found
        try:
            self.board.following(self.scenario.changed(**facts), self.law)
        except ScenarioError as error:
            return error.problems
        return ()

    def undo(self) -> None:
        """Take the last step back; a refused entry is the last step."""
        if self.drafts:
            self.drafts = {}
        elif self.past:
            self.future.append(self.moment)
            self.scenario, self.law, self.board = self.past.pop()

    def redo(self) -> None:
        """Take the last undone step again."""
        if self.future:
            self.past.append(self.moment)
            self.scenario, self.law, self.board = self.future.pop()

    def query(self) -> dict[str, str]:
        """The address: the version, what departs from the defaults, the comparison, and what pages keep."""
        params = {_PARAM + name: text for name, text in self.params.items()}
        return to_query(self.scenario, self.law) | self.board.query() | params

    def accept(self, address: Address, notices: tuple[Problem, ...] = ()) -> None:
        """Take over an address; what could not be used becomes notices after those given, and the rest is kept."""
        self.known.add(frozenset(address.items()))
        self.params = {
            name.removeprefix(_PARAM): text[: MOST_BILL if name.endswith(".bill") else _MOST_TEXT]
            for name, text in address.items()
            if name.startswith(_PARAM)
        }
        read = from_query({name: text for name, text in address.items() if _is_of_codec(name)})
        board, of_board = Board.read(address, read.scenario, read.law)
        self.notices = (*notices, *read.notices, *of_board)
        self.drafts = {}
        self.go(read.scenario, read.law, board)

    def knows(self, address: Address) -> bool:
        """Whether this session wrote the address at some time. An address that says nothing counts as known."""
        return not address or frozenset(address.items()) in self.known


def _is_of_codec(name: str) -> bool:
    return name != SAVED and not name.startswith((_PARAM, PREFIX))


# ---- once a run -----------------------------------------------------------------------------------------------------


def enter() -> None:
    """Begin a run of the app: read the address where it counts, and write it anew. For the top of ``app.py``."""
    _leave_pages_directory()
    st.session_state[_RAN_APP] = True
    held = st.session_state.get(_KEY)
    session = held if isinstance(held, Session) else Session()
    st.session_state[_KEY] = session
    address = st.query_params.to_dict()
    if held is None and address:
        session.accept(address, given_twice(_address_pairs()))
        session.past = []
    elif (_is_history_navigation() and address) or not session.knows(address):
        session.accept(address, given_twice(_address_pairs()))
    _write_address(session)


def _address_pairs() -> list[tuple[str, str]]:
    """Every name and value of the address, those that are given more than once included."""
    return [(name, text) for name in st.query_params for text in st.query_params.get_all(name)]


def arrive(page: str) -> None:
    """Say which page is drawn, by its address: a choice of the same name on another page is another control."""
    _session().page = page


def page_top() -> None:
    """Begin a page: if it was started without ``app.py``, start again with it. For the top of every page."""
    if not st.session_state.pop(_RAN_APP, False):
        PagesManager.uses_pages_directory = False
        st.rerun()


def _leave_pages_directory() -> None:
    # With a folder pages/ beside app.py, Streamlit's first run of a process is of its older kind: every file of the
    # folder is a page of its own and is run without app.py. The flag is internal; tests/test_state.py keeps watch.
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()


def _is_history_navigation() -> bool:
    # Internal as well: whether this run was asked for by the browser's back or forward button.
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def write_address() -> None:
    """Let the address say what there is, for what changed after ``enter``."""
    _write_address(_session())


def _write_address(session: Session) -> None:
    wanted = session.query()
    session.known.add(frozenset(wanted.items()))
    if sorted(_address_pairs()) != sorted(wanted.items()):
        st.query_params.from_dict(wanted)


def _session() -> Session:
    held = st.session_state.get(_KEY)
    if not isinstance(held, Session):
        held = st.session_state[_KEY] = Session()
    return held


# ---- what pages ask -------------------------------------------------------------------------------------------------


def current() -> Snapshot:
    """The scenario and the law in force, both valid."""
    return _session().snapshot


def board() -> Board:
    """The comparison, and which of its columns is in hand."""
    return _session().board


def notices() -> tuple[Problem, ...]:
    """What the last link or file said that could not be used."""
    return _session().notices


def draft(name: str) -> Draft | None:
    """What was entered for a fact and cannot be used yet, if anything."""
    return _session().drafts.get(name)


def can_undo() -> bool:
    """Whether there is a step to take back."""
    return bool(_session().past or _session().drafts)


def can_redo() -> bool:
    """Whether there is an undone step to take again."""
    return bool(_session().future)


def is_empty() -> bool:
    """Whether no fact has been given yet."""
    return _session().scenario == Scenario()


def query() -> dict[str, str]:
    """The parameters of the address that carry everything; for ``st.page_link(query_params=...)``."""
    return _session().query()


def link() -> str:
    """The whole address of this page with everything in it, to be shared."""
    page = st.context.url or ""
    return f"{page}{'' if page.count('/') > 2 else '/'}?{urlencode(query())}"


# ---- what callbacks do ----------------------------------------------------------------------------------------------


def change(widget: str = "", /, **facts: Any) -> None:
    """Set some facts. What cannot be used stays a ``draft`` of ``widget`` and the last valid scenario is kept."""
    _session().change(widget, facts)


def refuse(widget: str, problem: Problem) -> None:
    """Note that what was entered in ``widget`` for a fact is no value at all."""
    _session().drafts[problem.field] = Draft(widget, UNREADABLE, (problem,))


def load(scenario: Scenario, law: Law | None = None, notices: tuple[Problem, ...] = ()) -> None:
    """Replace scenario and law (current law if none is given), with notices of what a file said in vain."""
    session = _session()
    session.notices = notices
    session.load(scenario, law or Law.current())


def load_decoded(decoded: Decoded) -> None:
    """Replace scenario and law by what was read from a file or a link, its notices included."""
    load(decoded.scenario, decoded.law, decoded.notices)


def set_board(board: Board) -> None:
    """Make this the comparison; its column in hand, if any, becomes the scenario and the law of all pages."""
    _session().set_board(board)


def amend(overrides: Mapping[str, object], title: str | None = None) -> None:
    """Set figures of the law otherwise, by dotted name. Raises ``LawError`` and changes nothing if one is wrong."""
    session = _session()
    law = session.law.amend(overrides)
    session.settle(*overrides)
    session.go(session.scenario, law if title is None else law.named(title))


def enter_figures(widget: str, overrides: Mapping[str, object]) -> None:
    """Set figures of the law as they were entered. What cannot be used stays a ``draft`` of ``widget``, by its name."""
    _session().amend(widget, overrides)


def name_law(title: str) -> None:
    """Give the law in force the name of a bill."""
    session = _session()
    session.settle("title")
    session.go(session.scenario, session.law.named(title))


def read_law(**options: str) -> None:
    """Read open questions otherwise. Raises ``LawError`` and changes nothing if one is unknown."""
    session = _session()
    session.go(session.scenario, session.law.read(**options))


def set_law(law: Law) -> None:
    """Put another law in force, such as a saved bill; the facts stay, entries of figures that waited go."""
    session = _session()
    session.settle(*(name for name in session.drafts if name not in Scenario.model_fields))
    session.go(session.scenario, law)


def undo() -> None:
    """Take the last step back."""
    _session().undo()


def redo() -> None:
    """Take the last undone step again."""
    _session().redo()


def reset() -> None:
    """Begin anew, with no facts and current law; this step can be undone like any other."""
    load(Scenario())


def note(problem: Problem) -> None:
    """Add a notice to those of the last link or file."""
    session = _session()
    session.notices = (*session.notices, problem)


def dismiss_notices() -> None:
    """Put away what the last link or file said in vain."""
    _session().notices = ()


# ---- controls -------------------------------------------------------------------------------------------------------


def control(name: str, value: object, form: object = None) -> str:
    """The key of a control that is to show ``value``; to be asked for just before the control is drawn.

    A control that has to be moved (by undo, a link, the slider beside it) gets a new key. Under its old one the browser
    may still report what it showed before, in a message that was on its way: ``is_entry`` tells that from an entry.
    So does a control of another ``form``: see ``choice``.
    """
    session = _session()
    key = choice(name, form)
    if key in st.session_state and st.session_state[key] != value:
        key = _next_edition(session, name)
    if key not in st.session_state:
        st.session_state[key] = session.shown[name] = value
    return key


def choice(name: str, form: object) -> str:
    """The key of a choice, another one as soon as its form is: the page that it stands on, and its labels.

    The browser reports a choice by its label. Under the same key it would go on to show, and to report, one that there
    no longer is.
    """
    session = _session()
    if session.forms.setdefault(name, form) != form:
        session.forms[name] = form
        return _next_edition(session, name)
    return _edition(session, name)


def is_entry(name: str, key: str) -> bool:
    """Whether a control's callback tells of something entered, and not of what the control was set to."""
    session = _session()
    if key != _edition(session, name) or st.session_state[key] == session.shown.get(name, _NOTHING):
        return False
    session.shown.pop(name, None)
    return True


def control_key(name: str) -> str:
    """The key that a control has now."""
    return _edition(_session(), name)


def _next_edition(session: Session, name: str) -> str:
    session.editions[name] = session.editions.get(name, 0) + 1
    return _edition(session, name)


def _edition(session: Session, name: str) -> str:
    number = session.editions.get(name, 0)
    return f"{name}~{number}" if number else name


# ---- what a page keeps for itself -----------------------------------------------------------------------------------


def page_param(name: str, default: str, allowed: Collection[str] | None = None) -> str:
    """A page's own small parameter (which fact is swept), kept in the address beside the scenario.

    A value that is not ``allowed`` is given up for the default, with a notice.
    """
    session = _session()
    text = session.params.get(name, default)
    if allowed is None or text in allowed:
        return text
    session.params.pop(name)
    words = f'The link asked for "{text}" as {name}, which is not offered here; "{default}" is shown.'
    session.notices = (*session.notices, Problem(_PARAM + name, "not_an_option", text, words))
    return default


def set_page_param(name: str, value: str) -> None:
    """Keep a page's own parameter in the address; an empty one leaves it."""
    if value:
        _session().params[name] = value
    else:
        _session().params.pop(name, None)


class Bound(TypedDict):
    """What a selection takes to be kept in the address: ``st.selectbox("Fact", options, **bound(...))``."""

    key: str
    on_change: Callable[[str, str], None]
    args: tuple[str, str]


def bound(name: str, default: str, allowed: Collection[str], labels: Collection[str] = ()) -> Bound:
    """Key and callback of a selection (radio, selectbox, segmented control) whose value the address keeps.

    ``labels`` are those of its options where they change with what is shown.
    """
    key = control(f"param:{name}", page_param(name, default, allowed), (_session().page, *labels))
    return Bound(key=key, on_change=_keep_param, args=(name, key))


def _keep_param(name: str, key: str) -> None:
    if is_entry(f"param:{name}", key) and st.session_state[key] is not None:
        set_page_param(name, str(st.session_state[key]))
