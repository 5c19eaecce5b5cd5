"""The game goes on at another laptop: where, and the way to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ketuk.rooms.by_game import game_key
from ketuk.rooms.meja_keys import MejaKeys
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.asking import AnswerSheet
from ketuk.tui.screens.lobby import Lobby

if TYPE_CHECKING:
    from ketuk.rooms.answers import Fenced
    from ketuk.tui.session import Session
    from ketuk.tui.widgets.asking import Choices


class Elsewhere(AnswerSheet[None]):
    """Nothing can be done at this table any more but to follow, or to close it."""

    DEFAULT_CSS = """
    Elsewhere { align: center middle; }
    """
    by_itself = True

    def __init__(self, session: Session, fenced: Fenced) -> None:
        """``fenced``: where the game goes on."""
        super().__init__()
        self._session, self._fenced = session, fenced

    def reword(self) -> None:
        words, fenced = self.app.words, self._fenced
        head = words("rooms.fenced_head", name=fenced.name or "?", address=fenced.address or "?")
        follow = ChoiceLine(words("rooms.fenced_follow"), AskTable(()))
        leave = ChoiceLine(words("rooms.fenced_leave"), AskTable(()))
        self._follow = follow if fenced.address else None
        self.draw(head, (*((follow,) if fenced.address else ()), leave))

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Leave the table; to follow, through the form that asks to be let in."""
        address = self._fenced.address if event.choice is self._follow else ""
        room = self._session.room
        keys = MejaKeys(room.journal.path.parent).of(game_key(room))
        self.dismiss()
        app = self.app
        while not isinstance(app.screen, Lobby):
            app.pop_screen()
        self._session.close()
        if address:
            app.open("joining", address, keys, room.rows)
