"""Spreading work: the same tasks in this process, over local processes, or over a Ray cluster.

A task is plain data and its result depends on nothing else, so that results are the same wherever and in whatever
order they come, and a task whose worker is lost is simply done again.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import Any, TypeVar

from mergemaker.rules.errors import MergemakerError

Task = TypeVar("Task")
Result = TypeVar("Result")

ANY_CLUSTER = "auto"  # the address of whatever cluster runs here; one is started if there is none
AHEAD = 4  # tasks that are handed out to each process at a time
LOST_WORKERS = 3  # how often work is begun again before it is given up


def spread(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int = 1, cluster: str | None = None
) -> Iterator[tuple[int, Result]]:
    """Does all tasks and gives each result, as it comes, with the number of its task.

    `cluster` is the address of a Ray cluster, or ANY_CLUSTER; without it, `jobs` processes are used.
    """
    if cluster is not None:
        yield from _on_ray(function, tasks, cluster)
    elif jobs <= 1 or len(tasks) <= 1:
        for at, task in enumerate(tasks):
            yield at, function(task)
    else:
        yield from _in_processes(function, tasks, jobs)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C is for the process that was started by hand: processes begun in here never feel it.

    They inherit what is held back, from their first instruction on; ignoring it once they run would be too late.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Ends this worker when the process that started it is gone, however that was killed: nobody else would."""
    parent = parent_process()
    assert parent is not None  # a worker has one

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _in_processes(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, Result]]:
    left = dict(enumerate(tasks))
    for lost in range(LOST_WORKERS + 1):
        # Fresh processes rather than forks: threads of compiled code do not survive a fork.
        others = set(active_children())
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_with_parent)
        waiting = iter(list(left.items()))
        running: dict[Future[Result], int] = {}
        try:
            while left:
                # A few ahead, not all: each wait looks at everything that is running.
                with _interrupts_held_back():
                    for at, task in islice(waiting, AHEAD * jobs - len(running)):
                        running[pool.submit(function, task)] = at
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    at = running.pop(done)
                    result = done.result()
                    del left[at]
                    yield at, result
            return
        except BrokenProcessPool:
            if lost == LOST_WORKERS:
                raise MergemakerError("Worker processes keep dying; the work was given up.") from None
        finally:
            if left:  # given up in the middle, as by Ctrl-C: nobody wants to wait for the games that are being played
                for process in set(active_children()) - others:
                    process.terminate()
            pool.shutdown(cancel_futures=True)


def _on_ray(function: Callable[[Task], Result], tasks: Sequence[Task], address: str) -> Iterator[tuple[int, Result]]:
    try:
        ray: Any = import_module("ray")  # types or none, as it is installed or not
    except ImportError:
        raise MergemakerError("Ray is not installed; it comes with: pip install 'mergemaker[cluster]'") from None
    if not ray.is_initialized():
        quiet = {"log_to_driver": False, "logging_level": "error"}
        try:
            ray.init(address=address, **quiet)
        except ConnectionError as error:
            if address != ANY_CLUSTER:
                raise MergemakerError(f"There is no Ray cluster at {address}: {error}") from None
            ray.init(**quiet)
    remote = ray.remote(max_retries=LOST_WORKERS, num_cpus=1)(function)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = iter(enumerate(tasks))
    running: dict[Any, int] = {}
    for _ in tasks:
        for at, task in islice(waiting, ahead - len(running)):
            running[remote.remote(task)] = at
        done, _ = ray.wait(list(running), num_returns=1)
        for one in done:
            at = running.pop(one)
            yield at, ray.get(one)
