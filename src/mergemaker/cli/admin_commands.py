"""`mergemaker admin`: what whoever runs a server does, each act written down; back-up and restore; tidying up."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from mergemaker.cli.common_options import AsJson, Force
from mergemaker.cli.output import console, print_found, print_json, say
from mergemaker.cli.server_commands import Database, opened_file, private_file, with_store
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.words.phrases import counted

if TYPE_CHECKING:
    from mergemaker.clubs.desk_forms import Load
    from mergemaker.store import Store
    from mergemaker.store.desk_store import DeskStore, PersonRow, StoredAct
    from mergemaker.store.prune import Prunable

T = TypeVar("T")

DAY = 24 * 3600_000
LINK_MINUTES = 30

admin_app = typer.Typer(
    name="admin", help="People, tables, back-ups and tidying up, for whoever runs a server.", no_args_is_help=True
)

Why = Annotated[str, typer.Option("--why", help="The reason; it is written down, and shown to whoever is banned.")]
Days = Annotated[int, typer.Option("--days", min=0, max=3650, help="For how many days; 0 is for good.")]
Person = Annotated[str, typer.Argument(help="A person’s id: `mergemaker admin people` lists them.")]
TableId = Annotated[str, typer.Argument(help="A table’s id, the end of its link.")]


def _now() -> int:
    return time.time_ns() // 1_000_000


def _with_desk(database: str | None, work: Callable[[DeskStore], Coroutine[Any, Any, T]]) -> T:
    """Does something with what hosts see and do, as the server's database has it."""
    from mergemaker.store.desk_store import DeskStore

    return with_store(database, lambda store: work(DeskStore(store)))


def _act(database: str | None, what: str, target: str, why: str = "", name: str = "", days: int = 0) -> None:
    from mergemaker.clubs import host_desk
    from mergemaker.store.accounts_store import AccountsStore
    from mergemaker.store.desk_store import DeskStore

    async def work(store: Store) -> StoredAct:
        person = what in ("rename", "silence", "unsilence", "ban", "unban")
        if person and await store.player(target) is None:
            raise MergemakerError(f"There is nobody with the id {target}.")
        if what in ("end", "remove-chat") and await store.table(target.partition("/")[0]) is None:
            raise MergemakerError(f"There is no table {target}.")
        until = _now() + days * DAY if days else None
        by, desk = "command line", DeskStore(store)
        if what == "rename":
            return await host_desk.rename(AccountsStore(store), desk, by, target, name, why, _now())
        return await desk.act(by, what, target, why, _now(), until=until)

    done = with_store(database, work)
    later = "" if done.done else " A running server does it within seconds, another one when it starts."
    say(f"{what} {target}: done and written down.{later}")


