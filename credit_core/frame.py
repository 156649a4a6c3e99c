"""Many scenarios at once in a pandas frame: facts columns in, award columns out, one row an award or its problems."""

from credit_core.batch import FRAME_COLUMNS, evaluate_frame

__all__ = ["FRAME_COLUMNS", "evaluate_frame"]
