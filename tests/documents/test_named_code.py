"""Every file, function and class that the pages for engineers name is there, where they say it is."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "docs" / "understand").glob("*.md"))
FILE = r"[\w./-]+\.(?:py|ts|svelte)"


@cache
def files() -> dict[str, list[Path]]:
    """All source files by their name."""
    found: dict[str, list[Path]] = {}
    for top in ("src", "tests", "scripts", "examples", "web/src", "web/tests"):
        for file in (ROOT / top).rglob("*"):
            if file.suffix in (".py", ".ts", ".svelte") or top == "scripts":
                found.setdefault(file.name, []).append(file)
    return found


def meant(path: str) -> list[Path]:
    """The files that a page means by a path: the end of a real one."""
    return [file for file in files().get(Path(path).name, []) if file.as_posix().endswith(f"/{path}")]


def names_in(file: Path) -> set[str]:
    """What a Python file defines: functions and classes, methods as Class.method, and names that are given a value."""
    found: set[str] = set()

    def take(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(before + node.name)
                if isinstance(node, ast.ClassDef):
                    take(node.body, f"{node.name}.")
            elif isinstance(node, ast.Assign):
                found.update(before + one.id for one in ast.walk(node) if isinstance(one, ast.Name))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.add(before + node.target.id)

    take(ast.parse(file.read_text()).body, "")
    return found | {name.partition(".")[2] for name in found if "." in name}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path):
    spans = re.findall(rf"`({FILE})`", page.read_text())
    assert [path for path in dict.fromkeys(spans) if not meant(path)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_says_of_a_file_is_in_it(page: Path):
    text = " ".join(page.read_text().split())
    said = re.findall(rf"`([A-Za-z_][\w.]*)` (?:in|of) `({FILE})`", text)
    said += re.findall(rf"`([A-Za-z_][\w.]*)` \(`({FILE})`\)", text)
    python = [(name, path) for name, path in said if path.endswith(".py") and not re.fullmatch(FILE, name)]
    wrong = [(name, path) for name, path in python if not any(name in names_in(file) for file in meant(path))]
    assert wrong == []


def test_the_walk_of_one_click_names_enough_to_be_checked():
    text = " ".join((ROOT / "docs" / "understand" / "server.md").read_text().split())
    assert len(set(re.findall(rf"`({FILE})`", text))) > 40
    assert len(re.findall(rf"`[\w.]+` (?:in|of) `{FILE}`|`[\w.]+` \(`{FILE}`\)", text)) >= 8


def test_what_a_page_tells_people_to_press_is_on_the_page_that_they_see():
    """Names of buttons and links stand between “ and ” in learning pages and in those for clubs and puzzles."""
    shown = "\n".join(file.read_text() for file in (ROOT / "web" / "src").rglob("*.svelte"))
    pages = [
        *(ROOT / "docs" / "learn").glob("*.md"),
        *(ROOT / "docs" / "do" / f"{name}.md" for name in ("clubs", "puzzles")),
    ]
    wrong = [
        f"{page.name}: {said}"
        for page in sorted(pages)
        for said in re.findall(r"“([A-Z][^”]*)”", page.read_text())
        if re.sub(r" \d+$", "", said) not in shown
    ]
    assert wrong == []
