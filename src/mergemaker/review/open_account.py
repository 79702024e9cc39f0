"""The account of a game: the chances along it with everything laid open, and what each change came from.

By construction each seat's result less its chance at the start is the luck of its draws, plus that of the others',
plus its decisions, plus the others'. An action's draws are luck; the rest of what it changed belongs to whoever
decided. Where there was nothing to choose the change is luck too: the tiles in hand left no other way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from mergemaker.record.story import begins_turn
from mergemaker.review.deal import luck_of_deal
from mergemaker.review.depths import Depth
from mergemaker.review.draws import draws_of, luck_of_action, mean_outlook
from mergemaker.review.findings import Draw, ReviewMoment, SeatAccount
from mergemaker.review.judge import Judge
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS
from mergemaker.rules.events import new_events
from mergemaker.rules.game import Game
from mergemaker.rules.state import DECISIONS, copied, fields
from mergemaker.rules.words.phrases import listed
from mergemaker.rules.words.sentences import Event, events_from, tell

# Draws are told as luck; who holds what, and the last dollars, would bury what a moment was about.
NOT_TOLD = {"drew", "shown", "cashed in", "finished"}


class OpenAccount(msgspec.Struct, frozen=True):
    """The game along its actions, and how it adds up for each seat."""

    start: tuple[float, ...]
    dealt: tuple[float, ...]
    moments: tuple[ReviewMoment, ...]
    draws: tuple[Draw, ...]
    accounts: tuple[SeatAccount, ...]


def account_of(judge: Judge, game: Game, depth: Depth, seed: int) -> OpenAccount:
    """Goes along a finished game once."""
    rng = np.random.default_rng(seed)
    rules = game.edition.record
    texts = game.actions
    state = game.at(0).state
    # Market draws that are still to come are not known to anybody: undoing has taken them out of the position.
    start, dealt, draws = luck_of_deal(judge, state, depth.draws, rng)
    moments: list[ReviewMoment] = []
    chances = dealt
    mask = np.zeros(ACTIONS, np.int8)
    events = new_events()
    turn = 0
    future = fields(game.state).market
    fields(state).market[:] = future
    for at, action in enumerate(game.action_ids, 1):
        turn += begins_turn(texts, at - 1)
        before = copied(state)
        seat, decision = int(fields(state).actor), DECISIONS[int(fields(state).decision)]
        forced = engine.legal(rules, state, mask) == 1
        events["written"] = 0
        engine.apply(rules, state, action, events)
        after = mean_outlook(judge, state)
        promised = after.chances
        if drawn := draws_of(events):
            promised, found = luck_of_action(judge, before, action, drawn, after, at, depth.draws, rng)
            draws += found
        change = tuple(map(float, promised - chances))
        if forced:
            draws.append(Draw(at, seat, "forced", texts[at - 1], change, None, 1))
        happened = events_from(game.edition, events)
        moments.append(
            ReviewMoment(
                at=at,
                turn=turn,
                seat=seat,
                decision=decision,
                action=texts[at - 1],
                told=" ".join(tell([event for event in happened if event.kind not in NOT_TOLD], game.names)),
                chances=tuple(map(float, after.chances)),
                change=change,
                forced=forced,
                merger=_merger(happened),
            )
        )
        chances = after.chances
    accounts = tuple(_account(seat, start, moments, draws, chances) for seat in range(game.players))
    return OpenAccount(tuple(map(float, start)), tuple(map(float, dealt)), tuple(moments), tuple(draws), accounts)


def _merger(happened: Sequence[Event]) -> str:
    merged = [event for event in happened if event.kind == "merged"]
    return f"{listed(merged[0].chains)} into {merged[0].survivor}" if merged else ""


def _account(seat: int, start: Any, moments: Sequence[ReviewMoment], draws: Sequence[Draw], result: Any) -> SeatAccount:
    chosen = [moment for moment in moments if not moment.forced]
    own = [draw for draw in draws if draw.seat == seat]
    return SeatAccount(
        seat=seat,
        start=float(start[seat]),
        own_luck=sum(draw.luck[seat] for draw in own),
        others_luck=sum(draw.luck[seat] for draw in draws if draw.seat != seat),
        own_decisions=sum(moment.change[seat] for moment in chosen if moment.seat == seat),
        others_decisions=sum(moment.change[seat] for moment in chosen if moment.seat != seat),
        result=float(result[seat]),
        dollars=sum(draw.dollars or 0 for draw in own),
    )
