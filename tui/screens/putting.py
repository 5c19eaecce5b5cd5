"""Choosing in secret which Siasat cards go into a trade."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ketuk.tui.menu import AskTable, ChoiceLine, Open
from ketuk.tui.screens.asking import PickScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.asking import Choices


class PuttingScreen(PickScreen[tuple[int, ...]]):
    """The cards of one hand, each put down or not; covered at first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "done", "screens.key_put"),
    ]

    def __init__(self, session: Session, seat: int, put: tuple[int, ...]) -> None:
        super().__init__(session)
        self._seat, self._put = seat, put
        self._shown = False

    def show_game(self) -> None:
        """The cards, once their player has asked for them."""
        words, names = self.session.words, self.session.names
        name = names.seat(self._seat)
        head = words("screens.hand_of", name=name)
        if not self._shown:
            look = ChoiceLine(words("screens.hand_look", name=name), Open("hand", self._seat))
            self.put(head, words("screens.hand_covered"), (look,))
            return
        hand = self.session.table.player(self._seat).hand
        lines = [
            ChoiceLine(f"{'[x]' if c in self._put else '[ ]'} {names.card(c)}", Open("hand", c))
            for c in hand
        ]
        done = ChoiceLine(words("screens.put_done"), AskTable(()))
        self.put(head, words("screens.put_text"), (*lines, done))

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Look, put or take back, done."""
        match event.choice.action:
            case AskTable():
                self.action_done()
            case Open(_, card) if self._shown:
                put = self._put
                self._put = tuple(c for c in put if c != card) if card in put else (*put, card)
                self.show_game()
            case _:
                self._shown = True
                self.show_game()

    def action_done(self) -> None:
        self.dismiss(self._put)
