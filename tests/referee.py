"""The naive referee: the rules of all six editions once more, in plain Python, from the editions and rulings alone.

It shares nothing with the package, its data included, so that the engine can be checked against it action
by action. A game is one generator that reads like the rulebook and stops wherever a seat must decide. Ids
such as R7 are those of docs/look-up/rulings.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
Steps = Generator[None, str, T]  # stops at each decision, is sent the action, gives back a T when through

LOOSE = "loose"
MARKET = "market"
HAND = 6
SAFE = 11
LONG = 41  # a chain of this size may end the game
CASH = 6000

TILES = [f"{number}{row}" for row in "ABCDEFGHI" for number in range(1, 13)]
NUMBER = {tile: int(tile[:-1]) for tile in TILES}
ROW = {tile: tile[-1] for tile in TILES}


def touch(one: str, other: str) -> bool:
    return abs(NUMBER[one] - NUMBER[other]) + abs(ord(ROW[one]) - ord(ROW[other])) == 1


NEIGHBOURS = {tile: [other for other in TILES if touch(tile, other)] for tile in TILES}


def column(chart: str) -> dict[int, int]:
    """Size -> price, from a chart of "this size and more:price"."""
    steps = [step.split(":") for step in chart.split()]
    return {size: int(price) for first, price in steps for size in range(int(first), len(TILES) + 1)}


LOW = column("2:200 3:300 4:400 5:500 6:600 11:700 21:800 31:900 41:1000")
MID = column("2:300 3:400 4:500 5:600 6:700 11:800 21:900 31:1000 41:1100")
HIGH = column("2:400 3:500 4:600 5:700 6:800 11:900 21:1000 31:1100 41:1200")
ONE_FOR_ALL = column("2:200 3:300 4:400 5:500 7:600 9:700 11:800 21:900 31:1000 41:1100")

# Bonuses by price, first place first.
PRICES = range(200, 1300, 100)
SECONDARY = [1500, 2200, 3000, 3700, 4200, 5000, 5700, 6200, 7000, 7700, 8200]
CLASSIC = {price: (10 * price, 5 * price) for price in PRICES}
TYCOON = {price: (10 * price, second, 5 * price) for price, second in zip(PRICES, SECONDARY, strict=True)}


def chains(low: str, mid: str, high: str) -> dict[str, dict[int, int]]:
    """Each chain with its price column, in the order of the edition's table."""
    columns = ((low, LOW), (mid, MID), (high, HIGH))
    return {chain: prices for names, prices in columns for chain in names.split()}


CHAINS_1962 = ["Continental", "Tower", "Luxor", "American", "World-Wide", "Imperial", "Festival"]

EDITIONS: dict[str, dict[str, Any]] = {
    "1962": {
        "players": (3, 6),
        "chains": dict.fromkeys(CHAINS_1962, ONE_FOR_ALL),
        "bank": [14, 16, 18, 20, 22, 24, 26],
        "dealt": [8, 8, 8, 9, 9, 9, 9],
        "opening tile": "in hand",
        "starts": "lowest row",
        "buy limit": 1,
        "founder": "nothing",
        "draw": "before buying",
        "dead tiles": "kept",
        "bonuses": CLASSIC,
        "end": "automatic",
        "market": False,
    },
    "1999": {
        "players": (2, 6),
        "chains": chains(low="Sackson Zeta", mid="America Hydra Fusion", high="Phoenix Quantum"),
        "bank": [25] * 7,
        "dealt": [0] * 7,
        "opening tile": "on the board",
        "starts": "lowest row",
        "buy limit": 3,
        "founder": "share",
        "draw": "end of turn",
        "dead tiles": "replaced once",
        "bonuses": CLASSIC,
        "end": "announced",
        "market": True,
    },
}
EDITIONS["tournament"] = EDITIONS["1999"] | {
    "players": (3, 6),
    "chains": chains(low="Luxor Tower", mid="American Worldwide Festival", high="Imperial Continental"),
    "market": False,
}
EDITIONS["2023-classic"] = EDITIONS["1999"] | {
    "chains": chains(low="Sackson Tower", mid="American Festival Worldwide", high="Imperial Continental"),
    "founder": "share or cash",
    "dead tiles": "may be replaced once",
}
EDITIONS["2023-tycoon"] = EDITIONS["2023-classic"] | {"players": (3, 6), "bonuses": TYCOON, "market": False}
EDITIONS["online"] = EDITIONS["tournament"] | {
    "players": (2, 6),
    "starts": "lowest number",
    "dead tiles": "replaced until none is dead",
}


class Illegal(Exception):
    """What was asked of the referee is against the rules, or the record it follows is not a possible game."""


