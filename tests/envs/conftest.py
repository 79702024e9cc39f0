"""What the tests of the environments share."""

from __future__ import annotations

import pytest

from mergemaker.rules.editions.edition import Edition, names

# Every edition with every number of players, and a short list of telling ones.
TABLES = [(name, players) for name in names() for players in range(2, 7) if Edition.named(name).allows(players)]
SOME_TABLES = [("1962", 4), ("1999", 2), ("2023-classic", 4), ("2023-tycoon", 3), ("online", 6), ("tournament", 5)]


@pytest.fixture(params=SOME_TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def some_table(request: pytest.FixtureRequest) -> tuple[str, int]:
    """An edition and a number of players."""
    table: tuple[str, int] = request.param
    return table


@pytest.fixture
def some_tables() -> list[tuple[str, int]]:
    """All of these together."""
    return SOME_TABLES
