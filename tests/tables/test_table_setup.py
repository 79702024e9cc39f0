"""Before the start: making a table, sitting down, getting up, starting, playing again."""

import pytest

from mergemaker.record.fair_shuffle import commitment_of, verify
from mergemaker.rules.words.sentences import Event
from mergemaker.tables import table_setup
from mergemaker.tables.edition_pages import read_rules
from mergemaker.tables.game_log.turn_log import headlines
from mergemaker.tables.history.play_on import play_on as play_on_from
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.forms import Join, NewTable, PlayNow, PlayOn, Start
from mergemaker.tables.protocol.messages import Clock
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import people_at, play_on, sit_down, until


async def refused(work: object) -> str:
    with pytest.raises(Refusal) as refusal:
        await work  # type: ignore[misc]
    assert str(refusal.value).endswith(".")
    return refusal.value.code


async def test_the_maker_takes_the_first_free_seat_and_is_host(live_tables: LiveTables):
    live = await table_setup.new_table(live_tables, "ann", NewTable(("clerk", None, None), name="Ann"))
    table = live.describe(live_tables.now())
    assert [seat.kind for seat in table.seats] == ["bot", "person", "free"]
    assert table.seats[1].name == "Ann"
    assert table.seats[1].host
    assert table.title.endswith(" table")
    assert live.you("ann", live_tables.now()).seat == 1
    assert live.you("bob", live_tables.now()).seat is None


async def test_names_at_a_table_are_told_apart(live_tables: LiveTables):
    live = await table_setup.new_table(live_tables, "a", NewTable((None, None, "clerk", "clerk", "mogul"), name="Ann"))
    await table_setup.join(live_tables, live, "b", Join(name="Ann"))
    assert [seat.name for seat in live.seats] == ["Ann", "Ann 2", "Clerk 1", "Clerk 2", "Mogul"]


