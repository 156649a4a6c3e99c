"""Text cells of a file made harmless: a spreadsheet runs text that begins with = + - @, a tab or a line break.

Writing puts one apostrophe before such a text, reading takes it away again, so that a round trip is the identity.
Numbers stay numbers, a negative one included.
"""

import re

__all__ = ["HARMLESS", "RISKY", "harmless", "original"]

# The same two patterns serve whole columns; they are plain enough for any engine.
RISKY = r"^'*[=+\-@\t\r\n]"
HARMLESS = r"^'('*[=+\-@\t\r\n])"

_RISKY = re.compile(RISKY)
_HARMLESS = re.compile(HARMLESS)
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?", re.ASCII)


def harmless(text: str) -> str:
    """The text as a file may hold it: with an apostrophe before it if a spreadsheet could run it.

    >>> harmless("=1+1"), harmless("Camden"), harmless("-5")
    ("'=1+1", 'Camden', '-5')
    """
    return f"'{text}" if _RISKY.match(text) and not _NUMBER.fullmatch(text) else text


def original(text: str) -> str:
    """The text that was written as ``harmless(text)``."""
    return _HARMLESS.sub(r"\1", text)
