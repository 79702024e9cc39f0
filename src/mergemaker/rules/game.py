"""Game: the friendly object over the rules.

>>> game = Game.new("1999", players=["Ann", "Bob", "Eve"], seed=7)
>>> game.decision, game.names[game.to_act]
('place', 'Ann')
>>> for event in game.play(game.legal_actions()[0]):
...     pass
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from mergemaker.rules import drawings, engine
from mergemaker.rules.actions import ACTIONS, action_texts
from mergemaker.rules.bag import market_plays
from mergemaker.rules.board import TILE_NAMES
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import IllegalAction, MergemakerError, RecordError
from mergemaker.rules.events import new_events
from mergemaker.rules.players import check_players, names_of
from mergemaker.rules.position import Kept, Position
from mergemaker.rules.record_format import (
    MOST_ACTIONS,
    Setup,
    check_market,
    check_seed,
    draw_name,
    read_setup,
    setup_from_seed,
)
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.shuffle import seed_text
from mergemaker.rules.state import DECISIONS, ENDINGS, NO_TILE, OVER, copied, fields, new_state
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.illegal_actions import ASKED, refusal
from mergemaker.rules.words.notation import action_numbers, read_action
from mergemaker.rules.words.phrases import shown
from mergemaker.rules.words.sentences import Event, events_from


class Game:
    """One game of Acquire, from the deal to the last dollar.

    Make one with `Game.new`, `Game.from_record` or `Game.from_drawing`. `state` is the record that the rules work on,
    for those who want speed; reading it is fine, writing to it is not.
    """

    def __init__(self, edition: Edition, setup: Setup) -> None:
        self.edition = edition
        self.names = list(setup.names)
        self.hidden = setup.hidden
        self.seed = setup.seed
        self._setup = setup
        self._texts = action_texts(edition.chain_names)
        self._actions: list[int] = []
        self._buffer = new_events()
        self._mask = np.zeros(ACTIONS, np.int8)
        self.state = new_state()
        self._fields = fields(self.state)
        self._begin()

    @classmethod
    def new(
        cls,
        edition: str | Edition = "2023-classic",
        players: int | Sequence[str] = 4,
        *,
        seed: int | str | None = None,
        hidden: bool | None = None,
    ) -> Game:
        """A new game. `players` is how many, or their names; the same seed gives the same deck.

        `hidden` says whether money and shares lie hidden; the edition's custom where it is not given.
        """
        if not isinstance(edition, str | Edition):
            raise MergemakerError(f"An edition is a name such as “1999”, or an Edition; not {shown(edition)}.")
        box = Edition.of(edition)
        if isinstance(players, int):
            check_players(box, players)
        names = names_of(players)
        check_players(box, len(names))
        # The one place where randomness comes from nowhere: nobody has passed a seed in.
        text = os.urandom(16).hex() if seed is None else seed_text(seed)
        return cls(box, setup_from_seed(box, names, text, bool(box.hides(hidden))))

    @classmethod
    def from_drawing(cls, drawing: drawings.Drawing | str, edition: Edition | None = None) -> Game:
        """A game set up from a drawing: a `Drawing`, or the text that `str(game)` made.

        `edition` is needed for a text whose edition is not built in. Such a game has no beginning, so it can't be
        undone or recorded.
        """
        drawn = drawings.read(drawing, edition) if isinstance(drawing, str) else drawing
        box = Edition.of(drawn.edition)
        setup, hands, on_board = drawings.setup_of(box, drawn)
        game = cls(box, setup)
        drawings.fill_in(box, game.state, drawn, hands, on_board)
        return game

    def __str__(self) -> str:
        """The position, hands included, as a drawing that `from_drawing` reads."""
        return drawings.draw(self.edition, self.state, names=self.names)

    def __repr__(self) -> str:
        asked = "over" if self.to_act is None else f"{self.names[self.to_act]} to {self.decision}"
        return f"<Game of {self.edition.name}: {', '.join(self.names)}; {self.version} actions; {asked}>"

    def _begin(self) -> None:
        setup = self._setup
        game = self._fields
        self.state[:] = np.zeros(1, self.state.dtype)
        game.players = len(setup.names)
        game.deck[:] = setup.deck
        game.market_key = setup.market_key
        game.market[:] = NO_TILE
        game.market[: len(setup.market)] = setup.market
        for seat, dealt in enumerate(setup.deal):
            game.dealt[seat, : len(dealt)] = dealt
        self._buffer["written"] = 0
        engine.begin(self.edition.record, self.state, self._buffer)
        self._opening = self._happened()
        self._actions.clear()

    def _happened(self) -> list[Event]:
        return events_from(self.edition, self._buffer)

    # What is asked now.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self.state["decision"][0]) == OVER

    @property
    def decision(self) -> str | None:
        """What is to be decided: place, found, survivor, absorb, trade, sell, buy, exchange; None when it is over."""
        decision = int(self.state["decision"][0])
        return None if decision == OVER else DECISIONS[decision]

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; None when the game is over."""
        return None if self.over else int(self.state["actor"][0])

    @property
    def mover(self) -> int:
        """The seat whose turn it is; in a merger that is the mergemaker, whoever must decide."""
        return int(self._fields.mover)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def version(self) -> int:
        """How many actions have been played."""
        return len(self._actions)

    @property
    def actions(self) -> list[str]:
        """What has been played, from the first action on."""
        return [self._texts[action] for action in self._actions]

    @property
    def action_ids(self) -> list[int]:
        """What has been played, by action ids."""
        return list(self._actions)

    @property
    def opening(self) -> list[Event]:
        """What happened before the first decision."""
        return list(self._opening)

    def legal_mask(self) -> Any:
        """Which actions are legal, by action id."""
        engine.legal(self.edition.record, self.state, self._mask)
        return self._mask.astype(bool)

    def legal_actions(self) -> list[str]:
        """What may be played now; nothing when the game is over."""
        engine.legal(self.edition.record, self.state, self._mask)
        return [self._texts[action] for action in self._mask.nonzero()[0].tolist()]

    # Playing.

    def play(self, action: str | int, seat: int | None = None) -> list[Event]:
        """Plays an action, by text or by id, and says what happened.

        With a seat, it must be that seat's decision. An action that can't be done raises IllegalAction and changes
        nothing.
        """
        number = self._number_of(action)
        if seat is not None and seat != self.to_act:
            self._refuse_seat(seat)
        self._buffer["written"] = 0
        if not engine.apply(self.edition.record, self.state, number, self._buffer):
            raise refusal(self.edition, self.state, self.names, number, self.legal_actions())
        self._actions.append(number)
        return self._happened()

    def _number_of(self, action: str | int) -> int:
        if isinstance(action, str):
            known = action_numbers(self.edition.chain_names).get(action)
            return read_action(self.edition, action) if known is None else known
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise IllegalAction("unknown-action", "An action is a text such as “place 5C”, or its number.")
        if not 0 <= action < ACTIONS or not self._texts[action]:
            raise IllegalAction("unknown-action", f"There is no action number {shown(int(action))}.")
        return int(action)

    def _refuse_seat(self, seat: int) -> None:
        if seat not in range(self.players):
            raise IllegalAction("no-such-seat", f"There is no seat {shown(seat)} at this table.")
        if self.to_act is None:
            raise IllegalAction("game-over", "The game is over.")
        asked = ASKED[str(self.decision)]
        raise IllegalAction("not-your-turn", f"It is not your turn: {self.names[self.to_act]} is to {asked}.")

    def undo(self, actions: int = 1) -> None:
        """Takes back the last action, or more. The game is played again from the start, which is exact and quick."""
        if actions not in range(self.version + 1):
            raise MergemakerError(f"{self.version} actions have been played, so {shown(actions)} can’t be taken back.")
        kept = self._actions[: self.version - actions]
        self._begin()
        self.advance(kept)
        # Market draws that a record gave for what is taken back are forgotten: they may not fit what comes instead.
        draws = self._fields.market[: int(self._fields.market_draws)]
        self._setup = msgspec.structs.replace(self._setup, market=tuple(map(int, draws)))
        self._fields.market[len(draws) :] = NO_TILE

    def advance(self, actions: Sequence[int]) -> None:
        """Plays many actions by their ids at once, without telling what happened; all must be legal."""
        played = engine.replay(self.edition.record, self.state, np.array(actions, np.int64))
        self._actions += [int(action) for action in actions[:played]]
        if played < len(actions):
            self.play(int(actions[played]))

    def play_randomly(self, key: int) -> None:
        """Plays on to the end by uniform choices, which come from a key of random numbers (`random_words.py`)."""
        actions = np.zeros(MOST_ACTIONS, np.int64)
        played = engine.play_randomly(self.edition.record, self.state, key, actions)
        self._actions += actions[:played].tolist()

    def copy(self) -> Game:
        """A game of its own at the same point."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.names = list(self.names)
        twin._actions = list(self._actions)
        twin._buffer = new_events()
        twin._mask = np.zeros(ACTIONS, np.int8)
        twin.state = copied(self.state)
        twin._fields = fields(twin.state)
        return twin

    def at(self, version: int) -> Game:
        """A game of its own as it was after so many actions."""
        twin = self.copy()
        twin.undo(self.version - version)
        return twin

    def from_the_deal(self) -> Game:
        """A game of its own at the deal, to play the same actions on again: the market will draw what it drew."""
        twin = self.copy()
        draws = self._fields.market[: int(self._fields.market_draws)]
        twin._setup = msgspec.structs.replace(self._setup, market=tuple(map(int, draws)))
        twin._begin()
        return twin

    def witnessed(self, seat: int) -> list[tuple[Any, int]]:
        """The decisions of the other seats so far: what this one had seen before each, and the action's number."""
        walk = self.from_the_deal()
        told = []
        for action in self._actions:
            if walk.to_act != seat:
                told.append((seen_by(self.edition.record, walk.state, seat, self.hidden), action))
            walk.advance([action])
        return told

    # What can be seen.

    def position(self, seat: int | None = None, kept: Kept | None = None) -> Position:
        """What a seat, or a spectator, has seen; `kept` are parts of earlier views that may serve again."""
        if seat is not None and seat not in range(self.players):
            raise MergemakerError(f"There is no seat {shown(seat)} at this table.")
        seen = seen_by(self.edition.record, self.state, seat, self.hidden)
        return Position(self.edition, seen, self.hidden, self.names, kept)

    def view(self, seat: int | None = None) -> SeenView:
        """What a seat may know; without a seat, what a spectator may."""
        position = self.position(seat)
        actions = self.legal_actions() if seat is not None and seat == self.to_act else []
        return position.view(seat, actions, self.version)

    @property
    def money(self) -> list[int]:
        """Each player's cash; when the game is over, everything is in it."""
        return [int(cash) for cash in self._fields.cash[: self.players]]

    @property
    def result(self) -> dict[str, Any] | None:
        """Money, winners and how the game ended; None while it runs."""
        if not self.over:
            return None
        money = self.money
        return {
            "money": money,
            "winners": [seat for seat, amount in enumerate(money) if amount == max(money)],
            "end": ENDINGS[int(self._fields.ending)],
        }

    # Records.

    def record(self) -> dict[str, Any]:
        """The game as a record: plain data, ready for JSON, from which it can be played again."""
        record: dict[str, Any] = {"format": 1, "edition": self.edition.name, "rules": self.edition.to_dict()}
        record["seats"] = list(self.names)
        if self.hidden != self.edition.hides():
            record["hidden"] = self.hidden
        if self.seed is not None:
            record["seed"] = self.seed
        record["deck"] = [TILE_NAMES[tile] for tile in self._setup.deck]
        if self.edition.dealt:
            record["deal"] = [
                {name: count for name, count in zip(self.edition.chain_names, dealt, strict=True) if count}
                for dealt in self._setup.deal
            ]
        if self.has_market:
            record["market"] = self.market
        record["actions"] = self.actions
        if self.over:
            record["result"] = self.result
        return record

    @property
    def has_market(self) -> bool:
        """Whether the market competes for bonuses in this game (R19)."""
        return market_plays(self.edition.rules, self.players)

    @property
    def market(self) -> list[str]:
        """The market draws so far: tiles, or numbers alone where the bag was empty."""
        draws = self._fields.market[: int(self._fields.market_draws)]
        return [draw_name(int(draw)) for draw in draws]

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Game:
        """The game that a record tells, checked by playing it; RecordError says where one breaks."""
        edition, setup, actions, result = read_setup(record)
        check_seed(edition, setup)
        known = action_numbers(edition.chain_names)
        numbers = [known.get(text, -1) for text in actions]
        game = cls(edition, setup)
        if game.has_market:
            holds = game._draws_fit(numbers)
        else:
            holds = engine.replay(edition.record, game.state, np.array(numbers, np.int64)) == len(numbers)
        if not holds:
            return cls.follow(record)[0]  # which says what is wrong
        game._actions = numbers
        game._check_result(result)
        return game

    @classmethod
    def follow(cls, record: Mapping[str, Any]) -> tuple[Game, list[list[Event]]]:
        """The game that a record tells, with what happened: before the first action, then action by action."""
        edition, setup, actions, result = read_setup(record)
        check_seed(edition, setup)
        game = cls(edition, setup)
        story = [game.opening]
        for number, text in enumerate(actions, 1):
            try:
                happened = game.play(text)
            except IllegalAction as error:
                raise RecordError(f"{shown(text)} can’t be played. {error}", number) from None
            if game.has_market:
                check_market(setup, happened, int(game._fields.market_draws), number)
            story.append(happened)
        used = int(game._fields.market_draws)
        if len(setup.market) > used:
            raise RecordError(f"the market has {len(setup.market)} draws and the game uses {used}")
        game._check_result(result)
        return game, story

    def _draws_fit(self, numbers: list[int]) -> bool:
        """Plays actions by their ids. Returns whether all were legal, and all given market draws possible and used."""
        draws = 0
        for number in numbers:
            self._buffer["written"] = 0
            if not engine.apply(self.edition.record, self.state, number, self._buffer):
                return False
            if int(self._fields.market_draws) > draws:
                draws = int(self._fields.market_draws)
                try:
                    check_market(self._setup, self._happened(), draws, number)
                except RecordError:
                    return False
        return len(self._setup.market) <= draws

    def _check_result(self, claimed: Mapping[str, Any] | None) -> None:
        if claimed is not None and not self.over:
            raise RecordError("there is a result, but the game is not over")
        if claimed is not None and claimed != self.result:
            raise RecordError(f"the result is {self.result}, not {claimed}", self.version)
