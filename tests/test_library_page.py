"""The page Library and its messages, run without a browser: saved once, said once, gone with the step they tell of."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from credit_core.codec import to_query
from credit_core.library import Library, close_engines
from dashboard import library_state
from tests.libraries import camden

APP = str(Path(__file__).parents[1] / "app.py")
THERE = "in the library already, with the same content under the same law. It was not saved again."


@pytest.fixture(autouse=True)
def library_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A library of its own for each test, as a server that has just been started has it."""
    monkeypatch.setenv("CREDIT_DB_URL", f"sqlite:///{tmp_path}/library.sqlite3")
    library_state.library.clear()
    library_state.places_changed()
    yield tmp_path / "library.sqlite3"
    library_state.library.clear()
    library_state.places_changed()
    close_engines()


def page(name: str = "library") -> AppTest:
    test = AppTest.from_file(APP, default_timeout=60)
    test.query_params.update(to_query(camden().scenario, camden().law))
    test.run()
    return ran(test.switch_page(f"pages/{name}.py"))


def ran(test: AppTest) -> AppTest:
    test.run()
    assert not test.exception
    return test


def press(test: AppTest, label: str) -> AppTest:
    next(each for each in test.button if each.label == label).click()
    return ran(test)


def type_in(test: AppTest, ending: str, text: str) -> str:
    """Type into a text field of the form to save something new, and give the key of the field."""
    fields = {str(each.key): each for each in (*test.text_input, *test.text_area)}
    field = next(each for key, each in fields.items() if key.startswith("library:new") and key.endswith(ending))
    field.set_value(text)
    return str(field.key)


def said(test: AppTest) -> str:
    return "\n".join(each.proto.body for each in test.get("html"))


def save_as(test: AppTest, name: str) -> AppTest:
    type_in(test, ":name", name)
    return press(test, "Save as new")


# ---- saved once ------------------------------------------------------------------------------------------------------


def test_a_scenario_is_saved_once_and_its_form_keeps_what_was_typed_for_nothing() -> None:
    test = save_as(page(), "Plant")
    assert "Saved as Plant." in said(test)
    key = type_in(test, ":description", "For the hearing")
    save_as(test, "Plant")
    assert f"Plant is {THERE}" in said(test)
    assert test.text_area(key=key).value == "For the hearing"
    assert [entry.name for entry in Library().search().entries] == ["Plant"]


def test_other_facts_under_the_same_name_are_saved_and_said_to_be_a_second_item() -> None:
    Library().add(camden(400), "Plant")
    test = save_as(page(), "Plant")
    words = "Saved as Plant. Another scenario in the library has the same name and other content; both are kept."
    assert words in said(test)
    assert [entry.name for entry in Library().search().entries] == ["Plant", "Plant"]


# ---- said once, and no longer than it holds --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["library", "compare"])
def test_a_library_that_cannot_be_read_is_said_once(library_file: Path, name: str) -> None:
    library_file.write_text("These are notes, and no database at all. " * 50)
    test = page(name)
    assert said(test).count("is no SQLite file") == 1
    assert said(ran(test)).count("is no SQLite file") == 1


def test_a_link_into_a_library_that_cannot_be_read_says_so_once(library_file: Path) -> None:
    library_file.write_text("These are notes, and no database at all. " * 50)
    test = AppTest.from_file(APP, default_timeout=60)
    test.query_params["saved"] = "7f3kq9x2mc"
    test.run()
    assert said(ran(test.switch_page("pages/library.py"))).count("is no SQLite file") == 1


def test_what_was_said_of_a_step_goes_when_the_step_is_undone_or_taken_again() -> None:
    test = press(page("compare"), "Newark, Camden")
    press(test, "Add by hand")
    assert "An empty column was added" in said(test)
    for tool in ("undo", "redo"):
        test.sidebar.button(key=tool).click()
        assert "An empty column was added" not in said(ran(test))


# ---- the file is gone ------------------------------------------------------------------------------------------------


def test_a_library_whose_file_is_gone_is_said_and_what_was_typed_stays(library_file: Path, tmp_path: Path) -> None:
    test = save_as(page(), "Plant")
    library_file.rename(tmp_path / "away.sqlite3")
    name, about = type_in(test, ":name", "Second plant"), type_in(test, ":description", "For the hearing")
    press(test, "Save as new")
    assert said(test).count("is gone: it was removed or moved while it was in use. Nothing was saved.") == 1
    assert (test.text_input(key=name).value, test.text_area(key=about).value) == ("Second plant", "For the hearing")
    assert not library_file.exists()
    (tmp_path / "away.sqlite3").rename(library_file)
    press(test, "Save as new")
    assert sorted(entry.name for entry in Library().search().entries) == ["Plant", "Second plant"]
