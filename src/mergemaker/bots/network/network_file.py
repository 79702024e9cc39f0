"""The network's weights as a file, and ready for compiled code.

A file is NumPy's own `.npz` with an array for each layer, in half precision: small, and read without anything else.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from mergemaker.bots.bot import BotError
from mergemaker.bots.network.layers import LAYERS, MIND

NETWORK_FILE = Path(__file__).with_name("magnate.npz")


Layers = Sequence[tuple[str, int, int, bool]]  # a layer's name, inputs and outputs, and whether it has a bias


def layers_of(arrays: Mapping[str, Any], table: Layers = LAYERS) -> dict[str, Any]:
    """The compiled layers from arrays by PyTorch's names; BotError if one is missing or wrong."""
    found = {}
    for name, inputs, outputs, biased in table:
        try:
            rows = np.asarray(arrays[f"{name}.weight"], np.float32)[:outputs].T
            if biased:
                rows = np.vstack([rows, np.asarray(arrays[f"{name}.bias"], np.float32)[:outputs]])
        except KeyError as error:
            raise BotError(f"The network has no {error.args[0]}.") from error
        if rows.shape != (inputs + biased, outputs) or not np.isfinite(rows).all():
            raise BotError(f"The network's layer {name} is not one of {inputs} inputs and {outputs} outputs.")
        found[name] = rows
    return found


def read_network(path: str | os.PathLike[str], table: Layers = LAYERS) -> dict[str, Any]:
    """The layers of a network in a file."""
    try:
        # Opened here, because NumPy leaves a broken file open.
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return layers_of(dict(arrays), table)
    except OSError as error:
        raise BotError(f"The network {path} can’t be read: {error.strerror or error}.") from error
    except (ValueError, zipfile.BadZipFile, EOFError) as error:
        raise BotError(f"The network {path} is no file of arrays: {error}.") from error


def write_network(path: str | os.PathLike[str], arrays: Mapping[str, Any]) -> None:
    """Writes weights in half precision, whole or not at all."""
    target = Path(path)
    part = target.with_name(target.name + ".part")
    with part.open("wb") as file:
        halves: dict[str, Any] = {name: np.asarray(value, np.float16) for name, value in arrays.items()}
        np.savez_compressed(file, **halves)
    part.replace(target)


@cache
def house_network() -> dict[str, Any]:
    """The layers that the magnate plays with. Shared: not to be written to."""
    return read_network(NETWORK_FILE)


def new_mind(layers: Mapping[str, Any] | None = None) -> Any:
    """An array of one mind: a network, the house's unless another is given, and empty scratch paper."""
    mind = np.zeros(1, MIND)
    for name, rows in (house_network() if layers is None else layers).items():
        mind[name] = rows
    return mind
