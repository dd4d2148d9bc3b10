"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write beside this one, whose place it takes when the ``with`` block ends."""
    new = path.with_name(f".{path.name}.new")
    yield new
    os.replace(new, path)
