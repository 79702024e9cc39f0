"""`mergemaker review`: what decided a game, or many, and what was luck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mergemaker.cli.arena_commands import Jobs, Ray
from mergemaker.cli.common_options import AsJson, Force
from mergemaker.cli.output import check_free, complaints, pages, print_json, print_table, progress_bar, write_text
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from mergemaker.review.findings import Review
    from mergemaker.review.many_games import PlayerSum, ReviewTask


def review(
    file: Annotated[
        Path, typer.Argument(help="A record (.json), many (.jsonl; - is standard input), or a folder of such.")
    ],
    seat: Annotated[
        str | None, typer.Option("--seat", help="Decisions and luck of this seat alone: a name, or a number from 1 on.")
    ] = None,
    depth: Annotated[str, typer.Option("--depth", help="How long to look: quick, normal or deep.")] = "normal",
    game: Annotated[int | None, typer.Option("--game", min=1, help="Only this game of the file, from 1 on.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the review as one HTML file; - is standard output.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", help="Write the picture to share (.svg), - being standard output; of one game."),
    ] = None,
    force: Force = False,
    screen: Annotated[
        bool, typer.Option("--screen", help="Step through the review on the screen; of one game.")
    ] = False,
    jobs: Jobs = 1,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Review finished games: each seat's chance over the game, every decision, every draw, and how it adds up.

    Reviews are kept by record and depth: one that was stopped goes on where it was, one that was made is read back.
    """
    from mergemaker.review.many_games import tasks_of

    for path in (html, picture):
        if path is not None:
            check_free(path, force)
    to_pipe = "-" in (str(html), str(picture))
    if to_pipe and (as_json or str(html) == str(picture)):
        raise MergemakerError("Standard output holds one thing: the page, the picture or --json.")
    tasks = tasks_of(_records(file, game), depth)
    if not tasks:
        raise MergemakerError(f"{file} has no records.")
    if screen:
        _on_screen(tasks)
        return
    if len(tasks) == 1 and not file.is_dir():
        _one(tasks[0], seat, html, picture, as_json)
        return
    if picture is not None or seat is not None:
        raise MergemakerError("--picture and --seat are for one game; choose it with --game.")
    _many(tasks, jobs, ray, html, as_json)


def _on_screen(tasks: Sequence[ReviewTask]) -> None:
    from mergemaker.review.depths import depth_named
    from mergemaker.terminal.launch import has_screen
    from mergemaker.terminal.screens.review_screen import show

    if len(tasks) != 1:
        raise MergemakerError("--screen is for one game; choose it with --game.")
    if not has_screen():
        raise MergemakerError("--screen needs a terminal; without it the review is printed.")
    show(tasks[0].record, depth_named(tasks[0].depth))


def _records(file: Path, game: int | None) -> list[tuple[int, Any]]:
    from mergemaker.record.record_files import read_records

    if not file.is_dir():
        found = list(read_records(file))
        chosen = [one for one in found if game in (None, one[0])]
        if found and not chosen:
            raise MergemakerError(f"{file} has {counted(len(found), 'game')}, so there is no game {game}.")
        return chosen
    if game is not None:
        raise MergemakerError("--game is for a file of records, not for a folder.")
    paths = sorted(path for path in file.iterdir() if path.suffix in (".json", ".jsonl"))
    return list(enumerate((record for path in paths for _, record in read_records(path)), 1))


def _one(task: ReviewTask, seat: str | None, html: Path | None, picture: Path | None, as_json: bool) -> None:
    from mergemaker.review.depths import depth_named
    from mergemaker.review.picture import picture_of
    from mergemaker.review.report_html import page_of
    from mergemaker.review.review_cache import review_kept

    with progress_bar(timed=False) as bar:
        at = bar.add_task("Reviewing", total=None)
        found = review_kept(
            task.record,
            depth_named(task.depth),
            told=lambda done, of: bar.update(at, completed=done, total=of),
        )
    chosen = None if seat is None else _seat_of(found, seat)
    if html is not None:
        _write(html, page_of(found, chosen))
    if picture is not None:
        _write(picture, picture_of(found))
    if as_json:
        print_json(found if chosen is None else _only(found, chosen))
    else:
        _tell(found, chosen, pages(html if str(html) == "-" else picture))


