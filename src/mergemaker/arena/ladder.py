"""A ladder: every bot against every other, half the seats each, and one rating for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from mergemaker.arena.bot_ratings import Rating, rate
from mergemaker.arena.match import GameTask, Played, plan
from mergemaker.arena.standing import by_deal, interval, report_names
from mergemaker.bots.bot import BotError
from mergemaker.rules.editions.edition import Edition


class Pairing(msgspec.Struct, frozen=True):
    """One match of a ladder. With an odd number of players the first bot has a seat more."""

    first: str
    second: str
    bots: tuple[str, ...]
    tasks: list[GameTask]


class Cross(msgspec.Struct, frozen=True):
    """How one bot did against another: its share of the wins, as if both had half of the seats; 0.5 is an equal."""

    bot: str
    against: str
    games: int
    share: float
    low: float
    high: float


class Ladder(msgspec.Struct, frozen=True):
    """Ratings, best first, and every pairing from both sides."""

    edition: str
    players: int
    games: int
    ratings: dict[str, Rating]
    crosses: list[Cross]
    faults: dict[str, tuple[int, int]]  # by bot: decisions that were the clerk's, and all of them


def pairings(bots: Sequence[str], edition: Edition, players: int, games: int, seed: int) -> list[Pairing]:
    """All matches of a ladder."""
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise BotError("A ladder is between two or more different bots.")
    found = []
    for first, second in combinations(bots, 2):
        seats = tuple((first, second)[seat % 2] for seat in range(players))
        found.append(Pairing(first, second, seats, plan(seats, edition, games, seed)))
    return found


def ladder_of(edition: Edition, players: int, played: Sequence[tuple[Pairing, Sequence[Played]]]) -> Ladder:
    """What a ladder says, finished or not."""
    crosses = []
    rated = []
    names = report_names((pairing.bots, games) for pairing, games in played)
    faults = dict.fromkeys(names.values(), (0, 0))
    for pairing, games in played:
        ordered = sorted(games, key=lambda one: one.number)
        # Game by game over all pairings in turn, so that no pairing weighs more by coming last.
        rated += [(one.number, [(names[bot], one.place[at]) for at, bot in enumerate(pairing.bots)]) for one in ordered]
        for bot, against in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            seats = [at for at, name in enumerate(pairing.bots) if name == bot]
            # As if it had half of the seats: a seat's share of the wins times half of the players.
            deals = [(won * players / 2, count) for won, count in by_deal(ordered, seats, players)]
            share, low, high = interval(deals)
            crosses.append(Cross(names[bot], names[against], len(ordered), share, low, high))
            failed, decisions = faults[names[bot]]
            failed += sum(len(one.faults[at]) for one in ordered for at in seats)
            faults[names[bot]] = failed, decisions + sum(one.decisions[at] for one in ordered for at in seats)
    ratings = rate([game for _, game in sorted(rated, key=lambda one: one[0])])
    best_first = dict(sorted(ratings.items(), key=lambda one: -one[1].skill))
    return Ladder(edition.name, players, len(rated), best_first, crosses, faults)
