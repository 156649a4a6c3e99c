"""What stands beside an award: minimum jobs, minimum capital, net benefit, and facts that do not fit together."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from credit_core.advice import Advice, advise
from credit_core.award import evaluate
from credit_core.law import Law
from credit_core.scenario import Scenario
from tests.strategies import WIDE, laws, scenarios

M = 1_000_000
HUB = {"urban_transit_hub_municipality": True}
ALWAYS = ["minimum_jobs", "minimum_capital", "net_benefit"]


def about(name: str, law: Law | None = None, /, **facts: Any) -> Advice:
    (found,) = (advice for advice in advise(Scenario(**facts), law) if advice.name == name)
    return found


def misfits(**facts: Any) -> list[str]:
    return [advice.name for advice in advise(Scenario(**facts)) if advice.name not in ALWAYS]


@WIDE
@given(scenarios(), laws())
def test_advice_is_always_given_cited_and_never_changes_the_award(scenario: Scenario, law: Law) -> None:
    before = evaluate(scenario, law)
    found = advise(scenario, law)
    assert evaluate(scenario, law) == before
    assert [advice.name for advice in found[:3]] == ALWAYS
    for advice in found:
        assert advice.citation.startswith("34:1B-24")
        assert advice.certainty in ("read", "derived", "recalled")
        assert advice.sentence.endswith(".")
        assert "None" not in advice.sentence


# Kind of business: least new jobs, least retained jobs; recalled, so advice only.
START_UP = {"business_type": "startup"}
MANUFACTURER = {"business_type": "manufacturing"}
TARGETED = {"targeted_industry": True}
JOBS: list[tuple[dict[str, Any], int, int]] = [
    ({}, 35, 50),
    (TARGETED, 25, 35),
    (START_UP, 10, 25),
    (MANUFACTURER, 10, 25),
    ({**START_UP, **TARGETED}, 10, 25),
]


@pytest.mark.parametrize(("business", "new", "retained"), JOBS)
def test_minimum_jobs_just_below_and_at(business: dict[str, Any], new: int, retained: int) -> None:
    assert about("minimum_jobs", new_jobs=new - 1, retained_jobs=retained - 1, **business).fails is True
    assert about("minimum_jobs", new_jobs=new, **business).fails is False
    assert about("minimum_jobs", retained_jobs=retained, **business).fails is False
    sentence = about("minimum_jobs", new_jobs=3, **business).sentence
    assert f"{new} new or {retained} retained" in sentence
    assert "3 new" in sentence


# One quarter less in a growth zone and in the eight counties: 26.25 / 37.5, 18.75 / 26.25, 7.5 / 18.75.
REDUCED: list[tuple[dict[str, Any], int, int]] = [({}, 27, 38), (TARGETED, 19, 27), (START_UP, 8, 19)]


@pytest.mark.parametrize("place", [{"growth_zone": True}, {"county": "Ocean"}])
@pytest.mark.parametrize(("business", "new", "retained"), REDUCED)
def test_minimum_jobs_are_a_quarter_less(
    place: dict[str, Any], business: dict[str, Any], new: int, retained: int
) -> None:
    facts = {**place, **business}
    assert about("minimum_jobs", new_jobs=new - 1, retained_jobs=retained - 1, **facts).fails is True
    assert about("minimum_jobs", new_jobs=new, **facts).fails is False
    assert about("minimum_jobs", retained_jobs=retained, **facts).fails is False


def test_minimum_jobs_say_that_they_are_recalled() -> None:
    found = about("minimum_jobs", new_jobs=5)
    assert found.certainty == "recalled"
    assert found.citation.startswith("34:1B-244")


def test_minimum_jobs_can_be_amended() -> None:
    law = Law.current().amend({"minimum_new_jobs.other": 5})
    assert about("minimum_jobs", law, new_jobs=5).fails is False
    assert about("minimum_jobs", law, new_jobs=4).fails is True


def test_minimum_capital_just_below_and_at() -> None:
    # Other premises, new construction: 10,000 x 120 = 1,200,000.
    facts = {"gross_leasable_sqft": 10_000}
    assert about("minimum_capital", capital_investment=Decimal("1199999.99"), **facts).fails is True
    found = about("minimum_capital", capital_investment=1_200_000, **facts)
    assert found.fails is False
    assert "$1,200,000" in found.sentence
    assert found.certainty == "read"


def test_minimum_capital_read_exactly_is_compared_as_a_fraction() -> None:
    # 1 square foot at 40 / 3 = 13.333...: 13.34 reaches it, 13.33 does not.
    law = Law.current().read(reduced_minimum="exact")
    facts = {"facility_use": "industrial", "construction": "rehabilitation", "growth_zone": True}
    for capital, fails in (("13.34", False), ("13.33", True)):
        found = about("minimum_capital", law, capital_investment=Decimal(capital), gross_leasable_sqft=1, **facts)
        assert found.fails is fails


def test_minimum_capital_is_unknown_without_a_floor_area_and_never_met_in_silence() -> None:
    found = about("minimum_capital", capital_investment=5)
    assert found.fails is None
    assert "floor area" in found.sentence
    assert about("minimum_capital", capital_investment=5, minimum_capital_investment=6).fails is True
    assert about("minimum_capital", minimum_capital_investment=0).fails is False


# 100 new jobs in a hub: 500,000 a year, 5,000,000 over ten years; a tenth of it is 500,000.
@pytest.mark.parametrize(
    ("benefit", "fails"),
    [(None, None), ("499999.99", True), ("500000", False), ("-1", True), ("0", True), ("9000000", False)],
)
def test_net_benefit_of_at_least_110_percent(benefit: str | None, fails: bool | None) -> None:
    given_benefit = None if benefit is None else Decimal(benefit)
    found = about("net_benefit", new_jobs=100, net_benefit=given_benefit, **HUB)
    assert found.fails is fails
    assert found.certainty == "recalled"
    assert "$500,000" in found.sentence
    assert "110 %" in found.sentence


@pytest.mark.parametrize(("benefit", "fails"), [(0, False), (Decimal("-0.01"), True)])
def test_net_benefit_in_camden_of_at_least_the_award(benefit: Any, fails: bool) -> None:
    camden = {"growth_zone": True, "municipal_rehabilitation": True}
    found = about("net_benefit", new_jobs=100, net_benefit=benefit, **camden)
    assert found.fails is fails
    assert found.certainty == "derived"


def test_net_benefit_never_changes_an_amount() -> None:
    for benefit in (None, -9 * M, 0, 9 * M):
        assert evaluate(Scenario(new_jobs=100, net_benefit=benefit, **HUB)).annual_award == 500_000


# Facts that do not fit together, and what makes them fit.
MISFITS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("municipal_rehabilitation", {"municipal_rehabilitation": True}, {"growth_zone": True}),
    ("tourism_district", {"tourism_district": True}, {"growth_zone": True}),
    ("doctoral_research", {"doctoral_research": True, "create_zone": True}, TARGETED),
    ("doctoral_research", {"doctoral_research": True, **TARGETED}, {"create_zone": True}),
    ("college_research", {"college_research": True}, TARGETED),
    ("marine_terminal", {"marine_terminal": True}, {"south_jersey_port_district": True}),
    (
        "jobs_new_to_municipality",
        {
            "growth_zone": True,
            "municipal_rehabilitation": True,
            "already_in_municipality": True,
            "new_jobs": 10,
            "retained_jobs": 5,
            "jobs_new_to_municipality": 11,
        },
        {"jobs_new_to_municipality": 10},
    ),
    ("revitalization_index_2007", {"revitalization_index_2007": 466, "county": "Essex"}, {"county": "Ocean"}),
    # More than 250 jobs and in excess of $20,000,000, or more than 1,000 jobs.
    ("mega_project", {"mega_project": True, "new_jobs": 250, "capital_investment": 21 * M}, {"new_jobs": 251}),
    (
        "mega_project",
        {"mega_project": True, "new_jobs": 251, "capital_investment": 20 * M},
        {"capital_investment": Decimal("20000000.01")},
    ),
    ("mega_project", {"mega_project": True, "new_jobs": 1_000}, {"new_jobs": 1_001}),
    # More than 150 in a redevelopment area of the eight counties.
    (
        "mega_project",
        {
            "mega_project": True,
            "new_jobs": 150,
            "capital_investment": 21 * M,
            "redevelopment_area": True,
            "county": "Salem",
        },
        {"new_jobs": 151},
    ),
]


@pytest.mark.parametrize(("name", "facts", "mended"), MISFITS)
def test_facts_that_do_not_fit_together_are_said_and_not_refused(
    name: str, facts: dict[str, Any], mended: dict[str, Any]
) -> None:
    assert misfits(**facts) == [name]
    assert about(name, **facts).fails is True
    assert misfits(**{**facts, **mended}) == []


def test_a_plain_project_has_no_misfit() -> None:
    assert misfits(new_jobs=100, **HUB) == []
