"""How fast the environments are, each beside other people's environments in the same run on the same core."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from mergemaker.bench.figures import Figure
from mergemaker.envs.simulate import cores, simulate_batch
from mergemaker.rules.editions.edition import names

SECONDS = 1.0  # for each figure
SERIES = 3  # the best of so many is taken: noise only ever adds time
GAMES = 1024  # in a vector environment
WITH_OBSERVATIONS, WITHOUT = 500_000, 1_500_000  # goals, decisions a second on one core

CLASSIC = ("tictactoe_v3", "connect_four_v3", "rps_v2", "leduc_holdem_v4", "texas_holdem_v4", "go_v5", "chess_v6")
SPIELS = (
    "python_acquire",
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_block_dominoes",
    "backgammon",
)


def rate(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """How much of a work is done in a second: the best of a few series. `work` does some and says how much.

    Seconds of this process, so that what else a machine does at the time counts little; whoever uses several cores
    passes the clock on the wall.
    """
    best = 0.0
    for _ in range(SERIES):
        done = 0
        start = clock()
        while (spent := clock() - start) < SECONDS / SERIES:
            done += work()
        best = max(best, done / spent)
    return best


def vector_figures(tell: Callable[[str], None]) -> Iterator[Figure]:
    """The vector environment with random masked actions, on one core: with observations, and with masks alone."""
    from mergemaker.envs.vector import AcquireVectorEnv

    group = "vector environment, one core"
    for name in names():
        for observe, title, goal in (("all", "with observations", WITH_OBSERVATIONS), ("mask", "without", WITHOUT)):
            tell(f"the vector environment, {name}, {title}")
            table = AcquireVectorEnv(GAMES, name, 4, observe=observe, autoreset_mode="SameStep", last_words=False)
            table.reset(seed=1)

            def step(table: Any = table) -> int:
                table.step(table.random_actions())
                return GAMES

            for _ in range(200):
                step()  # so that games of all ages are measured
            yield Figure(f"{name}, {title}", rate(step), "decisions/s", goal, group=group)


def simulation_figures(tell: Callable[[str], None]) -> Iterator[Figure]:
    """Whole random games on all cores, and on a GPU where there is one."""
    for name in names():
        tell(f"whole games, {name}")

        def on_cores(name: str = name) -> int:
            simulate_batch(name, 4, 2048, seed=1)
            return 2048

        on_cores()
        played = rate(on_cores, time.perf_counter)
        yield Figure(f"{name}, {cores()} cores", played, "games/s", group="whole random games")


def walk_zoo(table: Any, rng: random.Random) -> Callable[[], int]:
    """Plays on with random legal actions, a hundred steps at a time."""
    table.reset(seed=1)

    def steps() -> int:
        for _ in range(100):
            agent = table.agent_selection
            observation, _, ended, cut_off, info = table.last()
            if ended or cut_off:
                table.reset()
                continue
            mask = observation.get("action_mask") if isinstance(observation, dict) else info.get("action_mask")
            space = table.action_space(agent)
            table.step(int(space.sample()) if mask is None else rng.choice(np.flatnonzero(mask).tolist()))
        return 100

    return steps


def zoo_figures(tell: Callable[[str], None]) -> Iterator[Figure]:
    """Our PettingZoo environment beside PettingZoo's own classic games."""
    from mergemaker.envs import pettingzoo

    group = "PettingZoo, one core"
    tell("PettingZoo, Acquire")
    ours = rate(walk_zoo(pettingzoo.env(), random.Random(1)))
    yield Figure("mergemaker, 4 players", ours, "steps/s", group=group)
    for name in CLASSIC:
        tell(f"PettingZoo, {name}")
        try:
            table = import_module(f"pettingzoo.classic.{name}").env()
            yield Figure(name, rate(walk_zoo(table, random.Random(1))), "steps/s", group=group)
        except Exception as error:  # whatever a stranger's game lacks, the others are still measured
            yield Figure(name, None, "steps/s", group=group, note=_why(error))


def walk_spiel(game: Any, rng: random.Random) -> Callable[[], int]:
    """Plays a whole random game. Returns how many decisions and chance nodes it had."""

    def steps() -> int:
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            count += 1
        return count

    return steps


def spiel_figures(tell: Callable[[str], None]) -> Iterator[Figure]:
    """Our OpenSpiel game beside OpenSpiel's own Python games and its backgammon in C++."""
    import pyspiel

    import mergemaker.envs.openspiel  # noqa: F401  (registers the game)

    group = "OpenSpiel, one core"
    for name in SPIELS:
        tell(f"OpenSpiel, {name}")
        try:
            if name.startswith("python_") and name != "python_acquire":
                import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
            title = f"{name} (C++)" if name == "backgammon" else name
            played = rate(walk_spiel(pyspiel.load_game(name), random.Random(1)))
            yield Figure(title, played, "steps/s", group=group)
        except Exception as error:
            yield Figure(name, None, "steps/s", group=group, note=_why(error))


def _why(error: Exception) -> str:
    return str(error).splitlines()[0][:60] if str(error) else type(error).__name__


def measure(tell: Callable[[str], None]) -> Iterator[Figure]:
    """All figures, one by one; `tell` hears what is being measured."""
    yield from vector_figures(tell)
    yield from simulation_figures(tell)
    yield from zoo_figures(tell)
    yield from spiel_figures(tell)
