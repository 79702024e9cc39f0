"""The kernels: one game a thread, around the rule functions that the CPU runs.

Threads of a warp that stand at different places of the rules run one after the other, which leaves most of a GPU idle.
So the kernel that plays whole games lets a warp take one step of a turn at a time: all place a tile, then all who must
found a chain, and so on to the end of the turn. That changes when a game is served and nothing in any game.

A game is played where it lies, in global memory. Shared memory has room for too few of them, and in local memory the
compiler unrolls every loop over the record: 255 registers, spilt by the kilobyte, instead of 56 and none.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mergemaker.compiler import record_at
from mergemaker.envs.encoding import encode, mask_options
from mergemaker.envs.rewards import write_rewards
from mergemaker.gpu.device import cuda_or_refuse, simulated
from mergemaker.rules.engine import (
    apply_action,
    choose,
    deal_randomly,
    is_legal,
    legal_options,
    play_out,
    random_action,
    take_step,
)
from mergemaker.rules.random_words import key_at
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import (
    BUYING,
    DRAWING,
    FINISHING,
    GAME,
    MAX_PLAYERS,
    MERGING,
    OVER,
    PLACE,
    SETTLING,
    TRADE,
    TURN,
)

cuda = cuda_or_refuse()  # a global by this very name, because the simulator looks for one


class Tuning(NamedTuple):
    """How the kernel that plays whole games is built. `memory` is where a game lies while it is played."""

    loop: str = "together"  # a warp takes one step of a turn at a time; or plain: each thread for itself
    block: int = 128  # threads
    registers: int | None = 40  # at most, for each thread; the best of those measured in docs/do/research.md


WORDS = GAME.itemsize // 8

# The step that a warp takes after each; those of a merger and of the buying come round again.
AFTER = np.zeros(FINISHING + 1, np.int8)
for _step, _next in zip(TURN, (*TURN[1:], PLACE), strict=True):
    AFTER[_step] = _next


@cache
def simulate_kernel(tuning: Tuning) -> Any:
    """Plays the games of a series to their ends: (rules, games, decisions, key, first)."""
    after = AFTER
    options = {} if tuning.registers is None or simulated() else {"max_registers": tuning.registers}

    if simulated():

        def crowd(wanted: bool) -> int:
            """How many threads of the warp want something; the simulator's are warps of one."""
            return 1 if wanted else 0

    else:

        @cuda.jit(device=True)  # type: ignore[untyped-decorator]
        def crowd(wanted: bool) -> int:
            return cuda.popc(cuda.ballot_sync(0xFFFFFFFF, wanted))  # type: ignore[no-any-return]

    if tuning.loop == "plain":

        def kernel(rules: Any, games: Any, decisions: Any, key: int, first: int) -> None:
            at = cuda.grid(1)
            if at < len(games):
                game_key = key_at(key, first + at)
                decisions[at] = play_out(record_at(rules, 0), record_at(games, at), game_key)

    else:

        def kernel(rules: Any, games: Any, decisions: Any, key: int, first: int) -> None:
            rule_book = record_at(rules, 0)
            at = cuda.grid(1)
            real = at < len(games)
            game = record_at(games, min(at, len(games) - 1))
            game_key = key_at(key, first + at)
            waits = OVER
            if real:
                deal_randomly(rule_book, game, game_key)
                waits = int(game.decision)
            choices = key_at(game_key, 0)
            made = 0
            phase = PLACE
            while crowd(waits != OVER):
                if crowd(waits == phase):
                    if waits == phase:
                        if phase < OVER:
                            choose(rule_book, game, random_action(rule_book, game, choices, made), None)
                            made += 1
                        else:
                            take_step(rule_book, game, None)
                        waits = int(game.decision)
                else:
                    phase = after[phase]
                    if phase in (TRADE, SETTLING) and crowd(waits == MERGING):
                        phase = MERGING
                    elif phase == DRAWING and crowd(waits == BUYING):
                        phase = BUYING
            if real:
                decisions[at] = made

    return cuda.jit(**options)(kernel)


@cache
def batch_kernels() -> dict[str, Any]:
    """The kernels that step games: deal, step and observe."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def deal(rules: Any, games: Any, options: Any, keys: Any, episodes: Any, wanted: Any) -> None:
        at = cuda.grid(1)
        if at < len(games) and wanted[at]:
            deal_randomly(record_at(rules, 0), record_at(games, at), key_at(keys[at], episodes[at]))
            episodes[at] += 1
            options[at] = legal_options(record_at(rules, 0), record_at(games, at))

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(rules: Any, games: Any, options: Any, actions: Any, kind: int, rewards: Any, status: Any) -> None:
        at = cuda.grid(1)
        if at < len(games):
            game = record_at(games, at)
            status[at] = 0
            for seat in range(MAX_PLAYERS):
                rewards[at, seat] = 0
            if game.decision != OVER:
                if is_legal(record_at(rules, 0), game, actions[at]):
                    apply_action(record_at(rules, 0), game, actions[at], None)
                    if game.decision == OVER:
                        write_rewards(game, kind, rewards, at)
                        status[at] = 1
                else:
                    status[at] = -1
            options[at] = legal_options(record_at(rules, 0), game)

    @cuda.jit  # type: ignore[untyped-decorator]
    def pick(rules: Any, games: Any, keys: Any, counter: int, actions: Any) -> None:
        at = cuda.grid(1)
        if at < len(games):
            game = record_at(games, at)
            actions[at] = -1
            if game.decision != OVER:
                actions[at] = random_action(record_at(rules, 0), game, keys[at], counter)

    @cuda.jit  # type: ignore[untyped-decorator]
    def observe(
        rules: Any,
        games: Any,
        words: Any,
        scratch: Any,
        scratch_words: Any,
        options: Any,
        hidden: bool,
        seats: Any,
        planes: Any,
        numbers: Any,
        masks: Any,
    ) -> None:
        at = cuda.grid(1)
        if at < len(games):
            for word in range(WORDS):
                scratch_words[at, word] = words[at, word]
            seen = record_at(scratch, at)
            seat = seen.mover if seen.decision == OVER else seen.actor
            seats[at] = seat
            blank(record_at(rules, 0), seen, seat, hidden)
            encode(record_at(rules, 0), seen, seat, planes[at], numbers[at])
            mask_options(record_at(games, at), options[at], masks[at])

    return {"deal": deal, "step": step, "choose": pick, "observe": observe}
