"""A back-up made while people play, restored into another database of either kind, and checked."""

from __future__ import annotations

import asyncio
import io
import random
from pathlib import Path
from typing import Any

import pytest

from databases import Postgres, sqlite_url
from mergemaker.store import Store, StoreError
from mergemaker.store.backup import back_up, restore
from mergemaker.store.schemas.schema import metadata
from mergemaker.tables.history.archive import check_all
from quick_tables import actions_now, people_at, play, quick_live_tables, whose_turn


def url_of(kind: str, folder: Path, request: Any) -> str:
    if kind == "sqlite":
        folder.mkdir()
        return sqlite_url(folder)
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.mark.parametrize(
    ("kind", "other"),
    [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "sqlite"), ("postgresql", "postgresql")],
)
async def test_a_back_up_under_load_is_whole_in_another_database(kind: str, other: str, tmp_path: Path, request: Any):
    url = url_of(kind, tmp_path / "one", request)
    async with quick_live_tables(tmp_path, url=url) as live_tables:
        lives = [await people_at(live_tables, "ann", "bob", "eve") for _ in range(3)]
        dice, stop = random.Random(3), asyncio.Event()
        key = await live_tables.store.cookie_key()
        played = 0

        async def keep_playing() -> None:
            nonlocal played
            while not stop.is_set():
                for live in lives:
                    if not live.over:
                        await play(live_tables, live, whose_turn(live), dice.choice(actions_now(live)))
                        played += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(keep_playing())
        while played < 30:
            await asyncio.sleep(0.005)
        file, reader = io.BytesIO(), await Store.open(url)
        counts = await back_up(reader, file)
        await reader.close()
        stop.set()
        await task
    assert counts["tables"] == 3
    assert counts["entries"] >= 30
    store = await Store.open(url_of(other, tmp_path / "two", request))
    try:
        file.seek(0)
        assert await restore(store, file) == counts
        findings = [finding async for finding in check_all(store)]
        assert {finding.trouble for finding in findings} == {""}
        assert sum(finding.actions for finding in findings) == counts["entries"]
        assert await store.cookie_key() == key
        file.seek(0)
        with pytest.raises(StoreError, match="not empty"):
            await restore(store, file)
        again = io.BytesIO()
        assert await back_up(store, again) == counts
    finally:
        await store.close()


async def test_a_damaged_back_up_changes_nothing(tmp_path: Path):
    async with quick_live_tables(tmp_path) as live_tables:
        await people_at(live_tables, "ann", "bob")
        file = io.BytesIO()
        await back_up(live_tables.store, file)
    whole = file.getvalue()
    (tmp_path / "two").mkdir()
    store = await Store.open(sqlite_url(tmp_path / "two"))
    try:
        for broken in (b"", b"nonsense", whole[: len(whole) // 2]):
            with pytest.raises(StoreError, match="back-up"):
                await restore(store, io.BytesIO(broken))
            assert await store.all_tables() == []
        assert set(await restore(store, io.BytesIO(whole))) == set(metadata.tables)
    finally:
        await store.close()
