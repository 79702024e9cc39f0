"""OpenSpiel's information-set Monte Carlo tree search at a table of random players.

    python examples/ismcts.py --games 2 --simulations 30

The search sees what its seat sees: every simulation begins in a world that fits it, drawn by `rules.worlds`.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import mergemaker.envs.openspiel  # registers python_acquire


def play(game: pyspiel.Game, searcher: int, simulations: int, seed: int, most: int | None) -> list[float]:
    """One game; the seat `searcher` searches for its first `most` decisions, everybody else plays at random."""
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=1.0,
        max_simulations=simulations,
        random_state=rng,
    )
    state = game.new_initial_state()
    searched = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        elif state.current_player() == searcher and (most is None or searched < most):
            searched += 1
            action = bot.step(state)
            print(f"  {searched:>3}. {state.action_to_string(searcher, action)}")
            state.apply_action(action)
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    returns: list[float] = state.returns()
    return returns


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", default="2023-classic")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=30)
    parser.add_argument("--decisions", type=int, help="search only so many in each game, then play at random")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game = pyspiel.load_game(
        mergemaker.envs.openspiel.NAME, {"edition": asked.edition, "players": asked.players, "reward": "win"}
    )
    wins = 0.0
    for number in range(asked.games):
        searcher = number % asked.players
        print(f"game {number + 1}: the search has seat {searcher + 1}")
        returns = play(game, searcher, asked.simulations, asked.seed + number, asked.decisions)
        wins += returns[searcher] + 1 / asked.players
        print(f"  returns {[round(value, 2) for value in returns]}")
    print(f"the search won {wins:g} of {asked.games}; a random player would win {asked.games / asked.players:g}")
    return wins


if __name__ == "__main__":
    main()