def _only(found: Review, seat: int) -> Review:
    """A review with the decisions of one seat alone."""
    import msgspec

    own = tuple(verdict for verdict in found.verdicts if verdict.seat == seat)
    return msgspec.structs.replace(found, verdicts=own)


def _seat_of(found: Review, text: str) -> int:
    if text in found.seats:
        return found.seats.index(text)
    if text.isdigit() and 1 <= int(text) <= len(found.seats):
        return int(text) - 1
    raise MergemakerError(f"There is no seat “{text[:40]}”; there are {', '.join(found.seats)}.")


def _write(path: Path, text: str) -> None:
    write_text(path, text)
    if str(path) != "-":
        complaints().print(f"Written: {path}.", markup=False)


def _tell(found: Review, seat: int | None, page: Console) -> None:
    from mergemaker.review import report_lines as report

    for line in report.summary_lines(found):
        page.print(line, markup=False)
    print_table(page, "Seats", report.SEAT_HEADINGS, report.seat_rows(found))
    print_table(page, "How it adds up", report.ACCOUNT_HEADINGS, report.account_rows(found))
    costly = report.costly_lines(found, seat)
    page.print("\n[bold]Decisions that cost chance[/]")
    for line in costly or ["   None that the search could tell."]:
        page.print(line, markup=False)
    page.print("\n[bold]The draws that mattered most[/]")
    for line in report.luck_lines(found, seat):
        page.print(line, markup=False)
    page.print(f"\nJudged by {found.judge}, depth {found.depth}.", markup=False)


def _many(tasks: Sequence[ReviewTask], jobs: int, ray: str | None, html: Path | None, as_json: bool) -> None:
    from mergemaker.review.many_games import add_up
    from mergemaker.review.report_html import pages_of

    found: dict[int, Review] = {}
    troubles: list[dict[str, Any]] = []
    stopped = False
    try:
        for number, review, trouble in watched_reviews(tasks, jobs, ray):
            if review is None:
                troubles.append({"game": number, "reason": trouble})
                complaints().print(f"game {number}: {trouble}", markup=False)
            else:
                found[number] = review
    except KeyboardInterrupt:
        stopped = True
        complaints().print(f"Stopped after {len(found)} of {len(tasks)} games; the same command goes on from here.")
    reviews = sorted(found.items())
    players = add_up(reviews)
    if html is not None:
        _write(html, pages_of(players, reviews))
    if as_json:
        told = [{"game": number, "review": review} for number, review in reviews]
        troubles.sort(key=lambda one: int(one["game"]))  # several processes are ready in any order
        print_json({"stopped": stopped, "players": players, "games": told, "troubles": troubles})
    else:
        print_players(players, pages(html))
    raise typer.Exit(1 if troubles else 0)


def watched_reviews(
    tasks: Sequence[ReviewTask], jobs: int, ray: str | None
) -> Iterator[tuple[int, Review | None, str]]:
    """Reviews games, spread over processes or a cluster, under a bar; each as it comes."""
    from mergemaker.arena.task_runner import spread
    from mergemaker.review.many_games import review_task

    with progress_bar() as bar:
        at = bar.add_task("Reviewing", total=len(tasks))
        for _, done in spread(review_task, tasks, jobs, ray):
            yield done.number, done.review, done.trouble
            bar.advance(at)


def print_players(players: Sequence[PlayerSum], page: Console) -> None:
    """The sums of many reviews, as two tables."""
    from mergemaker.review.report_lines import KIND_TITLE, PLAYER_HEADINGS, kind_rows, player_rows

    if not players:
        page.print("No game was reviewed.")
        return
    print_table(page, "Players", PLAYER_HEADINGS, player_rows(players))
    kinds, rows = kind_rows(players)
    print_table(page, KIND_TITLE, ("", *kinds), rows)
