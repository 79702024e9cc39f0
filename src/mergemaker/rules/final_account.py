"""The account at the end of a game: where each seat's money came from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mergemaker.rules.words.sentences import Event


class ChainStanding(msgspec.Struct, frozen=True):
    """What a chain paid a seat at the end."""

    chain: str
    bonus: int
    shares: int
    sale: int


class Standing(msgspec.Struct, frozen=True):
    """A seat's final account: cash before the end, what each chain brought, the total; `place` counts from 1."""

    seat: int
    name: str
    place: int
    cash: int
    chains: tuple[ChainStanding, ...]
    total: int


def final_account(names: Sequence[str], money: Sequence[int], last: Sequence[Event]) -> tuple[Standing, ...]:
    """Returns each seat's account, the richest first, from the money at the end and what the last action brought."""
    ended = next((at for at, event in enumerate(last) if event.kind == "ended"), len(last))
    paid = [event for event in last[ended:] if event.kind in ("bonus", "cashed in")]
    accounts = []
    for seat, total in enumerate(money):
        chains = []
        for name in dict.fromkeys(event.chain for event in paid if event.seat == seat):
            mine = [event for event in paid if event.seat == seat and event.chain == name]
            bonus = sum(event.money for event in mine if event.kind == "bonus")
            sold = [event for event in mine if event.kind == "cashed in"]
            sale, shares = sum(event.money for event in sold), sum(event.count for event in sold)
            chains.append(ChainStanding(str(name), bonus, shares, sale))
        cash = total - sum(chain.bonus + chain.sale for chain in chains)
        place = 1 + sum(other > total for other in money)
        accounts.append(Standing(seat, names[seat], place, cash, tuple(chains), total))
    return tuple(sorted(accounts, key=lambda account: account.place))
