"""Reading and writing what finished games came to, and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, and_, func, or_, select, update

from mergemaker.store.databases.row_queries import row_of
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.results_schema import game_seats, games, rating_steps, ratings


class StoredGame(Struct, kw_only=True):
    """A finished game. `pool` is empty where it is not rated."""

    table_id: str
    finished: int
    title: str
    edition: str
    family: str
    players: int
    kind: str
    pool: str
    counted: bool = False
    public: bool
    turns: int
    margin: int
    best: int
    chain: str
    chain_size: int


class StoredGameSeat(Struct, kw_only=True):
    """How a finished game came out for one seat."""

    table_id: str
    seat: int
    player: str | None
    name: str
    level: str | None
    bot: bool
    place: int
    money: int
    gone: bool
    finished: int
    edition: str
    players: int
    pool: str
    bought: str

    @property
    def rank(self) -> int:
        """The place that counts for a rating: whoever left is behind those who stayed."""
        return self.place + (100 if self.gone else 0)

    @property
    def won(self) -> bool:
        """Whether its owner has won; what a bot wins for somebody who has left is nobody's."""
        return self.place == 1 and not self.gone


class StoredStep(Struct, frozen=True):
    """A rating after a game."""

    pool: str
    player: str
    table_id: str
    finished: int
    skill: float
    uncertainty: float
    before: float


class StoredRating(Struct, frozen=True):
    """A rating as it is now."""

    pool: str
    player: str
    skill: float
    uncertainty: float
    games: int
    last: int


def keep_game(connection: Connection, game: StoredGame, seats: Iterable[StoredGameSeat]) -> None:
    """Notes what a game came to, in place of what was noted before."""
    drop_games(connection, [game.table_id])
    connection.execute(games.insert().values(**msgspec.structs.asdict(game)))
    connection.execute(game_seats.insert(), [msgspec.structs.asdict(seat) for seat in seats])


def drop_games(connection: Connection, tables: Sequence[str] | None = None) -> None:
    """Forgets what games came to: these, or all."""
    for table in (games, game_seats):
        which = table.delete()
        connection.execute(which if tables is None else which.where(table.c.table_id.in_(tables)))


def finished_tables(connection: Connection, *, unnoted: bool, limit: int | None = None) -> list[str]:
    """The ids of finished tables in the order of their ends; with `unnoted`, those whose results are not there."""
    tables = schema.tables
    query = select(tables.c.id).where(tables.c.status == "finished").order_by(tables.c.finished, tables.c.id)
    if unnoted:
        known = select(games.c.table_id).where(games.c.table_id == tables.c.id)
        query = query.where(~known.exists())
    return [str(found) for found in connection.execute(query.limit(limit)).scalars()]


def uncounted(connection: Connection) -> list[StoredGame]:
    """The rated games that are not in the ratings yet, in the order of their ends."""
    which = and_(games.c.pool != "", games.c.counted.is_(False))
    query = select(games).where(which).order_by(games.c.finished, games.c.table_id)
    return [row_of(StoredGame, games, row) for row in connection.execute(query)]


def take_back_after(connection: Connection, finished: int, table: str) -> bool:
    """Takes back what games that ended after a certain one did to ratings. Returns whether there was any."""
    later = _after(rating_steps, finished, table)
    touched = connection.execute(select(rating_steps.c.pool, rating_steps.c.player).where(later).distinct()).all()
    if not touched:
        return False
    connection.execute(rating_steps.delete().where(later))
    again = and_(_after(games, finished, table), games.c.pool != "")
    connection.execute(update(games).where(again).values(counted=False))
    for pool, player in touched:
        mine = and_(rating_steps.c.pool == pool, rating_steps.c.player == player)
        last = connection.execute(
            select(rating_steps)
            .where(mine)
            .order_by(rating_steps.c.finished.desc(), rating_steps.c.table_id.desc())
            .limit(1)
        ).first()
        count = connection.execute(select(func.count()).select_from(rating_steps).where(mine)).scalar_one()
        connection.execute(ratings.delete().where(ratings.c.pool == pool, ratings.c.player == player))
        if last is not None:
            step = row_of(StoredStep, rating_steps, last)
            keep_rating(connection, StoredRating(pool, player, step.skill, step.uncertainty, int(count), step.finished))
    return True


def _after(table: Any, finished: int, name: str) -> Any:
    return or_(table.c.finished > finished, and_(table.c.finished == finished, table.c.table_id > name))


def seats_of(connection: Connection, table: str) -> list[StoredGameSeat]:
    """How a game came out, seat by seat."""
    query = select(game_seats).where(game_seats.c.table_id == table).order_by(game_seats.c.seat)
    return [row_of(StoredGameSeat, game_seats, row) for row in connection.execute(query)]


def ratings_of(
    connection: Connection, players: Iterable[str], pools: Iterable[str] | None = None
) -> list[StoredRating]:
    """The ratings of some players, in some pools or in all."""
    query = select(ratings).where(ratings.c.player.in_(list(players)))
    if pools is not None:
        query = query.where(ratings.c.pool.in_(list(pools)))
    return [row_of(StoredRating, ratings, row) for row in connection.execute(query.order_by(ratings.c.pool))]


def keep_rating(connection: Connection, rating: StoredRating) -> None:
    """A player's rating in a pool, in place of the one before."""
    connection.execute(ratings.delete().where(ratings.c.pool == rating.pool, ratings.c.player == rating.player))
    connection.execute(ratings.insert().values(**msgspec.structs.asdict(rating)))


def keep_steps(connection: Connection, game: StoredGame, steps: Sequence[StoredStep]) -> None:
    """What a game did to ratings, and that it has."""
    if steps:
        connection.execute(rating_steps.insert(), [msgspec.structs.asdict(step) for step in steps])
    connection.execute(update(games).where(games.c.table_id == game.table_id).values(counted=True))


def drop_ratings(connection: Connection) -> None:
    """Forgets all ratings, as if no game had been counted."""
    connection.execute(rating_steps.delete())
    connection.execute(ratings.delete())
    connection.execute(update(games).values(counted=False))