@admin_app.command()
def people(
    find: Annotated[str, typer.Argument(help="A part of a name, or an id.")] = "",
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List people, the latest first, with their ids."""
    found = _with_desk(database, lambda desk: desk.find_people(find))

    def line(one: PersonRow) -> str:
        return f"{one.id}  {one.name or '–'}{' (program)' if one.program else ''}, {counted(one.tables, 'table')}"

    print_found(found, line, as_json=as_json)


@admin_app.command()
def tables(
    find: Annotated[str, typer.Argument(help="A part of a title, or an id.")] = "",
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List tables, those that changed last first."""
    found = _with_desk(database, lambda desk: desk.find_tables(find))
    print_found(found, lambda one: f"{one.id}  {one.status:8}  {one.title}: {', '.join(one.names)}", as_json=as_json)


@admin_app.command()
def acts(database: Database = None, as_json: AsJson = False) -> None:
    """Show what hosts have done, the latest first."""
    from datetime import UTC, datetime

    found = _with_desk(database, lambda desk: desk.latest_acts())

    def line(one: StoredAct) -> str:
        at = datetime.fromtimestamp(one.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        return f"{at}  {one.by}  {one.what} {one.target} {one.why}".rstrip()

    print_found(found, line, as_json=as_json)


@admin_app.command()
def load(database: Database = None, as_json: AsJson = False) -> None:
    """Show how much there is, how busy the machine is, and the room that is left."""
    from mergemaker.clubs.host_desk import load_of

    async def work(desk: DeskStore) -> tuple[dict[str, int], Load]:
        return await desk.counts(), await load_of(desk)

    counts, now = _with_desk(database, work)
    if as_json:
        machine = {"machine": now.machine, "cores": now.cores}
        print_json({**counts, **machine, "database_bytes": now.database_bytes, "disk_free": now.disk_free})
        return
    say(
        f"{counted(counts['people'], 'person', 'people')}, {counted(counts['tables'], 'table')}, "
        f"{counts['running']:,} of them being played, {counted(counts['moves'], 'move')}."
    )
    free = f", {now.disk_free / 1e9:,.1f} GB free on its disk" if now.disk_free else ""
    say(f"The database has {now.database_bytes / 1e6:,.1f} MB{free}.")
    say(f"The machine’s load is {now.machine}, of {counted(now.cores, 'core')}.")


@admin_app.command()
def hosts(database: Database = None, as_json: AsJson = False) -> None:
    """List who may open the desk."""
    found = _with_desk(database, lambda desk: desk.hosts())
    print_found(found, lambda one: f"{one.player}  {one.name or '–'}", as_json=as_json)


@admin_app.command("leave-desk")
def leave_desk(person: Person, why: Why = "", database: Database = None) -> None:
    """Let somebody open the desk no more: whoever runs the server with you no longer, or has lost a device."""
    known = {one.player for one in _with_desk(database, lambda desk: desk.hosts())}
    if person not in known:
        raise MergemakerError(f"{person} can’t open the desk: `mergemaker admin hosts` lists who can.")
    _act(database, "leave-desk", person, why)


@admin_app.command()
def reports(database: Database = None, as_json: AsJson = False) -> None:
    """Show what players have reported and nobody has dealt with."""
    found = _with_desk(database, lambda desk: desk.open_reports())
    print_found(found, lambda one: f"{one.id}  table {one.table_id}, from {one.player}: {one.text}", as_json=as_json)


@admin_app.command("close-report")
def close_report(report: Annotated[str, typer.Argument(help="A report’s id.")], database: Database = None) -> None:
    """Note that a report has been dealt with."""
    _act(database, "close-report", report)


@admin_app.command()
def rename(
    person: Person, name: Annotated[str, typer.Argument(help="The new name.")], why: Why = "", database: Database = None
) -> None:
    """Give somebody another name, for the tables to come."""
    name = " ".join(name.split())
    if not (0 < len(name) <= 40 and name.isprintable()):
        raise MergemakerError("A name has 1 to 40 printable characters.")
    _act(database, "rename", person, why, name=name)


@admin_app.command()
def silence(person: Person, why: Why = "", days: Days = 0, database: Database = None) -> None:
    """Let somebody say nothing in any chat."""
    _act(database, "silence", person, why, days=days)


@admin_app.command()
def unsilence(person: Person, why: Why = "", database: Database = None) -> None:
    """Let somebody speak again."""
    _act(database, "unsilence", person, why)


@admin_app.command()
def ban(person: Person, why: Why = "", days: Days = 0, database: Database = None) -> None:
    """Keep somebody out."""
    _act(database, "ban", person, why, days=days)


@admin_app.command()
def unban(person: Person, why: Why = "", database: Database = None) -> None:
    """Let somebody in again."""
    _act(database, "unban", person, why)


@admin_app.command()
def end(table: TableId, why: Why = "", database: Database = None) -> None:
    """End a table: its people lose their seats, and bots play the game out."""
    _act(database, "end", table, why)


@admin_app.command("remove-chat")
def remove_chat(
    table: TableId,
    line: Annotated[int, typer.Option("--line", min=0, help="One message by its number; otherwise all of them.")] = 0,
    why: Why = "",
    database: Database = None,
) -> None:
    """Remove a table’s chat, or one message of it."""
    _act(database, "remove-chat", f"{table}/{line}" if line else table, why)


@admin_app.command()
def link(
    origin: Annotated[str, typer.Option("--origin", help="The address of the server.")] = "http://127.0.0.1:8000",
    database: Database = None,
) -> None:
    """Print a link that lets one browser open the desk; it works once, within half an hour."""
    import secrets

    from mergemaker.people.accounts import hashed
    from mergemaker.web.api.desk_api import DESK_TOKEN

    token = secrets.token_urlsafe(24)
    ends = _now() + LINK_MINUTES * 60_000
    with_store(database, lambda store: store.set_setting(DESK_TOKEN, f"{hashed(token)} {ends}"))
    console().print(f"{origin.rstrip('/')}/desk/enter/{token}", markup=False, soft_wrap=True)


@admin_app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write (.jsonl.gz). It holds secrets: keep it safe.")],
    force: Force = False,
    database: Database = None,
) -> None:
    """Write everything to one file, of one moment, while the server runs."""
    from mergemaker.store.backup import back_up

    async def work(store: Store) -> dict[str, int]:
        with private_file(file, force) as out:
            return await back_up(store, out)

    counts = with_store(database, work)
    say(f"{counted(sum(counts.values()), 'row')} of {counted(len(counts), 'table')} in {file}.")


@admin_app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `mergemaker admin backup` wrote.")],
    database: Database = None,
) -> None:
    """Put a back-up into a new, empty database, of either kind, and play every game again to check it."""
    from mergemaker.store.backup import restore as put_back
    from mergemaker.tables.history.archive import Finding, check_all

    async def work(store: Store) -> tuple[dict[str, int], list[Finding]]:
        with opened_file(file) as lines:
            counts = await put_back(store, lines)
        return counts, [finding async for finding in check_all(store)]

    counts, findings = with_store(database, work, make=True)
    broken = [finding for finding in findings if finding.trouble]
    say(f"{counted(sum(counts.values()), 'row')} of {counted(len(counts), 'table')} restored.")
    for finding in broken:
        say(f"{finding.table}: {finding.trouble}")
    say(f"{counted(len(findings), 'table')} played again: {len(broken) or 'none'} broken.")
    raise typer.Exit(1 if broken else 0)


