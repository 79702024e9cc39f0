"""Rivals who play as brokers do are known by their decisions, as one seat sees them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mergemaker import Edition, Game
from mergemaker.bots import SeenBot, make_bot
from mergemaker.bots.magnate import MagnateBot
from mergemaker.bots.search.broker_likeness import BrokerLikeness
from mergemaker.bots.search.magnate_search import SEARCH, draw_brokers
from mergemaker.bots.seated_bot import Seated
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import fields

TABLE = ("broker", "magnate:iterations=1", "clerk", "magnate:glance=1")


class Watcher(SeenBot):
    """A bot that keeps what it is told of others' decisions."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, int]] = []
        self.likeness = BrokerLikeness()
        self.clerk = make_bot("clerk", 1)

    def decide(self, edition: Edition, seen: Any) -> int:
        assert isinstance(self.clerk, SeenBot)
        return self.clerk.decide(edition, seen)

    def witness(self, edition: Edition, seen: Any, action: int) -> None:
        self.told.append((seen.copy(), action))
        self.likeness.witness(edition, seen, action)


def watched_game(
    edition: str, bots: tuple[str, ...], most: int = 400, seed: int = 11
) -> tuple[Watcher, list[tuple[Any, int, int]]]:
    """A game of some bots with a watcher in the last seat: what it was told, and what was really decided."""
    game = Game.new(edition, len(bots) + 1, seed=seed)
    watcher = Watcher()
    seats = [*(Seated(make_bot(name, 3 + at), at) for at, name in enumerate(bots)), Seated(watcher, len(bots))]
    for seated in seats:
        seated.begin(game)
    done = []
    while game.to_act is not None and game.version < most:
        before, actor = game.state.copy(), game.to_act
        happened = game.play(seats[actor].decide(game))
        done.append((before, actor, game.action_ids[-1]))
        for seated in seats:
            seated.watch(game, happened)
    assert not any(seated.faults for seated in seats)
    return watcher, done


@pytest.mark.parametrize("edition", ["tournament", "2023-tycoon"])
def test_a_broker_is_soon_known_and_others_are_not_taken_for_one(edition):
    watcher, _ = watched_game(edition, TABLE)
    broker, *others = watcher.likeness.chances()[: len(TABLE)]
    assert broker > 0.9
    assert max(others) < 0.5
    watcher.likeness.forget()
    assert np.allclose(watcher.likeness.chances(), 0.2)


def test_where_holdings_are_hidden_a_broker_is_still_the_likeliest_to_be_one():
    games = np.array([watched_game("1962", TABLE, seed=seed)[0].likeness.chances()[: len(TABLE)] for seed in range(20)])
    broker, *others = games.mean(axis=0)
    assert broker > 0.4  # one in five, at first
    assert broker > 1.5 * max(others)
    assert (games.argmax(axis=1) == 0).mean() > 0.6  # a single game tells little: 24 of 30 tell right


def test_a_bot_is_told_what_others_decide_with_what_its_seat_saw_before():
    watcher, done = watched_game("1962", TABLE[:3], most=120)
    seat = 3
    others = [(before, action) for before, actor, action in done if actor != seat]
    assert len(watcher.told) == len(others) > 50
    for (seen, action), (before, really) in zip(watcher.told, others, strict=True):
        assert action == really
        assert np.array_equal(seen, seen_by(Edition.named("1962").record, before, seat, True))


def test_after_an_undo_nothing_is_told_of_what_was_undone():
    game, watcher = Game.new("tournament", 3, seed=1), Watcher()
    seated = Seated(watcher, (int(game.to_act or 0) + 1) % 3)
    seated.begin(game)
    first = game.legal_actions()[0]
    seated.watch(game, game.play(first))
    assert len(watcher.told) == 1
    again = Game.new("tournament", 3, seed=1)  # the same game, taken back to its beginning
    seated.watch(again, [])
    assert len(watcher.told) == 1
    seated.watch(again, again.play(first))
    assert len(watcher.told) == 2


def test_rivals_are_brokers_in_as_many_worlds_as_they_are_likely_to_be_some():
    search = np.zeros(1, SEARCH)
    search["brokers"] = [0.9, 0.5, 0.0, 0.2, 0.0, 0.0]
    drawn = [draw_brokers(fields(search), 4, 1, key) for key in range(1000)]
    assert [sum(one >> seat & 1 for one in drawn) / 1000 for seat in range(4)] == pytest.approx(
        [0.9, 0.0, 0.0, 0.2], abs=0.05
    )  # seat 1 is the searcher's own


def test_the_magnate_searches_with_what_it_knows_of_its_rivals_and_forgets_it_with_the_game():
    game = Game.new("tournament", 4, seed=8)
    broker = make_bot("broker", 1)
    bot = make_bot("magnate:iterations=24", 1)
    assert isinstance(bot, MagnateBot)
    seated = Seated(bot, 0)
    seated.begin(game)
    fresh = None
    while game.version < 150 or game.to_act != 0 or len(game.legal_actions()) < 3:
        seated.watch(game, game.play(broker.choose(game.view(game.to_act))))
    seen = seen_by(game.edition.record, game.state, 0, False)
    assert bot.rivals.chances()[1:4].min() > 0.9
    knowing = [one.chances for one in bot.consider(game.edition, seen)]
    bot.begin(game.edition, game.names, 0)
    fresh = [one.chances for one in bot.consider(game.edition, seen)]
    assert knowing != fresh
    assert not seated.faults


def test_what_a_rival_decides_tells_of_the_others_where_they_are_of_one_kind():
    likeness = BrokerLikeness()
    by_itself = 1 / (1 + 4 * np.exp(-2.0))  # of one rival alone, one in five being a broker at first
    likeness._told[1:4] = 2.0, 2.0, 0.0
    known, also, unseen = likeness.chances()[1:4]
    assert known == also > by_itself + 0.1
    assert 0.5 < unseen < known
    likeness._told[3] = -10.0  # one that is none: then the others are what they are for themselves
    known, also, other = likeness.chances()[1:4]
    assert by_itself - 0.15 < known == also < by_itself
    assert other < 0.001
