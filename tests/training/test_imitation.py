"""The start by imitation, and the sharpening at the end."""

import numpy as np
import pytest
import torch

from critter_envs import agent
from training.imitation import imitate, lessons
from training.learner import make_env, make_model, sharpen
from training.opponents import TrainingActor


@pytest.fixture
def taught(small):
    return small(players=[2], slots=32, hidden=[64], imitation={"decisions": 30_000, "minibatch": 256, "learning_rate": 3e-3})


def nothing(done, total):
    pass


def test_lessons_hold_the_teachers_choices_and_what_came_of_them(taught):
    config = taught.model_copy(update={"parameters": {"reward": "win"}})
    [lesson] = lessons(config, 1000)
    rows = np.arange(len(lesson.actions))
    assert (lesson.masks[rows, lesson.actions] == 1).all()
    teacher = agent("rules", config.game)  # it leaves nothing to chance here
    np.testing.assert_array_equal(teacher.act(lesson.observations, lesson.masks), lesson.actions)
    assert set(lesson.returns[lesson.ended].tolist()) <= {-1.0, 0.0, 1.0}
    assert not lesson.returns[~lesson.ended].any()
    assert 0.8 < lesson.ended.mean() < 1
    late = lesson.observations[:, config.find_game().observation_dtype.fields["centre_size"][1]] <= 2
    ahead = lesson.observations.view(config.find_game().observation_dtype)["hand_size"].squeeze()
    leading = (ahead[:, 0].astype(int) - ahead[:, 1]) >= 3
    assert lesson.returns[lesson.ended & late & leading].mean() > 0.5


def test_careless_players_are_watched_but_not_paid_for(taught):
    def lesson(careless):
        imitation = taught.imitation.model_copy(update={"careless": careless})
        [found] = lessons(taught.model_copy(update={"imitation": imitation}), 1000)
        return found

    teacher = agent("rules", taught.game)
    none, half, all_seats = lesson(0.0), lesson(0.5), lesson(1.0)
    for found in (half, all_seats):
        np.testing.assert_array_equal(teacher.act(found.observations, found.masks), found.actions)
    assert not all_seats.ended.any()
    assert half.ended.mean() == pytest.approx(none.ended.mean() / 2, abs=0.15)
    weak = half.returns[half.ended]  # the teacher, half of the time at a table with a careless player
    assert weak.mean() > none.returns[none.ended].mean() + 0.1
    assert not np.array_equal(half.observations, none.observations)


@pytest.mark.parametrize("size", [2, 6])
def test_lessons_pay_what_a_learner_is_paid_in_the_same_games(taught, size):
    config = taught.model_copy(update={"parameters": {"reward": "win"}, "players": [size], "opponents": {"random": 1.0}})
    [lesson] = lessons(config, 1)
    env = make_env(config)
    env.reset()
    paid = set()
    for _ in range(400):
        _, rewards, over, _ = env.step(env.action_masks().argmax(axis=1))
        paid.update(rewards[over].tolist())
    for found in (paid, set(lesson.returns[lesson.ended].tolist())):
        assert (min(found), max(found)) == (-1, size - 1)  # one's own coin, or those of all others


def test_the_policy_comes_to_choose_as_its_teacher(taught):
    model = make_model(taught, make_env(taught))
    [unseen] = lessons(taught.model_copy(update={"seed": 77}), 1)
    fresh = agreement(model, unseen)
    told = []
    last = imitate(model, taught, lambda done, total: told.append((done, total)))
    assert agreement(model, unseen) > 2 * fresh
    assert last == pytest.approx(agreement(model, unseen), abs=0.05)
    assert told[-1][0] >= told[-1][1] == 30_000


def agreement(model, lesson):
    logits = np.where(lesson.masks == 1, TrainingActor(model.policy).logits(lesson.observations), -np.inf)
    return (logits.argmax(axis=1) == lesson.actions).mean()


def test_imitation_leaves_the_learners_own_optimiser_alone(taught):
    model = make_model(taught, make_env(taught))
    imitate(model, taught.model_copy(update={"imitation": taught.imitation.model_copy(update={"decisions": 1})}), nothing)
    assert not model.policy.optimizer.state_dict()["state"]


def test_a_sharp_policy_prefers_the_same_and_more(taught):
    model = make_model(taught, make_env(taught))
    [lesson] = lessons(taught, 1)
    before = TrainingActor(model.policy).logits(lesson.observations)
    with torch.no_grad():
        value = model.policy.predict_values(torch.from_numpy(lesson.observations))
    sharpen(model, 0.25)
    np.testing.assert_allclose(TrainingActor(model.policy).logits(lesson.observations), before * 4, rtol=1e-4, atol=1e-6)
    with torch.no_grad():
        torch.testing.assert_close(model.policy.predict_values(torch.from_numpy(lesson.observations)), value)
