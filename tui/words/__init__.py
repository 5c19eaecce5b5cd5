"""Every sentence that people read, in Indonesian and English.

One TOML file a topic lies beside this module; an entry is ``key = { id = "...", en = "..." }`` and
is asked for as ``words("topic.key", fact=value)``. Facts are put in with ``str.format`` fields;
whole numbers are shown as the language writes them (``15.000``, in English ``15,000``), unless the
field says otherwise (``{seat:d}``); ``{amount:+}`` has its sign also above zero. Where a count is
told, the text says both forms of the word, as in ``{count} {count:sheet|sheets}``: the first is for
exactly one. A fact cannot command the terminal (``tui/visible.py``). A topic is
read when something of it is first asked for.
"""

import string
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from ketuk.tui.visible import visible

Language = Literal["id", "en"]
LANGUAGES: tuple[Language, ...] = ("id", "en")


@cache
def topics() -> tuple[str, ...]:
    """The topics there are, one file each."""
    names = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


@cache
def of_topic(topic: str) -> dict[str, dict[Language, str]]:
    """The entries of one topic by ``topic.key``, read when first asked for; none where it is not.

    Raises:
        ValueError: an entry lacks a language.
    """
    if topic not in topics():
        return {}
    text = files(__package__).joinpath(f"{topic}.toml").read_text("utf-8")
    entries: dict[str, dict[Language, str]] = {}
    for key, entry in tomllib.loads(text).items():
        if set(entry) != set(LANGUAGES):
            raise ValueError(f"{topic}.{key}: wants exactly the languages {LANGUAGES}")
        entries[f"{topic}.{key}"] = entry
    return entries


def entry(key: str) -> dict[Language, str]:
    """One entry.

    Raises:
        KeyError: there is none of that key.
    """
    return of_topic(key.partition(".")[0])[key]


@cache
def table() -> dict[str, dict[Language, str]]:
    """All entries of all topics."""
    return {key: found for topic in topics() for key, found in of_topic(topic).items()}


_MARKS: dict[Language, str] = {"id": ".", "en": ","}


def figure(number: int, language: Language = "id") -> str:
    """A whole number as a language writes it: ``15.000`` on the board and in Indonesian, in English
    ``15,000``; with a real minus sign below zero.
    """
    return f"{number:,}".replace(",", _MARKS[language]).replace("-", "\u2212")


_UNITS = {"id": ("rb", "jt"), "en": ("k", "M")}


def brief(number: int, room: int, language: Language = "id") -> str:
    """A whole number above zero in so many columns: in full, or else in thousands or millions.

    Shown as it is where that can be (``2,6jt``), else rounded (``2,7jt`` for 2,654,000). Empty
    where nothing fits.
    """
    full = figure(number, language)
    if len(full) <= room:
        return full
    point = "," if language == "id" else "."
    found = []
    for unit, name in zip((1_000, 1_000_000), _UNITS[language], strict=True):
        for places in (2, 1, 0):
            value = round(number / unit, places)
            text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
            text = text.replace(".", point) + name
            if value >= 1 and len(text) <= room:
                found.append((abs(value * unit - number), len(text), text))
    return min(found, default=(0, 0, ""))[-1]


class _Filler(string.Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            return one if value == 1 else many
        if isinstance(value, int) and not isinstance(value, bool) and format_spec in ("", "+"):
            plus = "+" if format_spec and value > 0 else ""
            return f"{plus}{figure(value, self._language)}"
        return visible(str(super().format_field(value, format_spec)))


_FILL = {language: _Filler(language) for language in LANGUAGES}


class Words:
    """The sentences of one language; ``language`` may be switched while in use."""

    def __init__(self, language: Language = "id") -> None:
        self.language: Language = language

    def __call__(self, key: str, **facts: object) -> str:
        """The sentence of ``key`` with its facts put in.

        Raises:
            KeyError: no such entry, or a fact that its text names is missing.
        """
        return _FILL[self.language].vformat(entry(key)[self.language], (), facts)

    def figure(self, number: int) -> str:
        """A whole number as this language writes it."""
        return figure(number, self.language)

    def has(self, key: str) -> bool:
        """Whether there is an entry of that key."""
        return key in of_topic(key.partition(".")[0])
