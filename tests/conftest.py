"""What every test may ask for."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import throwaway_postgres

# Properties are about what holds, not about how fast a busy machine is: no example has a time limit.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def library_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the pages that the tests run away from the library of whoever runs them."""
    os.environ.setdefault("CREDIT_DB_URL", f"sqlite:///{tmp_path_factory.mktemp('library') / 'library.sqlite3'}")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Address of an empty PostgreSQL database: the one named by CREDIT_TEST_POSTGRES_URL, or one of our own.

    A test leaves it as it found it. Where no server can be started the test fails and says what to install.
    """
    given = os.environ.get("CREDIT_TEST_POSTGRES_URL")
    if given:
        yield given
        return
    with throwaway_postgres() as url:
        yield url
