"""The panel under the board: the decision at hand as a list of rows, and what keys do to it.

A panel is made from a view, holds what the player has chosen so far, and ends in the actions to play. It knows
nothing of the screen that shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mergemaker.rules.views import SeenView
from mergemaker.rules.words.phrases import dollars, shares_of
from mergemaker.rules.words.tile_effects import TileEffect
from mergemaker.terminal.panels.baskets import Basket, Disposal
from mergemaker.terminal.panels.choices import SINGLE, choices

EFFECT_SIGNS = {"dead": "✕", "eighth": "⊘"}


def tile_name(tile: TileEffect) -> str:
    """A tile of mine, with a sign when it can't be placed."""
    return f"{tile.tile} {EFFECT_SIGNS[tile.effect]}" if tile.effect in EFFECT_SIGNS else tile.tile


class Row(NamedTuple):
    """A line of the panel: its key, its name, how much of it is chosen, what it means, and whether it can be chosen."""

    key: str
    name: str
    text: str
    possible: bool = True
    amount: str = ""
    chain: str = ""  # whose colour the row has


class Panel:
    """A decision being made, from a view. `at` is the row under the cursor, `note` a word on the last key."""

    keys = ""
    total = ""

    def __init__(self, view: SeenView, title: str = "") -> None:
        self.view = view
        self.title = title or view.question
        self.at = 0
        self.note = ""

    @property
    def rows(self) -> Sequence[Row]:
        """The lines to show."""
        return ()

    @property
    def tile(self) -> str | None:
        """The tile that is looked at."""
        return None

    def move(self, by: int) -> None:
        """Moves the cursor."""
        if self.rows:
            self.at = (self.at + by) % len(self.rows)
            self.note = ""

    def pick(self, row: int) -> None:
        """Goes to a row by its number, from 0 on."""
        if 0 <= row < len(self.rows):
            self.at = row
            self.note = ""

    def change(self, by: int) -> None:
        """Adds to the row under the cursor, or takes away."""

    def answer(self) -> list[str]:
        """The actions that are chosen; none, and a note, while nothing that can be done is."""
        return []


class Single(Panel):
    """One choice among several: a tile, a chain, yes or no."""

    def __init__(self, view: SeenView) -> None:
        super().__init__(view)
        self._choices = choices(view)
        verb = {"place": "place it", "exchange": "confirm"}.get(str(view.decision), "choose it")
        last = len(self._choices)
        self.keys = f"{f'1–{last} or ' if last > 1 else ''}↑↓ look, Enter to {verb}"
        self.at = next((at for at, choice in enumerate(self._choices) if choice.possible), 0)

    @property
    def rows(self) -> Sequence[Row]:
        """A line for each choice."""
        signed = {tile.tile: tile_name(tile) for tile in self.view.hand}
        of_chain = self.view.decision in ("found", "survivor", "absorb")
        return [
            Row(
                str(number),
                signed.get(choice.name, choice.name),
                choice.text,
                choice.possible,
                chain=choice.name if of_chain else "",
            )
            for number, choice in enumerate(self._choices, 1)
        ]

    @property
    def tile(self) -> str | None:
        """The tile that would be placed."""
        if self.view.decision != "place" or not self._choices:
            return None
        name = self._choices[self.at].name
        return None if name == "skip" else name

    def answer(self) -> list[str]:
        """The choice under the cursor."""
        choice = self._choices[self.at]
        if not choice.possible:
            self.note = f"{choice.name} can’t be placed. {choice.text}"
            return []
        return [choice.action]


