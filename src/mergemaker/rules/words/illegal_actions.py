"""Why an action can't be done: what is in the way, and what is possible instead, in a player's words."""

from __future__ import annotations

from typing import Any

from mergemaker.rules import actions as a
from mergemaker.rules.board import SQUARES, TILE_NAMES
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.state import DECISIONS, EMPTY, OVER, PLACE, SET_ASIDE, TRADE, copied, plain
from mergemaker.rules.words.offers import bank_limit
from mergemaker.rules.words.phrases import dollars, listed, shares_of
from mergemaker.rules.words.tile_effects import look_at_tiles, tile_effect

_DECISION_OF = {"skip": "place", "done": "buy", "keep": "exchange"}  # where the verb is not the decision's name

ASKED = {
    "place": "place a tile",
    "found": "name the new chain",
    "survivor": "say which chain survives",
    "absorb": "say which chain is absorbed next",
    "trade": "say how many shares to trade",
    "sell": "say how many shares to sell",
    "buy": "buy shares",
    "exchange": "exchange dead tiles or keep them",
}


def refusal(edition: Edition, state: Any, names: list[str], action: int, legal: list[str]) -> IllegalAction:
    """Why a readable action can't be done now."""
    game = plain(state)
    decision = DECISIONS[game.decision]
    if game.decision == OVER:
        return IllegalAction("game-over", "The game is over.")
    text = a.action_texts(edition.chain_names)[action]
    verb = text.split()[0]
    if action == a.ANNOUNCE_END:
        return _cannot_announce(edition, game, decision)
    if decision != _DECISION_OF.get(verb, verb):
        who = names[game.actor]
        can = listed(legal) if len(legal) <= 12 else f"{legal[0]} … {legal[-1]}"
        return IllegalAction("wrong-decision", f"{who} is to {ASKED[decision]} now. Possible: {can}.")
    if game.decision == PLACE:
        return _cannot_place(edition, state, names, action, legal)
    chain = edition.chain_names
    if decision == "buy":
        return _cannot_buy(edition, game, action - a.BUY_SHARE)
    if decision in ("trade", "sell"):
        return _cannot_dispose(edition, game, action)
    of = {"found": a.FOUND_CHAIN, "survivor": a.KEEP_SURVIVOR, "absorb": a.ABSORB_CHAIN}[decision]
    reason = {
        "found": "is on the board already",
        "survivor": "is not one of the largest chains in this merger",
        "absorb": "is not one of the chains to be absorbed next",
    }[decision]
    can = listed([action_text.split(maxsplit=1)[1] for action_text in legal])
    return IllegalAction(f"cannot-{decision}", f"{chain[action - of]} {reason}. Possible: {can}.")


def _cannot_announce(edition: Edition, game: Any, decision: str) -> IllegalAction:
    if edition.ending.how != "announced":
        return IllegalAction("cannot-announce", "In this edition the end is not announced: it comes by itself.")
    if game.announced:
        return IllegalAction("cannot-announce", "The end has been announced already.")
    if decision not in ("place", "buy"):
        return IllegalAction("cannot-announce", "The end is announced before the tile or while buying.")
    return IllegalAction(
        "cannot-announce",
        "The end can’t be announced yet: that takes a chain of "
        f"{edition.ending.size} tiles, or all chains on the board safe ({edition.mergers.safe} tiles).",
    )


def _cannot_place(edition: Edition, state: Any, names: list[str], action: int, legal: list[str]) -> IllegalAction:
    game = plain(state)
    placeable = [text.split()[1] for text in legal if text.startswith("place")]
    if action == a.SKIP_TURN:
        return IllegalAction("must-place", f"A tile can be placed, so one must be: {listed(placeable)}.")
    tile = action - a.PLACE_TILE
    name = TILE_NAMES[tile]
    if tile in game.hands[game.mover]:
        (looked,) = look_at_tiles(edition, copied(state), [tile])
        effect = tile_effect(edition, looked, game, tile, names, None)
        return IllegalAction(f"{effect.effect}-tile", f"{name} can’t be placed. {effect.text}")
    what = game.squares[SQUARES[tile]]
    lies = " It lies on the board." if what < EMPTY else " It was set aside." if what == SET_ASIDE else ""
    can = f" Possible: {listed(placeable)}." if placeable else " None of yours can be placed: skip."
    return IllegalAction("not-in-hand", f"{name} is not in the hand of {names[game.mover]}.{lies}{can}")


def _cannot_buy(edition: Edition, game: Any, chain: int) -> IllegalAction:
    name = edition.chain_names[chain]
    price = edition.price(chain, game.sizes[chain])
    cash = game.cash[game.mover]
    if game.sizes[chain] == 0:
        return IllegalAction("not-on-board", f"{name} is not on the board, so it can’t be bought.")
    if game.bought >= edition.turn.buy:
        return IllegalAction("buy-limit", f"Only {shares_of(edition.turn.buy, 'all chains together')} a turn.")
    if game.bank[chain] == 0:
        return IllegalAction("bank-empty", f"The bank is out of {name}.")
    return IllegalAction("cannot-afford", f"A share of {name} costs {dollars(price)} and you have {dollars(cash)}.")


def _cannot_dispose(edition: Edition, game: Any, action: int) -> IllegalAction:
    absorbed, survivor, seat = game.absorbed, game.survivor, game.actor
    held = game.shares[seat][absorbed]
    name, other = edition.chain_names[absorbed], edition.chain_names[survivor]
    if game.decision == TRADE:
        wanted = 2 * (action - a.TRADE_PAIRS)
        bank = game.bank[survivor]
        if wanted <= held and wanted // 2 > bank:
            return IllegalAction("bank-empty", bank_limit(bank, name, other))
        return IllegalAction("too-many", f"You hold {shares_of(held, name)}, not {wanted}.")
    return IllegalAction("too-many", f"You hold {shares_of(held, name)}, not {action - a.SELL_SHARES}.")
