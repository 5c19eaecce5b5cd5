"""The names that were played with: one is taken for a seat, or forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from ketuk.rooms.names import person
from ketuk.tui.people import forget, remembered
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList, Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home


class People(ModalScreen[str | None]):
    """Gives a name, None if nobody wants any; those that sit already are left out."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "screens.key_choose", show=True),
        Binding("x,delete", "forget", "screens.key_forget"),
        Binding("escape", "none", "screens.key_back"),
    ]

    def __init__(self, seated: Iterable[str]) -> None:
        super().__init__()
        self._seated = {person(name) for name in seated}
        self._names: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield OptionList(id="people-list")
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()
        self.query_one(OptionList).focus()

    def reword(self) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        known = remembered(self.app.data)
        self._names = [name for name in known if person(name) not in self._seated]
        options.clear_options()
        options.add_options([Option(Text(name)) for name in self._names])
        options.highlighted = min(at, len(self._names) - 1) if self._names else None
        head = "screens.people_head" if self._names else "screens.people_none"
        self.query_one("#sheet-head", Static).update(self.app.words(head))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._names[event.option_index])

    def action_take(self) -> None:
        self.query_one(OptionList).action_select()

    def action_forget(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None:
            forget(self.app.data, self._names[at])
            self.reword()

    def action_none(self) -> None:
        self.dismiss(None)
