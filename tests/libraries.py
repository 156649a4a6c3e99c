"""Empty libraries for the tests: SQLite files, and PostgreSQL schemas that are thrown away."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
import sqlalchemy

from credit_core import Law, Scenario
from credit_core.library import Candidate, close_engines

__all__ = ["DATABASES", "a_bill", "camden", "fresh_url", "newark"]

DATABASES = ["sqlite", "postgresql"]


@contextmanager
def fresh_url(database: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Give the address of an empty library, and leave nothing of it behind."""
    try:
        if database == "sqlite":
            yield f"sqlite:///{folder / 'library.sqlite3'}"
        else:
            with _schema(request.getfixturevalue("postgres_url")) as url:
                yield url
    finally:
        close_engines()


@contextmanager
def _schema(server: str) -> Iterator[str]:
    """Make a schema of our own: the server may be shared, with people's data or with other test runs."""
    name = f"library_{secrets.token_hex(6)}"
    engine = sqlalchemy.create_engine(server, isolation_level="AUTOCOMMIT", poolclass=sqlalchemy.NullPool)
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text(f"CREATE SCHEMA {name}"))
        try:
            address = sqlalchemy.make_url(server).update_query_dict({"options": f"-csearch_path={name}"})
            yield address.render_as_string(hide_password=False)
        finally:
            close_engines()
            connection.execute(sqlalchemy.text(f"DROP SCHEMA {name} CASCADE"))


def a_bill() -> Law:
    return Law.current().amend({"base.b1a": 6000, "gross_limit.d1": None}).read(partial_steps="proportional")


def camden(jobs: int = 300) -> Candidate:
    facts = {"growth_zone": True, "municipal_rehabilitation": True, "capital_investment": Decimal("1250000.50")}
    return Candidate(Scenario(new_jobs=jobs, municipality="Camden", county="Camden", name="Plant", **facts))


def newark(law: Law | None = None) -> Candidate:
    scenario = Scenario(new_jobs=300, municipality="Newark", county="Essex", urban_transit_hub_municipality=True)
    return Candidate(scenario, law or Law.current())
