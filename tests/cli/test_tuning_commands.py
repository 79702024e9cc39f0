"""`mergemaker tune` and `calibrate` as a person uses them."""

import json
import tomllib

import pytest

from mergemaker.bots import make_bot
from mergemaker.bots.bot import BotError
from mergemaker.bots.evaluation.outlook import WEIGHT_NAMES, WEIGHTS_FILE, read_weights

SMALL = {
    "tune": ("--generations", 1, "--population", 8, "--games", 16),
    "calibrate": ("--steps", 1, "--games", 5, "--players", "3"),
}
PLAYED_AS = {"tune": "broker:weights", "calibrate": "mogul:judge"}


@pytest.mark.parametrize("command", SMALL)
def test_what_is_found_is_written_and_can_be_played(mergemaker, tmp_path, command):
    file = tmp_path / "found.toml"
    done = mergemaker(command, *SMALL[command], "--out", file, "--force")
    assert done.returncode == 0, done.stderr
    bot = f"{PLAYED_AS[command]}={file}"
    assert bot in done.stdout.replace("\n", "")
    assert f"mergemaker {command}" in file.read_text(encoding="utf-8").splitlines()[0]
    make_bot(bot).close()


@pytest.mark.parametrize("command", SMALL)
def test_the_rounds_as_json(mergemaker, tmp_path, command):
    file = tmp_path / "found.toml"
    done = mergemaker(command, *SMALL[command], "--out", file, "--force", "--json")
    told = json.loads(done.stdout)
    (one,) = told["rounds"]
    assert tuple(one["weights"]) == WEIGHT_NAMES
    assert read_weights(file)["growth"][0] == pytest.approx(one["weights"]["growth"], rel=1e-3)
    assert told["made_by"].startswith(f"mergemaker {command} --edition tournament")


@pytest.mark.parametrize("command", SMALL)
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (("--players", "four"), "numbers of players"),
        (("--players", "9"), "9"),
        (("--edition", "1963"), "1963"),
        (("--fresh", "--start", "x.toml"), "afresh"),
        (("--start", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line(mergemaker, command, wrong, reason):
    done = mergemaker(command, *wrong)
    assert done.returncode != 0
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "worker"),
    [("tune", "mergemaker.arena.weight_tuning.play_table"), ("calibrate", "mergemaker.arena.calibration.play_batch")],
)
def test_stopped_before_the_first_round_it_claims_nothing(mergemaker, monkeypatch, tmp_path, command, worker):
    def stop(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(worker, stop)
    file = tmp_path / "found.toml"
    file.write_text("of an earlier run")
    done = mergemaker(command, *SMALL[command], "--out", file, "--force")
    assert "Stopped after 0 of 1 rounds." in done.stderr
    assert "weights are in" not in done.stdout
    assert file.read_text() == "of an earlier run"
    told = json.loads(mergemaker(command, *SMALL[command], "--out", file, "--force", "--json").stdout)
    assert told["rounds"] == []


def test_weights_come_from_and_go_to_a_pipe(mergemaker):
    weights = WEIGHTS_FILE.read_text(encoding="utf-8")
    done = mergemaker("tune", *SMALL["tune"], "--start", "-", "--out", "-", given=weights)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# Weights of the evaluation. Found by: mergemaker tune")
    assert tuple(tomllib.loads(done.stdout)["weights"]) == WEIGHT_NAMES
    assert "16 games" in done.stderr or "games, the best took" in done.stderr
    broken = mergemaker("tune", "--start", "-", given="[weights]")
    assert "The weights on standard input must have exactly the known names" in broken.stderr


def test_a_bot_that_should_read_its_weights_from_a_pipe_says_why_it_can_not():
    for bot in ("broker:weights=-", "mogul:judge=-"):
        with pytest.raises(BotError, match="standard input is read once"):
            make_bot(bot)
