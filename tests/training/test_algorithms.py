"""Algorithms of the benchmark: what is found by a name, and that they keep to the rules, the budget and the seed."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import critter_envs
from critter_envs.core.errors import IllegalAction
from critter_envs.envs import aec
from training.algorithms import BUILT_IN, AlgorithmError, Task, algorithm, ppo

pytest.importorskip("tianshou")

GAME = critter_envs.game("greedy_goose")


class Idle:
    """Has no method train."""


def task(seed=3, steps=200, players=(2, 3), game=GAME, opponents=("rules", "random")):
    return Task(game, players, opponents, steps, seed)


def games_of(game, size):
    """Observations and masks of many positions of a game."""
    batch = critter_envs.Batch(game, size, game.min_players, seed=1)
    batch.play_random(7)
    return batch.observation.copy(), batch.mask.copy()


@pytest.fixture
def decisions(monkeypatch):
    """The decisions of learners, however they play: how many at once, for each time."""
    from training.algorithms.seat import SeatEnv
    from training.selfplay import SelfPlayVecEnv

    counted = []

    def count(kind, method, each):
        step = getattr(kind, method)
        monkeypatch.setattr(kind, method, lambda env, *given: counted.append(each(env)) or step(env, *given))

    count(SeatEnv, "step", lambda env: 1)
    count(SelfPlayVecEnv, "step_wait", lambda env: env.num_envs)
    return counted


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_task_makes_the_same_agent_from_no_more_than_its_budget(name, decisions):
    observations, masks = games_of(GAME, 300)
    choices = []
    for seed in (3, 3, 4):
        decisions.clear()
        trained = algorithm(name).train(task(seed))
        assert 190 < sum(decisions) <= 200
        actions = trained.act(observations, masks)
        assert masks[np.arange(300), actions].all()
        choices.append(actions)
    assert (choices[0] == choices[1]).all()
    assert (choices[0] != choices[2]).any()


def test_q_learning_learns_what_pays_from_any_seed(toy):
    """In the toy game, against a random opponent. Who hasn't learned may win more than such a one by luck, but not each time."""
    game = critter_envs.game(toy)
    for seed in range(3):
        trained = algorithm("dqn").train(task(seed, steps=1500, players=(2,), game=game, opponents=("random",)))
        won = critter_envs.play_match(game, [trained, "random"], 2, 600, seed=1).agents[0].wins
        assert won.low > 0.5


def test_self_play_takes_as_many_whole_rollouts_as_the_budget_holds():
    for steps, expected in ((2, 2), (100, 64), (2048, 2048), (5_000, 4096)):
        config = ppo.settings(task(steps=steps))
        assert config.steps == config.all_steps == expected
    assert (config.seed, config.game, config.players) == (3, "greedy_goose", (2, 3))
    assert config.opponents == {"current": 2.0, "rules": 1.0, "random": 1.0}


def test_opponents_play_as_the_policy_does_in_each_rollout(monkeypatch):
    followed = []
    monkeypatch.setattr(ppo, "ROLLOUT", 1)
    monkeypatch.setattr(
        ppo.Opponents, "follow", lambda self, policy, follow=ppo.Opponents.follow: followed.append(follow(self, policy))
    )
    ppo.SelfPlayPPO().train(task(steps=3 * ppo.SLOTS))
    assert len(followed) == 1 + 3  # once before the first game begins


@pytest.mark.parametrize("name", ["greedy_goose", "boo_to_the_goose"])
def test_a_learner_of_tianshou_is_paid_whoever_ends_the_game(name):
    """The same actions in the bare environment: observations, masks and the sum of the rewards of the learner's seat agree."""
    from training.algorithms.seat import SeatEnv

    game = critter_envs.game(name)
    size = game.min_players
    env = SeatEnv([aec.env(game, num_players=size)], [critter_envs.agent("random", game, 5)], 11)
    generator = np.random.default_rng(0)
    seats, ended_by_others, paid = set(), 0, []
    for _ in range(12):
        view, _ = env.reset()
        over = False
        while not over:
            batch = env.env.unwrapped.batch
            seat = env.env.possible_agents.index(env.learner)
            assert view["agent_id"] == env.learner == env.env.agent_selection
            assert batch.player[0] == seat
            assert (view["obs"] == batch.observation[0]).all()
            assert (view["mask"] == batch.mask[0]).all()
            assert view["mask"].dtype == bool
            action = generator.choice(np.flatnonzero(view["mask"]))
            twin = batch.clone()
            twin.step([action])
            view, reward, over, truncated, _ = env.step(action)
            assert not truncated
            assert over or reward == 0
        ended_by_others += twin.player[0] >= 0
        assert reward == env.env.unwrapped.batch.returns()[0, seat]
        assert not view["mask"].any()
        seats.add(seat)
        paid.append(reward)
    assert len(seats) == size
    assert ended_by_others
    assert len(set(paid)) > 1


def test_illegal_actions_reach_nobody():
    from training.algorithms.seat import SeatEnv

    env = SeatEnv([aec.env(GAME, num_players=2)], [critter_envs.agent("rules", GAME)], 1)
    view, _ = env.reset()
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(~view["mask"])[0]))


def test_the_learner_can_meet_itself():
    """An agent that learns may sit in the other seats, too: it is asked there as any other one."""
    from training.algorithms.seat import SeatEnv

    class Itself:
        asked = 0

        def act(self, observations, masks):
            self.asked += 1
            return masks.argmax(axis=1)

    itself = Itself()
    env = SeatEnv([aec.env(GAME, num_players=3)], [itself], 2)
    view, over = env.reset()[0], False
    while not over:
        view, _, over, _, _ = env.step(int(view["mask"].argmax()))
    assert itself.asked > 0


def test_all_opponents_and_table_sizes_are_met():
    from training.algorithms.qlearning import _seat

    env = _seat(task(opponents=("rules", "random"), players=(2, 5)), 100)
    met = {(len(env.env.possible_agents), type(env._others).__name__) for _ in range(40) if env.reset()}
    assert met == {(size, kind) for size in (2, 5) for kind in ("RulesAgent", "RandomAgent")}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("dqnn", "there is no algorithm 'dqnn', did you mean dqn?"),
        ("xyzzy", "there are ppo, dqn, qrdqn, and package.module:ClassName"),
        (":One", "there is no algorithm ':One'"),
        ("json:no/name", "there is no algorithm 'json:no/name'"),
        ("nowhere.at_all:One", "the module nowhere.at_all can't be imported: No module named 'nowhere'"),
        ("json:One", "there is no One in the module json"),
        ("json:dumps", "json:dumps is no algorithm: it must be a class with a method train"),
        ("of_ones_own:Idle", "of_ones_own:Idle is no algorithm"),
    ],
)
def test_what_is_no_algorithm_is_told_in_a_sentence(spec, message, monkeypatch):
    monkeypatch.setitem(sys.modules, "of_ones_own", SimpleNamespace(Idle=Idle))
    with pytest.raises(AlgorithmError) as caught:
        algorithm(spec)
    assert message in str(caught.value)
