"""What a bot is: one call to choose an action, and a few that it may ignore."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from mergemaker.rules.actions import action_texts
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.views import SeenView
from mergemaker.rules.words.sentences import Event


class BotError(MergemakerError):
    """A bot that can't be made, or that failed to decide; the text says which and why."""


class Bot(ABC):
    """A player. `name` is what it was asked for by, options included."""

    name: str = "bot"

    @property
    def title(self) -> str:
        """What it is called at a table: its name without options, or what a program calls itself once it is started."""
        return self.name.partition(":")[0]

    @abstractmethod
    def choose(self, view: SeenView) -> str:
        """The text of one of `view.actions`."""

    def start(self) -> None:  # noqa: B027  (may be ignored)
        """Gets ready to play; BotError if it can't, and then it plays no game at all."""

    def begin(self, edition: Edition, names: Sequence[str], seat: int) -> None:  # noqa: B027  (may be ignored)
        """A game begins, and the bot has this seat."""

    def watch(self, events: Sequence[Event]) -> None:  # noqa: B027  (may be ignored)
        """Something happened that this seat may know."""

    def refused(self, reason: str, played: str) -> None:  # noqa: B027  (may be ignored)
        """What the bot chose could not be played, or it chose nothing in time; `played` was played in its place."""

    def over(self, result: Mapping[str, Any]) -> None:  # noqa: B027  (may be ignored)
        """The game has ended: the money of each seat, the winners, and how the end came, as in a record."""

    def close(self) -> None:  # noqa: B027  (may be ignored)
        """The bot is not needed any more."""


class SeenBot(Bot):
    """A bot that decides on the bare record of what its seat has seen, which is much faster than a whole view."""

    @abstractmethod
    def decide(self, edition: Edition, seen: Any) -> int:
        """The number of a legal action of the seat that must decide; `seen` is not to be written to."""

    def witness(self, edition: Edition, seen: Any, action: int) -> None:
        """Another seat decided: what this seat saw before that, and the number of the action.

        Whoever takes up a game in its middle, as a server does, tells all of that at once.
        """

    def choose(self, view: SeenView) -> str:
        """The text of the action that `decide` finds."""
        return texts_of(view.edition.chain_names)[self.decide(view.edition, view.seen)]


@lru_cache(maxsize=64)
def texts_of(chains: tuple[str, ...]) -> tuple[str, ...]:
    """The text of every action, by number."""
    return action_texts(chains)
