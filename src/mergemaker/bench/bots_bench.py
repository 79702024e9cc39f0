"""The bots' figures: how fast the compiled ones play whole games, and what a decision takes.

Time is the processor's, not the clock's, so that a busy machine does not count against them much; the best of a few
series is taken, because noise only ever adds time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from mergemaker.bench.figures import Figure
from mergemaker.bots import compiled
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights, new_outlook
from mergemaker.bots.network.judgement import judge_seen
from mergemaker.bots.network.layers import think_of
from mergemaker.bots.network.network_file import new_mind
from mergemaker.bots.registry import make_bot
from mergemaker.bots.search.search_bot import SearchBot
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import MAX_PLAYERS, fields, new_state

SERIES = 5
GAMES = 100
EDITION = "tournament"
GOAL = 300  # games a second
DESCENTS = 100


def measure(watch: Callable[[str], None] = lambda what: None) -> Iterator[Figure]:
    """Measures one figure after the other; `watch` is told which."""
    watch("broker in self-play")
    yield Figure("broker in self-play, four players", _self_play(), "games/s", GOAL, less_is_better=False)
    watch("a broker's decision")
    yield Figure("a broker's decision, called from Python", 1000 * _decision("broker"), "ms", 5, less_is_better=True)
    watch("a mogul's descent")
    searched = _decision(f"mogul:iterations={DESCENTS}") / DESCENTS
    yield Figure("a mogul's descent", 1000 * searched, "ms", 1, less_is_better=True)
    watch("the magnate's network")
    yield Figure("the network's chances, four players", 1e6 * _network(), "µs", 15, less_is_better=True)
    watch("one look at the network")
    yield Figure("one look, called from Python", 1000 * _decision("magnate:iterations=1"), "ms", 1, less_is_better=True)
    watch("the policy's proposals")
    proposals = 1000 * _decision("magnate:glance=8")
    yield Figure("the best of eight proposals, called from Python", proposals, "ms", 1, less_is_better=True)
    watch("a magnate's descent")
    searched = _decision(f"magnate:iterations={4 * DESCENTS}") / (4 * DESCENTS)
    yield Figure("a magnate's descent, a round played on", 1000 * searched, "ms", 1, less_is_better=True)


def _self_play() -> float:
    edition = Edition.named(EDITION)
    games = new_state()
    worlds, outlook = compiled.new_scratch()
    weights = np.repeat(house_weights(), MAX_PLAYERS)
    kinds = np.full(MAX_PLAYERS, compiled.BROKER)
    keys = np.zeros(MAX_PLAYERS, np.int64)
    actions = np.zeros(compiled.MOST_ACTIONS, np.int64)
    fields(games).players = 4
    best = 0.0
    for series in range(SERIES + 1):  # the first one compiles
        began = time.process_time()
        for key in range(GAMES):
            compiled.deal(edition.record, games, key)
            compiled.play(edition.record, games, len(actions), False, kinds, keys, weights, worlds, outlook, actions)
        if series:
            best = max(best, GAMES / (time.process_time() - began))
    return best


def _network() -> float:
    """From a position's numbers to every seat's chance, in seconds: the mean over a game's positions."""
    edition = Edition.named(EDITION)
    judge, mind, outlook = judge_weights(edition), new_mind(None), new_outlook()
    guide = make_bot("broker", 1)
    chains = int(fields(edition.record).chains)
    spent = []
    game = Game.new(EDITION, 4, seed=1)
    while game.to_act is not None:
        if game.version % 7 == 0:
            seen = seen_by(edition.record, game.state, game.to_act, game.hidden)
            judge_seen(edition.record, seen, game.to_act, judge, mind, outlook)
            features = fields(mind).features.copy()
            think_of(mind, features, 4, chains)  # compiles
            spent.append(min(_time_to_think(mind, features, chains) for _ in range(SERIES)))
        game.play(guide.choose(game.view(game.to_act)))
    return sum(spent) / len(spent)


def _time_to_think(mind: Any, features: Any, chains: int) -> float:
    began = time.process_time()
    for _ in range(GAMES):
        think_of(mind, features, 4, chains)
    return (time.process_time() - began) / GAMES


def _decision(name: str) -> float:
    """The mean over a game's decisions that have a choice, in seconds."""
    bot = make_bot(name, 1)
    guide = make_bot("broker", 1)
    spent = 0.0
    asked = 0
    game = Game.new(EDITION, 4, seed=1)
    while game.to_act is not None:
        view = game.view(game.to_act)
        action = guide.choose(view)
        if len(view.actions) > 1 and game.version % 7 == 0:
            if asked == 0:
                bot.choose(view)  # compiles
            seen = seen_by(game.edition.record, game.state, game.to_act, game.hidden)
            began = time.process_time()
            if isinstance(bot, SearchBot):
                bot.consider(game.edition, seen)
            else:
                bot.choose(view)
            spent += time.process_time() - began
            asked += 1
        game.play(action)
    return spent / max(asked, 1)
