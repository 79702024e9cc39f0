"""Every test of the store runs on SQLite and, where one can be started, on PostgreSQL."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from databases import Postgres, postgres_server, sqlite_url
from mergemaker.store import Store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from postgres_server()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: Any, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()
