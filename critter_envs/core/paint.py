"""Painters: how a stretch of text is set off from the rest, by a style that names a colour or ``"strong"``."""

from collections.abc import Callable

#: ``(text, style) -> text``. A style that a painter doesn't know leaves the text as it is.
Painter = Callable[[str, str], str]

#: What a terminal is told to do for each style (SGR codes of ECMA-48).
CODES = {
    "strong": 1,
    "grey": 90,
    "red": 91,
    "green": 92,
    "yellow": 93,
    "blue": 94,
    "purple": 95,
    "cyan": 96,
    "white": 97,
}


def plain(text: str, style: str) -> str:
    """The text alone."""
    return text


def coloured(text: str, style: str) -> str:
    """The text for a terminal with colours."""
    return f"\x1b[{CODES[style]}m{text}\x1b[0m" if style in CODES else text
