"""Processes that answer: whatever becomes of whoever started them."""

import os
import signal
import subprocess
import sys
import time

import pytest

# A process that would get ready for minutes, started by one that is killed meanwhile.
BUSY = """
import time
from mergemaker.tables.processes.child_process import answer_all
answer_all(lambda question: question, lambda: time.sleep(600))
"""
STARTED = """
import subprocess, sys, time
from mergemaker.tables.processes.child_process import environment_of_child
words = [sys.executable, "-c", sys.argv[1]]
child = subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True, env=environment_of_child())
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="kills by a signal")
def test_a_process_ends_with_the_one_that_started_it_in_the_middle_of_what_it_does():
    starter = subprocess.Popen([sys.executable, "-c", STARTED, BUSY], stdout=subprocess.PIPE)
    with starter:
        assert starter.stdout is not None
        child = int(starter.stdout.readline())
        assert _runs(child)
        os.kill(starter.pid, signal.SIGKILL)
    for _ in range(600):
        if not _runs(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("it runs on")


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
