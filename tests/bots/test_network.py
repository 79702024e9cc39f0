"""The learned judge: the same numbers compiled, interpreted and by the training library, and nothing hidden in them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mergemaker import Edition, Game
from mergemaker.bots import BotError, make_bot
from mergemaker.bots.evaluation.assessment import evaluate
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights, new_outlook
from mergemaker.bots.evaluation.unknown_holdings import assume_the_even
from mergemaker.bots.magnate import LookBot
from mergemaker.bots.network import features as f
from mergemaker.bots.network.judgement import CONFIDENCE, CONSOLATION, judge_by_network, judge_seen
from mergemaker.bots.network.layers import LAYERS
from mergemaker.bots.network.network_file import (
    NETWORK_FILE,
    house_network,
    new_mind,
    read_network,
    write_network,
)
from mergemaker.compiler import COMPILED
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import MAX_CHAINS, fields

TABLES = [("tournament", 4), ("1962", 5), ("2023-tycoon", 3), ("online", 2), ("2023-classic", 2), ("1999", 6)]


def midway(edition: str, players: int, decisions: int = 90) -> Game:
    """A game of clerks somewhere in the middle, at the beginning of a turn."""
    game = Game.new(edition, players, seed=5)
    clerk = make_bot("clerk", 1)
    while not game.over and (game.version < decisions or game.decision != "place"):
        assert game.to_act is not None
        game.play(clerk.choose(game.view(game.to_act)))
    return game


def judged(game: Game, chair: int, door=judge_seen):
    """Each seat's chance as a chair sees it, and the mind that judged."""
    mind, outlook = new_mind(), new_outlook()
    seen = seen_by(game.edition.record, game.state, chair, False)
    door(game.edition.record, seen, chair, judge_weights(game.edition), mind, outlook)
    return np.asarray(fields(outlook).chance[: game.players]), mind, fields(outlook)


def by_matrices(numbers, players):
    """The network once more, as matrices: chances from the features, chair first."""
    net = {name: np.asarray(rows, np.float64) for name, rows in house_network().items()}
    biased = {name for name, _, _, bias in LAYERS if bias}

    def layer(name, x):
        rows = net[name]
        return x @ rows[:-1] + rows[-1] if name in biased else x @ rows

    x = np.asarray(numbers, np.float64)
    game = x[: f.CHAINS_AT]
    chains = x[f.CHAINS_AT : f.SEATS_AT].reshape(MAX_CHAINS, -1)
    seats = x[f.SEATS_AT : f.SHARES_AT].reshape(-1, f.SEAT_WIDTH)[:players]
    shares = x[f.SHARES_AT :].reshape(-1, MAX_CHAINS, f.SHARE_WIDTH)[:players]

    def relu(sums):
        return np.maximum(sums, 0)

    alone = layer("game1", game) + layer("chain1", chains)[None] + layer("seat1", seats)[:, None]
    first = relu(alone + layer("share1", shares))
    second = relu(layer("own2", first) + layer("all2", first.mean(0))[None]).sum(1)
    third = relu(layer("own3", second) + layer("all3", second.mean(0)) + layer("seat3", seats) + layer("game3", game))
    fourth = third + relu(layer("own4", third) + layer("all4", third.mean(0)))
    logits = layer("out", fourth)[:, 0] + seats[:, f.LOG_CHANCE]
    chances = np.exp(logits - logits.max())
    return chances / chances.sum()


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_compiled_layers_say_what_the_matrices_say(edition, players):
    game = midway(edition, players)
    for chair in range(players):
        chances, mind, outlook = judged(game, chair)
        expected = by_matrices(mind["features"][0], players)
        share = np.asarray(outlook.total[:players]) / np.sum(outlook.total[:players])
        turned = (chair + np.arange(players)) % players
        bold = expected**CONFIDENCE
        told = (1 - CONSOLATION) * bold / bold.sum() + CONSOLATION * share[turned]
        assert np.allclose(chances[turned], told, atol=2e-5)
        assert chances.sum() == pytest.approx(1)


