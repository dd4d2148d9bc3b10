"""The search agent: information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012) for any number of players.

Each simulation starts from a determinisation: all that the searching seat can't know is drawn anew. The simulations
share one tree, whose nodes are information sets, told apart by what the seat to act observes: nobody in the tree
decides by what they can't see, be it a hidden card or a choice that is made at the same time. In a node the choice
follows PUCT (Rosin, 2011), with a prior that partly trusts the policy of the play-outs. Very long games are played out to
a horizon only; what happens to the scores until then stands for the outcome.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.batch import Batch, blank_observations, check_seed
from critter_envs.core.counts import copy, fill
from critter_envs.core.game import RUNNING, Game
from critter_envs.core.generator import choose, words
from critter_envs.core.jit import zeros
from critter_envs.core.kernels import kernels_of
from critter_envs.core.pay import REWARDS

from .base import Actions, AgentError, Bytes, check_masks

#: What keeps the chance of this agent apart from other uses of a seed.
_SEARCH = 23

#: How much the bonus of actions that were rarely tried counts against the mean return.
EXPLORATION = 1.0

#: How much of the prior goes to the action that the play-out policy would take; all legal actions share the rest.
TRUST = 0.5

#: So many decisions the tree may look ahead; after them the play-out begins in any case.
DEEPEST = 256

#: So many simulations a decision may take: the tree is kept in memory.
MOST_SIMULATIONS = 100_000

#: How a play-out is paid that reached its horizon before the end.
SCORE = REWARDS.index("score")

#: The policy of play-outs that needs no rule-based player.
RANDOM = "random"

# What a game and the policy of the play-outs fill in. These names are bound anew in each instance of the templates.
seat_to_act: Any = None
view: Any = None
legal_actions: Any = None
advance: Any = None
settle: Any = None
determinise: Any = None
choose_action: Any = None
look: Any = None
trust: float = 0.0
most_seats: int = 0


# --- the policies of the play-outs -----------------------------------------------------------------------------


def look_whole(s: Any, seat: int, mask: Any, observation: Any, o: Any) -> None:
    """The rule-based player sees all that the seat does."""
    view(s, seat, mask, observation, o)


def look_at_mask(s: Any, seat: int, mask: Any, observation: Any, o: Any) -> None:
    """A random player sees nothing but what is legal."""
    fill(mask, 0)
    legal_actions(s, seat, mask)


def choose_at_random(o: Any, mask: Any, rng: Any) -> int:
    """Each legal action is equally likely."""
    return choose(rng, mask)


# --- the search ------------------------------------------------------------------------------------------------


def information_set(seat: int, observation: Any) -> int:
    """A number of 63 bits for what a seat observes (FNV-1a)."""
    key = 0x4BF29CE484222325 ^ int(seat)
    for byte in observation:
        key = ((key ^ int(byte)) * 0x100000001B3) & 0x7FFFFFFFFFFFFFFF
    return key


def find(keys: Any, nodes: Any, key: int) -> int:
    """The place of an information set in the hash table, or the free one where it belongs."""
    place = key & (keys.size - 1)
    while nodes[place] >= 0 and keys[place] != key:
        place = (place + 1) & (keys.size - 1)
    return place


def select(tried: Any, worth: Any, mask: Any, suggested: int) -> int:
    """The legal action with the highest upper bound. One that wasn't tried yet is taken to be worth what the node is."""
    visits, total, legal = 0, 0.0, 0
    for action in range(mask.size):
        visits += tried[action]
        total += worth[action]
        legal += mask[action]
    best, bound = -1, -math.inf
    for action in range(mask.size):
        if mask[action]:
            prior = (1.0 - trust) / legal + (trust if action == suggested else 0.0)
            mean = worth[action] / tried[action] if tried[action] else total / visits
            upper = mean + EXPLORATION * prior * math.sqrt(visits) / (1 + tried[action])
            if upper > bound:
                best, bound = action, upper
    return best


def play_out(s: Any, horizon: int, paid: Any, rng: Any, seen: Any) -> None:
    """Play on to the end, or for as many decisions as the horizon is away, and write what each seat is paid."""
    mask, observation, o = seen
    for _ in range(horizon):
        if s.over != RUNNING:
            break
        seat = seat_to_act(s)
        look(s, seat, mask, observation, o)
        advance(s, seat, choose_action(o, mask, rng))
    if s.over == RUNNING:
        s.reward = SCORE
    settle(s, paid)


def simulate(
    s: Any,
    seat: int,
    horizon: int,
    keys: Any,
    nodes: Any,
    tried: Any,
    worth: Any,
    last: int,
    path: Any,
    paid: Any,
    rng: Any,
    seen: Any,
) -> int:
    """Go down the tree to the first information set that isn't in it yet, which is added, and play out from there.

    ``seat`` decides first, though others may have to choose at the same time. Down the tree and in the play-out together, there
    are as many decisions as the horizon is away. ``path`` is scratch, rows of node, action, seat; ``seen`` holds the buffers of
    a view. Returns how many nodes there are.
    """
    mask, observation, o = seen
    depth, known = 0, True
    while known and s.over == RUNNING and depth < path.shape[0]:
        view(s, seat, mask, observation, o)
        key = information_set(seat, observation)
        place = find(keys, nodes, key)
        action = choose_action(o, mask, rng)
        if nodes[place] >= 0:
            node = nodes[place]
            action = select(tried[node], worth[node], mask, action)
        else:
            node, known = last, False
            keys[place], nodes[place] = key, node
            fill(tried[node], 0)
            fill(worth[node], 0)
            last += 1
        path[depth, 0], path[depth, 1], path[depth, 2] = node, action, seat
        depth += 1
        advance(s, seat, action)
        seat = seat_to_act(s)
    play_out(s, horizon - depth, paid, rng, seen)
    for step in range(depth):
        node, action = path[step, 0], path[step, 1]
        tried[node, action] += 1
        worth[node, action] += paid[path[step, 2]]
    return last


