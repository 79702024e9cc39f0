"""A match that is kept: stopped and gone on with, made longer, and never mixed with another."""

from contextlib import closing
from pathlib import Path

import pytest

from mergemaker.arena.match import Played, plan, play_match
from mergemaker.arena.match_file import MatchFile, MatchHead
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError

BOTS = ["clerk", "random", "random"]
TOURNAMENT = Edition.named("tournament")
TASKS = plan(BOTS, TOURNAMENT, 6, seed=1, recorded=True)
HEAD = MatchHead.of(TASKS, 1)


@pytest.fixture
def path(tmp_path):
    """Three games of six, kept."""
    kept = MatchFile(tmp_path / "match.jsonl", HEAD)
    for one in play_match(TASKS[:3]):
        kept.add(one)
    kept.close()
    return tmp_path / "match.jsonl"


def kept_in(path: Path) -> list[Played]:
    with closing(MatchFile(path, HEAD)) as kept:
        return kept.played


def test_a_match_goes_on_where_it_stopped_and_its_games_are_those_of_one_go(path):
    kept = MatchFile(path, HEAD)
    left = kept.left_of(TASKS)
    assert [task.number for task in left] == [3, 4, 5]
    for one in play_match(left):
        kept.add(one)
    kept.close()
    assert [one.record for one in kept_in(path)] == [one.record for one in play_match(TASKS)]


def test_a_game_whose_line_was_cut_off_is_played_again(path):
    for cut in (3, 400):
        path.write_bytes(path.read_bytes()[:-cut])
        kept = MatchFile(path, HEAD)
        (missing,) = kept.left_of(TASKS[:3])
        kept.add(next(play_match([missing])))
        kept.close()
        assert sorted(one.number for one in kept_in(path)) == [0, 1, 2]


def test_a_first_line_that_was_cut_off_is_written_anew(path):
    path.write_bytes(path.read_bytes()[:20])
    assert kept_in(path) == []
    assert kept_in(path) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"format": 1, "edition": "1999", "actions": []}', "keeps no match"),
        (b"notes\nof mine", "keeps no match"),
        (b"\n", "keeps no match"),
    ],
)
def test_a_file_of_another_kind_is_refused_and_left_as_it_is(text, said, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_bytes(text)
    with pytest.raises(MergemakerError, match=said):
        MatchFile(path, HEAD)
    assert path.read_bytes() == text


def test_another_match_is_refused_by_name(path):
    before = path.read_bytes()
    for head in (
        MatchHead.of(TASKS, 2),
        MatchHead.of(plan(["random", "clerk", "random"], TOURNAMENT, 1, 1), 1),
        MatchHead.of(plan(BOTS, Edition.named("1962"), 1, 1), 1),
    ):
        with pytest.raises(MergemakerError, match=r"another match \(clerk, random, random; tournament, --seed 1\)"):
            MatchFile(path, head)
    assert path.read_bytes() == before


def test_a_damaged_line_is_named(path):
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*lines[:2], b"{}", *lines[2:], b""]))
    with pytest.raises(MergemakerError, match="line 3 is no game"):
        MatchFile(path, HEAD)


def test_two_can_not_play_on_in_one_match(path):
    kept = MatchFile(path, HEAD)
    with pytest.raises(MergemakerError, match="played elsewhere"):
        MatchFile(path, HEAD)
    kept.close()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(MergemakerError, match="can’t be written"):
        MatchFile(tmp_path / "none" / "match.jsonl", HEAD)
