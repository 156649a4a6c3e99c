"""Places of the user's own as CSV: the column contract, reading with named problems, writing.

A row is one place with the facts known from one source. A place whose facts come from several sources takes
several rows with the same name, county and coordinates; each fact stands in one of them. A blank cell is a
fact not known.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from credit_core._place_model import (
    PLACE_FACTS,
    Designation,
    FactValue,
    Place,
    check_each_once,
    checked_certainty,
    checked_county,
    checked_latitude,
    checked_line,
    checked_longitude,
    checked_value,
)
from credit_core.problem import nearest

__all__ = [
    "PLACE_COLUMNS",
    "PlaceProblem",
    "PlacesRead",
    "places_from_csv",
    "places_from_rows",
    "places_to_csv",
]

_SITE: Final = ("name", "official_name", "county", "latitude", "longitude")
_KNOWN: Final = ("source", "certainty")

PLACE_COLUMNS: Final[tuple[str, ...]] = (*_SITE, *PLACE_FACTS, *_KNOWN)
"""The columns of a file of places. Only `name` and `county` must be there.

Flags are true or false (also yes, no, 1, 0), money is dollars with at most two decimals, coordinates are
degrees (WGS84), certainty is read, recalled or derived. A row that gives a fact gives source and certainty.
"""

_REQUIRED: Final = ("name", "county")
_FLAGS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_PLAIN_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?", re.ASCII)
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NEUTRALISED = re.compile(r"'+[=+\-@\t\r]")
_HEADER_ROW = 1

_Checked = TypeVar("_Checked")


@dataclass(frozen=True, slots=True)
class PlaceProblem:
    """One thing in a file of places that cannot be used."""

    row: int
    """Row of the file as a spreadsheet counts them: the header is 1."""
    column: str
    """Column of the contract, or blank where the whole row is concerned."""
    rule: str
    """What is asked for, in words."""
    given: str
    """What was given, as text."""

    def __str__(self) -> str:
        """The sentence for a person."""
        where = f"Row {self.row}, {self.column}" if self.column else f"Row {self.row}"
        return f"{where}: {self.rule}. Given: {self.given or 'blank'}"


class PlacesRead(NamedTuple):
    """What a file of places held: those that can be used, and why the rest cannot."""

    places: tuple[Place, ...]
    problems: tuple[PlaceProblem, ...]


def places_to_csv(places: Iterable[Place]) -> str:
    """Write places by the column contract; `places_from_csv` gives the same places back.

    Text that a spreadsheet would run as a formula is made harmless by an apostrophe before it.
    Raises ValueError if two places have the same name: rows are told apart by it.
    """
    listed = list(places)
    check_each_once(_key(place.name) for place in listed)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, PLACE_COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(row for place in listed for row in _rows(place))
    return text.getvalue()


def _key(name: str) -> str:
    return name.casefold()


def _rows(place: Place) -> Iterator[dict[str, str]]:
    """Give a row for each source and certainty of the place, or one row if nothing is known of it."""
    site = {column: _cell(getattr(place, column)) for column in _SITE}
    by_source = sorted(place.designations, key=_source)
    for (source, certainty), known in groupby(by_source, key=_source):
        facts = {designation.fact: _cell(designation.value) for designation in known}
        yield {**site, **facts, "source": _cell(source), "certainty": certainty}
    if not by_source:
        yield site


def _source(designation: Designation) -> tuple[str, str]:
    return designation.source, designation.certainty


def _cell(value: str | float | FactValue | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return format(value, "f")
    # A number that begins with a minus is data; only text is made harmless.
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else str(value)


def places_from_csv(text: str | bytes) -> PlacesRead:
    """Read places by the column contract; a file that begins with a byte order mark is read as well.

    A row that cannot be used is left out with its problems, the others are kept. A header that cannot be used
    (a column unknown, missing or named twice, another separator than the comma) leaves out the whole file.
    """
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        given = f"byte {error.object[error.start]:#04x} at position {error.start}"
        return PlacesRead((), (PlaceProblem(_HEADER_ROW, "", "the file must be UTF-8 text", given),))
    rows, broken = _split(decoded.removeprefix("\ufeff"))
    number, header = rows[0] if rows else (_HEADER_ROW, [])
    columns = [column.strip() for column in header]
    header_broken = any(problem.row <= number for problem in broken)
    unusable = broken if header_broken else _header_problems(number, columns)
    if unusable:
        return PlacesRead((), tuple(unusable))
    return _read(_with_columns(columns, rows[1:]), broken)


_Row = tuple[int, list[str]]


def _split(text: str) -> tuple[list[_Row], list[PlaceProblem]]:
    """Split the text into rows of cells that are not all blank; a row that is no CSV is a problem."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[_Row] = []
    problems: list[PlaceProblem] = []
    number = 0
    while True:
        number += 1
        try:
            cells = next(reader)
        except StopIteration:
            return rows, problems
        except csv.Error as error:
            problems.append(PlaceProblem(number, "", 'must be comma-separated cells, quoted with "', str(error)))
            continue
        if any(cell.strip() for cell in cells):
            rows.append((number, cells))


