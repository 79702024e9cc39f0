"""Batch: many games of one edition, stepped by one compiled call into arrays that are made once.

Game `at` of a batch with seed s is, episode by episode and byte for byte, the game of a batch of one with seed s + at.
Every environment of this package is such a batch: of one game or of thousands.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.compiler import door, record_at, rule
from mergemaker.envs.encoding import ACTIONS, empty_observation, encode, mask_options
from mergemaker.envs.rewards import reward_number, write_rewards
from mergemaker.rules.actions import action_of, action_texts, count_bits, nth_option, option_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.engine import apply_action, deal_randomly, legal_options, random_action
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.game import check_players
from mergemaker.rules.random_words import KEYS, below, key_at, key_of_seed
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import GAME, MAX_PLAYERS, OVER, Rules, State, new_state
from mergemaker.rules.words.illegal_actions import refusal

# What becomes of a finished game: it stays, the next step deals anew, or the same step does.
STAYS, NEXT_STEP, SAME_STEP = range(3)
ALL_SEATS = -1


@rule
def play_others(rules: Rules, game: State, learner: int, key: int, moves: Any, at: int) -> None:
    """Every seat but the learner's chooses at random until the learner must decide or the game is over."""
    if learner == ALL_SEATS:
        return
    while game.decision != OVER and game.actor != learner:
        apply_action(rules, game, random_action(rules, game, key, moves[at]), None)
        moves[at] += 1


@rule
def deal_next(rules: Rules, games: Any, learners: Any, keys: Any, episodes: Any, moves: Any, at: int) -> None:
    """Deals the next episode of a game and goes on to the learner's first decision."""
    game = record_at(games, at)
    key = key_at(keys[at], episodes[at])
    episodes[at] += 1
    moves[at] = 0
    deal_randomly(rules, game, key)
    play_others(rules, game, learners[at], key_at(key, 0), moves, at)


@door
def deal_all(
    rules: Any, games: Any, options: Any, learners: Any, keys: Any, episodes: Any, moves: Any, wanted: Any
) -> None:
    """Deals every game that is wanted."""
    for at in range(len(games)):
        if wanted[at]:
            deal_next(record_at(rules, 0), games, learners, keys, episodes, moves, at)
            options[at] = legal_options(record_at(rules, 0), record_at(games, at))


@door
def options_all(rules: Any, games: Any, options: Any) -> None:
    """What may be chosen in every game."""
    for at in range(len(games)):
        options[at] = legal_options(record_at(rules, 0), record_at(games, at))


@door
def first_illegal(games: Any, options: Any, actions: Any) -> int:
    """The first game whose action is not legal, or -1. Finished games ignore theirs."""
    for at in range(len(games)):
        game = record_at(games, at)
        if game.decision != OVER:
            option = option_of(game, actions[at])
            if option < 0 or (options[at] >> option) & 1 == 0:
                return at
    return -1


@door
def step_all(
    rules: Any,
    games: Any,
    options: Any,
    learners: Any,
    keys: Any,
    episodes: Any,
    moves: Any,
    actions: Any,
    kind: int,
    renewal: int,
    rewards: Any,
    over: Any,
    finished: Any,
    finished_at: Any,
) -> int:
    """Applies a legal action to every game, rewards and renews those that end; how many ended.

    The ended games' last states go to `finished`, the numbers of the games to `finished_at`.
    """
    ended = 0
    for at in range(len(games)):
        game = record_at(games, at)
        waiting = over[at] and renewal != SAME_STEP
        if over[at]:
            over[at] = renewal == STAYS
            rewards[at, :] = 0
        if waiting:
            if renewal == STAYS:
                continue
            deal_next(record_at(rules, 0), games, learners, keys, episodes, moves, at)
        else:
            apply_action(record_at(rules, 0), game, actions[at], None)
            moves[at] += 1
            if learners[at] != ALL_SEATS:
                key = key_at(key_at(keys[at], episodes[at] - 1), 0)
                play_others(record_at(rules, 0), game, learners[at], key, moves, at)
            if game.decision == OVER:
                over[at] = True
                write_rewards(game, kind, rewards, at)
                finished[ended] = games[at]
                finished_at[ended] = at
                ended += 1
                if renewal == SAME_STEP:
                    deal_next(record_at(rules, 0), games, learners, keys, episodes, moves, at)
        options[at] = legal_options(record_at(rules, 0), record_at(games, at))
    return ended


