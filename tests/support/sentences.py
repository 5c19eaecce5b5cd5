"""All sentences of the product as they stand in their files, to be gone through by tests."""

from functools import cache
from pathlib import Path

from ketuk.tui import words
from ketuk.tui.words import LANGUAGES, Language, texts

FOLDER = Path(words.__file__).parent
TWO: tuple[Language, Language] = ("id", "en")
"""Those that every sentence is written in first; the others are held to these by their facts."""


@cache
def codes() -> tuple[str, ...]:
    """The rule sets with sentences of their own; the empty name first, for the general ones."""
    found = {path.parent.name for path in FOLDER.glob("*/*/*.toml")}
    return ("", *sorted(found))


@cache
def topics(code: str = "") -> tuple[str, ...]:
    """The topics of a set's own sentences, or of the general ones, in whatever language."""
    found = (path.stem for one in LANGUAGES for path in (FOLDER / one / code).glob("*.toml"))
    return tuple(sorted(set(found)))


@cache
def entries(code: str = "") -> dict[str, dict[Language, str]]:
    """By ``topic.key``, the text in each language that has it: the general ones, or a set's own."""
    found: dict[str, dict[Language, str]] = {}
    for topic in topics(code):
        for language in LANGUAGES:
            for key, text in texts(language, topic, code).items():
                found.setdefault(f"{topic}.{key}", {})[language] = text
    return found


@cache
def every() -> dict[tuple[str, str], dict[Language, str]]:
    """The same of all, by set and key."""
    return {(code, key): e for code in codes() for key, e in entries(code).items()}


@cache
def keys() -> frozenset[str]:
    """Every ``topic.key``, general or of a set."""
    return frozenset(key for _, key in every())