async def test_a_seat_is_taken_once(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    assert await refused(table_setup.join(live_tables, live, "eve", Join(name="Eve"))) == "no-free-seat"
    assert await refused(table_setup.join(live_tables, live, "eve", Join(name="Eve", seat=1))) == "seat-taken"
    await table_setup.join(live_tables, live, "bob", Join())  # who sits keeps the seat
    assert live.seat_of("bob") == 1


async def test_a_name_is_needed_and_remembered(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", begin=False, bots=2)
    await table_setup.set_seat(live_tables, live, "ann", 1, None)
    assert await refused(table_setup.join(live_tables, live, "bob", Join())) == "no-name"
    assert await refused(table_setup.join(live_tables, live, "bob", Join(name=" \u200b"))) == "no-name"
    await table_setup.join(live_tables, live, "bob", Join(name="  Bob  the\tbuilder"))
    assert live.seats[1].name == "Bob the builder"
    assert await live_tables.name_of("bob") == "Bob the builder"


async def test_a_host_who_leaves_is_followed_by_the_next_person(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    await table_setup.leave(live_tables, live, "ann")
    assert live.row.host == "bob"
    await table_setup.leave(live_tables, live, "bob")
    await table_setup.join(live_tables, live, "eve", Join(name="Eve"))
    assert live.row.host == "eve"
    assert await refused(table_setup.leave(live_tables, live, "ann")) == "no-seat"


async def test_only_the_host_starts_and_gives_seats_to_bots(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", begin=False)
    assert await refused(table_setup.start(live_tables, live, "bob", Start())) == "not-host"
    assert await refused(table_setup.set_seat(live_tables, live, "bob", 0, None)) == "not-host"
    assert await refused(table_setup.set_seat(live_tables, live, "ann", 1, "clerk")) == "seat-taken"
    await table_setup.set_seat(live_tables, live, "ann", 1, None)
    assert await refused(table_setup.start(live_tables, live, "ann", Start())) == "free-seats"
    await table_setup.start(live_tables, live, "ann", Start(fill="broker"))
    assert live.seats[1].level == "broker"
    assert await refused(table_setup.start(live_tables, live, "ann", Start())) == "started"
    assert await refused(table_setup.leave(live_tables, live, "ann")) == "started"
    assert await refused(table_setup.join(live_tables, live, "eve", Join(name="Eve"))) == "started"


async def test_an_edition_is_for_so_many_players(live_tables: LiveTables):
    assert (
        await refused(table_setup.new_table(live_tables, "a", NewTable((None, None), "1962", name="A")))
        == "wrong-players"
    )
    assert (
        await refused(table_setup.new_table(live_tables, "a", NewTable((None, None), "2077", name="A")))
        == "unknown-edition"
    )
    everybody = NewTable(("clerk", "clerk"), name="A")
    assert await refused(table_setup.new_table(live_tables, "a", everybody)) == "no-free-seat"


async def test_house_rules_are_played_by(live_tables: LiveTables):
    rules = 'name = "short"\nbase = "1999"\n[turn]\nbuy = 5\n'
    wanted = NewTable((None, None, None), rules=rules, name="Ann")
    live = await table_setup.new_table(live_tables, "ann", wanted, read_rules(rules))
    assert live.describe(live_tables.now()).house_rules
    assert live.edition.turn.buy == 5
    del live_tables.tables[live.id]
    assert (await live_tables.table(live.id)).edition.turn.buy == 5
    with pytest.raises(Refusal, match=r"turn\.buy") as wrong:
        read_rules('name = "short"\nbase = "1999"\n[turn]\nbuy = -5\n')
    assert wrong.value.code == "bad-rules"


async def test_play_now_is_one_step(live_tables: LiveTables):
    live = await table_setup.play_now(live_tables, "ann", PlayNow(name="Ann", bots=3))
    table = live.describe(live_tables.now())
    assert table.status == "running"
    assert [seat.kind for seat in table.seats] == ["person", "bot", "bot", "bot"]
    await until(lambda: live.ledger is not None and live.ledger.to_act == 0)


async def test_the_shuffle_is_committed_to_before_the_start_and_proved_after_the_end(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", "eve", begin=False)
    before = live.describe(live_tables.now()).fairness
    assert before.commitment == commitment_of(live.row.secret)
    assert (before.words, before.secret, before.seed) == (None, None, None)
    await table_setup.set_words(live_tables, live, "bob", "a lucky day")
    assert live.describe(live_tables.now()).seats[1].words
    await table_setup.start(live_tables, live, "ann", Start())
    during = live.describe(live_tables.now()).fairness
    assert (during.words, during.secret, during.seed) == (("", "a lucky day", ""), None, None)
    assert await refused(table_setup.set_words(live_tables, live, "bob", "another")) == "started"
    await play_on(live_tables, live, lambda live: False)
    after = live.describe(live_tables.now()).fairness
    assert after.secret == live.row.secret
    assert live.ledger is not None
    record = live.ledger.record()
    assert record is not None
    assert record["seed"] == after.seed
    assert all(step.holds for step in verify(record, before.commitment))


async def test_a_rematch_is_one_table_for_all_who_ask(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", clock=Clock("live", 30), hidden=True)
    assert await refused(table_setup.rematch(live_tables, live, "ann")) == "not-over"
    await play_on(live_tables, live, lambda live: False)
    assert await refused(table_setup.rematch(live_tables, live, "eve")) == "no-seat"
    again = await table_setup.rematch(live_tables, live, "bob")
    assert await table_setup.rematch(live_tables, live, "ann") is again
    assert [seat.player for seat in again.seats] == ["ann", "bob"]
    assert again.row.host == "bob"
    assert (again.row.hidden, again.clock.seconds, again.row.status) == (True, 30, "open")
    assert again.row.commitment != live.row.commitment
    assert live.describe(live_tables.now()).rematch == again.id


async def test_the_lobby_lists_public_tables_and_my_own(live_tables: LiveTables):
    public = await people_at(live_tables, "ann", "bob", public=True)
    private = await people_at(live_tables, "bob", "eve", begin=False)
    lobby = await live_tables.lists.lobby("bob")
    assert [table.id for table in lobby.watch] == [public.id]
    assert {table.id for table in lobby.mine} == {public.id, private.id}
    assert lobby.open == ()
    mine = next(table for table in lobby.mine if table.id == public.id)
    assert mine.your_turn == (public.seats[mine.to_act or 0].player == "bob")
    nobody = await live_tables.lists.lobby(None)
    assert (nobody.mine, [table.id for table in nobody.watch]) == ((), [public.id])


async def test_my_games_say_what_happened_since_i_looked(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    ann = sit_down(live_tables, live, "ann")
    await play_on(live_tables, live, lambda live: live.version >= 4)
    live_tables.depart(live, ann)
    assert (await live_tables.lists.lobby("ann")).mine[0].happened == ()
    at = live.version
    assert live.ledger is not None
    await play_on(live_tables, live, lambda live: live.over)
    listed = (await live_tables.lists.lobby("ann")).mine[0]
    assert listed.news == live.version - at
    result = live.ledger.result()
    assert result is not None
    names = [live.seats[seat].name for seat in result.winners]
    assert listed.happened[0].startswith("The game is over: ")
    assert listed.happened[1] == f"{names[0]} wins with ${max(result.money):,}."


def test_headlines_are_the_most_important_in_the_order_of_the_game():
    told = [Event("drew", seat=1), Event("placed", seat=0, tile="5C")]
    names = ["Ann", "Bob"]
    assert headlines(told, names) == ("Ann places 5C.",)
    founding = Event("founded", seat=0, chain="Tower", count=3)
    assert headlines([founding, *told], names) == ("Ann founds Tower with 3 tiles.",)
    merger = Event("merged", seat=1, chains=("Luxor",), survivor="Tower")
    later = Event("founded", seat=1, chain="Luxor", count=2)
    assert headlines([founding, merger, later, *told], names) == (
        "Bob merges Luxor into Tower.",
        "Bob founds Luxor with 2 tiles.",
    )
    assert headlines([], names) == ()


async def test_those_who_sit_hear_who_comes(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", begin=False, bots=1)
    await table_setup.set_seat(live_tables, live, "ann", 1, None)
    ann = sit_down(live_tables, live, "ann")
    await table_setup.join(live_tables, live, "bob", Join(name="Bob"))
    assert ann.heard("table")[-1]["table"]["seats"][1]["name"] == "Bob"
    assert ann.heard("table")[-1]["table"]["seats"][1]["presence"] == "gone"
    await table_setup.start(live_tables, live, "ann", Start())
    assert ann.heard("update")[-1]["version"] == 0
    assert len(ann.view["hand"]) == 6


async def test_a_game_goes_on_from_a_moment_though_no_seed_tells_what_the_market_drew(live_tables: LiveTables):
    """Two players, the market competing for bonuses: its draws before the moment are those of the finished game."""
    table = NewTable(("random", "random"), edition="1999", name="Ann", sit=False)
    finished = await table_setup.new_table(live_tables, "ann", table)
    await table_setup.start(live_tables, finished, "ann", Start())
    await until(lambda: finished.over)
    assert finished.ledger is not None
    game = finished.ledger.finished_game()
    assert game is not None
    at = next(after for after in range(game.version) if len(game.at(after).market) == 2)
    live = await play_on_from(live_tables, finished, "ann", PlayOn(at, seat=int(game.at(at).to_act or 0)))
    ledger = live.need_ledger()
    told = [line.text for turn in ledger.turns(None) for line in turn.lines]
    before = [line.text for turn in finished.ledger.turns(None) for line in turn.lines]
    drawn = [text.partition(" draw")[2] for text in told if "The market draw" in text]
    assert len(drawn) == 2
    assert drawn == [text.partition(" draw")[2] for text in before if "The market draw" in text][:2]
    assert ledger.from_the_deal()[0].version == 0
