"""The command line: ``python -m credit_core``. One module reads what was given, one writes, one holds the commands."""

from credit_core.cli._commands import main

__all__ = ["main"]
