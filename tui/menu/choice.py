"""What a question offers on the screen: choices, and what each of them does."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ketuk.engine.commands import AnyCommand
from ketuk.engine.offers import DiceForm


@dataclass(frozen=True, slots=True)
class Do:
    """Ask these of the table, one after another."""

    commands: tuple[AnyCommand, ...]


@dataclass(frozen=True, slots=True)
class More:
    """Choose among these next."""

    title: str
    choices: "tuple[Choice, ...]"


@dataclass(frozen=True, slots=True)
class Dice:
    """Type the dice that lie on the table."""

    form: DiceForm


Place: TypeAlias = Literal["hand", "trade", "bid", "call", "draw", "robot"]


@dataclass(frozen=True, slots=True)
class Open:
    """Go to another screen, for a seat (0: it will be asked)."""

    place: Place
    seat: int


Action: TypeAlias = Do | More | Dice | Open


@dataclass(frozen=True, slots=True)
class Choice:
    """One line that a digit chooses."""

    label: str
    action: Action


@dataclass(frozen=True, slots=True)
class Question:
    """What the table waits for: who, in large letters what, a sentence, and the choices.

    The first choice is the default. ``tiles`` are those that it is about.
    """

    seat: int
    headline: str
    text: str
    choices: tuple[Choice, ...]
    tiles: tuple[int, ...] = ()
