"""Networks that treat all parts of an observation's block alike."""

import json
import zipfile
from typing import NamedTuple

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from critter_envs import Batch, agent
from critter_envs.agents.actor import ROWS_AT_ONCE, Actor, Sizes
from critter_envs.agents.checkpoint import CheckpointAgent, CheckpointError, new_card, read_card, save_checkpoint
from critter_envs.agents.network import ScaledFeatures, SharedPolicy
from critter_envs.core.registry import find
from critter_envs.envs.single import LearnerEnv

GAME = "greedy_greedy_goblins"
HIDDEN, WIDTH = [9, 6], 7


@pytest.fixture(scope="module")
def model():
    """With weights of both signs everywhere."""
    game = find(GAME)
    settings = {
        "net_arch": HIDDEN,
        "activation_fn": torch.nn.ReLU,
        "features_extractor_class": ScaledFeatures,
        "features_extractor_kwargs": {"highest": [max(1, int(high)) for high in game.observation_high]},
        "sizes": list(Sizes.of(game, WIDTH)),
        "part_actions": game.part_actions.tolist(),
    }
    model = MaskablePPO(
        SharedPolicy, LearnerEnv(GAME, opponents="random"), n_steps=8, policy_kwargs=settings, seed=2, device="cpu"
    )
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.normal_(0, 0.5, generator=torch.Generator().manual_seed(parameter.numel()))
    return model


@pytest.fixture
def saved(model, tmp_path):
    """The path of a checkpoint."""
    path = tmp_path / "ppo.zip"
    network = {"hidden": HIDDEN, "shared": WIDTH}
    save_checkpoint(model, new_card(find(GAME), {"num_players": [2]}, network, {"steps": 0}, {"training": 2}, []), path)
    return path


@pytest.fixture(scope="module")
def situations():
    """Observations and masks from the middle of games."""
    batch = Batch(GAME, ROWS_AT_ONCE + 20, [2, 3, 4], seed=9)
    batch.play_random(150)
    return batch.observation.copy(), batch.mask.copy()


def weights_of(model):
    return {name: tensor.numpy() for name, tensor in model.policy.state_dict().items()}


class Judged(NamedTuple):
    """What torch makes of observations: all preferences, those from the whole alone, and values."""

    logits: np.ndarray
    whole: np.ndarray
    values: np.ndarray


def judge(model, observations):
    policy = model.policy
    with torch.no_grad():
        acting, valuing = policy.mlp_extractor(policy.extract_features(torch.from_numpy(observations)))
        whole = policy.action_net.all(acting[:, -HIDDEN[-1] :])
        return Judged(policy.action_net(acting).numpy(), whole.numpy(), policy.value_net(valuing).numpy())


def test_each_action_of_a_part_is_about_that_part():
    game = find(GAME)
    assert game.part_actions.shape == (8, 5)
    for part, actions in enumerate(game.part_actions.tolist()):
        for action in actions:
            assert f"cave {part + 1}" in game.label(action)
    about_parts = {action for action in range(game.num_actions) if "cave " in game.label(action)}
    assert about_parts == set(game.part_actions.ravel().tolist())
    assert find("greedy_goose").part_actions.size == 0


@pytest.mark.parametrize("rows", [0, 1, 5, ROWS_AT_ONCE + 1])
def test_logits_are_those_of_torch(model, situations, rows):
    observations = situations[0][:rows]
    expected = judge(model, observations).logits
    found = Actor(weights_of(model)).logits(observations)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max(initial=1))


def test_rows_do_not_depend_on_their_company(model, situations):
    observations, actor = situations[0], Actor(weights_of(model))
    together = actor.logits(observations)
    for row in (0, 5, len(observations) - 1):
        np.testing.assert_array_equal(actor.logits(observations[row : row + 1])[0], together[row])


def test_parts_in_another_order_are_judged_the_same(model, situations):
    game, (observations, _) = find(GAME), situations
    sizes, order = Sizes.of(game, WIDTH), np.random.default_rng(0).permutation(8)
    changed = observations.copy()
    changed[:, sizes.rest :] = sizes.each(observations[:, sizes.rest :])[:, order].reshape(len(observations), -1)
    assert not np.array_equal(changed, observations)
    before, after = judge(model, observations), judge(model, changed)
    np.testing.assert_allclose(after.values, before.values, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(after.whole, before.whole, rtol=1e-4, atol=1e-4)
    own_before, own_after = ((judged.logits - judged.whole)[:, game.part_actions] for judged in (before, after))
    assert np.ptp(own_before, axis=1).max() > 0.1
    np.testing.assert_allclose(own_after, own_before[:, order], rtol=1e-4, atol=1e-4)
    others = np.setdiff1d(np.arange(game.num_actions), game.part_actions)
    np.testing.assert_array_equal(after.logits[:, others], after.whole[:, others])


def test_sb3_opens_it_and_the_agent_plays_as_it_does(model, saved, situations):
    loaded = MaskablePPO.load(saved, device="cpu")
    assert isinstance(loaded.policy, SharedPolicy)
    for name, tensor in model.policy.state_dict().items():
        assert torch.equal(tensor, loaded.policy.state_dict()[name])
    observations, masks = situations
    with torch.no_grad():
        probabilities = loaded.policy.get_distribution(torch.from_numpy(observations), masks).distribution.probs.numpy()
    one = CheckpointAgent(find(GAME), saved, seed=1)
    actions = np.stack([one.act(observations, masks) for _ in range(200)])
    shares = np.stack([(actions == action).mean(axis=0) for action in range(masks.shape[1])], axis=1)
    np.testing.assert_allclose(shares, probabilities, atol=6 * 0.5 / np.sqrt(200))


def test_sb3_can_go_on_training_it(saved):
    model = MaskablePPO.load(saved, env=LearnerEnv(GAME, opponents="random"), device="cpu")
    before = {name: tensor.clone() for name, tensor in model.policy.state_dict().items()}
    model.learn(8)
    changed = {name for name, tensor in model.policy.state_dict().items() if not torch.equal(before[name], tensor)}
    assert changed == set(dict(model.policy.named_parameters()))  # all that there is to learn takes part


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shared": WIDTH + 1}, "policy_net.part.weight is of shape (7, 80), but must be (8, 80)"),
        ({"shared": None}, "policy_net.0.weight is missing"),
        ({"shared": "wide"}, "shared must be a width, for a game whose observation has a block"),
        ({"hidden": []}, "shared must be a width, for a game whose observation has a block"),
        ({"hidden": [9, 6, 6]}, "policy_net.hidden.2.weight is missing"),
        ({"hidden": [9, -6]}, "must have hidden layers"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(saved, change, message):
    card = read_card(saved)
    rewrite(saved, {"card.json": json.dumps(card | {"network": card["network"] | change}).encode()})
    with pytest.raises(CheckpointError) as refused:
        agent(f"ppo:{saved}", GAME)
    assert message in str(refused.value)


def test_other_actions_than_those_of_the_game_are_refused(model, tmp_path):
    path = tmp_path / "ppo.zip"
    network = {"hidden": HIDDEN, "shared": WIDTH}
    kept = model.policy.action_net.part_actions.clone()
    model.policy.action_net.part_actions[0, 0] += 1
    save_checkpoint(model, new_card(find(GAME), {}, network, {}, {}, []), path)
    model.policy.action_net.part_actions.copy_(kept)
    with pytest.raises(CheckpointError, match="take other actions"):
        agent(f"ppo:{path}", GAME)


def rewrite(path, members):
    """Replace members of a zip file."""
    with zipfile.ZipFile(path) as file:
        content = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, data in (content | members).items():
            file.writestr(name, data)
