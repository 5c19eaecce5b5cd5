"""Nothing that came from a file, a card or a reader commands the terminal: what would is replaced.

Sentences take their facts through here, and everything painted passes once more.
"""

import re

_COMMANDS = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f"  # escapes and other controls; tab and line break are none
    "\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff"  # what turns text around
    "\\ud800-\\udfff]"  # halves of signs, that no terminal can be sent
)


def visible(text: str) -> str:
    """The text with a question mark for each sign that would command the terminal."""
    return text if text.isprintable() else _COMMANDS.sub("?", text)


def in_json(text: str) -> str:
    """A line of JSON with such signs written as JSON writes them."""
    return _COMMANDS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
