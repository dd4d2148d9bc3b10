"""A hasty player: it claims the guildhall, or any cave that seems to be worth three coins, as soon as it can."""

import numpy as np
from games.greedy_greedy_goblins.table import GAME, LABELS

import critter_envs

CLAIMS = slice(LABELS["claim cave 1"], LABELS["claim cave 8"] + 1)


class Hasty:
    """Besides, it plays as the rule-based player does."""

    def __init__(self, seed=0):
        self.rules = critter_envs.agent("rules", GAME, seed)
        self.dtype = critter_envs.game(GAME).observation_dtype

    def act(self, observations, masks):
        actions = self.rules.act(observations, masks)
        o = observations.view(self.dtype)[:, 0]
        worth = np.where(masks[:, CLAIMS], cave_worths(o), -9)
        best = worth.argmax(axis=1)
        actions = np.where(worth.max(axis=1) >= 3, CLAIMS.start + best, actions)
        return np.where(masks[:, LABELS["claim the guildhall"]], LABELS["claim the guildhall"], actions)


def cave_worths(o):
    """What the tiles that the observer has seen in each cave would pay (N, 8); others don't count."""
    tiles = o["caves"]["up"].astype(int) + o["caves"]["known"]
    coins = np.ones((len(o), 5), int)
    coins[:, :4] += o["clan"][:, 0]
    coins[:, 4] += 1
    dynamite = tiles[..., 5] + 2 * tiles[..., 6]
    return np.where(dynamite < 3, (tiles[..., :5] * coins[:, None]).sum(axis=2) * (1 + dynamite), -5)
