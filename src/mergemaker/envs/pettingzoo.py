"""Acquire for PettingZoo: `env()` and `raw_env`, one agent a seat, asked one after the other as the game asks them.

    from mergemaker.envs.pettingzoo import env

    table = env(edition="1999", players=4, reward="win")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, ended, cut_off, info = table.last()
        action = None if ended or cut_off else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)

An observation is `{"observation": {"planes", "numbers"}, "action_mask"}`, see `mergemaker.envs.encoding`. Rewards come
when the game ends. A seat that acts several times in a row, while buying for instance, is selected again each time.
"""

from __future__ import annotations

from typing import Any

from mergemaker.envs.batch import Batch
from mergemaker.envs.encoding import action_text
from mergemaker.envs.extras import need
from mergemaker.envs.render import MODES, check_mode, rendered
from mergemaker.envs.spaces import action_space, mask_space, sight_space
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import ENDINGS

_pettingzoo = need("pettingzoo", "PettingZoo", "envs")
_gymnasium = need("gymnasium", "Gymnasium", "envs")
_wrappers = need("pettingzoo.utils.wrappers", "PettingZoo", "envs")


def env(**options: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: wrong use is refused, and an illegal action loses the game."""
    inner: Any = raw_env(**options)
    inner = _wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = _wrappers.AssertOutOfBoundsWrapper(inner)
    return _wrappers.OrderEnforcingWrapper(inner)


class raw_env(_pettingzoo.AECEnv):  # type: ignore[misc, name-defined]  # noqa: N801  (PettingZoo's name for it)
    """The environment without wrappers: an illegal action raises IllegalAction and changes nothing.

    `max_cycles` cuts a game off after so many decisions for each player; without it a game goes on to its end.
    """

    metadata = {"name": "acquire_v0", "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        edition: str | Edition = "2023-classic",
        players: int = 4,
        *,
        reward: str = "win",
        hidden: bool | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        sight = _gymnasium.spaces.Dict({"observation": sight_space(), "action_mask": mask_space()})
        self.observation_spaces = dict.fromkeys(self.possible_agents, sight)
        # A space of its own for each agent: a space is also the dice that its agent samples with.
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._batch = Batch(edition, players, reward=reward, hidden=hidden)
        self._decisions = 0

    def observation_space(self, agent: str) -> Any:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do."""
        return self.action_spaces[agent]

    @property
    def state_record(self) -> Any:
        """The game's own record, hidden tiles included: an array of one."""
        return self._batch.games

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; with a seed, always the same one."""
        self._batch.deal(seed)
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def _to_act(self) -> str:
        return self.possible_agents[int(self._batch.games["actor"][0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now. Only the one that must decide has legal actions."""
        seen = self._batch.observe_one(0, self.possible_agents.index(agent))
        mask = seen.pop("action_mask")
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        ended = self._batch.step_one(action)
        self._decisions += 1
        if ended:
            record = self._batch.finished[0]
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = float(self._batch.rewards[0, seat])
                self.infos[agent] = {"money": int(record["cash"][seat]), "end": ENDINGS[int(record["ending"])]}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._decisions >= self.max_cycles * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
        if not ended:
            self.agent_selection = self._to_act()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def action_text(self, action: int) -> str:
        """What an action is called here: `place 5C` …"""
        return action_text(self._batch.edition, action)

    def render(self) -> Any:
        """The table as a spectator sees it: printed (human), as text (ansi) or as a picture (rgb_array)."""
        return rendered(self.render_mode, self._batch)

    def close(self) -> None:
        """Nothing is held open."""
