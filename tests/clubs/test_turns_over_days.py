"""A game over days: word by a real mail server and a real receiver, gathered, not at night, and never too much."""

from __future__ import annotations

import logging
import random
import re
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from mergemaker.clubs import word_senders
from mergemaker.clubs.inbox import inbox_of, set_orders
from mergemaker.clubs.turn_notices import (
    BETWEEN,
    MOST_A_DAY,
    MOST_ASKED,
    MOST_CONFIRMATIONS,
    MOST_TOLD,
    MOST_TRIALS,
    TurnNotices,
    WordSettings,
    is_quiet,
)
from mergemaker.clubs.word_senders import NotSent, check_webhook, is_public, send_webhook
from mergemaker.rules.errors import MergemakerError
from mergemaker.store.turn_store import StoredContact
from mergemaker.tables.live_table import LiveTable
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal
from post_office import Dripping, Mailbox, Receiver
from quick_tables import Clockwork, actions_now, people_at, play, quick_live_tables, quiet, sit_down, whose_turn

DAY = 24 * 3600
ORIGIN = "https://acquire.example"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox().open() as mailbox:
        yield mailbox


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


@pytest_asyncio.fixture
async def notices(tmp_path: Path, mailbox: Mailbox) -> AsyncIterator[TurnNotices]:
    async with quick_live_tables(tmp_path) as live_tables:
        settings = WordSettings(
            ORIGIN, f"smtp://127.0.0.1:{mailbox.port}", "Acquire <acquire@example.org>", private=True
        )
        yield TurnNotices(live_tables, settings)


def clock_of(notices: TurnNotices) -> Clockwork:
    clock = notices.live_tables.now
    assert isinstance(clock, Clockwork)
    return clock


async def hears_by_mail(notices: TurnNotices, mailbox: Mailbox, player: str, zone: str = "UTC", **quiet_hours: int):
    address = f"{player}@example.org"
    hours = quiet_hours.get("quiet_from", 0), quiet_hours.get("quiet_to", 0)
    await notices.set_contact(player, address, "", hours, zone)
    asked = mailbox.to(address)[-1].get_content()
    link = re.search(rf"{ORIGIN}/confirm/(\S+)", asked)
    assert link is not None
    await notices.confirm(link.group(1))


async def turn(live_tables: LiveTables, live, dice: random.Random) -> str:
    """The whole of somebody's decisions until somebody else is asked; who it was."""
    who = whose_turn(live)
    while not live.over and whose_turn(live) == who:
        await play(live_tables, live, who, dice.choice(actions_now(live)))
    await quiet(live_tables)
    return who


async def test_four_people_over_days_hear_of_each_turn_once(notices: TurnNotices, mailbox: Mailbox, receiver: Receiver):
    live_tables, clock = notices.live_tables, clock_of(notices)
    for player in ("ann", "bob", "eve"):
        await hears_by_mail(notices, mailbox, player)
    await notices.set_contact("dan", "", receiver.url, (0, 0), "UTC")
    mailbox.mails.clear()
    receiver.bodies.clear()
    live = await people_at(live_tables, "ann", "bob", "eve", "dan", clock=Clock("days"), title="Harbour")
    await quiet(live_tables)
    dice = random.Random(5)
    expected = {"ann": 0, "bob": 0, "eve": 0, "dan": 0}
    for _ in range(16):
        asked = whose_turn(live)
        assert await notices.tell_all() == 0  # they may be about to play
        clock.pass_(6 * 60)
        assert await notices.tell_all() == 1
        assert await notices.tell_all() == 0  # once is enough
        expected[asked] += 1
        clock.pass_(DAY / 2)
        await turn(live_tables, live, dice)
        if live.over:
            break
    heard = {player: len(mailbox.to(f"{player}@example.org")) for player in ("ann", "bob", "eve")}
    assert {**heard, "dan": len(receiver.bodies)} == expected
    mail = mailbox.mails[-1]
    assert mail["Subject"] == "Your turn at Harbour"
    text = mail.get_content()
    assert re.findall(r"https://\S+", text) == [
        f"{ORIGIN}/table/{live.id}",
        re.search(rf"{ORIGIN}/stop/\S+", text).group(),  # type: ignore[union-attr]
    ]
    assert "days left." in text
    assert mail["List-Unsubscribe"].startswith(f"<{ORIGIN}/stop/")
    body = receiver.bodies[-1]
    assert body["text"] == body["content"]
    assert body["link"] == f"{ORIGIN}/table/{live.id}"


