"""What a question offers on the screen: choices, and what each of them does."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ketuk.engine.commands import AnyCommand
from ketuk.engine.offers import DiceForm


@dataclass(frozen=True, slots=True)
class AskTable:
    """Ask these of the table, one after another."""

    commands: tuple[AnyCommand, ...]


@dataclass(frozen=True, slots=True)
class More:
    """Choose among these next."""

    title: str
    choices: "tuple[ChoiceLine, ...]"


@dataclass(frozen=True, slots=True)
class TypeDice:
    """Type the dice that lie on the table."""

    form: DiceForm


Place: TypeAlias = Literal["hand", "trade", "bid", "call", "draw", "robot", "tile", "end"]


@dataclass(frozen=True, slots=True)
class Open:
    """Go to another screen, for a seat (0: it will be asked)."""

    place: Place
    seat: int


Action: TypeAlias = AskTable | More | TypeDice | Open


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """One line that a digit chooses.

    ``key`` is the digit of what can be had at many questions, the same at each of them; 0 if the
    digit is the line's place.
    """

    label: str
    action: Action
    key: int = 0


MOST = 9
"""Choices that digits can reach."""
MONEY, HAND, TRADE = 7, 8, 9
"""Keys of what can be had at many questions."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the table waits for: who, in large letters what, a sentence, and the choices.

    ``marked`` is the place of the choice that Enter alone takes; none if Enter would say what
    only the real table knows, sell or give up something, or speak for somebody who was not asked.
    ``tiles`` are those that it is about. ``way`` is how it is answered at this screen and its
    reader: a sentence of its own, since other devices have other ways.
    """

    seat: int
    headline: str
    text: str
    choices: tuple[ChoiceLine, ...]
    tiles: tuple[int, ...] = ()
    marked: int | None = None
    way: str = ""

    @property
    def sentence(self) -> str:
        """What stands under the headline here: what it is about, then how it is answered."""
        return f"{self.text} {self.way}".strip()


def chosen_by(choices: tuple[ChoiceLine, ...], digit: int) -> ChoiceLine | None:
    """Which of these a digit chooses, where all of them stand on one page."""
    for choice in choices:
        if choice.key == digit:
            return choice
    plain = [c for c in choices if not c.key]
    return plain[digit - 1] if 0 < digit <= len(plain) else None
