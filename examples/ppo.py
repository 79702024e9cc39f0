"""Self-play with PPO in PyTorch on the vector environment, small enough to read at one sitting.

    pip install 'mergemaker[envs]' torch
    python examples/ppo.py --steps 2000000 --out ppo

One network plays all seats. A step of a game belongs to the seat that acted, so advantages are counted along each
seat's own decisions. Every few updates the network plays a table of random players, and the curve of its share of wins
is plotted.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import torch
from torch import Tensor, nn

from mergemaker.envs.encoding import ACTIONS, NUMBERS_SHAPE, PLANES_SHAPE
from mergemaker.envs.vector import AcquireVectorEnv

mpl.use("Agg")
import matplotlib.pyplot as plt

LENGTH = 64  # steps of every game between updates
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 1.0, 0.95, 0.2, 0.01, 0.5
EPOCHS, BATCHES = 2, 4


class Network(nn.Module):
    """Planes through two convolutions, numbers beside them; a head for the actions and one for the value."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        planes, rows, columns = PLANES_SHAPE
        self.board = nn.Sequential(
            nn.Conv2d(planes, 16, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(16, 8, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
        )
        self.body = nn.Sequential(
            nn.Linear(8 * rows * columns + NUMBERS_SHAPE[0], width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actions = nn.Linear(width, ACTIONS)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.actions.weight)

    def forward(self, planes: Tensor, numbers: Tensor, mask: Tensor) -> tuple[Any, Tensor]:
        body = self.body(torch.cat([self.board(planes.float()), numbers], 1))
        logits = self.actions(body).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(body)[:, 0]


def tensors(observed: dict[str, Any]) -> tuple[Tensor, Tensor, Tensor]:
    """An observation for the network; copied, because the environment uses its arrays again."""
    return (
        torch.from_numpy(observed["planes"].copy()),
        torch.from_numpy(observed["numbers"].copy()),
        torch.from_numpy(observed["action_mask"].astype(bool)),
    )


def advantages(values: Any, seats: Any, rewards: Any, ended: Any, players: int) -> tuple[Any, Any]:
    """Advantage and return of every step, counted backwards along each seat's own decisions.

    `rewards[t, game, seat]` is paid by step t. What lies beyond the last step is unknown: a seat's last decision before
    it takes its own value as the estimate of what follows.
    """
    steps, games = values.shape
    advantage = np.zeros((steps, games), np.float32)
    rows = np.arange(games)
    next_value = np.full((games, players), np.nan, np.float32)
    next_advantage = np.zeros((games, players), np.float32)
    pending = np.zeros((games, players), np.float32)
    for step in reversed(range(steps)):
        done = ended[step]
        next_value[done] = 0
        next_advantage[done] = 0
        pending[done] = 0
        pending += rewards[step]
        seat = seats[step]
        after = next_value[rows, seat]
        after = np.where(np.isnan(after), values[step], after)
        delta = pending[rows, seat] + GAMMA * after - values[step]
        advantage[step] = delta + GAMMA * LAMBDA * next_advantage[rows, seat]
        next_value[rows, seat] = values[step]
        next_advantage[rows, seat] = advantage[step]
        pending[rows, seat] = 0
    return advantage, advantage + values


def update(network: Network, optimizer: Any, rollout: dict[str, Tensor]) -> float:
    """A few passes of PPO over a rollout; the mean loss."""
    count = len(rollout["actions"])
    losses = []
    for _ in range(EPOCHS):
        for part in torch.randperm(count).chunk(BATCHES):
            policy, value = network(rollout["planes"][part], rollout["numbers"][part], rollout["mask"][part])
            ratio = (policy.log_prob(rollout["actions"][part]) - rollout["log_probs"][part]).exp()
            advantage = rollout["advantages"][part]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            error = (value - rollout["returns"][part]).pow(2).mean()
            loss = VALUE * error - gain - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            losses.append(loss.item())
    return float(np.mean(losses))


@torch.no_grad()
def against_random(network: Network, edition: str, players: int, games: int, seed: int) -> float:
    """The network's share of wins in seat one against random players."""
    table = AcquireVectorEnv(games, edition, players, opponents="random", seat=0, autoreset_mode="Disabled")
    observed, _ = table.reset(seed=seed)
    won = np.zeros(games)
    over = np.zeros(games, bool)
    while not over.all():
        planes, numbers, mask = tensors(observed)
        mask[over] = True
        actions = network(planes, numbers, mask)[0].sample().numpy()
        observed, rewards, over, _, _ = table.step(actions)
        won += rewards
    return float(won.mean())


def train(asked: argparse.Namespace) -> list[tuple[int, float]]:
    """Plays and learns; the share of wins against random players by steps played."""
    torch.manual_seed(asked.seed)
    table = AcquireVectorEnv(asked.games, asked.edition, asked.players, autoreset_mode="SameStep", last_words=False)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=asked.rate, eps=1e-5)
    observed, info = table.reset(seed=asked.seed)
    curve = [(0, against_random(network, asked.edition, asked.players, asked.trial, 10**6))]
    print(f"{0:>10,} steps  {curve[0][1]:.3f} of games won against random players")
    played = 0
    start = time.perf_counter()
    for number in range(1, -(-asked.steps // (asked.games * LENGTH)) + 1):
        kept: dict[str, list[Any]] = {name: [] for name in ("planes", "numbers", "mask", "actions", "log_probs")}
        values, seats, rewards, ended = [], [], [], []
        for _ in range(LENGTH):
            planes, numbers, mask = tensors(observed)
            with torch.no_grad():
                policy, value = network(planes, numbers, mask)
            actions = policy.sample()
            for name, tensor in zip(kept, (planes, numbers, mask, actions, policy.log_prob(actions)), strict=True):
                kept[name].append(tensor)
            values.append(value.numpy())
            seats.append(info["seat"])
            observed, _, over, _, info = table.step(actions.numpy())
            paid = info.get("rewards", np.zeros((asked.games, 6), np.float32))
            rewards.append(np.where(over[:, None], paid, 0)[:, : asked.players])
            ended.append(over)
        advantage, target = advantages(
            np.array(values), np.array(seats), np.array(rewards), np.array(ended), asked.players
        )
        rollout = {name: torch.cat(parts) for name, parts in kept.items()}
        rollout["advantages"] = torch.from_numpy(advantage.reshape(-1))
        rollout["returns"] = torch.from_numpy(target.reshape(-1))
        loss = update(network, optimizer, rollout)
        played += asked.games * LENGTH
        if number % asked.every == 0:
            share = against_random(network, asked.edition, asked.players, asked.trial, 10**6)
            curve.append((played, share))
            speed = played / (time.perf_counter() - start)
            print(f"{played:>10,} steps  {share:.3f} of games won against random players  "
                  f"loss {loss:+.3f}  {speed:,.0f} steps/s")  # fmt: skip
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), asked.out / "network.pt")
    plot(curve, asked)
    return curve


def plot(curve: list[tuple[int, float]], asked: argparse.Namespace) -> None:
    """The learning curve."""
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(*zip(*curve, strict=True), marker="o")
    axes.axhline(1 / asked.players, color="black", linewidth=0.8, label="a random player")
    axes.set_xlabel("decisions in self-play")
    axes.set_ylabel("share of games won against random players")
    axes.set_title(f"PPO in self-play, {asked.edition}, {asked.players} players")
    axes.legend()
    figure.tight_layout()
    figure.savefig(asked.out / "curve.png", dpi=120)
    plt.close(figure)


def main(arguments: list[str] | None = None) -> list[tuple[int, float]]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", default="2023-classic")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=256, help="played at the same time")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--every", type=int, default=10, help="updates between two trials")
    parser.add_argument("--trial", type=int, default=500, help="games of a trial")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo"))
    return train(parser.parse_args(arguments))


if __name__ == "__main__":
    main()
