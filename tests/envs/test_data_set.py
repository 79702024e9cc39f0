"""Data sets: what is in the file is what was played, in both formats, and the card says so."""

from __future__ import annotations

import json
import re

import numpy as np
import pyarrow.parquet
import pytest

from mergemaker.cli import main
from mergemaker.envs.data_set import COLUMNS, write_data_set
from mergemaker.envs.encoding import observation_of
from mergemaker.record.random_games import random_games
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return list(random_games(Edition.named("1962"), 3, 2, seed=4))


def named(games):
    return [(f"game {number}", game.record()) for number, game in enumerate(games)]


def test_positions_are_what_the_seats_saw_and_did(games, tmp_path):
    made = write_data_set(tmp_path / "p.npz", "positions", named(games))
    arrays = np.load(tmp_path / "p.npz")
    assert made.rows == sum(game.version for game in games) == len(arrays["action"])
    assert set(arrays) == {column.name for column in COLUMNS["positions"]}
    for row in (0, 40, made.rows - 1):
        game = games[arrays["game"][row]]
        then = game.at(int(arrays["move"][row]))
        seen = observation_of(then.view(then.to_act))
        for name in ("planes", "numbers", "action_mask"):
            assert np.array_equal(arrays[name][row], seen[name])
        assert arrays["action"][row] == game.action_ids[arrays["move"][row]]
        assert arrays["seat"][row] == then.to_act
        assert (arrays["won"][row] > 0) == (then.to_act in game.result["winners"])


def test_parquet_holds_the_same_as_npz(games, tmp_path):
    for kind in COLUMNS:
        write_data_set(tmp_path / f"{kind}.npz", kind, named(games), every=7)
        write_data_set(tmp_path / f"{kind}.parquet", kind, named(games), every=7)
        table = pyarrow.parquet.read_table(tmp_path / f"{kind}.parquet")
        arrays = np.load(tmp_path / f"{kind}.npz")
        for column in COLUMNS[kind]:
            flat = np.array(table[column.name].to_pylist()).reshape(arrays[column.name].shape)
            assert np.array_equal(flat, arrays[column.name]), column.name


def test_a_record_that_is_broken_or_not_over_is_left_out_and_named(games, tmp_path):
    half = games[0].at(10).record()
    broken = {**games[0].record(), "actions": ["place 1A"] * 3}
    made = write_data_set(tmp_path / "g.npz", "games", [("half", half), ("broken", broken), *named(games)])
    assert made.games == 2
    assert [why.split(":")[0] for why in made.skipped] == ["half", "broken"]


def test_the_command_writes_a_file_and_its_card(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    asked = [
        "mergemaker",
        "dataset",
        "d.npz",
        "--bots",
        "clerk,random,random",
        "--games",
        "2",
        "--every",
        "9",
        "--json",
    ]
    monkeypatch.setattr("sys.argv", asked)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    made = json.loads(capsys.readouterr().out)
    text = (tmp_path / "d.npz.md").read_text()
    assert f"{made['rows']:,} positions from 2 finished games" in text
    assert set(re.findall(r"^\| `(\w+)`", text, re.MULTILINE)) == {column.name for column in COLUMNS["positions"]}


def test_a_kind_or_a_file_that_nobody_knows_is_refused(tmp_path):
    with pytest.raises(MergemakerError, match=r"\.parquet or \.npz"):
        write_data_set(tmp_path / "d.csv", "games", [])
    with pytest.raises(MergemakerError, match="games or positions"):
        write_data_set(tmp_path / "d.npz", "hands", [])
