"""A server's settings: from the command line, or from the environment as MERGEMAKER_ and the name in capitals.

docs/do/hosting.md describes each; a test fails when one is missing there.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from mergemaker.rules.errors import MergemakerError

PREFIX = "MERGEMAKER_"


class Settings(Struct, frozen=True, kw_only=True):
    """All that can be set."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str | None = None  # SQLite in the user's data folder
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    origin: str | None = None  # the address people see, where a proxy hides it: https://acquire.example
    secret: str | None = None  # signs cookies; kept in the database where it is not given
    bots: Annotated[int, Meta(ge=1, le=64)] = max(1, min(4, (os.cpu_count() or 2) - 1))  # processes that think
    bot_pause: Annotated[float, Meta(ge=0, le=10)] = 0.6  # seconds that a bot takes at least where somebody watches
    limits: Annotated[float, Meta(ge=0)] = 1.0  # how generous the rate limits are; 0 is none
    mail_server: str | None = None  # smtp://user:password@host:587, for word that it is somebody's turn
    mail_from: str | None = None  # whom such mail comes from
    webhooks: bool = True  # whether people may have word sent to a webhook
    private_webhooks: bool = False  # whether webhooks may lead into the host's own network
    contact: str | None = None  # how people reach the host; in the privacy note
    prune_days: Annotated[int, Meta(ge=1)] | None = None  # what the privacy note says of tidying up
    log: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"


def settings_from(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from the command line, the environment where that says nothing, and the defaults."""
    found: dict[str, Any] = {}
    for field in Settings.__struct_fields__:
        if given.get(field) is not None:
            found[field] = given[field]
        elif environment.get(PREFIX + field.upper()):
            found[field] = environment[PREFIX + field.upper()]
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise MergemakerError(f"A setting is wrong: {error}.") from None


def as_environment(settings: Settings) -> dict[str, str]:
    """The settings as variables, for processes that this one starts."""
    values = msgspec.structs.asdict(settings)
    return {PREFIX + field.upper(): str(value) for field, value in values.items() if value is not None}
