"""Programs as bots: the example plays well-behaved games, and those that misbehave are replaced by the clerk."""

import json
import re
import sys
from pathlib import Path

import pytest

from mergemaker import Game
from mergemaker.arena.match import plan, play_game
from mergemaker.bots import BotError, make_bot
from mergemaker.rules.editions.edition import Edition

ROOT = Path(__file__).parents[2]
EXAMPLE = f"cmd:{sys.executable} {ROOT / 'examples/stdio_bot.py'}"
STRANGE = f"{sys.executable} {ROOT / 'tests/bots/strange_bots.py'}"


def played_with(bot, edition="tournament", companions=("clerk", "clerk")):
    (task,) = plan((bot, *companions), Edition.named(edition), 1, seed=3)
    return play_game(task)


@pytest.mark.parametrize("edition", ["tournament", "1962", "2023-tycoon"])
def test_the_example_bot_plays_a_game_without_a_fault(edition):
    game = played_with(EXAMPLE, edition)
    assert game.faults == [[], [], []]
    assert game.decisions[0] > 20


def test_the_documentation_shows_the_example_bot_as_it_is():
    shown = (ROOT / "docs/bot-protocol.md").read_text(encoding="utf-8")
    assert (ROOT / "examples/stdio_bot.py").read_text(encoding="utf-8") in shown


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ("crash", "has gone with exit status 3"),
        ("lie", "“place 99Z” can’t be played"),
        ("babble", "not JSON"),
        ("old", "speaks protocol 0"),
    ],
)
def test_a_bot_that_misbehaves_is_replaced_for_each_decision_and_its_faults_are_counted(how, what):
    game = played_with(f"cmd:{STRANGE} {how}")
    faults = game.faults[0]
    assert len(faults) == game.decisions[0], "every decision of its seat was the clerk's"
    assert what in faults[0]
    assert re.match(r"game 1, action \d+: ", faults[0])
    assert sum(game.won) == pytest.approx(1.0), "the game was finished"


def test_a_hanging_bot_is_stopped_after_its_budget_and_given_up_after_three():
    game = played_with(f"cmd:ms=20 {STRANGE} hang")
    faults = game.faults[0]
    assert len(faults) == game.decisions[0]
    assert all("did not answer within" in fault for fault in faults[:3])
    assert all("failed too often" in fault for fault in faults[3:])


def test_a_program_hears_what_happened_before_it_decides(tmp_path):
    heard = tmp_path / "heard.jsonl"
    program = tmp_path / "listener.py"
    program.write_text(
        "import json, sys\n"
        f"log = open({str(heard)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    log.write(line)\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        "        print(json.dumps({'protocol': 1}), flush=True)\n"
        "    if message['type'] == 'decide':\n"
        "        print(json.dumps({'action': message['actions'][0]}), flush=True)\n"
    )
    game = played_with(f"cmd:{sys.executable} {program}")
    assert game.faults == [[], [], []]
    lines = heard.read_text(encoding="utf-8").splitlines()
    types = [json.loads(line)["type"] for line in lines]
    assert types[:4] == ["hello", "game", "events", "decide"]
    assert types[-1] == "bye"
    drawn = [line for line in lines if '"kind":"drew","seat":1' in line]
    assert drawn
    assert not any(re.search(r'"kind":"drew","seat":1,"tile"', line) for line in drawn), "others' tiles stay hidden"


def test_a_bot_that_can_not_be_is_refused_in_words():
    with pytest.raises(BotError, match=r"There is no bot “brokr”\. Did you mean broker"):
        make_bot("brokr")
    with pytest.raises(BotError, match="mogul has no option “depth”"):
        make_bot("mogul:depth=3")
    with pytest.raises(BotError, match="ms is a whole number from 1 up, not “soon”"):
        make_bot("mogul:ms=soon")
    with pytest.raises(BotError, match="should be an option such as ms=100"):
        make_bot("mogul:100")
    with pytest.raises(BotError, match="needs a command"):
        make_bot("cmd:")


def test_a_program_that_is_not_there_is_a_fault_in_words():
    game = Game.new("tournament", 3, seed=1)
    with pytest.raises(BotError, match="can’t be started"):
        make_bot("cmd:./no-such-program").choose(game.view(game.to_act))
