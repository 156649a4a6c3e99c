"""The facts of a project, validated: the flat names of files, links, frames and the public API.

Dollars are ``Decimal`` with at most two decimals, percentages are percent, jobs and areas whole numbers. ``None`` is
a blank: the fact is not known, which is neither zero nor false. Every field carries what a page needs to draw it.
"""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo
from pydantic_core import PydanticCustomError

from credit_core.counties import COUNTIES
from credit_core.problem import Problem, ScenarioError, given_text, nearest, with_given

__all__ = [
    "GROUPS",
    "FactField",
    "Problem",
    "Scenario",
    "ScenarioError",
    "all_jobs",
    "check",
    "fact_field",
    "fact_fields",
    "money_text",
]

Kind = Literal["whole", "money", "percent", "flag", "choice", "text"]

GROUPS: dict[str, str] = {
    "jobs": "Jobs and pay",
    "investment": "Investment",
    "business": "Business",
    "place": "Place",
    "facility": "Facility",
    "limits": "Limits",
    "label": "Label",
}

# Bounds that keep every product of the rules below 64 bits; far above any project.
_MOST_JOBS = 10_000_000
_MOST_DOLLARS = 100_000_000_000
_MOST_PER_JOB = 1_000_000
_MOST_SQFT = 100_000_000
_MOST_PERCENT = 1_000
_LONGEST_TEXT = 200


_OPTIONS: dict[str, tuple[str, ...]] = {
    "facility_use": ("other", "industrial"),
    "construction": ("new", "rehabilitation"),
    "business_type": ("other", "startup", "manufacturing"),
    "county": ("", *COUNTIES),
}
_BOUNDS: dict[str, tuple[int, int]] = {
    "jobs_new_to_municipality": (0, 2 * _MOST_JOBS),  # as many as there are new and retained jobs
    "us_highways": (0, 100),
    "state_highways": (0, 100),
    "revitalization_index_2007": (0, 10_000),
    "eligibility_years": (1, 10),
    "gross_leasable_sqft": (0, _MOST_SQFT),
    "vacant_building_sqft": (0, _MOST_SQFT),
    "net_benefit": (-_MOST_DOLLARS, _MOST_DOLLARS),
    "authority_bonus": (0, _MOST_PER_JOB),
}
_BOUNDS_BY_KIND: dict[str, tuple[int, int]] = {
    "whole": (0, _MOST_JOBS),
    "money": (0, _MOST_DOLLARS),
    "percent": (0, _MOST_PERCENT),
}


def _extra(name: str) -> dict[str, str]:
    return cast("dict[str, str]", Scenario.model_fields[name].json_schema_extra)


def _bounds(name: str) -> tuple[int, int]:
    return _BOUNDS.get(name) or _BOUNDS_BY_KIND.get(_extra(name)["kind"], (0, 0))


def _refuse(rule: str, words: str) -> PydanticCustomError:
    # The words are ours and may hold braces of user text: passed as context, never as the template.
    return PydanticCustomError(rule, "{words}", {"words": words})


def _number(value: object) -> Decimal:
    """The exact number behind an int, Decimal or float (also NumPy's); text, true and false are no numbers."""
    if value is None or _is_missing(value):
        raise _refuse("blank", "is blank; give a number, or leave the fact out")
    if isinstance(value, bool) or not isinstance(value, numbers.Real | Decimal):
        raise _refuse("not_a_number", "must be a number")
    if isinstance(value, Decimal):
        number = value
    elif isinstance(value, numbers.Integral):
        number = Decimal(_integer(value))
    elif isinstance(value, numbers.Rational):
        number = Decimal(int(value.numerator)) / Decimal(int(value.denominator))
    else:
        number = Decimal(repr(float(value)))
    if not number.is_finite():
        raise _refuse("not_a_number", "must be a finite number")
    return number


def _integer(value: numbers.Integral) -> int:
    try:
        return operator.index(value)
    except TypeError:  # NumPy counts a length of time among its integers
        raise _refuse("not_a_number", "must be a number") from None


