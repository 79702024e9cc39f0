"""Several clients over a bad line: messages lost, repeated, out of order and late. All views agree with the log."""

import asyncio
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from databases import sqlite_url
from mergemaker.record.fair_shuffle import seed_of
from mergemaker.rules.game import Game
from mergemaker.store import StoredEntry
from mergemaker.tables.live_table import LiveTable, encode
from mergemaker.web.context import Context
from mergemaker.web.settings import Settings
from mergemaker.web.transport.sockets import hear_message
from quick_tables import QuickBotPool, people_at

PLAYERS = ("ann", "bob", "eve")


class BadLine:
    """A client whose messages go astray both ways, and which does what docs/look-up/protocol.md says about that."""

    def __init__(self, context: Context, live: LiveTable, player: str) -> None:
        self.context, self.live, self.player = context, live, player
        self.here = True
        self.pace: float | None = None
        self.closing: int | None = None
        self.hung_up = False
        self.inbox: list[bytes] = []
        self.outbox: list[str] = []
        self.version = 0
        self.view: dict[str, Any] | None = None
        self.turns: dict[int, Any] = {}
        self.acknowledged: dict[str, int] = {}
        self.unanswered: dict[str, str] = {}
        self.connect()

    def send(self, message: bytes) -> None:
        self.inbox.append(message)

    def hang_up(self, code: int) -> None:
        self.closing = code

    def connect(self) -> None:
        """Connects again from the version it has, and says again what was not answered."""
        self.context.live_tables.depart(self.live, self)
        self.inbox = [encode(self.live.welcome(self.player, self.version, self.context.live_tables.now()))]
        self.context.live_tables.arrive(self.live, self)
        self.outbox = list(self.unanswered.values())

    def read(self) -> None:
        """Reads what has arrived."""
        for text in self.inbox:
            message = json.loads(text)
            match message["type"]:
                case "welcome" | "update":
                    if message["type"] == "update" and message["entries"][0]["version"] != self.version + 1:
                        self.inbox = []
                        self.connect()
                        self.read()
                        return
                    if message["type"] == "welcome" and message["since"] == 0:
                        self.turns = {}
                    self.version, self.view = message["version"], message["view"]
                    for turn in message["turns"]:
                        self.turns[turn["turn"]] = turn
                    last = message["turns"][-1]["turn"] if message["turns"] else 0
                    self.turns = {number: turn for number, turn in self.turns.items() if number <= last}
                case "ack":
                    assert self.acknowledged.setdefault(message["id"], message["version"]) == message["version"]
                    self.unanswered.pop(message["id"], None)
                case "refusal":
                    self.unanswered.pop(message["id"], None)
        self.inbox = []

    def decide(self, number: int, choice: int) -> None:
        """Decides something, on what it has seen."""
        actions = (self.view or {}).get("actions")
        if not actions:
            return
        ident = f"{self.player}{number}"
        said: dict[str, Any] = {"do": "play", "id": ident, "version": self.version}
        said["actions"] = [actions[choice % len(actions)]]
        if choice % 7 == 0:
            said = {"do": "undo", "id": ident, "version": self.version}
        self.unanswered[ident] = json.dumps(said)
        self.outbox.append(self.unanswered[ident])

    async def deliver(self, fate: int) -> None:
        """Something becomes of what it sent: it arrives, arrives twice, arrives late, or is lost."""
        if not self.outbox:
            return
        at = fate % len(self.outbox)
        match fate % 5:
            case 0 | 1:
                await self._arrive(self.outbox.pop(at))
            case 2:
                text = self.outbox.pop(at)
                await asyncio.gather(self._arrive(text), self._arrive(text))
            case 3:
                self.outbox.append(self.outbox.pop(at))
            case 4:
                self.outbox.pop(at)

    async def _arrive(self, text: str) -> None:
        await hear_message(self.context, self.live, self, text)  # type: ignore[arg-type]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["decide", "deliver", "deliver", "read", "lose", "connect"]),
        st.integers(0, 2),
        st.integers(0, 99),
    ),
    min_size=20,
    max_size=120,
)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(STEPS)
def test_all_views_agree_with_a_replay_of_the_log(steps: list[tuple[str, int, int]]):
    asyncio.run(over_a_bad_line(steps))


def test_a_long_evening_over_a_bad_line():
    """The same at length, which also shows that such clients do get somewhere."""
    dice = random.Random(4)
    kinds = ["decide", "deliver", "deliver", "deliver", "read", "lose", "connect"]
    steps = [(dice.choice(kinds), dice.randrange(3), dice.randrange(100)) for _ in range(5000)]
    log = asyncio.run(over_a_bad_line(steps))
    assert len(log) > 40
    assert {entry.kind for entry in log} == {"action", "undo"}


async def over_a_bad_line(steps: list[tuple[str, int, int]]) -> list[StoredEntry]:
    with tempfile.TemporaryDirectory() as folder:
        context = await Context.open(Settings(database=sqlite_url(Path(folder)), limits=0), QuickBotPool())
        try:
            live = await people_at(context.live_tables, *PLAYERS)
            clients = [BadLine(context, live, player) for player in PLAYERS]
            for number, (what, who, number_or_fate) in enumerate(steps):
                client = clients[who]
                if what == "decide":
                    for one in clients:
                        one.read()
                        one.decide(number, number_or_fate)
                elif what == "deliver":
                    await client.deliver(number_or_fate)
                elif what == "read":
                    client.read()
                elif what == "lose" and client.inbox:
                    client.inbox.pop(number_or_fate % len(client.inbox))
                elif what == "connect":
                    client.connect()
            for client in clients:
                client.connect()
                client.read()
            await agree(context, live, clients)
            return await context.store.entries(live.id)
        finally:
            await context.close()


async def agree(context: Context, live: LiveTable, clients: list[BadLine]) -> None:
    stored = await context.store.entries(live.id)
    actions: list[str] = []
    for entry in stored:
        actions.append(entry.action) if entry.kind == "action" else actions.pop()
    assert live.ledger is not None
    seed = seed_of(live.row.secret, [seat.words for seat in live.seats])
    fresh = Game.new(live.edition, [str(seat.name) for seat in live.seats], seed=seed)
    for action in actions:
        fresh.play(action)
    for seat, client in enumerate(clients):
        assert client.version == len(stored)
        assert client.view == json.loads(json.dumps(fresh.view(seat).to_dict()))
        assert list(client.turns.values()) == json.loads(encode(live.ledger.turns(seat)))
        # Whatever was acknowledged is in the log, once, at the version that was said.
        for ident, version in client.acknowledged.items():
            assert [entry.version for entry in stored if (entry.seat, entry.client) == (seat, ident)] == [version]
