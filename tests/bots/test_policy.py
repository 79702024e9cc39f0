"""The policy: the same scores compiled, interpreted and by the training library, and nothing hidden in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mergemaker import Game
from mergemaker.arena.match import plan, play_match
from mergemaker.arena.standing import standing
from mergemaker.bots import BotError, make_bot
from mergemaker.bots.evaluation.best_basket import BASKETS
from mergemaker.bots.evaluation.outlook import house_weights, judge_weights, new_outlook
from mergemaker.bots.magnate import GlanceBot, shares_of
from mergemaker.bots.network.network_file import read_network, write_network
from mergemaker.bots.network.one_look import new_look_worlds
from mergemaker.bots.policy.choice_features import PURCHASE_NUMBERS, SPLIT_NUMBERS, TILE_NUMBERS
from mergemaker.bots.policy.policy_choice import (
    score_choices,
    see_choices,
    see_decision,
)
from mergemaker.bots.policy.policy_file import POLICY_FILE, house_policy, new_policy
from mergemaker.bots.policy.policy_layers import HOPELESS, POLICY_LAYERS
from mergemaker.compiler import COMPILED
from mergemaker.rules import engine
from mergemaker.rules.actions import ACTIONS, ANNOUNCE_END, action_of
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import BUY, PLACE, fields

TABLES = [("tournament", 4), ("1962", 5), ("2023-tycoon", 3), ("online", 2), ("1999", 6)]
KINDS = {"place": "place", "buy": "buy", "found": "chain", "survivor": "chain", "absorb": "chain"}


def decisions(edition: str, players: int, seed: int = 5) -> list[Game]:
    """A game of brokers at its decisions that have a choice, the last turn left out."""
    game = Game.new(edition, players, seed=seed)
    broker = make_bot("broker", 1)
    found = []
    while game.to_act is not None and not fields(game.state).announced and not fields(game.state).automatic:
        if len(game.legal_actions()) > 1 and game.decision != "exchange":
            found.append(game.copy())
        game.play(broker.choose(game.view(game.to_act)))
    return found


def scored(game: Game, seen: Any = None) -> tuple[np.ndarray[Any, Any], Any]:
    """What the policy says of the decision that is asked, and the policy with what it saw."""
    policy = new_policy()
    if seen is None:
        seen = seen_by(game.edition.record, game.state, game.to_act, False)
    count = see_decision(
        game.edition.record, seen, judge_weights(game.edition), policy, new_look_worlds(), new_outlook()
    )
    return np.array(policy["scores"][0][:count]), policy


@pytest.mark.skipif(not COMPILED, reason="without the compiler there is nothing to compare")
@pytest.mark.parametrize(("edition", "players"), TABLES[:3])
def test_compiled_and_interpreted_scores_agree(edition, players):
    kinds: dict[str, Game] = {}
    for game in decisions(edition, players):
        kinds.setdefault(str(game.decision), game)
    assert {"place", "found", "buy", "sell"} <= kinds.keys()
    for game in kinds.values():
        told, policy = scored(game)
        other, worlds, outlook = new_policy(), new_look_worlds().view(np.recarray), new_outlook()
        worlds[0] = seen_by(game.edition.record, game.state, game.to_act, False)[0]
        rules, eyes, paper = fields(game.edition.record), fields(other), fields(outlook)
        assert see_choices(rules, worlds, fields(judge_weights(game.edition)), eyes, paper)
        count = score_choices(rules, fields(worlds), eyes, paper)
        assert count == len(told)
        for name in ("features", "tiles", "purchases", "roles"):
            assert np.allclose(policy[name], other[name], atol=1e-5)
        assert np.allclose(told, other["scores"][0][:count], rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_training_library_says_the_same(edition, players):
    torch = pytest.importorskip("torch", reason="PyTorch comes with the extra `train`")
    from mergemaker.training.network_fit import loaded
    from mergemaker.training.policy_fit import make_policy

    with np.load(POLICY_FILE) as arrays:
        network = loaded(make_policy(), dict(arrays))
    for game in decisions(edition, players)[::3]:
        told, policy = scored(game)
        state = fields(game.state)
        kind = KINDS.get(str(game.decision), "split")
        seen: dict[str, Any] = {name: policy[name] for name in ("features", "tiles", "roles", "purchases", "splits")}
        prices = [chain.price or 0 for chain in game.view().chains]
        seen |= {
            "decision": np.array([int(state.decision)]),
            "costs": np.array([[*prices, 0, 0][:7]], np.float32),
            "cash": np.array([float(state.cash[int(state.actor)])], np.float32),
            "survivor": np.array([int(state.survivor)]),
            "absorbed": np.array([int(state.absorbed)]),
        }
        with torch.no_grad():
            there = network(kind, {name: torch.from_numpy(np.asarray(rows)) for name, rows in seen.items()})[0].numpy()
        count = min(len(told), len(there))
        possible = told[:count] > HOPELESS / 2 if kind == "buy" else told[:count] != 0
        assert possible.any()
        assert np.allclose(told[:count][possible], there[:count][possible], rtol=1e-3, atol=5e-3)


def test_every_number_about_a_choice_has_a_moderate_size():
    assert len(set(TILE_NUMBERS)) == len(TILE_NUMBERS)
    largest = {"tiles": 0.0, "purchases": 0.0, "splits": 0.0}
    for edition, players in TABLES:
        for game in decisions(edition, players):
            policy = scored(game)[1]
            for name in largest:
                largest[name] = max(largest[name], float(np.abs(policy[name]).max()))
    assert all(0.5 < size <= 5.0 for size in largest.values())
    assert new_policy()["purchases"].shape[-1] == len(PURCHASE_NUMBERS)
    assert new_policy()["splits"].shape[-1] == len(SPLIT_NUMBERS)


def test_only_baskets_that_can_be_bought_have_a_score():
    checked = 0
    for game in decisions("tournament", 4)[::2]:
        if int(fields(game.state).decision) != BUY:
            continue
        told = scored(game)[0]
        for basket, score in enumerate(told):
            after = game.copy()
            shares = [chain for chain, count in BASKETS[basket] for _ in range(count)]
            possible = True
            for chain in shares:
                action = f"buy {after.edition.chain_names[chain]}"
                possible = possible and after.decision == "buy" and action in after.legal_actions()
                if possible:
                    after.play(action)
            assert (score > HOPELESS / 2) == possible
            checked += possible
    assert checked > 100


@pytest.mark.parametrize(("edition", "players"), [("tournament", 4), ("1962", 4)])
def test_what_is_hidden_does_not_change_a_score(edition, players):
    from mergemaker.rules.worlds import sample

    rng = np.random.default_rng(3)
    for game in decisions(edition, players)[5::9]:
        view = game.view(game.to_act)
        told = scored(game, view.seen)[0]
        for _ in range(2):
            world = sample(view, rng)
            seen = seen_by(game.edition.record, world, game.to_act, game.hidden)
            assert np.array_equal(told, scored(game, seen)[0])


@pytest.mark.parametrize(("edition", "players"), TABLES[:3])
def test_the_policy_proposes_and_the_network_decides(edition, players):
    bot, glance = GlanceBot(house_weights(), proposals=3), GlanceBot(house_weights())
    checked = differs = 0
    for game in decisions(edition, players)[3::7]:
        seen = game.view(game.to_act).seen
        kind = int(fields(seen).decision)
        if kind not in (PLACE, BUY):
            assert bot.decide(game.edition, seen) == glance.decide(game.edition, seen)
            continue
        told = scored(game, seen)[0]
        mask = np.zeros(ACTIONS, np.int8)
        engine.legal(game.edition.record, seen, mask)
        steps = {}
        for choice, score in enumerate(told):
            step = -1 - choice if kind == BUY else int(action_of(fields(seen), choice))
            if score > HOPELESS / 2 and all(mask[one] for one in shares_of(step)):
                steps[step] = score
        best = sorted(steps, key=lambda step: -steps[step])[:3]
        action = bot.decide(game.edition, seen)
        if action == ANNOUNCE_END:
            continue
        assert action in [one for step in best for one in shares_of(step)]
        checked += 1
        differs += action not in shares_of(best[0])
    assert checked > 5
    assert differs  # the network is asked


def test_proposals_beat_looks():
    tasks = plan(["magnate:glance=8", *["magnate:iterations=1"] * 3], Edition.named("tournament"), 80, 3)
    first = standing(tasks[0].bots, list(play_match(tasks, 1))).entrants
    proposing = next(one for one in first if "glance" in one.bot)
    assert proposing.win_share > 0.18  # 31 % of 800 games; a fair share is 25 %
    assert proposing.faults == 0


def test_a_glance_beats_brokers_by_far():
    tasks = plan(["magnate:glance=1", *["broker"] * 3], Edition.named("tournament"), 80, 3)
    first = next(one for one in standing(tasks[0].bots, list(play_match(tasks, 1))).entrants if "glance" in one.bot)
    assert first.win_share > 0.42  # 66 % of 600 games; a fair share is 25 %
    assert first.faults == 0


def test_a_policy_of_other_sizes_is_refused(tmp_path):
    with np.load(POLICY_FILE) as arrays:
        changed = dict(arrays)
    write_network(tmp_path / "copy.npz", changed)
    again = read_network(tmp_path / "copy.npz", POLICY_LAYERS)
    assert all(np.array_equal(rows, again[name]) for name, rows in house_policy().items())
    changed["tile4.weight"] = changed["tile4.weight"][:, :-1]
    write_network(tmp_path / "broken.npz", changed)
    with pytest.raises(BotError, match="tile4"):
        make_bot(f"magnate:policy={tmp_path / 'broken.npz'}")
    with pytest.raises(BotError, match="has no rival_share"):
        make_bot(f"magnate:policy={POLICY_FILE.parents[1] / 'network' / 'magnate.npz'}")
