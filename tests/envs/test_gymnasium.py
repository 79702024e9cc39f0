"""Gymnasium's own check, and a learner among bots."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mergemaker.envs.gymnasium
from mergemaker import IllegalAction
from mergemaker.rules.errors import MergemakerError

NAME = mergemaker.envs.gymnasium.NAME


def test_gymnasiums_own_check(some_table, capsys):
    edition, players = some_table
    check_env(gymnasium.make(NAME, edition=edition, players=players).unwrapped)


def play(table, seed):
    observation, info = table.reset(seed=seed)
    table.action_space.seed(seed)
    trail = []
    ended = False
    while not ended:
        action = table.action_space.sample(observation["action_mask"])
        observation, reward, ended, cut_off, info = table.step(action)
        assert not cut_off
        trail.append((int(action), observation["numbers"].tobytes()))
    return trail, reward, info


def test_the_same_seed_gives_the_same_game_against_the_same_bots():
    table = gymnasium.make(NAME, edition="1999", opponents=["clerk", "random", "clerk"], reward="money")
    first = play(table, 4)
    assert first == play(table, 4)
    assert first != play(table, 5)
    _, reward, info = first
    assert reward == pytest.approx(info["money"][0] / sum(info["money"]))
    assert info["end"] in ("announced", "no tiles", "no move")


def test_the_learner_may_take_every_seat_in_turn():
    table = gymnasium.make(NAME, opponents="random", players=3, seat=None)
    seats = [table.reset(seed=1)[1]["seat"]] + [table.reset()[1]["seat"] for _ in range(3)]
    assert seats == [0, 1, 2, 0]


def test_an_illegal_action_changes_nothing_and_says_why():
    table = gymnasium.make(NAME, opponents="random")
    observation, _ = table.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[-1])
    again, reward, ended, _, info = table.step(illegal)
    assert (reward, ended) == (0, False)
    assert info["illegal"]
    assert all(np.array_equal(observation[name], again[name]) for name in observation)
    strict = gymnasium.make(NAME, opponents="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(illegal)


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ({"opponents": ["random"], "players": 4}, "4 players need 3 opponents"),
        ({"opponents": "nobody"}, "There is no bot"),
        ({"seat": 9}, "no seat 9"),
        ({"render_mode": "hologram"}, "human, ansi, rgb_array"),
        ({"illegal": "cheer"}, "ignore"),
        ({"edition": "1861"}, "is not an edition"),
    ],
)
def test_wrong_wishes_are_refused_in_one_line(wish, answer):
    with pytest.raises(MergemakerError, match=answer):
        mergemaker.envs.gymnasium.AcquireEnv(**wish)


def test_it_renders_in_all_its_modes(capsys):
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray), ("human", type(None))):
        table = gymnasium.make(NAME, render_mode=mode)
        table.reset(seed=1)
        assert isinstance(table.render(), kind)


def test_the_vector_environment_is_registered_beside_it():
    vector = gymnasium.make_vec(NAME, num_envs=3, edition="online")
    assert vector.reset(seed=1)[0]["planes"].shape[0] == 3


def test_a_missing_package_is_named_with_the_command_that_installs_it():
    from mergemaker.envs.extras import ExtraMissing, need

    with pytest.raises(ExtraMissing, match=r"pip install 'mergemaker\[envs\]'"):
        need("gymnasium_of_another_world", "Gymnasium", "envs")
