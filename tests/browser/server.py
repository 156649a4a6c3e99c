"""A real dashboard server for the browser tests, on a free port and with a library of its own."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.postgres import free_port

__all__ = ["ROOT", "Server", "serving"]

ROOT = Path(__file__).parents[2]
STARTS_WITHIN = 60  # seconds; about 2 on an idle machine
TROUBLE = ("Traceback (most recent call last)", "Uncaught app execution")


@dataclass(frozen=True)
class Server:
    """A running server: where it answers, and what it has written."""

    url: str
    log: Path

    def written(self, since: int = 0) -> str:
        """Give its output from a position on."""
        return self.log.read_text("utf-8", errors="replace")[since:]

    def trouble(self, since: int = 0) -> str:
        """Give its output from a position on if an exception is in it, else nothing."""
        text = self.written(since)
        return text if any(sign in text for sign in TROUBLE) else ""


@contextmanager
def serving(script: Path, folder: Path) -> Iterator[Server]:
    """Serve a script until the block ends; its library and its log are kept in the folder."""
    port = free_port()
    server = Server(f"http://127.0.0.1:{port}", folder / "server.log")
    with server.log.open("w", encoding="utf-8") as log:
        process = subprocess.Popen(_command(script, port), cwd=ROOT, env=_environment(folder), stdout=log, stderr=log)
    try:
        _wait(server, process)
        yield server
    finally:
        _end(process)


def _command(script: Path, port: int) -> list[str]:
    options = {"address": "127.0.0.1", "port": str(port), "headless": "true", "fileWatcherType": "none"}
    flags = [part for name, value in options.items() for part in (f"--server.{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", str(script), *flags]


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "CREDIT_DB_URL": f"sqlite:///{folder / 'library.sqlite3'}",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
    }


def _wait(server: Server, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while not _healthy(server):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the dashboard did not start:\n{server.written()}")
        time.sleep(0.1)


def _healthy(server: Server) -> bool:
    try:
        with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
