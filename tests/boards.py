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
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mergemaker import Edition, Event, Game
from mergemaker.rules.board import SQUARES, TILE_NAMES, square_of
from mergemaker.rules.record_format import Setup
from mergemaker.rules.shuffle import deal_of
from mergemaker.rules.state import EMPTY, LOOSE, NO_TILE, PLACE, SET_ASIDE, TILES, fields

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
TILE_NUMBER = {name: tile for tile, name in enumerate(TILE_NAMES)}

Holdings = Mapping[str, int]


def squares_of(drawing: str) -> dict[str, str]:
    """Square -> mark, for each square of a drawing that is not empty."""
    lines = [line.split() for line in drawing.strip("\n").split("\n") if line.strip()]
    assert len(lines) <= 9, "a board has nine rows"
    assert all(len(line) <= 12 for line in lines), "a row has twelve squares"
    return {
        f"{number}{letter}": mark
        for letter, line in zip("ABCDEFGHI", lines, strict=False)
        for number, mark in enumerate(line, 1)
        if mark != "."
    }


def chain_of(edition: Edition, text: str) -> int:
    """A chain by its number in the table, its sign or its name."""
    if text.isdigit():
        return int(text) - 1
    signs = [chain.sign for chain in edition.chains]
    return signs.index(text) if text in signs else edition.chain_names.index(text)


def chain_named(edition: str, text: str) -> str:
    """The name of the chain that has a number, or sign, in an edition."""
    box = Edition.named(edition)
    return box.chain_names[chain_of(box, text)]


def tiles(text: str) -> list[int]:
    """Tiles by name, `"5C 12I"`."""
    return [TILE_NUMBER[name] for name in text.split()]


def position(
    edition: str | Edition,
    drawing: str,
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
    box = Edition.named(edition) if isinstance(edition, str) else edition
    players = len(hands)
    marks = squares_of(drawing)
    held = [tiles(hand) for hand in hands]
    out = tiles(" ".join(marks)) + [tile for hand in held for tile in hand]
    rest = [tile for tile in range(TILES) if tile not in out]
    drawn_next = rest if bag is None else tiles(bag)
    aside = [tile for tile in rest if tile not in drawn_next]
    deck = out + aside + drawn_next
    assert sorted(deck) == list(range(TILES)), "a tile is in two places"
    game = Game(box, plain_setup(box, players, deck, market=market, hidden=hidden))
    state = fields(game.state)
    state.dealt[:] = 0
    state.shares[:] = 0
    state.squares[:] = EMPTY
    for name, mark in marks.items():
        what = LOOSE if mark == "o" else chain_of(box, mark)
        state.squares[square_of(TILE_NUMBER[name])] = what
    for tile in aside:
        state.squares[square_of(tile)] = SET_ASIDE
    sizes = Counter(chain_of(box, mark) for mark in marks.values() if mark != "o")
    for chain in range(len(box.chains)):
        state.sizes[chain] = sizes[chain]
        state.bank[chain] = box.chains[chain].certificates
    for seat, holdings in enumerate(shares):
        for text, count in holdings.items():
            chain = chain_of(box, text)
            state.shares[seat, chain] = count
            state.bank[chain] -= count
    assert (state.bank >= 0).all(), "more shares are held than there are certificates"
    for seat, hand in enumerate(held):
        state.hands[seat] = hand + [NO_TILE] * (len(state.hands[seat]) - len(hand))
        state.cash[seat] = cash if isinstance(cash, int) else cash[seat]
    state.drawn = TILES - len(drawn_next)
    state.starter = state.mover = state.actor = mover
    state.placed = NO_TILE
    state.skips = skips
    state.announced = announced
    state.decision = PLACE
    return game


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
        chance=7,
        market=tuple(TILES + int(draw) if draw.isdigit() else TILE_NUMBER[draw] for draw in market.split()),
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
    given = tiles(" ".join(first))
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
