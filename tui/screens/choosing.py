"""One of several answers, over the screen that asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ketuk.tui.menu.choice import AskTable, ChoiceLine
from ketuk.tui.screens.asking import AnswerSheet
from ketuk.tui.widgets.asking import Choices

if TYPE_CHECKING:
    from ketuk.scanning.scan import Scan


class ChooseScreen(AnswerSheet[int | None]):
    """Gives the place of the answer, None if nobody wants any.

    Question and answers are asked for anew whenever the language changes. ``meant`` says which
    answer a tapped card gives.
    """

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

    def reword(self) -> None:
        self._choices = tuple(ChoiceLine(answer, AskTable(())) for answer in self._answers())
        self.draw(self._question(), self._choices)

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
