"""The section in our own words: provisions, figures in force, open questions."""

import streamlit as st

from dashboard import answer, law_page, state

state.page_top()
scenario, law = state.current()

answer.show_heading("The law", scenario, law)
answer.show_notices()
law_page.show_status(law)
wanted = st.text_input("Find a provision", placeholder="salary, (c)(4), Camden", key="find_provision", width=420)
law_page.show_contents()
law_page.show_section(law, wanted)
law_page.show_figures(law)
law_page.visit_anchor()
