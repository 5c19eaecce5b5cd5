"""Every sentence that people read, in every language of the product.

A folder a language lies beside this module, with one TOML file a topic; an entry is
``key = "text"`` and is asked for as ``words("topic.key", fact=value)``. A folder inside it, named
by the code of a rule set (``meta.rules``), has that set's own sentences and terms: at its tables
they win over the general ones (:meth:`Words.of`). What a language lacks is said in the nearest one
that has it (``languages.SPOKEN``).

Facts are put in with ``str.format`` fields; whole numbers are shown as the language writes them
(``15.000``, in English ``15,000``), unless the field says otherwise (``{seat:d}``);
``{amount:+}`` has its sign also above zero. Where a count is told, the text says both forms of the
word, as in ``{count} {count:sheet|sheets}``: the first is for exactly one. Where somebody is paid
or pays, the same form tells people (the first) from the bank and a pot (:class:`Fund`), as in
``{payee:kepada|ke} {payee}``. A fact cannot command the terminal (``tui/visible.py``). A topic is
read when something of it is first asked for.
"""

import string
import tomllib
from collections.abc import Mapping
from copy import copy
from functools import cache
from importlib.resources import files
from typing import Any

from ketuk.tui.visible import visible
from ketuk.tui.words.languages import LANGUAGES as LANGUAGES
from ketuk.tui.words.languages import SPOKEN
from ketuk.tui.words.languages import Language as Language


@cache
def texts(language: Language, topic: str, code: str = "") -> Mapping[str, str]:
    """The texts of one topic by key, as one language has them; none if it has not got it.

    Args:
        code: of a rule set, for its own texts; empty for the general ones.
    """
    place = files(__package__).joinpath(language, code, f"{topic}.toml")
    return tomllib.loads(place.read_text("utf-8")) if place.is_file() else {}


@cache
def text(key: str, language: Language, code: str = "") -> str | None:
    """The text of ``topic.key``, in the nearest language that has it; None if none has.

    A set's own one wins, in whatever language it is: the general one might say what is not so.
    """
    topic, _, name = key.partition(".")
    for place in (code, "") if code else ("",):
        for spoken in (language, *SPOKEN[language].nearest):
            if (sentence := texts(spoken, topic, place).get(name)) is not None:
                return sentence
    return None


def figure(number: int, language: Language = "id") -> str:
    """A whole number as a language writes it: ``15.000`` on the board and in Indonesian, in English
    ``15,000``; with a real minus sign below zero.
    """
    return f"{number:,}".replace(",", SPOKEN[language].thousands).replace("-", "\u2212")


def brief(number: int, room: int, language: Language = "id") -> str:
    """A whole number above zero in so many columns: in full, or else in thousands or millions.

    Shown as it is if that can be (``2,6jt``), else rounded (``2,7jt`` for 2,654,000). Empty
    if nothing fits.
    """
    full = figure(number, language)
    if len(full) <= room:
        return full
    spoken, ways = SPOKEN[language], []
    for unit, name in zip((1_000, 1_000_000), spoken.units, strict=True):
        for places in (2, 1, 0):
            value = round(number / unit, places)
            short = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
            short = spoken.decimal(short) + name
            if value >= 1 and len(short) <= room:
                ways.append((abs(value * unit - number), len(short), short))
    return min(ways, default=(0, 0, ""))[-1]


class Fund(str):
    """The name of who is no person: the bank, a pot. Some languages speak of them otherwise."""

    __slots__ = ()


def _is_first(value: object) -> bool:
    """Which of two forms is said: the first for exactly one thing, and for a person by name."""
    return not isinstance(value, Fund) if isinstance(value, str) else value == 1


class _Filler(string.Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            return one if _is_first(value) else many
        if isinstance(value, int) and not isinstance(value, bool) and format_spec in ("", "+"):
            plus = "+" if format_spec and value > 0 else ""
            return f"{plus}{figure(value, self._language)}"
        return visible(str(super().format_field(value, format_spec)))


_FILL = {language: _Filler(language) for language in LANGUAGES}


class Words:
    """The sentences of one language; ``language`` may be switched while in use."""

    def __init__(self, language: Language = "id") -> None:
        self._now = [language]
        """One place for these and all that are bound to a set, so that all of them switch."""
        self._code = ""

    def of(self, code: str) -> "Words":
        """The same, with the own sentences of a set (``meta.rules``) before the general ones.

        They follow when the language of these is switched, and these when theirs is.
        """
        bound = copy(self)
        bound._code = code
        return bound

    @property
    def language(self) -> Language:
        """The language that is spoken now."""
        return self._now[0]

    @language.setter
    def language(self, language: Language) -> None:
        self._now[0] = language

    def __call__(self, key: str, **facts: object) -> str:
        """The sentence of ``key`` with its facts put in.

        Raises:
            KeyError: no such entry, or a fact that its text names is missing.
        """
        return _FILL[self.language].vformat(self.text(key), (), facts)

    def text(self, key: str) -> str:
        """The text of ``key`` with its braces still empty.

        Raises:
            KeyError: no such entry.
        """
        sentence = text(key, self.language, self._code)
        if sentence is None:
            raise KeyError(key)
        return sentence

    def has(self, key: str) -> bool:
        """Whether there is an entry of that key."""
        return text(key, self.language, self._code) is not None

    def said(self, texts: Mapping[str, str]) -> str:
        """Of one text by language (a card's, a ruling's), that of now or of the nearest language;
        empty if there is none.
        """
        return said(texts, self.language)

    def figure(self, number: int) -> str:
        """A whole number as this language writes it."""
        return figure(number, self.language)

    def decimal(self, text: str) -> str:
        """A number that Python wrote (``38.1``), with this language's sign before decimals."""
        return SPOKEN[self.language].decimal(text)


def said(texts: Mapping[str, str], language: Language) -> str:
    """Of one text by language, that of ``language`` or the nearest one; empty for none."""
    spoken = (language, *SPOKEN[language].nearest)
    return next((texts[one] for one in spoken if one in texts), "")
