"""Editions and bots: what the rules pages and the forms for new tables show, all made from data."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.tables.edition_pages import edition_page, find_edition, listed_edition
from mergemaker.tables.protocol.forms import BotLevel, CheckRules, EditionListed, EditionPage
from mergemaker.web.context import context_of
from mergemaker.web.request_checks import Asked, read_file

LEVELS = (
    BotLevel("random", "Any legal move, each as likely as the others."),
    BotLevel("novice", "Seldom the worst move, seldom the best; wins three games of five against three at random."),
    BotLevel("apprentice", "Errs less, and still a lot; wins over half its games against three novices."),
    BotLevel(
        "clerk",
        "A few rules of thumb; a friendly first opponent, who wins over half its games against three apprentices.",
    ),
    BotLevel("trader", "Sees what matters, often does something else; wins two games of five against three clerks."),
    BotLevel("broker", "Weighs every tile and purchase of its turn; wins two games of three against three clerks."),
    BotLevel("banker", "The magnate’s eye, not its steadiness; wins half its games against three brokers."),
    BotLevel("mogul", "Searches ahead through many possible games; beats three brokers three games of four."),
    BotLevel("magnate", "Taught itself, and searches; the strongest: wins over half its games against three moguls."),
)


@get("/api/editions")
async def editions() -> list[EditionListed]:
    """The built-in editions."""
    return [listed_edition(Edition.named(name)) for name in names()]


@get("/api/editions/{name:str}")
async def rules_page(name: FromPath[str]) -> EditionPage:
    """An edition's rules page."""
    return edition_page(find_edition(name))


@post("/api/editions/check", status_code=200)
async def check_rules(request: Asked, data: JSONBody[CheckRules]) -> EditionPage:
    """Reads a house-rules file, and shows the rules page it makes."""
    return await read_file(request, EditionPage, "rules page", data.rules)


@get("/api/tables/{table_id:str}/edition")
async def table_edition(request: Asked, table_id: FromPath[str]) -> EditionPage:
    """The rules page of what a table plays by."""
    return edition_page((await context_of(request).live_tables.table(table_id)).edition)


@get("/api/bots")
async def bots() -> list[BotLevel]:
    """The bots that can be sat at a table, weak to strong."""
    return list(LEVELS)