@rule
def watcher_of(game: State, learner: int) -> int:
    """The seat that an observation is for: the learner's, or whoever must decide; the last mover when it is over."""
    if learner != ALL_SEATS:
        return learner
    return int(game.mover) if game.decision == OVER else int(game.actor)


@door
def observe_all(
    rules: Any,
    games: Any,
    options: Any,
    learners: Any,
    hidden: bool,
    scratch: Any,
    seats: Any,
    planes: Any,
    numbers: Any,
    masks: Any,
) -> None:
    """Writes the observation of every game, each for the seat that must decide."""
    for at in range(len(games)):
        seat = watcher_of(record_at(games, at), learners[at])
        seats[at] = seat
        scratch[0] = games[at]
        seen = record_at(scratch, 0)
        blank(record_at(rules, 0), seen, seat, hidden)
        encode(record_at(rules, 0), seen, seat, planes[at], numbers[at])
        mask_options(record_at(games, at), options[at], masks[at])


@door
def observe_seat(
    rules: Any,
    games: Any,
    options: Any,
    at: int,
    seat: int,
    hidden: bool,
    scratch: Any,
    planes: Any,
    numbers: Any,
    mask: Any,
) -> None:
    """Writes the observation of one seat of one game, with a mask if it is that seat's decision."""
    scratch[0] = games[at]
    seen = record_at(scratch, 0)
    blank(record_at(rules, 0), seen, seat, hidden)
    encode(record_at(rules, 0), seen, seat, planes, numbers)
    mask_options(record_at(games, at), options[at] if record_at(games, at).actor == seat else 0, mask)


@door
def mask_all(games: Any, options: Any, learners: Any, seats: Any, masks: Any) -> None:
    """Writes the action mask of every game, and whose it is."""
    for at in range(len(games)):
        game = record_at(games, at)
        seats[at] = watcher_of(game, learners[at])
        mask_options(game, options[at], masks[at])


@door
def choose_all(games: Any, options: Any, key: int, counter: int, actions: Any) -> None:
    """Chooses a legal action for every game, each as likely as the others; -1 where the game is over."""
    for at in range(len(games)):
        count = count_bits(options[at])
        actions[at] = -1
        if count:
            pick = below(key_at(key, at), counter, count)
            actions[at] = action_of(record_at(games, at), nth_option(options[at], pick))


def key_of(seed: int | None) -> int:
    """The key that a seed stands for; from nowhere if there is none."""
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) % KEYS
    return key_of_seed(seed)


