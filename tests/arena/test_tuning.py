"""Tuning: the same seed finds the same weights, on any number of processes, and they can be written and read."""

import pytest

from mergemaker.arena.weight_tuning import PLAIN_FILE, Course, Setting, tune, weights_text
from mergemaker.bots import BotError, make_bot
from mergemaker.bots.evaluation.outlook import WEIGHT_NAMES, house_weights, read_weights
from mergemaker.rules.editions.edition import Edition


def found(jobs=1, cluster=None, **options):
    options = {"generations": 2, "population": 8, "games": 32, "seed": 3} | options
    settings = options.pop("settings", [Setting(Edition.named("tournament"), 4)])
    return list(tune(settings, house_weights(), Course(**options), jobs=jobs, cluster=cluster))


def test_the_same_seed_finds_the_same_weights_on_two_processes():
    alone = found()
    assert [one.number for one in alone] == [1, 2]
    assert alone == found(jobs=2)
    assert alone != found(seed=4)


def test_the_same_seed_finds_the_same_weights_on_a_ray_cluster():
    pytest.importorskip("ray")
    assert found() == found(cluster="auto")


def test_tables_may_be_of_several_kinds():
    settings = [Setting(Edition.named("tournament"), 4), Setting(Edition.named("1962"), 3)]
    (one,) = found(generations=1, settings=settings)
    # Half of 32 games each: one deal at 8 tables of four in its four rotations, one at 6 tables of three.
    assert one.games == 8 * 4 + 6 * 3


def test_the_plain_weights_are_complete():
    assert read_weights(PLAIN_FILE).dtype.names == WEIGHT_NAMES


def test_tables_may_have_clerks():
    (one,) = found(generations=1, clerks=1)
    assert set(one.weights) == set(WEIGHT_NAMES)


def test_weights_are_looked_for_that_beat_another_bot():
    (one,) = found(generations=1, games=4, against="random", settings=[Setting(Edition.named("online"), 2)])
    assert one.games == 8 * 4
    assert one.best > 1.7  # of two fair shares: random play is easily exploited
    assert "--against random" in Course(against="random").flags
    assert "--against" not in Course().flags


def test_weights_are_written_with_their_meaning_and_read_back(tmp_path):
    file = tmp_path / "mine.toml"
    weights = dict.fromkeys(WEIGHT_NAMES, 0.5)
    file.write_text(weights_text(weights, "a test"), encoding="utf-8")
    assert read_weights(file).tolist() == [tuple(0.5 for _ in WEIGHT_NAMES)]
    lines = file.read_text(encoding="utf-8").splitlines()
    assert all(len(line.partition("# ")[2]) > 10 for line in lines if " = " in line)
    assert make_bot(f"broker:weights={file}").name.startswith("broker")


@pytest.mark.parametrize(
    ("text", "reason"),
    [("[weights]\ngrowth = 1", "known names"), ("what", "not TOML"), ("", "known names")],
)
def test_weights_that_make_no_sense_are_refused(tmp_path, text, reason):
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(BotError, match=reason):
        read_weights(file)
