"""Word to people whose turn it is at a slow table: gathered, not at night, not on vacation, and never too much.

Which turns wait stands in the database, noted whenever a table passes from one person to another; so a restart
forgets nobody, and of several processes one tells. A message has one link to the move and one that stops all of them;
neither is a login: whoever follows it is who their browser says they are.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from mergemaker.clubs.word_senders import NotSent, check_webhook, send_mail, send_webhook
from mergemaker.people.accounts import hashed
from mergemaker.rules.words.phrases import counted
from mergemaker.store import StoredSeat
from mergemaker.store.turn_store import StoredContact, TurnStore, WaitingTurn
from mergemaker.tables import autopilot
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.refusals import Refusal
from mergemaker.tables.rounds import Rounds

log = logging.getLogger("mergemaker.clubs")

LOOK_SECONDS = 20.0
MINUTE, DAY = 60_000, 24 * 3600_000
GATHERING = 5 * MINUTE  # a turn waits so long before word of it goes out: one may be about to play, others may follow
BETWEEN = 30 * MINUTE  # from one message to the next to the same person
MOST_A_DAY = 20  # messages to one address, whoever asks for them
MOST_CONFIRMATIONS = 3  # a day, to one address
MOST_TRIALS = 100  # a day, to webhooks of one host: chat programs have many, and nobody should be knocked at more
MOST_AN_HOUR = 300  # messages of the whole server,
MOST_ASKED = 60  # of which so many questions and trials, so that strangers can't use up what others wait for
ASKED = "asked"  # what questions and trials are counted under, besides their target
MOST_TOLD, LONGEST_LINE = 8, 180  # tables and letters of each: chat programs refuse what is longer than 2,000
LONGEST_VACATION = 21 * DAY
BETWEEN_VACATIONS = 14 * DAY

_ADDRESS = re.compile(r"[^\s@<>\",;:\\()\[\]]{1,64}@[A-Za-z0-9.-]{1,185}\.[A-Za-z]{2,24}")


class WordSettings(NamedTuple):
    """What the host of the server has set: without a mail server there is no mail, without an origin no word at all."""

    origin: str | None = None
    mail_server: str | None = None
    mail_from: str = ""
    webhooks: bool = True
    private: bool = False  # whether webhooks may lead into the host's own network

    @property
    def mail(self) -> bool:
        """Whether mail can be sent."""
        return bool(self.origin and self.mail_server and self.mail_from)

    @property
    def hooks(self) -> bool:
        """Whether webhooks can be called."""
        return bool(self.origin and self.webhooks)


class TurnNotices:
    """Tells people that it is their turn."""

    def __init__(self, live_tables: LiveTables, settings: WordSettings) -> None:
        self.live_tables = live_tables
        self.settings = settings
        self.store = TurnStore(live_tables.store)
        self._noted: dict[str, tuple[str, int] | None] = {}
        self._rounds = Rounds(self.tell_all, LOOK_SECONDS, "word of turns could not be sent")
        self.close = self._rounds.close
        live_tables.when_asked.append(self.look_at)

    async def open(self) -> None:
        """Begins to tell."""
        if self.settings.mail or self.settings.hooks:
            self._rounds.open()

    # Whose turn it is.

    def look_at(self, live: LiveTable) -> None:
        """Notes whose turn it is at a slow table, if that has changed."""
        if live.clock.kind != "days" or live.row.status == "open":
            return
        turn = None
        seat = live.asked
        if seat is not None and seat.kind == "person" and not seat.stand_in and seat.player:
            since = live.entries[-1].at if live.entries else live.row.started or 0
            turn = WaitingTurn(live.id, seat.player, live.version, since)
        # Within a turn somebody decides several times; only the first is news.
        known = None if turn is None else (turn.player, turn.version)
        before = self._noted.get(live.id, ("", -1))
        if known == before or (known and before and known[0] == before[0]):
            return
        if len(self._noted) > 20_000:
            self._noted.clear()
        self._noted[live.id] = known
        self.live_tables.in_background(self._note(live, turn))

    async def _note(self, live: LiveTable, turn: WaitingTurn | None) -> None:
        await self.store.note_turn(live.id, turn)
        contact = await self.store.contact(turn.player) if turn else None
        if turn and contact and contact.vacation_until > self.live_tables.now():
            await stand_still(self.live_tables, live, turn.player, contact.vacation_until)

    # Telling.

    async def tell_all(self) -> int:
        """Sends whatever is due. Returns how many messages went out."""
        now = self.live_tables.now()
        mine: dict[str, list[WaitingTurn]] = defaultdict(list)
        for turn in await self.store.waiting(now):
            mine[turn.player].append(turn)
        sent = 0
        for player, turns in mine.items():
            contact = await self.store.contact(player)
            if contact is None or not self._reachable(contact) or min(turn.since for turn in turns) > now - GATHERING:
                continue
            if contact.sent > now - BETWEEN or is_quiet(contact, now) or contact.vacation_until > now:
                continue
            sent += await self._tell(contact, turns, now)
        return sent

    def _link(self, path: str) -> str:
        return f"{str(self.settings.origin).rstrip('/')}/{path}"

    def _reachable(self, contact: StoredContact) -> bool:
        return bool(
            (self.settings.mail and contact.email and contact.confirmed) or (self.settings.hooks and contact.webhook)
        )

    async def _tell(self, contact: StoredContact, turns: list[WaitingTurn], now: int) -> int:
        waiting = [(turn, await self.live_tables.table(turn.table_id)) for turn in turns]
        unseen = [(turn, live) for turn, live in waiting if not live.looks(contact.player)]  # not on their screen
        if not unseen or not await self.store.claim_contact(contact, now):
            return 0
        found = [(turn, live) for turn, live in unseen if await self.store.claim(turn, now)]
        if not found:
            return 0
        sent = await self._send(contact, *self._message(contact, [live for _, live in found]))
        if not sent:
            for turn, _ in found:
                await self.store.give_back(turn)
        return sent

    def _message(self, contact: StoredContact, tables: list[LiveTable]) -> tuple[str, str, dict[str, object]]:
        """Subject, text, and the same as JSON that chat programs show."""
        now = self.live_tables.now()
        link = self._link(f"table/{tables[0].id}" if len(tables) == 1 else "inbox")
        lines = []
        for live in tables[:MOST_TOLD]:
            shown = live.listed(contact.player)
            left = f" {_until(live.deadline(), now)}" if live.deadline() else ""
            told = f"{shown.title}:{left} {' '.join(shown.happened)}".strip().rstrip(":")
            lines.append(harmless(told)[:LONGEST_LINE])
        if len(tables) > MOST_TOLD:
            lines.append(f"And {counted(len(tables) - MOST_TOLD, 'more table')}.")
        title = harmless(tables[0].listed(contact.player).title)
        where = f"at {title}" if len(tables) == 1 else f"at {counted(len(tables), 'table')}"
        subject = f"Your turn {where}"
        text = "\n".join([f"It is your turn {where}.", "", *lines, "", f"Play: {link}"])
        stop = self._link(f"stop/{contact.stop}")
        body: dict[str, object] = {
            "text": f"{text}\nNo more of these: {stop}",
            "content": f"{text}\nNo more of these: {stop}",
            "event": "your-turn",
            "link": link,
            "stop": stop,
            "tables": [{"title": live.listed(contact.player).title, "path": f"/table/{live.id}"} for live in tables],
            "allowed_mentions": {"parse": []},  # of Discord: whoever is named in it is not called
        }
        return subject, f"{text}\n\nNo more of these mails: {stop}\n", body

    async def _send(self, contact: StoredContact, subject: str, text: str, body: dict[str, object]) -> int:
        sent = 0
        if self.settings.mail and contact.email and contact.confirmed:
            sent += await self._guarded(contact.email.lower(), MOST_A_DAY, lambda: self._mail(contact, subject, text))
        if self.settings.hooks and contact.webhook:
            sent += await self._guarded(contact.webhook, MOST_A_DAY, lambda: self._call(contact.webhook, body))
        return sent

    def _mail(self, contact: StoredContact, subject: str, text: str) -> None:
        stop = self._link(f"stop/{contact.stop}")
        send_mail(str(self.settings.mail_server), self.settings.mail_from, contact.email, subject, text, stop)

    def _call(self, webhook: str, body: dict[str, object]) -> None:
        send_webhook(webhook, body, private=self.settings.private)

    async def _ask(self, target: str, most: int, send: Callable[[], None]) -> int:
        """Sends what somebody has asked for who may be anybody: a question to an address, a trial to a webhook."""
        now = self.live_tables.now()
        if await self.store.sent_since(ASKED, now - 60 * MINUTE) >= MOST_ASKED:
            return 0
        await self.store.note_sent(ASKED, now)
        return await self._guarded(target, most, send)

    async def _guarded(self, target: str, most: int, send: Callable[[], None]) -> int:
        """Sends something unless its target, or the server, has had enough; 1 if it went out."""
        now, key = self.live_tables.now(), hashed(target)
        if await self.store.sent_since(key, now - DAY) >= most:
            return 0
        if await self.store.sent_since(None, now - 60 * MINUTE) >= MOST_AN_HOUR:
            log.warning("so much word went out in an hour that the rest waits")
            return 0
        await self.store.note_sent(key, now)
        try:
            await asyncio.to_thread(send)
        except NotSent as error:
            log.warning("word could not be sent: %s", error)
            return 0
        return 1

    # What people set.

    async def set_contact(
        self, player: str, email: str, webhook: str, quiet: tuple[int, int], zone: str
    ) -> StoredContact:
        """How somebody wants to hear of their turns. A new address is asked first whether it wants to.

        A new webhook gets a trial message, and is kept only if it takes it.
        """
        contact = await self._contact_of(player)
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise Refusal("bad-message", "That time zone is not known.", 400) from None
        if email and not self.settings.mail:
            raise Refusal("no-mail", "This server sends no mail.")
        if webhook and not self.settings.hooks:
            raise Refusal("no-webhooks", "This server calls no webhooks.")
        if email and not _ADDRESS.fullmatch(email):
            raise Refusal("bad-message", "That is no e-mail address.", 400)
        if webhook:
            check_webhook(webhook, private=self.settings.private)
            if webhook != contact.webhook:
                await self._try_webhook(webhook, contact)
        contact.quiet_from, contact.quiet_to = quiet
        contact.zone = zone
        contact.webhook = webhook
        new = email.lower() != contact.email.lower()
        token = secrets.token_urlsafe(20)
        if new:
            contact.email, contact.confirmed = email, None
            contact.confirming = hashed(token) if email else ""
        await self.store.keep_contact(contact)
        if new and email:
            text = (
                "Somebody, you we hope, wants to hear here when it is their turn in a game of Acquire.\n\n"
                f"Yes, send me that: {self._link(f'confirm/{token}')}\n\n"
                "If that was not you, do nothing: you will hear no more.\n"
            )
            subject = "Word when it is your turn?"
            went = await self._ask(email.lower(), MOST_CONFIRMATIONS, lambda: self._mail(contact, subject, text))
            if not went:
                raise Refusal("not-sent", "The mail that asks you could not be sent just now; try again tomorrow.", 503)
        return contact

    async def _contact_of(self, player: str) -> StoredContact:
        return await self.store.contact(player) or StoredContact(player=player, stop=secrets.token_urlsafe(20))

    async def _try_webhook(self, webhook: str, contact: StoredContact) -> None:
        """Calls a new webhook once. What went wrong is not said: that would tell strangers what answers where."""
        stop = self._link(f"stop/{contact.stop}")
        text = f"You will hear here when it is your turn in a game of Acquire.\nNo more of these: {stop}"
        body: dict[str, object] = {"text": text, "content": text, "event": "trial", "stop": stop}
        host = f"webhooks of {urlsplit(webhook).hostname}"
        if not await self._ask(host, MOST_TRIALS, lambda: self._call(webhook, body)):
            told = "That webhook did not take a trial message, so nothing was changed. Is its address right?"
            raise Refusal("not-sent", told)

    async def confirm(self, token: str) -> None:
        """The address has said yes."""
        contact = await self.store.contact_to_confirm(hashed(token))
        if contact is None:
            raise Refusal("bad-token", "That link is wrong, or a newer one has taken its place.", 404)
        contact.confirmed = contact.confirmed or self.live_tables.now()
        await self.store.keep_contact(contact)

    async def stop(self, token: str) -> None:
        """No more messages; quiet hours and vacation stay."""
        contact = await self.store.contact_with_stop(token) if 10 < len(token) < 40 else None
        if contact is None:
            raise Refusal("bad-token", "That link is wrong.", 404)
        contact.email = contact.webhook = contact.confirming = ""
        contact.confirmed = None
        await self.store.keep_contact(contact)

    async def vacation(self, player: str, until: int) -> StoredContact:
        """Clocks of days stand still for somebody until then; 0: they are back."""
        now = self.live_tables.now()
        contact = await self._contact_of(player)
        if until:
            if until <= now or until > now + LONGEST_VACATION:
                raise Refusal("bad-message", f"A vacation is up to {LONGEST_VACATION // DAY} days from now.", 400)
            before = contact.vacation_until
            if before and until > before and now < before + BETWEEN_VACATIONS:
                days = BETWEEN_VACATIONS // DAY
                raise Refusal("too-often", f"The next vacation can begin {days} days after the last one.", 409)
        contact.vacation_until = until or min(contact.vacation_until, now)
        await self.store.keep_contact(contact)
        for table in await self.live_tables.store.tables_of(player, limit=200):
            live = await self.live_tables.table(table)
            if live.row.status == "running" and live.clock.kind == "days":
                await stand_still(self.live_tables, live, player, until or now)
        return contact


async def stand_still(live_tables: LiveTables, live: LiveTable, player: str, until: int) -> None:
    """Lets the clock of somebody's seat stand still until then."""

    def change(seat: StoredSeat) -> None:
        seat.away_until = until

    if live.seat_of(player) is not None:
        await live_tables.change_own_seat(live, player, change)
        autopilot.wake(live_tables, live)


def is_quiet(contact: StoredContact, now: int) -> bool:
    """Whether it is in somebody's quiet hours, by their own clock."""
    if contact.quiet_from == contact.quiet_to:
        return False
    there = datetime.fromtimestamp(now / 1000, UTC).astimezone(ZoneInfo(contact.zone))
    minute = there.hour * 60 + there.minute
    if contact.quiet_from < contact.quiet_to:
        return contact.quiet_from <= minute < contact.quiet_to
    return minute >= contact.quiet_from or minute < contact.quiet_to


def harmless(text: str) -> str:
    """What others have written, such as a table's title, as a chat or mail program shows it: no link, no call to all.

    A message has two links, and both are the server's.
    """
    for sign, shown in (("@", "@\u200b"), ("<", "("), (">", ")"), ("[", "("), ("]", ")"), ("://", ": //")):
        text = text.replace(sign, shown)
    return text


def _until(deadline: int | None, now: int) -> str:
    hours = max(0, (deadline or now) - now) // 3600_000
    return f"{counted(hours // 24, 'day')} left." if hours >= 48 else f"{counted(hours, 'hour')} left."
