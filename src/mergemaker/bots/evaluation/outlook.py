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
from typing import Any, Protocol

import numpy as np

from mergemaker.bots.bot import BotError
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import BORDERED, MAX_CHAINS, MAX_PLACES, MAX_PLAYERS

WEIGHTS_FILE = Path(__file__).with_name("weights.toml")
JUDGES = WEIGHTS_FILE.with_name("judges")
MOST_BOUGHT = 3  # shares that a plan looks ahead; a larger limit is planned anew after these

RATED = 64  # options that a decision may have at most
LEVELS = 4  # of a look-ahead: the tile, the chain founded or surviving, a disposal

WEIGHT_NAMES = (
    "growth",
    "merger_now",
    "merger_near",
    "merger_late",
    "merger_small",
    "swallow",
    "share_early",
    "bonus_soon",
    "bonus_late",
    "defunct_share",
    "defunct_bonus",
    "race_floor",
    "race_open",
    "newcomer",
    "buying_power",
    "liquidity",
    "liquidity_scale",
    "doubt_late",
    "doubt_early",
    "tile_founds",
    "tile_merges",
    "tile_grows",
    "tile_stuck",
    "end_near",
)
WEIGHTS = np.dtype([(name, np.float64) for name in WEIGHT_NAMES])

OUTLOOK = np.dtype(
    [
        ("left", np.float64),  # how much of the game is left, from 1 down to 0
        ("doubt", np.float64),  # dollars of lead that mean little yet
        ("exact", np.int64),  # 1: the game ends after this turn, so that nothing is estimated
        ("certain", np.int64),  # 1: and all that is paid is known, so that the money can be counted
        ("beside", np.int64, (BORDERED,)),  # chains that touch an empty square, as bits
        ("liberties", np.float64, (MAX_CHAINS,)),  # empty squares that touch a chain
        ("contact", np.float64, (MAX_CHAINS, MAX_CHAINS)),  # ways in which two chains could meet, weighed
        ("absorbed", np.float64, (MAX_CHAINS,)),  # the chance to be absorbed
        ("price", np.float64, (MAX_CHAINS,)),  # what a share will bring
        ("prize", np.float64, (MAX_CHAINS, MAX_PLACES)),  # what a place will be paid
        ("spread", np.float64, (MAX_CHAINS,)),  # shares of lead that mean little yet
        ("newcomer", np.float64, (MAX_CHAINS,)),  # the chance that a seat without a share gets into the race
        ("power", np.float64, (MAX_CHAINS, MAX_PLAYERS)),  # shares that a seat's cash stands for in a race
        ("place", np.float64, (MAX_PLAYERS, MAX_PLACES)),  # each seat's chance at each place of a chain
        ("worth", np.float64, (MAX_PLAYERS,)),  # what a chain is worth to each seat
        ("value", np.float64, (MAX_CHAINS, MAX_PLAYERS)),  # the same, for all chains
        ("trial", np.float64, (MAX_CHAINS, MOST_BOUGHT + 1, MAX_PLAYERS)),  # the same, after buying so many
        ("gain", np.float64, (MAX_CHAINS, MOST_BOUGHT + 1)),  # what buying so many is worth, cost taken off
        ("with_chain", np.float64, (MAX_CHAINS,)),  # the gain of the best basket with a share of the chain
        ("cost", np.int64, (MAX_CHAINS,)),  # a share's price now; 0 where none can be bought
        ("hand", np.float64, (MAX_PLAYERS,)),  # tiles in hand, where they are seen
        ("total", np.float64, (MAX_PLAYERS,)),
        ("chance", np.float64, (MAX_PLAYERS,)),  # to win
        ("rating", np.float64, (RATED,)),  # the deciding seat's chance after each option
        ("rated", np.int64),  # options that have a rating, as bits
        ("bought", np.float64),  # the most that purchases have added to a chance in this look-ahead
        ("untried", np.int64, (LEVELS,)),  # options that the look-ahead has still to try, by level
    ],
    align=True,
)

Floats = Any


class Weights(Protocol):
    """The numbers that the evaluation is made of; `weights.toml` explains each."""

    growth: float
    merger_now: float
    merger_near: float
    merger_late: float
    merger_small: float
    swallow: float
    share_early: float
    bonus_soon: float
    bonus_late: float
    defunct_share: float
    defunct_bonus: float
    race_floor: float
    race_open: float
    newcomer: float
    buying_power: float
    liquidity: float
    liquidity_scale: float
    doubt_late: float
    doubt_early: float
    tile_founds: float
    tile_merges: float
    tile_grows: float
    tile_stuck: float
    end_near: float


class Outlook(Protocol):
    """The scratch paper of one evaluation."""

    left: float
    doubt: float
    exact: int
    certain: int
    beside: Any
    liberties: Floats
    contact: Floats
    absorbed: Floats
    price: Floats
    prize: Floats
    spread: Floats
    newcomer: Floats
    power: Floats
    place: Floats
    worth: Floats
    value: Floats
    trial: Floats
    gain: Floats
    with_chain: Floats
    cost: Any
    hand: Floats
    total: Floats
    chance: Floats
    rating: Floats
    rated: int
    bought: float
    untried: Any


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
