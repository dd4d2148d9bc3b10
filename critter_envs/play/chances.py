"""Everybody's chance to win, as far as one seat can tell: what it can't know is dealt anew, and rule-based players play on."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np

from critter_envs.core.batch import Batch, blank_observations
from critter_envs.core.game import RUNNING, Game
from critter_envs.core.generator import words
from critter_envs.core.jit import zeros
from critter_envs.core.kernels import kernels_of
from critter_envs.core.pay import share_win

#: So many games are played out for an estimate.
PLAYED = 400

#: What keeps the chance of the estimates apart from other uses of a seed.
_CHANCES = 51

# What a game fills in. These names are bound anew in each instance of the template.
seat_to_act: Any = None
view: Any = None
advance: Any = None
determinise: Any = None
standings_of: Any = None
choose_action: Any = None


def play_out(states: Any, seat: int, rng: Any, games: int, mask: Any, observation: Any, views: Any, won: Any) -> None:
    """Add to ``won`` what each seat wins in so many games, each dealt anew from what ``seat`` can know of the first state.

    ``mask``, ``observation`` and ``views`` are scratch, a row each.
    """
    work = states[:1].copy()
    shares = np.zeros(won.size)
    for _ in range(games):
        work[0] = states[0]
        s = work[0]
        determinise(s, seat, rng)
        while s.over == RUNNING:
            actor = seat_to_act(s)
            view(s, actor, mask[0], observation[0], views[0])
            advance(s, actor, choose_action(views[0], mask[0], rng))
        scores, keys = np.zeros(won.size, np.int64), np.zeros(won.size, np.int64)
        standings_of(s, scores, keys)
        share_win(s.num_players, keys, shares)
        for k in range(s.num_players):
            won[k] += shares[k]


@cache
def _kernel(game: Game) -> Callable[..., None]:
    return kernels_of(game).instance(play_out, "chances", choose_action=game.bots["rules"])


def chances(batch: Batch, seat: int, games: int = PLAYED) -> list[float]:
    """The share of the win of each seat, estimated from what one seat sees in the only game of a batch, and from nothing else.

    Args:
        batch: the game.
        seat: whose knowledge counts.
        games: how many are played out.
    """
    game = batch.game
    observed, _ = batch.observe(0, seat)
    seed = int.from_bytes(sha256(bytes([seat]) + observed.tobytes()).digest()[:7], "big")
    views, observation = blank_observations(game, 1)
    mask, won = np.zeros((1, game.num_actions), np.uint8), np.zeros(game.max_players)
    states = zeros(1, game.state_dtype)
    states[:] = batch.states
    _kernel(game)(states, seat, words(seed, _CHANCES), games, mask, observation, views, won)
    players = int(batch.states[0].num_players)
    return [float(share) for share in won[:players] / games]
