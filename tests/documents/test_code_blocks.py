"""Every code and command block of the documents is run, or says why it is not."""

from __future__ import annotations

import asyncio
import configparser
import doctest
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from documents.settings_reference import extras
from typer.main import get_command

from document_blocks import MODES, PAGES, ROOT, Block, Command, blocks_of, commands_of
from mergemaker.cli import app, main
from mergemaker.rules.editions.edition import Edition

BLOCKS = [block for page in PAGES for block in blocks_of(page)]
TARGETS = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
NOT_CODE = {"text"}


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def pages_with(*modes: str) -> list[Path]:
    """Pages that have something to be run in one of these ways."""
    return [page for page in PAGES if any(b.mode in modes and b.kind not in NOT_CODE for b in blocks_of(page))]


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the pages take for granted: a finished game, a file of games, the examples."""
    folder = tmp_path_factory.mktemp("stage")
    games = sorted((ROOT / "tests" / "golden").rglob("*.json*"))
    records = [json.loads(line) for file in games for line in file.read_text().splitlines() if '"result"' in line][:2]
    assert len(records) == 2
    records[0]["seats"][0] = "Ann"
    (folder / "game.json").write_text(json.dumps(records[0]))
    (folder / "games.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


@pytest.fixture
def scratch(stage: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the stage to work in, with nobody's games and settings but its own."""
    folder = tmp_path / "scratch"
    shutil.copytree(stage, folder, symlinks=True)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("COLUMNS", "120")
    bin_folder = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def test_every_block_is_run_or_says_why_not():
    assert {block.mode for block in BLOCKS} <= set(MODES), [b.place for b in BLOCKS if b.mode not in MODES]
    assert [b.place for b in BLOCKS if b.mode in ("slow", "not run") and not b.why] == []
    line = re.compile(r"^(\$ |mergemaker |pip )", re.MULTILINE)
    unmarked = [b.place for b in BLOCKS if b.kind == "text" and line.search(b.text)]
    assert unmarked == [], "a command belongs into a block of the kind console"
    indented = [
        page_id(page) for page in PAGES if re.search(r"\n\n    (\$ |mergemaker |pip |python )", page.read_text())
    ]
    assert indented == [], "a command belongs into a fenced block"


@pytest.mark.parametrize("document", PAGES, ids=page_id)
def test_commands_options_targets_and_extras_in_a_page_exist(document: Path):
    for block in blocks_of(document):
        if block.kind == "console":
            for command in commands_of(block):
                check_words(block, command)


@cache
def command_line() -> Any:
    return get_command(app)


def check_words(block: Block, command: Command) -> None:
    """What can be said of a command without running it."""
    for extra in re.findall(r"mergemaker(?:-\S+\.whl)?\[([a-z,]+)\]", command.line):
        assert set(extra.split(",")) <= set(extras()), block.place
    for target in re.findall(r"\bmake ([a-z]+)", command.line):
        assert target in TARGETS, block.place
    words = command.words
    if words and words[0].endswith("mergemaker"):
        group: Any = command_line()
        rest = words[1:]
        while rest and rest[0] in getattr(group, "commands", {}):
            group, rest = group.commands[rest[0]], rest[1:]
        if hasattr(group, "commands") and rest and not rest[0].startswith("-"):
            raise AssertionError(f"{block.place}: there is no command {rest[0]}")
        if not hasattr(group, "commands"):
            group.make_context("mergemaker", rest, resilient_parsing=False)  # a wrong option raises


@pytest.mark.parametrize("document", pages_with("run", "with a database"), ids=page_id)
def test_the_blocks_of_a_page_run(document: Path, scratch: Path, capfd: pytest.CaptureFixture[str], monkeypatch: Any):
    run_page(document, {"run", "with a database"}, scratch, capfd, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("document", pages_with("slow"), ids=page_id)
def test_the_slow_blocks_of_a_page_run(
    document: Path, scratch: Path, capfd: pytest.CaptureFixture[str], monkeypatch: Any
):
    run_page(document, {"run", "with a database", "slow"}, scratch, capfd, monkeypatch)


def run_page(page: Path, modes: set[str], scratch: Path, capfd: Any, patch: Any) -> None:
    """Runs the blocks of a page from top to bottom, as a reader would, in one folder."""
    names: dict[str, Any] = {"__name__": "document"}
    for block in blocks_of(page):
        if block.title:
            (scratch / block.title).write_text(block.text)
        if block.mode not in modes or block.kind in NOT_CODE:
            continue
        if block.mode == "with a database":
            make_database(scratch, patch)
        if block.kind == "console":
            for command in commands_of(block):
                run_command(block, command, capfd, patch)
        else:
            READERS[block.kind](block, names)


def run_command(block: Block, command: Command, capfd: Any, patch: Any) -> None:
    """Runs one command: ours in this process, which saves it the loading; a pipe or another program in a shell."""
    words = command.words
    if words[0] == "mergemaker" and not set("|<>;&") & set("".join(w for w in words if len(w) < 3)):
        patch.setattr(sys, "argv", words)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))  # nobody answers
        capfd.readouterr()
        try:
            main()
            status: Any = 0
        except SystemExit as end:
            status = end.code
        said = "".join(capfd.readouterr())
    else:
        done = subprocess.run(command.line, shell=True, capture_output=True, text=True, timeout=600, check=False)
        status, said = done.returncode, done.stdout + done.stderr
    refused = command.shown.startswith("mergemaker: ")
    assert bool(status) == refused, f"{block.place}: {command.line}: status {status}\n{said}"
    if command.shown:
        same = doctest.OutputChecker().check_output(
            command.shown, said, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        )
        assert same, f"{block.place}: {command.line} printed\n{said}"


def make_database(scratch: Path, patch: Any) -> None:
    """A server's database, empty, where the commands look for it."""
    from mergemaker.store import Store

    url = f"sqlite+aiosqlite:///{scratch / 'server.sqlite3'}"
    patch.setenv("MERGEMAKER_DATABASE", url)

    async def make() -> None:
        store = await Store.open(url, make=True)
        await store.close()

    asyncio.run(make())


def run_python(block: Block, names: dict[str, Any]) -> None:
    """Examples with their output are compared with it; a program is run, or only read where it has a file's name."""
    if block.title:
        compile(block.text, block.place, "exec")
    elif ">>>" in block.text:
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
        test = doctest.DocTestParser().get_doctest(block.text, names, block.place, str(block.page), block.line)
        report: list[str] = []
        runner.run(test, out=report.append, clear_globs=False)
        names.update(test.globs)
        assert not runner.failures, "".join(report)
    else:
        exec(compile(block.text, block.place, "exec"), names)


def read_toml(block: Block, names: dict[str, Any]) -> None:
    """House rules are read as such, unless the page goes on to show how they are refused."""
    data = tomllib.loads(block.text)
    if "base" in data and not block.title.startswith("too-"):
        Edition.from_toml(block.text.encode())


def read_ini(block: Block, names: dict[str, Any]) -> None:
    parser = configparser.ConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # names as they are written
    parser.read_string(block.text)
    assert parser.sections()


def read_json(block: Block, names: dict[str, Any]) -> None:
    json.loads(block.text)


READERS = {"python": run_python, "toml": read_toml, "ini": read_ini, "json": read_json}
