"""`mergemaker play` and `mergemaker games` as commands: flags, and errors of one line."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from mergemaker.terminal import first_compile
from mergemaker.terminal.sessions import saved_games
from terminal.keyboard import finished, ready, session_of


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
    assert saved_games.kept_games() == []


def test_games_lists_what_was_played():
    assert "No game has been played here yet" in mergemaker("games").stdout
    finished(session_of("1999", save=True))
    ready(session_of("1962", save=True), "place").close()
    done = mergemaker("games")
    assert "running" in done.stdout
    assert "won with $" in done.stdout
    assert "mergemaker play --resume NUMBER" in done.stdout
    listed = json.loads(mergemaker("games", "--json").stdout)
    assert [game["finished"] for game in listed] == [game.finished for game in saved_games.kept_games()]


def test_a_finished_game_is_not_continued():
    name = finished(session_of(save=True)).record_path
    assert name is not None
    done = mergemaker("play", "--resume", name.stem)
    assert "is finished" in done.stderr
    assert done.returncode == 1


def test_a_finished_game_is_told_where_there_is_no_screen():
    session = finished(session_of("1999", save=True))
    done = mergemaker("games", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].endswith(session.story(None)[-1])


def test_a_running_game_is_continued_not_watched():
    ready(session_of(save=True), "place").close()
    done = mergemaker("games", "1")
    assert "still running: mergemaker play --resume" in done.stderr


def test_a_game_is_copied_and_deleted(tmp_path):
    finished(session_of("1999", save=True))
    copy = tmp_path / "copy.jsonl"
    assert "is in" in mergemaker("games", "1", "--export", str(copy)).stdout
    assert "is there already" in mergemaker("games", "1", "--export", str(copy)).stderr
    assert mergemaker("games", "1", "--export", "-").stdout == copy.read_text(encoding="utf-8")
    assert mergemaker("replay", str(copy)).returncode == 0
    assert mergemaker("games", "1", "--delete").returncode != 0, "nobody said yes"
    assert len(saved_games.kept_games()) == 1
    assert mergemaker("games", "1", "--delete", "--yes").returncode == 0
    assert saved_games.kept_games() == []


def test_a_running_game_is_not_copied_and_not_deleted_while_it_is_played():
    session = ready(session_of("1962", save=True), "place")
    assert "still running" in mergemaker("games", "1", "--export", "-").stderr
    assert "in another window" in mergemaker("games", "1", "--delete", "--yes").stderr
    session.close()
    assert mergemaker("games", "1", "--delete", "--yes").returncode == 0
    assert saved_games.kept_games() == []


def test_the_first_compile_says_how_far_it_is(monkeypatch, capsys):
    done: list[str] = []

    def compiling() -> Iterator[str]:
        for name in ("the deal", "bots"):
            yield name
            done.append(name)

    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    compiled: set[str] = set()
    monkeypatch.setattr(first_compile, "compiled_before", compiled.__contains__)
    monkeypatch.setattr(first_compile, "_compiling", compiling)
    first_compile.warm_up()
    assert done == ["the deal", "bots"]
    assert "Compiling bots for this computer, once" in capsys.readouterr().err
    compiled.update(first_compile.ROOMS)
    first_compile.warm_up()
    assert done == ["the deal", "bots"], "what is compiled is not compiled again"
    assert capsys.readouterr().err == ""
