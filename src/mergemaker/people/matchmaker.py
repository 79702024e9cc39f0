"""The match button: people who look for the same kind of game are brought together, and bots fill in after a while.

Who looks for a game is in the database, so that people of different processes find each other. Whoever has waited
longest is served first. A group is taken in one transaction; the table is made afterwards, and whoever finds that it
was never made looks for a game again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select, update

from mergemaker.people.ties_forms import Seek, Seeking
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.store.room_store import replace_row
from mergemaker.store.schemas.ties_schema import seekers
from mergemaker.store.ties_store import kept_apart
from mergemaker.tables import table_setup
from mergemaker.tables.live_tables import LiveTables, new_id
from mergemaker.tables.protocol.forms import Join, NewTable, Start
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.rounds import Rounds

USUAL_EDITION, USUAL_PLAYERS = "2023-classic", 4
LOST_AFTER = 60_000  # milliseconds without a question from the page
MAKING = 20_000  # that making a table may take
LOCK = 7318
ROUND_SECONDS = 2.0
CLOCKS = {"live": Clock("live", seconds=45, reserve=300), "days": Clock("days", days=2)}


class Seeker(NamedTuple):
    """Somebody who looks for a game."""

    player: str
    wish: Seek
    since: int


class Group(NamedTuple):
    """People who are to play together, and the bots that fill in."""

    ticket: str
    players: tuple[str, ...]
    edition: str
    size: int
    wish: Seek


def _fits(one: Seek, other: Seek) -> Seek | None:
    """What two wishes come to together; None where they do not go together."""
    if one.clock != other.clock or one.rated != other.rated:
        return None
    if one.edition and other.edition and one.edition != other.edition:
        return None
    if one.players and other.players and one.players != other.players:
        return None
    return msgspec.structs.replace(one, edition=one.edition or other.edition, players=one.players or other.players)


def _size_of(wish: Seek) -> tuple[str, int]:
    """The edition and the number of players that a wish comes to."""
    edition = wish.edition or USUAL_EDITION
    players = Edition.named(edition).players
    return edition, min(max(wish.players or USUAL_PLAYERS, players.fewest), players.most)


def take_group(connection: Connection, now: int, *, lock: bool) -> Group | None:
    """The next people who can play together, taken from those who look; None while nobody can."""
    if lock:
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    connection.execute(seekers.delete().where(seekers.c.seen < now - LOST_AFTER))
    rows = connection.execute(select(seekers).where(seekers.c.table_id.is_(None)).order_by(seekers.c.since)).all()
    waiting = [Seeker(row.player, msgspec.json.decode(row.wish, type=Seek), row.since) for row in rows]
    for at, first in enumerate(waiting):
        group, wish = [first], first.wish
        for other in waiting[:at] + waiting[at + 1 :]:
            if len(group) == _size_of(wish)[1]:
                break
            both = _fits(wish, other.wish)
            if both and not kept_apart(connection, [one.player for one in group], [other.player]):
                group.append(other)
                wish = both
        edition, size = _size_of(wish)
        tired = any(one.wish.fill_after is not None and now - one.since >= one.wish.fill_after * 1000 for one in group)
        if len(group) >= size or tired:
            ticket = f"making-{new_id(12)}"
            players = tuple(one.player for one in group)
            connection.execute(update(seekers).where(seekers.c.player.in_(players)).values(table_id=ticket, since=now))
            return Group(ticket, players, edition, size, wish)
    return None


class Matchmaker:
    """Looks for groups every few seconds, while somebody waits."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self._store = live_tables.store
        rounds = Rounds(self._look, ROUND_SECONDS, "looking for matches failed")
        self.open, self.close = rounds.open, rounds.close

    async def _look(self) -> None:
        if await self._store.read(lambda connection: connection.execute(select(seekers).limit(1)).first()):
            await self.match()

    async def match(self) -> int:
        """Brings together whoever can be. Returns how many tables were made."""
        made = 0
        lock = not self._store.is_sqlite
        while group := await self._store.write(
            lambda connection: take_group(connection, self._live_tables.now(), lock=lock)
        ):
            await self._make(group)
            made += 1
        return made

    async def _make(self, group: Group) -> None:
        """A table for a group, started."""
        live_tables, wish = self._live_tables, group.wish
        bots = [wish.level] * (group.size - len(group.players))
        seats = (*(None for _ in group.players), *bots)
        table = NewTable(
            seats, group.edition, public=True, hints=False, undo=False, clock=CLOCKS[wish.clock], rated=wish.rated
        )
        live = await table_setup.new_table(live_tables, group.players[0], table)
        for player in group.players[1:]:
            await table_setup.join(live_tables, live, player, Join())
        await table_setup.start(live_tables, live, group.players[0], Start(fill=wish.level))
        wanted = seekers.c.table_id == group.ticket
        await self._store.write(
            lambda connection: connection.execute(update(seekers).where(wanted).values(table_id=live.id))
        )

    # What people ask.

    async def seek(self, player: str, wish: Seek) -> Seeking:
        """Somebody looks for a game, in place of what they looked for before."""
        if wish.edition is not None and wish.edition not in names():
            raise Refusal("bad-message", "There is no such edition.", 400)
        if wish.rated:
            await table_setup.need_account(self._live_tables, player)
        await self._live_tables.need_name(player, wish.name)
        now = self._live_tables.now()
        row = {"wish": msgspec.json.encode(wish).decode(), "since": now, "seen": now, "table_id": None}
        await self._store.write(lambda connection: replace_row(connection, seekers, {"player": player}, row))
        await self.match()
        return await self.seeking(player)

    async def seeking(self, player: str) -> Seeking:
        """How it stands; a game that was found is told until one looks for another, or says stop."""
        now = self._live_tables.now()

        def work(connection: Connection) -> Seeking:
            row = connection.execute(select(seekers).where(seekers.c.player == player)).first()
            if row is None:
                return Seeking(False)
            table = row.table_id
            mine = update(seekers).where(seekers.c.player == player)
            if table is not None and table.startswith("making-") and now - row.since > MAKING:
                connection.execute(mine.values(table_id=None, seen=now))  # whoever was making it is gone
                table = None
            else:
                connection.execute(mine.values(seen=now))
            waiting: Sequence[object] = connection.execute(select(seekers).where(seekers.c.table_id.is_(None))).all()
            made = table if table and not table.startswith("making-") else None
            return Seeking(made is None, row.since, max(0, len(waiting) - 1), made)

        return await self._store.write(work)

    async def stop(self, player: str) -> Seeking:
        """Somebody no longer looks."""
        await self._store.write(lambda connection: replace_row(connection, seekers, {"player": player}))
        return Seeking(False)
