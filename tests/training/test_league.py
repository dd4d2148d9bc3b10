"""The league: whom the learner meets most often, and those who learn to beat it."""

import numpy as np
import pytest
import torch

from critter_envs import play_match
from critter_envs.core.registry import find
from training.config import Config
from training.league import Challenge, exploit
from training.learner import make_env, make_model
from training.opponents import Opponents, PolicyAgent, TrainingActor
from training.snapshots import UNMET, Snapshots

WON, LOST = np.ones(200, np.bool_), np.zeros(200, np.bool_)


def test_who_is_harder_to_beat_is_met_more_often():
    pool = Snapshots()
    for player in "abc":
        pool.add(player)
    pool.note(0, WON)
    pool.note(1, LOST)
    generator = np.random.default_rng(0)
    drawn = np.bincount([pool.draw(generator) for _ in range(40)], minlength=3)
    assert drawn[1] > drawn[2] > drawn[0]
    assert pool.hardness[2] == 0.25  # of the third, nobody knows anything


def test_hardness_is_the_square_of_what_is_not_won():
    pool = Snapshots()
    pool.add("a")
    pool.note(0, np.concatenate([WON, LOST, LOST, LOST]))
    assert pool.hardness == pytest.approx([((600 + UNMET / 2) / (800 + UNMET)) ** 2])


def test_what_was_seen_long_ago_is_forgotten():
    pool = Snapshots()
    pool.add("a")
    pool.note(0, WON)
    before = pool.hardness[0]
    generator = np.random.default_rng(0)
    for _ in range(1000):
        pool.draw(generator)
    assert before < 0.01
    assert pool.hardness[0] == pytest.approx(0.25, abs=1e-3)


def test_only_games_against_the_past_tell_how_hard_it_is(small):
    policy = make_model(small(), make_env(small())).policy
    pool = Opponents(find("greedy_goose"), {"current": 1, "past": 1})
    pool.follow(policy)
    pool.note(np.array([1]), np.array([1.0]))  # nobody of the past has played yet
    pool.snapshots.add(TrainingActor(policy))
    pool.follow(policy)
    pool.note(np.array([0, 1, 0, 1, 1]), np.array([1.0, -0.5, 1.0, 1.0, 0.0]))
    assert pool.snapshots.hardness == pytest.approx([((2 + UNMET / 2) / (3 + UNMET)) ** 2])


def test_the_harder_one_of_the_past_plays_more_often(small):
    policy = make_model(small(), make_env(small())).policy
    pool = Opponents(find("greedy_goose"), {"past": 1})
    for seen in (WON, LOST):
        pool.snapshots.add(TrainingActor(policy))
        pool.snapshots.note(len(pool.snapshots.players) - 1, seen)
    played = 0
    for _ in range(40):
        pool.follow(policy)
        played += pool._past.actor is pool.snapshots.players[1]
    assert played > 35


def test_the_past_needs_no_share(small):
    """Snapshots are kept for it, but nobody is asked about them."""
    policy = make_model(small(), make_env(small())).policy
    pool = Opponents(find("greedy_goose"), {"current": 1})
    pool.snapshots.add(TrainingActor(policy))
    pool.follow(policy)
    pool.note(np.array([0]), np.array([1.0]))


@pytest.fixture
def league(small):
    """Settings with exploiters."""
    return small(
        game="boo_to_the_goose",
        players=[2],
        slots=64,
        hidden=[64],
        opponents={"current": 0.5, "past": 0.5},
        exploiters={"every": 500, "steps": 30_000},
        learning={"rollout": 32, "minibatch": 256, "learning_rate": 3e-3, "gae_lambda": 0.9},
    )