def bonuses(places: tuple[int, ...], holdings: dict[Any, int]) -> dict[Any, int]:
    """What each holder is paid (R12-R14): those tied over several places pool and split their bonuses."""
    holdings = {holder: count for holder, count in holdings.items() if count > 0}
    if len(holdings) == 1:
        return dict.fromkeys(holdings, places[0] + places[-1])
    paid: dict[Any, int] = {}
    for count in sorted(set(holdings.values()), reverse=True):
        tied = [holder for holder in holdings if holdings[holder] == count]
        pool = sum(places[len(paid) : len(paid) + len(tied)])
        each = -(-pool // (100 * len(tied))) * 100  # rounded up to the next 100
        paid |= dict.fromkeys(tied, each)
    return paid


class Referee:
    """One game. `legal()` lists the action texts of the seat `to_act`, `play()` takes one of them.

    After Illegal about a market draw (which comes in the middle of an action) the game can't be played on.
    """

    def __init__(
        self,
        edition: str,
        players: int,
        deck: list[str],
        deal: list[dict[str, int]] | None = None,
        market: list[str] | None = None,
    ) -> None:
        if edition not in EDITIONS:
            raise Illegal(f"no edition is called {edition!r}")
        self.rules = EDITIONS[edition]
        fewest, most = self.rules["players"]
        if not fewest <= players <= most:
            raise Illegal(f"{edition} is for {fewest} to {most} players, not {players}")
        if sorted(deck) != sorted(TILES):
            raise Illegal("the deck is not the 108 tiles")
        self.players = players
        self.chains: list[str] = list(self.rules["chains"])
        self.bank: dict[str, int] = dict(zip(self.chains, self.rules["bank"], strict=True))
        self.shares = self._dealt(deal or [{}] * players)
        self.money = [CASH] * players
        self.bag = list(deck)  # in draw order
        self.board: dict[str, str] = {}
        self.sizes: dict[str, int] = {}  # of the chains on the board
        self.set_aside: list[str] = []
        self.market = list(market or [])
        self.announced = False
        self.skips = 0  # turns in a row without a tile
        self.bought = 0
        self.result: dict[str, Any] | None = None
        self.to_act: int | None = None
        self.decision: str | None = None
        self._options: Callable[[], Iterable[str]] = list
        self._open()
        self._steps = self._game()
        next(self._steps)

    @property
    def over(self) -> bool:
        return self.result is not None

    def legal(self) -> set[str]:
        return set(self._options())

    def play(self, action: str) -> None:
        if action not in self.legal():
            raise Illegal(f"{action!r} is not legal at {self.decision} for seat {self.to_act}")
        self.to_act, self.decision, self._options = None, None, list
        with suppress(StopIteration):
            self._steps.send(action)

    def check_market_used(self) -> None:
        if self.market:
            raise Illegal(f"market draws left over: {self.market}")

    def snapshot(self) -> dict[str, Any]:
        return {
            "money": list(self.money),
            "shares": [{chain: count for chain, count in held.items() if count} for held in self.shares],
            "bank": dict(self.bank),
            "hands": [sorted(hand) for hand in self.hands],
            "sizes": dict(self.sizes),
            "board": dict(self.board),
            "set_aside": sorted(self.set_aside),
            "bag": len(self.bag),
            "to_act": self.to_act,
            "decision": self.decision,
            "mover": self.mover,
            "announced": self.announced,
        }

    # Before play

    def _dealt(self, deal: list[dict[str, int]]) -> list[dict[str, int]]:
        """Each seat's certificates after the deal, all chains named."""
        if len(deal) != self.players:
            raise Illegal("the deal is not one hand of certificates per seat")
        wanted = dict(zip(self.chains, self.rules["dealt"], strict=True))
        given: Counter[str] = Counter()
        for hand in deal:
            if any(count < 0 for count in hand.values()) or not set(hand) <= set(self.chains):
                raise Illegal(f"nobody can be dealt {hand}")
            if sum(hand.values()) * self.players != sum(wanted.values()):
                raise Illegal("the certificates are not dealt out evenly")
            given.update(hand)
        if any(given[chain] != wanted[chain] for chain in self.chains):
            raise Illegal("the deal has not the edition's numbers of certificates")
        return [dict.fromkeys(self.chains, 0) | hand for hand in deal]

    def _open(self) -> None:
        """Opening tiles, the starting player and the hands (R23, R1)."""
        opening = [self.bag.pop(0) for _ in range(self.players)]
        if self.rules["starts"] == "lowest row":
            first = min(opening, key=lambda tile: (ROW[tile], NUMBER[tile]))
        else:
            first = min(opening, key=lambda tile: (NUMBER[tile], ROW[tile]))
        self.mover = opening.index(first)
        if self.rules["opening tile"] == "in hand":
            self.hands = [[tile] for tile in opening]
        else:
            self.hands = [[] for _ in opening]
            self.board = dict.fromkeys(opening, LOOSE)
        for seat in self._clockwise():
            self._draw(seat, HAND - len(self.hands[seat]))

    # The turn

    def _ask(self, seat: int, decision: str, options: Callable[[], Iterable[str]]) -> Steps[str]:
        """Stop for a decision; the last word of the action is the answer ("5C", "Tower", "4", "done")."""
        self.to_act, self.decision, self._options = seat, decision, options
        action = yield
        return action.split()[-1]

    def _game(self) -> Steps[None]:
        while True:
            yield from self._turn()
            if self.over:
                return
            self.mover = (self.mover + 1) % self.players

    def _turn(self) -> Steps[None]:
        tile = yield from self._place()
        if tile:
            yield from self._settle(tile)
        automatic = self.rules["end"] == "automatic" and self._end_condition()
        if tile and self.rules["draw"] == "before buying":
            self._draw(self.mover, 1)
        yield from self._buy()
        if self.announced:
            return self._finish("announced")
        if automatic:
            return self._finish("automatic")
        if tile and self.rules["draw"] == "end of turn":
            self._draw(self.mover, 1)
        yield from self._exchange()
        self.skips = 0 if tile else self.skips + 1
        if not any(self.hands):  # R9
            self._finish("no tiles")
        elif self.skips >= self.players:
            self._finish("no move")

    def _place_options(self) -> list[str]:
        options = [f"place {tile}" for tile in self.hands[self.mover] if self._playable(tile)] or ["skip"]
        return options + ["end"] * self._may_announce()

    def _place(self) -> Steps[str | None]:
        """The tile placed, still loose; None for a skipped turn."""
        answer = yield from self._ask(self.mover, "place", self._place_options)
        if answer == "end":
            self.announced = True
            answer = yield from self._ask(self.mover, "place", self._place_options)
        if answer == "skip":
            return None
        self.hands[self.mover].remove(answer)
        self.board[answer] = LOOSE
        return answer

    def _settle(self, tile: str) -> Steps[None]:
        """What the placed tile does: nothing, found, grow or merge."""
        group = self._loose_group(tile)
        touched = self._chains_at(tile)
        if touched:
            chain = yield from self._merge(touched)
            self._join(group, chain)
        elif len(group) > 1:
            free = [f"found {chain}" for chain in self.chains if chain not in self.sizes]
            chain = yield from self._ask(self.mover, "found", lambda: free)
            self._join(group, chain)
            self._reward_founder(chain)

    def _reward_founder(self, chain: str) -> None:
        if self.rules["founder"] == "nothing":
            return
        if self.bank[chain]:
            self._take(self.mover, chain, 1)
        elif self.rules["founder"] == "share or cash":
            self.money[self.mover] += self._price(chain)

    def _merge(self, touched: set[str]) -> Steps[str]:
        """Absorb all but the survivor, largest first (R15), and give the survivor; one chain simply grows."""
        survivor = yield from self._largest("survivor", touched)
        absorbed = touched - {survivor}
        while absorbed:
            chain = yield from self._largest("absorb", absorbed)
            absorbed.remove(chain)
            yield from self._absorb(chain, survivor)
        return survivor

    def _largest(self, decision: str, chains: set[str]) -> Steps[str]:
        """The largest of the chains; the mergemaker chooses among equals."""
        size = max(self.sizes[chain] for chain in chains)
        tied = [chain for chain in chains if self.sizes[chain] == size]
        if len(tied) == 1:
            return tied[0]
        return (yield from self._ask(self.mover, decision, lambda: [f"{decision} {chain}" for chain in tied]))

    def _absorb(self, chain: str, survivor: str) -> Steps[None]:
        self._pay_bonuses(chain)
        for seat in self._clockwise():
            yield from self._dispose(seat, chain, survivor)
        squares = [square for square, owner in self.board.items() if owner == chain]
        del self.sizes[chain]
        self._join(squares, survivor)

    def _dispose(self, seat: int, chain: str, survivor: str) -> Steps[None]:
        """One holder trades, then sells; what is left is held (R16, R17)."""
        pairs = min(self.shares[seat][chain] // 2, self.bank[survivor])
        if pairs:
            options = [f"trade {2 * n}" for n in range(pairs + 1)]
            given = int((yield from self._ask(seat, "trade", lambda: options)))
            self._take(seat, chain, -given)
            self._take(seat, survivor, given // 2)
        left = self.shares[seat][chain]
        if left:
            sold = int((yield from self._ask(seat, "sell", lambda: [f"sell {n}" for n in range(left + 1)])))
            self._sell(seat, chain, sold)

    def _buyable(self) -> list[str]:
        if self.bought == self.rules["buy limit"]:
            return []
        cash = self.money[self.mover]
        return [chain for chain in self.sizes if self.bank[chain] and self._price(chain) <= cash]

    def _buy_options(self) -> list[str]:
        return [f"buy {chain}" for chain in self._buyable()] + ["done"] + ["end"] * self._may_announce()

    def _buy(self) -> Steps[None]:
        self.bought = 0
        while self._buyable() or self._may_announce():
            answer = yield from self._ask(self.mover, "buy", self._buy_options)
            if answer == "done":
                return
            if answer == "end":
                self.announced = True
            else:
                self.money[self.mover] -= self._price(answer)
                self._take(self.mover, answer, 1)
                self.bought += 1

    def _exchange(self) -> Steps[None]:
        """Dead tiles in the mover's hand, as the edition has it (R5, R7)."""
        policy = self.rules["dead tiles"]
        hand = self.hands[self.mover]
        while policy != "kept" and (dead := [tile for tile in hand if self._dead(tile)]):
            if policy == "may be replaced once":
                answer = yield from self._ask(self.mover, "exchange", lambda: ["exchange", "keep"])
                if answer == "keep":
                    return
            for tile in dead:
                hand.remove(tile)
            self.set_aside += dead
            self._draw(self.mover, len(dead))
            if policy != "replaced until none is dead":
                return

    def _finish(self, end: str) -> None:
        """Every chain on the board pays its bonuses and all its shares are sold (R20)."""
        for chain in self.chains:
            if chain in self.sizes:
                self._pay_bonuses(chain)
                for seat in range(self.players):
                    self._sell(seat, chain, self.shares[seat][chain])
        winners = [seat for seat in range(self.players) if self.money[seat] == max(self.money)]
        self.result = {"money": list(self.money), "winners": winners, "end": end}

    # Tiles and squares

    def _clockwise(self) -> list[int]:
        return [(self.mover + n) % self.players for n in range(self.players)]

    def _draw(self, seat: int, count: int) -> None:
        self.hands[seat] += self.bag[:count]
        del self.bag[:count]

    def _chains_at(self, tile: str) -> set[str]:
        return {self.board.get(square, LOOSE) for square in NEIGHBOURS[tile]} - {LOOSE}

    def _loose_group(self, tile: str) -> set[str]:
        """The tile and every loose tile connected to it."""
        group, edge = {tile}, [tile]
        while edge:
            for square in NEIGHBOURS[edge.pop()]:
                if self.board.get(square) == LOOSE and square not in group:
                    group.add(square)
                    edge.append(square)
        return group

    def _dead(self, tile: str) -> bool:
        return sum(self.sizes[chain] >= SAFE for chain in self._chains_at(tile)) >= 2

    def _playable(self, tile: str) -> bool:
        if self._chains_at(tile):
            return not self._dead(tile)
        founds = any(square in self.board for square in NEIGHBOURS[tile])
        return not founds or len(self.sizes) < len(self.chains)

    def _join(self, squares: Iterable[str], chain: str) -> None:
        for square in squares:
            self.board[square] = chain
            self.sizes[chain] = self.sizes.get(chain, 0) + 1

    def _end_condition(self) -> bool:
        """R10, R11."""
        sizes = self.sizes.values()
        return bool(sizes) and (min(sizes) >= SAFE or max(sizes) >= LONG)

    def _may_announce(self) -> bool:
        return self.rules["end"] == "announced" and not self.announced and self._end_condition()

    # Money and shares

    def _price(self, chain: str) -> int:
        prices: dict[int, int] = self.rules["chains"][chain]
        return prices[self.sizes[chain]]

    def _take(self, seat: int, chain: str, count: int) -> None:
        """From the bank to the seat; back to the bank where negative."""
        self.bank[chain] -= count
        self.shares[seat][chain] += count

    def _sell(self, seat: int, chain: str, count: int) -> None:
        self._take(seat, chain, -count)
        self.money[seat] += count * self._price(chain)

    def _pay_bonuses(self, chain: str) -> None:
        holdings: dict[Any, int] = {seat: self.shares[seat][chain] for seat in range(self.players)}
        if self.rules["market"] and self.players == 2:
            holdings[MARKET] = self._market_holding(chain)
        for holder, amount in bonuses(self.rules["bonuses"][self._price(chain)], holdings).items():
            if holder != MARKET:
                self.money[holder] += amount

    def _market_holding(self, chain: str) -> int:
        """R19: the number on a tile from the bag; with the bag empty a bare number."""
        if not self.market:
            raise Illegal(f"a market draw for {chain} is needed and none is left")
        draw = self.market.pop(0)
        if self.bag:
            if draw not in self.bag:
                raise Illegal(f"the market drew {draw!r} for {chain}, which is not a tile in the bag")
            return NUMBER[draw]
        if draw not in [str(number) for number in range(1, 13)]:
            raise Illegal(f"with an empty bag the market draw for {chain} is a number, not {draw!r}")
        return int(draw)
