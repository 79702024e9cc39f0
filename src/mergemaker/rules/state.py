"""The two records that the rules work on: the rules of an edition, and one game.

Both are NumPy structured records of fixed size, so that a copy is one memory copy, a batch of games is an array,
and equality and hashing are on bytes. The Protocols below say what the records hold: to the type checker, and to
`record_type`, which makes the records from them.
"""

from __future__ import annotations

from struct import Struct
from types import SimpleNamespace
from typing import Annotated, Any, Protocol, get_type_hints

import numpy as np

MAX_PLAYERS = 6
MAX_CHAINS = 7
MAX_HAND = 6
MAX_CERTIFICATES = 50  # of one chain: bounds the actions `trade n` and `sell n`
MAX_ROWS = 16  # of a price chart, row 0 being "no price"
MAX_PLACES = 3
MAX_MARKET = 64  # market draws of a game: every founding takes two tiles, so 54 mergers and 7 at the end
TILES = 108
BORDERED = 11 * 13  # the board with an empty border, see board.py

# What a square holds: 0–6 is a chain, the rest follows.
LOOSE = 7
EMPTY = 8
SET_ASIDE = 9  # empty for ever: its tile was dead and lies face up beside the board

NOBODY = -1
NO_TILE = -1
HIDDEN_TILE = -2  # in a view: a tile that this seat cannot see
NO_CHAIN = -1

# Decisions, in the order of a turn.
PLACE, FOUND, SURVIVOR, ABSORB, TRADE, SELL, BUY, EXCHANGE, OVER = range(9)
# What follows without a decision; the engine goes from step to step until somebody must choose (engine.py).
MERGING, ABSORBING, SETTLING, BUYING, DRAWING, EXCHANGING, PASSING, FINISHING = range(9, 17)
# The decisions and steps of a turn in the order in which they come.
TURN = (
    PLACE, FOUND, SURVIVOR, MERGING, ABSORB, ABSORBING, TRADE, SELL, SETTLING, BUYING, BUY, DRAWING, EXCHANGE,
    EXCHANGING, PASSING, FINISHING,
)  # fmt: skip
DECISIONS = ("place", "found", "survivor", "absorb", "trade", "sell", "buy", "exchange", "over")

# How a game ended. The first that holds is the one that is recorded.
NOT_ENDED, ANNOUNCED, AUTOMATIC, NO_TILES, NO_MOVE = range(5)
ENDINGS = ("", "announced", "automatic", "no tiles", "no move")

# Policies of an edition.
FIRST_BY_LETTER, FIRST_BY_NUMBER = range(2)
DRAW_AT_END, DRAW_BEFORE_BUYING = range(2)
DEAD_KEPT, DEAD_REPLACED_ONCE, DEAD_MAY_REPLACE_ONCE, DEAD_REPLACED_UNTIL_NONE = range(4)
END_ANNOUNCED, END_AUTOMATIC = range(2)

Ints = Any  # an integer array field: NumPy's element types say nothing a reader of a rule needs
Byte = Annotated[int, np.int8]


def record_type(described: type) -> np.dtype[Any]:
    """The record that a Protocol describes: each field is annotated with its NumPy type and, if an array, its shape."""
    hints = get_type_hints(described, include_extras=True)
    return np.dtype([(name, *hint.__metadata__) for name, hint in hints.items()], align=True)


class Rules(Protocol):
    """One edition, compiled: what the rule functions ask instead of asking which edition it is."""

    price: Annotated[Ints, np.int32, (MAX_ROWS,)]  # a share's price by chart row; 0 in row 0
    bonus: Annotated[Ints, np.int32, (MAX_ROWS, MAX_PLACES)]  # by chart row and place
    cash: Annotated[int, np.int32]  # each player's at the start
    row: Annotated[Ints, np.int8, (MAX_CHAINS, TILES + 1)]  # the chart row of a chain at a size; 0 below size 2
    certificates: Annotated[Ints, np.int8, (MAX_CHAINS,)]  # in all, those dealt included
    dealt: Annotated[Ints, np.int8, (MAX_CHAINS,)]  # shuffled and dealt out before play
    chains: Byte
    hand: Byte  # tiles in a full hand, an opening tile kept in it included
    opening_on_board: Byte  # 1: opening tiles are placed; 0: they stay in the hand
    first: Byte  # FIRST_BY_…
    buy_limit: Byte
    founder_shares: Byte
    founder_cash: Byte  # 1: a founder's share that the bank lacks is paid in cash
    draw: Byte  # DRAW_…
    dead_tiles: Byte  # DEAD_…
    safe: Byte  # a chain of this size can't be absorbed
    end: Byte  # END_…
    end_size: Byte  # a chain of this size may end the game
    market: Byte  # 1: with two players the market competes for bonuses
    places: Byte  # how many holders a bonus goes to
    sole: Byte  # places whose bonuses a sole holder takes, as bits (first place = 1)


