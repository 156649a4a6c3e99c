"""A private PostgreSQL server for one test run: started in a temporary folder, thrown away afterwards."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

__all__ = ["free_port", "throwaway_postgres"]

MISSING = (
    "The library's tests need a PostgreSQL server: install Debian's package `postgresql`, or name a running "
    "server's empty database in CREDIT_TEST_POSTGRES_URL (postgresql+psycopg://user:password@host/database)."
)
UNPRIVILEGED = (
    "PostgreSQL refuses to run as root, and there is no user `postgres` to run it as: install Debian's "
    "package `postgresql`, which brings one, or run the tests as another user than root."
)
# A cluster that lives for a minute need not survive a loss of power.
HASTE = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@contextmanager
def throwaway_postgres() -> Iterator[str]:
    """Start a server of our own and give the address of its database, as SQLAlchemy writes it."""
    folder = Path(tempfile.mkdtemp(prefix="credit-postgres-"))
    try:
        port = free_port()
        _create(folder)
        _run(folder, "pg_ctl", "start", "-w", "-t", "60", "-l", "log", "-o", _options(folder, port))
        try:
            yield f"postgresql+psycopg://credit@127.0.0.1:{port}/postgres"
        finally:
            _run(folder, "pg_ctl", "stop", "-w", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """Ask the system for a port that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _create(folder: Path) -> None:
    owner = _owner()
    if owner:
        shutil.chown(folder, owner)
    _run(folder, "initdb", "-A", "trust", "-U", "credit", "-E", "UTF8", "--locale=C", "--no-sync")


def _options(folder: Path, port: int) -> str:
    return f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 {HASTE}"


def _run(folder: Path, tool: str, *arguments: str) -> None:
    # Not captured through a pipe: the server would inherit it, and reading would wait for the server's end.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            [_tool(tool), "-D", str(folder / "data"), *arguments],
            cwd=folder,
            user=_owner(),
            group=_owner(),
            extra_groups=[] if _owner() else None,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            check=False,
        )
        output.seek(0)
        if done.returncode:
            raise RuntimeError(f"{tool} failed:\n{output.read()}{_log(folder)}")


def _log(folder: Path) -> str:
    log = folder / "log"
    return log.read_text("utf-8", errors="replace") if log.exists() else ""


def _owner() -> str | None:
    """Give the user to run the server as, or None for ourselves."""
    if os.geteuid() != 0:
        return None
    if "postgres" not in _users():
        raise RuntimeError(UNPRIVILEGED)
    return "postgres"


def _users() -> Sequence[str]:
    return [line.split(":")[0] for line in Path("/etc/passwd").read_text("utf-8").splitlines()]


def _tool(name: str) -> str:
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(beside[-1]) if beside else shutil.which(name)
    if not found:
        raise RuntimeError(MISSING)
    return found
