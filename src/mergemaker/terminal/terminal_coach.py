"""The coach in a terminal: the same cards and the same word on a decision as in the browser, in lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from mergemaker.learning.coach import Word, judge
from mergemaker.learning.coach_cards import Card, cards_for
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event, tell
from mergemaker.terminal.plain_mode import Plain
from mergemaker.terminal.session import Session

LEVELS = ("off", "gentle", "full")


class ThoughtAgain(MergemakerError):
    """Somebody took the coach's word and did not do it."""


class TerminalCoach:
    """Beside one person: gentle has cards, full has a word on every decision too."""

    def __init__(self, level: str, kept: ProgressFile) -> None:
        if level not in LEVELS:
            raise MergemakerError(f"The coach is off, gentle or full, not “{level[:20]}”.")
        self.level = level
        self.kept = kept
        self._heard = 0
        self._summed_up = 0  # moves before the turn of which what came after was summed up last

    def cards(self, session: Session, seat: int) -> list[Card]:
        """What is new to this person since they were last asked; each card is told once and never again."""
        happened: Sequence[Event] = session.heard(seat, self._heard) if self._heard else ()
        self._heard = session.game.version
        fresh = [
            card for card in cards_for(session.view(seat), happened) if card.moment not in self.kept.progress.cards
        ]
        for card in fresh:
            self.kept.keep_card(card.moment)
        return fresh

    def recap(self, session: Session, seat: int) -> list[str]:
        """What happened since this seat's last turn, in sentences; once, as its next turn begins, by a full coach."""
        own = [at for at, move in enumerate(session.moves, 1) if move.mover == seat]
        if self.level != "full" or session.game.decision != "place" or not own or own[-1] <= self._summed_up:
            return []
        self._summed_up = own[-1]
        happened = [event for event in session.heard(seat, own[-1]) if event.kind != "drew"]
        return tell(happened, session.game.names)

    def word(self, view: SeenView, actions: Sequence[str]) -> Word:
        """What the coach says to a decision; nothing if it is gentle, or something is wrong with it."""
        if self.level != "full":
            return Word()
        try:
            return judge(view, [action for action in actions if action != "done"] or actions)
        except Exception:  # a courtesy: whatever is wrong with it must not end the game
            return Word()


class CoachedSession(Session):
    """A session that asks the coach before a person's decision is played."""

    coach: TerminalCoach
    confirm: Callable[[str], bool]
    good: str
    _judged: bool

    @classmethod
    def beside(cls, session: Session, coach: TerminalCoach, confirm: Callable[[str], bool]) -> CoachedSession:
        """The same session with a coach beside it."""
        coached = object.__new__(cls)
        coached.__dict__ = session.__dict__
        coached.coach, coached.confirm, coached.good, coached._judged = coach, confirm, "", False
        return coached

    def _ask(self, actions: Sequence[str]) -> None:
        seat = self.game.to_act
        if self._judged or seat not in self.people:
            return
        word = self.coach.word(self.view(seat), actions)
        self.good = word.good
        if word.concern and not self.confirm(f"{word.concern} {word.instead}"):
            raise ThoughtAgain("Nothing was done.")

    def play(self, action: str) -> list[Event]:
        """Plays one action, unless the coach had a question and the player thought again."""
        self._ask([action])
        return super().play(action)

    def play_each(self, actions: Sequence[str]) -> None:
        """Plays a whole decision, likewise."""
        self._ask(actions)
        self._judged = True
        try:
            super().play_each(actions)
        finally:
            self._judged = False


class CoachedPlain(Plain):
    """A game line by line with the coach beside it."""

    def __init__(self, session: Session, coach: TerminalCoach, lines: TextIO, out: TextIO) -> None:
        coached = CoachedSession.beside(session, coach, self._sure)
        super().__init__(coached, lines, out)
        self._coached = coached

    def _sure(self, text: str) -> bool:
        self.say(f"Coach: {text}")
        return self.ask("Do it anyway? yes or no:").lower() in ("y", "yes")

    def _turn_to(self, seat: int) -> None:
        super()._turn_to(seat)
        for card in self._coached.coach.cards(self.session, seat):
            self.say(f"Coach: {card.title}. {card.text}")

    def _answer(self) -> None:
        try:
            super()._answer()
        except ThoughtAgain as error:
            self.say(str(error))
        if self._coached.good:
            self.say(f"Coach: {self._coached.good}")
            self._coached.good = ""


def play_plain(session: Session, coach: TerminalCoach) -> None:
    """Plays line by line at this terminal."""
    CoachedPlain(session, coach, sys.stdin, sys.stdout).run()
