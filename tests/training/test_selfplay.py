"""The self-play environment: what the learner is shown and paid, and who answers in the other seats."""

import pickle

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import obs_as_tensor

from critter_envs import Batch
from critter_envs.agents.network import ScaledFeatures
from critter_envs.core.errors import IllegalAction
from critter_envs.core.registry import find
from training.opponents import Opponents
from training.selfplay import SelfPlayVecEnv

SLOTS = 32


def make(game="greedy_goose", seed=3, shares=None, players=(2, 3, 4), **parameters):
    opponents = Opponents(find(game), shares or {"random": 1.0})
    return SelfPlayVecEnv(game, SLOTS, players, opponents, seed, **parameters)


def choose(env, generator):
    """A random legal action in each slot."""
    masks = np.stack(env.env_method("action_masks"))
    return (masks * generator.random(masks.shape)).argmax(axis=1)


def make_model(env, **settings):
    settings = {"n_steps": 16, "batch_size": 64, "gamma": 0.9, **settings}
    policy = {
        "net_arch": [16],
        "activation_fn": torch.nn.ReLU,
        "features_extractor_class": ScaledFeatures,
        "features_extractor_kwargs": {"highest": [1] * env.observation_space.shape[0]},
    }
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=policy, seed=1, device="cpu", **settings)
    model.set_logger(Logger(None, []))
    return model


class Idle(BaseCallback):
    def _on_step(self):
        return True


def collect(model):
    """One rollout, as ``learn`` collects it."""
    _, callback = model._setup_learn(10**6, Idle(), reset_num_timesteps=False)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, model.n_steps)


class Spy:
    """Notes each game that ends in a batch: the last mover, the table size, the rewards, and how it ended."""

    def __init__(self, env, monkeypatch):
        self.ended = []
        self.decided = np.zeros(env.num_envs, bool)
        step_some = env.batch.step_some

        def spying(games, actions):
            movers = env.batch.player[games].copy()
            players = env.batch.states["num_players"][games]
            self.decided[games] |= movers == env.seats[games]
            rewards, terminated, truncated = step_some(games, actions)
            assert not (terminated & truncated).any()
            for k in np.flatnonzero(terminated | truncated):
                game = games[k]
                if self.decided[game]:
                    seat = env.seats[game]
                    last = env.batch.observe(game, seat, final=True)[0][0]
                    self.ended.append((game, seat == movers[k], players[k], rewards[k, seat], bool(truncated[k]), last))
                self.decided[game] = False
            return rewards, terminated, truncated

        monkeypatch.setattr(env.batch, "step_some", spying)
        monkeypatch.setattr(env.batch, "step", lambda actions: spying(np.arange(env.num_envs), actions))


def test_it_is_what_sb3_expects(game):
    env = make(game)
    observations = env.reset()
    assert observations.shape == (SLOTS, *env.observation_space.shape)
    assert is_masking_supported(env)
    generator = np.random.default_rng(0)
    for _ in range(60):
        masks = get_action_masks(env)
        assert masks.shape == (SLOTS, env.action_space.n)
        assert masks.any(axis=1).all()
        observations, rewards, over, infos = env.step(choose(env, generator))
        assert observations.dtype == np.uint8
        assert all(map(env.observation_space.contains, observations))
        assert (rewards.dtype, rewards.shape) == (np.float32, (SLOTS,))
        assert (over.dtype, over.shape) == (np.bool_, (SLOTS,))
        assert [bool(info) for info in infos] == over.tolist()
        assert all({"terminal_observation", "TimeLimit.truncated", "episode"} <= set(info) for info in infos if info)


def test_the_learner_is_to_act_and_sees_its_own_seat(game):
    env = make(game)
    observations = env.reset()
    generator = np.random.default_rng(0)
    for _ in range(40):
        np.testing.assert_array_equal(env.batch.player, env.seats)
        expected, masks = env.batch.observe(np.arange(SLOTS), env.seats)
        np.testing.assert_array_equal(observations, expected)
        np.testing.assert_array_equal(get_action_masks(env), masks)
        observations, *_ = env.step(choose(env, generator))


