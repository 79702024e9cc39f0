"""Games for tests: from a drawing of the board, or from the first tiles of a deck.

A drawing has one line for each row from A on, and one mark for each square from 1 on: `.` empty, `o` a loose tile,
a chain by its sign (the letter in the edition's file) or by its number in the edition's table, 1 to 7, which is
the same place of the chart in every edition but 1962: 1 and 2 are low, 3 to 5 mid, 6 and 7 high.

    position("tournament", '''
        . . T T .
        . L . . .
    ''', hands=["3B 1I", "5C", ""])

is a game at the mover's `place`. Such a game is played on like any other, but it has no beginning: it can't be
undone or recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from mergemaker import Edition, Event, Game
from mergemaker.rules.board import SQUARES, TILE_NAMES
from mergemaker.rules.drawings import Drawing, Holdings, chain_of, tiles_of
from mergemaker.rules.record_format import Setup
from mergemaker.rules.shuffle import deal_of
from mergemaker.rules.state import EMPTY, LOOSE, SET_ASIDE, TILES, fields

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
EDITIONS = ("1962", "1999", "tournament", "2023-classic", "2023-tycoon", "online")
PLAYERS = {
    "1962": (3, 4, 5, 6),
    "1999": (2, 3, 4, 5, 6),
    "tournament": (3, 4, 5, 6),
    "2023-classic": (2, 3, 4, 5, 6),
    "2023-tycoon": (3, 4, 5, 6),
    "online": (2, 3, 4, 5, 6),
}
TABLES = [(edition, players) for edition, numbers in PLAYERS.items() for players in numbers]
# Drawings that several tests begin with.
SEVEN_CHAINS = """
    1 1 . 2 2 . 3 3 . 4 4 .
    . . . . . . . . . . . .
    5 5 . 6 6 . 7 7 . . . .
    . . . . . . . . . o . .
"""  # 9D, 11D, 10C and 10E would found an eighth; 3A merges chains 1 and 2

TWO_SAFE_CHAINS = """
    2 2 2 2 2 2 2 2 2 2 2 2
    . . . . . . . . . . . .
    3 3 3 3 3 3 3 3 3 3 3 3
    . . . . . . . . . . . .
    4 4 . . . . . . . . . .
"""  # all of row B is dead; chain 4 keeps the end from being announced

TILE_NUMBER = {name: tile for tile, name in enumerate(TILE_NAMES)}


def chain_named(edition: str, text: str) -> str:
    """The name of the chain that has a number, or sign, in an edition."""
    box = Edition.named(edition)
    return box.chain_names[chain_of(box, text)]


def position(
    edition: str | Edition,
    board: str,
    hands: Sequence[str],
    *,
    shares: Sequence[Holdings] = (),
    cash: int | Sequence[int] = 6000,
    bag: str | None = None,
    market: str = "",
    mover: int = 0,
    announced: bool = False,
    skips: int = 0,
    hidden: bool | None = None,
) -> Game:
    """A game with this board and these hands, one for each seat, at the mover's `place`.

    `shares` by seat are `{"Tower": 3}`, chains named as in drawings; the bank has the rest. The bag is all other tiles
    in the order of the board; where it is given, it is drawn in that order and all others lie aside.
    """
    drawing = Drawing(
        edition=edition,
        names=NAMES[: len(hands)],
        board=board,
        hands=hands,
        shares=shares,
        cash=cash,
        bag=bag or "",
        only_bag=bag is not None,
        market=market_draws(market),
        mover=mover,
        turn={"announced": int(announced), "skips": skips},
        hidden=hidden,
    )
    return Game.from_drawing(drawing)


def market_draws(text: str) -> tuple[int, ...]:
    """The market's draws: tiles, or numbers alone where the bag is empty."""
    return tuple(TILES + int(draw) if draw.isdigit() else TILE_NUMBER[draw] for draw in text.split())


