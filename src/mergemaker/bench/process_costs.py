"""What a process costs the machine, as the system counts it: memory, and time of a core."""

from __future__ import annotations

import os
from pathlib import Path


def memory_of(process: int) -> int:
    """A process's resident memory in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def busy_seconds(process: int) -> float:
    """The seconds that a process has kept a core busy."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")
