"""Candidates side by side: what is shared, links, ranking, differences, crossings.

Hand arithmetic rests on the statute: the base of a hub is $5,000 (b(1)(a)), of a distressed municipality $4,000 (b(2)),
of a priority area $3,000 (b(3)); a transit oriented development adds $2,000 (c(4)), a targeted industry $500 (c(8)),
251 to 400 jobs $500 (c(7)(a)), 401 to 600 $750 (c(7)(b)).
"""

import json
import random
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from credit_core import Law, Scenario, ScenarioError
from credit_core.award import MEASURES, facts_of
from credit_core.comparison import (
    Candidate,
    Comparison,
    business_facts,
    candidate_names,
    check,
    differences,
    from_link,
    site_facts,
    to_link,
)
from credit_core.library.documents import encode, read_document
from credit_core.scenario import fact_fields
from credit_core.section5.sheet import fill
from credit_core.whatif import Curve, decompose
from credit_core.whatif.crossings import (
    crossing_sentence,
    crossings,
    front,
    leads,
    never_behind,
    pair_leads,
    sweep_candidates,
)
from credit_core.whatif.ranking import difference_sentence, lacks, rank
from tests.strategies import laws, scenarios
from tests.whatif_cases import direct, random_law, random_scenario

BILL = Law.current().amend({"base.b1a": 6000, "gross_limit.d1": None}).read(partial_steps="proportional").named("A 1")


def hub(**facts: Any) -> Candidate:
    return Candidate(Scenario(**{"municipality": "Newark", "urban_transit_hub_municipality": True, **facts}))


def distressed(**facts: Any) -> Candidate:
    return Candidate(Scenario(**{"municipality": "Vineland", "distressed_municipality": True, **facts}))


def side_by_side(*candidates: Candidate) -> Comparison:
    comparison = Comparison()
    for candidate in candidates:
        comparison = comparison.add(candidate)
    return comparison


# ---- what is shared -------------------------------------------------------------------------------------------------


def test_every_fact_belongs_to_the_site_or_to_the_business() -> None:
    assert sorted(site_facts() + business_facts()) == sorted(field.name for field in fact_fields())
    groups = {field.name: field.group for field in fact_fields()}
    assert {groups[name] for name in business_facts()} == {"jobs", "investment", "business", "limits"}
    of_other_groups = {name for name in site_facts() if groups[name] not in ("place", "facility", "label")}
    assert of_other_groups == {"benchmark_salary", "already_in_municipality", "jobs_new_to_municipality"}


def test_a_further_candidate_is_the_same_business_at_its_own_site() -> None:
    comparison = side_by_side(hub(new_jobs=300, benchmark_salary=60_000), distressed(new_jobs=40, solar_percent=50))
    first, second = (candidate.scenario for candidate in comparison.candidates)
    assert second.new_jobs == 300
    assert (second.municipality, second.solar_percent, second.benchmark_salary) == ("Vineland", Decimal(50), None)
    assert (first.municipality, first.solar_percent, first.benchmark_salary) == ("Newark", Decimal(0), Decimal(60_000))
    assert [each.fact for each in differences(comparison)] == [
        "benchmark_salary",
        "municipality",
        "urban_transit_hub_municipality",
        "distressed_municipality",
        "solar_percent",
    ]


def test_a_candidate_that_keeps_its_business_unlocks_what_differs() -> None:
    comparison = side_by_side(hub(new_jobs=300, targeted_industry=True))
    other = distressed(new_jobs=40, targeted_industry=True)
    assert comparison.replaced_by_adding(other) == ("new_jobs",)
    kept = comparison.add_as_it_is(other)
    assert kept.unlocked == ("new_jobs",)
    assert [each.scenario.new_jobs for each in kept.candidates] == [300, 40]


def test_a_locked_fact_changes_for_all_and_an_unlocked_one_for_one() -> None:
    comparison = side_by_side(hub(new_jobs=300), distressed(), hub(municipality="Hoboken"))
    changed = comparison.with_candidate(1, distressed(new_jobs=500))
    assert [each.scenario.new_jobs for each in changed.candidates] == [500, 500, 500]
    free = comparison.unlock("new_jobs").with_candidate(1, distressed(new_jobs=500))
    assert [each.scenario.new_jobs for each in free.candidates] == [300, 500, 300]
    assert [each.scenario.new_jobs for each in free.with_baseline(1).lock("new_jobs").candidates] == [500, 500, 500]


def test_a_business_that_does_not_fit_a_site_is_refused_by_name() -> None:
    comparison = side_by_side(hub(new_jobs=300), hub(municipality="Hoboken"))
    comparison = comparison.with_candidate(1, hub(municipality="Hoboken", new_jobs=300, jobs_new_to_municipality=250))
    with pytest.raises(ScenarioError) as refused:
        comparison.with_candidate(0, hub(new_jobs=200))
    [problem] = refused.value.problems
    assert problem.field == "jobs_new_to_municipality"
    assert problem.message.startswith("Hoboken: ")


