"""Batch: many games of one edition, stepped by one compiled call into arrays that are made once.

Game `at` of a batch with seed s is, episode by episode and byte for byte, the game of a batch of one with seed s + at.
Every environment of this package is such a batch: of one game or of thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Protocol

import numpy as np

from mergemaker.compiler import door, record_at, rule
from mergemaker.envs.encoding import ACTIONS, empty_observation, encode, mask_options
from mergemaker.envs.opponents import opponent_action, opponents_named
from mergemaker.envs.rewards import reward_number, write_rewards
from mergemaker.rules.actions import action_of, action_texts, count_bits, nth_option, option_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.engine import apply_action, deal_randomly, legal_options, random_action
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.players import check_players
from mergemaker.rules.random_words import KEYS, below, key_at, key_of_seed
from mergemaker.rules.redaction import blank
from mergemaker.rules.state import GAME, MAX_PLAYERS, OVER, Rules, State, new_state, record_type
from mergemaker.rules.words.illegal_actions import refusal

# What becomes of a finished game: it stays, the next step deals anew, or the same step does.
STAYS, NEXT_STEP, SAME_STEP = range(3)
ALL_SEATS = -1
# What is to be done in a game of a batch.
NOTHING, ACT, DEAL = range(3)

Number = Annotated[int, np.int64]
Flag = Annotated[bool, np.bool_]


class Progress(Protocol):
    """How far a game of a batch has come."""

    key: Number  # of the series of episodes
    episode: Number  # the number of the next one
    moves: Number  # of the present one
    learner: Number  # the seat that actions are for; ALL_SEATS: whoever must decide
    rotates: Flag  # whether the learner has another seat in every episode, in turn
    seat: Number  # that the last observation was for
    options: Number  # what may be chosen now, as bits
    over: Flag


PROGRESS = record_type(Progress)


@rule
def play_others(rules: Rules, game: State, mine: Progress, key: int, others: Any) -> None:
    """Every seat but the learner's decides until the learner must or the game is over: at random, or as `others` are.

    Where that is None the compiled bots are left out, which would take a minute to compile.
    """
    if mine.learner == ALL_SEATS:
        return
    while game.decision != OVER and game.actor != mine.learner:
        if others is None:
            action = random_action(rules, game, key, mine.moves)
        else:
            action = opponent_action(rules, game, mine.learner, random_action(rules, game, key, mine.moves), others)
        apply_action(rules, game, action, None)
        mine.moves += 1


@rule
def deal_next(rules: Rules, game: State, mine: Progress) -> None:
    """Deals the next episode of a game."""
    if mine.rotates:
        mine.learner = mine.episode % int(game.players)
    deal_randomly(rules, game, key_at(mine.key, mine.episode))
    mine.episode += 1
    mine.moves = 0


@door
def options_all(rules: Any, games: Any, progress: Any) -> None:
    """What may be chosen in every game."""
    for at in range(len(games)):
        record_at(progress, at).options = legal_options(record_at(rules, 0), record_at(games, at))


@door
def first_illegal(games: Any, progress: Any, actions: Any) -> int:
    """Returns the first game whose action is not legal, or -1. Finished games ignore theirs."""
    for at in range(len(games)):
        game = record_at(games, at)
        if game.decision != OVER:
            option = option_of(game, actions[at])
            if option < 0 or (record_at(progress, at).options >> option) & 1 == 0:
                return at
    return -1


@door
def step_all(
    rules: Any,
    games: Any,
    progress: Any,
    tasks: Any,
    actions: Any,
    kind: int,
    renewal: int,
    rewards: Any,
    finished: Any,
    finished_at: Any,
    others: Any,
) -> int:
    """Does its task in every game, a legal action or a new deal; rewards and renews those that end. Returns how many.

    The ended games' last states go to `finished`, the numbers of the games to `finished_at`. Dealing, and letting
    others play, stand in one place each: what is compiled into several takes as many times as long.
    """
    ended = 0
    for at in range(len(games)):
        if tasks[at] == NOTHING:
            continue
        game = record_at(games, at)
        mine = record_at(progress, at)
        dealing = tasks[at] == DEAL
        if not dealing:
            dealing = mine.over and renewal != SAME_STEP
            if mine.over:
                mine.over = renewal == STAYS
                rewards[at, :] = 0
            if dealing and renewal == STAYS:
                continue
            if not dealing:
                apply_action(record_at(rules, 0), game, actions[at], None)
                mine.moves += 1
        while True:
            if dealing:
                deal_next(record_at(rules, 0), game, mine)
            key = key_at(key_at(mine.key, mine.episode - 1), 0)
            play_others(record_at(rules, 0), game, mine, key, others)
            if dealing or game.decision != OVER:
                break
            mine.over = True
            write_rewards(game, kind, rewards, at)
            finished[ended] = games[at]
            finished_at[ended] = at
            ended += 1
            if renewal != SAME_STEP:
                break
            dealing = True
        mine.options = legal_options(record_at(rules, 0), game)
    return ended


@rule
def watcher_of(game: State, learner: int) -> int:
    """The seat that an observation is for: the learner's, or whoever must decide; the last mover when it is over."""
    if learner != ALL_SEATS:
        return learner
    return int(game.mover) if game.decision == OVER else int(game.actor)


