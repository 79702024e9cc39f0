"""A sitting: what can be taken back, what is heard, and bots that fail."""

import pytest

from mergemaker.bots import Bot
from mergemaker.bots.advice import Advice, Advised
from mergemaker.rules.edition import names
from mergemaker.rules.errors import MergemakerError
from mergemaker.terminal import thinking
from mergemaker.terminal.outcome import breakdown, course
from mergemaker.terminal.sitting import Sitting
from mergemaker.terminal.thinking import advice, choose, decide
from terminal.driving import Dicer, finished, ready, sitting_of


def test_a_tile_can_be_taken_back_before_anything_is_drawn():
    sitting = ready(sitting_of(seed=4), "place", after=20)
    before = sitting.game.state.tobytes()
    tile = next(action for action in sitting.game.legal_actions() if action.startswith("place"))
    sitting.play(tile)
    assert sitting.game.decision in ("buy", "found")
    assert sitting.undo() == tile
    assert sitting.game.state.tobytes() == before


def test_nothing_can_be_taken_back_after_the_draw():
    sitting = ready(sitting_of(seed=4), "buy", after=20)
    while sitting.game.to_act == 0 and sitting.game.decision == "buy":
        sitting.play("done")
    ready(sitting, "place")
    assert not sitting.can_undo
    with pytest.raises(MergemakerError, match="nothing to take back"):
        sitting.undo()


def test_in_1962_the_tile_stands_because_the_draw_comes_before_the_buying():
    sitting = ready(sitting_of("1962"), "buy", after=20)
    assert not sitting.can_undo


def test_another_players_decision_stands_between_me_and_my_tile():
    for seed in range(1, 40):
        sitting = sitting_of(seed=seed)
        person = Dicer(seed)
        while not sitting.game.over:
            bot = sitting.bot_to_act
            mine = sitting.game.mover == 0
            if bot is not None and mine:  # I merged, and a bot disposes of its shares
                sitting.play(bot.choose(sitting.view(sitting.game.to_act)))
                if sitting.game.to_act == 0 and sitting.game.mover == 0 and sitting.bot_to_act is None:
                    assert not sitting.can_undo
                    return
                continue
            sitting.play((bot or person).choose(sitting.view(sitting.game.to_act)))
    raise AssertionError("nobody disposed of shares in my turn")


@pytest.mark.parametrize("edition", names())
def test_undo_is_exact_and_never_shows_a_hidden_tile(edition):
    sitting = sitting_of(edition, seed=2)
    person = Dicer(2)
    while not sitting.game.over:
        seat = sitting.game.to_act
        before, bag, hand = sitting.game.state.tobytes(), sitting.view(0).bag, sitting.view(0).hand
        sitting.play((sitting.bot_to_act or person).choose(sitting.view(seat)))
        if sitting.can_undo:
            assert seat == sitting.game.to_act == 0
            assert sitting.view(0).bag == bag
            assert {tile.tile for tile in sitting.view(0).hand} <= {tile.tile for tile in hand}
            action = sitting.undo()
            assert sitting.game.state.tobytes() == before
            sitting.play(action)


def test_others_draws_are_not_told():
    sitting = ready(sitting_of(people=("Ann", "Bob"), bots=2), "place", after=30)
    ann, bob = sitting.heard(0), sitting.heard(1)
    assert all(event.tile is None for event in ann if event.kind == "drew" and event.seat != 0)
    assert any(event.tile for event in bob if event.kind == "drew" and event.seat == 1)
    assert all(event.tile is None for event in sitting.heard(None) if event.kind == "drew")


class Stubborn(Bot):
    """Fails in the way that it is told to."""

    def __init__(self, answer):
        self._answer = answer

    def choose(self, view):
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


@pytest.mark.parametrize("answer", [RuntimeError("out of ideas"), "place 99Z", ""])
def test_a_bot_that_fails_does_not_end_the_evening(answer):
    sitting = sitting_of(bots=3)
    sitting.bots = {seat: Stubborn(answer) for seat in sitting.bots}
    while sitting.bot_to_act is None:
        sitting.play(sitting.game.legal_actions()[0])
    action, trouble = choose(sitting, sitting.view(sitting.game.to_act))
    assert action in sitting.game.legal_actions()
    assert "could not decide" in trouble
    assert decide(sitting)


@pytest.mark.parametrize("edition", names())
def test_the_breakdown_adds_up_and_the_course_ends_in_the_result(edition):
    sitting = finished(sitting_of(edition, seed=5))
    shares = breakdown(sitting.game, sitting.moves[-1].events)
    assert all(share.cash + share.bonuses + share.shares == share.total for share in shares)
    assert [share.total for share in shares] == sorted(sitting.game.money, reverse=True)
    assert {share.seat for share in shares if share.won} == set(sitting.game.view(None).winners)
    moments = course(sitting.game, sitting.moves)
    assert list(moments[-1].worth) == list(moments[-1].cash) == sitting.game.money
    assert moments[0].cash == (6000,) * 4
    assert len(moments) > 20


def test_the_same_seed_gives_the_same_game():
    assert finished(sitting_of(seed=9)).game.actions == finished(sitting_of(seed=9)).game.actions
    assert isinstance(sitting_of(seed=9), Sitting)


def test_advice_is_a_sentence_with_the_chance_and_the_reasons(monkeypatch):
    view = ready(sitting_of(), "place").view(0)
    best = Advised("place 5C", (0.4, 0.2, 0.2, 0.2), ("you get $2,000 in cash", "it rains"))
    monkeypatch.setattr(thinking, "advise", lambda *args, **rest: Advice("mogul", 0, (), (best,)))
    assert advice(view) == "The mogul would place 5C. Chance to win 40%: you get $2,000 in cash and it rains."


def test_without_advice_the_game_goes_on(monkeypatch):
    def fail(*args, **rest):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(thinking, "advise", fail)
    assert "out of ideas" in advice(ready(sitting_of(), "place").view(0))
