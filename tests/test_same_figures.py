"""The same figures on every page for the same scenario: all pages are walked and what they show is compared.

Pages are those that the app lists, so a page that is added is walked as well. The expected amounts come from the
calculation, asked directly; how it arrives at them is tested elsewhere.
"""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from credit_core import Law, Scenario, evaluate
from credit_core.award import MEASURES
from credit_core.codec import to_query
from credit_core.comparison import Candidate, Comparison
from credit_core.places import find_place, place_facts
from credit_core.scenario import money_text
from dashboard.compare_board import Board
from dashboard.frame import page_list

APP = str(Path(__file__).parents[1] / "app.py")
BUSINESS = {
    "new_jobs": 280,
    "retained_jobs": 60,
    "average_salary": 93_000,
    "capital_investment": 40_000_000,
    "targeted_industry": True,
}
TRENTON = Scenario(**BUSINESS, **place_facts(find_place("Trenton")))
VINELAND = Scenario(**BUSINESS, **place_facts(find_place("Vineland")))
BILL = Law.current().amend({"base.b1a": 6000, "base.b2": 4500}).named("Bill A")

# Pages that show the four figures of the answer, those that show them in a table, and those about something else.
ANSWERS = {"explore", "sensitivity", "bonuses_and_caps"}
TABLES = {"compare"}


def html(test: AppTest) -> str:
    return "\n".join(each.proto.body for each in test.get("html"))


def amounts_of(scenario: Scenario, law: Law) -> list[str]:
    award = evaluate(scenario, law)
    return [money_text(getattr(award, name)) for name in MEASURES]


def answer_of(text: str) -> list[str]:
    [answer] = re.findall(r'<div class="answer">(.*?)</div></div>', text, re.DOTALL) or [text]
    return re.findall(r'class="amount">([^<]+)<', answer)


def column_of(text: str, number: int) -> list[str]:
    """The four measures in one column of the table, without marks."""
    found = []
    for known in MEASURES.values():
        [row] = re.findall(rf"<th scope=\"row\">{known.title}<small>.*?</tr>", text)
        cells = re.findall(r"<td.*?</td>", row)
        found.append(re.sub(r"<[^>]+>|differs:|≠|\s", "", cells[number]))
    return found


@pytest.mark.parametrize("law", [Law.current(), BILL], ids=["current", "bill"])
@pytest.mark.parametrize("scenario", [TRENTON, VINELAND], ids=["Trenton", "Vineland"])
def test_every_page_shows_the_same_figures_for_the_same_scenario(scenario: Scenario, law: Law) -> None:
    comparison = Comparison().add(Candidate(TRENTON, law)).add(Candidate(VINELAND, law))
    number = 1 if scenario is TRENTON else 2
    expected = amounts_of(scenario, law)
    test = AppTest.from_file(APP, default_timeout=60)
    test.query_params.update(to_query(scenario, law) | Board(comparison, number).query())
    test.run()
    shown = set()
    for name in page_list():
        test.switch_page(f"pages/{name}.py").run()
        assert not test.exception, name
        text = html(test)
        # The line that stays in view on a phone stands on every page.
        compact = re.search(r'<div class="compact-answer">(.*?)</div>', text)
        assert compact is not None, name
        assert expected[0] in compact[1], name
        assert expected[2] in compact[1], name
        if name in ANSWERS:
            assert answer_of(text) == expected, name
            shown.add(name)
        if name in TABLES:
            assert column_of(text, number - 1) == expected, name
            shown.add(name)
    assert shown == ANSWERS | TABLES
