"""Known places hold what is known, no more; places of the user's own survive a file; bad rows are named."""

import csv
import io
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from credit_core.counties import COUNTIES, SOUTH_JERSEY
from credit_core.places import (
    PLACE_COLUMNS,
    PLACE_FACTS,
    Designation,
    Place,
    PlacesError,
    all_places,
    find_place,
    likely_facts,
    place_facts,
    place_questions,
    places_from_csv,
    places_from_rows,
    places_to_csv,
    read_places,
)
from credit_core.scenario import Scenario, fact_fields

HUBS = {
    "Camden", "East Orange", "Elizabeth", "Hoboken", "Jersey City", "Newark", "New Brunswick", "Paterson",
    "Trenton",
}  # fmt: skip
GROWTH_ZONES = {"Camden", "Passaic", "Paterson", "Trenton", "Atlantic City"}
SCHOOL_DEVELOPMENT_DISTRICTS = {
    "Asbury Park", "Bridgeton", "Burlington City", "Camden", "East Orange", "Elizabeth", "Garfield",
    "Gloucester City", "Harrison", "Hoboken", "Irvington", "Jersey City", "Keansburg", "Long Branch",
    "Millville", "Neptune Township", "New Brunswick", "Newark", "Orange", "Passaic", "Paterson",
    "Pemberton Township", "Perth Amboy", "Phillipsburg", "Plainfield", "Pleasantville", "Salem City",
    "Trenton", "Union City", "Vineland", "West New York",
}  # fmt: skip
COUNTY_OF = {
    "Asbury Park": "Monmouth", "Atlantic City": "Atlantic", "Bridgeton": "Cumberland",
    "Burlington City": "Burlington", "Camden": "Camden", "East Orange": "Essex", "Elizabeth": "Union",
    "Garfield": "Bergen", "Gloucester City": "Camden", "Harrison": "Hudson", "Hoboken": "Hudson",
    "Irvington": "Essex", "Jersey City": "Hudson", "Keansburg": "Monmouth", "Long Branch": "Monmouth",
    "Millville": "Cumberland", "Neptune Township": "Monmouth", "New Brunswick": "Middlesex",
    "Newark": "Essex", "Orange": "Essex", "Passaic": "Passaic", "Paterson": "Passaic",
    "Pemberton Township": "Burlington", "Perth Amboy": "Middlesex",
    "Phillipsburg": "Warren", "Plainfield": "Union", "Pleasantville": "Atlantic",
    "Salem City": "Salem", "Trenton": "Mercer", "Union City": "Hudson", "Vineland": "Cumberland",
    "West New York": "Hudson", "Woodbridge Township": "Middlesex",
}  # fmt: skip


def having(fact: str, certainty: str) -> set[str]:
    """Names of the places of which the fact is true with this certainty."""
    found = ((place.name, place.designation(fact)) for place in all_places())
    return {name for name, known in found if known and known.value is True and known.certainty == certainty}


# ---- what is known -------------------------------------------------------------------------------


def test_the_places_and_their_counties() -> None:
    assert {place.name: place.county for place in all_places()} == COUNTY_OF
    assert set(COUNTY_OF.values()) <= set(COUNTIES)


def test_the_places_stand_in_alphabetical_order_with_their_full_names() -> None:
    names = [place.name for place in all_places()]
    assert names == sorted(names)
    assert find_place("Orange").official_name == "City of Orange Township"
    assert all(place.official_name for place in all_places())


@pytest.mark.parametrize(
    ("fact", "read"),
    [
        ("urban_transit_hub_municipality", HUBS),
        ("growth_zone", GROWTH_ZONES),
        ("municipal_rehabilitation", {"Camden"}),
        ("tourism_district", {"Atlantic City"}),
        ("distressed_municipality", {"Woodbridge Township"}),
    ],
)
def test_what_was_read_of_each_designation(fact: str, read: set[str]) -> None:
    assert having(fact, "read") == read
    assert having(fact, "derived") == set()


def test_school_development_districts_are_likely_distressed_and_nothing_else_is_only_likely() -> None:
    assert having("distressed_municipality", "recalled") == SCHOOL_DEVELOPMENT_DISTRICTS
    likely = {place.name: likely_facts(place) for place in all_places() if likely_facts(place)}
    assert likely == dict.fromkeys(SCHOOL_DEVELOPMENT_DISTRICTS, ("distressed_municipality",))


