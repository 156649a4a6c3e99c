"""Explore one project: the answer, what binds it, how it comes about, and a link to share it."""

import streamlit as st

from credit_core import evaluate
from credit_core.explain import explain
from dashboard import answer, share, state
from dashboard.charts import (
    job_description,
    job_table,
    job_waterfall,
    show_chart,
    year_description,
    year_table,
    year_waterfall,
)
from dashboard.copy_box import copy_box
from dashboard.inputs import example_cards

state.page_top()
scenario, law = state.current()
award = evaluate(scenario, law)
steps = explain(scenario, award)

answer.show_heading("Explore a project", scenario, law)
answer.show_notices()
answer.show_answer(scenario, award)
answer.show_verdict(scenario, award)
if state.is_empty():
    example_cards()
    share.open_file()
    st.stop()

per_job, per_year = st.columns(2, gap="medium")
with per_job:
    show_chart(
        job_waterfall(steps, law),
        key="job_waterfall",
        alt=job_description(steps),
        table=job_table(steps),
        file_name="per-job",
        law=law,
    )
with per_year:
    show_chart(
        year_waterfall(steps, law),
        key="year_waterfall",
        alt=year_description(steps),
        table=year_table(steps),
        file_name="per-year",
        law=law,
    )

st.subheader("How it comes about", anchor=False)
answer.show_explanation(steps, law)
with st.expander("Copy the explanation as text", key="copy"):
    copy_box(answer.explanation_text(scenario, award, steps), "explanation-text", "the explanation")

st.subheader("Share and keep", anchor=False)
share.show()
