"""The map shows New Jersey's counties and the candidates where they lie, with labels that can be read."""

import json
from itertools import combinations, pairwise
from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from credit_core.counties import COUNTIES
from credit_core.places import Place, all_places
from dashboard.map_figure import MapMarker, candidates_map, map_description
from dashboard.map_outline import Ring, county_outlines
from dashboard.palette import DARK, LIGHT

LAND_SQUARE_KM = 19_047
"""New Jersey's land area (Census Bureau: 7,354 square miles)."""

NEWARK = MapMarker("Newark", "$2,700,000 a year", 40.7357, -74.1724, 2_700_000, baseline=True)
CAMDEN = MapMarker("Camden", "$26,000,000 a year", 39.926, -75.1196, 26_000_000)
NOTHING = MapMarker("Salem City", "$0 a year", 39.5718, -75.4671, 0)
CLOSE = [
    MapMarker("Newark", "$1 a year", 40.7357, -74.1724, 1),
    MapMarker("Jersey City", "$1 a year", 40.7282, -74.0776, 1),
    MapMarker("Hoboken", "$1 a year", 40.744, -74.0324, 1),
    MapMarker("Union City", "$1 a year", 40.7796, -74.0238, 1),
    MapMarker("West New York", "$1 a year", 40.7879, -74.0143, 1),
    MapMarker("Harrison", "$1 a year", 40.7465, -74.1563, 1),
    MapMarker("East Orange", "$1 a year", 40.7673, -74.2049, 1),
    MapMarker("Irvington", "$1 a year", 40.7323, -74.2349, 1),
]


