"""The library as a document: a round trip is the identity, a hostile document is named problem by problem."""

import copy
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from credit_core import Law, Scenario
from credit_core.law import law_version
from credit_core.library import Candidate, Comparison, ImportReport, Library, NotFound
from credit_core.library.exchange import MOST_PROBLEMS
from credit_core.places import Designation, Place
from tests.libraries import DATABASES, a_bill, camden, fresh_url, newark

FOUR = Comparison((camden(), newark(), newark(a_bill()), camden(10)), ("new_jobs",), 2)
SITE = Place(
    name="North yard",
    county="Camden",
    latitude=39.94,
    longitude=-75.12,
    designations=(Designation(fact="growth_zone", value=True, source="City map", certainty="read"),),
)


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_url(request.param, tmp_path, request) as address:
        yield address


@pytest.fixture
def empty(url: str) -> Library:
    return Library(url)


@pytest.fixture
def full(tmp_path: Path) -> Library:
    """A library in a file of its own, with one item of each kind, a history and something deleted."""
    library = Library(f"sqlite:///{tmp_path}/full.sqlite3")
    plant = library.add(Candidate(camden().scenario, a_bill().named("Bill A")), "Plant", "Zoë's\nwords", ["Hub", "ä"])
    library.save(plant.id, 1, content=camden(400), tags=[])
    library.restore(plant.id, 1, over=2)
    library.add(FOUR, "Four")
    library.add(a_bill(), "Bill A")
    library.add(SITE)
    library.duplicate(plant.id)
    library.delete(library.add(newark(), "Gone").id)
    return library


def identifiers(library: Library) -> dict[str, str]:
    return {entry.name: entry.id for entry in library.search(size=500).entries}


def damaged(library: Library, damage: Callable[[dict[str, Any]], object]) -> str:
    """Export the library, change the parsed document, and give it as text."""
    document = json.loads(library.export())
    by_name = {item["versions"][-1]["name"]: item for item in document["items"]}
    damage({"document": document, **by_name})
    return json.dumps(document)


def told(report: ImportReport) -> list[tuple[str, str]]:
    assert all(problem.message for problem in report.problems)
    "".join(str(problem) + problem.given for problem in report.problems).encode("utf-8")  # can be shown
    return [(problem.field, problem.rule) for problem in report.problems]


# ---- round trip ------------------------------------------------------------------------------------------------------


def test_an_import_into_an_empty_library_makes_the_same_library(full: Library, empty: Library) -> None:
    text = full.export()
    report = empty.import_text(text.encode("utf-8-sig"))
    assert (report.problems, report.extended, report.unchanged, report.copied) == ((), (), (), {})
    assert set(report.added) == set(identifiers(full).values())
    assert empty.export() == text
    assert empty.search(size=500) == full.search(size=500)
    for identifier in report.added:
        assert empty.history(identifier) == full.history(identifier)
        for version in empty.history(identifier):
            assert empty.open(identifier, version.version) == full.open(identifier, version.version)


def test_chosen_items_are_exported_alone(full: Library, empty: Library) -> None:
    four = identifiers(full)["Four"]
    assert empty.import_text(full.export([four])).added == (four,)
    assert empty.open(four).content == FOUR
    with pytest.raises(NotFound):
        full.export([four, "abc123"])
    assert empty.import_text(full.export([])) == ImportReport()


def test_a_second_import_changes_nothing_and_undoes_a_deletion(full: Library, empty: Library) -> None:
    text = full.export()
    empty.import_text(text)
    empty.delete(identifiers(full)["Plant"])
    report = empty.import_text(text)
    assert set(report.unchanged) == set(identifiers(full).values())
    assert (report.added, report.extended, report.copied, report.problems) == ((), (), {}, ())
    assert empty.export() == text


def test_further_versions_are_appended_and_older_files_take_nothing_back(full: Library, empty: Library) -> None:
    older = full.export()
    empty.import_text(older)
    plant = identifiers(full)["Plant"]
    full.save(plant, 3, name="Plant, later")
    newer = full.export()
    assert empty.import_text(newer).extended == (plant,)
    assert empty.export() == newer
    assert empty.import_text(older).extended == ()
    assert empty.export() == newer


