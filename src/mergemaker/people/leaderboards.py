"""Leaderboards by kind and period, and the hall of records: from stored games, as the caller may see people."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection

from mergemaker.people.histories import MAIN, game_seats, handles_of, pool_title
from mergemaker.people.history_forms import Anchor, HallOfRecords, Leaderboard, Period, PoolListed, Ranked, RecordGame
from mergemaker.people.ratings import (
    ANCHORS,
    ENOUGH_GAMES,
    FEWEST_GAMES,
    POINTS,
    PROVISIONAL,
    give_or_take,
    nearest_bot,
    points,
)
from mergemaker.rules.words.phrases import counted
from mergemaker.store import history_store, results_store
from mergemaker.store.results_store import StoredGame, StoredRating
from mergemaker.tables.edition_pages import edition_title

LENGTH = 50
RECORDS = 5
REVIEWED = 500  # games whose reviews are looked through for luck
DAY = 24 * 3600 * 1000
_PERIODS: dict[str, int] = {"year": 365 * DAY, "month": 30 * DAY, "week": 7 * DAY}


def leaderboard(connection: Connection, pool: str, period: Period, shown: Sequence[str], now: int) -> Leaderboard:
    """The best of a pool, over all time by rating, over a period by what they gained in it."""
    narrow = [one for one in history_store.pools_there(connection, ENOUGH_GAMES) if "/" in one]
    pools = tuple(PoolListed(one, pool_title(one)) for one in (*MAIN, *narrow))
    least = ENOUGH_GAMES if "/" in pool else FEWEST_GAMES
    ranked: list[tuple[StoredRating, str, str, int | None]]
    if period == "all":
        best = history_store.best_rated(connection, pool, least, (PROVISIONAL + 0.5) / POINTS, shown, LENGTH)
        ranked = [(rating, handle, kind, None) for rating, handle, kind in best]
    else:
        gained = history_store.most_gained(connection, pool, now - _PERIODS[period], shown, LENGTH)
        players = [player for player, _, _ in gained]
        ratings = {one.player: one for one in results_store.ratings_of(connection, players, [pool])}
        named = history_store.accounts_named(connection, players)
        ranked = [
            (ratings[player], *named[player], round(POINTS * gain))
            for player, gain, _ in gained
            if player in ratings and player in named
        ]
    lines = tuple(
        Ranked(
            rank=rank,
            handle=handle,
            bot=kind == "bot",
            you=False,
            points=points(rating.skill),
            give_or_take=give_or_take(rating.uncertainty),
            games=rating.games,
            gain=gain,
            nearest=nearest_bot(rating.skill),
        )
        for rank, (rating, handle, kind, gain) in enumerate(ranked, 1)
    )
    anchors = tuple(Anchor(level, points(skill)) for level, skill in ANCHORS.items())
    return Leaderboard(pool, period, lines, anchors, pools)


def hall_of_records(connection: Connection, shown: Collection[str]) -> HallOfRecords:
    """The games that stand out."""

    def best(column: str, descending: bool, told: str) -> tuple[RecordGame, ...]:
        found = history_store.record_games(connection, column, descending, RECORDS)
        return _records(connection, [(game, getattr(game, column), _told(told, game)) for game in found], shown)

    return HallOfRecords(
        largest_win=best("margin", True, "margin"),
        closest=best("margin", False, "margin"),
        longest_chain=best("chain_size", True, "chain"),
        richest=best("best", True, "best"),
        luckiest=_luckiest(connection, shown),
    )


def _told(what: str, game: StoredGame) -> str:
    if what == "chain":
        return f"{game.chain}, {counted(game.chain_size, 'tile')}"
    money = game.margin if what == "margin" else game.best
    return "shared victory" if what == "margin" and not money else f"${money:,}"


def _luckiest(connection: Connection, shown: Collection[str]) -> tuple[RecordGame, ...]:
    """The seats whose own draws brought them most, as reviews tell it: in points of their chance to win."""
    found = []
    for game, seat, body in history_store.reviewed_public(connection, REVIEWED):
        luck = float(msgspec.json.decode(body).get("account", {}).get("own_luck", 0))
        if luck > 0:
            found.append((game, luck, seat))
    best = sorted(found, key=lambda one: -one[1])[:RECORDS]
    seats = history_store.seats_in(connection, [game.table_id for game, _, _ in best])
    names = {(one.table_id, one.seat): one.name for group in seats.values() for one in group}
    told = [(game, luck, f"+{luck * 100:.0f} % for {names.get((game.table_id, seat))}") for game, luck, seat in best]
    return _records(connection, told, shown)


def _records(
    connection: Connection, found: Sequence[tuple[StoredGame, float, str]], shown: Collection[str]
) -> tuple[RecordGame, ...]:
    seats = history_store.seats_in(connection, [game.table_id for game, _, _ in found])
    handles = handles_of(connection, [seat.player for group in seats.values() for seat in group], shown)
    return tuple(
        RecordGame(
            game.table_id,
            game.title,
            game.edition,
            edition_title(game.edition),
            game.finished,
            value,
            told,
            game_seats(seats.get(game.table_id, ()), handles),
        )
        for game, value, told in found
    )
