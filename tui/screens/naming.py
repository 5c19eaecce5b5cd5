"""What a game or a box shall be called."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ketuk.tui.screens.one_line import OneLine


class NameFor(OneLine[str]):
    """Gives a name, None if nobody wants another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "screens.key_choose"),
        Binding("escape", "none", "screens.key_back"),
    ]

    def action_take(self) -> None:
        if name := " ".join(self.typed.split()):
            self.dismiss(name)
