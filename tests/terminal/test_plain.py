"""Plain mode: questions and answers line by line, through strings, a pipe and a pseudo-terminal."""

from __future__ import annotations

import io
import os
import random
import re
import select
import signal
import subprocess
import sys

import pytest

from mergemaker.rules.editions.edition import names
from mergemaker.terminal.plain_mode import HELP, Plain
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.session import Session
from terminal.keyboard import finished, ready, session_of, the_end_is_mine

ANSWERS = ["1", "2", "3", "4", "5", "6", "yes", "", "t", "2 t", "s", "w 1", "c", "i", "0", "2", "5c", "end", "nonsense"]


def conversation(session: Session, answers: list[str]) -> str:
    """What is said when these answers are given, and then no more."""
    out = io.StringIO()
    Plain(session, io.StringIO("".join(f"{answer}\n" for answer in answers)), out).run()
    return out.getvalue()


@pytest.mark.parametrize("edition", names())
def test_a_whole_game_in_every_edition_with_right_and_wrong_answers(edition):
    session = session_of(edition, seed=3)
    rng = random.Random(edition)
    said = conversation(session, [rng.choice(ANSWERS) for _ in range(5000)])
    assert session.game.over
    assert "The game is over" in said
    assert re.search(r"★ .+\$", said)
    assert "Traceback" not in said


@pytest.mark.parametrize("edition", ["1999", "1962"])
def test_several_people_take_turns_and_hear_only_their_own_draws(edition):
    session = session_of(edition, people=("Ann", "Bob", "Eve"), bots=1, seed=3)
    rng = random.Random(7)
    said = conversation(session, [rng.choice(["1", "2", "3", "4", "5", "6", ""]) for _ in range(5000)])
    assert session.game.over
    assert "Bob, press Enter when nobody else is looking." in said
    part = said.split("It is Bob’s decision")[1].split("It is ")[0]
    assert "Bob draws" in part
    assert not re.search(r"(Ann|Eve) draws \d+[A-I](?! to see who starts)", part)


def test_end_of_input_leaves_politely():
    said = conversation(session_of(), [])
    assert said.endswith("Goodbye.\n")


