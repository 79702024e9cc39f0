"""What goes when a token is revoked or an account deleted, while something is open or under way."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio
from websockets.asyncio.client import connect

from mergemaker.review.findings import FORMAT, Review
from people_at_tables import signed_in, with_account
from quick_tables import QuickBotPool
from servers import Client, Seated, Served, served


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path, bot_pool=QuickBotPool()) as server:
        yield server


async def anna_at(server: Served) -> Client:
    await with_account(server.context.live_tables, "Anna")
    return await signed_in(server, "Anna")


async def test_a_token_that_is_revoked_closes_its_own_sockets_and_no_others(server: Served):
    ann = await anna_at(server)
    table = (await ann.post("/api/play-now"))["table"]["id"]
    for bot in ("Robby", "Marvin"):
        await ann.post("/api/account/bots", handle=bot)
    made = [await ann.post("/api/account/tokens", purpose="x", bot=bot) for bot in (None, "Robby", "Robby", "Marvin")]
    async with AsyncExitStack() as wires:
        sockets = []
        for one in made:
            headers = {"Authorization": f"Bearer {one['token']}"}
            wire = connect(f"{server.ws}/ws/tables/{table}", additional_headers=headers)
            sockets.append(Seated(await wires.enter_async_context(wire)))
        for gone in (1, 0):
            await ann.post("/api/account/tokens/revoke", id=made[gone]["listed"]["id"])
            assert await sockets[gone].closed() == 4401
        for left in (2, 3):
            assert (await sockets[left].say("ping"))["type"] == "pong"


async def test_a_review_under_way_is_dropped_with_the_name_in_it(server: Served):
    """Otherwise it would be stored after the account is gone, and told to whoever has its address."""
    ann, reviews = await anna_at(server), server.context.reviews
    await ann.post("/api/play-now")
    for digest, seats in (("a" * 32, ["Anna", "Bob"]), ("b" * 32, ["Eve", "Bob"])):
        reviews._begin(f"{digest}-normal", {"seats": seats}, "normal", "somebody")
    job = reviews._jobs[f"{'a' * 32}-normal"]
    await ann.post("/api/account/delete", handle="anna")
    assert list(reviews._jobs) == [f"{'b' * 32}-normal"]
    unfinished = Review(
        format=FORMAT, digest="a" * 32, edition="", seats=("Anna", "Bob"), depth="normal", judge="", complete=False,
        start=(), dealt=(), moments=(), draws=(), verdicts=(), accounts=(), turning_points=(), summaries=(), story=(),
        money=(), winners=(), end="",
    )  # fmt: skip
    await reviews._keep(job, unfinished)
    assert await reviews.store.review("a" * 32, "normal", FORMAT) is None