def _header_problems(number: int, columns: list[str]) -> list[PlaceProblem]:
    if len(columns) == 1 and re.search(r"[;\t|]", columns[0]):
        return [PlaceProblem(number, "", "columns must be separated by commas", columns[0])]
    problems = [_unknown_column(number, column) for column in columns if column not in PLACE_COLUMNS]
    for column in dict.fromkeys(column for column in columns if columns.count(column) > 1):
        problems.append(PlaceProblem(number, column, "a column must be named once", ", ".join(columns)))
    for column in _REQUIRED:
        if column not in columns:
            problems.append(PlaceProblem(number, column, "this column must be there", ", ".join(columns)))
    return problems


def _unknown_column(number: int, column: str) -> PlaceProblem:
    near = nearest(column, PLACE_COLUMNS)
    hint = f'; did you mean "{near}"?' if near else ""
    return PlaceProblem(number, column, f"this column is not known{hint}", column)


def _with_columns(columns: Sequence[str], rows: Sequence[_Row]) -> list[tuple[int, dict[str, str] | PlaceProblem]]:
    return [(number, _cells(number, columns, cells)) for number, cells in rows]


def _cells(number: int, columns: Sequence[str], cells: Sequence[str]) -> dict[str, str] | PlaceProblem:
    if len(cells) != len(columns):
        rule = f"must have {len(columns)} cells, as many as the header"
        return PlaceProblem(number, "", rule, f"{len(cells)} cells: {', '.join(cells)}")
    return dict(zip(columns, cells, strict=True))


def places_from_rows(rows: Iterable[Mapping[str, str]]) -> PlacesRead:
    """Read places from rows of text by column, as a form or a table editor holds them; the first is row 1.

    Columns are those of `PLACE_COLUMNS`; one left out is blank. Rows with a problem are left out and named.
    """
    numbered: list[tuple[int, Mapping[str, str] | PlaceProblem]] = []
    for number, row in enumerate(rows, start=1):
        unknown = [_unknown_column(number, column) for column in row if column not in PLACE_COLUMNS]
        numbered += [(number, problem) for problem in unknown] or [(number, row)]
    return _read(numbered, [])


def _read(rows: Iterable[tuple[int, Mapping[str, str] | PlaceProblem]], found: Iterable[PlaceProblem]) -> PlacesRead:
    places: dict[str, Place] = {}
    problems = list(found)
    for number, cells in rows:
        if isinstance(cells, PlaceProblem):
            problems.append(cells)
            continue
        place, wrong = _RowReader(number, cells).place()
        problems += wrong
        if place is not None:
            problems += _add(places, number, place)
    return PlacesRead(tuple(places.values()), tuple(sorted(problems, key=lambda problem: problem.row)))


def _add(places: dict[str, Place], number: int, place: Place) -> list[PlaceProblem]:
    """Add a place, or further facts of one that is there; what contradicts the earlier row is a problem."""
    earlier = places.get(_key(place.name))
    problems = [] if earlier is None else list(_contradictions(number, earlier, place))
    if not problems:
        known = () if earlier is None else earlier.designations
        fields = {column: getattr(place, column) for column in _SITE}
        places[_key(place.name)] = Place(**fields, designations=(*known, *place.designations))
    return problems