def _is_missing(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _bounded(number: Decimal, field: str) -> Decimal:
    least, most = _bounds(field)
    if least == 0 and number < 0:
        raise _refuse("not_negative", "must not be negative")
    if number < least:
        raise _refuse("at_least", f"must be at least {least:,}")
    if number > most:
        raise _refuse("at_most", f"must be at most {most:,}")
    return number


def _whole(value: object, info: ValidationInfo) -> int:
    number = _bounded(_number(value), str(info.field_name))
    if number != number.to_integral_value():
        raise _refuse("whole_number", "must be a whole number")
    return int(number)


def _two_decimals(value: object, info: ValidationInfo) -> Decimal:
    number = _bounded(_number(value), str(info.field_name))
    cents = number * 100
    if cents != cents.to_integral_value():
        raise _refuse("two_decimals", "must have at most two decimals")
    return Decimal(int(cents)) / 100


def _whole_or_blank(value: object, info: ValidationInfo) -> int | None:
    return None if value is None or _is_missing(value) else _whole(value, info)


def _two_decimals_or_blank(value: object, info: ValidationInfo) -> Decimal | None:
    return None if value is None or _is_missing(value) else _two_decimals(value, info)


def _flag(value: object) -> bool:
    if value is None or _is_missing(value):
        raise _refuse("blank", "is blank; say true or false, or leave the fact out")
    if isinstance(value, bool) or type(value).__name__ == "bool":  # NumPy's bool is no subclass of Python's
        return bool(value)
    raise _refuse("true_or_false", "must be true or false")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _refuse("text", "must be text")
    if len(value) > _LONGEST_TEXT:
        raise _refuse("too_long", f"must be at most {_LONGEST_TEXT} characters long")
    if any(not character.isprintable() for character in value):
        raise _refuse("printable", "must be one line without control characters")
    return value


def _choice(value: object, info: ValidationInfo) -> str:
    text = _text(value)
    options = _OPTIONS[str(info.field_name)]
    if text not in options:
        near = nearest(text, options)
        hint = f'; did you mean "{near}"?' if near else ""
        raise _refuse("not_an_option", f"must be one of {', '.join(o for o in options if o)}{hint}")
    return text


Whole = Annotated[int, BeforeValidator(_whole)]
WholeOrBlank = Annotated[int | None, BeforeValidator(_whole_or_blank)]
Dollars = Annotated[Decimal, BeforeValidator(_two_decimals)]
DollarsOrBlank = Annotated[Decimal | None, BeforeValidator(_two_decimals_or_blank)]
Percent = Annotated[Decimal, BeforeValidator(_two_decimals)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Text = Annotated[str, BeforeValidator(_text)]
Choice = BeforeValidator(_choice)


def _fact(default: object, kind: Kind, group: str, title: str, help_: str, unit: str = "", citation: str = "") -> Any:
    extra: dict[str, Any] = {"kind": kind, "group": group, "unit": unit, "citation": citation}
    return Field(default=default, title=title, description=help_, json_schema_extra=extra)


def _yes(group: str, title: str, help_: str, citation: str = "") -> Any:
    return _fact(False, "flag", group, title, help_, "", citation)


S = "34:1B-246"
_NO_MONEY = Decimal(0)


class Scenario(BaseModel):
    """The facts of one project under section 5 (N.J.S.A. 34:1B-246), with the contract's flat names.

    Raises:
        ScenarioError: Some facts cannot be used; it carries every problem, each with field, rule and what was given.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False)

    new_jobs: Whole = _fact(
        0,
        "whole",
        "jobs",
        "New full-time jobs",
        "Full-time jobs that the project creates in the State.",
        "jobs",
        f"{S}(b), (e)(1)",
    )
    retained_jobs: Whole = _fact(
        0,
        "whole",
        "jobs",
        "Retained full-time jobs",
        "Full-time jobs already in the State that the project keeps.",
        "jobs",
        f"{S}(b), (e)(2)",
    )
    jobs_new_to_municipality: WholeOrBlank = _fact(
        None,
        "whole",
        "jobs",
        "Jobs new to the municipality",
        "Jobs moved in from elsewhere in the State count, jobs already in the municipality do not. Blank: all jobs, or the new ones alone when the business is already there.",
        "jobs",
        f"{S}(d)(a)-(e)",
    )
    average_salary: DollarsOrBlank = _fact(
        None,
        "money",
        "jobs",
        "Average salary at the project",
        "Average of all full-time jobs of the project, new and retained.",
        "dollars a year",
        f"{S}(c)(6)",
    )
    benchmark_salary: DollarsOrBlank = _fact(
        None,
        "money",
        "jobs",
        "Benchmark salary",
        "Average salary of the county, or of the growth zone for a project in one. It is not known here and must be looked up.",
        "dollars a year",
        f"{S}(c)(6)",
    )

    capital_investment: Dollars = _fact(
        _NO_MONEY,
        "money",
        "investment",
        "Capital investment",
        "The whole capital investment of the project.",
        "dollars",
        f"{S}(d)(a)-(e), (e)(2)",
    )
    industrial_capital_investment: Dollars = _fact(
        _NO_MONEY,
        "money",
        "investment",
        "Industrial part of the capital",
        "The part in industrial premises for industrial use by the business.",
        "dollars",
        f"{S}(c)(5), (10)",
    )
    facility_use: Annotated[Literal["other", "industrial"], Choice] = _fact(
        "other",
        "choice",
        "investment",
        "Use of the facility",
        "Industrial: at least 51 % of the area is industrial, warehousing, logistics or research and development.",
        "",
        "34:1B-244(b)",
    )
    construction: Annotated[Literal["new", "rehabilitation"], Choice] = _fact(
        "new",
        "choice",
        "investment",
        "Kind of work",
        "New construction, or rehabilitation and fit-out of existing premises.",
        "",
        "34:1B-244(b)",
    )
    gross_leasable_sqft: Whole = _fact(
        0,
        "whole",
        "investment",
        "Gross leasable area",
        "Floor area of the facility, from which the minimum capital investment is computed.",
        "square feet",
        "34:1B-244(b)",
    )
    minimum_capital_investment: DollarsOrBlank = _fact(
        None,
        "money",
        "investment",
        "Minimum capital investment",
        "What the project must invest at least. Blank: computed from use, kind of work, floor area, growth zone and county.",
        "dollars",
        "34:1B-244(b)",
    )

    business_type: Annotated[Literal["other", "startup", "manufacturing"], Choice] = _fact(
        "other",
        "choice",
        "business",
        "Type of business",
        "A technology start-up or a manufacturer needs fewer jobs to be eligible.",
        "",
        "34:1B-244(c)",
    )
    targeted_industry: Flag = _yes(
        "business",
        "Targeted industry",
        "The business is in an industry that the Authority targets.",
        f"{S}(c)(8), (18), (b)(1)(b)",
    )
    automobile_headquarters: Flag = _yes(
        "business",
        "US headquarters of an automobile manufacturer",
        "The project is the United States headquarters of an automobile manufacturer.",
        f"{S}(c)(11), (e)(2)",
    )
    already_in_municipality: Flag = _yes(
        "business",
        "Already in this municipality",
        "The business was in this municipality immediately before it applied.",
        f"{S}(c)(11), (d)(a)-(e)",
    )
    mega_project: Flag = _yes(
        "business",
        "Mega project",
        "Large projects of the kinds that section 2 lists, by capital in excess of a minimum and more than 250 jobs, or by more than 1,000 jobs.",
        f"{S}(b)(1)(a), (d)(1), (f)(2)",
    )
    disaster_recovery_project: Flag = _yes(
        "business",
        "Disaster recovery project",
        "A project approved as recovery from a disaster; its limit for each job is its own.",
        f"{S}(d)(6)",
    )
    replaces_disaster_damaged_facility: Flag = _yes(
        "business",
        "Replaces a disaster-damaged facility",
        "The facility replaces one that a federally declared disaster damaged wholly or substantially.",
        f"{S}(e)(2)",
    )
    doctoral_research: Flag = _yes(
        "business",
        "Research with the zone's doctoral university",
        "The business uses the facility for collaborative research with a doctoral university in the Create Zone.",
        f"{S}(b)(1)(b)",
    )
    college_research: Flag = _yes(
        "business",
        "Research with a college nearby",
        "On or within three miles of the campus of a college that is no doctoral university, and used for research with it.",
        f"{S}(c)(18)",
    )
    marine_terminal: Flag = _yes(
        "business", "Marine terminal project", "The project is a marine terminal.", f"{S}(c)(14)"
    )

    municipality: Text = _fact(
        "", "text", "place", "Municipality", "Where the project lies. The name alone changes no amount."
    )
    county: Annotated[str, Choice] = _fact(
        "",
        "choice",
        "place",
        "County",
        "One of the 21 counties. Eight southern ones matter to a bonus and to the minimums.",
        "",
        f"{S}(c)(12); 34:1B-244",
    )
    urban_transit_hub_municipality: Flag = _yes(
        "place",
        "Urban transit hub municipality",
        "The facility lies in an urban transit hub municipality.",
        f"{S}(b)(1)(a), (d)(2), (f)(3)",
    )
    growth_zone: Flag = _yes(
        "place",
        "Garden State Growth Zone",
        "The facility lies in a Garden State Growth Zone.",
        f"{S}(b)(1)(a), (d)(1), (f)(2)",
    )
    municipal_rehabilitation: Flag = _yes(
        "place",
        "Growth zone under the 2002 Act",
        "The growth zone qualifies under the Municipal Rehabilitation and Economic Recovery Act (Camden). No effect outside a growth zone.",
        f"{S}(d)(a)-(e), (f)(1)",
    )
    tourism_district: Flag = _yes(
        "place",
        "Growth zone with a Tourism District",
        "The growth zone contains a Tourism District (Atlantic City). No effect outside a growth zone.",
        f"{S}(f)(1)",
    )
    create_zone: Flag = _yes(
        "place",
        "Garden State Create Zone",
        "The facility lies in a Create Zone around a doctoral university.",
        f"{S}(b)(1)(b), (d)(2), (f)(3)",
    )
    distressed_municipality: Flag = _yes(
        "place",
        "Distressed municipality",
        "The facility lies in a distressed municipality.",
        f"{S}(b)(2), (d)(3), (f)(4)",
    )
    priority_area: Flag = _yes(
        "place", "Priority area", "The facility lies in a priority area.", f"{S}(b)(3), (d)(4), (f)(5)"
    )
    other_eligible_area: Flag = _yes(
        "place",
        "Other eligible area",
        "The facility lies in another area that the program covers.",
        f"{S}(b)(4), (d)(5), (f)(6)",
    )
    south_jersey_port_district: Flag = _yes(
        "place",
        "South Jersey Port District",
        "The municipality lies within the South Jersey Port District.",
        f"{S}(c)(14)",
    )
    deep_poverty_pocket: Flag = _yes(
        "place", "Deep poverty pocket", "The facility lies in a deep poverty pocket.", f"{S}(c)(1)"
    )
    choice_neighborhood: Flag = _yes(
        "place",
        "Choice Neighborhoods plan area",
        "The area has a federally funded Choice Neighborhoods Transformation Plan.",
        f"{S}(c)(1)",
    )
    revitalization_index_2007: WholeOrBlank = _fact(
        None,
        "whole",
        "place",
        "2007 Municipality Revitalization Index",
        "The index of 2007, never of a later year. Blank: not known.",
        "index points",
        f"{S}(c)(12)",
    )
    redevelopment_area: Flag = _yes(
        "place",
        "Area in need of redevelopment",
        "The project lies in an area determined to be in need of redevelopment.",
        f"{S}(c)(15)",
    )
    us_highways: Whole = _fact(
        0,
        "whole",
        "place",
        "US highways within a quarter mile",
        "Number of United States highways within a quarter mile.",
        "highways",
        f"{S}(c)(15)",
    )
    state_highways: Whole = _fact(
        0,
        "whole",
        "place",
        "State highways within a quarter mile",
        "Number of New Jersey State highways within a quarter mile.",
        "highways",
        f"{S}(c)(15)",
    )
    light_rail: Flag = _yes(
        "place",
        "New light rail station within half a mile",
        "The station was built after the 2013 act took effect.",
        f"{S}(c)(13)",
    )

    incubator_facility: Flag = _yes(
        "facility",
        "Qualified incubator facility",
        "The facility lies in a qualified incubator facility.",
        f"{S}(c)(2)",
    )
    moderate_income_housing_percent: Percent = _fact(
        _NO_MONEY,
        "percent",
        "facility",
        "Moderate income housing on site",
        "Share of the full-time employees for whom a mixed-use development has moderate income homes on site.",
        "percent of full-time employees",
        f"{S}(c)(3)",
    )
    transit_oriented_development: Flag = _yes(
        "facility",
        "Transit oriented development",
        "The facility lies within a transit oriented development.",
        f"{S}(c)(4)",
    )
    exceeds_leed_silver: Flag = _yes(
        "facility",
        "Better than LEED Silver",
        "The facility exceeds the LEED Silver rating standards.",
        f"{S}(c)(9)",
    )
    substantial_remediation: Flag = _yes(
        "facility",
        "Substantial environmental remediation",
        "The project completes substantial environmental remediation.",
        f"{S}(c)(9)",
    )
    solar_percent: Percent = _fact(
        _NO_MONEY,
        "percent",
        "facility",
        "Solar energy made and used on site",
        "Share of the project's electric supply needs that it makes on site from the sun.",
        "percent of electric needs",
        f"{S}(c)(16)",
    )
    vacant_building_sqft: Whole = _fact(
        0,
        "whole",
        "facility",
        "Vacant office or laboratory space",
        "Vacant space of a commercial building that the facility includes.",
        "square feet",
        f"{S}(c)(17)",
    )
    vacant_over_one_year: Flag = _yes(
        "facility",
        "Vacant for over one year",
        "That space was available for occupancy for over one year.",
        f"{S}(c)(17)",
    )

    annual_withholdings: DollarsOrBlank = _fact(
        None,
        "money",
        "limits",
        "Annual withholdings",
        "Income tax withheld from the employees of the facility. Blank: not known, and the limit is not tested.",
        "dollars a year",
        f"{S}(f)(5), (6)",
    )
    amount_necessary: DollarsOrBlank = _fact(
        None,
        "money",
        "limits",
        "Amount necessary to complete the project",
        "What the Authority determines for an award in excess of $4,000,000 a year. Blank: not known, and the limit is not tested.",
        "dollars a year",
        f"{S}(f), last paragraph",
    )
    net_benefit: DollarsOrBlank = _fact(
        None,
        "money",
        "limits",
        "Net benefit left to the State",
        "Dollars left to the State after the award; may be negative. Advice only: it changes no amount.",
        "dollars",
        f"{S}(f)",
    )
    eligibility_years: Whole = _fact(
        10,
        "whole",
        "limits",
        "Eligibility period",
        "Years for which the credit is allowed, at most ten.",
        "years",
        f"{S}(a)",
    )
    authority_bonus: Dollars = _fact(
        _NO_MONEY,
        "money",
        "limits",
        "Bonus under a criterion added by the Authority",
        "An increase for each job under a criterion that the Authority determined.",
        "dollars per job a year",
        f"{S}(c), opening words",
    )

    name: Text = _fact("", "text", "label", "Name", "What this scenario is called.")

    def __init__(self, **facts: Any) -> None:
        """Validate the facts by field, then together; every problem is reported at once."""
        try:
            super().__init__(**facts)
        except ValidationError as error:
            details = error.errors(include_url=False)
            problems = [_problem(detail) for detail in details]
            wrong = {_field(detail) for detail in details}
            rest = {name: value for name, value in facts.items() if name not in wrong}
            misfits = [p for p in check(rest) if not wrong & _MEASURED_BY.get(p.field, frozenset())]
            raise ScenarioError((*problems, *misfits)) from None
        problems = _misfits(self)
        if problems:
            raise ScenarioError(problems)

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """As the constructor: a mapping of facts, or ``ScenarioError`` with every problem."""
        return obj if isinstance(obj, cls) else cls(**obj, **options)

    def changed(self, **facts: Any) -> Self:
        """The same scenario with some facts given anew, validated as a whole. Raises ``ScenarioError``."""
        return type(self)(**(dict(self) | facts))


def check(facts: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Every problem of a set of facts, without raising; an empty tuple if they make a scenario."""
    try:
        Scenario(**facts)
    except ScenarioError as error:
        return error.problems
    return ()


def _field(detail: Any) -> str:
    """The fact that is concerned; a name that is no text, being half a character, has no place of its own."""
    return str(detail["loc"][0] if detail["loc"] else detail["input"])


def _problem(detail: Any) -> Problem:
    field = _field(detail)
    given = given_text(detail["input"])
    if field not in Scenario.model_fields:
        near = nearest(field, Scenario.model_fields)
        hint = f'; did you mean "{near}"?' if near else ""
        return Problem(field, "unknown_field", given, f'"{field}" is no fact of a scenario{hint}')
    title = Scenario.model_fields[field].title
    is_number_as_text = detail["type"] == "not_a_number" and isinstance(detail["input"], str)
    shown = f'"{given}", which is text' if is_number_as_text else given
    return Problem(field, detail["type"], given, with_given(f"{field} ({title}) {detail['msg']}", shown))


def all_jobs(scenario: Scenario) -> int:
    """New and retained full-time jobs together (34:1B-246(c)(7))."""
    return scenario.new_jobs + scenario.retained_jobs


# What a fact is held against; where that is itself wrong, nothing is said of the fact.
_MEASURED_BY: dict[str, frozenset[str]] = {
    "industrial_capital_investment": frozenset({"capital_investment"}),
    "jobs_new_to_municipality": frozenset({"new_jobs", "retained_jobs"}),
}


def _misfits(scenario: Scenario) -> list[Problem]:
    problems = []
    industrial, capital = scenario.industrial_capital_investment, scenario.capital_investment
    if industrial > capital:
        problems.append(
            Problem(
                "industrial_capital_investment",
                "at_most_total",
                str(industrial),
                "industrial_capital_investment (Industrial part of the capital) must not exceed "
                f"capital_investment (Capital investment), {money_text(capital)}; given: {money_text(industrial)}",
            )
        )
    moved, jobs = scenario.jobs_new_to_municipality, all_jobs(scenario)
    if moved is not None and moved > jobs:
        problems.append(
            Problem(
                "jobs_new_to_municipality",
                "at_most_total",
                str(moved),
                "jobs_new_to_municipality (Jobs new to the municipality) must not exceed all jobs, new and retained, "
                f"{jobs:,}; given: {moved:,}",
            )
        )
    return problems


def money_text(amount: Decimal) -> str:
    """Dollars as people write them: no cents when there are none, all cents otherwise ("$1,250.50", "-$3")."""
    sign = "-" if amount < 0 else ""
    digits = f"{abs(amount):,.0f}" if amount == amount.to_integral_value() else f"{abs(amount):,.2f}"
    return f"{sign}${digits}"


@dataclass(frozen=True, slots=True)
class FactField:
    """What a page, a file or a message needs to know of one fact.

    ``least`` and ``most`` are the bounds of a number in its unit; ``options`` the values of a choice, "" for blank.
    """

    name: str
    kind: Kind
    group: str
    title: str
    help: str
    unit: str
    citation: str
    default: Any
    may_be_blank: bool
    options: tuple[str, ...]
    least: int
    most: int


@cache
def fact_fields() -> tuple[FactField, ...]:
    """Every fact in the order of the contract, with its title, help, unit, group and citation."""
    return tuple(_fact_field(name) for name in Scenario.model_fields)


def fact_field(name: str) -> FactField:
    """One fact by its flat name; raises ``KeyError`` naming the nearest valid name."""
    if name not in Scenario.model_fields:
        near = nearest(name, Scenario.model_fields)
        raise KeyError(f'"{name}" is no fact of a scenario' + (f'; did you mean "{near}"?' if near else ""))
    return _fact_field(name)


@cache
def _fact_field(name: str) -> FactField:
    info = Scenario.model_fields[name]
    extra = _extra(name)
    least, most = _bounds(name)
    return FactField(
        name=name,
        kind=cast("Kind", extra["kind"]),
        group=extra["group"],
        title=info.title or name,
        help=info.description or "",
        unit=extra["unit"],
        citation=extra["citation"],
        default=info.default,
        may_be_blank=info.default is None,
        options=_OPTIONS.get(name, ()),
        least=least,
        most=most,
    )
