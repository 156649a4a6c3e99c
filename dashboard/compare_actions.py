"""What the buttons of the comparison do: callbacks that put another board in place of the one there is.

Each is one step of undo. What cannot be done is said, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable

from credit_core import Law, Scenario, ScenarioError
from credit_core.comparison import Candidate, Comparison, site_facts
from credit_core.places import Place, place_facts
from credit_core.scenario import fact_field
from dashboard import library_state, state
from dashboard.compare_board import Board

__all__ = [
    "START",
    "add_by_hand",
    "add_current",
    "add_place",
    "add_saved",
    "known_laws",
    "law_name",
    "remove",
    "rename",
    "set_baseline",
    "set_law",
    "set_unlocked",
    "start",
    "take_in_hand",
]

START: tuple[tuple[str, ...], ...] = (
    ("Newark", "Camden"),
    ("Trenton", "Hoboken", "Vineland"),
    ("Atlantic City", "Paterson", "Jersey City"),
)
"""Places to start from at one click, of different kinds each time."""


# What every place brings of its own, and the label.
_WHERE = frozenset({"municipality", "county", "name"})


def _put(make: Callable[[Comparison], Comparison], at: int | None = None) -> None:
    """Change the comparison; ``at`` takes another column in hand (-1: the last)."""
    board = state.board()
    try:
        comparison = make(board.comparison)
    except ScenarioError as error:
        for problem in error.problems:
            library_state.say(problem.message, wrong=True)
        return
    number = board.at if at is None else len(comparison.candidates) if at == -1 else at
    state.set_board(Board(comparison, number))


def start(places: tuple[Place, ...]) -> None:
    """Begin a comparison of the business at hand in these places; the first is in hand."""
    scenario, law = state.current()
    comparison = Comparison()
    for place in places:
        comparison = comparison.add(Candidate(_moved(scenario, place), law))
    state.set_board(Board(comparison, 1))
    _say_left_behind(scenario, places)


def _say_left_behind(scenario: Scenario, places: tuple[Place, ...]) -> None:
    """Name the facts of the former site that no place brings itself, so that no award falls in silence."""
    brought = _WHERE.union(*(place_facts(place) for place in places))
    left = [fact_field(name) for name in site_facts() if name not in brought]
    titles = [field.title for field in left if getattr(scenario, field.name) != field.default]
    if titles:
        words = "; ".join(titles)
        library_state.say(f"Facts of the site do not move with the business: {words}. Give them for each column anew.")


def _moved(scenario: Scenario, place: Place) -> Scenario:
    """The same business in a place: what is known of the place, and nothing of the site it had before."""
    business = {name: getattr(scenario, name) for name in Comparison().locked}
    return Scenario(**(business | place_facts(place)))


def _business() -> Candidate:
    """The business of the comparison, or of the scenario at hand where there is no comparison yet."""
    comparison = state.board().comparison
    if comparison.candidates:
        return comparison.candidates[comparison.baseline]
    return Candidate(*state.current())


def add_place(place: Place) -> None:
    """A column more: the business in a place."""
    business = _business()
    _put(lambda comparison: comparison.add(Candidate(_moved(business.scenario, place), business.law)), at=-1)
    library_state.say(f"{place.name} was added; the inputs at the side change it.")
    _say_left_behind(business.scenario, (place,))


def add_by_hand() -> None:
    """A column more, of which nothing is known yet but the business; the inputs at the side fill it."""
    business = _business()
    names = Comparison().locked
    empty = Scenario(**{name: getattr(business.scenario, name) for name in names})
    _put(lambda comparison: comparison.add(Candidate(empty, business.law)), at=-1)
    library_state.say("An empty column was added; give its facts at the side.")


def add_current() -> None:
    """A column more: the scenario that the other pages show, which stays in hand."""
    _put(lambda comparison: comparison.add_as_it_is(Candidate(*state.current())), at=-1)


def add_saved(identifier: str, *, keep_business: bool) -> None:
    """A column more from the library, as the same business, or as it is with what differs unlocked."""
    saved = library_state.attempt(lambda: library_state.library().open(identifier))
    if saved is None or not isinstance(saved.content, Candidate):
        return
    candidate = saved.content
    if keep_business:
        _put(lambda comparison: comparison.add_as_it_is(candidate), at=-1)
    else:
        _put(lambda comparison: comparison.add(candidate), at=-1)
    library_state.say(f"{saved.name} was added from the library.")


def remove(position: int, name: str) -> None:
    """One column less; undo brings it back."""
    board = state.board()
    comparison = board.comparison.remove(position)
    number = position + 1
    at = board.at - (number < board.at)
    if number == board.at:
        at = min(board.at, len(comparison.candidates))
    state.set_board(Board(comparison, at))
    library_state.say(f"{name} was removed. Undo brings it back.")


def take_in_hand(position: int) -> None:
    """Let the inputs at the side, and every other page, show this column."""
    _put(lambda comparison: comparison, at=position + 1)


def set_baseline(position: int) -> None:
    """Compare with this column."""
    _put(lambda comparison: comparison.with_baseline(position))


def set_unlocked(names: tuple[str, ...]) -> None:
    """Let exactly these facts of the business differ; what is locked again becomes what the baseline has."""
    comparison = state.board().comparison
    locked = tuple(name for name in comparison.unlocked if name not in names)
    _put(lambda given: given.unlock(*names).lock(*locked))


def rename(position: int, name: str) -> None:
    """Call a column otherwise; with no name it is called by its municipality."""
    old = state.board().comparison.candidates[position]

    def renamed(comparison: Comparison) -> Comparison:
        return comparison.with_candidate(position, Candidate(old.scenario.changed(name=name), old.law))

    _put(renamed)


def set_law(position: int, law: Law) -> None:
    """Compute one column under another law."""
    old = state.board().comparison.candidates[position]
    _put(lambda comparison: comparison.with_candidate(position, Candidate(old.scenario, law)))


def known_laws() -> tuple[Law, ...]:
    """The laws that a column can be computed under: current law, the one at hand, and those of the other columns."""
    found = [Law.current(), state.current()[1], *(each.law for each in state.board().comparison.candidates)]
    return tuple(law for number, law in enumerate(found) if _named(law) not in map(_named, found[:number]))


def _named(law: Law) -> tuple[Law, str]:
    return law, law.title


def law_name(law: Law, laws: tuple[Law, ...]) -> str:
    """What to call a law among others: its label, numbered where two have the same."""
    alike = [each for each in laws if each.label == law.label]
    if len(alike) == 1:
        return law.label
    number = [_named(each) for each in alike].index(_named(law))
    return f"{law.label}, no. {number + 1}" if number else law.label
