"""Positions as text: a drawing of the table that people read and that reads back, and games set up from drawings.

The board has one line for each row from A on, and one mark for each square from 1 on: `.` empty, `o` a loose tile,
`x` a tile set aside, a chain by its sign (the letter in the edition's file) or by its number in the edition's table.
Below it, in a drawing of the whole table, stand the chains, the players' cash, shares and hands, and what is to be
decided.

A game from a drawing is played on like any other, but it has no beginning: it can't be undone or recorded. The bag is
drawn in the order of the board unless the drawing says otherwise, and certificates count as bought, not as dealt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from mergemaker.rules.board import COLUMNS, LETTERS, ROWS, SQUARES, TILE_NAMES, tile_named
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.record_format import Setup
from mergemaker.rules.shuffle import deal_of
from mergemaker.rules.state import (
    DECISIONS,
    EMPTY,
    ENDINGS,
    LOOSE,
    MAX_HAND,
    NO_CHAIN,
    NO_TILE,
    NOBODY,
    OVER,
    SET_ASIDE,
    TILES,
    fields,
    plain,
)
from mergemaker.rules.words.phrases import counted

Holdings = Mapping[str, int]

_TILES = {"o": LOOSE, ".": EMPTY, "x": SET_ASIDE}  # marks of squares that belong to no chain

# How fields of the state are told; those that are 0, or no chain, are left out.
_NUMBERS = {"bought": "bought", "skips": "turns skipped"}
_FLAGS = {"announced": "end announced", "automatic": "end reached"}
_CHAINS = {"survivor": "surviving", "absorbed": "being absorbed"}
_SETS = {"pending": "to be absorbed", "revealed": "shown in a merger"}  # chains as bits


class DrawingError(MergemakerError):
    """A drawing that can't be read or set up; the text says what is wrong with it."""


class Drawing(msgspec.Struct, kw_only=True):
    """A position: the board as drawn, and everything beside it, seat by seat.

    `shares` are `{"Tower": 3}`, chains named as in drawings; the bank has the rest. Tiles of `bag` are drawn first and
    in that order, then all others in the order of the board; with `only_bag` the others lie aside instead. `turn` has
    fields of the state that say how far a turn has come; without any, the mover is asked for a tile.
    """

    board: str
    hands: Sequence[str]
    edition: str | Edition = "2023-classic"
    names: Sequence[str] = ()
    shares: Sequence[Holdings] = ()
    cash: int | Sequence[int] = 6000
    bag: str = ""
    only_bag: bool = False
    market: Sequence[int] = ()
    mover: int = 0
    hidden: bool | None = None
    turn: Mapping[str, int] = {}

    def check(self, box: Edition) -> None:
        """Refuses a drawing whose parts are not for the same number of seats."""
        players = len(self.names) or len(self.hands)
        if not box.allows(players):
            raise DrawingError(f"{box.title} is not for {players} players.")
        cash = players if isinstance(self.cash, int) else len(self.cash)
        for what, given in (("hands", len(self.hands)), ("cash", cash)):
            if given != players:
                raise DrawingError(f"There are {players} seats, but {what} for {given}.")
        if len(self.shares) > players:
            raise DrawingError(f"There are {players} seats, but shares for {len(self.shares)}.")
        if self.mover not in range(players):
            raise DrawingError(f"There is no seat {self.mover} among {players}.")
        for hand in self.hands:
            if len(hand.split()) > MAX_HAND:
                raise DrawingError(f"A hand has at most {MAX_HAND} tiles, not {len(hand.split())}.")


# Drawing.


