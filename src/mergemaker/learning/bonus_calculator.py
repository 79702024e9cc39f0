"""A calculator for people who play with the real box: bonuses with their ties, what to trade, and the final worth.

The sums are the engine's own, so that the calculator can't differ from a game that is played here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from mergemaker.rules.bag import market_plays
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.previews import bonuses_now
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS, TILES, fields, new_state
from mergemaker.rules.words.phrases import capital, dollars, listed, shares_of
from mergemaker.rules.words.tile_effects import payments_of

LEAST_SIZE = 2
MOST_CASH = 1_000_000


class CalculatorError(MergemakerError):
    """Something that can't be on a real table; the text says what."""


class Stake(msgspec.Struct, frozen=True):
    """A chain on the table: its size, and what each player holds of it; `market` where the market competes."""

    chain: str
    size: int
    holdings: tuple[int, ...]
    market: int = 0


class ChainSum(msgspec.Struct, frozen=True):
    """What a chain pays: a share's price, and by seat the bonus and what all shares sell for."""

    chain: str
    size: int
    price: int
    safe: bool
    bonuses: tuple[int, ...]
    places: tuple[str, ...]  # empty for no place
    sales: tuple[int, ...]
    told: tuple[str, ...]  # how the bonuses come about, in sentences


class TradeSum(msgspec.Struct, frozen=True):
    """What a holder of the absorbed chain can do: sell all of it, or trade pairs; in money and in a sentence."""

    seat: int
    held: int
    sale: int
    most: int  # shares that can be traded
    gets: int
    worth: int  # of the shares got, at the survivor's new price
    told: str


class MergerSum(msgspec.Struct, frozen=True):
    """A merger of two of the chains: the survivor's new size and price, and what each holder can do."""

    absorbed: str
    survivor: str
    size: int
    price: int
    trades: tuple[TradeSum, ...]


class Calculation(msgspec.Struct, frozen=True):
    """All sums of a table. `totals` is what each has if the game ends now: cash, bonuses, all shares sold."""

    names: tuple[str, ...]
    chains: tuple[ChainSum, ...]
    totals: tuple[int, ...]
    merger: MergerSum | None = None
    market: bool = False  # whether the market competes here


def calculate(
    edition: Edition,
    names: Sequence[str],
    stakes: Sequence[Stake],
    *,
    cash: Sequence[int] = (),
    absorbed: str | None = None,
    survivor: str | None = None,
) -> Calculation:
    """The sums of some chains; with an absorbed chain and a survivor, their merger too."""
    money = _checked(edition, names, stakes, cash)
    chains = tuple(_chain_sum(edition, names, stake) for stake in stakes)
    totals = tuple(
        money[seat] + sum(one.bonuses[seat] + one.sales[seat] for one in chains) for seat in range(len(names))
    )
    merger = _merger(edition, names, stakes, absorbed, survivor) if absorbed or survivor else None
    return Calculation(tuple(names), chains, totals, merger, bool(market_plays(edition.rules, len(names))))


def _checked(edition: Edition, names: Sequence[str], stakes: Sequence[Stake], cash: Sequence[int]) -> Sequence[int]:
    players = len(names)
    if not edition.allows(players):
        fewest, most = edition.players.fewest, edition.players.most
        raise CalculatorError(f"{edition.title} is for {fewest} to {most} players, not {players}.")
    if not stakes:
        raise CalculatorError("Name a chain, its size and what everybody holds of it.")
    known = set()
    for stake in stakes:
        box = edition.chains[_index(edition, stake.chain)]
        if box.name in known:
            raise CalculatorError(f"{box.name} is there twice.")
        known.add(box.name)
        if not LEAST_SIZE <= stake.size <= TILES:
            raise CalculatorError(f"A chain has {LEAST_SIZE} to {TILES} tiles, not {stake.size}.")
        if len(stake.holdings) != players:
            raise CalculatorError(f"{box.name}: {players} players, but {len(stake.holdings)} holdings.")
        if any(held < 0 for held in stake.holdings) or sum(stake.holdings) > box.certificates:
            raise CalculatorError(
                f"There are {box.certificates} shares of {box.name}; {sum(stake.holdings)} can’t be held."
            )
        if stake.market and not market_plays(edition.rules, players):
            raise CalculatorError("The market competes with two players in the 1999 and 2023 boxes only.")
        if not 0 <= stake.market <= 12:
            raise CalculatorError("The market draws a number from 1 to 12.")
    if cash and len(cash) != players:
        raise CalculatorError(f"{players} players, but cash of {len(cash)}.")
    if any(not 0 <= amount <= MOST_CASH for amount in cash):
        raise CalculatorError(f"Cash is between $0 and {dollars(MOST_CASH)}.")
    return cash or (0,) * players


def _index(edition: Edition, chain: str) -> int:
    try:
        return edition.chain_index(chain)
    except LookupError:
        raise CalculatorError(
            f"There is no chain “{chain[:30]}” in {edition.title}. Chains are {listed(edition.chain_names)}."
        ) from None


def _paid(edition: Edition, chain: int, stake: Stake) -> list[int]:
    """The engine's bonuses by seat; the market, where it competes, is one holder more and comes last."""
    holdings = [*stake.holdings, *([stake.market] if stake.market else [])]
    state = new_state()
    game = fields(state)
    game.players = len(holdings)
    game.sizes[chain] = stake.size
    game.shares[: len(holdings), chain] = holdings
    out = np.zeros((MAX_CHAINS, MAX_PLAYERS), np.int64)
    bonuses_now(edition.record, state, out)
    return [int(bonus) for bonus in out[chain][: len(holdings)]]


