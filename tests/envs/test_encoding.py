"""Observations hold what a seat may know and nothing else; masks and texts are the engine's own."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mergemaker import Game, IllegalAction
from mergemaker.envs import encoding
from mergemaker.envs.batch import Batch
from mergemaker.rules.actions import ACTIONS, action_texts
from mergemaker.rules.board import TILE_NAMES, tile_named
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.worlds import fill

TABLES = [(name, players) for name in names() for players in range(2, 7) if Edition.named(name).allows(players)]


def part(numbers, name):
    """A part of the vector by the beginning of its name."""
    (found,) = [where for label, where in encoding.layout() if label.startswith(name)]
    return numbers[found]


def test_the_parts_of_the_vector_fill_it():
    assert encoding.layout()[-1][1].stop == encoding.NUMBERS_SHAPE[0]
    assert len(encoding.PLANES) == encoding.PLANES_SHAPE[0]


def test_the_shapes_of_version_1_are_as_documented():
    assert (encoding.VERSION, encoding.PLANES_SHAPE, encoding.NUMBERS_SHAPE, ACTIONS) == (1, (17, 9, 12), (224,), 218)


def test_a_new_game_as_its_starter_sees_it():
    game = Game.new("1999", 4, seed=1)
    view = game.view(game.to_act)
    seen = encoding.observation_of(view)
    assert seen["planes"][encoding.PLANES.index("loose tiles")].sum() == 4
    assert seen["planes"][encoding.PLANES.index("empty squares")].sum() == 104
    hand = [at for at, name in enumerate(encoding.PLANES) if name.startswith("own tile")]
    mine = seen["planes"][hand].sum(0).reshape(-1)
    assert {TILE_NAMES[tile] for tile in np.flatnonzero(mine)} == {tile.tile for tile in view.hand}
    assert list(part(seen["numbers"], "player: cash")) == pytest.approx([0.6] * 4 + [0, 0])
    assert list(part(seen["numbers"], "player: 1 for the mover")) == [1, 0, 0, 0, 0, 0]
    assert [encoding.action_text(game.edition, int(at)) for at in np.flatnonzero(seen["action_mask"])] == list(
        view.actions
    )


def test_players_are_told_from_ones_own_chair():
    game = Game.new("1999", 4, seed=1)
    mover = game.mover
    across = encoding.observation_of(game.view((mover + 2) % 4))["numbers"]
    assert list(part(across, "player: 1 for the mover")) == [0, 0, 1, 0, 0, 0]


def test_the_placed_tile_and_a_founded_chain_are_on_their_planes():
    game = Game.new("tournament", 3, seed=3)
    while game.decision != "found":
        game.play(game.legal_actions()[0])
    tile = tile_named(game.actions[-1].split()[1])
    founder = game.to_act
    game.play("found Tower")
    seen = encoding.observation_of(game.view(founder))
    tower = game.edition.chain_names.index("Tower")
    assert seen["planes"][tower].reshape(-1)[tile] == 1
    assert seen["planes"][-1].reshape(-1)[tile] == 1
    assert part(seen["numbers"], "chain: tiles")[tower] == pytest.approx(seen["planes"][tower].sum() / 40)


def test_a_spectator_has_no_tiles_and_no_actions():
    seen = encoding.observation_of(Game.new("online", 3, seed=1).view())
    hand = [at for at, name in enumerate(encoding.PLANES) if name.startswith("own tile")]
    assert seen["planes"][hand].sum() == 0
    assert seen["action_mask"].sum() == 0


@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 250), st.booleans(), st.integers(0, 10**6))
def test_an_observation_never_depends_on_what_is_hidden(table, seed, moves, hidden, key):
    """The hidden part of a state is dealt anew; every observation of the seat stays as it was."""
    edition, players = table
    batch = Batch(edition, players, seed=seed, hidden=hidden)
    for _ in range(moves):
        if not batch.over[0]:
            batch.step(batch.random_actions())
    for seat in range(players):
        world = seen_by(batch.edition.record, batch.games, seat, hidden)
        fill(batch.edition.record, world, key)
        other = Batch(edition, players, seed=0, hidden=hidden)
        other.games[:] = world
        other.take_up()
        mine, twin = batch.observe_one(0, seat), other.observe_one(0, seat)
        assert np.array_equal(mine["planes"], twin["planes"])
        assert np.array_equal(mine["numbers"], twin["numbers"])
        assert np.array_equal(mine["action_mask"], twin["action_mask"])


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_masks_are_the_legal_actions_of_a_random_game(table):
    edition, players = table
    batch = Batch(edition, players, seed=players)
    game = Game.new(edition, players, seed=1)
    batch.games[:] = game.state  # both go on from one deal, one by action numbers and the other by texts
    batch.take_up()
    while not game.over:
        mask = batch.observe_one(0, int(game.to_act or 0))["action_mask"]
        legal = [encoding.action_text(game.edition, int(at)) for at in np.flatnonzero(mask)]
        assert legal == game.legal_actions()
        (action,) = batch.random_actions()
        game.play(encoding.action_text(game.edition, int(action)))
        batch.step(batch.actions)
        assert batch.games.tobytes() == game.state.tobytes()
    assert batch.over[0]


@pytest.mark.parametrize("name", names())
def test_actions_go_from_number_to_text_and_back(name):
    edition = Edition.named(name)
    for number, text in enumerate(action_texts(edition.chain_names)):
        assert encoding.action_text(edition, number) == text
        assert encoding.action_number(edition, text) == number


def test_a_text_or_number_that_is_no_action_is_refused():
    edition = Edition.named("1999")
    with pytest.raises(IllegalAction):
        encoding.action_number(edition, "place 13Z")
    with pytest.raises(MergemakerError, match="0 to 217"):
        encoding.action_text(edition, 218)


def test_seeds_reproduce_in_another_process():
    program = (
        "from mergemaker.envs.batch import Batch\nimport hashlib\n"
        "b = Batch('1962', 4, 3, seed=42)\n"
        "for _ in range(100): b.step(b.random_actions())\n"
        "print(hashlib.sha256(b.games.tobytes()).hexdigest())\n"
    )
    there = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    batch = Batch("1962", 4, 3, seed=42)
    for _ in range(100):
        batch.step(batch.random_actions())
    assert there.strip() == hashlib.sha256(batch.games.tobytes()).hexdigest()