def test_a_complete_list_settles_the_places_that_it_does_not_name_and_says_that_it_is_derived() -> None:
    hub = find_place("Vineland").designation("urban_transit_hub_municipality")
    assert hub is not None
    assert (hub.value, hub.certainty, hub.likely) == (False, "derived", False)


def test_the_one_benchmark_salary_that_is_known() -> None:
    known = {p.name: p.designation("benchmark_salary") for p in all_places() if p.designation("benchmark_salary")}
    assert list(known) == ["Paterson"]
    assert known["Paterson"] is not None
    assert (known["Paterson"].value, known["Paterson"].certainty) == (Decimal(27588), "read")


def test_the_facts_that_camden_fills() -> None:
    assert place_facts(find_place("CAMDEN")) == {
        "municipality": "Camden",
        "county": "Camden",
        "urban_transit_hub_municipality": True,
        "growth_zone": True,
        "municipal_rehabilitation": True,
        "tourism_district": False,
        "distressed_municipality": True,
    }


def test_every_place_makes_a_scenario() -> None:
    for place in all_places():
        scenario = Scenario.model_validate({"new_jobs": 100, **place_facts(place)})
        assert (scenario.municipality, scenario.county) == (place.name, place.county)


def test_the_facts_of_a_place_are_the_place_facts_of_a_scenario_and_the_benchmark() -> None:
    fields = {field.name: field.kind for field in fact_fields() if field.group == "place"}
    assert set(PLACE_FACTS) == fields.keys() - {"municipality", "county"} | {"benchmark_salary"}
    assert {fact: kind for fact, kind in PLACE_FACTS.items() if fact in fields and fields[fact] != kind} == {}


# ---- what is asked -------------------------------------------------------------------------------


@pytest.mark.parametrize("place", all_places(), ids=lambda place: place.name)
def test_a_fact_is_filled_or_asked_never_both_and_never_dropped(place: Place) -> None:
    filled = place_facts(place).keys() - {"municipality", "county"}
    asked = [question.fact for question in place_questions(place)]
    immaterial = set() if place.county in SOUTH_JERSEY else {"revitalization_index_2007"}
    assert len(asked) == len(set(asked))
    assert filled.isdisjoint(asked)
    assert filled | set(asked) | immaterial == set(PLACE_FACTS)


def test_what_nobody_knows_here_is_a_question_with_its_reason() -> None:
    asked = {question.fact: question for question in place_questions(find_place("Camden"))}
    assert {
        "priority_area",
        "deep_poverty_pocket",
        "revitalization_index_2007",
        "benchmark_salary",
    } <= asked.keys()
    assert asked["benchmark_salary"].question == "What is the average salary of the Camden growth zone?"
    assert all(question.question.endswith("?") and question.reason for question in asked.values())


def test_outside_a_growth_zone_the_county_average_is_asked() -> None:
    first = place_questions(find_place("Hoboken"))[0]
    assert first.question == "What is the existing average salary of Hudson County?"


def test_of_a_site_of_which_nothing_is_known_everything_is_asked() -> None:
    asked = [question.fact for question in place_questions(Place(name="Wharf", county="Salem"))]
    assert asked == list(PLACE_FACTS)


# ---- finding -------------------------------------------------------------------------------------


def test_a_name_that_is_not_known_brings_the_nearest() -> None:
    with pytest.raises(PlacesError, match='"Patterson" is not among the places known here; did you mean "Paterson"'):
        find_place("Patterson")
    with pytest.raises(PlacesError, match=r'"" is not among the places known here$'):
        find_place("")


def test_finding_among_places_of_ones_own() -> None:
    wharf = Place(name="Wharf", county="Salem")
    assert find_place("wharf", [wharf]) == wharf


