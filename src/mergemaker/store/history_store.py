"""Queries over many finished games: one person's list and sums, leaderboards, records."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, case, exists, func, not_, select

from mergemaker.store.databases.row_queries import row_of
from mergemaker.store.databases.text_search import contains_in_any_case
from mergemaker.store.results_store import StoredGame, StoredGameSeat, StoredRating, StoredStep
from mergemaker.store.schemas import schema
from mergemaker.store.schemas.people_schema import accounts
from mergemaker.store.schemas.results_schema import game_seats, games, rating_steps, ratings
from mergemaker.store.schemas.review_schema import seat_reviews

LATEST = 2000  # games that somebody's sums are made of


class Wanted(NamedTuple):
    """Which of one's finished games are wanted."""

    edition: str | None = None
    players: int | None = None
    opponent: str | None = None
    result: str | None = None  # won, lost
    rated: bool | None = None
    cleared: bool | None = False  # None: whether or not they were put away
    before: int | None = None


class FoundGame(NamedTuple):
    """A finished game of somebody's, with their own seat, their own name for it and what a review came to."""

    game: StoredGame
    seat: StoredGameSeat
    label: str
    put_away: bool
    review: str | None


def finished_of(connection: Connection, player: str, wanted: Wanted, limit: int) -> list[FoundGame]:
    """Somebody's finished games that are wanted, the latest first."""
    mine = game_seats
    own = and_(schema.seats.c.table_id == mine.c.table_id, schema.seats.c.seat == mine.c.seat)
    seen = and_(seat_reviews.c.table_id == mine.c.table_id, seat_reviews.c.seat == mine.c.seat)
    joined = mine.join(games, games.c.table_id == mine.c.table_id).join(schema.seats, own).outerjoin(seat_reviews, seen)
    query = (
        select(games, mine, schema.seats.c.label, schema.seats.c.put_away, seat_reviews.c.body)
        .select_from(joined)
        .where(_wanted(player, wanted))
        .order_by(mine.c.finished.desc(), mine.c.table_id)
        .limit(limit)
    )
    if wanted.before is not None:
        query = query.where(mine.c.finished < wanted.before)
    return [
        FoundGame(
            row_of(StoredGame, games, row),
            row_of(StoredGameSeat, mine, row, len(games.c)),
            *row[len(games.c) + len(mine.c) :],
        )
        for row in connection.execute(query)
    ]


def count_finished(connection: Connection, player: str, wanted: Wanted) -> int:
    """How many there are in all."""
    mine = game_seats
    own = and_(schema.seats.c.table_id == mine.c.table_id, schema.seats.c.seat == mine.c.seat)
    query = select(func.count()).select_from(mine.join(schema.seats, own)).where(_wanted(player, wanted))
    return int(connection.execute(query).scalar_one())


def _wanted(player: str, wanted: Wanted) -> Any:
    mine = game_seats.c
    tests = [mine.player == player]
    if wanted.cleared is not None:
        tests.append(schema.seats.c.put_away.is_(wanted.cleared))
    if wanted.edition:
        tests.append(mine.edition == wanted.edition)
    if wanted.players:
        tests.append(mine.players == wanted.players)
    if wanted.result:
        tests.append(_won(mine) if wanted.result == "won" else not_(_won(mine)))
    if wanted.rated is not None:
        tests.append(mine.pool != "" if wanted.rated else mine.pool == "")
    if wanted.opponent:
        other = game_seats.alias()
        named = contains_in_any_case(other.c.name, wanted.opponent)
        tests.append(exists().where(other.c.table_id == mine.table_id, other.c.seat != mine.seat, named))
    return and_(*tests)


def _won(seat: Any) -> Any:
    """Whether a seat's owner has won (`StoredGameSeat.won`)."""
    return and_(seat.place == 1, seat.gone.is_(False))


def editions_of(connection: Connection, player: str) -> list[str]:
    """The editions that somebody has finished games of."""
    query = select(game_seats.c.edition).where(game_seats.c.player == player).distinct()
    return sorted(str(found) for found in connection.execute(query).scalars())


def seats_in(connection: Connection, tables: Sequence[str]) -> dict[str, list[StoredGameSeat]]:
    """Everybody's seats in some finished games."""
    found: dict[str, list[StoredGameSeat]] = {}
    query = select(game_seats).where(game_seats.c.table_id.in_(tables)).order_by(game_seats.c.seat)
    for row in connection.execute(query):
        seat = row_of(StoredGameSeat, game_seats, row)
        found.setdefault(seat.table_id, []).append(seat)
    return found


def steps_in(connection: Connection, player: str, tables: Sequence[str]) -> list[StoredStep]:
    """What some games did to somebody's ratings."""
    mine = and_(rating_steps.c.player == player, rating_steps.c.table_id.in_(tables))
    return [row_of(StoredStep, rating_steps, row) for row in connection.execute(select(rating_steps).where(mine))]


def curve_of(connection: Connection, player: str, pool: str, limit: int) -> list[StoredStep]:
    """Somebody's rating after each of their latest games in a pool, the oldest first."""
    mine = and_(rating_steps.c.player == player, rating_steps.c.pool == pool)
    query = select(rating_steps).where(mine).order_by(rating_steps.c.finished.desc(), rating_steps.c.table_id.desc())
    found = [row_of(StoredStep, rating_steps, row) for row in connection.execute(query.limit(limit))]
    return found[::-1]


