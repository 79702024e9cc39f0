"""People with accounts at tables in memory, for tests of ratings, histories and profiles."""

from __future__ import annotations

from typing import Any

from mergemaker.people.handles import tidy_handle
from mergemaker.store.handle_looks import looks_of
from mergemaker.store.schemas.people_rows import StoredAccount
from mergemaker.tables import table_setup
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import Join, NewTable, Start
from mergemaker.tables.protocol.messages import Clock
from quick_tables import play_on, quiet
from servers import Client, Served

QUICK_CLOCK = Clock("live", seconds=600)


async def with_account(live_tables: LiveTables, handle: str, kind: str = "person", owner: str | None = None) -> str:
    """Somebody with an account; the id is the handle in small letters."""
    player = handle.lower()
    account = StoredAccount(
        player=player, handle=tidy_handle(handle), kind=kind, owner=owner, created=live_tables.now()
    )
    await live_tables.accounts.add(account, looks_of(handle), live_tables.now())
    return player


async def rated_table(live_tables: LiveTables, *players: str, bots: tuple[str, ...] = (), **wanted: Any) -> LiveTable:
    """A rated table where these people sit, and bots; started."""
    wish = NewTable((*(None for _ in players), *bots), rated=True, **{"clock": QUICK_CLOCK, **wanted})  # type: ignore[arg-type]
    live = await table_setup.new_table(live_tables, players[0], wish)
    for player in players[1:]:
        await table_setup.join(live_tables, live, player, Join())
    await table_setup.start(live_tables, live, players[0], Start())
    return live


async def play_to_the_end(live_tables: LiveTables, live: LiveTable, seed: int = 3) -> LiveTable:
    """Plays a table at random until it is over."""
    for _ in range(1000):
        await quiet(live_tables)
        if live.over:
            break
        await play_on(live_tables, live, lambda table: table.bot_to_act(live_tables.now()) is not None, seed=seed)
    assert live.row.status == "finished"
    return live


async def signed_in(server: Served, handle: str) -> Client:
    """A browser with a session of somebody's; the ceremony is another test's matter."""
    client = await Client.new(server, "Guest")
    session = await server.context.accounts.sign_in(handle.lower(), "test", "passkey")
    subject = f"{handle.lower()}:{session.secret}"
    client.http.cookies.clear()
    client.http.cookies.set("mergemaker", server.context.signer.cookie(subject))
    client.csrf = server.context.signer.csrf(subject)
    return client
