"""Calling out a bid: a sum within its bounds."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ketuk import engine
from ketuk.engine.commands import Bid
from ketuk.engine.offers import BidForm
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

LEAST_DIGITS = 7
"""Digits that can be typed in any game: who types too much is told the bounds."""


class CallScreen(GameScreen[None], ModalScreen[None]):
    """A number; the least that counts stands in the field already."""

    asks_once = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "screens.key_choose")]

    def __init__(self, session: Session, seat: int) -> None:
        super().__init__(session)
        self._seat = seat

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="call-head", classes="sheet-head")
            yield Input(id="call-sum", type="integer")
        yield KeyBar()

    @property
    def _form(self) -> BidForm | None:
        forms = engine.offers(self.session.table, self.session.rules).forms
        return next((f for f in forms if isinstance(f, BidForm) and f.seat == self._seat), None)

    def show_game(self) -> None:
        form, words = self._form, self.session.words
        if form is None:
            self.dismiss()
            return
        facts = {"name": self.session.names.seat(self._seat), "least": form.least}
        head = words("screens.call_head", most=form.most, **facts)
        self.query_one("#call-head", Static).update(head)
        field = self.query_one(Input)
        field.max_length = max(LEAST_DIGITS, len(str(form.most)))
        if not field.value:
            field.value = str(form.least)
        field.focus()

    async def action_submit(self) -> None:
        """Enter, by the mouse on its name: what stands in the field counts."""
        await self.query_one(Input).action_submit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value and not self.session.do(Bid(self._seat, int(event.value))):
            self.app.ring()
            self.dismiss()
