"""No code path reads the deck before it is due except the engine's: by what is written, and by who is caught at it."""

import ast
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import mergemaker
from mergemaker.rules.game import Game
from mergemaker.rules.position import Kept
from mergemaker.tables.game_log.sealed_game import SealedGame, StillSealed
from quick_tables import QuickBotPool
from servers import Client, Seated, served

HOME = Path(mergemaker.__file__).parent

# Where a deck is, or what one can be made from.
TELLING = {
    "secret",
    "seed",
    "deck",
    "market_key",
    "state",
    "_setup",
    "_fields",
    "_SealedGame__game",
    "_SealedGame__proof",
}
MAY = {
    ("tables/live_table.py", "begin"): {"secret"},  # hands it to the dealing
    ("tables/history/archive.py", "_trouble"): {"secret"},  # `mergemaker db check`: is it the committed one?
    # When the game is over.
    ("tables/game_log/ledger.py", "fairness"): {"seed"},
    ("tables/live_table.py", "_fairness"): {"secret", "seed"},
    ("tables/history/replays.py", "replay_of_table"): {"secret", "seed"},
    ("tables/processes/review_process.py", "warm_up"): {"state"},  # of a game of its own
    # What a finished game had drawn, to play on from there.
    ("tables/history/play_on.py", "_origin"): {"state", "deck"},
}


