"""A secret bid by keys: what is pressed is not shown."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from ketuk import engine
from ketuk.engine.commands import BidCard
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.telling.naming import PARTS
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

WIDEST = max(map(len, PARTS))


class BidScreen(GameScreen[None], ModalScreen[None]):
    """The key pad of one seat."""

    asks_once = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"press({n})", show=False) for n in range(1, 10)],
        Binding("enter", "lay", "screens.key_lay_bid"),
    ]

    def __init__(self, session: Session, seat: int) -> None:
        super().__init__(session)
        self._seat = seat
        self._pressed = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="bid-head", classes="sheet-head")
            yield Static(id="bid-keys")
            yield Static(id="bid-dot")
        yield KeyBar()

    @property
    def _bids(self) -> tuple[BidCard, ...]:
        """The cards that this seat may lay, the lowest first."""
        offers = engine.offers(self.session.table, self.session.rules)
        return tuple(c for c in offers.of(self._seat) if isinstance(c, BidCard))

    def show_game(self) -> None:
        """Draw the pad; never the key that was pressed."""
        words, names, auction = self.session.words, self.session.names, self.session.table.auction
        if auction is None:
            return
        facts = {"name": names.seat(self._seat), "tile": names.deed(auction.tile)}
        self.query_one("#bid-head", Static).update(words("screens.bid_head", **facts))
        lines = [self._line(at, c.card) for at, c in enumerate(self._bids, 1)]
        self.query_one("#bid-keys", Static).update("\n".join(lines))
        key = "screens.bid_pressed" if self._pressed else "screens.bid_press"
        self.query_one("#bid-dot", Static).update(words(key))

    def _line(self, key: int, card: int) -> str:
        """A key, the part of the price that is printed on its card, and what that comes to."""
        part = PARTS[card] if card else ""
        return f"[{key}]  {part:<{WIDEST}}  {self.session.names.bid(card)}"

    def takes_sign(self, sign: str) -> Callable[[], None] | None:
        """A key of the pad shows its dot at once; how to have it as it was."""
        before = self._pressed

        def put_back() -> None:
            self._pressed = before
            self.show_game()

        return put_back if sign.isdigit() else None

    def action_press(self, key: int) -> None:
        """A key of the pad; another one before Enter counts instead."""
        if 0 < key <= len(self._bids):
            self._pressed = key
            self.show_game()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self.query_one("#bid-keys"):
            self.action_press(event.y + 1)

    def action_lay(self) -> None:
        if not self._pressed:
            self.query_one("#bid-dot", Static).update(self.session.words("screens.bid_first"))
            self.app.ring()
            return
        if not self.session.do(self._bids[self._pressed - 1]):
            self.app.ring()
            self.dismiss()
