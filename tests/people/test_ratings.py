"""Ratings: from stored games alone, the same on any day; bots hold the scale in place; leaving counts."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import pytest
import pytest_asyncio
from sqlalchemy import select, update

from mergemaker.people.rater import count_games, rerate
from mergemaker.people.ratings import ANCHORS, Skill, is_provisional, points, rate_game
from mergemaker.store.results_store import StoredGameSeat
from mergemaker.store.schemas import results_schema
from mergemaker.tables import table_actions, table_setup
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import Join, NewTable
from mergemaker.tables.protocol.messages import Clock, Level
from mergemaker.tables.protocol.refusals import Refusal
from people_at_tables import QUICK_CLOCK, play_to_the_end, rated_table, with_account
from quick_tables import play_on, quick_live_tables


@pytest_asyncio.fixture
async def live_tables(tmp_path: Path) -> AsyncIterator[LiveTables]:
    async with quick_live_tables(tmp_path) as live_tables:
        for handle in ("Anna", "Bobby", "Carla", "Dora"):
            await with_account(live_tables, handle)
        yield live_tables


async def all_of(live_tables: LiveTables, table: Any) -> list[Any]:
    return await live_tables.store.read(
        lambda connection: [
            tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))
        ]
    )


async def everything(live_tables: LiveTables) -> list[list[Any]]:
    tables = (results_schema.games, results_schema.game_seats, results_schema.rating_steps, results_schema.ratings)
    return [await all_of(live_tables, table) for table in tables]


async def test_a_season_has_the_same_ratings_however_and_whenever_they_are_made(live_tables: LiveTables):
    clock: Any = live_tables.now
    season: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("anna", "bobby"), {}),
        (("carla", "anna"), {"edition": "1999", "bots": ("clerk",)}),
        (("bobby", "carla"), {"clock": Clock("days", days=3)}),
        (("dora", "carla", "bobby", "anna"), {}),
    ]
    for number, (players, how) in enumerate(season):
        clock.pass_(60)
        await play_to_the_end(live_tables, await rated_table(live_tables, *players, **how), seed=number)
    await count_games(live_tables.store)
    kept = await everything(live_tables)
    pools = {row[0] for row in kept[3]}
    assert {"live", "turns", "bots"} <= pools
    assert any(pool.startswith("live/") and pool.endswith("/4") for pool in pools)
    assert not any(row[1] in ("clerk", None) for row in kept[3])

    assert await rerate(live_tables.store) == (4, 4)
    assert await everything(live_tables) == kept

    # A game that ended before others, and is heard of after them, leads to the same numbers.
    first = kept[0][0][0]
    games = results_schema.games

    def unheard(connection: Any) -> None:
        later = results_schema.rating_steps.c.table_id == first
        connection.execute(results_schema.rating_steps.delete().where(later))
        connection.execute(update(games).where(games.c.table_id == first).values(counted=False))

    await live_tables.store.write(unheard)
    assert await count_games(live_tables.store) >= 1
    assert await rerate(live_tables.store) == (4, 4)
    assert await everything(live_tables) == kept
    assert await count_games(live_tables.store) == 0


async def test_a_rated_table_has_a_clock_and_no_help_and_its_people_have_accounts(live_tables: LiveTables):
    with pytest.raises(Refusal, match="a clock"):
        await rated_table(live_tables, "anna", "bobby", clock=Clock())
    with pytest.raises(Refusal, match="an account"):
        await table_setup.new_table(
            live_tables, "guest", NewTable((None, None), name="G", rated=True, clock=QUICK_CLOCK)
        )
    three = NewTable((None, None, None), rated=True, clock=QUICK_CLOCK)
    live = await table_setup.new_table(live_tables, "anna", three)
    assert (live.row.hints, live.row.undo, live.row.rated) == (False, False, True)
    with pytest.raises(Refusal, match="an account"):
        await table_setup.join(live_tables, live, "guest", Join(name="Guest"))
    live = await rated_table(live_tables, "anna", "bobby")
    with pytest.raises(Refusal, match="no bot plays for you"):
        await table_actions.go_away(live_tables, live, "bobby")
    with pytest.raises(Refusal, match="nobody is removed"):
        await table_actions.remove(live_tables, live, "anna", 1)
    with pytest.raises(Refusal, match="no hints"):
        await table_actions.advise(live_tables, live, "anna", "x")


async def test_leaving_counts_as_coming_last(live_tables: LiveTables):
    live = await rated_table(live_tables, "anna", "bobby", "carla")
    await play_on(live_tables, live, lambda table: table.version > 20)
    await table_actions.resign(live_tables, live, "bobby")
    await play_to_the_end(live_tables, live)
    await count_games(live_tables.store)
    ratings = {row[1]: row[2] for row in await all_of(live_tables, results_schema.ratings) if row[0] == "live"}
    assert ratings["bobby"] == min(ratings.values())
    assert len(ratings) == 3


async def test_a_bot_with_an_account_is_rated_among_bots(live_tables: LiveTables):
    await with_account(live_tables, "Robby", kind="bot", owner="anna")
    live = await rated_table(live_tables, "anna", "robby")
    assert live.seats[1].name == "Robby (bot)"
    await play_to_the_end(live_tables, live)
    await count_games(live_tables.store)
    pools = {(row[0], row[1]) for row in await all_of(live_tables, results_schema.ratings) if "/" not in row[0]}
    assert pools == {("bots", "anna"), ("bots", "robby")}


def seat(at: int, place: int, player: str | None = None, level: str | None = None) -> StoredGameSeat:
    return StoredGameSeat(
        table_id="t", seat=at, player=player, name="", level=level, bot=level is not None, place=place, money=0,
        gone=False, finished=0, edition="", players=2, pool="bots", bought="{}",
    )  # fmt: skip


def test_the_bots_hold_the_scale_and_somebody_who_plays_like_a_broker_comes_to_1500():
    assert points(ANCHORS["broker"]) == 1500
    assert list(ANCHORS) == list(get_args(Level))
    assert set(ANCHORS) == set(get_args(Level))  # whoever can be seated can be measured by
    assert [points(skill) for skill in ANCHORS.values()] == sorted(points(skill) for skill in ANCHORS.values())
    known = {"ann": Skill()}
    assert is_provisional(known["ann"].uncertainty, 0)
    for game in range(120):  # every fourth game is won against three brokers
        places = [4, 4, 4, 1]
        mine = places[game % 4] if game % 4 == 3 else 2 + game % 4
        others = [place for place in (1, 2, 3, 4) if place != mine]
        table = [seat(0, mine, "ann"), *(seat(at, place, level="broker") for at, place in enumerate(others, 1))]
        known = rate_game(table, known)
    assert abs(points(known["ann"].skill) - 1500) < 80
    assert not is_provisional(known["ann"].uncertainty, 120)
