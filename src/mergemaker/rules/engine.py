"""The one door to the rules: `begin`, `legal`, `apply`, and whole random games.

Everything outside this package that plays a game, compiled or not, comes through here.
"""

from __future__ import annotations

from typing import Any

from mergemaker.compiler import door, record_at, rule
from mergemaker.rules.actions import (
    ABSORB_CHAIN,
    ACTIONS,
    ANNOUNCE_END,
    BUY_SHARE,
    DONE_BUYING,
    EXCHANGE_DEAD,
    EXCHANGE_OPTION,
    FOUND_CHAIN,
    KEEP_OPTION,
    KEEP_SURVIVOR,
    PLACE_TILE,
    SELL_SHARES,
    SKIP_TURN,
    TRADE_PAIRS,
    action_of,
    count_bits,
    nth_option,
    option_of,
)
from mergemaker.rules.events import ANNOUNCED_END, Events, note_seat
from mergemaker.rules.mergers import (
    absorb_options,
    apply_absorb,
    apply_sell,
    apply_survivor,
    apply_trade,
    begin_absorption,
    go_on_merging,
    sell_options,
    survivor_options,
    trade_options,
)
from mergemaker.rules.placement import apply_found, apply_place, apply_skip, found_options, placing_options
from mergemaker.rules.purchase import apply_buy, ask_to_buy, buying_options, tile_settled
from mergemaker.rules.random_words import below, key_at, shuffle_tiles
from mergemaker.rules.setup import deal_certificates, set_up
from mergemaker.rules.state import (
    ABSORB,
    ABSORBING,
    BUY,
    BUYING,
    DRAWING,
    EXCHANGE,
    EXCHANGING,
    FOUND,
    MAX_MARKET,
    MERGING,
    NO_TILE,
    OVER,
    PASSING,
    PLACE,
    SELL,
    SETTLING,
    SURVIVOR,
    TRADE,
    Rules,
    State,
)
from mergemaker.rules.turn_end import apply_exchange, finish_buying, finish_game, finish_turn, replace_dead


@rule
def legal_options(rules: Rules, game: State) -> int:
    """What may be chosen now, as bits; none when the game is over."""
    decision = game.decision
    if decision == PLACE:
        return placing_options(rules, game)
    if decision == BUY:
        return buying_options(rules, game)
    if decision == TRADE:
        return trade_options(game)
    if decision == SELL:
        return sell_options(game)
    if decision == FOUND:
        return found_options(rules, game)
    if decision == SURVIVOR:
        return survivor_options(rules, game)
    if decision == ABSORB:
        return absorb_options(rules, game)
    if decision == EXCHANGE:
        return (1 << EXCHANGE_OPTION) | (1 << KEEP_OPTION)
    return 0


@rule
def announce(game: State, events: Events | None) -> None:
    """The mover announces the end; the same decision is asked again, if a choice remains."""
    game.announced = 1
    note_seat(events, ANNOUNCED_END, game.mover, 0)
    if game.decision == BUY:
        game.decision = BUYING


@rule
def choose(rules: Rules, game: State, action: int, events: Events | None) -> None:
    """Does what an action says; the steps that follow from it are `settle`'s."""
    decision = game.decision
    if action == ANNOUNCE_END:
        announce(game, events)
    elif decision == PLACE:
        if action == SKIP_TURN:
            apply_skip(game, events)
        else:
            apply_place(rules, game, action - PLACE_TILE, events)
    elif decision == BUY:
        if action == DONE_BUYING:
            game.decision = DRAWING
        else:
            apply_buy(rules, game, action - BUY_SHARE, events)
    elif decision == TRADE:
        apply_trade(game, action - TRADE_PAIRS, events)
    elif decision == SELL:
        apply_sell(rules, game, action - SELL_SHARES, events)
    elif decision == FOUND:
        apply_found(rules, game, action - FOUND_CHAIN, events)
    elif decision == SURVIVOR:
        apply_survivor(game, action - KEEP_SURVIVOR, events)
    elif decision == ABSORB:
        apply_absorb(game, action - ABSORB_CHAIN)
    elif decision == EXCHANGE:
        apply_exchange(game, action == EXCHANGE_DEAD, events)


@rule
def take_step(rules: Rules, game: State, events: Events | None) -> None:
    """One step that needs no decision.

    Each step is called from here alone: that keeps the machine code small and its compilation quick.
    """
    step = game.decision
    if step == BUYING:
        ask_to_buy(rules, game)
    elif step == DRAWING:
        finish_buying(rules, game, events)
    elif step == PASSING:
        finish_turn(game)
    elif step == SETTLING:
        tile_settled(rules, game, events)
    elif step == EXCHANGING:
        replace_dead(rules, game, events)
    elif step == MERGING:
        go_on_merging(rules, game, events)
    elif step == ABSORBING:
        begin_absorption(rules, game, events)
    else:
        finish_game(rules, game, events)


