"""The same business in two to eight places: table, differences, ranking, charts, and a link that carries it all."""

import streamlit as st

from credit_core.comparison import candidate_names
from credit_core.whatif.ranking import rank
from dashboard import answer, compare_charts, compare_share, compare_view, library_state, state

state.page_top()
compare_view.show_style()
scenario, law = state.current()
comparison = state.board().comparison
places = library_state.known_places()

answer.show_heading("Compare places", scenario, law)
answer.show_notices()
library_state.show_messages(page_top=True)
if not comparison.candidates:
    compare_view.show_start(places)
    compare_view.show_add(places)
    st.stop()

measure = compare_view.chosen_measure()
names = candidate_names(comparison.candidates)
awards = compare_view.awards_of(comparison)
ranked = rank(comparison.candidates, measure)
shown_law = compare_view.comparison_law(comparison)
finding = compare_view.show_finding(names, ranked, measure, shown_law)
compare_view.show_columns(comparison, places)
compare_view.show_table(comparison, awards, places, measure)
compare_view.show_questions(comparison, places)
if not comparison.candidates[1:]:
    st.html('<p class="why">Add a second column to see what differs.</p>')
    st.stop()

st.subheader("What makes the difference", anchor=False)
compare_view.show_sentences(comparison, measure)
compare_view.show_lacks(comparison, ranked, measure)

per_job, per_year = st.columns(2, gap="medium")
with per_job:
    compare_charts.show_jobs(names, awards, shown_law)
with per_year:
    compare_charts.show_annual(names, awards, shown_law)

moved, map_column = st.columns([3, 2], gap="medium")
with moved:
    compare_charts.show_sweep(comparison, measure, shown_law)
with map_column:
    compare_charts.show_map(comparison, awards, places, rank(comparison.candidates), finding)

st.subheader("Share and keep", anchor=False)
compare_share.show(comparison)
