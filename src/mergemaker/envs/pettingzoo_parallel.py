"""Acquire for PettingZoo's parallel interface: every agent gives an action in every cycle, and one of them counts.

For libraries that speak only that interface. In each cycle the action of the seat that must decide is played and the
others are passed over; their masks are empty. An action that is not legal changes nothing, and `info` says why.
"""

from __future__ import annotations

from typing import Any

from mergemaker.envs.extras import need
from mergemaker.envs.pettingzoo import raw_env
from mergemaker.rules.errors import MergemakerError

_pettingzoo = need("pettingzoo", "PettingZoo", "envs")
_conversions = need("pettingzoo.utils.conversions", "PettingZoo", "envs")


def env(**options: Any) -> Any:
    """The parallel environment behind PettingZoo's one-at-a-time interface, each agent asked in every cycle."""
    return _conversions.parallel_to_aec(parallel_env(**options))


class parallel_env(_pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]  # noqa: N801  (PettingZoo's name)
    """The options are those of `mergemaker.envs.pettingzoo.raw_env`; `max_cycles` counts cycles."""

    metadata = {**raw_env.metadata, "name": "acquire_parallel_v0", "is_parallelizable": True}  # noqa: RUF012

    def __init__(self, *, max_cycles: int | None = None, **options: Any) -> None:
        self._table = raw_env(**options)
        self.max_cycles = max_cycles
        self.render_mode = self._table.render_mode
        self.possible_agents = self._table.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces
        self._cycles = 0

    observation_space = raw_env.observation_space
    action_space = raw_env.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], Any]:
        """Deals a game; with a seed, always the same one."""
        self._table.reset(seed, options)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], Any, Any, Any, Any]:
        """Plays the action of the agent that must decide."""
        table = self._table
        actor = table.agent_selection
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        try:
            table.step(int(actions[actor]))
        except MergemakerError as error:
            infos[actor] = {"illegal": str(error)}
        self._cycles += 1
        over = table.terminations[actor]
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over:
            infos = {agent: dict(table.infos[agent]) for agent in self.agents}
        rewards = {agent: float(table.rewards[agent]) if over else 0.0 for agent in self.agents}
        ended, cut_off = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return self._seen(), rewards, ended, cut_off, infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self._table.observe(agent) for agent in self.possible_agents}

    def render(self) -> Any:
        """As the environment with one agent at a time shows it."""
        return self._table.render()

    def close(self) -> None:
        """Nothing is held open."""
