"""What rivals were dealt out of sight is told by what they do, and believed no further than it can be true."""

from __future__ import annotations

from math import comb, exp
from typing import Any

import numpy as np
import pytest

from mergemaker import Game
from mergemaker.bots import make_bot
from mergemaker.bots.first_decision import decide_first, first_game
from mergemaker.bots.magnate import MagnateBot
from mergemaker.bots.network.one_look import new_look_worlds
from mergemaker.bots.search.believed_deals import COUNTS, add_up_deals, deal_as_believed, likeliest_deal
from mergemaker.bots.search.deal_beliefs import DealBeliefs
from mergemaker.bots.seated_bot import Seated
from mergemaker.rules.redaction import UNKNOWN, seen_by
from mergemaker.rules.state import BUY, MAX_CHAINS, MAX_PLAYERS, PLACE, TILES, fields
from mergemaker.rules.worlds import fill_world, in_sight

CHAINS = 7


def played(edition: str, players: int, seed: int) -> Game:
    """A game of glances."""
    game = Game.new(edition, players, seed=seed)
    seats = [Seated(make_bot("magnate:glance=1", 3 + seat), seat) for seat in range(players)]
    while game.to_act is not None:
        game.play(seats[game.to_act].decide(game))
    return game


def mean_deal(edition: Any, seen: Any, told: Any, deals: int) -> Any:
    """The mean of so many deals as they are believed."""
    sums = np.zeros((MAX_PLAYERS, MAX_CHAINS), np.int64)
    add_up_deals(edition.record, seen, told, deals, new_look_worlds(), sums)
    return sums / deals


def nothing_told() -> Any:
    return np.zeros((MAX_PLAYERS, MAX_CHAINS, COUNTS))


