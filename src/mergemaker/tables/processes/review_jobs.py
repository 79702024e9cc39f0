"""Reviews on a server: made one decision at a time in a process behind the games, in turn for all who want one, stored.

A review is known by its game's digest and its depth. Whoever asks for one that is not there starts it, or joins those
who wait for it. People take turns, not games: somebody with ten games to review gets no more than somebody with one.
What is judged is stored now and then, so that a server that is started again goes on where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

import msgspec

from mergemaker.review.depths import DEPTHS
from mergemaker.review.digest import judge_name
from mergemaker.review.findings import FORMAT, DecisionVerdict, Review, WhatIf
from mergemaker.store import Store
from mergemaker.store.review_store import ReviewStore
from mergemaker.tables.processes.child_process import ChildProcess, ProcessGone
from mergemaker.tables.protocol.forms import ReviewProgress
from mergemaker.tables.protocol.refusals import Refusal, busy

log = logging.getLogger("mergemaker.reviews")

# The process gets what live games leave: on a machine that is busy all the time seconds of work take minutes.
START_PATIENCE = 1800.0  # seconds until the process is ready, compiling included
STEP_PATIENCE = 900.0  # seconds for a step of a review, which nobody waits for
PATIENCE = 60.0  # seconds for somebody who waits for an answer, their turn included
STORED_EVERY = 40  # verdicts
FIRST_WAIT = 3.0  # seconds that somebody who begins a review is kept waiting for its first findings
MOST_OF_ONE = 3  # reviews of one person that may be under way
MOST_JOBS = 64
IDLE = 60.0  # seconds without anybody asking after which a review waits until somebody asks again


class ReviewProcess(ChildProcess):
    """The process that reviews."""

    module = "mergemaker.tables.processes.review_process"
    longest = 64_000_000


class _Job:
    """A review in the making."""

    def __init__(self, key: str, record: Mapping[str, Any], depth: str, owner: str) -> None:
        self.key, self.record, self.depth, self.owner = key, dict(record), depth, owner
        self.review: Review | None = None
        self.to_judge: deque[int] = deque()
        self.verdicts: list[DecisionVerdict] = []
        self.stored = -1  # how many verdicts the store has; -1 before it has the review at all
        self.wanted = time.monotonic()
        self.trouble: str | None = None
        self.begun = asyncio.Event()
        self.dropped = False  # somebody in it has deleted their account

    @property
    def complete(self) -> bool:
        return self.review is not None and self.review.complete

    def progress(self) -> ReviewProgress:
        if self.review is None:
            return ReviewProgress(False, 0, 0, None)
        verdicts = tuple(sorted(self.verdicts, key=lambda one: one.at))
        shown = self.review if self.complete else msgspec.structs.replace(self.review, verdicts=verdicts)
        return ReviewProgress(self.complete, len(verdicts), len(verdicts) + len(self.to_judge), shown)


class ReviewJobs:
    """All reviews of a server process."""

    def __init__(self, store: Store) -> None:
        self.store = ReviewStore(store)
        self._jobs: dict[str, _Job] = {}
        self._process: ReviewProcess | None = None
        self._turn = asyncio.Lock()
        self._worker: asyncio.Task[None] | None = None
        self._last_owner = ""

    async def progress(self, record: Mapping[str, Any], digest: str, depth: str, owner: str) -> ReviewProgress:
        """How far a review is; it is begun if nobody has asked for it before. Refusal where there can be none."""
        if depth not in DEPTHS:
            raise Refusal("bad-message", f"The depths are {', '.join(DEPTHS)}.", 400)
        key = f"{digest}-{depth}"
        job = self._jobs.get(key)
        if job is None:
            kept = await self._kept(digest, depth)
            if kept is not None and kept.complete:
                return ReviewProgress(True, len(kept.verdicts), len(kept.verdicts), kept)
            job = self._begin(key, record, depth, owner)
            if kept is not None:
                job.verdicts = list(kept.verdicts)
                job.stored = len(job.verdicts)
        job.wanted = time.monotonic()
        self._wake()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FIRST_WAIT):
                await job.begun.wait()
        if job.trouble is not None:
            raise Refusal("no-review", job.trouble, 400)
        return job.progress()

    async def stored(self, digest: str, depth: str) -> ReviewProgress | None:
        """A review that is there already, whole or in the making, or nothing."""
        job = self._jobs.get(f"{digest}-{depth}")
        if job is not None:
            job.wanted = time.monotonic()
            self._wake()
            return job.progress()
        kept = await self._kept(digest, depth)
        if kept is None:
            return None
        to_judge = sum(not moment.forced for moment in kept.moments)
        return ReviewProgress(kept.complete, len(kept.verdicts), to_judge, kept)

    async def reviewed(self, digest: str, depth: str) -> Review:
        """What there is of a review; Refusal where nobody has asked for it."""
        found = await self.stored(digest, depth)
        if found is None or found.review is None:
            raise Refusal("no-review", "That game has not been reviewed yet.", 404)
        return found.review

    async def _kept(self, digest: str, depth: str) -> Review | None:
        """What the store has of a review; one by another judge is made anew."""
        body = await self.store.review(digest, depth, FORMAT)
        found = None if body is None else msgspec.json.decode(body, type=Review)
        return found if found is not None and found.judge == judge_name() else None

    async def what_if(self, record: Mapping[str, Any], digest: str, depth: str, at: int) -> WhatIf:
        """What could have been done in place of an action."""
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._ask("ask", f"{digest}-{depth}", dict(record), depth, at)
        except TimeoutError:
            raise busy() from None
        return msgspec.json.decode(found, type=WhatIf)

    def _begin(self, key: str, record: Mapping[str, Any], depth: str, owner: str) -> _Job:
        under_way = [job for job in self._jobs.values() if not job.complete]
        if sum(job.owner == owner for job in under_way) >= MOST_OF_ONE or len(under_way) >= MOST_JOBS:
            raise Refusal("too-often", "Other games are being reviewed for you; this one comes after them.", 429)
        job = self._jobs[key] = _Job(key, record, depth, owner)
        return job

    def cancel(self, digest: str, depth: str, owner: str) -> bool:
        """Stops a review that one has asked for; what is judged is kept."""
        job = self._jobs.get(f"{digest}-{depth}")
        if job is None or job.owner != owner or job.complete:
            return False
        job.wanted = 0.0
        return True

    async def forget_names(self, names: set[str]) -> None:
        """Drops what is under way of games with somebody of such a name, who has deleted their account."""
        for key, job in list(self._jobs.items()):
            if names & set(job.record.get("seats", ())):
                job.dropped = True
                self._jobs.pop(key)
                await self.store.drop_review(key.rsplit("-", 1)[0], job.depth)

    # The work.

    def _wake(self) -> None:
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    def _next(self) -> _Job | None:
        """The next job: of the person whose turn it is, the one that was asked for first."""
        wanted = [job for job in self._jobs.values() if not job.complete and time.monotonic() - job.wanted < IDLE]
        owners = sorted({job.owner for job in wanted})
        if not owners:
            return None
        after = [owner for owner in owners if owner > self._last_owner]
        self._last_owner = (after or owners)[0]
        return next(job for job in wanted if job.owner == self._last_owner)

    async def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                await self._step(job)
            except Refusal as refused:
                self._give_up(job, str(refused))
            except Exception:
                log.exception("a review failed")
                self._give_up(job, "The review failed; try again.")
        await self._forget()

    def _give_up(self, job: _Job, trouble: str) -> None:
        job.trouble = trouble
        job.begun.set()
        self._jobs.pop(job.key, None)

    async def _step(self, job: _Job) -> None:
        if job.review is None or not job.to_judge:
            known = msgspec.json.encode(job.verdicts)
            found, to_judge = await self._ask("begin", job.key, job.record, job.depth, known)
            review = msgspec.json.decode(found, type=Review)
            if review.complete:  # kept before anybody is told: whoever sees the whole may look it up
                await self._keep(job, review)
            job.review = review
            job.to_judge = deque(to_judge)
            job.verdicts = list(review.verdicts)
            job.begun.set()
            return
        known = msgspec.json.encode(job.verdicts)
        verdict = await self._ask("judge", job.key, job.record, job.depth, known, job.to_judge[0])
        job.to_judge.popleft()
        job.verdicts.append(msgspec.json.decode(verdict, type=DecisionVerdict))
        await self._keep_news(job, STORED_EVERY)

    async def _keep_news(self, job: _Job, least: int = 1) -> None:
        """Stores what is judged, if the store lacks so many verdicts at least."""
        review = job.progress().review
        if review is not None and len(job.verdicts) >= job.stored + least:
            await self._keep(job, review)

    async def _keep(self, job: _Job, review: Review) -> None:
        digest = job.key.rsplit("-", 1)[0]
        if not job.dropped:
            await self.store.keep_review(digest, job.depth, FORMAT, msgspec.json.encode(review))
        if job.dropped:  # while it was being written, maybe
            await self.store.drop_review(digest, job.depth)
        job.stored = len(review.verdicts)

    async def _forget(self) -> None:
        """Lets go of what nobody waits for, when the store has all of it."""
        for key, job in list(self._jobs.items()):
            await self._keep_news(job)
            if job.complete or time.monotonic() - job.wanted > IDLE:  # nobody asked again meanwhile
                self._jobs.pop(key, None)

    async def _ask(self, what: str, *given: Any) -> Any:
        async with self._turn:
            try:
                if self._process is None:
                    async with asyncio.timeout(START_PATIENCE):
                        self._process = await ReviewProcess.start()
                async with asyncio.timeout(STEP_PATIENCE):
                    trouble, found = pickle.loads(await self._process.answer_to(pickle.dumps((what, given))))
            except (TimeoutError, ProcessGone, OSError) as error:
                log.warning("the process that reviews ended", extra={"trouble": str(error) or "it took too long"})
                await self._end_process()
                raise busy() from None
            except asyncio.CancelledError:
                await self._end_process()  # its answer would be taken for that to the next question
                raise
        if trouble is not None:
            raise Refusal("no-review", trouble, 400)
        return found

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.end()

    async def close(self) -> None:
        """Stores what is judged and ends the process."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
        for job in self._jobs.values():
            await self._keep_news(job)
        await self._end_process()