def test_another_history_is_kept_beside(full: Library, empty: Library) -> None:
    empty.import_text(full.export())
    plant = identifiers(full)["Plant"]
    full.save(plant, 3, content=camden(111))
    empty.save(plant, 3, content=camden(222))
    report = empty.import_text(full.export())
    assert list(report.copied) == [plant]
    assert empty.open(plant).content == camden(222)
    beside = empty.open(report.copied[plant])
    assert (beside.content, beside.version, beside.name) == (camden(111), 4, "Plant")


def test_a_place_whose_name_is_taken_is_left_out_by_name(full: Library, empty: Library) -> None:
    mine = empty.add(Place(name="NORTH YARD", county="Essex"))
    report = empty.import_text(full.export())
    assert told(report) == [(f"{identifiers(full)['North yard']}.name", "name_taken")]
    assert len(report.added) == 4
    assert [place.content for place in empty.open_all("place")] == [mine.content]


def test_an_older_law_version_is_kept_and_opens_with_a_notice(full: Library, empty: Library) -> None:
    def older(parts: dict[str, Any]) -> None:
        parts["Plant"]["versions"][-1]["document"]["law_version"] = "P.L.2013, c.161"
        parts["Four"]["versions"][-1]["document"]["law_version"] = "P.L.2013, c.161"

    report = empty.import_text(damaged(full, older))
    assert report.problems == ()
    for name in ("Plant", "Four"):
        opened = empty.open(identifiers(full)[name])
        assert (opened.law_version, [notice.rule for notice in opened.notices]) == (
            "P.L.2013, c.161",
            ["other_law_version"],
        )
        renamed = empty.save(opened.id, opened.version, description="described")
        assert renamed.law_version == "P.L.2013, c.161"  # the facts are still those saved then
        again = empty.save(opened.id, renamed.version, content=opened.content)
        assert (again.law_version, again.notices) == (law_version(), ())


# ---- no document at all ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "not_json"),
        ("not json", "not_json"),
        ('{"format": "grow-nj-library", "items": [', "not_json"),
        (b"\xff\xfe{\x00}\x00", "not_utf8"),
        ("[" * 100_000, "too_deep"),
        ('{"a":' * 100_000, "too_deep"),
        ("[]", "format"),
        ("null", "format"),
        ("NaN", "format"),
        ('{"format": "grow-nj-scenario", "facts": {}}', "format"),
        ('{"format": "grow-nj-library", "version": 1}', "not_a_list"),
        ('{"format": "grow-nj-library", "version": 1, "items": {}}', "not_a_list"),
        (" " * 100_000_001, "too_long"),
    ],
)
def test_what_is_no_library_is_named(tmp_path: Path, text: str | bytes, rule: str) -> None:
    library = Library(f"sqlite:///{tmp_path}/library.sqlite3")
    assert [found for _, found in told(library.import_text(text))] == [rule]
    assert not (tmp_path / "library.sqlite3").exists()  # nothing to import, nothing made


@pytest.mark.parametrize("words", ["not json", '["Zoë"]'])
def test_a_file_that_is_no_library_is_named_by_its_own_words(tmp_path: Path, words: str) -> None:
    report = Library(f"sqlite:///{tmp_path}/library.sqlite3").import_text(words.encode())
    assert [found.given for found in report.problems] == [words]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must be JSON, as the export of a library writes it; it cannot be read at line 1, column 1; given: blank"),
        ('{"format":\n "x",,', "it cannot be read at line 2, column 6; given: "),
        (b"{\n  \xff", "document must be text in UTF-8, and is none at line 2, column 3; given: {"),
    ],
)
def test_what_is_no_library_is_told_in_plain_words_with_its_place(
    tmp_path: Path, text: str | bytes, words: str
) -> None:
    [found] = Library(f"sqlite:///{tmp_path}/library.sqlite3").import_text(text).problems
    assert words in found.message
    assert "expecting" not in found.message.lower()


def test_a_newer_format_is_read_as_far_as_it_can_be_and_says_so(full: Library, empty: Library) -> None:
    report = empty.import_text(damaged(full, lambda parts: parts["document"].update(version=2, author="someone")))
    assert told(report) == [("version", "version")]
    assert empty.export() == full.export()


# ---- damaged piece by piece ------------------------------------------------------------------------------------------


