"""The views of several seats at once.

Where money and shares lie open, what seats see differs only in their hands and in what they may do, so the rest is
worked out once. A test compares each with the view that `Game.view` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mergemaker.rules.effects import TileEffect, names_for, tile_effect
from mergemaker.rules.looking import bonuses_now
from mergemaker.rules.offers import buying_of
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS, plain
from mergemaker.rules.views import SeenView, View
from mergemaker.tables.sealed import SealedGame

_FIELDS = View.__struct_fields__
_SETTLED = ("place", "buy", "exchange")
_SEAT, _HAND, _ACTIONS, _BUYING = (_FIELDS.index(name) for name in ("seat", "hand", "actions", "buying"))


def bare(view: SeenView) -> View:
    """A view as JSON has it: without what it was made from."""
    return View(*(getattr(view, field) for field in _FIELDS))


class Sight:
    """Makes the views of one game, and remembers what tiles do while the board stays as it is."""

    def __init__(self) -> None:
        self._board = b""
        self._effects: dict[int, tuple[TileEffect, Any]] = {}

    def views(self, game: SealedGame, seats: Sequence[int | None]) -> dict[int | None, View]:
        """What each of these seats, and a watcher (None), may know."""
        # While a founding or a merger is unsettled, what a tile would do is more than the board shows.
        if game.hidden or len(seats) < 2 or game.decision not in _SETTLED:
            return {seat: bare(game.view(seat)) for seat in seats}
        public = game.view(None)
        shared = [getattr(public, field) for field in _FIELDS]
        rules = game.edition.record
        paid = np.zeros((MAX_CHAINS, MAX_PLAYERS), np.int64)
        bonuses_now(rules, public.seen, paid)
        bonuses = paid.tolist()
        found: dict[int | None, View] = {}
        for seat in seats:
            values = list(shared)
            if seat is not None:
                seen = game.seen(seat)
                tiles = sorted(tile for tile in seen["hands"][0, seat].tolist() if tile >= 0)
                values[_SEAT] = seat
                values[_HAND] = self._hand(game, seat, public.seen, tiles, bonuses)
                if seat == public.to_act:
                    values[_ACTIONS] = tuple(game.legal_actions())
                    values[_BUYING] = buying_of(game.edition, plain(seen), seat, values[_ACTIONS])
            found[seat] = View(*values)
        return found

    def _hand(
        self, game: SealedGame, seat: int, seen: Any, tiles: list[int], bonuses: list[list[int]]
    ) -> tuple[TileEffect, ...]:
        """What tiles do, which follows from the board and, in a merger, from what it would pay.

        A watcher sees both here, so that what a watcher has seen serves for every seat.
        """
        board = seen["squares"].tobytes()
        if board != self._board:
            self._board = board
            self._effects.clear()
        hand = []
        numbers = None
        for tile in tiles:
            effect, paid = self._effects.get(tile, (None, None))
            if effect is None or (paid is not None and paid != bonuses):
                numbers = numbers or plain(seen)
                effect = tile_effect(game.edition, seen, numbers, tile, names_for(game.names, seat), bonuses)
                self._effects[tile] = effect, bonuses if effect.bonuses or effect.absorbed else None
            hand.append(effect)
        return tuple(hand)
