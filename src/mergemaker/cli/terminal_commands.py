"""`mergemaker play` and `mergemaker games`: a game in this terminal, and those that were played here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mergemaker.cli.common_options import AsJson, Force, Plain, find_edition
from mergemaker.cli.output import complaints, console, open_records, pages, print_json

if TYPE_CHECKING:
    from mergemaker.terminal.sessions.session import Session


def play(
    game: Annotated[
        str | None, typer.Argument(help="With --resume: which game, by its number or name in `mergemaker games`.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option("--edition", "-e", help="A built-in edition, or a house-rules file (.toml).")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many play, bots included.")] = None,
    bots: Annotated[str | None, typer.Option("--bots", "-b", help="Your opponents: broker,clerk,mogul.")] = None,
    name: Annotated[
        list[str] | None, typer.Option("--name", "-n", help="Your name; several people: --name Ann --name Bob.")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", "-s", help="The same seed gives the same deck.")] = None,
    hidden: Annotated[
        bool | None, typer.Option("--hidden/--open", help="Whether money and shares lie hidden; as the edition has it.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", "-r", help="Continue a game that was left.")] = False,
    plain: Plain = False,
    coach: Annotated[str, typer.Option("--coach", help="A coach beside you: off, gentle or full.")] = "off",
) -> None:
    """Play against bots, or several people at this keyboard."""
    if coach not in ("off", "gentle", "full"):
        raise typer.BadParameter(f"--coach is off, gentle or full, not “{coach[:20]}”.")
    flags = (edition, players, bots, name, seed, hidden)
    if resume and any(flag is not None for flag in flags):
        raise typer.BadParameter("--resume continues a game as it is; it goes with no flag but --plain and --coach.")
    if game is not None and not resume:
        raise typer.BadParameter(f"“{game}” is too much: a game is named with --resume only.")
    from mergemaker.terminal import launch

    launch.warm_up()
    lines = plain or not launch.has_screen()
    session: Session | None = None
    if resume:
        session = launch.resumed(game)
    elif lines or coach != "off" or any(flag is not None for flag in flags):
        people = [part for given in name or () for part in given.split(",") if part.strip()]
        box = find_edition(edition or launch.EDITION)
        session = launch.begun(box, players, people, bots, seed, hidden)
    launch.play(session, plain=lines, coach=coach)


def games(
    game: Annotated[
        str | None, typer.Argument(help="A finished game, by its number or name, to be watched move by move.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option("--export", help="Copy the game’s record to this file; - for standard output.")
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the game for good; asks first.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """List the games played in this terminal, running and finished; watch, copy or delete one."""
    from mergemaker.record.record_files import shown_name
    from mergemaker.terminal.saved_games_list import listing, outcome_of, summary, watch
    from mergemaker.terminal.sessions import saved_games

    if game is None:
        if export is not None or delete:
            raise typer.BadParameter("Say which game: mergemaker games NUMBER --delete")
        kept = saved_games.kept_games()
        if as_json:
            print_json([summary(one) for one in kept])
        else:
            console().print(listing(kept))
        return
    found = saved_games.find(game)
    if export is not None:
        record = saved_games.record_of(found)
        if (file := open_records(export, force)) is not None:
            file.write(record)
            file.close()
        pages(export).print(f"The record of {found.name} is in {shown_name(export)}.", markup=False)
    if delete:
        if not yes:
            typer.confirm(f"Delete {found.name} ({outcome_of(found)}) for good?", abort=True, err=True)
        saved_games.delete(found)
        complaints().print(f"{found.name} is deleted.", markup=False)
    if export is None and not delete:
        watch(found)
