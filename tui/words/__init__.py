"""Every sentence that people read, in Indonesian and English.

One TOML file a topic lies beside this module; an entry is ``key = { id = "...", en = "..." }`` and
is asked for as ``words("topic.key", fact=value)``. Facts are put in with ``str.format`` fields; whole
numbers are shown in the game's format (``15.000``), unless the field says otherwise (``{seat:d}``).
"""

import string
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Language = Literal["id", "en"]
LANGUAGES: tuple[Language, ...] = ("id", "en")


@cache
def table() -> dict[str, dict[Language, str]]:
    """All entries by ``topic.key``.

    Raises:
        ValueError: an entry lacks a language.
    """
    entries: dict[str, dict[Language, str]] = {}
    for file in sorted(files(__package__).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            topic = file.name.removesuffix(".toml")
            for key, entry in tomllib.loads(file.read_text("utf-8")).items():
                if set(entry) != set(LANGUAGES):
                    raise ValueError(f"{topic}.{key}: wants exactly the languages {LANGUAGES}")
                entries[f"{topic}.{key}"] = entry
    return entries


def figure(number: int) -> str:
    """A whole number in the game's format: ``15.000``, with a real minus sign below zero."""
    return f"{number:,}".replace(",", ".").replace("-", "\u2212")


class _Filler(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, int) and not isinstance(value, bool) and not format_spec:
            return figure(value)
        return str(super().format_field(value, format_spec))


_FILL = _Filler()


class Words:
    """The sentences of one language; ``language`` may be switched while in use."""

    def __init__(self, language: Language = "id") -> None:
        self.language: Language = language

    def __call__(self, key: str, **facts: object) -> str:
        """The sentence of ``key`` with its facts put in.

        Raises:
            KeyError: no such entry, or a fact that its text names is missing.
        """
        return _FILL.vformat(table()[key][self.language], (), facts)

    def has(self, key: str) -> bool:
        """Whether there is an entry of that key."""
        return key in table()
