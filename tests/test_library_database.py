"""The database behind the library: its address, its schema, what happens when it is busy, lost or not there."""

import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy
from sqlalchemy import Connection

from credit_core.library import (
    DEFAULT_FILE,
    Library,
    LibraryBusy,
    LibraryNewer,
    LibraryUnavailable,
    close_engines,
)
from credit_core.library.database import Database
from credit_core.library.schema import STEPS, upgrade
from tests.libraries import DATABASES, camden, fresh_url, newark
from tests.postgres import free_port

ROOT = Path(__file__).parents[1]


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_url(request.param, tmp_path, request) as address:
        yield address


@pytest.fixture
def postgres(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_url("postgresql", tmp_path, request) as address:
        yield address


def engine_of(url: str) -> sqlalchemy.Engine:
    return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)


# ---- address ---------------------------------------------------------------------------------------------------------


def test_the_default_file_is_in_a_folder_that_git_ignores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDIT_DB_URL", raising=False)
    assert Library().label == str(DEFAULT_FILE) == str(ROOT / "data" / "library.sqlite3")
    assert "/data/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_nothing_is_made_before_the_first_use(tmp_path: Path) -> None:
    made = tmp_path / "deep" / "folder" / "library.sqlite3"
    code = f"import credit_core.library as l; l.Library('sqlite:///{made}')"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    assert not made.parent.exists()
    assert Library(f"sqlite:///{made}").search().total == 0
    assert made.exists()


def test_the_variable_names_the_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CREDIT_DB_URL", f" sqlite:///{tmp_path}/one.sqlite3 ")
    Library().add(camden(), "Plant")
    assert Library(f"sqlite:///{tmp_path}/one.sqlite3").search().total == 1
    monkeypatch.setenv("CREDIT_DB_URL", "postgres://u:secret@host/d")
    assert Library().label == "postgresql+psycopg://u:***@host/d"
    monkeypatch.setenv("CREDIT_DB_URL", "")
    assert Library().label == str(DEFAULT_FILE)


@pytest.mark.parametrize(
    "address", ["nonsense", "mysql://u:secret@h/d", "sqlite://", "sqlite:///:memory:", "sqlite:///file:x?uri=true",
                "postgresql://u:secret@h:port/d"],
)  # fmt: skip
def test_an_address_that_cannot_be_used_says_what_to_set(address: str) -> None:
    with pytest.raises(LibraryUnavailable, match="Set CREDIT_DB_URL to sqlite:////folder") as caught:
        Library(address)
    assert "secret" not in str(caught.value)


# ---- not there -------------------------------------------------------------------------------------------------------


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    library = Library(f"postgresql://u:secret@127.0.0.1:{free_port()}/d")
    with pytest.raises(
        LibraryUnavailable, match="Check that the server runs and that CREDIT_DB_URL names it"
    ) as caught:
        library.search()
    assert "secret" not in str(caught.value)
    assert "127.0.0.1" in str(caught.value)


def test_a_file_that_is_no_library_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are notes, and no database at all. " * 50)
    with pytest.raises(LibraryUnavailable, match=r"notes.txt is no SQLite file; move it away, or name another file"):
        Library(f"sqlite:///{file}").add(camden(), "Plant")
    assert file.read_text().startswith("These are notes")


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(LibraryUnavailable, match="folder cannot be opened; check that its folder is there"):
        Library(f"sqlite:///{tmp_path}/folder").search()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryUnavailable, match=r"The folder of the library, .*/file/sub, cannot be made"):
        Library(f"sqlite:///{tmp_path}/file/sub/library.sqlite3").search()


def test_a_file_that_is_taken_away_is_said_and_no_new_library_is_begun(tmp_path: Path) -> None:
    file, away = tmp_path / "library.sqlite3", tmp_path / "away.sqlite3"
    library = Library(f"sqlite:///{file}")
    saved = library.add(camden(), "Before")
    file.rename(away)
    for use in (library.search, lambda: library.add(camden(), "After"), Library(f"sqlite:///{file}").search):
        with pytest.raises(LibraryUnavailable, match=r"library.sqlite3, is gone: .* Put the file or a copy of it back"):
            use()
    assert not file.exists()
    away.rename(file)
    assert [entry.id for entry in library.search().entries] == [saved.id]


def test_a_folder_that_is_taken_away_is_not_made_anew(tmp_path: Path) -> None:
    library = Library(f"sqlite:///{tmp_path}/folder/library.sqlite3")
    library.add(camden(), "Before")
    (tmp_path / "folder").rename(tmp_path / "away")
    with pytest.raises(LibraryUnavailable, match="is gone"):
        library.search()
    assert not (tmp_path / "folder").exists()


def test_a_program_that_starts_again_begins_a_new_library(tmp_path: Path) -> None:
    library = Library(f"sqlite:///{tmp_path}/library.sqlite3")
    library.add(camden(), "Before")
    for file in tmp_path.iterdir():
        file.unlink()
    close_engines()
    saved = library.add(camden(), "After")
    assert [entry.id for entry in library.search().entries] == [saved.id]


def test_a_lost_connection_is_opened_again(postgres: str) -> None:
    named = sqlalchemy.make_url(postgres).update_query_dict({"application_name": "lost"})
    library = Library(named.render_as_string(hide_password=False))
    library.add(camden(), "Before")
    cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'"
    with engine_of(postgres).connect() as connection:
        assert connection.execute(sqlalchemy.text(cut)).scalars().all() == [True]
    assert library.add(camden(), "After").version == 1


