"""A real server with a real database, and the system's Chromium in front of it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browsing import DESKTOP, ROOT, Person
from mergemaker.compiler import compiled_before
from servers import free_port

expect.set_options(timeout=30_000)  # machines may be slow and busy; what is expected comes at once otherwise

BUILT = ROOT / "src" / "mergemaker" / "web" / "static" / "index.html"

# Compiles what the server's bots need, once, before any test waits for one: as a bot process itself does it.
WARM_UP = """
from mergemaker.tables.botpool.bot_process import Bots, warm_up
warm_up(Bots())
"""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's browser rather than one of Playwright's."""
    found = subprocess.run([ROOT / "scripts" / "find-browser"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("no Chromium or Chrome is installed (Debian, Ubuntu: apt-get install chromium)")
    # As root, which is how containers run, Chromium refuses to start with its sandbox.
    return {"executable_path": found.stdout.strip(), "args": ["--no-sandbox"] if os.getuid() == 0 else []}


@pytest.fixture(scope="session")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of our own keeps its database."""
    folder: Path = tmp_path_factory.mktemp("server")
    return folder


@pytest.fixture(scope="session")
def server(server_folder: Path) -> Iterator[str]:
    """The address of a server of our own."""
    if not BUILT.exists():
        pytest.skip("the pages are not built (scripts/front-end build)")
    if not compiled_before("bots"):
        subprocess.run([sys.executable, "-c", WARM_UP], check=True, stderr=subprocess.DEVNULL)
    folder = server_folder
    port = free_port()
    words = ["serve", "--port", str(port), "--database", f"sqlite+aiosqlite:///{folder}/games.db"]
    quick = ["--bot-pause", "0", "--limits", "0", "--bots", "1", "--log-level", "warning"]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen([sys.executable, "-m", "mergemaker", *words, *quick], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url, running)
        yield url
    finally:
        running.send_signal(signal.SIGTERM)
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            raise


def _wait_for(url: str, running: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert running.poll() is None, "the server stopped"
        try:
            with urllib.request.urlopen(f"{url}/health"):
                return
        except OSError:
            time.sleep(0.1)  # the first start compiles the rules
    raise AssertionError("the server did not start")


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Iterator[Browser]:
    """Playwright's browser, whose loop is there again when it closes, however the test before it hid it."""
    loop = asyncio._get_running_loop()
    yield browser
    asyncio._set_running_loop(loop)


@pytest.fixture
def arrive(browser: Browser, server: str) -> Iterator[Callable[..., Person]]:
    """Somebody new at a page of their own: arrive() or arrive(viewport=PHONE, has_touch=True).

    Without a service worker, which would fetch and keep every file of the page in each test and past what is staged.
    """
    came: list[Person] = []

    def come(**how: Any) -> Person:
        context = browser.new_context(
            **{"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block", **how}
        )
        context.set_default_timeout(30_000)
        person = Person(context.new_page(), server, touch=bool(how.get("has_touch")))
        came.append(person)
        return person

    yield come
    for person in came:
        person.page.context.close()
        assert person.errors == [], "the page had errors"
