"""Games between random players, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from mergemaker.rules import engine
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.shuffle import words
from mergemaker.rules.words.phrases import dollars


def random_games(edition: Edition, players: int, count: int, seed: int) -> Iterator[Game]:
    """Finished games between players who choose uniformly among what is legal; the same seed gives the same games."""
    for number in range(count):
        game_seed = f"{seed:016x}{number:08x}"
        game = Game.new(edition, players, seed=game_seed)
        stream = words(game_seed, "random players")
        key = (next(stream) & 0x3FFFFFFF) << 32 | next(stream)
        actions = np.zeros(4096, np.int64)
        scratch = game.state.copy()
        played = engine.play_randomly(edition.record, scratch, key, actions)
        game.advance(actions[:played].tolist())
        yield game


class Tally:
    """How a series of games went."""

    def __init__(self, edition: str, players: int) -> None:
        self.edition = edition
        self.players = players
        self.games = 0
        self.decisions = 0
        self.wins = [0.0] * players
        self.money = [0] * players
        self.ends: Counter[str] = Counter()

    def add(self, game: Game) -> None:
        """Counts a finished game."""
        result = game.result
        assert result is not None
        self.games += 1
        self.decisions += game.version
        self.ends[result["end"]] += 1
        for seat in result["winners"]:
            self.wins[seat] += 1 / len(result["winners"])
        for seat, money in enumerate(result["money"]):
            self.money[seat] += money

    def to_dict(self) -> dict[str, Any]:
        """The tally as plain data."""
        games = max(self.games, 1)
        return {
            "edition": self.edition,
            "players": self.players,
            "games": self.games,
            "decisions": self.decisions,
            "win_share": [wins / games for wins in self.wins],
            "mean_money": [money / games for money in self.money],
            "ends": dict(self.ends),
        }

    def sentence(self) -> str:
        """The tally in a sentence."""
        if not self.games:
            return "No game was played."
        each = self.decisions / self.games
        ends = ", ".join(f"{end} {count:,}" for end, count in self.ends.most_common())
        return f"{self.games:,} games of {self.edition}, {each:.0f} decisions each on average; ended: {ends}."

    def lines(self) -> list[str]:
        """A line for each seat."""
        games = max(self.games, 1)
        return [
            f"seat {seat}: won {wins / games:6.1%}, {dollars(money // games)} on average"
            for seat, (wins, money) in enumerate(zip(self.wins, self.money, strict=True))
        ]
