"""How the tests run: the same examples every time, except in a soak (`make soak`), which draws new ones."""

import asyncio
import os
import signal
from collections.abc import Iterator
from itertools import groupby, islice

import pytest
from hypothesis import settings

from databases import Postgres, postgres_server

LIVE_ROOMS = {"arena", "browser", "clubs", "people", "tables", "terminal", "web"}
SOAK = os.environ.get("MERGEMAKER_SOAK", "0") not in ("", "0")

# No deadline: how long an example takes depends on what is compiled; timing is for `mergemaker bench`.
settings.register_profile("test", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("soak" if SOAK else "test")


def room(item: pytest.Item) -> str:
    """The folder that a test lies in, wherever the project itself lies."""
    return item.path.parent.name


def pytest_configure(config: pytest.Config) -> None:
    if SOAK and config.option.markexpr == "not soak":  # pyproject.toml's default; an -m of your own stands
        config.option.markexpr = "soak"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a background job: Ctrl-C would stop nothing
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Hides Playwright's event loop from tests of everything else.

    It goes on running, in a greenlet, between one test of a page and the next, and nobody could start a loop beside it.
    """
    loop = asyncio._get_running_loop()
    if loop is None or room(item) == "browser":
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if loop.is_running():  # not after the very last test, which ends Playwright as well
            asyncio._set_running_loop(loop)


@pytest.hookimpl(trylast=True)  # when it is known which of them run
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    live = [item for item in items if room(item) in LIVE_ROOMS]
    # A browser or several processes on an overloaded machine may stumble for reasons of their own. What fails twice has
    # failed; what passes the second time is listed at the end, and is a fault to be found all the same.
    for item in live:
        item.add_marker(pytest.mark.flaky(reruns=1))
    # Each process begins with an equal share of the list: files that take long in turn, then what is quick, of which
    # whoever is ready first takes some over.
    shares: list[list[pytest.Item]] = [[] for _ in range(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]
    for number, (_, file) in enumerate(groupby(live, key=lambda item: item.path)):
        shares[number % len(shares)] += file
    quick = (item for item in items if room(item) not in LIVE_ROOMS)
    for number, share in enumerate(shares):
        whole = len(items) * (number + 1) // len(shares) - len(items) * number // len(shares)
        share += islice(quick, max(0, whole - len(share)))
    items[:] = [*(item for share in shares for item in share), *quick]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"the first time: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A private PostgreSQL where one can be started, for all tests of this process."""
    yield from postgres_server()
