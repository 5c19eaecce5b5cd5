"""Typing real dice."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from ketuk.engine.commands import AnyCommand, Play, Roll, Throw
from ketuk.engine.offers import DiceForm
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

FACES = "⚀⚁⚂⚃⚄⚅"
BUTTONS = "".join(f"[ {face} ]  " for face in range(1, 7))
WIDE = len(BUTTONS) // 6
"""Columns of a face to be pressed, with the gap beside it."""


class DiceScreen(GameScreen[None], ModalScreen[None]):
    """One key a die; with the last of them they are thrown."""

    asks_once = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"die({n})", show=False) for n in range(1, 7)],
        Binding("backspace", "undo_die", "screens.key_undo"),
    ]

    def __init__(self, session: Session, form: DiceForm) -> None:
        super().__init__(session)
        self._form = form
        self._dice: tuple[int, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="dice-head", classes="sheet-head")
            yield Static(id="dice-typed")
            yield Static(BUTTONS, id="dice-faces")
        yield KeyBar()

    def show_game(self) -> None:
        words, names, form = self.session.words, self.session.names, self._form
        head = words("screens.dice_head", name=names.seat(form.seat), count=form.count)
        self.query_one("#dice-head", Static).update(head)
        shown = [f"{FACES[d - 1]} {d}" for d in self._dice]
        shown += ["_"] * (form.count - len(self._dice))
        self.query_one("#dice-typed", Static).update("   ".join(shown))

    def action_die(self, die: int) -> None:
        self._dice = (*self._dice, die)
        self.show_game()
        if len(self._dice) == self._form.count and not self.session.do(self._command()):
            self.app.ring()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self.query_one("#dice-faces") and 0 <= event.x // WIDE < 6:
            self.action_die(event.x // WIDE + 1)

    def action_undo_die(self) -> None:
        self._dice = self._dice[:-1]
        self.show_game()

    def _command(self) -> AnyCommand:
        form = self._form
        if form.card:
            return Play(form.seat, form.card, dice=self._dice)
        if form.command == "throw":
            return Throw(form.seat, self._dice[0])
        return Roll(form.seat, self._dice)
