"""What an evaluation takes for granted where a seat can't see: the most even holdings and market draws."""

from __future__ import annotations

from typing import Any

from mergemaker.bots.evaluation.chain_values import MARKET_HOLDING
from mergemaker.compiler import rule
from mergemaker.rules.bag import market_plays
from mergemaker.rules.redaction import UNKNOWN
from mergemaker.rules.state import MAX_MARKET, Rules, State

GUESSED = UNKNOWN - 1  # certificates that were taken for granted: they are among a seat's shares, and yet unknown


@rule
def has_unknown(rules: Rules, game: State) -> bool:
    """Whether certificates of somebody are unknown."""
    for seat in range(game.players):
        for chain in range(rules.chains):
            if game.dealt[seat, chain] == UNKNOWN:
                return True
    return False


@rule
def assume_dealt(rules: Rules, game: State, likeliest: Any) -> None:
    """Takes for granted that seats were dealt so many of the certificates that a seat can't know."""
    for seat in range(game.players):
        for chain in range(rules.chains):
            if game.dealt[seat, chain] == UNKNOWN:
                game.dealt[seat, chain] = GUESSED
                game.shares[seat, chain] += likeliest[seat, chain]


@rule
def assume_the_even(rules: Rules, game: State) -> None:
    """Where a seat can't know certificates or market draws, takes the most even ones for granted."""
    for chain in range(rules.chains):
        hidden = int(rules.dealt[chain])
        seats = 0
        for seat in range(game.players):
            if game.dealt[seat, chain] == UNKNOWN:
                seats += 1
            else:
                hidden -= int(game.dealt[seat, chain])
        at = chain
        for seat in range(game.players):
            if game.dealt[seat, chain] == UNKNOWN:
                dealt = (hidden + at % seats) // seats
                at += 1
                game.dealt[seat, chain] = GUESSED
                game.shares[seat, chain] += dealt
    if market_plays(rules, game.players):
        for at in range(game.market_draws, MAX_MARKET):
            game.market[at] = MARKET_HOLDING - 1
