"""Nothing hidden leaves the server: what a client ever receives is the same however the hidden tiles lie.

A game is played on a real server, and again on one where everything that a seat can't know lies otherwise. That seat's
socket, its requests and those of outsiders must receive the same, to the letter, until the game is over.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest

from leaks import Record, begun, followed, permuted, scripted
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.tables import table_actions, table_setup
from mergemaker.tables.protocol.forms import Join, Start
from mergemaker.tables.protocol.messages import Play
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import QuickBotPool
from servers import CERTIFICATES, Client, Seated, Served, served

WHOLE = 10_000
BEFORE_THE_END = 90
EYES = 1  # the seat that looks; the other pair of eyes is a watcher's

TABLES = [
    ("1999", 2, False, WHOLE),  # the market of a game for two
    ("2023-classic", 2, True, BEFORE_THE_END),
    ("tournament", 4, False, WHOLE),
    ("2023-tycoon", 5, True, BEFORE_THE_END),
    ("online", 6, True, BEFORE_THE_END),
    ("1962", 4, True, BEFORE_THE_END),  # with other certificates dealt, which the end would tell
]
EVERY_TABLE = [
    pytest.param(name, players, hidden, length, marks=pytest.mark.soak)
    for name in names()
    for players in range(2, 7)
    for hidden in (True, False)
    for length in (WHOLE, BEFORE_THE_END)
    if Edition.named(name).allows(players)
]


_AFTERWARDS = ("record", "verify", "=open", "eyes=0", "/review", "/picture", "what-if?at=1")  # when the game is over


class Predictable(QuickBotPool):
    """An adviser who knows what the seat knows, and says so."""

    async def choose(
        self, level: str, view: SeenView, owner: str = "", witnessed: Sequence[tuple[Any, int]] = ()
    ) -> str:
        return view.actions[hash(view.seen.tobytes()) % len(view.actions)]


class Sitting:
    """One game from a script, and all that a seat and a watcher receive in it."""

    def __init__(self, server: Served, record: Record, actions: list[str]) -> None:
        self.server, self.record, self.actions = server, record, actions
        self.players = len(record["seats"])
        self.texts: dict[str, list[str]] = {"seat": [], "watcher": [], "outsider": []}
        self.sent = 0

    async def play(self) -> None:
        """Plays the script, looking at everything from time to time."""
        live_tables = self.server.context.live_tables
        live_tables.now = lambda: 1_700_000_000_000
        self.seat, self.watcher = await Client.new(self.server, f"p{EYES}"), await Client.new(self.server, "watcher")
        made = await self.watcher.post(
            "/api/tables",
            seats=[None] * self.players,
            edition=self.record["edition"],
            hidden=self.record["hidden"],
            public=True,
            sit=False,
            title="A table",
        )
        self.table, self.commitment = made["table"]["id"], made["table"]["fairness"]["commitment"]
        self.live = await live_tables.table(self.table)
        for seat in range(self.players):
            if seat == EYES:
                await self.seat.post(f"/api/tables/{self.table}/join")
            else:
                await table_setup.join(live_tables, self.live, f"player {seat}", Join(name=f"p{seat}"))
        host = (await self.watcher.get("/api/me"))["id"]
        async with self.seat.at(self.table) as mine, self.watcher.at(self.table) as theirs:
            await table_setup.start(live_tables, self.live, host, Start())
            await self._hear(mine, theirs, 0)
            for number, (to_act, chosen) in enumerate(self._decisions()):
                await self._decide(to_act, chosen)
                await self._hear(mine, theirs, self.live.version)
                if number % 25 == 10:
                    await self._talk(mine, theirs, to_act, chosen)
                    await self._ask(replay=number == 35)
            await self._ask(replay=True)
            self.texts["seat"] += mine.texts
            self.texts["watcher"] += theirs.texts
        for client, eyes in ((self.seat, "seat"), (self.watcher, "watcher")):
            async with client.at(self.table, version=self.live.version // 2) as again:
                self.texts[eyes].append(json.dumps(again.welcome))

    def _decisions(self) -> Iterator[tuple[int, list[str]]]:
        """Who decides what, as many decisions together as may be sent together."""
        game = begun(self.record)
        decided = []
        for action in self.actions:
            decided.append((int(game.to_act or 0), action))
            game.play(action)
        for seat, group in groupby(decided, key=lambda one: one[0]):
            chosen = [action for _, action in group]
            for at in range(0, len(chosen), 8):
                yield seat, chosen[at : at + 8]

    async def _decide(self, seat: int, chosen: list[str]) -> None:
        self.sent += 1
        message = Play(f"m{self.sent}", self.live.version, tuple(chosen))
        player = str(self.live.seats[seat].player)
        try:
            await table_actions.play(self.server.context.live_tables, self.live, player, message)
        except Refusal as refusal:
            if refusal.code != "one-at-a-time":
                raise
            await self._decide(seat, chosen[:1])
            await self._decide(seat, chosen[1:])

    async def _hear(self, mine: Seated, theirs: Seated, version: int) -> None:
        for socket in (mine, theirs):
            if socket.latest["version"] < version or socket.latest["view"] is None:
                await socket.hear("update", version=version)

    async def _talk(self, mine: Seated, theirs: Seated, to_act: int, chosen: list[str]) -> None:
        """Both say all there is to say, sensible or not; the answers are part of what they receive."""
        version = self.live.version
        said: list[tuple[str, dict[str, Any]]] = [
            ("chat", {"text": f"at {version}"}),
            ("hint", {}),
            ("ping", {}),
            ("play", {"version": version, "actions": ["place 99Z"]}),
            ("play", {"version": version, "actions": ["place 5C", "buy Tower", "done"]}),
            ("play", {"version": max(0, version - 1), "actions": ["skip"]}),
        ]
        for socket in (mine, theirs):
            for number, (do, fields) in enumerate(said):
                if do == "play" and socket is mine and self.live.ledger and self.live.ledger.to_act == EYES:
                    continue  # it might be played
                await socket.say(do, id=f"{version} {number}", **fields)
                if do == "chat":
                    await (theirs if socket is mine else mine).hear("chat")
            undone = await socket.say("undo", id=f"{version} undo", version=version)
            if undone["type"] == "ack":
                await self._hear(mine, theirs, self.live.version)
                await self._decide(to_act, [chosen[-1]])
                await self._hear(mine, theirs, self.live.version)

    async def _ask(self, *, replay: bool = False) -> None:
        """Everything that can be asked for over HTTP."""
        version = self.live.version
        paths = ["", "/edition", "/view", "/view?version=0", f"/view?version={version // 2}", "/record", "/verify"]
        paths += ["/replay?eyes=0", "/replay?eyes=open", "/review", "/review/picture", "/what-if?at=1"]
        if replay:
            paths += ["/replay", f"/replay?first={version // 2}&last={version // 2 + 1}"]
        if self.live.over:
            paths = ["", "/edition", f"/view?version={version // 2}", f"/view?version={version}"]
        async with httpx.AsyncClient(base_url=self.server.http, timeout=60, verify=CERTIFICATES) as outsider:
            for name, http in (("seat", self.seat.http), ("watcher", self.watcher.http), ("outsider", outsider)):
                for path in [f"/api/tables/{self.table}{path}" for path in paths] + ["/api/lobby"]:
                    answer = await http.get(path)
                    self.texts[name].append(json.dumps({"status": answer.status_code, "body": answer.json()}))
                    if not self.live.over and path.endswith(_AFTERWARDS):
                        assert answer.status_code in (403, 409), path
                if not self.live.over:
                    assert (await http.get("/api/records")).text == ""
                    own = await http.get("/api/me/play")
                    assert own.status_code == 401 if name == "outsider" else own.json()["games"] == []

    def received(self, eyes: str) -> list[Any]:
        """What one of them received, less what is random in every game."""
        shown = json.dumps(self.live.ledger.fairness() if self.live.ledger else None)
        proof = json.loads(shown) or {"secret": "none", "seed": "none"}
        plain = {self.table: "TABLE", self.commitment: "COMMITMENT", proof["secret"]: "SECRET", proof["seed"]: "SEED"}
        texts = []
        for text in self.texts[eyes]:
            for random, name in plain.items():
                text = text.replace(str(random), name)
            texts.append(json.loads(text))
        return texts


async def sitting(folder: Path, record: Record, actions: list[str], monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """A game on a given deck, and the record of it that everybody may have afterwards."""

    def dealt(edition: Edition, names: list[str], *, seed: str, hidden: bool) -> Game:
        return begun({**record, "seats": names, "hidden": hidden})

    folder.mkdir()
    async with served(folder, bot_pool=Predictable()) as server:
        with monkeypatch.context() as patch:
            patch.setattr(Game, "new", dealt)
            game = Sitting(server, record, actions)
            await game.play()
            if game.live.over:  # what was hidden is shown now, and not before
                shown = await game.watcher.get(f"/api/tables/{game.table}/record")
                assert shown["deck"] == record["deck"]
                assert json.loads((await game.watcher.http.get("/api/records")).text)["deck"] == record["deck"]
            return game


@pytest.mark.parametrize(("edition", "players", "hidden", "length"), [*TABLES, *EVERY_TABLE])
async def test_what_a_client_receives_does_not_depend_on_what_is_hidden(
    edition: str, players: int, hidden: bool, length: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    record, actions = scripted(edition, players, seed=11, length=length, hidden=hidden)
    assert any(action.startswith(("trade", "sell")) for action in actions) or length != WHOLE
    here = await sitting(tmp_path / "here", record, actions, monkeypatch)
    for who, eyes in (("seat", EYES), ("watcher", None)):
        other = permuted(record, actions, eyes)
        assert other["deck"] != record["deck"]
        there = await sitting(tmp_path / who, other, actions, monkeypatch)
        compare(here.received(who), there.received(who))
        if eyes is None:
            compare(here.received("outsider"), there.received("outsider"))
    assert here.live.over == (length == WHOLE)


def compare(here: list[Any], there: list[Any]) -> None:
    """The same messages in the same order."""
    for one, two in zip(here, there, strict=True):
        assert one == two


@pytest.mark.parametrize(("edition", "players", "hidden", "length"), TABLES)
def test_the_games_do_differ(edition: str, players: int, hidden: bool, length: int):
    """So that the test above could fail: a seat that may know the tiles, or the dealt shares, sees other ones."""
    record, actions = scripted(edition, players, seed=11, length=length, hidden=hidden)
    other = permuted(record, actions, EYES)
    games = [followed(found, actions[: len(actions) // 2])[0] for found in (record, other)]
    assert games[0].view(EYES).to_dict() == games[1].view(EYES).to_dict()
    assert games[0].state.tobytes() != games[1].state.tobytes()
    if "deal" in record and length != WHOLE:
        assert other["deal"] != record["deal"]