def _chain_sum(edition: Edition, names: Sequence[str], stake: Stake) -> ChainSum:
    chain = _index(edition, stake.chain)
    price = edition.price(chain, stake.size)
    paid = _paid(edition, chain, stake)
    who = [*names, *(["the market"] if stake.market else [])]
    holdings = [*stake.holdings, *([stake.market] if stake.market else [])]
    places = {payment.seat: payment.place for payment in payments_of(edition, chain, holdings, paid)}
    seats = range(len(names))
    return ChainSum(
        chain=edition.chain_names[chain],
        size=stake.size,
        price=price,
        safe=stake.size >= edition.mergers.safe,
        bonuses=tuple(paid[seat] for seat in seats),
        places=tuple(places.get(seat, "") for seat in seats),
        sales=tuple(price * stake.holdings[seat] for seat in seats),
        told=tuple(_told(edition, chain, stake.size, who, holdings, paid)),
    )


def _told(
    edition: Edition, chain: int, size: int, who: Sequence[str], holdings: Sequence[int], paid: Sequence[int]
) -> list[str]:
    """How the bonuses come about: a sentence for each place, or for those who are level."""
    name = edition.chain_names[chain]
    holders = [seat for seat, held in enumerate(holdings) if held]
    if not holders:
        return [f"Nobody holds {name}, so nothing is paid."]
    if len(holders) == 1:
        return [f"{capital(who[holders[0]])} alone holds {name} and gets {dollars(paid[holders[0]])}."]
    sentences = []
    chart, places = edition.bonus(chain, size), edition.bonuses.places
    for held in sorted({holdings[seat] for seat in holders if paid[seat]}, reverse=True):
        level = [seat for seat in holders if holdings[seat] == held]
        first = sum(other > held for other in holdings)
        pooled = range(first, min(first + len(level), len(places)))
        each = dollars(paid[level[0]])
        if len(level) == 1:
            sentences.append(f"{capital(who[level[0]])} with {held} gets the {places[first]}, {each}.")
            continue
        what = f"the {listed([places[place] for place in pooled])}"
        pool = sum(chart[place] for place in pooled)
        rounded = ", rounded up to the next $100" if pool != paid[level[0]] * len(level) else ""
        them = capital(listed([who[seat] for seat in level]))
        sentences.append(f"{them} with {held} each share {what}: {dollars(pool)}, so {each} each{rounded}.")
    return sentences


def _merger(
    edition: Edition, names: Sequence[str], stakes: Sequence[Stake], absorbed: str | None, survivor: str | None
) -> MergerSum:
    by_name = {edition.chain_names[_index(edition, stake.chain)]: stake for stake in stakes}
    pair = []
    for what, chain in (("absorbed", absorbed), ("surviving", survivor)):
        if not chain or edition.chain_names[_index(edition, chain)] not in by_name:
            raise CalculatorError(f"For a merger, give the {what} chain with its size and holdings as well.")
        pair.append(by_name[edition.chain_names[_index(edition, chain)]])
    gone, stays = pair
    if gone is stays:
        raise CalculatorError("A chain can’t absorb itself.")
    if gone.size > stays.size:
        raise CalculatorError(f"{stays.chain} is smaller than {gone.chain}, so it can’t absorb it.")
    if gone.size >= edition.mergers.safe:
        raise CalculatorError(
            f"{gone.chain} is safe: a chain of {edition.mergers.safe} tiles or more is never absorbed."
        )
    gone_at, stays_at = _index(edition, gone.chain), _index(edition, stays.chain)
    size = gone.size + stays.size + 1
    price = edition.price(stays_at, size)
    sells_at = edition.price(gone_at, gone.size)
    bank = edition.chains[stays_at].certificates - sum(stays.holdings)
    trades = []
    for seat, held in enumerate(gone.holdings):
        if held:
            most = min(held // 2, bank) * 2
            trades.append(
                TradeSum(
                    seat=seat,
                    held=held,
                    sale=held * sells_at,
                    most=most,
                    gets=most // 2,
                    worth=most // 2 * price,
                    told=_trade_told(edition, names[seat], seat, (gone, stays), most, sells_at, price),
                )
            )
    names_of = edition.chain_names
    return MergerSum(names_of[gone_at], names_of[stays_at], size, price, tuple(trades))


def _trade_told(
    edition: Edition, who: str, seat: int, merging: tuple[Stake, Stake], most: int, sells_at: int, price: int
) -> str:
    """What speaks for trading and for selling: the money of a pair, and a place that a trade would win."""
    gone, stays = merging
    if not most:
        why = "one share makes no pair" if gone.holdings[seat] < 2 else f"the bank has no {stays.chain}"
        return f"{who} can trade nothing: {why}."
    pair = f"two of {gone.chain} sell for {dollars(2 * sells_at)}, one of {stays.chain} is worth {dollars(price)}"
    by_money = "the money is the same" if price == 2 * sells_at else "trade" if price > 2 * sells_at else "sell"
    said = f"By the money: {pair}, so {by_money}." if by_money != "the money is the same" else f"{capital(pair)}."
    chain = _index(edition, stays.chain)
    before = _paid(edition, chain, stays)[seat]
    for shares in range(2, most + 1, 2):
        holdings = tuple(held + (shares // 2 if other == seat else 0) for other, held in enumerate(stays.holdings))
        after = _paid(edition, chain, msgspec.structs.replace(stays, holdings=holdings))[seat]
        if after > before:
            gain = dollars(after - before)
            return f"{said} Trading {shares_of(shares, gone.chain)} raises {who}’s bonus in {stays.chain} by {gain}."
    return f"{said} No trade changes {who}’s place in {stays.chain}."
