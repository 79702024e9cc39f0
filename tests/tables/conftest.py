"""A club on an SQLite database of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from clubs import a_club
from mergemaker.tables.club import Club


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path) as club:
        yield club
