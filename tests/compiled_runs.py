"""Plays a few games of every table and gives a digest of all that happens, for `rules/test_compiled.py`.

It is run twice, compiled by the test itself and interpreted: `MERGEMAKER_JIT=0 python tests/compiled_runs.py`.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

import numpy as np

from boards import TABLES
from mergemaker import Game
from mergemaker.compiler import COMPILED
from mergemaker.rules import engine, worlds
from mergemaker.rules.state import fields, new_state
from playstyles import playing

STYLES = ("to the last tile", "collector", "settler", "merger")


def run(edition: str, players: int, style: str) -> dict[str, str]:
    """Digests of one game: states, event rows, legal masks, views and sampled worlds, action by action."""
    digests = {what: hashlib.sha256() for what in ("states", "events", "masks", "views", "worlds")}
    rng = random.Random(f"{edition} {players}")
    game = Game.new(edition, players, seed=rng.getrandbits(64), hidden=players % 2 == 0)
    generator = np.random.default_rng(players)
    for action, _ in playing(game, style, rng):
        rows = game._buffer[0]
        digests["states"].update(game.state.tobytes() + action.encode())
        digests["events"].update(rows["rows"][: rows["written"]].tobytes())
        digests["masks"].update(game._mask.tobytes())  # as it was when the action was chosen
        if game.version % 25 == 0:
            view = game.view(game.version % players)
            digests["views"].update(view.seen.tobytes() + json.dumps(view.to_dict()).encode())
            digests["worlds"].update(worlds.sample(view, generator).tobytes())
    return {what: digest.hexdigest() for what, digest in digests.items()} | {"end": str(game.result)}


def simulated(edition: str, players: int) -> str:
    """A digest of random games that the engine deals and plays by itself."""
    state, decisions = new_state(), np.zeros(1, np.int32)
    fields(state).players = players
    rules = Game.new(edition, players, seed=1).edition.record
    engine.play_series(rules, state, decisions, 12345 + players, 0, 0, 1)
    return f"{decisions[0]} {hashlib.sha256(state.tobytes()).hexdigest()}"


def run_all() -> dict[str, Any]:
    """Everything, table by table, and whether it was compiled."""
    told: dict[str, Any] = {"compiled": COMPILED}
    for number, (edition, players) in enumerate(TABLES):
        told[f"{edition} {players}"] = run(edition, players, STYLES[number % len(STYLES)])
        told[f"{edition} {players} simulated"] = simulated(edition, players)
    return told


if __name__ == "__main__":
    json.dump(run_all(), sys.stdout)