async def test_several_tables_are_one_message_and_one_link(notices: TurnNotices, mailbox: Mailbox):
    await hears_by_mail(notices, mailbox, "ann")
    tables: list[LiveTable] = []
    while (mine := sum(whose_turn(live) == "ann" for live in tables)) < 2:  # who begins is drawn by lot
        tables.append(await people_at(notices.live_tables, "ann", "bob", clock=Clock("days")))
    await quiet(notices.live_tables)
    clock_of(notices).pass_(600)
    mailbox.mails.clear()
    assert await notices.tell_all() == 1
    (mail,) = mailbox.mails
    assert mail["Subject"] == f"Your turn at {mine} tables"
    assert f"Play: {ORIGIN}/inbox" in mail.get_content()
    found = await inbox_of(notices, "ann")
    assert [table.your_turn for table in found.tables] == [True] * mine + [False] * (len(tables) - mine)


async def test_what_others_write_is_no_link_and_calls_nobody(
    notices: TurnNotices, mailbox: Mailbox, receiver: Receiver
):
    await hears_by_mail(notices, mailbox, "ann")
    contact = await notices.set_contact("ann", "ann@example.org", receiver.url, (0, 0), "UTC")
    title = "@everyone <!channel> [prize](https://evil.example/x)"
    tables: list[LiveTable] = []
    while sum(whose_turn(live) == "ann" for live in tables) < MOST_TOLD + 2:
        tables.append(await people_at(notices.live_tables, "ann", "bob", clock=Clock("days"), title=title))
    await quiet(notices.live_tables)
    clock_of(notices).pass_(600)
    mailbox.mails.clear()
    assert await notices.tell_all() == 2
    body = receiver.bodies[-1]
    for text in (mailbox.mails[-1].get_content(), body["text"], body["content"]):
        assert re.findall(r"https?://\S+", text) == [f"{ORIGIN}/inbox", f"{ORIGIN}/stop/{contact.stop}"]
        assert "And 2 more tables." in text
        assert not re.search(r"@everyone|<!|\[prize\]", text)
        assert len(text) < 2000
    assert body["allowed_mentions"] == {"parse": []}


async def waits_for_ann(notices: TurnNotices):
    """A slow table where it is Ann's turn, found by playing until it is."""
    live = await people_at(notices.live_tables, "ann", "bob", "eve", clock=Clock("days"))
    dice = random.Random(1)
    while whose_turn(live) != "ann":
        await turn(notices.live_tables, live, dice)
    await quiet(notices.live_tables)
    return live


async def test_nobody_is_woken_at_night_and_hears_in_the_morning(notices: TurnNotices, mailbox: Mailbox):
    clock = clock_of(notices)  # 22:13 in London, 07:13 in Tokyo
    await hears_by_mail(notices, mailbox, "ann", zone="Europe/London", quiet_from=22 * 60, quiet_to=8 * 60)
    await waits_for_ann(notices)
    mailbox.mails.clear()
    for _ in range(19):
        clock.pass_(1800)
        assert await notices.tell_all() == 0
    clock.pass_(1800)  # 08:13
    assert await notices.tell_all() == 1