def _contradictions(number: int, earlier: Place, place: Place) -> Iterator[PlaceProblem]:
    for column in _SITE:
        if getattr(earlier, column) != getattr(place, column):
            rule = f'must be as in the earlier row of "{earlier.name}"'
            yield PlaceProblem(number, column, rule, str(getattr(place, column)))
    for known in place.designations:
        if earlier.designation(known.fact):
            rule = f'is given in an earlier row of "{earlier.name}"; give each fact once'
            yield PlaceProblem(number, known.fact, rule, _cell(known.value))
    if not (earlier.designations and place.designations):
        yield PlaceProblem(number, "name", "is given in an earlier row; give each place another name", place.name)


class _RowReader:
    """Reads one row cell by cell and collects every problem of it."""

    def __init__(self, number: int, cells: Mapping[str, str]) -> None:
        self._number = number
        self._cells = cells
        self._problems: list[PlaceProblem] = []

    def place(self) -> tuple[Place | None, list[PlaceProblem]]:
        """Give the place, or None with the problems that prevent it."""
        name = self._required("name", checked_line)
        official = self._optional("official_name", checked_line)
        county = self._required("county", checked_county)
        latitude, longitude = self._coordinates()
        known = self._designations()
        if self._problems or name is None or county is None:
            return None, self._problems
        site = {"latitude": latitude, "longitude": longitude, "official_name": official or ""}
        return Place(name=name, county=county, designations=known, **site), []

    def _text(self, column: str) -> str:
        text = self._cells.get(column, "").strip()
        return text[1:] if _NEUTRALISED.match(text) else text

    def _problem(self, column: str, rule: str) -> None:
        self._problems.append(PlaceProblem(self._number, column, rule, self._text(column)))

    def _optional(self, column: str, check: Callable[[str], _Checked]) -> _Checked | None:
        text = self._text(column)
        try:
            return check(text) if text else None
        except ValueError as error:
            self._problem(column, str(error))
            return None

    def _required(self, column: str, check: Callable[[str], _Checked]) -> _Checked | None:
        if not self._text(column):
            self._problem(column, "must not be blank")
        return self._optional(column, check)

    def _coordinates(self) -> tuple[float | None, float | None]:
        latitude = self._optional("latitude", lambda text: checked_latitude(_number(text)))
        longitude = self._optional("longitude", lambda text: checked_longitude(_number(text)))
        for column, other in (("latitude", "longitude"), ("longitude", "latitude")):
            if self._text(other) and not self._text(column):
                self._problem(column, f"must be given where {other} is")
        return latitude, longitude

    def _designations(self) -> tuple[Designation, ...]:
        given = [fact for fact in PLACE_FACTS if self._text(fact)]
        values = {fact: self._fact(fact) for fact in given}
        if not given:
            self._expect_no_source()
            return ()
        source = self._required("source", checked_line)
        certainty = self._required("certainty", checked_certainty)
        if self._problems:
            return ()
        return tuple(
            Designation.model_validate({"fact": fact, "value": value, "source": source, "certainty": certainty})
            for fact, value in values.items()
        )

    def _expect_no_source(self) -> None:
        for column in _KNOWN:
            if self._text(column):
                self._problem(column, "must be blank in a row that gives no fact")

    def _fact(self, fact: str) -> FactValue | None:
        return self._optional(fact, lambda text: checked_value(fact, _fact_value(fact, text)))


def _number(text: str) -> Decimal:
    if not _PLAIN_NUMBER.fullmatch(text):
        raise ValueError("must be a number, written with digits and a decimal point alone")
    return Decimal(text)


def _fact_value(fact: str, text: str) -> FactValue:
    if PLACE_FACTS[fact] != "flag":
        return _number(text)
    if text.lower() not in _FLAGS:
        raise ValueError("must be true or false")
    return _FLAGS[text.lower()]
