"""`mergemaker tune` and `calibrate`: better weights for the bots, from games that they play against themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from mergemaker.cli.arena_commands import Jobs, Ray
from mergemaker.cli.common_options import AsJson, Force, Seed, find_edition
from mergemaker.cli.output import beside_spinner, check_free, complaints, print_json, say, write_text
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mergemaker.arena.calibration import Step
    from mergemaker.arena.weight_tuning import Generation, Setting

    Found = TypeVar("Found", Generation, Step)

Editions = Annotated[
    str, typer.Option("--edition", "-e", help="Editions or house-rules files, with commas between them.")
]
Start = Annotated[
    Path | None, typer.Option("--start", help="Weights to begin with, - being standard input; the built-in ones.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin with plain round numbers, from nothing.")]
Out = Annotated[Path, typer.Option("--out", "-o", help="Where to write what is found; - for standard output.")]


def tune(
    edition: Editions = "tournament",
    players: Annotated[
        str, typer.Option("--players", "-p", help="Seats at a table; several numbers with commas between them.")
    ] = "4",
    generations: Annotated[int, typer.Option("--generations", min=1, help="Rounds of improvement.")] = 20,
    population: Annotated[int, typer.Option("--population", min=8, help="Weights tried in each generation.")] = 32,
    games: Annotated[int, typer.Option("--games", "-g", min=16, help="Games of each of them.")] = 640,
    start: Start = None,
    fresh: Fresh = False,
    out: Out = Path("weights.toml"),
    force: Force = False,
    clerks: Annotated[int, typer.Option("--clerks", min=0, max=4, help="Seats of each table that clerks have.")] = 0,
    against: Annotated[
        str | None, typer.Option("--against", help="A bot to exploit: it has all seats of a table but one.")
    ] = None,
    width: Annotated[float, typer.Option("--width", min=0.01, max=2.0, help="How far the first ones are drawn.")] = 0.2,
    seed: Seed = 1,
    jobs: Jobs = 1,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Find better weights for the broker, by self-play or --against a bot. Play them as broker:weights=FILE."""
    from mergemaker.arena.weight_tuning import Course
    from mergemaker.arena.weight_tuning import tune as tuned
    from mergemaker.bots.registry import make_bot

    course = Course(generations, population, games, clerks, width, seed, against)
    check_free(out, force)
    began, settings = _first_weights(start, fresh), _settings(edition, players)
    if against is not None:
        if clerks:
            raise typer.BadParameter("Either clerks sit there or that bot.", param_hint="--against")
        make_bot(against, 0).close()  # says now, not in the first round, if there is none
    if clerks >= min(setting.players for setting in settings):
        raise typer.BadParameter("At every table there must be a broker to learn.", param_hint="--clerks")
    made_by = f"mergemaker tune --edition {edition} --players {players} {course.flags}" + _began_with(start, fresh)
    _improve(
        tuned(settings, began, course, jobs=jobs, cluster=ray),
        generations,
        out,
        made_by,
        lambda one: (
            f"{counted(one.games, 'game')}, the best took {one.best:.2f} fair shares of wins, spread {one.spread:.3f}"
        ),
        "broker:weights",
        as_json,
    )


def calibrate(
    edition: Editions = "tournament",
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", help="Seats at a table, with commas between them; all that the box has."),
    ] = None,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Rounds of improvement.")] = 60,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games of each kind of table.")] = 800,
    start: Start = None,
    fresh: Fresh = False,
    out: Out = Path("judge.toml"),
    force: Force = False,
    seed: Seed = 1,
    jobs: Jobs = 1,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Fit how the mogul judges positions to who won them in self-play. Try it with the bot mogul:judge=FILE."""
    from mergemaker.arena.calibration import calibrate as calibrated
    from mergemaker.arena.calibration import gather

    check_free(out, force)
    began, settings = _first_weights(start, fresh), _settings(edition, players)
    made_by = (
        f"mergemaker calibrate --edition {edition}"
        + (f" --players {players}" if players else "")
        + f" --steps {steps} --games {games} --seed {seed}"
        + _began_with(start, fresh)
    )

    def found() -> Iterator[Step]:
        gathered = gather(settings, games, seed, jobs, ray)
        if not as_json and str(out) != "-":
            beside_spinner().print(f"{sum(len(one.games) for one in gathered)} positions")
        yield from calibrated(gathered, began, steps=steps, jobs=jobs)

    _improve(found(), steps, out, made_by, lambda one: f"surprise {one.surprise:.4f}", "mogul:judge", as_json)


def _improve(
    found: Iterator[Found],
    rounds: int,
    out: Path,
    made_by: str,
    told: Callable[[Found], str],
    played_as: str,
    as_json: bool,
) -> None:
    """Goes through the rounds, writes the weights of each and says how it went; Ctrl-C keeps the last ones."""
    from mergemaker.arena.weight_tuning import weights_text

    to_pipe = str(out) == "-"
    done: list[Found] = []
    try:
        with complaints().status("The first round …") as status:
            for one in found:
                done.append(one)
                if not to_pipe:
                    write_text(out, weights_text(one.weights, made_by))
                status.update(f"Round {one.number + 1} of {rounds} …")
                if to_pipe:
                    complaints().print(f"{one.number:4}  {told(one)}")
                elif not as_json:
                    beside_spinner().print(f"{one.number:4}  {told(one)}")
    except KeyboardInterrupt:
        complaints().print(f"Stopped after {len(done)} of {rounds} rounds.")
    if to_pipe and done:
        write_text(out, weights_text(done[-1].weights, made_by))
    elif as_json:
        print_json({"made_by": made_by, "rounds": done})
    elif done:
        say(f"The weights are in {out}; play them as {played_as}={out}")


def _first_weights(start: Path | None, fresh: bool) -> Any:
    from mergemaker.arena.weight_tuning import PLAIN_FILE
    from mergemaker.bots.evaluation.outlook import house_weights, read_weights, read_weights_text

    if fresh and start is not None:
        raise typer.BadParameter("Begin either afresh or with given weights.", param_hint="--fresh")
    if str(start) == "-":
        return read_weights_text(sys.stdin.buffer.read(), "on standard input")
    return read_weights(PLAIN_FILE) if fresh else house_weights() if start is None else read_weights(start)


def _began_with(start: Path | None, fresh: bool) -> str:
    return " --fresh" if fresh else f" --start {start}" if start else ""


def _settings(editions: str, players: str | None) -> list[Setting]:
    """Every edition with every number of players; with all that it is for, where no numbers are given."""
    from mergemaker.arena.weight_tuning import Setting
    from mergemaker.rules.players import check_players

    settings = []
    for name in editions.split(","):
        box = find_edition(name.strip())
        for number in _numbers(players) if players else range(box.players.fewest, box.players.most + 1):
            check_players(box, number)
            settings.append(Setting(box, number))
    return settings


def _numbers(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise typer.BadParameter(f"“{text}” should be numbers of players, as in 4,6.", param_hint="--players") from None
