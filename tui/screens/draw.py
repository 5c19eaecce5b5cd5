"""Saying which card was drawn from a real deck, in secret where it goes into a hand."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ketuk import engine
from ketuk.engine.commands import Draw
from ketuk.engine.table import DrawCard
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static


class DrawScreen(GameScreen[None], ModalScreen[None]):
    """A field for the short code printed on the card, which it hides if the card is secret."""

    asks_once = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "screens.key_choose")]

    def __init__(self, session: Session, seat: int) -> None:
        super().__init__(session)
        self._seat = seat
        top = session.table.top
        self._deck = top.deck if isinstance(top, DrawCard) else ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="draw-head", classes="sheet-head")
            yield Input(password=self._secret, id="draw-code", max_length=14)
            yield Static(id="draw-wrong")
        yield KeyBar()

    def show_game(self) -> None:
        key = "screens.draw_head" if self._secret else "screens.draw_head_shown"
        head = self.session.words(key, name=self.session.names.seat(self._seat), **self._codes)
        self.query_one("#draw-head", Static).update(head)
        self.query_one("#draw-code").focus()

    @property
    def _secret(self) -> bool:
        """Whether the card goes into a hand unseen."""
        return self._deck == self.session.rules.seating.hand_deck

    @property
    def _codes(self) -> dict[str, object]:
        """What the deck is called, and its first and last short code."""
        deck, rules = self._deck, self.session.rules
        codes = sorted(c.code for c in rules.cards.values() if c.deck == deck)
        name = self.session.names.telling.names.deck(deck)
        return {"deck": name, "first": codes[0], "last": codes[-1]} if codes else {}

    async def action_submit(self) -> None:
        """Enter, by the mouse on its name: what stands in the field counts."""
        await self.query_one(Input).action_submit()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The short code, or the whole code of the sticker."""
        event.stop()
        text, event.input.value = event.value.strip().upper(), ""
        rules = self.session.rules
        card = next((c.item for c in rules.cards.values() if c.code == text), 0)
        drawn = Draw(self._seat, card)
        if card and drawn in engine.offers(self.session.table, rules).commands:
            self.session.do(drawn)
        elif len(text) > 4:
            self.app.enter(text)
        else:
            wrong = self.session.words("screens.draw_wrong", **self._codes)
            self.query_one("#draw-wrong", Static).update(wrong)
            self.app.ring()
