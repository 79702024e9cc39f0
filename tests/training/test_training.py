"""Training from nothing: the same seed gives the same games, and a stopped run goes on."""

import sys

import msgspec
import numpy as np
import pytest

from mergemaker import Game
from mergemaker.bots import make_bot
from mergemaker.bots.network.features import CERTIFICATES_OF_GAME, FEATURES, SEAT_WIDTH, SEATS_AT, SHARES_AT
from mergemaker.bots.network.network_file import house_network
from mergemaker.bots.policy.policy_file import house_policy
from mergemaker.rules.state import OVER
from mergemaker.training import look_choices
from mergemaker.training.generations import (
    CertificatesReport,
    Generation,
    PolicyReport,
    Recipe,
    Training,
    TrainingError,
)
from mergemaker.training.look_choices import KINDS, UNTRIED, ChoiceTable, play_choices
from mergemaker.training.self_play import TRUST, labels_of, play_certificates, play_games, seen_from, settings


def quiet(what, done, total):
    """Hears of progress and keeps it to itself."""


def test_every_edition_and_number_of_players_is_learnt_from():
    kinds = settings()
    assert sum(kind.share for kind in kinds) == pytest.approx(1)
    assert {(kind.edition, kind.players) for kind in kinds} >= {
        ("1962", 3),
        ("1999", 2),
        ("2023-tycoon", 6),
        ("online", 2),
    }


def test_the_same_seed_gives_the_same_positions_however_games_are_dealt_out():
    whole = play_games(3, 0, 4)
    parts = [play_games(3, first, 2) for first in (0, 2)]
    assert np.array_equal(whole.features, np.concatenate([part.features for part in parts]))
    assert np.array_equal(whole.won, np.concatenate([part.won for part in parts]))
    assert not np.array_equal(whole.features[:5], play_games(4, 0, 1).features[:5])


def test_what_is_won_adds_up_and_nobody_wins_from_an_empty_chair():
    found = play_games(5, 0, 3, house_network())
    assert found.features.shape[1] == FEATURES
    here = found.features[:, SEATS_AT:SHARES_AT:SEAT_WIDTH] > 0
    assert np.allclose(found.won.astype(float).sum(1), 1, atol=2e-3)
    assert np.allclose(found.target.astype(float).sum(1), 1, atol=2e-3)
    assert np.allclose(found.money.astype(float).sum(1), 1, atol=5e-3)
    assert not found.won[~here].any()


def test_positions_with_certificates_dealt_before_play_are_learnt_in_the_dark_and_laid_open():
    found = play_certificates(5, 0, 3, house_network())
    again = play_certificates(5, 1, 2, house_network())
    assert np.array_equal(found.features[-len(again.features) :], again.features)
    dealt, unseen = (found.features[:, at] for at in CERTIFICATES_OF_GAME)
    assert dealt.all(), "nothing but such tables"
    assert not unseen[::2].any()
    assert unseen[1::2].all()
    assert np.array_equal(found.target, found.won)
    assert np.array_equal(found.won[::2], found.won[1::2])


def test_a_target_trusts_the_network_s_word_about_the_next_position_and_the_winner_for_the_rest():
    won, money = np.array([0.0, 1.0, 0.0]), np.array([0.2, 0.5, 0.3])
    foretold = np.array([0.1, 0.2, 0.7])
    path = [(0, np.array([0.3, 0.3, 0.4])), (2, foretold)]
    first, last = labels_of(path, won, money)
    assert np.allclose(last[1], seen_from(2, won))  # after the last one there is only the end
    assert np.allclose(first[1][:3], TRUST * won + (1 - TRUST) * foretold)
    assert np.allclose(last[0][:3], [0, 0, 1])  # from the third chair the winner is two seats on
    assert np.allclose(last[2][:3], [0.3, 0.2, 0.5])
    assert [np.allclose(one[0], one[1]) for one in labels_of([(0, None), (1, None)], won, money)] == [True, True]


def test_the_same_seed_gives_the_same_decisions_however_games_are_dealt_out():
    whole = play_choices(3, 0, 4, house_network())
    parts = [play_choices(3, first, 2, house_network()) for first in (0, 2)]
    for kind in KINDS:
        for name, rows in whole[kind].items():
            assert np.array_equal(rows, np.concatenate([part[kind][name] for part in parts]))


def test_a_decision_is_kept_with_what_a_look_thought_of_its_choices():
    kept = play_choices(5, 0, 6, house_network())
    assert kept.keys() == KINDS.keys()
    for kind, decisions in kept.items():
        tried = decisions["ratings"] > UNTRIED
        assert (tried.sum(1) >= 2).all()
        assert decisions["ratings"].max() <= 1.0
        assert set(decisions["decision"].tolist()) <= set(KINDS[kind])
    assert (kept["buy"]["ratings"] > UNTRIED)[:, 0].all()  # buying nothing is always looked at
    placed = kept["place"]["tiles"][:, :, :4].astype(float).sum(2)
    assert np.array_equal(placed == 1, kept["place"]["ratings"] > UNTRIED)  # a tile that can be placed has one effect


