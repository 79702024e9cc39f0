"""When a line of the player aid matters: at which decisions, and in which situations of the table.

Whoever shows the aid during a game marks the lines of now. A moment is the name of a decision, or one of
`dead` and `eighth` (tiles like that are in hand), `merger` (one is under way), `safe` (a chain is), `end` (it may be
announced, or is coming).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mergemaker.rules.views import View

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


def moments_now(view: View) -> set[str]:
    """The moments of a view: what is being decided, and what else stands out."""
    now = {view.decision} if view.decision else set()
    now |= {tile.effect for tile in view.hand if tile.effect in ("dead", "eighth")}
    if view.merger is not None:
        now.add("merger")
    if any(chain.safe for chain in view.chains):
        now.add("safe")
    if view.end_in_sight or view.announced:
        now.add("end")
    return now
