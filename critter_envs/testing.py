"""Checks that find most of what goes wrong in environments of games, in this package's and in other people's.

Each takes a function that makes a PettingZoo AEC environment, plays random legal games, and raises ``AssertionError`` with
a sentence that says where something is wrong::

    check_masks(lambda: greedy_goose_v0.env(num_players=3))

For long games, ``share`` lets a check look at a random part of the decisions only.
"""

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from numpy.typing import NDArray

from .core.batch import Batch
from .core.game import Game
from .core.positions import state_from

#: Makes a PettingZoo AEC environment.
EnvMaker = Callable[[], Any]

#: Draws all that an agent can't know anew: ``(env, agent)``.
Redeal = Callable[[Any, str], None]


@dataclass
class Decision:
    """A moment of a game: an agent is to choose, and a random legal action has been chosen for it."""

    env: Any
    seed: int
    actions: list[Any]  # those before it
    agent: str
    mask: NDArray[Any] | None
    action: Any
    looked_at: bool  # whether it is one of the share to look at

    def __str__(self) -> str:
        return f"game with seed {self.seed}, decision {len(self.actions)}, {self.agent} to act"


def check_clones(make_env: EnvMaker, games: int = 1, seed: int = 0, share: float = 1.0) -> None:
    """At each decision, copy the environment, and play copy and original to the end with the same actions: all is equal.

    Copies are made by ``deepcopy``, by ``pickle``, and, where the environment has ``state_bytes`` and ``set_state_bytes``, by
    loading a saved game into another environment.
    """
    for decisions in _games(make_env, games, seed, share):
        clones: list[tuple[int, str, Any]] = []
        seen: list[dict[str, Any]] = []
        where: list[str] = []
        actions: list[Any] = []
        for decision in decisions:
            if decision.looked_at:
                clones += [(len(seen), way, clone) for way, clone in _clones(make_env, decision)]
            seen.append(_everything(decision.env))
            where.append(str(decision))
            actions.append(decision.action)
        for start, way, clone in clones:
            for k in range(start, len(seen)):
                _expect_same(
                    seen[k], _everything(clone), f"{where[k]}: a copy made by {way} at decision {start} plays another game"
                )
                clone.step(actions[k])
            assert not clone.agents, f"{where[-1]}: a copy made by {way} at decision {start} goes on after the end"


def check_observe(make_env: EnvMaker, games: int = 1, seed: int = 0, share: float = 1.0) -> None:
    """At each decision, observe every agent twice: both times the same, and the game goes on as if nobody had looked."""
    watched, unwatched = _games(make_env, games, seed, share), _games(make_env, games, seed, share)
    for left, right in zip(watched, unwatched, strict=True):
        for decision, other in zip(left, right, strict=True):
            _expect_same(_selected(other.env), _selected(decision.env), f"{decision}: observing has changed the game")
            if decision.looked_at:
                for agent in decision.env.agents:
                    first, second = _observe(decision.env, agent), _observe(decision.env, agent)
                    _expect_same(first, second, f"{decision}: {agent} observes something else when it looks again")


def check_no_leak(
    make_env: EnvMaker, redeal: Redeal | None = None, games: int = 1, seed: int = 0, share: float = 1.0, redeals: int = 5
) -> None:
    """At each decision, draw all that an agent can't know anew: whatever the agent is shown stays the same.

    That is its observation, mask and info, its ``observation_text``, and the frame if it is the one that ``render`` shows.
    For each agent, something else must change at least once: something that others are shown, or, in the games of this
    package, that only the position holds, such as the order of a deck. Besides, a redealt game must still have all its cards.

    Args:
        redeal: does it; by default the environment's own method ``redeal(agent)``.
        redeals: how often at each decision.
    """
    redeal = redeal or (lambda env, agent: env.redeal(agent))
    agents: list[str] = []
    changed = set()
    for decisions in _games(make_env, games, seed, share):
        for decision in decisions:
            agents = agents or list(decision.env.agents)
            for agent in decision.env.agents if decision.looked_at and decision.mask is not None else ():
                twin = _replay(make_env, decision)
                shown, hidden = _shown(twin, agent), _hidden(twin, agent)
                for _ in range(redeals):
                    redeal(twin, agent)
                    _expect_same(shown, _shown(twin, agent), f"{decision}: {agent} is shown what it can't know")
                    _check_position(twin, f"{decision}, redealt for {agent}")
                    if not data_equivalence(hidden, _hidden(twin, agent), exact=True):
                        changed.add(agent)
    for agent in agents:
        assert agent in changed, f"redealing for {agent} never changed anything that it isn't shown"


