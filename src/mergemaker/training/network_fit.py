"""Fitting the network to who won, with PyTorch: on a GPU where there is one.

The network corrects the evaluation's own chances. It looks at each seat in each chain with the same eyes, adds up
what it sees for each seat, and gives each seat one number; a softmax makes chances of them. A second head foretells
each seat's part of the money, which is not used in play: it only makes the layers learn faster.
`bots/network/layers.py` does the same arithmetic in compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.network import features as f
from mergemaker.bots.network.layers import LAYERS
from mergemaker.rules.state import MAX_CHAINS, MAX_PLAYERS
from mergemaker.training.self_play import Positions

MONEY_WEIGHT = 0.3  # of the second head in the loss
DECAY = 0.5
WARM_UP = 200  # steps until the full rate
# What a network knows of certificates dealt before play, by layers: fitted alone, it leaves other tables as they are.
CERTIFICATES = {
    "game1": f.CERTIFICATES_OF_GAME,
    "game3": f.CERTIFICATES_OF_GAME,
    "seat1": f.CERTIFICATES_OF_SEAT,
    "seat3": f.CERTIFICATES_OF_SEAT,
}
LOOKS = 20  # at the unseen games, in the course of a fit


class Progress(msgspec.Struct, frozen=True):
    """Where a fit stands."""

    step: int
    steps: int
    surprise: float  # on games that it does not learn from


def make_network() -> Any:
    """A network that says at first just what the evaluation says."""
    import torch
    from torch import nn

    class Network(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            for name, inputs, outputs, biased in LAYERS:
                # The last one has a head for the money besides.
                self.add_module(name, nn.Linear(inputs, outputs + (name == "out"), bias=biased))
            nn.init.zeros_(self.out.weight)
            nn.init.zeros_(self.out.bias)

        def forward(self, x: Any) -> tuple[Any, Any]:
            count = len(x)
            game = x[:, : f.CHAINS_AT]
            chains = x[:, f.CHAINS_AT : f.SEATS_AT].reshape(count, MAX_CHAINS, f.CHAIN_WIDTH)
            seats = x[:, f.SEATS_AT : f.SHARES_AT].reshape(count, MAX_PLAYERS, f.SEAT_WIDTH)
            shares = x[:, f.SHARES_AT :].reshape(count, MAX_PLAYERS, MAX_CHAINS, f.SHARE_WIDTH)
            here = seats[:, :, 0]
            players = here.sum(1).clamp_min(1)
            hidden = (
                self.game1(game)[:, None, None]
                + self.chain1(chains)[:, None]
                + self.seat1(seats)[:, :, None]
                + self.share1(shares)
            )
            hidden = torch.relu(hidden) * here[:, :, None, None]
            usual = hidden.sum(1) / players[:, None, None]
            hidden = torch.relu(self.own2(hidden) + self.all2(usual)[:, None]).sum(2) * here[:, :, None]
            usual = hidden.sum(1) / players[:, None]
            hidden = (
                torch.relu(self.own3(hidden) + (self.all3(usual) + self.game3(game))[:, None] + self.seat3(seats))
                * here[:, :, None]
            )
            usual = hidden.sum(1) / players[:, None]
            hidden = hidden + torch.relu(self.own4(hidden) + self.all4(usual)[:, None])
            told = self.out(hidden).float()
            absent = (here.float() - 1) * 1e4
            logits = told[:, :, 0] + seats[:, :, f.LOG_CHANCE].float() + absent
            return torch.log_softmax(logits, 1), torch.log_softmax(told[:, :, 1] + absent, 1)

    return Network()


def surprise_of(network: Any, features: Any, won: Any, batch: int = 16384) -> float:
    """The mean surprise at who won."""
    import torch

    whole = 0.0
    with torch.no_grad():
        for at in range(0, len(features), batch):
            chance = network(features[at : at + batch].float())[0].exp()
            whole -= float(torch.log((chance * won[at : at + batch].float()).sum(1).clamp_min(1e-9)).sum())
    return whole / len(features)


def fit(
    network: Any,
    learn: Positions,
    unseen: Positions,
    *,
    steps: int,
    rate: float = 2e-3,
    batch: int = 8192,
    seed: int = 0,
    only: Mapping[str, Sequence[int]] | None = None,
) -> Iterator[Progress]:
    """Fits for so many steps; the network is left as it was at its best on the unseen games.

    `learn` and `unseen` are positions (`self_play.Positions`), as tensors where the network is. With `only`, just the
    weights of those inputs of each layer are fitted, and all others stay as they are to the bit.
    """
    import torch

    device = next(network.parameters()).device
    draw = torch.Generator(device).manual_seed(seed)
    features, target, money = learn.features, learn.target, learn.money
    fitted = list(network.parameters()) if only is None else _columns(network, only)
    optimizer = torch.optim.AdamW(fitted, lr=rate, weight_decay=DECAY if only is None else 0.0)
    best = surprise_of(network, unseen.features, unseen.won)
    kept = {name: value.clone() for name, value in network.state_dict().items()}
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = rate * max(0.005, 0.5 * (1 + cos(pi * step / steps))) * min(1.0, step / WARM_UP)
        at = torch.randint(len(features), (batch,), device=device, generator=draw)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            chance, parts = network(features[at].float())
        loss = -(target[at].float() * chance).sum(1).mean() - MONEY_WEIGHT * (money[at].float() * parts).sum(1).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if step == steps or step % max(steps // LOOKS, 1) == 0:
            here = surprise_of(network, unseen.features, unseen.won)
            if here < best:
                best = here
                kept = {name: value.clone() for name, value in network.state_dict().items()}
            yield Progress(step, steps, here)
    network.load_state_dict(kept)


def _columns(network: Any, only: Mapping[str, Sequence[int]]) -> list[Any]:
    """The layers of which just some inputs are to be fitted, the others being held where they are."""
    import torch

    network.requires_grad_(False)
    fitted = []
    for name, inputs in only.items():
        weight = getattr(network, name).weight
        free = torch.zeros_like(weight)
        free[:, list(inputs)] = 1
        weight.requires_grad_(True)
        weight.register_hook(free.mul)
        fitted.append(weight)
    return fitted


def loaded(network: Any, arrays: Mapping[str, Any]) -> Any:
    """The network with weights from a file's arrays."""
    import torch

    device = next(network.parameters()).device
    network.load_state_dict({name: torch.from_numpy(np.float32(rows)).to(device) for name, rows in arrays.items()})
    return network


def arrays_of(network: Any) -> dict[str, Any]:
    """The network's weights as float32 arrays, by name."""
    return {name: value.detach().float().cpu().numpy() for name, value in network.state_dict().items()}
