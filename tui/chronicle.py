"""The log of a game: one line for each thing that happened, as everybody may hear of it."""

from collections.abc import Iterable

from ketuk import engine
from ketuk.engine.events import AnyEvent, CardShown
from ketuk.engine.table import Table
from ketuk.rooms.answers import Changed
from ketuk.rooms.past import Move
from ketuk.tui.session import Session
from ketuk.tui.telling.events import quiet
from ketuk.tui.telling.why_amounts import Moment
from ketuk.tui.widgets.logbook import LogLine

KEPT = 400
"""Lines that can be looked back at; all moves are in the history."""
TOLD_AT_START = 60
"""Moves that are told when a game is opened or told in another language."""


class Chronicle:
    """Follows one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._table: Table = session.table
        self._shown: tuple[int, Table | None] = (0, None)
        """The card turned over last, and the table then: what is due may be paid moves later."""
        self.lines: list[LogLine] = []

    def reword(self) -> None:
        """Tell the last moves again, from the journal."""
        room = self._session.room
        moves = room.moves
        before: Move = room.opening
        if len(moves) > TOLD_AT_START:
            before = moves[-TOLD_AT_START - 1]
        self._table, self.lines = before.table, []
        for move in moves[-TOLD_AT_START:]:
            self.lines += self._told(move.events)

    def take(self, changed: Changed) -> int:
        """Tell what has just happened; how many lines that made."""
        if changed.kind == "undo":
            self.reword()
            self.lines.append(LogLine(self._session.words("screens.log_undone")))
            return 1
        told = self._told(changed.events)
        self.lines = [*self.lines, *told][-KEPT:]
        return len(told)

    def of_move(self, move: Move, before: Move) -> list[LogLine]:
        """What came of one move of the past."""
        past = Chronicle(self._session)
        past._table = before.table
        return past._told(move.events)

    def _told(self, events: Iterable[AnyEvent]) -> list[LogLine]:
        telling, move, found = self._session.telling, tuple(events), []
        for event in move:
            before, self._table = self._table, engine.evolve(self._table, event)
            if isinstance(event, CardShown):
                self._shown = (event.card, before)
            if quiet(event):
                continue
            if text := telling.event(event, self._table):
                found.append(LogLine(text, event, Moment(before, move, *self._shown)))
        return found
