"""A moment of a finished game as the record of a game that can be played on: the same hands, another bag."""

from __future__ import annotations

from typing import Any

from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.shuffle import deck_of, seed_text
from mergemaker.rules.state import fields
from mergemaker.rules.words.phrases import counted


def moment_record(game: Game, at: int, names: list[str], seed: int | str) -> dict[str, Any]:
    """The game as it ran after so many actions; tiles that nobody had drawn by then are shuffled anew by a seed."""
    if not 0 <= at < game.version:
        raise MergemakerError(f"That game has {counted(game.version, 'action')}; play on before the last.")
    then = game.at(at)
    drawn = [int(tile) for tile in fields(then.state).deck[: int(fields(then.state).drawn)]]
    bag = [tile for tile in deck_of(seed_text(seed)) if tile not in drawn]
    record = {key: value for key, value in then.record().items() if key not in ("seed", "result")}
    return {**record, "seats": names, "deck": [TILE_NAMES[tile] for tile in (*drawn, *bag)]}
