"""A record told as a story: one sentence for each thing that happened, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from mergemaker.rules.words.sentences import Event, tell


def story(actions: Sequence[str], happened: Sequence[Sequence[Event]], names: Sequence[str]) -> list[list[str]]:
    """Sentences turn by turn; the first group tells what came before play.

    `actions` are the record's, `happened` is what `Game.follow` gives: the events before the first action, then
    those of each action.
    """
    turns: list[list[Event]] = [list(happened[0])]
    for at, events in enumerate(happened[1:]):
        if begins_turn(actions, at):
            turns.append([])
        turns[-1].extend(events)
    return [tell(turn, names) for turn in turns]


def begins_turn(actions: Sequence[str], at: int) -> bool:
    """Whether the action at an index is the first of a turn: the tile, or the end announced before it."""
    if actions[at] == "end":
        return at + 1 < len(actions) and _is_placing(actions[at + 1])
    return _is_placing(actions[at]) and not (at > 0 and actions[at - 1] == "end")


def _is_placing(action: str) -> bool:
    return action == "skip" or action.startswith("place ")