def interpreted_door(rules, games, chair, judge, mind, outlook):
    """The same judgement, without the compiler: a rule that is called from Python runs interpreted."""
    judge_by_network(fields(rules), fields(games), chair, fields(judge), fields(mind), fields(outlook))


@pytest.mark.skipif(not COMPILED, reason="without the compiler there is nothing to compare")
@pytest.mark.parametrize(("edition", "players"), TABLES[:3])
def test_compiled_and_interpreted_judgements_agree(edition, players):
    game = midway(edition, players)
    compiled, mind, _ = judged(game, 1)
    interpreted, other, _ = judged(game, 1, interpreted_door)
    assert np.allclose(mind["features"], other["features"], atol=1e-6)
    assert np.allclose(compiled, interpreted, atol=1e-5)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_training_library_says_the_same(edition, players):
    torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
    from mergemaker.training.network_fit import make_network

    network = make_network()
    with np.load(NETWORK_FILE) as arrays:
        network.load_state_dict({name: torch.from_numpy(np.float32(rows)) for name, rows in arrays.items()})
    game = midway(edition, players)
    _, mind, _ = judged(game, 0)
    with torch.no_grad():
        told = network(torch.from_numpy(mind["features"]))[0].exp().numpy()[0, :players]
    assert np.allclose(told, by_matrices(mind["features"][0], players), atol=2e-5)


def test_holdings_that_are_taken_to_be_even_are_still_unknown():
    """What a look tries has been guessed before; the network learnt how little a lead means that may not be one."""
    game = midway("1962", 4)
    seen = seen_by(game.edition.record, game.state, 1, True)
    rules, sight = fields(game.edition.record), fields(seen)
    before, after = np.zeros(f.FEATURES, np.float32), np.zeros(f.FEATURES, np.float32)
    f.note_unknown(rules, sight, 1, before)
    assume_the_even(rules, sight)
    f.note_unknown(rules, sight, 1, after)
    assert before.sum() == 4, "three rivals, and the whole game"
    assert np.array_equal(before, after)
    shares = sight.shares.copy()
    assume_the_even(rules, sight)
    assert np.array_equal(sight.shares, shares), "nothing is guessed twice"


def test_every_number_has_a_name_and_a_moderate_size():
    assert f.GAME_WIDTH + 7 * f.CHAIN_WIDTH + 6 * f.SEAT_WIDTH + 42 * f.SHARE_WIDTH == f.FEATURES
    for edition, players in TABLES:
        _, mind, _ = judged(midway(edition, players), 0)
        assert np.isfinite(mind["features"]).all()
        assert np.abs(mind["features"]).max() < 20


def test_unknown_certificates_are_told_as_unknown():
    game = midway("1962", 4)
    mind, outlook = new_mind(), new_outlook()
    dark = seen_by(game.edition.record, game.state, 0, True)
    judge_seen(game.edition.record, dark, 0, judge_weights(game.edition), mind, outlook)
    names = f.SEAT_NUMBERS
    at = f.SEATS_AT + names.index("certificates unknown")
    unknown = mind["features"][0, at : f.SHARES_AT : f.SEAT_WIDTH]
    assert unknown.tolist() == [0, 1, 1, 1, 0, 0]  # one's own are known, and two seats are empty
    assert [mind["features"][0, at] for at in f.CERTIFICATES_OF_GAME] == [1, 1]


def test_what_is_known_of_certificates_says_nothing_where_none_are_dealt():
    for edition, players in TABLES:
        _, mind, _ = judged(midway(edition, players), 0)
        dealt = bool(Edition.named(edition).dealt)
        assert mind["features"][0, f.CERTIFICATES_OF_GAME[0]] == dealt
        seats = [f.SEATS_AT + seat * f.SEAT_WIDTH + at for seat in range(6) for at in f.CERTIFICATES_OF_SEAT]
        if not dealt:
            assert not mind["features"][0, [*f.CERTIFICATES_OF_GAME, *seats]].any()


