"""The command line as a person or a program uses it, with real files; in this process, for speed, but for a few."""

import contextlib
import io
import json
import os
import pty
import re
import subprocess
import sys

import pytest

from mergemaker import Game
from mergemaker.envs.simulate import simulate_batch
from mergemaker.review import picture, report_html, review_cache

EDITIONS = {"1962": 3, "1999": 2, "2023-classic": 2, "2023-tycoon": 3, "online": 2, "tournament": 3}


def test_the_module_runs_as_a_program_of_its_own():
    done = subprocess.run(
        [sys.executable, "-m", "mergemaker", "rules", "1998"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "120"},
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "1999" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_help_is_instant_because_it_loads_no_numpy():
    code = (
        "import sys; sys.argv = ['mergemaker', '--help']\n"
        "import mergemaker.cli\n"
        "try: mergemaker.cli.main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'numba', 'msgspec', 'textual') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "simulate" in done.stdout


def test_editions_lists_all_six(mergemaker):
    done = mergemaker("editions")
    assert done.returncode == 0
    for name in EDITIONS:
        assert name in done.stdout
    assert {box["name"] for box in json.loads(mergemaker("editions", "--json").stdout)} == set(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_show_the_aid_the_chart_and_the_policies(edition, mergemaker):
    page = mergemaker("rules", edition).stdout
    for heading in ("Set-up", "Your turn", "Mergers at a glance", "End of the game", "Chart", "Policies"):
        assert heading in page
    data = json.loads(mergemaker("rules", edition, "--json").stdout)
    assert data["edition"]["name"] == edition
    assert {other["edition"] for other in data["differences"]} == set(EDITIONS) - {edition}


def test_rules_of_1962_say_which_prices_are_ours(mergemaker):
    page = mergemaker("rules", "1962").stdout
    assert "ours" in page or "filled in" in page


@pytest.mark.parametrize(("edition", "fewest"), EDITIONS.items())
def test_what_simulate_writes_replay_verifies(edition, fewest, tmp_path, mergemaker):
    for players in (fewest, 6):
        out = tmp_path / f"{players}.jsonl"
        done = mergemaker("simulate", "-e", edition, "-p", players, "-n", 5, "--seed", 3, "--out", out, "--json")
        assert done.returncode == 0, done.stderr
        tally = json.loads(done.stdout)
        assert tally["games"] == 5
        assert sum(tally["win_share"]) == pytest.approx(1)
        checked = json.loads(mergemaker("replay", out, "--json").stdout)
        assert (checked["games"], checked["broken"]) == (5, 0)


@pytest.mark.parametrize(("edition", "players"), [("1962", 3), ("2023-classic", 2)])
def test_a_seed_means_the_same_games_with_records_without_and_in_python(edition, players, tmp_path, mergemaker):
    out = tmp_path / "games.jsonl"
    options = "simulate", "-e", edition, "-p", players, "-n", 4, "--seed", 9, "--json"
    with_records = json.loads(mergemaker(*options, "--out", out).stdout)
    without = json.loads(mergemaker(*options).stdout)
    assert {**with_records, "out": None} == without
    states, decisions = simulate_batch(edition, players, 4, seed=9)
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [len(record["actions"]) for record in records] == decisions.tolist()
    for record, squares in zip(records, states["squares"], strict=True):
        assert Game.from_record(record).state["squares"].tolist() == [squares.tolist()]
    assert [record["result"]["money"] for record in records] == states["cash"][:, :players].tolist()


def test_the_same_seed_simulates_the_same_games(tmp_path, mergemaker):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        mergemaker("simulate", "-n", 3, "--seed", seed, "--out", tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


@pytest.fixture
def record(tmp_path, mergemaker):
    out = tmp_path / "one.jsonl"
    mergemaker("simulate", "-n", 1, "--seed", 5, "--out", out)
    return json.loads(out.read_text())


def test_replay_draws_the_board_and_the_standing(record, tmp_path, mergemaker):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record, indent=2))  # one record over many lines
    done = mergemaker("replay", file, "--narrate", "--board")
    assert done.returncode == 0
    assert " goes first." in done.stdout
    assert "wins with $" in done.stdout
    assert "1  2  3  4  5  6  7  8  9 10 11 12" in done.stdout
    assert "every action holds" in done.stdout


def test_a_broken_record_is_named_with_its_game_and_action(record, tmp_path, mergemaker):
    broken = {**record, "actions": [*record["actions"][:10], "place 1A", *record["actions"][10:]]}
    file = tmp_path / "two.jsonl"
    file.write_text(json.dumps(record) + "\n" + json.dumps(broken) + "\n")
    done = mergemaker("replay", file)
    assert done.returncode == 1
    assert "game 2: action 11" in done.stderr.replace("\n", " ")
    assert "2 games replayed, 1 of them broken" in done.stdout
    assert json.loads(mergemaker("replay", file, "--json").stdout)["records"][1]["action"] == 11


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "is empty"),
        ("nonsense", "not JSON"),
        ("[]", "a record is a JSON object"),
        ('{"format": 2}', "format"),
        ("\0\xff", "not JSON"),
        ("[" * 5000, "not JSON"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_a_line(content, reason, tmp_path, mergemaker):
    file = tmp_path / "bad.jsonl"
    file.write_text(content, encoding="latin-1")
    done = mergemaker("replay", file)
    assert done.returncode == 1
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["replay", "nowhere.jsonl"], "There is no file nowhere.jsonl"),
        (["replay", "."], ". is a folder"),
        (["rules", "nowhere.toml"], "nowhere.toml"),
        (["simulate", "-e", "1962", "-p", "2"], "3 to 6 players, not 2"),
        (["simulate", "-p", "7"], "2 to 6 players, not 7"),
        (["simulate", "-n", "2", "--out", "no/such/folder/x.jsonl"], "can’t be written"),
        (["simulate", "--seed", "-1"], "--seed"),
    ],
)
def test_wrong_arguments_are_answered_in_a_line(arguments, reason, tmp_path, monkeypatch, mergemaker):
    monkeypatch.chdir(tmp_path)
    done = mergemaker(*arguments)
    assert done.returncode in (1, 2)
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["simulate", "--games", "many"], ["simulate", "--gmaes", "3"], ["nonsense"]])
def test_wrong_flags_are_answered_in_a_line(arguments, mergemaker):
    done = mergemaker(*arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_game_of_a_file_is_not_stepped_through_without_a_terminal(record, tmp_path, mergemaker):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    done = mergemaker("replay", file, "--screen", 1)
    assert done.returncode == 1
    assert "needs a terminal" in done.stderr


def test_house_rules_are_played_from_their_file(tmp_path, mergemaker):
    (tmp_path / "club.toml").write_text('name = "club"\nbase = "1999"\n[turn]\nbuy = 1\n')
    out = tmp_path / "club.jsonl"
    assert mergemaker("simulate", "-e", tmp_path / "club.toml", "-n", 2, "--out", out).returncode == 0
    assert json.loads(out.read_text().splitlines()[0])["rules"]["turn"]["buy"] == 1
    assert mergemaker("replay", out).returncode == 0
    assert "Buy: 1 share" in mergemaker("rules", tmp_path / "club.toml").stdout


def standard_input(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_records_are_read_from_standard_input(record, monkeypatch, mergemaker):
    for text, games in ((json.dumps(record), "1 game"), (f"{json.dumps(record)}\n" * 2, "2 games")):
        standard_input(monkeypatch, text)
        done = mergemaker("replay", "-")
        assert f"standard input: {games} replayed, every action holds" in done.stdout
    standard_input(monkeypatch, json.dumps(record, indent=1))
    assert mergemaker("replay", "-", "--json").returncode == 0
    standard_input(monkeypatch, "")
    assert "standard input is empty" in mergemaker("replay", "-").stderr


def test_records_are_written_to_standard_output(monkeypatch, mergemaker):
    done = mergemaker("simulate", "-n", 2, "--out", "-")
    standard_input(monkeypatch, done.stdout)
    assert "2 games replayed" in mergemaker("replay", "-").stdout
    assert "2 games" in done.stderr


def test_the_sums_of_an_arenas_reviews_leave_its_records_alone_on_standard_output(monkeypatch, mergemaker):
    monkeypatch.setattr("mergemaker.cli.arena_commands._reviewed", lambda *_: ())
    done = mergemaker("arena", "--bots", "random,random,random", "--games", "1", "--review", "--out", "-")
    assert [json.loads(line)["seats"] for line in done.stdout.splitlines()] == [["random"] * 3]
    assert "No game was reviewed." in done.stderr


def test_a_match_that_is_kept_grows_and_its_records_are_all_there(tmp_path, mergemaker):
    match = ["arena", "--bots", "random,random,random", "--keep", tmp_path / "kept.jsonl", "--json"]
    assert json.loads(mergemaker(*match, "--games", 2).stdout)["standing"]["games"] == 2
    grown = mergemaker(*match, "--games", 4, "--out", tmp_path / "records.jsonl")
    assert json.loads(grown.stdout)["standing"]["games"] == 4
    assert "4 games replayed" in mergemaker("replay", tmp_path / "records.jsonl").stdout
    assert len((tmp_path / "kept.jsonl").read_bytes().splitlines()) == 5
    assert json.loads(mergemaker(*match, "--games", 3).stdout)["standing"]["games"] == 3
    other = mergemaker(*match, "--games", 4, "--seed", 9)
    assert other.returncode == 1
    assert "keeps another match" in other.stderr


def test_the_page_or_the_picture_of_a_review_is_written_to_standard_output(record, monkeypatch, mergemaker):
    # What a review finds is another test's matter; here it is where it goes.
    monkeypatch.setattr(review_cache, "review_kept", lambda *_, **__: None)
    monkeypatch.setattr(picture, "picture_of", lambda found: "<svg/>")
    monkeypatch.setattr(report_html, "page_of", lambda found, seat: "<html/>")
    monkeypatch.setattr("mergemaker.cli.review_commands._tell", lambda found, seat, page: page.print("told"))
    for option, written in (("--picture", "<svg/>"), ("--html", "<html/>")):
        done = mergemaker("review", "-", option, "-", given=json.dumps(record))
        assert (done.stdout, done.stderr.splitlines()[-1]) == (written, "told")
    both = mergemaker("review", "-", "--html", "-", "--picture", "-", given=json.dumps(record))
    assert "Standard output holds one thing" in both.stderr


def test_the_picture_of_a_ladder_is_written_to_standard_output(tmp_path, monkeypatch, mergemaker):
    monkeypatch.chdir(tmp_path)
    done = mergemaker("ladder", "--bots", "clerk,random", "-p", 3, "-g", 2, "--plot", "-")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<svg")
    assert done.stdout.endswith("</svg>\n")
    assert "clerk" in done.stderr  # the tables are for people
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (["simulate", "-n", "1", "--out", "there"], "there"),
        (["arena", "--bots", "clerk,clerk,clerk", "-g", "1", "--out", "there"], "there"),
        (["ladder", "--bots", "clerk,random"], "ladder.svg"),
        (["review", "no.json", "--html", "there"], "there"),
        (["review", "no.json", "--picture", "there"], "there"),
        (["tune"], "weights.toml"),
        (["calibrate"], "judge.toml"),
    ],
)
def test_no_file_is_overwritten_unasked(command, file, tmp_path, monkeypatch, mergemaker):
    monkeypatch.chdir(tmp_path)
    (tmp_path / file).write_text("mine")
    done = mergemaker(*command)
    assert done.returncode == 1
    assert f"{file} is there already; --force overwrites it." in done.stderr
    assert (tmp_path / file).read_text() == "mine"


