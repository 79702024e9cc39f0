"""Playing on from a moment of a finished game: a new table with the hands as they were, against bots.

The new table's log begins with the actions up to that moment, on the same deal; what nobody had drawn by then is
shuffled anew, so that whoever knows how the game went on knows nothing of the bag.
"""

from __future__ import annotations

from typing import Any

from mergemaker.rules.state import fields
from mergemaker.rules.words.phrases import counted
from mergemaker.store import StoredEntry, StoredSeat
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import NewTable, PlayOn, Start
from mergemaker.tables.protocol.refusals import Refusal, not_over
from mergemaker.tables.table_setup import add_table, name_bots, sit_down, start


async def play_on(live_tables: LiveTables, finished: LiveTable, player: str, wanted: PlayOn) -> LiveTable:
    """A running table that begins after so many actions of a finished game."""
    game = finished.ledger.finished_game() if finished.ledger else None
    if game is None:
        raise not_over()
    if wanted.at >= game.version:
        raise Refusal("bad-message", f"That game has {counted(game.version, 'action')}; play on before the last.", 400)
    if wanted.seat >= game.players:
        raise Refusal("no-seat", "There is no such seat.", 400)
    name = await live_tables.need_name(player, wanted.name)
    seats = [StoredSeat(seat=at, kind="bot", level=wanted.level) for at in range(game.players)]
    sit_down(seats, wanted.seat, player, name, "")
    name_bots(seats)
    then, now = game.from_the_deal(), live_tables.now()
    entries = []
    for number, action in enumerate(game.actions[: wanted.at], 1):
        seat = int(then.to_act or 0)
        by = "player" if seat == wanted.seat else "bot"
        entries.append(StoredEntry(number, "action", seat, action, by, now))
        then.play(action)
    levels = tuple(None if at == wanted.seat else wanted.level for at in range(game.players))
    settings = NewTable(levels, hidden=game.hidden)
    title = f"{finished.row.title or 'A game'}, from action {wanted.at}"[:60]
    live = await add_table(live_tables, player, finished.edition, title, seats, settings, origin=_origin(then))
    if entries:
        await live_tables.store.append(live.id, entries)
    await start(live_tables, live, player, Start(), entries)
    return live


def _origin(then: Any) -> dict[str, Any]:
    """What a game has drawn and dealt up to a moment."""
    state = fields(then.state)
    players, chains = int(state.players), len(then.edition.chains)
    return {
        "deck": [int(tile) for tile in state.deck[: int(state.drawn)]],
        "deal": [[int(count) for count in state.dealt[seat, :chains]] for seat in range(players)],
        "market": [int(draw) for draw in state.market[: int(state.market_draws)]],
    }
