"""The curves of one fact against the award sheet itself, and the cliffs that the statute gives by hand."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from credit_core.award import BONUS_NAMES, dollars, evaluate, facts_of
from credit_core.law import Law
from credit_core.problem import ScenarioError
from credit_core.scenario import Scenario, fact_field
from credit_core.section5.facts import Facts
from credit_core.section5.sheet import fill
from credit_core.whatif import NUMERIC_FACTS, Cliff, Curve, Number, sweep
from tests.whatif_cases import direct, random_law, random_range, random_scenario

CURVES = 2_000
POINTS = 50
BATCHES = 4
MEASURES = ("annual_award", "annual_award", "total_award", "gross_amount", "retained_job_amount")
# The facts whose curves are hard are drawn more often.
FACTS = (*NUMERIC_FACTS, *("new_jobs", "retained_jobs", "capital_investment") * 3)


def random_curve(rng: random.Random) -> Curve:
    scenario, fact = random_scenario(rng), rng.choice(FACTS)
    whole_dollars, move_partner = rng.random() < 0.3, rng.random() < 0.5
    low, high = random_range(rng, scenario, fact, whole_dollars=whole_dollars, move_partner=move_partner)
    return sweep(
        scenario,
        fact,
        low,
        high,
        measure=rng.choice(MEASURES),
        law=random_law(rng),
        whole_dollars=whole_dollars,
        move_partner=move_partner,
    )


def sampled(rng: random.Random, curve: Curve) -> list[int]:
    """Positions at random, and those at and beside the curve's points, where a mistake would hide."""
    first, last = curve.domain.first, curve.domain.last
    places = [rng.randint(first, last) for _ in range(POINTS // 2)]
    near = [curve.domain.position(point.x) for point in rng.choices(curve.points, k=POINTS - len(places))]
    return places + [min(max(place + rng.choice((-1, 0, 1)), first), last) for place in near]


def expected_at(curve: Curve, position: int) -> Decimal:
    """The award sheet of the scenario's facts with those that move set by hand, dollars."""
    units = {
        name: int(value * (1 if fact_field(name).kind == "whole" else 100))
        for name, value in curve.domain.moved(position).items()
        if name in Facts._fields
    }
    facts = Facts(**(facts_of(curve.scenario)._asdict() | units))
    return dollars(getattr(fill(facts, curve.law.compiled), curve.measure))


def check(curve: Curve, position: int) -> None:
    value, expected = curve.domain.value(position), expected_at(curve, position)
    assert curve.at(value) == expected, (curve.fact, value, curve.scenario, curve.law)
    tolerance = curve.segment_at(value).tolerance
    assert abs(curve.line_at(value) - expected) <= tolerance, (curve.fact, value, curve.scenario, curve.law)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_curve_is_the_award_sheet_at_every_value_and_its_lines_are_as_near_as_they_say(batch: int) -> None:
    rng = random.Random(f"curves {batch}")
    for _ in range(CURVES // BATCHES):
        curve = random_curve(rng)
        positions = sampled(rng, curve)
        whole = curve.scenario_at(curve.domain.value(positions[0]))
        assert direct(whole, curve.law, curve.measure) == expected_at(curve, positions[0])
        for position in positions:
            check(curve, position)


def test_no_whole_number_of_jobs_is_left_out() -> None:
    rng = random.Random("all jobs")
    for _ in range(15):
        scenario, law = random_scenario(rng), random_law(rng)
        fact = rng.choice(("new_jobs", "retained_jobs"))
        curve = sweep(scenario, fact, 0, 700, law=law, move_partner=True)
        assert {segment.tolerance for segment in curve.segments} == {0}
        for jobs in range(701):
            assert curve.at(jobs) == direct(curve.scenario_at(jobs), law, "annual_award")


def test_every_fall_beyond_rounding_is_a_cliff_and_every_cliff_names_what_changes() -> None:
    rng = random.Random("cliffs")
    for _ in range(20):
        scenario, law, fact = random_scenario(rng), random_law(rng), rng.choice(("new_jobs", "retained_jobs"))
        curve = sweep(scenario, fact, 0, 400, law=law, move_partner=True)
        facts = [facts_of(curve.scenario_at(jobs)) for jobs in range(401)]
        sheets = [fill(each, law.compiled) for each in facts]
        jumps = {cliff.after: cliff for cliff in curve.cliffs if cliff.kind == "jump"}
        declines = [(cliff.before, cliff.after) for cliff in curve.cliffs if cliff.kind == "decline"]
        for jobs in range(1, 401):
            before, after = sheets[jobs - 1], sheets[jobs]
            retained = facts[jobs].retained_jobs
            fall = before.annual_award - after.annual_award
            # A dollar's rounding of each retained job, at both ends.
            if fall > 100 * (2 * retained + 1):
                assert jobs in jumps or any(low < jobs <= high for low, high in declines), (jobs, scenario, law)
            if jobs in jumps:
                cliff = jumps[jobs]
                assert cliff.change == dollars(-fall)
                bonuses = [name for name, a, b in zip(BONUS_NAMES, before.bonus, after.bonus, strict=True) if a != b]
                named_bonuses = [known.name for known in cliff.provisions if known.name.startswith("bonus_")]
                assert named_bonuses == bonuses


# The textbook cliffs, by hand.


def line(curve: Curve) -> list[tuple[Number, Number]]:
    return [(point.x, point.y) for point in curve.points]


def both(cliff: Cliff) -> tuple[Number, Number]:
    return cliff.from_amount, cliff.to_amount


def changes(cliff: Cliff) -> tuple[Number, Number, Number]:
    return cliff.before, cliff.after, cliff.change


def test_the_251st_job_brings_the_size_bonus_of_c7a_for_all_jobs() -> None:
    # Hub: $5,000 a job. 250 x 5,000 = 1,250,000; 251 x (5,000 + 500) = 1,380,500, of which 251 x 500 = 125,500 by c(7).
    curve = sweep(Scenario(urban_transit_hub_municipality=True), "new_jobs", 0, 400)
    (cliff,) = curve.cliffs
    assert (cliff.before, cliff.after) == (250, 251)
    assert both(cliff) == (1_250_000, 1_380_500)
    assert cliff.change == 130_500
    assert cliff.step == 125_500
    assert cliff.provision.citation == "34:1B-246(c)(7)"
    assert line(curve) == [
        (0, 0),
        (250, 1_250_000),
        (251, 1_380_500),
        (400, 2_200_000),  # 400 x 5,500
    ]
    assert curve.at(100) == 500_000


def test_the_250th_job_new_to_camden_lifts_the_route_from_5_to_8_million_a_year() -> None:
    # Tier (d) pays a tenth of $80,000,000 up to $5,000,000; tier (e), from 250 jobs, the whole tenth.
    # By jobs: 250 x 5,000 = 1,250,000 at most, so the route decides.
    camden = Scenario(
        new_jobs=250,
        growth_zone=True,
        municipal_rehabilitation=True,
        capital_investment=80_000_000,
        jobs_new_to_municipality=249,
    )
    curve = sweep(camden, "jobs_new_to_municipality", 240, 250)
    (cliff,) = curve.cliffs
    assert (cliff.before, cliff.after) == (249, 250)
    assert both(cliff) == (5_000_000, 8_000_000)
    assert cliff.provision.citation == "34:1B-246(d)(a)-(e)"


def test_one_more_retained_job_where_the_capital_limb_binds_is_rounding_and_no_cliff() -> None:
    # Priority area: 3,000 a job, half of it 1,500. $1,000,000 of capital: a tenth, 100,000, over all jobs.
    # 100 jobs: 1,000 each = 100,000. 101: 990.099 -> 990 x 101 = 99,990. 102: 980.39 -> 980 x 102 = 99,960.
    # 103: 970.87 -> 971 x 103 = 100,013. The exact amount stays at 100,000: the steps are rounding alone.
    curve = sweep(Scenario(priority_area=True, capital_investment=1_000_000), "retained_jobs", 100, 103)
    assert line(curve) == [
        (100, 100_000),
        (101, 99_990),
        (102, 99_960),
        (103, 100_013),
    ]
    assert curve.cliffs == ()
    assert {point.mark for point in curve.points} == {"end", "rounding"}


def test_the_capital_limb_begins_to_bind_where_a_tenth_of_the_capital_falls_below_half_of_the_gross() -> None:
    # $99,000 a year over all jobs against $1,500: equal at 66 jobs; at 67 jobs 1,477.61 -> 1,478 x 67 = 99,026.
    curve = sweep(Scenario(priority_area=True, capital_investment=990_000), "retained_jobs", 0, 67)
    assert line(curve) == [(0, 0), (66, 99_000), (67, 99_026)]
    assert curve.points[2].because == ("retained_job_amount",)
    assert curve.cliffs == ()


def test_a_new_job_never_lowers_the_award_by_dividing_the_capital_under_current_law() -> None:
    # 100,000 over 100, 101 and 102 jobs: 1,000, 990 and 980 for each of 100 retained jobs; a new one earns 3,000.
    # To 150 new jobs there are no more than 250 in all, so no c(7).
    curve = sweep(Scenario(priority_area=True, capital_investment=1_000_000, retained_jobs=100), "new_jobs", 0, 150)
    assert curve.at(0) == 100 * 1_000
    assert curve.at(1) == 100 * 990 + 3_000
    assert curve.at(2) == 100 * 980 + 6_000
    assert curve.cliffs == ()


def test_a_decline_is_listed_where_the_divisor_lowers_the_amount_of_a_retained_job() -> None:
    # From $1,000 at 100 jobs to $500 at 200: 100,000 / 100 and 100,000 / 200.
    curve = sweep(
        Scenario(priority_area=True, capital_investment=1_000_000),
        "retained_jobs",
        100,
        200,
        measure="retained_job_amount",
    )
    (cliff,) = curve.cliffs
    assert (cliff.kind, cliff.before, cliff.after) == ("decline", 100, 200)
    assert both(cliff) == (1_000, 500)
    assert cliff.provision.citation == "34:1B-246(e)(2)"


def test_a_20_percent_step_of_c5_comes_at_the_dollar_that_completes_it() -> None:
    # Minimum $1,000,000: the first step is complete at $1,200,000.00, not a cent below. 10 jobs x 1,000 = 10,000.
    plant = Scenario(
        new_jobs=10,
        distressed_municipality=True,
        capital_investment=10_000_000,
        minimum_capital_investment=1_000_000,
    )
    curve = sweep(plant, "industrial_capital_investment", 1_000_000, 2_000_000, whole_dollars=True)
    assert [changes(cliff) for cliff in curve.cliffs] == [
        (1_199_999, 1_200_000, 10_000),
        (1_399_999, 1_400_000, 10_000),
        (1_599_999, 1_600_000, 10_000),  # c(5) is at its most, 3,000: no step at 1,800,000
    ]
    assert curve.at(1_199_999) == 40_000
    assert curve.at(1_200_000) == 50_000
    cents = sweep(plant, "industrial_capital_investment", 1_000_000, 1_300_000)
    assert cents.cliffs[0].before == Decimal("1199999.99")


def test_salary_steps_of_35_percent_come_at_exact_multiples_of_the_benchmark() -> None:
    # 1.35, 1.70, 2.05, 2.40, 2.75 and 3.10 times $30,000.
    curve = sweep(
        Scenario(new_jobs=10, distressed_municipality=True, benchmark_salary=30_000), "average_salary", 0, 120_000
    )
    steps = [cliff.after for cliff in curve.cliffs]
    assert steps == [40_500, 51_000, 61_500, 72_000, 82_500, 93_000]
    assert {cliff.change for cliff in curve.cliffs} == {2_500}


def test_a_bonus_that_crosses_the_limit_of_d_makes_a_kink_there() -> None:
    # Distressed: 4,000 and an added criterion, at most 11,000: flat from $7,000 on. 10 jobs.
    curve = sweep(Scenario(new_jobs=10, distressed_municipality=True), "authority_bonus", 0, 10_000)
    assert line(curve) == [
        (0, 40_000),
        (7_000, 110_000),
        (Decimal("7000.01"), 110_000),
        (10_000, 110_000),
    ]
    assert curve.points[2].because == ("gross_limit",)
    assert curve.cliffs == ()


def test_a_size_bonus_that_the_limit_swallows_is_no_cliff() -> None:
    # 4,000 + 7,000 is the limit of 11,000 already; c(7) adds nothing at 251 jobs.
    curve = sweep(Scenario(distressed_municipality=True, authority_bonus=7_000), "new_jobs", 200, 300)
    assert curve.cliffs == ()
    assert line(curve) == [(200, 2_200_000), (300, 3_300_000)]


def test_the_annual_limit_makes_a_kink_between_two_jobs() -> None:
    # Other eligible areas: 500 a job; with the criterion 6,000 in all: 416 x 6,000 = 2,496,000, and 417 jobs
    # exceed 2,500,000. c(7) adds nothing: the gross is at its limit.
    curve = sweep(Scenario(other_eligible_area=True, authority_bonus=5_500), "new_jobs", 0, 500)
    assert line(curve) == [
        (0, 0),
        (416, 2_496_000),
        (417, 2_500_000),
        (500, 2_500_000),
    ]
    assert curve.points[2].because == ("annual_limit",)


def test_the_job_beyond_4_million_a_year_can_lower_the_award_to_the_amount_necessary() -> None:
    # Hub at 8,750 a job (5,000, an added 3,000, and 750 by c(7)(b)): 457 x 8,750 = 3,998,750, and
    # 458 x 8,750 = 4,007,500 is in excess of 4,000,000, so the amount necessary decides: 3,000,000.
    curve = sweep(
        Scenario(urban_transit_hub_municipality=True, authority_bonus=3_000, amount_necessary=3_000_000),
        "new_jobs",
        420,
        480,
    )
    (cliff,) = curve.cliffs
    assert (cliff.before, cliff.after) == (457, 458)
    assert both(cliff) == (3_998_750, 3_000_000)
    assert cliff.step == -1_007_500
    assert cliff.provision.citation == "34:1B-246(f), last paragraph"


def test_90_percent_of_the_withholdings_are_a_staircase_of_rounding_up_to_the_award() -> None:
    # Priority: 100 x 3,000 = 300,000, reached at 300,000 / 0.9 = 333,333.34 of withholdings.
    curve = sweep(Scenario(new_jobs=100, priority_area=True), "annual_withholdings", 0, 400_000)
    assert [segment.form for segment in curve.segments] == ["rounding", "constant"]
    assert curve.points[1].x == Decimal("333333.33")
    assert curve.at(Decimal("100000.01")) == Decimal("90000.00")
    assert curve.segments[0].tolerance == Decimal("0.01")


# What is said, never silent.


def test_a_range_beyond_the_capital_is_cut_and_says_so_or_moves_the_capital_along() -> None:
    plant = Scenario(new_jobs=10, growth_zone=True, capital_investment=1_000_000, minimum_capital_investment=500_000)
    cut = sweep(plant, "industrial_capital_investment", 0, 2_000_000)
    assert cut.points[-1].x == 1_000_000
    assert "the range ends at $1,000,000" in cut.notes[0]
    along = sweep(plant, "industrial_capital_investment", 0, 2_000_000, move_partner=True)
    assert along.points[-1].x == 2_000_000
    assert "moves along" in along.notes[0]
    assert along.scenario_at(1_500_000).capital_investment == 1_500_000


def test_what_cannot_be_swept_is_refused_by_name() -> None:
    with pytest.raises(ScenarioError, match='"growth_zone" is no fact that is a number'):
        sweep(Scenario(), "growth_zone")
    with pytest.raises(ScenarioError, match="must not be negative"):
        sweep(Scenario(), "new_jobs", -1, 5)
    with pytest.raises(ScenarioError, match="must range upwards"):
        sweep(Scenario(), "new_jobs", 6, 5)
    with pytest.raises(ScenarioError, match="is no measure"):
        sweep(Scenario(), "new_jobs", 0, 5, measure="award")
    with pytest.raises(ScenarioError, match="must be between 0 jobs and 5 jobs here"):
        sweep(Scenario(), "new_jobs", 0, 5).at(6)
    with pytest.raises(ScenarioError, match="whole dollars"):
        sweep(Scenario(), "capital_investment", 0, 5, whole_dollars=True).at(Decimal("1.50"))


def test_a_range_with_too_many_points_of_its_own_is_refused_with_the_way_out() -> None:
    # $100,000,000 a year over up to 10,000,000 jobs: from $1,500 to $10 by the cent there are 149,000 amounts.
    huge = Scenario(priority_area=True, new_jobs=1, capital_investment=1_000_000_000)
    with pytest.raises(ScenarioError, match="give a narrower range"):
        sweep(huge, "retained_jobs", 0, 10_000_000, law=Law.current().read(rounding="cent"))


def test_a_curve_knows_where_the_scenario_stands_and_what_binds() -> None:
    hub = Scenario(urban_transit_hub_municipality=True, new_jobs=300)
    curve = sweep(hub, "new_jobs", 0, 2_000)
    assert curve.here is not None
    assert (curve.here.x, curve.here.y) == (300, evaluate(hub).annual_award)
    assert curve.binding_at(2_000) == "annual_limit"
    assert sweep(Scenario(), "annual_withholdings").here is None


def test_the_tables_hold_every_point_and_cliff() -> None:
    curve = sweep(Scenario(urban_transit_hub_municipality=True), "new_jobs", 0, 400)
    assert list(curve.to_frame()["new_jobs"]) == [0, 250, 251, 400]
    assert list(curve.cliffs_frame()["change"]) == [130_500]
    assert list(sweep(Scenario(), "new_jobs", 0, 4).cliffs_frame()["change"]) == []
