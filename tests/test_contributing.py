"""What the pages for newcomers and the workflow promise is there: files, rooms, targets, commands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "examples/bot-package/README.md"]
TARGETS = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def commands_of_the_program() -> set[str]:
    from typer.main import get_command

    from mergemaker.cli import app

    return set(get_command(app).commands)  # type: ignore[attr-defined]  # it is a group


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_and_command_that_a_page_names_exists(page):
    text = (ROOT / page).read_text()
    spoken = "\n".join(re.findall(r"`([^`\n]+)`", text) + re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    targets = set(re.findall(r"\bmake (?:[A-Z]+=\S+ )?([a-z]+)", spoken))
    assert targets - TARGETS == set()
    named = set(re.findall(r"(?:^|\$ |bin/)mergemaker ([a-z][a-z-]*)", spoken, re.MULTILINE))
    assert named - commands_of_the_program() == set()


def test_every_path_that_contributing_names_exists():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = set(re.findall(r"(?:src|tests|scripts|docs|examples|web)/[\w./-]*\w", text))
    paths = {path for path in named if "NAME" not in path}
    assert len(paths) > 20
    assert {path for path in paths if not (ROOT / path).exists()} == set()


def test_contributing_has_every_target_and_every_room_in_the_order_of_the_import_contract():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    assert set(re.findall(r"^\| `make ([a-z]+)` \|", text, re.MULTILINE)) == TARGETS - {"help"}
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    rooms = [room.strip(" ()") for layer in layers for room in layer.split("|")]
    table = text.partition("## The rooms")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([a-z_]+)` \|", table, re.MULTILINE) == rooms


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_runs_targets_that_exist_and_knows_no_machine_and_no_index(file):
    text = file.read_text()
    jobs = yaml.safe_load(text)["jobs"]
    lines = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    targets = set(re.findall(r"\bmake ([a-z]+)", "\n".join(lines)))
    assert targets
    assert targets - TARGETS == set()
    assert not re.search(r"https?://|index-url|/home/|/work/|/tmp/", text)


def test_the_workflow_tests_every_python_that_the_package_allows():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())["jobs"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    minors = [int(minor) for minor in re.findall(r"3\.(\d+)", project["requires-python"])]
    allowed = [f"3.{minor}" for minor in range(minors[0], minors[1])]
    assert jobs["test"]["strategy"]["matrix"]["python"] == allowed
    prefix = "Programming Language :: Python :: 3."
    assert [f"3.{name[len(prefix) :]}" for name in project["classifiers"] if name.startswith(prefix)] == allowed
