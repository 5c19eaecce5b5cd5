"""What has happened in a game, entry by entry: the moves that stand, and the chance they used."""

from collections.abc import Sequence

from ketuk import engine
from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import Table
from ketuk.rooms.chance import Chance
from ketuk.rooms.records import Row
from ketuk.rooms.reign import Mark, mark


class Move:
    """One move that was made; ``table`` is the game after it.

    ``meanwhile`` is what an undo brought between the move before it and this one: the time that
    has passed.
    """

    __slots__ = ("_before", "_meanwhile", "_table", "row")

    def __init__(
        self,
        row: Row,
        before: "Move | None",
        table: Table | None = None,
        meanwhile: tuple[AnyEvent, ...] = (),
    ) -> None:
        self.row = row
        self._before = before
        self._table = table
        self._meanwhile = meanwhile

    @property
    def seq(self) -> int:
        """Its place in the journal."""
        return self.row.seq

    @property
    def command(self) -> AnyCommand | None:
        """What was asked; None for the start of the game."""
        return self.row.command

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """What came of it."""
        return self.row.events

    @property
    def at(self) -> str:
        """When, UTC, ISO 8601."""
        return self.row.at

    @property
    def before(self) -> "Move":
        """The move that it was made after; of the start, itself."""
        return self._before or self

    def follows(self, move: "Move") -> bool:
        """Whether it was made right after another."""
        return self._before is move

    @property
    def table(self) -> Table:
        """The table after it, folded when it is first asked for."""
        chain: list[Move] = []
        move: Move | None = self
        while move is not None and move._table is None:
            chain.append(move)
            move = move._before
        table = move._table if move is not None else None
        for later in reversed(chain):
            table = later._folded(table)
        assert table is not None
        return table

    def _folded(self, table: Table | None) -> Table:
        if table is None:
            self._table = engine.replay(self.events)
            return self._table
        self._table = _folded(table, (*self._meanwhile, *self.events))
        return self._table


def _folded(table: Table, events: tuple[AnyEvent, ...]) -> Table:
    for event in events:
        table = engine.evolve(table, event)
    return table


class Past:
    """The rows of a game from its start. ``take`` adds one and says how the moves stand then."""

    def __init__(self, start: Row) -> None:
        self.start = Move(start, None)
        self.rows: list[Row] = [start]
        self.moves: list[Move] = []
        """Those that stand, in order, without the start."""
        self.undone: list[Move] = []
        """Those that redo would bring back, the next one last."""
        self.chance = Chance().spent(start.chance)
        self.meanwhile: tuple[AnyEvent, ...] = ()
        """What the last undo brought after the move that stands: the time that has passed."""
        self._reopened: Table | None = None
        self._marks: list[Mark] = []

    @property
    def marks(self) -> Sequence[Mark]:
        """A mark for each row, by which two copies of a game tell what they have in common."""
        for row in self.rows[len(self._marks) :]:
            self._marks.append(mark(row, self._marks[-1] if self._marks else None))
        return self._marks

    def copied(self) -> "Past":
        """Another one that has come as far, to be taken further by itself."""
        other = Past(self.start.row)
        other.start, other.rows, other._marks = self.start, [*self.rows], [*self._marks]
        other.moves, other.undone = [*self.moves], [*self.undone]
        other.chance, other.meanwhile, other._reopened = self.chance, self.meanwhile, self._reopened
        return other

    @property
    def table(self) -> Table:
        """The game as it stands."""
        if not self.meanwhile:
            return self.latest.table
        if self._reopened is None:
            self._reopened = _folded(self.latest.table, self.meanwhile)
        return self._reopened

    @property
    def latest(self) -> Move:
        """The last move that stands, or the start."""
        return self.moves[-1] if self.moves else self.start

    @property
    def earlier(self) -> Move:
        """The move before the last one that stands, or the start."""
        return self.moves[-2] if len(self.moves) > 1 else self.start

    @property
    def opened(self) -> Move:
        """The move that opened the question which is open now.

        ``Table.ask`` counts events, and an undo turns it back; the row of that move is another one.
        """
        ask, move = self.table.ask, self.latest
        for earlier in (*reversed(self.moves[:-1]), self.start):
            if earlier.table.ask != ask:
                break
            move = earlier
        return move

    def take(self, row: Row, table: Table | None = None) -> Move:
        """One more row, and the move that it made, undid or brought back.

        ``table`` is the one after a new move, if it is known already.

        Raises:
            ValueError: an undo or redo with nothing to act on.
        """
        match row.kind:
            case "undo" if self.moves:
                move = self.moves.pop()
                self.undone.append(move)
                self.chance = self.chance.given_back(move.row.chance)
                self._turn(row.events)
            case "redo" if self.undone:
                undone = self.undone.pop()
                move = self._again(undone)
                self.moves.append(move)
                self.chance = self.chance.taken_again(move.row.chance)
                self._turn(())
            case "move":
                move = Move(row, self.latest, table, self.meanwhile)
                self._turn(())
                self.moves.append(move)
                self.undone.clear()
                self.chance = self.chance.spent(row.chance)
            case _:
                raise ValueError(f"row {row.seq}: nothing to {row.kind}")
        self.rows.append(row)
        return move

    def redone(self) -> Table:
        """The table after a redo of the move that was undone last; time goes on meanwhile."""
        return self._again(self.undone[-1]).table

    def _again(self, undone: Move) -> Move:
        if not self.meanwhile and undone.follows(self.latest):
            return undone
        return Move(undone.row, self.latest, None, self.meanwhile)

    def _turn(self, meanwhile: tuple[AnyEvent, ...]) -> None:
        self.meanwhile, self._reopened = meanwhile, None
