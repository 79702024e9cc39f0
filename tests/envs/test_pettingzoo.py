"""PettingZoo's own tests, and what the environment says of Acquire."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test.seed_test import parallel_seed_test

from mergemaker import IllegalAction
from mergemaker.envs import pettingzoo, pettingzoo_parallel
from mergemaker.rules.errors import MergemakerError

# PettingZoo's tests warn of every observation that is a dictionary, which its own rules for action masks ask for.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env])
def test_the_api(make, some_table, capsys):
    edition, players = some_table
    api_test(make(edition=edition, players=players), num_cycles=400)


def test_seeds():
    seed_test(pettingzoo.env, num_cycles=200)


def test_rendering(capsys):
    render_test(pettingzoo.env)
    assert "tiles in the bag" in capsys.readouterr().out


@pytest.mark.soak  # it plays for five seconds
def test_the_performance_benchmark_runs(capsys):
    performance_benchmark(pettingzoo.env())
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_max_cycles(capsys):
    max_cycles_test(pettingzoo_parallel)


def test_the_parallel_api(capsys):
    parallel_api_test(pettingzoo_parallel.parallel_env(edition="1999", players=3), num_cycles=300)
    parallel_seed_test(pettingzoo_parallel.parallel_env, num_cycles=100)


def play(table, seed):
    """Plays a random game with the environment's own action spaces; the rewards at the end."""
    table.reset(seed=seed)
    for number, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed + number)
    rewards = {}
    for agent in table.agent_iter():
        observation, reward, ended, cut_off, _ = table.last()
        rewards[agent] = reward
        table.step(None if ended or cut_off else table.action_space(agent).sample(observation["action_mask"]))
    return rewards


@pytest.mark.parametrize(("reward", "total"), [("win", 1), ("money", 1), ("place", 2)])
def test_a_game_to_its_end_pays_the_reward_that_was_asked_for(reward, total):
    rewards = play(pettingzoo.env(edition="tournament", players=4, reward=reward), seed=8)
    assert sum(rewards.values()) == pytest.approx(total)


def test_max_cycles_cuts_a_turn_based_game_off():
    table = pettingzoo.raw_env(players=3, max_cycles=5)
    table.reset(seed=1)
    for _ in range(15):
        assert not any(table.truncations.values())
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert all(table.truncations.values())


def test_only_the_seat_that_must_decide_has_legal_actions():
    table = pettingzoo.raw_env(players=4)
    table.reset(seed=1)
    masks = {agent: table.observe(agent)["action_mask"].any() for agent in table.agents}
    assert [agent for agent, any_legal in masks.items() if any_legal] == [table.agent_selection]


def test_the_bare_environment_refuses_an_illegal_action_and_the_wrapped_one_ends_the_game(caplog):
    table = pettingzoo.raw_env()
    table.reset(seed=1)
    illegal = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        table.step(illegal)
    wrapped = pettingzoo.env()
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.last()
    wrapped.step(illegal)
    assert "Illegal move" in caplog.text
    assert wrapped.terminations[loser]
    assert wrapped.rewards[loser] == -1


def test_hidden_holdings_stay_hidden_in_the_text():
    table = pettingzoo.raw_env(edition="1962", players=3, render_mode="ansi")
    table.reset(seed=1)
    assert "?" in table.render()
    assert "6000" not in table.render()


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(MergemakerError, match="human, ansi, rgb_array"):
        pettingzoo.env(render_mode="hologram")
