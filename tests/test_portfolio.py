"""What many projects come to, by hand arithmetic on the statute.

A job in a growth zone earns $5,000 (b(1)(a)), and $500 more where there are 251 to 400 (c(7)); outside every area
nothing is due.
"""

from decimal import Decimal
from typing import Any

import pandas as pd
import pytest

from credit_core import Law, Scenario, evaluate_frame
from credit_core.award import BINDING_RULES
from credit_core.batch import list_problems, scenario_at
from credit_core.portfolio import AWARD_BANDS, JOB_BANDS, Group, Summary, compute, spread, summarise
from credit_core.published import published_awards

ROWS: list[dict[str, Any]] = [
    # 300 x 5,500 = 1,650,000 a year, ten years.
    {"name": "A", "new_jobs": "300", "growth_zone": "yes", "eligibility_years": "10", "county": "Camden"},
    # 100 x 5,000 = 500,000 a year, five years.
    {"name": "B", "new_jobs": "100", "growth_zone": "1", "eligibility_years": "5", "county": "Mercer"},
    {"name": "C", "new_jobs": "50", "growth_zone": "no", "eligibility_years": "10", "county": ""},
    {"name": "D", "new_jobs": "many", "growth_zone": "yes", "eligibility_years": "10", "county": "Camden"},
]


def frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(rows, index=pd.RangeIndex(2, len(rows) + 2))


def summary(rows: list[dict[str, Any]]) -> Summary:
    return summarise(compute(frame(rows)))


def filled(groups: tuple[Group, ...]) -> dict[str, tuple[float, float]]:
    return {group.name: (group.projects, float(group.annual_award)) for group in groups if group.projects}


def test_totals_leave_out_the_row_that_cannot_be_used_and_no_other() -> None:
    totals = summary(ROWS).totals
    assert (totals.rows, totals.computed, totals.refused, totals.earning) == (4, 3, 1, 2)
    assert totals.jobs == 300 + 100 + 50
    assert totals.annual_award == 1_650_000 + 500_000
    assert totals.total_award == 10 * 1_650_000 + 5 * 500_000
    assert totals.median == (1_650_000 + 500_000) // 2
    assert totals.most == 1_650_000


def test_groups_share_out_the_whole() -> None:
    found = summary(ROWS)
    # 1,650,000 of 2,150,000 is 76.74 %, 500,000 is 23.26 %.
    assert [(group.name, group.projects, float(group.annual_award), group.share) for group in found.counties] == [
        ("Camden", 1, 1_650_000, Decimal("76.7")),
        ("Mercer", 1, 500_000, Decimal("23.3")),
        ("", 1, 0, Decimal("0.0")),
    ]
    assert [group.name for group in found.rules] == list(BINDING_RULES)
    assert filled(found.rules) == {"none": (2, 2_150_000), "not_eligible": (1, 0)}


def test_bands_end_where_they_say() -> None:
    # 500,000 is the end of its band; 1,650,000 lies between 1,000,000 and 2,500,000; 0 is a band of its own.
    bands = {str(AWARD_BANDS.index(500_000)): (1, 500_000), str(AWARD_BANDS.index(2_500_000)): (1, 1_650_000)}
    assert filled(summary(ROWS).awards) == {"0": (1, 0)} | bands
    assert filled(summary(ROWS).sizes) == {
        str(JOB_BANDS.index(50)): (1, 0),
        str(JOB_BANDS.index(250)): (1, 500_000),
        str(JOB_BANDS.index(400)): (1, 1_650_000),
    }
    # 7,001 jobs at 5,000 + 1,500 (c(7), over 1,000 jobs) = 45,506,500, cut to 30,000,000 (f(1)).
    beyond = summary([{"new_jobs": 7_001, "growth_zone": True}])
    assert filled(beyond.sizes) == {str(len(JOB_BANDS)): (1, 30_000_000)}
    assert filled(beyond.rules) == {"annual_limit": (1, 30_000_000)}


def test_cents_are_added_exactly() -> None:
    # 90 % of 0.12 and of 0.23 dollars withheld, down to the cent: 0.10 and 0.20. As float64 they make more than 0.30.
    rows = [{"new_jobs": 10, "other_eligible_area": True, "annual_withholdings": paid} for paid in ("0.12", "0.23")]
    totals = summary(rows).totals
    assert 0.1 + 0.2 > 0.3
    assert totals.annual_award == Decimal("0.30")
    assert totals.median == Decimal("0.15")


