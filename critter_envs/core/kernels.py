"""The compiled entry points of a game: loops over arrays of states, instantiated for each game from one template.

Numba caches a function under its name and the date of the file that it stands in, and does not notice that a
function it calls has changed; a closure it never finds again in a new process. So each template's code object
is given the functions of one game as its globals, and a name that carries a hash of the sources it is compiled from:
cached, and never stale. The parts of the templates have such names, too: where machine code from several processes comes
together in one, a call may end up in whatever function of the same name was there first, be it of another game.

Throughout, ``states`` are N records, ``games`` the indices of those to work on, ``player`` (N,) the seat to act
or -1, ``mask`` (N, A) and ``observation`` (N, D) that seat's view, ``views`` the same bytes as records.
"""

import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from .counts import fill
from .game import RUNNING, TRUNCATED, Game
from .generator import below, choose, following, pick, start
from .jit import entry, inlined, internal
from .pay import pay, share_win

# The names that a game fills in. They are bound anew in each instance.
reset_game: Any = None
legal_actions: Any = None
step_game: Any = None
observe_game: Any = None
standings_of: Any = None
redeal_game: Any = None
choose_action: Any = None
score_scale: float = 1.0


# --- parts of the entry points, compiled into them -------------------------------------------------------------


def begin(states: Any, i: int, tables: Any, seed: int) -> None:
    """Set up game ``i``, at one of the tables, which the seed picks."""
    states[i] = tables[pick(seed, tables.size)]
    s = states[i]
    s.seed = seed
    start(s.rng, seed, 0)
    reset_game(s)


def seat_to_act(s: Any) -> int:
    """The lowest pending seat, or -1."""
    for seat in range(s.num_players):
        if (s.pending >> seat) & 1:
            return seat
    return -1


def view(s: Any, seat: int, mask: Any, observation: Any, o: Any) -> None:
    """Write what a seat sees, and what it may do if it is to act; ``o`` is ``observation`` as a record."""
    fill(mask, 0)
    fill(observation, 0)
    observe_game(s, seat, o)
    if (s.pending >> seat) & 1:
        legal_actions(s, seat, mask)


def show(s: Any, mask: Any, observation: Any, o: Any) -> int:
    """Write the view of the seat to act, or zeros; returns the seat, or -1."""
    seat = seat_to_act(s)
    if seat < 0:
        fill(mask, 0)
        fill(observation, 0)
    else:
        view(s, seat, mask, observation, o)
    return seat


def advance(s: Any, seat: int, action: int) -> None:
    """One decision; the game ends if the rules say so, or at its limit of decisions."""
    step_game(s, seat, action)
    s.decisions += 1
    if s.over == RUNNING and s.decisions >= s.max_decisions:
        s.over = TRUNCATED
    if s.over != RUNNING:
        s.pending = 0


def settle(s: Any, returns: Any) -> None:
    """Write the returns of a game that is over."""
    scores = np.zeros(returns.size, np.int64)
    keys = np.zeros(returns.size, np.int64)
    standings_of(s, scores, keys)
    pay(s.reward, s.num_players, scores, keys, score_scale, returns)


def determinise(s: Any, seat: int, rng: Any) -> None:
    """Draw all that a seat can't know anew, the chance to come included."""
    redeal_game(s, seat, rng)
    s.seed = (below(rng, 1 << 31) << 31) + below(rng, 1 << 31)
    start(s.rng, s.seed, 0)


# --- the entry points ------------------------------------------------------------------------------------------


def reset(states: Any, games: Any, tables: Any, seeds: Any, player: Any, mask: Any, observation: Any, views: Any) -> None:
    """Set up games from their seeds."""
    for k in range(games.size):
        i = games[k]
        begin(states, i, tables, seeds[k])
        player[i] = show(states[i], mask[i], observation[i], views[i])


def refresh(states: Any, games: Any, player: Any, mask: Any, observation: Any, views: Any) -> None:
    """Write the views of games whose states were put in from outside."""
    for k in range(games.size):
        i = games[k]
        player[i] = show(states[i], mask[i], observation[i], views[i])


def observe(states: Any, games: Any, seats: Any, mask: Any, observation: Any, views: Any) -> int:
    """Write into row k what seat ``seats[k]`` of game ``games[k]`` sees and may do; the mask is empty if it isn't to act.

    Returns -1, or the first k for which there is no such game or seat.
    """
    for k in range(games.size):
        i, seat = games[k], seats[k]
        if i < 0 or i >= states.size or seat < 0 or seat >= states[i].num_players:
            return k
        view(states[i], seat, mask[k], observation[k], views[k])
    return -1


