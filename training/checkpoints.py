"""Write the page of the checkpoints that ship: ``python -m training.checkpoints``."""

import sys
from collections.abc import Sequence
from pathlib import Path

from .command import Parser, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = Parser(
        prog="python -m training.checkpoints",
        description="Write checkpoints/README.md: how the checkpoints beside it were trained, and what was measured of them.",
        epilog="Example: python -m training.checkpoints",
    )
    parser.parse_args(arguments)
    return run(parser.prog, _write)


def _write() -> None:
    from critter_envs.core.files import replacing

    from .page import page

    folder = Path("checkpoints")
    text = page(folder, Path("configs"))
    file = folder / "README.md"
    with replacing(file) as new:
        new.write_text(text, encoding="utf-8")
    print(f"Written: {file}")


if __name__ == "__main__":
    sys.exit(main())
