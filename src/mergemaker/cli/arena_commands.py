"""`mergemaker arena`, `ladder` and `advise`: bots against each other, and what a bot would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mergemaker.cli.common_options import (
    AsJson,
    EditionName,
    Force,
    Seed,
    check_free,
    complaints,
    console,
    find_edition,
    print_json,
)
from mergemaker.cli.help_pages import PlainCommand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mergemaker.arena.ladder import Pairing
    from mergemaker.arena.match import GameTask, Played

Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes to use.")]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="[ADDRESS]", help="Use a Ray cluster instead; without an address, any that runs here."
    ),
]
Games = Annotated[int, typer.Option("--games", "-g", min=1, help="Games to play.")]


class RayCommand(PlainCommand):
    """A command whose `--ray` may stand without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Gives a bare `--ray` the address of any cluster."""
        full = []
        for at, word in enumerate(args):
            full.append(word)
            if word == "--ray" and (at + 1 == len(args) or args[at + 1].startswith("-")):
                full.append("auto")
        return super().parse_args(ctx, full)


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command(cls=RayCommand)(arena)
    app.command(cls=RayCommand)(ladder)
    app.command("check-bot")(check_bot)
    app.command()(advise)


def arena(
    bots: Annotated[str, typer.Option("--bots", "-b", help="One bot for each seat, with commas between them.")],
    edition: EditionName = "tournament",
    games: Games = 100,
    seed: Seed = 1,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Save the games as records (.jsonl); - for standard output.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play a match: the same deals with seats rotated, and who wins how often."""
    from mergemaker.arena.match import plan
    from mergemaker.arena.standing import standing
    from mergemaker.arena.standing_tables import fault_lines, match_title, standing_table
    from mergemaker.bots.registry import bots_of
    from mergemaker.record.record_files import STANDARD, RecordFile

    names = bots_of(bots)
    box = find_edition(edition)
    tasks = plan(names, box, games, seed, recorded=out is not None)
    if out is not None:
        check_free(out, force)
    records = RecordFile(out, overwrite=force) if out is not None else None
    played: list[Played] = []

    def so_far() -> Any:
        now = standing(names, played)
        return standing_table(now, match_title(now, box.name, games))

    try:
        for one in _watched(tasks, jobs, ray, so_far if not as_json else None):
            played.append(one)
            if records is not None and one.record is not None:
                records.write(one.record)
    except KeyboardInterrupt:
        complaints().print(f"Stopped after {len(played)} of {games} games.")
    finally:
        if records is not None:
            records.close()
    now = standing(names, played)
    if as_json:
        print_json({"edition": box.name, "seed": seed, "bots": names, "standing": now})
        return
    page = complaints() if str(out) == STANDARD else console()
    page.print(standing_table(now, match_title(now, box.name, games)))
    for line in fault_lines((one.name, one.faults, one.decisions) for one in now.entrants):
        page.print(line, markup=False)
    for fault in now.faults:
        complaints().print(f"fault: {fault}", markup=False)


def _watched(
    tasks: Sequence[GameTask], jobs: int, ray: str | None, table: Any, label: str = "games"
) -> Iterator[Played]:
    """Plays games under a live table, or a bare bar where there is none."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from mergemaker.arena.match import play_match

    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    at = bar.add_task(label, total=len(tasks))
    every = max(1, min(len(tasks) // 50, 10))
    with Live(bar, console=complaints(), transient=True, refresh_per_second=4) as live:
        for number, one in enumerate(play_match(tasks, jobs, ray), 1):
            yield one
            bar.advance(at)
            if table is not None and number % every == 0:
                live.update(Group(table(), bar))


def ladder(
    bots: Annotated[str, typer.Option("--bots", "-b", help="The bots, with commas between them.")] = (
        "random,clerk,broker,mogul:iterations=60"
    ),
    edition: EditionName = "tournament",
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=6, help="Seats at each table.")] = 4,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games of each pair of bots.")] = 40,
    seed: Seed = 1,
    jobs: Jobs = 1,
    ray: Ray = None,
    plot: Annotated[Path, typer.Option("--plot", help="Where to write the ratings as a picture (.svg).")] = Path(
        "ladder.svg"
    ),
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play all bots against each other: a rating for each, a cross table, and a picture."""
    from mergemaker.arena.ladder import ladder_of, pairings
    from mergemaker.arena.ladder_plot import write_plot
    from mergemaker.arena.standing_tables import fault_lines, ladder_tables
    from mergemaker.bots.registry import bots_of

    check_free(plot, force)
    box = find_edition(edition)
    matches = pairings(bots_of(bots), box, players, games, seed)
    played: list[tuple[Pairing, list[Played]]] = []
    try:
        for pairing in matches:
            done: list[Played] = []
            played.append((pairing, done))
            done.extend(_watched(pairing.tasks, jobs, ray, None, f"{pairing.first} – {pairing.second}"))
    except KeyboardInterrupt:
        complaints().print(f"Stopped after {sum(len(done) for _, done in played)} games.")
    found = ladder_of(box, players, [(pairing, done) for pairing, done in played if done])
    if as_json:
        print_json({"seed": seed, "ladder": found})
    else:
        for table in ladder_tables(found):
            console().print(table)
        for line in fault_lines((bot, *faults) for bot, faults in found.faults.items()):
            console().print(line, markup=False)
    if found.ratings:
        write_plot(found, plot)
        complaints().print(f"The picture is {plot}.", markup=False)


