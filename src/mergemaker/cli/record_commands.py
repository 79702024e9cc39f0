"""`mergemaker simulate` and `mergemaker replay`: making records and checking them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mergemaker.cli.common_options import AsJson, EditionName, Force, Players, Seed, find_edition
from mergemaker.cli.output import beside_spinner, complaints, console, open_records, pages, print_json, progress_bar
from mergemaker.rules.errors import RecordError
from mergemaker.rules.words.phrases import counted, dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from mergemaker.record.record_files import RecordFile
    from mergemaker.rules.editions.edition import Edition
    from mergemaker.rules.game import Game

AT_ONCE = 2048  # games that are played between two looks at the keyboard


def simulate(
    edition: EditionName = "2023-classic",
    players: Players = 4,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the games as records (.jsonl); - for standard output.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play many games between random players, and say how they went. Ctrl-C keeps what has been played.

    The same seed gives the same games as simulate_batch in Python.
    """
    from mergemaker.record.random_games import Tally
    from mergemaker.record.record_files import STANDARD

    box = find_edition(edition)
    tally = Tally(box.name, players)
    stopped = False
    file = open_records(out, force)
    try:
        for states, decisions in _with_progress(_random_series(box, players, games, seed, file), games):
            tally.add(states, decisions)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if file:
            file.close()
    to_pipe = str(out) == STANDARD
    if as_json and not to_pipe:
        print_json({**tally.to_dict(), "seed": seed, "out": str(out) if out else None, "stopped": stopped})
        return
    screen = pages(out)
    if stopped:
        screen.print(f"Stopped after {tally.games:,} of {games:,} games.")
    screen.print(tally.sentence())
    for line in tally.lines():
        screen.print(line)
    if out and not to_pipe:
        screen.print(f"Records are in {out}; `mergemaker replay {out}` checks them.")


def _random_series(box: Edition, players: int, games: int, seed: int, file: RecordFile | None) -> Iterator[Any]:
    """The first games of a seed's series, some at a time: last states and decisions. A file gets each as a record."""
    if file:
        from mergemaker.record.random_games import random_games

        for game in random_games(box, players, games, seed):
            file.write(game.record())
            yield game.state, [game.version]
        return
    from mergemaker.envs.simulate import simulate_batch

    for first in range(0, games, AT_ONCE):
        yield simulate_batch(box, players, min(AT_ONCE, games - first), seed=seed, first=first)


def _with_progress(series: Iterator[Any], total: int) -> Iterator[Any]:
    """The games, with a bar on standard error while it is a terminal."""
    with progress_bar() as bar:
        task = bar.add_task("Playing", total=total)
        for states, decisions in series:
            yield states, decisions
            bar.advance(task, len(states))


def replay(
    file: Annotated[Path, typer.Argument(help="A record (.json), or many, one a line (.jsonl); - is standard input.")],
    narrate: Annotated[bool, typer.Option("--narrate", help="Tell each game as a story.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Draw the board at the end of each game.")] = False,
    screen: Annotated[
        int | None, typer.Option("--screen", min=1, help="Step through this game of the file on the screen, from 1 on.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Verify records by playing them again. Exit status 1, with the reason, when one is broken."""
    from mergemaker.record.record_files import read_records, shown_name
    from mergemaker.rules.game import Game

    if screen is not None:
        _step_through(file, screen)
        return
    page = beside_spinner()
    checked: list[dict[str, Any]] = []
    broken = 0
    last: Game | None = None
    name = shown_name(file)
    with complaints().status(f"Replaying {name}"):
        for number, record in read_records(file):
            try:
                last = _tell(page, number, record) if narrate and not as_json else Game.from_record(record)
            except RecordError as error:
                broken += 1
                checked.append({"game": number, "ok": False, "reason": str(error), "action": error.action})
                complaints().print(f"{name}: game {number}: {error}", markup=False)
                continue
            checked.append({"game": number, "ok": True, "result": last.result})
            if board and not as_json:
                _draw(page, last)
    if not checked:
        raise RecordError(f"{name} has no records.")
    page = console()
    if as_json:
        print_json({"file": str(file), "games": len(checked), "broken": broken, "records": checked})
    else:
        if last is not None and len(checked) == 1 and not (narrate or board):
            _draw(page, last)
        verdict = f"{broken} of them broken" if broken else "every action holds"
        page.print(f"{name}: {counted(len(checked), 'game')} replayed, {verdict}.", markup=False)
    raise typer.Exit(1 if broken else 0)


def _step_through(file: Path, wanted: int) -> None:
    from mergemaker.record.record_files import read_records
    from mergemaker.terminal.launch import has_screen
    from mergemaker.terminal.screens.replay_screen import show

    if not has_screen():
        raise RecordError("--screen needs a terminal; --narrate tells the game line by line.")
    for number, record in read_records(file):
        if number == wanted:
            show(record)
            return
    raise RecordError(f"{file} has no game {wanted}.")


def _tell(screen: Console, number: int, record: Any) -> Game:
    from mergemaker.record.story import story
    from mergemaker.rules.game import Game

    game, happened = Game.follow(record)
    screen.print(f"[bold]Game {number}[/]: {game.edition.title}, {', '.join(game.names)}")
    for turn in story(game.actions, happened, game.names):
        screen.print(" ".join(turn), markup=False)
    return game


def _draw(screen: Console, game: Game) -> None:
    from mergemaker.cli.rules_text import position_text
    from mergemaker.rules.words.sentences import why_over

    screen.print(position_text(game))
    view = game.view()
    for player in view.players:
        money = "hidden" if player.money is None else dollars(player.money)
        won = "  wins" if player.seat in view.winners else ""
        screen.print(f"P{player.seat + 1} {player.name:<20} {money:>10}{won}", markup=False)
    goes_on = f"The game goes on: {view.doing}"
    screen.print(why_over(view.ending) if view.ending else goes_on, markup=False)
