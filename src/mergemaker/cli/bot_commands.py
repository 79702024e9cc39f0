"""`mergemaker check-bot` and `advise`: whether a bot keeps to the rules of the house, and what it would do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mergemaker.cli.common_options import AsJson, Seed
from mergemaker.cli.output import complaints, console, print_json, say
from mergemaker.rules.errors import MergemakerError


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
        say(f"fault: {line}")
    for line in found.notes:
        say(f"note: {line}")
    verdict = "keeps to the protocol" if found.conforms else "does NOT keep to the protocol"
    say(f"{found.name} {verdict}.")
    raise typer.Exit(0 if found.conforms else 1)


def advise(
    record: Annotated[
        Path, typer.Argument(help="A game's record (.json, or .jsonl with several); - is standard input.")
    ],
    move: Annotated[int, typer.Option("--move", "-m", min=1, help="Before which action, counted from 1.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    bot: Annotated[str, typer.Option("--bot", "-b", help="Who is asked.")] = "magnate:ms=1000",
    most: Annotated[int, typer.Option("--most", min=1, help="How many actions to show.")] = 3,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Ask a bot about a position of a recorded game: its best lines of play, everybody's chances, and why."""
    from mergemaker.bots.advice import advise as ask
    from mergemaker.record.record_files import read_records, shown_name
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
