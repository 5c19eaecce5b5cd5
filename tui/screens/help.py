"""The keys of a screen, and how cards are used on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen

from ketuk.tui.widgets.keybar import KeyBar, keys_of, label
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home


class Help(ModalScreen[None]):
    """Over the screen that it tells of."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1", "dismiss", "screens.key_back")
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Static(id="help-head", classes="sheet-head")
            yield Static(id="help-keys")
            yield Static(id="help-text")
        yield KeyBar()

    def on_mount(self) -> None:
        """Draw it; arrows scroll what does not fit."""
        self.reword()
        self.query_one(VerticalScroll).focus()

    def on_click(self, event: events.Click) -> None:
        """A key was pressed with the mouse: it does on its screen what it says."""
        if event.widget is not self.query_one("#help-keys"):
            return
        keys, app, about = tuple(keys_of(self._about)), self.app, self._about
        if 0 <= event.y < len(keys):
            self.dismiss()
            app.call_later(app.run_action, keys[event.y].action, about)

    def reword(self) -> None:
        words = getattr(self._about, "session", self.app).words  # a game's set has its own
        self.query_one("#help-head", Static).update(words("screens.help_head"))
        grid = Grid.grid(padding=(0, 2))
        for key in keys_of(self._about):
            grid.add_row(Text(key.shown, "bold reverse"), label(key, self._about))
        self.query_one("#help-keys", Static).update(grid)
        about = f"screens.help_{type(self._about).__name__.lower()}"
        about_text = words(about) if words.has(about) else words("screens.help_any")
        self.query_one("#help-text", Static).update(about_text)
