"""The ledger: a table's log and the game it adds up to.

What leaves it are views and events as a seat may know them, and the record once the game is over. The deck, the seed
and the secret it does not have itself: the game is sealed until then.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mergemaker.record.story import begins_turn
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.final_account import final_account
from mergemaker.rules.state import NOBODY
from mergemaker.rules.undo import why_no_undo
from mergemaker.rules.views import SeenView, View
from mergemaker.rules.words.notation import action_numbers
from mergemaker.rules.words.plans import plan_text
from mergemaker.rules.words.sentences import Event, for_seat, tell, why_over
from mergemaker.store import StoredEntry
from mergemaker.tables.game_log.basket import basket, tidy
from mergemaker.tables.game_log.clocks import in_force
from mergemaker.tables.game_log.sealed_game import SealedGame
from mergemaker.tables.game_log.seat_views import SeatViews
from mergemaker.tables.game_log.turn_log import TurnLog, headlines, tell_turn
from mergemaker.tables.protocol.messages import Entry, Line, Result, Turn
from mergemaker.tables.protocol.refusals import Refusal

if TYPE_CHECKING:
    from mergemaker.rules.game import Game

_OWN = {"drew", "opened"}  # which tile, others do not hear


class Ledger:
    """The log of a table that has started, and its game."""

    def __init__(
        self,
        edition: Edition,
        names: Sequence[str],
        hidden: bool,
        secret: str,
        words: Sequence[str],
        origin: Mapping[str, Any] | None = None,
    ) -> None:
        self.edition = edition
        if origin is None:
            self._game = SealedGame.deal(edition, names, hidden, secret, words)
        else:
            self._game = SealedGame.deal_again(edition, names, hidden, secret, words, origin)
        self.entries: list[StoredEntry] = []
        self._in_force: list[int] = []  # versions of the entries whose actions are in force
        self._turns: list[int] = []  # the turn of each of those
        self._happened: list[list[Event]] | None = [self._game.opening]
        self._undoes: dict[int, int] = {}  # of an undo's version, the version that it takes back
        self._undone_at: dict[int, int] = {}  # of an undo's version, the version that was the last in force then
        self._telling = TurnLog(0, None)  # the last turn, as everybody hears it
        self._told: dict[int, Turn] = {}
        self._sight = SeatViews()
        self._look()

    def load(self, entries: Sequence[StoredEntry]) -> None:
        """Takes in a whole log at once; what happened is told only when somebody asks."""
        for entry in entries:
            self._note(entry)
        self.entries = list(entries)
        actions = [entries[version - 1].action for version in self._in_force]
        known = action_numbers(self.edition.chain_names)
        if all(text in known for text in actions):
            self._game.advance([known[text] for text in actions])
        else:
            for text in actions:  # one of them is none, and this says which
                self._game.play(text)
        turn = 0
        for at, action in enumerate(actions):
            first = begins_turn(actions, at) or (
                action == "end" and at == len(actions) - 1 and self._game.decision == "place"
            )
            turn += first
            self._turns.append(turn)
        self._happened = None
        self._look()

    def _note(self, entry: StoredEntry) -> None:
        if entry.kind == "undo":
            self._undoes[entry.version] = self._in_force.pop()
            self._undone_at[entry.version] = self._in_force[-1] if self._in_force else 0
        else:
            self._in_force.append(entry.version)

    # The state of things.

    @property
    def version(self) -> int:
        """The length of the log."""
        return len(self.entries)

    def _look(self) -> None:
        """Notes what is asked now; it is asked for often, and reading it from the game takes a while."""
        game = self._game
        self.over: bool = game.over
        self.to_act: int | None = game.to_act
        self.decision: str | None = game.decision
        self._legal = game.legal_actions()

    @property
    def turn(self) -> int:
        """The number of the turn that the last action belongs to."""
        return self._turns[-1] if self._turns else 0

    def turn_since(self, version: int) -> int:
        """The first turn whose text may have changed since a version; what was taken back changes its turn, too."""
        if version <= 0:
            return 0
        undone = [self._undoes[entry.version] for entry in self.entries[version:] if entry.kind == "undo"]
        at = bisect_left(self._in_force, min(undone, default=version + 1))
        if not undone and at < len(self._turns):
            return self._turns[at]
        return self._turns[min(at, len(self._turns)) - 1] if at and self._turns else 0

    # Growing.

    def check(self, seat: int, actions: Sequence[str]) -> list[str]:
        """The actions as they will be written, if a seat can play them in this order; IllegalAction otherwise."""
        if len(actions) == 1:
            legal = self._legal if seat == self.to_act else []
            text = actions[0] if actions[0] in legal else tidy(legal, actions[0])
            if text not in legal:
                self._game.copy().play(text, seat)  # which raises
            return [text]
        return basket(self._game.copy(), seat, actions)

    def check_undo(self, seat: int) -> None:
        """Refuses an undo that would take back somebody else's decision, or knowledge."""
        if self.over:
            raise Refusal("game-over", "The game is over.")
        last = self._last() if self._in_force else None
        chosen = None if last is None else last.seat if last.by == "player" else NOBODY
        refusal = why_no_undo(seat, chosen, self._story()[-1], hidden=self._game.hidden)
        if refusal is not None:
            raise Refusal(refusal.code, str(refusal))

    def may_undo(self, seat: int | None) -> bool:
        """Whether a seat could take back its last action."""
        if seat is None or not self._in_force or self._last().seat != seat:
            return False
        try:
            self.check_undo(seat)
        except MergemakerError:
            return False
        return True

    def apply(self, entry: StoredEntry) -> None:
        """Adds an entry that is on disk."""
        if entry.version != self.version + 1:
            raise ValueError(f"entry {entry.version} does not follow {self.version}")
        if entry.kind == "undo":
            self._story().pop()
            self._told.pop(self._turns.pop(), None)
            self._game.undo()
        else:
            story = self._story()
            begins = self.decision == "place" and not (
                self._in_force and self._last().action == "end" and self._turn_is_unplaced()
            )
            story.append(self._game.play(entry.action))
            self._turns.append(self.turn + begins)
        self._note(entry)
        self.entries.append(entry)
        self._look()

    def _last(self) -> StoredEntry:
        """The last entry whose action is in force."""
        return self.entries[self._in_force[-1] - 1]

    def _turn_is_unplaced(self) -> bool:
        """Whether nothing but the end's announcement has been done in the last turn."""
        return len(self._turns) < 2 or self._turns[-2] != self._turns[-1]

    def _story(self) -> list[list[Event]]:
        """What happened at the deal and at each action in force; told again from the start if it is not at hand."""
        if self._happened is None:
            twin = self._game.from_the_deal()
            self._happened = [twin.opening, *(twin.play(action) for action in self._game.action_ids)]
        return self._happened

    # What can be seen.

    @property
    def _opening_kept(self) -> bool:
        return self.edition.start.opening == "hand"

    def view(self, seat: int | None) -> SeenView:
        """What a seat, or a watcher, may know now."""
        return self._game.view(seat)

    def witnessed(self, seat: int) -> list[tuple[Any, int]]:
        """The decisions of the other seats so far: what this one had seen before each, and the action's number."""
        return self._game.witnessed(seat)

    def views(self, seats: Iterable[int | None]) -> dict[int | None, View]:
        """What several seats may know now, ready for JSON; what they share is worked out once."""
        return self._sight.views(self._game, seats, self._legal)

    def encoded_views(self, seats: Iterable[int | None]) -> dict[int | None, msgspec.Raw]:
        """What several seats may know now, as JSON."""
        return self._sight.encoded(self._game, seats, self._legal)

    def view_at(self, version: int, seat: int | None) -> SeenView:
        """What a seat, or a watcher, saw when the log had this length."""
        force = in_force(self.entries[:version])
        common = 0
        while common < min(len(force), len(self._in_force)) and force[common] == self._in_force[common]:
            common += 1
        twin = self._game.at(common)
        for there in force[common:]:
            twin.play(self.entries[there - 1].action)
        return twin.view(seat)

    def events(self, seat: int | None, happened: Sequence[Event]) -> tuple[Event, ...]:
        """Events as a seat hears of them."""
        return tuple(for_seat(happened, seat, opening_kept=self._opening_kept))

    def told_entries(self, seat: int | None, after: int = 0) -> tuple[Entry, ...]:
        """The log after a version, as a seat hears of it."""
        story = self._story()
        told = []
        for entry in self.entries[max(0, after) :]:
            at = bisect_left(self._in_force, entry.version)
            stands = at < len(self._in_force) and self._in_force[at] == entry.version
            happened = self.events(seat, story[at + 1]) if stands else ()
            written = entry.version, entry.kind, entry.seat, entry.action, entry.by, entry.at
            undoes = self._undoes.get(entry.version)
            told.append(Entry(*written, happened, undoes))  # type: ignore[arg-type]  # kinds that this package writes
        return tuple(told)

    def who_hear_more(self, after: int) -> set[int | None]:
        """The seats that are told more than others of the log after a version, or of its turns: their own tiles."""
        first = self.turn_since(after)
        story = self._story()[bisect_left(self._turns, first) + 1 if first > 0 else 0 :]
        return {event.seat for events in story for event in events if event.kind in _OWN}

    def turns(self, seat: int | None, first: int = 0) -> tuple[Turn, ...]:
        """The turns from a number on, in sentences, as a seat hears of them."""
        story = self._story()
        found = []
        if first <= 0:
            found.append(tell_turn(0, None, [(0, self.events(seat, story[0]))], self._game.names))
        start = bisect_left(self._turns, max(1, first))
        while start < len(self._turns):
            end = bisect_left(self._turns, self._turns[start] + 1)
            found.append(self._turn(seat, start, end))
            start = end
        return tuple(self._with_undone(turn) for turn in found)

    def _with_undone(self, turn: Turn) -> Turn:
        """A turn with a trace of what was taken back after one of its actions."""
        traces = [
            Line(f"{self._game.names[self.entries[back - 1].seat]} takes back the decision to {self._said(back)}.", at)
            for at, back in self._undoes.items()
            if self._turn_of(self._undone_at[at]) == turn.turn
        ]
        if not traces:
            return turn
        lines = sorted((*turn.lines, *traces), key=lambda line: line.version)
        return msgspec.structs.replace(turn, lines=tuple(lines))

    def _said(self, version: int) -> str:
        return plan_text([self.entries[version - 1].action])

    def _turn_of(self, version: int) -> int:
        """The turn of the last action in force up to a version; 0, the deal, if there is none."""
        at = bisect_left(self._in_force, version + 1) - 1
        return self._turns[at] if at >= 0 else 0

    def happened_since(self, version: int) -> tuple[str, ...]:
        """The most important of what everybody could see happen after a version, in a sentence or two."""
        news = self._story()[bisect_left(self._in_force, version + 1) + 1 :]
        return headlines([event for events in news for event in self.events(None, events)], self._game.names)

    def _turn(self, seat: int | None, start: int, end: int) -> Turn:
        """The turn of the actions in force from one to another."""
        public = self._public_turn(start, end)
        story = self._story()[start + 1 : end + 1]
        if seat is None or not any(event.kind == "drew" and event.seat == seat for events in story for event in events):
            return public
        # One's own tiles are named in place of "a tile"; otherwise the sentences are everybody's.
        mine = tell([event for events in story for event in self.events(seat, events)], self._game.names)
        lines = tuple(Line(text, line.version) for text, line in zip(mine, public.lines, strict=True))
        return msgspec.structs.replace(public, lines=lines)

    def _public_turn(self, start: int, end: int) -> Turn:
        """A turn as everybody hears it; told once as long as it does not grow."""
        number, versions = self._turns[start], self._in_force[start:end]
        found = self._told.get(number)
        if found is not None and (found.first, found.last) == (versions[0], versions[-1]):
            return found
        telling = self._telling
        if telling.number != number or telling.versions != versions[: len(telling.versions)]:
            telling = TurnLog(number, self.entries[versions[0] - 1].seat)
        told = len(telling.versions)
        story = self._story()[start + 1 + told : end + 1]
        happened = [
            (version, self.events(None, events)) for version, events in zip(versions[told:], story, strict=True)
        ]
        turn = self._told[number] = telling.turn(happened, self._game.names)
        if end == len(self._turns):
            self._telling = telling
        return turn

    # The end.

    def result(self) -> Result | None:
        """How the game came out, with the account of each seat; None while it runs."""
        game = self.finished_game()
        if game is None or game.result is None:
            return None
        return result_of(game, self._story()[-1])

    def fairness(self) -> dict[str, Any] | None:
        """The proof of the shuffle with its seed. None while the game runs; empty if it began elsewhere."""
        if not self.over:
            return None
        proof = self._game.proof()
        return {**proof, "seed": self._game.opened().seed} if proof else {}

    def record(self) -> dict[str, Any] | None:
        """The game's record with the proof of its shuffle; None while the game runs."""
        if not self.over:
            return None
        proof = self._game.proof()
        return {**self._game.opened().record(), **({"fairness": proof} if proof else {})}

    def shares_bought(self, seats: int) -> list[dict[str, int]]:
        """How many shares of each chain each seat has bought."""
        bought: list[dict[str, int]] = [{} for _ in range(seats)]
        for version in self._in_force:
            entry = self.entries[version - 1]
            if entry.action.startswith("buy "):
                chain = entry.action.removeprefix("buy ")
                bought[entry.seat][chain] = bought[entry.seat].get(chain, 0) + 1
        return bought

    def chosen_by_players(self) -> frozenset[int]:
        """The numbers of the actions that people chose themselves, from 1 on, rather than a bot in their place."""
        entries = self.entries
        return frozenset(at for at, version in enumerate(self._in_force, 1) if entries[version - 1].by == "player")

    def finished_game(self) -> Game | None:
        """A copy of the game, open to everybody; None while it runs."""
        return self._game.opened() if self.over else None

    def from_the_deal(self) -> tuple[SealedGame, list[int]]:
        """A game of its own at the deal, sealed, and the numbers of the actions in force to be played on it."""
        return self._game.from_the_deal(), self._game.action_ids


def result_of(game: Game, last: Sequence[Event]) -> Result:
    """How a finished game came out, from what its last action brought."""
    assert game.result is not None
    money, winners, end = (game.result[key] for key in ("money", "winners", "end"))
    won = tell([event for event in last if event.kind == "won"], game.names)
    return Result(
        tuple(money), tuple(winners), end, final_account(game.names, money, last), " ".join(won), why_over(end)
    )