def newest(parts: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = parts[name]["versions"][-1]
    return found


def facts(parts: dict[str, Any], **changed: object) -> None:
    newest(parts, "Plant")["document"]["facts"].update(changed)


P = "items[0]"
V = "items[0].versions[2]"


@pytest.mark.parametrize(
    ("damage", "problems"),
    [
        (lambda p: newest(p, "Plant").update(name="two\nlines"), [(f"{V}.name", "printable")]),
        (lambda p: newest(p, "Plant").update(name=["x"]), [(f"{V}.name", "text")]),
        (lambda p: newest(p, "Plant").update(description="\x00"), [(f"{V}.description", "printable")]),
        (lambda p: newest(p, "Plant").update(description="\ud800"), [(f"{V}.description", "printable")]),
        (lambda p: newest(p, "Plant").update(description=None), [(f"{V}.description", "text")]),
        (lambda p: newest(p, "Plant").update(note=7), [(f"{V}.note", "text")]),
        (lambda p: newest(p, "Plant").update(tags="Hub"), [(f"{V}.tags", "not_a_list")]),
        (lambda p: newest(p, "Plant").update(tags=["ok", {}, "a,b"]), [(f"{V}.tags", "text"), (f"{V}.tags", "comma")]),
        (lambda p: newest(p, "Plant").update(version=7), [(f"{V}.version", "number")]),
        (lambda p: newest(p, "Plant").update(version=10**29), [(f"{V}.version", "number")]),
        (lambda p: newest(p, "Plant").update(saved_at="yesterday"), [(f"{V}.saved_at", "time")]),
        (lambda p: newest(p, "Plant").update(saved_at="2026-01-01T00:00:00"), [(f"{V}.saved_at", "time")]),
        (lambda p: newest(p, "Plant").update(saved_at="0001-01-01T00:00:00+23:00"), [(f"{V}.saved_at", "time")]),
        (lambda p: p["Plant"].update(created_at=5), [(f"{P}.created_at", "time")]),
        (lambda p: facts(p, new_jobs=-5), [(f"{V}.document.new_jobs", "not_negative")]),
        (lambda p: facts(p, new_jobs=10**29), [(f"{V}.document.new_jobs", "at_most")]),
        (lambda p: facts(p, new_jobs=[1], county="Camdem"),
         [(f"{V}.document.new_jobs", "not_a_number"), (f"{V}.document.county", "not_an_option")]),
        (lambda p: facts(p, new_jobs=float("nan")), [(f"{V}.document.new_jobs", "not_a_number")]),
        (lambda p: facts(p, new_jobs=1e308), [(f"{V}.document.new_jobs", "at_most")]),
        (lambda p: facts(p, helipads=3), [(f"{V}.document.helipads", "unknown_field")]),
        (lambda p: facts(p, municipality="\ud800"), [(f"{V}.document.municipality", "printable")]),
        (lambda p: newest(p, "Plant")["document"].update(law_version="\n"),
         [(f"{V}.document.law_version", "blank")]),
        (lambda p: newest(p, "Plant")["document"].update(facts=[]), [(f"{V}.document.facts", "not_an_object")]),
        (lambda p: newest(p, "Plant")["document"].update(bill="\x00"), [(f"{V}.document.bill", "printable")]),
        (lambda p: newest(p, "Plant")["document"]["amendments"].update({"base.b9": 1, "base.b2": "-1"}),
         [(f"{V}.document.base.b9", "unknown_name"), (f"{V}.document.base.b2", "not_negative")]),
        (lambda p: newest(p, "Plant")["document"]["readings"].update({"self": "x", "rounding": "up"}),
         [(f"{V}.document.self", "unknown_name"), (f"{V}.document.rounding", "unknown_option")]),
        (lambda p: p["Plant"].update(id="../../etc"), [(f"{P}.id", "identifier")]),
        (lambda p: p["Plant"].update(id=p["Four"]["id"]), [("items[1].id", "identifier")]),
        (lambda p: p["Plant"].update(owner="x"), []),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_named_and_the_item_is_kept(
    full: Library, empty: Library, damage: Callable[[dict[str, Any]], object], problems: list[tuple[str, str]]
) -> None:
    report = empty.import_text(damaged(full, damage))
    assert sorted(told(report)) == sorted(problems)
    assert len(report.added) == 5
    kept = [empty.open(identifier) for identifier in report.added]
    assert all(each.notices == () for each in kept)
    assert empty.import_text(empty.export()).unchanged == report.added


@pytest.mark.parametrize(
    ("damage", "problems"),
    [
        (lambda p: p["document"]["items"].insert(0, "text"), [(P, "not_an_object")]),
        (lambda p: p["document"]["items"].insert(0, None), [(P, "not_an_object")]),
        (lambda p: p["Plant"].update(kind="scenarios"), [(f"{P}.kind", "not_an_option")]),
        (lambda p: p["Plant"].update(kind=["scenario"]), [(f"{P}.kind", "not_an_option")]),
        (lambda p: p["Plant"].update(versions=[]), [(f"{P}.versions", "not_a_list")]),
        (lambda p: p["Plant"].update(versions={"1": 2}), [(f"{P}.versions", "not_a_list")]),
        (lambda p: p["Plant"].update(versions=[3]), [(f"{P}.versions[0]", "not_an_object")]),
        (lambda p: p["Plant"].update(versions=[{"name": "x"}]),
         [(f"{P}.versions[0].document.document", "not_an_object")]),
        (lambda p: p["Plant"].update(kind="place"),
         [(f"{P}.versions[{n}].document.format", "format") for n in range(3)]),
        (lambda p: p["Plant"].update(kind="comparison"),
         [(f"{P}.versions[{n}].document.format", "format") for n in range(3)]),
        (lambda p: newest(p, "Four")["document"].update(candidates=newest(p, "Four")["document"]["candidates"][:1]),
         [("items[1].versions[0].document.candidates", "count")]),
        (lambda p: newest(p, "Four")["document"].update(candidates="all"),
         [("items[1].versions[0].document.candidates", "not_a_list"),
          ("items[1].versions[0].document.candidates", "count")]),
        (lambda p: newest(p, "North yard")["document"]["place"].pop("county"),
         [("items[3].versions[0].document.county", "missing")]),
    ],
)  # fmt: skip
def test_an_item_that_cannot_be_kept_is_named_and_the_others_are(
    full: Library, empty: Library, damage: Callable[[dict[str, Any]], object], problems: list[tuple[str, str]]
) -> None:
    report = empty.import_text(damaged(full, damage))
    assert told(report) == problems
    assert len(report.added) in (4, 5)
    assert empty.search().total == len(report.added)


def test_a_comparison_keeps_what_can_be_used_and_its_baseline_follows(full: Library, empty: Library) -> None:
    def damage(parts: dict[str, Any]) -> None:
        document = newest(parts, "Four")["document"]
        document["candidates"][0] = "lost"
        document["candidates"][1]["facts"]["new_jobs"] = "many"
        document["unlocked"] += ["new_job", 7, "new_jobs"]

    report = empty.import_text(damaged(full, damage))
    where = "items[1].versions[0].document"
    assert told(report) == [
        (f"{where}.candidates[0].document", "not_an_object"),
        (f"{where}.candidates[1].new_jobs", "not_a_number"),
        (f"{where}.unlocked", "unknown_field"),
        (f"{where}.unlocked", "unknown_field"),
    ]
    without_jobs = Candidate(newark().scenario.changed(new_jobs=0))
    kept = Comparison((without_jobs, newark(a_bill()), camden(10)), ("new_jobs",), 1)
    assert empty.open(identifiers(full)["Four"]).content == kept


@pytest.mark.parametrize("given", [9, -1, True, "2", None, 1.0])
def test_a_baseline_that_is_no_candidate_is_named(full: Library, empty: Library, given: object) -> None:
    report = empty.import_text(damaged(full, lambda p: newest(p, "Four")["document"].update(baseline=given)))
    assert told(report) == [("items[1].versions[0].document.baseline", "out_of_range")]
    content = empty.open(identifiers(full)["Four"]).content
    assert isinstance(content, Comparison)
    assert content.baseline == 0


def test_a_place_keeps_what_can_be_used(full: Library, empty: Library) -> None:
    good = {"fact": "us_highways", "value": 2, "source": "Map", "certainty": "read"}
    money = good | {"fact": "benchmark_salary", "value": "27588.50"}
    wrong: list[object] = [
        good | {"fact": "helipads"}, good | {"fact": "state_highways", "value": -1}, 7, good, good | {"value": 3},
        money, good | {"fact": "light_rail", "value": True, "certainty": "sure"}, good | {"fact": ["x"]},
    ]  # fmt: skip

    def damage(parts: dict[str, Any]) -> None:
        place = newest(parts, "North yard")["document"]["place"]
        place["designations"] += wrong
        place.update(latitude=95, mayor="x")

    report = empty.import_text(damaged(full, damage))
    assert [rule for _, rule in told(report)] == ["fact", "fact", "fact", *["value_error"] * 4, "extra_forbidden"]
    place = empty.open(identifiers(full)["North yard"]).content
    assert isinstance(place, Place)
    assert (place.name, place.county, place.latitude, place.longitude) == ("North yard", "Camden", None, None)
    assert [known.fact for known in place.designations] == ["benchmark_salary", "growth_zone", "us_highways"]
    assert str(place.designations[0].value) == "27588.50"


def test_half_a_position_leaves_the_place_without_one(full: Library, empty: Library) -> None:
    report = empty.import_text(damaged(full, lambda p: newest(p, "North yard")["document"]["place"].pop("latitude")))
    assert told(report) == [("items[3].versions[0].document.longitude", "half_a_position")]
    place = empty.open(identifiers(full)["North yard"]).content
    assert isinstance(place, Place)
    assert (place.latitude, place.longitude, place.county) == (None, None, "Camden")


def test_a_version_that_cannot_be_read_leaves_the_others_numbered_anew(full: Library, empty: Library) -> None:
    report = empty.import_text(damaged(full, lambda p: p["Plant"]["versions"][1].update(document="lost")))
    assert told(report) == [
        ("items[0].versions[1].document.document", "not_an_object"),
        ("items[0].versions[2].version", "number"),
    ]
    assert [version.version for version in empty.history(identifiers(full)["Plant"])] == [2, 1]


def test_a_name_given_twice_and_a_number_without_end_are_named(full: Library, empty: Library) -> None:
    text = full.export([identifiers(full)["Plant"]])
    text = text.replace('"new_jobs": 400', f'"new_jobs": {"9" * 5_000}').replace('"kind": ', '"kind": "x", "kind": ')
    report = empty.import_text(text)
    assert told(report) == [("document", "given_twice"), ("items[0].versions[1].document.new_jobs", "not_a_number")]
    assert len(report.added) == 1


# ---- bounded ---------------------------------------------------------------------------------------------------------


def test_a_document_of_nothing_but_problems_ends_in_bounded_time(full: Library, empty: Library) -> None:
    def damage(parts: dict[str, Any]) -> None:
        bad = copy.deepcopy(parts["Plant"])
        for version in bad["versions"]:
            version["document"]["facts"] = {f"unknown fact number {n}": n for n in range(400)}
        parts["document"]["items"] += [bad] * 500

    start = time.process_time()
    report = empty.import_text(damaged(full, damage))
    assert time.process_time() - start < 30
    assert report.problems[-1].rule == "too_many_problems"
    assert MOST_PROBLEMS <= len(report.problems) <= MOST_PROBLEMS + 500
    assert set(identifiers(full).values()) <= set(report.added)


def test_thousands_of_names_in_one_document_are_refused_at_once(full: Library, empty: Library) -> None:
    def damage(parts: dict[str, Any]) -> None:
        facts(parts, **{f"f{n}": n for n in range(100_000)})
        newest(parts, "Four")["document"]["candidates"] *= 1_000

    report = empty.import_text(damaged(full, damage))
    assert told(report) == [
        ("items[0].versions[2].document.facts", "too_many"),
        ("items[1].versions[0].document.candidates", "too_many"),
    ]
    assert len(report.added) == 4


@pytest.mark.parametrize("depth", [100, 500, 800, 900, 930, 950, 960, 970, 980, 990])
def test_what_is_nested_deep_is_named(full: Library, tmp_path: Path, depth: int) -> None:
    text = full.export().replace('"new_jobs": 400', f'"new_jobs": {"[" * depth}{"]" * depth}')
    report = Library(f"sqlite:///{tmp_path}/other.sqlite3").import_text(text)
    assert len(report.problems) == 1
    assert report.problems[0].rule in ("not_a_number", "too_deep")


def test_text_that_is_code_elsewhere_is_only_text(empty: Library) -> None:
    nasty = "'); DROP TABLE credit_item; -- <script>alert(1)</script> =1+1 {0} %s :name"
    saved = empty.add(Candidate(Scenario(name=nasty), Law.current()), nasty, nasty, [nasty[:40]])
    report = empty.import_text(empty.export())
    assert (report.unchanged, report.problems) == ((saved.id,), ())
    assert empty.search(nasty).entries[0].name == nasty
