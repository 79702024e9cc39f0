"""`mergemaker serve`, `mergemaker db` and `mergemaker verify`: the game server, its database, its proofs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from mergemaker.cli.common_options import AsJson, Force
from mergemaker.cli.output import check_free, complaints, pages, print_json, say
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from mergemaker.store import Store
    from mergemaker.tables.history.archive import Finding, Imported

T = TypeVar("T")

Database = Annotated[
    str | None,
    typer.Option("--database", "-d", help="sqlite+aiosqlite:///FILE or postgresql+asyncpg://…; your data folder."),
]


db_app = typer.Typer(
    name="db", help="Export, import, check and rate the games of a server’s database.", no_args_is_help=True
)


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on. [127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option("--port", "-p", help="Port to listen on. [8000]")] = None,
    database: Database = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", help="Processes; more than one needs PostgreSQL. [1]")
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    origin: Annotated[
        str | None, typer.Option("--origin", help="The address people see, behind a proxy: https://acquire.example")
    ] = None,
    bots: Annotated[int | None, typer.Option("--bots", help="Processes in which bots think.")] = None,
    bot_pause: Annotated[float | None, typer.Option("--bot-pause", help="Seconds a bot takes at least. [0.6]")] = None,
    limits: Annotated[float | None, typer.Option("--limits", help="Generosity of rate limits; 0 is none. [1]")] = None,
    log: Annotated[str | None, typer.Option("--log", help="text or json. [text]")] = None,
    log_level: Annotated[str | None, typer.Option("--log-level", help="debug, info, warning or error. [info]")] = None,
) -> None:
    """Run tables for people and bots. Settings also come from the environment, see docs/do/hosting.md."""
    from mergemaker.web.server import serve as run
    from mergemaker.web.settings import settings_from

    given = {
        "host": host, "port": port, "database": database, "workers": workers, "origin": origin, "bots": bots,
        "bot_pause": bot_pause, "limits": limits, "log": log, "log_level": log_level,
    }  # fmt: skip
    run(settings_from(given), open_page=open_page)


def verify(
    record: Annotated[
        Path,
        typer.Argument(help="A record of a finished game, with the proof of its shuffle; - is standard input."),
    ],
    commitment: Annotated[
        str | None, typer.Option("--commitment", "-c", help="The commitment that you noted before the game.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that a game's deck was the one that the server had committed to. Exit status 1 when it was not."""
    import msgspec

    from mergemaker.record.fair_shuffle import verify as check
    from mergemaker.record.record_files import read_records

    fair = True
    shown = []
    for number, found in read_records(record):
        steps = check(found, commitment)
        fair = fair and all(step.holds for step in steps)
        shown.append({"game": number, "fair": all(s.holds for s in steps), "checks": msgspec.to_builtins(steps)})
        if not as_json:
            for step in steps:
                say(f"{'yes' if step.holds else 'NO ':3}  {step.what}")
    if as_json:
        print_json({"file": str(record), "fair": fair, "games": shown})
    else:
        verdict = "was the one that was committed to" if fair else "was NOT the one that was committed to"
        say(f"{record}: the shuffle {verdict}.")
    raise typer.Exit(0 if fair else 1)


def with_store(database: str | None, work: Callable[[Store], Coroutine[Any, Any, T]], *, make: bool = False) -> T:
    """Opens the database that the server would, and does something with it; unless `make`, it must be there."""
    import asyncio

    from mergemaker.store import Store
    from mergemaker.web.settings import settings_from

    async def run() -> T:
        store = await Store.open(settings_from({"database": database}).database, make=make)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


@db_app.command("export")
def db_export(
    file: Annotated[
        Path,
        typer.Argument(help="The file to write (.jsonl), or - for standard output. It holds secrets: keep it safe."),
    ],
    force: Force = False,
    records: Annotated[bool, typer.Option("--records", help="Finished games only, as game records.")] = False,
    database: Database = None,
) -> None:
    """Write every table with its seats, log and chat to a file; or the records of finished games."""
    from mergemaker.tables.history.archive import export_lines, export_records

    to_pipe = str(file) == "-"

    async def work(store: Store) -> int:
        count = 0
        with nullcontext(sys.stdout.buffer) if to_pipe else private_file(file, force) as out:
            async for line in export_records(store) if records else export_lines(store):
                out.write(line)
                count += 1
        return count if records else count - 1  # the first line has the people

    count = with_store(database, work)
    told = counted(count, "game" if records else "table")
    pages(file).print(f"{told} in {file}.", markup=False)


def private_file(file: Path, force: bool) -> IO[bytes]:
    """A new file that nobody else on the machine can read, from its first byte on."""
    check_free(file, force)
    try:
        file.unlink(missing_ok=True)
        return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except OSError as error:
        raise MergemakerError(f"{file} can’t be written: {error.strerror}.") from None


@db_app.command("import")
def db_import(
    file: Annotated[Path, typer.Argument(help="A file that `mergemaker db export` wrote; - is standard input.")],
    database: Database = None,
) -> None:
    """Add the tables of a file, each checked by playing it; tables that are there already stay as they are."""
    from mergemaker.tables.history.archive import import_lines

    async def work(store: Store) -> Imported:
        with opened_file(file) as lines:
            return await import_lines(store, lines)

    done = with_store(database, work, make=True)
    say(f"{counted(done.added, 'table')} added, {done.known:,} there already.")
    if done.other_key:
        complaints().print(
            "People of the file must sign in anew: this database has people of its own already, and so a key of its "
            "own that signs their cookies.",
            markup=False,
        )


def opened_file(file: Path) -> AbstractContextManager[IO[bytes]]:
    try:
        return nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb")
    except OSError as error:
        raise MergemakerError(f"{file} can’t be read: {error.strerror}.") from None


@db_app.command("check")
def db_check(database: Database = None, as_json: AsJson = False) -> None:
    """Play every stored game again. Exit status 1, with the reason, when one does not hold."""
    from mergemaker.tables.history.archive import check_all

    async def work(store: Store) -> list[Finding]:
        return [finding async for finding in check_all(store)]

    findings = with_store(database, work)
    broken = [finding for finding in findings if finding.trouble]
    if as_json:
        print_json({"tables": len(findings), "broken": len(broken), "findings": findings})
    else:
        for finding in broken:
            complaints().print(f"{finding.table}: {finding.trouble}", markup=False)
        actions = sum(finding.actions for finding in findings)
        verdict = f"{len(broken)} broken" if broken else "every log holds"
        say(f"{counted(len(findings), 'table')}, {counted(actions, 'entry', 'entries')}: {verdict}.")
    raise typer.Exit(1 if broken else 0)


@db_app.command("rerate")
def db_rerate(database: Database = None, as_json: AsJson = False) -> None:
    """Make every result and every rating again from the stored games; the numbers are the same on any day."""
    from mergemaker.people.rater import rerate

    games, rated = with_store(database, rerate)
    if as_json:
        print_json({"games": games, "rated": rated})
    else:
        say(f"{counted(games, 'finished game')}, {rated:,} of them rated.")