def test_end_of_input_and_quit_save(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    for answers in ([], ["quit"]):
        said = conversation(session_of(save=True), answers)
        assert "The game is saved. Continue it with: mergemaker play --resume" in said
    assert len(saved_games.running_games()) == 2


def test_a_wrong_tile_is_answered_with_what_is_possible():
    session = ready(session_of(), "place", after=8)
    tiles = [tile.tile for tile in session.view(0).hand]
    other = next(tile for tile in ("1A", "2A", "3A", "4A", "5A", "6A", "7A") if tile not in tiles)
    said = conversation(session, [other, "hello", ""])
    assert f"{other} is not in the hand of Ann." in said
    assert said.count("Possible: ") == 3


def test_the_words_for_any_question(monkeypatch):
    session = ready(session_of(), "place", after=60)
    monkeypatch.setattr("mergemaker.terminal.plain_mode.advice", lambda view: f"Seat {view.seat} is advised.")
    said = conversation(session, ["?", "board", "chains", "players", "tiles", "log", "rules", "hint", "undo", "end"])
    assert HELP in said
    assert "1  2  3" in said
    assert "a share" in said
    assert re.search(r"In the bag: \d+ tiles\.", said)
    assert "draws" in said
    assert "Set-up:" in said
    assert "  Now: Place: one tile" in said
    assert "Now: Buy" not in said
    assert "Seat 0 is advised." in said
    assert "There is nothing to take back." in said or "decided since your last action" in said
    assert "can’t be announced yet" in said


def test_buying_says_the_total_before_it_is_confirmed():
    session = ready(session_of(seed=6), "buy", after=40)
    chain = next(chain for chain in session.view(0).chains if f"buy {chain.name}" in session.view(0).actions)
    said = conversation(session, [f"2 {chain.name.lower()}", "no", f"1 {chain.sign}", "yes"])
    assert f"2 shares of {chain.name} for $" in said
    assert "left." in said
    assert f"Ann buys one share of {chain.name}" in said


def test_too_much_in_the_basket_is_refused_with_the_reason():
    session = ready(session_of(seed=6), "buy", after=40)
    chain = next(chain for chain in session.view(0).chains if chain.size)
    off = next(chain for chain in session.view(0).chains if not chain.size)
    said = conversation(session, [f"4 {chain.name}", f"1 {off.name}", "3 atlantis", "2"])
    assert "3 shares can be bought, no more." in said
    assert f"{off.name} is not on the board." in said
    assert "There is no chain “atlantis”." in said
    assert "Name the chains" in said


def test_disposal_says_how_many_can_be_traded_and_sold():
    session = ready(session_of(seed=3), "trade")
    said = conversation(session, ["1", "99", "0", "lots", "0"])
    assert "What about your" in said
    assert "is odd" in said
    assert re.search(r"Trade how many, two for one of \w+\? 0 to \d+, even:", said)
    assert re.search(r"Sell how many at \$\d+ each\?", said)
    assert "takes a number of shares" in said


def test_announcing_the_end_shows_the_standing_and_asks_again():
    session = the_end_is_mine(session_of(seed=5, announce=False))
    said = conversation(session, ["end", "no", "end", "yes"])
    assert "If the game ended now:" in said
    assert "1. " in said
    assert "The end is not announced." in said
    assert "Ann announces the end of the game." in said


def test_a_finished_game_can_not_be_asked_anything():
    session = finished(session_of())
    assert "★" in conversation(session, [])


# The command itself, as a program of its own. Interpreted: a game or two is quicker than compiling anything.

COMMAND = [sys.executable, "-m", "mergemaker", "play", "--plain", "--bots", "random,random,random", "--name", "Ann"]


@pytest.fixture
def environment(tmp_path):
    return {**os.environ, "MERGEMAKER_DATA": str(tmp_path), "MERGEMAKER_JIT": "0", "TERM": "xterm", "COLUMNS": "80"}


def test_through_a_pipe(environment):
    answers = "1\n1\n1\n\n" * 10
    done = subprocess.run(
        [*COMMAND, "--seed", "5"], input=answers, capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Place which tile?" in done.stdout
    assert "The game is saved." in done.stdout
    assert done.stderr == ""


def test_a_pipe_is_plain_by_itself(environment):
    command = [part for part in COMMAND if part != "--plain"]
    done = subprocess.run(command, input="", capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "Place which tile?" in done.stdout


class Terminal:
    """A pseudo-terminal with the command in it."""

    def __init__(self, command, environment):
        self._ours, theirs = os.openpty()
        # The shell leads a session of its own, so the first terminal that it opens is the one whose Ctrl-C it hears.
        through = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(theirs), *command]
        self.process = subprocess.Popen(through, env=environment, start_new_session=True)
        self._theirs = theirs
        self.said = ""

    def until(self, *texts):
        """Reads until one of the texts stands at the end, and says which."""
        while True:
            for text in texts:
                if self.said.rstrip(" ").endswith(text):
                    return text
            ready_to_read, _, _ = select.select([self._ours], [], [], 60)
            if not ready_to_read:
                self.process.kill()
                raise AssertionError(f"nothing more after {self.said[-500:]!r}")
            self.said += os.read(self._ours, 65536).decode()

    def answer(self, text):
        self.said = ""
        os.write(self._ours, text.encode())

    def interrupt(self):
        """Presses Ctrl-C as a person does: again if nothing happens.

        Python does not hear a signal that comes just before it begins to wait for a line, until the next one.
        """
        for _ in range(20):
            self.answer("\x03")
            while select.select([self._ours], [], [], 3)[0]:
                self.said += os.read(self._ours, 65536).decode()
                if "\n" in self.said:
                    return

    def close(self):
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


PROMPTS = ("Your choice:", "Buy what? (Enter for nothing)", "even:", "the rest is kept:")


def test_through_a_pseudo_terminal_with_ctrl_c(environment):
    terminal = Terminal([*COMMAND, "--seed", "5"], environment)
    terminal.until("Your choice:")
    terminal.answer("99\n")
    terminal.until("Your choice:")
    assert "Possible:" in terminal.said
    for _ in range(4):
        terminal.answer("1\n")
        if terminal.until(*PROMPTS) == PROMPTS[1]:
            terminal.answer("\n")
            terminal.until(*PROMPTS)
    terminal.interrupt()
    terminal.until("mergemaker play --resume\r\n")
    assert "The game is saved." in terminal.said
    terminal.close()
    assert terminal.process.returncode == 0


def test_kill_9_loses_nothing(environment, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", environment["MERGEMAKER_DATA"])
    with subprocess.Popen(
        [*COMMAND, "--seed", "5"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n" * 6)
        process.stdin.flush()
        said: list[str] = []
        while sum("Your choice: 1" in line or "Buy what?" in line for line in said) < 6:
            said.append(process.stdout.readline())
            assert said[-1], "".join(said)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    _, record, _ = _reopened()
    played = [line for line in said if line.startswith("Ann places")]
    assert len([action for action in record["actions"] if action.startswith("place")]) >= 4 * len(played) - 3
    resume = [*COMMAND[:5], "--resume"]
    again = subprocess.run(resume, input="", capture_output=True, text=True, env=environment, check=False)
    assert again.returncode == 0, again.stderr
    assert _reopened()[1] == record
    # The one who was to decide still is, and is asked the very same.
    story = "".join(said)
    for sentence in [line for line in story.splitlines() if line.startswith("Ann places")]:
        assert sentence in again.stdout


def _reopened():
    journal, record, who = saved_games.reopen(saved_games.running_games()[0].path)
    journal.close()
    return journal, record, who
