"""A table with a long log, for measuring how fast one is rebuilt."""

from __future__ import annotations

import random

from mergemaker.store import StoredEntry
from mergemaker.tables import table_setup
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import Join, NewTable, Start


async def long_table(live_tables: LiveTables, length: int) -> str:
    """The id of a running table whose log has that length, played at random."""
    for seed in range(1000):
        live = await table_setup.new_table(live_tables, "p0", NewTable((None,) * 4, name="P0"))
        for number in range(1, 4):
            await table_setup.join(live_tables, live, f"p{number}", Join(name=f"P{number}"))
        await table_setup.start(live_tables, live, "p0", Start())
        dice = random.Random(seed)
        entries = []
        ledger = live.ledger
        assert ledger is not None
        while ledger.to_act is not None and ledger.version < length:
            seat = ledger.to_act
            action = dice.choice(ledger.view(seat).actions)
            entry = StoredEntry(
                version=ledger.version + 1, kind="action", seat=seat, action=action, by="player", at=live_tables.now()
            )
            ledger.apply(entry)
            entries.append(entry)
        if ledger.to_act is not None:
            await live_tables.store.append(live.id, entries)
            return live.id
    raise AssertionError("no game was that long")
