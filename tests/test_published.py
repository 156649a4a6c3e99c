"""Awards that were really made, reproduced within the tolerance of their reports."""

import pandas as pd
import pytest

from credit_core.award import evaluate
from credit_core.frame import evaluate_frame
from credit_core.published import PublishedAward, published_awards
from credit_core.scenario import Scenario, fact_fields

# Name, dollars a year as published, tolerance, and the arithmetic by the words of the section.
PUBLISHED = [
    ("Accurate Box", 3_987_500, 0),  # 275 x 14,500
    ("WorkWave", 1_573_334, 0),  # 247 x 5,250 + 154 x 1,796
    ("Newell Brands", 2_700_000, 0),  # 300 x 9,000
    ("WebiMax", 603_500, 0),  # 71 x 8,500
    ("Forbes Media", 2_712_500, 2_500),  # 350 x 7,750
    ("First Data", 592_000, 500),  # 74 x 8,000
    ("DioGenix", 745_500, 500),  # 71 x 10,500
    ("Classic Cooking", 750_000, 0),  # 100 x 7,500
    ("Holtec International", 26_000_000, 0),  # 260,000,000 / 10
    ("Philadelphia 76ers", 8_200_000, 50_000),  # 82,000,000 / 10
    ("JPMorgan Chase", 18_778_100, 0),  # the amount necessary
]

# What binds each of them, by the arithmetic above.
BINDS = {
    "WorkWave": "retained_capital",
    "Holtec International": "capital_route",
    "Philadelphia 76ers": "capital_route",
    "JPMorgan Chase": "necessity",
}


def named(award: PublishedAward) -> str:
    return award.name


def test_the_package_ships_every_published_award() -> None:
    shipped = [(award.name, award.expected_annual, award.tolerance) for award in published_awards()]
    assert shipped == PUBLISHED


@pytest.mark.parametrize("published", published_awards(), ids=named)
def test_a_published_award_is_reproduced(published: PublishedAward) -> None:
    found = evaluate(Scenario(**published.facts))
    assert abs(found.annual_award - published.expected_annual) <= published.tolerance
    assert published.reproduces(found.annual_award)
    assert found.binding == BINDS.get(published.name, "none")


@pytest.mark.parametrize("published", published_awards(), ids=named)
def test_its_place_and_name_change_no_cent(published: PublishedAward) -> None:
    scenario = published.scenario
    assert scenario.name == published.name
    assert evaluate(scenario).annual_award == evaluate(Scenario(**published.facts)).annual_award
    assert f"{scenario.municipality}, {scenario.county} County" == published.place


@pytest.mark.parametrize("published", published_awards(), ids=named)
def test_its_facts_are_named_and_its_source_is_given(published: PublishedAward) -> None:
    assert set(published.facts) <= {field.name for field in fact_fields()}
    assert published.source
    assert published.approved[:4].isdigit()
    assert published.note


def test_a_figure_outside_the_tolerance_is_not_reproduced() -> None:
    workwave = published_awards()[1]
    assert not workwave.reproduces(evaluate(Scenario(**workwave.facts)).annual_award + 1)


def test_all_of_them_in_one_frame() -> None:
    frame = pd.DataFrame([dict(award.scenario) for award in published_awards()], dtype=object)
    found = evaluate_frame(frame)
    assert list(found["problems"]) == [""] * len(PUBLISHED)
    for award, annual in zip(published_awards(), found["annual_award"], strict=True):
        assert abs(annual - award.expected_annual) <= award.tolerance
