"""Any program as a bot: JSON lines on its standard input and output. The protocol is in docs/look-up/bot-protocol.md.

A program is given a little longer than its budget to answer; one that does not is stopped and started again for its
next decision, so that a single hang costs a single decision. What it prints besides answers is passed over.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mergemaker import __version__
from mergemaker.bots.bot import Bot, BotError
from mergemaker.bots.bot_program import BotProgram, idle_program, keep_idle
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.record_format import LONGEST_NAME
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event

PROTOCOL = 1
USUAL_MS = 1000
GRACE = 0.25  # seconds beyond the budget: pipes and a busy machine take their time
HELLO_SECONDS = 10.0
RESTARTS = 3  # programs of one game that may fail before the bot is given up


class CommandBot(Bot):
    """A program that is asked over its standard input. `ms=…` before the command sets its budget."""

    def __init__(self, command: str, seed: int = 0) -> None:
        self.ms = USUAL_MS
        if command.startswith("ms="):
            budget, _, command = command.removeprefix("ms=").partition(" ")
            if not budget.isdigit() or int(budget) == 0:
                raise BotError(f"cmd: ms is a whole number from 1 up, not “{budget}”.")
            self.ms = int(budget)
        try:
            self._words = tuple(shlex.split(command, posix=os.name == "posix"))
        except ValueError as error:
            raise BotError(f"The command “{command}” can’t be read: {error}.") from None
        if not self._words:
            raise BotError("cmd: needs a command, such as cmd:./mybot or cmd:python3 mybot.py.")
        self.seed = seed
        self.about: dict[str, Any] = {}  # the program's answer to hello
        self.strays = 0  # lines on its standard output that were no answers
        self._program: BotProgram | None = None
        self._failed = 0
        self._asked = 0  # decisions, so that an answer can say which it is for
        self._game: dict[str, Any] | None = None
        self._heard: list[Any] = []  # events that the program has not been told yet

    @property
    def title(self) -> str:
        """What the program calls itself; the name of its file until it has said that."""
        said = self.about.get("name")
        text = " ".join(said.split()) if isinstance(said, str) else ""
        if not text or not text.isprintable():
            # Of "python3 mybot.py --deep" the script says more than what runs it.
            files = [Path(word) for word in self._words if not word.startswith("-")]
            text = next((file.name for file in files[1:] if file.suffix), files[0].name if files else "program")
        return text[:LONGEST_NAME]

    def start(self) -> None:
        """Starts the program, unless it runs, and waits for its hello; BotError if that does not come."""
        if self._program is not None:
            return
        self._program = idle_program(self._words) or BotProgram(self._words)
        try:
            if not self._program.about:
                self._program.send({"type": "hello", "protocol": PROTOCOL, "program": f"mergemaker {__version__}"})
                self._program.about = self._program.answer("protocol", HELLO_SECONDS)
            self.about = self._program.about
            if self.about["protocol"] != PROTOCOL:
                raise BotError(f"The program speaks protocol {str(self.about['protocol'])[:20]}, not {PROTOCOL}.")
        except BotError:
            self._stop()
            raise
        if self._game is not None:
            self._program.send(self._game)

    def begin(self, edition: Edition, names: Sequence[str], seat: int) -> None:
        """Tells the program about the game."""
        self._heard = []
        self._failed = 0
        self._game = {
            "type": "game",
            "edition": edition.name,
            "rules": edition.to_dict(),
            "seats": list(names),
            "seat": seat,
            "seed": self.seed,
        }
        if self._program is not None:
            self._program.send(self._game)

    def watch(self, events: Sequence[Event]) -> None:
        """Keeps what happened until the next decision or the end; then the program hears all of it first."""
        self._heard += [msgspec.to_builtins(event) for event in events]

    def choose(self, view: SeenView) -> str:
        """The program's answer; BotError where it has none."""
        if self._failed >= RESTARTS:
            raise BotError("The program has failed too often in this game.")
        if self._game is None:
            self.begin(view.edition, view.names, view.seat or 0)
        try:
            self.start()
            assert self._program is not None
            self._tell_events()
            # Whatever it has said unasked until now is no answer to this.
            self._program.forget_lines()
            self._asked += 1
            self._program.send(
                {
                    "type": "decide",
                    "id": self._asked,
                    "budget_ms": self.ms,
                    "view": view.to_dict(),
                    "actions": list(view.actions),
                }
            )
            action = self._program.answer("action", self.ms / 1000 + GRACE, self._asked)["action"]
        except BotError:
            self._failed += 1
            self._stop()
            raise
        if not isinstance(action, str):
            raise BotError(f"The program’s action is not a text: {str(action)[:60]}")
        return action

    def refused(self, reason: str, played: str) -> None:
        """Tells the program, if it still runs, what was played in place of its answer."""
        if self._program is not None:
            self._program.send({"type": "refused", "reason": reason, "played": played})

    def over(self, result: Mapping[str, Any]) -> None:
        """Tells the program the last events and the result; one that had to be stopped is left alone."""
        if self._program is not None:
            self._tell_events()
            self._program.send({"type": "result", **result})

    def close(self) -> None:
        """Keeps a program that can play more games for the next one; says goodbye to any other."""
        program, self._program = self._program, None
        self._game = None
        if program is None:
            return
        self.strays += program.strays
        program.strays = 0
        if program.about.get("many_games") is True and program.runs:
            keep_idle(self._words, program)
        else:
            program.say_bye()

    def leave(self) -> int | None:
        """Ends a program that was started, whether or not it could play more games; its exit status, None if killed."""
        program, self._program = self._program, None
        return None if program is None else program.say_bye()

    def _tell_events(self) -> None:
        if self._heard and self._program is not None:
            self._program.send({"type": "events", "events": self._heard})
            self._heard = []

    def _stop(self) -> None:
        if self._program is not None:
            self.strays += self._program.strays
            self._program.end(patience=0.0)
            self._program = None