@pytest.mark.parametrize("parameters", [{}, {"max_decisions": 12}, {"reward": "score"}])
def test_the_learner_is_paid_whoever_makes_the_last_move(game, parameters, monkeypatch):
    env = make(game, **parameters)
    env.reset()
    spy = Spy(env, monkeypatch)
    generator = np.random.default_rng(0)
    last_movers, kinds = set(), set()
    for _ in range(150):
        spy.ended.clear()
        _, rewards, over, infos = env.step(choose(env, generator))
        assert sorted(entry[0] for entry in spy.ended) == np.flatnonzero(over).tolist()
        assert not rewards[~over].any()
        for slot, by_learner, players, reward, truncated, last in spy.ended:
            stake = 1 if "reward" in parameters else players - 1
            assert rewards[slot] == np.float32(0.0 if truncated else stake * reward)
            assert infos[slot]["TimeLimit.truncated"] == truncated
            assert infos[slot]["episode"]["r"] == rewards[slot]
            np.testing.assert_array_equal(infos[slot]["terminal_observation"], last)
            last_movers.add(by_learner)
            kinds.add(truncated)
    assert last_movers == {True, False}
    assert (True in kinds) == ("max_decisions" in parameters)


def test_what_was_handed_out_does_not_change_later():
    env = make()
    generator = np.random.default_rng(0)
    observations = env.reset()
    kept = []
    for _ in range(40):
        masks = get_action_masks(env)
        step = (observations, masks, *env.step(choose(env, generator)))
        kept.append((step, pickle.dumps(step)))
        observations = step[2]
    assert all(pickle.dumps(pickle.loads(before)) == pickle.dumps(pickle.loads(pickle.dumps(step))) for step, before in kept)


def play(env, steps=60, seed=0):
    generator = np.random.default_rng(seed)
    seen = [env.reset()]
    for _ in range(steps):
        observations, rewards, over, infos = env.step(choose(env, generator))
        seen += [observations, rewards, over, [info.get("terminal_observation") for info in infos]]
    return pickle.dumps(seen)


def test_the_seed_decides_everything(game):
    shares = {"rules": 1.0, "random": 1.0}
    first = play(make(game, shares=shares))
    assert play(make(game, shares=shares)) == first
    assert play(make(game, seed=4, shares=shares)) != first


def test_another_reset_deals_other_games_and_seed_the_same_again():
    env = make()
    first, second = env.reset(), env.reset()
    assert not np.array_equal(first, second)
    env.seed(3)
    np.testing.assert_array_equal(env.reset(), first)


def test_a_pickle_goes_on_as_the_original(game):
    env = make(game, shares={"rules": 1.0, "random": 1.0})
    env.reset()
    generator = np.random.default_rng(0)
    for _ in range(20):
        env.step(choose(env, generator))
    copy = pickle.loads(pickle.dumps(env))
    for _ in range(30):
        actions = choose(env, generator)
        np.testing.assert_array_equal(get_action_masks(env), get_action_masks(copy))
        for mine, other in zip(env.step(actions)[:3], copy.step(actions)[:3], strict=True):
            np.testing.assert_array_equal(mine, other)


def test_seats_and_sizes_are_drawn_anew_for_each_game():
    env = make(players=(2, 4))
    env.reset()
    generator = np.random.default_rng(0)
    drawn = set()
    for _ in range(200):
        *_, over, _ = env.step(choose(env, generator))
        drawn.update(zip(env.batch.states["num_players"][over].tolist(), env.seats[over].tolist(), strict=True))
    assert drawn == {(2, seat) for seat in range(2)} | {(4, seat) for seat in range(4)}


def test_an_illegal_action_raises_and_changes_nothing():
    env, untouched = make(), make()
    env.reset(), untouched.reset()
    wrong = choose(env, np.random.default_rng(0))
    wrong[5] = env.batch.mask[5].argmin()
    with pytest.raises(IllegalAction, match="game 5"):
        env.step(wrong)
    generators = [np.random.default_rng(1), np.random.default_rng(1)]
    for _ in range(30):
        mine, other = (one.step(choose(one, generator)) for one, generator in zip((env, untouched), generators, strict=True))
        for ours, theirs in zip(mine[:3], other[:3], strict=True):
            np.testing.assert_array_equal(ours, theirs)
        assert [info.get("episode") for info in mine[3]] == [info.get("episode") for info in other[3]]


