"""The log of a game: one line for each thing that happened, as everybody may hear of it."""

from collections.abc import Iterable
from typing import Protocol

from ketuk import engine
from ketuk.engine.events import Acquired, AnyEvent, Bankrupted, CardShown, Thrown
from ketuk.engine.table import Table
from ketuk.rooms.answers import Changed
from ketuk.rooms.past import Move
from ketuk.rooms.playing import Playing
from ketuk.tui.telling.events import quiet
from ketuk.tui.telling.moves import move_told
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.ruin import bankrupted
from ketuk.tui.telling.telling import Telling
from ketuk.tui.telling.why_amounts import Moment
from ketuk.tui.widgets.logbook import LogLine
from ketuk.tui.words import Words

KEPT = 400
"""Lines that can be looked back at; all moves are in the history."""
TOLD_AT_START = 60
"""Moves that are told when a game is opened or told in another language."""


class Heard(Protocol):
    """Who hears of a game: a session for the whole table, or the page of one seat."""

    @property
    def room(self) -> Playing:
        """The game."""
        ...

    @property
    def table(self) -> Table:
        """The game as it stands."""
        ...

    @property
    def telling(self) -> Telling:
        """Who tells of it."""
        ...

    @property
    def words(self) -> Words:
        """In which language."""
        ...


class Chronicle:
    """Follows one game for who hears of it."""

    def __init__(self, session: Heard) -> None:
        self._session = session
        self._table: Table = session.table
        self._shown: tuple[int, Table | None] = (0, None)
        """The card turned over last, and the table then: what is due may be paid moves later."""
        self.lines: list[LogLine] = []

    @property
    def table(self) -> Table:
        """The game as far as it is told."""
        return self._table

    def reword(self) -> None:
        """Tell the last moves again, from the journal."""
        room = self._session.room
        moves = room.moves
        before: Move = room.opening
        if len(moves) > TOLD_AT_START:
            before = moves[-TOLD_AT_START - 1]
        self._table, self.lines = before.table, []
        if before is room.opening:
            self.lines = self._opened(before)
        for move in moves[-TOLD_AT_START:]:
            self.lines += self._told(move.events)

    def take(self, changed: Changed) -> int:
        """Tell what has just happened; how many lines that made."""
        if changed.kind == "undo":
            self.reword()
            undone = self._session.room.redoable
            if undone is None:  # the moves of another laptop take the place of those made here
                return 0
            what = move_told(self._session.telling, undone)
            self.lines.append(LogLine(self._session.words("events.undone", command=what)))
            return 1
        lines = self._told(changed.events)
        self.lines = [*self.lines, *lines][-KEPT:]
        return len(lines)

    def of_move(self, move: Move, before: Move) -> list[LogLine]:
        """What came of one move of the past."""
        past = Chronicle(self._session)
        past._table = before.table
        return past._told(move.events)

    def _opened(self, opening: Move) -> list[LogLine]:
        """What was thrown and dealt before anybody moved: both dice, all deeds of a player."""
        names, table = self._session.telling.names, opening.table
        thrown, dealt = list[Thrown](), dict[int, list[int]]()
        for event in opening.events:
            if isinstance(event, Thrown):
                thrown.append(event)
            elif isinstance(event, Acquired) and event.how == "dealt":
                dealt.setdefault(event.seat, []).append(event.tile)
        texts = []
        while thrown:
            first = thrown.pop(0)
            dice = [first.die]
            while thrown and (thrown[0].seat, thrown[0].why) == (first.seat, first.why):
                dice.append(thrown.pop(0).die)
            facts = {"player": names.player(first.seat, table), "die": names.dice(dice)}
            texts.append(names.words(f"events.thrown_{first.why}", **facts))
        for seat, tiles in dealt.items():
            facts = {"player": names.player(seat, table), "tile": names.tiles(tiles)}
            texts.append(names.words("events.acquired_dealt", **facts))
        return [LogLine(text) for text in texts]

    def _told(self, events: Iterable[AnyEvent]) -> list[LogLine]:
        telling, move, lines = self._session.telling, tuple(events), []
        began = self._table
        for event in move:
            before, self._table = self._table, engine.evolve(self._table, event)
            if isinstance(event, CardShown):
                self._shown = (event.card, before)
            if quiet(event):
                continue
            text = telling.event(event, self._table)
            if text and isinstance(event, Bankrupted):
                text = bankrupted(Names(telling, began), event, text, move)
            if text:
                lines.append(LogLine(text, event, Moment(before, move, *self._shown)))
        return lines
