"""The question in the middle: who, in large letters what, a sentence, and numbered choices."""

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widget import Widget

from ketuk.tui.menu import Choice, More, Question
from ketuk.tui.signs import FINE, SEATS, signs
from ketuk.tui.widgets.lettering import large, width_of
from ketuk.tui.widgets.logbook import LogBook
from ketuk.tui.widgets.still import Still
from ketuk.tui.words import Words

MOST = 9
"""Choices that digits can reach."""
ROOMY = 30
"""Rows of a screen from which on there is room for large letters and heads."""


class Choices(Widget):
    """Numbered lines; the arrow keys move, a digit chooses at once. Long lists have pages."""

    class Chosen(Message):
        """A line was chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.room = MOST
        """Rows that there are for it."""
        self._menus: list[tuple[str, tuple[Choice, ...]]] = []
        self._at = 0
        self._page = 0
        self._tall = -1
        self._more = ""
        self._back = ""
        self._hint = 0
        self.asked = 0
        """Another number for each question, so that a key meant for one answers no other."""
        self.painted: tuple[int, float] = (0, 0.0)
        """The question that was painted last, and when that was first."""

    def show(self, choices: tuple[Choice, ...], words: Words) -> None:
        """Offer these, the first marked."""
        if not self._menus or self._menus[0][1] != choices:
            self.asked += 1
        self._menus = [("", choices)]
        self._more, self._back = words("screens.choice_more"), words("screens.choice_back")
        self._reset()

    def give(self, room: int) -> None:
        """So many rows there are for it from now on."""
        if room == self.room:
            return
        self.room = room
        self._at = min(self._at, max(len(self._lines()) - 1, 0))
        self._laid_out()

    def open(self, title: str, choices: tuple[Choice, ...]) -> None:
        """A menu under the one that is open."""
        self._menus.append((title, choices))
        self.asked += 1
        self._reset()

    def back(self) -> bool:
        """To the menu before; whether there was one."""
        if len(self._menus) < 2:
            return False
        self._menus.pop()
        self.asked += 1
        self._reset()
        return True

    @property
    def busy(self) -> bool:
        """Whether somebody is looking for something: a menu, another page, another line."""
        return len(self._menus) > 1 or bool(self._at or self._page)

    @property
    def title(self) -> str:
        """Of the menu that is open; empty for the question itself."""
        return self._menus[-1][0] if self._menus else ""

    def digit(self, number: int) -> None:
        """The line with that number; 0 is the way back."""
        if number == 0:
            self.back()
            return
        lines = self._lines()
        if 1 <= number <= len(lines):
            self._choose(lines[number - 1])

    def enter(self) -> None:
        """The line that is marked."""
        lines = self._lines()
        if self._at < len(lines):
            self._choose(lines[self._at])

    def move(self, by: int) -> None:
        """Mark the line before or after."""
        lines = self._lines()
        if lines:
            self._at = (self._at + by) % len(lines)
            self.refresh()

    def hint(self, number: int) -> None:
        """Mark the line with this number while its key is held; 0: none is."""
        if number != self._hint:
            self._hint = number
            self.refresh()

    @property
    def _marked(self) -> int:
        """The line that is shown as chosen."""
        return self._hint - 1 if 1 <= self._hint <= len(self._lines()) else self._at

    def render(self) -> Text:
        """The lines of this page."""
        if self.painted[0] != self.asked:
            self.painted = self.asked, self._now()
        text, marked = Text(), self._marked
        for at, choice in enumerate(self._lines()):
            label = self._more if choice is None else choice.label
            line = Text(no_wrap=True, overflow="ellipsis")
            line.append(f" {at + 1} ", "bold reverse" if at == marked else "bold")
            line.append(f" {label}", "bold" if at == marked else "")
            line.truncate(max(self.size.width - 1, 4), overflow="ellipsis")
            text.append_text(line).append("\n")
        if len(self._menus) > 1:
            text.append(f" 0  {self._back}", "dim")
        return text

    def _now(self) -> float:
        """By the clock of the app, if it has one of its own."""
        now = getattr(self.app, "now", None)
        return float(now() if now is not None else events.Event().time)

    def on_click(self, event: events.Click) -> None:
        """A line was pressed."""
        lines = self._lines()
        if event.y < len(lines):
            self._choose(lines[event.y])
        elif event.y == len(lines):
            self.back()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A row for each line of the longest page, and one for the way back."""
        return self._rows()

    def _rows(self) -> int:
        count = len(self._menus[-1][1]) if self._menus else 0
        return min(count, self._room()) + (len(self._menus) > 1)

    def _reset(self) -> None:
        self._at = self._page = 0
        self._laid_out()

    def _laid_out(self) -> None:
        """Draw, and take more or fewer rows where there are more or fewer lines."""
        rows = self._rows()
        self.refresh(layout=rows != self._tall)
        self._tall = rows

    def _room(self) -> int:
        return max(3, min(MOST, self.room - (len(self._menus) > 1)))

    def _lines(self) -> list[Choice | None]:
        """What stands on this page; None turns it."""
        if not self._menus:
            return []
        choices = self._menus[-1][1]
        room = self._room()
        if len(choices) <= room:
            return list(choices)
        step = room - 1
        pages = -(-len(choices) // step)
        start = self._page % pages * step
        return [*choices[start : start + step], None]

    def _choose(self, choice: Choice | None) -> None:
        if choice is None:
            self._page += 1
            self._at = 0
            self.refresh()
        elif isinstance(choice.action, More):
            self.open(choice.action.title, choice.action.choices)
        else:
            self.post_message(self.Chosen(choice))


class Asking(Vertical):
    """The whole question, and what has happened beside it (below it where it is narrow)."""

    def __init__(self, log: LogBook) -> None:
        super().__init__(id="asking")
        self._question: Question | None = None
        self._log = log

    def compose(self) -> ComposeResult:
        """Head; then sentence and choices, and the log."""
        yield Still(id="ask-head")
        with Container(id="ask-body"):
            with Vertical(id="ask-side"):
                yield Still(id="ask-text")
                yield Choices()
            yield self._log

    def show(self, question: Question, words: Words) -> None:
        """Put this question."""
        self._question = question
        self.query_one("#ask-text", Still).show_text(question.text)
        self._head()
        self._share()
        self.query_one(Choices).show(question.choices, words)

    def on_resize(self, event: events.Resize) -> None:
        """Large letters only where there is room for them, and as many choices as fit now."""
        self._head()
        self._share()

    def _share(self) -> None:
        """Rows for the choices: what the question leaves, and a line or more of the log."""
        if self._question is not None and self.size.height:
            log = 0 if self._roomy else 1
            room = self.size.height - log - self._above(self._question)
            self.query_one(Choices).give(room)

    @property
    def _roomy(self) -> bool:
        return self.screen.size.height >= ROOMY

    def _above(self, question: Question) -> int:
        """Rows of head and sentence, with their margins."""
        width = self.size.width * 3 // 5 if self._roomy else self.size.width
        text = len(Text(question.text).wrap(self.app.console, max(width - 2, 20)))
        return len(self._rows(question)) + min(text, 4) + (3 if self._roomy else 0)

    def _rows(self, question: Question) -> list[str]:
        fits = width_of(question.headline) <= self.size.width - 2
        if self._roomy and fits and signs() is FINE:
            return large(question.headline)
        return [f"» {question.headline.upper()}"]

    def _head(self) -> None:
        question = self._question
        if question is None:
            return
        style = Style(color=SEATS[question.seat - 1], bold=True) if question.seat else Style()
        head = Text("\n".join(self._rows(question)), style, no_wrap=True)
        self.query_one("#ask-head", Still).show_text(head)
