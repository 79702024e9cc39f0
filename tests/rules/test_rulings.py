"""The rulings as data: each edition has its own, drawn or summed up; what cites one cites one that there is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mergemaker
from boards import EDITIONS
from mergemaker import Edition
from mergemaker.rules.words.rulings import examples, rulings, rulings_of

ROOT = Path(__file__).parent.parent.parent
HOME = Path(mergemaker.__file__).parent
IDS = {f"R{number}" for number in range(1, 24)}
MISSING = {"2023-tycoon": {"R12", "R19"}, "1999": {"R13"}, "2023-classic": {"R13"}}  # others: no Tycoon, no market


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_has_each_ruling_that_concerns_it_once(edition):
    ids = [ruling.id for ruling in rulings_of(Edition.named(edition))]
    assert len(set(ids)) == len(ids)
    assert IDS - set(ids) == MISSING.get(edition, {"R13", "R19"})


def test_the_text_is_the_one_for_the_edition():
    def text(edition: str, wanted: str) -> str:
        return next(ruling.text for ruling in rulings_of(Edition.named(edition)) if ruling.id == wanted)

    assert "in cash" in text("2023-tycoon", "R21")
    assert "announce" not in text("1962", "R10")
    assert "until none" in text("online", "R7")


def test_every_ruling_has_a_drawn_board_or_a_sum_that_is_whole():
    for ruling in rulings():
        assert ruling.boards or ruling.sum, ruling.id
        for board in ruling.boards:
            rows = [line.split(" ") for line in board.drawing.split("\n")]
            assert len({len(row) for row in rows}) == 1, ruling.id
            assert {mark for row in rows for mark in row} <= set("TLAWFIC.o*x"), ruling.id
        if ruling.sum:
            assert {len(row) for row in ruling.sum.rows} == {len(ruling.sum.head)}, ruling.id


def test_the_document_is_made_from_the_data():
    made = subprocess.run(
        [sys.executable, ROOT / "scripts" / "make-rulings"], capture_output=True, text=True, check=True
    )
    assert (ROOT / "docs" / "look-up" / "rulings.md").read_text() == made.stdout


def test_every_ruling_and_example_that_is_cited_exists():
    known = {ruling.id for ruling in rulings()} | {example.id for example in examples()}
    cited = set()
    for folder in (HOME, ROOT / "tests", ROOT / "docs", ROOT / "web" / "src"):
        for file in folder.rglob("*"):
            if file.suffix in (".py", ".md", ".ts", ".svelte", ".toml") and "static" not in file.parts:
                text = file.read_text(encoding="utf-8")
                cited |= {(name, file.name) for name in re.findall(r"\b[RG]\d{1,2}\b(?=[^A-Za-z0-9\"']|$)", text)}
                tests = re.findall(r"def test_([rg]\d{1,2})_", text)
                cited |= {(name.upper(), file.name) for name in tests}
    assert {name for name, _ in cited} >= IDS
    assert {(name, file) for name, file in cited if name not in known} == set()