def seats_played(connection: Connection, player: str) -> list[StoredGameSeat]:
    """Somebody's seats in their latest finished games, the latest first."""
    query = select(game_seats).where(game_seats.c.player == player)
    query = query.order_by(game_seats.c.finished.desc(), game_seats.c.table_id).limit(LATEST)
    return [row_of(StoredGameSeat, game_seats, row) for row in connection.execute(query)]


def games_and_wins(connection: Connection, player: str) -> tuple[int, int]:
    """How many games somebody has finished, and won."""
    won = func.coalesce(func.sum(case((_won(game_seats.c), 1), else_=0)), 0)
    found = connection.execute(select(func.count(), won).where(game_seats.c.player == player)).one()
    return int(found[0]), int(found[1])


def opponents_of(
    connection: Connection, player: str, limit: int, shown: Collection[str] | None
) -> list[tuple[str | None, str | None, str, int, int, int]]:
    """With whom somebody has played most: player, level, name, games, how often ahead and behind.

    Those whose profile is not among the `shown` are left out; None: nobody is.
    """
    mine, other = game_seats, game_seats.alias()
    ahead = func.sum(case((mine.c.place < other.c.place, 1), else_=0))
    behind = func.sum(case((mine.c.place > other.c.place, 1), else_=0))
    same = and_(other.c.table_id == mine.c.table_id, other.c.seat != mine.c.seat)
    hidden = []
    if shown is not None:
        hidden = [~exists().where(accounts.c.player == other.c.player, accounts.c.shown.not_in(shown))]
    query = (
        select(other.c.player, other.c.level, func.max(other.c.name), func.count(), ahead, behind)
        .select_from(mine.join(other, same))
        .where(mine.c.player == player, *hidden)
        .group_by(other.c.player, other.c.level)
        .order_by(func.count().desc(), func.max(other.c.name))
        .limit(limit)
    )
    return [tuple(row) for row in connection.execute(query)]


def best_rated(
    connection: Connection, pool: str, least: int, unsure: float, shown: Sequence[str], limit: int
) -> list[tuple[StoredRating, str, str]]:
    """The best in a pool who have played enough, with their handles and kinds."""
    known = and_(ratings.c.pool == pool, ratings.c.games >= least, ratings.c.uncertainty <= unsure)
    query = (
        select(ratings, accounts.c.handle, accounts.c.kind)
        .join(accounts, accounts.c.player == ratings.c.player)
        .where(known, accounts.c.shown.in_(shown))
        .order_by(ratings.c.skill.desc(), ratings.c.player)
        .limit(limit)
    )
    return [
        (row_of(StoredRating, ratings, row), row._mapping[accounts.c.handle], row._mapping[accounts.c.kind])
        for row in connection.execute(query)
    ]


def most_gained(
    connection: Connection, pool: str, since: int, shown: Sequence[str], limit: int
) -> list[tuple[str, float, int]]:
    """Who gained most in a pool since a time: player, gain, games."""
    gain = func.sum(rating_steps.c.skill - rating_steps.c.before).label("gain")
    # Summed up before anybody is looked for, since there are many more games than people.
    gained = (
        select(rating_steps.c.player, gain, func.count().label("games"))
        .where(rating_steps.c.pool == pool, rating_steps.c.finished >= since)
        .group_by(rating_steps.c.player)
        .subquery()
    )
    query = (
        select(gained.c.player, gained.c.gain, gained.c.games)
        .join(accounts, accounts.c.player == gained.c.player)
        .where(accounts.c.shown.in_(shown))
        .order_by(gained.c.gain.desc(), gained.c.player)
        .limit(limit)
    )
    return [(str(player), float(more), int(count)) for player, more, count in connection.execute(query)]


def pools_there(connection: Connection, least: int) -> list[str]:
    """The pools that somebody has a rating in from so many games at least."""
    query = select(ratings.c.pool).where(ratings.c.games >= least).distinct()
    return sorted(str(found) for found in connection.execute(query).scalars())


def record_games(connection: Connection, column: str, descending: bool, limit: int) -> list[StoredGame]:
    """The public games with people in them, at their end too, that have the most, or the least, of something."""
    person = exists().where(
        game_seats.c.table_id == games.c.table_id,
        game_seats.c.player.is_not(None),
        game_seats.c.bot.is_(False),
        game_seats.c.gone.is_(False),
    )
    order = games.c[column].desc() if descending else games.c[column]
    query = select(games).where(games.c.public.is_(True), person).order_by(order, games.c.finished).limit(limit)
    return [row_of(StoredGame, games, row) for row in connection.execute(query)]


def reviewed_public(connection: Connection, limit: int) -> list[tuple[StoredGame, int, str]]:
    """The latest public games that have been reviewed: game, seat, what the review came to for it."""
    query = (
        select(games, seat_reviews.c.seat, seat_reviews.c.body)
        .join(seat_reviews, seat_reviews.c.table_id == games.c.table_id)
        .where(games.c.public.is_(True))
        .order_by(games.c.finished.desc())
        .limit(limit)
    )
    return [
        (row_of(StoredGame, games, row), row._mapping[seat_reviews.c.seat], row._mapping[seat_reviews.c.body])
        for row in connection.execute(query)
    ]


def accounts_named(connection: Connection, players: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The handles and kinds of some accounts."""
    query = select(accounts.c.player, accounts.c.handle, accounts.c.kind).where(accounts.c.player.in_(players))
    return {str(player): (str(handle), str(kind)) for player, handle, kind in connection.execute(query)}
