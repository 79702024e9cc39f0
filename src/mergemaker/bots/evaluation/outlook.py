"""What the broker's evaluation works with: its weights, which are data, and its scratch paper.

The weights stand in `weights.toml`, with a word on each; `mergemaker tune` finds them by self-play. Those that judge
positions stand in `judges`, a file for each edition, and are found by `mergemaker calibrate`. An outlook is one
record that an evaluation fills: first the board's part of it (`board_survey.py`), then what each chain is worth to each
seat and each seat's chance to win (`chain_values.py`).
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Protocol

import numpy as np

from mergemaker.bots.bot import BotError
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import BORDERED, MAX_CHAINS, MAX_PLACES, MAX_PLAYERS, record_type

WEIGHTS_FILE = Path(__file__).with_name("weights.toml")
JUDGES = WEIGHTS_FILE.with_name("judges")
MOST_BOUGHT = 3  # shares that a plan looks ahead; a larger limit is planned anew after these

RATED = 64  # options that a decision may have at most
LEVELS = 4  # of a look-ahead: the tile, the chain founded or surviving, a disposal

Numbers = Any  # an array field
Number = Annotated[float, np.float64]
Whole = Annotated[int, np.int64]


class Weights(Protocol):
    """The numbers that the evaluation is made of; `weights.toml` explains each."""

    growth: Number
    merger_now: Number
    merger_near: Number
    merger_late: Number
    merger_small: Number
    swallow: Number
    share_early: Number
    bonus_soon: Number
    bonus_late: Number
    defunct_share: Number
    defunct_bonus: Number
    race_floor: Number
    race_open: Number
    newcomer: Number
    buying_power: Number
    liquidity: Number
    liquidity_scale: Number
    doubt_late: Number
    doubt_early: Number
    tile_founds: Number
    tile_merges: Number
    tile_grows: Number
    tile_stuck: Number
    end_near: Number


class Outlook(Protocol):
    """The scratch paper of one evaluation."""

    left: Number  # how much of the game is left, from 1 down to 0
    doubt: Number  # dollars of lead that mean little yet
    exact: Whole  # 1: the game ends after this turn, so that nothing is estimated
    certain: Whole  # 1: and all that is paid is known, so that the money can be counted
    beside: Annotated[Numbers, np.int64, (BORDERED,)]  # chains that touch an empty square, as bits
    liberties: Annotated[Numbers, np.float64, (MAX_CHAINS,)]  # empty squares that touch a chain
    contact: Annotated[Numbers, np.float64, (MAX_CHAINS, MAX_CHAINS)]  # ways in which two chains could meet, weighed
    absorbed: Annotated[Numbers, np.float64, (MAX_CHAINS,)]  # the chance to be absorbed
    price: Annotated[Numbers, np.float64, (MAX_CHAINS,)]  # what a share will bring
    prize: Annotated[Numbers, np.float64, (MAX_CHAINS, MAX_PLACES)]  # what a place will be paid
    spread: Annotated[Numbers, np.float64, (MAX_CHAINS,)]  # shares of lead that mean little yet
    newcomer: Annotated[Numbers, np.float64, (MAX_CHAINS,)]  # the chance that a seat without a share gets into the race
    power: Annotated[Numbers, np.float64, (MAX_CHAINS, MAX_PLAYERS)]  # shares that a seat's cash stands for in a race
    place: Annotated[Numbers, np.float64, (MAX_PLAYERS, MAX_PLACES)]  # each seat's chance at each place of a chain
    worth: Annotated[Numbers, np.float64, (MAX_PLAYERS,)]  # what a chain is worth to each seat
    value: Annotated[Numbers, np.float64, (MAX_CHAINS, MAX_PLAYERS)]  # the same, for all chains
    trial: Annotated[Numbers, np.float64, (MAX_CHAINS, MOST_BOUGHT + 1, MAX_PLAYERS)]  # the same, after buying so many
    gain: Annotated[Numbers, np.float64, (MAX_CHAINS, MOST_BOUGHT + 1)]  # what buying so many is worth, cost taken off
    with_chain: Annotated[Numbers, np.float64, (MAX_CHAINS,)]  # the gain of the best basket with a share of the chain
    cost: Annotated[Numbers, np.int64, (MAX_CHAINS,)]  # a share's price now; 0 where none can be bought
    hand: Annotated[Numbers, np.float64, (MAX_PLAYERS,)]  # tiles in hand, where they are seen
    total: Annotated[Numbers, np.float64, (MAX_PLAYERS,)]
    chance: Annotated[Numbers, np.float64, (MAX_PLAYERS,)]  # to win
    rating: Annotated[Numbers, np.float64, (RATED,)]  # the deciding seat's chance after each option
    rated: Whole  # options that have a rating, as bits
    bought: Number  # the most that purchases have added to a chance in this look-ahead
    untried: Annotated[Numbers, np.int64, (LEVELS,)]  # options that the look-ahead has still to try, by level


WEIGHTS = record_type(Weights)
WEIGHT_NAMES = tuple(WEIGHTS.fields or ())
OUTLOOK = record_type(Outlook)


def new_outlook(count: int = 1) -> Any:
    """An array of empty outlooks."""
    return np.zeros(count, OUTLOOK)


def read_weights(path: str | os.PathLike[str]) -> Any:
    """An array of one weights record from a file; a file that lacks one, or has one too many, is refused."""
    try:
        return read_weights_text(Path(path).read_bytes(), path)
    except OSError as error:
        raise BotError(f"The weights {path} can’t be read: {error.strerror}.") from error


def read_weights_text(text: bytes, path: str | os.PathLike[str]) -> Any:
    """The same from what the file has in it; `path` is what errors call it."""
    try:
        data = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BotError(f"The weights {path} are not TOML: {error}.") from error
    given = data.get("weights")
    if not isinstance(given, dict) or set(given) != set(WEIGHT_NAMES):
        wrong = set(given or ()) ^ set(WEIGHT_NAMES)
        raise BotError(f"The weights {path} must have exactly the known names; see {', '.join(sorted(wrong))}.")
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BotError(f"In the weights {path}, {name} is not a number.")
    return weights_of([float(given[name]) for name in WEIGHT_NAMES])


def weights_of(values: Any) -> Any:
    """An array of one weights record from its numbers in order."""
    return np.array(values, np.float64).view(WEIGHTS)


@cache
def house_weights() -> Any:
    """The weights that `broker` and `mogul` play with. Shared: not to be written to."""
    return read_weights(WEIGHTS_FILE)


def judge_weights(edition: Edition) -> Any:
    """The weights that positions of an edition are judged with. Shared: not to be written to.

    House rules are judged as the edition that they come nearest to in what most tells: how many shares a turn brings.
    """
    judges = _judges()
    nearest = "1962" if edition.turn.buy == 1 else "tournament"
    return judges.get(edition.name, judges[nearest])


@cache
def _judges() -> dict[str, Any]:
    return {file.stem: read_weights(file) for file in JUDGES.glob("*.toml")}
