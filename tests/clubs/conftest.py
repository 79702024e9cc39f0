"""Servers and stores for the tests of this folder; a private PostgreSQL where one can be started."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from databases import Postgres, postgres_server
from quick_tables import QuickBotPool
from servers import Served, served


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    yield from postgres_server()


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        yield server