def test_a_connection_lost_in_the_middle_of_a_save_says_to_look(postgres: str) -> None:
    Library(postgres).search()

    def broken(connection: Connection) -> None:
        connection.execute(sqlalchemy.text("select pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(LibraryUnavailable, match="may or may not be saved: look at its history"):
        Database(postgres).write(broken)
    assert Library(postgres).search().total == 0


# ---- busy ------------------------------------------------------------------------------------------------------------


class _Lock(NamedTuple):
    begin: str
    lock: str


LOCKS = {
    "sqlite": _Lock("BEGIN IMMEDIATE", "select 1"),
    "postgresql": _Lock("BEGIN", "lock table credit_item in exclusive mode"),
}


def test_a_busy_library_can_be_read_and_says_so_to_a_writer_in_the_end(url: str) -> None:
    library = Library(url, patience=0.1)
    saved = library.add(camden(), "Plant")
    engine = engine_of(url)
    lock = LOCKS[engine.dialect.name]
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for statement in lock:
            connection.exec_driver_sql(statement)
        with pytest.raises(LibraryBusy, match=r"busy for too long\. Nothing was saved; try again in a moment"):
            library.save(saved.id, 1, name="Works")
        assert library.open(saved.id).name == "Plant"
        connection.exec_driver_sql("ROLLBACK")
    assert library.save(saved.id, 1, name="Works").version == 2


def test_a_writer_waits_for_another_and_then_saves(url: str) -> None:
    library = Library(url)
    saved = library.add(camden(), "Plant")
    engine = engine_of(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection, ThreadPoolExecutor(1) as pool:
        for statement in LOCKS[engine.dialect.name]:
            connection.exec_driver_sql(statement)
        waiting = pool.submit(library.save, saved.id, 1, name="Works")
        with pytest.raises(TimeoutError):
            waiting.result(timeout=3)  # longer than one attempt waits
        connection.exec_driver_sql("ROLLBACK")
        assert waiting.result(timeout=20).version == 2


def test_a_deadlock_is_tried_again(postgres: str) -> None:
    library = Library(postgres)
    one, two = library.add(camden(), "One"), library.add(camden(), "Two")
    both_hold_one = threading.Barrier(2)
    attempts: list[str] = []

    def rename(first: str, second: str) -> None:
        statement = sqlalchemy.text("update credit_item set description = description || 'x' where id = :id")

        def work(connection: Connection) -> None:
            attempts.append(first)
            connection.execute(statement, {"id": first})
            if len(attempts) <= 2:
                both_hold_one.wait(timeout=10)
            connection.execute(statement, {"id": second})

        Database(postgres).write(work)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(rename, one.id, two.id), pool.submit(rename, two.id, one.id)]:
            done.result(timeout=30)
    assert len(attempts) == 3
    assert [library.search(name).entries[0].description for name in ("One", "Two")] == ["xx", "xx"]


# ---- schema ----------------------------------------------------------------------------------------------------------


def _add_colour(connection: Connection) -> None:
    connection.exec_driver_sql("alter table credit_item add column colour text not null default 'none'")


def test_an_older_library_is_brought_up_to_date_and_keeps_everything(url: str) -> None:
    saved = Library(url).add(camden(), "Plant")
    engine = engine_of(url)
    for _ in range(2):  # the second time there is nothing to do
        with engine.begin() as connection:
            upgrade(connection, (*STEPS, _add_colour))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select id, colour from credit_item").all() == [(saved.id, "none")]
        assert connection.exec_driver_sql("select schema_version from credit_library").all() == [(len(STEPS) + 1,)]


def test_a_newer_library_is_left_alone(url: str) -> None:
    library = Library(url)
    library.add(camden(), "Plant")
    engine = engine_of(url)
    with engine.begin() as connection:
        upgrade(connection, (*STEPS, _add_colour))
    message = re.escape(f"written by a newer release (schema version {len(STEPS) + 1}; this one knows {len(STEPS)})")
    for use in (lambda: library.search(), lambda: library.add(newark(), "Another"), lambda: library.export()):
        with pytest.raises(LibraryNewer, match=message):
            use()
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select count(*) from credit_item").scalar_one() == 1


def test_a_step_that_fails_leaves_the_library_as_it_was(url: str) -> None:
    Library(url).add(camden(), "Plant")

    def failing(connection: Connection) -> None:
        _add_colour(connection)
        raise ValueError("the step ends half way")

    def upgrading(connection: Connection) -> None:
        upgrade(connection, (*STEPS, failing))

    with pytest.raises(ValueError, match="half way"):
        Database(url).write(upgrading)
    with pytest.raises(sqlalchemy.exc.DBAPIError, match="colour"), engine_of(url).connect() as connection:
        connection.exec_driver_sql("select colour from credit_item")
    assert Library(url).search().total == 1


def test_a_library_survives_the_loss_of_power_as_far_as_it_can_be_told(tmp_path: Path) -> None:
    seen: list[tuple[str, int]] = []

    def look(connection: Connection) -> None:
        pragmas = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("journal_mode", "synchronous")
        ]
        seen.append((str(pragmas[0]), int(pragmas[1])))

    Database(f"sqlite:///{tmp_path}/library.sqlite3").write(look)
    assert seen == [("wal", 2)]  # 2 is FULL: a commit is on the disk before it is acknowledged


def test_a_library_that_another_program_opened_is_read_with_plain_tools(tmp_path: Path) -> None:
    saved = Library(f"sqlite:///{tmp_path}/library.sqlite3").add(camden(), "Plant")
    close_engines()
    connection = sqlite3.connect(tmp_path / "library.sqlite3")
    assert connection.execute("select name from credit_item where id = ?", (saved.id,)).fetchall() == [("Plant",)]
    connection.close()
