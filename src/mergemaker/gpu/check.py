"""`python -m mergemaker.gpu.check` proves that a GPU plays the CPU's games, byte for byte, and measures how many."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from mergemaker.envs.batch import Batch
from mergemaker.envs.encoding import empty_observation
from mergemaker.envs.simulate import simulate_batch
from mergemaker.gpu.device import cuda_or_refuse, simulated, trouble
from mergemaker.gpu.device_games import DeviceBatch, DeviceGames, blocks_for, simulate
from mergemaker.gpu.kernels import Tuning, simulate_kernel
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.random_words import key_of_seed

VARIANTS = (
    Tuning("plain", 128, None),
    Tuning("together", 128, None),
    Tuning("together", 128, 40),
    Tuning("together", 128, 32),
    Tuning("together", 64, 32),
)


def say(text: str) -> None:
    """One line for the person who waits."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def prove(edition: str, players: int, games: int, tuning: Tuning) -> dict[str, Any]:
    """Whether the GPU's games are the CPU's, and whether stepped games and observations are."""
    tables, decisions = simulate(edition, players, games, seed=11, tuning=tuning)
    here, counted = simulate_batch(edition, players, games, seed=11)
    same = bool(tables.to_host().tobytes() == here.tobytes() and np.array_equal(decisions.copy_to_host(), counted))
    return {"edition": edition, "players": players, "games": games, "decisions": int(counted.sum()), "same": same}


def prove_steps(edition: str, players: int, games: int, steps: int) -> dict[str, Any]:
    """Whether games stepped by the same actions stay the same, with observations, masks and rewards."""
    here = Batch(edition, players, games, seed=5)
    there = DeviceBatch(edition, players, games, seed=5)
    arrays = empty_observation(games)
    same = True
    for _ in range(steps):
        here.observe(arrays)
        there.observe()
        same = (
            same
            and there.tables.to_host().tobytes() == here.games.tobytes()
            and there.planes.copy_to_host().tobytes() == arrays["planes"].tobytes()
            and there.numbers.copy_to_host().tobytes() == arrays["numbers"].tobytes()
            and there.masks.copy_to_host().tobytes() == arrays["action_mask"].tobytes()
        )
        actions = here.random_actions()
        there.actions.copy_to_device(actions)
        here.step(actions)
        there.step()
        same = same and there.rewards.copy_to_host().tobytes() == here.rewards.tobytes()
    return {"edition": edition, "players": players, "games": games, "steps": steps, "same": bool(same)}


def prove_sharing() -> dict[str, str]:
    """Whether other libraries see the games' memory in place, by the address that they give for it."""
    tables, _ = simulate("1999", 4, 1024, seed=3)
    cash = tables.to_host()["cash"]
    field = tables.field("cash")
    address = field.__cuda_array_interface__["data"][0]
    found = {}
    try:
        import torch

        tensor = torch.as_tensor(field, device="cuda")
        alike = tensor.data_ptr() == address and np.array_equal(tensor.cpu().numpy(), cash)
        found["PyTorch"] = "in place" if alike else "differs"
    except Exception as error:  # whatever another library does here is what we want to know
        found["PyTorch"] = f"{type(error).__name__}: {error}"
    try:
        import cupy

        array = cupy.asarray(field)
        alike = array.data.ptr == address and np.array_equal(array.get(), cash)
        found["CuPy"] = "in place" if alike else "differs"
    except Exception as error:
        found["CuPy"] = f"{type(error).__name__}: {error}"
    try:
        import jax
        import torch

        words = torch.as_tensor(tables.words, device="cuda").view(torch.int32)
        shared = jax.dlpack.from_dlpack(words)
        alike = shared.unsafe_buffer_pointer() == words.data_ptr()
        found["JAX"] = "in place" if alike else "copied"
    except Exception as error:
        found["JAX"] = f"{type(error).__name__}: {error}"
    return found


