"""Move one number, or two at once, and see exactly how the award follows; ask what it would take to reach a target."""

import streamlit as st

from credit_core import ScenarioError, evaluate
from dashboard import answer, state, whatif
from dashboard.inputs import example_cards

state.page_top()
whatif.show_style()
whatif.check_choices()
scenario, law = state.current()
award = evaluate(scenario, law)

answer.show_heading("Sensitivity", scenario, law)
answer.show_notices()
answer.show_answer(scenario, award)
answer.show_verdict(scenario, award)
if award.binding == "not_eligible":
    whatif.show_nowhere()
    example_cards()
    st.stop()

choices = whatif.choose(scenario)
try:
    if choices.second is None:
        whatif.show_curve(scenario, law, choices)
    else:
        whatif.show_grid(scenario, law, choices)
except ScenarioError as error:
    whatif.show_refusal(error)

swings, target = st.columns(2, gap="large")
with swings:
    whatif.show_swings(scenario, law, choices.measure)
with target:
    whatif.show_target(scenario, law, choices, award)
