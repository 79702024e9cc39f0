"""The host's desk: acts of whoever runs the server, each written down; who may not speak or come; the load."""

from __future__ import annotations

import logging
import os
import shutil

from mergemaker.clubs.desk_forms import ActShown, DeskAct, DeskShown, Load, PersonShown, ReportShown, TableShown
from mergemaker.clubs.table_ends import end_table
from mergemaker.people.accounts import give_handle
from mergemaker.rules.errors import MergemakerError
from mergemaker.store.accounts_store import AccountsStore
from mergemaker.store.desk_store import DeskStore, StoredAct, new_act, write_act
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.refusals import Refusal, need_name
from mergemaker.tables.rounds import Rounds

log = logging.getLogger("mergemaker.clubs")

LOOK_SECONDS = 5.0
DAY = 24 * 3600_000


class HostDesk:
    """The desk of one process. Others tell what they do at theirs; what the command line does is read now and then."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables
        self.store = DeskStore(live_tables.store)
        self._silenced: set[str] = set()
        self._banned: dict[str, str] = {}
        self._rounds = Rounds(self.look, LOOK_SECONDS, "the host's desk could not be read")
        self.close = self._rounds.close
        live_tables.may_speak = lambda player: player not in self._silenced
        live_tables.desk_news.append(self._heard)

    async def open(self) -> None:
        """Reads who may not come, and keeps looking."""
        await self.look()
        self._rounds.open()

    async def look(self) -> None:
        """Reads what was done at any desk, and does what is left to do."""
        now = self.live_tables.now()
        found = await self.store.restricted(now)
        self._silenced = {one.player for one in found if one.kind == "silence"}
        banned = {one.player: one.why for one in found if one.kind == "ban"}
        # A bot is its owner's hand: it comes and speaks no more than they do.
        for owner, bots in (await self.live_tables.accounts.bots_of_all([one.player for one in found])).items():
            self._silenced.update(bots if owner in self._silenced else ())
            banned |= dict.fromkeys(bots, banned[owner]) if owner in banned else {}
        for player in banned.keys() - self._banned.keys():
            self.live_tables.hang_up(player, None)
        self._banned = banned
        for act in await self.store.acts_to_do():
            try:
                await end_table(self.live_tables, await self.live_tables.table(act.target))
            except MergemakerError as error:
                log.warning("a host's act could not be done: %s", error)
            await self.store.act_done(act.id, now)

    def check_welcome(self, player: str) -> None:
        """Refuses whoever is banned."""
        if player in self._banned:
            why = f": {self._banned[player]}" if self._banned[player] else ""
            raise Refusal("banned", f"The host of this server has banned you{why}.", 403)

    async def act(self, by: str, wanted: DeskAct) -> StoredAct:
        """Does something, and writes it down."""
        target = wanted.target.strip()
        if wanted.what in ("rename", "silence", "unsilence", "ban", "unban"):
            if await self.live_tables.store.player(target) is None:
                raise Refusal("no-person", "There is nobody with that id.", 404)
        elif wanted.what in ("end", "remove-chat"):
            if await self.live_tables.store.table(target.partition("/")[0]) is None:
                raise Refusal("no-table", "There is no such table.", 404)
            line = target.partition("/")[2]
            if "/" in target and not (line.isascii() and line.isdecimal() and len(line) < 10):
                raise Refusal("bad-message", "A chat line is given as TABLE/NUMBER.", 400)
        now = self.live_tables.now()
        why = wanted.why.strip()
        until = now + wanted.days * DAY if wanted.days else None
        if wanted.what == "rename":
            name = need_name(wanted.name)
            done = await rename(self.live_tables.accounts, self.store, by, target, name, why, now)
        else:
            done = await self.store.act(by, wanted.what, target, why, now, until=until)
        table = target.partition("/")[0] if wanted.what == "remove-chat" else ""
        await self._heard(table)
        await self.live_tables.publish(table, {"what": "desk"})
        return done

    async def _heard(self, table: str) -> None:
        """Something was done at a desk. If it was to the chat of a table, whoever is there is sent the table again."""
        await self.look()
        live = self.live_tables.tables.get(table)
        if live is not None:
            live.chat = await self.live_tables.store.chat(table)
            for listener in list(live.listeners):
                self.live_tables.hang_up(listener.player, None)  # the page connects again at once

    async def page(self, text: str) -> DeskShown:
        """All that the desk shows; people and tables by a part of their name."""
        store, now = self.store, self.live_tables.now()
        found = await store.restricted(now)
        kinds: dict[str, list[str]] = {}
        for one in found:
            kinds.setdefault(one.player, []).append(one.kind)
        people = [
            PersonShown(p.id, p.name or "", p.created, p.program, p.tables, tuple(kinds.get(p.id, ())))
            for p in await store.find_people(text)
        ]
        reports, acts, live = await store.open_reports(), await store.latest_acts(), self.live_tables.tables.values()
        called = await store.called({one.player for one in reports} | {one.target.partition("/")[0] for one in acts})
        return DeskShown(
            people=tuple(people),
            tables=tuple(
                TableShown(t.id, t.title, t.status, t.names, t.created, t.changed)
                for t in await store.find_tables(text)
            ),
            reports=tuple(
                ReportShown(r.id, r.at, called.get(r.player) or r.player, r.table_id, r.text) for r in reports
            ),
            acts=tuple(
                ActShown(
                    a.at, a.by, a.what, a.target, called.get(a.target.partition("/")[0], ""), a.why, a.done is not None
                )
                for a in acts
            ),
            counts=await store.counts(),
            load=await load_of(store, len(live), sum(len(one.listeners) for one in live)),
            now=now,
        )


async def load_of(store: DeskStore, tables_in_memory: int = 0, connections: int = 0) -> Load:
    """How the machine and the database do, and a server if what it has in memory is given."""
    size, folder = await store.size()
    return Load(
        tables_in_memory=tables_in_memory,
        connections=connections,
        machine=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        cores=os.cpu_count() or 1,
        database_bytes=size,
        disk_free=shutil.disk_usage(folder).free if folder is not None else 0,
    )


async def rename(
    accounts: AccountsStore, desk: DeskStore, by: str, player: str, name: str, why: str, now: int
) -> StoredAct:
    """Gives somebody another name and writes it down, both or neither.

    With an account it is the handle, which must be one and be free.
    """
    account = await accounts.account(player)
    if account is None:
        return await desk.act(by, "rename", player, why, now, name=name)
    line = new_act(by, "rename", player, why, now)
    await give_handle(accounts, account, name, now, lambda connection: write_act(connection, line, account.name))
    return line
