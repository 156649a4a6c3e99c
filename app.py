"""Entry point: the list of pages, the look, and the inputs that all pages share."""

import streamlit as st

from dashboard import frame, library_state

st.set_page_config(page_title="Grow NJ what-if dashboard", layout="wide", initial_sidebar_state=370)
library_state.enter()
page = st.navigation(frame.pages(), position="hidden")
frame.begin(page)
page.run()
