"""Luck and decisions add up to the result, seat by seat, in every golden game."""

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest

from boards import position
from mergemaker import Game
from mergemaker.review.depths import QUICK
from mergemaker.review.draws import draws_of, expected_after
from mergemaker.review.judge import Judge
from mergemaker.review.open_account import account_of
from mergemaker.rules import engine
from mergemaker.rules.events import new_events
from mergemaker.rules.state import TILES, copied, fields

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
FAST = msgspec.structs.replace(QUICK, draws=6)
ROUNDING = 1e-9


def golden(path):
    games = [Game.from_record(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    return [game for game in games if game.over]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_game_adds_up_for_every_seat(path):
    games = golden(path)
    assert games
    for game in games:
        found = account_of(Judge(game.edition), game, FAST, seed=1)
        winners = game.result["winners"]
        for one in found.accounts:
            parts = one.own_luck + one.others_luck + one.own_decisions + one.others_decisions
            assert one.start == pytest.approx(1 / game.players, abs=ROUNDING)
            assert one.result == pytest.approx(1 / len(winners) if one.seat in winners else 0.0, abs=ROUNDING)
            assert one.start + parts == pytest.approx(one.result, abs=ROUNDING)
        assert sum(one.own_luck for one in found.accounts) != 0.0
        for moment in found.moments:
            assert sum(moment.chances) == pytest.approx(1.0, abs=ROUNDING)


def test_every_tile_and_every_market_draw_of_a_game_is_accounted_for():
    game = next(game for game in golden(GOLDEN[0].with_name("1999.jsonl")) if game.has_market)
    found = account_of(Judge(game.edition), game, FAST, seed=1)
    state = fields(game.state)
    each = int(fields(game.edition.record).hand)
    dealt = [draw for draw in found.draws if draw.at == 0]
    assert len(dealt) == 2 * game.players
    tiles = [draw for draw in found.draws if draw.kind == "tile"]
    assert len(tiles) == int(state.drawn) - game.players * (each + 1)
    market = [draw for draw in found.draws if draw.kind == "market"]
    assert len(market) == len(game.market) > 0
    assert all(draw.seat is None for draw in market)


def test_1962_counts_the_certificates_dealt():
    game = golden(GOLDEN[0].with_name("1962.jsonl"))[0]
    found = account_of(Judge(game.edition), game, FAST, seed=1)
    certificates = [draw for draw in found.draws if draw.kind == "certificates"]
    assert [draw.seat for draw in certificates] == list(range(game.players))
    assert any(abs(draw.luck[seat]) > 0.001 for seat, draw in enumerate(certificates))


def drawing_action(game):
    """The position before an action that draws one tile, the action, and the draw."""
    state, events = game.at(0).state, new_events()
    for action in game.action_ids:
        before = copied(state)
        events["written"] = 0
        engine.apply(game.edition.record, state, action, events)
        drawn = draws_of(events)
        if len(drawn) == 1 and drawn[0].seat is not None:
            return before, action, drawn
    raise AssertionError("nobody draws")


def test_a_draw_is_held_against_every_tile_in_the_bag_and_the_mean_of_its_luck_is_nothing():
    game = golden(GOLDEN[0].with_name("tournament.jsonl"))[0]
    judge = Judge(game.edition)
    before, action, drawn = drawing_action(game)
    rng = np.random.default_rng(1)
    expected = expected_after(judge, before, action, [], drawn, 6, rng)
    bag = TILES - int(fields(before).drawn)
    assert expected.ways == bag
    each = []
    for at in range(bag):
        state = copied(before)
        deck, place = fields(state).deck, int(fields(state).drawn)
        deck[place], deck[place + at] = int(deck[place + at]), int(deck[place])
        engine.apply(game.edition.record, state, action, None)
        each.append(judge.look(state).chances[0])
    assert np.mean(each, axis=0) == pytest.approx(expected.chances, abs=1e-9)


def test_the_order_of_the_bag_has_no_say_in_a_chance():
    game = golden(GOLDEN[0].with_name("tournament.jsonl"))[0].at(20)
    judge = Judge(game.edition)
    before = judge.look(game.state).chances
    bag = fields(game.state).deck[int(fields(game.state).drawn) :]
    bag[:] = bag[::-1].copy()
    assert (judge.look(game.state).chances == before).all()


def test_the_same_record_gives_the_same_account():
    game = golden(GOLDEN[0].with_name("online.jsonl"))[-1]
    judge = Judge(game.edition)
    assert account_of(judge, game, FAST, seed=3) == account_of(judge, game, FAST, seed=3)


def test_chances_do_not_jump_in_the_middle_of_a_merger():
    """With the end announced, Ann trades what she holds of the absorbed chain: neither step is worth a game."""
    shares, cash = [{"L": 6, "I": 9}, {"I": 1}, {"L": 1}], [0, 20000, 0]
    board = ". L L . I I I I . . . .\n. L L . I I I . . . . ."
    game = position("tournament", board, ["4A", "3I", "5I"], shares=shares, cash=cash, announced=True)
    judge = Judge(game.edition)
    seen = [judge.look(game.state).chances[0]]
    for action in ("place 4A", "trade 6"):
        game.play(action)
        seen.append(judge.look(game.state).chances[0])
    assert game.decision != "trade"
    assert np.ptp(seen, axis=0).max() < 0.2
