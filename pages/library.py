"""The library: save what is at hand, find and open it again, its history, and own places."""

import streamlit as st

from dashboard import answer, compare_view, library_places, library_state, library_view, state

state.page_top()
compare_view.show_style()
scenario, law = state.current()

answer.show_heading("Library", scenario, law)
answer.show_notices()
library_state.show_messages(page_top=True)
library_view.show_conflict()

# The key keeps the chosen tab when a message appears above it.
items, places = st.tabs(["Saved", "Own places"], key="library-tabs")
with items:
    found, chosen = st.columns([3, 2], gap="large")
    with found:
        library_view.show_list()
    with chosen:
        library_view.show_chosen()
        st.subheader("Save what is at hand", anchor=False)
        library_view.show_save()
        st.subheader("Files", anchor=False)
        library_view.show_files()
with places:
    library_places.show_places()
