"""The parts of a trained network that know observations. A checkpoint refers to them, so they live here and not with training."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from .actor import Sizes


class ScaledFeatures(BaseFeaturesExtractor):
    """Each place of the flat observation over its highest value.

    Args:
        observation_space: the bounds of the flat observation.
        highest: the value of each place that becomes 1.
    """

    scale: Tensor

    def __init__(self, observation_space: spaces.Box, highest: Sequence[int]) -> None:
        super().__init__(observation_space, len(highest))
        self.register_buffer("scale", 1.0 / torch.tensor(highest, dtype=torch.float32))

    def forward(self, observations: Tensor) -> Tensor:
        """Features (N, D) of observations (N, D)."""
        return observations * self.scale


class Trunk(nn.Module):
    """What an observation's parts mean, each by itself with the same weights, and what all of them mean together.

    The order of the parts doesn't matter: of what they mean only the mean and the maximum go on (Deep Sets; Zaheer and
    others, 2017).

    Args:
        sizes: of the observation.
        hidden: the widths of the layers that the rest and the pooled parts go through.
    """

    def __init__(self, sizes: Sizes, hidden: Sequence[int]) -> None:
        super().__init__()
        self.sizes = sizes
        self.part, self.rest = nn.Linear(sizes.part, sizes.width), nn.Linear(sizes.rest, sizes.width)
        self.meaning = nn.Linear(sizes.width, sizes.width)
        widths = [sizes.rest + 2 * sizes.width, *hidden]
        self.hidden = nn.ModuleList(nn.Linear(*pair) for pair in pairwise(widths))

    def look(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """What the parts mean, (N, parts, width), and what all mean together, (N, last hidden width)."""
        rest, parts = features[:, : self.sizes.rest], self.sizes.each(features[:, self.sizes.rest :])
        meanings = torch.relu(self.meaning(torch.relu(self.part(parts) + self.rest(rest)[:, None])))
        together = torch.cat([rest, meanings.mean(dim=1), meanings.amax(dim=1)], dim=1)
        for layer in self.hidden:
            together = torch.relu(layer(together))
        return meanings, together


class CriticTrunk(Trunk):
    """The value of an observation depends on what all mean together."""

    def forward(self, features: Tensor) -> Tensor:
        """(N, last hidden width)."""
        return self.look(features)[1]


class ActorTrunk(Trunk):
    """The actor looks at each part again, in the light of what all mean together."""

    def __init__(self, sizes: Sizes, hidden: Sequence[int]) -> None:
        super().__init__(sizes, hidden)
        self.again, self.context = nn.Linear(sizes.width, sizes.width), nn.Linear(hidden[-1], sizes.width)

    def forward(self, features: Tensor) -> Tensor:
        """One part after the other, and all together, (N, parts * width + last hidden width)."""
        meanings, together = self.look(features)
        parts = torch.relu(self.again(meanings) + self.context(together)[:, None])
        return torch.cat([parts.flatten(1), together], dim=1)


class SharedExtractor(nn.Module):
    """The trunks of actor and critic, in the place of SB3's ``MlpExtractor``."""

    def __init__(self, sizes: Sizes, hidden: Sequence[int]) -> None:
        super().__init__()
        self.policy_net, self.value_net = ActorTrunk(sizes, hidden), CriticTrunk(sizes, hidden)
        self.latent_dim_pi, self.latent_dim_vf = sizes.parts * sizes.width + hidden[-1], hidden[-1]

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """What the heads of actor and critic need."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: Tensor) -> Tensor:
        """What the head of the actor needs."""
        return self.policy_net(features)

    def forward_critic(self, features: Tensor) -> Tensor:
        """What the head of the critic needs."""
        return self.value_net(features)


class SharedHead(nn.Module):
    """Preferences for all actions; for those that concern one part each, the part's own is added, with shared weights.

    Args:
        sizes: of the observation.
        hidden: the last hidden width.
        num_actions: the size of the action space.
        part_actions: which actions concern each part, (parts, kinds of action).
    """

    part_actions: Tensor

    def __init__(self, sizes: Sizes, hidden: int, num_actions: int, part_actions: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self.sizes = sizes
        self.register_buffer("part_actions", torch.tensor(part_actions))
        self.own, self.all = nn.Linear(sizes.width, self.part_actions.shape[1]), nn.Linear(hidden, num_actions)

    def forward(self, latent: Tensor) -> Tensor:
        """Preferences (N, A) from what the trunk of the actor has made."""
        split = self.sizes.parts * self.sizes.width
        parts, together = self.sizes.each(latent[:, :split]), latent[:, split:]
        return self.all(together).index_add(1, self.part_actions.flatten(), self.own(parts).flatten(1))


class SharedPolicy(MaskableActorCriticPolicy):
    """A policy for games whose observation has a block: it judges all parts of the block with the same weights.

    Only what it prefers on the whole may differ from part to part: between parts that are alike it must choose, too.

    Args:
        arguments: as for any policy of SB3, ``net_arch`` being the hidden widths.
        sizes: of the observation, a ``Sizes``.
        part_actions: which actions concern each part, (parts, kinds of action).
        settings: as for any policy of SB3.
    """

    def __init__(self, *arguments: Any, sizes: Sequence[int], part_actions: Sequence[Sequence[int]], **settings: Any) -> None:
        self._sizes, self._part_actions = Sizes(*sizes), part_actions
        super().__init__(*arguments, **settings)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor: Any = SharedExtractor(self._sizes, self._widths)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        actions: Any = self.action_space
        self.action_net = SharedHead(self._sizes, self._widths[-1], int(actions.n), self._part_actions)
        self.action_net.apply(partial(self.init_weights, gain=0.01))
        optimizer: Any = self.optimizer_class
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    @property
    def _widths(self) -> list[int]:
        assert isinstance(self.net_arch, list)
        return self.net_arch

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), "sizes": self._sizes, "part_actions": self._part_actions}
