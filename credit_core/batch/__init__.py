"""Many projects at once: the law compiled, frames of any size, files, streams and clusters."""

from credit_core.batch._columns import Columns
from credit_core.batch._frames import evaluate_compiled
from credit_core.batch._kernel import Sheets, annual_awards, award_sheets, is_ready, warm_up
from credit_core.batch._rows import FRAME_COLUMNS, evaluate_rows

__all__ = [
    "FRAME_COLUMNS",
    "Columns",
    "Sheets",
    "annual_awards",
    "award_sheets",
    "evaluate_compiled",
    "evaluate_rows",
    "is_ready",
    "warm_up",
]
