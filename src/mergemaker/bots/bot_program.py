"""A program that runs as a bot: its lines in and out, and those that wait between two games.

A thread reads what it prints and another writes what it is told, so that neither a program that is silent nor one that
reads nothing can hold anybody up.
"""

from __future__ import annotations

import atexit
import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from mergemaker.bots.bot import BotError
from mergemaker.bots.process_guard import GUARD

LONGEST_LINE = 1_000_000
LINES_AHEAD = 1000  # that it may print before somebody reads them; then it has to wait
MOST_STRAYS = 10_000  # lines that are no answers, before one that is
BYE_SECONDS = 0.5  # to go by itself

_idle: dict[tuple[str, ...], list[BotProgram]] = {}
_idle_lock = threading.Lock()


class BotProgram:
    """A running program. `about` is its answer to hello, empty until it has given one."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotError(f"{words[0]} can’t be started: {error.strerror}.") from None
        GUARD.watch_over(self._process.pid)
        self.about: dict[str, Any] = {}
        self.strays = 0
        self._stray = ""  # the last line that was no answer
        self._lines: queue.Queue[bytes] = queue.Queue(LINES_AHEAD)
        self._messages: queue.Queue[bytes | None] = queue.Queue()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def _write(self) -> None:
        assert self._process.stdin is not None
        # A program that has gone shows when it is asked for an answer.
        with contextlib.suppress(ValueError, OSError):
            while (message := self._messages.get()) is not None:
                self._process.stdin.write(message)
                self._process.stdin.flush()
        with contextlib.suppress(ValueError, OSError):
            self._process.stdin.close()

    def send(self, message: dict[str, Any]) -> None:
        """Sends a message, in its turn and without waiting."""
        self._messages.put(msgspec.json.encode(message) + b"\n")

    def forget_lines(self) -> None:
        """Passes over what it has printed so far."""
        with contextlib.suppress(queue.Empty):
            for _ in range(LINES_AHEAD):
                if not (line := self._lines.get_nowait()):
                    self._lines.put(line)  # it has gone; whoever asks next will see that
                    return
                self._pass_over(line)

    def answer(self, key: str, seconds: float, question: int | None = None) -> dict[str, Any]:
        """The next line that is a JSON object with this key; other lines, such as a banner, are passed over.

        So is an answer that says itself, by its `id`, that it is one to another question.
        """
        deadline = time.monotonic() + seconds
        self._stray = ""
        before = self.strays
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.0))
            except queue.Empty:
                raise BotError(
                    f"The program did not answer within {seconds:.2f} seconds{self._instead(key)}."
                ) from None
            if not line:
                raise BotError(f"The program has gone{self._status()}{self._instead(key)}.")
            with contextlib.suppress(msgspec.DecodeError, RecursionError):
                said = msgspec.json.decode(line)
                if isinstance(said, dict) and key in said and said.get("id", question) == question:
                    return said
            self._pass_over(line)
            if self.strays - before > MOST_STRAYS:
                raise BotError(f"The program printed more than {MOST_STRAYS:,} lines that were no answers.")

    def _pass_over(self, line: bytes) -> None:
        self.strays += 1
        self._stray = line[:60].decode(errors="replace").strip()

    def _instead(self, key: str) -> str:
        return f"; it wrote “{self._stray}”, which is no JSON object with “{key}”" if self._stray else ""

    def _status(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f" with exit status {self._process.wait(0.2)}"
        return ""

    def say_bye(self) -> int | None:
        """Says goodbye and ends it; its exit status, or None if it did not go and had to be killed."""
        self.send({"type": "bye"})
        return self.end(BYE_SECONDS)

    def end(self, patience: float) -> int | None:
        """Ends the program: by itself within so many seconds, or else at once."""
        self._messages.put(None)
        status: int | None = None
        try:
            status = self._process.wait(patience or 0.001)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        GUARD.has_ended(self._process.pid)
        patient = time.monotonic() + 1.0
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < patient:
            with contextlib.suppress(queue.Empty):  # the reader may wait for room
                self._lines.get(timeout=0.01)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status


def idle_program(words: tuple[str, ...]) -> BotProgram | None:
    """A program of this command that waits for its next game, if there is one."""
    with _idle_lock:
        waiting = _idle.get(words, [])
        while waiting:
            if (program := waiting.pop()).runs:
                return program
            program.end(0.0)
    return None


def keep_idle(words: tuple[str, ...], program: BotProgram) -> None:
    """Keeps a program for the next game; at the latest it ends with this process."""
    with _idle_lock:
        _idle.setdefault(words, []).append(program)


@atexit.register
def end_idle_programs() -> None:
    """Says goodbye to all programs that wait for a game."""
    with _idle_lock:
        waiting = [program for programs in _idle.values() for program in programs]
        _idle.clear()
    for program in waiting:
        program.say_bye()
