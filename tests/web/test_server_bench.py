"""The clients of `mergemaker bench server`: what they count is what they did. How fast it was is not asked here."""

import asyncio

from mergemaker.bench.server_bench import SEATS, Load, PlayedTable, _flat_out, _steadily
from mergemaker.bench.server_clients import post
from servers import Served


async def a_load(server: Served, tables: int) -> Load:
    tokens = [(await post(server.port, "/api/accounts", {"name": f"P{n}"}))["token"] for n in range(SEATS)]
    load = Load(server.port, tokens)
    for number in range(tables):
        await PlayedTable(load, number).sit_down()
    return load


async def test_every_action_that_was_due_is_sent_and_counted(server: Served):
    load = await a_load(server, 3)
    await _steadily(load, 2)
    assert (load.sent, load.acknowledged, len(load.late), load.refused, load.lost) == (6, 6, 6, 0, 0)
    assert all(late > 0 for late in load.late)


async def test_an_action_that_is_due_too_early_is_sent_later_and_not_left_out(server: Served):
    load = await a_load(server, 1)
    for _ in range(3):
        load.tables[0].act(0.0)
    assert (load.sent, load.held_up) == (1, 2)
    await load.come_to_rest()
    assert (load.sent, len(load.late), load.lost) == (3, 3, 0)


async def test_an_action_that_never_comes_back_is_lost(server: Served):
    load = await a_load(server, 1)
    load.tables[0].actions = [["place 99Z"], [], [], []]
    load.tables[0].act(0.0)
    async with asyncio.timeout(60):
        while not load.refused:
            await asyncio.sleep(0.005)
    assert (load.refused, load.lost) == (1, 1)


async def test_a_game_that_is_over_is_followed_by_another(server: Served):
    load = await a_load(server, 1)
    wires = load.tables[0].wires
    async with asyncio.timeout(240):
        while load.tables[0].wires is wires:
            await _flat_out(load, 0.2)
    assert load.refused == 0
    assert load.sent == len(load.late) > 100
