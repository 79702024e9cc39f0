"""What is answered about one's own play over many games."""

from __future__ import annotations

from msgspec import Struct

from mergemaker.review.many_games import GamePoint, PlayerSum


class OwnGame(Struct, frozen=True):
    """A finished game of one's own. `point` is what its review came to; None where it has not been reviewed."""

    table: str
    title: str
    edition: str
    edition_title: str
    finished: int
    point: GamePoint | None


class JudgedNow(Struct, frozen=True):
    """The game that is being reviewed, and how far it is."""

    table: str
    judged: int
    decisions: int


class OwnPlay(Struct, frozen=True):
    """One's own play: the sums over all reviewed games, oldest first in `over_time`, and the games, latest first."""

    play: PlayerSum | None
    games: tuple[OwnGame, ...]
    waiting: int  # games that have not been reviewed
    now: JudgedNow | None = None
