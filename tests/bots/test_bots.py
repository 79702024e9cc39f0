"""What every bot must hold to: it plays every edition, reproducibly, and knows only what its seat may know."""

import os
import subprocess
import sys

import numpy as np
import pytest

from boards import EDITIONS, TABLES
from mergemaker import Game
from mergemaker.bots import bot_names, make_bot
from mergemaker.bots.bot import SeenBot, texts_of
from mergemaker.bots.builtin import broker_bot
from mergemaker.bots.mogul import MogulBot
from mergemaker.bots.seated_bot import Seated
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.worlds import sample

QUICK = (
    "random",
    "clerk",
    "broker",
    "mogul:iterations=4:turns=1",
    "magnate:iterations=1",
    "magnate:glance=1",
    "magnate:iterations=4:turns=1",
)


def play_out(game, bots):
    seats = [Seated(bot, seat) for seat, bot in enumerate(bots)]
    while game.to_act is not None:
        game.play(seats[game.to_act].decide(game))
    return [fault for seated in seats for fault in seated.faults]


def test_the_built_in_bots_are_registered_by_entry_point():
    assert bot_names()[:9] == (
        "random", "novice", "apprentice", "clerk", "trader", "broker", "banker", "mogul", "magnate"
    )  # fmt: skip


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_bot_finishes_games_in_every_edition_and_number_of_players(edition, players):
    game = Game.new(edition, players, seed=players)
    bots = [make_bot(QUICK[-1 - seat % len(QUICK)], seat) for seat in range(players)]
    assert play_out(game, bots) == []
    assert game.over


@pytest.mark.parametrize(
    "name",
    [
        *QUICK[:3],
        "mogul:iterations=8",
        "mogul:iterations=8:threads=2",
        "magnate:iterations=8",
        "magnate:iterations=8:threads=2",
    ],
)
def test_decisions_reproduce_under_a_seed(name):
    first, second = (Game.new("2023-classic", 3, seed=4) for _ in range(2))
    for game in (first, second):
        while not game.over and game.version < 60:
            game.play(make_bot(name, 11).choose(game.view(game.to_act)))
    assert first.actions == second.actions


def test_another_seed_gives_random_another_game():
    games = []
    for seed in (1, 2):
        game = Game.new("tournament", 3, seed=4)
        for _ in range(30):
            game.play(make_bot("random", seed).choose(game.view(game.to_act)))
        games.append(game.actions)
    assert games[0] != games[1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", QUICK)
def test_nothing_that_a_seat_can_not_see_changes_a_decision(edition, name):
    """The whole state is replaced by others that look the same from the seat: bag, hands, deal, chance."""
    rng = np.random.default_rng(5)
    game = Game.new(edition, 3, seed=8)
    guide = broker_bot({}, 1)
    assert isinstance(guide, SeenBot)
    checked = 0
    while not game.over:
        seat = game.to_act
        if game.version % 9 == 0 and len(game.legal_actions()) > 1:
            view = game.view(seat)
            choice = make_bot(name, 3).choose(view)
            for _ in range(3):
                twin = game.copy()
                twin.state[:] = sample(view, rng)
                assert (seen_by(game.edition.record, twin.state, seat, game.hidden) == view.seen).all()
                assert make_bot(name, 3).choose(twin.view(seat)) == choice
            checked += 1
        texts = texts_of(game.edition.chain_names)
        seen = seen_by(game.edition.record, game.state, seat, game.hidden)
        game.play(texts[guide.decide(game.edition, seen)])
    assert checked > 5


def test_a_decision_leaves_the_view_as_it_was():
    game = Game.new("1962", 4, seed=2)
    for _ in range(40):
        view = game.view(game.to_act)
        before = view.seen.tobytes()
        for name in QUICK:
            make_bot(name, 1).choose(view)
        assert view.seen.tobytes() == before
        game.play(make_bot("broker", 1).choose(view))


def test_a_search_by_the_clock_answers_and_stays_near_its_budget():
    bot = make_bot("mogul:ms=5", 1)
    assert isinstance(bot, MogulBot)
    game = Game.new("tournament", 4, seed=2)
    considered = bot.consider(game.edition, game.view(game.to_act).seen)
    assert {texts_of(game.edition.chain_names)[one.action] for one in considered} <= set(game.legal_actions())
    assert sum(considered[0].chances) == pytest.approx(1.0)


SAME_GAME = """
from mergemaker import Game
from mergemaker.bots import make_bot
game = Game.new("1962", 3, seed=3)
names = ["broker", "clerk", "mogul:iterations=2:turns=1"]
while game.version < 30:
    game.play(make_bot(names[game.to_act], 5).choose(game.view(game.to_act)))
print(game.actions)
"""


def test_compiled_and_interpreted_bots_decide_alike():
    played = [
        subprocess.run(
            [sys.executable, "-c", SAME_GAME],
            env={**os.environ, "MERGEMAKER_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jit in ("1", "0")
    ]
    assert played[0] == played[1]
    assert played[0].count("place") >= 9
