"""Many projects at once: a file, its check, and what all its awards come to."""

import streamlit as st

from dashboard import answer, portfolio_state, portfolio_upload, portfolio_view, state

state.page_top()
portfolio_view.go_to_opened()
portfolio_upload.show_style()
scenario, law = state.current()

answer.show_heading("Portfolio", scenario, law)
answer.show_notices()
portfolio_upload.show_upload()
found = portfolio_state.portfolio()
if found is None:
    portfolio_upload.show_start()
    st.stop()
if not portfolio_upload.show_columns(found):
    st.stop()
portfolio_upload.show_check(found)
portfolio_upload.show_run(found, law)
results = found.results
if results is None:
    st.stop()

portfolio_view.show_totals(results)
portfolio_view.show_charts(results)
st.subheader("The projects", anchor=False)
portfolio_view.show_rows(found, results)
st.subheader("Take the results along", anchor=False)
portfolio_view.show_files(found, results)
