"""When a line of the player aid matters: at which decisions, and in which situations of the table.

Whoever shows the aid during a game marks the lines of now: a view says which moments those are. A moment is the name
of a decision, or one of `dead` and `eighth` (tiles like that are in hand), `merger` (one is under way), `safe` (a chain
is), `end` (it may be announced, or is coming).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mergemaker.rules.views import ChainView
    from mergemaker.rules.words.tile_effects import TileEffect

# By how a line begins; the aid's own tests say that each of these is met in some edition.
BEGINNINGS = {
    "Place:": ("place",),
    "Found:": ("found",),
    "Buy": ("buy",),
    "Not allowed:": ("dead", "eighth"),
    "Dead tiles": ("exchange", "dead"),
    "The largest chain survives": ("survivor",),
    "The others are absorbed": ("absorb",),
    "For each:": ("merger",),
    "Then its holders": ("trade", "sell"),
    "A chain of": ("safe",),
    "Places by shares held": ("merger", "end"),
    "Tied for most": ("merger",),
    "Two tied for most": ("merger",),
}
_WHOLE_SECTIONS = {"End of the game": ("end",)}


def moments_of(title: str, line: str) -> tuple[str, ...]:
    """The moments at which a line of a section matters; mostly none."""
    for beginning, moments in BEGINNINGS.items():
        if line.startswith(beginning):
            return moments
    return _WHOLE_SECTIONS.get(title, ())


def moments_now(
    decision: str | None, hand: Iterable[TileEffect], chains: Iterable[ChainView], *, merging: bool, ending: bool
) -> tuple[str, ...]:
    """The moments of a view: what is being decided, and what else stands out."""
    effects = {tile.effect for tile in hand}
    stands_out = {
        "dead": "dead" in effects,
        "eighth": "eighth" in effects,
        "merger": merging,
        "safe": any(chain.safe for chain in chains),
        "end": ending,
    }
    return (*((decision,) if decision else ()), *(moment for moment, is_now in stands_out.items() if is_now))
