"""OpenSpiel's own tests, honest chance, and information states that hold what was heard and nothing else."""

from __future__ import annotations

import random
import unittest

import numpy as np
import pyspiel
import pytest

import mergemaker.envs.openspiel
from mergemaker import Game
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError

HERE = mergemaker.envs.openspiel.NAME


def load(edition, players, **more):
    return pyspiel.load_game(HERE, {"edition": edition, "players": players, **more})


def walk(state, seed):
    """Plays a random game; every state on the way."""
    rng = random.Random(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def test_what_openspiel_asks_of_a_game_too_large_to_be_walked_through_holds():
    # Its tests import all its games and SciPy: seconds that every process of ours would spend before its first test.
    from open_spiel.integration_tests import api_test

    class OpenSpielsOwn(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name = HERE
        game = pyspiel.load_game(HERE)

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OpenSpielsOwn).run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []


@pytest.mark.parametrize("serialize", [False, True])
def test_random_simulation(serialize, capfd):
    """With every state written to text and read back, and without."""
    pyspiel.random_sim_test(load("1999", 2), 1, serialize, False)


def test_random_simulation_of_every_kind_of_chance(some_table, capfd):
    pyspiel.random_sim_test(load(*some_table), 1, False, False)


def test_chance_is_honest_and_only_draws_what_is_left(some_table):
    state = load(*some_table).new_initial_state()
    edition = Edition.named(some_table[0])
    drawn: list[int] = []
    certificates = 0
    for at in walk(state, 3):
        if at.is_chance_node():
            outcomes = at.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            if certificates < edition.dealt:
                certificates += 1
            elif at.core.market_bag is None:
                assert not set(drawn) & {tile for tile, _ in outcomes}
                assert len(outcomes) == 108 - at.core.decided
                assert len({chance for _, chance in outcomes}) == 1
                drawn = [int(tile) for tile in at.core.state["deck"][0, : at.core.decided]]
    assert sum(state.returns()) == pytest.approx(0)


def test_the_certificates_of_1962_are_dealt_by_chance_and_evenly():
    state = load("1962", 4).new_initial_state()
    for _ in range(60):
        state.apply_action(state.chance_outcomes()[0][0])
    assert state.core.state["dealt"][0].sum(1).tolist() == [15, 15, 15, 15, 0, 0]


@pytest.mark.parametrize("table", [("1962", 3), ("1999", 2), ("2023-classic", 4), ("online", 5)], ids=str)
def test_a_resampled_state_is_the_same_to_the_player_and_can_be_played_on(table):
    state = load(*table).new_initial_state()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for number, at in enumerate(walk(state, 5)):
        if at.is_chance_node() or number % 11:
            continue
        player = at.current_player()
        other = at.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == at.information_state_string(player)
        assert other.observation_string(player) == at.observation_string(player)
        assert other.legal_actions() == at.legal_actions()
        assert sorted(other.core.state["deck"][0]) == list(range(108))
        for seat in range(table[1]):
            held = {int(tile) for tile in other.core.state["hands"][0, seat] if tile >= 0}
            bag = {int(tile) for tile in other.core.state["deck"][0, other.core.decided :]}
            assert not held & bag
            for tile in held:  # whoever holds a tile has drawn it, by its own account
                name = other.core.chance_text(tile).removeprefix("draw ")
                said = other.information_state_string(seat)
                assert f"P{seat + 1} drew {name}" in said or f"P{seat + 1} opened {name}" in said
        rest = other.clone()
        for _ in walk(rest, number):
            pass
        assert rest.is_terminal()


def test_what_others_draw_is_not_heard():
    state = load("2023-classic", 3).new_initial_state()
    for _ in walk(state, 1):
        pass
    story = state.information_state_string(0)
    assert "P1 drew " in story
    assert all(not said.startswith(("P2 drew ", "P3 drew ")) for said in story.split("; "))


def test_the_game_that_chance_deals_is_the_engines():
    """The same tiles and actions, played by Game from a record of them, come to the same result."""
    state = load("1999", 2).new_initial_state()
    for _ in walk(state, 9):
        pass
    core = state.core
    record = {
        "format": 1,
        "edition": "1999",
        "seats": ["a", "b"],
        "deck": [TILE_NAMES[tile] for tile in core.state["deck"][0]],
        "market": [said.removeprefix("market ") for _, said, _, _ in core.log if said.startswith("market ")],
        "actions": [core.texts[action] for action in actions_of(state)],
    }
    game = Game.from_record(record)
    assert game.over
    assert game.money == core.state["cash"][0, :2].tolist()


def actions_of(state):
    """The actions of players in a state's history, chance left out."""
    return [step.action for step in state.full_history() if step.player >= 0]


def test_its_ismcts_plays():
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("2023-classic", 3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=4,
        random_state=np.random.RandomState(2),
    )
    state = game.new_initial_state()
    decisions = 0
    for at in walk(state, 2):
        if not at.is_chance_node() and decisions < 6:
            decisions += 1
            assert bot.step(at) in at.legal_actions()


def test_wrong_parameters_are_refused():
    with pytest.raises(MergemakerError, match="for 3 to 6 players"):
        mergemaker.envs.openspiel.AcquireGame({"edition": "tournament", "players": 2})
    with pytest.raises(MergemakerError, match="not an edition"):
        mergemaker.envs.openspiel.AcquireGame({"edition": "1861"})


def test_an_edition_that_is_a_number_can_be_named_in_text():
    game = pyspiel.load_game(f"{HERE}(edition=edition-1962,players=5)")
    assert game.num_players() == 5
    assert str(game) == str(pyspiel.load_game(str(game)))
