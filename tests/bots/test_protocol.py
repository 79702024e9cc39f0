"""Programs as bots: the example plays well-behaved games, and those that misbehave are replaced by the clerk."""

import json
import re
import sys
from pathlib import Path

import pytest

from mergemaker import Game
from mergemaker.arena import bot_check
from mergemaker.arena.match import plan, play_game, play_match
from mergemaker.arena.standing import standing
from mergemaker.arena.standing_tables import fault_lines
from mergemaker.bots import BotError, make_bot
from mergemaker.bots.bot_program import end_idle_programs
from mergemaker.bots.registry import bots_of
from mergemaker.rules.bag import EFFECTS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.events import KINDS
from mergemaker.rules.views import View
from mergemaker.rules.words.notation import VERBS

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
    shown = (ROOT / "docs/look-up/bot-protocol.md").read_text(encoding="utf-8")
    assert (ROOT / "examples/stdio_bot.py").read_text(encoding="utf-8") in shown


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ("crash", "has gone with exit status 3"),
        ("lie", "“place 99Z” can’t be played"),
    ],
)
def test_a_bot_that_misbehaves_is_replaced_for_each_decision_and_its_faults_are_counted(how, what):
    game = played_with(f"cmd:{STRANGE} {how}")
    faults = game.faults[0]
    assert len(faults) == game.decisions[0], "every decision of its seat was the clerk's"
    assert what in faults[0]
    assert re.match(r"game 1, action \d+: ", faults[0])
    assert sum(game.won) == pytest.approx(1.0), "the game was finished"


@pytest.mark.parametrize("how", ["hang", "babble"])
def test_a_bot_without_an_answer_is_stopped_after_its_budget_and_given_up_after_three(how):
    game = played_with(f"cmd:ms=20 {STRANGE} {how}")
    faults = game.faults[0]
    assert len(faults) == game.decisions[0]
    assert all("did not answer within" in fault for fault in faults[:3])
    assert ("I would rather not say" in faults[0]) == (how == "babble")
    assert all("failed too often" in fault for fault in faults[3:])


def told(log, kind, process=None):
    """What a program was told of one kind of message."""
    lines = [line.split(" ", 1) for line in log.read_text(encoding="utf-8").splitlines()]
    messages = [json.loads(text) for number, text in lines if process in (None, number)]
    return [message for message in messages if message["type"] == kind]


def test_lines_that_are_no_answers_are_passed_over():
    game = played_with(f"cmd:{STRANGE} chatty")
    assert game.faults == [[], [], []]
    assert game.names[0] == "the chatty one"


def test_a_program_is_told_how_its_game_came_out(tmp_path):
    log = tmp_path / "heard"
    (task,) = plan((f"cmd:{STRANGE} many {log}", "clerk", "clerk"), Edition.named("tournament"), 1, 3, recorded=True)
    game = play_game(task)
    assert game.record is not None
    end_idle_programs()
    (result,) = told(log, "result")
    assert result == {"type": "result", **game.record["result"]}
    kinds = [event["kind"] for message in told(log, "events") for event in message["events"]]
    assert kinds[-1] == "won" or "finished" in kinds[-3:], "the last events come before the result"
    assert game.record["seats"][0] == "the many one"


def test_a_program_is_told_what_was_played_in_place_of_its_answer(tmp_path):
    log = tmp_path / "heard"
    game = played_with(f"cmd:{STRANGE} lie {log}")
    refused = told(log, "refused")
    assert len(refused) == game.decisions[0]
    assert "“place 99Z” can’t be played" in refused[0]["reason"]
    assert all(one["played"] in decide["actions"] for one, decide in zip(refused, told(log, "decide"), strict=True))


def test_one_process_plays_many_games_if_it_says_that_it_can(tmp_path):
    log = tmp_path / "heard"
    tasks = plan((f"cmd:{STRANGE} many {log}", "clerk", "clerk"), Edition.named("tournament"), 3, seed=3)
    games = list(play_match(tasks))
    end_idle_programs()
    assert [game.faults for game in games] == [[[], [], []]] * 3
    processes = {line.split()[0] for line in log.read_text(encoding="utf-8").splitlines()}
    assert len(processes) == 1
    assert [len(told(log, kind)) for kind in ("hello", "game", "result", "bye")] == [1, 3, 3, 1]


