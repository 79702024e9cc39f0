"""What many finished games come to: seats, lengths, chains, endings, and what winners did that others did not.

Every figure is counted from the events of games played again; nothing is taken from a record's own word.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from statistics import mean, median
from typing import Any

import msgspec

from mergemaker.rules.errors import RecordError
from mergemaker.rules.game import Game
from mergemaker.rules.words.sentences import Event

SURE = 1.96  # standard errors: 95 %
# What is compared between winners and the others, with the sentence that names it.
HABITS = {
    "founded": "chains founded",
    "merged": "mergers made",
    "bought": "shares bought",
    "spent": "dollars spent on shares",
    "bonuses": "bonuses received",
    "bonus money": "dollars from bonuses",
    "traded": "shares traded away in mergers",
    "sold": "shares sold in mergers",
    "held": "shares kept through mergers",
    "chains held": "chains held at the end",
}


class SeatFigures(msgspec.Struct, frozen=True):
    """How a seat did, counted from the one that began: its share of wins, with 95 % limits, and its money."""

    seat: int  # 0 began
    games: int
    won: float  # a win that is shared counts in parts
    low: float
    high: float
    money: float


class ChainFigures(msgspec.Struct, frozen=True):
    """What a chain was like in a game on average."""

    chain: str
    founded: float  # times a game
    absorbed: float  # times a game
    size: float  # at the end, where it was on the board
    paid: float  # dollars that it paid out in a game: bonuses, shares sold, shares cashed in


class Habit(msgspec.Struct, frozen=True):
    """Something that winners and the others did, each on average in a game."""

    what: str
    winners: float
    others: float
    error: float  # standard error of the difference

    @property
    def clear(self) -> bool:
        """Whether the difference is more than chance would make of it."""
        return abs(self.winners - self.others) > SURE * self.error


class Lengths(msgspec.Struct, frozen=True):
    """How long games were, in decisions and in turns."""

    decisions: float
    median: float
    least: int
    most: int
    turns: float
    histogram: tuple[tuple[int, int], ...]  # from how many decisions on, how many games


class Statistics(msgspec.Struct, frozen=True):
    """All of it. `seats` is by the number of players."""

    games: int
    skipped: tuple[str, ...]  # what could not be counted, and why
    editions: dict[str, int]
    endings: dict[str, int]
    seats: dict[str, tuple[SeatFigures, ...]]
    lengths: Lengths | None
    chains: tuple[ChainFigures, ...]
    habits: tuple[Habit, ...]


class Counting:
    """Games are added one by one; `figures` says what they come to so far."""

    def __init__(self) -> None:
        self.games = 0
        self.skipped: list[str] = []
        self._editions: Counter[str] = Counter()
        self._endings: Counter[str] = Counter()
        self._seats: dict[int, list[list[tuple[float, int]]]] = {}
        self._decisions: list[int] = []
        self._turns: list[int] = []
        self._chains: dict[str, Counter[str]] = defaultdict(Counter)
        self._habits: dict[str, list[tuple[float, float]]] = {what: [] for what in HABITS}

    def add(self, record: Mapping[str, Any], name: str) -> None:
        """Counts one game; one that is broken or not over is noted and left out."""
        try:
            game, told = Game.follow(record)
        except RecordError as error:
            self.skipped.append(f"{name}: {error}")
            return
        if game.result is None:
            self.skipped.append(f"{name}: the game is not over")
            return
        happened = [*game.opening, *(event for events in told for event in events)]
        self.games += 1
        self._editions[game.edition.name] += 1
        self._endings[game.result["end"]] += 1
        self._decisions.append(game.version)
        self._turns.append(sum(event.kind in ("placed", "skipped") for event in happened))
        self._count_seats(game, happened)
        self._count_chains(game, happened)
        self._count_habits(game, happened)

    def _count_seats(self, game: Game, happened: Iterable[Event]) -> None:
        assert game.result is not None
        first = next(event.seat for event in happened if event.kind == "starts") or 0
        winners = game.result["winners"]
        found = self._seats.setdefault(game.players, [[] for _ in range(game.players)])
        for seat, money in enumerate(game.result["money"]):
            won = 1 / len(winners) if seat in winners else 0.0
            found[(seat - first) % game.players].append((won, money))

    def _count_chains(self, game: Game, happened: Iterable[Event]) -> None:
        for chain in game.view(None).chains:
            found = self._chains[chain.name]
            found["games"] += 1
            found["sizes"] += chain.size
            found["there"] += chain.size > 0
        for event in happened:
            found = self._chains[event.chain or ""]
            if event.kind in ("founded", "absorbed"):
                found[event.kind] += 1
            elif event.kind in ("bonus", "sold", "cashed in"):
                found["paid"] += event.money

    def _count_habits(self, game: Game, happened: Iterable[Event]) -> None:
        assert game.result is not None
        did: list[Counter[str]] = [Counter() for _ in range(game.players)]
        for event in happened:
            if event.seat is None:
                continue
            mine = did[event.seat]
            if event.kind in ("founded", "merged"):
                mine[event.kind] += 1
            elif event.kind == "bought":
                mine["bought"] += 1
                mine["spent"] += event.money
            elif event.kind == "bonus":
                mine["bonuses"] += 1
                mine["bonus money"] += event.money
            elif event.kind in ("traded", "sold", "held"):
                mine[event.kind] += event.count
            elif event.kind == "cashed in":
                mine["chains held"] += 1
        winners = set(game.result["winners"])
        others = set(range(game.players)) - winners
        if others:  # where all share the win there is nothing to compare
            for what, pairs in self._habits.items():
                pairs.append((mean(did[seat][what] for seat in winners), mean(did[seat][what] for seat in others)))

    def figures(self) -> Statistics:
        """What the games so far come to."""
        return Statistics(
            games=self.games,
            skipped=tuple(self.skipped),
            editions=dict(self._editions.most_common()),
            endings=dict(self._endings.most_common()),
            seats={
                str(players): tuple(_seat(at, found) for at, found in enumerate(seats))
                for players, seats in sorted(self._seats.items())
            },
            lengths=_lengths(self._decisions, self._turns) if self.games else None,
            chains=tuple(sorted((_chain(name, found) for name, found in self._chains.items() if name), key=_by_worth)),
            habits=tuple(_habit(what, pairs) for what, pairs in self._habits.items() if pairs),
        )


def _seat(at: int, found: list[tuple[float, int]]) -> SeatFigures:
    won = [share for share, _ in found]
    share, error = mean(won), _error(won)
    low, high = max(0.0, share - SURE * error), min(1.0, share + SURE * error)
    return SeatFigures(at, len(found), share, low, high, mean(money for _, money in found))


def _error(values: list[float]) -> float:
    """The standard error of a mean; nothing is known from a single value."""
    if len(values) < 2:
        return math.inf
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))


def _lengths(decisions: list[int], turns: list[int]) -> Lengths:
    width = max(5, round((max(decisions) - min(decisions)) / 12 / 5) * 5)
    counted = Counter(count // width * width for count in decisions)
    steps = range(min(counted), max(counted) + 1, width)
    histogram = tuple((step, counted[step]) for step in steps)
    return Lengths(mean(decisions), median(decisions), min(decisions), max(decisions), mean(turns), histogram)


def _chain(name: str, found: Counter[str]) -> ChainFigures:
    games = found["games"] or 1
    size = found["sizes"] / found["there"] if found["there"] else 0.0
    return ChainFigures(name, found["founded"] / games, found["absorbed"] / games, size, found["paid"] / games)


def _by_worth(chain: ChainFigures) -> tuple[float, str]:
    return -chain.paid, chain.chain


def _habit(what: str, pairs: list[tuple[float, float]]) -> Habit:
    differences = [winners - others for winners, others in pairs]
    return Habit(
        HABITS[what], mean(pair[0] for pair in pairs), mean(pair[1] for pair in pairs), min(_error(differences), 1e12)
    )
