"""What a seat sees, as text, on a terminal and as a picture."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from critter_envs.core.batch import Batch
from critter_envs.core.errors import ParameterError
from critter_envs.core.jit import Record
from critter_envs.core.paint import coloured, plain

#: ``"ansi"`` returns plain text, ``"human"`` prints it with colours, ``"rgb_array"`` returns a picture (H, W, 3) ``uint8``.
RENDER_MODES = ("ansi", "human", "rgb_array")

#: How many frames a second a viewer should show.
FRAMES_PER_SECOND = 2


def check_render_mode(mode: Any) -> str | None:
    """The render mode, if it is one.

    Raises:
        ParameterError: it isn't.
    """
    if mode is not None and not (isinstance(mode, str) and mode in RENDER_MODES):
        raise ParameterError(f"render_mode can't be {mode!r}: it must be None or one of {', '.join(map(repr, RENDER_MODES))}")
    return mode


def check_spectator(spectator: Any) -> bool:
    """Whether everything is shown.

    Raises:
        ParameterError: neither yes nor no.
    """
    if not isinstance(spectator, (bool, np.bool_)):
        raise ParameterError(f"spectator can't be {spectator!r}: it must be True or False")
    return bool(spectator)


def check_options(options: Any) -> None:
    """See to it that a reset isn't asked for what it can't do.

    Raises:
        ParameterError: there are options.
    """
    if options:
        raise ParameterError(f"reset has no options, but was given {options!r}: parameters are set when an environment is made")


def seen(batch: Batch, game: int, seat: int, spectator: bool) -> Record:
    """The observation record of a seat, or, for a spectator, of that seat if it had seen everything."""
    if spectator:
        batch = batch.clone()
        batch.game.reveal(batch.states[game])
    observation, _ = batch.observe(game, seat)
    return observation.view(batch.game.observation_dtype).view(np.recarray)[0, 0]


def text(batch: Batch, game: int, seat: int) -> str:
    """The observation of a seat in words."""
    return batch.game.describe(seen(batch, game, seat, False), plain)


def frame(batch: Batch, game: int, seat: int, mode: str | None, spectator: bool) -> str | NDArray[np.uint8] | None:
    """The view of a seat in a render mode; None for ``"human"``, which prints it, and without a mode."""
    if mode is None:
        gymnasium.logger.warn('render() shows nothing without a mode: choose one with render_mode="ansi", for instance')
        return None
    record = seen(batch, game, seat, spectator)
    if mode == "rgb_array":
        return np.array(batch.game.picture(record).convert("RGB"))
    if mode == "ansi":
        return batch.game.describe(record, plain)
    print(batch.game.describe(record, coloured), end="\n\n")
    return None
