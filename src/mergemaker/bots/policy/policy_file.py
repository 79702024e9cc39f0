"""The policy's weights, ready for compiled code. The file is of the same kind as the network's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from mergemaker.bots.network.network_file import read_network
from mergemaker.bots.policy.policy_layers import POLICY, POLICY_LAYERS

POLICY_FILE = Path(__file__).with_name("policy.npz")


@cache
def house_policy() -> dict[str, Any]:
    """The layers that the magnate's search plays on by. Shared: not to be written to."""
    return read_network(POLICY_FILE, POLICY_LAYERS)


def new_policy(layers: Mapping[str, Any] | None = None) -> Any:
    """An array of one policy, the house's unless other layers are given, and empty scratch paper."""
    policy = np.zeros(1, POLICY)
    for name, rows in (house_policy() if layers is None else layers).items():
        policy[name] = rows
    return policy
