"""`mergemaker puzzles`: finding them, proving them, choosing which to ship, playing them, and how one has done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mergemaker.cli.arena_commands import Jobs, Ray, RayCommand
from mergemaker.cli.common_options import AsJson, Force, Plain, Seed
from mergemaker.cli.help_pages import PlainGroup
from mergemaker.cli.output import check_free, complaints, console, print_json, print_table, say
from mergemaker.rules.words.phrases import counted, or_rather

if TYPE_CHECKING:
    from mergemaker.puzzles.puzzle_file import Puzzle

puzzles_app = typer.Typer(
    name="puzzles", cls=PlainGroup, help="Puzzles: your move, what wins most?", no_args_is_help=True
)
Files = Annotated[
    list[Path] | None, typer.Argument(help="Files of puzzles (.jsonl, .jsonl.gz); the shipped ones if left out.")
]
Seconds = Annotated[
    int | None, typer.Option("--seconds", min=1, help="Stop after so long; the same command goes on from there.")
]


@puzzles_app.command()
def play(
    puzzle: Annotated[str | None, typer.Argument(help="A puzzle by its id; what suits you if left out.")] = None,
    idea: Annotated[str | None, typer.Option("--idea", help="Only puzzles about an idea, such as majority.")] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Only puzzles of an edition.")] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day.")] = False,
    plain: Plain = False,
) -> None:
    """Play puzzles: your move, what wins most? Mistakes come again after a day, a week, a month."""
    from mergemaker.puzzles.ideas import IDEAS
    from mergemaker.puzzles.practice import Wish
    from mergemaker.puzzles.puzzle_file import PuzzleError
    from mergemaker.rules.editions.edition import Edition
    from mergemaker.terminal.task_launch import play_puzzles

    if idea is not None and idea not in IDEAS:
        raise PuzzleError(f"There is no idea “{idea[:40]}”{or_rather(idea, IDEAS)}. Ideas are {', '.join(IDEAS)}.")
    if edition is not None:
        Edition.named(edition)
    play_puzzles(puzzle, Wish(idea, edition), daily=daily, plain=plain)


@puzzles_app.command()
def stats(
    files: Files = None,
    as_json: AsJson = False,
) -> None:
    """Show how you have done, what puzzles there are, and which bots solve how many."""
    from mergemaker.puzzles.practice import RULE
    from mergemaker.puzzles.selection import counts_of, shares_solved
    from mergemaker.terminal.sessions.puzzle_session import now
    from mergemaker.terminal.task_launch import practice_file

    puzzles = _puzzles(files)
    counts, shares, kept = counts_of(puzzles), shares_solved(puzzles), practice_file()
    level, due = kept.level, kept.due(now())
    if as_json:
        you = {"level": level, "due": due, "waiting": len(kept.repeats) - due, "curve": kept.curve}
        print_json({"you": you, "puzzles": len(puzzles), "counts": counts, "solved_by_bots": shares})
        return
    page = console()
    if level.tries:
        page.print(
            f"Your level is {level.skill:.1f} ± {level.uncertainty:.1f}; {level.solved} of {level.tries} solved."
        )
        page.print(f"{due} to see again now, {len(kept.repeats) - due} later. {RULE}", soft_wrap=True)
    else:
        page.print("You have not tried any yet: mergemaker puzzles play")
    for what, numbers in counts.items():
        rows = [(name, str(count)) for name, count in numbers.items()]
        print_table(page, f"{counted(len(puzzles), 'puzzle')} by {what}", ("", ""), rows)
    page.print("")
    page.print("Solved by: " + ", ".join(f"{bot} {100 * share:.1f} %" for bot, share in shares.items()))


@puzzles_app.command(cls=RayCommand)
def mine(
    records: Annotated[
        list[Path] | None, typer.Argument(help="Files of records (.json, .jsonl) to look through, such as your own.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Where the puzzles go (.jsonl).")] = Path("puzzles.jsonl"),
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games to play and look through.")] = 60,
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first game.")] = 0,
    seed: Seed = 1,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", "-k", help="Only decisions of a kind, such as absorb or ending; may be given again."),
    ] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    seconds: Seconds = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Find puzzles in games of strong bots, or in files of records.

    The same seed gives the same puzzles. Stop it any time: what was found is kept, and the same command goes on.
    """
    from mergemaker.arena.puzzle_runs import mine_puzzles
    from mergemaker.puzzles.mining import KINDS, MineTask, plan
    from mergemaker.puzzles.puzzle_file import PuzzleError
    from mergemaker.record.record_files import read_records

    kinds = tuple(dict.fromkeys(kind or ()))
    for one in kinds:
        if one not in KINDS:
            raise PuzzleError(f"There is no kind “{one[:40]}”{or_rather(one, KINDS)}. Kinds are {', '.join(KINDS)}.")
    tasks = plan(games, seed, first, kinds)
    purpose = ", ".join([f"seed {seed}", *kinds])
    if records:
        found = [record for path in records for _, record in read_records(path)]
        tasks = [MineTask(number, seed, kinds=kinds, record=record) for number, record in enumerate(found)]
        purpose = f"{purpose}, {', '.join(path.name for path in records)}"
    part = out.with_name(f"{out.name}.part")
    if not part.exists():
        check_free(out, force)
    kept, stopped = mine_puzzles(tasks, out, purpose, jobs=jobs, ray=ray, seconds=seconds)
    looked = sum(game.looked for game in kept.games.values())
    if as_json:
        print_json({"games": len(kept.games), "looked": looked, "puzzles": len(kept.puzzles), "stopped": stopped})
        return
    seen = f"{counted(len(kept.games), 'game')} and {counted(looked, 'decision')}"
    say(f"{counted(len(kept.puzzles), 'puzzle')} from {seen}: {out}.")
    if stopped:
        complaints().print("Stopped before the end; the same command goes on from here.")