@pytest.mark.parametrize(
    ("how", "what"), [("dead", "has gone with exit status 1"), ("old", "speaks protocol 0, not 1")]
)
def test_a_program_that_can_not_start_fails_the_match(how, what):
    with pytest.raises(BotError, match=what):
        played_with(f"cmd:{STRANGE} {how}")
    with pytest.raises(BotError, match="no-such-program can’t be started"):
        played_with("cmd:./no-such-program")


def test_reports_use_the_name_that_a_program_gives_itself():
    bots = (f"cmd:{STRANGE} lie", f"cmd:ms=900 {STRANGE} lie", "clerk")
    now = standing(bots, [play_game(task) for task in plan(bots, Edition.named("tournament"), 1, seed=3)])
    assert [one.name for one in now.entrants] == ["the lie one", "the lie one 2", "clerk"]
    assert [one.bot for one in now.entrants] == list(bots)
    assert now.entrants[0].faults == now.entrants[0].decisions > 0
    first, _ = fault_lines((one.name, one.faults, one.decisions) for one in now.entrants)
    assert first.startswith("the lie one: 100.0 % of its decisions were the clerk’s")


def test_a_comma_within_quotes_belongs_to_the_command():
    assert bots_of("cmd:./bot 'a,b' --c=\"d,e's\",clerk, mogul:ms=3") == [
        "cmd:./bot 'a,b' --c=\"d,e's\"",
        "clerk",
        "mogul:ms=3",
    ]
    assert bots_of("broker:weights=Ann's.toml,clerk") == ["broker:weights=Ann's.toml", "clerk"]


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


def checked(how, monkeypatch):
    """A check of a strange bot, in two editions, for speed."""
    monkeypatch.setattr(bot_check, "names", lambda: ("2023-classic", "1962"))
    found = bot_check.check_bot(how)
    return found, [fault for one in found.editions for fault in one.faults]


def test_a_well_behaved_bot_passes_the_check_in_every_kind_of_decision(monkeypatch):
    found, faults = checked(EXAMPLE, monkeypatch)
    assert (found.conforms, found.name, faults, found.notes) == (True, "example", [], [])
    classic, first = found.editions
    assert set(classic.decisions) == {"place", "found", "survivor", "absorb", "trade", "sell", "buy", "exchange"}
    assert set(first.decisions) == set(classic.decisions) - {"exchange"}, "1962 knows no exchange"


def test_a_check_tells_faults_and_what_is_worth_a_note(monkeypatch):
    found, faults = checked(f"cmd:{STRANGE} lie", monkeypatch)
    assert not found.conforms
    assert faults[0] == "place: “place 99Z” can’t be played"
    found, faults = checked(f"cmd:{STRANGE} chatty", monkeypatch)
    assert found.conforms
    assert "were no answers" in found.notes[-1]
    with pytest.raises(BotError, match="exit status 1"):
        bot_check.check_bot(f"cmd:{STRANGE} dead")


def test_the_document_names_every_event_effect_verb_and_field():
    text = (ROOT / "docs/look-up/bot-protocol.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_ ]+)[`, ]", text)) | set(re.findall(r"`([a-z]+) [^`]*`", text))
    missing = {*KINDS, *EFFECTS, "waits", *VERBS, *View.__struct_fields__} - named
    assert not missing


def test_a_program_that_prints_without_end_is_stopped(tmp_path):
    program = tmp_path / "endless.py"
    program.write_text("while True: print('y' * 50)")
    with pytest.raises(BotError, match="printed more than 10,000 lines"):
        make_bot(f"cmd:{sys.executable} {program}").start()


def test_a_program_that_reads_nothing_holds_nobody_up(tmp_path):
    program = tmp_path / "deaf.py"
    program.write_text("import time\nprint('{\"protocol\": 1}', flush=True)\ntime.sleep(600)")
    bot = make_bot(f"cmd:ms=1 {sys.executable} {program}")
    bot.start()
    game = Game.new("tournament", 3, seed=1)
    for _ in range(50):  # far more than a pipe holds
        bot.begin(game.edition, game.names, 0)
    with pytest.raises(BotError, match="did not answer"):
        bot.choose(game.view(game.to_act))
    bot.close()
