"""Own places on the page Library: a form to add or edit one, and the CSV file of all."""

from __future__ import annotations

import streamlit as st

from credit_core.counties import COUNTIES
from credit_core.library import Saved
from credit_core.places import (
    PLACE_FACTS,
    Place,
    PlacesRead,
    place_questions,
    places_from_csv,
    places_from_rows,
    places_to_csv,
)
from credit_core.scenario import fact_field
from dashboard import library_state
from dashboard.formats import html_text

__all__ = ["show_places"]

_NEW = "A new place"
_HELD = "places.held"  # the own places, as they were read last
_FLAGS = ("", "true", "false")
_FLAG_TITLES = {"": "Not known", "true": "Yes", "false": "No"}
_CERTAINTIES = ("read", "derived", "recalled")


def show_places() -> None:
    """The own places there are, a form for one of them, and their file."""
    saved = _saved_places()
    library_state.show_messages()
    st.html(
        '<p class="why">Own places stand in every list of places, before a known one of the same name. '
        "A fact that is left open is asked as a question, never guessed.</p>"
    )
    by_name = {each.name: each for each in saved}
    form, files = st.columns([3, 2], gap="large")
    with form:
        chosen = st.selectbox("Place", [_NEW, *by_name], key="places:chosen")
        _form(by_name.get(chosen))
    with files:
        _files([each.content for each in saved if isinstance(each.content, Place)])


def _saved_places() -> tuple[Saved, ...]:
    """The own places; while the library cannot be read, as they were: what is typed in the form of one must stay."""
    found = library_state.attempt(lambda: library_state.library().open_all("place"))
    if found is not None:
        st.session_state[_HELD] = found
    held: tuple[Saved, ...] = st.session_state.get(_HELD, ())
    return held


def _form(saved: Saved | None) -> None:
    place = saved.content if saved is not None and isinstance(saved.content, Place) else None
    row = _row_of(place) if place is not None else {}
    if row is None:
        st.html('<p class="why">This place has facts from several sources: edit it in the CSV file.</p>')
        return
    ending = f"{saved.id}:{saved.version}" if saved is not None else "new"
    with st.form(f"places:form:{ending}", border=False):
        cells = _site_fields(row, ending) | _fact_fields(row, ending) | _source_fields(row, ending)
        if st.form_submit_button("Save this place"):
            _save(saved, cells)
    if place is not None:
        questions = "".join(f"<li>{html_text(each.question)}</li>" for each in place_questions(place))
        if questions:
            st.html(f'<p class="why">Not known of this place:</p><ul class="versus-sentences">{questions}</ul>')


def _row_of(place: Place) -> dict[str, str] | None:
    """The place as one row of text; ``None`` if its facts come from several sources."""
    sources = {(each.source, each.certainty) for each in place.designations}
    if len(sources) > 1:
        return None
    row = {"name": place.name, "official_name": place.official_name, "county": place.county}
    row |= {name: str(degrees) for name in ("latitude", "longitude") if (degrees := getattr(place, name)) is not None}
    for each in place.designations:
        row[each.fact] = str(each.value).lower() if isinstance(each.value, bool) else f"{each.value}"
    for source, certainty in sources:
        row |= {"source": source, "certainty": certainty}
    return row


def _site_fields(row: dict[str, str], ending: str) -> dict[str, str]:
    cells = {"name": st.text_input("Name of the place", row.get("name", ""), key=f"places:name:{ending}")}
    counties = ["", *COUNTIES]
    cells["county"] = st.selectbox(
        "County of the place",
        counties,
        index=counties.index(row.get("county", "")),
        format_func=lambda county: county or "Choose",
        key=f"places:county:{ending}",
    )
    north, west = st.columns(2, gap="small")
    with north:
        latitude = st.text_input("Latitude, degrees north", row.get("latitude", ""), key=f"places:lat:{ending}")
    with west:
        longitude = st.text_input("Longitude, negative for west", row.get("longitude", ""), key=f"places:lon:{ending}")
    return cells | {"latitude": latitude, "longitude": longitude}


