"""Amend the law: set figures and readings otherwise, keep the bill, see its effect on one project and on many."""

import streamlit as st

from dashboard import amend_bill, amend_effect, amend_figures, answer, library_state, state

state.page_top()
amend_figures.show_style()
scenario, law = state.current()
amend_effect.check_choices(law)

answer.show_heading("Amend the law", scenario, law)
answer.show_notices()
library_state.show_messages()
amend_bill.show_bill(law)
compared = amend_effect.chosen_laws(law)
amend_effect.show_project(scenario, compared)

figures, difference = st.columns([3, 2], gap="large")
with figures:
    st.subheader("Figures in force", anchor=False)
    amend_figures.show_table(law)
with difference:
    amend_effect.show_waterfall(scenario, compared)
    st.subheader("What the bill changes", anchor=False)
    amend_figures.show_changes(law)

amend_effect.show_comparison(compared)
amend_effect.show_portfolio(compared)