@door
def observe_all(
    rules: Any, games: Any, progress: Any, hidden: bool, scratch: Any, planes: Any, numbers: Any, masks: Any
) -> None:
    """Writes the observation of every game, each for the seat that must decide."""
    seen = record_at(scratch, 0)
    for at in range(len(games)):
        mine = record_at(progress, at)
        mine.seat = watcher_of(record_at(games, at), mine.learner)
        scratch[0] = games[at]
        blank(record_at(rules, 0), seen, mine.seat, hidden)
        encode(record_at(rules, 0), seen, mine.seat, planes[at], numbers[at])
        mask_options(record_at(games, at), mine.options, masks[at])


@door
def observe_seat(
    rules: Any, seen: Any, seat: int, options: int, hidden: bool, planes: Any, numbers: Any, mask: Any
) -> None:
    """Writes the observation of one seat from a copy of its game, which is spoilt, with a mask of the options."""
    game = record_at(seen, 0)
    mask_options(game, options, mask)
    blank(record_at(rules, 0), game, seat, hidden)
    encode(record_at(rules, 0), game, seat, planes, numbers)


@door
def mask_all(games: Any, progress: Any, masks: Any) -> None:
    """Writes the action mask of every game, and whose it is."""
    for at in range(len(games)):
        game = record_at(games, at)
        mine = record_at(progress, at)
        mine.seat = watcher_of(game, mine.learner)
        mask_options(game, mine.options, masks[at])


@door
def choose_all(games: Any, progress: Any, counter: int, actions: Any) -> None:
    """Chooses a legal action for every game, each as likely as the others; -1 where the game is over."""
    key = record_at(progress, 0).key
    for at in range(len(games)):
        options = record_at(progress, at).options
        count = count_bits(options)
        actions[at] = -1
        if count:
            actions[at] = action_of(record_at(games, at), nth_option(options, below(key_at(key, at), counter, count)))


