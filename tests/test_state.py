"""What undo, links, refused entries and echoes of moved controls mean; and the real app, run without a browser.

A run of the app in a fresh process, and every second run of AppTest, starts a page's file without ``app.py``
(an internal of Streamlit that ``dashboard.state`` deals with): here each test runs the app at least twice.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from credit_core import Law, Scenario
from dashboard.state import Session

APP = str(Path(__file__).parents[1] / "app.py")


def app(**query: str) -> AppTest:
    test = AppTest.from_file(APP, default_timeout=30)
    test.query_params.update(query)
    return ran(test)


def own_parts(test: AppTest) -> list[dict[str, Any]]:
    """What the parts of our own (charts, texts to copy) were given, in the order in which they are drawn."""
    return [json.loads(part.proto.json) for part in test.get("bidi_component") if part.proto.json]


def ran(test: AppTest) -> AppTest:
    test.run()
    assert not test.exception
    return test


# ---- a session, without Streamlit -----------------------------------------------------------------------------------


def test_undo_and_redo_give_back_each_step() -> None:
    session = Session()
    session.change("", {"new_jobs": 10})
    session.change("", {"growth_zone": True})
    session.undo()
    assert session.scenario == Scenario(new_jobs=10)
    session.undo()
    assert session.scenario == Scenario()
    session.undo()
    assert session.scenario == Scenario()
    session.redo()
    session.redo()
    assert session.scenario == Scenario(new_jobs=10, growth_zone=True)


def test_a_new_step_ends_what_could_be_done_again() -> None:
    session = Session()
    session.change("", {"new_jobs": 10})
    session.undo()
    session.change("", {"new_jobs": 20})
    session.redo()
    assert session.scenario == Scenario(new_jobs=20)


def test_a_change_to_the_same_is_no_step() -> None:
    session = Session()
    session.change("", {"new_jobs": 0})
    assert session.past == []


def test_the_name_of_a_bill_is_a_step() -> None:
    session = Session()
    session.go(session.scenario, Law.current().named("Bill 1"))
    assert session.law.title == "Bill 1"
    session.undo()
    assert session.law.title == ""


def test_a_refused_entry_keeps_the_last_valid_scenario_and_undo_gives_it_up() -> None:
    session = Session()
    session.change("", {"new_jobs": 10})
    session.change("entry", {"new_jobs": -5})
    assert session.scenario == Scenario(new_jobs=10)
    assert session.drafts["new_jobs"].problems[0].rule == "not_negative"
    session.undo()
    assert session.drafts == {}
    assert session.scenario == Scenario(new_jobs=10)


def test_an_entry_that_waited_is_taken_once_it_fits() -> None:
    session = Session()
    session.change("industrial", {"industrial_capital_investment": 9_000_000})
    assert session.drafts["industrial_capital_investment"].problems[0].rule == "at_most_total"
    session.change("capital", {"capital_investment": 10_000_000})
    assert session.drafts == {}
    assert session.scenario == Scenario(capital_investment=10_000_000, industrial_capital_investment=9_000_000)


def test_an_entry_that_goes_on_waiting_hinders_no_other() -> None:
    session = Session()
    session.change("entry", {"retained_jobs": -1})
    session.change("", {"new_jobs": 10})
    assert session.scenario == Scenario(new_jobs=10)
    assert set(session.drafts) == {"retained_jobs"}


def test_an_address_gives_the_scenario_the_law_and_what_a_page_keeps() -> None:
    session = Session()
    session.accept({"v": "1", "new_jobs": "300", "law.base.b1a": "6000", "show.measure": "total_award"})
    assert session.scenario == Scenario(new_jobs=300)
    assert session.law == Law.current().amend({"base.b1a": 6000})
    assert session.params == {"measure": "total_award"}
    assert session.notices == ()
    again = Session()
    again.accept(session.query())
    assert (again.snapshot, again.params) == (session.snapshot, session.params)


def test_a_broken_address_is_known_once_it_was_read() -> None:
    session = Session()
    broken = {"v": "1", "new_jobs": "many", "growth_zone": "true"}
    assert not session.knows(broken)
    session.accept(broken)
    assert session.knows(broken)
    assert session.scenario == Scenario(growth_zone=True)
    assert [notice.field for notice in session.notices] == ["new_jobs"]


def test_an_address_that_says_nothing_changes_nothing() -> None:
    assert Session().knows({})


# ---- the app --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("runs", [1, 2, 3, 4])
def test_every_run_shows_inputs_and_page(runs: int) -> None:
    test = app(v="1", new_jobs="300", urban_transit_hub_municipality="true")
    for _ in range(runs):
        ran(test)
    assert test.sidebar.slider[0].label == "New full-time jobs"
    assert test.subheader[0].value == "How it comes about"


def test_a_name_given_twice_in_a_link_is_told_and_leaves_the_address() -> None:
    test = AppTest.from_file(APP, default_timeout=30)
    test.query_params.update({"v": "1", "new_jobs": ["1", "2"], "priority_area": "true"})
    ran(test)
    said = " ".join(element.proto.body for element in test.get("html"))
    assert "New full-time jobs is given more than once, &quot;1&quot; and &quot;2&quot;; the last one counts." in said
    assert test.query_params == {"v": "1", "new_jobs": "2", "priority_area": "true"}


def test_values_survive_page_switches_twice_over() -> None:
    test = app(v="1", new_jobs="300", urban_transit_hub_municipality="true")
    test.sidebar.checkbox(key="fact:growth_zone").check()
    ran(test)
    query = test.query_params
    for page in ("pages/the_law.py", "pages/explore.py", "pages/the_law.py", "pages/explore.py"):
        test.switch_page(page)
        for _ in range(2):
            ran(test)
            assert test.sidebar.slider(key="slider:new_jobs").value == 300
            assert test.sidebar.checkbox(key="fact:growth_zone").value is True
            assert test.query_params == query


def test_undo_moves_every_control() -> None:
    test = app(v="1")
    test.sidebar.slider(key="slider:new_jobs").set_value(120)
    ran(test)
    entry = next(box for box in test.sidebar.text_input if box.label == "New full-time jobs, exact")
    assert entry.value == "120"
    test.sidebar.button(key="undo").click()
    ran(test)
    assert [box.value for box in test.sidebar.slider if box.label == "New full-time jobs"] == [0]
    entry = next(box for box in test.sidebar.text_input if box.label == "New full-time jobs, exact")
    assert entry.value == "0"
    assert test.query_params == {"v": "1"}


def test_an_entry_is_shown_with_its_sign_and_can_be_blank_again() -> None:
    test = app(v="1")
    test.session_state["group:Limits and period"] = True
    ran(test).sidebar.text_input(key="fact:annual_withholdings").set_value("520000.5")
    ran(test)
    assert test.sidebar.text_input(key="fact:annual_withholdings").value == "$520,000.50"
    assert test.query_params["annual_withholdings"] == "520000.5"
    test.sidebar.text_input(key="fact:annual_withholdings").set_value("")
    ran(test)
    assert "annual_withholdings" not in test.query_params


def test_an_entry_that_cannot_be_used_says_so_and_stays() -> None:
    test = app(v="1", new_jobs="300", growth_zone="true")
    test.sidebar.text_input(key="fact:capital_investment").set_value("7,5")
    ran(test)
    assert test.sidebar.text_input(key="fact:capital_investment").value == "7,5"
    assert "capital_investment" not in test.query_params
    said = " ".join(element.proto.body for element in test.sidebar.get("html"))
    assert "Capital investment must be a plain number" in said
    assert "Capital investment stays: $0" in said


def test_no_module_is_loaded_anew_while_people_work() -> None:
    # Its classes would be new ones, and what a session holds would be none of them: a portfolio was lost so.
    config = tomllib.loads((Path(APP).parent / ".streamlit" / "config.toml").read_text("utf-8"))
    assert config["server"]["fileWatcherType"] == "none"