def test_nothing_is_opened_or_drawn_on_import() -> None:
    code = (
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import credit_core.places\n"
        "assert not [name for name in opened if name.endswith('.toml')], opened\n"
        "assert not {'streamlit', 'plotly'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])


# ---- the schema of the file ----------------------------------------------------------------------

GOOD = """
[[complete_list]]
fact = "growth_zone"
source = "Not on the list."

[[place]]
name = "Newark"
county = "Essex"
[[place.designations]]
fact = "priority_area"
value = true
source = "Somewhere."
certainty = "read"
"""


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "towns.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlacesError) as error:
        read_places(path)
    return str(error.value)


def test_a_file_that_keeps_to_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "towns.toml"
    path.write_text(GOOD, encoding="utf-8")
    (place,) = read_places(path)
    expected = {"municipality": "Newark", "county": "Essex", "growth_zone": False, "priority_area": True}
    assert place_facts(place) == expected


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Essex"', '"Esex"', ["towns.toml", "place.0.county (Newark)", 'did you mean "Essex"', "'Esex'"]),
        ('county = "Essex"', 'county = "Essex"\nmayor = "M"', ["place.0.mayor (Newark)", "'M'"]),
        ('county = "Essex"', 'county = "Essex"\ncounty = "Union"', ["towns.toml", 'county = "Union"']),
        ('"priority_area"', '"priority_aera"', ["designations.0.fact", 'did you mean "priority_area"']),
        ("value = true", 'value = "yes"', ["designations.0", "must be true or false", "'yes'"]),
        ('certainty = "read"', 'certainty = "sure"', ["certainty", "read, recalled or derived", "'sure'"]),
        ('"Somewhere."', '" "', ["designations.0.source", "not blank"]),
        ('county = "Essex"', 'county = "Essex"\nlatitude = 40.7', ["place.0 (Newark)", "together"]),
        ('fact = "growth_zone"', 'fact = "us_highways"', ["complete_list.0.fact", "true or false"]),
        ("[[place]]", '[[place]]\nname = "newark"\ncounty = "Essex"\n[[place]]', ["newark is given twice"]),
        ("[[place]]", "[[palce]]", ["towns.toml: palce", "not permitted"]),
    ],
)
def test_the_schema_is_closed_and_names_file_key_and_value(tmp_path: Path, old: str, new: str, said: list[str]) -> None:
    assert old in GOOD
    message = refusal(tmp_path, GOOD.replace(old, new))
    assert [part for part in ["towns.toml", *said] if part not in message] == [], message


def test_a_fact_given_twice_is_refused() -> None:
    known = Designation(fact="growth_zone", value=True, source="s", certainty="read")
    with pytest.raises(ValidationError, match="growth_zone is given twice"):
        Place(name="Wharf", county="Salem", designations=(known, known))


@pytest.mark.parametrize(
    ("fact", "value", "rule"),
    [
        ("growth_zone", 1, "true or false"),
        ("us_highways", True, "a number"),
        ("us_highways", Decimal("1.5"), "whole number"),
        ("us_highways", -1, "between 0 and"),
        ("benchmark_salary", Decimal("27588.005"), "two decimals"),
        ("benchmark_salary", Decimal("NaN"), "a number"),
        ("benchmark_salary", "27588", "a number"),
    ],
)
def test_a_value_keeps_to_the_kind_of_its_fact(fact: str, value: object, rule: str) -> None:
    with pytest.raises(ValidationError, match=rule):
        Designation.model_validate({"fact": fact, "value": value, "source": "s", "certainty": "read"})


# ---- places of one's own, as CSV -----------------------------------------------------------------

lines = st.text(min_size=1, max_size=40).map(str.strip).filter(lambda text: text != "" and text.isprintable())
hostile = st.builds("".join, st.tuples(st.sampled_from(["=", "+", "-", "@", "'=", "''@", "'", '"', ",", ";"]), lines))
texts = lines | hostile
VALUES: dict[str, st.SearchStrategy[bool | int | Decimal]] = {
    "flag": st.booleans(),
    "whole": st.integers(0, 10_000),
    "money": st.decimals(0, 10_000_000, places=2),
}


@st.composite
def designations(draw: Callable[[st.SearchStrategy[object]], object]) -> tuple[Designation, ...]:
    facts = draw(st.lists(st.sampled_from(sorted(PLACE_FACTS)), unique=True, max_size=6))
    assert isinstance(facts, list)
    sources = texts | st.just("The county's letter.")
    return tuple(
        Designation.model_validate(
            {
                "fact": fact,
                "value": draw(VALUES[PLACE_FACTS[fact]]),
                "source": draw(sources),
                "certainty": draw(st.sampled_from(["read", "recalled", "derived"])),
            }
        )
        for fact in facts
    )


coordinates = st.just((None, None)) | st.tuples(st.floats(38.8, 41.4), st.floats(-75.7, -73.8))
own_place = st.builds(
    lambda name, official, county, where, known: Place(
        name=name,
        official_name=official,
        county=county,
        latitude=where[0],
        longitude=where[1],
        designations=known,
    ),
    texts,
    texts | st.just(""),
    st.sampled_from(COUNTIES),
    coordinates,
    designations(),
)
own_places = st.lists(own_place, max_size=5, unique_by=lambda place: place.name.casefold()).map(tuple)


