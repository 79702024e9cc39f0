"""Golden records: whole games that must play as they always have, in the engine and in the naive referee.

`python tests/make_golden.py` makes them. Between them the records of an edition show every kind of event and every
way to end that it can come to; when one is missing, a test here fails and names it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boards import EDITIONS
from mergemaker import Game
from reachable import needed, shown_by, story_text
from referee import Referee

FOLDER = Path(__file__).parents[1] / "golden"


def records_of(edition: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{edition}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


RECORDS = [
    pytest.param(record, id=f"{edition}-{number}")
    for edition in EDITIONS
    for number, record in enumerate(records_of(edition), 1)
]


@pytest.mark.parametrize("record", RECORDS)
def test_a_golden_record_plays_to_the_result_it_tells(record):
    game = Game.from_record(record)
    assert game.over
    assert game.result == record["result"]
    assert game.record() == record


@pytest.mark.parametrize("record", RECORDS)
def test_the_referee_agrees_with_a_golden_record(record):
    deal, market = record.get("deal"), record.get("market")
    referee = Referee(record["edition"], len(record["seats"]), record["deck"], deal, market)
    for action in record["actions"]:
        referee.play(action)
    referee.check_market_used()
    assert referee.result == record["result"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_golden_records_of_an_edition_show_all_that_it_can_come_to(edition):
    shown = set().union(*(shown_by(record) for record in records_of(edition)))
    missing = sorted(f"{what} “{name}”" for what, name in needed(edition) - shown)
    assert not missing, f"no golden record of {edition} has the {', the '.join(missing)}"
    impossible = sorted(f"{what} “{name}”" for what, name in shown - needed(edition))
    assert not impossible, f"golden records of {edition} have what it can't come to: {impossible}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_story_of_a_golden_record_is_told_in_the_same_words(edition):
    expected = (FOLDER / f"{edition}.story.txt").read_text(encoding="utf-8")
    told = story_text(records_of(edition)[0])
    assert told.splitlines() == expected.splitlines()