def step(
    states: Any,
    finals: Any,
    tables: Any,
    autoreset: bool,
    games: Any,
    actions: Any,
    rewards: Any,
    over: Any,
    player: Any,
    mask: Any,
    observation: Any,
    views: Any,
) -> int:
    """One decision in each of ``games``, all different; those that have ended stay as they are.

    Writes row k of ``rewards`` and ``over``. A game that ends is copied to ``finals``, and, with ``autoreset``, set
    up anew. Returns -1, or the first k whose game isn't there or whose action is illegal: then nothing has changed.
    """
    for k in range(games.size):
        i, action = games[k], actions[k]
        if i < 0 or i >= states.size:
            return k
        if player[i] >= 0 and (action < 0 or action >= mask.shape[1] or mask[i, action] == 0):
            return k
    for k in range(games.size):
        i = games[k]
        fill(rewards[k], 0)
        over[k] = RUNNING
        if player[i] < 0:
            continue
        s = states[i]
        advance(s, player[i], actions[k])
        if s.over != RUNNING:
            over[k] = s.over
            settle(s, rewards[k])
            finals[i] = states[i]
            if autoreset:
                begin(states, i, tables, following(s.seed))
        player[i] = show(s, mask[i], observation[i], views[i])
    return -1


def play_random(states: Any, tables: Any, decisions: int, player: Any, mask: Any, observation: Any, views: Any) -> int:
    """``decisions`` decisions in each game, by players that choose uniformly; returns how many games ended."""
    ended = 0
    rng = np.zeros(4, np.int64)
    for i in range(states.size):
        s, own_mask, own_observation, o = states[i], mask[i], observation[i], views[i]
        start(rng, s.seed, 1 + int(s.decisions))  # apart from the chance of the game, and other choices in every call
        for _ in range(decisions):
            advance(s, player[i], choose(rng, own_mask))
            if s.over != RUNNING:
                ended += 1
                begin(states, i, tables, following(s.seed))
            player[i] = show(s, own_mask, own_observation, o)
    return ended


def returns(states: Any, paid: Any) -> None:
    """What each game pays if it ends as it stands, into zeroed rows of (N, max seats)."""
    for i in range(states.size):
        settle(states[i], paid[i])


def standings(states: Any, scores: Any, shares: Any) -> None:
    """The score and the share of the win of each seat, rows of (N, max seats), as the games stand."""
    for i in range(states.size):
        s = states[i]
        keys = np.zeros(scores.shape[1], np.int64)
        standings_of(s, scores[i], keys)
        share_win(s.num_players, keys, shares[i])


def redeal(states: Any, games: Any, seats: Any, rng: Any) -> None:
    """Draw all that seats can't know anew."""
    for k in range(games.size):
        determinise(states[games[k]], seats[k], rng)


def act(views: Any, masks: Any, rng: Any, actions: Any) -> None:
    """The choices of a rule-based player for a batch of observations."""
    for k in range(views.size):
        actions[k] = choose_action(views[k], masks[k], rng)


_PARTS = (begin, seat_to_act, view, show, advance, settle, determinise)
_ENTRIES = (reset, refresh, observe, step, play_random, returns, standings, redeal)


class Kernels:
    """The entry points of one game; each is compiled, or read from the cache, when it is first called."""

    reset: Callable[..., None]
    refresh: Callable[..., None]
    observe: Callable[..., int]
    step: Callable[..., int]
    play_random: Callable[..., int]
    returns: Callable[..., None]
    standings: Callable[..., None]
    redeal: Callable[..., None]

    def __init__(self, game: Game) -> None:
        rules = game.rules
        self._game = game
        filled = {
            "reset_game": rules.reset,
            "legal_actions": rules.legal,
            "step_game": rules.step,
            "observe_game": rules.observe,
            "standings_of": rules.standings,
            "redeal_game": rules.redeal,
            "score_scale": game.score_scale,
        }
        self._filled = self._with_parts("", {part.__name__: part for part in _PARTS}, filled, internal)
        for template in _ENTRIES:
            setattr(self, template.__name__, self.instance(template, template.__name__))
        self.bots = {style: self.instance(act, f"act_{style}", choose_action=bot) for style, bot in game.bots.items()}

    def instance(
        self, template: Callable[..., Any], name: str, parts: Mapping[str, Any] | None = None, **filled: Any
    ) -> Callable[..., Any]:
        """An entry point made from a template.

        Args:
            template: a plain function. Where its module has names to fill in, the game's functions and those of ``_PARTS``
                stand for them.
            name: tells its machine code from that of other instances for this game.
            parts: plain functions that are compiled into it, by the names that stand for them; each may call those before it.
                They are inlined: one that calls much would have all of that optimised once more, for itself.
            filled: what else stands for names of the template's module.
        """
        scope = self._with_parts(f"{name}_", parts or {}, {**self._filled, **filled}, inlined)
        return entry(self._function(template, name, scope))

    def _with_parts(
        self, prefix: str, parts: Mapping[str, Any], filled: dict[str, Any], compiled: Callable[[Callable[..., Any]], Any]
    ) -> dict[str, Any]:
        """What is filled in, and the parts compiled with it."""
        scope = dict(filled)
        for name, part in parts.items():
            scope[name] = compiled(self._function(part, prefix + name, scope))
        return scope

    def _function(self, template: Callable[..., Any], name: str, scope: dict[str, Any]) -> Callable[..., Any]:
        """A template with the functions of the game, not yet compiled."""
        function = types.FunctionType(template.__code__, {**template.__globals__, **scope})
        function.__module__ = __name__
        function.__qualname__ = f"{name}_{self._game.name}_{self._game.fingerprint}"
        return function


@cache
def kernels_of(game: Game) -> Kernels:
    """The entry points of a game, made once in a process."""
    return Kernels(game)


__all__ = ["Kernels", "kernels_of"]
