"""Databases for tests: SQLite in a temporary folder, and a private PostgreSQL where one can be started."""

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "start-postgres"


class Postgres:
    """A private PostgreSQL server; `database()` makes an empty database on it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._made = 0

    def database(self) -> str:
        """The URL of a new, empty database."""
        self._made += 1
        name = f"games{self._made}"

        async def make() -> None:
            import asyncpg  # type: ignore[import-untyped]

            connection = await asyncpg.connect(self._url.replace("+asyncpg", ""))
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()

        _run(make())
        return self._url.rsplit("/", 1)[0] + f"/{name}"


async def cut_off(url: str, what: str = "%") -> int:
    """Ends the connections to a database whose last statement was like this; how many there were."""
    import asyncpg

    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    ended = await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE $1",
        what,
    )
    await connection.close()
    return len(ended)


def _run(work: Any) -> None:
    """Runs a coroutine to its end, also where a loop is running already."""
    import asyncio
    import threading

    thread = threading.Thread(target=lambda: asyncio.run(work))
    thread.start()
    thread.join()


def postgres_server() -> Iterator[Postgres]:
    """Starts a server for a test session; skips, with the reason, where there can be none."""
    folder = tempfile.mkdtemp(prefix="mergemaker-postgres-")
    Path(folder).chmod(0o755)
    started = subprocess.run([SCRIPT, f"{folder}/cluster"], capture_output=True, text=True, timeout=300, check=False)
    if started.returncode != 0:
        pytest.skip(f"no PostgreSQL: {started.stderr.strip().splitlines()[-1]}")
    try:
        yield Postgres(started.stdout.strip())
    finally:
        subprocess.run([SCRIPT, "--stop", f"{folder}/cluster"], check=False, capture_output=True, timeout=60)
        # Thousands of files of databases, which may take a busy disk half a minute: nobody waits for that.
        subprocess.run(["sh", "-c", 'rm -rf "$0" </dev/null >/dev/null 2>&1 &', folder], check=False)


def sqlite_url(folder: Path) -> str:
    """The URL of a new SQLite database."""
    return f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
