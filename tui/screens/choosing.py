"""One of several answers, over the screen that asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from ketuk.tui.menu.choice import AskTable, ChoiceLine
from ketuk.tui.screens.asking import DIGITS, Picking
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home


class ChooseScreen(Picking[int | None], ModalScreen[int | None]):
    """Gives the place of the answer, None if nobody wants any.

    Question and answers are asked for anew whenever the language changes. ``meant`` says which
    answer a tapped card gives.
    """

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [*DIGITS, Binding("escape", "back", "screens.key_back")]

    def __init__(
        self,
        question: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        *,
        meant: Callable[[Scan], int | None] = lambda scan: None,
    ) -> None:
        super().__init__()
        self._question, self._answers, self._meant = question, answers, meant
        self._choices: tuple[ChoiceLine, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield Choices()
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()

    def reword(self) -> None:
        self.query_one("#sheet-head", Static).update(self._question())
        self._choices = tuple(ChoiceLine(told, AskTable(())) for told in self._answers())
        self.query_one(Choices).show(self._choices, self.app.words)
        self.query_one(KeyBar).refresh()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        self.dismiss(self.place_of(event.choice))

    def place_of(self, choice: ChoiceLine) -> int:
        """Which of the answers that are shown it is."""
        return next(at for at, c in enumerate(self._choices) if c is choice)

    def takes(self, scan: Scan) -> bool:
        """Whether a card is one of the answers; then it is given."""
        answer = self._meant(scan)
        if answer is not None:
            self.app.ring("accepted")
            self.dismiss(answer)
        return answer is not None
