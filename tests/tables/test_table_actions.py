"""Play: acknowledged once, shown to each as each may see it, taken back within one's turn only."""

import msgspec
import pytest

from mergemaker.rules.errors import IllegalAction
from mergemaker.rules.words.plans import plan_text
from mergemaker.store import StoredEntry
from mergemaker.tables import table_actions
from mergemaker.tables.live_tables import LiveTables
from mergemaker.tables.protocol.messages import Mute, Play
from mergemaker.tables.protocol.refusals import Refusal
from quick_tables import actions_now, people_at, play, play_on, sit_down, undo, until, whose_turn


async def code_of(work: object) -> str:
    with pytest.raises((Refusal, IllegalAction)) as refusal:
        await work  # type: ignore[misc]
    return str(refusal.value.code)  # type: ignore[attr-defined]


async def test_an_action_is_acknowledged_and_shown_to_all(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", "eve")
    people = {player: sit_down(live_tables, live, player) for player in ("ann", "bob", "eve", "watcher")}
    mover = whose_turn(live)
    action = actions_now(live)[0]
    done = await play(live_tables, live, mover, action)
    assert (done.version, done.again) == (1, False)
    for player, person in people.items():
        update = person.heard("update")[-1]
        assert update["version"] == 1
        assert update["entries"][0]["action"] == action
        assert update["view"]["seat"] == live.seat_of(player)
        assert bool(update["view"]["hand"]) == (player != "watcher")
        assert update["turns"][-1]["lines"][0]["text"].startswith(mover)


async def test_who_draws_hears_which_tile_and_others_that_one_was_drawn(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", "eve")
    people = {player: sit_down(live_tables, live, player) for player in ("ann", "bob", "eve", "watcher")}
    mover, drawn = "", list[str]()
    while not drawn:
        mover = whose_turn(live)
        await play(live_tables, live, mover, actions_now(live)[0])
        happened = people[mover].heard("update")[-1]["entries"][-1]["events"]
        drawn = [event["tile"] for event in happened if event["kind"] == "drew" and "tile" in event]
    for player, person in people.items():
        update = person.heard("update")[-1]
        lines = [line["text"] for turn in update["turns"] for line in turn["lines"]]
        told = [event for event in update["entries"][-1]["events"] if event["kind"] == "drew"]
        assert [event.get("tile") for event in told] == (drawn if player == mover else [None] * len(drawn))
        assert any(f"{mover} draws {drawn[0]}." == line for line in lines) == (player == mover)
        assert any(f"{mover} draws a tile." == line for line in lines) == (player != mover)


async def test_sent_twice_is_applied_once(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    mover, message = whose_turn(live), Play("one", 0, (actions_now(live)[0],))
    first = await table_actions.play(live_tables, live, mover, message)
    again = await table_actions.play(live_tables, live, mover, message)
    assert (again.version, again.again) == (first.version, True)
    assert live.version == 1
    del live_tables.tables[live.id]  # as after a restart
    live = await live_tables.table(live.id)
    assert (await table_actions.play(live_tables, live, mover, message)).again
    assert live.version == 1


async def test_an_action_on_an_older_version_is_stale(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    await play(live_tables, live, whose_turn(live), actions_now(live)[0])
    message = Play("late", 0, (actions_now(live)[0],))
    assert await code_of(table_actions.play(live_tables, live, whose_turn(live), message)) == "stale"


async def test_refusals_come_with_the_rules_own_reasons(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    mover = whose_turn(live)
    other = "bob" if mover == "ann" else "ann"
    assert await code_of(play(live_tables, live, other, actions_now(live)[0])) == "not-your-turn"
    assert await code_of(play(live_tables, live, mover, "buy Tower")) == "wrong-decision"
    assert await code_of(play(live_tables, live, mover, "dance")) == "unknown-action"
    assert await code_of(play(live_tables, live, "eve", "skip")) == "no-seat"
    assert live.version == 0
    waiting = await people_at(live_tables, "ann", "bob", begin=False)
    assert await code_of(play(live_tables, waiting, "ann", "skip")) == "not-started"


async def test_a_basket_is_bought_whole_or_not_at_all(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    await play_on(live_tables, live, lambda live: "done" in actions_now(live) and len(actions_now(live)) > 1)
    mover, before = whose_turn(live), live.version
    buy = next(action for action in actions_now(live) if action.startswith("buy"))
    assert await code_of(play(live_tables, live, mover, buy, "buy Nothing")) == "unknown-chain"
    assert live.version == before
    done = await play(live_tables, live, mover, buy, buy, buy, "done")  # the last is not asked any more, and left out
    assert done.version == before + 3
    assert [entry.action for entry in live.ledger.entries[before:]] == [buy] * 3  # type: ignore[union-attr]
    assert (await play(live_tables, live, mover, buy, ident=f"m{before}")).again


async def test_an_action_may_be_written_carelessly_but_is_logged_exactly(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    action = next(action for action in actions_now(live) if action.startswith("place"))
    await play(live_tables, live, whose_turn(live), f"  {action.upper()} ")
    assert live.ledger is not None
    assert live.ledger.entries[0].action == action


async def test_one_may_take_back_until_a_tile_is_drawn(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", edition="1999")
    await play_on(live_tables, live, lambda live: any(action.startswith("buy") for action in actions_now(live)))
    mover, decided = whose_turn(live), live.version
    before = live.ledger.view(0)  # type: ignore[union-attr]
    buy = next(action for action in actions_now(live) if action.startswith("buy"))
    await play(live_tables, live, mover, buy)
    assert live.you(mover, live_tables.now()).may_undo
    other = "bob" if mover == "ann" else "ann"
    assert await code_of(undo(live_tables, live, other)) in ("undo-other", "undo-nothing")
    done = await undo(live_tables, live, mover)
    assert done.version == decided + 2
    after = live.ledger.view(0)  # type: ignore[union-attr]
    assert msgspec.structs.replace(after, seen=None) == msgspec.structs.replace(before, seen=None)
    await play(live_tables, live, mover, "done")  # now the tile is drawn
    assert not live.you(mover, live_tables.now()).may_undo
    assert await code_of(undo(live_tables, live, mover)) == "undo-hidden"


async def test_nothing_is_taken_back_where_the_table_does_not_allow_it(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", undo=False)
    await play_on(live_tables, live, lambda live: live.version == 1)
    assert await code_of(undo(live_tables, live, "ann")) == "no-undo"
    assert not live.you("ann", live_tables.now()).may_undo


async def test_a_log_read_again_is_the_same_game(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", "eve")
    await play_on(live_tables, live, lambda live: live.version > 60)
    while live.you(whose_turn(live), live_tables.now()).may_undo:
        await undo(live_tables, live, whose_turn(live))
    told = [live.welcome(player, 0, live_tables.now()) for player in ("ann", "bob", "eve", "watcher")]
    del live_tables.tables[live.id]
    live = await live_tables.table(live.id)
    assert [live.welcome(player, 0, live_tables.now()) for player in ("ann", "bob", "eve", "watcher")] == told


async def test_what_was_missed_comes_on_resuming(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    await play_on(live_tables, live, lambda live: live.version >= 20)
    whole, missed = live.welcome("ann", 0, 0), live.welcome("ann", 12, 0)
    assert missed.since == 12
    assert [entry.version for entry in missed.entries] == list(range(13, live.version + 1))
    assert missed.view == whole.view
    assert missed.turns == whole.turns[-len(missed.turns) :]
    assert missed.turns[0].first <= 13  # from the turn on that the first missed action is of, or begins
    assert live.welcome("ann", 9999, 0) == whole


async def test_updates_alone_keep_a_log_right(live_tables: LiveTables):
    """Turns replace those of their number, and those after the last one are dropped: also through undo."""
    live = await people_at(live_tables, "ann", "bob", "eve")
    ann = sit_down(live_tables, live, "ann")

    async def sometimes_undo() -> None:
        if live.version % 3 == 0 and live.you(whose_turn(live), live_tables.now()).may_undo:
            await undo(live_tables, live, whose_turn(live))

    for target in range(1, 90):
        await play_on(live_tables, live, lambda live, target=target: live.version >= target, seed=target)  # type: ignore[misc]
        await sometimes_undo()
    kept = {turn["turn"]: turn for turn in ann.heard("welcome")[0]["turns"]}
    for update in ann.heard("update"):
        for turn in update["turns"]:
            kept[turn["turn"]] = turn
        kept = {number: turn for number, turn in kept.items() if number <= update["turns"][-1]["turn"]}
    assert live.ledger is not None
    assert list(kept.values()) == msgspec.json.decode(msgspec.json.encode(live.ledger.turns(0)))
    assert any(entry.kind == "undo" for entry in live.ledger.entries)


async def test_an_earlier_moment_looks_as_it_did_then(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", hidden=True)
    ann = sit_down(live_tables, live, "ann")
    await play_on(live_tables, live, lambda live: live.version >= 40)
    assert live.ledger is not None
    for update in ann.heard("update"):
        then = live.ledger.view_at(update["version"], 0)
        assert msgspec.json.decode(msgspec.json.encode(then.to_dict())) == update["view"]


async def test_a_finished_game_has_a_standing_that_adds_up(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", "eve", edition="2023-tycoon")
    ann = sit_down(live_tables, live, "ann")
    await play_on(live_tables, live, lambda live: False)
    result = ann.heard("update")[-1]["result"]
    for account in result["standing"]:
        earned = sum(chain["bonus"] + chain["sale"] for chain in account["chains"])
        assert account["cash"] + earned == account["total"] == result["money"][account["seat"]]
    assert result["standing"][0]["seat"] in result["winners"]
    assert live.row.status == "finished"
    assert ann.heard("table")[-1]["table"]["status"] == "finished"
    assert await code_of(play(live_tables, live, "ann", "skip")) == "game-over"
    stored = await live_tables.store.table(live.id)
    assert stored is not None
    assert stored[0].status == "finished"


async def test_a_write_that_fails_changes_nothing_and_says_so(live_tables: LiveTables, monkeypatch: pytest.MonkeyPatch):
    live = await people_at(live_tables, "ann", "bob")
    ann = sit_down(live_tables, live, "ann")

    async def broken(table: str, entries: list[StoredEntry]) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(live_tables.store, "append", broken)
        assert await code_of(play(live_tables, live, whose_turn(live), actions_now(live)[0])) == "busy"
    assert ann.heard("update") == []
    assert live.version == 0
    assert (await play(live_tables, live, whose_turn(live), actions_now(live)[0])).version == 1


async def test_another_process_was_faster(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    seat, action = live.seat_of(whose_turn(live)), actions_now(live)[0]
    assert seat is not None
    other = StoredEntry(version=1, kind="action", seat=seat, action=action, by="player", at=1, client="there")
    await live_tables.store.append(live.id, [other])  # as another process would
    ann = sit_down(live_tables, live, "ann")
    message = Play("here", 0, (action,))
    assert await code_of(table_actions.play(live_tables, live, str(live.seats[seat].player), message)) == "stale"
    assert live.version == 1
    assert ann.heard("update")[-1]["version"] == 1
    again = await table_actions.play(live_tables, live, str(live.seats[seat].player), Play("there", 0, (action,)))
    assert again.again


async def test_chat_reaches_everybody_and_is_kept(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    bob = sit_down(live_tables, live, "bob")
    await table_actions.say(live_tables, live, "ann", "c1", "  Hello <script>alert(1)</script>\n there\x07 ")
    await table_actions.say(live_tables, live, "ann", "c1", "Hello twice")
    lines = bob.heard("chat")
    assert len(lines) == 1
    assert lines[0]["line"]["text"] == "Hello <script>alert(1)</script> there"
    assert lines[0]["line"]["name"] == "ann"
    assert await code_of(table_actions.say(live_tables, live, "ann", "c2", " \x00 ")) == "bad-message"
    assert await code_of(table_actions.say(live_tables, live, "stranger", "c2", "hi")) == "no-name"
    del live_tables.tables[live.id]
    live = await live_tables.table(live.id)
    assert [line.text for line in live.welcome("bob", 0, 0).chat] == ["Hello <script>alert(1)</script> there"]


async def test_the_host_mutes(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    assert await code_of(table_actions.mute(live_tables, live, "bob", Mute("x", 0, True))) == "not-host"
    await table_actions.mute(live_tables, live, "ann", Mute("x", 1, True))
    assert await code_of(table_actions.say(live_tables, live, "bob", "c", "hi")) == "muted"
    assert not live.you("bob", live_tables.now()).may_chat
    await table_actions.mute(live_tables, live, "ann", Mute("x", 1, False))
    await table_actions.say(live_tables, live, "bob", "c", "hi")
    await table_actions.mute(live_tables, live, "ann", Mute("x", None, True))
    assert await code_of(table_actions.say(live_tables, live, "watcher", "c", "hi")) == "muted"


async def test_what_was_taken_back_leaves_a_trace_in_everybodys_log(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob", undo=True)
    bob = sit_down(live_tables, live, "bob")
    mover = whose_turn(live)
    undone = 0
    for _ in range(60):
        action = actions_now(live)[-1]
        await play(live_tables, live, whose_turn(live), action)
        if live.ledger and live.ledger.may_undo(live.ledger.entries[-1].seat):
            mover = str(live.seats[live.ledger.entries[-1].seat].player)
            await undo(live_tables, live, mover)
            undone = live.version
            break
    assert undone
    told = [line for turn in bob.heard("update")[-1]["turns"] for line in turn["lines"]]
    trace = {"text": f"{mover} takes back the decision to {plan_text([action])}.", "version": undone}
    assert trace in told
    await play(live_tables, live, whose_turn(live), action)
    assert live.ledger is not None
    fresh = [line.text for turn in live.ledger.turns(None) for line in turn.lines]
    assert fresh.count(str(trace["text"])) == 1  # still there for whoever comes later
    del live_tables.tables[live.id]
    again = await live_tables.table(live.id)
    assert again.ledger is not None
    assert [line.text for turn in again.ledger.turns(None) for line in turn.lines] == fresh


async def test_advice_is_one_of_the_legal_actions(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", "bob")
    mover = whose_turn(live)
    hint = await table_actions.advise(live_tables, live, mover, "h")
    assert hint.action in actions_now(live)
    assert hint.text == f"The magnate would {hint.action}. Your stake in Tower is worth $500 more."
    other = "bob" if mover == "ann" else "ann"
    assert await code_of(table_actions.advise(live_tables, live, other, "h")) == "not-your-turn"
    strict = await people_at(live_tables, "ann", "bob", hints=False)
    assert await code_of(table_actions.advise(live_tables, strict, whose_turn(strict), "h")) == "no-hints"


async def test_bots_play_until_a_person_must_decide(live_tables: LiveTables):
    live = await people_at(live_tables, "ann", bots=3)
    await until(lambda: live.thinking is None)
    assert live.ledger is not None
    assert live.ledger.to_act == 0
    assert all(entry.by == "bot" for entry in live.ledger.entries)
