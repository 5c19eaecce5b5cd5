"""A pause, which all who still play come back from."""

from typing import ClassVar

from ketuk.engine.table.task import TableAround, Task


class Paused(Task, frozen=True):
    """The game stands still until all who still play are back, and somebody goes on."""

    half_done: ClassVar[bool] = True
    back: tuple[int, ...] = ()
    """Who has come back, in that order."""

    def waits_for(self, table: TableAround) -> tuple[int, ...]:
        """Who is not back yet; once all are, any of them."""
        return tuple([s for s in table.seats if s not in self.back]) or table.seats

    def last_back(self, table: TableAround) -> int:
        """Who goes on once all are back: the last who came, of those who still play."""
        return next(s for s in reversed(self.back) if s in table.seats)
