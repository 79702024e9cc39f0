"""What is answered about games played: one's own list, profiles, leaderboards, records. Times are milliseconds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Period = Literal["all", "year", "month", "week"]


class GameSeat(Struct, frozen=True):
    """Who sat where in a game, and how it came out."""

    seat: int
    name: str
    handle: str | None  # of somebody whose profile the caller may see
    bot: bool
    place: int | None  # None while the game runs
    money: int | None
    gone: bool  # had left before the end


class EditionPlayed(Struct, frozen=True):
    """An edition that somebody has played, to choose from."""

    name: str
    title: str


class PlayedGame(Struct, frozen=True):
    """A game in somebody's list. `gain` is what it did to their rating, `accuracy` what a stored review says."""

    table: str
    title: str
    status: Literal["open", "running", "finished"]
    edition: str
    edition_title: str
    players: int
    kind: str  # live, turns, untimed
    rated: bool
    changed: int  # when it ended, or was last changed
    seats: tuple[GameSeat, ...]
    your_seat: int | None
    place: int | None = None  # None while the game runs
    money: int | None = None
    gain: int | None = None
    accuracy: float | None = None
    put_away: bool = False


class MyGames(Struct, frozen=True):
    """One's own games: those that run, and a page of those that are over, the latest first."""

    running: tuple[PlayedGame, ...]
    finished: tuple[PlayedGame, ...]
    found: int  # finished games that the filters let through
    editions: tuple[EditionPlayed, ...]  # that one has finished games of
    more: int | None  # ask for those before this time


class RatingShown(Struct, frozen=True):
    """A rating in points with what it may be off by, and the bot that it is nearest to."""

    pool: str
    title: str  # what the rating is of, in words
    points: int
    give_or_take: int
    games: int
    provisional: bool
    nearest: str
    last: int


class RatingPoint(Struct, frozen=True):
    """A rating after a game. Which game it was is not said: its table may be nobody else's business."""

    at: int
    points: int
    give_or_take: int


class ResultLine(Struct, frozen=True):
    """Somebody's results in one edition at tables of one size. `places` counts first places, second places …"""

    edition: str
    edition_title: str
    players: int
    games: int
    wins: int
    places: tuple[int, ...]
    money: int  # on average
    best: int


class ChainShare(Struct, frozen=True):
    """How many shares of a chain somebody has bought."""

    chain: str
    shares: int


class Opponent(Struct, frozen=True):
    """Games with somebody, and how often one was ahead."""

    name: str
    handle: str | None
    bot: bool
    games: int
    ahead: int
    behind: int


class Profile(Struct, frozen=True):
    """Somebody, as the caller may see them."""

    handle: str
    kind: str
    since: int
    you: bool
    shown: str
    games: int
    wins: int
    streak: int  # games won in a row until now
    best_streak: int
    ratings: tuple[RatingShown, ...]
    curves: dict[str, tuple[RatingPoint, ...]]
    results: tuple[ResultLine, ...]
    chains: tuple[ChainShare, ...]
    opponents: tuple[Opponent, ...]
    recent: tuple[PlayedGame, ...]


class Ranked(Struct, frozen=True):
    """A line of a leaderboard; `gain` is what the period brought."""

    rank: int
    handle: str
    bot: bool
    you: bool
    points: int
    give_or_take: int
    games: int
    gain: int | None
    nearest: str


class PoolListed(Struct, frozen=True):
    """A kind of game that has a leaderboard, and what it is called."""

    pool: str
    title: str


class Anchor(Struct, frozen=True):
    """Where a bot is on the scale."""

    level: str
    points: int


class Leaderboard(Struct, frozen=True):
    """The best of a kind; over all time by rating, over a period by what they gained in it."""

    pool: str
    period: Period
    ranked: tuple[Ranked, ...]
    anchors: tuple[Anchor, ...]
    pools: tuple[PoolListed, ...]  # the three kinds, then by family and size where there are enough games to tell


class RecordGame(Struct, frozen=True):
    """A game that stands out, and the number that makes it so."""

    table: str
    title: str
    edition: str
    edition_title: str
    finished: int
    value: float
    what: str  # in words
    seats: tuple[GameSeat, ...]


class HallOfRecords(Struct, frozen=True):
    """Records of public games in which people sat, the best five of each."""

    largest_win: tuple[RecordGame, ...]
    closest: tuple[RecordGame, ...]
    longest_chain: tuple[RecordGame, ...]
    richest: tuple[RecordGame, ...]
    luckiest: tuple[RecordGame, ...]  # by their reviews
