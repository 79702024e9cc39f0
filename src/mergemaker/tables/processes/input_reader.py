"""Reading strangers' files without holding anybody up: in a process of its own, in turn, and not for long.

The process is started when it is first needed. What takes longer than `LONGEST` is given up, and the process with it.
Nobody can fill the queue: each caller has a place or two in it.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import Counter
from typing import Any

from mergemaker.tables.processes.child_process import ChildProcess, ProcessGone
from mergemaker.tables.protocol.refusals import Refusal, busy

log = logging.getLogger("mergemaker.tables")

LONGEST = 5.0  # seconds for one file
START_PATIENCE = 60.0  # seconds until the process is ready: where the rules were never compiled that takes a while
MOST_OF_ONE = 2  # files of one caller that may wait
MOST_WAITING = 16


class InputProcess(ChildProcess):
    """The process that reads."""

    module = "mergemaker.tables.processes.input_process"
    longest = 64_000_000


class InputReader:
    """Reads one file after the other."""

    def __init__(self) -> None:
        self._process: InputProcess | None = None
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def read(self, caller: str, what: str, *given: Any) -> tuple[bytes, float]:
        """What was read, as JSON, and the seconds that it took; Refusal where it can't be."""
        if self._waiting[caller] >= MOST_OF_ONE or self._waiting.total() >= MOST_WAITING:
            raise Refusal("too-often", "A file of yours is still being read; try again in a moment.", 429)
        self._waiting[caller] += 1
        try:
            async with self._turn:
                seconds, refused, found = pickle.loads(await self._answer(pickle.dumps((what, given))))
        finally:
            self._waiting[caller] -= 1
            self._waiting += Counter()  # those at zero go
        if refused is not None:
            raise Refusal(*refused)
        return found, seconds

    async def _answer(self, question: bytes) -> bytes:
        try:
            if self._process is None:
                async with asyncio.timeout(START_PATIENCE):
                    self._process = await InputProcess.start()
            async with asyncio.timeout(LONGEST):
                return await self._process.answer_to(question)
        except TimeoutError:
            await self.close()
            raise TooSlow from None
        except (ProcessGone, OSError) as error:
            log.warning("the process that reads files ended", extra={"trouble": str(error)})
            await self.close()
            raise busy() from None
        except asyncio.CancelledError:
            await self.close()  # its answer would be taken for that to the next question
            raise

    async def close(self) -> None:
        """Ends the process; the next file gets a new one."""
        process, self._process = self._process, None
        if process is not None:
            await process.end()


class TooSlow(Refusal):
    """A file that takes longer to read than any that means something."""

    def __init__(self) -> None:
        super().__init__("too-large", "That takes too long to read.", 400)
