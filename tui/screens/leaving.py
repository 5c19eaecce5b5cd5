"""A player leaves the game for good."""

from typing import ClassVar

from textual.binding import BindingType

from engine.acts.leaving import queue_up
from engine.commands import Leave
from rooms.answers import Changed
from tui.menu import Choice, Do
from tui.screens.asking import DIGITS, Ask, PickScreen
from tui.widgets.asking import Choices


class LeaveScreen(PickScreen[None]):
    """Who leaves; asked once more before it is done."""

    BINDINGS: ClassVar[list[BindingType]] = [*DIGITS]

    def show_game(self) -> None:
        """The players still there."""
        words, names = self.session.words, self.session.names
        choices = tuple(
            Choice(words("screens.leaves", name=names.seat(s)), Do((Leave(s),)))
            for s in self.session.table.seats
        )
        later = self.session.rules.ruin.left_behind is queue_up
        text = words("screens.leave_text" if later else "screens.leave_text_at_once")
        self.put(words("screens.leave_head"), text, choices)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Ask once more."""
        action = event.choice.action
        if isinstance(action, Do):
            name = self.session.names.seat(action.commands[0].seat)

            def sure(yes: bool | None) -> None:
                if yes:
                    self.session.do(*action.commands)
                elif self.is_current:
                    self.dismiss()

            self.app.push_screen(Ask("screens.leave_sure", name=name), sure)

    def changed(self, changed: Changed) -> None:
        """Somebody left."""
        self.dismiss()
