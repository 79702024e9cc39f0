"""What a match says about its bots: win share with its interval, places, money, rating, time and faults.

Bots of the same name are one entrant. The interval is over deals, not games: the rotations of one deal are not
independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from mergemaker.arena.bot_ratings import NEWCOMER, Rating, rate
from mergemaker.arena.match import Played
from mergemaker.bots.registry import unique_names

SURE = 1.96  # standard errors for 95 %


class Entrant(msgspec.Struct, frozen=True):
    """One line of a standing."""

    bot: str  # as it was asked for
    name: str  # as it is called in reports
    seats: int  # of each game
    games: int  # seats times games
    win_share: float  # of one seat; a fair share is 1 / players
    low: float
    high: float
    places: list[float]  # how often each place was taken; equal money shares places
    money: float
    rating: Rating
    ms: float  # for a decision
    decisions: int
    faults: int  # decisions that were the clerk's


class Standing(msgspec.Struct, frozen=True):
    """A match so far."""

    games: int
    players: int
    entrants: list[Entrant]
    faults: list[str]  # the first few, in words


FAULTS_TOLD = 10


def standing(bots: Sequence[str], played: Sequence[Played]) -> Standing:
    """Where a match stands."""
    players = len(bots)
    games = sorted(played, key=lambda one: one.number)
    ratings = rate([[(bots[at], one.place[at]) for at in range(players)] for one in games])
    names = report_names([(bots, games)])
    entrants = []
    told: list[str] = []
    for bot in dict.fromkeys(bots):
        seats = [at for at in range(players) if bots[at] == bot]
        share, low, high = interval(by_deal(games, seats, players))
        decisions = sum(one.decisions[at] for one in games for at in seats)
        seconds = sum(one.seconds[at] for one in games for at in seats)
        faults = [f"{names[bot]}, {fault}" for one in games for at in seats for fault in one.faults[at]]
        told += faults[:FAULTS_TOLD]
        counted = max(len(games) * len(seats), 1)
        places = [0.0] * players
        for one in games:
            for at in seats:
                whole = int(one.place[at])
                places[whole - 1] += 1 - (one.place[at] - whole)
                if one.place[at] > whole:
                    places[whole] += one.place[at] - whole
        entrants.append(
            Entrant(
                bot=bot,
                name=names[bot],
                seats=len(seats),
                games=len(games) * len(seats),
                win_share=share,
                low=low,
                high=high,
                places=[count / counted for count in places],
                money=sum(one.money[at] for one in games for at in seats) / counted,
                rating=ratings.get(bot, NEWCOMER),
                ms=1000 * seconds / max(decisions, 1),
                decisions=decisions,
                faults=len(faults),
            )
        )
    return Standing(len(games), players, entrants, told)


def report_names(matches: Iterable[tuple[Sequence[str], Sequence[Played]]]) -> dict[str, str]:
    """What reports call each bot of some matches; programs that call themselves alike are numbered."""
    called: dict[str, str] = {}
    for bots, games in matches:
        called |= zip(bots, games[0].names if games else bots, strict=True)
    return dict(zip(called, unique_names(list(called.values())), strict=True))


def by_deal(games: Sequence[Played], seats: Sequence[int], players: int) -> list[tuple[float, int]]:
    """The win share of a seat over the games of each deal that were played, and how many those were."""
    deals: dict[int, list[float]] = {}
    for one in games:
        deals.setdefault(one.number // players, []).append(sum(one.won[at] for at in seats) / len(seats))
    return [(sum(won) / len(won), len(won)) for won in deals.values()]


def interval(deals: Sequence[tuple[float, int]]) -> tuple[float, float, float]:
    """The mean over all games and its 95 % interval, from deals with how many games each has."""
    games = sum(count for _, count in deals)
    if games == 0:
        return 0.0, 0.0, 1.0
    mean = sum(share * count for share, count in deals) / games
    if len(deals) < 2:
        return mean, 0.0, 1.0
    spread = sum((count * (share - mean)) ** 2 for share, count in deals) / games**2
    error = SURE * sqrt(spread * len(deals) / (len(deals) - 1))
    # An interval of no width, after deals that all went one way, claims too much: the rule of three.
    error = max(error, 3 / games if mean in (0.0, 1.0) else 0.0)
    return mean, max(0.0, mean - error), min(1.0, mean + error)
