"""`mergemaker stats`: figures that are counted by hand here, and how it is asked."""

from __future__ import annotations

import asyncio
import json
from xml.etree import ElementTree

import pytest

from databases import sqlite_url
from mergemaker.cli import main
from mergemaker.record.game_statistics import Counting
from mergemaker.record.random_games import random_games
from mergemaker.record.record_files import write_record
from mergemaker.rules.editions.edition import Edition
from quick_tables import people_at, play_on, quick_live_tables


@pytest.fixture(scope="module")
def games():
    return list(random_games(Edition.named("1999"), 3, 6, seed=2))


@pytest.fixture(scope="module")
def folder(games, tmp_path_factory):
    place = tmp_path_factory.mktemp("records")
    (place / "some.jsonl").write_bytes(b"".join(write_record(game.record()) for game in games[:4]))
    for number, game in enumerate(games[4:]):
        (place / f"{number}.json").write_bytes(write_record(game.record()))
    return place


def run(monkeypatch, capsys, *asked):
    monkeypatch.setattr("sys.argv", ["mergemaker", "stats", *map(str, asked)])
    with pytest.raises(SystemExit) as end:
        main()
    said = capsys.readouterr()
    return end.value.code, said.out, said.err


def test_figures_are_those_of_the_games(games):
    counting = Counting()
    for number, game in enumerate(games):
        counting.add(game.record(), str(number))
    found = counting.figures()
    assert found.games == 6
    assert found.lengths is not None
    assert found.lengths.least == min(game.version for game in games)
    assert sum(count for _, count in found.lengths.histogram) == 6
    seats = found.seats["3"]
    assert sum(seat.won for seat in seats) == pytest.approx(1)
    assert sum(seat.money for seat in seats) == pytest.approx(sum(sum(game.result["money"]) for game in games) / 6)
    told = [event for game in games for events in events_of(game) for event in events]
    founded = sum(event.kind == "founded" and event.chain == "Zeta" for event in told)
    zeta = next(chain for chain in found.chains if chain.chain == "Zeta")
    assert zeta.founded == pytest.approx(founded / 6)
    bought = next(habit for habit in found.habits if habit.what == "shares bought")
    by_winners = [
        sum(
            event.kind == "bought" and event.seat in game.result["winners"]
            for events in events_of(game)
            for event in events
        )
        / len(game.result["winners"])
        for game in games
    ]
    assert bought.winners == pytest.approx(sum(by_winners) / 6)


def events_of(game):
    return type(game).follow(game.record())[1]


def test_a_folder_is_counted_with_all_its_files(folder, monkeypatch, capsys, tmp_path):
    status, out, _ = run(monkeypatch, capsys, folder, "--json")
    assert status == 0
    assert json.loads(out)["games"] == 6
    status, out, _ = run(monkeypatch, capsys, folder, "--plot", tmp_path / "all.svg")
    assert "What winners did differently" in out
    assert "Who begins, 3 players" in out
    assert ElementTree.parse(tmp_path / "all.svg").getroot().tag.endswith("svg")


def test_what_can_not_be_counted_is_said(folder, monkeypatch, capsys, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.json").write_text('{"format": 1}')
    assert "no .json" in run(monkeypatch, capsys, tmp_path / "empty")[2]
    assert "no finished game" in run(monkeypatch, capsys, tmp_path / "broken.json")[2]
    assert "one of the two" in run(monkeypatch, capsys)[2]
    assert "SVG" in run(monkeypatch, capsys, folder, "--plot", tmp_path / "all.png")[2]


def test_a_servers_finished_games_are_counted_from_its_database(monkeypatch, capsys, tmp_path):
    async def evening():
        """A game that is over, one that is being played, and a table that has not begun."""
        async with quick_live_tables(tmp_path) as live_tables:
            done = await people_at(live_tables, "ann", "bob", "eve")
            await play_on(live_tables, done, lambda live: False)
            running = await people_at(live_tables, "ann", "eve")
            await play_on(live_tables, running, lambda live: live.version > 5)
            await people_at(live_tables, "bob", "eve", begin=False)
            assert done.ledger is not None
            return done.ledger.version

    length = asyncio.run(evening())
    database = ["--database", sqlite_url(tmp_path)]
    status, out, _ = run(monkeypatch, capsys, *database, "--json")
    assert status == 0
    found = json.loads(out)
    assert found["games"] == 1
    assert found["lengths"]["least"] == length
    assert list(found["seats"]) == ["3"]
    status, out, _ = run(monkeypatch, capsys, *database, "--plot", tmp_path / "evening.svg")
    assert status == 0
    assert "Who begins, 3 players" in out
    assert "Who begins" in (tmp_path / "evening.svg").read_text(encoding="utf-8")
    status, _, error = run(monkeypatch, capsys, tmp_path / "evening.svg", *database)
    assert status == 1
    assert "one of the two" in error
