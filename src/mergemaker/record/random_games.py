"""Games between random players as records, and what many of them come to.

The same edition, number of players and seed give the same games as `mergemaker.envs.simulate` and `mergemaker.gpu`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from mergemaker.rules import engine
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.players import check_players, names_of
from mergemaker.rules.random_words import key_of_seed
from mergemaker.rules.record_format import Setup
from mergemaker.rules.state import ENDINGS, fields, new_state, plain
from mergemaker.rules.words.phrases import counted, dollars


def random_games(edition: Edition, players: int, count: int, seed: int) -> Iterator[Game]:
    """Finished games between players who choose uniformly among what is legal: the first of the seed's series."""
    check_players(edition, players)
    series, states = key_of_seed(seed), new_state()
    fields(states).players = players
    for number in range(count):
        choices = engine.deal_of_series(edition.record, states, series, number)
        dealt = plain(states)
        setup = Setup(
            names=tuple(names_of(players)),
            deck=dealt.deck,
            deal=tuple(hand[: len(edition.chains)] for hand in dealt.dealt[:players]),
            market_key=dealt.market_key,
            market=(),
            seed=None,
            hidden=edition.hides(),
        )
        game = Game(edition, setup)
        game.play_randomly(choices)
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

    def add(self, states: Any, decisions: Any) -> None:
        """Counts finished games: their last states, and how many decisions each took."""
        self.games += len(states)
        self.decisions += int(np.sum(decisions))
        for ending, count in zip(*np.unique(states["ending"], return_counts=True), strict=True):
            self.ends[ENDINGS[ending]] += int(count)
        money = states["cash"][:, : self.players]
        won = money == money.max(axis=1, keepdims=True)
        self.wins = (self.wins + (won / won.sum(axis=1, keepdims=True)).sum(axis=0)).tolist()
        self.money = (self.money + money.sum(axis=0, dtype=np.int64)).tolist()

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
        games = counted(self.games, "game")
        return f"{games} of {self.edition}, {each:.0f} decisions each on average; ended: {ends}."

    def lines(self) -> list[str]:
        """A line for each seat."""
        games = max(self.games, 1)
        return [
            f"seat {seat}: won {wins / games:6.1%}, {dollars(money // games)} on average"
            for seat, (wins, money) in enumerate(zip(self.wins, self.money, strict=True))
        ]
