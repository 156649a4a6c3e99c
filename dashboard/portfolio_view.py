"""The second half of the page Portfolio: totals, charts, the table, one row opened in Explore, and the files."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

import pandas as pd
import streamlit as st

from credit_core import Law, Scenario
from credit_core.batch import Format, scenario_at, table_bytes
from credit_core.portfolio import Summary, Totals, spread
from credit_core.sentences import count_text
from dashboard import state
from dashboard.charts import ChartPoint, show_chart
from dashboard.formats import basis_of, html_text, law_note, money_text
from dashboard.portfolio_figures import (
    award_band,
    award_bars,
    award_finding,
    group_description,
    group_table,
    place_bars,
    place_finding,
    place_name,
    point_description,
    point_finding,
    point_table,
    points_figure,
    rule_bars,
    rule_finding,
    rule_title,
    size_band,
    size_bars,
    size_finding,
    spread_of,
)
from dashboard.portfolio_sizes import Files, size_text
from dashboard.portfolio_state import Portfolio, Results, portfolio
from dashboard.portfolio_upload import most_megabytes
from dashboard.share import file_stem

__all__ = ["go_to_opened", "show_charts", "show_files", "show_rows", "show_totals"]

_OPENED = "portfolio.opened"
_MOST_POINTS: Final = 2_000
_ON_A_PAGE: Final = 100
_MOST: Final = "maximum by formula"
_ORDERS: Final = {
    "largest": "Largest award first",
    "file": "As in the file",
    "problems": "Rows without a result first",
}
_FILES: Final[dict[Format, tuple[str, str]]] = {
    "csv": ("CSV", "text/csv"),
    "xlsx": ("XLSX", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "parquet": ("Parquet", "application/vnd.apache.parquet"),
}


# ---- totals ---------------------------------------------------------------------------------------------------------


def show_totals(results: Results) -> None:
    """The four large figures with their basis."""
    figures = list(_figures(results.summary.totals, results.law))
    longest = max(len(amount) for _, amount, _ in figures)
    cells = "".join(_figure(*figure) for figure in figures)
    st.html(f'<div class="answer portfolio-totals" style="--long: {longest}">{cells}</div>')


def _figures(totals: Totals, law: Law) -> Iterator[tuple[str, str, str]]:
    projects = count_text(totals.computed, "project")
    yield "All together, each year", money_text(totals.annual_award), basis_of(f"{_MOST}, {projects}", law)
    yield "Over their eligibility periods", money_text(totals.total_award), basis_of(f"{_MOST}, {projects}", law)
    jobs = count_text(totals.jobs, "new or retained job")
    yield "Projects with an award", f"{totals.earning:,} of {totals.rows:,}", basis_of(f"above 0; {jobs}", law)
    lost = "every row has a result" if not totals.refused else "cannot be used; the table says why"
    yield "Rows without a result", f"{totals.refused:,}", lost


def _figure(label: str, amount: str, basis: str) -> str:
    return (
        f'<div><span class="label">{html_text(label)}</span><span class="amount">{html_text(amount)}</span>'
        f'<span class="basis">{html_text(basis)}</span></div>'
    )


# ---- charts ---------------------------------------------------------------------------------------------------------


def show_charts(results: Results) -> None:
    """How awards spread, what binds, by place and by size, and each project as a point."""
    summary, law = results.summary, results.law
    left, right = st.columns(2, gap="medium")
    with left:
        _show_awards(summary, law)
    with right:
        _show_rules(summary, law)
    by = _chosen_place()
    left, right = st.columns(2, gap="medium")
    with left:
        _show_places(by, summary, law)
    with right:
        _show_sizes(summary, law)
    _show_points(results)


def _show_awards(summary: Summary, law: Law) -> None:
    groups = spread_of(summary.awards)
    show_chart(
        award_bars(summary.awards, award_finding(summary.totals)),
        title=award_finding(summary.totals),
        key="portfolio_awards",
        alt=group_description("Projects by their award of a year", groups, award_band),
        table=group_table("Award of a year", groups, award_band),
        file_name="projects-by-award",
        law=law,
    )


def _show_rules(summary: Summary, law: Law) -> None:
    finding = rule_finding(summary.rules, summary.totals)
    show_chart(
        rule_bars(summary.rules, finding),
        title=finding,
        key="portfolio_rules",
        alt=group_description("Projects by the rule that binds", summary.rules, rule_title),
        table=group_table("What binds", summary.rules, rule_title),
        file_name="projects-by-binding-rule",
        law=law,
    )


def _chosen_place() -> str:
    options = ("county", "municipality")
    kept = state.bound("portfolio_by", "county", options)
    return st.segmented_control("Places by", options, format_func=str.capitalize, required=True, **kept) or "county"


def _show_places(by: str, summary: Summary, law: Law) -> None:
    groups = summary.counties if by == "county" else summary.municipalities
    finding = place_finding(by, groups, summary.totals)
    show_chart(
        place_bars(groups, finding),
        title=finding,
        key="portfolio_places",
        alt=group_description(f"Awards of a year by {by}", groups, place_name),
        table=group_table(by.capitalize(), groups, place_name),
        file_name=f"awards-by-{by}",
        law=law,
    )


def _show_sizes(summary: Summary, law: Law) -> None:
    groups = spread_of(summary.sizes)
    show_chart(
        size_bars(summary.sizes, size_finding(summary.sizes)),
        title=size_finding(summary.sizes),
        key="portfolio_sizes",
        alt=group_description("Awards of a year by the number of jobs", groups, size_band),
        table=group_table("Jobs", groups, size_band),
        file_name="awards-by-size",
        law=law,
    )


def _show_points(results: Results) -> None:
    points = spread(results.frame, _MOST_POINTS)
    finding = point_finding(points, results.summary.totals)
    show_chart(
        points_figure(points, finding),
        title=finding,
        key="portfolio_points",
        alt=point_description(points),
        table=point_table(points),
        file_name="awards-and-jobs",
        law=results.law,
        on_click=_choose_point,
    )
    st.html('<p class="why">Choose a point to see its row below.</p>')


def _choose_point(point: ChartPoint) -> None:
    _choose(int(point.detail))


def _choose(row: int) -> None:
    found = portfolio()
    if found is not None:
        found.row = row


# ---- the table ------------------------------------------------------------------------------------------------------


def show_rows(found: Portfolio, results: Results) -> None:
    """The rows, a hundred at a time, and the one that was chosen."""
    find, order, page = st.columns([3, 2, 1], gap="medium")
    with find:
        wanted = st.text_input("Find a name or municipality", key="portfolio_find")
    with order:
        by = st.selectbox("Order", list(_ORDERS), format_func=_ORDERS.__getitem__, key="portfolio_order")
    rows = _ordered(_matching(results.frame, wanted), by)
    with page:
        shown = _page_of(rows)
    _show_grid(shown, len(rows), results)
    _show_chosen(found, results)


def _matching(frame: pd.DataFrame, wanted: str) -> pd.DataFrame:
    if not wanted.strip():
        return frame
    held = pd.Series(False, index=frame.index)
    for name in ("name", "municipality"):
        if name in frame.columns:
            held |= frame[name].astype("str").str.contains(wanted.strip(), case=False, regex=False, na=False)
    return frame[held]


def _ordered(frame: pd.DataFrame, by: str) -> pd.DataFrame:
    if by == "largest":
        return frame.sort_values("annual_award", ascending=False, kind="stable", na_position="last")
    if by == "problems":
        return frame.sort_values("annual_award", key=lambda column: column.notna(), kind="stable")
    return frame


def _page_of(rows: pd.DataFrame) -> pd.DataFrame:
    starts = range(0, max(len(rows), 1), _ON_A_PAGE)
    page = st.number_input(f"Page of {len(starts):,}", 1, len(starts), key=f"portfolio_page_{len(starts)}")
    start = starts[int(page) - 1]
    return rows.iloc[start : start + _ON_A_PAGE]


def _show_grid(shown: pd.DataFrame, of: int, results: Results) -> None:
    if not len(shown):
        st.html('<p class="why">No row holds these words; try fewer of them.</p>')
        return
    note = f", {law_note(results.law)}" if law_note(results.law) else ""
    words = f"{len(shown):,} of {count_text(of, 'row')}; awards are the {_MOST}{note}. Tick a row to look at it."
    st.html(f'<p class="why">{html_text(words)}</p>')
    key = f"portfolio_rows_{shown.index[0]}_{len(shown)}"
    grid = _grid(shown)
    st.dataframe(
        grid,
        key=key,
        height=420,
        hide_index=True,
        on_select=_choose_ticked,
        selection_mode="single-row",
        column_config=_columns(grid),
        alt=words,
    )
    st.session_state[_SHOWN] = (key, [int(row) for row in shown.index])


_SHOWN = "portfolio.shown"
_DOLLARS: Final = ("Each year", "Over the period")
_JOBS: Final = ("New jobs", "Retained jobs")
_LETTER: Final = 6.2
"""About how wide a letter of the grid is, in pixels, rather too wide."""


def _columns(grid: pd.DataFrame) -> dict[str, Any]:
    """How the columns are written: jobs by thousands, whole dollars without cents, names as wide as they need."""
    longest = max(len(str(name)) for name in grid.get("Project", [""]))
    return {
        "Row": st.column_config.NumberColumn(width=60, format="%,d"),
        "Project": st.column_config.TextColumn(width=int(min(max(_LETTER * longest + 20, 120), 340))),
        "Why there is no result": st.column_config.TextColumn(width=600),
        **{name: st.column_config.NumberColumn(format=_dollar_form(grid[name])) for name in _DOLLARS},
        **{name: st.column_config.NumberColumn(format="%,d") for name in _JOBS if _is_whole(grid, name)},
    }


def _dollar_form(amounts: pd.Series[Any]) -> str:
    """With cents only where some amount of the column has them."""
    return "$%,d" if (amounts.dropna() % 1 == 0).all() else "$%,.2f"


def _is_whole(grid: pd.DataFrame, name: str) -> bool:
    return name in grid.columns and pd.api.types.is_integer_dtype(grid[name])


def _grid(shown: pd.DataFrame) -> pd.DataFrame:
    """The columns worth reading, in words; why there is no result only where some row has none."""
    columns: dict[str, Any] = {"Row": [int(row) for row in shown.index]}
    facts = {"name": "Project", "municipality": "Municipality", "county": "County"}
    facts |= {"new_jobs": "New jobs", "retained_jobs": "Retained jobs"}
    columns |= {title: _fact_cells(shown[name]) for name, title in facts.items() if name in shown.columns}
    columns["Each year"] = shown["annual_award"].tolist()
    columns["Over the period"] = shown["total_award"].tolist()
    columns["What binds"] = ["" if pd.isna(rule) else rule_title(rule) for rule in shown["binding"]]
    if shown["annual_award"].isna().any():
        columns["Why there is no result"] = [str(words)[:500] for words in shown["problems"]]
    return pd.DataFrame(columns)


def _fact_cells(cells: pd.Series[Any]) -> list[Any]:
    """Cells as the file has them, as numbers where all of them are whole."""
    texts = ["" if pd.isna(cell) else str(cell) for cell in cells]
    return [int(text) for text in texts] if all(text.isdecimal() and len(text) < 16 for text in texts) else texts


def _choose_ticked() -> None:
    key, rows = st.session_state[_SHOWN]
    ticked = st.session_state[key]["selection"]["rows"]
    if ticked:
        _choose(rows[ticked[0]])


# ---- one row --------------------------------------------------------------------------------------------------------


def _show_chosen(found: Portfolio, results: Results) -> None:
    """One row of the file, by its number, and the way to open it in Explore."""
    number, words = st.columns([1, 4], gap="medium", vertical_alignment="bottom")
    if found.row is None:
        found.row = int(_ordered(results.frame, "largest").index[0])
    with number:
        key = state.control("portfolio_row", found.row)
        first, last = int(results.frame.index[0]), int(results.frame.index[-1])
        st.number_input("Row of the file", first, last, step=1, key=key, on_change=_keep_row, args=(key,))
    with words:
        _show_row(found.row, results)


def _keep_row(key: str) -> None:
    if state.is_entry("portfolio_row", key):
        _choose(int(st.session_state[key]))


def _show_row(row: int, results: Results) -> None:
    if row not in results.frame.index:
        st.html(f'<p class="why">Row {row:,} of the file was blank or could not be read.</p>')
        return
    opened = scenario_at(results.frame, row)
    if not isinstance(opened, Scenario):
        reasons = html_text(str(results.frame.loc[row, "problems"]))
        st.html(f'<p class="refused">Row {row:,} has no result: {reasons}</p>')
        return
    with st.container(horizontal=True, gap="medium", vertical_alignment="center", key="portfolio_chosen"):
        st.html(
            f"<p>{html_text(_row_words(opened, results.frame.loc[[row]].iloc[0], results.law))}</p>", width="content"
        )
        st.button("Open in Explore", key="portfolio_open", on_click=_open, args=(opened, results.law))


def _row_words(scenario: Scenario, award: pd.Series[Any], law: Law) -> str:
    amount = money_text(Decimal(str(award["annual_award"])))
    name = scenario.name or "Unnamed project"
    return f"{name}: {amount} a year, {basis_of(_MOST, law)}. What binds: {rule_title(award['binding'])}."


def _open(scenario: Scenario, law: Law) -> None:
    state.load(scenario, law)
    st.session_state[_OPENED] = True


def go_to_opened() -> None:
    """Go to Explore if a row was opened there in this run; for the top of the page."""
    if st.session_state.pop(_OPENED, False):
        st.switch_page("pages/explore.py", query_params=state.query())


# ---- files ----------------------------------------------------------------------------------------------------------


def show_files(found: Portfolio, results: Results) -> None:
    """The results as files, made when they are asked for."""
    st.html(f'<p class="why">{html_text(_files_words(results.files))}</p>')
    stem = f"{file_stem(found.name.rsplit('.', 1)[0])}-results{_law_suffix(results.law)}"
    with st.container(horizontal=True, gap="small"):
        for kind in _offered(results.files):
            st.download_button(
                _file_label(kind, results.files),
                _maker(results.frame, kind),
                f"{stem}.{kind}",
                _FILES[kind][1],
                key=f"portfolio_results_{kind}",
                on_click="ignore",
                disabled=kind == "xlsx" and bool(results.files.no_workbook),
            )


def _offered(files: Files) -> list[Format]:
    """The formats, first the one to take: Parquet where the results as CSV could not be given here again."""
    return sorted(_FILES, key=lambda kind: kind != "parquet") if files.is_csv_too_large else list(_FILES)


def _file_label(kind: Format, files: Files) -> str:
    size = f" ({size_text(files.sizes[kind])})" if kind in files.sizes else ""
    return f"Results as {_FILES[kind][0]}{size}"


def _files_words(files: Files) -> str:
    """What the files hold, and what to mind where the table is large."""
    words = ["Every fact, every amount of the award sheet, what binds, the problems, and the law on every line."]
    if files.no_workbook:
        words.append(files.no_workbook)
    if files.is_csv_too_large:
        most = most_megabytes()
        words.append(
            f"Take Parquet to give the results here again: it holds the same rows and columns. As CSV they are "
            f"{size_text(files.sizes['csv'])}, and an upload may have {most} MB; the command line reads any size."
        )
    return " ".join(words)


def _law_suffix(law: Law) -> str:
    if not law_note(law):
        return ""
    return "-other-readings" if law.is_current else "-not-current-law"


def _maker(frame: pd.DataFrame, kind: Format) -> Any:
    return lambda: table_bytes(frame, kind)
