"""The calculator says what the engine would pay, ties and rounding and all, and refuses what can't be on a table."""

from __future__ import annotations

import pytest

from mergemaker import Edition
from mergemaker.learning.bonus_calculator import CalculatorError, Stake, calculate

CLASSIC = Edition.named("2023-classic")
ABC = ("Ann", "Bob", "Cid")


def chain(name: str, size: int, *holdings: int, market: int = 0) -> Stake:
    return Stake(name, size, holdings, market)


def test_first_and_second_are_paid_and_shares_are_sold():
    sums = calculate(CLASSIC, ABC, [chain("Tower", 7, 5, 3, 0)], cash=(1000, 0, 500))
    (tower,) = sums.chains
    assert (tower.price, tower.bonuses, tower.sales) == (600, (6000, 3000, 0), (3000, 1800, 0))
    assert sums.totals == (10_000, 4800, 500)
    assert tower.told == ("Ann with 5 gets the majority, $6,000.", "Bob with 3 gets the minority, $3,000.")


def test_a_tie_is_pooled_and_rounded_up():
    (tower,) = calculate(CLASSIC, ABC, [chain("Tower", 11, 4, 4, 1)]).chains
    assert tower.bonuses == (5300, 5300, 0)
    assert tower.safe
    (told,) = tower.told
    assert told.startswith("Ann and Bob with 4 each share the majority and minority: $10,500, so $5,300 each")
    assert told.endswith(", rounded up to the next $100.")


def test_a_sole_holder_gets_both_and_nobody_nothing():
    sums = calculate(CLASSIC, ABC, [chain("Tower", 2, 0, 2, 0), chain("Imperial", 3, 0, 0, 0)])
    assert sums.chains[0].bonuses == (0, 3000, 0)
    assert sums.chains[0].told == ("Bob alone holds Tower and gets $3,000.",)
    assert sums.chains[1].told == ("Nobody holds Imperial, so nothing is paid.",)


def test_the_market_takes_a_place_with_two_players():
    (tower,) = calculate(CLASSIC, ("Ann", "Bob"), [chain("Tower", 5, 4, 2, market=3)]).chains
    assert tower.bonuses == (5000, 0)
    assert tower.told[1] == "The market with 3 gets the minority, $2,500."


def test_tycoon_pays_three_places():
    (tower,) = calculate(Edition.named("2023-tycoon"), ABC, [chain("Tower", 5, 4, 2, 1)]).chains
    assert tower.bonuses == (5000, 3700, 2500)


def test_a_merger_says_what_to_trade():
    stakes = [chain("Festival", 3, 4, 1, 0), chain("Imperial", 8, 3, 4, 2)]
    merger = calculate(CLASSIC, ABC, stakes, absorbed="Festival", survivor="Imperial").merger
    assert merger is not None
    assert (merger.size, merger.price) == (12, 900)
    ann, bob = merger.trades
    assert (ann.sale, ann.most, ann.gets, ann.worth) == (1600, 4, 2, 1800)
    assert ann.told == (
        "By the money: two of Festival sell for $800, one of Imperial is worth $900, so trade. "
        "Trading 2 shares of Festival raises Ann’s bonus in Imperial by $2,000."
    )
    assert bob.told == "Bob can trade nothing: one share makes no pair."


@pytest.mark.parametrize(
    ("names", "stakes", "more", "said"),
    [
        (ABC, [chain("Towre", 5, 1, 1, 1)], {}, "no chain “Towre”"),
        (ABC, [chain("Tower", 1, 1, 1, 1)], {}, "2 to 108 tiles"),
        (ABC, [chain("Tower", 5, 1, 1)], {}, "3 players, but 2 holdings"),
        (ABC, [chain("Tower", 5, 20, 6, 0)], {}, "25 shares of Tower"),
        (ABC, [chain("Tower", 5, -1, 6, 0)], {}, "25 shares of Tower"),
        (ABC, [chain("Tower", 5, 1, 1, 1)] * 2, {}, "twice"),
        (ABC, [], {}, "Name a chain"),
        (("Ann",), [chain("Tower", 5, 1)], {}, "2 to 6 players"),
        (ABC, [chain("Tower", 5, 1, 1, 1, market=3)], {}, "market competes"),
        (ABC, [chain("Tower", 5, 1, 1, 1)], {"cash": (1, 2)}, "cash of 2"),
        (ABC, [chain("Tower", 5, 1, 1, 1)], {"cash": (-1, 2, 3)}, "Cash is between"),
        (ABC, [chain("Tower", 5, 1, 1, 1)], {"absorbed": "Tower", "survivor": "Imperial"}, "surviving chain"),
        (ABC, [chain("Tower", 5, 1, 1, 1)], {"absorbed": "Tower", "survivor": "Tower"}, "absorb itself"),
        (
            ABC,
            [chain("Tower", 5, 1, 1, 1), chain("Imperial", 3, 1, 1, 1)],
            {"absorbed": "Tower", "survivor": "Imperial"},
            "Imperial is smaller",
        ),
        (
            ABC,
            [chain("Tower", 11, 1, 1, 1), chain("Imperial", 12, 1, 1, 1)],
            {"absorbed": "Tower", "survivor": "Imperial"},
            "Tower is safe",
        ),
    ],
)
def test_what_cannot_be_is_refused(names, stakes, more, said):
    with pytest.raises(CalculatorError, match=said):
        calculate(CLASSIC, names, stakes, **more)
