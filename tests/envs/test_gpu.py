"""The kernels in Numba's CUDA simulator make the CPU's games; without a GPU one line says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from mergemaker.envs.batch import Batch
from mergemaker.envs.encoding import empty_observation
from mergemaker.envs.simulate import simulate_batch

# The simulator is chosen when Numba is imported, so it needs a process of its own; the rules run interpreted there.
SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "MERGEMAKER_JIT": "0"}


def run(program, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment)


def test_the_simulators_games_are_the_cpus(some_tables):
    """In one process for all tables and ways to play: it takes longer to start than to play."""
    cases = [(*table, loop) for table in some_tables for loop in ("together", "plain")]
    program = f"""
from mergemaker.gpu import simulate
from mergemaker.gpu.kernels import Tuning
for edition, players, loop in {cases}:
    tables, decisions = simulate(edition, players, 2, seed=6, tuning=Tuning(loop, 4))
    print(tables.to_host().tobytes().hex(), decisions.copy_to_host().tolist())
"""
    there = run(program, **SIMULATOR)
    assert not there.stderr
    for (edition, players, loop), told in zip(cases, there.stdout.splitlines(), strict=True):
        games, decisions = simulate_batch(edition, players, 2, seed=6)
        assert told == f"{games.tobytes().hex()} {decisions.tolist()}", (edition, players, loop)


def test_stepping_and_observing_in_the_simulator_are_the_cpus():
    program = """
import json
from mergemaker.gpu import DeviceBatch
batch = DeviceBatch("1999", 2, 2, seed=6, reward="money")
story = []
over = False
while not over:
    batch.observe()
    batch.choose()
    actions = batch.actions.copy_to_host()
    seen = [array.copy_to_host().tobytes().hex() for array in (batch.planes, batch.numbers, batch.masks)]
    story.append([actions.tolist(), *seen])
    batch.step()
    assert (batch.status.copy_to_host() >= 0).all()
    over = (batch.tables.to_host()["decision"] == 8).any()
story.append(batch.rewards.copy_to_host().tobytes().hex())
batch.actions.copy_to_device(actions * 0 - 1)
batch.step()
print(json.dumps([*story, sorted(batch.status.copy_to_host().tolist())]))
"""
    there = run(program, **SIMULATOR)
    assert not there.stderr
    *story, rewards, status = json.loads(there.stdout)
    batch = Batch("1999", 2, 2, seed=6, reward="money")
    arrays = empty_observation(len(batch))
    for actions, *seen in story:
        batch.observe(arrays)
        assert seen == [arrays[name].tobytes().hex() for name in ("planes", "numbers", "action_mask")]
        batch.actions[:] = actions
        batch.step(batch.actions)
    assert batch.rewards.tobytes().hex() == rewards
    assert status == [-1, 0]  # an illegal action is told, a finished game left alone


def test_without_a_gpu_one_line_says_so():
    hidden = {"CUDA_VISIBLE_DEVICES": "-1", "NUMBA_ENABLE_CUDASIM": "0"}
    asked = run("import runpy; runpy.run_module('mergemaker.gpu', run_name='__main__')", **hidden)
    assert asked.returncode == 1
    assert asked.stderr.startswith("No GPU can be used here: ")
    assert asked.stderr.count("\n") == 1
    used = run(
        "from mergemaker.rules.errors import MergemakerError\nfrom mergemaker import gpu\n"
        "try:\n    gpu.simulate('1999', 4, 10)\nexcept MergemakerError as error:\n    print(error)",
        **hidden,
    )
    assert used.stdout.startswith("No GPU can be used here: ")
    assert used.stdout.count("\n") == 1
