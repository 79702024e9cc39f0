"""The same rules, compiled and interpreted: byte for byte; and what the compiler shim relies on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import compiled_runs
from boards import TABLES, position
from mergemaker import Edition, Game
from mergemaker.compiler import COMPILED, PACKAGE, cache_folder, compiling, source_hash
from mergemaker.rules import engine, money, state
from mergemaker.rules.board import TILE_NAMES, square_of, touching
from mergemaker.rules.events import EVENTS

TESTS = Path(__file__).parents[1]
RULES_FILES = sorted((PACKAGE / "rules").rglob("*.py"))


def run_interpreted() -> dict[str, Any]:
    """What `compiled_runs.py` tells in a process that does not compile."""
    environment = os.environ | {"MERGEMAKER_JIT": "0", "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-W", "error", str(TESTS / "compiled_runs.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.skipif(not COMPILED, reason="compares with the compiled rules, and there is no compiler here")
def test_compiled_and_interpreted_games_agree_byte_for_byte():
    compiled, interpreted = compiled_runs.run_all(), run_interpreted()
    assert (compiled.pop("compiled"), interpreted.pop("compiled")) == (True, False)
    assert len(compiled) == 2 * len(TABLES)
    for table, told in compiled.items():
        assert interpreted[table] == told, table


@pytest.mark.parametrize("dtype", [state.RULES, state.GAME, EVENTS])
def test_every_byte_of_a_record_belongs_to_a_field(dtype):
    """A copy leaves bytes between fields undefined, and equal games would no longer be equal on bytes."""
    assert sum(dtype.fields[name][0].itemsize for name in dtype.names) == dtype.itemsize


def test_a_copy_of_a_state_is_equal_on_bytes():
    game = position("1999", "2 2", ["1I", "3I"])
    for _ in range(200):
        litter = [np.full(game.state.nbytes, 255, np.uint8) for _ in range(20)]
        del litter
        assert game.state.copy().tobytes() == game.state.tobytes()


def test_a_copy_by_bytes_is_a_state_of_its_own():
    game = position("1999", "2 2", ["1I", "3I"])
    twin = state.copied(game.state)
    assert twin.tobytes() == game.state.tobytes()
    state.fields(twin).cash[0] += 1
    assert twin.tobytes() != game.state.tobytes()


def test_a_state_in_plain_numbers_has_every_field_as_it_is():
    game = Game.new("1962", 5, seed=3)
    while not game.over:
        numbers = state.plain(game.state)
        for name in state.GAME.names or ():
            assert np.array_equal(getattr(numbers, name), game.state[name][0]), name
        game.play(game.legal_actions()[-1])


@pytest.mark.parametrize("file", RULES_FILES, ids=lambda file: file.name)
def test_files_with_compiled_functions_import_the_shim_in_the_way_that_the_cache_looks_for(file):
    """The cache of machine code is keyed by the files that hold this very text."""
    text = file.read_text(encoding="utf-8")
    marked = re.search(r"^@(rule|door)$", text, re.MULTILINE) is not None
    assert (re.search(r"^from mergemaker\.compiler import", text, re.MULTILINE) is not None) == marked
    assert not re.search(r"import mergemaker\.compiler|from mergemaker import compiler", text)


def test_the_cache_has_one_key_for_each_set_of_sources():
    assert re.fullmatch("[0-9a-f]{16}", source_hash("rules"))
    assert source_hash("rules") == source_hash("rules")


ASK = """
from mergemaker.compiler import PACKAGE, cache_folder, compiled_before
print(PACKAGE, cache_folder("rules"), cache_folder("bots"), compiled_before("rules"), sep="\\n")
"""


@pytest.mark.skipif(not COMPILED, reason="there is no compiler here")
def test_a_copy_of_the_package_is_not_taken_for_compiled_and_a_change_gives_another_key(tmp_path):
    """A wheel unpacked, or a checkout copied: Numba compiles for it anew, and whoever waits for that is to be told."""

    def ask(place: Path) -> list[str]:
        environment = os.environ | {"PYTHONPATH": str(place)}
        return subprocess.check_output([sys.executable, "-c", ASK], env=environment, text=True).splitlines()

    shutil.copytree(PACKAGE, tmp_path / "mergemaker", ignore=shutil.ignore_patterns("static", "documents", "*.pyc"))
    Game.new("1999", 3, seed=1)
    here, copied = ask(PACKAGE.parent), ask(tmp_path)
    assert (here[0], copied[0]) == (str(PACKAGE), str(tmp_path / "mergemaker"))
    assert (here[3], copied[3]) == ("True", "False")
    assert (here[1], here[2]) != (copied[1], copied[2])
    with (tmp_path / "mergemaker/rules/money.py").open("a") as file:
        file.write("# one more line\n")
    changed = ask(tmp_path)
    assert changed[1] != copied[1]
    assert changed[2] != copied[2]  # bots carry the rules that they call


def test_a_door_is_compiled_by_one_at_a_time_and_others_find_it_on_disk(tmp_path):
    entered = threading.Event()

    def another() -> None:  # a process has a lock of its own, and so has whoever opens the file again
        with compiling(tmp_path, position):
            entered.set()

    waiting = threading.Thread(target=another)
    with compiling(tmp_path, position):
        waiting.start()
        assert not entered.wait(0.05)
        (tmp_path / "boards.position-1.py3.nbi").touch()
    waiting.join(10)
    assert entered.is_set()
    with compiling(tmp_path, position), compiling(tmp_path, position):
        pass  # what is there needs no lock


@pytest.mark.skipif(not COMPILED, reason="there is no compiler here")
def test_what_was_compiled_lies_where_it_is_looked_for():
    """A folder of Numba's for every place that the package lies in, so that two checkouts are two."""
    Game.new("1999", 3, seed=1)
    door: Any = engine.begin
    folder = Path(door._cache.cache_path)
    assert folder.is_relative_to(cache_folder("rules"))
    assert any(folder.glob("engine.begin-*.nbi"))


def test_a_cache_that_cannot_be_written_to_keeps_nobody_from_compiling(tmp_path):
    (tmp_path / "file").touch()
    with compiling(tmp_path / "file" / "folder", position):
        pass


def test_a_rule_called_from_python_runs_interpreted():
    game = position("tournament", "T T . L L", ["3A", "", ""])
    rules, record = state.fields(game.edition.record), state.fields(game.state)
    assert square_of(0) == 14
    assert touching(record, square_of(TILE_NAMES.index("3A"))) == 0b11
    assert money.price_of(rules, record, 1) == 200
    assert money.price_at(rules, 6, 41) == 1200


@pytest.mark.parametrize("edition", ["1962", "1999", "2023-tycoon"])
def test_the_compiled_rules_hold_the_charts_of_the_edition(edition):
    box = Edition.named(edition)
    rules = state.fields(box.record)
    for chain in range(len(box.chains)):
        for size in (0, 1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 30, 31, 40, 41, 108):
            assert money.price_at(rules, chain, size) == box.price(chain, size)
