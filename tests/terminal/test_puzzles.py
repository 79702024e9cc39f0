"""Puzzles in the terminal: line by line and on the screen; what is tried is kept, and mistakes come again."""

from __future__ import annotations

import io
from pathlib import Path

from mergemaker.puzzles.practice import ANYTHING, DAY, Wish
from mergemaker.puzzles.practice_file import PracticeFile
from mergemaker.puzzles.puzzle_file import Puzzle, shipped
from mergemaker.puzzles.puzzle_play import words_of
from mergemaker.terminal.plain_tasks import PlainPuzzle, play_plain
from mergemaker.terminal.screens.task_screen import PuzzleScreen
from mergemaker.terminal.screens.text_pages import Page
from mergemaker.terminal.sessions import puzzle_session
from mergemaker.terminal.sessions.puzzle_session import PuzzleSession
from mergemaker.terminal.terminal_app import Mergemaker


def placing() -> Puzzle:
    return next(one for one in shipped().values() if one.decision == "place" and len(one.steps) == 1)


def tile_of(action: str) -> str:
    return action.removeprefix("place ")


def wrong_tile(puzzle: Puzzle) -> str:
    return next(tile_of(one.action) for one in reversed(puzzle.steps[0].options) if one.action.startswith("place "))


def played(puzzle: Puzzle, kept: PracticeFile, *lines: str) -> str:
    out = io.StringIO()
    play_plain(PuzzleSession(puzzle, kept, ANYTHING), io.StringIO("\n".join(lines) + "\n"), out)
    return out.getvalue()


def test_a_puzzle_is_tried_again_and_solved_line_by_line(tmp_path: Path):
    puzzle, kept = placing(), PracticeFile(tmp_path / "puzzles.json")
    step = puzzle.steps[0]
    told = played(puzzle, kept, wrong_tile(puzzle), tile_of(step.best), "quit")
    before, _, after = " ".join(told.split()).partition("There is better")
    assert "what wins most?" in before
    assert step.reason not in before
    assert step.reason in after
    assert PlainPuzzle.come_back in told
    again = PracticeFile(tmp_path / "puzzles.json")
    assert [one.verdict for one in again.tries] == ["wrong", "right"]
    assert (again.level.tries, again.level.solved) == (1, 0)  # the first try counts
    assert set(again.repeats) == {puzzle.id}


def test_giving_up_shows_the_answer(tmp_path: Path):
    puzzle, kept = placing(), PracticeFile(tmp_path / "puzzles.json")
    told = played(puzzle, kept, "give up", "quit")
    assert puzzle.steps[0].reason in told
    assert all(f"{said}: " in told for said in next(words_of(puzzle)).values())
    assert [one.verdict for one in kept.tries] == ["gave up"]


def test_a_mistake_comes_again_first_and_what_is_wished_for_is_kept_to(tmp_path: Path):
    puzzle, kept = placing(), PracticeFile(tmp_path / "puzzles.json")
    start = puzzle_session.now()
    kept.keep(puzzle, start, "wrong", "")
    fresh = kept.next(start, ANYTHING)
    assert fresh is not None
    assert fresh.puzzle.id != puzzle.id
    again = kept.next(start + DAY, ANYTHING)
    assert again is not None
    assert (again.puzzle.id, again.why) == (puzzle.id, "again")
    of_edition = kept.next(start, Wish(edition="1962"))
    assert of_edition is not None
    assert of_edition.puzzle.edition == "1962"
    assert kept.next(start, Wish(idea="nonsense")) is None


async def test_a_puzzle_on_the_screen_is_given_up_and_followed_by_the_next(tmp_path: Path):
    puzzle, kept = placing(), PracticeFile(tmp_path / "puzzles.json")
    app = Mergemaker(screen=PuzzleScreen(PuzzleSession(puzzle, kept, ANYTHING)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, Page)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, PuzzleScreen)
        assert app.screen.session.puzzle.id != puzzle.id
    assert [one.verdict for one in kept.tries] == ["gave up"]
