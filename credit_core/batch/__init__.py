"""Many projects at once: the law compiled, frames of any size, files, streams and clusters."""

from credit_core.batch._check import Checked, check_columns
from credit_core.batch._columns import Columns
from credit_core.batch._frames import evaluate_compiled, evaluate_frame, in_dollars
from credit_core.batch._kernel import Sheets, annual_awards, award_sheets, compiled_pays, is_ready, warm_up
from credit_core.batch._read import FILES, UPLOADS, Format, Limits, Opened, Table, open_table, read_table
from credit_core.batch._report import Finding, Report, check_frame, list_problems, scenario_at, suggest_columns
from credit_core.batch._rows import FRAME_COLUMNS, column_problems, evaluate_rows, rows, scenario_of
from credit_core.batch._stream import LAW_COLUMN, Summary, batch_file, evaluate_batches, with_awards, without_results
from credit_core.batch._write import Writer, format_of, table_bytes, workbook_problem, write_table, writer

__all__ = [
    "FILES",
    "FRAME_COLUMNS",
    "LAW_COLUMN",
    "UPLOADS",
    "Checked",
    "Columns",
    "Finding",
    "Format",
    "Limits",
    "Opened",
    "Report",
    "Sheets",
    "Summary",
    "Table",
    "Writer",
    "annual_awards",
    "award_sheets",
    "batch_file",
    "check_columns",
    "check_frame",
    "column_problems",
    "compiled_pays",
    "evaluate_batches",
    "evaluate_compiled",
    "evaluate_frame",
    "evaluate_rows",
    "format_of",
    "in_dollars",
    "is_ready",
    "list_problems",
    "open_table",
    "read_table",
    "rows",
    "scenario_at",
    "scenario_of",
    "suggest_columns",
    "table_bytes",
    "warm_up",
    "with_awards",
    "without_results",
    "workbook_problem",
    "write_table",
    "writer",
]