def inside(longitude: float, latitude: float, ring: Ring) -> bool:
    """Count the sides of the ring that a line from the point to the east crosses: an odd number is inside."""
    crossed = False
    for (x1, y1), (x2, y2) in pairwise(ring):
        if (y1 > latitude) != (y2 > latitude) and longitude < (x2 - x1) * (latitude - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


def counties_at(place: Place) -> list[str]:
    assert place.latitude is not None
    assert place.longitude is not None
    return [
        outline.county
        for outline in county_outlines()
        if any(inside(place.longitude, place.latitude, ring) for ring in outline.rings)
    ]


def area(ring: Ring) -> float:
    """Area within the ring, in square degrees."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(ring))) / 2


def traces(*markers: MapMarker) -> list[dict[str, object]]:
    drawn: list[dict[str, object]] = json.loads(candidates_map(markers).to_json())["data"]
    return drawn


# ---- outlines ------------------------------------------------------------------------------------


def test_the_outlines_are_the_counties_and_their_rings_are_closed() -> None:
    assert tuple(outline.county for outline in county_outlines()) == COUNTIES
    for outline in county_outlines():
        assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in outline.rings)


@pytest.mark.parametrize("place", all_places(), ids=lambda place: place.name)
def test_every_place_lies_in_its_county(place: Place) -> None:
    assert counties_at(place) == [place.county]


def test_the_outlines_have_the_area_of_the_state() -> None:
    # At 40.1 degrees north a degree is 111.03 km north to south, 85.26 km (111.32 x cos 40.1) east to west.
    square_km = sum(area(ring) for outline in county_outlines() for ring in outline.rings) * 111.03 * 85.26
    # The outlines hold bays and rivers besides the land, and are simplified.
    assert 0.98 * LAND_SQUARE_KM < square_km < 1.1 * LAND_SQUARE_KM


# ---- figure --------------------------------------------------------------------------------------


def test_a_trace_a_county_then_lines_markers_and_labels() -> None:
    drawn = traces(NEWARK, CAMDEN)
    assert [trace["name"] for trace in drawn[:21]] == list(COUNTIES)
    assert [trace["mode"] for trace in drawn[21:]] == ["lines", "markers", "text"]
    assert {trace["type"] for trace in drawn} == {"scatter"}


def test_north_is_as_far_as_east() -> None:
    axis = candidates_map([NEWARK]).layout.yaxis
    # 1 / cos(40.1 degrees) = 1 / 0.76492
    assert axis.scaleanchor == "x"
    assert axis.scaleratio == pytest.approx(1.30733, abs=1e-4)


def test_markers_stand_where_the_candidates_lie_and_areas_follow_the_awards() -> None:
    circles = candidates_map([NEWARK, CAMDEN, NOTHING]).data[-2]
    assert list(circles.x) == [CAMDEN.longitude, NEWARK.longitude, NOTHING.longitude]
    areas = [pi / 4 * size**2 for size in circles.marker.size]
    # 26,000,000 / 2,700,000 = 9.63; diameters are rounded to a tenth of a pixel.
    assert areas[0] / areas[1] == pytest.approx(9.63, rel=0.03)
    assert list(circles.marker.symbol) == ["circle", "diamond", "circle-open"]


def test_a_marker_of_nothing_is_seen_even_alone() -> None:
    assert list(candidates_map([NOTHING]).data[-2].marker.size) == [8]


def test_labels_carry_name_and_award_and_mark_the_baseline() -> None:
    texts = candidates_map([NEWARK, CAMDEN]).data[-1]
    assert [text.split("<br>")[0] for text in texts.text] == ["<b>Camden</b>", "◆ <b>Newark</b>"]
    assert "$26,000,000 a year" in texts.text[0]
    assert list(texts.textposition) == ["middle left", "middle right"]


def test_a_name_cannot_write_markup_and_a_long_one_is_cut_on_the_map_alone() -> None:
    long = NEWARK._replace(name="<a href='x'>Port & Terminal of Newark", baseline=False)
    *_, circles, texts = candidates_map([long]).data
    # Sixteen characters of the name are kept: <a href='x'>Port
    assert circles.text[0].startswith("&lt;a href=&#x27;x&#x27;&gt;Port &amp; Terminal of Newark<br>")
    assert texts.text[0].startswith("<b>&lt;a href=&#x27;x&#x27;&gt;Port…</b>")


def test_labels_of_eight_neighbours_keep_apart_and_their_lines_never_cross() -> None:
    lines, _, texts = candidates_map(CLOSE).data[-3:]
    heights = sorted(texts.y)
    assert min(upper - lower for lower, upper in pairwise(heights)) >= 0.29 - 1e-9
    ends = list(zip(lines.x[0::3], lines.y[0::3], lines.x[1::3], lines.y[1::3], strict=True))
    assert len(ends) == 8
    assert [pair for pair in combinations(ends, 2) if cross(*pair)] == []


Segment = tuple[float, float, float, float]


def side(segment: Segment, x: float, y: float) -> float:
    x1, y1, x2, y2 = segment
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)


def cross(a: Segment, b: Segment) -> bool:
    apart_a = side(b, a[0], a[1]) * side(b, a[2], a[3])
    apart_b = side(a, b[0], b[1]) * side(a, b[2], b[3])
    return apart_a < 0 and apart_b < 0


markers = st.builds(
    MapMarker,
    st.text(max_size=30),
    st.just("$1 a year"),
    st.floats(38.9, 41.36),
    st.floats(-75.56, -73.9),
    st.floats(0, 1e9),
)


@given(st.lists(markers, max_size=12))
def test_every_candidate_has_a_label_on_the_map(candidates: list[MapMarker]) -> None:
    figure = candidates_map(candidates)
    lowest, highest = figure.layout.yaxis.range
    assert len(figure.data[-1].y) == len(candidates)
    assert all(lowest < latitude < highest for latitude in figure.data[-1].y)


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        (NEWARK._replace(latitude=51.5), "Newark: latitude, longitude: .* given 51.5, -74.1724"),
        (NEWARK._replace(longitude=float("nan")), "Newark: latitude, longitude: .* given 40.7357, nan"),
        (NEWARK._replace(size=-1), "Newark: size: must be 0 or more, given -1"),
    ],
)
def test_a_marker_that_cannot_be_drawn_is_named(marker: MapMarker, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        candidates_map([marker])


def test_the_same_candidates_give_the_same_figure_to_the_byte() -> None:
    assert candidates_map([NEWARK, CAMDEN]).to_json() == candidates_map([NEWARK, CAMDEN]).to_json()


def test_the_colours_are_those_of_the_theme() -> None:
    light, dark = candidates_map([CAMDEN], LIGHT), candidates_map([CAMDEN], DARK)
    assert (light.layout.paper_bgcolor, dark.layout.paper_bgcolor) == (LIGHT.paper, DARK.paper)
    assert (light.data[-2].marker.color, dark.data[-2].marker.color) == (LIGHT.award, DARK.award)


def test_nothing_on_the_map_names_an_address() -> None:
    assert "http" not in candidates_map([NEWARK, CAMDEN]).to_json()


def test_the_map_in_words() -> None:
    assert map_description([NEWARK, CAMDEN]) == (
        "Map of New Jersey with the candidates, each sized by its award: "
        "Newark (baseline), $2,700,000 a year; Camden, $26,000,000 a year."
    )
    assert map_description([]) == "Map of New Jersey and its 21 counties, without candidates."
