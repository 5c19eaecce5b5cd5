"""The laptops that follow a host: who asks to, who may, and how far each one's copy is."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

MejaState: TypeAlias = Literal["asked", "copying", "following", "silent"]


@dataclass(frozen=True, slots=True)
class MejaLine:
    """A laptop as the host's screen shows it."""

    name: str
    address: str
    """Where it listens; where it came from if it listens nowhere."""
    state: MejaState
    behind: int
    """Rows that are not on its disk yet, as far as is known here; 0: its copy is whole."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A laptop that asks to follow; the table's screen says yes or no (``Host.admit``)."""

    ident: str
    name: str
    address: str
