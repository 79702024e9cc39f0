"""The rules on a GPU: the same rule functions, compiled for CUDA by numba-cuda, one game a thread.

    from mergemaker import gpu

    tables, decisions = gpu.simulate("1999", players=4, games=1_000_000, seed=7)  # played to their ends, there
    money = torch.as_tensor(tables.field("cash"), device="cuda")  # shares the memory, copies nothing

`simulate` makes the same games, byte for byte, as `mergemaker.envs.simulate.simulate_batch`; `DeviceBatch` steps games
by actions that a program on the device chooses. `python -m mergemaker.gpu` says whether a GPU can be used here, and
`python -m mergemaker.gpu.check` proves that its games are the CPU's and measures how many it plays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mergemaker.gpu.device import NoGpu, trouble
    from mergemaker.gpu.device_games import DeviceBatch, DeviceGames, simulate

_HOMES = {
    "DeviceBatch": "mergemaker.gpu.device_games",
    "DeviceGames": "mergemaker.gpu.device_games",
    "NoGpu": "mergemaker.gpu.device",
    "simulate": "mergemaker.gpu.device_games",
    "trouble": "mergemaker.gpu.device",
}

__all__ = ["DeviceBatch", "DeviceGames", "NoGpu", "simulate", "trouble"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"mergemaker.gpu has no {name}")
