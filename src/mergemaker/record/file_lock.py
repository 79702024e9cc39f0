"""A lock on a file that ends with its process, on POSIX and on Windows."""

from __future__ import annotations

import os

try:
    import fcntl
except ImportError:  # Windows, which has a lock of its own
    fcntl = None  # type: ignore[assignment]
    import msvcrt

_LOCKED_AT = 1 << 20  # a byte far behind what others read: on Windows what is locked can't be read


def lock_file(file: int) -> None:
    """Locks an open file until it is closed or its process ends; OSError where another has done so."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    here = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _LOCKED_AT, os.SEEK_SET)
    try:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    finally:
        os.lseek(file, here, os.SEEK_SET)
