"""Checkpoints: one file for SB3 to train on with and for anyone to play against.

A checkpoint is the zip file that SB3 writes, with a card beside the other members. Playing takes the card, which is JSON, and
the weights, which torch reads without unpickling anything: a stranger's file can't run code. (``MaskablePPO.load`` does
unpickle, so open only files of people you trust with it.)
"""

import io
import json
import platform
import zipfile
import zlib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from critter_envs.core.batch import check_seed
from critter_envs.core.fields import single
from critter_envs.core.files import replacing
from critter_envs.core.game import Game

from .actor import HEAD, PART_ACTIONS, SCALE, TRUNK, Actor, Sizes, Weights, hidden_layer, pooled_layer
from .base import Actions, AgentError, Bytes, check_masks, check_observations

#: The members of the zip file that playing needs.
CARD, WEIGHTS = "card.json", "policy.pth"

#: So many bytes a checkpoint may have when it is unpacked.
MOST_BYTES = 2**30

#: Rises when the card changes in a way that older readers can't cope with.
FORMAT = 1

_KEYS: dict[str, type] = {
    "format": int,
    "game": str,
    "version": int,
    "layout": str,
    "observation": list,
    "actions": list,
    "parameters": dict,
    "network": dict,
    "training": dict,
    "seeds": dict,
    "versions": dict,
    "evaluation": list,
}
_LIBRARIES = ("critter-envs", "numpy", "torch", "stable-baselines3", "sb3-contrib", "gymnasium")

#: What keeps the chance of these agents apart from other uses of a seed.
_TRAINED = 23


class CheckpointError(AgentError):
    """A file that is no checkpoint, or not one for this game."""


# --- the card --------------------------------------------------------------------------------------------------


def observation_layout(game: Game) -> list[list[Any]]:
    """The fields of an observation: name, shape and highest value of each."""
    return [[field.name, list(field.shape), field.high] for field in single(game.observation)]


def action_layout(game: Game) -> list[list[Any]]:
    """The ranges of actions: label and number of actions of each."""
    return [[actions.label, actions.size(game.max_players)] for actions in game.actions]


def new_card(
    game: Game,
    parameters: Mapping[str, Any],
    network: Mapping[str, Any],
    training: Mapping[str, Any],
    seeds: Mapping[str, int],
    evaluation: list[dict[str, Any]],
) -> dict[str, Any]:
    """The card of a checkpoint that is trained here and now; all of it is JSON-able.

    Args:
        game: what it plays.
        parameters: the game's parameters that it was trained with, table sizes included.
        network: ``hidden``, the widths of its hidden layers, and for a ``SharedPolicy`` ``shared``, the width of the others.
        training: the settings, and how far the training got.
        seeds: what all chance came from.
        evaluation: how well it plays, a mapping for each match.
    """
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "layout": game.layout,
        "observation": observation_layout(game),
        "actions": action_layout(game),
        "parameters": dict(parameters),
        "network": {**network, "activation": "relu"},
        "training": dict(training),
        "seeds": dict(seeds),
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _LIBRARIES}},
        "evaluation": evaluation,
    }


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None  # run from its sources


# --- files -----------------------------------------------------------------------------------------------------


def save_checkpoint(model: Any, card: Mapping[str, Any], path: Path) -> None:
    """Write a checkpoint.

    Left out is what belongs to the run and not to the policy: the games in progress, clocks and logs, and the momentum of
    the optimizer, which makes the file a third of the size. The same model and card make the same bytes.

    Args:
        model: a ``MaskablePPO``.
        card: from ``new_card``.
        path: the file; one that is there is replaced when the new one is complete.
    """
    saved = io.BytesIO()
    model.save(saved, exclude=_OF_THE_RUN)
    with zipfile.ZipFile(saved) as source:
        members = {name: source.read(name) for name in source.namelist() if name != "system_info.txt"}
    members["data"] = _without_addresses(members["data"])
    optimizer = io.BytesIO()
    torch.save({**model.policy.optimizer.state_dict(), "state": {}}, optimizer)
    members["policy.optimizer.pth"] = optimizer.getvalue()
    members[CARD] = json.dumps(card, indent=1).encode()
    with replacing(path) as new, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in members.items():
            target.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)  # without the time of day


_OF_THE_RUN = (
    "start_time",
    "_num_timesteps_at_start",
    "tensorboard_log",
    "ep_info_buffer",
    "ep_success_buffer",
    "_last_obs",
    "_last_episode_starts",
    "_last_original_obs",
)


def _without_addresses(data: bytes) -> bytes:
    """SB3's attributes of a model, without what it tells people about pickled ones: that differs from process to process."""
    attributes = json.loads(data)
    for name, value in attributes.items():
        if isinstance(value, dict) and ":serialized:" in value:
            attributes[name] = {key: value[key] for key in (":type:", ":serialized:")}
    return json.dumps(attributes, indent=1).encode()


