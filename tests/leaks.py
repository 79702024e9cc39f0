"""Games that differ only in what one seat cannot know, for tests that nothing of it reaches that seat."""

import random
from typing import Any

import msgspec

from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import Game
from mergemaker.rules.record_format import read_setup
from mergemaker.rules.shuffle import market_key_of, seed_text
from mergemaker.rules.words.sentences import Event

Record = dict[str, Any]


def scripted(edition: str, players: int, seed: int, length: int, hidden: bool) -> tuple[Record, list[str]]:
    """A record with its deck but no actions, and random actions that can be played from there."""
    game = Game.new(edition, [f"p{seat}" for seat in range(players)], seed=seed, hidden=hidden)
    chooser = random.Random(seed)
    while not game.over and game.version < length:
        game.play(chooser.choice(game.legal_actions()))
    record = {**game.record(), "actions": [], "hidden": hidden, "market_key": market_key_of(seed_text(seed))}
    for told in ("result", "seed", "market"):
        record.pop(told, None)
    return record, game.actions


def begun(record: Record) -> Game:
    """The game of such a record at its beginning; the market draws by the same key, whatever the bag holds."""
    edition, setup, _, _ = read_setup(record)
    return Game(edition, msgspec.structs.replace(setup, market_key=record["market_key"]))


def followed(record: Record, actions: list[str]) -> tuple[Game, list[list[Event]]]:
    """The game after these actions, with what happened before the first and at each."""
    game = begun(record)
    return game, [game.opening, *(game.play(action) for action in actions)]


class Unseen:
    """Changes to a game that a seat, or a watcher (None), can't notice, found by trying and playing it through.

    What a seat may notice is worked out here once more, by itself: all events, less the tiles that others draw. A tile
    that another seat places some day may have come to it earlier or later; dead tiles and skipped turns are public, and
    so are the certificates that the shares paid out let one count.
    """

    def __init__(self, record: Record, actions: list[str], seat: int | None, seed: int) -> None:
        self.record, self.actions, self.seat = record, actions, seat
        self.dice = random.Random(seed)
        game, story = followed(record, actions)
        self._kept = game.edition.start.opening == "hand"
        self._heard = self._hears(story)
        self._own = {event.tile for events in story for event in events if event.seat == seat and event.tile}
        self._open = set(game.view(seat).board) | set(game.view(seat).set_aside)

    def _hears(self, story: list[list[Event]]) -> list[list[Event]]:
        private = {"drew", "opened"} if self._kept else {"drew"}
        return [
            [
                msgspec.structs.replace(event, tile=None)
                if event.kind in private and event.seat != self.seat
                else event
                for event in events
            ]
            for events in story
        ]

    def _accept(self, other: Record) -> bool:
        try:
            _, story = followed(other, self.actions)
        except MergemakerError:
            return False
        if self._hears(story) != self._heard:
            return False
        self.record = other
        return True

    def permute_tiles(self, wanted: int = 15, tries: int = 200) -> None:
        """Moves tiles that the seat never saw, and those of others to another moment at which they were drawn."""
        deck = list(self.record["deck"])
        never = [at for at, tile in enumerate(deck) if tile not in self._own | self._open]
        for _ in range(5):  # all at once, if that works
            tiles = self.dice.sample([deck[at] for at in never], len(never))
            other = list(deck)
            for at, tile in zip(never, tiles, strict=True):
                other[at] = tile
            if self._accept({**self.record, "deck": other}):
                break
        others = [at for at, tile in enumerate(deck) if tile not in self._own]
        for _ in range(tries):
            one, two = self.dice.sample(others, 2)
            other = list(self.record["deck"])
            other[one], other[two] = other[two], other[one]
            wanted -= self._accept({**self.record, "deck": other})
            if not wanted:
                break

    def permute_deal(self, tries: int = 40) -> None:
        """Lets other seats have been dealt other certificates (1962), as far as nobody can have noticed."""
        people = [seat for seat in range(len(self.record["deal"])) if seat != self.seat]
        chains = sorted({chain for dealt in self.record["deal"] for chain in dealt})
        for _ in range(tries):
            (giver, taker), (one, two) = self.dice.sample(people, 2), self.dice.sample(chains, 2)
            deal = [dict(dealt) for dealt in self.record["deal"]]
            if deal[giver].get(one) and deal[taker].get(two):
                for seat, less, more in ((giver, one, two), (taker, two, one)):
                    deal[seat][less] -= 1
                    deal[seat][more] = deal[seat].get(more, 0) + 1
                self._accept({**self.record, "deal": deal})


def permuted(record: Record, actions: list[str], seat: int | None, seed: int = 1) -> Record:
    """The same game with everything that a seat can't know otherwise, as far as the actions allow."""
    unseen = Unseen(record, actions, seat, seed)
    unseen.permute_tiles()
    if "deal" in record and record["hidden"]:
        unseen.permute_deal()
    return unseen.record
