"""Games on the shelf: nothing played is lost, whatever happens to the terminal."""

import json

import pytest

from mergemaker.rules.errors import MergemakerError, RecordError
from mergemaker.rules.game import Game
from mergemaker.terminal import shelf
from mergemaker.terminal.listing import outcome_of, summary
from mergemaker.terminal.shelf import Journal
from mergemaker.terminal.sitting import Sitting
from terminal.driving import dicers, finished, ready, sitting_of


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    return tmp_path


def journal_of(sitting: Sitting) -> Journal:
    assert sitting.journal is not None
    return sitting.journal


def test_a_game_that_was_left_goes_on_where_it_was():
    left = ready(sitting_of("2023-tycoon", save=True), "buy", after=40)
    left.close()
    again = Sitting.resume(shelf.running_games()[0].path, bots=dicers)
    assert again.game.state.tobytes() == left.game.state.tobytes()
    assert again.who == left.who
    assert again.story(0) == left.story(0)
    assert again.can_undo == left.can_undo
    again.close()


def test_every_action_is_on_the_disk_before_the_next_is_asked_for():
    sitting = ready(sitting_of(save=True), "place", after=10)
    lines = journal_of(sitting).path.read_text().splitlines()
    assert [json.loads(line) for line in lines[1:]] == sitting.game.actions
    sitting.close()


def test_a_line_that_was_cut_off_is_dropped_and_written_anew():
    sitting = ready(sitting_of(save=True), "place", after=10)
    path = journal_of(sitting).path
    before = sitting.game.actions
    sitting.close()
    with path.open("ab") as file:
        file.write(b'"place 5')
    again = Sitting.resume(path, bots=dicers)
    assert again.game.actions == before
    again.play(again.game.legal_actions()[0])
    assert path.read_bytes().count(b"\n") == 1 + len(again.game.actions)
    again.close()


def test_what_was_taken_back_stays_taken_back():
    sitting = ready(sitting_of(save=True), "buy", after=20)
    assert sitting.can_undo
    sitting.undo()
    path = journal_of(sitting).path
    sitting.close()
    again = Sitting.resume(path, bots=dicers)
    assert again.game.decision == sitting.game.decision
    assert again.game.state.tobytes() == sitting.game.state.tobytes()
    again.close()


@pytest.mark.parametrize("damage", [b"{", b"7", b'{"undo": 9999}', b'"place 99Z"'])
def test_a_damaged_journal_is_refused_in_words(damage):
    sitting = ready(sitting_of(save=True), "place", after=10)
    path = journal_of(sitting).path
    sitting.close()
    with path.open("ab") as file:
        file.write(damage + b"\n")
    with pytest.raises(RecordError):
        Sitting.resume(path, bots=dicers)


def test_an_empty_journal_is_listed_as_unreadable_and_not_continued():
    shelf.folder().mkdir(parents=True)
    (shelf.folder() / "2020-01-01-000000.game").write_bytes(b"")
    assert shelf.running_games() == []
    assert "can’t be read" in outcome_of(shelf.kept_games()[0])


def test_a_finished_game_is_kept_as_a_record_that_holds():
    sitting = finished(sitting_of("1999", bots=1, save=True))
    assert sitting.record_path is not None
    assert not sitting.record_path.with_suffix(".game").exists()
    record = json.loads(sitting.record_path.read_text())
    assert Game.from_record(record).result == sitting.game.result
    kept = shelf.kept_games()[0]
    assert kept.finished
    assert "won with $" in outcome_of(kept)
    assert summary(kept)["result"] == sitting.game.result


def test_a_crash_between_the_last_action_and_the_record_is_made_good():
    sitting = sitting_of("2023-classic", save=True)
    journal = journal_of(sitting)
    sitting.journal = None  # so that the end of the game finds no journal to turn into a record
    finished(sitting)
    for action in sitting.game.actions:
        journal.add(action)
    journal.close()
    again = Sitting.resume(journal.path, bots=dicers)
    assert again.record_path is not None
    assert again.record_path.exists()
    assert not journal.path.exists()


def test_a_journal_beside_its_record_is_not_a_second_game():
    sitting = finished(sitting_of(save=True))
    assert sitting.record_path is not None
    sitting.record_path.with_suffix(".game").write_bytes(b"left over\n")
    assert len(shelf.kept_games()) == 1


def test_two_windows_can_not_play_on_in_one_game():
    sitting = ready(sitting_of(save=True), "place")
    with pytest.raises(MergemakerError, match="another window"):
        Sitting.resume(journal_of(sitting).path, bots=dicers)
    sitting.close()


def test_games_begun_in_the_same_second_have_names_of_their_own():
    sittings = [sitting_of(save=True) for _ in range(3)]
    assert len({journal_of(sitting).name for sitting in sittings}) == 3
    for sitting in sittings:
        sitting.close()


def test_a_game_is_found_by_number_and_by_name():
    sitting = ready(sitting_of(save=True), "place")
    name = journal_of(sitting).name
    sitting.close()
    assert shelf.find("1") == shelf.find(name)
    with pytest.raises(MergemakerError, match="There is one"):
        shelf.find("2")


def test_a_folder_that_can_not_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path / "file"))
    with pytest.raises(MergemakerError, match="MERGEMAKER_DATA"):
        sitting_of(save=True)


def test_a_full_disk_is_told_once_and_the_game_goes_on():
    sitting = ready(sitting_of(save=True), "place")
    journal_of(sitting).close()  # every write fails from here on, as on a full disk

    class Full(Journal):
        def add(self, line):
            raise OSError(28, "No space left on device")

    sitting.journal = Full(shelf.folder() / "x.game", None)  # type: ignore[arg-type]  # never written to
    sitting.play(sitting.game.legal_actions()[0])
    assert "No space left" in sitting.trouble
    finished(sitting)