def check_masks(make_env: EnvMaker, games: int = 2, seed: int = 0, share: float = 1.0) -> None:
    """At each decision, every action that the mask allows succeeds, and every other one raises and changes nothing.

    Actions outside of the space are tried, too. The next game must not show any trace of it.
    """
    tried, untried = _games(make_env, games, seed, share), _games(make_env, games, seed, share)
    for left, right in zip(tried, untried, strict=True):
        for decision, other in zip(left, right, strict=True):
            before = _everything(decision.env)
            _expect_same(_everything(other.env), before, f"{decision}: illegal actions before have left a trace")
            if decision.looked_at and decision.mask is not None:
                _try_legal(make_env, decision, np.flatnonzero(decision.mask).tolist())
                _try_illegal(decision, [-1, *np.flatnonzero(decision.mask == 0).tolist(), len(decision.mask)], before)


def check_conservation(make_env: EnvMaker, check: Callable[[Any], None] | None = None, games: int = 1, seed: int = 0) -> None:
    """After the start and after each action, every card, tile and coin is exactly once somewhere.

    Args:
        check: raises an exception if that isn't so in an environment; by default the game's own check of positions.
    """
    for decisions in _games(make_env, games, seed, 1.0):
        for decision in decisions:
            _check_position(decision.env, str(decision), check)


def check_redeals(
    game: str | Game,
    num_players: int,
    settled: Sequence[str] = (),
    depth: int = 3,
    num_games: int = 2048,
    seed: int = 0,
    **parameters: Any,
) -> None:
    """Whatever can be otherwise for a player is otherwise in some redeal.

    Of many games after up to ``depth`` random decisions, those are taken together in which a seat observes the same. All
    numbers of the state in which they differ are hidden from it, so each of them must vary when one of the games is
    redealt many times; only who is to act stays.

    Args:
        game: its name or its description.
        num_players: the table size.
        settled: more fields of the state that ``redeal`` doesn't draw but settles.
        num_games: how many games are played.
        parameters: the game's parameters.
    """
    batch = Batch(game, num_games, num_players, seed, autoreset=False, **parameters)
    rng = np.random.default_rng(seed)
    for decisions in range(depth + 1):
        for seat in range(num_players):
            _check_reach(batch, seat, ("pending", *settled), f"after {decisions} decisions")
        batch.step(np.where(batch.mask, rng.random(batch.mask.shape), -1.0).argmax(axis=1))


# --- playing ---------------------------------------------------------------------------------------------------


def _games(make_env: EnvMaker, games: int, seed: int, share: float) -> Iterator[Iterator[Decision]]:
    """Random legal games, one after the other in one environment."""
    env = make_env()
    for game in range(seed, seed + games):
        env.reset(seed=game)
        yield _decisions(env, game, share)


def _decisions(env: Any, seed: int, share: float) -> Iterator[Decision]:
    """The decisions of one game, each carried out when the next one is asked for; those of agents who are done have no mask."""
    rng = np.random.default_rng(seed)
    actions: list[Any] = []
    while env.agents:
        agent = env.agent_selection
        observation, _, terminated, truncated, info = env.last()
        mask = None if terminated or truncated else _mask(env, agent, observation, info)
        decision = Decision(env, seed, actions.copy(), agent, mask, None, bool(rng.random() < share))
        if mask is not None:
            assert mask.any(), f"{decision}: the mask is empty"
            decision.action = int(rng.choice(np.flatnonzero(mask)))
        yield decision
        try:
            env.step(decision.action)
        except Exception as error:
            raise AssertionError(f"{decision}: the legal action {decision.action} raises {error!r}") from error
        actions.append(decision.action)


def _mask(env: Any, agent: str, observation: Any, info: dict[str, Any]) -> NDArray[Any]:
    """The mask in the observation or in the info; without one, all actions are legal."""
    for place in (observation, info):
        if isinstance(place, dict) and "action_mask" in place:
            return np.array(place["action_mask"])
    return np.ones(env.action_space(agent).n, np.int8)


def _replay(make_env: EnvMaker, decision: Decision) -> Any:
    """Another environment, brought to the same decision."""
    env = make_env()
    env.reset(seed=decision.seed)
    for action in decision.actions:
        env.step(action)
    return env


def _clones(make_env: EnvMaker, decision: Decision) -> Iterator[tuple[str, Any]]:
    """Copies of an environment, and how they were made."""
    env = decision.env
    yield "deepcopy", copy.deepcopy(env)
    yield "pickle", pickle.loads(pickle.dumps(env))
    if hasattr(env, "state_bytes") and hasattr(env, "set_state_bytes"):
        loaded = make_env()
        loaded.reset(seed=decision.seed + 1)
        loaded.set_state_bytes(env.state_bytes())
        yield "state_bytes", loaded


# --- looking ---------------------------------------------------------------------------------------------------


def _observe(env: Any, agent: str) -> Any:
    return copy.deepcopy(env.observe(agent))


