"""`mergemaker train`: a network from nothing, generation after generation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mergemaker.cli.arena_commands import Jobs
from mergemaker.cli.common_options import AsJson, Seed
from mergemaker.cli.output import complaints, console, print_json, progress_bar, say
from mergemaker.rules.words.phrases import counted


def train(
    folder: Annotated[
        Path, typer.Argument(help="Where games, networks and reports are kept; made if it is not there.")
    ],
    games: Annotated[
        str, typer.Option("--games", "-g", help="Games of each generation, with commas between them.")
    ] = "160000,90000,90000",
    certificates: Annotated[
        int,
        typer.Option("--certificates", min=0, help="Games to learn more of certificates dealt before play; 0: none."),
    ] = 20000,
    choices: Annotated[
        int, typer.Option("--choices", min=0, help="Games whose decisions the policy learns from; 0: no policy.")
    ] = 14000,
    searches: Annotated[
        int,
        typer.Option("--searches", min=0, help="Games whose decisions are searched for a second policy; 0: none."),
    ] = 4256,
    passes: Annotated[
        float, typer.Option("--passes", min=0.1, help="How often a fit goes through all positions.")
    ] = 16.0,
    match: Annotated[int, typer.Option("--match", min=0, help="Games against the generation before.")] = 400,
    device: Annotated[str, typer.Option("--device", help="Where the fit runs: auto, cpu or cuda.")] = "auto",
    seed: Seed = 1,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Teach a network and a policy by self-play. Run it again to go on where it stopped."""
    import msgspec

    from mergemaker.training.generations import CertificatesReport, PolicyReport, Recipe, Training

    if device not in ("auto", "cpu", "cuda"):
        raise typer.BadParameter("It is auto, cpu or cuda.", param_hint="--device")
    recipe = Recipe(
        _numbers(games, "--games"),
        certificates=certificates,
        choices=choices,
        searches=searches if choices else 0,
        passes=passes,
        match=match,
        seed=seed,
    )
    training = Training(folder, recipe, jobs=jobs, device=device)
    try:
        with progress_bar(transient=False) as progress:
            shown = progress.add_task("beginning", total=None)

            def tell(what: str, done: int, total: int) -> None:
                progress.update(shown, description=what, completed=done, total=total)

            generations = training.run(tell)
    except KeyboardInterrupt:
        complaints().print("Stopped. Everything so far is kept: the same command goes on from there.")
        raise typer.Exit(130) from None
    if as_json:
        print_json(generations)
        return
    for one in generations:
        beat = "" if one.wins is None else f", wins {one.wins:.1%} ± {one.margin:.1%} against three of the one before"
        say(
            f"generation {one.number}: {counted(one.games, 'game')}, {one.positions:,} positions, surprise "
            f"{one.surprise_before:.4f} → {one.surprise:.4f}{beat}"
        )
    if certificates:
        told = msgspec.json.decode(training.certificates_report.read_bytes(), type=CertificatesReport)
        say(
            f"certificates: {counted(told.games, 'game')}, {told.positions:,} positions, surprise "
            f"{told.surprise_before:.4f} → {told.surprise:.4f}"
        )
    for number in range(1, len(training.policies) + 1):
        lost = msgspec.json.decode(training.policy_report_of(number).read_bytes(), type=PolicyReport).lost
        teacher = "a look" if number == 1 else "a search"
        points = ", ".join(f"{kind} {100 * one:.2f}" for kind, one in lost.items())
        say(f"policy {number}: points lost against {teacher} {points}")
    files = ["network=" + str(folder / "magnate.npz"), *(["policy=" + str(folder / "policy.npz")] if choices else [])]
    console().print(f"Play it as magnate:{':'.join(files)}")


def _numbers(text: str, option: str) -> tuple[int, ...]:
    """Whole numbers with commas between them."""
    numbers = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) > 0 for part in numbers):
        raise typer.BadParameter("Whole numbers with commas between them, such as 450000,60000.", param_hint=option)
    return tuple(map(int, numbers))