def measure(edition: str, players: int, games: int, tuning: Tuning, repeats: int = 5) -> dict[str, Any]:
    """Complete games a second, with what the kernel takes of the device."""
    cuda = cuda_or_refuse()
    rules = cuda.to_device(Edition.named(edition).record)
    start = time.perf_counter()
    tables, decisions = simulate(edition, players, 65536, seed=1, tuning=tuning)
    cuda.synchronize()
    compiling = time.perf_counter() - start
    tables, decisions = DeviceGames(players, games), cuda.to_device(np.zeros(games, np.int32))
    kernel = simulate_kernel(tuning)
    blocks = blocks_for(games, tuning)
    times = []
    for at in range(repeats + 1):
        before, after = cuda.event(), cuda.event()
        before.record()
        kernel[blocks, tuning.block](rules, tables.records, decisions, key_of_seed(at), 0)
        after.record()
        after.synchronize()
        times.append(cuda.event_elapsed_time(before, after) / 1000)
    seconds = median(times[1:])
    made = float(decisions.copy_to_host().mean())
    return {
        "edition": edition,
        **tuning._asdict(),
        "games": games,
        "seconds": seconds,
        "spread": (max(times[1:]) - min(times[1:])) / seconds,
        "games_per_second": games / seconds,
        "decisions_per_game": made,
        "compiling": compiling,
        **resources(kernel, tuning.block),
    }


def resources(kernel: Any, block: int) -> dict[str, Any]:
    """Registers and local memory of a kernel, and how much of the device's threads can be at work at once."""
    cuda = cuda_or_refuse()
    (built,) = kernel.overloads.values()
    found: dict[str, Any] = {
        "registers_used": built.regs_per_thread,
        "local_bytes": built.local_mem_per_thread,
    }
    device = cuda.get_current_device()
    active = cuda.current_context().get_active_blocks_per_multiprocessor(built._codelibrary.get_cufunc(), block, 0)
    found["threads_per_multiprocessor"] = active * block
    found["occupancy"] = active * block / device.MAX_THREADS_PER_MULTIPROCESSOR
    return found


def table_of(rows: list[dict[str, Any]]) -> str:
    """Measurements as a table for people."""
    lines = [
        "| edition | loop | block | register limit | registers | local B/thread | occupancy | games/s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['edition']} | {row['loop']} | {row['block']} "
        f"| {row['registers'] or '–'} | {row['registers_used']} | {row['local_bytes']} "
        f"| {row['occupancy']:.0%} | {row['games_per_second']:,.0f} |"
        for row in rows
    ]
    return "\n".join(lines)


def main() -> int:
    """Runs what the arguments ask for; 1 if the GPU's games differ."""
    parser = argparse.ArgumentParser(prog="python -m mergemaker.gpu.check", description=__doc__)
    parser.add_argument("--prove", type=int, default=100_000, help="games of each edition to compare (default 100,000)")
    parser.add_argument("--games", type=int, default=1 << 21, help="games to measure with")
    parser.add_argument("--tune", action="store_true", help="also measure every variant of the kernel on one edition")
    parser.add_argument("--out", type=Path, help="write everything to this JSON file")
    asked = parser.parse_args()
    if trouble():
        sys.exit(f"No GPU can be used here: {trouble()}.")
    found: dict[str, Any] = {"proof": [], "steps": [], "tuning": [], "editions": []}
    best = Tuning()
    if asked.tune and not simulated():
        for variant in VARIANTS:
            found["tuning"].append(measure("2023-classic", 4, asked.games, variant, repeats=3))
            say(json.dumps(found["tuning"][-1]))
        row = max(found["tuning"], key=lambda row: float(row["games_per_second"]))
        best = Tuning(*(row[field] for field in Tuning._fields))
    for edition in names():
        for players in (2, 4) if Edition.named(edition).allows(2) else (3, 4):
            if asked.prove:
                found["proof"].append(prove(edition, players, asked.prove, best))
                say(json.dumps(found["proof"][-1]))
        if asked.prove:
            found["steps"].append(prove_steps(edition, 4, 1 if simulated() else 4096, 300 if simulated() else 250))
            say(json.dumps(found["steps"][-1]))
        if not simulated():
            found["editions"].append(measure(edition, 4, asked.games, best))
            say(json.dumps(found["editions"][-1]))
    if not simulated():
        found["sharing"] = prove_sharing()
        say(json.dumps(found["sharing"]))
    found["same"] = all(row["same"] for row in found["proof"] + found["steps"])
    if asked.out:
        asked.out.write_text(json.dumps(found, indent=1))
    if found["tuning"]:
        say(table_of(found["tuning"]))
    if found["editions"]:
        say(table_of(found["editions"]))
    say("CPU and GPU agree, byte for byte." if found["same"] else "CPU and GPU DIFFER.")
    return 0 if found["same"] else 1


if __name__ == "__main__":
    sys.exit(main())
