"""A session: one game at one terminal, with who plays each seat, what happened so far, and its journal.

Every action goes to the journal before anybody hears of it. People may take back what they did in their own turn as
long as nothing hidden has come to light since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mergemaker.bots import Bot, make_bot
from mergemaker.bots.seated_bot import Seated
from mergemaker.learning.tries import Played
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import IllegalAction, MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.undo import why_no_undo
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event, for_seat, tell
from mergemaker.terminal.sessions import saved_games
from mergemaker.terminal.sessions.saved_games import PERSON, Journal

BotMaker = Callable[[str, int], Bot]


class Session:
    """A game being played here. Make one with `Session.new` or `Session.resume`."""

    def __init__(
        self, game: Game, moves: list[Played], who: Sequence[str], journal: Journal | None, bots: BotMaker = make_bot
    ) -> None:
        self.game = game
        self.who = tuple(who)
        self.moves = moves
        self.journal = journal
        self.record_path: Path | None = None
        self.trouble = ""  # why the last action could not be saved
        self.bots = {
            seat: Seated(bots(name, _bot_seed(game.seed, seat)), seat)
            for seat, name in enumerate(self.who)
            if name != PERSON
        }
        for bot in self.bots.values():
            bot.begin(game)

    @classmethod
    def new(
        cls,
        edition: Edition,
        names: Sequence[str],
        who: Sequence[str],
        *,
        seed: int | str | None = None,
        hidden: bool | None = None,
        save: bool = True,
        bots: BotMaker = make_bot,
    ) -> Session:
        """A new game; `who` has PERSON or a bot's name for each seat."""
        game = Game.new(edition, names, seed=seed, hidden=hidden)
        session = cls(game, [], who, None, bots)
        if save:
            session.journal = saved_games.begin(game.record(), who)
        return session

    @classmethod
    def resume(cls, path: Path, *, bots: BotMaker = make_bot) -> Session:
        """The game of a journal, where it was left."""
        journal, record, who = saved_games.reopen(path)
        try:
            game, moves = follow(record)
            if len(who) != game.players or not all(isinstance(name, str) for name in who):
                raise MergemakerError(f"The saved game {path.stem} does not say who plays.")
            session = cls(game, moves, who, journal, bots)
        except MergemakerError:
            journal.close()
            raise
        if game.over:  # the terminal died between the last action and the record
            session._finish()
        return session

    # Who decides.

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, name in enumerate(self.who) if name == PERSON]

    @property
    def bot_to_act(self) -> Seated | None:
        """The bot that must decide, if it is a bot's decision."""
        return None if self.game.to_act is None else self.bots.get(self.game.to_act)

    def view(self, seat: int | None) -> SeenView:
        """What a seat may know."""
        return self.game.view(seat)

    # Playing.

    def play(self, action: str) -> list[Event]:
        """Plays for whoever must decide, and saves it; IllegalAction says what is possible instead."""
        seat, mover = self.game.to_act, self.game.mover
        events = self.game.play(action, seat)
        assert seat is not None  # a game that is over refuses
        move = Played(seat, mover, self.game.actions[-1], events)
        self.moves.append(move)
        self._save(self._with_market({"play": move.action}) or move.action)
        for bot in self.bots.values():
            bot.watch(self.game, events)
        if self.game.over:
            self._finish()
        return events

    def play_each(self, actions: Sequence[str]) -> None:
        """Plays an answer of several actions; the last ones are left out when the game does not ask for them."""
        seat = self.game.to_act
        for action in actions:
            if self.game.to_act != seat or action not in self.game.legal_actions():
                break
            self.play(action)

    @property
    def can_undo(self) -> bool:
        """Whether the person who must decide may take back an action of theirs."""
        return self._why_no_undo() is None

    def undo(self) -> str:
        """Takes back the last action, and says which; IllegalAction where that can't be."""
        if (refusal := self._why_no_undo()) is not None:
            raise refusal
        self.game.undo()
        self._save(self._with_market({"undo": 1}) or {"undo": 1})
        return self.moves.pop().action

    def _why_no_undo(self) -> IllegalAction | None:
        """Why whoever must decide can't take the last action back; bots never do."""
        last = self.moves[-1] if self.moves else None
        seat = self.game.to_act if self.game.to_act in self.people else None
        return why_no_undo(seat, last.seat if last else None, last.events if last else (), hidden=self.game.hidden)

    def close(self) -> None:
        """Leaves the game as it is; it can be continued later."""
        for bot in self.bots.values():
            bot.close()
        if self.journal is not None:
            self.journal.close()
            self.journal = None

    def _with_market(self, line: dict[str, object]) -> dict[str, object] | None:
        """A line of the journal with the market's draws so far, where no seed says what they are; else nothing."""
        game = self.game
        return {**line, "market": game.market} if game.has_market and game.seed is None else None

    def _save(self, line: object) -> None:
        if self.journal is not None:
            try:
                self.journal.add(line)
            except OSError as error:
                self.trouble = f"This game can’t be saved any more: {error.strerror}."
                self.journal = None

    def _finish(self) -> None:
        if self.journal is not None:
            try:
                self.record_path = self.journal.finish(finished_record(self.game, self.who))
            except OSError as error:
                self.trouble = f"The record could not be written: {error.strerror}."
            self.journal = None

    # What happened.

    def heard(self, seat: int | None, since: int = 0) -> list[Event]:
        """What a seat has heard since so many actions; from the very beginning if that is 0."""
        return heard(self.game, self.moves, seat, since)

    def story(self, seat: int | None, since: int = 0) -> list[str]:
        """What a seat has heard since so many actions, in sentences."""
        return tell(self.heard(seat, since), self.game.names)


def heard(game: Game, moves: Sequence[Played], seat: int | None, since: int = 0) -> list[Event]:
    """What a seat, or a spectator, has heard of some moves of a game, and of its deal if they are all."""
    events = [event for move in moves[since:] for event in move.events]
    kept = game.edition.start.opening == "hand"
    return for_seat(events if since else [*game.opening, *events], seat, opening_kept=kept)


def last_placed(moves: Sequence[Played]) -> str | None:
    """The tile that was placed last, if any was."""
    placed = (move.action.split()[1] for move in reversed(moves) if move.action.startswith("place "))
    return next(placed, None)


def follow(record: Mapping[str, Any]) -> tuple[Game, list[Played]]:
    """The game of a record, and every move of it."""
    game, happened = Game.follow(record)
    walk = game.from_the_deal()
    moves = []
    for action, events in zip(game.actions, happened[1:], strict=True):
        assert walk.to_act is not None  # the record has been played already
        seat, mover = walk.to_act, walk.mover
        walk.play(action)
        moves.append(Played(seat, mover, action, events))
    return game, moves


def finished_record(game: Game, who: Sequence[str]) -> dict[str, Any]:
    """A game's record with what the list of saved games shows besides; a reader ignores keys it does not know."""
    played = datetime.now(UTC).astimezone().isoformat(timespec="seconds")
    return {**game.record(), "played": played, "who": list(who)}


def _bot_seed(seed: str | None, seat: int) -> int:
    """The same game gives the same bots; from its own seed a bot can't tell the game's."""
    return int.from_bytes(hashlib.sha256(f"{seed} bot {seat}".encode()).digest()[:4], "big") >> 1
