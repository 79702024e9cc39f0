"""The log in sentences: a turn's events told together, each sentence with the version that completes it."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.words.sentences import Event, tell
from mergemaker.tables.protocol.messages import Line, Turn


def tell_turn(
    number: int, seat: int | None, happened: Sequence[tuple[int, Sequence[Event]]], names: Sequence[str]
) -> Turn:
    """A turn from its events by version."""
    return TurnLog(number, seat).turn(happened, names)


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


class TurnLog:
    """Tells a turn that grows.

    A turn's purchases are told in one sentence though they are several actions, so the whole turn is told at once;
    telling it as far as each version then shows where a sentence got its last word. What was told before is kept,
    so that a turn that has grown by an action is told once more and not from the start.
    """

    def __init__(self, number: int, seat: int | None) -> None:
        self.number = number
        self.versions: list[int] = []
        self._seat = seat
        self._events: list[Event] = []
        self._lines: list[Line] = []

    def turn(self, more: Sequence[tuple[int, Sequence[Event]]], names: Sequence[str]) -> Turn:
        """The turn with what has happened since, by version."""
        for version, events in more:
            self.versions.append(version)
            self._events += events
            before = self._lines
            self._lines = [
                before[at] if at < len(before) and before[at].text == sentence else Line(sentence, version)
                for at, sentence in enumerate(tell(self._events, names))
            ]
        merger = any(event.kind == "merged" for event in self._events)
        return Turn(self.number, self._seat, self.versions[0], self.versions[-1], tuple(self._lines), merger)
