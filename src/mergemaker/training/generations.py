"""From nothing to a network that plays: self-play, a fit, a match against the generation before, and again.

The first generation learns from brokers; each later one from players who look at the network before it. Then the last
one learns more of certificates that are dealt before play, which changes nothing where there are none, and in the end a
policy learns to choose as looks at that network do, for the search to play on by. A folder keeps everything: a file
for each batch of games, the network of each generation, the policy, and what was measured. What is there is not done
again, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from mergemaker.arena.match import plan, play_match
from mergemaker.arena.standing import standing
from mergemaker.arena.task_runner import spread
from mergemaker.bots.network.network_file import read_network, write_network
from mergemaker.bots.policy.policy_layers import POLICY_LAYERS
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.training.look_choices import play_choices
from mergemaker.training.self_play import Positions, play_certificates, play_games

BATCH_GAMES = 256
SEARCHED_GAMES = 32  # of a batch in which decisions are searched: as long as the others
CERTIFICATE_PASSES = 4.0  # through positions with certificates dealt before play,
CERTIFICATE_STEPS = 4  # in so many smaller steps instead of one,
CERTIFICATE_RATE = 5.0  # and at so many times the rate: there are few weights to be learnt
UNSEEN = 20  # one batch of so many is kept for looking at, and not learnt from
TABLE = ("tournament", 4)  # where generations meet

Tell = Callable[[str, int, int], None]  # hears what is being done, how much of it is done, and how much there is


class TrainingError(MergemakerError):
    """Training can't go on, said in the user's words."""


class Recipe(msgspec.Struct, frozen=True):
    """All that a training depends on: the same recipe gives the same games."""

    games: tuple[int, ...]  # of each generation
    certificates: int = 0  # games from which the last generation learns more of certificates dealt before play
    choices: int = 0  # games of the policy; without any there is none
    searches: int = 0  # games of the policy that learns from searches by that one; without any there is none
    passes: float = 16.0  # through all positions, in a fit
    batch: int = 8192  # positions of a step
    rate: float = 2e-3  # of learning
    policy_steps: int = 2500  # of the policy's fit
    match: int = 400  # games against the generation before
    seed: int = 1


class Generation(msgspec.Struct, frozen=True):
    """What came of a generation."""

    number: int
    games: int
    positions: int
    surprise_before: float  # of the network before on this generation's unseen games
    surprise: float
    wins: float | None = None  # of one look at it against three at the one before
    margin: float | None = None


class CertificatesReport(msgspec.Struct, frozen=True):
    """What came of learning more of certificates that are dealt before play."""

    games: int
    positions: int
    surprise_before: float  # at tables where some are dealt
    surprise: float


class PolicyReport(msgspec.Struct, frozen=True):
    """What came of the policy: how much chance its choices lose against the best by a look, on unseen decisions."""

    games: int
    decisions: int
    lost: dict[str, float]


class GamesTask(msgspec.Struct, frozen=True):
    """A batch of games to be played and kept in a file, for what is learnt from them.

    That is positions, those of tables where certificates are dealt before play, or decisions; with a policy decisions
    are searched, too.
    """

    file: str
    seed: int
    first: int
    games: int
    network: str | None
    learnt: Literal["positions", "certificates", "decisions"] = "positions"
    policy: str | None = None


def play_task(task: GamesTask) -> None:
    """Plays a batch, and writes what is learnt from whole or not at all."""
    layers = None if task.network is None else read_network(task.network)
    if task.learnt == "decisions":
        assert layers is not None  # decisions are made by looks at a network
        policy = None if task.policy is None else read_network(task.policy, POLICY_LAYERS)
        kept = play_choices(task.seed, task.first, task.games, layers, policy)
        arrays = {f"{kind}.{name}": rows for kind, named in kept.items() for name, rows in named.items()}
    elif task.learnt == "certificates":
        assert layers is not None  # they are learnt last
        arrays = msgspec.structs.asdict(play_certificates(task.seed, task.first, task.games, layers))
    else:
        arrays = msgspec.structs.asdict(play_games(task.seed, task.first, task.games, layers))
    part = Path(task.file + ".part")
    with part.open("wb") as file:
        np.savez(file, **arrays)
    part.replace(task.file)


class Training:
    """A training in a folder."""

    def __init__(self, folder: Path, recipe: Recipe, *, jobs: int = 1, device: str = "auto") -> None:
        self.folder = folder
        self.recipe = recipe
        self.jobs = jobs
        self.device = device
        folder.mkdir(parents=True, exist_ok=True)
        if recipe.searches and not recipe.choices:
            raise TrainingError("Searches need a policy to search by: give games for its choices, too.")
        file = folder / "recipe.json"
        if file.exists() and not _is_recipe(file, recipe):
            raise TrainingError(f"{file} has another recipe. Give the same options again, or take another folder.")
        _keep(file, recipe)

    def network_of(self, number: int) -> Path:
        """Where a generation's network lies."""
        return self.folder / f"generation-{number}" / "network.npz"

    def report_of(self, number: int) -> Path:
        """The file that says what came of a generation."""
        return self.folder / f"generation-{number}" / "report.json"

    @property
    def last_network(self) -> Path:
        """The network that plays in the end."""
        if self.recipe.certificates:
            return self.folder / "certificates" / "network.npz"
        return self.network_of(len(self.recipe.games))

    @property
    def certificates_report(self) -> Path:
        """The file that says what came of learning more of certificates."""
        return self.folder / "certificates" / "report.json"

    def policy_of(self, number: int) -> Path:
        """Where a policy lies: the first learns from looks, the second from searches."""
        return self.folder / f"policy-{number}" / "policy.npz"

    def policy_report_of(self, number: int) -> Path:
        """The file that says what came of a policy."""
        return self.policy_of(number).parent / "report.json"

    def run(self, tell: Tell) -> list[Generation]:
        """Does what is left to do. Returns what came of each generation."""
        recipe = self.recipe
        done = []
        for number, games in enumerate(recipe.games, 1):
            if not self.report_of(number).exists():
                self._generation(number, games, tell)
            done.append(msgspec.json.decode(self.report_of(number).read_bytes(), type=Generation))
        if recipe.certificates and not self.certificates_report.exists():
            self._teach_certificates(tell)
        write_network(self.folder / "magnate.npz", dict(np.load(self.last_network)))
        for number, games in enumerate(self.policies, 1):
            if not self.policy_report_of(number).exists():
                self._teach_policy(number, games, tell)
            write_network(self.folder / "policy.npz", dict(np.load(self.policy_of(number))))
        return done

    @property
    def policies(self) -> list[int]:
        """The games of each policy."""
        return [games for games in (self.recipe.choices, self.recipe.searches) if games]

    def _generation(self, number: int, games: int, tell: Tell) -> None:
        files = self._files(self.network_of(number).parent, games)
        self._play(
            f"generation {number}: games",
            files,
            games,
            tell,
            seed=self.recipe.seed * 1000 + number,
            network=str(self.network_of(number - 1)) if number > 1 else None,
        )
        before = self.network_of(number - 1) if number > 1 else None
        # Players who look at a network play alike enough that their earlier games still teach; brokers do not.
        older = [
            file
            for one in range(2, number)
            for file in self._files(self.network_of(one).parent, self.recipe.games[one - 1])
        ]
        surprise_before, surprise, positions = self._fit(
            f"generation {number}",
            [*older, *files],
            before,
            self.network_of(number),
            tell,
            passes=self.recipe.passes,
            rate=self.recipe.rate,
            batch=self.recipe.batch,
        )
        wins, margin = self._meet(number, tell) if number > 1 and self.recipe.match else (None, None)
        report = Generation(number, games, positions, surprise_before, surprise, wins, margin)
        _keep(self.report_of(number), report)

    def _files(self, home: Path, games: int, batch: int = BATCH_GAMES) -> list[Path]:
        """Where so many games lie in a folder, or will."""
        return [home / f"games-{at:05}.npz" for at in range(-(-games // batch))]

    def _play(
        self, what: str, files: Sequence[Path], games: int, tell: Tell, batch: int = BATCH_GAMES, **how: Any
    ) -> None:
        """Plays those games that are not there yet."""
        files[0].parent.mkdir(exist_ok=True)
        tasks = [
            GamesTask(file=str(file), first=at * batch, games=min(batch, games - at * batch), **how)
            for at, file in enumerate(files)
        ]
        left = [task for task in tasks if not Path(task.file).exists()]
        tell(what, len(tasks) - len(left), len(tasks))
        for done, _ in enumerate(spread(play_task, left, self.jobs, None), 1):
            tell(what, len(tasks) - len(left) + done, len(tasks))

    def _teach_policy(self, number: int, games: int, tell: Tell) -> None:
        """Fits a policy: the first to what looks at the last network thought of choices, the second to searches."""
        recipe = self.recipe
        batch = BATCH_GAMES if number == 1 else SEARCHED_GAMES
        files = self._files(self.policy_of(number).parent, games, batch)
        before = self.policy_of(number - 1) if number > 1 else None
        self._play(
            f"policy {number}: games",
            files,
            games,
            tell,
            batch,
            seed=recipe.seed * 1000 + 1 - number,
            network=str(self.last_network),
            learnt="decisions",
            policy=None if before is None else str(before),
        )
        device = self._device()
        from mergemaker.training import policy_fit
        from mergemaker.training.network_fit import arrays_of, loaded

        learn, unseen = policy_fit.decisions_in(files, device)
        policy = policy_fit.make_policy().to(device)
        if before is not None:
            loaded(policy, dict(np.load(before)))
        lost = policy_fit.lost_by(policy, unseen)
        tell(f"policy {number}: fit, points lost: {_points(lost)}", 0, recipe.policy_steps)
        for at in policy_fit.fit_policy(policy, learn, unseen, steps=recipe.policy_steps, seed=recipe.seed):
            lost = at.lost
            tell(f"policy {number}: fit, points lost: {_points(lost)}", at.step, at.steps)
        write_network(self.policy_of(number), arrays_of(policy))
        count = sum(len(one["features"]) for one in learn.values())
        _keep(self.policy_report_of(number), PolicyReport(games, count, lost))

    def _device(self) -> str:
        """Where fits run, PyTorch made ready for the recipe's seed; TrainingError where they can't."""
        try:
            import torch
        except ImportError as error:
            raise TrainingError("Fitting needs PyTorch: pip install torch, or the extra `train`.") from error
        cuda = torch.cuda.is_available()
        device = ("cuda" if cuda else "cpu") if self.device == "auto" else self.device
        if device == "cuda" and not cuda:
            raise TrainingError("There is no GPU that PyTorch can use here; --device cpu does without.")
        torch.manual_seed(self.recipe.seed)
        return device

    def _teach_certificates(self, tell: Tell) -> None:
        """Has the last generation learn more of certificates dealt before play, and leaves all else as it is."""
        recipe = self.recipe
        before = self.network_of(len(recipe.games))
        files = self._files(self.last_network.parent, recipe.certificates)
        self._play(
            "certificates: games",
            files,
            recipe.certificates,
            tell,
            seed=recipe.seed * 1000 + 100,
            network=str(before),
            learnt="certificates",
        )
        self._device()  # says what is missing before anything is read
        from mergemaker.training.network_fit import CERTIFICATES

        surprise_before, surprise, positions = self._fit(
            "certificates",
            files,
            before,
            self.last_network,
            tell,
            passes=CERTIFICATE_PASSES,
            rate=recipe.rate * CERTIFICATE_RATE,
            batch=max(recipe.batch // CERTIFICATE_STEPS, 1),
            only=CERTIFICATES,
        )
        report = CertificatesReport(recipe.certificates, positions, surprise_before, surprise)
        _keep(self.certificates_report, report)

    def _fit(
        self,
        what: str,
        files: Sequence[Path],
        before: Path | None,
        after: Path,
        tell: Tell,
        *,
        passes: float,
        rate: float,
        batch: int,
        only: Mapping[str, Sequence[int]] | None = None,
    ) -> tuple[float, float, int]:
        """Fits a network. Returns its surprise before and after, and how many positions it learnt from."""
        device = self._device()
        from mergemaker.training import network_fit

        kept = [file for at, file in enumerate(files) if at % UNSEEN == 0]
        learnt = [file for file in files if file not in kept] or kept
        learn = _tensors(learnt, device)
        unseen = _tensors(kept, device)
        network = network_fit.make_network().to(device)
        if before is not None:
            network_fit.loaded(network, dict(np.load(before)))
        surprise_before = best = network_fit.surprise_of(network, unseen.features, unseen.won)
        steps = max(int(passes * len(learn.features) / batch), 1)
        for at in network_fit.fit(
            network, learn, unseen, steps=steps, rate=rate, batch=batch, seed=self.recipe.seed, only=only
        ):
            best = min(best, at.surprise)
            tell(f"{what}: fit, surprise {at.surprise:.4f}", at.step, at.steps)
        write_network(after, network_fit.arrays_of(network))
        return surprise_before, best, len(learn.features)

    def _meet(self, number: int, tell: Tell) -> tuple[float, float]:
        """How often one look at the new network wins against three at the one before, and how sure that is."""
        new, old = (f"magnate:iterations=1:network={self.network_of(one)}" for one in (number, number - 1))
        edition, players = TABLE
        tasks = plan([new, *[old] * (players - 1)], Edition.named(edition), self.recipe.match, self.recipe.seed)
        played = []
        for game in play_match(tasks, self.jobs):
            played.append(game)
            tell(f"generation {number}: match", len(played), len(tasks))
        first = next(one for one in standing(tasks[0].bots, played).entrants if one.bot == new)
        return first.win_share, (first.high - first.low) / 2


def _is_recipe(file: Path, recipe: Recipe) -> bool:
    """Whether a file has this very recipe; one of another version, or a broken one, has not."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Recipe) == recipe
    except msgspec.DecodeError:
        return False


def _keep(file: Path, what: msgspec.Struct) -> None:
    """Writes a file whole or not at all: a report that is there says that its part is done."""
    part = file.with_name(file.name + ".part")
    part.write_bytes(msgspec.json.encode(what))
    part.replace(file)


def _points(lost: dict[str, float]) -> str:
    return ", ".join(f"{kind} {100 * chance:.2f}" for kind, chance in lost.items())


def _tensors(files: Sequence[Path], device: str) -> Any:
    """All positions of some files, as tensors on a device."""
    import torch

    parts = [np.load(file) for file in files]
    return Positions(
        *(
            torch.from_numpy(np.concatenate([part[name] for part in parts])).to(device)
            for name in Positions.__struct_fields__
        )
    )