def test_searched_decisions_are_the_same_ones_and_rated_by_what_playing_on_found(monkeypatch):
    monkeypatch.setattr(look_choices, "SEARCHED", look_choices.KEPT)
    monkeypatch.setattr(look_choices, "DESCENTS", 24)
    looked = play_choices(5, 0, 2, house_network())
    searched = play_choices(5, 0, 2, house_network(), house_policy())
    again = play_choices(5, 1, 1, house_network(), house_policy())
    for kind in KINDS:
        assert np.array_equal(looked[kind]["features"], searched[kind]["features"])
        before, after = looked[kind]["ratings"], searched[kind]["ratings"]
        assert (after[before > UNTRIED] > UNTRIED).all()
        assert after.max() <= 1.0
        assert np.mean(np.abs(after - before)[before > UNTRIED] > 1e-4) > 0.5
        assert np.array_equal(again[kind]["ratings"], after[len(after) - len(again[kind]["ratings"]) :])
    more = (searched["buy"]["ratings"] > UNTRIED).sum() - (looked["buy"]["ratings"] > UNTRIED).sum()
    assert more > 0  # baskets that the policy proposes and a look did not try


def test_a_search_needs_a_policy_to_search_by(tmp_path):
    with pytest.raises(TrainingError, match="need a policy"):
        Training(tmp_path, Recipe((4,), searches=4)).run(quiet)
    assert not list(tmp_path.glob("generation-*"))


def test_choices_are_played_as_looks_play():
    table, rng = ChoiceTable(house_network()), np.random.default_rng(1)
    table.deal(next(kind for kind in settings() if (kind.edition, kind.players) == ("tournament", 4)), rng)
    turns = 0
    while int(table.game.decision) != OVER:
        before = int(table.game.mover)
        table.decide(rng)
        turns += int(table.game.mover) != before
    assert turns > 40
    assert table.outcome()[0].sum() == pytest.approx(1)


def test_a_folder_belongs_to_one_recipe(tmp_path):
    Training(tmp_path, Recipe((4,)))
    Training(tmp_path, Recipe((4,)))
    with pytest.raises(TrainingError, match="another recipe"):
        Training(tmp_path, Recipe((8,)))
    for other in ('{"games": 4}', '{"games"'):  # of another version, and broken
        (tmp_path / "recipe.json").write_text(other)
        with pytest.raises(TrainingError, match="another recipe"):
            Training(tmp_path, Recipe((4,)))


def test_without_pytorch_the_games_are_kept_and_it_is_said_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(TrainingError, match="pip install torch"):
        Training(tmp_path, Recipe((2,))).run(quiet)
    assert len(list(tmp_path.glob("generation-1/games-*.npz"))) == 1


def test_two_small_generations_from_nothing_and_once_more_for_free(tmp_path):
    pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
    from mergemaker.training.network_fit import CERTIFICATES

    recipe = Recipe(
        (24, 12), certificates=8, choices=6, searches=2, passes=4, batch=64, policy_steps=4, match=4, seed=2
    )
    done = Training(tmp_path, recipe, device="cpu").run(quiet)
    assert [one.number for one in done] == [1, 2]
    assert all(one.surprise <= one.surprise_before for one in done)  # the best is kept, and it began somewhere
    assert done[1].wins is not None
    report = msgspec.json.decode((tmp_path / "certificates" / "report.json").read_bytes(), type=CertificatesReport)
    assert report.positions > 100
    assert report.surprise < report.surprise_before
    before, after = (np.load(tmp_path / f"{part}" / "network.npz") for part in ("generation-2", "certificates"))
    for name in before.files:
        changed = np.flatnonzero((before[name] != after[name]).reshape(len(before[name]), -1).any(0))
        learnt = CERTIFICATES.get(name.removesuffix(".weight"), ()) if name.endswith(".weight") else ()
        assert set(changed) == set(learnt), f"{name}: only what is known of certificates changes"
    for number, fewest in ((1, 100), (2, 20)):
        policy = msgspec.json.decode((tmp_path / f"policy-{number}" / "report.json").read_bytes(), type=PolicyReport)
        assert policy.lost.keys() == KINDS.keys()
        assert policy.decisions > fewest
    first, second = (np.load(tmp_path / f"policy-{number}" / "policy.npz") for number in (1, 2))
    assert not np.array_equal(first["tile5.weight"], second["tile5.weight"])
    bot = make_bot(f"magnate:iterations=4:network={tmp_path / 'magnate.npz'}:policy={tmp_path / 'policy.npz'}")
    game = Game.new("tournament", 3, seed=1)
    assert bot.choose(game.view(game.to_act)) in game.legal_actions()
    files = {path: path.stat().st_mtime_ns for path in tmp_path.glob("generation-*/*")}
    again = Training(tmp_path, recipe, device="cpu").run(quiet)
    assert again == done
    assert files == {path: path.stat().st_mtime_ns for path in tmp_path.glob("generation-*/*")}
    assert msgspec.json.decode((tmp_path / "generation-1" / "report.json").read_bytes(), type=Generation) == done[0]
