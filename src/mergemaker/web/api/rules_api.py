"""Editions and bots: what the rules pages and the forms for new tables show, all made from data."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from mergemaker.people.ratings import ANCHORS, points
from mergemaker.rules.editions.edition import Edition, names
from mergemaker.tables.edition_pages import edition_page, find_edition, listed_edition
from mergemaker.tables.protocol.forms import BotLevel, CheckRules, EditionListed, EditionPage
from mergemaker.tables.protocol.messages import Level
from mergemaker.web.context import context_of
from mergemaker.web.request_checks import Asked, read_file

_WORDS: dict[Level, str] = {
    "random": "Any legal move, each as likely as the others.",
    "novice": "Seldom the worst move, seldom the best; wins three games of five against three at random.",
    "apprentice": "Errs less, and still a lot; wins over half its games against three novices.",
    "clerk": "A few rules of thumb; a friendly first opponent, who wins over half its games against three apprentices.",
    "trader": "Sees what matters, often does something else; wins two games of five against three clerks.",
    "broker": "Weighs every tile and purchase of its turn; wins two games of three against three clerks.",
    "banker": "The magnate’s eye, not its steadiness; wins half its games against three brokers.",
    "mogul": "Searches ahead through many possible games; wins three games of four against three brokers.",
    "magnate": "Taught itself, and searches; the strongest: wins over half its games against three moguls.",
}
LEVELS = tuple(BotLevel(level, points(ANCHORS[level]), words) for level, words in _WORDS.items())


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
