"""A command line for tests: in this process, for speed."""

import io
import sys
from types import SimpleNamespace

import pytest

from mergemaker.cli import main


@pytest.fixture
def mergemaker(monkeypatch, capsys):
    """Runs a command line, with what is `given` on standard input, and gives what it printed and its exit status."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")

    def run(*arguments, given=None):
        if given is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
        monkeypatch.setattr(sys, "argv", ["mergemaker", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            main()
        printed = capsys.readouterr()
        return SimpleNamespace(returncode=exit_.value.code or 0, stdout=printed.out, stderr=printed.err)

    return run