def reads(tree: ast.AST, function: str = "") -> list[tuple[str, int, str, str]]:
    """What a file reads of this, however it is written: a.deck, a["deck"], getattr(a, "deck")."""
    found = []
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(node, ast.Attribute) and node.attr in TELLING:
            found.append((function, node.lineno, ast.unparse(node.value), node.attr))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value in TELLING:
            found.append((function, node.lineno, ast.unparse(node.value), str(node.slice.value)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "attrgetter", "operator.attrgetter"):
            given = [str(word.value) for word in node.args if isinstance(word, ast.Constant)]
            found += [(function, node.lineno, ast.unparse(node), word) for word in given if word in TELLING]
        found += reads(node, inside)
    return found


def test_nothing_that_is_written_reads_the_deck():
    for folder in ("tables", "web", "store"):
        for file in sorted((HOME / folder).rglob("*.py")):
            name = file.relative_to(HOME).as_posix()
            if name == "tables/game_log/sealed_game.py":
                continue
            for function, line, owner, what in reads(ast.parse(file.read_text())):
                # The framework's own state, a connection's, the key that signs cookies, and a device that is signed in.
                ours = owner.endswith(("app", "conn", "settings", "session", "sessions.c"))
                assert ours or what in MAY.get((name, function), ()), f"{name}:{line} reads {what} of {owner}"


def test_the_check_would_notice():
    for text in ("live.row.secret", "game.state['deck']", "getattr(game, 'deck')", "record['seed']"):
        assert reads(ast.parse(f"def peek():\n    return {text}"))


def test_a_sealed_game_has_no_way_to_its_deck():
    game = Game.new("1999", 3, seed=1)
    sealed = SealedGame(game, {"secret": "00"})
    shown = {name for name in dir(sealed) if not name.startswith("_")}
    assert shown == {
        "action_ids", "actions", "advance", "at", "copy", "deal", "deal_again", "decision", "edition",
        "from_the_deal", "hand", "hidden", "legal_actions", "names", "opened", "opening", "over", "play",
        "position", "proof", "to_act", "undo", "version", "view", "witnessed",
    }  # fmt: skip
    assert not hasattr(sealed, "__dict__")
    chooser = random.Random(1)
    while not sealed.over:
        for closed in (sealed, sealed.copy(), sealed.at(0), sealed.from_the_deal()):
            for door in (closed.opened, closed.proof):
                with pytest.raises(StillSealed):
                    door()
        assert (sealed.position(0, Kept()).seen["deck"] < 0).all()
        sealed.play(chooser.choice(sealed.legal_actions()))
    assert sealed.opened().record()["deck"] == game.record()["deck"]
    assert sealed.proof() == {"secret": "00"}
    with pytest.raises(StillSealed):
        sealed.at(0).opened()


class Watch:
    """Notes who reads a game's insides: module, function, what."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seen: set[tuple[str, str, str]] = set()
        for what in ("state", "_setup", "_fields", "seed"):
            patch.setattr(Game, what, property(self._reader(what), self._writer(what)), raising=False)
        patch.setattr(Game, "record", self._noted("record", Game.record))

    def _note(self, what: str) -> None:
        caller = sys._getframe(2)
        self.seen.add((str(caller.f_globals["__name__"]), caller.f_code.co_name, what))

    def _reader(self, what: str) -> Any:
        def read(game: Game) -> Any:
            self._note(what)
            return game.__dict__[what]

        return read

    def _writer(self, what: str) -> Any:
        def write(game: Game, value: Any) -> None:
            game.__dict__[what] = value

        return write

    def _noted(self, what: str, call: Any) -> Any:
        def read(game: Game) -> Any:
            self._note(what)
            return call(game)

        return read

    @property
    def strangers(self) -> set[tuple[str, str, str]]:
        """All who are not of the rules themselves."""
        return {reader for reader in self.seen if not reader[0].startswith("mergemaker.rules.")}


async def look_around(client: Client, table: str) -> None:
    """Asks for everything there is while a game runs."""
    for path in ("", "/view", "/view?version=0", "/replay", "/edition", "/qr"):
        assert (await client.http.get(f"/api/tables/{table}{path}")).status_code == 200
    for path in ("/record", "/verify", "/replay?eyes=open", "/replay?eyes=2"):
        assert (await client.http.get(f"/api/tables/{table}{path}")).status_code in (403, 409)
    for path in ("/api/lobby", "/api/records", "/api/me"):
        assert (await client.http.get(path)).status_code == 200


async def act(socket: Seated, chooser: random.Random) -> None:
    """Takes a hint, plays, and takes back what can be."""
    assert (await socket.say("hint"))["type"] == "hint"
    await socket.say("chat", text="hm")
    answer = await socket.play(chooser.choice(socket.latest["view"]["actions"]))
    await socket.hear("update", version=answer["version"])
    if socket.latest["you"]["may_undo"]:
        undone = await socket.say("undo", version=socket.latest["version"])
        if undone["type"] == "ack":  # otherwise a bot was faster
            await socket.hear("update", version=undone["version"])


@pytest.mark.parametrize(("edition", "bots"), [("1962", 2), ("2023-classic", 1)])
async def test_nobody_is_caught_reading_the_deck_while_a_game_runs(
    edition: str, bots: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    watch = Watch(monkeypatch)
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        ann, eve = await Client.new(server, "Ann"), await Client.new(server, "Eve")
        seats = [None, *(["random"] * bots)]
        table = (await ann.post("/api/tables", seats=seats, edition=edition, public=True))["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")
        chooser = random.Random(4)
        async with eve.at(table) as watching:
            assert watching.welcome["view"]["seat"] is None
        async with ann.at(table) as socket:
            for _ in range(12):
                while not socket.latest["view"]["actions"]:
                    await socket.hear("update")
                await act(socket, chooser)
            await look_around(ann, table)
            await look_around(eve, table)
            del server.context.live_tables.tables[table]  # and once more from the store
            await look_around(eve, table)
            assert watch.strangers == {("mergemaker.tables.game_log.sealed_game", "hand", "state")}  # one seat's tiles
            watch.seen.clear()
        async with ann.at(table) as socket:
            while not socket.latest.get("result"):
                if actions := socket.latest["view"]["actions"]:
                    await socket.play(chooser.choice(actions))
                await socket.hear("update")
        for path in ("record", "verify", "replay?eyes=open"):
            assert (await eve.http.get(f"/api/tables/{table}/{path}")).status_code == 200
        after = {(where, what) for where, _, what in watch.strangers}
        assert ("mergemaker.tables.game_log.ledger", "record") in after  # so the watch does notice
