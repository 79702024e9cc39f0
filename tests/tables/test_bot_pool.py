"""Bots think in processes of their own; whatever they do, an answer comes."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.tables import table_setup
from mergemaker.tables.botpool.bot_pool import BotPool, BotProcess
from mergemaker.tables.botpool.bot_questions import pack, unpack
from mergemaker.tables.botpool.stopgap import stopgap
from mergemaker.tables.processes.child_process import ProcessGone
from mergemaker.tables.protocol.forms import NewTable, Start
from quick_tables import quick_live_tables, quiet

STRANGE = Path(__file__).parent.parent / "bots" / "strange_bots.py"


def a_view(seed: int = 1, edition: str | Edition = "1999") -> SeenView:
    game = Game.new(edition, 4, seed=seed)
    chooser = random.Random(seed)
    for _ in range(30):
        game.play(chooser.choice(game.legal_actions()))
    return game.view(game.to_act)


class Odd(BotProcess):
    """A bot process that does as it is told, well or badly."""

    def __init__(self, answer: str | None, wait: float = 0) -> None:
        self.answer = answer
        self.wait = wait
        self.ended = False

    async def ask(
        self,
        level: str,
        view: SeenView,
        *,
        why: bool = False,
        tried: Sequence[str] = (),
        witnessed: Sequence[tuple[Any, int]] = (),
    ) -> str:
        await asyncio.sleep(self.wait)
        if self.answer is None:
            raise ProcessGone("it died")
        return self.answer or view.actions[0]

    async def end(self) -> None:
        self.ended = True


def thinkers_of(*odd: Odd, limit: int = 1, patience: float = 0.2) -> BotPool:
    """BotPool that are these, one after the other; when there are no more, none can be started."""
    waiting = list(odd)
    bot_pool = BotPool(limit, patience, queue_patience=0.2)

    async def start() -> BotProcess:
        if not waiting:
            raise OSError("no more processes")
        return waiting.pop(0)

    bot_pool.start = start
    return bot_pool


async def ready(bot_pool: BotPool) -> BotProcess:
    """Waits until a bot process is ready, for as long as compiling may take."""
    bot_pool.warm()
    async with asyncio.timeout(600):
        while not bot_pool._all:
            await asyncio.sleep(0.02)
            assert bot_pool._starting or bot_pool._all
    return next(iter(bot_pool._all))


async def test_a_real_process_answers_and_survives_a_killed_one():
    bot_pool = BotPool(1, patience=60, queue_patience=60)
    try:
        view = a_view()
        killed = await ready(bot_pool)
        for level in ("random", "clerk", "broker", "mogul"):
            assert await bot_pool.choose(level, view) in view.actions
        assert bot_pool.failures == 0
        killed.process.kill()
        assert await bot_pool.choose("mogul", view) in view.actions  # the clerk of this process
        assert bot_pool.failures == 1
        assert await bot_pool.choose("random", view) in view.actions  # a new process
        action, line, told = await bot_pool.advise("clerk", view)
        assert line[-1] == "done" or line[-1].startswith(("buy", "found"))
        assert action in view.actions
        assert told.startswith("The clerk would ")
        assert bot_pool.failures == 1
        assert killed.process.returncode is not None  # how it ended, asyncio may fail to see
    finally:
        await bot_pool.close()


async def test_a_real_process_that_hangs_is_ended_and_a_table_plays_on(tmp_path: Path):
    """A whole game of bots, whose thinker stops dead in the middle of it."""
    bot_pool = BotPool(1, patience=2, queue_patience=60)
    async with quick_live_tables(tmp_path, bot_pool) as live_tables:
        stuck = await ready(bot_pool)
        table = NewTable(("broker", "clerk", "random"), name="ann", sit=False)
        live = await table_setup.new_table(live_tables, "ann", table)
        os.kill(stuck.process.pid, signal.SIGSTOP)
        await table_setup.start(live_tables, live, "ann", Start())
        async with asyncio.timeout(120):
            while not live.over:
                await asyncio.sleep(0.02)
        assert stuck.process.returncode == -signal.SIGKILL
        assert bot_pool.failures >= 1
        await quiet(live_tables)


@pytest.mark.skipif(sys.platform == "win32", reason="has neither sessions nor nice")
async def test_processes_share_the_servers_session_in_which_their_priority_counts(monkeypatch: pytest.MonkeyPatch):
    """Where the processor is dealt out by session, a priority counts among a session's own processes only."""
    program = (
        "import os; from mergemaker.tables.processes.child_process import answer_all as all; all(bytes, lambda: None)"
    )

    async def start(interpreter: str, *_: str, **given: Any) -> asyncio.subprocess.Process:
        return await real(interpreter, "-c", program, **given)

    real = asyncio.create_subprocess_exec
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    child = await BotProcess.start()
    try:
        number = child.process.pid
        assert os.getsid(number) == os.getsid(0)
        assert os.getpgid(number) == number != os.getpgid(0)  # so that Ctrl-C is the server's alone
    finally:
        await child.end()


async def test_a_program_that_crashes_or_lies_is_answered_for():
    """Whatever a bot does inside a bot process, the thinker lives, and the clerk answers."""
    bot_pool, view = BotPool(1, patience=60, queue_patience=60), a_view()
    try:
        bot_process = await ready(bot_pool)
        for number, how in enumerate(("crash", "lie", "babble"), 1):
            assert await bot_pool.choose(f"cmd:{sys.executable} {STRANGE} {how}", view) in view.actions
            assert bot_pool.failures == number
        assert await bot_pool.choose("clerk", view) in view.actions
        assert (bot_pool.failures, bot_pool._all) == (3, {bot_process})
    finally:
        await bot_pool.close()


