"""A server's bots play by what they have witnessed, whichever process is asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mergemaker import Edition, Game
from mergemaker.bots import SeenBot, make_bot
from mergemaker.bots.magnate import MagnateBot
from mergemaker.bots.seated_bot import Seated
from mergemaker.rules.redaction import seen_by
from mergemaker.tables.botpool.bot_memories import MOST, BotMemories
from mergemaker.tables.botpool.bot_process import Bots
from mergemaker.tables.botpool.bot_questions import LEVELS, REMEMBERING, pack, unpack
from mergemaker.tables.game_log.sealed_game import SealedGame

LEVEL = "magnate:iterations=30"


def after(actions: int, seed: int = 4) -> tuple[Game, MagnateBot]:
    """A game of brokers against a magnate in the first seat, at a decision of its own, and that magnate."""
    game = Game.new("tournament", 4, seed=seed)
    magnate = make_bot(LEVEL)
    assert isinstance(magnate, MagnateBot)
    seats = [Seated(bot, at) for at, bot in enumerate([magnate, *(make_bot("broker") for _ in range(3))])]
    for seated in seats:
        seated.begin(game)
    while game.version < actions or game.to_act != 0 or len(game.legal_actions()) == 1:
        assert game.to_act is not None
        happened = game.play(seats[game.to_act].decide(game))
        for seated in seats:
            seated.watch(game, happened)
    return game, magnate


def sight(game: Game) -> Any:
    return seen_by(game.edition.record, game.state, 0, game.hidden)


def rivals_of(memories: BotMemories) -> list[float]:
    bot = memories._kept[0].bot
    assert isinstance(bot, MagnateBot)
    return list(bot.rivals.chances())


def test_a_bot_that_hears_all_at_once_decides_as_one_that_sat_through_the_game():
    game, magnate = after(60)
    memories = BotMemories()
    action = memories.decide(LEVEL, game.edition, sight(game), game.witnessed(0))
    assert action == magnate.decide(game.edition, sight(game))
    assert rivals_of(memories) == list(magnate.rivals.chances())
    assert min(rivals_of(memories)[1:4]) > 0.9, "three brokers"


def test_one_that_has_heard_the_beginning_is_told_the_rest(monkeypatch: pytest.MonkeyPatch):
    game, _ = after(60)
    told: list[int] = []
    witness = MagnateBot.witness

    def noted(bot: MagnateBot, edition: Edition, seen: Any, action: int) -> None:
        told.append(action)
        witness(bot, edition, seen, action)

    monkeypatch.setattr(MagnateBot, "witness", noted)
    whole = game.witnessed(0)
    memories = BotMemories()
    for heard in (whole[:20], whole[:20], whole):
        memories.decide(LEVEL, game.edition, sight(game), heard)
    assert told == [action for _, action in whole]
    rivals = rivals_of(memories)
    memories.decide(LEVEL, game.edition, sight(game), whole[:40])  # somebody took something back
    assert len(told) == len(whole) + 40
    memories.decide(LEVEL, game.edition, sight(game), whole)
    assert rivals_of(memories) == rivals


def test_another_game_is_another_memory_and_few_are_kept():
    memories = BotMemories()
    for seed in range(MOST + 2):
        game, _ = after(8, seed)
        memories.decide(LEVEL, game.edition, sight(game), game.witnessed(0))
        assert len(memories._kept) == min(seed + 1, MOST)
    assert len({id(kept.bot) for kept in memories._kept}) == MOST


def test_a_bot_that_fails_is_let_go(monkeypatch: pytest.MonkeyPatch):
    def fail(*what: Any) -> int:
        raise ValueError("no idea")

    game, _ = after(8)
    memories = BotMemories()
    monkeypatch.setattr(MagnateBot, "decide", fail)
    with pytest.raises(ValueError, match="no idea"):
        memories.decide(LEVEL, game.edition, sight(game), game.witnessed(0))
    assert memories._kept == []


def test_a_question_carries_what_was_witnessed():
    game, _ = after(30)
    sealed = SealedGame(game)
    asked = unpack(pack(LEVEL, sealed.view(0), witnessed=sealed.witnessed(0)))
    assert [action for _, action in asked.witnessed] == [action for _, action in game.witnessed(0)]
    for (seen, _), (there, _) in zip(asked.witnessed, game.witnessed(0), strict=True):
        assert np.array_equal(seen, there)
    bots = Bots()
    assert bots.answer(asked) in game.legal_actions()
    assert len(bots._memories._kept) == 1


def test_all_levels_that_play_by_what_they_witness_are_told():
    def remembers(level: str) -> bool:
        bot = make_bot(level)
        return isinstance(bot, SeenBot) and type(bot).witness is not SeenBot.witness

    assert [level for level in LEVELS if remembers(level)] == list(REMEMBERING)