@given(own_places)
def test_export_and_import_give_the_same_places(places: tuple[Place, ...]) -> None:
    assert places_from_csv(places_to_csv(places)) == (places, ())
    assert places_from_csv(places_to_csv(places).encode("utf-8-sig")) == (places, ())


@given(own_places)
def test_no_text_of_an_export_runs_as_a_formula(places: tuple[Place, ...]) -> None:
    for row in csv.DictReader(io.StringIO(places_to_csv(places), newline="")):
        texts_of_row = [row["name"], row["official_name"], row["source"]]
        assert [text for text in texts_of_row if text.startswith(("=", "+", "-", "@", "\t", "\r"))] == []


def test_the_known_places_survive_a_file_as_well() -> None:
    assert places_from_csv(places_to_csv(all_places())) == (all_places(), ())


def test_the_columns_of_the_contract() -> None:
    assert places_to_csv([]).strip().split(",") == list(PLACE_COLUMNS)
    assert PLACE_COLUMNS[:5] == ("name", "official_name", "county", "latitude", "longitude")
    assert PLACE_COLUMNS[-2:] == ("source", "certainty")


def test_places_of_the_same_name_are_not_written() -> None:
    with pytest.raises(ValueError, match="wharf is given twice"):
        places_to_csv([Place(name="Wharf", county="Salem"), Place(name="WHARF", county="Essex")])


def test_a_row_by_hand() -> None:
    text = (
        "\ufeffcounty,name,growth_zone,benchmark_salary,us_highways,source,certainty\r\n"
        "Salem,'=Wharf,No,51250.50,2,The county's letter,read\r\n"
        ",,,,,,\r\n"
    )
    (place,), problems = places_from_csv(text)
    assert problems == ()
    assert place_facts(place) == {
        "municipality": "=Wharf",
        "county": "Salem",
        "benchmark_salary": Decimal("51250.50"),
        "growth_zone": False,
        "us_highways": 2,
    }
    assert (place.latitude, place.designation("priority_area")) == (None, None)


HEADER = "name,county,latitude,longitude,growth_zone,us_highways,benchmark_salary,source,certainty"
FINE = "Wharf,Salem,39.5,-75.4,true,1,50000,letter,read"


@pytest.mark.parametrize(
    ("row", "column", "rule", "text"),
    [
        (",Salem,,,,,,,", "name", "not be blank", ""),
        ("Mill,,,,,,,,", "county", "not be blank", ""),
        ("Mill,Essx,,,,,,,", "county", 'did you mean "Essex"', "Essx"),
        ("Mill,Essex,40.7,,,,,,", "longitude", "where latitude is", ""),
        ("Mill,Essex,,-74.2,,,,,", "latitude", "where longitude is", ""),
        ("Mill,Essex,51.5,-74.2,,,,,", "latitude", "degrees in New Jersey", "51.5"),
        ("Mill,Essex,north,-74.2,,,,,", "latitude", "must be a number", "north"),
        ("Mill,Essex,nan,-74.2,,,,,", "latitude", "must be a number", "nan"),
        ("Mill,Essex,,,perhaps,,,s,read", "growth_zone", "true or false", "perhaps"),
        ("Mill,Essex,,,,1.5,,s,read", "us_highways", "whole number", "1.5"),
        ("Mill,Essex,,,,-1,,s,read", "us_highways", "between 0", "-1"),
        ('Mill,Essex,,,,,"27,588",s,read', "benchmark_salary", "digits and a decimal point alone", "27,588"),
        ("Mill,Essex,,,,,$27588,s,read", "benchmark_salary", "digits and a decimal point alone", "$27588"),
        ("Mill,Essex,,,,,1.005,s,read", "benchmark_salary", "at most two decimals", "1.005"),
        ("Mill,Essex,,,true,,,,read", "source", "not be blank", ""),
        ("Mill,Essex,,,true,,,s,", "certainty", "not be blank", ""),
        ("Mill,Essex,,,true,,,s,sure", "certainty", "read, recalled or derived", "sure"),
        ("Mill,Essex,,,,,,s,", "source", "blank in a row that gives no fact", "s"),
        ("Mill,Essex,,,", "", "must have 9 cells", "5 cells: Mill, Essex, , , "),
        ('"Mill"x,Essex,,,,,,,', "", "comma-separated", "',' expected after '\"'"),
        ('"Mi\nll",Essex,,,,,,,', "name", "control characters", "Mi\nll"),
    ],
)
def test_a_bad_row_is_named_and_the_others_survive(row: str, column: str, rule: str, text: str) -> None:
    places, problems = places_from_csv("\n".join([HEADER, FINE, row, FINE.replace("Wharf", "Quay")]))
    assert [place.name for place in places] == ["Wharf", "Quay"]
    (problem,) = problems
    assert (problem.row, problem.column, problem.given) == (3, column, text)
    assert rule in problem.rule
    assert str(problem).startswith("Row 3")


