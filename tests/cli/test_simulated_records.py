"""What `mergemaker simulate` writes holds under the naive referee, which shares nothing with the package."""

import json
import sys

import pytest

from mergemaker.cli import main
from referee import EDITIONS, Referee

GAMES = 3


def tables():
    from mergemaker import Edition

    for name in EDITIONS:
        players = Edition.named(name).players
        for number in range(players.fewest, players.most + 1):
            yield name, number


@pytest.mark.parametrize(("edition", "players"), tables())
def test_every_record_of_simulate_holds_under_the_referee(edition, players, tmp_path, monkeypatch, capsys):
    out = tmp_path / "games.jsonl"
    options = [
        "--edition",
        edition,
        "--players",
        str(players),
        "--games",
        str(GAMES),
        "--seed",
        "11",
        "--out",
        str(out),
    ]
    monkeypatch.setattr(sys, "argv", ["mergemaker", "simulate", *options])
    with pytest.raises(SystemExit):
        main()
    capsys.readouterr()
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(records) == GAMES
    for record in records:
        referee = Referee(edition, players, record["deck"], record.get("deal"), record.get("market"))
        for action in record["actions"]:
            referee.play(action)
        referee.check_market_used()
        assert referee.over
        assert referee.result == record["result"]
