"""The engine against the naive referee, action by action, over random games of every edition and number of players.

After every action both must agree on who decides what, on the legal actions, and on everything on the table: money,
shares, bank, hands, board, sizes, tiles set aside, bag, announcement and result. The engine's record is read as it
lies in memory, so that thousands of games can be compared in a test.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from boards import TABLES, TILE_NUMBER
from mergemaker import Edition, Game
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS, action_texts
from mergemaker.rules.board import SQUARES
from mergemaker.rules.record_format import Setup
from mergemaker.rules.state import (
    DECISIONS,
    NO_TILE,
    OVER,
    SET_ASIDE,
    TILES,
    fields,
)
from playstyles import STYLES
from referee import Referee

GAMES = 36  # per edition and number of players, in turn by every style
SOAKED = 20_000
BATCH = 500  # games of one soak test: they spread over workers, and one is done every few seconds

TILE_NAMES = list(TILE_NUMBER)


class QuickReferee(Referee):
    """The referee, who does not work out the legal actions a second time before playing one of them."""

    known: set[str] | None = None

    def legal(self) -> set[str]:
        if self.known is None:
            self.known = super().legal()
        return self.known

    def play(self, action: str) -> None:
        super().play(action)
        self.known = None


class Table:
    """A game of the engine beside the referee's."""

    def __init__(self, edition: str, players: int, rng: random.Random) -> None:
        box = Edition.named(edition)
        deck = rng.sample(TILE_NAMES, TILES)
        pile = [chain.name for chain in box.chains for _ in range(chain.dealt)]
        rng.shuffle(pile)
        deal = [Counter(pile[seat::players]) for seat in range(players)]
        setup = Setup(
            names=tuple(f"P{seat}" for seat in range(players)),
            deck=tuple(TILE_NUMBER[name] for name in deck),
            deal=tuple(tuple(hand[name] for name in box.chain_names) for hand in deal),
            market_key=rng.getrandbits(62),
            market=(),
            seed=None,
            hidden=False,
        )
        self.referee = QuickReferee(edition, players, deck, [dict(hand) for hand in deal])
        self.game = Game(box, setup)
        self.rules = box.record
        self.state = self.game.state
        self.players = players
        self.chains = box.chain_names
        self.texts = action_texts(self.chains)
        self.numbers = {text: number for number, text in enumerate(self.texts) if text}
        self.owners = [*self.chains, "loose", None, None]  # what a square's code stands for; set aside is empty
        self.mask = np.zeros(ACTIONS, np.int8)
        self.market_draws = self.state["market_draws"]
        record = fields(self.state)
        # Arrays over the record's own memory: they change with it.
        self.cash, self.shares = record.cash[:players], record.shares[:players]
        self.bank, self.sizes = record.bank, record.sizes
        self.hands, self.squares = record.hands[:players], record.squares
        self.scalars = [self.state[name] for name in ("decision", "actor", "mover", "drawn", "announced")]
        self.covered: Any = None  # squares and hands as they were last compared
        self.held: Any = None

    def legal(self) -> list[str]:
        engine.legal(self.rules, self.state, self.mask)
        return [self.texts[number] for number in self.mask.nonzero()[0].tolist()]

    def play(self, action: str) -> None:
        used = self.market_draws.item()
        assert engine.apply(self.rules, self.state, self.numbers[action], None)
        if self.market_draws.item() > used:
            self.referee.market = self.game.market[used:]
        self.referee.play(action)
        assert not self.referee.market, "the engine drew for the market and the referee did not"

    def differences(self, legal: list[str]) -> list[str]:
        """Every point on which the two do not agree."""
        referee = self.referee
        decision, actor, mover, drawn, announced = [value.item() for value in self.scalars]
        sizes = self.sizes.tolist()
        ours = [
            set(legal),
            (None, None) if decision == OVER else (actor, DECISIONS[decision]),
            mover,
            self.cash.tolist(),
            self.shares.tolist(),
            self.bank.tolist(),
            sizes,
            TILES - drawn,
            bool(announced),
        ]
        theirs = [
            referee.legal(),
            (referee.to_act, referee.decision),
            referee.mover,
            referee.money,
            [list(held.values()) for held in referee.shares],
            list(referee.bank.values()),
            [referee.sizes.get(name, 0) for name in self.chains],
            len(referee.bag),
            referee.announced,
        ]
        # Where tiles lie is compared when it has changed on either side: the referee moves none without one of these.
        squares, hands = self.squares.tobytes(), self.hands.tobytes()
        covered = squares, sizes, len(referee.board), len(referee.set_aside)
        if covered != self.covered:
            self.covered = covered
            codes = [squares[square] for square in SQUARES]
            ours += [[self.owners[code] for code in codes], {TILE_NAMES[at] for at in places(codes, SET_ASIDE)}]
            theirs += [list(map(referee.board.get, TILE_NAMES)), set(referee.set_aside)]
        held = hands, len(referee.bag), len(referee.board), len(referee.set_aside)
        if held != self.held:
            self.held = held
            slots = [sorted(hand) for hand in self.hands.tolist()]
            ours.append([hand[hand.count(NO_TILE) :] for hand in slots])
            theirs.append([sorted(map(TILE_NUMBER.__getitem__, hand)) for hand in referee.hands])
        if ours == theirs:
            return []
        return [f"{one} and {other}" for one, other in zip(ours, theirs, strict=True) if one != other]


def places(codes: list[int], wanted: int) -> list[int]:
    """Where a code stands in a list; most often nowhere."""
    return [at for at, code in enumerate(codes) if code == wanted] if wanted in codes else []


def agree_over_a_game(edition: str, players: int, seed: str, style: str) -> Game:
    """Plays one game on both sides; what they differ in fails the test, with all that is needed to play it again."""
    rng = random.Random(seed)
    table = Table(edition, players, rng)
    choose = STYLES[style]
    played: list[str] = []
    while True:
        legal = table.legal()
        if differences := table.differences(legal):
            pytest.fail(f"{edition}, seed {seed!r}, style {style!r}, after {played[-12:]}: {differences}")
        if table.referee.over:
            break
        action = choose(legal, table.referee.board, rng)
        table.play(action)
        played.append(action)
    assert table.game.result == table.referee.result
    left = [TILE_NAMES[tile] for tile in fields(table.state).deck[int(fields(table.state).drawn) :]]
    assert left == table.referee.bag
    return table.game


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_engine_agrees_with_the_referee(edition, players):
    for number in range(GAMES):
        style = list(STYLES)[number % len(STYLES)]
        agree_over_a_game(edition, players, f"{edition} {players} {number}", style)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(SOAKED // BATCH))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_engine_agrees_with_the_referee_for_a_long_time(edition, players, batch):
    new = random.SystemRandom().getrandbits(64)  # a soak draws games that no run has seen
    for number in range(BATCH):
        style = list(STYLES)[number % len(STYLES)]
        agree_over_a_game(edition, players, f"soak {new} {batch} {number}", style)