def read_card(path: Path) -> dict[str, Any]:
    """The card of a checkpoint.

    Raises:
        CheckpointError: the file is no checkpoint.
    """
    return _card(_content(path), path)


def _card(content: bytes, path: Path) -> dict[str, Any]:
    """The card of a checkpoint that holds this."""
    try:
        card = json.loads(_member(content, path, CARD))
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} has a card that isn't JSON: {error}") from error
    if not isinstance(card, dict):
        raise CheckpointError(f"{path} has a card that is no JSON object")
    for key, kind in _KEYS.items():
        if not isinstance(card.get(key), kind):
            raise CheckpointError(f"{path} has a card whose {key!r} is {card.get(key)!r}, but must be of type {kind.__name__}")
    return card


def _weights(content: bytes, path: Path) -> Weights:
    """The weights of a checkpoint that holds this, by the names that SB3 gives them."""
    member = _member(content, path, WEIGHTS)
    try:
        if zipfile.is_zipfile(io.BytesIO(member)):  # as torch has written it for years
            with zipfile.ZipFile(io.BytesIO(member)) as file:
                _check_size(_unpacked(file), path)
        tensors = torch.load(io.BytesIO(member), map_location="cpu", weights_only=True)
        return {name: tensor.numpy() for name, tensor in tensors.items()}
    except CheckpointError:
        raise
    except Exception as error:  # what is damaged ends in whatever there is
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise CheckpointError(f"{path} holds something else than weights in {WEIGHTS}: {reason}") from error


def _unpacked(file: zipfile.ZipFile) -> int:
    """How many bytes a zip file becomes: a few can be packed so that they become billions."""
    return sum(member.file_size for member in file.infolist())


def _check_size(size: int, path: Path) -> None:
    """Refuse what would fill the memory."""
    if size > MOST_BYTES:
        raise CheckpointError(f"{path} holds {size:,} bytes: a checkpoint holds {MOST_BYTES:,} at most")


def _content(path: Path) -> bytes:
    try:
        _check_size(path.stat().st_size, path)
        return path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"{path} can't be read: {error.strerror or error}") from error


