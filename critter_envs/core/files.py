"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write beside this one, whose place it takes when the ``with`` block ends.

    If the block fails, what was there before is as it was, and the new file is gone.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        yield new
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
