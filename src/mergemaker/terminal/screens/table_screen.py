"""The table: a game being played on the screen.

Bots think in a thread of their own, on a view of their seat, so the screen never waits for them. Between two people
the screen is covered, and while a bot plays for several people nobody's hand is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.views import SeenView
from mergemaker.terminal.panels.choices import standing
from mergemaker.terminal.panels.decision_panels import Buying, Disposing, Panel, Waiting, panel_for
from mergemaker.terminal.panels.painted_view import DOING
from mergemaker.terminal.panels.panel_text import thinking_bar
from mergemaker.terminal.screens.board_screen import Board, BoardScreen, Decision
from mergemaker.terminal.screens.final_screen import Final
from mergemaker.terminal.screens.text_pages import Ask, Cover, keys_page, log_page, rules_page
from mergemaker.terminal.sessions.bot_moves import advice, choose
from mergemaker.terminal.sessions.session import Session, last_placed

PACE = 0.25  # seconds that a bot's finished turn stands before the next, so that the eye can follow


class TableScreen(BoardScreen):
    """Plays a session to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"pick({digit - 1})", show=False) for digit in range(1, 8)),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left,minus,backspace", "change(-1)", show=False),
        Binding("right,plus,equals_sign", "change(1)", show=False),
        Binding("enter", "confirm", "Confirm", key_display="Enter"),
        Binding("t", "shortcut('t')", show=False),
        Binding("s", "shortcut('s')", show=False),
        Binding("k", "shortcut('k')", show=False),
        Binding("e", "announce", "End game"),
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("l", "log", "Log"),
        Binding("r,a", "rules", "Rules", key_display="r"),
        Binding("b", "result", "Result"),
        Binding("n", "app.start", "New game"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("q", "app.leave", "Quit"),
    ]
    without_screen = "leave with q and play on with: mergemaker play --resume --plain"

    @dataclass
    class Chosen(Message):
        """A bot has decided on what it saw at a version of the game."""

        version: int
        action: str
        trouble: str

    @dataclass
    class Advised(Message):
        """A bot has given advice for a version of the game."""

        version: int
        text: str

    def __init__(self, session: Session, pace: float = PACE) -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        people = session.people
        # Whose eyes the screen is for: with several people nobody's until somebody sits down.
        self.viewer: int | None = people[0] if len(people) == 1 else None
        self.panel: Panel = Waiting(session.view(None), "")
        self._view: SeenView | None = None
        self._step = 0
        self._ticking: Timer | None = None
        self._thinking = ""  # who thinks, for the bar
        self._shown: tuple[int, int] | None = None  # mover and bot for whom the screen was painted last

    def on_mount(self) -> None:
        """Begins, or goes on."""
        self._ticking = self.set_interval(0.15, self._tick, pause=True)
        self.advance()

    # From decision to decision.

    def advance(self) -> None:
        """Turns to whoever must decide."""
        game = self.session.game
        if self.session.trouble:
            self.notify(self.session.trouble, severity="error", timeout=10)
            self.session.trouble = ""
        if game.over:
            self._show(Waiting(self.session.view(self.viewer), "The game is over."))
            self.action_result()
            return
        seat = int(game.to_act or 0)
        if self.session.bot_to_act is not None:
            if len(self.session.people) > 1:
                self.viewer = None
            name = game.names[seat]
            if self._shown is None or (self.pace and self._shown != (game.mover, seat)):
                # Within a bot's turn the screen waits for its end; only the bar moves, if it takes that long.
                self._shown = (game.mover, seat)
                self._show(Waiting(self.session.view(self.viewer), f"{name} is {DOING[str(game.decision)]}."))
            self._begin_thinking(name)
            self._let_bot_choose(self.session.view(seat))
            return
        self._shown = None
        if self.viewer == seat:
            self._show(panel_for(self.session.view(seat)))
        else:
            self.viewer = None
            self._show(Waiting(self.session.view(None), f"{game.names[seat]} is to decide."))
            news = self.session.story(None)[-3:]
            self.app.push_screen(Cover(game.names[seat], news), lambda _: self._sits_down(seat))

    def _sits_down(self, seat: int) -> None:
        self.viewer = seat
        self._show(panel_for(self.session.view(seat)))

    def _show(self, panel: Panel) -> None:
        self.panel = panel
        self._view = self.session.view(self.viewer)
        self.repaint()

    @property
    def mine(self) -> bool:
        """Whether the person at the screen must decide."""
        return not isinstance(self.panel, Waiting) and self.viewer is not None

    @work(thread=True, group="bots", exit_on_error=False)
    def _let_bot_choose(self, view: SeenView) -> None:
        self.post_message(self.Chosen(view.version, *choose(self.session, view)))

    def on_table_screen_chosen(self, message: Chosen) -> None:
        """Plays what the bot has decided."""
        self._end_thinking()
        game = self.session.game
        if message.version != game.version or game.over:
            return
        if message.trouble:
            self.notify(message.trouble, severity="warning")
        mover = game.mover
        self.session.play(message.action)
        if self.pace and game.mover != mover and not game.over:
            self._show(Waiting(self.session.view(self.viewer), self.session.story(self.viewer)[-1]))
            self.set_timer(self.pace, self.advance)
        else:
            self.advance()

    # The bar.

    def _begin_thinking(self, name: str) -> None:
        self._thinking = name
        if self._ticking is not None:
            self._ticking.resume()

    def _end_thinking(self) -> None:
        self._thinking = ""
        if self._ticking is not None:
            self._ticking.pause()

    def _tick(self) -> None:
        self._step += 1
        if self._view is not None and self._thinking:
            bar = f"{thinking_bar(self._step)} {self._thinking} is thinking"
            self.paint_panel(self._view, self.panel, yours=self.mine, bar=bar)

    # Painting.

    def repaint(self) -> None:
        """Everything, from the viewer's view."""
        if self._view is None or not self.fit():
            return
        view = self._view
        turn = f"{view.names[view.mover]}’s turn" if view.decision else "the game is over"
        self.paint_view(view, self.panel, top=turn, last=last_placed(self.session.moves))
        self.paint_panel(view, self.panel, yours=self.mine)
        self.paint_log(self.session.story(self.viewer))

    # Keys.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that mean nothing now do nothing."""
        if action in ("result", "start"):
            return self.session.game.over
        if action == "shortcut":
            return isinstance(self.panel, Disposing)
        if action in ("confirm", "hint", "pick", "move", "change", "announce", "undo"):
            return self.mine
        return True

    def offers(self, action: str) -> bool:
        """Whether a key is worth showing: announcing and taking back only say why not, where they can't be done."""
        if action == "announce":
            return self._view is not None and "end" in self._view.actions
        if action == "app.start":
            return self.session.game.over
        return action != "undo" or self.session.can_undo

    def action_pick(self, row: int) -> None:
        """Goes to a row."""
        self.panel.pick(row)
        self.repaint()

    def action_move(self, by: int) -> None:
        """Up or down."""
        self.panel.move(by)
        self.repaint()

    def action_change(self, by: int) -> None:
        """One more or one less; where nothing is counted, the next row."""
        if isinstance(self.panel, Buying | Disposing):
            self.panel.change(by)
        else:
            self.panel.move(by)
        self.repaint()

    def action_shortcut(self, key: str) -> None:
        """All at once, of an absorbed chain."""
        if isinstance(self.panel, Disposing):
            self.panel.shortcut(key)
            self.repaint()

    def action_confirm(self) -> None:
        """Plays what is chosen."""
        actions = self.panel.answer()
        if not actions:
            self.repaint()
            return
        self.session.play_each(actions)
        self.advance()

    def action_undo(self) -> None:
        """Takes back the last action."""
        try:
            self.session.undo()
        except IllegalAction as refusal:
            self._note(str(refusal))
        else:
            self.advance()

    def _note(self, text: str) -> None:
        self.panel.note = text
        self.repaint()

    def action_announce(self) -> None:
        """Asks once more, with the projected standing; says why not where it can't be done."""
        assert self._view is not None
        if "end" not in self._view.actions:
            try:
                self.session.play("end")
            except IllegalAction as refusal:
                self._note(str(refusal))
            return
        lines = ["If the game ended now:", *standing(self._view), "", "You still finish this turn."]
        self.app.push_screen(Ask("Announce the end of the game?", lines), self._announced)

    def _announced(self, yes: bool | None) -> None:
        if yes:
            self.session.play("end")
            self.advance()

    def action_hint(self) -> None:
        """Asks a bot, in the background."""
        assert self._view is not None
        self._begin_thinking("The adviser")
        self._ask_for_advice(self._view)

    @work(thread=True, group="advice", exclusive=True, exit_on_error=False)
    def _ask_for_advice(self, view: SeenView) -> None:
        self.post_message(self.Advised(view.version, advice(view)))

    def on_table_screen_advised(self, message: Advised) -> None:
        """Shows the advice, if the decision is still open."""
        self._end_thinking()
        if message.version == self.session.game.version and self.mine:
            self.panel.note = message.text
        self.repaint()

    def action_result(self) -> None:
        """How the game came out."""
        self.app.push_screen(Final(self.session))

    def action_log(self) -> None:
        """The whole story."""
        self.app.push_screen(log_page(self.session.story(self.viewer)))

    def action_rules(self) -> None:
        """The player aid, with what matters now."""
        self.app.push_screen(rules_page(self.session.game.edition, self.session.view(self.viewer)))

    def action_keys(self) -> None:
        """What the keys do."""
        self.app.push_screen(keys_page())

    # The mouse: the first click looks, the second does.

    def on_board_pressed(self, message: Board.Pressed) -> None:
        """A tile of mine on the board."""
        view = self._view
        if self.mine and view is not None and view.decision == "place":
            for number, tile in enumerate(view.hand):
                if tile.tile == message.square:
                    self._press(number)

    def on_decision_pressed(self, message: Decision.Pressed) -> None:
        """A row of the panel."""
        if self.mine:
            self._press(message.row)

    def _press(self, row: int) -> None:
        if isinstance(self.panel, Buying):
            self.action_pick(row)
        elif isinstance(self.panel, Disposing):
            self.panel.at = row
            self.action_change(1)
        elif self.panel.at == row:
            self.action_confirm()
        else:
            self.action_pick(row)
