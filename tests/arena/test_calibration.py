"""Calibration: positions of whole games with their winners, and weights that foretell them better."""

import numpy as np
import pytest

from mergemaker.arena.calibration import calibrate, gather, mean_surprise
from mergemaker.arena.weight_tuning import Setting
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.outlook import WEIGHT_NAMES, house_weights, judge_weights, weights_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.state import PLACE

TOURNAMENT = Setting(Edition.named("tournament"), 4)
OLD_BOX = Setting(Edition.named("1962"), 3)


@pytest.fixture(scope="module")
def positions():
    return gather([TOURNAMENT, OLD_BOX], 30, 1)


def test_positions_are_what_one_seat_sees_at_the_beginning_of_a_turn(positions):
    for one, setting in zip(positions, (TOURNAMENT, OLD_BOX), strict=True):
        assert len(one.games) == len(one.winners) > 30
        assert set(one.games["decision"].tolist()) == {PLACE}
        assert np.allclose(one.winners.sum(axis=1), 1)
        assert not one.winners[:, setting.players :].any()
        seen = (one.games["hands"] >= 0).any(axis=2).sum(axis=1)
        assert seen.max() == 1  # one hand at most lies open; it may be empty
        assert seen.mean() > 0.9


def test_positions_are_the_same_on_two_processes(positions):
    for one, other in zip(positions, gather([TOURNAMENT, OLD_BOX], 30, 1, jobs=2), strict=True):
        assert one.games.tobytes() == other.games.tobytes()
        assert one.winners.tobytes() == other.winners.tobytes()
    assert gather([TOURNAMENT], 30, 2)[0].games.tobytes() != positions[0].games.tobytes()


def test_surprise_is_what_the_evaluation_gave_the_winners(positions):
    (one,) = positions[:1]
    weights = house_weights()
    told = [
        -np.log(np.dot(evaluate(one.edition, one.games[at : at + 1], weights).chances, one.winners[at, :4]))
        for at in range(len(one.games))
    ]
    assert mean_surprise([one], weights) == pytest.approx(np.mean(told))


def test_calibration_is_less_surprised_and_the_same_on_two_threads(positions):
    found = list(calibrate(positions, house_weights(), steps=3))
    assert found == list(calibrate(positions, house_weights(), steps=3, jobs=2))
    assert [one.number for one in found] == [1, 2, 3]
    fitted = weights_of([found[-1].weights[name] for name in WEIGHT_NAMES])
    assert mean_surprise(positions, fitted) < mean_surprise(positions, house_weights())


@pytest.mark.parametrize(
    ("edition", "players"),
    [("tournament", 4), ("2023-tycoon", 3), ("online", 2), ("1962", 4), ("1999", 5), ("2023-classic", 2)],
)
def test_the_built_in_judge_foretells_games_that_it_was_not_fitted_to(edition, players):
    box = Edition.named(edition)
    unseen = gather([Setting(box, players)], 300, 99)
    assert mean_surprise(unseen, judge_weights(box)) < mean_surprise(unseen, house_weights()) < np.log(players)


def test_house_rules_are_judged_as_the_edition_that_they_come_nearest_to():
    told = Edition.named("tournament").to_dict() | {"name": "our-house"}
    assert judge_weights(Edition.from_dict(told)) is judge_weights(Edition.named("tournament"))
    told["turn"] = told["turn"] | {"buy": 1}
    assert judge_weights(Edition.from_dict(told)) is judge_weights(Edition.named("1962"))