def test_at_most_eight_and_at_least_two() -> None:
    comparison = side_by_side(*(hub(name=str(number)) for number in range(8)))
    assert check(comparison) == ()
    with pytest.raises(ScenarioError, match="2 to 8; given: 9"):
        comparison.add(distressed())
    assert [problem.rule for problem in check(side_by_side(hub()))] == ["count"]


@pytest.mark.parametrize(("removed", "baseline"), [(0, 1), (1, 1), (2, 0), (3, 2)])
def test_the_baseline_stays_the_same_candidate_when_another_goes(removed: int, baseline: int) -> None:
    comparison = side_by_side(*(hub(name=str(number)) for number in range(4))).with_baseline(2)
    left = comparison.remove(removed)
    assert left.baseline == baseline
    assert left.candidates[baseline].name == ("0" if removed == 2 else "2")


def test_no_two_candidates_have_one_name() -> None:
    candidates = [hub(), hub(), hub(name="Plant"), Candidate(Scenario()), hub(municipality="Newark (2)")]
    assert candidate_names(candidates) == ("Newark", "Newark (2)", "Plant", "Candidate 4", "Newark (2) (2)")


# ---- links and documents --------------------------------------------------------------------------------------------


@st.composite
def comparisons(draw: st.DrawFn) -> Comparison:
    """Any comparison of one to eight candidates, with laws of their own."""
    drawn = draw(st.lists(st.builds(Candidate, scenarios(), laws()), min_size=1, max_size=8))
    comparison = Comparison().unlock(*draw(st.lists(st.sampled_from(business_facts()), max_size=4)))
    for candidate in drawn:
        comparison = comparison.add_as_it_is(candidate)
    return comparison.with_baseline(draw(st.integers(0, len(drawn) - 1)))


def laws_of(comparison: Comparison) -> list[tuple[Law, str]]:
    return [(candidate.law, candidate.law.title) for candidate in comparison.candidates]


@settings(max_examples=150, deadline=None)
@given(comparisons(), st.data())
def test_a_link_gives_back_the_same_comparison(comparison: Comparison, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(comparison.candidates)))
    beside = comparison.candidates[at - 1] if at else Candidate(Scenario(new_jobs=7), BILL)
    read = from_link(to_link(comparison, at), beside)
    assert (read.comparison, read.at, read.notices) == (comparison, at, ())
    assert laws_of(read.comparison) == laws_of(comparison)


@settings(max_examples=40, deadline=None)
@given(comparisons().filter(lambda comparison: len(comparison.candidates) > 1))
def test_a_document_gives_back_the_same_comparison(comparison: Comparison) -> None:
    read = read_document("comparison", json.loads(encode(comparison)))
    assert (read.content, read.problems) == (comparison, ())


def test_no_candidates_need_no_link() -> None:
    assert to_link(Comparison()) == {}
    assert from_link({}, hub()).comparison == Comparison()


def test_a_link_carries_each_law() -> None:
    amended = Candidate(distressed().scenario, BILL)
    read = from_link(to_link(side_by_side(hub(new_jobs=300), amended), at=1), hub(new_jobs=300))
    assert laws_of(read.comparison) == [(Law.current(), ""), (BILL, "A 1")]


def test_a_bad_link_names_what_it_could_not_use_and_keeps_the_rest() -> None:
    link = to_link(side_by_side(hub(new_jobs=300), distressed()), at=1)
    link |= {"c2": "municipality=Vineland&solar_percent=many&law.base.b9=1&leed=true", "c9": "x", "baseline": "7"}
    link |= {"unlocked": "new_jobs,county,new_job", "v": "3"}
    read = from_link(link, hub(new_jobs=300))
    assert read.at == 1
    assert [each.name for each in read.comparison.candidates] == ["Newark", "Vineland"]
    assert read.comparison.unlocked == ("new_jobs",)
    words = " / ".join(notice.message for notice in read.notices)
    for named in ("version", "c9", "county", "did you mean", "Candidate 2: solar_percent", "base.b9", "leed", "7"):
        assert named in words


def test_a_link_whose_business_differs_unlocks_that_and_says_so() -> None:
    read = from_link({"v": "1", "at": "1", "c2": "municipality=Vineland&new_jobs=50"}, hub(new_jobs=300))
    assert read.comparison.unlocked == ("new_jobs",)
    assert [notice.rule for notice in read.notices] == ["unlocked"]


# ---- ranking and differences ----------------------------------------------------------------------------------------


