"""A trained network as a player: observations in, legal actions out.

The products are compiled here. In play, batches are often small: NumPy and torch are only a little faster for hundreds of rows
and two to three times slower for a handful. Besides, a row's outcome doesn't depend on the rows beside it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from critter_envs.core.errors import IllegalAction
from critter_envs.core.game import Game

from .base import AgentError

Floats = NDArray[np.float32]
Weights = Mapping[str, NDArray[Any]]

#: Where an SB3 policy keeps the acting half of its network.
SCALE, TRUNK, HEAD = "features_extractor.scale", "mlp_extractor.policy_net.", "action_net"

#: Only a ``SharedPolicy`` has this one: the actions that concern one part of the observation's block each, (parts, kinds).
PART_ACTIONS = f"{HEAD}.part_actions"


def hidden_layer(index: int) -> str:
    """The name of a hidden layer of a perceptron; the activations between them are counted, too."""
    return f"{TRUNK}{2 * index}"


def pooled_layer(index: int) -> str:
    """The name of a hidden layer of a ``SharedPolicy``."""
    return f"{TRUNK}hidden.{index}"


#: With more rows at once, what goes from layer to layer leaves the fast memory of a core.
ROWS_AT_ONCE = 96


class Sizes(NamedTuple):
    """Where the parts of an observation's block lie, and how wide the layers are that share their weights over them."""

    rest: int  #: places of the observation before the block
    parts: int
    part: int  #: places of one part
    width: int

    @classmethod
    def of(cls, game: Game, width: int) -> "Sizes":
        """Those of a game whose observation has a block."""
        assert game.block is not None
        size = game.block.size
        return cls(len(game.observation_high) - size, game.block.count, size // game.block.count, width)

    def each(self, together: Any) -> Any:
        """An array or tensor that holds all parts in a row (N, parts * K), as (N, parts, K)."""
        return together.reshape(len(together), self.parts, together.shape[1] // self.parts)


class Actor:
    """The acting half of an SB3 policy, and draws from its distribution over the legal actions.

    Args:
        weights: the arrays of the policy by their names; those of its critic are left aside.
    """

    def __init__(self, weights: Weights) -> None:
        self._network = SharedNetwork(weights) if PART_ACTIONS in weights else Perceptron(weights)

    def logits(self, observations: NDArray[np.uint8]) -> Floats:
        """The network's preferences (N, A), legal or not, for observations (N, D)."""
        firsts = range(0, len(observations), ROWS_AT_ONCE) or (0,)
        return np.concatenate([self._network(observations[first : first + ROWS_AT_ONCE].astype(np.float32)) for first in firsts])

    def distribution(self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The probability (N, A) of each action for observations (N, D); those that the masks (N, A) rule out have none."""
        logits = np.where(masks != 0, self.logits(observations), -np.inf).astype(np.float64)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
        return shares

    def act(self, observations: NDArray[np.uint8], masks: NDArray[np.uint8], generator: np.random.Generator) -> NDArray[np.int64]:
        """An action (N,) for each observation (N, D), drawn from the network's distribution over the legal ones.

        Raises:
            IllegalAction: a row of the masks (N, A) is empty.
            AgentError: the weights are so large that nothing is preferred.
        """
        actions = np.empty(len(observations), np.int64)
        legal = np.array(masks, np.uint8, order="C")  # a copy, so that the compiled function always sees one type of array
        empty = _draw(self.logits(observations), legal, generator.random(len(observations)), actions)
        if empty >= 0 and legal[empty].any():
            raise AgentError(
                f"the network prefers nothing that is legal in row {empty}: its weights are beyond what can be computed"
            )
        if empty >= 0:
            raise IllegalAction(f"row {empty} of the masks is empty: an agent is asked only where it has a legal action")
        return actions


class Layer:
    """A linear layer, with or without a rectifier after it."""

    def __init__(self, weights: Weights, name: str) -> None:
        self.matrix: Floats = np.array(weights[f"{name}.weight"], np.float32, order="C")
        self.bias: Floats = np.array(weights[f"{name}.bias"], np.float32)

    def __call__(self, inputs: Floats, rectified: bool = False) -> Floats:
        """Outputs (N, H) of inputs (N, K)."""
        outputs = np.empty((len(inputs), len(self.bias)), np.float32)
        _apply_layer(inputs, self.matrix, self.bias, 0.0 if rectified else -np.inf, outputs)
        return outputs


class Perceptron:
    """Rectified hidden layers, one after the other."""

    def __init__(self, weights: Weights) -> None:
        count = sum(name.startswith(TRUNK) and name.endswith(".weight") for name in weights)
        self._hidden: Sequence[Layer] = [Layer(weights, hidden_layer(index)) for index in range(count)]
        self._head = Layer(weights, HEAD)
        [*self._hidden, self._head][0].matrix *= weights[SCALE]

    def __call__(self, observations: Floats) -> Floats:
        """Preferences (N, A) for observations (N, D)."""
        values = observations
        for layer in self._hidden:
            values = layer(values, rectified=True)
        return self._head(values)


class SharedNetwork:
    """The network of a ``SharedPolicy``: see there."""

    def __init__(self, weights: Weights) -> None:
        self._scale: Floats = np.array(weights[SCALE], np.float32)
        self._part_actions = np.array(weights[PART_ACTIONS])
        self._part, self._rest, self._meaning, self._again, self._context = (
            Layer(weights, f"{TRUNK}{name}") for name in ("part", "rest", "meaning", "again", "context")
        )
        self._split = self._rest.matrix.shape[1]
        count = sum(name.startswith(f"{TRUNK}hidden.") and name.endswith(".weight") for name in weights)
        self._hidden = [Layer(weights, pooled_layer(index)) for index in range(count)]
        self._own, self._all = Layer(weights, f"{HEAD}.own"), Layer(weights, f"{HEAD}.all")

    def __call__(self, observations: Floats) -> Floats:
        """Preferences (N, A) for observations (N, D)."""
        features = observations * self._scale
        rest, parts = features[:, : self._split].copy(), features[:, self._split :].reshape(-1, self._part.matrix.shape[1])
        meanings = self._meaning(self._with_context(self._part(parts), self._rest(rest)), rectified=True)
        each = meanings.reshape(len(rest), len(self._part_actions), meanings.shape[1])
        together = np.concatenate([rest, each.mean(axis=1), each.max(axis=1)], axis=1)
        for layer in self._hidden:
            together = layer(together, rectified=True)
        logits = self._all(together)
        own = self._own(self._with_context(self._again(meanings), self._context(together)))
        logits[:, self._part_actions] += own.reshape(len(rest), *self._part_actions.shape)
        return logits

    def _with_context(self, parts: Floats, context: Floats) -> Floats:
        """What holds for all parts (N, W) added to each of them (N * parts, W), rectified."""
        each = parts.reshape(len(context), len(self._part_actions), parts.shape[1]) + context[:, None]
        return np.maximum(each, 0, out=each).reshape(parts.shape)


# Neither of the compiled functions calls anything outside this file: the cache would not notice a change there.


@numba.njit(cache=True, fastmath={"contract", "nsz", "reassoc"})
def _apply_layer(inputs: Any, matrix: Any, bias: Any, least: float, outputs: Any) -> None:
    """``outputs`` (N, H) = ``inputs`` (N, K) times ``matrix`` (H, K) plus ``bias``, and not below ``least``.

    Four rows with four columns at a time: sixteen sums that stay in registers, which the compiler vectorises along K.
    At the edges, the last row or column stands in for those that are missing.
    """
    rows, columns = outputs.shape
    floor, zero = np.float32(least), np.float32(0)
    for i in range(0, rows, 4):
        i1, i2, i3 = min(i + 1, rows - 1), min(i + 2, rows - 1), min(i + 3, rows - 1)
        x0, x1, x2, x3 = inputs[i], inputs[i1], inputs[i2], inputs[i3]
        for j in range(0, columns, 4):
            j1, j2, j3 = min(j + 1, columns - 1), min(j + 2, columns - 1), min(j + 3, columns - 1)
            w0, w1, w2, w3 = matrix[j], matrix[j1], matrix[j2], matrix[j3]
            s00 = s01 = s02 = s03 = s10 = s11 = s12 = s13 = zero
            s20 = s21 = s22 = s23 = s30 = s31 = s32 = s33 = zero
            for k in range(x0.size):
                a0, a1, a2, a3, b0, b1, b2, b3 = x0[k], x1[k], x2[k], x3[k], w0[k], w1[k], w2[k], w3[k]
                s00, s01, s02, s03 = s00 + a0 * b0, s01 + a0 * b1, s02 + a0 * b2, s03 + a0 * b3
                s10, s11, s12, s13 = s10 + a1 * b0, s11 + a1 * b1, s12 + a1 * b2, s13 + a1 * b3
                s20, s21, s22, s23 = s20 + a2 * b0, s21 + a2 * b1, s22 + a2 * b2, s23 + a2 * b3
                s30, s31, s32, s33 = s30 + a3 * b0, s31 + a3 * b1, s32 + a3 * b2, s33 + a3 * b3
            c0, c1, c2, c3 = bias[j], bias[j1], bias[j2], bias[j3]
            o0, o1, o2, o3 = outputs[i], outputs[i1], outputs[i2], outputs[i3]
            o0[j], o0[j1], o0[j2], o0[j3] = max(s00 + c0, floor), max(s01 + c1, floor), max(s02 + c2, floor), max(s03 + c3, floor)
            o1[j], o1[j1], o1[j2], o1[j3] = max(s10 + c0, floor), max(s11 + c1, floor), max(s12 + c2, floor), max(s13 + c3, floor)
            o2[j], o2[j1], o2[j2], o2[j3] = max(s20 + c0, floor), max(s21 + c1, floor), max(s22 + c2, floor), max(s23 + c3, floor)
            o3[j], o3[j1], o3[j2], o3[j3] = max(s30 + c0, floor), max(s31 + c1, floor), max(s32 + c2, floor), max(s33 + c3, floor)


@numba.njit(cache=True)
def _draw(logits: Any, masks: Any, uniform: Any, actions: Any) -> int:
    """Turn a uniform number a row into an action; returns the first row without a legal one, or -1."""
    rows, count = masks.shape
    weights = np.zeros(count)
    for k in range(rows):
        highest = -np.inf
        for a in range(count):
            if masks[k, a] and logits[k, a] > highest:
                highest = logits[k, a]
        if highest == -np.inf:
            return k
        total = 0.0
        for a in range(count):
            weights[a] = np.exp(logits[k, a] - highest) if masks[k, a] else 0.0
            total += weights[a]
        left = uniform[k] * total
        for a in range(count):
            if masks[k, a]:
                actions[k] = a
                left -= weights[a]
                if left < 0.0:
                    break
    return -1