def test_quiet_hours_are_by_the_clock_where_one_is():
    at = 1_700_000_000_000
    night = StoredContact(player="x", quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/London")
    assert is_quiet(night, at)
    night.zone = "America/New_York"
    assert not is_quiet(night, at)
    assert not is_quiet(StoredContact(player="x"), at)


async def test_whoever_looks_at_the_table_or_has_stopped_hears_nothing(notices: TurnNotices, mailbox: Mailbox):
    await hears_by_mail(notices, mailbox, "ann")
    live = await waits_for_ann(notices)
    clock_of(notices).pass_(600)
    person = sit_down(notices.live_tables, live, "ann")
    assert await notices.tell_all() == 0
    notices.live_tables.depart(live, person)
    await quiet(notices.live_tables)
    contact = await notices.store.contact("ann")
    assert contact is not None
    await notices.stop(contact.stop)
    assert await notices.tell_all() == 0


async def test_an_address_that_has_not_said_yes_hears_nothing_but_the_question(notices: TurnNotices, mailbox: Mailbox):
    await notices.set_contact("ann", "ann@example.org", "", (0, 0), "UTC")
    await waits_for_ann(notices)
    clock_of(notices).pass_(600)
    assert await notices.tell_all() == 0
    assert len(mailbox.mails) == 1


async def test_nobody_can_be_flooded(notices: TurnNotices, mailbox: Mailbox, receiver: Receiver):
    for number in range(MOST_CONFIRMATIONS):
        await notices.set_contact(f"guest{number}", "victim@example.org", "", (0, 0), "UTC")
    with pytest.raises(Refusal, match="tomorrow"):
        await notices.set_contact("guest9", "Victim@example.org", "", (0, 0), "UTC")
    assert len(mailbox.mails) == MOST_CONFIRMATIONS
    await notices.set_contact("ann", "", receiver.url, (0, 0), "UTC")
    receiver.bodies.clear()
    dice, clock = random.Random(2), clock_of(notices)
    live = await waits_for_ann(notices)
    for _ in range(MOST_A_DAY + 4):
        clock.pass_(BETWEEN / 1000 + 301)
        await notices.tell_all()
        await turn(notices.live_tables, live, dice)
        while not live.over and whose_turn(live) != "ann":
            await turn(notices.live_tables, live, dice)
        if live.over:
            live = await waits_for_ann(notices)
    assert MOST_A_DAY - 2 <= len(receiver.bodies) <= MOST_A_DAY


async def test_a_new_webhook_gets_a_trial_message_and_is_kept_if_it_takes_it(notices: TurnNotices, receiver: Receiver):
    receiver.answer = 404
    with pytest.raises(Refusal, match="did not take a trial message"):
        await notices.set_contact("ann", "", receiver.url, (60, 120), "UTC")
    assert await notices.store.contact("ann") is None
    receiver.answer = 204
    contact = await notices.set_contact("ann", "", receiver.url, (60, 120), "UTC")
    refused, trial = receiver.bodies
    assert (trial["event"], trial["text"]) == ("trial", trial["content"])
    assert trial["stop"] == f"{ORIGIN}/stop/{contact.stop}"
    assert trial["stop"] in trial["text"]
    assert refused["stop"] != trial["stop"]  # of somebody who was never kept
    await notices.set_contact("ann", "", receiver.url, (0, 0), "Asia/Tokyo")  # nothing new to try
    assert len(receiver.bodies) == 2
    await notices.stop(contact.stop)
    assert not (await notices.store.contact("ann") or contact).webhook


async def test_trials_can_not_be_used_to_knock_at_somebodys_door(notices: TurnNotices, receiver: Receiver):
    for number in range(MOST_TRIALS):
        await notices.set_contact(f"guest{number}", "", f"{receiver.url}?{number}", (0, 0), "UTC")
        clock_of(notices).pass_(61)  # not so many at once that the server itself has had enough
    with pytest.raises(Refusal, match="did not take a trial message"):
        await notices.set_contact("another", "", f"{receiver.url}/elsewhere", (0, 0), "UTC")
    assert len(receiver.bodies) == MOST_TRIALS
    clock_of(notices).pass_(DAY + 1)
    await notices.set_contact("another", "", f"{receiver.url}/elsewhere", (0, 0), "UTC")


async def test_strangers_who_ask_do_not_use_up_what_others_wait_for(notices: TurnNotices, mailbox: Mailbox):
    await hears_by_mail(notices, mailbox, "ann")
    await waits_for_ann(notices)
    clock_of(notices).pass_(600)
    for number in range(MOST_ASKED - 1):
        await notices.set_contact(f"guest{number}", f"victim{number}@example.org", "", (0, 0), "UTC")
    with pytest.raises(Refusal, match="could not be sent"):
        await notices.set_contact("another", "another@example.org", "", (0, 0), "UTC")
    mailbox.mails.clear()
    assert await notices.tell_all() == 1
    assert len(mailbox.to("ann@example.org")) == 1


async def test_a_clock_of_days_stands_still_on_vacation(notices: TurnNotices):
    live, clock = await waits_for_ann(notices), clock_of(notices)
    before = live.deadline()
    assert before is not None
    until = clock() + 10 * DAY * 1000
    await notices.vacation("ann", until)
    assert live.deadline() == until + 3 * DAY * 1000
    with pytest.raises(Refusal, match="21 days"):
        await notices.vacation("ann", clock() + 40 * DAY * 1000)
    with pytest.raises(Refusal, match="next vacation"):
        await notices.vacation("ann", clock() + 20 * DAY * 1000)
    clock.pass_(DAY)
    await notices.vacation("ann", 0)
    assert live.deadline() == clock() + 3 * DAY * 1000


@pytest.mark.parametrize("orders", ["sell", "keep", "trade"])
async def test_orders_answer_a_merger_of_others_and_nothing_else(orders: str, tmp_path: Path):
    async with quick_live_tables(tmp_path) as live_tables:
        dice, obeyed = random.Random(11), 0
        live = await people_at(live_tables, "ann", "bob", "eve")
        await set_orders(live_tables, live, "eve", orders)  # type: ignore[arg-type]
        while not (live.over and obeyed):
            if live.over:  # nobody asked; another game
                live = await people_at(live_tables, "ann", "bob", "eve")
                await set_orders(live_tables, live, "eve", orders)  # type: ignore[arg-type]
            assert live.ledger is not None
            who, decision = whose_turn(live), str(live.ledger.decision)
            view = live.ledger.view(live.ledger.to_act)
            if who == "eve" and decision in ("trade", "sell"):
                assert view.mover == view.seat, "that should have been answered"
            before = live.version
            await play(live_tables, live, who, dice.choice(actions_now(live)))
            await quiet(live_tables)
            for entry in live.ledger.entries[before + 1 :]:
                assert entry.seat == 2
                kind, count = entry.action.split()
                obeyed += 1
                if orders == "keep" or (orders == "sell" and kind == "trade"):
                    assert count == "0"


async def test_what_is_logged_has_no_address_in_it(
    notices: TurnNotices, receiver: Receiver, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    await notices.set_contact("ann", "", receiver.url, (0, 0), "UTC")
    receiver.answer = 500
    await waits_for_ann(notices)
    clock_of(notices).pass_(600)
    monkeypatch.setattr(logging.getLogger("mergemaker"), "propagate", True)  # a server's own logging stops it
    with caplog.at_level(logging.INFO, "mergemaker.clubs"):
        assert await notices.tell_all() == 0
    assert "answered 500" in caplog.text
    assert receiver.url not in caplog.text
    clock_of(notices).pass_(BETWEEN / 1000 + 1)
    receiver.answer = 200
    assert await notices.tell_all() == 1


# Into the host's own network.


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "nonsense", "",
    ],
)  # fmt: skip
def test_an_address_of_ones_own_network_is_not_public(address: str):
    assert not is_public(address)


