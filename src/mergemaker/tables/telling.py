"""The log in sentences: a turn's events told together, each sentence with the version that completes it."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.narrative import Event, tell
from mergemaker.tables.messages import Line, Turn


def tell_turn(
    number: int, seat: int | None, happened: Sequence[tuple[int, Sequence[Event]]], names: Sequence[str]
) -> Turn:
    """A turn from its events by version."""
    return Telling().turn(number, seat, [version for version, _ in happened], [events for _, events in happened], names)


_IMPORTANT = ("won", "ended", "announced", "merged", "founded")  # the first most


def headlines(happened: Sequence[Event], names: Sequence[str], most: int = 2) -> tuple[str, ...]:
    """The most important of what happened, in the order in which it did; the last of it if nothing was important."""
    ranked = sorted(
        (rank, -at) for at, event in enumerate(happened) for rank, kind in enumerate(_IMPORTANT) if event.kind == kind
    )
    chosen = sorted(-at for _, at in ranked[:most])
    if chosen:
        return tuple(sentence for at in chosen for sentence in tell([happened[at]], names))
    return tuple(tell([event for event in happened if event.kind != "drew"], names)[-1:])


class Telling:
    """Tells a turn that grows.

    A turn's purchases are told in one sentence though they are several actions, so the whole turn is told at once;
    telling it as far as each version then shows where a sentence got its last word. What was told before is kept,
    so that a turn that has grown by an action is told once more and not from the start.
    """

    def __init__(self) -> None:
        self._number = -1
        self._versions: list[int] = []
        self._tellings: list[list[str]] = []

    def turn(
        self,
        number: int,
        seat: int | None,
        versions: Sequence[int],
        happened: Sequence[Sequence[Event]],
        names: Sequence[str],
    ) -> Turn:
        """The turn with these events at these versions."""
        kept = len(self._versions)
        if number != self._number or list(versions[:kept]) != self._versions:
            kept = 0
        tellings = self._tellings[:kept]
        so_far: list[Event] = [event for events in happened[:kept] for event in events]
        for events in happened[kept:]:
            so_far.extend(events)
            tellings.append(tell(so_far, names))
        self._number, self._versions, self._tellings = number, list(versions), tellings
        lines = []
        for at, sentence in enumerate(tellings[-1]):
            complete = next(
                version
                for version, told in zip(versions, tellings, strict=True)
                if at < len(told) and told[at] == sentence
            )
            lines.append(Line(sentence, complete))
        merger = any(event.kind == "merged" for event in so_far)
        return Turn(number, seat, versions[0], versions[-1], tuple(lines), merger)
