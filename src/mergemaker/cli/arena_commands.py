"""`mergemaker arena` and `ladder`: bots against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mergemaker.cli.common_options import AsJson, EditionName, Force, Seed, find_edition
from mergemaker.cli.help_pages import PlainCommand
from mergemaker.cli.output import check_free, complaints, open_records, pages, print_json, progress_bar, write_text
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mergemaker.arena.ladder import Pairing
    from mergemaker.arena.match import GameTask, Played
    from mergemaker.record.record_files import RecordFile
    from mergemaker.review.findings import Review
    from mergemaker.review.many_games import PlayerSum

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
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            metavar="FILE",
            help="Keep each game in this file (.jsonl) as it ends: a match that was stopped goes on, or grows.",
        ),
    ] = None,
    review: Annotated[
        bool,
        typer.Option("--review", help="Review the games, and sum up each bot by kind of decision."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a match: the same deals with seats rotated, and who wins how often."""
    from mergemaker.arena.match import plan
    from mergemaker.arena.match_file import MatchFile, MatchHead
    from mergemaker.arena.standing import standing
    from mergemaker.arena.standing_tables import fault_lines, match_title, standing_table
    from mergemaker.bots.registry import bots_of

    names = bots_of(bots)
    box = find_edition(edition)
    tasks = plan(names, box, games, seed, recorded=review or out is not None or keep is not None)
    records = open_records(out, force)
    kept = MatchFile(keep, MatchHead.of(tasks, seed)) if keep is not None else None
    played = [one for one in kept.played if one.number < games] if kept is not None else []
    for one in played:
        _write_record(records, one)

    def so_far() -> Any:
        now = standing(names, played)
        return standing_table(now, match_title(now, box.name, games))

    try:
        for one in _watched(kept.left_of(tasks) if kept is not None else tasks, jobs, ray, None if as_json else so_far):
            played.append(one)
            if kept is not None:
                kept.add(one)
            _write_record(records, one)
    except KeyboardInterrupt:
        complaints().print(f"Stopped after {len(played)} of {games} games.")
    finally:
        for open_file in (records, kept):
            if open_file is not None:
                open_file.close()
    now = standing(names, played)
    sums = _reviewed(played, jobs, ray) if review else ()
    if as_json and str(out) != "-":
        told = {"edition": box.name, "seed": seed, "bots": names, "standing": now}
        print_json({**told, "review": sums} if review else told)
        return
    page = pages(out)
    page.print(so_far())
    for line in fault_lines((one.name, one.faults, one.decisions) for one in now.entrants):
        page.print(line, markup=False)
    for fault in now.faults:
        complaints().print(f"fault: {fault}", markup=False)
    if review:
        from mergemaker.cli.review_commands import print_players

        print_players(sums, page)


def _write_record(records: RecordFile | None, one: Played) -> None:
    if records is not None and one.record is not None:
        records.write(one.record)


def _reviewed(played: Sequence[Played], jobs: int, ray: str | None) -> tuple[PlayerSum, ...]:
    """What the reviews of a match come to, bot by bot."""
    from mergemaker.cli.review_commands import watched_reviews
    from mergemaker.review.depths import QUICK
    from mergemaker.review.many_games import add_up, tasks_of

    tasks = tasks_of([(one.number + 1, one.record) for one in played if one.record is not None], QUICK.name)
    found: list[tuple[int, Review]] = []
    try:
        found.extend((number, review) for number, review, _ in watched_reviews(tasks, jobs, ray) if review is not None)
    except KeyboardInterrupt:
        complaints().print(f"Stopped after {len(found)} of {len(tasks)} reviews; the sums are of those.")
    return add_up(sorted(found, key=lambda one: one[0]))


def _watched(
    tasks: Sequence[GameTask], jobs: int, ray: str | None, table: Any, label: str = "games"
) -> Iterator[Played]:
    """Plays games under a live table, or a bare bar where there is none."""
    from rich.console import Group
    from rich.live import Live

    from mergemaker.arena.match import play_match

    bar = progress_bar()
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
    plot: Annotated[
        Path, typer.Option("--plot", help="Where to write the ratings as a picture (.svg); - for standard output.")
    ] = Path("ladder.svg"),
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play all bots against each other: a rating for each, a cross table, and a picture."""
    from mergemaker.arena.ladder import ladder_of, pairings
    from mergemaker.arena.ladder_plot import ladder_svg
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
        complaints().print(f"Stopped after {counted(sum(len(done) for _, done in played), 'game')}.")
    found = ladder_of(box, players, [(pairing, done) for pairing, done in played if done])
    if as_json and str(plot) != "-":
        print_json({"seed": seed, "ladder": found})
    else:
        page = pages(plot)
        for table in ladder_tables(found):
            page.print(table)
        for line in fault_lines((bot, *faults) for bot, faults in found.faults.items()):
            page.print(line, markup=False)
    if found.ratings:
        write_text(plot, ladder_svg(found))
    if found.ratings and str(plot) != "-":
        complaints().print(f"The picture is {plot}.", markup=False)
