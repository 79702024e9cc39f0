"""A look ahead over the rest of a turn: every choice of the seat that must decide, tried to the turn's end.

The broker looks ahead with the evaluation, the magnate with its network; it is the same walk. A tile is tried with each
chain it could found or let survive, a disposal with every sensible split; what others decide meanwhile is answered by
rule of thumb.
"""

from __future__ import annotations

from typing import Any

from mergemaker.bots.clerk import clerk_action
from mergemaker.bots.evaluation.best_basket import BASKETS, best_basket
from mergemaker.bots.evaluation.chain_values import appraise, count_money
from mergemaker.bots.evaluation.outlook import MOST_BOUGHT, Outlook, Weights
from mergemaker.bots.network.judgement import CONSOLATION, judge_by_network
from mergemaker.bots.network.promising_baskets import next_basket, weigh_baskets
from mergemaker.compiler import record_at, rule
from mergemaker.rules.actions import (
    DONE_OPTION,
    END_OPTION_PLACING,
    EXCHANGE_OPTION,
    action_of,
    count_bits,
    nth_option,
)
from mergemaker.rules.engine import apply_action, legal_options
from mergemaker.rules.state import BUY, EXCHANGE, FOUND, OVER, PLACE, SELL, SURVIVOR, TRADE, Rules, State
from mergemaker.rules.turn_end import may_announce

LEVELS = 4  # games on the scratch paper: the position, a tile placed, a chain chosen, a disposal tried
FINISHED = LEVELS  # and with a network one more, in which a turn is finished
FEW_BASKETS = 4  # that a network is asked about after each tile
PURCHASES = 1.5  # how much better than any before the purchases after a tile may turn out
FIRST_PURCHASES = 0.02  # what they are taken to be worth before the first have been worked out


@rule
def disposals(count: int) -> int:
    """Numbers of shares worth trying when so many can go, as bits: all of few, a spread of many."""
    step = 1 if count <= 4 else (count + 2) // 4
    tried = 1
    while count > 0:
        tried |= 1 << count
        count -= step
    return tried


@rule
def worth_trying(rules: Rules, game: State) -> int:
    """The options that a look-ahead tries."""
    options = legal_options(rules, game)
    if game.decision == TRADE or game.decision == SELL:
        return disposals(count_bits(options) - 1)
    if game.decision == PLACE:
        return options & ~(1 << END_OPTION_PLACING)
    return options


@rule
def branches(game: State, seat: int) -> bool:
    """Whether a look-ahead tries every choice of this decision; others are answered by rule of thumb."""
    if game.decision == FOUND or game.decision == SURVIVOR:
        return True
    return bool(game.decision == SELL and game.actor == seat)


@rule
def chance_here(rules: Rules, game: State, seat: int, weights: Weights, outlook: Outlook) -> float:
    """A seat's chance to win from here, its purchases of this turn made."""
    appraise(rules, game, weights, outlook)
    if game.decision == BUY and game.mover == seat:
        best_basket(rules, game, seat, False, weights, outlook)
    return float(outlook.chance[seat])


@rule
def chance_ending(rules: Rules, game: State, seat: int, judge: Weights, outlook: Outlook) -> float:
    """The same where the game ends after this turn, told as the network's chances are."""
    chance_here(rules, game, seat, judge, outlook)
    if outlook.certain:
        count_money(int(game.players), outlook, CONSOLATION)
    return float(outlook.chance[seat])


@rule
def chance_above(rules: Rules, game: State, seat: int, best: float, weights: Weights, outlook: Outlook) -> float:
    """The same, but purchases are worked out only where they may lift the chance above the best so far."""
    appraise(rules, game, weights, outlook)
    chance = outlook.chance[seat]
    if game.decision == BUY and game.mover == seat:
        if outlook.certain:  # there a share may decide the game
            best_basket(rules, game, seat, False, weights, outlook)
        elif chance + PURCHASES * outlook.bought > best:
            best_basket(rules, game, seat, False, weights, outlook)
            outlook.bought = max(outlook.bought, outlook.chance[seat] - chance)
    return float(outlook.chance[seat])


