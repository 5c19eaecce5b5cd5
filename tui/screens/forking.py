"""Two copies of a box that went different ways: told card by card, and whose sticker counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from ketuk.codes.merging import Preference, Side
from ketuk.tui.boxes.card_names import CardNames
from ketuk.tui.boxes.copies import card_told, parted_told, sticker_told
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.turning import Turning

if TYPE_CHECKING:
    from ketuk.codes.merging import Parted
    from ketuk.tui.home import Home


class Forking(ModalScreen[Preference | None]):
    """Gives the choice, None if the box stays as it is."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "merge", "lobby.key_merge"),
        Binding("escape", "none", "screens.key_back"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, box: str, cards: CardNames, parted: Sequence[Parted]) -> None:
        super().__init__()
        self._box, self._cards, self._parted = box, cards, parted
        self._asked = [card for card in parted if card.choice and card.item is not None]

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet", id="fork-sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            with VerticalScroll(id="fork-told"):
                yield Static(id="fork-lines")
                yield Static(id="fork-which")
                for card in self._asked:
                    yield Turning(id=f"fork-{card.item}")
            yield Static(id="fork-how")
        yield KeyBar()

    def on_mount(self) -> None:
        """Draw it; the first question, or the lines, have the keys."""
        self.reword()
        turns = list(self.query(Turning))
        (turns[0] if turns else self.query_one("#fork-told")).focus()

    def reword(self) -> None:
        words = self.app.words
        self.query_one("#sheet-head", Static).update(words("lobby.fork_head", box=self._box))
        lines = parted_told(words, self._cards, self._parted)
        self.query_one("#fork-lines", Static).update("\n".join(lines))
        which = self.query_one("#fork-which", Static)
        which.display = bool(self._asked)
        which.update(words("lobby.fork_which"))
        for card in self._asked:
            answers = [
                words(f"lobby.fork_{key}", sticker=sticker_told(words, rows))
                for key, rows in (("mine", card.here), ("theirs", card.file))
            ]
            turn = self.query_one(f"#fork-{card.item}", Turning)
            turn.show(card_told(words, self._cards, card), answers)
        self.query_one("#fork-how", Static).update(words("lobby.fork_merge"))

    def action_merge(self) -> None:
        theirs = {
            card.item
            for card in self._asked
            if card.item is not None and self.query_one(f"#fork-{card.item}", Turning).at == 1
        }
        self.dismiss(Preference(Side.HERE, frozenset(theirs)))

    def action_none(self) -> None:
        self.dismiss(None)
