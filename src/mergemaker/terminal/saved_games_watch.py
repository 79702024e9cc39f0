"""Watching a game that was saved again: on the screen, or as a story where there is none."""

from __future__ import annotations

import sys

from mergemaker.record import read_records, story
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.terminal.launch import forgiving, has_screen
from mergemaker.terminal.saved_games import Kept


def watch(game: Kept) -> None:
    """Shows a finished game."""
    if game.trouble:
        raise MergemakerError(f"{game.path}: {game.trouble}.")
    if not game.finished:
        raise MergemakerError(f"The game {game.name} is still running: mergemaker play --resume {game.name}")
    record = next(record for _, record in read_records(game.path))
    if has_screen():
        from mergemaker.terminal.screens.replay_screen import show

        show(record)
        return
    forgiving(sys.stdout)
    played, happened = Game.follow(record)
    for turn in story(played.actions, happened, played.names):
        sys.stdout.write(" ".join(turn) + "\n")
