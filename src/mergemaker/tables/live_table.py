"""A live table: its rows, its ledger, who is connected, and every message about it as each receiver may have it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from mergemaker.rules.editions.edition import Edition
from mergemaker.store import StoredChat, StoredEntry, StoredSeat, StoredTable
from mergemaker.tables import clocks
from mergemaker.tables.ledger import Ledger
from mergemaker.tables.messages import (
    PROTOCOL,
    ChatLine,
    Clock,
    Fairness,
    Listed,
    Presence,
    Result,
    Said,
    Seat,
    SeatClock,
    Table,
    TableChanged,
    Update,
    Welcome,
    You,
)

GONE_AFTER = 60_000  # milliseconds without a connection
KEPT_CHAT = 200

_encoder = msgspec.json.Encoder()


encode: Callable[[object], bytes] = _encoder.encode  # a message as it goes over a socket


class Listener(Protocol):
    """A connection to a table: whose it is, whether its page is looked at, and a way to send that never waits."""

    player: str
    here: bool

    def send(self, message: bytes) -> None:
        """Queues a message."""


class LiveTable:
    """A table in memory. Everything in it can be rebuilt from the store, except who is connected."""

    def __init__(self, row: StoredTable, seats: list[StoredSeat], chat: list[StoredChat]) -> None:
        self.row = row
        self.seats = seats
        self.chat = chat
        self.edition = Edition.from_dict(row.rules) if row.rules else Edition.named(row.edition)
        self.clock = msgspec.convert(row.clock, Clock)
        self.ledger: Ledger | None = None
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, tuple[int, dict[str, bool], int]] = {}  # other processes: when, who is here, watchers
        self.last_seen: dict[str, int] = {}
        self.sent: dict[tuple[int, str], int] = {}  # clients' ids of what they sent, with the version it led to
        self.thinking: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.touched = 0.0
        self._result: Result | None = None

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    def begin(self, entries: list[StoredEntry]) -> None:
        """Builds the game from the log: the only use of the secret."""
        names = [seat.name or f"Player {seat.seat + 1}" for seat in self.seats]
        words = [seat.words for seat in self.seats]
        self.ledger = Ledger(self.edition, names, self.row.hidden, self.row.secret, words)
        self.ledger.load(entries)
        self.sent = {(entry.seat, entry.client): entry.version for entry in entries if entry.client}

    def grow(self, entries: Iterable[StoredEntry]) -> None:
        """Adds entries that are on disk."""
        assert self.ledger is not None
        for entry in entries:
            if entry.version > self.ledger.version:
                self.ledger.apply(entry)
                if entry.client:
                    self.sent[entry.seat, entry.client] = entry.version

    # Who is who.

    @property
    def version(self) -> int:
        """The length of the log; 0 before the start."""
        return self.ledger.version if self.ledger else 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ledger is not None and self.ledger.over

    def seat_of(self, player: str | None) -> int | None:
        """Where a player sits."""
        return next((s.seat for s in self.seats if s.kind == "person" and s.player == player and player), None)

    def presence_of(self, player: str | None, now: int) -> Presence:
        """Whether a person is there: looking, connected or just gone, or gone."""
        looking = [listener.here for listener in self.listeners if listener.player == player]
        looking += [people[player] for _, people, _ in self.elsewhere.values() if player in people]
        if looking:
            return "here" if any(looking) else "away"
        seen = self.last_seen.get(player or "")
        return "away" if seen is not None and now - seen < GONE_AFTER else "gone"

    @property
    def deserted(self) -> bool:
        """Whether people play here and none of them is connected."""
        people = {seat.player for seat in self.seats if seat.kind == "person"}
        connected = {listener.player for listener in self.listeners}.union(*(p for _, p, _ in self.elsewhere.values()))
        return bool(people) and not people & connected

    @property
    def paused(self) -> bool:
        """Whether the clock stands still because nobody is there."""
        return self.clock.kind == "live" and self.row.status == "running" and self.deserted

    def bot_to_act(self) -> str | None:
        """The level of the bot that must decide now, if it is one's turn and somebody is there to see it."""
        if self.ledger is None or self.ledger.to_act is None:
            return None
        seat = self.seats[self.ledger.to_act]
        if seat.kind == "bot":
            return seat.level
        waits = self.deserted and self.clock.kind != "days"
        return seat.level if seat.stand_in and not waits else None

    def running_since(self) -> int | None:
        """When the clock of the seat that must decide began to run; None when it does not."""
        if self.ledger is None or self.ledger.to_act is None or self.clock.kind == "none" or self.paused:
            return None
        seat = self.seats[self.ledger.to_act]
        if seat.kind != "person" or seat.stand_in:
            return None
        started = self.row.started or 0
        return clocks.since(self.clock, self.ledger.entries, self.ledger.to_act, started, self.row.clock_from)

    def seat_clocks(self) -> tuple[SeatClock | None, ...]:
        """Every seat's clock."""
        if self.ledger is None:
            return (None,) * len(self.seats)
        return clocks.seat_clocks(
            self.clock, self.ledger.entries, len(self.seats), self.ledger.to_act, self.running_since()
        )

    def deadline(self) -> int | None:
        """When the time of the seat that must decide is out."""
        return next((clock.deadline for clock in self.seat_clocks() if clock and clock.deadline), None)

    # What is told.

    def you(self, player: str | None) -> You:
        """Who a player is here."""
        return self._you(player, self.seat_of(player))

    def _you(self, player: str | None, seat: int | None) -> You:
        muted = self.row.mute_watchers if seat is None else self.seats[seat].muted
        may_undo = bool(self.row.undo and self.ledger and self.ledger.may_undo(seat))
        return You(seat, bool(player) and self.row.host == player, bool(player) and not muted, may_undo)

    def result(self) -> Result | None:
        """How the game came out."""
        if self._result is None and self.ledger is not None:
            self._result = self.ledger.result()
        return self._result

    def _fairness(self) -> Fairness:
        if self.ledger is None:
            return Fairness(self.row.commitment)
        words = tuple(seat.words for seat in self.seats)
        shown = self.ledger.fairness()
        if shown is None:
            return Fairness(self.row.commitment, words)
        return Fairness(self.row.commitment, words, shown["secret"], shown["seed"])

    def describe(self, now: int) -> Table:
        """The table as anybody may see it."""
        ledger, row = self.ledger, self.row
        players = {seat.player for seat in self.seats if seat.kind == "person"}
        watching = {listener.player for listener in self.listeners} - players
        clock = self.seat_clocks()
        seats = tuple(
            Seat(
                seat=seat.seat,
                kind=seat.kind,  # type: ignore[arg-type]  # one of the three that this package writes
                name=seat.name,
                level=seat.level if seat.kind == "bot" or seat.stand_in else None,  # type: ignore[arg-type]
                presence="here" if seat.kind == "bot" else self.presence_of(seat.player, now),
                stand_in=seat.stand_in,
                words=bool(seat.words),
                host=seat.kind == "person" and seat.player == row.host,
                muted=seat.muted,
                clock=clock[seat.seat],
            )
            for seat in self.seats
        )
        return Table(
            id=row.id,
            title=row.title,
            status="finished" if self.over else row.status,  # type: ignore[arg-type]
            edition=row.edition,
            edition_title=self.edition.title,
            house_rules=row.rules is not None,
            hidden=row.hidden,
            public=row.public,
            hints=row.hints,
            undo=row.undo,
            clock=self.clock,
            seats=seats,
            version=self.version,
            to_act=ledger.to_act if ledger else None,
            decision=ledger.decision if ledger else None,
            turn=ledger.turn if ledger else 0,
            paused=self.paused,
            watchers=len(watching) + sum(count for _, _, count in self.elsewhere.values()),
            watchers_muted=row.mute_watchers,
            fairness=self._fairness(),
            result=self.result(),
            rematch=row.rematch,
            created=row.created,
            started=row.started,
            finished=row.finished,
            changed=row.changed,
        )

    def listed(self, player: str | None) -> Listed:
        """The table as a line of a list."""
        row, ledger, seat = self.row, self.ledger, self.seat_of(player)
        to_act = ledger.to_act if ledger else None
        result = self.result()
        last = ledger.entries[-1].at if ledger and ledger.entries else 0
        news = 0 if seat is None else max(0, self.version - self.seats[seat].looked)
        return Listed(
            id=row.id,
            title=row.title,
            status="finished" if self.over else row.status,  # type: ignore[arg-type]
            edition=row.edition,
            edition_title=self.edition.title,
            hidden=row.hidden,
            clock=self.clock,
            names=tuple(seat.name if seat.kind != "free" else None for seat in self.seats),
            bots=tuple(seat.kind == "bot" for seat in self.seats),
            to_act=to_act,
            turn=ledger.turn if ledger else 0,
            version=self.version,
            winners=result.winners if result else (),
            changed=max(row.changed, last),
            your_seat=seat,
            your_turn=seat is not None and seat == to_act,
            news=news,
            happened=ledger.happened_since(self.version - news) if ledger and news else (),
        )

    def welcome(self, player: str, since: int, now: int) -> Welcome:
        """The first message to a connection, from a version on that the client has."""
        seat, ledger = self.seat_of(player), self.ledger
        known = since if 0 < since <= self.version else 0
        return Welcome(
            protocol=PROTOCOL,
            now=now,
            table=self.describe(now),
            you=self.you(player),
            version=self.version,
            since=known,
            view=ledger.views([seat])[seat] if ledger else None,
            turns=ledger.turns(seat, ledger.turn_since(known)) if ledger else (),
            entries=ledger.told_entries(seat, known) if ledger else (),
            chat=tuple(chat_line(line) for line in self.chat[-KEPT_CHAT:]),
        )

    # Telling it.

    def tell_log(self, before: int, now: int) -> None:
        """Tells everybody what the log has gained since a version; each seat its own, watchers one for all."""
        ledger = self.ledger
        if not self.listeners or ledger is None:
            return
        # A host without a seat watches, and is told apart only for being the host.
        known = {seat.player: seat.seat for seat in self.seats if seat.kind == "person"}
        receivers: dict[str | None, list[Listener]] = {}
        for listener in self.listeners:
            who = listener.player if listener.player in known or listener.player == self.row.host else None
            receivers.setdefault(who, []).append(listener)
        views = ledger.encoded_views({known.get(who) for who in receivers})
        apart = ledger.who_hear_more(before)
        common = self._news(None, before)
        clocks, result = self.seat_clocks(), self.result()
        for who, listeners in receivers.items():
            seat = known.get(who)
            entries, turns = self._news(seat, before) if seat in apart else common
            told = encode(
                Update(
                    version=ledger.version,
                    entries=entries,
                    view=views[seat],  # type: ignore[arg-type]  # the same, as JSON
                    turns=turns,
                    you=self._you(who, seat),
                    to_act=ledger.to_act,
                    decision=ledger.decision,
                    clocks=clocks,
                    result=result,
                    now=now,
                )
            )
            for listener in listeners:
                listener.send(told)

    def _news(self, seat: int | None, before: int) -> tuple[Any, Any]:
        """The entries and turns that the log has gained since a version, as JSON."""
        assert self.ledger is not None
        entries = self.ledger.told_entries(seat, before)
        turns = self.ledger.turns(seat, self.ledger.turn_since(before))
        return msgspec.Raw(encode(entries)), msgspec.Raw(encode(turns))

    def tell_table(self, now: int) -> None:
        """Tells everybody how the table is now."""
        if not self.listeners:
            return
        table = self.describe(now)
        for listener in list(self.listeners):
            listener.send(encode(TableChanged(table, self.you(listener.player), now)))

    def hear(self, line: StoredChat) -> None:
        """Tells everybody a chat message that is on disk."""
        self.chat.append(line)
        del self.chat[:-KEPT_CHAT]
        told = encode(Said(chat_line(line)))
        for listener in list(self.listeners):
            listener.send(told)


def chat_line(line: StoredChat) -> ChatLine:
    """A chat message as it is shown."""
    return ChatLine(line.id, line.seat, line.name, line.text, line.at)