def test_what_rivals_do_tells_what_they_were_dealt():
    beliefs = DealBeliefs()
    believed, guessed = [], []
    for seed in range(6):
        game = played("1962", 4, seed)
        dealt = game.at(0).state["dealt"][0].astype(float)
        beliefs.forget()
        witnessed = game.witnessed(0)
        for seen, action in witnessed[: len(witnessed) * 2 // 3]:
            beliefs.witness(game.edition, seen, action)
        unknown = fields(seen).dealt == UNKNOWN
        believed.append(((mean_deal(game.edition, seen, beliefs.told, 500) - dealt)[unknown] ** 2).mean())
        guessed.append(((mean_deal(game.edition, seen, nothing_told(), 500) - dealt)[unknown] ** 2).mean())
    assert np.mean(believed) < 0.8 * np.mean(guessed)


def test_nothing_is_believed_where_nothing_was_dealt_or_all_is_seen():
    for edition in ("tournament", "1962"):
        game = played(edition, 3, 1)
        beliefs = DealBeliefs()
        for seen, action in game.witnessed(1):
            opened = seen.copy()
            opened["dealt"][opened["dealt"] == UNKNOWN] = 2
            beliefs.witness(game.edition, opened, action)
        assert not beliefs.told.any()


def test_who_watches_keeps_its_own_tiles_and_certificates_out_of_it(monkeypatch):
    """What a rival decides may depend on what it sees: the watcher's hand and certificates are not among that."""
    monkeypatch.setattr(DealBeliefs, "likeliest", lambda *_: np.full((MAX_PLAYERS, MAX_CHAINS), 2))
    game = played("1962", 4, 3)
    weighed = 0
    for seen, action in game.witnessed(0):
        other = seen.copy()
        mine = fields(other)
        swap = np.flatnonzero(mine.dealt[0, :CHAINS] > 0)[:2]
        mine.dealt[0, swap] += [1, -1]  # two certificates of the watcher's that nobody else has seen
        mine.shares[0, swap] += [1, -1]
        if action >= TILES:  # of a placement the rest of the hand is guessed, without the watcher's tiles
            mine.hands[0, 0] = next(tile for tile in range(TILES) if not in_sight(fields(seen), tile))
        if (mine.dealt[int(mine.actor), swap] == UNKNOWN).all():
            tables = []
            for one in (seen, other):
                beliefs = DealBeliefs()
                beliefs.witness(game.edition, one, action)
                tables.append(beliefs.told)
            assert (tables[0] == tables[1]).all()
            weighed += int(tables[0].any())
    assert weighed > 20


def test_every_deal_that_is_believed_fits_what_was_seen():
    game = Game.new("1962", 4, seed=4)
    seen = seen_by(game.edition.record, game.state, 0, True)
    kept, box = fields(seen), fields(game.edition.record)
    told = np.random.default_rng(2).normal(0, 3, (MAX_PLAYERS, MAX_CHAINS, COUNTS))
    found = set()
    for key in range(40):
        world = seen.copy()
        dealt_again = fields(world)
        fill_world(box, dealt_again, key)
        deal_as_believed(box, kept, dealt_again, told, key)
        dealt = dealt_again.dealt[:4, :CHAINS].astype(int)
        assert (dealt >= 0).all()
        assert dealt.sum(axis=0).tolist() == [chain.dealt for chain in game.edition.chains]
        assert (dealt.sum(axis=1) == 15).all()
        assert (dealt[0] == kept.dealt[0, :CHAINS]).all()
        assert (dealt_again.shares[:4, :CHAINS] == dealt).all()  # nothing was bought yet
        assert (dealt_again.bank == kept.bank).all()
        found.add(dealt.tobytes())
    assert len(found) > 10
    likeliest = likeliest_deal(game.edition.record, seen, told, new_look_worlds())
    assert (likeliest[1:4].sum(axis=0)[:CHAINS] + kept.dealt[0, :CHAINS]).tolist() == [
        chain.dealt for chain in game.edition.chains
    ]
    assert not likeliest[0].any()


@pytest.mark.parametrize("seed", range(4))
def test_deals_come_as_often_as_they_are_likely(seed):
    """Two chains of two rivals are unknown, so that one number says everything: its mean can be counted out."""
    game = Game.new("1962", 3, seed=seed)
    state = game.state.copy()
    fields(state).revealed = 0b1111100
    seen = seen_by(game.edition.record, state, 0, True)
    told = np.random.default_rng(seed).normal(0, 1.5, (MAX_PLAYERS, MAX_CHAINS, COUNTS))
    one, other = fields(state).dealt[1:3, :2].sum(axis=1).tolist()
    first = int(fields(state).dealt[1:3, 0].sum())
    chances = {
        count: comb(one, count)
        * comb(other, first - count)
        * exp(
            told[1, 0, count]
            + told[1, 1, one - count]
            + told[2, 0, first - count]
            + told[2, 1, other - (first - count)]
        )
        for count in range(max(0, first - other), min(one, first) + 1)
    }
    assert len(chances) > 3
    mean = sum(count * chance for count, chance in chances.items()) / sum(chances.values())
    assert mean_deal(game.edition, seen, told, 40_000)[1, 0] == pytest.approx(mean, abs=0.05)


def test_the_magnate_believes_what_it_has_witnessed_and_only_that():
    """The same decision, with and without a memory of the game; a game forgotten leaves nothing behind."""
    game = played("1962", 4, 6)
    seat = 2
    at = next(
        version
        for version in range(len(game.action_ids) // 2, len(game.action_ids))
        if game.at(version).to_act == seat and game.at(version).decision == "buy"
    )
    now = game.at(at)
    seen = seen_by(now.edition.record, now.state, seat, True)
    bot = make_bot("magnate:iterations=60", 1)
    assert isinstance(bot, MagnateBot)
    fresh = bot.search(now.edition, seen)
    for before, action in now.witnessed(seat):
        bot.witness(now.edition, before, action)
    assert bot.search(now.edition, seen) != fresh
    assert bot.search(now.edition, seen) == bot.search(now.edition, seen)
    bot.begin(now.edition, now.names, seat)
    assert bot.search(now.edition, seen) == fresh


def test_a_first_decision_has_everything_compiled_that_a_memory_needs():
    """Else the first game of 1962 on a server would wait for the compiler in its middle."""
    game = first_game()
    seat = game.to_act
    assert seat is not None
    assert game.mover == seat
    assert {int(fields(seen).decision) for seen, _ in game.witnessed(seat)} & {PLACE, BUY}
    bot = make_bot("magnate:iterations=2", 1)
    assert isinstance(bot, MagnateBot)
    decide_first(bot)
    assert bot.deals.told.any()
