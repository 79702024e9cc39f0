"""Acquire for OpenSpiel: importing this registers `python_acquire` with pyspiel.

    import pyspiel
    import mergemaker.envs.openspiel  # registers it

    game = pyspiel.load_game("python_acquire", {"edition": "1999", "players": 4})
    game = pyspiel.load_game("python_acquire(edition=edition-1999,players=4)")  # the same

Every tile that is drawn, every certificate dealt before play and every market draw is a chance node with its honest
probabilities. Returns are zero-sum: the reward (`win`, `money` or `place`) less the mean of all seats. The information
state is all that a seat has heard so far; resampling from it goes through `rules.worlds` and leaves `history()` alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mergemaker.envs.encoding import ACTIONS, NUMBERS_SHAPE, PLANES_SHAPE, observe_seen
from mergemaker.envs.extras import need
from mergemaker.envs.openspiel_core import CHANCE_OUTCOMES, Core
from mergemaker.envs.rewards import reward_for, reward_number
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.players import check_players
from mergemaker.rules.redaction import SPECTATOR
from mergemaker.rules.state import MAX_PLAYERS, fields

pyspiel = need("pyspiel", "OpenSpiel", "envs")

NAME = "python_acquire"
DEFAULTS: dict[str, Any] = {"edition": "2023-classic", "players": 4, "reward": "win"}
PREFIX = "edition-"
LONGEST = 10_000  # decisions; a random game takes a few hundred

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Acquire",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class AcquireGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """One edition for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        name = str(chosen["edition"]).removeprefix(PREFIX)
        self.edition = Edition.named(name)
        self.players = int(chosen["players"])
        check_players(self.edition, self.players)
        self.reward = reward_number(str(chosen["reward"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        # In a game's text OpenSpiel takes 1962 for a number, and then refuses it where a name should be.
        chosen["edition"] = PREFIX + name if name.isdigit() else name
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> AcquireState:
        """A game before its first tile is drawn."""
        return AcquireState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AcquireObserver:
        """What writes down what a player sees, or all that it has heard."""
        return AcquireObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class AcquireState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A point of a game; `core` is all there is to it."""

    def __init__(self, game: AcquireGame) -> None:
        super().__init__(game)
        self.core = Core(game.edition, game.players, game.reward)

    def current_player(self) -> int:
        """The seat that must decide, or chance, or nobody when it is over."""
        if self.core.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.core.awaits_chance else self.core.actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.core.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn next, with its probabilities."""
        return self.core.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.core.awaits_chance:
            self.core.happen(action)
        else:
            self.core.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.core.chance_text(action) if player < 0 else self.core.texts[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.core.over

    def returns(self) -> list[float]:
        """What the game is worth to each seat, all together nothing."""
        players = self.core.players
        if not self.core.over:
            return [0.0] * players
        game = fields(self.core.state)
        rewards = [float(reward_for(game, seat, self.core.reward)) for seat in range(players)]
        return [reward - sum(rewards) / players for reward in rewards]

    def resample_from_infostate(self, player: int, sampler: Any) -> AcquireState:
        """A state, at random, in which this player has heard the same."""
        twin: AcquireState = self.clone()
        twin.core.resample(player, int(sampler() * (1 << 53)))
        return twin

    def __str__(self) -> str:
        return self.core.text()


class AcquireObserver:
    """Writes observations: tensors of planes and numbers, strings of what is seen or of all that was heard.

    A public observation is a spectator's. A private one, without what is public, is the tiles in hand.
    """

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no observation parameters; these were passed: {params}")
        self._heard = iig_obs_type.perfect_recall
        self._public = iig_obs_type.public_info
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        planes = int(np.prod(PLANES_SHAPE))
        self._flat = np.zeros(planes, np.uint8)
        self.tensor = np.zeros(0 if self._heard else planes + NUMBERS_SHAPE[0], np.float32)
        self.dict: dict[str, Any] = {}
        if not self._heard:
            self.dict = {"planes": self.tensor[:planes].reshape(PLANES_SHAPE), "numbers": self.tensor[planes:]}

    def set_from(self, state: AcquireState, player: int) -> None:
        """Fills the tensor from a player's chair, or a spectator's."""
        self.tensor.fill(0)
        if state.core.begun and not self._heard:
            chair = player if self._private else SPECTATOR
            seen = state.core.seen(chair)
            observe_seen(state.core.edition.record, seen, chair, self._flat, self.dict["numbers"])
            self.tensor[: len(self._flat)] = self._flat

    def string_from(self, state: AcquireState, player: int) -> str:
        """All that a player has heard, or what it sees now."""
        chair = player if self._private else SPECTATOR
        if self._heard:
            return state.core.heard_by(chair)
        return state.core.seen_text(chair) if self._public else state.core.hand_text(chair)


pyspiel.register_game(GAME_TYPE, AcquireGame)
