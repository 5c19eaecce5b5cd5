"""The line from a copy of a game to the laptop that decides it, as the copy sees it."""

from typing import Literal, Protocol

from ketuk.engine.commands import AnyCommand
from ketuk.rooms.answers import Outcome, Turned, Unheard
from ketuk.rooms.records import InputLine


class Upstream(Protocol):
    """Asks the laptop that decides, from the thread of the screen, and waits a moment for it.

    The rows of what was done come in order before its answer does.
    """

    def act(
        self,
        command: AnyCommand,
        *,
        ask: str | None,
        consents: frozenset[int],
        line: InputLine | None,
        ident: str,
    ) -> Outcome | Unheard:
        """Have a command carried out; as :meth:`ketuk.rooms.playing.Playing.do`."""
        ...

    def turn(
        self,
        way: Literal["undo", "redo"],
        *,
        seq: int,
        consents: frozenset[int],
        ident: str,
    ) -> Turned | Unheard:
        """Have a move taken back, or brought back, if the last row is ``seq``."""
        ...

    @property
    def silent_s(self) -> float:
        """Seconds since the laptop that decides was last heard."""
        ...
