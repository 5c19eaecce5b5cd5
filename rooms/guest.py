"""A laptop that follows a host: a line in a thread of its own, so that no screen ever waits for it.

It keeps nothing on disk: what it hears is taken by :meth:`Guest.drain` in the screen's thread.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from ketuk.engine.commands import AnyCommand
from ketuk.rooms.answers import Outcome, Turned, Unheard
from ketuk.rooms.heard import GuestState, Heard, TakenOver, Unable
from ketuk.rooms.records import InputLine, Row


class Guest:
    """The line of one laptop to its host. Make it with :meth:`dial`."""

    state: GuestState
    sentence: str
    """Why it was refused, or let go of last, in this laptop's language; empty: neither."""
    host_name: str
    """What the host's laptop is called; empty until it is known."""
    game: str
    """What the game is called there; empty until it is known."""

    @classmethod
    def dial(
        cls,
        address: str,
        code: str,
        *,
        name: str,
        device: str,
        listen: str | None,
        changed: Callable[[], None],
        language: str = "id",
        token: str = "",
        rows: Sequence[Row] = (),
        keep: Callable[[str, str], None] = lambda token, secret: None,
    ) -> "Guest":
        """Begin to follow; this returns at once.

        Args:
            address: of the host, as its screen says it: ``192.168.1.23:8765``, or the whole
                address of its page.
            code: of the room; one in the address holds too.
            name: what this laptop is called.
            listen: the address of this machine at which it is reached if it becomes host; None: it
                never does.
            changed: called in the loop that is running now, whenever there is something to drain or
                the state has changed; in the guest's own thread where no loop is running.
            language: in which the host speaks to it.
            token: what it was let in with before; then nobody is asked again.
            rows: of the game, that are here already.
            keep: called in the guest's thread with the token, and with the secret of the game.

        Raises:
            ValueError: the address is none.
            OSError: it cannot listen there.
        """
        raise NotImplementedError

    def drain(self) -> list[Heard]:
        """What has come since the last time, in order; also while something is being asked."""
        raise NotImplementedError

    def kept(self, seq: int) -> None:
        """All rows up to this one are on disk here: the host may be told."""
        raise NotImplementedError

    @property
    def silent_s(self) -> float:
        """Seconds since the host was last heard; it is asked every two seconds."""
        raise NotImplementedError

    @property
    def progress(self) -> tuple[int, int]:
        """How many rows have come, and how many there are."""
        raise NotImplementedError

    def act(
        self,
        command: AnyCommand,
        *,
        ask: str | None,
        consents: frozenset[int],
        line: InputLine | None,
        ident: str,
    ) -> Outcome | Unheard:
        """Ask a command of the host; its rows can be drained before this returns."""
        raise NotImplementedError

    def turn(
        self, way: Literal["undo", "redo"], *, seq: int, consents: frozenset[int], ident: str
    ) -> Turned | Unheard:
        """Ask the host to take a move back, or to bring one back."""
        raise NotImplementedError

    def take_over(self) -> TakenOver | Unable:
        """Ask all who are reached what they have, and claim the next number.

        It takes up to two seconds: not for a screen's thread. Nobody is told: the caller keeps the
        rows and the reign first, then closes this guest and opens its room.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the line and of the place it listens at; once is enough."""
        raise NotImplementedError
