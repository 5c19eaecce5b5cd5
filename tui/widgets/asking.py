"""The question in the middle: who, in large letters what, a sentence, and numbered choices."""

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widget import Widget

from ketuk.tui.menu import ChoiceLine, More, Question
from ketuk.tui.menu.choice import MOST
from ketuk.tui.signs import FINE, SEATS, signs
from ketuk.tui.widgets.lettering import Size, fitted
from ketuk.tui.widgets.logbook import LogBook
from ketuk.tui.widgets.still import Still
from ketuk.tui.words import Words

LEAST_CHOICES = 3
"""Choices that are seen however little room there is."""
GAP = "  "
"""Between what stands in one row."""
ROOMY = 30
"""Rows of a screen from which on there is room for large letters and heads."""
WIDE_OPEN = 42
"""Rows from which on there is room for huge ones."""


class Choices(Widget):
    """Numbered lines; the arrow keys move, a digit chooses at once. Long lists have pages.

    What has a key of its own stands in the last row of every page, under that key.
    """

    class Chosen(Message):
        """A line was chosen; ``clicked`` is its digit if the mouse did it, else 0."""

        def __init__(self, choice: ChoiceLine, clicked: int = 0) -> None:
            super().__init__()
            self.choice, self.clicked = choice, clicked

    class Turned(Message):
        """Other lines are there: of a menu, of the question itself, or of another one."""

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.room = MOST
        """Rows that there are for it."""
        self._menus: list[tuple[str, tuple[ChoiceLine, ...]]] = []
        self._moved = False
        """Whether somebody has gone to another line, or turned a page."""
        self._at: int | None = None
        """Where they are: the place of a line among those of this page."""
        self._start: int | None = None
        """The place of the line that Enter takes while nobody has moved: among all lines."""
        self._page = 0
        self._tall = -1
        self._more = ""
        self._back = ""
        self._hint = 0
        self.asked = 0
        """Another number for each question, so that a key meant for one answers no other."""
        self.painted: tuple[int, float] = (0, 0.0)
        """The question that was painted last, and when that was first."""

    def show(
        self, choices: tuple[ChoiceLine, ...], words: Words, *, marked: int | None = 0
    ) -> None:
        """Offer these; Enter alone takes the one at this place, if any."""
        turned = self._menus != [("", choices)]
        self._menus = [("", choices)]
        self._more, self._back = words("screens.choice_more"), words("screens.choice_back")
        self._start = marked
        self._reset(turned=turned)

    def give(self, room: int) -> None:
        """So many rows there are for it from now on."""
        if room == self.room:
            return
        self.room = room
        if self._at is not None:
            self._at = min(self._at, max(len(self._lines()) - 1, 0))
        self._laid_out()

    def open(self, title: str, choices: tuple[ChoiceLine, ...]) -> None:
        """A menu under the one that is open; none of its lines is marked."""
        self._menus.append((title, choices))
        self._reset()

    def back(self) -> bool:
        """To the menu before; whether there was one."""
        if len(self._menus) < 2:
            return False
        self._menus.pop()
        self._reset()
        return True

    @property
    def busy(self) -> bool:
        """Whether somebody is looking for something: a menu, another page, another line."""
        elsewhere = self._moved and self._at != self._place(self._first)
        return len(self._menus) > 1 or bool(self._page) or elsewhere

    @property
    def menu(self) -> tuple[ChoiceLine, ...]:
        """All lines of the menu that is open, on whatever page."""
        return self._menus[-1][1] if self._menus else ()

    @property
    def marked(self) -> ChoiceLine | None:
        """What Enter takes now, if anything."""
        if not self._moved:
            return self._first
        lines, at = self._lines(), self._at
        return lines[at][1] if at is not None and at < len(lines) else None

    @property
    def title(self) -> str:
        """Of the menu that is open; empty for the question itself."""
        return self._menus[-1][0] if self._menus else ""

    def digit(self, number: int) -> None:
        """The line with that number; 0 is the way back."""
        if number == 0:
            self.back()
            return
        for digit, choice in self._lines():
            if digit == number:
                self._choose(choice)
                return

    def enter(self) -> bool:
        """The line that is marked; whether there is one."""
        if self._moved and self._at is not None:
            self._choose(self._lines()[self._at][1])
            return True
        line = self.marked
        if line is not None:
            self._choose(line)
        return line is not None

    def move(self, by: int) -> None:
        """Mark the line before or after."""
        lines = self._lines()
        if lines:
            at = self._marked
            at = at + by if at is not None else (0 if by > 0 else -1)
            self._moved, self._at = True, at % len(lines)
            self.refresh()

    def hint(self, number: int) -> None:
        """Mark the line with this number while its key is held; 0: none is."""
        if number != self._hint:
            self._hint = number
            self.refresh()

    def render(self) -> Text:
        if self.painted[0] != self.asked:
            self.painted = self.asked, self._now()
        text, lines = Text(), self._lines()
        plain = [line for line in lines if line[1] is None or not line[1].key]
        for at, (digit, choice) in enumerate(plain):
            line = self._line(digit, choice, at)
            line.truncate(max(self.size.width - 1, 4), overflow="ellipsis")
            text.append_text(line).append("\n")
        if len(lines) > len(plain):
            row = Text(no_wrap=True, overflow="ellipsis")
            for at, (digit, choice) in enumerate(lines[len(plain) :], len(plain)):
                row.append_text(self._line(digit, choice, at)).append(GAP)
            row.truncate(max(self.size.width - 1, 4), overflow="ellipsis")
            text.append_text(row).append("\n")
        if len(self._menus) > 1:
            text.append(f" 0  {self._back}", "dim")
        return text

    def _now(self) -> float:
        """By the clock of the app, if it has one of its own."""
        now = getattr(self.app, "now", None)
        return float(now() if now is not None else events.Event().time)

    def _line(self, digit: int, choice: ChoiceLine | None, place: int) -> Text:
        label = self._more if choice is None else choice.label
        held = any(self._hint == known for known, _ in self._lines())
        marked = digit == self._hint if held else place == self._marked
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f" {digit} ", "bold reverse" if marked else "bold")
        return line.append(f" {label}", "bold" if marked else "")

    def on_click(self, event: events.Click) -> None:
        lines = self._lines()
        plain = [line for line in lines if line[1] is None or not line[1].key]
        keyed = lines[len(plain) :]
        if event.y < len(plain):
            digit, choice = plain[event.y]
            self._choose(choice, digit)
        elif keyed and event.y == len(plain):
            start = 0
            for at, (digit, choice) in enumerate(keyed, len(plain)):
                start += self._line(digit, choice, at).cell_len + len(GAP)
                if event.x < start:
                    self._choose(choice, digit)
                    break
        else:
            self.back()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A row for each line of the longest page, and one for the way back."""
        return self._rows()

    def _rows(self) -> int:
        plain = min(len(self._plain()), self._plain_room())
        return plain + bool(self._keyed()) + (len(self._menus) > 1)

    def _reset(self, *, turned: bool = True) -> None:
        if turned:
            self.asked += 1
            self.post_message(self.Turned())
        self._page = 0
        self._moved, self._at = False, None
        self._laid_out()

    @property
    def _first(self) -> ChoiceLine | None:
        """What Enter takes if nobody has moved, on whatever page it stands."""
        at = self._start if len(self._menus) < 2 else None
        return self.menu[at] if at is not None and at < len(self.menu) else None

    @property
    def _marked(self) -> int | None:
        """The place of the line that is marked, among those of this page; None if none is."""
        return self._at if self._moved else self._place(self._first)

    def _place(self, line: ChoiceLine | None) -> int | None:
        places = (at for at, (_, known) in enumerate(self._lines()) if known is line)
        return next(places, None) if line is not None else None

    def _laid_out(self) -> None:
        """Draw, and take more or fewer rows if there are more or fewer lines."""
        rows = self._rows()
        self.refresh(layout=rows != self._tall)
        self._tall = rows

    def _plain(self) -> list[ChoiceLine]:
        """What is called by its place."""
        return [c for c in self._menus[-1][1] if not c.key] if self._menus else []

    def _keyed(self) -> list[ChoiceLine]:
        """What has a key of its own."""
        return [c for c in self._menus[-1][1] if c.key] if self._menus else []

    def _plain_room(self) -> int:
        """Lines of a page that are called by their place."""
        keyed = self._keyed()
        most = min((c.key for c in keyed), default=MOST + 1) - 1
        return max(LEAST_CHOICES, min(most, self.room - bool(keyed) - (len(self._menus) > 1)))

    def _pages(self) -> int:
        plain, room = len(self._plain()), self._plain_room()
        return 1 if plain <= room else -(-plain // (room - 1))

    def _lines(self) -> list[tuple[int, ChoiceLine | None]]:
        """What stands on the page that is open, with its digit; None turns the page."""
        plain, room = self._plain(), self._plain_room()
        shown: list[ChoiceLine | None] = [*plain]
        if len(plain) > room:
            at = self._page % self._pages()
            shown = [*plain[at * (room - 1) : (at + 1) * (room - 1)], None]
        keyed = [(c.key, c) for c in self._keyed()]
        return [*enumerate(shown, 1), *keyed]

    def _choose(self, choice: ChoiceLine | None, clicked: int = 0) -> None:
        if choice is None:
            self._page = (self._page + 1) % self._pages()
            self._moved, self._at = True, None
            self.refresh()
        elif isinstance(choice.action, More):
            self.open(choice.action.title, choice.action.choices)
        else:
            self.post_message(self.Chosen(choice, clicked))


class Asking(Vertical):
    """The whole question, and what has happened beside it (below it if it is narrow)."""

    class Resized(Message):
        """It has other rows or columns than before."""

    def __init__(self, log: LogBook) -> None:
        super().__init__(id="asking")
        self._question: Question | None = None
        self._log = log

    def compose(self) -> ComposeResult:
        yield Still(id="ask-head")
        with Container(id="ask-body"):
            with Vertical(id="ask-side"):
                yield Still(id="ask-text")
                yield Choices()
            yield self._log

    def show(self, question: Question, words: Words) -> None:
        """Put this question."""
        self._question = question
        self.query_one(Choices).show(question.choices, words, marked=question.marked)
        self._put()

    def on_choices_turned(self) -> None:
        """A menu says what is chosen there; how the question is answered is no longer so."""
        if self._question is not None:
            self._put()

    def _put(self) -> None:
        self.query_one("#ask-text", Still).show_text(self._sentence)
        self._head()
        self._share()

    @property
    def _sentence(self) -> str:
        question = self._question
        sentence = question.sentence if question is not None else ""
        return self.query_one(Choices).title or sentence

    def on_resize(self, event: events.Resize) -> None:
        """Large letters only if there is room for them, and as many choices as fit now."""
        self._head()
        self._share()
        self.post_message(self.Resized())

    def _share(self) -> None:
        """Rows for the choices: what the question leaves, and a line or more of the log."""
        if self._question is not None and self.size.height:
            log = 0 if self._roomy else 1
            room = self.size.height - log - self._above(self._question, self._sentence)
            self.query_one(Choices).give(room)

    def needs(self, question: Question) -> int:
        """Rows for a question and the first of its choices."""
        plain = sum(not choice.key for choice in question.choices)
        keyed = len(question.choices) > plain
        return self._above(question, question.sentence) + min(plain, LEAST_CHOICES) + keyed

    @property
    def _roomy(self) -> bool:
        return self.screen.size.height >= ROOMY

    def _above(self, question: Question, sentence: str) -> int:
        """Rows of head and sentence, with their margins."""
        width = self.size.width * 3 // 5 if self._roomy else self.size.width
        text = len(Text(sentence).wrap(self.app.console, max(width - 2, 20)))
        return len(self._rows(question)) + min(text, 4) + (3 if self._roomy else 0)

    def _rows(self, question: Question) -> list[str]:
        best: Size = "huge" if self.screen.size.height >= WIDE_OPEN else "large"
        room = self.size.width - 2
        if self._roomy and signs() is FINE and (rows := fitted(question.headline, room, best)):
            return rows
        return [f"» {question.headline.upper()}"]

    def _head(self) -> None:
        question = self._question
        if question is None:
            return
        style = Style(color=SEATS[question.seat - 1], bold=True) if question.seat else Style()
        head = Text("\n".join(self._rows(question)), style, no_wrap=True)
        self.query_one("#ask-head", Still).show_text(head)
