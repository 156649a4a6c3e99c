"""What is saved comes back, every save is kept, the second of two writers is told, and a search finds it again.

Every test here runs against SQLite and against PostgreSQL.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
import sqlalchemy
from hypothesis import HealthCheck, given, settings

from credit_core import Law, Scenario
from credit_core.award import AWARD_COLUMNS
from credit_core.law import law_version
from credit_core.library import (
    Candidate,
    Comparison,
    Conflict,
    Content,
    Deleted,
    InvalidItem,
    Library,
    NameTaken,
    NotFound,
    Saved,
    Unreadable,
)
from credit_core.places import Designation, Place, all_places
from tests import strategies
from tests.libraries import DATABASES, a_bill, camden, fresh_url, newark

TRENTON = Candidate(Scenario(new_jobs=300, municipality="Trenton", growth_zone=True))
FOUR = Comparison((camden(), newark(), newark(a_bill()), TRENTON), ("new_jobs", "average_salary"), 2)
SITE = Place(
    name="North yard",
    county="Camden",
    latitude=39.94,
    longitude=-75.12,
    designations=(
        Designation(fact="benchmark_salary", value=Decimal("51234.50"), source="County report", certainty="read"),
        Designation(fact="growth_zone", value=True, source="City map", certainty="derived"),
        Designation(fact="us_highways", value=2, source="Road map", certainty="recalled"),
    ),
)


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_url(request.param, tmp_path, request) as address:
        yield address


@pytest.fixture
def library(url: str) -> Library:
    return Library(url)


def found(library: Library, text: str, **options: object) -> list[str]:
    return [entry.name for entry in library.search(text, order="name", **options).entries]  # type: ignore[arg-type]  # options of search


def stored_text(url: str) -> str:
    """Everything that the database holds of the library, as one text."""
    engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    with engine.connect() as connection:
        tables = ["credit_item", "credit_item_version", "credit_library"]
        return "".join(str(connection.execute(sqlalchemy.text(f"select * from {name}")).all()) for name in tables)


def change_document(url: str, identifier: str, document: str) -> None:
    engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    statement = sqlalchemy.text("update credit_item_version set document = :document where item_id = :id")
    with engine.begin() as connection:
        connection.execute(statement, {"document": document, "id": identifier})


def assert_same(content: Content, other: Content) -> None:
    assert content == other
    laws = [[each.law for each in side.candidates] for side in (content, other) if isinstance(side, Comparison)]
    for one, two in zip(*laws, strict=True) if laws else []:
        assert one.title == two.title  # the title is no part of a law's equality


# ---- saved and opened ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [camden(), replace(newark(), law=a_bill().named("Bill A")), FOUR, SITE, a_bill()])
def test_what_is_saved_is_what_is_opened(library: Library, content: Content) -> None:
    saved = library.add(content, "North yard", "Two lines\nof words", ["Hub", "spring session"])
    opened = library.open(saved.id)
    assert opened == saved
    assert_same(opened.content, content)
    assert (opened.version, opened.name, opened.description) == (1, "North yard", "Two lines\nof words")
    assert (opened.tags, opened.notices, opened.note) == (("Hub", "spring session"), (), "")
    assert abs((datetime.now(UTC) - opened.saved_at).total_seconds()) < 60


@given(scenario=strategies.scenarios(), law=strategies.laws())
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_facts_under_any_law_come_back_identical(url: str, scenario: Scenario, law: Law) -> None:
    saved = Library(url).add(Candidate(scenario, law), "Any")
    assert Library(url).open(saved.id).content == Candidate(scenario, law)


@pytest.mark.parametrize("content", [camden(), FOUR, a_bill(), SITE])
def test_the_same_under_the_same_name_is_saved_once(library: Library, content: Content) -> None:
    first = library.add_once(content, "North yard", "First words", ["Hub"])
    again = library.add_once(content, " North yard ", "Other words")
    assert (first.is_new, again.is_new, again.saved) == (True, False, first.saved)
    assert library.search().total == 1
    assert library.history(first.saved.id)[0].version == 1


def test_a_namesake_with_other_facts_or_another_law_is_saved_and_told_of(library: Library) -> None:
    bill = replace(camden(), law=a_bill().named("Bill A"))
    added = [library.add_once(each, "Plant") for each in (camden(), camden(400), bill)]
    assert [(each.is_new, each.namesakes) for each in added] == [(True, 0), (True, 1), (True, 2)]
    again = library.add_once(camden(400), "Plant")
    assert (again.is_new, again.namesakes, again.saved.id) == (False, 2, added[1].saved.id)
    assert library.add_once(camden(), "Other plant").namesakes == 0
    assert library.add_once(FOUR, "Plant").namesakes == 0  # another kind


def test_what_was_deleted_or_has_moved_on_is_no_reason_not_to_save(library: Library) -> None:
    first = library.add_once(camden(), "Plant").saved
    library.save(first.id, 1, content=camden(400))
    second = library.add_once(camden(), "Plant")
    assert (second.is_new, second.namesakes) == (True, 1)
    library.delete(second.saved.id)
    third = library.add_once(camden(), "Plant")
    assert (third.is_new, third.namesakes) == (True, 1)


def test_facts_and_the_law_are_stored_and_no_result(library: Library, url: str) -> None:
    library.add(FOUR, "Four places")
    text = stored_text(url)
    assert law_version() in text
    assert [name for name in AWARD_COLUMNS if name in text] == []


def test_a_bill_and_a_place_are_known_by_one_name(library: Library) -> None:
    bill = library.add(a_bill().named("Bill A"))
    place = library.add(SITE)
    assert (bill.name, place.name) == ("Bill A", "North yard")
    renamed = library.save(bill.id, 1, name="Bill B")
    assert isinstance(renamed.content, Law)
    assert (renamed.content, renamed.content.title) == (a_bill(), "Bill B")
    moved = library.save(place.id, 1, content=SITE.model_copy(update={"name": "South yard"}))
    assert moved.name == "South yard"


def test_everything_of_a_kind_is_opened_by_name(library: Library) -> None:
    library.add(camden(), "A scenario")
    for name in ("Zoo yard", "attic", "Mill"):
        library.add(SITE.model_copy(update={"name": name}))
    places = library.open_all("place")
    assert [place.name for place in places] == ["attic", "Mill", "Zoo yard"]
    assert all(isinstance(place.content, Place) and place.content.name == place.name for place in places)


def test_identifiers_are_short_distinct_and_open_however_they_are_typed(library: Library) -> None:
    saved = [library.add(camden(), f"Plant {n}") for n in range(50)]
    assert len({each.id for each in saved}) == 50
    assert all(len(each.id) == 10 and each.id.isalnum() and each.id == each.id.lower() for each in saved)
    assert library.open(f" {saved[7].id.upper()} ").name == "Plant 7"


@pytest.mark.parametrize("identifier", ["", "abc123", "x" * 5_000, "' OR 1=1 --", "\x00", "\ud800", "../..", "名前"])
def test_a_link_to_nothing_says_so(library: Library, identifier: str) -> None:
    library.add(camden(), "Plant")
    with pytest.raises(NotFound, match=r"^Nothing is saved as .*; check the link"):
        library.open(identifier)


def test_an_older_law_version_opens_with_a_notice(library: Library, url: str) -> None:
    saved = library.add(replace(newark(), law=a_bill()), "Plant")
    document = json.loads(library.export([saved.id]))["items"][0]["versions"][0]["document"]
    change_document(url, saved.id, json.dumps(document | {"law_version": "P.L.2013, c.161"}))
    opened = library.open(saved.id)
    assert opened.content == Candidate(newark().scenario, a_bill())
    assert [(notice.rule, notice.given) for notice in opened.notices] == [("other_law_version", "P.L.2013, c.161")]
    assert "P.L.2013, c.161" in opened.notices[0].message
    assert law_version() in opened.notices[0].message


def test_a_stored_fact_that_is_not_known_any_more_is_named_and_kept_until_the_next_content(
    library: Library, url: str
) -> None:
    saved = library.add(camden(), "Plant")
    document = json.loads(library.export())["items"][0]["versions"][0]["document"]
    document["facts"]["helipads"] = 3
    change_document(url, saved.id, json.dumps(document))
    renamed = library.save(saved.id, 1, name="Plant A")
    assert renamed.content == camden()
    assert [(notice.field, notice.rule) for notice in renamed.notices] == [("helipads", "unknown_field")]


def test_a_document_that_cannot_be_read_is_left_alone_and_its_history_helps(library: Library, url: str) -> None:
    saved = library.add(camden(), "Plant")
    another = library.add(newark(), "Another")
    for damage in ('{"format": "something else"}', '{"format": "grow-nj-sc', ""):
        change_document(url, saved.id, damage)
        with pytest.raises(Unreadable, match=r'"Plant" is stored in a form that cannot be read here'):
            library.open(saved.id)
        assert found(library, "") == ["Another", "Plant"]
        assert library.import_text(library.export()).unchanged == (another.id,)


# ---- versions --------------------------------------------------------------------------------------------------------


def test_every_save_is_a_version_that_can_be_opened_and_restored(library: Library) -> None:
    first = library.add(camden(100), "Plant", "first", ["a"])
    library.save(first.id, 1, content=camden(200))
    library.save(first.id, 2, name="Plant, larger", tags=["b"])
    restored = library.restore(first.id, 1, over=3)
    assert (restored.version, restored.content, restored.name) == (4, camden(100), "Plant")
    assert (restored.description, restored.tags, restored.note) == ("first", ("a",), "Restored from version 1")
    third = library.open(first.id, 3)
    assert (third.content, third.name, third.description) == (camden(200), "Plant, larger", "first")
    assert (third.version, third.latest) == (3, 4)
    history = library.history(first.id)
    assert [(each.version, each.name, each.tags) for each in history] == [
        (4, "Plant", ("a",)), (3, "Plant, larger", ("b",)), (2, "Plant", ("a",)), (1, "Plant", ("a",)),
    ]  # fmt: skip
    assert history[-1].saved_at == first.saved_at


@pytest.mark.parametrize("version", [0, -1, 3, 10**9, 10**30])
def test_a_version_that_is_not_there_is_named(library: Library, version: int) -> None:
    saved = library.add(camden(), "Plant")
    library.save(saved.id, 1, name="Plant A")
    with pytest.raises(NotFound, match=f"in version {version} "):
        library.open(saved.id, version)


def test_a_duplicate_has_a_life_of_its_own(library: Library) -> None:
    first = library.add(FOUR, "Four", "words", ["a"])
    library.save(first.id, 1, content=replace(FOUR, baseline=0))
    copy = library.duplicate(first.id)
    older = library.duplicate(first.id, 1, "As it was")
    assert (copy.name, copy.version, copy.description, copy.tags) == ("Four (copy)", 1, "words", ("a",))
    assert (copy.content, older.content, older.name) == (replace(FOUR, baseline=0), FOUR, "As it was")
    library.save(copy.id, 1, name="Other")
    assert library.open(first.id).name == "Four"
    assert library.duplicate(library.add(camden(), "x" * 200).id).name == "x" * 193 + " (copy)"


# ---- two people at once ----------------------------------------------------------------------------------------------


def test_the_second_of_two_is_told_and_nothing_is_lost(library: Library) -> None:
    opened = library.add(camden(100), "Plant")
    library.save(opened.id, opened.version, content=camden(200), description="by the first")
    with pytest.raises(Conflict) as caught:
        library.save(opened.id, opened.version, content=camden(300), name="Mine", tags=["m"])
    conflict = caught.value
    assert (conflict.base, conflict.theirs.version, conflict.theirs.content) == (1, 2, camden(200))
    assert (conflict.yours.content, conflict.yours.name, conflict.yours.tags) == (camden(300), "Mine", ("m",))
    assert "you began with version 1, it is now at version 2" in str(conflict)
    assert library.open(opened.id) == conflict.theirs
    kept = library.save(opened.id, conflict.theirs.version, content=conflict.yours.content, name=conflict.yours.name)
    assert (kept.version, kept.content, kept.description) == (3, camden(300), "by the first")
    assert library.open(opened.id, 2).content == camden(200)


def test_a_restore_over_a_version_that_was_replaced_is_a_conflict(library: Library) -> None:
    saved = library.add(camden(100), "Plant")
    library.save(saved.id, 1, content=camden(200))
    library.save(saved.id, 2, content=camden(300))
    with pytest.raises(Conflict) as caught:
        library.restore(saved.id, 1, over=2)
    assert (caught.value.base, caught.value.yours.content, caught.value.theirs.version) == (2, camden(100), 3)
    assert library.open(saved.id).content == camden(300)


def test_a_save_over_what_was_deleted_meanwhile_is_told(library: Library) -> None:
    saved = library.add(camden(100), "Plant")
    library.delete(saved.id)
    with pytest.raises(Conflict, match=r'"Plant" was deleted while you worked on it') as caught:
        library.save(saved.id, 1, content=camden(200))
    assert caught.value.theirs.deleted_at is not None
    assert library.add(caught.value.yours.content, caught.value.yours.name).content == camden(200)


# ---- deletion --------------------------------------------------------------------------------------------------------


def test_a_deletion_can_be_undone_with_the_whole_history(library: Library) -> None:
    saved = library.add(camden(100), "Plant")
    library.save(saved.id, 1, content=camden(200))
    assert library.delete(saved.id).deleted_at is not None
    assert library.delete(saved.id).deleted_at is not None
    assert found(library, "") == []
    assert found(library, "plant", deleted=True) == ["Plant"]
    with pytest.raises(Deleted, match=r'"Plant" was deleted; undo the deletion') as caught:
        library.open(saved.id)
    assert caught.value.entry.id == saved.id
    assert library.open(saved.id, deleted=True).content == camden(200)
    assert library.undelete(saved.id).deleted_at is None
    assert library.undelete(saved.id).deleted_at is None
    assert library.open(saved.id, 1).content == camden(100)
    assert found(library, "") == ["Plant"]
    with pytest.raises(NotFound):
        library.delete("abc123")


def test_own_places_are_told_apart_by_name(library: Library) -> None:
    first = library.add(SITE)
    with pytest.raises(NameTaken, match=r'A place named "NORTH yard" is in the library already'):
        library.add(SITE, "NORTH yard")
    library.delete(first.id)
    second = library.add(SITE)
    with pytest.raises(NameTaken):
        library.undelete(first.id)
    other = library.add(SITE, "South yard")
    with pytest.raises(NameTaken):
        library.save(other.id, 1, name="North Yard")
    assert library.save(second.id, 1, name="NORTH YARD").name == "NORTH YARD"
    assert library.add(camden(), "North yard").kind == "scenario"


# ---- search ----------------------------------------------------------------------------------------------------------


def filled(library: Library) -> dict[str, Saved]:
    return {
        "camden": library.add(camden(), "Harbor plant", "Moves from 100 % rented space", ["Port", "Spring session"]),
        "newark": library.add(newark(), "Café Łódź", "first_draft of a back\\slash / it's", ["draft"]),
        "four": library.add(FOUR, "Four places", "Wide comparison", ["spring"]),
        "bill": library.add(a_bill(), "Harbor bill"),
        "site": library.add(SITE, tags=["PORT"]),
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ["Café Łódź", "Four places", "Harbor bill", "Harbor plant", "North yard"]),
        ("  HARBOR ", ["Harbor bill", "Harbor plant"]),
        ("arb", ["Harbor bill", "Harbor plant"]),
        ("plant harbor", ["Harbor plant"]),
        ("cafe", ["Café Łódź"]),
        ("CAFÉ", ["Café Łódź"]),
        ("ŁÓD", ["Café Łódź"]),
        ("camden", ["Four places", "Harbor plant"]),
        ("trenton", ["Four places"]),
        ("newark draft", ["Café Łódź"]),
        ("spring", ["Four places", "Harbor plant"]),
        ("100 %", ["Harbor plant"]),
        ("%", ["Harbor plant"]),
        ("_", ["Café Łódź"]),
        ("first_draft", ["Café Łódź"]),
        ("firstxdraft", []),
        ("\\", ["Café Łódź"]),
        ("/", ["Café Łódź"]),
        ("it's", ["Café Łódź"]),
        ("' or 1=1 --", []),
        ("\x00\ud800", ["Café Łódź", "Four places", "Harbor bill", "Harbor plant", "North yard"]),
        ("plantmoves", []),
    ],
)
def test_a_search_finds_every_word_wherever_it_stands(library: Library, text: str, names: list[str]) -> None:
    filled(library)
    assert found(library, text) == names


def test_a_search_is_narrowed_by_kind_and_tags(library: Library) -> None:
    filled(library)
    assert found(library, "harbor", kind="bill") == ["Harbor bill"]
    assert found(library, "", tags=["port"]) == ["Harbor plant", "North yard"]
    assert found(library, "", tags=["port", "SPRING session"]) == ["Harbor plant"]
    assert found(library, "", tags=["spring"]) == ["Four places"]
    assert found(library, "", tags=["%"]) == []


def test_a_search_follows_every_save(library: Library) -> None:
    saved = filled(library)
    library.save(saved["camden"].id, 1, content=newark(), name="Works", tags=["inland"])
    assert found(library, "camden") == ["Four places"]
    assert found(library, "newark works") == ["Works"]
    assert found(library, "", tags=["port"]) == ["North yard"]
    entry = library.search("works").entries[0]
    assert (entry.municipality, entry.version, entry.tags) == ("Newark", 2, ("inland",))


def test_the_newest_change_comes_first_and_pages_hold_each_item_once(library: Library) -> None:
    saved = [library.add(camden(), f"Plant {n:02}") for n in range(25)]
    library.save(saved[3].id, 1, description="again")
    pages = [library.search("plant", page=number, size=10) for number in (1, 2, 3, 4)]
    assert [len(page.entries) for page in pages] == [10, 10, 5, 0]
    assert {(page.total, page.pages) for page in pages} == {(25, 3)}
    names = [entry.name for page in pages for entry in page.entries]
    assert names == ["Plant 03", *(f"Plant {n:02}" for n in range(24, -1, -1) if n != 3)]


def test_tags_are_counted_whatever_their_capitals(library: Library) -> None:
    filled(library)
    library.add(camden(), "One", tags=["Port", "café"])
    library.delete(library.add(camden(), "Gone", tags=["draft", "gone"]).id)
    assert library.tags() == {"Port": 3, "café": 1, "draft": 1, "spring": 1, "Spring session": 1}
    assert library.tags("place") == {"PORT": 1}


def test_both_databases_find_the_same_in_the_same_order(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    names = [
        "Zoë",
        "zoe",
        "Ärger",
        "a",
        "B",
        "_x",
        "é",
        "東京",
        "Ω",
        "ß",
        "ss",
        "10",
        "9",
        "İstanbul",
        "\N{FULLWIDTH LATIN CAPITAL LETTER U}nicode",
    ]
    with fresh_url("sqlite", tmp_path, request) as one, fresh_url("postgresql", tmp_path, request) as two:
        for place in all_places():
            Library(one).add(newark(), place.name, place.county, [place.county])
        for name in names:
            Library(one).add(camden(), name)
        assert Library(two).import_text(Library(one).export()).problems == ()
        for text in ["", "e", "o a", "zoe", "ss", "ISTANBUL", "東", "%", "new", "unicode", "essex"]:
            for order in ("name", "changed"):
                pages = [Library(url).search(text, order=order, size=500) for url in (one, two)]
                assert pages[0] == pages[1], (text, order)
        assert Library(one).tags() == Library(two).tags()


# ---- what is refused -------------------------------------------------------------------------------------------------


def problems_of(library: Library, **given: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidItem) as caught:
        library.add(**({"content": camden(), "name": "Plant"} | given))  # type: ignore[arg-type]  # what is refused
    assert all(problem.message and problem.given for problem in caught.value.problems)
    assert library.search().total == 0
    return [(problem.field, problem.rule) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        ({"name": " ", "content": newark()}, [("name", "blank")]),
        ({"name": "x" * 201}, [("name", "too_long")]),
        ({"name": "two\nlines"}, [("name", "printable")]),
        ({"name": "nul\x00"}, [("name", "printable")]),
        ({"name": "half \ud800"}, [("name", "printable")]),
        ({"name": 5}, [("name", "text")]),
        ({"description": "x" * 10_001}, [("description", "too_long")]),
        ({"description": "bell\x07"}, [("description", "printable")]),
        ({"tags": ["a, b", "", "x" * 51]}, [("tags", "comma"), ("tags", "blank"), ("tags", "too_long")]),
        ({"tags": [f"t{n}" for n in range(22)]}, [("tags", "too_many"), ("tags", "too_many")]),
        ({"content": Comparison((camden(),))}, [("candidates", "count")]),
        ({"content": Comparison((camden(),) * 9)}, [("candidates", "count")]),
        ({"content": replace(FOUR, baseline=4)}, [("baseline", "out_of_range")]),
        ({"content": replace(FOUR, unlocked=("new_job",))}, [("unlocked", "unknown_field")]),
        ({"content": replace(newark(), law=a_bill().named("x" * 201))}, [("bill", "too_long")]),
        ({"name": "\t", "description": "\x00", "tags": ["\n"], "content": replace(FOUR, baseline=-1)},
         [("name", "blank"), ("description", "printable"), ("tags", "blank"), ("baseline", "out_of_range")]),
    ],
)  # fmt: skip
def test_what_cannot_be_saved_is_named_all_at_once(
    library: Library, given: dict[str, object], problems: list[tuple[str, str]]
) -> None:
    assert problems_of(library, **given) == problems


def test_tags_are_kept_once_and_lines_without_outer_blanks(library: Library) -> None:
    saved = library.add(camden(), "  Plant ", "\r\n one\r\ntwo \n", [" Hub", "hub", "HÜB", "port "])
    assert (saved.name, saved.description, saved.tags) == ("Plant", "one\ntwo", ("Hub", "port"))
    assert library.add(camden()).name == "Plant"  # the fact `name` of the scenario


def test_a_scenario_is_not_saved_over_by_a_bill(library: Library) -> None:
    saved = library.add(camden(), "Plant")
    with pytest.raises(InvalidItem, match=r"content must be a scenario, as it was saved; save a bill as a new item"):
        library.save(saved.id, 1, content=a_bill())
    with pytest.raises(TypeError, match=r"A dict cannot be saved"):
        library.add({"new_jobs": 3}, "Plant")  # type: ignore[arg-type]  # what is refused
    assert library.history(saved.id)[0].version == 1


@pytest.mark.parametrize(
    "wrong",
    [{"text": "x" * 201}, {"page": 0}, {"page": 10**9}, {"size": 0}, {"size": 501}, {"order": "id"}, {"kind": "x"}],
)
def test_a_search_that_cannot_be_is_named(library: Library, wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidItem) as caught:
        library.search(**wrong)  # type: ignore[arg-type]  # what is refused
    assert [problem.field for problem in caught.value.problems] == list(wrong)
