"""Lines of a form: a question with a few answers, and one for a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from ketuk.tui.telling.agreed import number

if TYPE_CHECKING:
    from ketuk.engine.rules.ruleset import RuleSet, Setting
    from ketuk.tui.home import Home
    from ketuk.tui.words import Words

LABEL = 14
"""Columns before the answers."""


MORE = "…"
"""Stands for answers that have no room."""


def fitting(answers: Sequence[str], chosen: int, room: int) -> tuple[int, range]:
    """Columns after each answer, and which answers to show in so many columns.

    All of them if they can stand there, else those around the chosen one.
    """
    widths = [1 + cell_len(answer) for answer in answers]
    for gap in (1, 0):
        if sum(widths) + gap * len(widths) <= room:
            return gap, range(len(widths))
    first = 0
    while first < chosen and sum(widths[first : chosen + 1]) > room - 2 * len(f" {MORE}"):
        first += 1
    last = max(chosen, first)
    while last + 1 < len(widths) and sum(widths[first : last + 2]) <= room - 2 * len(f" {MORE}"):
        last += 1
    return 0, range(first, last + 1)


class Switch(Widget, can_focus=True):
    """One question with a few answers: left, right or space goes to the next one."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", show=False),
        Binding("right,l,space", "turn(1)", show=False),
        Binding("enter", "app.focus_next", show=False),
    ]

    class Turned(Message):
        """Another answer was chosen."""

        def __init__(self, switch: Switch) -> None:
            super().__init__()
            self.switch = switch

    def __init__(self, key: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__(id=f"switch-{key}", classes="switch")
        self.key = key
        self.answers = list(answers)
        """Value and the words key of its text, or the text itself."""
        self.at = 0
        self.touched = False
        """Whether somebody chose the answer; else it is the first that there is."""
        self.code = ""
        """The code of the rule set whose own words are spoken; empty for the general ones."""

    @property
    def value(self) -> str:
        """The answer chosen."""
        return self.answers[self.at][0] if self.answers else ""

    @property
    def words(self) -> Words:
        """The words that it speaks."""
        return self.app.words.of(self.code)

    def render(self) -> Text:
        words = self.words
        labels = [words(key) if words.has(key) else key for _, key in self.answers]
        marked = [f"{'◉' if at == self.at else '○'} {text}" for at, text in enumerate(labels)]
        line = Text(self._label(), no_wrap=True, overflow="ellipsis")
        gap, shown = fitting(marked, self.at, self.size.width - len(line))
        if shown.start:
            line.append(f" {MORE}", "dim")
        for at in shown:
            line.append(f" {marked[at]}{' ' * gap}", "bold" if at == self.at else "dim")
        if shown.stop < len(marked):
            line.append(f" {MORE}", "dim")
        return line

    def _label(self) -> str:
        return self.words(f"screens.new_{self.key}").ljust(LABEL)

    def action_turn(self, by: int) -> None:
        if self.answers:
            self.choose((self.at + by) % len(self.answers))

    def choose(self, at: int) -> None:
        """Somebody has chosen that answer."""
        self.put(at)
        self.post_message(self.Turned(self))

    def put(self, at: int) -> None:
        """That answer was chosen elsewhere."""
        self.at, self.touched = at, True
        self.refresh()

    def pick(self, value: str | None) -> bool:
        """Have the answer with that value, as one chosen elsewhere; whether it is offered."""
        values = [offered for offered, _ in self.answers]
        if value not in values:
            return False
        self.put(values.index(value))
        return True

    def on_click(self, event: events.Click) -> None:
        self.action_turn(1)


class Dial(Switch):
    """A number within bounds: left and right go a step, digits name it."""

    def __init__(self, key: str) -> None:
        super().__init__(key, [])
        self._typed = ""

    def fit(self, setting: Setting, code: str) -> None:
        """Offer the numbers of a setting; another one than the last begins at what is usual."""
        numbers = [(str(n), str(n)) for n in setting.choices]
        if numbers != self.answers or not self.touched:
            self.at, self.touched = setting.choices.index(setting.usual), False
        self.answers, self.code = numbers, code

    def render(self) -> Text:
        line = Text(self._label(), no_wrap=True, overflow="ellipsis")
        line.append(f" ‹ {self._told(self.at)} › ", "bold")
        ends = self._told(0), self._told(-1)
        ends_told = self.words("screens.set_range", least=ends[0], most=ends[1])
        if line.cell_len + cell_len(ends_told) <= self.size.width:
            line.append(ends_told, "dim")
        return line

    def said(self) -> str:
        """The question and the number, in one line."""
        return f"{self.words(f'screens.new_{self.key}')} {self._told(self.at)}"

    def unusual(self, rules: RuleSet) -> bool:
        """Whether the number is another than is usual in these rules."""
        return any(
            f"set_{s.name}" == self.key and str(s.usual) != self.value for s in rules.settings
        )

    def _told(self, at: int) -> str:
        return number(self.words, self.key.removeprefix("set_"), int(self.answers[at][0]))

    def on_key(self, event: events.Key) -> None:
        """Digits name a number; one that is not offered waits for more of them."""
        if event.character is None or not event.character.isdecimal():
            self._typed = ""
            return
        event.stop()
        values = [value for value, _ in self.answers]
        self._typed += event.character
        if not any(value.startswith(self._typed) for value in values):
            self._typed = event.character
        if self._typed in values:
            self.choose(values.index(self._typed))

    def as_it_was(self) -> Callable[[], None]:
        """How to take back what is typed from now on."""
        at, touched, typed = self.at, self.touched, self._typed

        def put_back() -> None:
            self.at, self.touched, self._typed = at, touched, typed
            self.refresh()

        return put_back

    def on_blur(self) -> None:
        """Digits that named nothing are forgotten."""
        self._typed = ""
