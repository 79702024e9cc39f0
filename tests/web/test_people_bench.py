"""The database that `mergemaker bench server` measures the pages of people on: every page answers."""

import os
from pathlib import Path

from mergemaker.bench import people_bench
from quick_tables import QuickBotPool
from servers import served


async def test_every_page_answers_on_a_database_that_was_filled(tmp_path: Path):
    file = tmp_path / "games.sqlite3"
    await people_bench.fill(str(file), lambda _: None, accounts=300, games=40)
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        figures = [figure async for figure in people_bench.people_figures(server.port, os.getpid(), lambda _: None)]
    assert len(figures) == 18
    assert all(
        figure.value for figure in figures if "processor" not in figure.what
    )  # counted in hundredths of a second
