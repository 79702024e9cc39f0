"""A game in the middle, set up from a drawing of its board.

A drawing has one line for each row from A on, and one mark for each square from 1 on: `.` empty, `o` a loose tile,
`x` a tile set aside, a chain by its sign (the letter in the edition's file) or by its number in the edition's table.

Such a game is played on like any other, but it has no beginning: it can't be undone or recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mergemaker.rules.board import TILE_NAMES, square_of, tile_named
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.record_format import Setup
from mergemaker.rules.shuffle import deal_of
from mergemaker.rules.state import EMPTY, LOOSE, MAX_HAND, NO_TILE, PLACE, SET_ASIDE, TILES, fields

ROWS, COLUMNS = "ABCDEFGHI", 12

Holdings = Mapping[str, int]


class PositionError(MergemakerError):
    """A position that can't be set up; the text says what is wrong with it."""


def marks_of(drawing: str) -> dict[str, str]:
    """Square -> mark, for each square of a drawing that is not empty."""
    lines = [line.split() for line in drawing.strip("\n").split("\n") if line.strip()]
    if len(lines) > len(ROWS) or any(len(line) > COLUMNS for line in lines):
        raise PositionError(f"A board has {len(ROWS)} rows of {COLUMNS} squares; this drawing has more.")
    return {
        f"{number}{letter}": mark
        for letter, line in zip(ROWS, lines, strict=False)
        for number, mark in enumerate(line, 1)
        if mark != "."
    }


def tiles_of(text: str) -> list[int]:
    """Tiles by name, `"5C 12I"`."""
    found = [(name, tile_named(name)) for name in text.split()]
    for name, tile in found:
        if tile is None:
            raise PositionError(f"There is no tile “{name}”. Tiles are 1A to 12I, such as 5C.")
    return [tile for _, tile in found if tile is not None]


def chain_of(edition: Edition, text: str) -> int:
    """A chain by its number in the edition's table, its sign or its name."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(edition.chains):
        return int(text) - 1
    signs = [chain.sign for chain in edition.chains]
    if text in signs:
        return signs.index(text)
    if text in edition.chain_names:
        return edition.chain_names.index(text)
    known = ", ".join(f"{chain.sign} {chain.name}" for chain in edition.chains)
    raise PositionError(f"There is no chain “{text}” in {edition.title}. Chains are {known}.")


def set_up(
    edition: Edition,
    names: Sequence[str],
    drawing: str,
    hands: Sequence[str],
    *,
    shares: Sequence[Holdings] = (),
    cash: int | Sequence[int] = 6000,
    bag: str = "",
    only_bag: bool = False,
    market: Sequence[int] = (),
    mover: int = 0,
    announced: bool = False,
    skips: int = 0,
    hidden: bool | None = None,
) -> Game:
    """A game with this board and these hands, one for each seat, at the mover's `place`.

    `shares` by seat are `{"Tower": 3}`, chains named as in drawings; the bank has the rest. Tiles of `bag` are drawn
    first and in that order, then all others in the order of the board; with `only_bag` the others lie aside instead.
    """
    _check_seats(edition, names, hands, shares, cash, mover)
    marks = marks_of(drawing)
    held = [tiles_of(hand) for hand in hands]
    placed = tiles_of(" ".join(marks))
    taken = placed + [tile for hand in held for tile in hand] + tiles_of(bag)
    for tile, count in Counter(taken).items():
        if count > 1:
            raise PositionError(f"The tile {TILE_NAMES[tile]} is in two places.")
    rest = [tile for tile in range(TILES) if tile not in taken]
    drawn_next = tiles_of(bag) + ([] if only_bag else rest)
    aside = rest if only_bag else []
    deck = [tile for tile in taken if tile not in drawn_next] + aside + drawn_next
    game = Game(edition, _setup(edition, names, deck, market, hidden))
    state = fields(game.state)
    state.dealt[:] = 0
    state.shares[:] = 0
    state.squares[:] = EMPTY
    for tile, mark in zip(placed, marks.values(), strict=True):
        what = {"o": LOOSE, "x": SET_ASIDE}.get(mark)
        state.squares[square_of(tile)] = chain_of(edition, mark) if what is None else what
    for tile in aside:
        state.squares[square_of(tile)] = SET_ASIDE
    sizes = Counter(chain_of(edition, mark) for mark in marks.values() if mark not in "ox")
    for chain, box in enumerate(edition.chains):
        state.sizes[chain] = sizes[chain]
        state.bank[chain] = box.certificates
    for seat, holdings in enumerate(shares):
        for text, count in holdings.items():
            chain = chain_of(edition, text)
            state.shares[seat, chain] = count
            state.bank[chain] -= count
    if (state.bank < 0).any():
        raise PositionError("More shares are held than there are certificates.")
    for seat, hand in enumerate(held):
        state.hands[seat] = hand + [NO_TILE] * (MAX_HAND - len(hand))
        state.cash[seat] = cash if isinstance(cash, int) else cash[seat]
    state.drawn = TILES - len(drawn_next)
    state.starter = state.mover = state.actor = mover
    state.placed = NO_TILE
    state.skips = skips
    state.announced = announced
    state.decision = PLACE
    return game


def _check_seats(
    edition: Edition,
    names: Sequence[str],
    hands: Sequence[str],
    shares: Sequence[Holdings],
    cash: int | Sequence[int],
    mover: int,
) -> None:
    players = len(names)
    if not edition.allows(players):
        raise PositionError(f"{edition.title} is not for {players} players.")
    for what, given in (("hands", len(hands)), ("cash", players if isinstance(cash, int) else len(cash))):
        if given != players:
            raise PositionError(f"There are {players} seats, but {what} for {given}.")
    if len(shares) > players:
        raise PositionError(f"There are {players} seats, but shares for {len(shares)}.")
    if mover not in range(players):
        raise PositionError(f"There is no seat {mover} among {players}.")
    for hand in hands:
        if len(hand.split()) > MAX_HAND:
            raise PositionError(f"A hand has at most {MAX_HAND} tiles, not {len(hand.split())}.")


def _setup(
    edition: Edition, names: Sequence[str], deck: Sequence[int], market: Sequence[int], hidden: bool | None
) -> Setup:
    dealt = deal_of("00", [chain.dealt for chain in edition.chains], len(names))
    return Setup(
        names=tuple(names),
        deck=tuple(deck),
        deal=tuple(map(tuple, dealt)),
        market_key=7,
        market=tuple(market),
        seed=None,
        hidden=edition.start.holdings == "hidden" if hidden is None else hidden,
    )
