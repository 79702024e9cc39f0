"""The player aid is made from an edition's data: it has that edition's numbers, and house rules change it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mergemaker.rules.editions.edition import Edition, names
from mergemaker.rules.game import Game
from mergemaker.rules.words.player_aid import chart, player_aid
from mergemaker.rules.words.policies import Change, differences, policies
from staged_games import STAGED

every_edition = pytest.mark.parametrize("name", names())


def lines_of(edition: Edition, title: str) -> str:
    """One section of the aid as one text."""
    return "\n".join(next(section.lines for section in player_aid(edition) if section.title == title))


def whole(edition: Edition) -> str:
    """Everything that the aid says about an edition."""
    lines = [line for section in player_aid(edition) for line in (section.title, *section.lines)]
    lines += [text for policy in policies(edition) for text in (policy.name, policy.value, policy.note)]
    lines += [line for difference in differences(edition) for line in (difference.title, *difference.lines)]
    table = chart(edition)
    return "\n".join([*lines, *table.header, *(" ".join(row) for row in table.rows), table.footnote])


def house_rules(name: str, **tables: dict[str, Any]) -> Edition:
    """House rules on top of an edition."""
    data = Edition.named(name).to_dict()
    data["name"] = "house"
    for table, values in tables.items():
        data[table].update(values)
    return Edition.from_dict(data)


@every_edition
def test_the_aid_has_its_sections_and_one_for_two_players_where_two_may_play(name: str) -> None:
    edition = Edition.named(name)
    expected = ["Set-up", "Your turn", "Mergers at a glance", "Bonuses and ties", "End of the game"]
    assert [section.title for section in player_aid(edition)] == expected + ["Two players"] * edition.allows(2)
    assert all(section.lines for section in player_aid(edition))


@every_edition
def test_nothing_in_the_aid_is_left_unfilled(name: str) -> None:
    text = whole(Edition.named(name))
    assert not re.search(r"[{}]|None|TODO|  |\bnan\b|\(\)|''", text)
    assert all(line == line.strip() and line for line in text.splitlines() if line)


@every_edition
def test_every_line_of_the_aid_is_a_sentence_that_ends(name: str) -> None:
    for section in player_aid(Edition.named(name)):
        assert all(line[0].isupper() or line[0].isdigit() for line in section.lines)
        assert all(line.endswith(".") for line in section.lines)


@every_edition
def test_the_aid_fits_one_page(name: str) -> None:
    assert sum(len(section.lines) + 1 for section in player_aid(Edition.named(name))) <= 45


@every_edition
def test_every_decision_finds_a_line_of_the_aid_that_matters(name: str) -> None:
    edition = Edition.named(name)
    sections = player_aid(edition)
    assert all(len(section.moments) == len(section.lines) for section in sections)
    marked = {moment for section in sections for moments in section.moments for moment in moments}
    exchange = {"exchange"} & marked  # in 1962 dead tiles are kept, and that line has a word of its own
    assert marked >= {"place", "found", "survivor", "absorb", "trade", "sell", "buy", "end", "merger", "safe", "dead"}
    assert exchange or name == "1962"


def test_what_stands_out_on_the_table_is_a_moment() -> None:
    assert Game.new("2023-classic", 3, seed=5).view(0).moments == ("place",)
    assert {"trade", "merger", "safe"} <= set(STAGED["trade"][0]().view(0).moments)
    assert "end" in STAGED["end"][0]().view(0).moments
    assert "dead" in STAGED["skip"][0]().view(0).moments
    assert "dead" not in STAGED["skip"][0]().view(1).moments  # whoever has no such tile


def test_the_aid_of_1962_tells_its_deal_its_draw_and_its_end() -> None:
    edition = Edition.named("1962")
    assert "$6,000" in lines_of(edition, "Set-up")
    assert "Continental 22, Tower 24" in lines_of(edition, "Set-up")
    assert "20 each for 3, 15 each for 4, 12 each for 5 and 10 each for 6 players" in lines_of(edition, "Set-up")
    assert "lie hidden" in lines_of(edition, "Set-up")
    turn = lines_of(edition, "Your turn")
    assert turn.index("Draw: ") < turn.index("Buy: 1 share at most")
    assert "The founder gets no free share." in turn
    assert "The game ends by itself" in lines_of(edition, "End of the game")


def test_the_aid_of_1999_tells_its_turn_and_its_market() -> None:
    edition = Edition.named("1999")
    turn = lines_of(edition, "Your turn")
    assert turn.index("Buy: up to 3 shares") < turn.index("Draw: ")
    assert "25 of each chain" in lines_of(edition, "Set-up")
    assert "Quantum with 5 tiles pays $7,000 and $3,500; two tied for most get $5,300 each." in lines_of(
        edition, "Bonuses and ties"
    )
    assert "41 tiles or more" in lines_of(edition, "End of the game")
    assert "you may announce the end" in lines_of(edition, "End of the game")
    assert "market" in lines_of(edition, "Two players")
    assert "no market" in lines_of(Edition.named("online"), "Two players")


def test_the_aid_of_tycoon_tells_three_places() -> None:
    bonuses = lines_of(Edition.named("2023-tycoon"), "Bonuses and ties")
    assert "A sole holder takes the primary and tertiary bonuses." in bonuses
    assert "primary 10 times the price, secondary by the chart, tertiary 5 times the price" in bonuses
    assert "pays $7,000, $5,000 and $3,500; two tied for most get $6,000 each." in bonuses


@pytest.mark.parametrize(
    ("tables", "section", "expected"),
    [
        ({"turn": {"buy": 4}}, "Your turn", "Buy: up to 4 shares"),
        ({"turn": {"buy": 0}}, "Your turn", "no shares are bought"),
        ({"turn": {"draw": "before buying"}}, "Your turn", "Draw: back to 6 tiles.\nBuy: "),
        ({"turn": {"dead_tiles": "kept"}}, "Your turn", "Dead tiles stay in the hand"),
        ({"founding": {"shares": 2}}, "Your turn", "The founder gets 2 free shares"),
        ({"founding": {"none_left": "cash"}}, "Your turn", "the price is paid in cash"),
        ({"start": {"cash": 12_300}}, "Set-up", "begins with $12,300"),
        ({"start": {"hand": 1}}, "Set-up", "a hand of 1 tile."),
        ({"start": {"first": "number"}}, "Set-up", "lowest number, then lowest letter"),
        ({"start": {"opening": "hand"}}, "Set-up", "keeps it, and fills the hand up to 6 tiles"),
        ({"players": {"most": 2}}, "Set-up", "2 players, 7 chains"),
        ({"mergers": {"safe": 9}}, "Mergers at a glance", "A chain of 9 tiles or more is safe"),
        ({"bonuses": {"sole_holder": [1]}}, "Bonuses and ties", "A sole holder takes the majority bonus."),
        (
            {"bonuses": {"places": ["chair", "vice"]}},
            "Bonuses and ties",
            "they split chair and vice together",
        ),
        ({"ending": {"size": 50}}, "End of the game", "50 tiles or more"),
        ({"ending": {"how": "automatic"}}, "End of the game", "The game ends by itself"),
        ({"players": {"two": "plain"}}, "Two players", "there is no market"),
    ],
)
def test_a_house_rule_changes_the_aid(tables: dict[str, Any], section: str, expected: str) -> None:
    assert expected in lines_of(house_rules("1999", **tables), section)
    assert expected not in lines_of(Edition.named("1999"), section)


def test_one_bonus_place_has_its_own_rule_for_ties() -> None:
    data = house_rules("1999", bonuses={}).to_dict()
    data["bonuses"] = {"places": ["majority"], "sole_holder": [1]}
    for row in data["chart"]:
        row["bonus"] = row["bonus"][:1]
    bonuses = lines_of(Edition.from_dict(data), "Bonuses and ties")
    assert "Tied for most: they split the majority bonus." in bonuses
    assert "Quantum with 5 tiles pays $7,000; two tied for most get $3,500 each." in bonuses


def test_the_chart_of_1999_reads_like_the_card() -> None:
    table = chart(Edition.named("1999"))
    assert table.header == (
        "Low: Sackson, Zeta",
        "Mid: America, Hydra, Fusion",
        "High: Phoenix, Quantum",
        "Price",
        "Majority",
        "Minority",
    )
    assert table.rows[0] == ("2", "–", "–", "$200", "$2,000", "$1,000")
    assert table.rows[5] == ("11–20", "6–10", "5", "$700", "$7,000", "$3,500")
    assert table.rows[10] == ("–", "–", "41+", "$1,200", "$12,000", "$6,000")
    assert (set(table.marks), table.footnote) == ({""}, "")


def test_the_chart_of_1962_marks_the_rows_that_this_project_filled_in() -> None:
    table = chart(Edition.named("1962"))
    assert table.header == ("Tiles", "Price", "Majority", "Minority")
    marked = [row[0] for row, mark in zip(table.rows, table.marks, strict=True) if mark == "*"]
    assert marked == ["4", "7–8", "9–10", "11–20", "21–30", "31–40", "41+"]
    assert table.footnote.startswith("* ")


@every_edition
def test_every_note_of_an_edition_is_shown_with_a_policy(name: str) -> None:
    edition = Edition.named(name)
    shown = " ".join(policy.note for policy in policies(edition))
    assert all(note in shown for note in edition.notes.values())


def test_policies_say_in_words_what_an_edition_does() -> None:
    said = {policy.name: policy.value for policy in policies(Edition.named("1962"))}
    assert said["Players"] == "3 to 6"
    assert said["Money at the start"] == "$6,000"
    assert said["Shares bought in a turn"] == "1"
    assert said["Founder's share"] == "none"
    assert said["Dead tiles"] == "stay in the hand"
    assert said["Two players"] == "no game for two"
    assert said["Bonuses"] == "majority 10 times the price, minority 5 times the price"


@every_edition
def test_an_edition_is_compared_with_the_five_others(name: str) -> None:
    found = differences(Edition.named(name))
    assert [difference.edition for difference in found] == [other for other in names() if other != name]
    assert all(difference.changes for difference in found)


def test_tournament_and_online_differ_in_players_start_and_dead_tiles() -> None:
    found = {difference.edition: difference for difference in differences(Edition.named("online"))}
    assert [change.name for change in found["tournament"].changes] == [
        "Players",
        "Two players",
        "Who starts",
        "Dead tiles",
    ]
    assert found["tournament"].lines[0] == "Players: 3 to 6 – here: 2 to 6"


def test_house_rules_differ_from_their_base_in_what_they_change() -> None:
    edition = house_rules("1999", turn={"buy": 4})
    found = {difference.edition: difference.changes for difference in differences(edition)}
    assert found["1999"] == (Change("Shares bought in a turn", "up to 3", "up to 4"),)
    assert len(found) == 6


def test_a_chart_that_differs_only_inside_is_still_a_difference() -> None:
    data = house_rules("1999", turn={}).to_dict()
    data["chart"][4]["sizes"]["low"], data["chart"][5]["sizes"]["low"] = "6-8", "9-20"
    found = {difference.edition: difference.changes for difference in differences(Edition.from_dict(data))}
    assert [change.name for change in found["1999"]] == ["Prices"]
    data = house_rules("2023-tycoon", turn={}).to_dict()
    data["chart"][4]["bonus"][1] = 4300
    found = {difference.edition: difference.changes for difference in differences(Edition.from_dict(data))}
    assert [change.name for change in found["2023-tycoon"]] == ["Bonuses"]
