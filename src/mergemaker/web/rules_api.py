"""Editions and bots: what the rules pages and the forms for new tables show, all made from data."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.words.player_aid import chart, differences, player_aid, policies
from mergemaker.tables.forms import (
    BotLevel,
    CheckRules,
    EditionListed,
    EditionPage,
    PriceStep,
)
from mergemaker.tables.replays import listed_edition
from mergemaker.tables.table_setup import find_edition, read_rules
from mergemaker.web.context import context_of

LEVELS = (
    BotLevel("random", "Any legal move, each as likely as the others."),
    BotLevel("clerk", "A few rules of thumb; a friendly first opponent."),
    BotLevel("broker", "Weighs every tile and purchase of its turn; wins most games against clerks."),
    BotLevel("mogul", "Searches ahead through many possible games; the strongest, and takes a moment."),
)


def page(edition: Edition) -> EditionPage:
    """All that a rules page says of an edition."""
    steps = [
        PriceStep(tier, min(row.span(tier)), row.price, tuple(row.bonus), number)
        for tier in edition.tiers
        for number, row in enumerate(edition.chart)
        if row.span(tier)
    ]
    return EditionPage(
        edition=listed_edition(edition),
        aid=tuple(player_aid(edition)),
        chart=chart(edition),
        steps=tuple(steps),
        places=edition.bonuses.places,
        policies=tuple(policies(edition)),
        choices={
            "players.two": edition.players.two or "",
            "start.opening": edition.start.opening,
            "start.first": edition.start.first,
            "turn.draw": edition.turn.draw,
            "turn.dead_tiles": edition.turn.dead_tiles,
            "founding.none_left": edition.founding.none_left,
            "bonuses.sole_holder": " ".join(map(str, edition.bonuses.sole_holder)),
            "ending.how": edition.ending.how,
        },
        differences=tuple(differences(edition)),
        safe=edition.mergers.safe,
        end_size=edition.ending.size,
        buy_limit=edition.turn.buy,
        hand=edition.start.hand,
    )


def _limited(request: Request[Any, Any, Any]) -> None:
    context = context_of(request)
    context.spend(context.requests, context.address(request))


@get("/api/editions")
async def editions(request: Request[Any, Any, Any]) -> list[EditionListed]:
    """The built-in editions."""
    _limited(request)
    return [listed_edition(Edition.named(name)) for name in names()]


@get("/api/editions/{name:str}")
async def edition_page(request: Request[Any, Any, Any], name: FromPath[str]) -> EditionPage:
    """An edition's rules page."""
    _limited(request)
    return page(find_edition(name))


@post("/api/editions/check", status_code=200)
async def check_rules(request: Request[Any, Any, Any], data: JSONBody[CheckRules]) -> EditionPage:
    """Reads a house-rules file, and shows the rules page it makes."""
    context = context_of(request)
    context.spend(context.heavy, context.address(request))
    return page(read_rules(data.rules))


@get("/api/tables/{table_id:str}/edition")
async def table_edition(request: Request[Any, Any, Any], table_id: FromPath[str]) -> EditionPage:
    """The rules page of what a table plays by."""
    _limited(request)
    return page((await context_of(request).live_tables.table(table_id)).edition)


@get("/api/bots")
async def bots(request: Request[Any, Any, Any]) -> list[BotLevel]:
    """The bots that can be sat at a table, weak to strong."""
    _limited(request)
    return list(LEVELS)


HANDLERS = [editions, edition_page, check_rules, table_edition, bots]
