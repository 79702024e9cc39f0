"""The views of several seats at once.

Where money and shares lie open, what seats see differs only in their hands and in what they may do, so the rest is
worked out, and turned into JSON, once. A test compares each with the view that `Game.view` makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from mergemaker.rules.position import Kept, Position
from mergemaker.rules.views import SeenView, View
from mergemaker.rules.words.aid_moments import moments_now
from mergemaker.rules.words.offers import Buying, Disposal
from mergemaker.rules.words.questions import question
from mergemaker.rules.words.tile_effects import TileEffect
from mergemaker.tables.game_log.sealed_game import SealedGame

_FIELDS = View.__struct_fields__
_encode = msgspec.json.Encoder().encode


class _Own(msgspec.Struct, frozen=True):
    """What a view of an open table has that no other view of it has."""

    seat: int | None
    hand: tuple[TileEffect, ...] = ()
    actions: tuple[str, ...] = ()
    buying: Buying | None = None
    disposal: Disposal | None = None
    question: str = ""
    moments: tuple[str, ...] = ()


_SHARED = tuple(field for field in _FIELDS if field not in _Own.__struct_fields__)
_Shared: Any = msgspec.defstruct("_Shared", _SHARED)  # the rest of a view


def bare(view: SeenView) -> View:
    """A view as JSON has it: without what it was made from."""
    return View(*(getattr(view, field) for field in _FIELDS))


class SeatViews:
    """Makes the views of one game, and keeps the parts that stay as they are."""

    def __init__(self) -> None:
        self._kept = Kept()

    def views(self, game: SealedGame, seats: Iterable[int | None], legal: Sequence[str]) -> dict[int | None, View]:
        """What each of these seats, and a watcher (None), may know. `legal` is what may be done now."""
        if game.hidden and not game.over:
            return self._apart(game, seats, legal)
        position = game.position(None, self._kept)
        public = bare(position.view(None, (), game.version))
        own = self._own(game, position, public, seats, legal)
        return {mine.seat: _with(public, mine) for mine in own}

    def encoded(
        self, game: SealedGame, seats: Iterable[int | None], legal: Sequence[str]
    ) -> dict[int | None, msgspec.Raw]:
        """What each of these seats, and a watcher (None), may know, as JSON."""
        if game.hidden and not game.over:
            return {seat: msgspec.Raw(_encode(view)) for seat, view in self._apart(game, seats, legal).items()}
        position = game.position(None, self._kept)
        public = position.view(None, (), game.version)
        shared = _encode(_Shared(*[getattr(public, field) for field in _SHARED]))[:-1]
        own = self._own(game, position, public, seats, legal)
        return {mine.seat: msgspec.Raw(b"%b,%b" % (shared, _encode(mine)[1:])) for mine in own}

    def _apart(self, game: SealedGame, seats: Iterable[int | None], legal: Sequence[str]) -> dict[int | None, View]:
        """Views of which each must be made by itself."""
        to_act = game.to_act
        return {
            seat: bare(game.position(seat, self._kept).view(seat, legal if seat == to_act else (), game.version))
            for seat in seats
        }

    @staticmethod
    def _own(
        game: SealedGame, position: Position, public: View, seats: Iterable[int | None], legal: Sequence[str]
    ) -> Iterable[_Own]:
        to_act = game.to_act
        for seat in seats:
            if seat is None:
                yield _Own(None, moments=public.moments)
                continue
            actions = tuple(legal) if seat == to_act else ()
            hand = position.hand(game.hand(seat), seat)
            soon = public.end_in_sight or public.announced
            own = _Own(
                seat,
                hand,
                actions,
                position.buying(seat, actions),
                position.disposal(seat, actions),
                moments=moments_now(
                    public.decision, hand, public.chains, merging=public.merger is not None, ending=soon
                ),
            )
            yield msgspec.structs.replace(own, question=question(_with(public, own))) if actions else own


def _with(public: View, own: _Own) -> View:
    """A seat's view: what everybody sees, and what only it does."""
    return msgspec.structs.replace(public, **msgspec.structs.asdict(own))
