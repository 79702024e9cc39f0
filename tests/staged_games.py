"""Every decision that a page can show, as a game from drawings, with the seat that looks on and what is said to it."""

from __future__ import annotations

from collections.abc import Callable

from boards import play, position
from mergemaker import Game

BOARD = """
    T T T . L L . . . . . o
    . . . o . . . . o . . .
    . . . . . . . . o . . .
    . . . . F F F . . . A A
    I I I I I I I I I I I .
    . . . . . . . . . . . .
    C C C C C C C C C C C .
    . o . . . . . . . o . .
    . . . W W W W W . . . .
"""
HELD = [
    {"L": 5, "T": 4, "I": 3, "F": 2},
    {"L": 3, "T": 6, "C": 5, "W": 2},
    {"L": 3, "I": 7, "C": 2, "A": 4},
    {"T": 2, "F": 6, "W": 3},
]
CASH = [4200, 1900, 6300, 800]


def board(hand: str = "4A 1C 12C 12E 5F 10B", drawing: str = BOARD, edition: str = "tournament", **how: object) -> Game:
    """Ann to place, with such tiles."""
    return position(edition, drawing, [hand, "1I", "2I", "3I"], **{"shares": HELD, "cash": CASH, **how})  # type: ignore[arg-type]


def founding(drawing: str = ". o . . L L\n. . . . . .\n. . T T . .") -> Game:
    held = [{"T": 2}, {"T": 1, "I": 3}, {"I": 2, "L": 4}, {"I": 1}]
    game = position("tournament", drawing, ["1A 5I 9I", "12I", "1I", "2I"], shares=held)
    play(game, "place 1A")
    return game


def merging(*actions: str, seat: int = 0) -> Game:
    game = board()
    play(game, "place 4A", *actions)
    assert game.to_act == seat
    return game


def of_equals() -> Game:
    drawing = "T T . L L\n. . . . .\n. . . . ."
    game = position("tournament", drawing, ["3A 5I 9I", "12I", "1I", "2I"], shares=HELD, cash=CASH)
    play(game, "place 3A")
    return game


def next_absorbed() -> Game:
    drawing = ". . . A\n. . . A\nT T T . L L"
    game = position("tournament", drawing, ["4C 5I 9I", "12I", "1I", "2I"], shares=HELD, cash=CASH)
    play(game, "place 4C")
    return game


def buying() -> Game:
    game = board()
    play(game, "place 1C")
    return game


def exchanging() -> Game:
    game = board("1C 5F 6F 12C", edition="2023-classic", drawing=BOARD.replace("L", "S"), shares=())
    play(game, "place 1C")
    while game.decision == "buy":
        game.play("done")
    return game


def ending() -> Game:
    safe = "\n".join(["T T T . I I I"] * 4)
    return position("tournament", safe, ["12I 11I", "1I", "2I", "3I"], shares=HELD, cash=CASH)


def nothing() -> Game:
    safe = "\n".join(["T T T . I I I"] * 4) + "\n.\nL L"
    return position("tournament", safe, ["4A 4B 4C", "1I", "2I", "3I"], shares=HELD, cash=CASH)


SEVEN = """
    T T T . L L L . A A A .
    . . . . . . . . . . . o
    I I I . F F F . W W W .
    . . . . . . . . . . . .
    C C C . . . . . o . . .
"""


def six_players() -> Game:
    """All seven chains, six players, and everything for sale."""
    held = [{chain: 1 + (seat + at) % 4 for at, chain in enumerate("TLAIFWC")} for seat in range(6)]
    hands = ["12D 1G 3G", "1I", "2I", "3I", "4I", "5I"]
    return position("tournament", SEVEN, hands, shares=held, cash=[41200, 1900, 16300, 800, 12000, 5000])


def six_buying() -> Game:
    game = six_players()
    play(game, "place 1G")
    return game


def all_pay() -> Game:
    """One decision before an end at which all seven chains pay six players."""
    held = [{chain: 1 + (seat + at) % 4 for at, chain in enumerate("TLAIFWC")} for seat in range(6)]
    drawing = """
        T T T T T T T T T T T T
        T T T T T T T T T T T T
        T T T T T T T T T T T T
        T T T T T T T . . . . .
        . . . . . . . . A A . o
        L L . I I . F F . . . .
        . . . . . . . . . W W .
        C C . . . . . . . . . .
    """
    hands = ["12G 1I", "2I", "3I", "4I", "5I", "6I"]
    return position("tournament", drawing, hands, shares=held, cash=[41200, 1900, 16300, 800, 12000, 5000])


STAGED: dict[str, tuple[Callable[[], Game], int | None, str]] = {
    "place": (board, 0, "Place which tile?"),
    "skip": (nothing, 0, "None of your tiles can be placed now; you may still buy."),
    "found": (founding, 0, "1A founds a chain of 2. Which one?"),
    "found-of-all": (lambda: founding(". o"), 0, "1A founds a chain of 2. Which one?"),
    "survivor": (of_equals, 0, "3A joins Luxor and Tower, which are equally large. Which one survives?"),
    "absorb": (next_absorbed, 0, "Which chain does Tower absorb next?"),
    "trade": (merging, 0, "You merged Luxor into Tower. What about your 5 shares of Luxor?"),
    "sell": (lambda: merging("trade 4"), 0, "You merged Luxor into Tower. What about your one share of Luxor?"),
    "buy": (buying, 0, "Buy up to 3 shares? You have $4,200."),
    "buy-of-all": (six_buying, 0, "Buy up to 3 shares? You have $41,200."),
    "exchange": (exchanging, 0, "5F and 6F are dead. Set them aside and draw new ones?"),
    "end": (ending, 0, "Place which tile?"),
    "waiting": (board, 1, "Ann is placing a tile."),
    "watching": (merging, None, "Ann is deciding about Luxor shares."),
}
