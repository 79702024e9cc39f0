"""A live table: its rows, its ledger, who is connected, and every message about it as each receiver may have it."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from mergemaker.rules.editions.edition import Edition
from mergemaker.store import StoredChat, StoredEntry, StoredSeat, StoredTable
from mergemaker.tables.attendance import Attendance, Listener
from mergemaker.tables.game_log import clocks
from mergemaker.tables.game_log.ledger import Ledger
from mergemaker.tables.protocol import messages
from mergemaker.tables.protocol.refusals import BrokenLog, not_started

STAND_IN = "broker"  # who plays for absent people
KEPT_CHAT = 200

_encoder = msgspec.json.Encoder()


encode: Callable[[object], bytes] = _encoder.encode  # a message as it goes over a socket


class LiveTable(Attendance):
    """A table in memory. Everything in it can be rebuilt from the store, except who is connected."""

    def __init__(self, row: StoredTable, seats: list[StoredSeat], chat: list[StoredChat]) -> None:
        super().__init__(row, seats)
        self.chat = chat
        self.edition = Edition.from_dict(row.rules) if row.rules else Edition.named(row.edition)
        self.clock = msgspec.convert(row.clock, messages.Clock)
        self.ledger: Ledger | None = None
        self.lock = asyncio.Lock()
        self.sent: dict[tuple[int, str], int] = {}  # clients' ids of what they sent, with the version it led to
        self.thinking: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.watch_timer: asyncio.TimerHandle | None = None  # until it is told how many watch
        self.absence_timer: asyncio.TimerHandle | None = None
        self.touched = 0.0
        self._result: messages.Result | None = None

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def owner(self) -> str:
        """Whose table it is, where what tables take is shared out among people."""
        return self.row.host or next((seat.player for seat in self.seats if seat.player), "")

    def begin(self, entries: list[StoredEntry]) -> None:
        """Builds the game from the log: the only use of the secret. BrokenLog where that can't be."""
        names = [seat.name or f"Player {seat.seat + 1}" for seat in self.seats]
        words = [seat.words for seat in self.seats]
        try:
            ledger = Ledger(self.edition, names, self.row.hidden, self.row.secret, words, self.row.origin)
            ledger.load(entries)
        except Exception as error:  # whatever it says, it may say what is in a hand
            raise BrokenLog(self.id) from error
        self.ledger = ledger
        self.sent = {(entry.seat, entry.client): entry.version for entry in entries if entry.client}

    def grow(self, entries: Iterable[StoredEntry]) -> None:
        """Adds entries that are on disk. BrokenLog where they do not follow."""
        assert self.ledger is not None
        for entry in entries:
            if entry.version > self.ledger.version:
                try:
                    self.ledger.apply(entry)
                except Exception as error:  # as above
                    raise BrokenLog(self.id) from error
                if entry.client:
                    self.sent[entry.seat, entry.client] = entry.version

    def need_ledger(self) -> Ledger:
        """The ledger; Refusal before the start."""
        if self.ledger is None:
            raise not_started()
        return self.ledger

    # Who is who.

    @property
    def version(self) -> int:
        """The length of the log; 0 before the start."""
        return self.ledger.version if self.ledger else 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ledger is not None and self.ledger.over

    @property
    def entries(self) -> list[StoredEntry]:
        """The log; nothing before the start."""
        return self.ledger.entries if self.ledger else []

    @property
    def asked(self) -> StoredSeat | None:
        """The seat that must decide; None before the start and after the end."""
        return None if self.ledger is None or self.ledger.to_act is None else self.seats[self.ledger.to_act]

    @property
    def paused(self) -> bool:
        """Whether the clock stands still because nobody is there."""
        return self.clock.kind == "live" and self.row.status == "running" and self.deserted

    def bot_to_act(self, now: int) -> str | None:
        """The level of the bot that must decide now, if it is a bot's turn and somebody is there to see it."""
        seat = self.asked
        if seat is None:
            return None
        if seat.kind == "bot":
            return seat.level
        waits = self.deserted and self.clock.kind != "days" and not seat.given_up
        if seat.stand_in:
            return None if waits else seat.level
        # Whoever comes back after their time has no more of it for this decision: it stays the bot's.
        returned = seat.absent_from > (self.asked_since() or now)
        return STAND_IN if returned and self.time_is_out(now) else None

    def asked_since(self) -> int | None:
        """When the person who must decide was asked, by the clock; None where no clock runs for anybody."""
        seat = self.asked
        if seat is None or seat.kind != "person" or self.clock.kind == "none":
            return None
        began = clocks.since(self.clock, self.entries, seat.seat, self.row.started or 0, self.row.clock_from)
        return max(began, seat.away_until) if self.clock.kind == "days" else began

    def time_taken(self, now: int) -> int:
        """How much of its owner's time the decision of now has taken, in milliseconds: until a bot took over, if so."""
        seat, began = self.asked, self.asked_since()
        if seat is None or began is None:
            return 0
        end = self._end_of_time(seat, began) or now
        return max(0, min(seat.absent_from if seat.stand_in else now, end) - began)

    def time_is_out(self, now: int) -> bool:
        """Whether the owner of the seat that must decide has had all the time there was for it."""
        seat, began = self.asked, self.asked_since()
        if seat is None or began is None or self.paused:
            return False
        end = self._end_of_time(seat, began)
        return end is not None and began + self.time_taken(now) >= end

    def _end_of_time(self, seat: StoredSeat, began: int) -> int | None:
        """When the time of a seat that was asked then is out."""
        return clocks.deadline(self.clock, began, clocks.reserve_left(self.clock, self.entries, seat.seat))

    def running_since(self) -> int | None:
        """When the clock of the seat that must decide began to run; None when it does not."""
        return None if self.paused or self.asked is None or self.asked.stand_in else self.asked_since()

    def seat_clocks(self) -> tuple[messages.SeatClock | None, ...]:
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

    def you(self, player: str | None, now: int) -> messages.You:
        """Who a player is here."""
        return self._you(player, self.seat_of(player), now)

    def _you(self, player: str | None, seat: int | None, now: int) -> messages.You:
        muted = self.row.mute_watchers if seat is None else self.seats[seat].muted
        may_undo = bool(self.row.undo and self.ledger and self.ledger.may_undo(seat))
        return messages.You(seat, self.hosts(player, now), bool(player) and not muted, may_undo)

    def result(self) -> messages.Result | None:
        """How the game came out."""
        if self._result is None and self.ledger is not None:
            self._result = self.ledger.result()
        return self._result

    def _fairness(self) -> messages.Fairness:
        if self.ledger is None:
            return messages.Fairness(self.row.commitment)
        words = tuple(seat.words for seat in self.seats)
        shown = self.ledger.fairness()
        if shown is None:
            return messages.Fairness(self.row.commitment, words)
        return messages.Fairness(self.row.commitment, words, shown.get("secret"), shown.get("seed"))

    def describe(self, now: int) -> messages.Table:
        """The table as anybody may see it."""
        ledger, row = self.ledger, self.row
        clock, host = self.seat_clocks(), self.host(now)
        seats = tuple(
            messages.Seat(
                seat=seat.seat,
                kind=seat.kind,  # type: ignore[arg-type]  # one of the three that this package writes
                name=seat.name,
                level=seat.level if seat.kind == "bot" or seat.stand_in else None,  # type: ignore[arg-type]
                presence="here" if seat.kind == "bot" else self.presence_of(seat.player, now),
                away_since=self.away_since(seat.player) if seat.kind == "person" and not seat.given_up else None,
                stand_in=seat.stand_in,
                absence=seat.absence,  # type: ignore[arg-type]
                words=bool(seat.words),
                host=seat.kind == "person" and not seat.given_up and seat.player == host,
                muted=seat.muted,
                clock=clock[seat.seat],
            )
            for seat in self.seats
        )
        return messages.Table(
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
            patience=row.patience,
            rated=row.rated,
            seats=seats,
            version=self.version,
            to_act=ledger.to_act if ledger else None,
            decision=ledger.decision if ledger else None,
            turn=ledger.turn if ledger else 0,
            paused=self.paused,
            watchers=self.watchers,
            watchers_muted=row.mute_watchers,
            fairness=self._fairness(),
            result=self.result(),
            rematch=row.rematch,
            tournament=row.tournament,
            created=row.created,
            started=row.started,
            finished=row.finished,
            changed=row.changed,
        )

    def listed(self, player: str | None, rating: int | None = None) -> messages.Listed:
        """The table as a line of a list."""
        row, ledger, seat = self.row, self.ledger, self.seat_of(player)
        to_act = ledger.to_act if ledger else None
        result = self.result()
        last = self.entries[-1].at if self.entries else 0
        news = 0 if seat is None else max(0, self.version - self.seats[seat].looked)
        return messages.Listed(
            id=row.id,
            title=(self.seats[seat].label if seat is not None else "") or row.title,
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
            rated=row.rated,
            rating=rating,
        )

    def welcome(self, player: str, since: int, now: int, unheard: Collection[str] = ()) -> messages.Welcome:
        """The first message to a connection, from a version on that the client has."""
        seat, ledger = self.seat_of(player), self.ledger
        known = since if 0 < since <= self.version else 0
        return messages.Welcome(
            protocol=messages.PROTOCOL,
            now=now,
            table=self.describe(now),
            you=self.you(player, now),
            version=self.version,
            since=known,
            view=ledger.views([seat])[seat] if ledger else None,
            turns=ledger.turns(seat, ledger.turn_since(known)) if ledger else (),
            entries=ledger.told_entries(seat, known) if ledger else (),
            chat=tuple(chat_line(line) for line in self.chat[-KEPT_CHAT:] if line.player not in unheard),
        )

    # Telling it.

    def tell_log(self, before: int, now: int) -> None:
        """Tells everybody what the log has gained since a version; each seat its own, watchers one for all."""
        ledger = self.ledger
        if not self.listeners or ledger is None:
            return
        # A host without a seat watches, and is told apart only for being the host.
        known = {seat.player: seat.seat for seat in self.people()}
        host = self.host(now)
        receivers: dict[str | None, list[Listener]] = {}
        for listener in self.listeners:
            who = listener.player if listener.player in known or listener.player == host else None
            receivers.setdefault(who, []).append(listener)
        views = ledger.encoded_views({known.get(who) for who in receivers})
        apart = ledger.who_hear_more(before)
        common = self._news(None, before)
        clocks, result = self.seat_clocks(), self.result()
        for who, listeners in receivers.items():
            seat = known.get(who)
            entries, turns = self._news(seat, before) if seat in apart else common
            told = encode(
                messages.Update(
                    version=ledger.version,
                    entries=entries,
                    view=views[seat],  # type: ignore[arg-type]  # the same, as JSON
                    turns=turns,
                    you=self._you(who, seat, now),
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
        told: dict[messages.You, bytes] = {}  # the same bytes for all who are told the same
        for listener in list(self.listeners):
            you = self.you(listener.player, now)
            if you not in told:
                told[you] = encode(messages.TableChanged(table, you, now))
            listener.send(told[you])

    def hear(self, line: StoredChat) -> bool:
        """Tells everybody a chat message that is on disk; whether it was news. It may come twice, and out of order."""
        if any(known.id == line.id for known in self.chat):
            return False
        insort(self.chat, line, key=lambda known: known.id)
        del self.chat[:-KEPT_CHAT]
        told = encode(messages.Said(chat_line(line)))
        for listener in list(self.listeners):
            if line.player not in unheard_by(listener):
                listener.send(told)
        return True


def unheard_by(listener: Listener) -> Collection[str]:
    """Those whose chat somebody who listens does not want to read."""
    found: Collection[str] = getattr(listener, "unheard", ())
    return found


def chat_line(line: StoredChat) -> messages.ChatLine:
    """A chat message as it is shown."""
    return messages.ChatLine(line.id, line.seat, line.name, line.text, line.at)