@puzzles_app.command(cls=RayCommand)
def check(
    files: Files = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=1, help="Other worlds, and other searches.")] = 1009,
    sample: Annotated[int | None, typer.Option("--sample", min=1, help="Only so many, drawn by the seed.")] = None,
    seconds: Seconds = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Write those that hold, with what was found this time, to a file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove puzzles again by fresh searches at full depth, and list those that fall."""
    import random

    from mergemaker.arena.puzzle_runs import check_puzzles
    from mergemaker.puzzles.puzzle_file import write_puzzles

    puzzles = _puzzles(files)
    if sample is not None and sample < len(puzzles):
        puzzles = random.Random(seed).sample(puzzles, sample)
    done, stopped = check_puzzles(puzzles, seed, jobs=jobs, ray=ray, seconds=seconds)
    fallen = [one for one in done if one.falls]
    if keep is not None:
        write_puzzles(keep, sorted((one.puzzle for one in done if not one.falls), key=lambda puzzle: puzzle.id))
    if as_json:
        listed = [{"id": one.puzzle.id, "why": one.falls} for one in fallen]
        print_json({"checked": len(done), "of": len(puzzles), "stopped": stopped, "fallen": listed})
    else:
        for one in fallen:
            say(f"{one.puzzle.id}  {one.puzzle.edition}: {one.falls}")
        console().print(f"{len(done) - len(fallen)} of {len(done)} puzzles hold.")
        if stopped:
            complaints().print(f"Stopped after {len(done)} of {len(puzzles)}.")
    raise typer.Exit(1 if fallen else 0)


def _puzzles(files: list[Path] | None) -> list[Puzzle]:
    from mergemaker.puzzles.puzzle_file import read_puzzles, shipped

    if not files:
        return list(shipped().values())
    found = {puzzle.id: puzzle for path in files for puzzle in read_puzzles(path)}
    return list(found.values())


@puzzles_app.command()
def pack(
    files: Annotated[list[Path], typer.Argument(help="Files of puzzles, as `mine` and `check --keep` write them.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Where they go (.jsonl, or packed .jsonl.gz).")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many at most.")] = 720,
    reword: Annotated[
        bool, typer.Option("--reword", help="Tell reasons, lines and ideas anew, from what was proven before.")
    ] = False,
    force: Force = False,
) -> None:
    """Choose which puzzles to ship: no near-duplicates, and of every kind and edition its share."""
    from mergemaker.puzzles.puzzle_file import write_puzzles
    from mergemaker.puzzles.recheck import reworded
    from mergemaker.puzzles.selection import balanced, is_guessed, without_duplicates, without_surprises

    check_free(out, force)
    found = _puzzles(files)
    single = without_duplicates(found)
    told = [reworded(puzzle) if reword else without_surprises(puzzle) for puzzle in single]
    chosen = balanced([one for one in told if one.steps and one.ideas and not is_guessed(one)], count)
    write_puzzles(out, chosen)
    say(f"{len(chosen)} of {len(found)} puzzles, {len(found) - len(single)} of them near-duplicates: {out}.")
