"""A private PostgreSQL for the tests of this folder, where one can be started."""

from collections.abc import Iterator

import pytest

from databases import Postgres, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from postgres_server()
