"""What each bonus is worth and what the limits leave of it; try one, or a limit, before anything is changed."""

import streamlit as st

from credit_core import evaluate
from dashboard import answer, state, whatif
from dashboard.inputs import example_cards

state.page_top()
whatif.show_style()
whatif.check_choices()
scenario, law = state.current()
award = evaluate(scenario, law)

answer.show_heading("Bonuses and caps", scenario, law)
answer.show_notices()
answer.show_answer(scenario, award)
answer.show_verdict(scenario, award)
if award.binding == "not_eligible":
    whatif.show_nowhere()
    example_cards()
    st.stop()

bonuses, tried = st.columns([3, 2], gap="large")
with bonuses:
    whatif.show_bonuses(scenario, law, award)
with tried:
    whatif.try_bonus(scenario, law, award)
    whatif.show_order(scenario, law)

st.subheader("Limits of subsections d and f: lifted, at present, tightened", anchor=False)
limits, tried_limit = st.columns([3, 2], gap="large")
with limits:
    whatif.show_limits(scenario, law)
with tried_limit:
    whatif.try_limit(scenario, law, award)

whatif.show_room(scenario, law)
whatif.show_idle(scenario, law)
