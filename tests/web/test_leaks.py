"""Nothing hidden leaves the server: what a socket receives is the same however the hidden tiles lie."""

import json
from pathlib import Path
from typing import Any

import pytest

from clubs import QuickThinkers
from leaks import permuted, scripted
from mergemaker.rules.edition import Edition
from mergemaker.rules.game import Game
from servers import Client, served

PLAYERS = 3


async def everything_received(
    folder: Path, record: dict[str, Any], actions: list[str], monkeypatch: pytest.MonkeyPatch, eyes: int | None
) -> list[Any]:
    """All that a seat's socket, and its requests, ever received in a game on a given deck, less what is random."""

    def dealt(edition: Edition, names: list[str], *, seed: str, hidden: bool) -> Game:
        return Game.from_record({**record, "seats": names, "hidden": hidden})

    monkeypatch.setattr(Game, "new", dealt)
    folder.mkdir()
    async with served(folder, thinkers=QuickThinkers()) as server:
        server.house.club.now = lambda: 1_700_000_000_000
        people = [await Client.new(server, f"p{seat}") for seat in range(PLAYERS)]
        watcher = await Client.new(server, "watcher")
        wanted = {"seats": [None] * PLAYERS, "edition": record["edition"], "hidden": record["hidden"], "public": True}
        made = (await people[0].post("/api/tables", **wanted))["table"]
        table = made["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/join")
        looking = watcher if eyes is None else people[eyes]
        texts: list[str] = []
        async with looking.at(table) as socket:
            await people[0].post(f"/api/tables/{table}/start")
            await socket.hear("update", version=0)
            for version, action in enumerate(actions):
                to_act = socket.latest["to_act"]
                body = {"do": "play", "id": f"{version}", "version": version, "actions": [action]}
                await people[to_act].post(f"/api/tables/{table}/play", **body)
                await socket.hear("update", version=version + 1)
            paths = ("", "/view?version=3", "/replay", "/edition")
            texts += [(await looking.http.get(f"/api/tables/{table}{path}")).text for path in paths]
            texts.append((await looking.http.get("/api/lobby")).text)
            refusals = [await socket.say("undo", version=len(actions)), await socket.play("place 99Z")]
            texts += [json.dumps(refusal) for refusal in refusals if refusal["type"] == "refusal"]
            assert (await looking.http.get(f"/api/tables/{table}/record")).status_code == 409
            assert (await looking.http.get(f"/api/tables/{table}/replay?eyes=open")).status_code == 403
            texts = [*socket.texts, *texts]
        for person in (*people, watcher):
            await person.close()
    monkeypatch.undo()
    # An id of a message and of a player, a table and its commitment are random in every game.
    return [_without(json.loads(text), made) for text in texts]


def _without(message: Any, made: dict[str, Any]) -> Any:
    text = json.dumps(message).replace(made["id"], "ID").replace(made["fairness"]["commitment"], "COMMITMENT")
    found = json.loads(text)
    found.pop("id", None)
    return found


@pytest.mark.parametrize(
    ("edition", "hidden", "eyes"),
    [("2023-classic", False, 0), ("tournament", True, 1), ("1962", True, 2), ("1999", True, None)],
)
async def test_what_a_socket_receives_does_not_depend_on_hidden_tiles(
    edition: str, hidden: bool, eyes: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    record, actions = scripted(edition, PLAYERS, seed=11, length=45, hidden=hidden)
    other = next(found for seed in range(50) if (found := permuted(record, actions, eyes, seed)))
    assert other["deck"] != record["deck"]
    here = await everything_received(tmp_path / "here", record, actions, monkeypatch, eyes)
    there = await everything_received(tmp_path / "there", other, actions, monkeypatch, eyes)
    assert len(here) == len(there)
    for one, two in zip(here, there, strict=True):
        assert one == two


def test_the_check_would_notice():
    """The two games do differ: a seat that may know the tiles sees other ones."""
    record, actions = scripted("2023-classic", PLAYERS, seed=11, length=45, hidden=False)
    other = next(found for seed in range(50) if (found := permuted(record, actions, 0, seed)))
    views = [Game.from_record({**found, "actions": actions}) for found in (record, other)]
    assert views[0].view(0).to_dict() == views[1].view(0).to_dict()
    assert views[0].view(1).to_dict() != views[1].view(1).to_dict()
