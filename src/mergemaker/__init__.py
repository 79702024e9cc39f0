"""The board game Acquire in software: rules, players, play and simulation.

The names below are the public ones. They are loaded when first asked for, so that `import mergemaker` and
`mergemaker --help` stay instant.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mergemaker.rules.editions.edition import Edition, EditionError
    from mergemaker.rules.errors import IllegalAction, MergemakerError, RecordError
    from mergemaker.rules.game import Game
    from mergemaker.rules.words.sentences import Event, tell

__version__ = "0.1.0.dev0"

_HOMES = {
    "Edition": "mergemaker.rules.editions.edition",
    "EditionError": "mergemaker.rules.editions.edition",
    "Event": "mergemaker.rules.words.sentences",
    "Game": "mergemaker.rules.game",
    "IllegalAction": "mergemaker.rules.errors",
    "MergemakerError": "mergemaker.rules.errors",
    "RecordError": "mergemaker.rules.errors",
    "review": "mergemaker.review",
    "tell": "mergemaker.rules.words.sentences",
}

__all__ = [
    "Edition",
    "EditionError",
    "Event",
    "Game",
    "IllegalAction",
    "MergemakerError",
    "RecordError",
    "__version__",
    "review",
    "tell",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"mergemaker has no {name}")
