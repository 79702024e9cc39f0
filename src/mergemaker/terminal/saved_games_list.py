"""The saved games for people: which there are, how they came out, how to go on with them, and one watched again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mergemaker.record import story
from mergemaker.rules.game import Game
from mergemaker.rules.words.phrases import dollars, listed
from mergemaker.terminal.launch import forgiving, has_screen
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.saved_games import Kept


def outcome_of(game: Kept) -> str:
    """How a game stands or came out, in a few words."""
    if game.trouble:
        return game.trouble
    if not game.finished or not game.result:
        return f"running, {game.actions} actions"
    try:
        money, winners = game.result["money"], game.result["winners"]
        return f"{listed([game.seats[seat] for seat in winners])} won with {dollars(money[winners[0]])}"
    except (KeyError, IndexError, TypeError, ValueError):  # a record that somebody has written by hand
        return "finished"


def summary(game: Kept) -> dict[str, Any]:
    """A game of the list as plain data."""
    data: dict[str, Any] = msgspec.to_builtins({**msgspec.structs.asdict(game), "path": str(game.path)})
    return {"file" if key == "path" else key: value for key, value in data.items()}


def listing(games: Sequence[Kept]) -> RenderableType:
    """All games, the newest first, and the commands that go on from here."""
    if not games:
        return Text("No game has been played here yet. Start one with: mergemaker play")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "game", "edition", "players", "how it went"):
        table.add_column(heading, justify="right" if not heading else "left", overflow="fold")
    for number, game in enumerate(games, 1):
        table.add_row(
            str(number), Text(game.name), Text(game.edition), Text(", ".join(game.seats)), Text(outcome_of(game))
        )
    hints = []
    if any(not game.finished and not game.trouble for game in games):
        hints.append("Continue a running game: mergemaker play --resume NUMBER")
    if any(game.finished for game in games):
        hints.append(
            "Watch a finished one: mergemaker games NUMBER; copy its record: mergemaker games NUMBER --export FILE"
        )
    hints.append("Delete one: mergemaker games NUMBER --delete")
    hints.append(f"They are kept in {saved_games.folder()}")
    return Group(table, Text("\n" + "\n".join(hints)))


def watch(game: Kept) -> None:
    """Shows a finished game move by move, or as a story where there is no screen."""
    record = saved_games.record_of(game)
    if has_screen():
        from mergemaker.terminal.screens.replay_screen import show

        show(record)
        return
    forgiving(sys.stdout)
    played, happened = Game.follow(record)
    for turn in story(played.actions, happened, played.names):
        sys.stdout.write(" ".join(turn) + "\n")
