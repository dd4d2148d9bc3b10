"""The folder of a training: what it leaves behind, and what it needs to go on after an interruption."""

import io
import shutil
from pathlib import Path
from typing import Any

import torch
from pydantic import TypeAdapter, ValidationError

from critter_envs.agents.checkpoint import read_card
from critter_envs.arena import MatchResult
from critter_envs.core.files import replacing

from .config import Config, ConfigError, differences


class Run:
    """A folder such as ``runs/quickstart``.

    Args:
        folder: made if it isn't there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.checkpoint = folder / "ppo.zip"
        self.curve = folder / "curve.png"
        self.snapshots = folder / "snapshots"
        self.tensorboard = folder / "tensorboard"
        self._state = folder / "state.pt"

    def clear(self) -> None:
        """Remove what an earlier training left."""
        for file in (self.checkpoint, self.curve, self._state):
            file.unlink(missing_ok=True)
        for folder in (self.snapshots, self.tensorboard):
            shutil.rmtree(folder, ignore_errors=True)

    def finished(self, config: Config) -> list[MatchResult] | None:
        """How well the agent of the finished training in this folder plays, if there is one.

        Raises:
            ConfigError: it is damaged, it had other settings, or an agent that takes part was another file.
        """
        if self._state.exists() or not self.checkpoint.exists():
            return None
        card = read_card(self.checkpoint)
        self._check(config, card["training"], "a finished")
        try:
            return TypeAdapter(list[MatchResult]).validate_python(card["evaluation"])
        except ValidationError as error:
            raise self._damaged(self.checkpoint) from error

    def load(self, config: Config) -> dict[str, Any] | None:
        """The state of the interrupted training in this folder, if there is one. Only open folders that you trust.

        Raises:
            ConfigError: it is damaged, it had other settings, or an agent that takes part was another file.
        """
        if not self._state.exists():
            return None
        try:
            state: dict[str, Any] = {**torch.load(self._state, weights_only=False)}
        except OSError:
            raise
        except Exception as error:  # damaged pickles raise whatever there is
            raise self._damaged(self._state) from error
        self._check(config, state, "an interrupted")
        return state

    def save(self, config: Config, state: dict[str, Any]) -> None:
        """Keep a state, from which the training goes on if it is interrupted after this."""
        content = io.BytesIO()  # where the disk is full, torch itself wouldn't say so
        torch.save({"config": config.model_dump(mode="json"), **state}, content)
        self.folder.mkdir(parents=True, exist_ok=True)
        with replacing(self._state) as new:
            new.write_bytes(content.getbuffer())

    def read(self) -> dict[str, bytes]:
        """The files that the finished training in this folder has left, by their names."""
        return {file.name: file.read_bytes() for file in (self.curve, self.checkpoint)}

    def fill(self, files: dict[str, bytes]) -> None:
        """Take in what a training has left that was finished elsewhere, in the place of one that was interrupted here."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            with replacing(self.folder / name) as new:
                new.write_bytes(content)
        self.close()

    def close(self) -> None:
        """The training is finished: its state is no longer needed."""
        self._state.unlink(missing_ok=True)

    def _damaged(self, file: Path) -> ConfigError:
        return ConfigError(f"{file} is damaged: give another folder with --out, or begin anew with --fresh")

    def _check(self, config: Config, begun: dict[str, Any], kind: str) -> None:
        """See to it that a training began with this configuration, and with the files that it names as they are now."""
        changed = sorted(differences(config.model_dump(mode="json"), _mapping(begun, "config")))
        files = _mapping(begun, "checkpoints")
        replaced = [name for name, digest in config.checkpoints().items() if digest != files.get(name)]
        if changed or replaced:
            other = f"settings ({changed[0]})" if changed else f"agents ({replaced[0]} is another file now)"
            raise ConfigError(
                f"{self.folder} holds {kind} training with other {other}: "
                "give another folder with --out, or replace it with --fresh"
            )


def _mapping(begun: dict[str, Any], key: str) -> dict[str, Any]:
    """What stands under a key, if it is a mapping."""
    found = begun.get(key)
    return found if isinstance(found, dict) else {}
