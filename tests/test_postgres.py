"""The tests of the library run against a real PostgreSQL server; this one says early when there is none."""

import sqlalchemy


def test_the_private_server_answers(postgres_url: str) -> None:
    engine = sqlalchemy.create_engine(postgres_url)
    with engine.connect() as connection:
        answer = connection.execute(sqlalchemy.text("select 'Camden ' || 42")).scalar_one()
    engine.dispose()
    assert answer == "Camden 42"
