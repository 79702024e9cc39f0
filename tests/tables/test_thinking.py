"""Bots think in processes of their own; whatever they do, an answer comes."""

import asyncio
import random

from mergemaker.rules.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.tables.thinker import pack, unpack
from mergemaker.tables.thinking import Thinker, ThinkerGone, Thinkers


def a_view(seed: int = 1, edition: str | Edition = "1999") -> SeenView:
    game = Game.new(edition, 4, seed=seed)
    chooser = random.Random(seed)
    for _ in range(30):
        game.play(chooser.choice(game.legal_actions()))
    return game.view(game.to_act)


class Odd(Thinker):
    """A thinker that does as it is told, well or badly."""

    def __init__(self, answer: str | None, wait: float = 0) -> None:
        self.answer = answer
        self.wait = wait
        self.ended = False

    async def ask(self, level: str, seed: int, view: SeenView, *, why: bool = False) -> str:
        await asyncio.sleep(self.wait)
        if self.answer is None:
            raise ThinkerGone("it died")
        return self.answer or view.actions[0]

    async def end(self) -> None:
        self.ended = True


def thinkers_of(*odd: Odd, limit: int = 1, patience: float = 0.2) -> Thinkers:
    waiting = list(odd)
    thinkers = Thinkers(limit, patience, queue_patience=0.2)
    thinkers.warmed = True

    async def start() -> Thinker:
        return waiting.pop(0)

    thinkers.start = start  # type: ignore[assignment]
    return thinkers


async def test_a_real_process_answers_and_survives_a_killed_one():
    thinkers = Thinkers(1, patience=60)
    try:
        view = a_view()
        assert await thinkers.choose("clerk", 1, view) in view.actions
        assert thinkers.failures == 0
        for thinker in thinkers._all:
            thinker.process.kill()
        assert await thinkers.choose("clerk", 1, view) in view.actions  # the clerk of this process
        assert thinkers.failures == 1
        assert await thinkers.choose("random", 1, view) in view.actions  # a new process
        action, reasons = await thinkers.advise("clerk", 1, view)
        assert action in view.actions
        assert all(reason[0].isalpha() and "\n" not in reason for reason in reasons)
        assert thinkers.failures == 1
    finally:
        await thinkers.close()


def test_a_question_holds_only_what_the_seat_has_seen():
    view = a_view()
    level, seed, why, again = unpack(pack("clerk", 7, view, why=True)[4:])
    assert (level, seed, why) == ("clerk", 7, True)
    assert again.to_dict() == view.to_dict()
    assert again.seen.tobytes() == view.seen.tobytes()


def test_house_rules_travel_with_the_question():
    house = Edition.from_dict({**Edition.named("1999").to_dict(), "name": "ours"})
    view = a_view(edition=house)
    assert unpack(pack("clerk", 7, view)[4:])[3].edition.plays_like(house)


async def test_a_slow_thinker_is_ended_and_replaced():
    slow, quick = Odd("", wait=30), Odd("")
    thinkers, view = thinkers_of(slow, quick), a_view()
    assert await thinkers.choose("mogul", 1, view) in view.actions
    assert slow.ended
    assert await thinkers.choose("mogul", 1, view) == view.actions[0]
    assert not quick.ended


async def test_nonsense_and_death_are_answered_for_by_the_clerk():
    for odd in (Odd("dance"), Odd("!ValueError: no"), Odd(None)):
        thinkers, view = thinkers_of(odd), a_view()
        assert await thinkers.choose("broker", 1, view) in view.actions
        assert thinkers.failures == 1


async def test_no_more_think_at_once_than_are_allowed():
    thinkers, view = thinkers_of(Odd("", wait=0.5), patience=5), a_view()
    answers = await asyncio.gather(*(thinkers.choose("mogul", 1, view) for _ in range(4)))
    assert all(answer in view.actions for answer in answers)
    assert len(thinkers._all) == 1
    assert thinkers.failures == 3  # those that could not wait were answered all the same


async def test_a_process_that_cannot_be_started_is_no_reason_to_stop():
    async def broken() -> Thinker:
        raise OSError("no more processes")

    thinkers, view = Thinkers(1), a_view()
    thinkers.start = broken  # type: ignore[assignment]
    assert await thinkers.choose("broker", 1, view) in view.actions


async def test_the_first_answer_may_take_as_long_as_compiling_does():
    thinkers, view = thinkers_of(Odd("", wait=0.3), patience=0.05), a_view()
    thinkers.warmed = False
    assert await thinkers.choose("broker", 1, view) == view.actions[0]
    assert thinkers.warmed
    assert thinkers.failures == 0
