"""The database behind the library: its address, one engine for each, transactions that are tried again, plain errors.

SQLite writes are serialised by BEGIN IMMEDIATE and survive a killed process (write-ahead log, full synchronisation);
PostgreSQL runs at its default isolation, where a save is one conditional update. What passes (a lock, a deadlock, a
serialization failure) is tried again until the patience is over, and then has a name.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import NullPool

from credit_core.library.errors import LibraryBusy, LibraryError, LibraryUnavailable
from credit_core.library.schema import STEPS, check_not_newer, schema_version, upgrade

__all__ = ["DEFAULT_FILE", "Database", "address_of", "close_engines"]

_T = TypeVar("_T")
_Work = Callable[[Connection], _T]

DEFAULT_FILE = Path(__file__).parents[2] / "data" / "library.sqlite3"
"""The SQLite file that is used where CREDIT_DB_URL names no database; made at the first use."""

_VARIABLE = "CREDIT_DB_URL"
_LOCK_WAIT = 2.0  # seconds that one attempt waits for a lock
_CONNECT_WAIT = 5  # seconds to reach a server
_PAUSES = (0.005, 0.1)  # seconds between attempts, at random, so that writers do not march in step
_WRITES = "credit_writes"

_ENGINES: dict[tuple[int, str], Engine] = {}
_ENGINES_LOCK = threading.Lock()
_OPENED: set[str] = set()
"""The SQLite files in which this process has read or written a library: one of them that is gone is not made anew."""


def address_of(url: str | None = None) -> URL:
    """The address of the library: the one given, or CREDIT_DB_URL's, or the default file's.

    Raises:
        LibraryUnavailable: It is no address of an SQLite file or a PostgreSQL database.
    """
    given = url or os.environ.get(_VARIABLE, "").strip()
    if not given:
        return URL.create("sqlite", database=str(DEFAULT_FILE))
    try:
        address = make_url(given)
    except (ArgumentError, ValueError):
        # What was given may hold a password, and is not repeated.
        raise LibraryUnavailable(f"The address of the library cannot be read. {_HOW_TO_NAME}") from None
    return _supported(address)


_HOW_TO_NAME = (
    f"Set {_VARIABLE} to sqlite:////folder/file.sqlite3 or to postgresql://user:password@host/database, "
    "or leave it unset to use the default file."
)


def _supported(address: URL) -> URL:
    name = address.get_backend_name()
    if name in ("postgres", "postgresql"):
        return address.set(drivername="postgresql+psycopg")
    if name != "sqlite":
        raise LibraryUnavailable(f'The library cannot be kept in "{name}". {_HOW_TO_NAME}')
    database = address.database or ""
    if database in ("", ":memory:") or database.startswith("file:"):
        raise LibraryUnavailable(f"The address of the library names no file to keep it in. {_HOW_TO_NAME}")
    return address.set(drivername="sqlite")


def close_engines() -> None:
    """Close every connection that is kept open; the next use opens new ones, and makes a file that is not there."""
    with _ENGINES_LOCK:
        for engine in _ENGINES.values():
            engine.dispose()
        _ENGINES.clear()
        _OPENED.clear()


def _engine(address: URL) -> Engine:
    # A process that was forked must not use its parent's connections.
    key = (os.getpid(), address.render_as_string(hide_password=False))
    with _ENGINES_LOCK:
        if key not in _ENGINES:
            _ENGINES[key] = _sqlite(address) if address.get_backend_name() == "sqlite" else _postgres(address)
        return _ENGINES[key]


def _sqlite(address: URL) -> Engine:
    # A connection for each use costs a millisecond and never writes to a file that was replaced meanwhile.
    engine = create_engine(address, poolclass=NullPool, connect_args={"timeout": _LOCK_WAIT})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, see _begin_sqlite
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgres(address: URL) -> Engine:
    wait = {} if "connect_timeout" in address.query else {"connect_timeout": _CONNECT_WAIT}
    engine = create_engine(address, pool_pre_ping=True, pool_timeout=_LOCK_WAIT, connect_args=wait)
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _begin_postgres(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{int(_LOCK_WAIT * 1000)}ms'")


class Database:
    """One database. It holds no connection: it may be kept, shared between threads and made anew at will."""

    def __init__(self, url: str | None = None, *, patience: float = 20.0) -> None:
        """Take the address as ``address_of`` does; ``patience`` is how many seconds to try while others write."""
        self._address = address_of(url)
        self._patience = patience
        is_file = self._address.get_backend_name() == "sqlite"
        self._file = str(self._address.database) if is_file else None

    @property
    def label(self) -> str:
        """The address as it may be shown: without a password."""
        return self._file or self._address.render_as_string(hide_password=True)

    def read(self, work: _Work[_T]) -> _T:
        """Run ``work`` in a transaction that only reads."""
        return self._persist(lambda: self._attempt(work, writes=False))

    def write(self, work: _Work[_T]) -> _T:
        """Run ``work`` in a transaction that writes: all of it or nothing. It may be run several times."""
        return self._persist(lambda: self._attempt(work, writes=True))

    def _attempt(self, work: _Work[_T], *, writes: bool) -> _T:
        self._check_still_there()
        self._make_folder()
        with _engine(self._address).connect() as connection:
            prepared = connection.execution_options(**{_WRITES: writes})
            with prepared.begin():
                done = schema_version(prepared)
                check_not_newer(done, len(STEPS))
                if done == len(STEPS):
                    if self._file is not None:
                        _OPENED.add(self._file)
                    return work(prepared)
        raise _OutdatedError

    def _check_still_there(self) -> None:
        if self._file is not None and self._file in _OPENED and not Path(self._file).exists():
            raise LibraryUnavailable(
                f"The file of the library, {self._file}, is gone: it was removed or moved while it was in use. Nothing "
                "was saved. Put the file or a copy of it back; or start this program again to begin an empty library."
            )

    def _upgrade(self) -> None:
        with _engine(self._address).connect() as connection:
            prepared = connection.execution_options(**{_WRITES: True})
            with prepared.begin():
                upgrade(prepared)

    def _make_folder(self) -> None:
        if self._file is None:
            return
        folder = Path(self._file).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            words = f"The folder of the library, {folder}, cannot be made ({error.strerror}). {_HOW_TO_NAME}"
            raise LibraryUnavailable(words) from error

    def _persist(self, attempt: Callable[[], _T]) -> _T:
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return self._with_tables(attempt)
            except SQLAlchemyError as error:
                trouble = _diagnose(error, self.label)
                if not trouble.passes or time.monotonic() > deadline:
                    raise trouble.named from error
            time.sleep(random.uniform(*_PAUSES))

    def _with_tables(self, attempt: Callable[[], _T]) -> _T:
        try:
            return attempt()
        except _OutdatedError:
            self._upgrade()
        except DBAPIError as error:
            if not _lacks_table(error):
                raise
            self._upgrade()
        return attempt()


class _OutdatedError(Exception):
    """The library is there, and lacks a step of the schema."""


class _Trouble(NamedTuple):
    """What the database complained of: whether it passes by itself, and what to say in the end."""

    passes: bool
    named: LibraryError


_SQLITE_PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_SQLITE_TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
# Serialization failure, deadlock, lock not available.
_POSTGRES_PASSING = {"40001", "40P01", "55P03"}
# A server that refuses a connection gives words and no code.
_NOT_NOW = ("too many clients", "remaining connection slots", "starting up")
_TAKEN = "23505"
_NO_SUCH_TABLE = "42P01"

_SQLITE_REASONS = {
    sqlite3.SQLITE_READONLY: "may not be written to; give this program the right to write the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder is there and may be written to",
    sqlite3.SQLITE_NOTADB: "is no SQLite file; move it away, or name another file in CREDIT_DB_URL",
    sqlite3.SQLITE_CORRUPT: "is damaged; move it away and go on with a copy, or import an export of the library",
    sqlite3.SQLITE_FULL: "has no room left on its disk; make room and save again",
    sqlite3.SQLITE_PERM: "may not be opened; give this program the right to read and write it",
    sqlite3.SQLITE_IOERR: "cannot be read or written by the system; check its disk",
}


def _sqlite_code(error: DBAPIError) -> int:
    # The lowest byte is the kind of error, the rest its variant.
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & 0xFF


def _sqlstate(error: DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", None) or "")


def _lacks_table(error: DBAPIError) -> bool:
    return _sqlstate(error) == _NO_SUCH_TABLE or "no such table" in str(error.orig)


def _diagnose(error: SQLAlchemyError, label: str) -> _Trouble:
    if isinstance(error, PoolTimeout) or (isinstance(error, DBAPIError) and _is_passing(error)):
        words = f"Others have kept the library ({label}) busy for too long. Nothing was saved; try again in a moment."
        return _Trouble(True, LibraryBusy(words))
    return _Trouble(False, LibraryUnavailable(_reason(error, label)))


def _is_passing(error: DBAPIError) -> bool:
    if isinstance(error, IntegrityError):
        return _lost_a_race(error)
    if not _sqlstate(error) and any(words in str(error.orig) for words in _NOT_NOW):
        return True
    return _sqlite_code(error) in _SQLITE_PASSING or _sqlstate(error) in _POSTGRES_PASSING


def _lost_a_race(error: IntegrityError) -> bool:
    """Whether another took the identifier or the name in the same moment; the next attempt sees that."""
    code = getattr(error.orig, "sqlite_errorcode", 0)
    return code in _SQLITE_TAKEN or _sqlstate(error) == _TAKEN


def _reason(error: SQLAlchemyError, label: str) -> str:
    orig = getattr(error, "orig", None)
    said = (str(orig or error).strip().splitlines() or [""])[0]
    if isinstance(orig, sqlite3.Error):
        known = _SQLITE_REASONS.get(int(getattr(orig, "sqlite_errorcode", 0)) & 0xFF)
        return f"The library {label} {known or 'cannot be used'} (SQLite says: {said})."
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return (
            f"The connection to the library ({label}) was lost. What was being saved may or may not be saved: look "
            f"at its history before you save it again. (The database says: {said})"
        )
    return (
        f"The library's database ({label}) cannot be used. Check that the server runs and that {_VARIABLE} names "
        f"it rightly. (The database says: {said})"
    )