def _member(content: bytes, path: Path, name: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            if name not in file.namelist():
                raise CheckpointError(
                    f"{path} is a zip file without {name}: a checkpoint is made by python -m training.train configs/GAME.yaml"
                )
            _check_size(_unpacked(file), path)
            return file.read(name)
    except CheckpointError:  # one of the ValueErrors
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise CheckpointError(f"{path} is no checkpoint, or is damaged: {error}") from error


# --- does it fit? ----------------------------------------------------------------------------------------------


def check_card(card: Mapping[str, Any], game: Game, path: Path) -> None:
    """See to it that a checkpoint plays this game, as it is built here.

    Raises:
        CheckpointError: what differs.
    """
    if card["format"] != FORMAT:
        raise CheckpointError(f"{path} has a card of format {card['format']}, this version of critter_envs reads format {FORMAT}")
    if card["game"] != game.name:
        raise CheckpointError(f"{path} was trained for {card['game']}, not for {game.name}")
    if card["version"] != game.version:
        raise CheckpointError(
            f"{path} was trained on version {card['version']} of the rules of {game.name}, these are version {game.version}: "
            f"train it anew, or use the version of critter_envs that made it ({card['versions'].get('critter-envs')})"
        )
    if card["layout"] != game.layout:
        difference = (
            _difference("field", card["observation"], observation_layout(game))
            or _difference("action", card["actions"], action_layout(game))
            or "the layouts have the same sizes and other names"
        )
        raise CheckpointError(f"{path} doesn't fit {game.name} as it is built here: {difference}")


def _difference(kind: str, theirs: list[list[Any]], ours: list[list[Any]]) -> str | None:
    """The first difference between two layouts, in words."""
    for place, (their, our) in enumerate(zip_longest(theirs, ours)):
        if their != our:
            return f"{kind} {place} is {json.dumps(their)} in the checkpoint, and {json.dumps(our)} here"
    return None


def acting_weights(weights: Weights, card: Mapping[str, Any], game: Game, path: Path) -> Weights:
    """The weights of the acting half of the network on the card.

    Raises:
        CheckpointError: they are not those of such a network.
    """
    network = card["network"]
    hidden, shared = network.get("hidden"), network.get("shared")
    if network.get("activation") != "relu" or not _are_widths(hidden):
        raise CheckpointError(f"{path} has a network {network}: it must have hidden layers with activation relu")
    if shared is None:
        shapes = _shapes_of_perceptron(game, hidden)
    elif _are_widths([shared]) and hidden and game.block:
        shapes = _shapes_of_shared(game, hidden, shared)
    else:
        raise CheckpointError(f"{path} has a network {network}: shared must be a width, for a game whose observation has a block")
    for name, shape in shapes.items():
        if name not in weights or weights[name].shape != shape:
            found = f"of shape {weights[name].shape}" if name in weights else "missing"
            raise CheckpointError(f"{path} has weights that its card doesn't describe: {name} is {found}, but must be {shape}")
        kind = np.int64 if name == PART_ACTIONS else np.float32
        if weights[name].dtype != kind:
            raise CheckpointError(f"{path} has weights of type {weights[name].dtype} in {name}: they must be {np.dtype(kind)}")
        if not np.isfinite(weights[name]).all():
            raise CheckpointError(f"{path} has weights that aren't finite numbers, in {name}")
    if shared is not None and not np.array_equal(weights[PART_ACTIONS], game.part_actions):
        raise CheckpointError(f"{path} has weights that take other actions of {game.name} for those of one part each")
    return {name: weights[name] for name in shapes}


def _are_widths(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int and value > 0 for value in values)


def _linear(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a linear layer."""
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _shapes_of_perceptron(game: Game, hidden: list[int]) -> dict[str, tuple[int, ...]]:
    """The arrays of a plain network, by name."""
    widths = [len(game.observation_high), *hidden, game.num_actions]
    shapes: dict[str, tuple[int, ...]] = {SCALE: (widths[0],)}
    names = [*map(hidden_layer, range(len(hidden))), HEAD]
    for name, inputs, outputs in zip(names, widths[:-1], widths[1:], strict=True):
        shapes |= _linear(name, inputs, outputs)
    return shapes


def _shapes_of_shared(game: Game, hidden: list[int], shared: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a ``SharedPolicy``, by name."""
    sizes, kinds = Sizes.of(game, shared), game.part_actions.shape[1]
    shapes: dict[str, tuple[int, ...]] = {SCALE: game.observation_high.shape, PART_ACTIONS: game.part_actions.shape}
    shapes |= _linear(f"{TRUNK}part", sizes.part, shared) | _linear(f"{TRUNK}rest", sizes.rest, shared)
    shapes |= _linear(f"{TRUNK}meaning", shared, shared)
    widths = [sizes.rest + 2 * shared, *hidden]
    for index, (inputs, outputs) in enumerate(pairwise(widths)):
        shapes |= _linear(pooled_layer(index), inputs, outputs)
    shapes |= _linear(f"{TRUNK}again", shared, shared) | _linear(f"{TRUNK}context", hidden[-1], shared)
    return shapes | _linear(f"{HEAD}.own", shared, kinds) | _linear(f"{HEAD}.all", hidden[-1], game.num_actions)


def _written(file: Path) -> tuple[int, ...]:
    """What changes when a file is written anew, or when another one takes its place that may be as large, and as old: a copy can
    keep the time of what it was made from. Reading a file that can't be looked at tells why it can't."""
    try:
        found = file.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_ctime_ns, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=32)
def _load(game: Game, file: Path, written: tuple[int, ...]) -> tuple[dict[str, Any], Actor, str]:
    """What a checkpoint holds, and its SHA-256: read once, as agents are often made anew from one file, and again after it was
    written anew."""
    content = _content(file)
    card = _card(content, file)
    check_card(card, game, file)
    return card, Actor(acting_weights(_weights(content, file), card, game, file)), sha256(content).hexdigest()


class CheckpointAgent:
    """A trained player. It draws from its distribution over the legal actions.

    Args:
        game: its description.
        path: the checkpoint.
        seed: decides the draws, together with the rows that the agent is asked about and their order.

    Raises:
        CheckpointError: the file is no checkpoint, or not one for this game; a sentence says why.
    """

    def __init__(self, game: Game, path: str | Path, seed: int = 0) -> None:
        self.game = game
        self.card, self._actor, self.digest = _load(game, Path(path), _written(Path(path)))
        self._generator = np.random.default_rng(np.random.SeedSequence(check_seed(seed), spawn_key=(_TRAINED,)))

    def distribution(self, observations: Bytes, masks: Bytes) -> NDArray[np.float64]:
        """The probability (N, A) with which the player takes each action; those that the masks (N, A) rule out have none."""
        check_masks(self.game, masks)
        check_observations(self.game, observations, masks)
        return self._actor.distribution(observations, masks)

    def act(self, observations: Bytes, masks: Bytes) -> Actions:
        """The player's action (N,) for each observation (N, D), which is legal by its mask (N, A)."""
        check_masks(self.game, masks)
        check_observations(self.game, observations, masks)
        return self._actor.act(observations, masks, self._generator)
