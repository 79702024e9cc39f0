"""Orders that somebody leaves for a seat: what becomes of their shares when others' mergers ask, so that nobody waits.

Only that can be left as an order safely: the answer touches nobody's plans but one's own, and it is asked in the middle
of somebody else's turn. On one's own turn one is asked as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from mergemaker.tables.live_table import LiveTable

Orders = Literal["", "sell", "keep", "trade"]  # nothing: ask me; trade: all that can be, and the rest is sold

# What each order does when it is asked what to trade, and then what to sell: as much as can be, or none.
_MOST = {("sell", "trade"): False, ("sell", "sell"): True, ("keep", "trade"): False, ("keep", "sell"): False,
         ("trade", "trade"): True, ("trade", "sell"): True}  # fmt: skip


def ordered_action(live: LiveTable) -> str | None:
    """What the owner of the seat that must decide has ordered for this case; None: they are to be asked."""
    ledger, seat = live.ledger, live.asked
    if ledger is None or seat is None:
        return None
    most = _MOST.get((seat.orders, str(ledger.decision)))
    if seat.kind != "person" or seat.stand_in or most is None:
        return None
    view = ledger.view(seat.seat)
    if view.mover == seat.seat:
        return None
    counts = {int(action.split()[1]): action for action in view.actions if action.split()[0] == ledger.decision}
    return counts[max(counts) if most else min(counts)] if counts else None
