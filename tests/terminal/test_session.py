"""A sitting: what can be taken back, what is heard, and bots that fail."""

import pytest

from mergemaker.bots import Bot, make_bot
from mergemaker.bots.advice import Advice, Advised
from mergemaker.bots.seated_bot import Seated
from mergemaker.rules.editions.edition import names
from mergemaker.rules.errors import MergemakerError
from mergemaker.terminal.panels.outcome import account_of, course
from mergemaker.terminal.sessions import bot_moves
from mergemaker.terminal.sessions.bot_moves import advice, choose, decide
from mergemaker.terminal.sessions.session import Session
from terminal.keyboard import Dicer, asked, finished, ready, session_of


def test_a_tile_can_be_taken_back_before_anything_is_drawn():
    session = ready(session_of(seed=4), "place", after=20)
    before = session.game.state.tobytes()
    tile = next(action for action in session.game.legal_actions() if action.startswith("place"))
    session.play(tile)
    assert session.game.decision in ("buy", "found")
    assert session.undo() == tile
    assert session.game.state.tobytes() == before


def test_nothing_can_be_taken_back_after_the_draw():
    session = ready(session_of(seed=4), "buy", after=20)
    while session.game.to_act == 0 and session.game.decision == "buy":
        session.play("done")
    ready(session, "place")
    assert not session.can_undo
    with pytest.raises(MergemakerError, match="decided since your last action"):
        session.undo()


def test_in_1962_the_tile_stands_because_the_draw_comes_before_the_buying():
    session = ready(session_of("1962"), "buy", after=20)
    assert not session.can_undo


def test_another_players_decision_stands_between_me_and_my_tile():
    for seed in range(1, 40):
        session = session_of(seed=seed)
        person = Dicer(seed)
        while not session.game.over:
            bot = session.bot_to_act
            mine = session.game.mover == 0
            if bot is not None and mine:  # I merged, and a bot disposes of its shares
                session.play(bot.decide(session.view(session.game.to_act)))
                if session.game.to_act == 0 and session.game.mover == 0 and session.bot_to_act is None:
                    assert not session.can_undo
                    return
                continue
            session.play(asked(session, person)(session.view(session.game.to_act)))
    raise AssertionError("nobody disposed of shares in my turn")


@pytest.mark.parametrize("edition", names())
def test_undo_is_exact_and_never_shows_a_hidden_tile(edition):
    session = session_of(edition, seed=2)
    person = Dicer(2)
    while not session.game.over:
        seat = session.game.to_act
        before, bag, hand = session.game.state.tobytes(), session.view(0).bag, session.view(0).hand
        session.play(asked(session, person)(session.view(seat)))
        if session.can_undo:
            assert seat == session.game.to_act == 0
            assert session.view(0).bag == bag
            assert {tile.tile for tile in session.view(0).hand} <= {tile.tile for tile in hand}
            action = session.undo()
            assert session.game.state.tobytes() == before
            session.play(action)


def test_others_draws_are_not_told():
    session = ready(session_of(people=("Ann", "Bob"), bots=2), "place", after=30)
    ann, bob = session.heard(0), session.heard(1)
    assert all(event.tile is None for event in ann if event.kind == "drew" and event.seat != 0)
    assert any(event.tile for event in bob if event.kind == "drew" and event.seat == 1)
    assert all(event.tile is None for event in session.heard(None) if event.kind == "drew")


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
    session = session_of(bots=3)
    session.bots = {seat: Seated(Stubborn(answer), seat) for seat in session.bots}
    while session.bot_to_act is None:
        session.play(session.game.legal_actions()[0])
    action, trouble = choose(session, session.view(session.game.to_act))
    assert action == make_bot("clerk").choose(session.view(session.game.to_act))
    assert "could not decide" in trouble
    assert "the clerk did so" in trouble
    assert decide(session)


class Deaf(Dicer):
    """Can't stand what it hears."""

    def watch(self, events):
        raise RuntimeError("too loud")


def test_a_bot_that_fails_while_it_listens_does_not_end_the_evening():
    session = session_of(bots=3)
    session.bots = {seat: Seated(Deaf(seat), seat) for seat in session.bots}
    assert finished(session).game.over
    assert session.bots[1].faults[0].what == "too loud"


@pytest.mark.parametrize("edition", names())
def test_the_breakdown_adds_up_and_the_course_ends_in_the_result(edition):
    session = finished(session_of(edition, seed=5))
    account = account_of(session)
    assert all(one.cash + sum(chain.bonus + chain.sale for chain in one.chains) == one.total for one in account)
    assert [one.total for one in account] == sorted(session.game.money, reverse=True)
    assert {one.seat for one in account if one.place == 1} == set(session.game.view(None).winners)
    moments = course(session.game, session.moves)
    assert list(moments[-1].worth) == list(moments[-1].cash) == session.game.money
    assert moments[0].cash == (6000,) * 4
    assert len(moments) > 20


def test_the_same_seed_gives_the_same_game():
    assert finished(session_of(seed=9)).game.actions == finished(session_of(seed=9)).game.actions
    assert isinstance(session_of(seed=9), Session)


def test_advice_is_a_sentence_with_the_chance_and_the_reasons(monkeypatch):
    view = ready(session_of(), "place").view(0)
    best = Advised("place 5C", (0.4, 0.2, 0.2, 0.2), ("you get $2,000 in cash", "it rains"))
    monkeypatch.setattr(bot_moves, "advise", lambda *args, **rest: Advice("mogul", 0, (), (best,)))
    assert advice(view) == "The magnate would place 5C. You get $2,000 in cash; it rains. Chance to win 40%."


def test_without_advice_the_game_goes_on(monkeypatch):
    def fail(*args, **rest):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(bot_moves, "advise", fail)
    assert "out of ideas" in advice(ready(session_of(), "place").view(0))
