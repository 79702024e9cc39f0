"""The package as a whole: what importing it loads, that every module's name tells which one is meant, that no folder is
a long list, and that nothing in it is written twice."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import venv
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

import mergemaker

HOME = Path(mergemaker.__file__).parent
ROOT = Path(__file__).parent.parent

# Names that two modules may share, with the reason.
SHARED = {
    "__init__": "what makes a folder a package",
    "__main__": "what `python -m` runs in a package",
}

# Folders that may hold more than twenty modules, with the reason.
LONG = {
    "cli": "one file for each group of commands",
    "rules": "the compiled core: one file for each step of a turn and each part of the state",
}


def loaded_by(code: str) -> set[str]:
    """The packages of other makers that a program loads."""
    told = "print(*{name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names - before)"
    program = f"import sys\nbefore = {{name.partition('.')[0] for name in sys.modules}}\n{code}\n{told}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_mergemaker_loads_nothing_else():
    assert loaded_by("import mergemaker") == {"mergemaker"}


def test_a_game_loads_what_the_rules_need_and_no_server_terminal_or_database():
    found = loaded_by("from mergemaker import Game; Game")
    assert {"numpy", "msgspec"} <= found
    heavy = {"litestar", "uvicorn", "websockets", "sqlalchemy", "textual", "rich", "typer", "openskill", "gymnasium"}
    assert found & heavy == set()


def test_no_two_modules_share_a_name():
    paths = defaultdict(list)
    for file in HOME.rglob("*.py"):
        paths[file.stem].append(str(file.relative_to(HOME)))
    assert {name: found for name, found in paths.items() if len(found) > 1 and name not in SHARED} == {}


def test_no_folder_is_a_list_of_more_than_twenty_modules():
    held = Counter(file.parent.relative_to(HOME).as_posix() for file in HOME.rglob("*.py") if file.stem not in SHARED)
    assert {folder: count for folder, count in held.items() if count > 20 and folder not in LONG} == {}


def code_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers: no imports, comments or lone brackets."""
    text = path.read_text()
    imports = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom))
    skipped = {line for node in imports for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    bare = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if number not in skipped)
    return [(number, line) for number, line in bare if re.search(r"\w", line) and not line.startswith("#")]


def test_no_passage_of_six_lines_stands_twice():
    places = defaultdict(list)
    for file in sorted(HOME.rglob("*.py")):
        lines = code_lines(file)
        for at in range(len(lines) - 5):
            passage = tuple(line for _, line in lines[at : at + 6])
            places[passage].append(f"{file.relative_to(HOME)}:{lines[at][0]}")
    assert [found for found in places.values() if len(found) > 1] == []


def test_the_source_package_has_the_docs_the_examples_and_all_that_is_needed_to_build_and_test():
    packed = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    wanted = {str(file.relative_to(ROOT)) for file in (*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md"))}
    examples = {"examples/stdio_bot.py", "examples/bot-package/pyproject.toml", "examples/bot-package/README.md"}
    tools = {"Makefile", "constraints.txt", "web/package.json", "scripts/front-end", "tests/conftest.py"}
    assert (wanted | examples | tools) - packed == {"README.md"}  # which the backend adds by itself, like the licence
    assert not [path for path in packed if "node_modules" in path or "__pycache__" in path]


# Counts that are never one, and those behind "3 of ".
NEVER_ONE = re.compile(r"[A-Z_]+( // DAY)?|.*\b(players|fewest|most)|MOST_STRAYS:,|seconds:\.2f|each:\.0f|days|strays")
NOUNS = "days decisions entries games hours lines minutes people puzzles records rows seconds tables"


def test_one_of_anything_is_told_in_the_singular():
    """“1 tables” stood in reports: whatever may be one goes through `counted`."""
    told = re.compile(r"(of |to )?\{([^{}]+)\} (?:" + "|".join(NOUNS.split()) + r")\b")
    wrong = [
        f"{file.relative_to(HOME)}: {found.group()}"
        for file in sorted(HOME.rglob("*.py"))
        for found in told.finditer(file.read_text())
        if not found.group(1) and not NEVER_ONE.fullmatch(found.group(2))
    ]
    assert wrong == []


@pytest.mark.soak
def test_a_wheel_starts_in_a_bare_environment(tmp_path):
    """Python and the wheel, as the README says it: what the index has is installed, the checkout is not in sight."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("mergemaker-*.whl")
    venv.create(tmp_path / "bare", with_pip=True)
    there = tmp_path / "bare" / ("Scripts" if sys.platform == "win32" else "bin")
    pins = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([there / "python", "-m", "pip", "install", "--quiet", *pins, wheel], check=True)
    said = {}
    for words in ("--version", "editions", "rules 1999", "learn --list", "simulate --games 20"):
        done = subprocess.run([there / "mergemaker", *words.split()], cwd=tmp_path, capture_output=True, check=True)
        said[words] = done.stdout.decode()
    assert said["--version"] == f"mergemaker {mergemaker.__version__}\n"
    assert "2023-tycoon" in said["editions"]
    assert "20 games" in said["simulate --games 20"]
    assert list((tmp_path / "bare").rglob("mergemaker/web/static/index.html"))
