"""What a seat cannot see makes no difference to what it is shown, and a sampled world fits all that it is shown.

Positions come from random games, at every kind of decision, on open and on hidden tables.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards import EDITIONS, PLAYERS, TABLES, check_certificates, check_tiles, position
from mergemaker import Game
from mergemaker.rules import engine, worlds
from mergemaker.rules.bag import holds_dead
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import EXCHANGE, MAX_HAND, NO_TILE, fields
from playstyles import STYLES, played, playing, situations

# The smallest and the largest table of each edition, at each kind of decision.
SITUATIONS = [
    (edition, players, decision)
    for edition in EDITIONS
    for players in (PLAYERS[edition][0], PLAYERS[edition][-1])
    for decision in ("place", "found", "survivor", "absorb", "trade", "sell", "buy", "exchange")
    if decision != "exchange" or edition.startswith("2023")
]

seeds = st.integers(0, 2**32)
points = st.integers(0, 400)


def onlookers(game: Game) -> list[int | None]:
    return [None, *range(game.players)]


def with_hidden_holdings(game: Game, hidden: bool) -> Game:
    twin = game.copy()
    twin.hidden = hidden
    return twin


def otherwise_for(game: Game, seat: int | None, rng: random.Random) -> Game:
    """Another truth that this seat, or a spectator, cannot tell from the first."""
    twin = game.copy()
    state = fields(twin.state)
    rules = fields(twin.edition.record)
    drawn, players, mover = int(state.drawn), int(state.players), int(state.mover)
    others = [other for other in range(players) if other != seat]
    places = [(other, slot) for other in others for slot in range(MAX_HAND) if state.hands[other, slot] != NO_TILE]
    hidden = [int(state.hands[place]) for place in places] + [int(tile) for tile in state.deck[drawn:]]
    while True:
        rng.shuffle(hidden)
        for place, tile in zip(places, hidden, strict=False):
            state.hands[place] = tile
        # Everybody knows that a mover who is asked to exchange holds a dead tile.
        if state.decision != EXCHANGE or mover == seat or holds_dead(rules, state, mover):
            break
    bag = hidden[len(places) :]
    gone = [int(tile) for tile in state.deck if tile not in bag]
    state.deck[:] = rng.sample(gone, len(gone)) + bag
    for other in range(players):  # the slots of a hand mean nothing
        state.hands[other] = rng.sample(state.hands[other].tolist(), MAX_HAND)
    state.market_key = rng.getrandbits(62)
    for at in range(int(state.market_draws), len(state.market)):
        state.market[at] = rng.choice([NO_TILE, rng.randrange(108)])
    if twin.hidden and not twin.over:  # a finished game shows all holdings
        swap_dealt_certificates(rules, state, others, rng)
    return twin


def swap_dealt_certificates(rules: Any, state: Any, others: list[int], rng: random.Random) -> None:
    """Certificates dealt to others change hands, where no merger has revealed them."""
    covered = [c for c in range(int(rules.chains)) if rules.dealt[c] and not int(state.revealed) >> c & 1]
    for _ in range(30 if len(others) > 1 and covered else 0):
        one, two = rng.sample(others, 2)
        for_one, for_two = rng.choice(covered), rng.choice(covered)
        if state.dealt[one, for_two] > 0 and state.dealt[two, for_one] > 0:
            for seat, loses, gets in ((one, for_two, for_one), (two, for_one, for_two)):
                state.dealt[seat, loses] -= 1
                state.shares[seat, loses] -= 1
                state.dealt[seat, gets] += 1
                state.shares[seat, gets] += 1


def check_no_difference(game: Game, rng: random.Random) -> None:
    for seat in onlookers(game):
        other = otherwise_for(game, seat, rng)
        one, two = game.view(seat), other.view(seat)
        assert one.seen.tobytes() == two.seen.tobytes()
        assert one.to_dict() == two.to_dict()


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("edition", "players", "decision"), SITUATIONS)
def test_what_a_seat_cannot_see_makes_no_difference_to_its_view(edition, players, decision, hidden):
    for game in situations(edition, players)[decision]:
        for number in range(2):
            check_no_difference(with_hidden_holdings(game, hidden), random.Random(number))


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=st.sampled_from(list(STYLES)), point=points)
@settings(max_examples=3)
def test_what_a_seat_cannot_see_never_makes_a_difference(edition, players, hidden, seed, style, point):
    game = played(edition, players, seed, style, point, hidden)
    check_no_difference(game, random.Random(seed))


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_seat_can_see_does_make_a_difference(edition, hidden):
    """The other side of the coin: views do not agree merely because they show nothing."""
    game = position(edition, "2 2 . 1 1", ["3A 5I", "7I", ""], shares=[{"1": 2}, {"1": 1}, {}], hidden=hidden)
    for field, index in (("hands", (0, 0)), ("shares", (0, 0)), ("cash", 0), ("bank", 0), ("squares", 30)):
        other = game.copy()
        other.state[field][0][index] = 5 if field != "hands" else 100
        assert other.view(0).seen.tobytes() != game.view(0).seen.tobytes(), field
        assert other.view(0).to_dict() != game.view(0).to_dict(), field


def test_on_a_hidden_table_of_1962_the_deal_of_others_is_not_seen_but_all_that_is_announced_is():
    game = Game.new("1962", 4, seed=5)
    seen = fields(game.view(0).seen)
    assert (seen.dealt[0] == fields(game.state).dealt[0]).all()
    assert (seen.dealt[1:4] == -1).all()
    assert not seen.shares[1:4].any()
    for _ in zip(range(40), playing(game, "anything", random.Random(1)), strict=False):
        pass
    state, seen = fields(game.state), fields(game.view(0).seen)
    for chain in range(7):
        if int(state.revealed) >> chain & 1:
            assert (seen.shares[:4, chain] == state.shares[:4, chain]).all()
        else:
            assert (seen.shares[1:4, chain] == state.shares[1:4, chain] - state.dealt[1:4, chain]).all()
    assert (seen.cash == state.cash).all()  # what is bought, sold and paid is announced


# Worlds


def check_worlds(game: Game, seat: int | None, rng: np.random.Generator, count: int) -> None:
    view = game.view(seat)
    state, rules = fields(game.state), game.edition.record
    for _ in range(count):
        world = worlds.sample(view, rng)
        truth = fields(world)
        assert seen_by(rules, world, seat, game.hidden).tobytes() == view.seen.tobytes()
        check_tiles(truth)
        check_certificates(fields(rules), truth)
        players = int(state.players)
        each = game.edition.dealt // players
        assert truth.dealt[:players].sum(axis=1).tolist() == [each] * players
        assert (truth.dealt >= 0).all()
        if not game.hidden or not game.edition.dealt:
            assert (truth.shares == state.shares).all()
        assert (truth.cash == state.cash).all()
        assert truth.decision == state.decision
        assert truth.actor == state.actor
        engine.play_randomly(rules, world, int(rng.integers(1 << 60)), np.zeros(0, np.int64))
        assert fields(world).decision == 8
        check_tiles(fields(world))
        check_certificates(fields(rules), fields(world))


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("edition", "players", "decision"), SITUATIONS)
def test_sampled_worlds_fit_the_view_and_can_be_played_to_the_end(edition, players, decision, hidden):
    rng = np.random.default_rng(1)
    for game in situations(edition, players)[decision]:
        for seat in onlookers(game):
            check_worlds(with_hidden_holdings(game, hidden), seat, rng, 2)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("edition", "players"), TABLES)
@given(seed=seeds, style=st.sampled_from(list(STYLES)), point=points)
@settings(max_examples=3)
def test_sampled_worlds_fit_at_any_time(edition, players, hidden, seed, style, point):
    game = played(edition, players, seed, style, point, hidden)
    rng = np.random.default_rng(seed)
    for seat in onlookers(game):
        check_worlds(game, seat, rng, 2)


@pytest.mark.soak
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_views_and_worlds_hold_for_a_long_time(edition, players, hidden):
    new = random.SystemRandom()  # a soak draws games that no run has seen
    for _ in range(1_000):
        seed, style, point = new.getrandbits(32), new.choice(list(STYLES)), new.randrange(400)
        game = played(edition, players, seed, style, point, hidden)
        try:
            check_no_difference(game, random.Random(seed))
            for seat in onlookers(game):
                check_worlds(game, seat, np.random.default_rng(seed), 1)
        except AssertionError as error:
            error.add_note(f"played({edition!r}, {players}, {seed}, {style!r}, {point}, {hidden})")
            raise


@pytest.mark.parametrize("edition", ["2023-classic", "2023-tycoon"])
def test_a_world_gives_the_mover_who_may_exchange_a_dead_tile_and_nobody_elses_seen_tile(edition):
    """One hidden tile is dead, the one the mover holds, and the onlooker's own hand is full of dead tiles."""
    drawing = """
        2 2 2 2 2 2 2 2 2 2 2 2
        . . . . . . . . . . . .
        3 3 3 3 3 3 3 3 3 3 3 3
        . . . . . . . . . . . .
        4 4 . . . . . . . . . .
    """
    hands = ["1B 2B 3B 4B 5B 6B", "12B 12I", "6G 7G 8G 9G 10G 11G", "6H 7H 8H 9H 10H 11H", "1G 2G 3G 4G 5G 11F"]
    out = {*" ".join(hands).split(), "1E", "2E"}
    bag = [f"{number}{letter}" for letter in "DEFGHI" for number in range(1, 13)]
    game = position(edition, drawing, hands, mover=1, bag=" ".join(tile for tile in bag if tile not in out))
    game.play("place 12I")
    game.play("done")
    assert (game.to_act, game.decision) == (1, "exchange")
    view, rng = game.view(0), np.random.default_rng(1)
    dead = 23  # 12B
    for _ in range(300):
        world = worlds.sample(view, rng)
        assert dead in fields(world).hands[1]
        assert seen_by(game.edition.record, world, 0, game.hidden).tobytes() == view.seen.tobytes()


def test_worlds_differ_and_every_hidden_tile_can_be_anywhere_hidden():
    game = Game.new("tournament", 3, seed=1)
    view, rng = game.view(0), np.random.default_rng(1)
    mine = {tile for tile in fields(game.state).hands[0].tolist() if tile >= 0}
    board = {tile.tile for tile in view.hand} | set(view.board)
    seen_in_hand: set[int] = set()
    for _ in range(400):
        world = fields(worlds.sample(view, rng))
        assert set(world.hands[0].tolist()) == mine
        seen_in_hand |= set(world.hands[1].tolist())
    assert len(seen_in_hand) == 108 - len(board)


def test_in_a_hidden_1962_game_worlds_deal_the_unseen_certificates_in_every_way():
    game = Game.new("1962", 3, seed=1)
    view, rng = game.view(0), np.random.default_rng(1)
    own = fields(game.state).dealt[0].tolist()
    hands = set()
    for _ in range(200):
        world = fields(worlds.sample(view, rng))
        assert world.dealt[0].tolist() == own
        hands.add(tuple(world.dealt[1].tolist()))
    assert len(hands) > 100
    chains = np.array(sorted(hands))
    assert (chains.max(axis=0) > chains.min(axis=0)).all()
