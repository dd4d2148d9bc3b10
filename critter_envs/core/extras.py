"""What only some parts of the package need."""

from importlib.util import find_spec

from .errors import CritterError


class MissingExtra(CritterError):
    """Something was asked for that needs libraries which aren't installed."""


def need(what: str, extra: str, *libraries: str) -> None:
    """See to it that libraries are there, before work begins that is lost without them.

    Raises:
        MissingExtra: one isn't; the message says how to install the extra that holds it.
    """
    for library in libraries:
        if find_spec(library) is None:
            raise MissingExtra(f"{what} needs {library}, which isn't installed: pip install 'critter-envs[{extra}]'")