class Batch:
    """Games of one edition, side by side. `games` is their array of records, `options` what may be chosen, as bits."""

    def __init__(
        self,
        edition: str | Edition = "2023-classic",
        players: int = 4,
        games: int = 1,
        *,
        hidden: bool | None = None,
        reward: str = "win",
        renewal: int = STAYS,
        learner: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.edition = Edition.named(edition) if isinstance(edition, str) else edition
        check_players(self.edition, players)
        if games < 1:
            raise MergemakerError(f"A batch has one game or more; not {games}.")
        if learner is not None and not 0 <= learner < players:
            raise MergemakerError(f"There is no seat {learner} at a table of {players}.")
        self.players = players
        self.hidden = self.edition.start.holdings == "hidden" if hidden is None else hidden
        self.renewal = renewal
        self._kind = reward_number(reward)
        self.games = np.zeros(games, GAME)
        self.games["players"] = players
        self.options = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, MAX_PLAYERS), np.float32)
        self.over = np.zeros(games, np.bool_)
        self.seats = np.zeros(games, np.int64)
        self.actions = np.zeros(games, np.int64)
        self.learners = np.full(games, ALL_SEATS if learner is None else learner, np.int64)
        self.finished = np.zeros(games, GAME)
        self.finished_at = np.zeros(games, np.int64)
        self.ended = 0
        self._keys = np.zeros(games, np.int64)
        self._episodes = np.zeros(games, np.int64)
        self._moves = np.zeros(games, np.int64)
        self._scratch = new_state()
        self._chosen = 0
        self.deal(seed)

    def __len__(self) -> int:
        return len(self.games)

    def deal(self, seed: int | None = None, wanted: Any = None) -> None:
        """Deals new games: all of them, or those wanted. With a seed, from the seed's first episode on."""
        if seed is not None or not self._episodes.any():
            self._keys[:] = [key_of(None if seed is None else seed + at) for at in range(len(self))]
            self._episodes[:] = 0
            self._chosen = 0
        if wanted is None:
            wanted = np.ones(len(self), np.bool_)
        deal_all(
            self.edition.record,
            self.games,
            self.options,
            self.learners,
            self._keys,
            self._episodes,
            self._moves,
            wanted,
        )
        self.over[wanted] = False
        self.rewards[wanted] = 0
        self.ended = 0

    def take_up(self) -> None:
        """Takes the games as they stand in `games`, which somebody else may have filled."""
        options_all(self.edition.record, self.games, self.options)
        self.over[:] = self.games["decision"] == OVER

    def step(self, actions: Any) -> int:
        """Plays an action in every game that is not over; how many ended. An illegal one is refused before any is."""
        wrong = first_illegal(self.games, self.options, actions)
        if wrong >= 0:
            self._refuse(wrong, int(actions[wrong]))
        self.ended = step_all(
            self.edition.record,
            self.games,
            self.options,
            self.learners,
            self._keys,
            self._episodes,
            self._moves,
            actions,
            self._kind,
            self.renewal,
            self.rewards,
            self.over,
            self.finished,
            self.finished_at,
        )
        return self.ended

    def step_one(self, action: int | None) -> bool:
        """Plays an action in a batch of one game; whether the game ended."""
        self.actions[0] = -1 if action is None else action
        return self.step(self.actions) > 0

    def _refuse(self, at: int, action: int) -> None:
        texts = self.texts
        if not 0 <= action < ACTIONS or not texts[action]:
            raise MergemakerError(f"Game {at}: there is no action number {action}.")
        mask = self.observe_one(at, int(self.games["actor"][at]))["action_mask"]
        names = [f"Player {seat}" for seat in range(1, self.players + 1)]
        legal = [texts[number] for number in np.flatnonzero(mask)]
        state = self.games[at : at + 1].copy()
        raise refusal(self.edition, state, names, action, legal)

    @property
    def texts(self) -> tuple[str, ...]:
        """What each action is called here."""
        return action_texts(self.edition.chain_names)

    def random_actions(self) -> Any:
        """A legal action for every game, each as likely as the others, in an array that is used again."""
        choose_all(self.games, self.options, int(self._keys[0]), self._chosen, self.actions)
        self._chosen += 1
        return self.actions

    def observe(self, into: dict[str, Any]) -> None:
        """Writes observations and masks into arrays (`empty_observation`), for the seats in `seats`."""
        observe_all(
            self.edition.record,
            self.games,
            self.options,
            self.learners,
            self.hidden,
            self._scratch,
            self.seats,
            into["planes"].reshape(len(self), -1),
            into["numbers"],
            into["action_mask"],
        )

    def observe_one(self, at: int, seat: int) -> dict[str, Any]:
        """One game as one seat sees it, in arrays of its own. The mask is empty unless the seat must decide."""
        return self._observe(self.games, self.options, at, seat)

    def observe_finished(self, seats: Any) -> list[dict[str, Any]]:
        """The last observations of the games that ended in this step, each for the seat in `seats` of its game."""
        nothing = np.zeros(self.ended, np.int64)
        return [
            self._observe(self.finished, nothing, row, int(seats[self.finished_at[row]])) for row in range(self.ended)
        ]

    def _observe(self, games: Any, options: Any, at: int, seat: int) -> dict[str, Any]:
        arrays = empty_observation()
        observe_seat(
            self.edition.record,
            games,
            options,
            at,
            seat,
            self.hidden,
            self._scratch,
            arrays["planes"].reshape(-1),
            arrays["numbers"],
            arrays["action_mask"],
        )
        return arrays

    def observe_masks(self, into: dict[str, Any]) -> None:
        """Writes only the masks."""
        mask_all(self.games, self.options, self.learners, self.seats, into["action_mask"])

    def new_observation(self) -> dict[str, Any]:
        """Arrays for `observe`."""
        return empty_observation(len(self))
