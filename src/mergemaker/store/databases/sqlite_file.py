"""The file of an SQLite database: nobody else on the machine may read it, and one server at a time may serve it."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from mergemaker.file_lock import lock_file
from mergemaker.rules.errors import MergemakerError


class StoreError(MergemakerError):
    """The database can't be used; the text says why."""


def make_private(file: Path, own_folder: Path) -> None:
    """Makes the file, and its folder if there is none, for this user alone; an older one is closed to others.

    `own_folder` is the one that holds nothing but ours, so that it may be closed too.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(f"The database {file} can’t be opened: {error.strerror}.") from None
    with contextlib.suppress(OSError):  # somebody else's file, shared with us: so they wanted it
        if file.parent == own_folder:
            own_folder.chmod(0o700)
        for part in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if part.exists():
                part.chmod(stat.S_IMODE(part.stat().st_mode) & 0o770)


class ServerLock:
    """Held by the one server of a file for as long as it runs, however it ends."""

    def __init__(self, file: Path) -> None:
        """Takes it; StoreError where another server has it."""
        self._lock = os.open(file.with_name(file.name + ".server"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            lock_file(self._lock)
        except OSError:
            other = os.read(self._lock, 20).decode(errors="replace").strip()
            os.close(self._lock)
            raise StoreError(
                f"Another server, process {other}, serves {file} already, and two would not hear of each other’s "
                "moves. Stop it, give this one a --database of its own, or use PostgreSQL, which several can share."
            ) from None
        os.truncate(self._lock, 0)
        os.write(self._lock, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Lets it go."""
        os.close(self._lock)