def check_bot(
    program: Annotated[
        str, typer.Argument(help="A program’s command in quotes, or a bot by name: 'python3 mybot.py'.")
    ],
    ms: Annotated[int | None, typer.Option("--ms", min=1, help="Its budget for a decision. [1000]")] = None,
    as_json: AsJson = False,
) -> None:
    """Play every edition and every kind of decision with a bot. Exit status 1, with the faults, if it made any."""
    from mergemaker.arena.bot_check import check_bot as check
    from mergemaker.arena.standing_tables import check_table
    from mergemaker.bots.registry import COMMAND, is_registered

    name = program.strip()
    if not name.startswith(COMMAND) and not is_registered(name):
        name = f"{COMMAND}ms={ms} {name}" if ms else f"{COMMAND}{name}"
    elif ms:
        raise typer.BadParameter("A bot that is given by name has its budget there: mogul:ms=100.", param_hint="--ms")
    with complaints().status("Playing") as status:
        found = check(name, lambda edition: status.update(f"Playing {edition}"))
    if as_json:
        print_json({"conforms": found.conforms, "check": found})
        raise typer.Exit(0 if found.conforms else 1)
    console().print(check_table(found))
    for line in [*(f"{one.edition}: {fault}" for one in found.editions for fault in one.faults[:3]), *found.faults]:
        console().print(f"fault: {line}", markup=False)
    for line in found.notes:
        console().print(f"note: {line}", markup=False)
    verdict = "keeps to the protocol" if found.conforms else "does NOT keep to the protocol"
    console().print(f"{found.name} {verdict}.", markup=False)
    raise typer.Exit(0 if found.conforms else 1)


def advise(
    record: Annotated[
        Path, typer.Argument(help="A game's record (.json, or .jsonl with several); - is standard input.")
    ],
    move: Annotated[int, typer.Option("--move", "-m", min=1, help="Before which action, counted from 1.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    bot: Annotated[str, typer.Option("--bot", "-b", help="Who is asked.")] = "mogul:ms=1000",
    most: Annotated[int, typer.Option("--most", min=1, help="How many actions to show.")] = 3,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Ask a bot about a position of a recorded game: its best lines of play, everybody's chances, and why."""
    from mergemaker.bots.advice import advise as ask
    from mergemaker.record.record_files import read_records, shown_name
    from mergemaker.rules.errors import MergemakerError
    from mergemaker.rules.game import Game

    told = next((data for number, data in read_records(record) if number == game), None)
    if told is None:
        raise MergemakerError(f"{shown_name(record)} has no game {game}.")
    whole = Game.from_record(told)
    if move > whole.version + (0 if whole.over else 1):
        raise MergemakerError(f"That game has {whole.version} actions, so there is no move {move}.")
    then = whole.at(move - 1)
    seat = then.to_act
    assert seat is not None  # only a finished game has nobody to act, and `move` is before its end
    with complaints().status(f"{bot} thinks"):
        advice = ask(then.view(seat), bot, most=most, seed=seed)
    done = whole.actions[move - 1] if move <= whole.version else None
    if as_json:
        print_json({"seats": whole.names, "played": done, "advice": advice})
        return
    from mergemaker.cli.advice_page import advice_page

    console().print(advice_page(then.view(seat), advice, move, done))
