"""From the command line to a running game: a new one or a saved one, on the screen or line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO

from mergemaker.bots.registry import bots_of
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.terminal.first_compile import warm_up
from mergemaker.terminal.plain_mode import Plain
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.seat_choice import EDITION, seat
from mergemaker.terminal.sessions.session import Session
from mergemaker.terminal.terminal_coach import CoachedPlain, TerminalCoach

if TYPE_CHECKING:
    from mergemaker.terminal.screens.table_screen import TableScreen

__all__ = ["EDITION", "begun", "has_screen", "play", "progress_file", "resumed", "warm_up"]


def has_screen() -> bool:
    """Whether there is a terminal that can show a screen, on both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def begun(
    edition: Edition,
    players: int | None,
    people: Sequence[str],
    bots: str | None,
    seed: str | None,
    hidden: bool | None,
) -> Session:
    """A new game as asked for."""
    seating = seat(edition, players, people, bots_of(bots) if bots else ())
    return Session.new(edition, seating.names, seating.who, seed=seed_meant(seed), hidden=hidden)


def seed_meant(text: str | None) -> int | str | None:
    """A seed of the command line: a number, or hex digits as a record has them."""
    if text is not None and text.isascii() and text.isdigit():
        return int(text)
    return text


def resumed(wanted: str | None) -> Session:
    """The saved game that is meant; the newest running one if nothing is said."""
    if wanted is not None:
        game = saved_games.find(wanted)
        if game.trouble:
            raise MergemakerError(f"{game.path}: {game.trouble}.")
        if game.finished:
            raise MergemakerError(f"The game {game.name} is finished. Watch it: mergemaker games {game.name}")
        return Session.resume(game.path)
    running = saved_games.running_games()
    if not running:
        raise MergemakerError("There is no game to continue. Start one with: mergemaker play")
    return Session.resume(running[0].path)


def play(session: Session | None, *, plain: bool, coach: str = "off") -> None:
    """Plays; without a game, the screen asks which."""
    if plain:
        assert session is not None
        forgiving(sys.stdin)
        forgiving(sys.stdout)
        if coach != "off":
            CoachedPlain(session, TerminalCoach(coach, progress_file()), sys.stdin, sys.stdout).run()
        else:
            Plain(session, sys.stdin, sys.stdout).run()
        return
    from mergemaker.terminal.terminal_app import Mergemaker

    app = Mergemaker(session, table=None if coach == "off" else partial(_coached_table, coach))
    app.run()
    left = app.session
    if left is not None:
        running = left.journal is not None
        left.close()
        if running:
            sys.stdout.write("The game is saved. Continue it with: mergemaker play --resume\n")
        elif left.record_path is not None:
            sys.stdout.write(f"The record is kept as {left.record_path}.\n")


def _coached_table(level: str, session: Session) -> TableScreen:
    from mergemaker.terminal.screens.coached_table import CoachedTable

    return CoachedTable(session, TerminalCoach(level, progress_file()))


def progress_file() -> ProgressFile:
    """What this person has learned, beside the saved games."""
    return ProgressFile(saved_games.folder().parent / "learning.json")


def forgiving(stream: TextIO) -> None:
    """Makes a stream show a character that it does not have as a question mark instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
