"""What a game or a box shall be called."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home


class NameFor(ModalScreen[str | None]):
    """Gives a name, None if nobody wants another; ``offered`` stands in the field at first."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "screens.key_choose"),
        Binding("escape", "none", "screens.key_back"),
    ]

    def __init__(self, key: str, offered: str, **facts: object) -> None:
        super().__init__()
        self._key, self._offered, self._facts = key, offered, facts

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Input(self._offered, id="name", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()
        self.query_one(Input).focus()

    def reword(self) -> None:
        head = self.app.words(self._key, **self._facts)
        self.query_one("#sheet-head", Static).update(Text(head))
        self.query_one(KeyBar).refresh()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        """That name it is."""
        name = " ".join(self.query_one(Input).value.split())
        if name:
            self.dismiss(name)

    def action_none(self) -> None:
        """Not another name."""
        self.dismiss(None)
