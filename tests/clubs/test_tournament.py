"""A tournament from its log: points, tie-breaks, byes, no-shows, late comers, knock-out, and always the same again."""

from __future__ import annotations

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from evenings import Evening
from mergemaker.clubs import tournament_events as events
from mergemaker.clubs.standings import as_csv, round_points, standings, table_points
from mergemaker.clubs.tournament import replay


def names(count: int) -> list[str]:
    return [f"n{number:02}" for number in range(count)]


def test_places_give_points_and_equals_share_them():
    evening = Evening("ann", "bob", "cat", "dan")
    evening.draw()
    table = evening.tournament.rounds[0].tables[0]
    evening.do(events.ResultNoted(table.table, (30_000, 20_000, 20_000, 10_000)))
    points = table_points(evening.tournament, table)
    assert [points[player] for player in table.seats] == [10, 5, 5, 2]


def test_by_money_the_money_is_the_points():
    evening = Evening("ann", "bob", "cat", scoring="money")
    evening.draw()
    table = evening.tournament.rounds[0].tables[0]
    evening.do(events.ResultNoted(table.table, (30_000, 20_000, 10_000)))
    assert [line.points for line in standings(evening.tournament)] == [30_000, 20_000, 10_000]


def test_whoever_never_came_gets_no_points_and_is_not_seated_again():
    evening = Evening(*names(5))
    evening.draw()
    evening.do(events.NoShow("n03"))
    evening.score(idle=["n03"])
    assert {line.name: line.points for line in standings(evening.tournament)}["n03"] == 0
    evening.draw()
    assert "n03" not in [who for seats in evening.seated for who in seats]
    assert sorted(who for seats in evening.seated for who in seats) == ["n00", "n01", "n02", "n04"]


def test_a_no_show_who_came_back_plays_on():
    evening = Evening(*names(4))
    evening.draw()
    evening.do(events.NoShow("n01"), events.CameBack("n01"))
    evening.score()
    evening.draw()
    assert "n01" in evening.seated[0]


def test_a_late_comer_is_seated_in_the_next_round_and_has_nothing_for_the_first():
    evening = Evening(*names(4))
    evening.draw()
    evening.come("late")
    evening.score()
    evening.draw()
    assert sum("late" in seats for seats in evening.seated) == 1
    assert {line.name: line.rounds for line in standings(evening.tournament)}["late"] == (None, None)


def test_a_bye_is_worth_what_a_table_gives_on_average_and_goes_round():
    evening = Evening(*names(5), fewest=4, most=4)
    out: list[str] = []
    for number in range(4):
        evening.draw()
        evening.score(number)
        out += evening.tournament.rounds[-1].byes
        assert round_points(evening.tournament, evening.tournament.rounds[-1])[out[-1]] == 5.5
    assert len(set(out)) == 4


def test_ties_are_broken_by_wins_then_money_then_opponents_then_the_lot():
    evening = Evening(*names(8), place_points=(4.0, 4.0, 4.0, 4.0, 4.0))
    evening.draw()
    for table in evening.tournament.rounds[0].tables:
        evening.do(events.ResultNoted(table.table, (40_000, 30_000, 20_000, 10_000)))
    order = standings(evening.tournament)
    assert [line.points for line in order] == [4] * 8
    assert [line.wins for line in order] == [1, 1] + [0] * 6
    assert [line.money for line in order] == [40_000, 40_000, 30_000, 30_000, 20_000, 20_000, 10_000, 10_000]
    assert [line.place for line in order] == list(range(1, 9))


def test_a_knock_out_goes_on_with_the_best_of_each_table_until_one_is_left():
    evening = Evening(*names(17), format="knock-out")
    sizes = []
    while not evening.tournament.last_round:
        before = set(evening.tournament.players_now())
        evening.draw()
        sizes.append(len(before))
        evening.score(len(sizes))
        assert set(evening.tournament.players_now()) < before
    assert sizes == [17, 8, 4]
    assert len(evening.tournament.players_now()) == 1
    champion = evening.tournament.players_now()[0]
    assert standings(evening.tournament)[0].name == champion


def test_a_knock_out_of_six_has_a_lucky_loser():
    evening = Evening(*names(6), format="knock-out", go_on=1)
    evening.draw()
    evening.score()
    assert len(evening.tournament.players_now()) == 3


def test_a_result_put_right_changes_who_goes_on():
    evening = Evening(*names(8), format="knock-out")
    evening.draw()
    evening.score(2)
    table = evening.tournament.rounds[0].tables[0]
    last = min(zip(table.money or (), table.seats, strict=True))[1]
    assert last not in evening.tournament.players_now()
    better = tuple(90_000 if player == last else 100 for player in table.seats)
    evening.do(events.ResultNoted(table.table, better, (), "corrected"))
    assert last in evening.tournament.players_now()


def test_a_name_is_no_formula_in_the_spreadsheet():
    evening = Evening("=1+1", "bob", "cat")
    evening.draw()
    evening.score()
    assert ",'=1+1," in as_csv(evening.tournament)
    assert ",=1+1," not in as_csv(evening.tournament)


@settings(max_examples=12, deadline=None)
@given(st.integers(6, 19), st.integers(0, 10_000), st.sampled_from(["swiss", "knock-out"]), st.data())
def test_an_evening_comes_out_the_same_from_its_log(count: int, seed: int, form: str, data: st.DataObject):
    evening = Evening(*names(count), format=form)
    for number in range(3):
        if evening.tournament.last_round or len(evening.tournament.players_now()) < 3:
            break
        evening.draw()
        counts = Counter(who for seats in evening.seated for who in seats)
        assert set(counts.values()) == {1}
        away = data.draw(st.sampled_from(sorted(counts)))
        evening.do(events.NoShow(away))
        evening.score(seed + number, idle=[away])
    told = [(events.decode_event(msgspec.json.encode(event)), at) for event, at in evening.lines]
    again = replay("cup", told)
    again.identify((name, name, name) for name in again.people)
    assert standings(again) == standings(evening.tournament)
    assert as_csv(again) == as_csv(evening.tournament)
