"""Ends bots' programs when the process that started them is gone, however it was killed.

A program that is asked to ends by itself, and most end when their standard input does. For the rest there is a guard: a
small process beside this one that is told of each program, and kills those that are left when its own input ends, which
happens at the very moment this process is no more.
"""

from __future__ import annotations

import atexit
import contextlib
import subprocess
import sys
import threading

# What the guard runs: nothing of ours, so that it starts at once.
_GUARD = """
import os, signal, sys
for by in ("SIGINT", "SIGHUP", "SIGTERM"):
    if hasattr(signal, by):
        signal.signal(getattr(signal, by), signal.SIG_IGN)
running = set()
for line in sys.stdin:
    sign, number = line[0], int(line[1:])
    running.add(number) if sign == "+" else running.discard(number)
for number in running:
    try:
        os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))
    except OSError:
        pass
"""


class Guard:
    """The guard of this process, which is started when the first program is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def watch_over(self, number: int) -> None:
        """Has a process that we started ended with this one, if it has not ended before."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                command = [sys.executable, "-I", "-S", "-c", _GUARD]
                with contextlib.suppress(OSError):  # without a guard programs are as they would be anyway
                    self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            self._tell(f"+{number}")

    def has_ended(self, number: int) -> None:
        """A process needs no watching any more: it is gone, and its number may become another's."""
        with self._lock:
            self._tell(f"-{number}")

    def _tell(self, line: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()

    def dismiss(self) -> None:
        """Lets the guard go; what is still running then is ended."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
            process.wait()


GUARD = Guard()
atexit.register(GUARD.dismiss)
