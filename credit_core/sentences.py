"""Why each bonus of subsection c is earned or not, in one plain sentence with the live numbers."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from credit_core.counties import SOUTH_JERSEY
from credit_core.law import Law, figure, figures
from credit_core.scenario import Scenario, all_jobs, money_text
from credit_core.section5.arithmetic import half_up
from credit_core.section5.c_bonuses import c5_applies_to, c10_applies_to, industrial_steps, salary_steps
from credit_core.section5.facts import Facts
from credit_core.section5.section3 import THIRDS, minimum_capital_thirds

__all__ = [
    "BONUS_TITLES",
    "bonus_citation",
    "bonus_sentence",
    "count_text",
    "figure_text",
    "minimum_capital",
    "most_by_jobs_text",
    "percent_text",
]

BONUS_TITLES: dict[str, str] = {
    "bonus_c1": "Deep poverty or Choice Neighborhood",
    "bonus_c2": "Incubator facility",
    "bonus_c3": "Moderate income housing",
    "bonus_c4": "Transit oriented development",
    "bonus_c5": "Industrial capital",
    "bonus_c6": "Average salary",
    "bonus_c7": "Number of jobs",
    "bonus_c8": "Targeted industry",
    "bonus_c9": "LEED or remediation",
    "bonus_c10": "Industrial capital, mega or growth zone",
    "bonus_c11": "Automobile headquarters",
    "bonus_c12": "Revitalization index",
    "bonus_c13": "Light rail",
    "bonus_c14": "Marine terminal",
    "bonus_c15": "Redevelopment near highways",
    "bonus_c16": "Solar energy",
    "bonus_c17": "Vacant commercial building",
    "bonus_c18": "College research",
    "bonus_authority": "Added criterion",
}

_PROPORTIONAL = "proportional"


def bonus_citation(name: str) -> str:
    """The provision of a bonus by its sheet name: "34:1B-246(c)(4)"."""
    if name == "bonus_authority":
        return "34:1B-246(c), opening words"
    return f"34:1B-246(c)({name.removeprefix('bonus_c')})"


def percent_text(value: Decimal) -> str:
    """A percentage as people write it, without superfluous zeros: "35 %", "12.5 %"."""
    text = f"{value:,f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def count_text(count: int, one: str, many: str = "") -> str:
    """A count with its noun in the right number: "1 job", "251 jobs"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def figure_text(law: Law, name: str) -> str:
    """A figure in force with its unit's sign, saying so where it is amended."""
    value = law.value(name)
    if name not in figures():  # a bracket of c(7) that the amendment adds, in the units of the last one
        return f"{_in_unit(value, f'{name[:-1]}e')} (added by the amendment)"
    text = _in_unit(value, name)
    if name not in dict(law.amendments):
        return text
    return f"{text} (amended; current law: {_in_unit(figure(name).value, name)})"


def most_by_jobs_text(law: Law) -> str:
    """The most that the number of jobs adds to a job, c(7): the amount of the bracket that pays most."""
    brackets = [name for name in (*figures(), *dict(law.amendments)) if name.startswith("bonus.c7")]
    return figure_text(law, max(brackets, key=law.amount))


def _in_unit(value: Decimal | None, name: str) -> str:
    if value is None:
        return "no limit"
    unit = figure(name).unit
    if unit.startswith("dollars"):
        return money_text(value)
    return percent_text(value) if unit == "percent" else f"{int(value):,}"


def minimum_capital(facts: Facts, law: Law) -> Decimal:
    """The minimum capital investment of section 3 in dollars, half up to the cent, as entered or computed."""
    return Decimal(half_up(minimum_capital_thirds(facts, law.compiled), THIRDS)) / 100


def bonus_sentence(name: str, scenario: Scenario, facts: Facts, law: Law) -> str:
    """Why a bonus is earned here or not, by its sheet name."""
    return _SENTENCES[name](scenario, facts, law)


def _flag(yes: str, no: str, *names: str) -> Callable[[Scenario, Facts, Law], str]:
    """A bonus that any one of some facts earns."""

    def sentence(scenario: Scenario, facts: Facts, law: Law) -> str:
        return yes if any(getattr(scenario, name) for name in names) else no

    return sentence


def _every(yes: str, needs: dict[str, str]) -> Callable[[Scenario, Facts, Law], str]:
    """A bonus that needs several facts: what is missing is named."""

    def sentence(scenario: Scenario, facts: Facts, law: Law) -> str:
        missing = [words for name, words in needs.items() if not getattr(scenario, name)]
        return yes if not missing else f"Not met: {', '.join(missing)}."

    return sentence


