"""`mergemaker play` and `mergemaker games` as commands: flags, and errors of one line."""

import json
import subprocess
import sys

import pytest

from mergemaker.terminal import shelf
from terminal.driving import finished, ready, sitting_of


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    monkeypatch.setenv("MERGEMAKER_JIT", "0")
    monkeypatch.setenv("COLUMNS", "100")


def mergemaker(*words):
    command = [sys.executable, "-m", "mergemaker", *words]
    return subprocess.run(command, input="", capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--edition", "1998"], "did you mean '1999'"),
        (["--players", "7"], "2 to 6 players"),
        (["--players", "many"], "--players"),
        (["--bots", "brokr"], "Did you mean broker"),
        (["--seed", "xyz"], "hex digits"),
        (["--resume"], "no game to continue"),
        (["--resume", "--seed", "3"], "--resume"),
        (["--resume", "nothing"], "There is no game “nothing”"),
        (["--colour"], "--colour"),
        (["extra"], "extra"),
    ],
)
def test_bad_flags_give_one_line(flags, said):
    done = mergemaker("play", *flags)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert shelf.kept_games() == []


def test_games_lists_what_was_played():
    assert "No game has been played here yet" in mergemaker("games").stdout
    finished(sitting_of("1999", save=True))
    ready(sitting_of("1962", save=True), "place").close()
    done = mergemaker("games")
    assert "running" in done.stdout
    assert "won with $" in done.stdout
    assert "mergemaker play --resume NUMBER" in done.stdout
    listed = json.loads(mergemaker("games", "--json").stdout)
    assert [game["finished"] for game in listed] == [game.finished for game in shelf.kept_games()]


def test_a_finished_game_is_not_continued():
    name = finished(sitting_of(save=True)).record_path
    assert name is not None
    done = mergemaker("play", "--resume", name.stem)
    assert "is finished" in done.stderr
    assert done.returncode == 1


def test_a_finished_game_is_told_where_there_is_no_screen():
    sitting = finished(sitting_of("1999", save=True))
    done = mergemaker("games", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith(sitting.story(None)[-1])


def test_a_running_game_is_continued_not_watched():
    ready(sitting_of(save=True), "place").close()
    done = mergemaker("games", "1")
    assert "still running: mergemaker play --resume" in done.stderr