@admin_app.command()
def prune(
    days: Annotated[int, typer.Option("--days", min=1, help="Untouched for so many days.")] = 180,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; otherwise it is only told.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Tell which abandoned tables and guests would go, and with --yes remove them. Finished games stay."""
    from mergemaker.store.desk_store import DeskStore
    from mergemaker.store.prune import look
    from mergemaker.store.prune import prune as take_away

    async def work(store: Store) -> Prunable:
        before = _now() - days * DAY
        if not yes:
            return await look(store, before)
        found = await take_away(store, before)
        told = f"{counted(len(found.tables), 'table')}, {counted(len(found.guests), 'guest')}"
        await DeskStore(store).act("command line", "prune", f"{days} days", told, _now())
        return found

    found = with_store(database, work)
    if as_json:
        print_json({"done": yes, "tables": found.tables, "guests": found.guests})
        return
    for ident, title, status in found.tables:
        say(f"table {ident}  {status:8} {title}")
    for ident, name in found.guests:
        say(f"guest {ident}  {name}")
    verdict = "removed" if yes else "would go; --yes removes them"
    say(f"{counted(len(found.tables), 'table')} and {counted(len(found.guests), 'guest')} {verdict}.")


@admin_app.command()
def privacy() -> None:
    """Print the privacy note for players that the server shows, made from its settings."""
    from mergemaker.clubs.privacy import privacy_note
    from mergemaker.web.context import word_settings
    from mergemaker.web.settings import settings_from

    settings = settings_from({})
    for section in privacy_note(word_settings(settings), settings.contact, settings.prune_days).sections:
        console().print(f"{section.title}\n  {section.text}\n", markup=False, soft_wrap=True)