def test_nothing_at_all_has_no_median_and_no_shares() -> None:
    found = summary([{"new_jobs": 300}])
    assert [found.totals.annual_award, found.totals.median, found.totals.most] == [0, None, 0]
    assert found.counties == (Group("", 1, Decimal(0), Decimal(0), None),)
    refused = summary([{"new_jobs": "x"}])
    assert [refused.totals.computed, refused.totals.most, refused.counties] == [0, None, ()]


def test_municipalities_of_one_name_are_told_apart_by_their_county() -> None:
    rows = [{"new_jobs": 1, "municipality": "Franklin", "county": county} for county in ("Somerset", "Warren", "")]
    names = {group.name for group in summary(rows).municipalities}
    assert names == {"Franklin, Somerset County", "Franklin, Warren County", "Franklin"}


@pytest.mark.parametrize("jobs", [["300", " 300 ", "300.0"], [300.0, 300.0, 300.0], [Decimal(300)] * 3, [300] * 3])
def test_jobs_count_however_they_are_written(jobs: list[Any]) -> None:
    assert summary([{"new_jobs": each, "retained_jobs": 1} for each in jobs]).totals.jobs == 903


def test_published_awards_together_are_their_sum() -> None:
    published = published_awards()
    results = compute(pd.DataFrame([dict(award.scenario) for award in published]))
    reported = sum(award.expected_annual for award in published)
    within = sum(award.tolerance for award in published)
    assert abs(summarise(results).totals.annual_award - reported) <= within


def test_parts_make_the_same_whole_and_tell_how_far_they_are() -> None:
    many = pd.DataFrame({"new_jobs": range(45_000), "growth_zone": True})
    told: list[tuple[int, int]] = []
    results = compute(many, progress=lambda done, of: told.append((done, of)))
    assert told == [(20_000, 45_000), (40_000, 45_000), (45_000, 45_000)]
    pd.testing.assert_series_equal(results["annual_award"], evaluate_frame(many)["annual_award"])


def test_a_result_carries_its_law() -> None:
    law = Law.current().amend({"base.b1a": 6_000})
    results = compute(frame(ROWS), law)
    # 300 x 6,500 + 100 x 6,000.
    assert summarise(results).totals.annual_award == 1_950_000 + 600_000
    assert set(results["law"]) == {law.label}
    assert "not current law" in law.label


def test_the_largest_come_first_and_keep_their_rows() -> None:
    top = spread(compute(frame(ROWS)), 99)
    assert top.index.tolist() == [2, 3, 4]
    assert top["name"].tolist() == ["A", "B", "C"]
    assert top["jobs"].tolist() == [300, 100, 50]


def test_of_too_many_rows_every_so_many_is_drawn_the_largest_included() -> None:
    # 5,000 a job up to 250 jobs: the more jobs, the larger the award.
    results = compute(pd.DataFrame({"new_jobs": range(10), "growth_zone": True}))
    assert spread(results, 5)["jobs"].tolist() == [9, 7, 5, 3, 1]
    assert spread(results, 1)["jobs"].tolist() == [9]
    assert spread(compute(pd.DataFrame({"new_jobs": ["x"]})), 5).empty


def test_a_row_opens_as_its_scenario_or_says_why_not() -> None:
    results = compute(frame(ROWS))
    assert scenario_at(results, 3) == Scenario(
        name="B", new_jobs=100, growth_zone=True, eligibility_years=5, county="Mercer"
    )
    problems = scenario_at(results, 5)
    assert not isinstance(problems, Scenario)
    assert [problem.field for problem in problems] == ["new_jobs"]
    with pytest.raises(KeyError):
        scenario_at(results, 99)


def test_every_problem_is_listed_with_row_and_column() -> None:
    rows = [*ROWS, {"name": "E", "new_jobs": "-1", "growth_zone": "perhaps", "eligibility_years": "10", "county": ""}]
    listed = list_problems(frame(rows), 100)
    assert listed[["row", "column", "rule"]].to_numpy().tolist() == [
        [5, "new_jobs", "not_a_number"],
        [6, "growth_zone", "true_or_false"],
        [6, "new_jobs", "not_negative"],
    ]
    assert len(list_problems(frame(rows), 2)) == 2
