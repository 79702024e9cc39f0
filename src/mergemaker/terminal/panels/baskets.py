"""Answers that are put together before they are given: a basket of shares to buy, and what to do with shares of an
absorbed chain. Both are made from a view, know their limits, and turn into the actions that the game asks for."""

from __future__ import annotations

from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import capital, dollars, listed, shares_of


class Basket:
    """Shares to be bought, paid for together. The limits are those that the view's offer has."""

    def __init__(self, view: SeenView) -> None:
        assert view.buying is not None
        self.offer = view.buying
        self.chains = [chain for chain in view.chains if chain.size > 0]
        self.counts = dict.fromkeys((chain.name for chain in self.chains), 0)
        self._prices = {chain.name: chain.price for chain in self.chains}
        self._offered = {one.chain: one for one in view.buying.chains}

    @property
    def size(self) -> int:
        """How many shares are in it."""
        return sum(self.counts.values())

    @property
    def price(self) -> int:
        """What they cost together."""
        return sum(self._prices[name] * count for name, count in self.counts.items())

    def reason_against(self, name: str) -> str:
        """Why one more share of a chain can't be added; nothing if it can."""
        if name not in self.counts:
            can = list(self.counts)
            return f"{name} is not on the board. On the board: {listed(can)}." if can else "No chain is on the board."
        if self.size >= self.offer.left:
            return self.offer.share_limit
        left = self.offer.money - self.price
        if self._prices[name] > left:
            return f"{name} costs {dollars(self._prices[name])} and you have {dollars(left)} left."
        offered = self._offered.get(name)
        if offered is None:
            return f"The bank has no share of {name}."
        return offered.bank_limit if self.counts[name] >= offered.most else ""

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
            return f"Nothing chosen. You have {dollars(self.offer.money)}."
        chosen = [shares_of(count, name) for name, count in self.counts.items() if count]
        return capital(f"{listed(chosen)} for {dollars(self.price)}. {dollars(self.offer.money - self.price)} left.")

    def actions(self) -> list[str]:
        """What to play; the last, `done`, only if the game still asks."""
        return [f"buy {name}" for name, count in self.counts.items() for _ in range(count)] + ["done"]


class Disposal:
    """What becomes of a seat's shares of an absorbed chain: traded, sold, and the rest kept; from the view's offer."""

    def __init__(self, view: SeenView) -> None:
        assert view.disposal is not None
        self.offer = view.disposal
        self.held = self.offer.held
        self.trade = self.sell = 0

    @property
    def may_trade(self) -> bool:
        """Whether trading is asked about."""
        return bool(self.offer.trades)

    @property
    def most_traded(self) -> int:
        """The most shares that can be given in trade."""
        return self.offer.trades[-1].shares if self.offer.trades else 0

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
            parts.append(f"trade {self.trade} for {shares_of(self.trade // 2, self.offer.survivor)}")
        if self.sell:
            parts.append(f"sell {self.sell} for {dollars(self.sell * self.offer.price)}")
        if self.kept:
            parts.append(f"keep {self.kept}")
        return capital(f"{listed(parts) if parts else 'nothing is left'}.")

    def actions(self) -> list[str]:
        """What to play. With nothing left after the trade the game asks about the next chain, not about this one."""
        trade = [f"trade {self.trade}"] if self.may_trade else []
        return [*trade, f"sell {self.sell}"] if self.trade < self.held else trade
