"""Answers that are put together before they are given: a basket of shares to buy, and what to do with shares of an
absorbed chain. Both are made from a view, know their limits, and turn into the actions that the game asks for."""

from __future__ import annotations

from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import dollars, listed, shares_of
from mergemaker.rules.words.questions import chain_of


class Basket:
    """Shares to be bought, paid for together."""

    def __init__(self, view: SeenView) -> None:
        assert view.seat is not None
        self.money = view.players[view.seat].money or 0
        self.limit = view.buy_limit - view.bought
        self.chains = [chain for chain in view.chains if chain.size > 0]
        self.counts = dict.fromkeys((chain.name for chain in self.chains), 0)

    @property
    def size(self) -> int:
        """How many shares are in it."""
        return sum(self.counts.values())

    @property
    def price(self) -> int:
        """What they cost together."""
        return sum(chain.price * self.counts[chain.name] for chain in self.chains)

    def reason_against(self, name: str) -> str:
        """Why one more share of a chain can't be added; nothing if it can."""
        chain = next((chain for chain in self.chains if chain.name == name), None)
        if chain is None:
            can = [other.name for other in self.chains]
            return f"{name} is not on the board. On the board: {listed(can)}." if can else "No chain is on the board."
        if self.size >= self.limit:
            return f"{'One share' if self.limit == 1 else f'{self.limit} shares'} can be bought, no more."
        if self.counts[name] >= chain.bank:
            return f"The bank has {shares_of(chain.bank, name) if chain.bank else f'no share of {name}'}, no more."
        if self.price + chain.price > self.money:
            return f"{name} costs {dollars(chain.price)} and you have {dollars(self.money - self.price)} left."
        return ""

    def add(self, name: str) -> str:
        """Puts one more share in, or says why not."""
        if not (reason := self.reason_against(name)):
            self.counts[name] += 1
        return reason

    def remove(self, name: str) -> None:
        """Takes one share out."""
        self.counts[name] = max(0, self.counts[name] - 1)

    def total(self) -> str:
        """What is in it, what it costs and what is left."""
        if not self.size:
            return f"Nothing chosen. You have {dollars(self.money)}."
        chosen = [shares_of(count, name) for name, count in self.counts.items() if count]
        said = f"{listed(chosen)} for {dollars(self.price)}. {dollars(self.money - self.price)} left."
        return said[:1].upper() + said[1:]

    def actions(self) -> list[str]:
        """What to play; the last, `done`, only if the game still asks."""
        return [f"buy {name}" for name, count in self.counts.items() for _ in range(count)] + ["done"]


class Disposal:
    """What becomes of a seat's shares of an absorbed chain: traded, sold, and the rest kept."""

    def __init__(self, view: SeenView) -> None:
        assert view.seat is not None
        assert view.merger is not None
        absorbed, survivor = chain_of(view, view.merger.absorbed), chain_of(view, view.merger.survivor)
        self.chain, self.survivor = absorbed.name, survivor.name
        self.held = absorbed.holdings[view.seat] or 0
        self.price = view.merger.price
        self.bank = survivor.bank
        self.survivor_price = survivor.price
        self.may_trade = view.decision == "trade"
        self.trade = self.sell = 0

    @property
    def most_traded(self) -> int:
        """The most shares that can be given in trade."""
        return min(self.held // 2, self.bank) * 2 if self.may_trade else 0

    @property
    def kept(self) -> int:
        """What is neither traded nor sold."""
        return self.held - self.trade - self.sell

    def set_trade(self, count: int) -> None:
        """Trades so many, in pairs; what would be sold twice is sold less."""
        self.trade = max(0, min(count // 2 * 2, self.most_traded))
        self.sell = min(self.sell, self.held - self.trade)

    def set_sell(self, count: int) -> None:
        """Sells so many of what is not traded."""
        self.sell = max(0, min(count, self.held - self.trade))

    def outcome(self) -> str:
        """What comes of it."""
        parts = []
        if self.trade:
            parts.append(f"trade {self.trade} for {shares_of(self.trade // 2, self.survivor)}")
        if self.sell:
            parts.append(f"sell {self.sell} for {dollars(self.sell * self.price)}")
        if self.kept:
            parts.append(f"keep {self.kept}")
        said = listed(parts) if parts else "nothing is left"
        return f"{said[:1].upper()}{said[1:]}."

    def actions(self) -> list[str]:
        """What to play. With nothing left after the trade the game asks about the next chain, not about this one."""
        trade = [f"trade {self.trade}"] if self.may_trade else []
        return [*trade, f"sell {self.sell}"] if self.trade < self.held else trade
