"""The part of a trained network that knows observations. A checkpoint refers to it, so it lives here and not with training."""

from collections.abc import Sequence

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class ScaledFeatures(BaseFeaturesExtractor):
    """Each place of the flat observation over its highest value.

    Args:
        observation_space: the bounds of the flat observation.
        highest: the value of each place that becomes 1.
    """

    scale: torch.Tensor

    def __init__(self, observation_space: spaces.Box, highest: Sequence[int]) -> None:
        super().__init__(observation_space, len(highest))
        self.register_buffer("scale", 1.0 / torch.tensor(highest, dtype=torch.float32))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Features (N, D) of observations (N, D)."""
        return observations * self.scale
