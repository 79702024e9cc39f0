"""What choices are worth: the same decisions for all bots, in the same worlds, and sums that add up."""

import json

import numpy as np
import pytest

from mergemaker.bench.choice_worth import plan, sum_up, weigh_game
from mergemaker.bots import BotError
from mergemaker.rules.editions.edition import Edition

TOURNAMENT = Edition.named("tournament")


def test_each_bot_is_held_against_the_first_and_the_one_before():
    first, second, third = sum_up(["a", "b", "c"], [[0.0, 0.2, 0.2], [0.0, 0.0, 0.1]])
    assert (first.over_first, first.over_before, first.alike) == (0, 0, 1)
    assert second.over_first == pytest.approx(0.1)
    assert third.over_first == pytest.approx(0.15)
    assert third.over_before == pytest.approx(0.05)
    assert third.before_margin == pytest.approx(0.098)
    assert (third.alike, third.decisions) == (0.5, 2)


def test_nothing_found_is_worth_nothing():
    assert [one.over_first for one in sum_up(["a", "b"], [])] == [0, 0]


def test_players_that_choose_alike_are_worth_the_same_and_chance_is_worth_less():
    (task,) = plan(["magnate:glance=8", "magnate:glance=8", "random"], TOURNAMENT, 1, players=3, worlds=1, seed=3)
    found = np.array(weigh_game(task))
    assert len(found) > 5
    assert not found[:, :2].any()
    assert found[:, 2].mean() < -0.01
    assert np.array_equal(found, weigh_game(task)), "the same seed gives the same worlds"


def test_an_unknown_bot_is_said_before_anything_is_played():
    with pytest.raises(BotError, match="nobody"):
        plan(["magnate:glance=8", "nobody"], TOURNAMENT, 1, players=4, worlds=1, seed=1)


def test_the_command_tells_every_bot_s_worth(mergemaker):
    bots = "magnate:glance=8,random"
    small = ("--games", 1, "--worlds", 1, "--players", 3)
    first, chance = json.loads(mergemaker("bench", "choices", "--bots", bots, *small, "--json").stdout)
    assert (first["bot"], chance["bot"]) == tuple(bots.split(","))
    assert chance["over_first"] < 0
    printed = mergemaker("bench", "choices", "--bots", bots, *small).stdout
    assert f"{100 * chance['over_first']:+.2f} ± " in printed


def test_a_table_that_the_edition_does_not_know_is_refused(mergemaker):
    refused = mergemaker("bench", "choices", "--edition", "1962", "--players", 2)
    assert refused.returncode == 1
    assert refused.stderr.startswith("mergemaker: ")
