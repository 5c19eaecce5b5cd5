"""The pages of one room as they go out: each made once for all devices that show the same."""

from collections.abc import Callable
from contextlib import suppress
from typing import Literal, TypeAlias

from ketuk.rooms import wire
from ketuk.rooms.connection import Connection
from ketuk.rooms.desk import RoomDesk

Faulty: TypeAlias = Literal["page", "copy", "look"]
"""What cannot be made: a page, a sealed copy; or what is looked at again and again."""


class Pages:
    """Those of the game as it stands now, by language and seat."""

    def __init__(self, desk: RoomDesk) -> None:
        self._desk, self.turn = desk, 0
        self._now: dict[tuple[str, int], str | None] = {}
        self._faults: set[str] = set()
        self.failed: Callable[[Faulty, int, Exception], object] = lambda what, seat, error: None
        """Told of what cannot be made (of which seat; 0: of who looks on, or of none), once a
        fault."""

    def renew(self) -> None:
        """All of them are old ones."""
        self.turn += 1
        self._now.clear()

    def of(self, connection: Connection) -> str | None:
        """The page of a device; None where it cannot be made: the device has the next one."""
        key = (connection.language, connection.seat)
        if key not in self._now:
            try:
                self._now[key] = self._made(connection)
            except Exception as error:  # whatever is wrong with one page, the others go out
                self._now[key] = None
                self.fail("page", connection.seat, error)
        return self._now[key]

    def _made(self, connection: Connection) -> str:
        desk = self._desk
        page = wire.PageMessage(
            host=desk.claim.reign.number,
            seq=desk.room.seq,
            turn=self.turn,
            ask=desk.room.question,
            sheet=desk.teller(connection).sheet(connection.seat, desk.around()),
        )
        return wire.written(page)

    def fail(self, what: Faulty, seat: int, error: Exception) -> None:
        """Something cannot be made or sent: it is told, and everything else goes on."""
        said = f"{what} {type(error).__name__}: {error}"
        if said not in self._faults:
            self._faults.add(said)
            with suppress(Exception):
                self.failed(what, seat, error)
