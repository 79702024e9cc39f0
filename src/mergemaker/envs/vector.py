"""Thousands of games for Gymnasium's vector interface, stepped by one compiled call.

    from mergemaker.envs.vector import AcquireVectorEnv

    table = AcquireVectorEnv(1024, edition="1999", players=4)
    observations, info = table.reset(seed=7)
    observations, rewards, ended, cut_off, info = table.step(actions)

Self-play is the default: each observation is for the seat that must decide in its game (`info["seat"]`), the action is
that seat's, and `rewards` is what the end is worth to the seat that brought it; `info["rewards"]` has every seat's.
With `opponents` there is one learner, in seat `seat`, and the others decide inside the call: `"random"`, `"clerk"` and
`"broker"` are compiled, one name for all or a list with one for each. `gymnasium.make_vec` makes such a table.

The arrays are made once and filled again by every step: copy what you keep, or pass `copy=True`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mergemaker.envs.batch import NEXT_STEP, SAME_STEP, STAYS, Batch
from mergemaker.envs.encoding import ACTIONS, empty_observation
from mergemaker.envs.extras import need
from mergemaker.envs.opponents import check_compiled, opponents_of
from mergemaker.envs.spaces import action_space, mask_space, observation_space
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError

_gymnasium = need("gymnasium", "Gymnasium", "envs")
_vector = need("gymnasium.vector", "Gymnasium", "envs")
_batching = need("gymnasium.vector.utils", "Gymnasium", "envs")

RENEWALS = {
    _vector.AutoresetMode.NEXT_STEP: NEXT_STEP,
    _vector.AutoresetMode.SAME_STEP: SAME_STEP,
    _vector.AutoresetMode.DISABLED: STAYS,
}


class AcquireVectorEnv(_vector.VectorEnv):  # type: ignore[misc, name-defined]
    """Many games at once.

    `seat=None` gives the learner another seat in every game, in turn. `observe="mask"` leaves planes and numbers out,
    for those who only need legal actions. `last_words=False` leaves `final_obs` out where a game is
    dealt anew in the step that ends it: a game that has ended needs no estimate.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": _vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1024,
        edition: str | Edition = "2023-classic",
        players: int = 4,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = 0,
        reward: str = "win",
        hidden: bool | None = None,
        autoreset_mode: Any = _vector.AutoresetMode.NEXT_STEP,
        observe: str = "all",
        copy: bool = False,
        last_words: bool = True,
    ) -> None:
        others = None if opponents is None else opponents_of(opponents, players)
        check_compiled(others or ())
        if observe not in ("all", "mask"):
            raise MergemakerError(f"observe is “all” or “mask”; not {observe!r}.")
        mode = _vector.AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs = num_envs
        self.batch = Batch(
            edition,
            players,
            num_envs,
            hidden=hidden,
            reward=reward,
            renewal=RENEWALS[mode],
            learner=None if others is None else seat or 0,
            rotate=seat is None,
            others=None if others is None or set(others) == {"random"} else others,
        )
        self._mode = mode
        self._copy = copy
        self._last = last_words
        self._all = observe == "all"
        spaces = _gymnasium.spaces
        self.single_action_space = action_space()
        self.single_observation_space = observation_space() if self._all else spaces.Dict({"action_mask": mask_space()})
        self.action_space = _batching.batch_space(self.single_action_space, num_envs)
        self.observation_space = _batching.batch_space(self.single_observation_space, num_envs)
        self._arrays = empty_observation(num_envs)
        if not self._all:
            self._arrays = {"action_mask": self._arrays["action_mask"]}
        self._rewards = np.zeros(num_envs, np.float64)
        self._actors = np.zeros(num_envs, np.int64)
        self._never = np.zeros(num_envs, np.bool_)
        self._games = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals every game, or some with `options={"reset_mask": …}`. Game i is a single environment's of seed + i."""
        super().reset(seed=seed)
        wanted = None if options is None else options.get("reset_mask")
        self.batch.deal(seed, wanted)
        return self._observed(), self._told()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Plays an action in every game; IllegalAction, before any is played, if one is not legal."""
        batch = self.batch
        self._actors[:] = batch.seats
        ended = batch.step(np.ascontiguousarray(actions, np.int64))
        self._rewards[:] = batch.rewards[self._games, self._actors]
        finished = batch.over.copy()
        if self._mode is _vector.AutoresetMode.SAME_STEP:
            batch.over[:] = False
        observed = self._observed()
        info = self._told()
        if ended:
            info["rewards"] = batch.rewards.copy()
            info["_rewards"] = finished
            if self._last and self._mode is _vector.AutoresetMode.SAME_STEP:
                info |= self._last_words(finished)
        return observed, self._rewards.copy(), finished, self._never.copy(), info

    def _last_words(self, finished: Any) -> dict[str, Any]:
        """The last observations of games that have been dealt anew in the same step."""
        at = self.batch.finished_at[: self.batch.ended]
        last = np.full(self.num_envs, None, object)
        if self._all:
            for number, arrays in zip(at, self.batch.observe_finished(self._actors), strict=True):
                last[number] = arrays
        return {"final_obs": last, "_final_obs": finished, "final_info": {}, "_final_info": finished}

    def _observed(self) -> dict[str, Any]:
        if self._all:
            self.batch.observe(self._arrays)
        else:
            self.batch.observe_masks(self._arrays)
        return {name: array.copy() for name, array in self._arrays.items()} if self._copy else self._arrays

    def _told(self) -> dict[str, Any]:
        return {"seat": self.batch.seats.copy()}

    def random_actions(self) -> Any:
        """A legal action for every game, all equally likely; the array is used again. Finished games get a 0."""
        return np.maximum(self.batch.random_actions(), 0)

    def action_texts(self) -> tuple[str, ...]:
        """What each of the actions is called in this edition."""
        return self.batch.texts


def make_vec(
    num_envs: int = 1,
    edition: str | Edition = "2023-classic",
    opponents: str | Sequence[str] = "random",
    *,
    players: int | None = None,
    **settings: Any,
) -> AcquireVectorEnv:
    """What `gymnasium.make_vec` makes: many of what `gymnasium.make` makes one of, with the same defaults.

    A learner among bots, who must be compiled ones. For others, `gymnasium.make_vec(…, vectorization_mode="sync")` runs
    single environments side by side. Self-play is `AcquireVectorEnv` itself.
    """
    names = opponents_of(opponents, players)
    return AcquireVectorEnv(num_envs, edition, len(names) + 1, opponents=names, **settings)


assert ACTIONS == 218  # what the documents say