def plain_setup(
    box: Edition,
    players: int,
    deck: Sequence[int],
    *,
    deal: Sequence[Holdings] | None = None,
    market: str = "",
    hidden: bool | None = None,
) -> Setup:
    """What comes before play, where a test gives the deck, the deal and the market draws."""
    if deal is None:
        dealt = deal_of("00", [chain.dealt for chain in box.chains], players)
    else:
        dealt = [[hand.get(name, 0) for name in box.chain_names] for hand in deal]
    return Setup(
        names=NAMES[:players],
        deck=tuple(deck),
        deal=tuple(map(tuple, dealt)),
        market_key=7,
        market=market_draws(market),
        seed=None,
        hidden=box.start.holdings == "hidden" if hidden is None else hidden,
    )


def opening(
    edition: str,
    players: int,
    *first: str,
    deal: Sequence[Holdings] | None = None,
    market: str = "",
    hidden: bool | None = None,
) -> Game:
    """A new game whose deck begins with these tiles: opening tiles by seat, then hands from the starter on."""
    given = tiles_of(" ".join(first))
    deck = given + [tile for tile in range(TILES) if tile not in given]
    box = Edition.named(edition)
    return Game(box, plain_setup(box, players, deck, deal=deal, market=market, hidden=hidden))


def play(game: Game, *actions: str) -> list[Event]:
    """Plays actions one after the other; all that happened."""
    return [event for action in actions for event in game.play(action)]


def asked(game: Game) -> tuple[int | None, str | None, set[str]]:
    """Who is asked what, and what can be answered."""
    return game.to_act, game.decision, set(game.legal_actions())


def to_choose(game: Game) -> tuple[int | None, str | None]:
    """Who is asked what."""
    return game.to_act, game.decision


def hand(game: Game, seat: int) -> set[str]:
    """The tiles that a seat holds."""
    return {TILE_NAMES[tile] for tile in fields(game.state).hands[seat] if tile >= 0}


def sizes(game: Game) -> dict[str, int]:
    """The chains on the board."""
    return {chain.name: chain.size for chain in game.view().chains if chain.size}


def bank(game: Game, chain: str) -> int:
    """What the bank holds of a chain, by name, sign or number."""
    return game.view().chains[chain_of(game.edition, chain)].bank


def shares(game: Game, chain: str) -> list[int]:
    """What each seat holds of a chain, by name, sign or number."""
    at = chain_of(game.edition, chain)
    return [int(count) for count in fields(game.state).shares[: game.players, at]]


def squares(game: Game) -> dict[str, str]:
    """Square -> chain, or "loose"."""
    return game.view().board


def only(happened: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in happened if event.kind == kind]


def kinds(happened: Sequence[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in happened]


def paid(happened: Sequence[Event], players: int) -> list[int]:
    """The bonuses that each seat was paid; the market's stay in the bank."""
    money = [0] * players
    for event in only(happened, "bonus"):
        if event.seat is not None:
            money[event.seat] += event.money
    return money


def bytes_of(game: Game) -> Any:
    """The whole truth of a game, to be compared."""
    return game.state.tobytes(), list(game.actions), game.result


def check_tiles(game: Any) -> None:
    """Every tile is in one place: on the board, aside, in a hand or in the bag."""
    on_squares = game.squares[list(SQUARES)]
    where = [
        np.flatnonzero(on_squares != EMPTY),
        game.hands[game.hands >= 0],
        game.deck[int(game.drawn) :],
    ]
    assert sorted(np.concatenate(where).tolist()) == list(range(TILES))
    assert sorted(game.deck.tolist()) == list(range(TILES))
    counts = Counter(on_squares.tolist())
    assert game.sizes.tolist() == [counts[chain] for chain in range(7)]
    assert set(counts) <= {*range(7), LOOSE, EMPTY, SET_ASIDE}


def check_certificates(rules: Any, game: Any) -> None:
    """Every certificate is in the bank or with a player."""
    assert (game.bank + game.shares.sum(axis=0) == rules.certificates).all()
    assert (game.bank >= 0).all()
    assert (game.shares >= 0).all()
    assert not game.shares[int(game.players) :].any()
