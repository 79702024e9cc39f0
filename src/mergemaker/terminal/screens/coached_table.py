"""The table with the coach beside it: cards pop up, and a costly decision is asked about once more."""

from __future__ import annotations

from mergemaker.terminal.screens.table_screen import TableScreen
from mergemaker.terminal.screens.text_pages import Ask
from mergemaker.terminal.sessions.session import Session
from mergemaker.terminal.terminal_coach import TerminalCoach

CARD_SHOWN = 20  # seconds
SLOW = 1.5  # seconds that a bot's finished turn stands: long enough to read it


class CoachedTable(TableScreen):
    """Plays a session with the coach."""

    def __init__(self, session: Session, coach: TerminalCoach, pace: float = SLOW) -> None:
        super().__init__(session, pace)
        self.coach = coach

    def advance(self) -> None:
        """Turns to whoever must decide; what happened meanwhile is summed up, and what is new is explained."""
        super().advance()
        if self.mine and self.viewer is not None:
            if recap := self.coach.recap(self.session, self.viewer):
                self.notify(" ".join(recap), title="Since your last turn", timeout=CARD_SHOWN)
            for card in self.coach.cards(self.session, self.viewer):
                self.notify(card.text, title=card.title, timeout=CARD_SHOWN)

    def action_confirm(self) -> None:
        """Plays what is chosen, once the coach has no question about it or the player insists."""
        actions = self.panel.answer()
        if not actions or self.viewer is None:
            self.repaint()
            return
        word = self.coach.word(self.session.view(self.viewer), actions)
        if word.concern:
            self.app.push_screen(Ask(word.concern, [word.instead]), lambda yes: self._insisted(actions, yes))
            return
        self._insisted(actions, True)
        if word.good:
            self.notify(word.good, title="Coach", timeout=5)

    def _insisted(self, actions: list[str], yes: bool | None) -> None:
        if yes:
            self.session.play_each(actions)
            self.advance()