def test_the_ranking_by_hand() -> None:
    candidates = (distressed(new_jobs=100), hub(new_jobs=100), hub(municipality="Hoboken", new_jobs=100))
    # 100 x $5,000 twice, 100 x $4,000.
    assert [(each.rank, each.position, each.amount, each.behind) for each in rank(candidates)] == [
        (1, 1, Decimal(500_000), Decimal(0)),
        (1, 2, Decimal(500_000), Decimal(0)),
        (3, 0, Decimal(400_000), Decimal(100_000)),
    ]


def test_every_measure_ranks() -> None:
    for measure in MEASURES:
        amounts = [each.amount for each in rank((distressed(new_jobs=100), hub(new_jobs=100)), measure)]
        assert amounts == sorted(amounts, reverse=True)


def test_the_difference_in_words_by_hand() -> None:
    newark = hub(new_jobs=300)
    vineland = distressed(new_jobs=300, transit_oriented_development=True)
    # 300 x (5,000 + 500) = 1,650,000; 300 x (4,000 + 2,000 + 500) = 1,950,000.
    assert difference_sentence(("Vineland", "Newark"), (vineland, newark)) == (
        "Vineland would receive $300,000 more a year than Newark: $300,000 less from base amount (b) and "
        "$600,000 more from transit oriented development (c)(4)."
    )
    same = difference_sentence(("Newark", "Hoboken"), (newark, newark))
    assert same == "Newark and Hoboken would receive the same, $1,650,000 a year."


def test_the_difference_names_the_laws_where_one_is_amended() -> None:
    sentence = difference_sentence(("A", "B"), (Candidate(hub(new_jobs=10).scenario, BILL), hub(new_jobs=10)))
    assert sentence.startswith("A would receive $10,000 more a year than B")  # 10 x (6,000 - 5,000)
    assert "A under A 1 (not current law), 1 other reading, B under Current law." in sentence


def test_differences_decompose_exactly_for_1000_random_pairs() -> None:
    rng = random.Random(246)
    for _ in range(1_000):
        (a, b), (law, law_b) = (random_scenario(rng), random_scenario(rng)), (random_law(rng), random_law(rng))
        for measure in MEASURES:
            split = decompose(a, b, measure=measure, law=law, law_b=law_b)
            assert sum(part.amount for part in split.parts) == direct(b, law_b, measure) - direct(a, law, measure)


# ---- what is lacking ------------------------------------------------------------------------------------------------


def test_what_a_candidate_lacks_by_hand() -> None:
    # Newark 200 x 5,000 = 1,000,000; Vineland 200 x 4,000 = 800,000 lacks 200,000.01.
    candidates = (hub(new_jobs=200), distressed(new_jobs=200))
    found = lacks(candidates, 1)
    assert found.missing == Decimal("200000.01")
    to = {change.fact: (change.to, change.reached) for change in found.changes}
    assert to["transit_oriented_development"] == (True, Decimal(1_200_000))  # 200 x 6,000
    assert to["new_jobs"] == (251, Decimal(1_129_500))  # 250 x 4,000 is level; 251 x 4,500
    assert "targeted_industry" not in to  # 200 x 4,500 = 900,000
    assert lacks(candidates, 0).missing == 0


def test_where_nothing_alone_suffices_the_nearest_is_named() -> None:
    found = lacks((hub(new_jobs=500), distressed(new_jobs=0, retained_jobs=0)), 1, "gross_amount")
    assert found.missing > 0
    assert found.changes
    far = lacks((hub(new_jobs=500, transit_oriented_development=True, targeted_industry=True), distressed()), 1)
    assert far.nearest is None  # no jobs: no switch adds anything


def test_what_is_lacking_suffices_and_one_less_does_not() -> None:
    rng = random.Random(5)
    tried = 0
    for _ in range(30):
        a, b = Candidate(random_scenario(rng), random_law(rng)), Candidate(random_scenario(rng), random_law(rng))
        best = direct(a.scenario, a.law, "annual_award")
        for change in lacks((a, b), 1).changes:
            if change.fact == "new_jobs":
                tried += 1
                now = b.scenario.changed(new_jobs=change.to)
                less = b.scenario.changed(new_jobs=change.to - 1)
                assert direct(now, b.law, "annual_award") == change.reached > best
                assert direct(less, b.law, "annual_award") <= best
    assert tried > 5


# ---- crossings ------------------------------------------------------------------------------------------------------


