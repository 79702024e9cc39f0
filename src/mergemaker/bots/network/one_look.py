"""One look at the network: every choice of a decision judged by where it leads at the end of the turn.

The turn is finished without knowing what will be drawn, and the network says how the next one begins. Purchases are
tried basket by basket, the most promising by the evaluation first: a few after each tile, more where a seat must buy.
No search, and well under a millisecond: this is how the magnate plays against itself to learn, and what its search
begins with.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from mergemaker.bots.broker import best_rated, broker_action, has_no_choice
from mergemaker.bots.evaluation.best_basket import BASKETS, HOPELESS
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, Outlook
from mergemaker.bots.evaluation.unknown_holdings import assume_the_even
from mergemaker.bots.keys import key_of
from mergemaker.bots.look_ahead import LEVELS, buy_basket, chance_after, chance_ending, look_ahead
from mergemaker.bots.network.promising_baskets import next_basket, weigh_baskets
from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import (
    BUY_SHARE,
    DONE_OPTION,
    END_OPTION_BUYING,
    action_of,
    nth_option,
)
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.random_words import word_at
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import BUY, GAME, MAX_CHAINS, OVER, Rules, State
from mergemaker.rules.turn_end import may_announce

ROOT = LEVELS + 1  # the position itself, while its choices are tried
WORLDS = LEVELS + 2
MOST_BASKETS = 12  # that are judged by the network where a seat must buy

# How a seat plays in a game against itself.
SEATED = np.dtype(
    [
        ("broker", np.int64),  # 1: by the broker's look-ahead alone
        ("key", np.int64),
        ("until", np.int64),  # so many tiles are drawn it varies its play
        ("temper", np.float64),  # difference in chance that makes an option e times as likely as another
    ],
    align=True,
)


@rule
def look_at_purchases(rules: Rules, worlds: Any, weights: Any, mind: Any, outlook: Outlook) -> None:
    """Rates the next share to buy, being done, and announcing the end; `mind.baskets` has what goes with a share."""
    game = record_at(worlds, 0)
    seat = int(game.actor)
    outlook.rated = 0
    if game.announced or game.automatic:
        outlook.rated = 0
    elif may_announce(rules, game):
        game.announced = 1
        outlook.rating[END_OPTION_BUYING] = chance_ending(rules, game, seat, record_at(weights, 1), outlook)
        outlook.rated = 1 << END_OPTION_BUYING
        game.announced = 0
    play = record_at(weights, 0)
    baskets = weigh_baskets(rules, game, seat, play, mind, outlook)
    mind.gains[0] = HOPELESS  # buying nothing comes first, whatever it promises
    for basket in range(len(mind.after)):
        mind.after[basket] = -1.0
    for tried in range(MOST_BASKETS + 1):
        basket = next_basket(mind, baskets) if tried > 0 else 0
        if basket < 0:
            break
        worlds[1] = worlds[0]
        buy_basket(rules, record_at(worlds, 1), basket)
        chance = chance_after(rules, worlds, 1, seat, play, record_at(weights, 1), mind, outlook)
        mind.after[basket] = chance
        if basket == 0:
            outlook.rating[DONE_OPTION] = chance
            outlook.rated |= 1 << DONE_OPTION
        for part in range(MOST_BOUGHT):
            if BASKETS[basket, part, 1] > 0:
                chain = int(BASKETS[basket, part, 0])
                if (outlook.rated >> chain) & 1 == 0 or chance > outlook.rating[chain]:
                    outlook.rating[chain] = chance
                    mind.baskets[chain] = basket
                outlook.rated |= 1 << chain


@rule
def look(rules: Rules, worlds: Any, weights: Any, mind: Any, outlook: Outlook) -> None:
    """Rates the choices of the seat that must decide, whose sight is in `worlds[0]`, by the network.

    `weights` has what is played by and what is judged by.
    """
    game = record_at(worlds, 0)
    assume_the_even(rules, game)
    if game.decision == BUY:
        look_at_purchases(rules, worlds, weights, mind, outlook)
    else:
        look_ahead(rules, worlds, record_at(weights, 0), record_at(weights, 1), mind, outlook)


@rule
def choose(game: State, seated: Any, key: int, outlook: Outlook) -> int:
    """The best rated option, or with a temper any, the better the likelier."""
    best = best_rated(outlook)
    temper = seated.temper
    if temper <= 0.0 or game.drawn > seated.until:
        return best
    whole = 0.0
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1:
            whole += exp((outlook.rating[option] - outlook.rating[best]) / temper)
        option += 1
    left = whole * word_at(key, 0) / 4294967296.0
    option = 0
    while outlook.rated >> option:
        if (outlook.rated >> option) & 1:
            left -= exp((outlook.rating[option] - outlook.rating[best]) / temper)
            if left < 0.0:
                return option
        option += 1
    return best


@rule
def look_action(rules: Rules, worlds: Any, seated: Any, weights: Any, mind: Any, outlook: Outlook) -> int:
    """What a seat does by one look; what it has seen is in `worlds[0]`."""
    game = record_at(worlds, 0)
    if has_no_choice(rules, game):
        return action_of(game, nth_option(legal_options(rules, game), 0))
    if seated.broker:
        return broker_action(rules, worlds, record_at(weights, 0), outlook)
    worlds[ROOT] = worlds[0]
    look(rules, worlds, weights, mind, outlook)
    seen = record_at(worlds, ROOT)
    return action_of(seen, choose(seen, seated, key_of(rules, seen, seated.key), outlook))


@door
def play_by_looks(
    rules: Any, games: Any, limit: int, hidden: bool, seats: Any, weights: Any, mind: Any, worlds: Any, outlook: Any
) -> int:
    """Plays a game on, to its end or for so many decisions; how many there were. All purchases of a turn count as one.

    `seats` has an entry for each seat, `weights` two: played by and judged by. Every decision is made on what its seat
    has seen. With a limit of 0 the record itself is what a seat has seen, and its action is given and not played.
    """
    game = record_at(games, 0)
    if limit == 0:
        worlds[0] = games[0]
        seated = record_at(seats, game.actor)
        return look_action(record_at(rules, 0), worlds, seated, weights, record_at(mind, 0), record_at(outlook, 0))
    at = 0
    while game.decision != OVER and at < limit:
        seat = int(game.actor)
        worlds[0] = games[0]
        blank(record_at(rules, 0), record_at(worlds, 0), seat, hidden)
        action = look_action(
            record_at(rules, 0), worlds, record_at(seats, seat), weights, record_at(mind, 0), record_at(outlook, 0)
        )
        share = action - BUY_SHARE
        if game.decision == BUY and 0 <= share < MAX_CHAINS and not record_at(seats, seat).broker:
            # The rest of the basket was chosen with its first share, and need not be looked at again.
            buy_basket(record_at(rules, 0), game, record_at(mind, 0).baskets[share])
        else:
            apply_action(record_at(rules, 0), game, action, None)
        at += 1
    return at


def new_look_worlds() -> Any:
    """Scratch paper for a look."""
    return np.zeros(WORLDS, GAME)