def test_an_address_of_the_internet_is_public():
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")


def test_a_webhook_leads_nowhere_inside(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    port = receiver.url.split(":")[2].split("/")[0]
    for host in ("localhost", "127.0.0.1", "127.1", "2130706433"):
        with pytest.raises(NotSent, match=r"not on the public internet|not known"):
            send_webhook(f"https://{host}:{port}/hook", {}, private=False)
    for url in (
        "http://example.org/",
        "https://a:b@example.org/",
        "https://example.org:22/",
        "file:///etc/passwd",
        "x",
    ):
        with pytest.raises(MergemakerError):
            check_webhook(url, private=False)
    assert receiver.bodies == []


def test_a_redirect_is_not_followed(receiver: Receiver):
    with Receiver().open() as inside:
        receiver.answer, receiver.location = 307, inside.url
        with pytest.raises(NotSent, match="307"):
            send_webhook(receiver.url, {"text": "x"}, private=True)
        assert len(receiver.bodies) == 1
        assert inside.bodies == []


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_whoever_answers_drop_by_drop_is_hung_up_on(scheme: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(word_senders, "LONGEST_CALL", 0.3)
    monkeypatch.setattr(word_senders, "TIMEOUT", 60.0)
    with Dripping().open() as dripping, pytest.raises(NotSent, match="webhook:"):
        send_webhook(f"{scheme}://127.0.0.1:{dripping.port}/hook", {"text": "x"}, private=True)
    assert dripping.hung_up  # by the sender, long before the last drop


def test_a_host_with_an_address_that_leads_nowhere_is_reached_by_another(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    port = int(receiver.url.split(":")[2].split("/")[0])
    found = [(0, 0, 0, "", ("127.0.0.2", port)), (0, 0, 0, "", ("127.0.0.1", port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    real = socket.create_connection

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        if address[0] == "127.0.0.2":
            raise OSError("unreachable")
        monkeypatch.undo()
        return real(address, timeout)

    monkeypatch.setattr(socket, "create_connection", connect)
    send_webhook(f"http://two.example:{port}/hook", {"text": "x"}, private=True)
    assert len(receiver.bodies) == 1


def test_one_address_inside_is_enough_to_refuse_a_host(monkeypatch: pytest.MonkeyPatch):
    """However many public ones stand before it: the next time it may be the first."""
    found = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(NotSent, match="not on the public internet"):
        send_webhook("https://both.example/", {}, private=False)
