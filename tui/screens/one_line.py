"""A question that one line answers: a name, a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home

Answer = TypeVar("Answer")


class OneLine(ModalScreen[Answer | None], Generic[Answer]):
    """Asks by the words ``key``, with ``offered`` in the line at first; None for no answer."""

    app: Home

    def __init__(self, key: str, offered: str, **facts: object) -> None:
        super().__init__()
        self._key, self._offered, self._facts = key, offered, facts

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Input(self._offered, id="line", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()
        self.query_one(Input).focus()

    def reword(self) -> None:
        self.query_one("#sheet-head", Static).update(Text(self.app.words(self._key, **self._facts)))

    @property
    def typed(self) -> str:
        """What stands in the line."""
        return self.query_one(Input).value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        raise NotImplementedError

    def action_none(self) -> None:
        self.dismiss(None)