def key_of(seed: int | None) -> int:
    """The key that a seed stands for; a random one without a seed."""
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
        rotate: bool = False,
        others: Sequence[str] | None = None,
        seed: int | None = None,
    ) -> None:
        self.edition = Edition.of(edition)
        check_players(self.edition, players)
        if games < 1:
            raise MergemakerError(f"A batch has one game or more; not {games}.")
        if learner is not None and not 0 <= learner < players:
            raise MergemakerError(f"There is no seat {learner} at a table of {players}.")
        self.players = players
        self.hidden = self.edition.hides(hidden)
        self.renewal = renewal
        self._kind = reward_number(reward)
        self.games = np.zeros(games, GAME)
        self.games["players"] = players
        self._progress = np.zeros(games, PROGRESS)
        self._progress["learner"] = ALL_SEATS if learner is None else learner
        self._progress["rotates"] = rotate and learner is not None
        self._others = None if others is None else opponents_named(others, players, self.hidden)
        self.options, self.over, self.seats = (self._progress[name] for name in ("options", "over", "seat"))
        self.rewards = np.zeros((games, MAX_PLAYERS), np.float32)
        self.actions = np.zeros(games, np.int64)
        self.finished = np.zeros(games, GAME)
        self.finished_at = np.zeros(games, np.int64)
        self.ended = 0
        self._act = np.full(games, ACT)
        self._scratch = new_state()
        self._chosen = 0
        self.deal(seed)

    def __len__(self) -> int:
        return len(self.games)

    def deal(self, seed: int | None = None, wanted: Any = None) -> None:
        """Deals new games: all of them, or those wanted. With a seed, from the seed's first episode on."""
        progress = self._progress
        if seed is not None or not progress["episode"].any():
            progress["key"] = [key_of(None if seed is None else seed + at) for at in range(len(self))]
            progress["episode"] = 0
            self._chosen = 0
        if wanted is None:
            wanted = np.ones(len(self), np.bool_)
        self._do(np.where(wanted, DEAL, NOTHING), self.actions)
        self.over[wanted] = False
        self.rewards[wanted] = 0
        self.ended = 0

    def take_up(self) -> None:
        """Takes the games as they stand in `games`, which somebody else may have filled."""
        options_all(self.edition.record, self.games, self._progress)
        self.over[:] = self.games["decision"] == OVER

    def step(self, actions: Any) -> int:
        """Plays an action in every game that is not over, or in none if one is illegal. Returns how many ended."""
        wrong = first_illegal(self.games, self._progress, actions)
        if wrong >= 0:
            self._refuse(wrong, int(actions[wrong]))
        self.ended = self._do(self._act, actions)
        return self.ended

    def _do(self, tasks: Any, actions: Any) -> int:
        return step_all(
            self.edition.record,
            self.games,
            self._progress,
            tasks,
            actions,
            self._kind,
            self.renewal,
            self.rewards,
            self.finished,
            self.finished_at,
            self._others,
        )

    def step_one(self, action: int | None) -> bool:
        """Plays an action in a batch of one game. Returns whether the game ended."""
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
        choose_all(self.games, self._progress, self._chosen, self.actions)
        self._chosen += 1
        return self.actions

    def observe(self, into: dict[str, Any]) -> None:
        """Writes observations and masks into arrays (`empty_observation`), for the seats in `seats`."""
        observe_all(
            self.edition.record,
            self.games,
            self._progress,
            self.hidden,
            self._scratch,
            into["planes"].reshape(len(self), -1),
            into["numbers"],
            into["action_mask"],
        )

    def observe_one(self, at: int, seat: int) -> dict[str, Any]:
        """One game as one seat sees it, in arrays of its own. The mask is empty unless the seat must decide."""
        options = int(self.options[at]) if self.games["actor"][at] == seat else 0
        return self._observe(self.games[at], seat, options)

    def observe_finished(self, seats: Any) -> list[dict[str, Any]]:
        """The last observations of the games that ended in this step, each for the seat in `seats` of its game."""
        ended = zip(self.finished[: self.ended], self.finished_at, strict=False)
        return [self._observe(last, int(seats[at]), 0) for last, at in ended]

    def _observe(self, game: Any, seat: int, options: int) -> dict[str, Any]:
        self._scratch[0] = game
        into = empty_observation()
        planes = into["planes"].reshape(-1)
        given = seat, options, self.hidden, planes, into["numbers"], into["action_mask"]
        observe_seat(self.edition.record, self._scratch, *given)
        return into

    def observe_masks(self, into: dict[str, Any]) -> None:
        """Writes only the masks."""
        mask_all(self.games, self._progress, into["action_mask"])
