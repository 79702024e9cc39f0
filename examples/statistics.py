"""A million random games: who wins from which chair, how long games last, what chains are worth, how they end.

    python examples/statistics.py --games 1000000 --out report

writes report/report.md with its plots. The players choose at random, so this describes the rules, not good play; games
are the same for everybody who runs it with the same seed. On a machine with a GPU, `--gpu` plays them there.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np

from mergemaker.envs.simulate import simulate_batch
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.state import ENDINGS

mpl.use("Agg")
import matplotlib.pyplot as plt

PIECE = 100_000
PLAYERS = 4


# %% The games, in pieces: a million states at once would be half a gigabyte.
def pieces(edition: str, games: int, seed: int, gpu: bool) -> Iterator[tuple[Any, Any]]:
    for first in range(0, games, PIECE):
        count = min(PIECE, games - first)
        if gpu:
            from mergemaker import gpu as device

            tables, decisions = device.simulate(edition, PLAYERS, count, seed=seed, first=first)
            yield tables.to_host(), decisions.copy_to_host()
        else:
            yield simulate_batch(edition, PLAYERS, count, seed=seed, first=first)


# %% What is counted in each edition.
class Counts:
    def __init__(self, edition: str) -> None:
        self.edition = Edition.named(edition)
        self.games = 0
        self.wins = np.zeros(PLAYERS)  # by turn order: the seat that began is 0
        self.money = np.zeros(PLAYERS)
        self.lengths = np.zeros(2000, np.int64)
        self.endings = np.zeros(len(ENDINGS), np.int64)
        self.final_sizes = np.zeros((len(self.edition.chains), 109), np.int64)

    def add(self, games: Any, decisions: Any) -> None:
        cash = games["cash"][:, :PLAYERS].astype(np.int64)
        order = (np.arange(PLAYERS) - games["starter"][:, None].astype(np.int64)) % PLAYERS
        best = cash == cash.max(1, keepdims=True)
        shares = best / best.sum(1, keepdims=True)
        for turn in range(PLAYERS):
            self.wins[turn] += shares[order == turn].sum()
            self.money[turn] += cash[order == turn].sum()
        self.lengths += np.bincount(np.minimum(decisions, 1999), minlength=2000)
        self.endings += np.bincount(games["ending"], minlength=len(ENDINGS))
        for chain in range(len(self.edition.chains)):
            self.final_sizes[chain] += np.bincount(games["sizes"][:, chain], minlength=109)
        self.games += len(games)


# %% The report.
def error(share: float, games: int) -> float:
    """Half of a 95% interval of a share."""
    return float(1.96 * np.sqrt(share * (1 - share) / games))


def report(found: list[Counts], folder: Path, seconds: float, seed: int) -> str:
    total = sum(counts.games for counts in found)
    lines = [
        "# What a million random games say" if total >= 10**6 else f"# What {total:,} random games say",
        "",
        f"{found[0].games:,} games of {PLAYERS} players in each edition, seed {seed}, all choices uniform.",
        f"{seconds:.0f} s, {total / seconds:,.0f} games a second. ± is a 95% interval.",
        "",
        "## The advantage of beginning",
        "",
        "Share of games won, by turn order; a quarter would be even.",
        "",
        "| edition | first | second | third | fourth | ± | money of the first over the last |",
        "|---|---|---|---|---|---|---|",
    ]
    for counts in found:
        won = counts.wins / counts.games
        money = counts.money / counts.games
        cells = " | ".join(f"{share:.2%}" for share in won)
        lines.append(
            f"| {counts.edition.name} | {cells} | {error(0.25, counts.games):.2%} | {money[0] - money[-1]:+,.0f} |"
        )
    lines += ["", "![wins by turn order](wins.png)", "", "## The length of games, in decisions", ""]
    lines += ["| edition | mean | 5% | median | 95% |", "|---|---|---|---|---|"]
    for counts in found:
        at = np.arange(len(counts.lengths))
        running = counts.lengths.cumsum() / counts.games
        quantiles = " | ".join(str(int(np.searchsorted(running, q))) for q in (0.05, 0.5, 0.95))
        lines.append(f"| {counts.edition.name} | {(at * counts.lengths).sum() / counts.games:.1f} | {quantiles} |")
    lines += ["", "![lengths](lengths.png)", "", "## How games end", ""]
    lines += ["| edition | " + " | ".join(ENDINGS[1:]) + " |", "|---" * len(ENDINGS) + "|"]
    for counts in found:
        cells = " | ".join(f"{count / counts.games:.2%}" for count in counts.endings[1:])
        lines.append(f"| {counts.edition.name} | {cells} |")
    lines += ["", "## What chains are worth at the end", ""]
    lines += [
        "How often a chain is on the board then, its mean size there, and the mean price of a share over all games.",
        "",
    ]
    lines += ["| edition | chain | on the board | size there | price |", "|---|---|---|---|---|"]
    for counts in found:
        for chain, of in enumerate(counts.edition.chains):
            sizes = counts.final_sizes[chain]
            there = sizes[2:].sum()
            prices = [counts.edition.price(chain, size) for size in range(109)]
            mean = (np.arange(109) * sizes).sum() / max(there, 1)
            price = (np.array(prices) * sizes).sum() / counts.games
            lines.append(
                f"| {counts.edition.name} | {of.name} | {there / counts.games:.1%} | {mean:.1f} | {price:,.0f} |"
            )
    lines += ["", "![chains](chains.png)", ""]
    plots(found, folder)
    return "\n".join(lines)


def plots(found: list[Counts], folder: Path) -> None:
    labels = [counts.edition.name for counts in found]
    figure, axes = plt.subplots(figsize=(9, 4))
    for turn in range(PLAYERS):
        points = [100 * (counts.wins[turn] / counts.games - 1 / PLAYERS) for counts in found]
        errors = [100 * error(1 / PLAYERS, counts.games) for counts in found]
        axes.bar(np.arange(len(found)) + 0.2 * turn - 0.3, points, 0.2, yerr=errors, label=f"turn {turn + 1}")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xticks(range(len(found)), labels)
    axes.set_ylabel("games won beyond an even share, in points of 100")
    axes.legend()
    figure.savefig(folder / "wins.png", dpi=120)
    figure, axes = plt.subplots(figsize=(9, 4))
    for counts in found:
        axes.plot(counts.lengths[:400] / counts.games, label=counts.edition.name)
    axes.set_xlabel("decisions in a game")
    axes.set_ylabel("share of games")
    axes.legend()
    figure.savefig(folder / "lengths.png", dpi=120)
    figure, rows = plt.subplots(len(found), 1, figsize=(9, 2.2 * len(found)), squeeze=False)
    for counts, (axes,) in zip(found, rows, strict=True):
        names_here = [of.name for of in counts.edition.chains]
        prices = [
            sum(counts.edition.price(chain, size) * n for size, n in enumerate(counts.final_sizes[chain]))
            / counts.games
            for chain in range(len(names_here))
        ]
        axes.bar(names_here, prices, color=[of.hex for of in counts.edition.chains])
        axes.set_title(counts.edition.name, loc="left", fontsize=9)
        axes.set_ylabel("mean price")
    figure.tight_layout()
    figure.savefig(folder / "chains.png", dpi=120)
    plt.close("all")


def main(arguments: list[str] | None = None) -> Path:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="in all, over the editions")
    parser.add_argument("--editions", nargs="*", default=list(names()))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--out", type=Path, default=Path("report"))
    asked = parser.parse_args(arguments)
    asked.out.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    found = []
    for edition in asked.editions:
        counts = Counts(edition)
        for games, decisions in pieces(edition, -(-asked.games // len(asked.editions)), asked.seed, asked.gpu):
            counts.add(games, decisions)
        found.append(counts)
        print(f"{edition}: {counts.games:,} games")
    path: Path = asked.out / "report.md"
    path.write_text(report(found, asked.out, time.perf_counter() - start, asked.seed), encoding="utf-8")
    print(f"wrote {path}")
    return path


if __name__ == "__main__":
    main()
