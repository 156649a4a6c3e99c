"""``python -m credit_core``: see ``credit_core.cli``."""

from credit_core.cli import main

if __name__ == "__main__":
    main(prog_name="python -m credit_core")
