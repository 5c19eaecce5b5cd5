"""Small screens with a question and numbered choices, over the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen

from ketuk.tui.menu.choice import AskTable, ChoiceLine
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.tui.home import Home

Result = TypeVar("Result")

DIGITS = [
    *[Binding(str(n), f"digit({n})", show=False) for n in range(10)],
    Binding("enter", "enter", "screens.key_choose"),
    Binding("up", "move(-1)", show=False),
    Binding("down", "move(1)", show=False),
]


class Picking(Screen[Result]):
    """A screen whose lines are chosen by their numbers, or by arrows and Enter."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [*DIGITS]
    by_itself = False
    """Whether it opens by itself: what is pressed just then was meant for what stood there."""
    _opened_at = 0.0

    def on_mount(self) -> None:
        """From now on it can be read."""
        self._opened_at = self.app.now()

    def _too_soon(self) -> bool:
        """Whether nobody can have read it yet, which is said."""
        soon = self.by_itself and self.app.now() - self._opened_at < self.app.changeover_s
        if soon:
            self.app.say("screens.too_soon", "note")
        return soon

    def action_digit(self, number: int) -> None:
        if self._too_soon():
            return
        if number == 0:
            self.action_back()
        else:
            self.query_one(Choices).digit(number)

    def action_enter(self) -> None:
        if not self._too_soon():
            self.query_one(Choices).enter()

    def action_move(self, by: int) -> None:
        self.query_one(Choices).move(by)

    def action_back(self) -> None:
        self.dismiss(None)


class PickScreen(GameScreen[Result], Picking[Result], ModalScreen[Result]):
    """A screen of the game that leaves the table in sight."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(classes="sheet-head", id="sheet-head")
            yield Static(classes="sheet-text", id="sheet-text")
            yield Choices()
        yield KeyBar()

    def put(
        self, head: str, text: str, choices: tuple[ChoiceLine, ...], *, marked: int | None = 0
    ) -> None:
        """Draw this question; Enter alone takes the line at ``marked``."""
        self.query_one("#sheet-head", Static).update(head)
        self.query_one("#sheet-text", Static).update(text)
        self.query_one(Choices).show(choices, self.session.words, marked=marked)


class AnswerSheet(Picking[Result], ModalScreen[Result]):
    """A question and its answers, over the screen that asks; drawn anew in another language."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "screens.key_back")]

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Choices()
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()

    def reword(self) -> None:
        raise NotImplementedError

    def draw(self, question: str, answers: tuple[ChoiceLine, ...], *, marked: int = 0) -> None:
        """Show these; Enter alone takes the answer at ``marked``."""
        self.query_one("#sheet-head", Static).update(question)
        self.query_one(Choices).show(answers, self.app.words, marked=marked)


class Ask(AnswerSheet[bool]):
    """Yes or no? Enter alone says no, unless nothing can go wrong by a yes (:func:`harmless`)."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__()
        self._key, self._facts = key, facts
        self.harmless = False

    def reword(self) -> None:
        words = self.app.words
        self._yes = ChoiceLine(words("screens.yes"), AskTable(()))
        answers = (self._yes, ChoiceLine(words("screens.no"), AskTable(())))
        self.draw(words(self._key, **self._facts), answers, marked=0 if self.harmless else 1)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        self.dismiss(event.choice is self._yes)

    def action_back(self) -> None:
        """That is a no."""
        self.dismiss(False)


def harmless(key: str, **facts: object) -> Ask:
    """A question whose yes does no harm: Enter alone says yes."""
    question = Ask(key, **facts)
    question.harmless = True
    return question


def when_sure(app: Home, then: Callable[[], object], key: str, **facts: object) -> None:
    """Ask, and go on after a yes alone."""

    def answered(yes: bool | None) -> None:
        if yes:
            then()

    app.push_screen(Ask(key, **facts), answered)
