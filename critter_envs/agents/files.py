"""Files that hold agents: whether one was written anew, and which one it is."""

from functools import lru_cache
from hashlib import file_digest
from pathlib import Path


def written(file: Path) -> tuple[int, int]:
    """What changes when a file is written anew; reading one that can't be looked at tells why it can't."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def digest(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits. It is worked out once, and again after the file was written anew.

    Raises:
        OSError: the file can't be read.
    """
    return _digest(file.absolute(), written(file))


@lru_cache(maxsize=256)
def _digest(file: Path, written: tuple[int, int]) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()