def _share(name: str, threshold: str, what: str) -> Callable[[Scenario, Facts, Law], str]:
    def sentence(scenario: Scenario, facts: Facts, law: Law) -> str:
        value, least = getattr(scenario, name), law.value(threshold)
        reached = least is not None and value >= least
        words = "reaches" if reached else "is below"
        return f"{what} of {percent_text(value)} {words} the {figure_text(law, threshold)} that it takes."

    return sentence


def _c1(scenario: Scenario, facts: Facts, law: Law) -> str:
    places = []
    if scenario.deep_poverty_pocket:
        places.append("a deep poverty pocket")
    if scenario.choice_neighborhood:
        places.append("a Choice Neighborhoods plan area")
    if places:
        return f"The facility lies in {' and '.join(places)}; the increase is given once."
    return "The facility lies in no deep poverty pocket and no Choice Neighborhoods plan area."


def _industrial(key: str, scenario: Scenario, facts: Facts, law: Law) -> str:
    minimum = minimum_capital(facts, law)
    industrial = scenario.industrial_capital_investment
    if minimum == 0:
        return "No minimum capital investment is given and no floor area to compute it from, so no step can be counted."
    if industrial <= minimum:
        return f"Industrial capital of {money_text(industrial)} does not exceed the minimum of {money_text(minimum)}."
    steps = industrial_steps(facts, law.compiled, law.amount(f"step.{key}"))
    return (
        f"Industrial capital of {money_text(industrial)} exceeds the minimum of {money_text(minimum)} by "
        f"{_steps_text(steps, key, law)}."
    )


def _steps_text(steps: int, key: str, law: Law) -> str:
    step, each, most = (figure_text(law, f"{group}.{key}") for group in ("step", "bonus", "maximum"))
    whole = law.option("partial_steps") != _PROPORTIONAL
    kind = "complete steps" if whole else "complete steps and the part of a further one"
    if steps == 1 and whole:
        kind = "complete step"
    return f"{steps:,} {kind} of {step}, {each} each and at most {most}"


def _c5(scenario: Scenario, facts: Facts, law: Law) -> str:
    if scenario.mega_project:
        return "A mega project takes (c)(10) instead."
    if not c5_applies_to(facts, law.compiled):
        return "A growth zone project takes (c)(10) alone, under the reading in force."
    return _industrial("c5", scenario, facts, law)


def _c10(scenario: Scenario, facts: Facts, law: Law) -> str:
    if not c10_applies_to(facts):
        return "For mega projects and projects in a growth zone alone."
    return _industrial("c10", scenario, facts, law)


def _c6(scenario: Scenario, facts: Facts, law: Law) -> str:
    average, benchmark = scenario.average_salary, scenario.benchmark_salary
    if average is None or not benchmark:
        missing = "average salary" if average is None else "benchmark salary"
        return f"The {missing} is not given, so no step can be counted."
    if average <= benchmark:
        return f"The average salary of {money_text(average)} does not exceed the benchmark of {money_text(benchmark)}."
    steps = salary_steps(facts, law.compiled)
    return (
        f"The average salary of {money_text(average)} exceeds the benchmark of {money_text(benchmark)} by "
        f"{_steps_text(steps, 'c6', law)}."
    )


def _c7(scenario: Scenario, facts: Facts, law: Law) -> str:
    jobs = all_jobs(scenario)
    reached = [jobs_from for jobs_from, _ in law.compiled.bonus.c7 if jobs >= jobs_from]
    later = [jobs_from for jobs_from, _ in law.compiled.bonus.c7 if jobs < jobs_from]
    what = count_text(jobs, "new and retained job", "new and retained jobs")
    here = f"reach the bracket from {reached[-1]:,}" if reached else "reach no bracket"
    verb = here.replace("reach", "reaches", 1) if jobs == 1 else here
    return f"{what} {verb}" + (f"; the next one begins at {later[0]:,}." if later else ", the last one.")


def _c11(scenario: Scenario, facts: Facts, law: Law) -> str:
    needed = figure_text(law, "threshold.c11")
    missing = []
    if not scenario.automobile_headquarters:
        missing.append("a US automobile headquarters")
    if not scenario.already_in_municipality:
        missing.append("already in this municipality before it applied")
    if facts.retained_jobs < law.compiled.bonus.c11_jobs:
        missing.append(f"at least {needed} retained jobs ({scenario.retained_jobs:,} here)")
    if missing:
        return f"Not met: {', '.join(missing)}."
    return f"A US automobile headquarters that stays and keeps {scenario.retained_jobs:,} jobs, at least {needed}."


