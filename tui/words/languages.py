"""The languages that Ketuk speaks, as data: what each is called and how it writes figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Language = Literal["id", "en", "ms", "pt"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Spoken:
    """How a language is written."""

    name: str
    """What it is called by those who speak it."""
    nearest: tuple[Language, ...]
    """Where a sentence is looked for that it lacks, nearest first."""
    thousands: str
    """The sign between groups of three digits."""
    point: str
    """The sign before decimals."""
    units: tuple[str, str]
    """Short for thousands and for millions."""

    def decimal(self, text: str) -> str:
        """A number that Python wrote, with this language's sign before decimals."""
        return text.replace(".", self.point)


SPOKEN: Mapping[Language, Spoken] = {
    "id": Spoken("Bahasa Indonesia", ("en",), ".", ",", ("rb", "jt")),
    "en": Spoken("English", ("id",), ",", ".", ("k", "M")),
    "ms": Spoken("Bahasa Melayu", ("id", "en"), ",", ".", ("rb", "jt")),
    "pt": Spoken("Português", ("en", "id"), ".", ",", ("mil", "mi")),
}
"""Every language of the product."""