@rule
def buy_basket(rules: Rules, game: State, basket: int) -> None:
    """Buys a basket, and is done."""
    for part in range(MOST_BOUGHT):
        for _ in range(BASKETS[basket, part, 1]):
            apply_action(rules, game, action_of(game, BASKETS[basket, part, 0]), None)
    if game.decision == BUY:
        apply_action(rules, game, action_of(game, DONE_OPTION), None)


@rule
def finish_turn(rules: Rules, game: State, weights: Weights, outlook: Outlook) -> None:
    """Plays on to the beginning of the next turn: disposals by rule of thumb, purchases by the evaluation."""
    mover = int(game.mover)
    while game.decision != OVER and game.mover == mover and game.decision != PLACE:
        if game.decision == BUY:
            appraise(rules, game, weights, outlook)
            buy_basket(rules, game, best_basket(rules, game, mover, False, weights, outlook))
        elif game.decision == EXCHANGE:
            apply_action(rules, game, action_of(game, EXCHANGE_OPTION), None)
        else:
            apply_action(rules, game, clerk_action(rules, game), None)


@rule
def chance_after(
    rules: Rules, worlds: Any, level: int, seat: int, play: Weights, judge: Weights, mind: Any, outlook: Outlook
) -> float:
    """A seat's chance when the turn on one of the worlds has been finished, with the best of a few baskets bought."""
    game = record_at(worlds, level)
    if game.announced or game.automatic:
        return chance_ending(rules, game, seat, judge, outlook)
    finished = record_at(worlds, FINISHED)
    buying = game.decision == BUY and game.mover == seat
    baskets = weigh_baskets(rules, game, seat, play, mind, outlook) if buying else 0
    best = -1.0
    for _ in range(FEW_BASKETS if buying else 1):
        worlds[FINISHED] = worlds[level]
        if buying:
            basket = next_basket(mind, baskets)
            if basket < 0:
                break
            buy_basket(rules, finished, basket)
        finish_turn(rules, finished, play, outlook)
        judge_by_network(rules, finished, seat, judge, mind, outlook)
        best = max(best, outlook.chance[seat])
    return float(best)


@rule
def look_ahead(rules: Rules, worlds: Any, play: Weights, judge: Weights, mind: Any, outlook: Outlook) -> None:
    """Rates the choices of the seat that must decide, purchases apart, by its chance to win after its turn.

    What the seat has seen is in `worlds[0]`, with nothing unknown left in it. From there it goes down through the
    seat's own choices, a world for each, with `outlook.untried` for what is left to try at each level. With a mind the
    turn is finished and the network says how the next one begins; with None the evaluation judges. It stands in one
    function on purpose: each function that calls the rules is compiled together with all of them.
    """
    game = record_at(worlds, 0)
    seat = int(game.actor)
    options = worth_trying(rules, game)
    outlook.rated = options
    outlook.bought = FIRST_PURCHASES
    announcing = game.decision == PLACE and may_announce(rules, game)
    best = -1.0
    tried = 0
    level = 0
    game.announced |= announcing
    outlook.untried[0] = options
    while level >= 0:
        untried = outlook.untried[level]
        if untried == 0:
            level -= 1
            if level < 0 and announcing:
                # That was with the end announced; now the same again without.
                outlook.rated |= 1 << END_OPTION_PLACING
                outlook.rating[END_OPTION_PLACING] = best
                announcing = False
                game.announced = 0
                best = -1.0
                level = 0
                outlook.untried[0] = options
            continue
        outlook.untried[level] = untried & (untried - 1)
        option = nth_option(untried, 0)
        if level == 0:
            tried = option
            outlook.rating[tried] = -1.0
        worlds[level + 1] = worlds[level]
        world = record_at(worlds, level + 1)
        apply_action(rules, world, action_of(world, option), None)
        while SURVIVOR <= world.decision <= SELL and not (level + 2 < LEVELS and branches(world, seat)):
            apply_action(rules, world, clerk_action(rules, world), None)
        if level + 2 < LEVELS and branches(world, seat):
            level += 1
            outlook.untried[level] = worth_trying(rules, world)
            continue
        if mind is None:
            chance = chance_above(rules, world, seat, best, play, outlook)
        else:
            chance = chance_after(rules, worlds, level + 1, seat, play, judge, mind, outlook)
        outlook.rating[tried] = max(outlook.rating[tried], chance)
        best = max(best, chance)
