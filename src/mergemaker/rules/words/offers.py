"""What a seat that must decide about shares can buy, trade and sell, in numbers: whoever shows it only adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.words.phrases import dollars, shares_of


class Buyable(msgspec.Struct, frozen=True):
    """A chain that can be bought: its price, how many if nothing else is bought, why the bank gives no more."""

    chain: str
    price: int
    most: int
    bank_limit: str


class Buying(msgspec.Struct, frozen=True):
    """What a seat may buy now: so many shares in all, for so much money, of these chains; and why no more than that."""

    left: int
    money: int
    chains: tuple[Buyable, ...]
    share_limit: str
    money_limit: str


class Trade(msgspec.Struct, frozen=True):
    """Shares that may be given up in a merger, and the survivor's shares that they bring."""

    shares: int
    gets: int


class Disposal(msgspec.Struct, frozen=True):
    """What a seat may do with its shares of an absorbed chain; what is neither traded nor sold is held."""

    chain: str
    survivor: str
    held: int  # shares of the absorbed chain
    price: int  # of each that is sold
    owned: int  # shares of the survivor
    money: int
    trades: tuple[Trade, ...]  # from none upward; empty where trading is not asked
    limit: str  # why no more can be traded though more are held, or nothing


def buying_of(edition: Edition, game: Any, seat: int | None, actions: Sequence[str]) -> Buying | None:
    """What a seat may buy; None if it is not asked to."""
    if seat is None or not any(action == "done" or action.startswith("buy ") for action in actions):
        return None
    left, money = edition.turn.buy - game.bought, game.cash[seat]
    chains = []
    for action in actions:
        verb, _, name = action.partition(" ")
        if verb == "buy":
            chain = edition.chain_names.index(name)
            price = edition.price(chain, game.sizes[chain])
            bank = game.bank[chain]
            limit = f"The bank has {shares_of(bank, name)}, no more."
            chains.append(Buyable(name, price, min(left, bank, money // price), limit))
    so_many = "One share" if left == 1 else f"{left} shares"
    return Buying(left, money, tuple(chains), f"{so_many} can be bought, no more.", f"You have {dollars(money)}.")


def disposal_of(edition: Edition, game: Any, seat: int | None, actions: Sequence[str]) -> Disposal | None:
    """What a seat may do with its shares of the absorbed chain; None if it is not asked."""
    asked = [action.split() for action in actions if action.startswith(("trade ", "sell "))]
    if seat is None or not asked:
        return None
    absorbed, survivor = game.absorbed, game.survivor
    held = game.shares[seat][absorbed]
    trades = tuple(Trade(int(count), int(count) // 2) for verb, count in asked if verb == "trade")
    name, other = edition.chain_names[absorbed], edition.chain_names[survivor]
    bank = game.bank[survivor]
    return Disposal(
        chain=name,
        survivor=other,
        held=held,
        price=edition.price(absorbed, game.sizes[absorbed]),
        owned=game.shares[seat][survivor],
        money=game.cash[seat],
        trades=trades,
        limit=bank_limit(bank, name, other) if trades and bank < held // 2 else "",
    )


def bank_limit(bank: int, absorbed: str, survivor: str) -> str:
    """Why no more shares can be traded: the bank has no more to give."""
    return f"The bank has {shares_of(bank, survivor)}, so at most {2 * bank} of {absorbed} can be traded."
