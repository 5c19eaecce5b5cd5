"""A laptop is back with moves that are not here: the table says which of the two goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ketuk.rooms.past import Past
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.tails import Astray, followed
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.asking import AnswerSheet
from ketuk.tui.telling.troubles import trouble

if TYPE_CHECKING:
    from ketuk.rooms.followers import Tail
    from ketuk.tui.session import Session
    from ketuk.tui.widgets.asking import Choices


class TailChoice(AnswerSheet[None]):
    """The longer one is marked; the other one stays as a saved game of its own."""

    DEFAULT_CSS = """
    TailChoice { align: center middle; }
    """
    by_itself = True

    def __init__(self, session: Session, tail: Tail) -> None:
        super().__init__()
        self._session, self._tail = session, tail
        self._since = session.room.marks()[tail.fork : tail.fork + 1]
        """Up to where both are the same game."""
        self._asked, self._fault = False, ""

    @property
    def _mine(self) -> int:
        """Moves that have been made here since the two parted."""
        return self._session.room.seq - self._tail.fork

    def reword(self) -> None:
        words, tail = self.app.words, self._tail
        facts = {"name": tail.name, "theirs": len(tail.rows), "mine": self._mine}
        here = words("rooms.tail_here", count=self._mine, round=self._session.table.round)
        theirs = {"name": tail.name, "count": len(tail.rows), "round": self._round}
        there = words("rooms.tail_there", **theirs)
        self._here, self._there = ChoiceLine(here, AskTable(())), ChoiceLine(there, AskTable(()))
        marked = 1 if len(tail.rows) > self._mine else 0
        head = words("rooms.tails_head", **facts)
        if self._fault:
            head = f"{words('rooms.tail_not_kept', detail=self._fault)}\n\n{head}"
        self.draw(head, (self._here, self._there), marked=marked)

    @property
    def _round(self) -> int:
        """The round that the other one has come to; 0 if that cannot be told."""
        rows = (*self._session.room.rows[: self._tail.fork + 1], *self._tail.rows)
        try:
            return followed(Past(rows[0]), rows[1:]).table.round
        except Astray:
            return 0

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """One tail goes on, the other one is kept; both are on disk before that is told."""
        session, tail = self._session, self._tail
        room = session.room
        try:
            if not self._since or room.marks()[tail.fork : tail.fork + 1] != self._since:
                raise Astray("another tail was taken meanwhile")
            if event.choice is self._there:
                called = room.take_rows(tail.rows, since=self._since[0])
            else:
                called = room.keep_rows(tail.rows)
        except JournalFault as fault:
            self._fault = trouble(self.app.words, fault)
            self.app.ring()
            self.reword()
            return
        except Astray as fault:  # that laptop has its rows still, and offers them anew
            session.say("rooms.copy_astray", detail=str(fault))
            self._settled()
            return
        except Outreigned:  # that is told of itself
            self.dismiss()
            return
        if called:
            session.say("rooms.tail_kept", "note", game=called)
        self._settled()

    def on_screen_resume(self) -> None:
        """Nothing is left to be chosen where that was done in another such question."""
        host, tail = self._session.host, self._tail
        if self._asked and host is not None and tail.device not in {t.device for t in host.tails}:
            self.dismiss()
        self._asked = True

    def _settled(self) -> None:
        if self._session.host is not None:
            self._session.host.drop_tail(self._tail.device)
        self.dismiss()

    def action_back(self) -> None:
        """It is asked until it is answered, or cannot be: the screen of phones asks it again."""
        if self._fault:
            self.dismiss()
