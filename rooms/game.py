"""A saved game as it stands, to look at: what has happened in it, and where it is now.

It needs no code of a rule set: folding knows no rules.
"""

from ketuk.engine.events import Bankrupted
from ketuk.engine.table import Table
from ketuk.rooms.journal import Journal
from ketuk.rooms.past import Move, Past
from ketuk.rooms.recalling import Damage
from ketuk.rooms.records import Header, Row
from ketuk.rooms.reign import Mark


class Game:
    """A game of a journal, read up to its last row."""

    def __init__(
        self, journal: Journal, header: Header, past: Past, damage: Damage | None = None
    ) -> None:
        self.journal = journal
        self.header = header
        self.damage = damage
        """What could not be read when the game was continued."""
        self._past = past

    @property
    def name(self) -> str:
        """What the game is called in lists."""
        return self.header.game

    @property
    def table(self) -> Table:
        """The game as it stands."""
        return self._past.table

    @property
    def seq(self) -> int:
        """Number of the last row, undos included."""
        return self._past.rows[-1].seq

    @property
    def question(self) -> str:
        """The name of the question that is open: host and row that opened it, and its stage.

        An answer to another one of that name cannot be: an undo leads to another row, and the
        window, the bids and the reveal of one auction are stages. Empty when the game is over.
        """
        if self.table.top is None:
            return ""
        row, auction = self._past.opened.row, self.table.auction
        # Two laptops that take over at once begin reigns of the same number.
        host = f"{row.host}-{self._past.marks[row.seq].digest}" if row.host else "0"
        return f"{host}.{row.seq}.{auction.stage if auction is not None else ''}"

    def marks(self) -> tuple[Mark, ...]:
        """A mark for each row, by which two copies of a game tell what they have in common."""
        return tuple(self._past.marks)

    @property
    def opening(self) -> Move:
        """The table as it was laid."""
        return self._past.start

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, in order, without the opening."""
        return tuple(self._past.moves)

    @property
    def bankrupt(self) -> frozenset[int]:
        """Seats that left because they could not pay, or declared so."""
        if not self.table.gone:
            return frozenset()
        events = (event for move in self.moves for event in move.events)
        return frozenset(event.seat for event in events if isinstance(event, Bankrupted))

    @property
    def rows(self) -> tuple[Row, ...]:
        """Everything in the journal of this game, undone moves and undos included."""
        return tuple(self._past.rows)

    @property
    def undoable(self) -> Move | None:
        """The move that an undo would take back."""
        return self._past.moves[-1] if self._past.moves else None

    @property
    def redoable(self) -> Move | None:
        """The move that a redo would bring back."""
        return self._past.undone[-1] if self._past.undone else None