def test_every_problem_of_a_row_is_named() -> None:
    _, problems = places_from_csv(f"{HEADER}\n,Essx,1,,maybe,,,,")
    assert [problem.column for problem in problems] == [
        "name", "county", "latitude", "longitude", "growth_zone", "source", "certainty",
    ]  # fmt: skip


def test_a_quote_that_is_never_closed_takes_the_rest_and_says_so() -> None:
    places, problems = places_from_csv(f'{HEADER}\n{FINE}\n"Mill,Essex,,,,,,,\n{FINE}')
    assert [place.name for place in places] == ["Wharf"]
    assert [(problem.row, problem.given) for problem in problems] == [(3, "unexpected end of data")]


def test_rows_of_one_place_are_joined_unless_they_contradict() -> None:
    more = "Wharf,Salem,39.5,-75.4,,,,,"
    joined, problems = places_from_csv(
        "\n".join([HEADER, "Wharf,Salem,39.5,-75.4,true,,,letter,read", "Wharf,Salem,39.5,-75.4,,2,,map,derived"])
    )
    assert problems == ()
    assert [(known.fact, known.value, known.source) for known in joined[0].designations] == [
        ("growth_zone", True, "letter"),
        ("us_highways", 2, "map"),
    ]
    contradictions = [FINE, FINE.replace("Salem", "Essex").replace("true,1,50000", ",,1"), FINE, more]
    places, problems = places_from_csv("\n".join([HEADER, *contradictions]))
    assert len(places) == 1
    assert [(problem.row, problem.column) for problem in problems] == [
        (3, "county"),
        (3, "benchmark_salary"),
        (4, "benchmark_salary"),
        (4, "growth_zone"),
        (4, "us_highways"),
        (5, "name"),
    ]


@pytest.mark.parametrize(
    ("text", "column", "rule"),
    [
        ("", "name", "must be there"),
        ("name;county\nMill;Essex", "", "separated by commas"),
        ("name\tcounty\nMill\tEssex", "", "separated by commas"),
        ("name,county,name\nMill,Essex,Mill", "name", "named once"),
        ("name,county,growth_zon\nMill,Essex,true", "growth_zon", 'did you mean "growth_zone"'),
        ("name,latitude\nMill,40.7", "county", "must be there"),
        ('"name"x,county\nname,county\nMill,Essex', "", "comma-separated"),
    ],
)
def test_a_header_that_cannot_be_used_is_named_and_nothing_is_read(text: str, column: str, rule: str) -> None:
    places, problems = places_from_csv(text)
    assert places == ()
    assert (problems[0].row, problems[0].column) == (1, column)
    assert rule in problems[0].rule


def test_a_file_that_is_no_text_is_named() -> None:
    places, (problem,) = places_from_csv("name,county\nCafé,Essex".encode("latin-1"))
    assert places == ()
    assert (problem.rule, problem.given) == ("the file must be UTF-8 text", "byte 0xe9 at position 15")


@given(st.text(max_size=300) | st.text(max_size=100).map(lambda tail: f"{HEADER}\n{FINE}\n{tail}"))
def test_any_text_gives_places_or_problems_and_never_an_error(text: str) -> None:
    places, problems = places_from_csv(text)
    assert places or problems


def test_rows_of_a_form() -> None:
    (place,), (problem,) = places_from_rows(
        [{"name": "Mill", "county": "Essex"}, {"name": "Wharf", "county": "Salem", "growthzone": "true"}]
    )
    assert place == Place(name="Mill", county="Essex")
    assert (problem.row, problem.column) == (2, "growthzone")
