"""The coach in a terminal: the same cards and the same word on a decision as in the browser, in lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from mergemaker.learning.coach import Word, judge
from mergemaker.learning.coach_cards import Card, cards_for
from mergemaker.learning.progress_file import ProgressFile
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event, tell
from mergemaker.terminal.plain_mode import Plain
from mergemaker.terminal.sessions.session import Session


class ThoughtAgain(MergemakerError):
    """Somebody took the coach's word and did not do it."""


class TerminalCoach:
    """Beside one person: gentle has cards, full has a word on every decision too."""

    def __init__(self, level: str, kept: ProgressFile) -> None:
        self.level = level
        self.kept = kept
        self._heard = 0  # moves of which cards have been told
        self._summed_up = 0  # moves up to the turn after which the last recap began

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


class CoachedPlain(Plain):
    """A game line by line with the coach beside it."""

    def __init__(self, session: Session, coach: TerminalCoach, lines: TextIO, out: TextIO) -> None:
        super().__init__(session, lines, out)
        self._coach = coach
        self._good = ""  # what is good about the decision that was made last

    def _consider(self, actions: Sequence[str]) -> None:
        """Asks once more where the coach has a concern; ThoughtAgain if the player then does not do it."""
        word = self._coach.word(self.session.view(self.session.game.to_act), actions)
        self._good = word.good
        if word.concern:
            self.say(f"Coach: {word.concern} {word.instead}")
            if self.ask("Do it anyway? yes or no:").lower() not in ("y", "yes"):
                raise ThoughtAgain("Nothing was done.")

    def _turn_to(self, seat: int) -> None:
        super()._turn_to(seat)
        for card in self._coach.cards(self.session, seat):
            self.say(f"Coach: {card.title}. {card.text}")

    def _answer(self) -> None:
        try:
            super()._answer()
        except ThoughtAgain as error:
            self.say(str(error))
        if self._good:
            self.say(f"Coach: {self._good}")
            self._good = ""
