"""Live tables on an SQLite database of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from mergemaker.tables.live_tables import LiveTables
from quick_tables import quick_live_tables


@pytest_asyncio.fixture
async def live_tables(tmp_path: Path) -> AsyncIterator[LiveTables]:
    async with quick_live_tables(tmp_path) as live_tables:
        yield live_tables
