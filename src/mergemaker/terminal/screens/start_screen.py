"""The start screen: one key starts a four-player game, a few more change who and what is played."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.screen import Screen
from textual.widgets import Static

from mergemaker.bots import bot_names
from mergemaker.bots.registry import unique_names
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.terminal.panels.panel_text import POINTER, YOURS
from mergemaker.terminal.screens.keys_line import KeysLine
from mergemaker.terminal.screens.text_pages import Name, rules_page
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.saved_games import PERSON, Kept
from mergemaker.terminal.sessions.seat_choice import BOTS, EDITION, PLAYERS, own_name
from mergemaker.terminal.sessions.session import Session

HEAD = 4  # lines above the first row


class Start(Screen[None]):
    """Chooses the game."""

    CSS: ClassVar[str] = """
    Start { align: center middle; }
    #choose { width: 78; max-width: 100%; height: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "Start", key_display="Enter"),
        Binding("c", "resume", "Continue"),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left", "change(-1)", "Change", key_display="←→"),
        Binding("right", "change(1)", show=False),
        Binding("n", "rename", "Name"),
        Binding("r", "rules", "Rules"),
        Binding("q,escape", "app.leave", "Quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.editions = [Edition.named(name) for name in names()]
        self.edition = Edition.named(EDITION)
        self.players = PLAYERS
        self.hidden = False
        self.who = [PERSON, *(BOTS[at % len(BOTS)] for at in range(5))]
        self.people = [own_name(), *(f"Player {seat}" for seat in range(2, 7))]
        self.at = 0
        self._programs = [PERSON, *bot_names()]
        self._left_games: list[Kept] = []

    def compose(self) -> ComposeResult:
        """One text that is painted anew with every key."""
        yield Static(id="choose")
        yield KeysLine()

    def on_mount(self) -> None:
        """Shows the defaults."""
        self._left_games = saved_games.running_games()
        self.paint()

    @property
    def rows(self) -> list[tuple[str, str]]:
        """What can be changed, and what it is."""
        seats = [(f"seat {seat + 1}", self._who_sits(seat)) for seat in range(self.players)]
        lies = "hidden" if self.hidden else "open"
        return [("edition", self.edition.title), ("players", str(self.players)), ("money and shares", lies), *seats]

    def _who_sits(self, seat: int) -> str:
        return f"{self.people[seat]}, at this keyboard" if self.who[seat] == PERSON else f"{self.who[seat]}, a bot"

    def paint(self) -> None:
        """The choices."""
        text = Text()
        text.append("mergemaker\n", "bold")
        text.append("Acquire: found chains, buy shares, merge, be the richest.\n\n")
        text.append("Enter starts this game; ↑↓ and ←→ change it.\n", YOURS)
        for at, (name, value) in enumerate(self.rows):
            chosen = at == self.at
            text.append(f"{POINTER if chosen else ' '} ", YOURS)
            text.append(f"{name:<18}", "" if chosen else "dim")
            text.append(f"◂ {value} ▸\n" if chosen else f"  {value}\n", "bold" if chosen else "")
        text.append(f"\n{self.edition.description}\n")
        if self._left_games:
            last = self._left_games[0]
            text.append(f"\nc continues the game of {last.name[:10]}: {', '.join(last.seats)}.\n")
        self.query_one("#choose", Static).update(text)
        self.query_one(KeysLine).refresh_keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Continue and Name only where there is something to continue or to name."""
        if action == "resume":
            return bool(self._left_games)
        if action == "rename":
            return self.at >= 3 and self.who[self.at - 3] == PERSON
        return True

    def action_move(self, by: int) -> None:
        """Up or down."""
        self.at = (self.at + by) % len(self.rows)
        self.paint()

    def action_change(self, by: int) -> None:
        """The next or the last value of a row."""
        if self.at == 0:
            at = self.editions.index(self.edition)
            self.edition = self.editions[(at + by) % len(self.editions)]
            self.hidden = self.edition.hides()
        elif self.at == 1:
            self.players += by
        elif self.at == 2:
            self.hidden = not self.hidden
        else:
            seat = self.at - 3
            at = self._programs.index(self.who[seat])
            self.who[seat] = self._programs[(at + by) % len(self._programs)]
        self.players = min(max(self.players, self.edition.players.fewest), self.edition.players.most)
        self.paint()

    def action_rename(self) -> None:
        """Asks for a name."""
        seat = self.at - 3
        self.app.push_screen(Name(self.people[seat]), lambda name: self._renamed(seat, name))

    def _renamed(self, seat: int, name: str | None) -> None:
        if name and name.isprintable():
            self.people[seat] = name
        self.paint()

    def action_rules(self) -> None:
        """The player aid of the edition."""
        self.app.push_screen(rules_page(self.edition))

    def action_begin(self) -> None:
        """Sits down."""
        who = self.who[: self.players]
        if PERSON not in who:
            self.notify("Somebody has to play: give a seat to a person.", severity="warning")
            return
        seats = [self.people[seat] if name == PERSON else name for seat, name in enumerate(who)]
        self.app.sit(lambda: Session.new(self.edition, unique_names(seats), who, hidden=self.hidden))  # type: ignore[attr-defined]

    def action_resume(self) -> None:
        """Goes on where the last running game was left."""
        path = self._left_games[0].path
        self.app.sit(lambda: Session.resume(path))  # type: ignore[attr-defined]

    def on_click(self, event: Click) -> None:
        """A click on a row goes there, on the row itself changes it: left of the middle back, right of it on."""
        panel = self.query_one("#choose", Static)
        row = event.screen_y - panel.region.y - HEAD
        if not 0 <= row < len(self.rows):
            return
        if row == self.at:
            self.action_change(-1 if event.screen_x - panel.region.x < 22 else 1)
        else:
            self.at = row
            self.paint()
