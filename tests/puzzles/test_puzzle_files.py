"""Puzzles as data: a position comes back from its record, answers are graded, and the shipped ones hold together."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from mergemaker.puzzles.ideas import IDEAS
from mergemaker.puzzles.mining import KINDS, MinedGame
from mergemaker.puzzles.mining_file import MiningFile
from mergemaker.puzzles.puzzle_file import (
    Option,
    Puzzle,
    PuzzleError,
    Step,
    id_of,
    position_of,
    read_puzzles,
    shipped,
    source_of,
    write_puzzles,
)
from mergemaker.puzzles.puzzle_play import answer_text, words_of
from mergemaker.puzzles.selection import balanced, counts_of, is_easy, shares_solved, without_duplicates
from mergemaker.puzzles.solutions import grade, skip_forced, tells_more
from mergemaker.rules.editions.edition import names
from mergemaker.rules.game import Game

BUYING = Step(
    "buy",
    "buy Tower",
    (Option("buy Tower", 0.4, 0.0, 0.0), Option("buy Luxor", 0.3, 0.1, 0.01), Option("done", 0.2, 0.2, 0.01)),
    "",
)
HOLDING = Step("trade", "trade 0", (Option("trade 0", 0.4, 0.0, 0.0), Option("trade 2", 0.39, 0.01, 0.01)), "")


def a_puzzle(seed: int, actions: int = 30) -> Puzzle:
    game = Game.new("1999", 3, seed=seed)
    for _ in range(actions):
        game.play(game.legal_actions()[0])
    source = source_of(game)
    best, *others = game.legal_actions()
    options = (Option(best, 0.5, 0.0, 0.0), *(Option(other, 0.3, 0.2, 0.01) for other in others))
    return Puzzle(id_of(source), source, (Step(str(game.decision), best, options, "Why."),), ("majority",))


def test_a_position_is_played_again_from_the_seed_and_the_actions():
    game = Game.new("tournament", 4, seed=5)
    for _ in range(40):
        game.play(game.legal_actions()[-1])
    source = source_of(game)
    assert source.record is None
    assert source.game().state.tobytes() == game.state.tobytes()


def test_a_game_without_a_seed_is_kept_whole_and_nobody_is_named():
    record = {key: value for key, value in Game.new("1999", ["Mia", "Noa"], seed=1).record().items() if key != "seed"}
    source = source_of(Game.from_record(record))
    assert source.game().names == ["Ann", "Bob"]
    assert b"Mia" not in msgspec.json.encode(source)


def test_a_file_of_puzzles_reads_back_packed_or_not(tmp_path: Path):
    puzzles = [a_puzzle(1), a_puzzle(2)]
    for name in ("some.jsonl", "some.jsonl.gz"):
        write_puzzles(tmp_path / name, puzzles)
        assert read_puzzles(tmp_path / name) == puzzles


@pytest.mark.parametrize("text", [b"not JSON", b"[]", b'{"id": 3}'])
def test_a_file_of_something_else_is_refused_by_its_line(tmp_path: Path, text: bytes):
    (tmp_path / "odd.jsonl").write_bytes(text)
    with pytest.raises(PuzzleError, match="line 1 is not a puzzle"):
        read_puzzles(tmp_path / "odd.jsonl")


@pytest.mark.parametrize(
    ("actions", "verdict", "action"),
    [
        (["buy Tower", "done"], "right", "buy Tower"),
        (["buy Luxor", "buy Tower", "done"], "right", "buy Tower"),  # a basket has no order
        (["buy Luxor", "done"], "wrong", "buy Luxor"),
        (["done"], "wrong", "done"),
    ],
)
def test_a_basket_is_right_when_the_solution_is_in_it(actions: list[str], verdict: str, action: str):
    graded = grade([BUYING], actions)
    assert (graded.verdict, graded.action) == (verdict, action)


def test_two_shares_of_the_solution_must_both_be_bought():
    assert grade([BUYING, BUYING], ["buy Tower", "buy Tower", "done"]).verdict == "right"
    assert grade([BUYING, BUYING], ["buy Tower", "done"]).action == "done"
    assert grade([BUYING, BUYING], ["buy Tower", "buy Luxor", "done"]).action == "buy Luxor"


def test_almost_as_good_is_not_wrong():
    assert grade([HOLDING], ["trade 2", "sell 0"]).verdict == "almost"
    assert grade([HOLDING], ["trade 0", "sell 0"]).verdict == "right"


def test_a_mining_that_was_stopped_goes_on_and_a_line_that_was_cut_off_is_left_out(tmp_path: Path):
    out = tmp_path / "mined.jsonl"
    first = MiningFile(out, "seed 1")
    first.add(MinedGame(1, 9, 2, (a_puzzle(2),)))
    first.add(MinedGame(0, 9, 2, (a_puzzle(1),)))
    first.finish(complete=False)
    with first.part.open("ab") as part:
        part.write(b'{"number": 2, "loo')
    again = MiningFile(out, "seed 1")
    assert sorted(again.games) == [0, 1]
    again.finish(complete=True)
    assert read_puzzles(out) == [a_puzzle(1), a_puzzle(2)]
    assert not again.part.exists()


def test_the_part_file_of_another_mining_is_left_alone(tmp_path: Path):
    MiningFile(tmp_path / "mined.jsonl", "seed 1").finish(complete=False)
    with pytest.raises(PuzzleError, match="another mining"):
        MiningFile(tmp_path / "mined.jsonl", "seed 2")


def test_of_positions_that_are_nearly_the_same_one_is_kept():
    puzzles = [a_puzzle(1, 30), a_puzzle(1, 30), a_puzzle(2, 30)]
    assert len(without_duplicates(puzzles)) == 2


def test_a_choice_of_puzzles_is_balanced_and_the_same_every_time():
    puzzles = [a_puzzle(seed) for seed in range(8)]
    assert balanced(puzzles, 5) == balanced(puzzles[::-1], 5)
    assert len(balanced(puzzles, 5)) == 5


def test_of_easy_puzzles_few_are_chosen():
    easy = dict.fromkeys(("clerk", "broker", "mogul"), True)
    puzzles = [msgspec.structs.replace(a_puzzle(seed), solved=easy if seed % 2 else {}) for seed in range(12)]
    assert sum(map(is_easy, balanced(puzzles, 6))) <= 2


def test_every_shipped_puzzle_is_what_its_record_says():
    for puzzle in shipped().values():
        game = position_of(puzzle)
        start = game.copy()
        assert puzzle.id == id_of(puzzle.source)
        assert puzzle.ideas
        assert set(puzzle.ideas) <= set(IDEAS)
        assert set(puzzle.solved) == {"random", "clerk", "broker", "mogul"}
        for step in puzzle.steps:
            skip_forced(game)
            assert not tells_more(start, game)
            assert game.decision == step.decision
            assert step.options[0].action == step.best
            assert {option.action for option in step.options} == set(game.legal_actions())
            assert step.reason
            game.play(step.best)


def test_there_are_600_puzzles_of_every_edition_number_of_players_and_idea():
    assert len(shipped()) >= 600
    counts = counts_of(list(shipped().values()))
    assert set(counts["edition"]) == set(names())
    assert set(counts["players"]) == {"2", "3", "4", "5", "6"}
    assert set(counts["idea"]) == set(IDEAS)
    assert set(counts["decision"]) == set(KINDS) - {"exchange"}  # which matters too little to be far better


def test_the_better_a_bot_the_more_puzzles_it_solves():
    shares = shares_solved(list(shipped().values()))
    assert list(shares) == ["random", "clerk", "broker", "mogul"]
    assert list(shares.values()) == sorted(shares.values())


def test_answers_are_told_in_the_words_of_advice():
    assert answer_text("buy Tower, buy Luxor, buy Tower") == "Buy one share of Luxor and 2 shares of Tower"
    assert answer_text("buy Luxor, buy Tower, buy Tower, done") == answer_text("buy Tower, buy Luxor, buy Tower")
    assert answer_text("buy nothing") == answer_text("done") == "Buy nothing"
    assert answer_text("trade 2, sell 1") == "Trade 2 shares and sell 1 share"
    assert answer_text("end") == "Announce the end"
    assert answer_text("") == ""
    assert answer_text("trade 2, se") == "trade 2, se"  # cut off where it was kept


def test_nobody_reads_the_notation_in_a_solution():
    for puzzle in list(shipped().values())[:40]:
        for step, said in zip(puzzle.steps, words_of(puzzle), strict=True):
            assert set(said) == {step.best, *(option.action for option in step.options)}
            assert all(words[0].isupper() and words != action for action, words in said.items())
