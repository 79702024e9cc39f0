"""Reading and writing what people do with puzzles; each function works within one transaction of the store."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, and_, func, select

from mergemaker.store.databases.row_queries import struct_of
from mergemaker.store.room_store import replace_row
from mergemaker.store.schemas.puzzles_schema import (
    own_puzzles,
    puzzle_levels,
    puzzle_repeats,
    puzzle_solvers,
    puzzle_tries,
)

THOUSAND = 1000

LevelRow = tuple[float, float, int, int]  # a rating: skill, uncertainty, tries, how many of them were solved


class StoredTry(Struct, frozen=True):
    """A try at a puzzle."""

    player: str
    puzzle: str
    at: int
    verdict: str
    answer: str
    rated: bool
    skill: float
    daily: str | None = None


def _level(row: Row[Any]) -> LevelRow:
    return row.skill / THOUSAND, row.uncertainty / THOUSAND, row.tries, row.solved


def solver(connection: Connection, player: str) -> LevelRow | None:
    """Somebody's rating."""
    row = connection.execute(select(puzzle_solvers).where(puzzle_solvers.c.player == player)).first()
    return None if row is None else _level(row)


def levels(connection: Connection) -> dict[str, LevelRow]:
    """The ratings of all puzzles that have been tried."""
    return {row.puzzle: _level(row) for row in connection.execute(select(puzzle_levels))}


def last_tried(connection: Connection, player: str) -> dict[str, int]:
    """When somebody tried each puzzle last."""
    tries = puzzle_tries.c
    query = select(tries.puzzle, func.max(tries.at)).where(tries.player == player).group_by(tries.puzzle)
    return {row[0]: int(row[1]) for row in connection.execute(query)}


def repeats(connection: Connection, player: str) -> dict[str, tuple[int, int]]:
    """What comes again: stage and time, by puzzle."""
    query = select(puzzle_repeats).where(puzzle_repeats.c.player == player)
    return {row.puzzle: (row.stage, row.due) for row in connection.execute(query)}


def tries_of(connection: Connection, player: str, limit: int) -> list[StoredTry]:
    """Somebody's latest tries, the last one first."""
    tries = puzzle_tries.c
    rows = connection.execute(select(puzzle_tries).where(tries.player == player).order_by(tries.at.desc()).limit(limit))
    return [_try(row) for row in rows]


def tries_at(connection: Connection, player: str, puzzle: str) -> list[StoredTry]:
    """Somebody's tries at one puzzle, the first one first."""
    tries = puzzle_tries.c
    one = and_(tries.player == player, tries.puzzle == puzzle)
    return [_try(row) for row in connection.execute(select(puzzle_tries).where(one).order_by(tries.at))]


def _try(row: Row[Any]) -> StoredTry:
    found = struct_of(StoredTry, row)
    return msgspec.structs.replace(found, skill=found.skill / THOUSAND)


def daily_answers(connection: Connection, day: str) -> list[tuple[str, str, int]]:
    """How people answered the puzzle of a day at their first try: verdict, answer, how many."""
    tries = puzzle_tries.c
    first = and_(tries.daily == day, tries.rated.is_(True))
    query = select(tries.verdict, tries.answer, func.count()).where(first).group_by(tries.verdict, tries.answer)
    return [(row[0], row[1], int(row[2])) for row in connection.execute(query)]


def keep_try(connection: Connection, one: StoredTry) -> None:
    """Adds a try."""
    values = {**msgspec.structs.asdict(one), "skill": round(one.skill * THOUSAND)}
    connection.execute(puzzle_tries.insert().values(**values))


def keep_solver(connection: Connection, player: str, level: LevelRow) -> None:
    """Somebody's rating is another now."""
    replace_row(connection, puzzle_solvers, {"player": player}, _thousandths(level))


def keep_level(connection: Connection, puzzle: str, level: LevelRow) -> None:
    """A puzzle's rating is another now."""
    replace_row(connection, puzzle_levels, {"puzzle": puzzle}, _thousandths(level))


def keep_repeat(connection: Connection, player: str, puzzle: str, repeat: tuple[int, int] | None) -> None:
    """When a puzzle comes again; None: not any more."""
    values = None if repeat is None else {"stage": repeat[0], "due": repeat[1]}
    replace_row(connection, puzzle_repeats, {"player": player, "puzzle": puzzle}, values)


def keep_own(connection: Connection, player: str, puzzle: str, made: int, origin: str, body: str) -> None:
    """A puzzle of somebody's own."""
    replace_row(
        connection, own_puzzles, {"player": player, "puzzle": puzzle}, {"made": made, "origin": origin, "body": body}
    )


def own(connection: Connection, player: str) -> list[str]:
    """Somebody's own puzzles, the last one first."""
    query = select(own_puzzles.c.body).where(own_puzzles.c.player == player).order_by(own_puzzles.c.made.desc())
    return [str(body) for body in connection.execute(query).scalars()]


def own_one(connection: Connection, player: str, puzzle: str) -> str | None:
    """One of somebody's own puzzles."""
    one = and_(own_puzzles.c.player == player, own_puzzles.c.puzzle == puzzle)
    found = connection.execute(select(own_puzzles.c.body).where(one)).scalar_one_or_none()
    return None if found is None else str(found)


def _thousandths(level: LevelRow) -> dict[str, int]:
    skill, uncertainty, tries, solved = level
    whole = {"skill": round(skill * THOUSAND), "uncertainty": round(uncertainty * THOUSAND)}
    return {**whole, "tries": tries, "solved": solved}