def board_lines(edition: Edition, squares: Sequence[int], own: Mapping[str, str] = {}) -> list[str]:
    """The board: a line of column numbers, then a line for each row; `own` are marks of some tiles instead."""
    signs = {what: mark for mark, what in _TILES.items()} | {at: chain.sign for at, chain in enumerate(edition.chains)}
    marks = [own.get(tile, signs[squares[square]]) for tile, square in zip(TILE_NAMES, SQUARES, strict=True)]
    rows = [marks[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    lines = [f" {letter} " + " ".join(f"{mark:>2}" for mark in row) for letter, row in zip(LETTERS, rows, strict=True)]
    return ["   " + " ".join(f"{number:>2}" for number in range(1, COLUMNS + 1)), *lines]


def draw(edition: Edition, state: Any, *, hidden: bool = False, names: Sequence[str] = ()) -> str:
    """The table as text. With the players' names it has their hands too, and reads back unless holdings lie hidden;
    without them it is what a spectator sees, P1 being seat 0."""
    game = plain(state)
    players = range(game.players)
    covered = hidden and game.decision != OVER
    width = max(map(len, edition.chain_names))

    def row(name: str, numbers: str, cells: Sequence[object]) -> str:
        return f" {name:{width}}  {numbers:15}  " + " ".join(f"{'?' if covered else cell:>6}" for cell in cells)

    header = " ".join(f"{f'P{seat + 1}':>6}" for seat in players)
    lines = [f"{edition.name}", *board_lines(edition, game.squares), f"\n {'':{width}}  size price bank  {header}"]
    for at, chain in enumerate(edition.chains):
        size = game.sizes[at]
        numbers = f"{size:>4} {edition.price(at, size):>5} {game.bank[at]:>4}"
        lines.append(row(chain.name, numbers, [game.shares[seat][at] for seat in players]))
    lines.append(row("cash", "", [game.cash[seat] for seat in players]))
    if names:
        lines.append("")
        for seat in players:
            tiles = " ".join(TILE_NAMES[tile] for tile in sorted(game.hands[seat]) if tile >= 0)
            lines.append(f" P{seat + 1} holds {tiles or 'nothing'}: {names[seat]}")
    status = _status(edition, game)
    return "\n".join([*lines, "", f" {'; '.join(status if names else status[:2])}."]) + "\n"


def _status(edition: Edition, game: Any) -> list[str]:
    """Who is to decide what, the bag, and whatever else a turn is known by."""
    over = game.decision == OVER
    asked = f"P{game.actor + 1} to {DECISIONS[game.decision]}"
    bag = f"{counted(TILES - game.drawn, 'tile')} in the bag"
    parts = [f"The game is over, {ENDINGS[game.ending]}" if over else asked, bag]
    if game.actor != game.mover:
        parts.append(f"the turn of P{game.mover + 1}")
    if game.placed != NO_TILE:
        parts.append(f"placed {TILE_NAMES[game.placed]}")
    turn, chains = vars(game), edition.chain_names
    parts += [f"{words} {turn[name]}" for name, words in _NUMBERS.items() if turn[name]]
    parts += [words for name, words in _FLAGS.items() if turn[name]]
    parts += [f"{words} {chains[turn[name]]}" for name, words in _CHAINS.items() if turn[name] != NO_CHAIN]
    for name, words in _SETS.items():
        if among := [chain for at, chain in enumerate(chains) if turn[name] >> at & 1]:
            parts.append(f"{words} {', '.join(among)}")
    return parts


# Reading.


def read(text: str, edition: Edition | None = None) -> Drawing:
    """The drawing that `draw` made of a game with names and open holdings."""
    name, *rest = text.strip("\n").split("\n")
    box = edition or Edition.named(name.strip())
    lines = [line for line in rest if line.strip()]
    held = [found for line in lines if (found := re.fullmatch(r" P\d holds ([^:]*): (.*)", line))]
    if len(lines) != 1 + ROWS + 1 + len(box.chains) + 1 + len(held) + 1 or not held:
        raise DrawingError("A drawing of a table has an edition, a board, the chains, the cash, hands and the turn.")
    cells = [line.split()[-len(held) :] for line in lines[2 + ROWS : 3 + ROWS + len(box.chains)]]
    if not all(cell.isascii() and cell.isdigit() for row in cells for cell in row):
        raise DrawingError("Cash and shares must be numbers; what lies hidden can’t be read back.")
    *shares, cash = [[int(cell) for cell in row] for row in cells]
    turn = _read_status(box, lines[-1].strip())
    return Drawing(
        edition=box,
        board="\n".join(" ".join(line.split()[1:]) for line in lines[1 : 1 + ROWS]),
        hands=["" if found[1] == "nothing" else found[1] for found in held],
        names=[found[2] for found in held],
        shares=[{box.chain_names[at]: row[seat] for at, row in enumerate(shares)} for seat in range(len(held))],
        cash=cash,
        mover=turn.pop("mover"),
        turn=turn,
    )


def _read_status(box: Edition, text: str) -> dict[str, int]:
    """The turn that `_status` tells, as fields of the state; the bag follows from what lies elsewhere."""
    first, *parts = text.removesuffix(".").split("; ")
    over = re.fullmatch("The game is over, ([a-z ]+)", first)
    asked = re.fullmatch("P([1-6]) to ([a-z]+)", first)
    if over and over[1] in ENDINGS[1:]:
        turn = {"decision": OVER, "actor": NOBODY, "mover": 0, "ending": ENDINGS.index(over[1])}
    elif asked and asked[2] in DECISIONS[:OVER]:
        seat = int(asked[1]) - 1
        turn = {"decision": DECISIONS.index(asked[2]), "actor": seat, "mover": seat}
    else:
        raise DrawingError(f"“{first[:60]}” does not say who is to decide what, as in “P2 to place”.")
    known = {**_NUMBERS, **_FLAGS, **_CHAINS, **_SETS, "placed": "placed", "mover": "the turn of P"}
    for part in parts:
        for name, words in known.items():
            if part.startswith(words):
                turn[name] = _turn_value(box, name, part.removeprefix(words).strip())
    return turn


def _turn_value(box: Edition, name: str, text: str) -> int:
    if name in _CHAINS:
        return chain_of(box, text)
    if name in _SETS:
        return sum(1 << chain_of(box, chain) for chain in text.split(", "))
    if name == "placed":
        return tiles_of(text)[0]
    return int(text) - (name == "mover") if text.isdigit() else 1


def marks_of(board: str) -> dict[str, str]:
    """Square -> mark, for each square of a drawn board that is not empty."""
    lines = [line.split() for line in board.strip("\n").split("\n") if line.strip()]
    if len(lines) > ROWS or any(len(line) > COLUMNS for line in lines):
        raise DrawingError(f"A board has {ROWS} rows of {COLUMNS} squares; this drawing has more.")
    return {
        f"{number}{letter}": mark
        for letter, line in zip(LETTERS, lines, strict=False)
        for number, mark in enumerate(line, 1)
        if mark != "."
    }


def tiles_of(text: str) -> list[int]:
    """Tiles by name, `"5C 12I"`."""
    found = [(name, tile_named(name)) for name in text.split()]
    for name, tile in found:
        if tile is None:
            raise DrawingError(f"There is no tile “{name}”. Tiles are 1A to 12I, such as 5C.")
    return [tile for _, tile in found if tile is not None]


def chain_of(edition: Edition, text: str) -> int:
    """A chain by its number in the edition's table, its sign or its name."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(edition.chains):
        return int(text) - 1
    for at, chain in enumerate(edition.chains):
        if text in (chain.sign, chain.name):
            return at
    known = ", ".join(f"{chain.sign} {chain.name}" for chain in edition.chains)
    raise DrawingError(f"There is no chain “{text}” in {edition.title}. Chains are {known}.")


# Setting up.


def setup_of(box: Edition, drawing: Drawing) -> tuple[Setup, list[list[int]], dict[int, int]]:
    """What a game from a drawing begins with: its set-up, the hands, and what lies on which tile's square."""
    drawing.check(box)
    marks = marks_of(drawing.board)
    hands = [tiles_of(hand) for hand in drawing.hands]
    first = tiles_of(drawing.bag)
    on_board = {
        tile: _TILES[mark] if mark in _TILES else chain_of(box, mark)
        for tile, mark in zip(tiles_of(" ".join(marks)), marks.values(), strict=True)
    }
    taken = [*on_board, *(tile for hand in hands for tile in hand), *first]
    for tile, count in Counter(taken).items():
        if count > 1:
            raise DrawingError(f"The tile {TILE_NAMES[tile]} is in two places.")
    rest = [tile for tile in range(TILES) if tile not in taken]
    deck = [tile for tile in taken if tile not in first]
    deck += [*rest, *first] if drawing.only_bag else [*first, *rest]
    if drawing.only_bag:
        on_board |= dict.fromkeys(rest, SET_ASIDE)
    players = len(hands)
    setup = Setup(
        names=tuple(drawing.names) or tuple(f"Player {seat}" for seat in range(1, players + 1)),
        deck=tuple(deck),
        deal=tuple(map(tuple, deal_of("00", [chain.dealt for chain in box.chains], players))),
        market_key=7,
        market=tuple(drawing.market),
        seed=None,
        hidden=box.hides(drawing.hidden),
    )
    return setup, hands, on_board


def fill_in(box: Edition, state: Any, drawing: Drawing, hands: list[list[int]], on_board: Mapping[int, int]) -> None:
    """Turns the state of a game that has just begun into what is drawn."""
    game = fields(state)
    game.dealt[:] = 0
    game.shares[:] = 0
    game.squares[:] = EMPTY
    for tile, what in on_board.items():
        game.squares[SQUARES[tile]] = what
    sizes = Counter(on_board.values())
    for chain, of_box in enumerate(box.chains):
        game.sizes[chain] = sizes[chain]
        game.bank[chain] = of_box.certificates
    for seat, holdings in enumerate(drawing.shares):
        for text, count in holdings.items():
            chain = chain_of(box, text)
            game.shares[seat, chain] = count
            game.bank[chain] -= count
    if (game.bank < 0).any():
        raise DrawingError("More shares are held than there are certificates.")
    for seat, hand in enumerate(hands):
        game.hands[seat] = hand + [NO_TILE] * (MAX_HAND - len(hand))
        game.cash[seat] = drawing.cash if isinstance(drawing.cash, int) else drawing.cash[seat]
    bag = drawing.bag.split() if drawing.only_bag else range(TILES - len(on_board) - sum(map(len, hands)))
    game.drawn = TILES - len(bag)
    game.starter = game.mover = game.actor = drawing.mover
    game.placed = NO_TILE
    for name, value in drawing.turn.items():
        game[name] = value
