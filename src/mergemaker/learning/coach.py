"""The coach: before a decision that costs much it asks, with what it would do instead; after a good one it says why.

It knows what the seat knows and nothing else. Chances are those of `bots/advice.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mergemaker.bots.advice import Advised, advise, weigh
from mergemaker.bots.bot import texts_of
from mergemaker.learning.coach_cards import leader
from mergemaker.rules import engine
from mergemaker.rules.position import Position
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import dollars, listed
from mergemaker.rules.words.plans import plan_text
from mergemaker.rules.worlds import sample

ADVISER = "broker"  # quick enough to be asked before every decision
COSTS_MUCH = 0.05  # of the chance to win
AS_GOOD = 0.005  # a difference that means nothing


class Word(NamedTuple):
    """What the coach says to a decision: a concern with what to do instead, or what is good about it, or nothing."""

    concern: str = ""
    instead: str = ""
    good: str = ""


def judge(view: SeenView, actions: Sequence[str]) -> Word:
    """The coach's word on a whole decision of the seat whose view it is."""
    if not actions or actions[0] not in view.actions or len(view.actions) < 2:
        return Word()
    seat = view.seat or 0
    best = advise(view, ADVISER, most=1).actions[0]
    tried = weigh(view, actions)
    lost = weigh(view, [best.action]).chances[seat] - tried.chances[seat]
    if lost >= COSTS_MUCH and best.action != actions[0]:
        why = "".join(f": {reason}" for reason in _gains(best)[:1])
        return Word(_concern(view, actions, lost), f"The coach would {plan_text(best.line or (best.action,))}{why}.")
    if lost <= AS_GOOD:
        gains = _gains(tried)
        return Word(good=f"Well chosen: {gains[0]}." if gains else "Well chosen: the coach would have done the same.")
    return Word()


def _gains(advised: Advised) -> list[str]:
    """Of the reasons for an action those that are good for the seat itself."""
    return [
        reason for reason in advised.reasons if reason.startswith("you") and (" more" in reason or " get " in reason)
    ]


def _concern(view: SeenView, actions: Sequence[str], lost: float) -> str:
    """What is wrong with a decision, in the game's own terms: who gains by it, or else the chance it costs."""
    paid = _paid_to_others(view, actions[0])
    if paid:
        return f"This pays {paid} Sure?"
    passed = _passed(view, actions)
    if passed:
        return f"This gives {passed}. Sure?"
    return f"This lowers your chance to win by {round(100 * lost)} of 100. Sure?"


def _paid_to_others(view: SeenView, action: str) -> str:
    """The bonuses of a merger that go to others only."""
    tile = next((tile for tile in view.hand if f"place {tile.tile}" == action), None)
    bonuses = tile.bonuses if tile is not None else ()
    if not bonuses or any(bonus.seat == view.seat for bonus in bonuses):
        return ""
    given = [f"{view.names[bonus.seat]} {dollars(bonus.money)}" for bonus in bonuses]
    return f"{listed(given)}, and you nothing."


def _passed(view: SeenView, actions: Sequence[str]) -> str:
    """Who gets the majority in which chain by the decision; nothing where holdings lie hidden."""
    if view.hidden:
        return ""
    texts = texts_of(view.edition.chain_names)
    state = sample(view, np.random.default_rng(0))
    for action in actions:
        engine.apply(view.edition.record, state, texts.index(action), None)
    seen = seen_by(view.edition.record, state, view.seat, False)
    after = Position(view.edition, seen, False, view.names).view(view.seat, (), view.version)
    for before, now in zip(view.chains, after.chains, strict=True):
        first = leader(now)
        if now.size and first not in (None, view.seat, leader(before)):
            return f"{view.names[int(first or 0)]} the majority in {now.name}"
    return ""