def test_an_empty_mask_never_reaches_the_learner(monkeypatch):
    env = make()
    env.reset()
    masks = env.batch.mask.copy()
    masks[7] = 0
    monkeypatch.setattr(env.batch, "mask", masks)
    with pytest.raises(IllegalAction, match="game 7 has no legal action"):
        get_action_masks(env)


def test_a_truncated_game_bootstraps():
    env = make(max_decisions=12)
    model = make_model(env)
    seen = []

    class Note(Idle):
        def _on_step(self):
            seen.append((self.locals["rewards"].copy(), self.locals["dones"].copy(), self.locals["infos"]))
            return True

    _, callback = model._setup_learn(10**6, Note(), reset_num_timesteps=False)
    model.collect_rollouts(env, callback, model.rollout_buffer, model.n_steps)
    truncated = 0
    for step, (rewards, over, infos) in enumerate(seen):
        for slot in np.flatnonzero(over):
            assert infos[slot]["TimeLimit.truncated"]
            assert rewards[slot] == 0
            with torch.no_grad():
                value = model.policy.predict_values(obs_as_tensor(infos[slot]["terminal_observation"][None], "cpu"))
            assert model.rollout_buffer.rewards[step, slot] == pytest.approx(0.9 * value.item(), rel=1e-5)
            truncated += 1
    assert truncated > 20


def test_probabilities_while_collecting_are_those_while_updating(game):
    env = make(game)
    model = make_model(env)
    collect(model)
    batches = 0
    for samples in model.rollout_buffer.get(64):
        with torch.no_grad():
            values, log_prob, _ = model.policy.evaluate_actions(
                samples.observations, samples.actions.long().flatten(), action_masks=samples.action_masks
            )
        torch.testing.assert_close(log_prob, samples.old_log_prob, rtol=0, atol=1e-5)
        torch.testing.assert_close(values.flatten(), samples.old_values, rtol=0, atol=1e-5)
        batches += 1
    assert batches == model.n_steps * SLOTS // 64


def test_each_opponent_is_asked_once_a_round(monkeypatch):
    env = make(shares={"current": 1.0, "random": 1.0})
    env.opponents.follow(make_model(env).policy)
    env.reset()
    asked = []
    for player in env.opponents._players:
        act = player.act

        def counting(observations, masks, player=player, act=act):
            asked.append((id(player), len(observations)))
            return act(observations, masks)

        monkeypatch.setattr(player, "act", counting)
    generator = np.random.default_rng(0)
    for _ in range(20):
        asked.clear()
        others = np.zeros(SLOTS, int)
        step_some = env.batch.step_some

        def noting(games, actions, others=others, step_some=step_some):
            others[games] += 1
            return step_some(games, actions)

        with monkeypatch.context() as patch:
            patch.setattr(env.batch, "step_some", noting)
            env.step(choose(env, generator))
        assert sum(rows for _, rows in asked) == others.sum()
        for player in {player for player, _ in asked}:
            assert sum(one == player for one, _ in asked) <= others.max()


def test_games_that_end_before_the_learner_acts_are_passed_over(monkeypatch):
    """With one decision a game, the learner acts in those games only that its seat begins."""
    env = make(players=(4,), max_decisions=1)
    env.reset()
    spy = Spy(env, monkeypatch)
    generator = np.random.default_rng(0)
    for _ in range(20):
        spy.ended.clear()
        _, _, over, infos = env.step(choose(env, generator))
        assert over.all()
        assert sorted(entry[0] for entry in spy.ended) == list(range(SLOTS))
        for slot, *_, last in spy.ended:
            np.testing.assert_array_equal(infos[slot]["terminal_observation"], last)
            assert infos[slot]["episode"]["l"] == 1


def test_games_are_those_of_the_batch():
    env = make(players=4)
    env.reset()
    np.testing.assert_array_equal(env.batch.states["seed"], Batch("greedy_goose", SLOTS, 4, seed=3).states["seed"])
