"""A finished game, or any record, move by move in the same screen, with the arrow keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from mergemaker.learning.tries import Played
from mergemaker.rules.game import Game
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import tell
from mergemaker.terminal.first_compile import warm_up
from mergemaker.terminal.panels.decision_panels import Waiting
from mergemaker.terminal.screens.board_screen import BoardScreen
from mergemaker.terminal.screens.text_pages import log_page, rules_page
from mergemaker.terminal.sessions.session import follow, heard, last_placed

DECIDER = -1  # as the viewer: whoever decides next


class ReplayScreen(BoardScreen):
    """Walks through a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "step(1)", "Next", key_display="→"),
        Binding("left,backspace", "step(-1)", "Back", key_display="←"),
        Binding("down,pagedown", "turn(1)", "Turn", key_display="↓"),
        Binding("up,pageup", "turn(-1)", "Turn back", key_display="↑"),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("v", "viewer", "Hand"),
        Binding("l", "log", "Log"),
        Binding("r,a", "rules", "Rules", key_display="r"),
        Binding("q,escape", "app.close", "Close"),
    ]

    def __init__(self, game: Game, moves: Sequence[Played]) -> None:
        super().__init__()
        self.game = game
        self.moves = moves
        self.version = 0
        self.viewer = DECIDER

    def on_mount(self) -> None:
        """Shows the start."""
        self.repaint()

    def repaint(self) -> None:
        """The game as it was after so many actions."""
        if not self.fit():
            return
        game = self.game.at(self.version)
        view = self._view(game)
        panel = Waiting(view, self._title(game))
        panel.keys = "← → by actions, ↑ ↓ by turns, Home, End; v: whose hand"
        top = f"replay, {self.version} of {len(self.moves)}"
        self.paint_view(view, panel, top=top, last=last_placed(self.moves[: self.version]))
        self.paint_panel(view, panel, yours=False)
        self.paint_log(self._story(view.seat))

    def _view(self, game: Game) -> SeenView:
        """What is shown of a moment: the hand of whoever is chosen; all else, now that it is over, lies open."""
        game.hidden = False
        decider = game.to_act if game.to_act is not None else game.mover
        return game.view(decider if self.viewer == DECIDER else self.viewer)

    def _title(self, game: Game) -> str:
        whose = game.names[self.viewer] if self.viewer >= 0 else None
        hand = f"{whose}’s hand" if whose else "the hand of whoever decides"
        if self.version == len(self.moves):
            return f"The end of the record. Below: {hand}."
        move = self.moves[self.version]
        return f"Next: {game.names[move.seat]}: {move.action}. Below: {hand}."

    def _story(self, seat: int | None) -> list[str]:
        return tell(heard(self.game, self.moves[: self.version], seat), self.game.names)

    def action_step(self, by: int) -> None:
        """One action on or back."""
        self.version = min(max(self.version + by, 0), len(self.moves))
        self.repaint()

    def action_turn(self, by: int) -> None:
        """To the next or the last beginning of a turn."""
        starts = [0, *(at for at in range(1, len(self.moves)) if self.moves[at].mover != self.moves[at - 1].mover)]
        starts.append(len(self.moves))
        ahead = [at for at in starts if (at > self.version if by > 0 else at < self.version)]
        if ahead:
            self.version = ahead[0] if by > 0 else ahead[-1]
        self.repaint()

    def action_go(self, version: int) -> None:
        """To the start or the end."""
        self.version = len(self.moves) if version < 0 else version
        self.repaint()

    def action_viewer(self) -> None:
        """The next player's hand."""
        self.viewer = DECIDER if self.viewer == self.game.players - 1 else self.viewer + 1
        self.repaint()

    def action_log(self) -> None:
        """The story up to here."""
        self.app.push_screen(log_page(self._story(None)))

    def action_rules(self) -> None:
        """The player aid, with what mattered at this moment."""
        self.app.push_screen(rules_page(self.game.edition, self._view(self.game.at(self.version))))


def show(record: Mapping[str, Any]) -> None:
    """Shows a record on the screen; RecordError if it does not hold."""
    from mergemaker.terminal.terminal_app import Mergemaker

    warm_up()
    game, moves = follow(record)
    Mergemaker(screen=ReplayScreen(game, moves)).run()
