"""Saved games: nothing played is lost, whatever happens to the terminal."""

import json

import pytest

from mergemaker.rules.errors import MergemakerError, RecordError
from mergemaker.rules.game import Game
from mergemaker.terminal.saved_games_list import outcome_of, summary
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.saved_games import Journal
from mergemaker.terminal.sessions.session import Session
from terminal.keyboard import dicers, finished, ready, session_of


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path))
    return tmp_path


def journal_of(session: Session) -> Journal:
    assert session.journal is not None
    return session.journal


def test_a_game_that_was_left_goes_on_where_it_was():
    left = ready(session_of("2023-tycoon", save=True), "buy", after=40)
    left.close()
    again = Session.resume(saved_games.running_games()[0].path, bots=dicers)
    assert again.game.state.tobytes() == left.game.state.tobytes()
    assert again.who == left.who
    assert again.story(0) == left.story(0)
    assert again.can_undo == left.can_undo
    again.close()


def test_every_action_is_on_the_disk_before_the_next_is_asked_for():
    session = ready(session_of(save=True), "place", after=10)
    lines = journal_of(session).path.read_text().splitlines()
    assert [json.loads(line) for line in lines[1:]] == session.game.actions
    session.close()


def test_a_line_that_was_cut_off_is_dropped_and_written_anew():
    session = ready(session_of(save=True), "place", after=10)
    path = journal_of(session).path
    before = session.game.actions
    session.close()
    with path.open("ab") as file:
        file.write(b'"place 5')
    again = Session.resume(path, bots=dicers)
    assert again.game.actions == before
    again.play(again.game.legal_actions()[0])
    assert path.read_bytes().count(b"\n") == 1 + len(again.game.actions)
    again.close()


def test_what_was_taken_back_stays_taken_back():
    session = ready(session_of(save=True), "buy", after=20)
    assert session.can_undo
    session.undo()
    path = journal_of(session).path
    session.close()
    again = Session.resume(path, bots=dicers)
    assert again.game.decision == session.game.decision
    assert again.game.state.tobytes() == session.game.state.tobytes()
    again.close()


@pytest.mark.parametrize("damage", [b"{", b"7", b'{"undo": 9999}', b'"place 99Z"'])
def test_a_damaged_journal_is_refused_in_words(damage):
    session = ready(session_of(save=True), "place", after=10)
    path = journal_of(session).path
    session.close()
    with path.open("ab") as file:
        file.write(damage + b"\n")
    with pytest.raises(RecordError):
        Session.resume(path, bots=dicers)


def test_an_empty_journal_is_listed_as_unreadable_and_not_continued():
    saved_games.folder().mkdir(parents=True)
    (saved_games.folder() / "2020-01-01-000000.game").write_bytes(b"")
    assert saved_games.running_games() == []
    assert "can’t be read" in outcome_of(saved_games.kept_games()[0])


def test_a_finished_game_is_kept_as_a_record_that_holds():
    session = finished(session_of("1999", bots=1, save=True))
    assert session.record_path is not None
    assert not session.record_path.with_suffix(".game").exists()
    record = json.loads(session.record_path.read_text())
    assert Game.from_record(record).result == session.game.result
    kept = saved_games.kept_games()[0]
    assert kept.finished
    assert "won with $" in outcome_of(kept)
    assert summary(kept)["result"] == session.game.result


def test_a_crash_between_the_last_action_and_the_record_is_made_good():
    session = session_of("2023-classic", save=True)
    journal = journal_of(session)
    session.journal = None  # so that the end of the game finds no journal to turn into a record
    finished(session)
    for action in session.game.actions:
        journal.add(action)
    journal.close()
    again = Session.resume(journal.path, bots=dicers)
    assert again.record_path is not None
    assert again.record_path.exists()
    assert not journal.path.exists()


def test_a_journal_beside_its_record_is_not_a_second_game():
    session = finished(session_of(save=True))
    assert session.record_path is not None
    session.record_path.with_suffix(".game").write_bytes(b"left over\n")
    assert len(saved_games.kept_games()) == 1


def test_two_windows_can_not_play_on_in_one_game():
    session = ready(session_of(save=True), "place")
    with pytest.raises(MergemakerError, match="another window"):
        Session.resume(journal_of(session).path, bots=dicers)
    session.close()


def test_games_begun_in_the_same_second_have_names_of_their_own():
    sittings = [session_of(save=True) for _ in range(3)]
    assert len({journal_of(session).name for session in sittings}) == 3
    for session in sittings:
        session.close()


def test_a_game_is_found_by_number_and_by_name():
    session = ready(session_of(save=True), "place")
    name = journal_of(session).name
    session.close()
    assert saved_games.find("1") == saved_games.find(name)
    with pytest.raises(MergemakerError, match="There is one"):
        saved_games.find("2")


def test_a_folder_that_can_not_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MERGEMAKER_DATA", str(tmp_path / "file"))
    with pytest.raises(MergemakerError, match="MERGEMAKER_DATA"):
        session_of(save=True)


def test_a_full_disk_is_told_once_and_the_game_goes_on():
    session = ready(session_of(save=True), "place")
    journal_of(session).close()  # every write fails from here on, as on a full disk

    class Full(Journal):
        def add(self, line):
            raise OSError(28, "No space left on device")

    session.journal = Full(saved_games.folder() / "x.game", None)  # type: ignore[arg-type]  # never written to
    session.play(session.game.legal_actions()[0])
    assert "No space left" in session.trouble
    finished(session)
