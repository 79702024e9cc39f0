"""Ratings as games end, and all over again: both count the stored games in the order of their ends, so both agree.

A game that ended earlier than one which is counted already may come later, from another process or after a crash; then
what came after it is taken back and counted again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, func, select

from mergemaker.people.ratings import NEWCOMER, Skill, pools_of, rate_game
from mergemaker.store import Store, results_store
from mergemaker.store.accounts_store import AccountsStore
from mergemaker.store.results_store import StoredGame, StoredRating, StoredStep
from mergemaker.tables.history.archive import rebuilt
from mergemaker.tables.history.game_results import game_result

log = logging.getLogger("mergemaker.people")

LOCK = 7317  # of PostgreSQL, so that one process counts at a time
BATCH = 20


async def count_games(store: Store) -> int:
    """Brings the ratings up to the games that have ended. Returns how many were counted."""
    return await store.write(lambda connection: _count(connection, lock=not store.is_sqlite))


def _count(connection: Connection, *, lock: bool) -> int:
    if lock:
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    waiting = results_store.uncounted(connection)
    if waiting and results_store.take_back_after(connection, waiting[0].finished, waiting[0].table_id):
        waiting = results_store.uncounted(connection)
    for game in waiting:
        _count_game(connection, game)
    return len(waiting)


def _count_game(connection: Connection, game: StoredGame) -> None:
    seats = results_store.seats_of(connection, game.table_id)
    people = [seat.player for seat in seats if seat.player is not None and seat.level is None]
    steps = []
    found = results_store.ratings_of(connection, people, (*pools_of(game), "bots"))
    known = {(one.pool, one.player): one for one in found}
    for pool in pools_of(game):
        before = dict(_before(people, pool, game, known))
        for player, skill in rate_game(seats, before).items():
            played = known[pool, player].games if (pool, player) in known else 0
            step = StoredStep(
                pool, player, game.table_id, game.finished, skill.skill, skill.uncertainty, before[player].skill
            )
            steps.append(step)
            results_store.keep_rating(
                connection,
                StoredRating(pool, player, skill.skill, skill.uncertainty, played + 1, game.finished),
            )
    results_store.keep_steps(connection, game, steps)


def _before(
    people: list[str], pool: str, game: StoredGame, known: Mapping[tuple[str, str], StoredRating]
) -> Iterator[tuple[str, Skill]]:
    """Everybody's skill before a game: a newcomer to a pool begins where the next wider one has put them."""
    for player in people:
        here = known.get((pool, player))
        if here is not None:
            yield player, Skill(here.skill, here.uncertainty)
            continue
        wider = known.get((game.pool, player)) or known.get(("bots", player))
        yield player, Skill(wider.skill if wider else NEWCOMER)


async def note_results(store: Store, *, again: bool = False) -> int:
    """Notes what finished games came to that are not noted, or with `again` all of them; how many there were."""
    if again:
        await store.write(results_store.drop_games)
    accounts, noted = AccountsStore(store), 0
    skipped: set[str] = set()
    while True:
        found = await store.read(
            lambda connection: results_store.finished_tables(connection, unnoted=True, limit=BATCH + len(skipped))
        )
        tables = [table for table in found if table not in skipped][:BATCH]
        if not tables:
            break
        for table in tables:
            if not await _note(store, accounts, table):
                skipped.add(table)  # damaged, or without a result: `mergemaker db check` says which
            noted += 1
        await asyncio.sleep(0)
    return noted - len(skipped)


async def _note(store: Store, accounts: AccountsStore, table: str) -> bool:
    archived = await store.whole(table)
    if archived is None:
        return False
    players = [seat.player for seat in archived.seats if seat.player]
    bots = {one.player for one in (await accounts.accounts_of(players)).values() if one.kind == "bot"}
    try:
        found = await asyncio.to_thread(lambda: game_result(rebuilt(archived), bots))
    except Exception:
        log.warning("a finished game can't be played again", extra={"table": table})
        return False
    if found is None:
        return False
    await store.write(lambda connection: results_store.keep_game(connection, *found))
    return True


async def rerate(store: Store) -> tuple[int, int]:
    """Makes every result and every rating again from the stored games; how many games, and how many of them rated."""
    games = await note_results(store, again=True)
    await store.write(results_store.drop_ratings)
    return games, await count_games(store)