def test_an_exploiter_beats_the_one_it_learned_against(league):
    """The margin was set before the first run: the whole interval lies above even."""
    main = make_model(league, make_env(league)).policy
    before = {name: tensor.clone() for name, tensor in main.state_dict().items()}
    done = []
    exploiter = exploit(Challenge.of(league, main, 3), lambda steps, all_steps: done.append((steps, all_steps)))
    agents = [PolicyAgent(actor, np.random.default_rng(0)) for actor in (exploiter, TrainingActor(main))]
    assert play_match(league.game, agents, 2, 2000).agents[0].wins.low > 0.5
    assert all(torch.equal(tensor, before[name]) for name, tensor in main.state_dict().items())
    assert done[0] == (64, 30_000)
    assert done[-1][0] >= 30_000


def test_an_exploiter_begins_as_the_one_it_is_to_beat(league):
    """It has learned nothing after a single rollout, as the learning rate has fallen to nothing at the end."""
    config = league.model_copy(update={"exploiters": league.exploiters.model_copy(update={"steps": 64 * 32})})
    main = make_model(config, make_env(config)).policy
    observations = make_env(config).batch.observation.copy()
    exploiter = exploit(Challenge.of(config, main, 3))
    np.testing.assert_array_equal(exploiter.logits(observations), TrainingActor(main).logits(observations))


def test_an_exploiter_meets_the_one_it_is_to_beat_alone(league, monkeypatch):
    config = league.model_copy(update={"exploiters": league.exploiters.model_copy(update={"steps": 64 * 32})})
    main = make_model(config, make_env(config)).policy
    with torch.no_grad():
        for parameter in main.parameters():
            parameter.add_(0.3)
    met, follow = [], Opponents.follow

    def noted(self, policy):
        follow(self, policy)
        met.append((self._names, self._current.actor))

    monkeypatch.setattr(Opponents, "follow", noted)
    exploit(Challenge.of(config, main, 3))
    [(names, actor)] = met
    observations = make_env(config).batch.observation.copy()
    assert names == ["current"]
    np.testing.assert_array_equal(actor.logits(observations), TrainingActor(main).logits(observations))


def test_it_takes_no_chance_from_the_training(league):
    config = league.model_copy(update={"exploiters": league.exploiters.model_copy(update={"steps": 4096})})
    main = make_model(config, make_env(config)).policy
    torch.manual_seed(1)
    np.random.seed(2)  # noqa: NPY002
    expected = torch.rand(1), np.random.random()  # noqa: NPY002
    torch.manual_seed(1)
    np.random.seed(2)  # noqa: NPY002
    one = exploit(Challenge.of(config, main, 3))
    assert (torch.rand(1), np.random.random()) == expected  # noqa: NPY002
    two, other = (exploit(Challenge.of(config, main, seed)) for seed in (3, 4))
    observations = make_env(config).batch.observation.copy()
    np.testing.assert_array_equal(one.logits(observations), two.logits(observations))
    assert (one.logits(observations) != other.logits(observations)).any()


def test_a_challenge_is_to_the_policy_as_it_was(league):
    main = make_model(league, make_env(league)).policy
    challenge = Challenge.of(league, main, 3)
    before = {name: tensor.clone() for name, tensor in main.state_dict().items()}
    with torch.no_grad():
        for parameter in main.parameters():
            parameter.add_(1)
    assert all(torch.equal(tensor, before[name]) for name, tensor in challenge.main.items())


def test_an_exploiter_need_not_be_unpredictable_where_the_main_one_is(league):
    main = make_model(league, make_env(league)).policy
    exploiters = []
    for entropy in (0.01, 0.2):
        changes = {"learning": league.learning.model_copy(update={"entropy": entropy})}
        changes["exploiters"] = league.exploiters.model_copy(update={"steps": 4096})
        exploiters.append(exploit(Challenge.of(league.model_copy(update=changes), main, 3)))
    observations = make_env(league).batch.observation.copy()
    np.testing.assert_array_equal(*(exploiter.logits(observations) for exploiter in exploiters))


def test_exploiters_that_nobody_would_meet_are_an_error(small):
    with pytest.raises(ValueError, match="share of past"):
        small(opponents={"current": 1.0}, exploiters={"every": 100, "steps": 100})
    assert isinstance(small(exploiters={"every": 100, "steps": 100}), Config)
