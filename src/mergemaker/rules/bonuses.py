"""Paying a chain's bonuses, when it is absorbed and at the end (R12–R14, R16, R19)."""

from __future__ import annotations

from mergemaker.compiler import rule
from mergemaker.rules.bag import draw_market
from mergemaker.rules.events import BONUS, SHOWN, Events, note, note_shares
from mergemaker.rules.money import ahead_of, bonus_for, level_with
from mergemaker.rules.state import NO_TILE, NOBODY, Rules, State


@rule
def pay_bonuses(rules: Rules, game: State, chain: int, events: Events | None) -> None:
    """Everybody shows what they hold of a chain, the market draws where it competes, and the places are paid."""
    game.revealed |= 1 << chain
    for seat in range(game.players):
        if game.shares[seat, chain] > 0:
            note_shares(events, SHOWN, seat, chain, game.shares[seat, chain], 0)
    market = 0
    if rules.market and game.players == 2:
        market = draw_market(game, chain, events)
    chain_size = game.sizes[chain]
    for seat in range(game.players):
        holding = int(game.shares[seat, chain])
        bonus = bonus_for(rules, game, chain, chain_size, holding, market)
        if bonus > 0:
            game.cash[seat] += bonus
            place = ahead_of(game, chain, holding, market) + 1
            note(events, BONUS, seat, NO_TILE, chain, place, level_with(game, chain, holding, market), bonus)
    if market > 0:
        bonus = bonus_for(rules, game, chain, chain_size, market, market)
        if bonus > 0:
            place = ahead_of(game, chain, market, market) + 1
            note(events, BONUS, NOBODY, NO_TILE, chain, place, level_with(game, chain, market, market), bonus)
