"""A process of ours that answers questions over its standard input and output, one at a time.

Bots think in such processes, and strangers' files are read in one: whatever happens in there, it can be ended.
A question and an answer are bytes with their length before them; the process says that it is ready with an empty
answer, and ends by itself when nobody can ask it any more, whatever it is in the middle of.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import BinaryIO, Self

HEAD = struct.Struct(">I")
_PARENT = "MERGEMAKER_PARENT"  # a process's environment says who started it


class ProcessGone(Exception):
    """A process died or made no sense."""


class ChildProcess:
    """A process that runs one of our modules. `longest` is the most bytes that an answer may have."""

    module: str
    longest: int

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> Self:
        """A new process, ready to be asked."""
        child = cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                cls.module,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Ctrl-C is for the server, which ends its processes itself. A group is enough: Linux deals out the
                # processor by session, so that in a session of its own a process's priority would count for nothing.
                process_group=0,
                env=environment_of_child(),
            )
        )
        try:
            await child._answer()
        except BaseException:
            await child.end()
            raise
        return child

    async def answer_to(self, question: bytes) -> bytes:
        """What the process says to a question."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(HEAD.pack(len(question)) + question)
            await self.process.stdin.drain()
        except OSError as error:
            raise ProcessGone("its process ended") from error
        return await self._answer()

    async def _answer(self) -> bytes:
        assert self.process.stdout is not None
        try:
            length = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))[0]
            if length > self.longest:
                raise ProcessGone("it said too much")
            return await self.process.stdout.readexactly(length)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise ProcessGone("its process ended") from error

    async def end(self) -> None:
        """Ends the process."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        # Python 3.11 closes the pipes' transport only when it is collected, and complains if the loop has gone by then.
        self.process._transport.close()  # type: ignore[attr-defined]


def environment_of_child() -> dict[str, str]:
    """The environment of a process of ours: ours without settings that are no business of its, and who we are."""
    public = {key: value for key, value in os.environ.items() if not _is_private(key)}
    return public | {_PARENT: str(os.getpid())}


def _is_private(variable: str) -> bool:
    return variable.startswith("MERGEMAKER_") and variable not in ("MERGEMAKER_JIT", "MERGEMAKER_CACHE")


def answer_all(answer: Callable[[bytes], bytes], get_ready: Callable[[], None]) -> None:
    """Runs such a process to its end: gets ready, then answers. Whatever is printed goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if os.name != "nt":  # Windows goes on naming a parent that is gone: there the pipe's end has to do
        parent = int(os.environ.get(_PARENT, os.getppid()))
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        get_ready()
        _serve(answer, sys.stdin.buffer, answers)


def _end_with(parent: int) -> None:
    """Ends this process soon after the one that started it, in the middle of whatever it does.

    It would notice by itself when it next reads or writes, but it may compile for a minute or think for longer, and
    somebody who starts a killed server again would have that beside the new one.
    """
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _serve(answer: Callable[[bytes], bytes], questions: BinaryIO, answers: BinaryIO) -> None:
    said = b""
    while True:
        answers.write(HEAD.pack(len(said)) + said)
        answers.flush()
        head = questions.read(HEAD.size)
        if len(head) < HEAD.size:
            return
        said = answer(questions.read(HEAD.unpack(head)[0]))