@rule
def settle(rules: Rules, game: State, events: Events | None) -> None:
    """Goes from step to step until somebody must choose or the game is over."""
    while game.decision > OVER:
        take_step(rules, game, events)


@rule
def apply_action(rules: Rules, game: State, action: int, events: Events | None) -> None:
    """Does a legal action, and all that follows until somebody must choose again. Legality is the caller's to ask."""
    choose(rules, game, action, events)
    settle(rules, game, events)


@rule
def random_action(rules: Rules, game: State, key: int, counter: int) -> int:
    """One of the legal actions, each as likely as the others."""
    options = legal_options(rules, game)
    return action_of(game, nth_option(options, below(key, counter, count_bits(options))))


@rule
def deal_randomly(rules: Rules, game: State, key: int) -> None:
    """Shuffles tiles and certificates, and sets up a game for the players that the record names."""
    game.market_key = key_at(key, 0)  # its own: market draws must not follow from the order of the tiles
    shuffle_tiles(game.deck, key)
    for at in range(MAX_MARKET):
        game.market[at] = NO_TILE
    deal_certificates(rules, game, key)
    set_up(rules, game, None)


@door
def begin(rules: Any, games: Any, events: Any) -> None:
    """Sets up a game whose players, deck, dealt certificates, market key and market draws are filled in."""
    set_up(record_at(rules, 0), record_at(games, 0), None if events is None else record_at(events, 0))


@door
def legal(rules: Any, games: Any, mask: Any) -> int:
    """Fills a mask over all actions with 1 where legal and 0 elsewhere. Returns how many are legal."""
    game = record_at(games, 0)
    for action in range(ACTIONS):
        mask[action] = 0
    options = legal_options(record_at(rules, 0), game)
    count = 0
    option = 0
    while options >> option:
        if (options >> option) & 1:
            mask[action_of(game, option)] = 1
            count += 1
        option += 1
    return count


@rule
def is_legal(rules: Rules, game: State, action: int) -> bool:
    """Whether an action may be chosen now."""
    option = option_of(game, action)
    return option >= 0 and (legal_options(rules, game) >> option) & 1 == 1


@door
def apply(rules: Any, games: Any, action: int, events: Any) -> bool:
    """Applies an action if it is legal; an illegal one changes nothing. Returns whether it was legal."""
    if not is_legal(record_at(rules, 0), record_at(games, 0), action):
        return False
    buffer = None if events is None else record_at(events, 0)
    apply_action(record_at(rules, 0), record_at(games, 0), action, buffer)
    return True


@door
def replay(rules: Any, games: Any, actions: Any) -> int:
    """Applies actions in order, up to the first that is not legal. Returns how many were applied."""
    for at in range(len(actions)):
        if not is_legal(record_at(rules, 0), record_at(games, 0), actions[at]):
            return at
        apply_action(record_at(rules, 0), record_at(games, 0), actions[at], None)
    return len(actions)


@door
def play_randomly(rules: Any, games: Any, key: int, actions: Any) -> int:
    """Plays a game to its end by uniform choices, written down while there is room. Returns how many there were."""
    game = record_at(games, 0)
    played = 0
    while game.decision != OVER:
        action = random_action(record_at(rules, 0), game, key, played)
        if played < len(actions):
            actions[played] = action
        apply_action(record_at(rules, 0), game, action, None)
        played += 1
    return played


@rule
def play_out(rules: Rules, game: State, key: int) -> int:
    """Deals the game of a key and plays it to its end by uniform choices. Returns how many there were."""
    deal_randomly(rules, game, key)
    choices = key_at(key, 0)
    decisions = 0
    while game.decision != OVER:
        apply_action(rules, game, random_action(rules, game, choices, decisions), None)
        decisions += 1
    return decisions


@door
def play_series(rules: Any, games: Any, decisions: Any, key: int, first: int, start: int, stop: int) -> None:
    """Plays the games from `start` to before `stop`; games[0] is number `first` of the series that a key stands for.

    Every random game anywhere is one of such a series: its key is the series' key at its number, its deck comes from
    that key and its choices from a key of that key.
    """
    for at in range(start, stop):
        decisions[at] = play_out(record_at(rules, 0), record_at(games, at), key_at(key, first + at))


@door
def deal_of_series(rules: Any, games: Any, key: int, number: int) -> int:
    """Deals one game of a series, ready for its first decision. Returns the key of its random choices."""
    game_key = key_at(key, number)
    deal_randomly(record_at(rules, 0), record_at(games, 0), game_key)
    return key_at(game_key, 0)
