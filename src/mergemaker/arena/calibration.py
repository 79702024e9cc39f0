"""Fitting how positions are judged to who won them.

The broker plays many games against itself; at turns here and there the position is kept as one seat sees it, with who
won in the end. The weights that are least surprised by the winners judge the mogul's searches. They are others than
those that play best: to choose among moves and to foretell the end are different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from mergemaker.arena.task_runner import spread
from mergemaker.arena.weight_tuning import Setting
from mergemaker.bots import compiled
from mergemaker.bots.evaluation.outlook import WEIGHT_NAMES, house_weights, new_outlook, weights_of
from mergemaker.bots.evaluation.surprise import surprise
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import MAX_PLAYERS, OVER, fields, new_state

NEAR = 0.02  # how far away slopes are measured, in powers of e like all of the descent
PACE = 0.1  # how far a weight goes in the first step; ever less in later ones
MEMORY = 0.9  # of earlier slopes, for the way down
LONG_MEMORY = 0.98  # of their squares, for how far to trust them
FLAT = 1e-4  # a slope that is hardly one

STRIDE = (30, 60)  # decisions between positions: those of one game tell much the same, so few are taken
BATCH = 50  # games of a task


class Batch(msgspec.Struct, frozen=True):
    """Games to take positions from."""

    edition: dict[str, Any]
    players: int
    first: int
    games: int
    seed: int


class Positions(msgspec.Struct, frozen=True):
    """Positions as a seat sees them, each with what every seat has won of it."""

    edition: Edition
    games: Any
    winners: Any


def play_batch(batch: Batch) -> tuple[bytes, bytes]:
    """Positions of some games and their winners, as the bytes of both arrays."""
    edition = Edition.from_dict(batch.edition)
    players = batch.players
    state = new_state()
    game = fields(state)
    game.players = players
    worlds, outlook = compiled.new_scratch()
    actions = np.zeros(compiled.MOST_ACTIONS, np.int64)
    everybody = np.full(players, compiled.BROKER)
    weights = np.repeat(house_weights(), players)
    keys = np.zeros(players, np.int64)
    hidden = edition.hides()

    def play(decisions: int) -> None:
        compiled.play(edition.record, state, decisions, hidden, everybody, keys, weights, worlds, outlook, actions)

    positions = [new_state()[:0]]
    winners = [np.zeros((0, MAX_PLAYERS))]
    for deal in range(batch.first, batch.first + batch.games):
        rng = np.random.default_rng((batch.seed, deal))
        compiled.deal(edition.record, state, (batch.seed << 20) + deal)
        kept = []
        while int(game.decision) != OVER:
            play(int(rng.integers(*STRIDE)))
            mover = int(game.mover)
            while int(game.decision) != OVER and int(game.mover) == mover:
                play(1)
            if int(game.decision) != OVER:
                # Holdings lie open even where they are hidden: a search judges worlds, in which they are filled in.
                kept.append(seen_by(edition.record, state, int(rng.integers(players)), False))
        won = np.zeros(MAX_PLAYERS)
        won[:players] = game.cash[:players] == max(game.cash[:players])
        positions += kept
        winners += [won[np.newaxis] / won.sum()] * len(kept)
    return np.concatenate(positions).tobytes(), np.concatenate(winners).tobytes()


def gather(
    settings: Sequence[Setting], games: int, seed: int, jobs: int = 1, cluster: str | None = None
) -> list[Positions]:
    """Positions of so many games of each setting."""
    batches = [
        Batch(setting.edition.to_dict(), setting.players, first, min(BATCH, games - first), seed)
        for setting in settings
        for first in range(0, games, BATCH)
    ]
    results: list[tuple[bytes, bytes]] = [(b"", b"")] * len(batches)
    for at, result in spread(play_batch, batches, jobs, cluster):
        results[at] = result
    each = len(batches) // len(settings)
    gathered = []
    for number, setting in enumerate(settings):
        states, winners = zip(*results[number * each : (number + 1) * each], strict=True)
        gathered.append(
            Positions(
                setting.edition,
                np.frombuffer(b"".join(states), new_state().dtype).copy(),
                np.frombuffer(b"".join(winners)).reshape(-1, MAX_PLAYERS),
            )
        )
    return gathered


def mean_surprise(gathered: Sequence[Positions], weights: Any) -> float:
    """How surprised an evaluation is, as the mean over all settings, which count alike."""
    outlook = new_outlook()
    return float(np.mean([surprise(one.edition.record, one.games, one.winners, weights, outlook) for one in gathered]))


class Step(msgspec.Struct, frozen=True):
    """What came of a step."""

    number: int
    weights: dict[str, float]
    surprise: float  # before it


def calibrate(gathered: Sequence[Positions], start: Any, *, steps: int = 60, jobs: int = 1) -> Iterator[Step]:
    """Finds weights that foretell better who wins, step by step down the slope of the surprise (Adam's way).

    `start` is a record of weights; all stay positive. Threads do for `jobs`, since all the work is compiled.
    """
    at = np.log(np.maximum(np.asarray(start).view(np.float64), 1e-6))
    aside = NEAR * np.eye(len(at))
    slopes = np.zeros(len(at))
    squares = np.zeros(len(at))
    with ThreadPoolExecutor(jobs) as threads:
        for number in range(1, steps + 1):
            around = [*(at + aside), *(at - aside)]
            surprises = np.array(
                list(threads.map(lambda one: mean_surprise(gathered, weights_of(np.exp(one))), around))
            )
            slope = (surprises[: len(at)] - surprises[len(at) :]) / (2 * NEAR)
            slopes = MEMORY * slopes + (1 - MEMORY) * slope
            squares = LONG_MEMORY * squares + (1 - LONG_MEMORY) * slope**2
            usual = np.sqrt(squares / (1 - LONG_MEMORY**number)) + FLAT
            at = at - PACE * (1 - (number - 1) / steps) * slopes / (1 - MEMORY**number) / usual
            found = dict(zip(WEIGHT_NAMES, map(float, np.exp(at)), strict=True))
            yield Step(number, found, float(surprises.mean()))
