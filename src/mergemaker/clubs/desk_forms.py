"""What is posted to the host's desk, and what it shows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mergemaker.clubs.club_forms import NO_NUL

ShortText = Annotated[str, Meta(max_length=500, pattern=NO_NUL)]


class DeskAct(Struct, frozen=True, forbid_unknown_fields=True):
    """An act of the host. `target` is a person's id, a table's, TABLE/LINE of a chat, or a report's."""

    what: Literal["rename", "silence", "unsilence", "ban", "unban", "end", "remove-chat", "close-report"]
    target: Annotated[str, Meta(min_length=1, max_length=80, pattern=NO_NUL)]
    why: ShortText = ""
    name: Annotated[str, Meta(max_length=40, pattern=NO_NUL)] = ""
    days: Annotated[int, Meta(ge=0, le=3650)] = 0  # for how long; 0: for good


class EnterDesk(Struct, frozen=True, forbid_unknown_fields=True):
    """The token that `mergemaker admin link` made."""

    token: Annotated[str, Meta(max_length=100, pattern=NO_NUL)]


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants the host of the server to know about a table."""

    text: Annotated[str, Meta(min_length=1, max_length=1000, pattern=NO_NUL)]


class PersonShown(Struct, frozen=True):
    """A person."""

    id: str
    name: str
    created: int
    program: bool
    tables: int
    restrictions: tuple[str, ...]  # silence, ban


class TableShown(Struct, frozen=True):
    """A table, without its game."""

    id: str
    title: str
    status: str
    names: tuple[str, ...]
    created: int
    changed: int


class ReportShown(Struct, frozen=True):
    """A report that nobody has dealt with."""

    id: str
    at: int
    by: str
    table: str
    text: str


class ActShown(Struct, frozen=True):
    """A line of the log of acts."""

    at: int
    by: str
    what: str
    target: str
    called: str  # the name of the person, or the title of the table; empty where it is neither
    why: str
    done: bool


class Load(Struct, frozen=True):
    """How the server does. Sizes are in bytes; the disk's is 0 where the database is not a file."""

    tables_in_memory: int
    connections: int
    machine: float  # load average of a minute
    cores: int
    database_bytes: int
    disk_free: int


class DeskShown(Struct, frozen=True):
    """The desk."""

    people: tuple[PersonShown, ...]
    tables: tuple[TableShown, ...]
    reports: tuple[ReportShown, ...]
    acts: tuple[ActShown, ...]
    counts: dict[str, int]
    load: Load
    now: int


class NoteSection(Struct, frozen=True):
    """A part of the privacy note."""

    title: str
    text: str


class PrivacyNote(Struct, frozen=True):
    """What this server keeps about people, made from its settings."""

    sections: tuple[NoteSection, ...]
