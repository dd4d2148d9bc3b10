"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file to write beside this one, whose place it takes when the ``with`` block ends; where there is a link, it still is.

    If the block fails, what was there before is as it was, and the new file is gone. An error of the new file names this one,
    which is the one that somebody asked for; of a full disk Python itself names none. What is no file, such as a device or a
    pipe, can't be there whole, and must not be replaced: it is written to as it is.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    place = Path(os.path.realpath(path))
    new = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        try:
            yield new
            os.replace(new, place)
        except OSError as error:
            if error.strerror and error.filename in (None, str(new)):  # without a reason, there would be no message left
                error.filename = str(path)
                del error.filename2  # None would be told, too
            raise
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
