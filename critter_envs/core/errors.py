"""What can be wrong with what a user hands in. Each message is one sentence that says what would be right."""


class CritterError(ValueError):
    """Bad input; the shell prints it as one line and exits with code 2."""


class ParameterError(CritterError):
    """A game was asked for with a parameter that it lacks, or with a value that it can't take."""


class IllegalAction(CritterError):
    """An action that the mask rules out, or that is out of range. Nothing has changed."""


class PositionError(CritterError):
    """A position that no game could be in. Nothing has changed."""


class RecordError(CritterError):
    """A record of a game that can't be read, or that stopped fitting while it was replayed."""
