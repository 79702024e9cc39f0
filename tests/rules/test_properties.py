"""What holds in every game: nothing is lost, every legal action applies and no other does, and the log is the truth.

The games are random, of every edition and number of players, in every style of `playstyles`.
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import TABLES, TILE_NUMBER, bytes_of, check_certificates, check_tiles
from mergemaker import Event, Game, IllegalAction
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS
from mergemaker.rules.state import fields
from playstyles import STYLES, played, playing

LONGEST_GAME = 1_500  # actions, far beyond what 108 tiles and a few mergers can take

seeds = st.integers(0, 2**32)
styles = st.sampled_from(list(STYLES))
points = st.integers(0, 350)
few = settings(max_examples=4)


def hands_of(game: Any) -> list[set[int]]:
    return [{tile for tile in hand if tile >= 0} for hand in game.hands.tolist()]


class Ledger:
    """Money, shares and hands as the events tell them, from the deal on."""

    def __init__(self, game: Game) -> None:
        self.names = game.edition.chain_names
        self.money = list(game.money)
        record = fields(game.state)
        self.shares = record.shares.astype(int)
        self.hands = hands_of(record)

    def hear(self, happened: list[Event]) -> None:
        for event in happened:
            seat = event.seat
            chain = self.names.index(event.chain) if event.chain else -1
            if seat is None:
                continue
            if event.kind == "drew":
                self.hands[seat].add(TILE_NUMBER[str(event.tile)])
            if event.kind in ("placed", "set aside"):
                self.hands[seat].remove(TILE_NUMBER[str(event.tile)])
            if event.kind in ("bonus", "sold", "cashed in", "founder cash"):
                self.money[seat] += event.money
            if event.kind == "bought":
                self.money[seat] -= event.money
                self.shares[seat, chain] += event.count
            if event.kind == "founder share":
                self.shares[seat, chain] += event.count
            if event.kind in ("sold", "cashed in"):
                self.shares[seat, chain] -= event.count
            if event.kind == "traded":
                self.shares[seat, chain] -= event.count
                self.shares[seat, self.names.index(str(event.survivor))] += event.count // 2
            if event.kind in ("shown", "held"):
                assert self.shares[seat, chain] == event.count
            if event.kind in ("finished", "won"):
                assert self.money[seat] == event.money


@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=styles)
@few
def test_tiles_certificates_and_money_add_up_after_every_action_and_the_game_ends(edition, players, seed, style):
    game = Game.new(edition, players, seed=seed)
    record, rules = fields(game.state), fields(game.edition.record)
    ledger = Ledger(game)
    for _, happened in playing(game, style, random.Random(seed)):
        ledger.hear(happened)
        check_tiles(record)
        check_certificates(rules, record)
        assert game.money == ledger.money
        assert (record.shares == ledger.shares).all()
        assert hands_of(record) == ledger.hands
        assert min(game.money) >= 0
        assert all(money % 100 == 0 for money in game.money)
        assert game.version <= LONGEST_GAME
    assert game.result is not None
    assert game.result["money"] == game.money
    assert game.legal_actions() == []


@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=styles, point=points)
@few
def test_every_legal_action_applies_and_every_other_is_refused_without_changing_a_byte(
    edition, players, seed, style, point
):
    game = played(edition, players, seed, style, point)
    before = bytes_of(game)
    legal = set(np.flatnonzero(game.legal_mask()).tolist())
    assert bool(legal) != game.over
    assert {game._texts[action] for action in legal} == set(game.legal_actions())
    for action in range(-2, ACTIONS + 2):
        if action in legal:
            twin = game.copy()
            twin.play(action)
            assert twin.state.tobytes() != before[0]
        else:
            with pytest.raises(IllegalAction) as refused:
                game.play(action)
            assert refused.value.code
            assert not engine.apply(game.edition.record, game.state, action, None)
            assert game.state.tobytes() == before[0]
    assert bytes_of(game) == before


@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=styles, back=st.integers(0, 60))
@few
def test_undo_is_exact(edition, players, seed, style, back):
    game = Game.new(edition, players, seed=seed)
    states = [bytes_of(game), *(bytes_of(game) for _ in playing(game, style, random.Random(seed)))]
    for steps in (1, back, back, game.version):
        steps = min(steps, game.version)
        earlier = game.at(game.version - steps)
        game.undo(steps)
        assert bytes_of(game) == bytes_of(earlier) == states[game.version]
    assert game.version == 0
    for version in range(1, len(states)):  # and forward again
        game.play(states[-1][1][version - 1])
    assert bytes_of(game) == states[-1]


@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=styles, point=points)
@few
def test_a_copy_is_a_game_of_its_own(edition, players, seed, style, point):
    game = played(edition, players, seed, style, point)
    twin = game.copy()
    before = bytes_of(game)
    assert bytes_of(twin) == before
    for _ in zip(range(5), playing(twin, "anything", random.Random(1)), strict=False):
        pass
    twin.names[0] = "Somebody"
    assert bytes_of(game) == before
    assert game.names[0] == "Player 1"
    after = bytes_of(twin)
    if not game.over:
        game.play(game.legal_actions()[0])
        assert bytes_of(twin) == after


@pytest.mark.parametrize("hidden", [None, False, True])
@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=styles, point=st.integers(0, 500))
@settings(max_examples=3)
def test_a_record_gives_the_same_game_byte_for_byte(edition, players, hidden, seed, style, point):
    game = played(edition, players, seed, style, point, hidden)
    record = json.loads(json.dumps(game.record()))
    assert ("result" in record) == game.over
    again = Game.from_record(record)
    followed, story = Game.follow(record)
    assert bytes_of(again) == bytes_of(followed) == bytes_of(game)
    assert (again.hidden, again.names, again.seed) == (game.hidden, game.names, game.seed)
    assert again.record() == game.record()
    assert len(story) == game.version + 1
    del record["seed"]  # a real table has none
    if game.has_market:
        assert record["market"] == game.market
    assert Game.from_record(record).result == game.result


@pytest.mark.parametrize("edition", ["1999", "2023-classic"])
@given(seed=seeds, style=styles, back=st.integers(1, 300))
@settings(max_examples=10)
def test_a_record_taken_back_and_played_otherwise_rolls_market_draws_of_its_own(edition, seed, style, back):
    """Draws that the record gave belong to the actions that it gave."""
    first = played(edition, 2, seed, style)
    game = Game.from_record(first.record())
    game.undo(min(back, game.version))
    first.undo(first.version - game.version)
    assert bytes_of(game) == bytes_of(first)
    for _ in playing(game, "anything", random.Random(seed + 1)):
        pass
    record = game.record()
    assert bytes_of(Game.from_record(record)) == bytes_of(game)
    earlier = game.at(game.version - 1)
    earlier.play(record["actions"][-1])
    assert bytes_of(earlier) == bytes_of(game)


@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds)
@few
def test_many_actions_at_once_are_the_same_as_one_by_one(edition, players, seed):
    game = played(edition, players, seed)
    again = Game.new(edition, players, seed=seed)
    again.advance(game.action_ids)
    assert bytes_of(again) == bytes_of(game)