def _c12(scenario: Scenario, facts: Facts, law: Law) -> str:
    if scenario.county not in SOUTH_JERSEY:
        where = f"{scenario.county} County is not one of them" if scenario.county else "no county is given"
        return f"For eight southern counties alone; {where}."
    index = scenario.revitalization_index_2007
    if index is None:
        return "The 2007 index of the municipality is not given, so it cannot be compared."
    words = "exceeds" if index > law.compiled.bonus.c12_index else "does not exceed"
    return f"The 2007 index of {index:,} {words} {figure_text(law, 'threshold.c12')}."


def _c14(scenario: Scenario, facts: Facts, law: Law) -> str:
    if scenario.growth_zone:
        return "For municipalities outside the growth zone alone."
    return _every(
        "A marine terminal in the South Jersey Port District, outside the growth zone.",
        {
            "marine_terminal": "a marine terminal project",
            "south_jersey_port_district": "in the South Jersey Port District",
        },
    )(scenario, facts, law)


def _c15(scenario: Scenario, facts: Facts, law: Law) -> str:
    bonus = law.compiled.bonus
    missing = []
    if not scenario.redevelopment_area:
        missing.append("an area in need of redevelopment")
    if facts.us_highways < bonus.c15_us_highways:
        missing.append(
            f"at least {figure_text(law, 'threshold.c15_us')} US highway within a quarter mile ({facts.us_highways} here)"
        )
    if facts.state_highways < bonus.c15_state_highways:
        missing.append(
            f"at least {figure_text(law, 'threshold.c15_state')} State highways within a quarter mile ({facts.state_highways} here)"
        )
    if missing:
        return f"Not met: {', '.join(missing)}."
    near = f"{count_text(facts.us_highways, 'US highway')} and {count_text(facts.state_highways, 'State highway')}"
    return f"An area in need of redevelopment within a quarter mile of {near}."


def _c17(scenario: Scenario, facts: Facts, law: Law) -> str:
    vacant, over = scenario.vacant_building_sqft, figure_text(law, "threshold.c17")
    if facts.vacant_building_sqft <= law.compiled.bonus.c17_sqft:
        return f"{vacant:,} vacant square feet are not over {over}."
    if not scenario.vacant_over_one_year:
        return f"{vacant:,} vacant square feet are over {over}, but were not available for over one year."
    return f"{vacant:,} square feet, over {over}, were vacant for over one year."


def _authority(scenario: Scenario, facts: Facts, law: Law) -> str:
    added = law.value("bonus.authority")
    if not scenario.authority_bonus and not added:
        return "No criterion is added."
    parts = []
    if scenario.authority_bonus:
        parts.append(f"{money_text(scenario.authority_bonus)} under a criterion that the Authority added")
    if added:
        parts.append(f"{figure_text(law, 'bonus.authority')} for every project")
    return f"Adds {' and '.join(parts)}."


_SENTENCES: dict[str, Callable[[Scenario, Facts, Law], str]] = {
    "bonus_c1": _c1,
    "bonus_c2": _flag(
        "The facility lies in a qualified incubator facility.",
        "Not in a qualified incubator facility.",
        "incubator_facility",
    ),
    "bonus_c3": _share(
        "moderate_income_housing_percent",
        "threshold.c3",
        "Moderate income housing on site for a share of employees",
    ),
    "bonus_c4": _flag(
        "The facility lies within a transit oriented development.",
        "Not within a transit oriented development.",
        "transit_oriented_development",
    ),
    "bonus_c5": _c5,
    "bonus_c6": _c6,
    "bonus_c7": _c7,
    "bonus_c8": _flag(
        "The business is in a targeted industry.",
        "The business is in no targeted industry.",
        "targeted_industry",
    ),
    "bonus_c9": _flag(
        "The facility exceeds LEED Silver or the project completes substantial remediation; the increase is given once.",
        "Neither better than LEED Silver nor substantial remediation.",
        "exceeds_leed_silver",
        "substantial_remediation",
    ),
    "bonus_c10": _c10,
    "bonus_c11": _c11,
    "bonus_c12": _c12,
    "bonus_c13": _flag(
        "A light rail station built since the 2013 act is within half a mile.",
        "No light rail station built since the 2013 act is within half a mile.",
        "light_rail",
    ),
    "bonus_c14": _c14,
    "bonus_c15": _c15,
    "bonus_c16": _share(
        "solar_percent",
        "threshold.c16",
        "Solar energy made and used on site for a share of the electric needs",
    ),
    "bonus_c17": _c17,
    "bonus_c18": _every(
        "A targeted industry that does research with a college, on or near its campus.",
        {
            "targeted_industry": "a targeted industry",
            "college_research": "research with a college on or near its campus",
        },
    ),
    "bonus_authority": _authority,
}