def test_an_announced_end_is_judged_exactly():
    game = midway("tournament", 4, decisions=200)
    while not game.over and "end" not in game.legal_actions():
        assert game.to_act is not None
        game.play(make_bot("clerk", 1).choose(game.view(game.to_act)))
    game.play("end")
    chances, mind, outlook = judged(game, 0)
    assert outlook.exact == 1
    assert not mind["logits"].any()  # the network was not asked
    assert chances.sum() == pytest.approx(1)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_money_of_a_finished_game_is_counted(edition, players):
    game = midway(edition, players)
    while game.to_act is not None:
        game.play(make_bot("broker", 1).choose(game.view(game.to_act)))
    chances, _, _ = judged(game, 0)
    assert game.result is not None
    winners = game.result["winners"]
    for seat in range(players):
        if seat in winners:
            assert chances[seat] >= 0.99 / len(winners)
        else:
            assert chances[seat] <= 0.01
    assert chances.sum() == pytest.approx(1)


def test_the_network_is_small_and_reads_back(tmp_path):
    assert NETWORK_FILE.stat().st_size < 2_000_000
    with np.load(NETWORK_FILE) as arrays:
        write_network(tmp_path / "copy.npz", dict(arrays))
    again = read_network(tmp_path / "copy.npz")
    assert all(np.array_equal(rows, again[name]) for name, rows in house_network().items())


@pytest.mark.parametrize(
    ("contents", "word"),
    [
        (None, "can’t be read"),
        (b"", "no file of arrays"),
        (b"PK\x03\x04 broken", "no file of arrays"),
        ({}, "has no game1"),
    ],
)
def test_a_broken_network_is_refused_in_words(tmp_path, contents, word):
    file = tmp_path / "net.npz"
    if isinstance(contents, bytes):
        file.write_bytes(contents)
    elif contents is not None:
        np.savez(file, **contents)
    with pytest.raises(BotError, match=word):
        make_bot(f"magnate:network={file}")


def test_a_network_of_other_sizes_is_refused(tmp_path):
    with np.load(NETWORK_FILE) as arrays:
        changed = dict(arrays)
    changed["share1.weight"] = changed["share1.weight"][:, :-1]
    write_network(tmp_path / "net.npz", changed)
    with pytest.raises(BotError, match="share1"):
        read_network(tmp_path / "net.npz")


def test_chances_that_are_stated_are_the_networks():
    game = midway("tournament", 4)
    seen = seen_by(game.edition.record, game.state, 2, False)
    assert evaluate(game.edition, seen).chances == pytest.approx(judged(game, 2)[0].tolist())
    by_weights = evaluate(game.edition, seen, judge_weights(Edition.named("tournament")))
    assert by_weights.chances != evaluate(game.edition, seen).chances


def test_nothing_of_a_deep_learning_library_is_needed_to_play():
    code = (
        "import json, sys\n"
        "from mergemaker import Game\n"
        "from mergemaker.bots import make_bot\n"
        "game = Game.new('tournament', 3, seed=1)\n"
        "make_bot('magnate:iterations=2:turns=0', 1)\n"
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] in ('torch', 'jax', 'tensorflow')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd())
    assert json.loads(done.stdout) == []


def test_a_tile_is_rated_with_the_best_purchases_after_it():
    game, broker, looker = Game.new("tournament", 4, seed=5), make_bot("broker", 1), LookBot(1, house_weights())
    found = []
    while game.version < 110:
        if game.decision == "place" and game.version > 60 and len(game.legal_actions()) > 1:
            view = game.view(game.to_act)
            rated = looker.ratings(view.edition, view.seen)
            for action in game.legal_actions():
                after = game.copy()
                after.play(action)
                if after.decision == "buy" and after.to_act == game.to_act:
                    bought = after.view(after.to_act)
                    best = max(looker.ratings(bought.edition, bought.seen).values())
                    found.append((rated[after.action_ids[-1]], best))
        game.play(broker.choose(game.view(game.to_act)))
    # A few baskets are tried after a tile and a dozen where a seat must buy, so that the best of them may be missed.
    assert len(found) > 30
    assert all(tile < best + 1e-6 for tile, best in found)
    assert sum(best - tile < 1e-6 for tile, best in found) > len(found) / 2
