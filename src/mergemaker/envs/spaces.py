"""The observation and action spaces, as Gymnasium describes them; the same for every edition and number of players."""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.envs.encoding import ACTIONS, HIGHEST, LOWEST, NUMBERS_SHAPE, PLANES_SHAPE
from mergemaker.envs.extras import need

_spaces = need("gymnasium", "Gymnasium", "envs").spaces


def action_space() -> Any:
    """One of the 218 actions."""
    return _spaces.Discrete(ACTIONS)


def mask_space() -> Any:
    """1 for each action that is legal."""
    return _spaces.Box(0, 1, (ACTIONS,), np.int8)


def sight_space() -> Any:
    """What a seat sees: the planes of the board, and the numbers."""
    return _spaces.Dict(
        {
            "planes": _spaces.Box(0, 1, PLANES_SHAPE, np.uint8),
            "numbers": _spaces.Box(LOWEST, HIGHEST, NUMBERS_SHAPE, np.float32),
        }
    )


def observation_space() -> Any:
    """What a seat sees, and which actions are legal."""
    return _spaces.Dict({**sight_space().spaces, "action_mask": mask_space()})