def decided(tried: Any, left: int) -> bool:
    """Whether one action was tried so often that no other one can catch up in the simulations that are left."""
    most, second = 0, 0
    for action in range(tried.size):
        if tried[action] > most:
            most, second = tried[action], most
        elif tried[action] > second:
            second = tried[action]
    return most - second > left


def search(
    states: Any, seats: Any, rng: Any, simulations: int, horizon: int, mask: Any, observation: Any, views: Any, visits: Any
) -> None:
    """Write into row k how often each action of seat ``seats[k]`` in the k-th game was tried in so many simulations at most.

    ``mask``, ``observation`` and ``views`` are scratch, a row each.
    """
    places = 2
    while places < 2 * simulations:
        places *= 2
    keys, nodes = np.zeros(places, np.int64), np.empty(places, np.int64)
    tried, worth = np.empty((simulations, visits.shape[1]), np.int64), np.empty((simulations, visits.shape[1]))
    path, paid = np.empty((min(DEEPEST, horizon), 3), np.int64), np.empty(most_seats)
    work, seen = states[:1].copy(), (mask[0], observation[0], views[0])
    for k in range(states.size):
        fill(nodes, -1)
        fill(tried[0], 0)
        last = 0
        for done in range(simulations):
            if decided(tried[0], simulations - done):
                break
            work[0] = states[k]
            determinise(work[0], seats[k], rng)
            last = simulate(work[0], seats[k], horizon, keys, nodes, tried, worth, last, path, paid, rng, seen)
        copy(tried[0], visits[k])


_PARTS: dict[str, Callable[..., Any]] = {
    "information_set": information_set,
    "find": find,
    "select": select,
    "play_out": play_out,
    "simulate": simulate,
    "decided": decided,
}


@cache
def _kernel(game: Game, policy: str) -> Callable[..., None]:
    """The compiled search of a game with this policy for its play-outs."""
    kernels = kernels_of(game)
    if policy == RANDOM:
        own: dict[str, Callable[..., Any]] = {"look": look_at_mask, "choose_action": choose_at_random}
        filled: dict[str, Any] = {"trust": 0.0}
    else:
        own = {"look": look_whole}
        filled = {"choose_action": game.bots[policy], "trust": TRUST}
    return kernels.instance(search, f"search_{policy}", {**own, **_PARTS}, most_seats=game.max_players, **filled)


class SearchAgent:
    """Plays what the search tried most often.

    It is asked with ``act_in``, as it needs games to try things out in. Of those it takes nothing but what the seat to act
    may know: the rest is drawn anew before each simulation.

    Args:
        game: its description.
        simulations: so many for each decision, or fewer, if none of the rest could change it any more.
        policy: who plays the simulations to their end: a key of ``game.bots``, or ``"random"``.
        seed: decides the choices, together with the games that the agent is asked about and their order.
    """

    def __init__(self, game: Game, simulations: int, policy: str = "rules", seed: int = 0) -> None:
        self.game = game
        self.simulations = simulations
        self.policy = policy
        self._rng = words(check_seed(seed), _SEARCH)

    def act(self, observations: Bytes, masks: Bytes) -> Actions:
        """Not possible.

        Raises:
            AgentError: always.
        """
        raise AgentError("a search needs the games themselves, not only what is seen of them: ask it with act_in(batch, games)")

    def act_in(self, batch: Batch, games: NDArray[np.int64]) -> Actions:
        """The action (K,) that was tried most often for the seat to act in each of ``games`` (K,)."""
        actions: Actions = self.visits(batch, games).argmax(axis=1)
        return actions

    def visits(self, batch: Batch, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """How often each action was tried, (K, A). Where there is no choice, nothing else is tried.

        Raises:
            AgentError: the batch is one of another game.
            IllegalAction: nobody is to act in one of the games.
        """
        if batch.game is not self.game:
            raise AgentError(f"this agent plays {self.game.name}, and can't search in a batch of {batch.game.name}")
        masks = batch.mask[games]
        check_masks(self.game, masks)
        visits = masks.astype(np.int64)
        choices = np.flatnonzero(masks.sum(axis=1) > 1)
        if choices.size:
            views, observation = blank_observations(self.game, 1)
            mask, found = np.zeros((1, self.game.num_actions), np.uint8), visits[choices]
            states, seats = zeros(len(choices), self.game.state_dtype), batch.player[games[choices]]
            states[:] = batch.states[games[choices]]
            budget = self.simulations, self.game.horizon
            _kernel(self.game, self.policy)(states, seats, self._rng, *budget, mask, observation, views, found)
            visits[choices] = found
        return visits