def _fact_fields(row: dict[str, str], ending: str) -> dict[str, str]:
    cells = {}
    with st.expander("What is known of it", key=f"places:facts:{ending}", expanded=True):
        left, right = st.columns(2, gap="small")
        for number, (fact, kind) in enumerate(PLACE_FACTS.items()):
            with (left, right)[number % 2]:
                cells[fact] = _fact_cell(fact, kind, row.get(fact, ""), ending)
    return cells


def _fact_cell(fact: str, kind: str, given: str, ending: str) -> str:
    field, key = fact_field(fact), f"places:{fact}:{ending}"
    if kind != "flag":
        return st.text_input(f"{field.title}", given, key=key, placeholder="Not known")
    return st.selectbox(field.title, _FLAGS, index=_FLAGS.index(given), format_func=_FLAG_TITLES.__getitem__, key=key)


def _source_fields(row: dict[str, str], ending: str) -> dict[str, str]:
    source = st.text_input(
        "Source", row.get("source", ""), key=f"places:source:{ending}", help="Where these facts are known from."
    )
    certainty = st.selectbox(
        "How well it is known",
        _CERTAINTIES,
        index=_CERTAINTIES.index(row.get("certainty", "read")),
        key=f"places:certainty:{ending}",
        help="Read in a source, derived from what was read, or recalled: then a page says “likely”.",
    )
    return {"source": source, "certainty": certainty}


def _save(saved: Saved | None, cells: dict[str, str]) -> None:
    given = {name: text.strip() for name, text in cells.items()}
    if not any(given[fact] for fact in PLACE_FACTS):
        given |= {"source": "", "certainty": ""}  # they belong to facts, and there are none
    if saved is not None and isinstance(saved.content, Place):
        given["official_name"] = saved.content.official_name
    read = places_from_rows([given])
    if read.problems:
        _say_problems(read, "The place was not saved.")
        return
    place = read.places[0]
    library = library_state.library()
    if saved is None:
        kept = library_state.attempt(lambda: library.add(place))
    else:
        kept = library_state.attempt(lambda: library.save(saved.id, saved.version, content=place))
    library_state.places_changed()
    if kept is not None:
        library_state.say(f"{kept.name} was saved as version {kept.version}.")
    st.rerun()


def _say_problems(read: PlacesRead, words: str) -> None:
    lines = "".join(f"<li>{html_text(str(problem).replace('Row 1, ', ''))}</li>" for problem in read.problems)
    st.html(f'<div class="message refused" role="alert"><p>{html_text(words)}</p><ul>{lines}</ul></div>')


# ---- files ----------------------------------------------------------------------------------------------------------


def _files(places: list[Place]) -> None:
    st.download_button(
        "Export own places as CSV",
        lambda: places_to_csv(places),
        "places.csv",
        "text/csv",
        key="places:export",
        on_click="ignore",
        help="With no place yet, the file holds the header alone, to be filled in.",
    )
    given = st.file_uploader("Import places (CSV)", type="csv", key="places:upload")
    if given is None:
        return
    read = places_from_csv(given.getvalue())
    if read.problems:
        lines = "".join(f"<li>{html_text(str(problem))}</li>" for problem in read.problems[:50])
        st.html(f'<div class="message refused" role="alert"><p>Some rows cannot be used:</p><ul>{lines}</ul></div>')
    if read.places:
        count = len(read.places)
        st.button(
            f"Import {count:,} place{'s' if count > 1 else ''}", key="places:import", on_click=_import, args=(read,)
        )


def _import(read: PlacesRead) -> None:
    """Save each place: a new one, or the next version of the one that has its name."""
    library = library_state.library()
    saved = library_state.attempt(lambda: library.open_all("place"))
    if saved is None:
        return
    known = {each.name.casefold(): each for each in saved}
    kept = [_import_one(place, known.get(place.name.casefold())) for place in read.places]
    library_state.places_changed()
    library_state.say(f"{sum(kept):,} of {len(kept):,} places were imported.")


def _import_one(place: Place, saved: Saved | None) -> bool:
    library = library_state.library()
    if saved is None:
        return library_state.attempt(lambda: library.add(place)) is not None
    if saved.content == place:
        return True
    return library_state.attempt(lambda: library.save(saved.id, saved.version, content=place)) is not None