class Buying(Panel):
    """A basket of shares, with the total before anything is bought."""

    def __init__(self, view: SeenView) -> None:
        super().__init__(view)
        self.basket = Basket(view)
        count = len(self.basket.chains)
        self.keys = f"{'1' if count == 1 else f'1–{count}'} add, ⌫ takes out (or ↑↓ ←→), Enter to buy"

    @property
    def rows(self) -> Sequence[Row]:
        """A line for each chain on the board."""
        return [
            Row(
                str(number),
                chain.name,
                f"{dollars(chain.price):>6}  bank {chain.bank:>2}  you hold {chain.holdings[self.view.seat or 0]}",
                not self.basket.reason_against(chain.name) or self.basket.counts[chain.name] > 0,
                f"×{self.basket.counts[chain.name]}" if self.basket.counts[chain.name] else " –",
                chain.name,
            )
            for number, chain in enumerate(self.basket.chains, 1)
        ]

    @property
    def total(self) -> str:  # type: ignore[override]  # computed here, constant elsewhere
        """What the basket costs."""
        return self.basket.total()

    def pick(self, row: int) -> None:
        """A chain's number puts one share of it in."""
        if 0 <= row < len(self.rows):
            self.at = row
            self.change(1)

    def change(self, by: int) -> None:
        """One share in, or one out."""
        name = self.basket.chains[self.at].name
        self.note = ""
        if by > 0:
            self.note = self.basket.add(name)
        else:
            self.basket.remove(name)

    def answer(self) -> list[str]:
        """The shares, then done."""
        return self.basket.actions()


class Disposing(Panel):
    """Shares of an absorbed chain: how many to trade and to sell; the rest is kept."""

    keys = "↑↓ and ←→ change, t trade most, s sell rest, k keep all, Enter to confirm"

    def __init__(self, view: SeenView) -> None:
        super().__init__(view)
        self.disposal = Disposal(view)
        if not self.disposal.may_trade:
            self.keys = "←→ change, s sell all, k keep all, Enter to confirm"

    @property
    def rows(self) -> Sequence[Row]:
        """Trade, where it can be, and sell; what is kept follows from them."""
        chosen, offer = self.disposal, self.disposal.offer
        taken = shares_of(chosen.trade // 2, offer.survivor) if chosen.trade else f"two for one of {offer.survivor}"
        trade = Row(
            "t",
            "trade",
            f"{taken}; at most {chosen.most_traded}. {offer.limit}".rstrip(),
            amount=f"{chosen.trade:>2}",
        )
        sold = f" = {dollars(chosen.sell * offer.price)}" if chosen.sell else ""
        sell = Row("s", "sell", f"at {dollars(offer.price)} each{sold}", amount=f"{chosen.sell:>2}")
        keep = Row("k", "keep", f"for the day {offer.chain} is founded again", amount=f"{chosen.kept:>2}")
        return [trade, sell, keep] if chosen.may_trade else [sell, keep]

    @property
    def total(self) -> str:  # type: ignore[override]  # computed here, constant elsewhere
        """What comes of it."""
        return self.disposal.outcome()

    def change(self, by: int) -> None:
        """A pair more or less to trade, a share more or less to sell or to keep."""
        name = self.rows[self.at].name
        if name == "trade":
            self.disposal.set_trade(self.disposal.trade + 2 * by)
        elif name == "sell":
            self.disposal.set_sell(self.disposal.sell + by)
        else:
            self.disposal.set_sell(self.disposal.sell - by)

    def shortcut(self, key: str) -> None:
        """All at once: trade the most, sell the rest, keep everything."""
        if key == "t":
            self.disposal.set_trade(self.disposal.most_traded)
        elif key == "s":
            self.disposal.set_sell(self.disposal.held)
        else:
            self.disposal.set_trade(0)
            self.disposal.set_sell(0)

    def answer(self) -> list[str]:
        """Trade, then sell."""
        return self.disposal.actions()


class Waiting(Panel):
    """Somebody else decides: my tiles meanwhile, or nothing for a spectator."""

    def __init__(self, view: SeenView, title: str) -> None:
        super().__init__(view, title)
        self.at = -1

    @property
    def rows(self) -> Sequence[Row]:
        """My tiles, and what they would do."""
        return [
            Row(str(number), tile_name(tile), tile.text, tile.playable) for number, tile in enumerate(self.view.hand, 1)
        ]


def panel_for(view: SeenView) -> Panel:
    """The panel for the decision that the view's seat must make."""
    if view.decision in SINGLE:
        return Single(view)
    return Buying(view) if view.decision == "buy" else Disposing(view)
