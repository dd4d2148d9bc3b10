"""Features: bytes that a network can learn from."""

import numpy as np
import torch
from gymnasium import spaces

from critter_envs.agents.network import ScaledFeatures


def test_each_place_is_over_its_own_highest_value():
    highest = [1, 4, 255]
    features = ScaledFeatures(spaces.Box(0, np.array(highest, np.uint8), dtype=np.uint8), highest)
    assert features.features_dim == 3
    observations = torch.tensor([[1, 4, 255], [0, 1, 51], [1, 8, 0]], dtype=torch.float32)
    torch.testing.assert_close(features(observations), torch.tensor([[1, 1, 1], [0, 0.25, 0.2], [1, 2, 0]]))
    assert set(features.state_dict()) == {"scale"}
    assert not list(features.parameters())
