"""Fitting the policy to what looks and searches thought of each choice, with PyTorch.

The target of a decision is a softmax of its choices' ratings, so that a choice that is nearly as good as the best is
nearly as welcome. `bots/policy/policy_layers.py` does the same arithmetic in compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from mergemaker.bots.evaluation.best_basket import BASKETS
from mergemaker.bots.network import features as f
from mergemaker.bots.policy.choice_features import PURCHASE_WIDTH, ROLES
from mergemaker.bots.policy.policy_layers import CASH, POLICY_LAYERS
from mergemaker.rules.state import ABSORB, FOUND, MAX_CHAINS, MAX_PLAYERS, SURVIVOR, TRADE
from mergemaker.training.look_choices import UNTRIED

TEMPER = 0.006  # difference in chance that makes a choice e times as welcome
DECAY = 0.05
WARM_UP = 100  # steps until the full rate
PARTS = {"place": 0.4, "buy": 0.35, "chain": 0.08, "split": 0.17}  # of each step's decisions
UNSEEN = 20  # one decision of so many is kept for looking at
LOOKS = 10  # at those, in the course of a fit


class PolicyProgress(msgspec.Struct, frozen=True):
    """Where a fit stands: how much chance a choice by the policy loses, on average of unseen decisions."""

    step: int
    steps: int
    lost: dict[str, float]


def decisions_in(files: Sequence[Path], device: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The decisions of some files by kinds, as tensors on a device: those to learn from, and a few to look at."""
    import torch

    parts = [np.load(file) for file in files]
    learn: dict[str, Any] = {}
    unseen: dict[str, Any] = {}
    for key in dict.fromkeys(key for part in parts for key in part.files):
        kind, name = key.split(".")
        rows = torch.from_numpy(np.concatenate([part[key] for part in parts if key in part.files])).to(device)
        few = max(len(rows) // UNSEEN, 1)
        unseen.setdefault(kind, {})[name] = rows[:few]
        learn.setdefault(kind, {})[name] = rows[few:] if len(rows) > few else rows
    return learn, unseen


def make_policy() -> Any:
    """A policy that knows nothing."""
    import torch
    from torch import nn

    counts = np.zeros((len(BASKETS), MAX_CHAINS, 3), np.float32)
    for basket, parts in enumerate(BASKETS):
        for chain, count in parts:
            if count:
                counts[basket, chain, count - 1] = 1

    class Policy(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            for name, inputs, outputs, biased in POLICY_LAYERS:
                self.add_module(name, nn.Linear(inputs, outputs, bias=biased))
            self.register_buffer("counts", torch.from_numpy(counts), persistent=False)
            self.register_buffer("steps", torch.from_numpy(np.float32(CASH)), persistent=False)

        def views(self, x: Any, purchases: Any) -> tuple[Any, Any]:
            count = len(x)
            game = x[:, : f.CHAINS_AT]
            chains = x[:, f.CHAINS_AT : f.SEATS_AT].reshape(count, MAX_CHAINS, f.CHAIN_WIDTH)
            seats = x[:, f.SEATS_AT : f.SHARES_AT].reshape(count, MAX_PLAYERS, f.SEAT_WIDTH)
            shares = x[:, f.SHARES_AT :].reshape(count, MAX_PLAYERS, MAX_CHAINS, f.SHARE_WIDTH)
            rivals = torch.relu(self.rival_share(shares[:, 1:]) + self.rival_seat(seats[:, 1:])[:, :, None])
            rivals = (rivals * seats[:, 1:, None, :1]).sum(1)
            common = self.game1(game) + self.seat1(seats[:, 0])
            hidden = self.chain1(chains) + self.share1(shares[:, 0]) + self.rivals1(rivals) + self.purchase1(purchases)
            # An edition without so many chains has no price for those that it lacks.
            here = (chains[:, :, f.CHAIN_NUMBERS.index("certificates / 25")] > 0)[:, :, None]
            hidden = torch.relu(hidden + common[:, None]) * here
            whole = torch.relu(self.game2(game) + self.seat2(seats[:, 0]) + self.chains2(hidden.sum(1)))
            return torch.relu(self.own3(hidden) + self.whole3(whole)[:, None]), whole

        def forward(self, kind: str, d: Mapping[str, Any]) -> Any:
            x = d["features"].float()
            purchases = d["purchases"].float() if kind == "buy" else x.new_zeros(len(x), MAX_CHAINS, PURCHASE_WIDTH)
            views, whole = self.views(x, purchases)
            if kind == "place":
                hidden = self.tile4(d["tiles"].float()) + self.whole4(whole)[:, None]
                for role in range(len(ROLES)):
                    bits = (d["roles"][:, :, role, None].int() >> torch.arange(MAX_CHAINS, device=x.device)) & 1
                    hidden = hidden + getattr(self, f"role{role}")(torch.einsum("bsc,bcv->bsv", bits.float(), views))
                return self.tile5(torch.relu(hidden))[:, :, 0]
            if kind == "buy":
                left = d["cash"][:, None] - torch.einsum("kcn,bcn->bk", self.counts, self._costs(d))
                scores = torch.einsum("kcn,bcn->bk", self.counts, self.buy(views))
                parts = (left[:, :, None] / self.steps).clamp(max=1.0)
                return scores + (parts * self.cash(whole)[:, None]).sum(2)
            if kind == "chain":
                decision = d["decision"]
                scores = x.new_zeros(len(x), MAX_CHAINS)
                for number, head in ((FOUND, self.found), (SURVIVOR, self.survivor), (ABSORB, self.absorb)):
                    scores = torch.where((decision == number)[:, None], head(views)[:, :, 0], scores)
                return scores
            rows = torch.arange(len(x), device=x.device)
            hidden = self.whole_split(whole) + self.survivor_split(views[rows, d["survivor"]])
            hidden = torch.relu(hidden + self.absorbed_split(views[rows, d["absorbed"]]))
            slopes = torch.where((d["decision"] == TRADE)[:, None], self.trade(hidden), self.sell(hidden))
            return (d["splits"].float() * slopes[:, None]).sum(2)

        def _costs(self, d: Mapping[str, Any]) -> Any:
            """What one, two and three shares of each chain cost."""
            return d["costs"][:, :, None] * torch.arange(1.0, 4.0, device=d["costs"].device)

    return Policy()


def _loss(scores: Any, ratings: Any, temper: float) -> tuple[Any, Any]:
    """The cross entropy to the softmax of the ratings, and the chance that the best score loses."""
    import torch

    tried = ratings > UNTRIED
    target = torch.softmax(torch.where(tried, ratings / temper, -1e4), 1)
    chances = torch.log_softmax(torch.where(tried, scores, -1e4), 1)
    chosen = torch.where(tried, scores, -1e9).argmax(1, keepdim=True)
    lost = ratings.max(1).values - ratings.gather(1, chosen)[:, 0]
    return -(target * chances).sum(1).mean(), lost


def _some(decisions: Mapping[str, Any], rows: Any) -> dict[str, Any]:
    return {name: values[rows] for name, values in decisions.items()}


def lost_by(policy: Any, decisions: Mapping[str, Mapping[str, Any]], temper: float = TEMPER) -> dict[str, float]:
    """What choices by the policy lose against the best rated ones, by kinds of decisions."""
    import torch

    lost = {}
    with torch.no_grad():
        for kind, one in decisions.items():
            parts = [
                _loss(policy(kind, part), part["ratings"], temper)[1]
                for at in range(0, len(one["features"]), 8192)
                for part in [_some(one, slice(at, at + 8192))]
            ]
            lost[kind] = float(torch.cat(parts).mean())
    return lost


def fit_policy(
    policy: Any,
    learn: Mapping[str, Mapping[str, Any]],
    unseen: Mapping[str, Mapping[str, Any]],
    *,
    steps: int,
    rate: float = 3e-3,
    batch: int = 4096,
    temper: float = TEMPER,
    seed: int = 0,
) -> Iterator[PolicyProgress]:
    """Fits for so many steps; decisions are tensors where the policy is."""
    import torch

    device = next(policy.parameters()).device
    draw = torch.Generator(device).manual_seed(seed)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=rate, weight_decay=DECAY)
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = rate * max(0.005, 0.5 * (1 + cos(pi * step / steps))) * min(1.0, step / WARM_UP)
        loss = torch.zeros((), device=device)
        for kind, decisions in learn.items():
            rows = torch.randint(len(decisions["features"]), (int(batch * PARTS[kind]),), device=device, generator=draw)
            part = _some(decisions, rows)
            loss = loss + PARTS[kind] * _loss(policy(kind, part), part["ratings"], temper)[0]
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        if step == steps or step % max(steps // LOOKS, 1) == 0:
            yield PolicyProgress(step, steps, lost_by(policy, unseen, temper))