async def test_nobody_waits_while_the_bots_are_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Before the first thinker is ready a decision waits no longer than in a queue; the thinker goes on meanwhile."""
    compiled = asyncio.Event()
    bot_pool, view = thinkers_of(), a_view()

    async def start() -> BotProcess:
        await compiled.wait()
        return Odd("")

    def never(*_: object) -> str:
        raise AssertionError("the clerk would have to be compiled")

    bot_pool.start = start
    bot_pool.queue_patience = 600  # which is for bot processes that will be free in a moment
    monkeypatch.setenv("MERGEMAKER_CACHE", str(tmp_path))
    monkeypatch.setattr("mergemaker.tables.botpool.bot_pool.COLD_PATIENCE", 0.1)
    monkeypatch.setattr("mergemaker.tables.botpool.bot_pool._clerks_choice", never)
    answers = await asyncio.gather(*(bot_pool.choose("mogul", view) for _ in range(3)))
    assert set(answers) == {stopgap(view)}
    assert (bot_pool.failures, len(bot_pool._starting), bot_pool.warmed) == (3, 1, False)
    compiled.set()
    await ready(bot_pool)
    assert await bot_pool.choose("mogul", view) == view.actions[0]
    assert (bot_pool.failures, bot_pool.warmed) == (3, True)


async def test_the_first_thinker_compiles_for_the_others():
    odd = [Odd("", wait=0.5) for _ in range(3)]
    bot_pool, view = thinkers_of(*odd, limit=3, patience=5), a_view()
    compiled, begun = asyncio.Event(), 0
    start_quickly = bot_pool.start

    async def start() -> BotProcess:
        nonlocal begun
        begun += 1
        await compiled.wait()
        return await start_quickly()

    bot_pool.start = start
    bot_pool.queue_patience = 30
    deciding = [asyncio.create_task(bot_pool.choose("mogul", view)) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert begun == 1
    compiled.set()
    await asyncio.gather(*deciding, *(bot_pool.choose("mogul", view) for _ in range(3)))
    assert begun > 1
    assert bot_pool.failures == 0


@pytest.mark.parametrize("edition", names())
def test_the_stopgap_plays_whole_games(edition: str):
    decided = set()
    for seed in range(4):
        game = Game.new(edition, 3, seed=seed)
        chooser = random.Random(seed)
        while not game.over:
            view = game.view(game.to_act)
            action = stopgap(view)
            assert action in view.actions
            decided.add(view.decision)
            # It never announces the end, so chance must play a part for the game to come to one.
            game.play(action if seed % 2 == 0 and game.version < 60 else chooser.choice(game.legal_actions()))
    assert decided >= {"place", "found", "buy", "sell", "survivor"}


def test_a_question_holds_only_what_the_seat_has_seen():
    view = a_view()
    advice = unpack(pack("clerk", view, why=True))
    assert (advice.level, advice.why) == ("clerk", True)
    assert advice.view is not None
    assert advice.view.to_dict() == view.to_dict()
    decision = unpack(pack("clerk", view))
    assert decision.view is None
    assert advice.seen.tobytes() == decision.seen.tobytes() == view.seen.tobytes()


def test_house_rules_travel_with_the_question():
    context = Edition.from_dict({**Edition.named("1999").to_dict(), "name": "ours"})
    view = a_view(edition=context)
    assert unpack(pack("clerk", view)).edition.plays_like(context)


async def test_a_slow_thinker_is_ended_and_replaced():
    slow, quick = Odd("", wait=30), Odd("")
    bot_pool, view = thinkers_of(slow, quick), a_view()
    assert await bot_pool.choose("mogul", view) in view.actions
    assert slow.ended
    assert await bot_pool.choose("mogul", view) == view.actions[0]
    assert not quick.ended


async def test_nonsense_and_death_are_answered_for_by_the_clerk():
    for odd in (Odd("dance"), Odd("!ValueError: no"), Odd(None)):
        bot_pool, view = thinkers_of(odd), a_view()
        assert await bot_pool.choose("broker", view) in view.actions
        assert bot_pool.failures == 1


async def test_no_more_think_at_once_than_are_allowed():
    bot_pool, view = thinkers_of(Odd("", wait=0.5), Odd(""), patience=5), a_view()
    answers = await asyncio.gather(*(bot_pool.choose("mogul", view) for _ in range(4)))
    assert all(answer in view.actions for answer in answers)
    assert len(bot_pool._all) == 1
    assert bot_pool.failures == 3  # those that could not wait were answered all the same


async def test_a_waiting_table_gets_the_thinker_that_replaces_a_dead_one():
    bot_pool, view = thinkers_of(Odd("", wait=30), Odd(""), patience=0.1), a_view()
    bot_pool.queue_patience = 30
    answers = await asyncio.gather(*(bot_pool.choose("mogul", view) for _ in range(2)))
    assert answers[1] == view.actions[0]
    assert bot_pool.failures == 1


async def test_a_process_that_cannot_be_started_is_no_reason_to_stop():
    bot_pool, view, starts = thinkers_of(), a_view(), 0
    start_in_vain = bot_pool.start

    async def start() -> BotProcess:
        nonlocal starts
        starts += 1
        return await start_in_vain()

    bot_pool.start = start
    bot_pool.queue_patience = 0.05
    for _ in range(50):
        assert await bot_pool.choose("broker", view) in view.actions
    assert bot_pool.failures == 50
    assert starts < 10  # not again and again for nothing
