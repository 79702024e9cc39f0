"""Many games at once are the same games as one at a time."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from mergemaker import IllegalAction
from mergemaker.bots.bot import SeenBot
from mergemaker.bots.registry import make_bot
from mergemaker.envs import NAME
from mergemaker.envs.batch import NEXT_STEP, SAME_STEP, Batch
from mergemaker.envs.encoding import empty_observation
from mergemaker.envs.pettingzoo import raw_env
from mergemaker.envs.rewards import PLACE, REWARDS, WIN, reward_for
from mergemaker.envs.simulate import simulate_batch
from mergemaker.envs.vector import AcquireVectorEnv
from mergemaker.rules.editions.edition import Edition
from mergemaker.rules.errors import MergemakerError
from mergemaker.rules.redaction import seen_by
from mergemaker.rules.state import fields


def test_a_game_of_the_vector_is_the_single_environment_with_its_seed(some_table):
    edition, players = some_table
    vector = AcquireVectorEnv(3, edition, players, reward="place", autoreset_mode=AutoresetMode.NEXT_STEP)
    singles = [raw_env(edition, players, reward="place") for _ in range(3)]
    observed, info = vector.reset(seed=20)
    for number, single in enumerate(singles):
        single.reset(seed=20 + number)
    ended = np.zeros(3, bool)
    for _ in range(400):  # more than a game: the second one of each is compared, too
        actions = vector.random_actions().copy()
        for number, single in enumerate(singles):
            agent = single.agent_selection
            if not ended[number]:
                assert agent == f"player_{info['seat'][number]}"
                alone = single.observe(agent)
                for name in ("planes", "numbers"):
                    assert np.array_equal(observed[name][number], alone["observation"][name])
                assert np.array_equal(observed["action_mask"][number], alone["action_mask"])
            if ended[number]:
                single.reset()
            else:
                single.step(int(actions[number]))
        before = info["seat"]
        observed, rewards, over, cut_off, info = vector.step(actions)
        assert not cut_off.any()
        for number, single in enumerate(singles):
            assert over[number] == (not ended[number] and all(single.terminations.values()))
            if over[number]:
                assert rewards[number] == single.rewards[f"player_{before[number]}"]
                assert list(info["rewards"][number][:players]) == list(single.rewards.values())
            else:
                assert rewards[number] == 0
        ended = over


def first_three(renewal):
    """The last states of the first three games at each of five tables, each table with dice of its own."""
    batch = Batch("1999", 4, 5, seed=3, renewal=renewal)
    dice = [np.random.default_rng(table) for table in range(5)]
    arrays = empty_observation(len(batch))
    found: list[list[bytes]] = [[] for _ in range(5)]
    while min(map(len, found)) < 3:
        batch.observe_masks(arrays)
        for table, mask in enumerate(arrays["action_mask"]):
            batch.actions[table] = dice[table].choice(np.flatnonzero(mask)) if mask.any() else 0
        for row in range(batch.step(batch.actions)):
            found[batch.finished_at[row]].append(batch.finished[row].tobytes())
    return [games[:3] for games in found]


def test_both_ways_of_autoreset_play_the_same_games():
    assert first_three(SAME_STEP) == first_three(NEXT_STEP)


def test_a_game_that_ends_in_the_same_step_leaves_its_last_observation():
    vector = AcquireVectorEnv(8, "2023-classic", 2, autoreset_mode=AutoresetMode.SAME_STEP)
    vector.reset(seed=1)
    while True:
        observed, _, over, _, info = vector.step(vector.random_actions())
        if over.any():
            break
    at = int(np.flatnonzero(over)[0])
    last = info["final_obs"][at]
    assert last["action_mask"].sum() == 0
    assert observed["action_mask"][at].sum() > 0
    assert info["rewards"][at].sum() == pytest.approx(1)


def test_without_autoreset_a_finished_game_stays_until_it_is_dealt_anew():
    vector = AcquireVectorEnv(4, "tournament", 3, autoreset_mode=AutoresetMode.DISABLED)
    vector.reset(seed=1)
    over = np.zeros(4, bool)
    while not over.all():
        over = vector.step(vector.random_actions())[2]
    observed, _ = vector.reset(options={"reset_mask": np.array([True, False, False, False])})
    assert observed["action_mask"].sum(1).astype(bool).tolist() == [True, False, False, False]


def test_a_learner_among_random_players_is_always_the_one_who_decides():
    vector = AcquireVectorEnv(16, "online", 4, opponents="random", seat=2, autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = vector.reset(seed=5)
    for _ in range(300):
        _, rewards, over, _, info = vector.step(vector.random_actions())
        assert (info["seat"] == 2).all()
        assert (vector.batch.games["actor"] == 2).all()
        if over.any():
            assert np.array_equal(rewards[over], info["rewards"][over, 2])


def test_an_illegal_action_is_refused_before_anything_is_played():
    vector = AcquireVectorEnv(4, "1999", 4)
    observed, _ = vector.reset(seed=1)
    before = vector.batch.games.tobytes()
    actions = vector.random_actions().copy()
    actions[3] = int(np.flatnonzero(observed["action_mask"][3] == 0)[0])
    with pytest.raises(IllegalAction):
        vector.step(actions)
    assert vector.batch.games.tobytes() == before


def test_masks_alone_are_the_same_masks():
    whole, bare = AcquireVectorEnv(4, "1999", 4), AcquireVectorEnv(4, "1999", 4, observe="mask")
    assert np.array_equal(whole.reset(seed=9)[0]["action_mask"], bare.reset(seed=9)[0]["action_mask"])
    assert set(bare.observation_space.spaces) == {"action_mask"}


def test_observations_lie_in_their_space(some_table):
    vector = AcquireVectorEnv(64, *some_table, copy=True)
    observed, _ = vector.reset(seed=2)
    for _ in range(200):
        observed = vector.step(vector.random_actions())[0]
    assert vector.observation_space.contains(observed)


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_share_out_the_same_sum(reward):
    batch = Batch("2023-classic", 5, 50, seed=1, reward=reward)
    while not batch.over.all():
        ended = batch.step(batch.random_actions())
        for at in batch.finished_at[:ended]:
            total = {"win": 1, "money": 1, "place": 2.5}[reward]
            assert batch.rewards[at].sum() == pytest.approx(total)
            assert batch.rewards[at].argmax() == batch.games["cash"][at].argmax()


def test_equal_money_shares_the_win_and_the_place():
    batch = Batch("1999", 4, seed=1, reward="place")
    while not batch.over[0]:
        batch.step(batch.random_actions())
    game = fields(batch.games)
    game.cash[:4] = [500, 500, 300, 100]
    assert [reward_for(game, seat, WIN) for seat in range(4)] == [0.5, 0.5, 0, 0]
    assert [reward_for(game, seat, PLACE) for seat in range(4)] == pytest.approx([5 / 6, 5 / 6, 1 / 3, 0])


def test_simulated_games_do_not_depend_on_the_number_of_threads(some_table):
    edition, players = some_table
    one, few = simulate_batch(edition, players, 600, seed=4, threads=1)
    two, many = simulate_batch(edition, players, 600, seed=4, threads=3)
    assert one.tobytes() == two.tobytes()
    assert np.array_equal(few, many)
    rest, _ = simulate_batch(edition, players, 100, seed=4, first=500)
    assert rest.tobytes() == one[500:].tobytes()


def test_wrong_wishes_are_refused_in_one_line():
    with pytest.raises(MergemakerError, match="for 3 to 6 players"):
        AcquireVectorEnv(2, "1962", 2)
    with pytest.raises(MergemakerError, match="one of win, money, place"):
        Batch(reward="glory")
    with pytest.raises(MergemakerError, match="no seat 4"):
        Batch(learner=4)
    with pytest.raises(MergemakerError, match="one game or more"):
        Batch(games=0)


def shadowed(edition: str, opponents: list[str], seat: int | None, steps: int) -> None:
    """Plays a learner among compiled opponents beside the same game decided seat by seat by the bots of those names."""
    one = AcquireVectorEnv(1, edition, 4, opponents=opponents, seat=seat, autoreset_mode="NextStep")
    one.reset(seed=5)
    batch = Batch(edition, 4, seed=5)
    box = Edition.named(edition)
    episode = 0

    def catch_up() -> None:
        learner = seat if seat is not None else episode % 4
        names = list(opponents)
        names.insert(learner, "")
        while not batch.over[0] and batch.games["actor"][0] != learner:
            actor = int(batch.games["actor"][0])
            bot = make_bot(names[actor])
            assert isinstance(bot, SeenBot)
            batch.step_one(bot.decide(box, seen_by(box.record, batch.games[:1], actor, batch.hidden)))

    catch_up()
    for _ in range(steps):
        assert one.batch.games.tobytes() == batch.games.tobytes()
        if batch.over[0]:
            episode += 1
            batch.deal()
            one.step(np.zeros(1, np.int64))
        else:
            action = int(np.flatnonzero(batch.observe_one(0, int(batch.games["actor"][0]))["action_mask"])[-1])
            one.step(np.array([action]))
            batch.step_one(action)
        catch_up()
    assert episode > 0


def test_compiled_opponents_decide_as_the_bots_of_their_names_do():
    shadowed("1962", ["clerk", "broker", "clerk"], 1, 120)
    shadowed("tournament", ["broker", "clerk", "broker"], None, 120)


def test_opponents_that_are_not_compiled_are_refused_with_what_to_do_instead():
    with pytest.raises(MergemakerError, match=r"clerk, broker; not 'mogul'.*vectorization_mode"):
        AcquireVectorEnv(2, opponents="mogul")
    with pytest.raises(MergemakerError, match="4 players need 3 opponents; there are 2"):
        AcquireVectorEnv(2, opponents=["clerk", "clerk"])


def test_make_vec_makes_many_of_what_make_makes_one_of():
    many = gymnasium.make_vec(NAME, num_envs=3, edition="online", opponents=["random", "random"])
    one = gymnasium.make(NAME, edition="online", opponents=["random", "random"])
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    assert many.reset(seed=1)[1]["seat"].tolist() == [0, 0, 0]  # the learner's, as in the single one
