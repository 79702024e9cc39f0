"""A lock on a file that ends with its process, on POSIX and on Windows."""

from __future__ import annotations

import os

try:
    import fcntl
except ImportError:  # Windows, which has a lock of its own
    fcntl = None  # type: ignore[assignment]
    import msvcrt

_LOCKED_AT = 1 << 20  # a byte far behind what others read: on Windows what is locked can't be read


def lock_file(file: int, *, wait: bool = False) -> None:
    """Locks an open file until it is closed or its process ends.

    Where another has done so it waits for the other's end if that is wished, and raises OSError otherwise.
    """
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return
    here = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, _LOCKED_AT, os.SEEK_SET)
    try:
        while True:
            try:
                msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                if not wait:  # to wait means ten tries, a second apart
                    raise
    finally:
        os.lseek(file, here, os.SEEK_SET)
