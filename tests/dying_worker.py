"""Work whose worker dies the first time; in a file of its own, so that a worker can import it."""

import os
import signal
from pathlib import Path


def die_once(task: tuple[str, int]) -> int:
    """The square of a number; at 2 the process is killed, once."""
    folder, number = task
    mark = Path(folder) / "died"
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number
