"""Many projects at once: the law compiled, frames of any size, files, streams and clusters."""

from credit_core.batch._columns import Columns
from credit_core.batch._kernel import Sheets, annual_awards, award_sheets, is_ready, warm_up

__all__ = ["Columns", "Sheets", "annual_awards", "award_sheets", "is_ready", "warm_up"]
