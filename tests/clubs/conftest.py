"""Servers for the tests of this folder."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from quick_tables import QuickBotPool
from servers import Served, served


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        yield server