class State(Protocol):
    """One game: the whole truth, hidden tiles included."""

    market_key: Annotated[int, np.int64]  # 63 bits that market draws come from when none is given
    cash: Annotated[Ints, np.int32, (MAX_PLAYERS,)]
    squares: Annotated[Ints, np.int8, (BORDERED,)]
    deck: Annotated[Ints, np.int8, (TILES,)]  # all tiles in the order in which they are drawn
    hands: Annotated[Ints, np.int8, (MAX_PLAYERS, MAX_HAND)]
    shares: Annotated[Ints, np.int8, (MAX_PLAYERS, MAX_CHAINS)]
    dealt: Annotated[Ints, np.int8, (MAX_PLAYERS, MAX_CHAINS)]  # what each seat was dealt before play
    bank: Annotated[Ints, np.int8, (MAX_CHAINS,)]
    sizes: Annotated[Ints, np.int8, (MAX_CHAINS,)]  # 0: not on the board
    market: Annotated[Ints, np.int8, (MAX_MARKET,)]  # draws, made or given: a tile, or 108 + number without a bag
    players: Byte
    starter: Byte
    drawn: Byte  # how far into the deck the draws have come
    market_draws: Byte
    revealed: Byte  # chains whose every holding was announced in a merger, as bits
    decision: Byte
    mover: Byte  # whose turn it is; in a merger, the mergemaker
    actor: Byte  # who must decide
    placed: Byte  # this turn's tile, NO_TILE if none
    survivor: Byte
    absorbed: Byte  # the chain whose holders are deciding
    pending: Byte  # chains still to be absorbed, as bits
    bought: Byte
    skips: Byte  # turns in a row without a tile
    announced: Byte  # the end was announced
    automatic: Byte  # the end came by itself: the turn is finished, then the game
    ending: Byte  # how the game ended
    spare: Annotated[Ints, np.int8, (6,)]  # always 0: bytes that belong to no field would be left undefined by a copy


RULES, GAME = record_type(Rules), record_type(State)

# Doors take arrays of one record, because the compiler passes an array ten times faster than a record; `fields`
# is the same memory by field names.


def new_rules() -> Any:
    """An array of one empty rules record."""
    return np.zeros(1, RULES)


def new_state() -> Any:
    """An array of one empty game record."""
    return np.zeros(1, GAME)


def fields(records: Any) -> Any:
    """The one record of such an array, to be read and written by field names."""
    return records.view(np.recarray)[0]


def copied(records: Any) -> Any:
    """A copy of such an array by its bytes: NumPy's own goes field by field, which takes twenty times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def _layout(kind: np.dtype[Any]) -> tuple[Struct, list[tuple[str, int, int, int]]]:
    """How to read a record's numbers at one go, and of each field its name, its first number, how many, how many a row.

    A field of one number has none to be counted.
    """
    pattern, fields, at, end = "=", [], 0, 0
    for name, (of, offset, *_) in (kind.fields or {}).items():
        count = int(np.prod(of.shape))
        pattern += f"{offset - end}x{count}{_LETTERS[of.base.itemsize]}"
        fields.append((name, at, count if of.shape else 0, of.shape[1] if len(of.shape) == 2 else 0))
        at, end = at + count, offset + of.itemsize
    return Struct(f"{pattern}{kind.itemsize - end}x"), fields


_LETTERS = {1: "b", 4: "i", 8: "q"}  # of integers, by their bytes
_LAYOUTS = {kind: _layout(kind) for kind in (RULES, GAME)}


def plain(records: Any) -> Any:
    """The one record of such an array copied to Python's own numbers and tuples, which are quicker to read."""
    layout, fields = _LAYOUTS[records.dtype]
    numbers = layout.unpack(records.tobytes())
    record = SimpleNamespace()
    found = record.__dict__
    for name, at, count, row in fields:
        if not count:
            found[name] = numbers[at]
        elif row:
            found[name] = tuple([numbers[first : first + row] for first in range(at, at + count, row)])
        else:
            found[name] = numbers[at : at + count]
    return record
