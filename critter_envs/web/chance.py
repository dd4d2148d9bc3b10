"""What nobody may guess: seeds of games, tokens of seats, names of tables."""

import secrets

#: Seeds of games are drawn from so many bits: too many to try all of them until one fits what a person sees.
_SEED_BITS = 63

#: Bytes of chance in a token, and in the name of a table.
_TOKEN_BYTES, _NAME_BYTES = 24, 9


def seed() -> int:
    """A seed for a game."""
    return secrets.randbits(_SEED_BITS)


def token() -> str:
    """What a seat or a show is held with."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def name() -> str:
    """What a table is called."""
    return secrets.token_urlsafe(_NAME_BYTES)
