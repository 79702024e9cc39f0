"""A game that is being played, sealed: whatever holds it can play and look, but can't ask for the deck before its end.

This is the one place in the server that has a whole game, and the only one that turns a table's secret into a deck.
The engine draws from the deck inside; what comes out are views and events, and once the game is over everything. A
contract of import-linter keeps the rules' own Game out of the rest, and tests watch who reads it while a game runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mergemaker.record.fair_shuffle import proof_of, seed_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.game import Game
from mergemaker.rules.position import Kept, Position
from mergemaker.rules.record_format import Setup
from mergemaker.rules.redaction import hand_of
from mergemaker.rules.shuffle import deck_of, market_key_of
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event


class StillSealed(Exception):
    """Somebody asked for what is shown at the end while the game runs; a mistake in the program."""


class SealedGame:
    """A game without its deck, seed, secret, money or state; `opened` and `proof` have them at the end."""

    __slots__ = ("__game", "__proof", "edition", "hidden", "names")

    def __init__(self, game: Game, proof: dict[str, Any] | None = None) -> None:
        self.__game = game
        self.__proof = proof
        self.edition = game.edition
        self.names: Sequence[str] = tuple(game.names)
        self.hidden = game.hidden

    @classmethod
    def deal(
        cls, edition: Edition, names: Sequence[str], hidden: bool, secret: str, words: Sequence[str]
    ) -> SealedGame:
        """A new game on the deck that the secret and everybody's words make."""
        game = Game.new(edition, list(names), seed=seed_of(secret, words), hidden=hidden)
        return cls(game, proof_of(secret, words))

    @classmethod
    def deal_again(
        cls,
        edition: Edition,
        names: Sequence[str],
        hidden: bool,
        secret: str,
        words: Sequence[str],
        origin: Mapping[str, Any],
    ) -> SealedGame:
        """The deal of a finished game up to a moment of it, and from there on a bag in the order of the secret.

        The moment's actions are the first of the log. There is no proof: the deck does not come from the secret alone.
        """
        seed = seed_of(secret, words)
        drawn = tuple(origin["deck"])
        setup = Setup(
            names=tuple(names),
            deck=(*drawn, *(tile for tile in deck_of(seed) if tile not in drawn)),
            deal=tuple(map(tuple, origin["deal"])),
            market_key=market_key_of(seed),
            market=tuple(origin["market"]),
            seed=None,
            hidden=hidden,
        )
        return cls(Game(edition, setup))

    # What is asked, and playing.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.__game.over

    @property
    def decision(self) -> str | None:
        """What is to be decided; None when it is over."""
        return self.__game.decision

    @property
    def to_act(self) -> int | None:
        """The seat that must decide; None when the game is over."""
        return self.__game.to_act

    @property
    def version(self) -> int:
        """How many actions have been played."""
        return self.__game.version

    @property
    def actions(self) -> list[str]:
        """What has been played."""
        return self.__game.actions

    @property
    def action_ids(self) -> list[int]:
        """What has been played, by action ids."""
        return self.__game.action_ids

    @property
    def opening(self) -> list[Event]:
        """What happened before the first decision, every seat's tiles included."""
        return self.__game.opening

    def legal_actions(self) -> list[str]:
        """What may be played now."""
        return self.__game.legal_actions()

    def play(self, action: str | int, seat: int | None = None) -> list[Event]:
        """Plays an action and says what happened, every seat's tiles included."""
        return self.__game.play(action, seat)

    def advance(self, actions: Sequence[int]) -> None:
        """Plays many actions by their ids."""
        self.__game.advance(actions)

    def undo(self) -> None:
        """Takes back the last action."""
        self.__game.undo()

    def copy(self) -> SealedGame:
        """A game of its own at the same point, just as sealed."""
        return SealedGame(self.__game.copy(), self.__proof)

    def at(self, version: int) -> SealedGame:
        """A game of its own as it was after so many actions, sealed again if it was not over then."""
        return SealedGame(self.__game.at(version), self.__proof)

    def from_the_deal(self) -> SealedGame:
        """A game of its own at the deal, to play the same actions on again, sealed again if it was over."""
        return SealedGame(self.__game.from_the_deal(), self.__proof)

    # What can be seen.

    def view(self, seat: int | None) -> SeenView:
        """What a seat, or a watcher, may know."""
        return self.__game.view(seat)

    def position(self, seat: int | None, kept: Kept) -> Position:
        """What a seat, or a watcher, has seen; views are made from it."""
        return self.__game.position(seat, kept)

    def witnessed(self, seat: int) -> list[tuple[Any, int]]:
        """The decisions of the other seats so far: what this one had seen before each, and the action's number."""
        return self.__game.witnessed(seat)

    def hand(self, seat: int) -> list[int]:
        """The tiles in a seat's hand, in order."""
        return hand_of(self.__game.state, seat)

    # The end.

    def opened(self) -> Game:
        """The whole game, deck and all, once it is over."""
        if not self.over:
            raise StillSealed("the game is not over")
        return self.__game.copy()

    def proof(self) -> dict[str, Any]:
        """The proof of the shuffle, the secret included, once the game is over; nothing where it has none."""
        if not self.over:
            raise StillSealed("the game is not over")
        return dict(self.__proof or {})
