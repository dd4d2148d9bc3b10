"""Paths as people write them."""

import os
from pathlib import Path


def path_from(path: str) -> Path:
    """A path in which ``~`` stands for a home; where there is no such home, it stands for itself."""
    return Path(os.path.expanduser(path))  # pathlib's own raises there
