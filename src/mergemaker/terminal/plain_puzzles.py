"""Puzzles line by line: for a screen reader, a pipe, or a terminal without a screen."""

from __future__ import annotations

from typing import TextIO

from mergemaker.terminal.plain_mode import Leave, Plain
from mergemaker.terminal.puzzle_session import PuzzleSession, WrongAnswer

COME_BACK = "Come back with: mergemaker puzzles play"
GIVE_UP = "give up"


class PlainPuzzle(Plain):
    """One puzzle asked and answered in lines of text."""

    session: PuzzleSession

    def run(self) -> None:
        """Plays the puzzle to its end; Leave when the person goes."""
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        finally:
            self.session.close()

    def ask(self, question: str) -> str:
        """A line from the person; “give up” is heard everywhere."""
        answer = super().ask(question)
        if answer.strip().lower() == GIVE_UP and not self.session.done:
            self.session.give_up()
            raise _GaveUp
        return answer

    def _undecided(self, before: int) -> bool:
        # The last answer may end the puzzle without being played: what comes after it nobody could know.
        return super()._undecided(before) and not self.session.done

    def _play(self) -> None:
        session = self.session
        seat = session.solving.seat
        self._board(session.view(seat))
        while not session.done:
            self.say()
            for sentence in session.voice:
                self.say(sentence)
            self.say("Type “give up” to see the answer.")
            before = session.solving.done
            try:
                while session.solving.done == before and not session.done:
                    self._turn_to(seat)
                    try:
                        self._answer()
                    except WrongAnswer as wrong:
                        self.say(f"{wrong} Try again.")
            except _GaveUp:
                break
        self.say()
        for sentence in session.voice:
            self.say(sentence)


class _GaveUp(Exception):
    """Somebody wants to see the answer."""


def play_puzzles(first: PuzzleSession, lines: TextIO, out: TextIO) -> None:
    """Plays puzzles one after the other until the person leaves."""
    session: PuzzleSession | None = first
    while session is not None:
        page = PlainPuzzle(session, lines, out)
        try:
            page.say(session.heading)
            page.run()
            page.say()
            if page.ask("Press Enter for the next puzzle, or type quit:").lower() in ("quit", "q", "no"):
                raise Leave
        except (Leave, EOFError, KeyboardInterrupt):
            page.say()
            page.say(COME_BACK)
            return
        session = session.following()
