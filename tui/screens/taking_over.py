"""Taking a game over from a laptop that is silent: a typed word, since only people know."""

from __future__ import annotations

import asyncio
from socket import gethostname
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ketuk.codes.fault import CodesFault
from ketuk.rooms.heard import TakenOver, Unable
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.tails import Astray
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.screens.reopening import reopened
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.telling.verdicts import in_use
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home
    from ketuk.tui.session import Session

LOOK_S = 1.0
CLOSE_S = 5.0
"""So long the line of a copy may take to end."""


class TakingOver(ModalScreen[None]):
    """Goes by itself when the other laptop is heard again."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "rooms.key_take_over"),
        Binding("escape", "wait", "screens.key_back"),
    ]

    DEFAULT_CSS = """
    TakingOver { align: center middle; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._taking = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Static(id="take-how", classes="sheet-text")
            yield Input(id="take-word", compact=True, max_length=40)
            yield Static(id="take-told", classes="sheet-text")
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(LOOK_S, self._look)
        self.reword()
        self.query_one(Input).focus()

    def reword(self) -> None:
        session, words = self._session, self.app.words
        key = "take_over_head" if session.host_silent else "take_over_alone"
        facts = {"name": session.decider, "seconds": session.host_silent}
        word = words("rooms.take_over_word")
        how = words("rooms.take_over_how", seq=session.room.seq, word=word)
        self.query_one("#sheet-head", Static).update(Text(words(f"rooms.{key}", **facts)))
        self.query_one("#take-how", Static).update(Text(how))

    def _look(self) -> None:
        session = self._session
        if self._taking:
            return
        if session.may_take_over:
            self.reword()
        elif self.is_current:
            self.app.say("rooms.take_over_heard", "good", name=session.decider)
            self.dismiss()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_wait(self) -> None:
        """Not now."""
        if not self._taking:
            self.dismiss()

    def action_take(self) -> None:
        """Take over, once the word stands there."""
        word = self.app.words("rooms.take_over_word")
        typed = " ".join(self.query_one(Input).value.split())
        if self._taking:
            return
        if typed.casefold() != word.casefold():
            self.app.ring()
            self._tell("rooms.take_over_not", word=word)
            return
        self._taking = True
        self._tell("rooms.taking_over")
        self.run_worker(self._taken(), exclusive=True)

    def _tell(self, key: str, **facts: object) -> None:
        self.query_one("#take-told", Static).update(Text(self.app.words(key, **facts)))

    async def _taken(self) -> None:
        """Ask all who are reached, keep the reign on disk, then open the room."""
        session, words = self._session, self.app.words
        following = session.following
        guest = following.guest if following is not None else None
        taken: TakenOver | None = None
        try:
            if following is None or guest is None:
                present = session.lead_alone(self.app.settings.laptop or gethostname())
            else:
                answer = await asyncio.to_thread(guest.take_over)
                if isinstance(answer, Unable):
                    facts = {"name": answer.name or "?", "address": answer.address}
                    self._not(words(f"rooms.unable_{answer.why}", **facts))
                    return
                taken, present = answer, following.lead(answer)
        except Outreigned as fault:
            facts = {"name": fault.by.name or "?", "address": fault.by.address}
            self._not(words("rooms.unable_other", **facts))
        except (JournalFault, CodesFault) as fault:
            self._not(trouble(words, fault))
        except Astray as fault:
            self._not(words("rooms.copy_astray", detail=str(fault)))
        else:
            if present is not None:
                self._not(in_use(words, present))
                return
            session.say("rooms.took_over", "good")
            if taken is not None and guest is not None:
                # phones will look at that very place: it has to be free
                await asyncio.to_thread(guest.close().join, CLOSE_S)
                await reopened(self.app, session, taken.address, port=taken.port, claim=taken.claim)
            self.dismiss()

    def _not(self, detail: str) -> None:
        self._taking = False
        self.app.ring()
        self._tell("rooms.not_taken_over", detail=detail)
