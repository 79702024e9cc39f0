"""The command line: arguments only. Each room's commands stand in a file of their own.

Whatever a command needs is imported when it runs, so that `mergemaker --help` is instant.
"""

from __future__ import annotations

import os
import sys
from inspect import signature
from typing import Any

import typer

from mergemaker import __version__
from mergemaker.cli import (
    admin_commands,
    arena_commands,
    bench_commands,
    bot_commands,
    data_commands,
    learning_commands,
    puzzle_commands,
    record_commands,
    review_commands,
    rules_commands,
    server_commands,
    start_menu,
    stats_commands,
    terminal_commands,
    train_commands,
    tuning_commands,
)
from mergemaker.cli.help_pages import PlainGroup, show_flags_bare

app = typer.Typer(
    name="mergemaker",
    cls=PlainGroup,
    help="The board game Acquire: every edition’s rules, play, records and simulation. An unofficial project.",
    invoke_without_command=True,  # then the menu, or the help
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"mergemaker {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    ctx: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version.", callback=_show_version, is_eager=True),
) -> None:
    if ctx.invoked_subcommand is not None:
        return
    if not start_menu.somebody_is_there():
        print(ctx.get_help(), end="")
        raise typer.Exit(2)  # a script forgot the command
    if (command := start_menu.ask()) is not None:
        status = ctx.command.main(list(command), prog_name="mergemaker", standalone_mode=False)
        raise typer.Exit(status if isinstance(status, int) else 0)


COMMANDS: tuple[Any, ...] = (
    terminal_commands.play, terminal_commands.games, learning_commands.learn, learning_commands.bonus,
    puzzle_commands.puzzles_app, server_commands.serve, server_commands.db_app, server_commands.verify,
    admin_commands.admin_app, rules_commands.editions, rules_commands.rules, record_commands.simulate,
    record_commands.replay, review_commands.review, stats_commands.stats, arena_commands.arena, arena_commands.ladder,
    bot_commands.check_bot, bot_commands.advise, tuning_commands.tune, tuning_commands.calibrate, train_commands.train,
    data_commands.dataset, bench_commands.bench_app,
)  # fmt: skip
for command in COMMANDS:
    if isinstance(command, typer.Typer):
        app.add_typer(command)
    else:
        app.command(cls=arena_commands.RayCommand if "ray" in signature(command).parameters else None)(command)
show_flags_bare(app)


def main() -> None:
    """Runs the command line; what goes wrong is said in one line, with exit status 1."""
    # Imported here: the package's errors are tiny, but the rules' package need not load for --help.
    from mergemaker.rules.errors import MergemakerError

    try:
        status = app(standalone_mode=False)  # otherwise a wrong flag is answered with a box of five lines
        sys.exit(status if isinstance(status, int) else 0)
    except MergemakerError as error:
        print(f"mergemaker: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        # The reader, `head` for instance, has seen enough.
        sys.stderr.close()
        sys.exit(0)
    except (KeyboardInterrupt, typer.Abort):
        print("mergemaker: stopped.", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        message = getattr(error, "format_message", None)  # a wrong flag, whichever click Typer brings along
        if message is None:
            if os.environ.get("MERGEMAKER_DEBUG"):
                raise
            kind = type(error).__name__
            print(f"mergemaker: a mistake of ours, {kind}: {error}. MERGEMAKER_DEBUG=1 shows where.", file=sys.stderr)
            sys.exit(70)
        if text := message():  # nothing where the help has been shown instead
            print(f"mergemaker: {text}", file=sys.stderr)
        sys.exit(getattr(error, "exit_code", 2))