def _selected(env: Any) -> Any:
    """What the agent to act is told."""
    return env.agent_selection, copy.deepcopy(env.last())


def _everything(env: Any) -> dict[str, Any]:
    """All that an environment tells anybody, and its saved game if it can make one."""
    if not env.agents:
        return {}
    told = {name: copy.deepcopy(getattr(env, name)) for name in ("rewards", "terminations", "truncations", "infos")}
    observed = {agent: _observe(env, agent) for agent in env.agents}
    saved = env.state_bytes() if hasattr(env, "state_bytes") else None
    return {"selected": _selected(env), "observed": observed, "saved": saved, **told}


def _shown(env: Any, agent: str) -> dict[str, Any]:
    """All that one agent is shown."""
    shown = {"observation": _observe(env, agent), "info": copy.deepcopy(env.infos[agent])}
    if hasattr(env, "observation_text"):
        shown["text"] = env.observation_text(agent)
    if getattr(env, "render_mode", None) in ("ansi", "rgb_array") and agent == env.agent_selection:
        shown["frame"] = env.render()
    return shown


def _hidden(env: Any, agent: str) -> list[Any]:
    """What the others observe, and the position where there is one, the chance to come left out."""
    batch = getattr(env.unwrapped, "batch", None)
    position = batch.position(0)["state"] if isinstance(batch, Batch) else None
    return [position, *(_observe(env, other) for other in env.agents if other != agent)]


def _expect_same(expected: Any, found: Any, complaint: str) -> None:
    if not data_equivalence(expected, found, exact=True):
        raise AssertionError(f"{complaint}: {_difference(expected, found)}")


def _difference(expected: Any, found: Any) -> str:
    """The first place where two nested structures differ."""
    if isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        pairs = [(repr(key), expected[key], found[key]) for key in expected]
    elif isinstance(expected, (tuple, list)) and isinstance(found, type(expected)) and len(expected) == len(found):
        pairs = [(str(k), left, right) for k, (left, right) in enumerate(zip(expected, found, strict=True))]
    else:
        return f"{_short(expected)} became {_short(found)}"
    name, left, right = next(pair for pair in pairs if not data_equivalence(pair[1], pair[2], exact=True))
    return f"{name} / {_difference(left, right)}"


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 200 else f"{text[:200]} …"


def _check_position(env: Any, where: str, check: Callable[[Any], None] | None = None) -> None:
    """Whether all is there; an environment of other people has no check of its own."""
    if check is None and isinstance(getattr(env.unwrapped, "batch", None), Batch):
        check = _own_check
    if check is not None:
        try:
            check(env)
        except Exception as error:
            raise AssertionError(f"{where}: {error}") from error


def _own_check(env: Any) -> None:
    batch = env.unwrapped.batch
    state_from(batch.game, batch.position(0))


# --- trying ----------------------------------------------------------------------------------------------------


def _try_legal(make_env: EnvMaker, decision: Decision, actions: list[int]) -> None:
    for action in actions:
        twin = _replay(make_env, decision)
        try:
            twin.step(action)
        except Exception as error:
            raise AssertionError(f"{decision}: the mask allows action {action}, but it raises {error!r}") from error


def _try_illegal(decision: Decision, actions: list[int], before: dict[str, Any]) -> None:
    for action in actions:
        try:
            decision.env.step(action)
        except Exception:
            _expect_same(before, _everything(decision.env), f"{decision}: the refused action {action} has changed something")
        else:
            raise AssertionError(f"{decision}: the mask rules action {action} out, but it was carried out")


def _check_reach(batch: Batch, seat: int, settled: Sequence[str], when: str) -> None:
    """What varies among games that look the same to a seat must vary among redeals of one of them."""
    running = np.flatnonzero(batch.player >= 0)
    observations, masks = batch.observe(running, np.full(len(running), seat))
    views = np.concatenate([observations, masks], axis=1)
    _, group, sizes = np.unique(views, axis=0, return_inverse=True, return_counts=True)
    alike = running[group.reshape(-1) == sizes.argmax()]
    redealt = batch.clone()
    redealt.states[:] = batch.states[alike[0]]
    for i in range(len(redealt)):
        redealt.redeal(i, seat)
    for field in batch.game.counters:
        if field.name in settled:
            continue
        could, did = _varying(batch.states[field.name][alike]), _varying(redealt.states[field.name])
        places = np.argwhere(could & ~did).tolist()
        assert not places, f"{when}, redealing for seat {seat} never changes {field.name} at {places}, which the seat can't know"


def _varying(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Where (...) the rows of an array (N, ...) are not all alike."""
    varying: NDArray[np.bool_] = (values != values[0]).any(axis=0)
    return np.atleast_1d(varying)
