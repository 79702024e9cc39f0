"""The saved games as a list for people: which games there are, how they came out, and how to go on with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mergemaker.rules.words.phrases import dollars, listed
from mergemaker.terminal import saved_games
from mergemaker.terminal.saved_games import Kept


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
    return {
        "name": game.name,
        "file": str(game.path),
        "finished": game.finished,
        "when": game.when,
        "edition": game.edition,
        "seats": list(game.seats),
        "actions": game.actions,
        "result": game.result,
        "trouble": game.trouble,
    }


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
        hints.append("Watch a finished one: mergemaker games NUMBER")
    hints.append(f"They are kept in {saved_games.folder()}")
    return Group(table, Text("\n" + "\n".join(hints)))