def test_a_crossing_by_hand() -> None:
    # A distressed place with transit pays 6,000 a job (6,750 from 401), at most $8,000,000 a year (f(4)); a hub pays
    # 5,000 (5,750 from 401, 6,000 from 601, 6,250 from 801, 6,500 from 1,001), at most $10,000,000 (f(3)).
    # 1,230 x 6,500 = 7,995,000 and 1,231 x 6,500 = 8,001,500: the hub overtakes above 1,230 jobs.
    candidates = (hub(new_jobs=300), distressed(new_jobs=300, transit_oriented_development=True))
    curves = sweep_candidates(candidates, "new_jobs", 1, 2_000)
    [crossing] = crossings(curves)
    assert (crossing.before, crossing.after, crossing.ahead) == (1_230, 1_231, 0)
    assert crossing.amounts == (Decimal(8_001_500), Decimal(8_000_000))
    sentence = crossing_sentence(crossing, curves[0], ("Newark", "Vineland"))
    assert sentence == "Above 1,230 jobs Newark overtakes Vineland."
    assert front(curves, [crossing]) == (crossing,)
    assert never_behind(pair_leads(curves)) == ()
    few = sweep_candidates(candidates, "new_jobs", 1, 1_230)
    assert never_behind(pair_leads(few)) == (1,)


def test_level_candidates_are_said_to_be_level() -> None:
    # No jobs, no award: level at 0; from 1 job on the hub is ahead.
    curves = sweep_candidates((hub(), distressed()), "new_jobs", 0, 100)
    [crossing] = crossings(curves)
    assert (crossing.was, crossing.now, crossing.before, crossing.after) == (0, 1, 0, 1)
    assert crossing_sentence(crossing, curves[0], ("N", "V")) == "Above 0 jobs N pulls ahead of V."
    [level] = leads(curves[0], curves[0])
    assert (level.first, level.last, level.ahead) == (0, 100, 0)


def test_curves_of_different_facts_cannot_be_laid_over_each_other() -> None:
    [jobs] = sweep_candidates((hub(),), "new_jobs", 0, 10)
    [capital] = sweep_candidates((hub(),), "capital_investment", 0, 10)
    with pytest.raises(ScenarioError, match="same fact"):
        leads(jobs, capital)


SWEPT = ("new_jobs", "retained_jobs", "average_salary", "capital_investment", "industrial_capital_investment")
WIDTH = 300


def pairs_of_curves(rng: random.Random) -> Iterator[tuple[Curve, Curve]]:
    """The same business at two sites along one fact, where a side condition leaves values at all."""
    while True:
        law, a, site = random_law(rng), random_scenario(rng), random_scenario(rng)
        own = {name: getattr(site, name) for name in rng.sample(site_facts(), rng.randint(1, len(site_facts())))}
        fact, measure = rng.choice(SWEPT), rng.choice(list(MEASURES))
        low = max(0, int(getattr(a, fact) or 0) - WIDTH // 2)
        try:
            pair = (Candidate(a, law), Candidate(a.changed(**own), random_law(rng) if rng.random() < 0.3 else law))
            first, second = sweep_candidates(pair, fact, low, low + WIDTH, measure=measure)
            leads(first, second)
        except ScenarioError as error:
            if {problem.rule for problem in error.problems} <= {"range", "at_most_total"}:
                continue
            raise
        yield first, second


_facts_of = cache(facts_of)  # the same two projects at every place of their curves


def cents_at(curve: Curve, position: int) -> int:
    """The measure by the whole sheet, without the curve."""
    stretch = next(each for each in curve.domain.stretches if each.first <= position <= each.last)
    facts = stretch.facts_at(_facts_of(curve.scenario), position)
    return int(getattr(fill(facts, curve.law.compiled), curve.measure))


def shared_range(a: Curve, b: Curve) -> tuple[int, int]:
    return max(a.domain.first, b.domain.first), min(a.domain.last, b.domain.last)


def ahead_at(a: Curve, b: Curve, position: int) -> int:
    ours, theirs = cents_at(a, position), cents_at(b, position)
    return (ours > theirs) - (ours < theirs)


def by_brute_force(a: Curve, b: Curve) -> list[tuple[Any, Any, int]]:
    found: list[tuple[Any, Any, int]] = []
    low, high = shared_range(a, b)
    for position in range(low, high + 1):
        x, ahead = a.domain.value(position), ahead_at(a, b, position)
        if found and found[-1][2] == ahead:
            found[-1] = (found[-1][0], x, ahead)
        else:
            found.append((x, x, ahead))
    return found


def test_crossings_equal_brute_force_for_200_random_pairs() -> None:
    rng = random.Random(2460)
    pairs = pairs_of_curves(rng)
    # Half of the pairs as they come; half are those whose ends are led by different ones.
    drawn = [next(pairs) for _ in range(100)]
    drawn += islice((pair for pair in pairs if len({ahead_at(*pair, end) for end in shared_range(*pair)}) > 1), 100)
    for first, second in drawn:
        found = [(lead.first, lead.last, lead.ahead) for lead in leads(first, second)]
        assert found == by_brute_force(first, second)
