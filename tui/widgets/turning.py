"""A question with a few answers, of which one shows: left and right go through them."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget


class Turning(Widget, can_focus=True):
    """``value`` is the answer chosen, by its place."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
        Binding("enter", "app.focus_next", show=False),
    ]

    class Turned(Message):
        """Another answer was chosen."""

    def __init__(self, *, id: str, at: int = 0) -> None:
        super().__init__(id=id, classes="turning")
        self.at = at
        self._question = ""
        self._answers: Sequence[str] = ()

    def show(self, question: str, answers: Sequence[str]) -> None:
        """Ask this; the answer chosen stays the one at its place."""
        self._question, self._answers = question, answers
        self.at = min(self.at, max(len(answers) - 1, 0))
        self.refresh()

    def render(self) -> Text:
        line = Text(self._question.ljust(LABEL), no_wrap=True, overflow="ellipsis")
        if self._answers:
            several = len(self._answers) > 1
            answer = self._answers[self.at]
            line.append(f"‹ {answer} ›" if several else f"  {answer}", "bold")
        return line

    def action_turn(self, by: int) -> None:
        if len(self._answers) > 1:
            self.at = (self.at + by) % len(self._answers)
            self.refresh()
            self.post_message(self.Turned())

    def on_click(self, event: events.Click) -> None:
        self.action_turn(1)


LABEL = 16
"""Columns of a question."""
