"""A game whose chance is asked for outcome by outcome, as OpenSpiel wants it, on an engine that draws by itself.

The engine draws from a deck that lies ready. Here the deck is decided only as far as it has been drawn: an action is
tried on a copy, and where the trial draws further than is decided, chance is asked for the next tile and the action is
tried again. When a trial needs nothing more it becomes the game. So no rule is written twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.rules import engine
from mergemaker.rules import events as e
from mergemaker.rules.actions import ACTIONS, PLACE_TILE, action_texts
from mergemaker.rules.board import COLUMNS, TILE_NAMES
from mergemaker.rules.drawings import draw
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import SPECTATOR, seen_by
from mergemaker.rules.state import MAX_PLAYERS, NO_TILE, OVER, TILES, fields, new_state
from mergemaker.rules.worlds import fill

# Chance outcomes: a tile; the market's number where the bag is empty; the seat that a certificate goes to.
NUMBER_OUTCOME = TILES
SEAT_OUTCOME = NUMBER_OUTCOME + COLUMNS
CHANCE_OUTCOMES = SEAT_OUTCOME + MAX_PLAYERS

PUBLIC = -2


def _called(player: int) -> str:
    return "All" if player == SPECTATOR else f"P{player + 1}"


class Core:
    """The game so far. `log` has what was heard: (who hears it whole, what they hear, what the others hear, tile)."""

    def __init__(self, edition: Edition, players: int, reward: int) -> None:
        self.edition = edition
        self.players = players
        self.reward = reward
        self.hidden = edition.hides()
        self.texts = action_texts(edition.chain_names)
        self.state = new_state()
        game = fields(self.state)
        game.players = players
        game.deck[:] = range(TILES)
        game.market[:] = NO_TILE
        self.certificates = [chain for chain, of in enumerate(edition.chains) for _ in range(of.dealt)]
        self.certificates_dealt = 0
        self.decided = 0  # tiles of the deck
        self.begun = False
        self.pending: int | None = None  # an action that waits for chance
        self.market_bag: list[int] | None = None  # what the next market draw is drawn from
        self.log: list[tuple[int, str, str, int]] = []

    def __deepcopy__(self, memo: Any) -> Core:
        twin = object.__new__(Core)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.log = list(self.log)
        return twin

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.begun and int(self.state["decision"][0]) == OVER

    @property
    def actor(self) -> int:
        """The seat that must decide."""
        return int(self.state["actor"][0])

    @property
    def awaits_chance(self) -> bool:
        """Whether something must be drawn or dealt before anybody can decide."""
        return not self.begun or self.pending is not None

    def legal_actions(self) -> list[int]:
        """What may be done, in rising order."""
        mask = np.zeros(ACTIONS, np.int8)
        engine.legal(self.edition.record, self.state, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    # Chance.

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may happen, with its probabilities."""
        if self.certificates_dealt < len(self.certificates):
            rooms = self._rooms()
            return [(SEAT_OUTCOME + seat, room / sum(rooms)) for seat, room in enumerate(rooms) if room]
        if self.market_bag is not None:
            bag = sorted(self.market_bag)
            if bag:
                return [(tile, 1 / len(bag)) for tile in bag]
            return [(NUMBER_OUTCOME + number, 1 / COLUMNS) for number in range(COLUMNS)]
        tiles = sorted(int(tile) for tile in self.state["deck"][0, self.decided :])
        return [(tile, 1 / len(tiles)) for tile in tiles]

    def _rooms(self) -> list[int]:
        """How many certificates each seat is still to be dealt."""
        each = len(self.certificates) // self.players
        return [each - int(self.state["dealt"][0, seat].sum()) for seat in range(self.players)]

    def chance_text(self, outcome: int) -> str:
        """What an outcome is called."""
        if outcome >= SEAT_OUTCOME:
            return f"deal to P{outcome - SEAT_OUTCOME + 1}"
        if outcome >= NUMBER_OUTCOME:
            return f"market {outcome - NUMBER_OUTCOME + 1}"
        return f"draw {TILE_NAMES[outcome]}"

    def happen(self, outcome: int) -> None:
        """Chance has chosen."""
        game = fields(self.state)
        if self.certificates_dealt < len(self.certificates):
            game.dealt[outcome - SEAT_OUTCOME, self.certificates[self.certificates_dealt]] += 1
            self.certificates_dealt += 1
            return
        if self.market_bag is not None:
            number = outcome + 1 if outcome >= NUMBER_OUTCOME else outcome
            game.market[int((game.market >= 0).sum())] = number
            self.market_bag = None
        else:
            at = self.decided + int(np.flatnonzero(game.deck[self.decided :] == outcome)[0])
            game.deck[at] = game.deck[self.decided]
            game.deck[self.decided] = outcome
            self.decided += 1
        if self.begun:
            self._go_on()
        elif self.decided == self._opening_draws():
            self._begin()

    def _opening_draws(self) -> int:
        rules = self.edition.record[0]
        return self.players * (int(rules["hand"]) + int(rules["opening_on_board"]))

    def _begin(self) -> None:
        events = e.new_events()
        engine.begin(self.edition.record, self.state, events)
        self.begun = True
        for seat in range(self.players):
            dealt = " ".join(str(int(count)) for count in self.state["dealt"][0, seat])
            if self.certificates:
                who = seat if self.hidden else PUBLIC
                self.log.append((who, f"P{seat + 1} dealt {dealt}", f"P{seat + 1} dealt", NO_TILE))
        self._listen(events)

    # Actions.

    def act(self, action: int) -> None:
        """The seat that must decide has chosen."""
        self.pending = action
        self._go_on()

    def _go_on(self) -> None:
        """Tries the waiting action; done, or chance is asked for what it needs next."""
        assert self.pending is not None
        trial = self.state.copy()
        events = e.new_events()
        if not engine.apply(self.edition.record, trial, self.pending, events):
            raise ValueError(f"“{self.texts[self.pending]}” is not legal here")
        if int(trial["drawn"][0]) > self.decided:
            return
        given = int((self.state["market"][0] >= 0).sum())
        if int(trial["market_draws"][0]) > given:
            first = int(self.state["market_draws"][0])
            rows = events["rows"][0, : int(events["written"][0])]
            draws = rows[rows[:, e.KIND] == e.MARKET_DREW]
            position = int(draws[given - first][e.OTHER])
            self.market_bag = [int(tile) for tile in self.state["deck"][0, position:]]
            return
        seat = self.actor
        tile = self.pending - PLACE_TILE if self.pending < PLACE_TILE + TILES else NO_TILE
        said = f"P{seat + 1} {self.texts[self.pending]}"
        self.log.append((PUBLIC, said, said, tile))
        self.state = trial
        self.pending = None
        self._listen(events)

    def _listen(self, events: Any) -> None:
        """Writes down what an action or the opening made heard."""
        for row in events["rows"][0, : int(events["written"][0])].tolist():
            kind, seat, tile = row[e.KIND], row[e.SEAT], row[e.TILE]
            if kind == e.DREW:
                self.log.append((seat, f"P{seat + 1} drew {TILE_NAMES[tile]}", f"P{seat + 1} drew", tile))
            elif kind in (e.OPENED, e.PUT_ASIDE):
                said = f"P{seat + 1} {'opened' if kind == e.OPENED else 'put aside'} {TILE_NAMES[tile]}"
                self.log.append((PUBLIC, said, said, tile))
            elif kind == e.MARKET_DREW:
                said = f"market {TILE_NAMES[tile] if tile != NO_TILE else row[e.COUNT]}"
                self.log.append((PUBLIC, said, said, NO_TILE))
            elif kind == e.SHOWN and self.hidden:
                said = f"P{seat + 1} shows {row[e.COUNT]} {self.edition.chain_names[row[e.CHAIN]]}"
                self.log.append((PUBLIC, said, said, NO_TILE))

    # What players know.

    def seen(self, player: int) -> Any:
        """What a player, or a spectator, has seen, as a record."""
        return seen_by(self.edition.record, self.state, None if player == SPECTATOR else player, self.hidden)

    def heard_by(self, player: int) -> str:
        """All that a player has heard from the first tile on."""
        told = [whole if who in (PUBLIC, player) else part for who, whole, part, _ in self.log]
        return f"{_called(player)}: " + ("; ".join(told) or "nothing yet")

    def hand_text(self, player: int) -> str:
        """What a player alone sees now."""
        if player == SPECTATOR:
            return ""
        hand = sorted(int(tile) for tile in self.state["hands"][0, player] if tile >= 0) if self.begun else []
        return f"{_called(player)} holds {' '.join(TILE_NAMES[tile] for tile in hand) or 'nothing'}"

    def seen_text(self, player: int) -> str:
        """What a player, or a spectator, sees now."""
        if not self.begun:
            return f"{_called(player)}: nothing yet"
        return f"{self.hand_text(player)}\n{draw(self.edition, self.seen(player), hidden=self.hidden)}"

    def text(self) -> str:
        """The whole truth, for people who debug."""
        if not self.begun:
            return f"{self.decided} tiles drawn, {self.certificates_dealt} certificates dealt"
        return draw(self.edition, self.state, names=[f"Player {seat + 1}" for seat in range(self.players)])

    def resample(self, player: int, key: int) -> None:
        """Becomes a game, at random, in which a player has heard the same."""
        world = self.seen(player)
        fill(self.edition.record, world, key)
        self._keep_opening_tiles(world)
        world["market"][0] = self.state["market"][0]
        self.state = world
        self.decided = int(world["drawn"][0])
        drawn = {seat: self._drawn_by(seat, world) for seat in range(self.players) if seat != player}
        log = []
        for who, whole, part, tile in self.log:
            if who in (PUBLIC, player):
                log.append((who, whole, part, tile))
            elif tile == NO_TILE:
                dealt = " ".join(str(int(count)) for count in world["dealt"][0, who])
                log.append((who, f"{part} {dealt}", part, tile))
            else:
                new = drawn[who].pop(0)
                log.append((who, f"{part} {TILE_NAMES[new]}", part, new))
        self.log = log

    def _opening_tiles(self) -> dict[int, int]:
        """The seats' opening tiles where they are kept in hand; everybody has seen them."""
        if int(self.edition.record["opening_on_board"][0]):
            return {}
        return {int(said[1]) - 1: tile for _, said, _, tile in self.log if " opened " in said}

    def _keep_opening_tiles(self, world: Any) -> None:
        """An opening tile that is still in a hand is known to be there: it changes places with another of that hand."""
        gone = {tile for _, said, _, tile in self.log if " place " in said or " put aside " in said}
        hands, deck = world["hands"][0], world["deck"][0]
        opening = {seat: tile for seat, tile in self._opening_tiles().items() if tile not in gone}
        for seat, tile in opening.items():
            if tile in hands[seat]:
                continue
            other = next(int(held) for held in hands[seat] if held >= 0)
            for places in (hands, deck):
                here, there = places == tile, places == other
                places[here], places[there] = other, tile

    def _drawn_by(self, seat: int, world: Any) -> list[int]:
        """What a seat may have drawn, in order: first what it was first to part with, last what it still holds."""
        kept = set(self._opening_tiles().values())
        parted = [
            tile for _, said, _, tile in self.log if said.startswith((f"P{seat + 1} place ", f"P{seat + 1} put aside "))
        ]
        held = [int(tile) for tile in world["hands"][0, seat] if tile >= 0]
        return [tile for tile in parted + held if tile not in kept]
