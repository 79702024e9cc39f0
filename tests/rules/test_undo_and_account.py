"""What may be taken back, and the account at the end: one truth for the terminal and for tables."""

import pytest

from mergemaker.rules.final_account import final_account
from mergemaker.rules.state import NOBODY
from mergemaker.rules.undo import why_no_undo
from mergemaker.rules.words.sentences import Event

PLACED = [Event("placed", seat=1, tile="5C")]


def code(seat, last_seat, last, hidden=False):
    refusal = why_no_undo(seat, last_seat, last, hidden=hidden)
    return refusal.code if refusal else ""


def test_only_ones_own_last_action_is_taken_back():
    assert code(1, 1, PLACED) == ""
    assert code(0, 1, PLACED) == "undo-other"
    assert code(1, NOBODY, PLACED) == "undo-other", "a clock or a bot played it"
    assert code(1, None, []) == "undo-nothing"


@pytest.mark.parametrize("kind", ["drew", "market", "opened"])
def test_what_came_to_light_stays(kind):
    assert code(1, 1, [*PLACED, Event(kind, seat=1, tile="1A")]) == "undo-hidden"


@pytest.mark.parametrize("kind", ["shown", "bonus"])
def test_holdings_are_news_on_a_hidden_table_only(kind):
    merged = [*PLACED, Event(kind, seat=0, chain="Tower", count=3)]
    assert code(1, 1, merged) == ""
    assert code(1, 1, merged, hidden=True) == "undo-hidden"


def test_the_account_tells_cash_from_what_each_chain_paid_at_the_end():
    last = [
        Event("bonus", seat=0, chain="Tower", money=9000),  # of a merger before the end
        Event("ended", how="announced"),
        Event("bonus", seat=0, chain="Tower", money=2000),
        Event("cashed in", seat=0, chain="Tower", count=3, money=600),
        Event("cashed in", seat=1, chain="Luxor", count=1, money=300),
    ]
    ann, bob = final_account(["Bob", "Ann"], [5000, 7000], last)
    assert (ann.name, ann.place, ann.cash, ann.total) == ("Ann", 1, 6700, 7000)
    assert (bob.cash, [(c.chain, c.bonus, c.shares, c.sale) for c in bob.chains]) == (2400, [("Tower", 2000, 3, 600)])
