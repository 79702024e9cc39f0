"""Loading the compiled rules, or compiling them, before anybody plays; in the middle of a game it would hold all up."""

from __future__ import annotations

from mergemaker.rules.editions.edition import Edition
from mergemaker.store import StoredEntry
from mergemaker.tables.game_log.ledger import Ledger

_SEATS = (None, 0, 1, 2)
_ACTIONS = 40  # by then there have been purchases and a merger, or nearly


def warm_rules() -> None:
    """Plays the beginning of a game as a table does."""

    def ledger() -> Ledger:
        return Ledger(Edition.named("1999"), ["a", "b", "c"], False, "00" * 32, ["", "", ""])

    played = ledger()
    for version in range(1, _ACTIONS + 1):
        assert played.to_act is not None
        action = played.view(played.to_act).actions[0]
        played.apply(StoredEntry(version, "action", played.to_act, action, "bot", 0))
        played.views(_SEATS)
    loaded = ledger()
    loaded.load(played.entries)
    loaded.view_at(0, None)
