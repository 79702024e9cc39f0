"""Any program as a bot: JSON lines on its standard input and output. The protocol is in docs/bot-protocol.md.

A program is started for each game. It is given a little longer than its budget to answer; one that does not is
stopped and started again for its next decision, so that a single hang costs a single decision.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from mergemaker import __version__
from mergemaker.bots.bot import Bot, BotError
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event

PROTOCOL = 1
USUAL_MS = 1000
GRACE = 0.25  # seconds beyond the budget: pipes and a busy machine take their time
HELLO_SECONDS = 10.0
LONGEST_LINE = 1_000_000
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
            self._words = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise BotError(f"The command “{command}” can’t be read: {error}.") from None
        if not self._words:
            raise BotError("cmd: needs a command, such as cmd:./mybot or cmd:python3 mybot.py.")
        self.seed = seed
        self.about: dict[str, Any] = {}
        self._program: _Program | None = None
        self._failed = 0
        self._game: dict[str, Any] | None = None
        self._heard: list[Any] = []  # events since the last decision

    def begin(self, edition: Edition, names: Sequence[str], seat: int) -> None:
        """Tells the program about the game; it is started if it is not running."""
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
        """Keeps what happened until the next decision; then the program hears all of it first."""
        self._heard += [msgspec.to_builtins(event) for event in events]

    def choose(self, view: SeenView) -> str:
        """The program's answer; BotError where it has none."""
        if self._failed >= RESTARTS:
            raise BotError("The program has failed too often in this game.")
        if self._game is None:
            self.begin(view.edition, view.names, view.seat or 0)
        try:
            program = self._running()
            if self._heard:
                program.send({"type": "events", "events": self._heard})
                self._heard = []
            program.send(
                {"type": "decide", "budget_ms": self.ms, "view": view.to_dict(), "actions": list(view.actions)}
            )
            answer = program.answer(self.ms / 1000 + GRACE)
        except BotError:
            self._failed += 1
            self._stop()
            raise
        action = answer.get("action")
        if not isinstance(action, str):
            raise BotError(f"The program answered without an action: {str(answer)[:80]}")
        return action

    def close(self) -> None:
        """Says goodbye to the program, and ends it if it does not go by itself."""
        if self._program is not None:
            with contextlib.suppress(BotError):
                self._program.send({"type": "bye"})
            self._program.end(patience=0.5)
            self._program = None

    def _running(self) -> _Program:
        if self._program is None:
            self._program = _Program(self._words)
            self._program.send({"type": "hello", "protocol": PROTOCOL, "program": f"mergemaker {__version__}"})
            self.about = self._program.answer(HELLO_SECONDS)
            if self.about.get("protocol") != PROTOCOL:
                raise BotError(f"The program speaks protocol {self.about.get('protocol')!r}, not {PROTOCOL}.")
            if self._game is not None:
                self._program.send(self._game)
        return self._program

    def _stop(self) -> None:
        if self._program is not None:
            self._program.end(patience=0.0)
            self._program = None


class _Program:
    """A running program, with a thread that reads what it says, so that waiting can end."""

    def __init__(self, words: list[str]) -> None:
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotError(f"{words[0]} can’t be started: {error.strerror}.") from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise BotError(f"The program has gone{self._status()}.") from None

    def answer(self, seconds: float) -> dict[str, Any]:
        """The next line, as an object."""
        deadline = time.monotonic() + seconds
        try:
            line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.0))
        except queue.Empty:
            raise BotError(f"The program did not answer within {seconds:.2f} seconds.") from None
        if not line:
            raise BotError(f"The program has gone{self._status()}.")
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            raise BotError(f"The program answered what is not JSON: {line[:60]!r}") from None
        if not isinstance(answer, dict):
            raise BotError(f"The program answered what is not a JSON object: {line[:60]!r}")
        return answer

    def _status(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f" with exit status {self._process.wait(0.2)}"
        return ""

    def end(self, patience: float) -> None:
        """Ends the program: by itself within so many seconds, or else at once."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        try:
            self._process.wait(patience or 0.001)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(1.0)
        if self._process.stdout is not None:
            self._process.stdout.close()
