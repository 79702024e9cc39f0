"""One's own games, profiles, leaderboards and records over HTTP: what they say, and whom they say it to."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from mergemaker.people.rater import count_games
from mergemaker.store.results_store import StoredRating, keep_rating
from mergemaker.store.schemas.review_schema import seat_reviews
from people_at_tables import play_to_the_end, rated_table, signed_in, with_account
from quick_tables import QuickBotPool, quiet
from servers import Client, Served, served


@pytest_asyncio.fixture(params=["sqlite", "postgresql"])
async def server(request: Any, tmp_path: Path) -> AsyncIterator[Served]:
    url = None if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    async with served(tmp_path, url=url, bot_pool=QuickBotPool()) as server:
        yield server


async def test_what_was_played_is_listed_summed_up_and_shown_to_whom_its_owner_lets(server: Served):
    live_tables = server.context.live_tables
    for handle in ("Anna", "Bobby"):
        await with_account(live_tables, handle)
    ann, bob, stranger = (
        await signed_in(server, "Anna"),
        await signed_in(server, "Bobby"),
        await Client.new(server, "S"),
    )
    first = await rated_table(live_tables, "anna", "bobby", public=True, title="Harbour")
    await play_to_the_end(live_tables, first, seed=5)
    second = await rated_table(live_tables, "bobby", "anna", bots=("clerk",), edition="1999")
    await play_to_the_end(live_tables, second, seed=6)
    running = (await ann.post("/api/play-now"))["table"]["id"]
    await count_games(live_tables.store)

    mine = await ann.get("/api/my-games")
    assert [game["table"] for game in mine["running"]] == [running]
    assert {game["table"] for game in mine["finished"]} == {first.id, second.id}
    assert (mine["found"], mine["more"]) == (2, None)
    assert {one["name"]: one["title"] for one in mine["editions"]} == {"1999": "1999", "2023-classic": "2023 Classic"}
    assert mine["running"][0]["edition_title"] == "2023 Classic"
    harbour = next(game for game in mine["finished"] if game["title"] == "Harbour")
    assert harbour["rated"]
    assert harbour["edition_title"] == "2023 Classic"
    assert harbour["gain"] != 0
    assert {seat["handle"] for seat in harbour["seats"]} == {"Anna", "Bobby"}
    for query, found in {
        "edition=1999": 1, "players=2": 1, "opponent=BOB": 2, "opponent=clerk": 1, "opponent=100%25": 0,
        "rated=true": 2, "rated=false": 0, "cleared=true": 0,
    }.items():  # fmt: skip
        assert (await ann.get(f"/api/my-games?{query}"))["found"] == found, query
    won, lost = [(await ann.get(f"/api/my-games?result={result}"))["found"] for result in ("won", "lost")]
    assert won + lost == 2
    await ann.post(f"/api/tables/{first.id}/put-away")
    assert (await ann.get("/api/my-games"))["found"] == 1
    assert (await ann.get("/api/my-games?cleared=true"))["finished"][0]["table"] == first.id
    lines = (await ann.http.get("/api/my-games/records")).text.splitlines()
    assert len(lines) == 2

    page = await stranger.get("/api/people/anna")
    assert (page["handle"], page["games"], page["you"]) == ("Anna", 2, False)
    assert {one["pool"] for one in page["ratings"]} == {"live", "bots"}
    assert all(one["provisional"] and one["games"] == 1 for one in page["ratings"])
    assert [game["table"] for game in page["recent"]] == [first.id]  # the other table is nobody else's business
    assert {(one["name"], one["games"]) for one in page["opponents"]} == {("Bobby", 2), ("Clerk", 1)}
    assert {(line["edition_title"], line["games"]) for line in page["results"]} == {("2023 Classic", 1), ("1999", 1)}
    assert {one["title"] for one in page["ratings"]} == {"Live games", "Games with bots"}
    assert second.id not in json.dumps(page)  # the curve does not name it either
    assert page["chains"][0]["shares"] >= page["chains"][-1]["shares"] > 0

    await ann.post("/api/account/shown", shown="players")
    assert (await bob.get("/api/people/Anna"))["handle"] == "Anna"
    hidden = await stranger.get("/api/people/Anna", status=404)
    assert hidden == await stranger.get("/api/people/Nobody-Such", status=404)
    await ann.post("/api/account/shown", shown="nobody")
    await bob.get("/api/people/Anna", status=404)
    assert (await ann.get("/api/people/Anna"))["you"]
    # Whoever hides is in nobody's head-to-head but their opponents' own.
    assert [one["name"] for one in (await stranger.get("/api/people/bobby"))["opponents"]] == ["Clerk"]
    assert [one["name"] for one in (await bob.get("/api/people/bobby"))["opponents"]] == ["Anna", "Clerk"]

    records = await stranger.get("/api/hall-of-records")
    assert [game["table"] for game in records["largest_win"]] == [first.id]
    assert records["longest_chain"][0]["value"] > 2
    assert records["richest"][0]["edition_title"] == "2023 Classic"
    anna = next(seat for seat in records["richest"][0]["seats"] if seat["name"] == "Anna")
    assert anna["handle"] is None


async def test_a_leaderboard_lists_who_is_known_well_enough_and_may_be_seen(server: Served):
    live_tables = server.context.live_tables
    now = live_tables.now()

    def rate(connection: Any) -> None:
        for player, skill, unsure, games in (
            ("anna", 40, 2, 30),
            ("bobby", 45, 2, 9),
            ("carla", 60, 8, 2),
            ("dora", 50, 2, 50),
        ):
            keep_rating(connection, StoredRating("live", player, skill, unsure, games, now))

    for handle in ("Anna", "Bobby", "Carla", "Dora"):
        await with_account(live_tables, handle)
    await live_tables.store.write(rate)
    await live_tables.accounts.show("dora", "players")
    stranger, ann = await Client.new(server, "S"), await signed_in(server, "Anna")
    board = await stranger.get("/api/leaderboards")
    assert [(one["rank"], one["handle"]) for one in board["ranked"]] == [(1, "Bobby"), (2, "Anna")]
    assert {one["level"]: one["points"] for one in board["anchors"]}["broker"] == 1500
    board = await ann.get("/api/leaderboards?pool=live&period=all")
    assert [(one["handle"], one["you"]) for one in board["ranked"]] == [
        ("Dora", False),
        ("Bobby", False),
        ("Anna", True),
    ]
    assert (await stranger.get("/api/leaderboards?pool=turns&period=month"))["ranked"] == []

    def rate_narrowly(connection: Any) -> None:
        for pool, games in (("live/1999/4", 30), ("live/1999/5", 3)):  # the second too few to tell
            keep_rating(connection, StoredRating(pool, "anna", 40, 2, games, now))

    await live_tables.store.write(rate_narrowly)
    server.context.kept.forget()
    assert [(one["pool"], one["title"]) for one in (await stranger.get("/api/leaderboards"))["pools"]] == [
        ("live", "Live games"),
        ("turns", "Turn-based games"),
        ("bots", "Games with bots"),
        ("live/1999/4", "Live games · 1999, 4 players"),
    ]
    await stranger.get("/api/leaderboards?period=never", status=400)


async def test_an_opponent_is_found_in_letters_that_the_database_knows_no_small_ones_of(server: Served):
    live_tables = server.context.live_tables
    for handle in ("Anna", "Çelik"):
        await with_account(live_tables, handle)
    ann = await signed_in(server, "Anna")
    await play_to_the_end(live_tables, await rated_table(live_tables, "anna", "çelik"))
    for text, found in {"çel": 1, "ÇEL": 1, "Çelik": 1, "celik": 0}.items():
        assert (await ann.get(f"/api/my-games?opponent={text}"))["found"] == found, text
    for text in ("ÇELIK", "çel"):
        assert [one.name for one in await server.context.desk.store.find_people(text)] == ["Çelik"]


async def test_what_a_bot_wins_for_somebody_who_left_is_nobodys_win(server: Served):
    live_tables = server.context.live_tables
    for handle in ("Anna", "Bobby"):
        await with_account(live_tables, handle)
    ann, bob = await signed_in(server, "Anna"), await signed_in(server, "Bobby")
    table = (await ann.post("/api/tables", seats=[None, None], public=True))["table"]["id"]
    await bob.post(f"/api/tables/{table}/join")
    await ann.post(f"/api/tables/{table}/start")
    for person in (ann, bob):
        await person.post(f"/api/tables/{table}/resign")
    await quiet(live_tables)
    for person, handle in ((ann, "anna"), (bob, "bobby")):
        assert [(await person.get(f"/api/my-games?result={how}"))["found"] for how in ("won", "lost")] == [0, 1]
        page = await person.get(f"/api/people/{handle}")
        assert (page["games"], page["wins"], page["streak"], page["results"][0]["wins"]) == (1, 0, 0, 0)
    assert not any((await ann.get("/api/hall-of-records")).values())


async def test_the_luckiest_are_called_by_name(server: Served):
    live_tables = server.context.live_tables
    for handle in ("Anna", "Bobby"):
        await with_account(live_tables, handle)
    live = await rated_table(live_tables, "anna", "bobby", public=True)
    await play_to_the_end(live_tables, live)
    rows = [
        {"table_id": live.id, "seat": seat, "judge": "x", "body": json.dumps({"account": {"own_luck": luck}})}
        for seat, luck in enumerate((-0.05, 0.21))
    ]
    await live_tables.store.write(lambda connection: connection.execute(seat_reviews.insert(), rows))
    found = (await (await Client.new(server, "S")).get("/api/hall-of-records"))["luckiest"]
    names = [seat.name for seat in live.seats]
    assert [one["what"] for one in found] == [f"+21 % for {names[1]}"]  # whoever had none is not lucky at all