def test_a_file_is_overwritten_when_that_is_asked(tmp_path, mergemaker):
    out = tmp_path / "there"
    out.write_text("mine")
    assert mergemaker("simulate", "-n", 1, "--out", out, "--force").returncode == 0
    assert out.read_text() != "mine"


def test_flags_are_shown_without_a_value(mergemaker):
    for command in ([], ["replay"], ["arena"], ["db", "check"]):
        assert "bool" not in mergemaker(*command, "--help").stdout


def test_a_shell_completes_commands(monkeypatch, mergemaker):
    monkeypatch.setenv("_MERGEMAKER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "mergemaker si")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert mergemaker().stdout.split() == ["simulate"]


def test_a_bot_that_can_not_start_fails_the_match_with_its_reason(mergemaker):
    done = mergemaker("arena", "--bots", "cmd:./no-such-bot,clerk,clerk", "-g", 3)
    assert done.returncode == 1
    assert "no-such-bot can’t be started" in done.stderr
    assert done.stdout == ""


def test_advice_shows_the_position_the_lines_and_what_differs_within_eighty_columns(
    record, tmp_path, monkeypatch, mergemaker
):
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    page = mergemaker("advise", file, "--move", 40, "--bot", "broker").stdout
    assert all(len(line) <= 80 for line in page.splitlines())
    for part in ("1 2 3 4", "cash", "Tiles:", "broker would", "before", "Why", "rather than"):
        assert part in page
    standard_input(monkeypatch, json.dumps(record))
    assert json.loads(mergemaker("advise", "-", "--move", 40, "--bot", "clerk", "--json").stdout)["advice"]["actions"]


def test_house_rules_are_read_from_standard_input(monkeypatch, mergemaker):
    standard_input(monkeypatch, 'name = "club"\nbase = "1999"\n[turn]\nbuy = 1\n')
    assert "Buy: 1 share" in mergemaker("rules", "-").stdout
    standard_input(monkeypatch, "nonsense")
    assert "standard input" in mergemaker("rules", "-").stderr


def test_a_spinner_leaves_no_traces_in_what_is_printed_meanwhile(record, tmp_path):
    (tmp_path / "two.jsonl").write_text(f"{json.dumps(record)}\n" * 2)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mergemaker", "replay", str(tmp_path / "two.jsonl"), "--narrate"]
    running = subprocess.Popen(command, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # how a terminal ends on Linux
        while chunk := os.read(ours, 65536):
            shown += chunk
    os.close(ours)
    assert running.wait() == 0
    assert b"Game 2" in shown
    # Whatever is printed behind the spinner's text comes after the line was cleared.
    assert not re.search(rb"Replaying two.jsonl(?!\r|\x1b|\n)[A-Z]", re.sub(rb"\x1b\[[0-9;]*m", b"", shown))
