"""Betulkan: the players say what lies otherwise on the table, and all of them agree to it."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input

from ketuk.codes.verdict import Accepted, Answer
from ketuk.engine.acts.correcting import LONGEST_NOTE, may_correct
from ketuk.engine.commands import Correct
from ketuk.engine.corrections import CardIn, CashOf
from ketuk.engine.offers import CorrectionForm, correction_form
from ketuk.engine.refusal import Refused
from ketuk.engine.table import BANK
from ketuk.rooms.answers import NeedsConsent, TapResult
from ketuk.scanning.scan import Scan
from ketuk.tui.correcting import Field, Sketch, Step, step, tapped, typed_amount, typed_code
from ketuk.tui.menu import AskTable, ChoiceLine
from ketuk.tui.screens.asking import Picking
from ketuk.tui.screens.consent import Consent, Request, together
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.screens.verdict import judged
from ketuk.tui.session import Session
from ketuk.tui.signs import signs
from ketuk.tui.telling import corrections
from ketuk.tui.telling.titles import title
from ketuk.tui.widgets.asking import ROOMY, Choices
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.players import Players
from ketuk.tui.widgets.scanbar import ScanBar


def begin(session: Session) -> CorrectingScreen | None:
    """The screen, or None if this is no moment for it: the bar says why."""
    form = correction_form(session.table, session.rules)
    if isinstance(form, Refused):
        session.refuse(form)
        return None
    return CorrectingScreen(session, form)


ROWS = 7
"""Of the screen's head, scan bar and keys, and empty ones between its parts."""


class CorrectingScreen(GameScreen[None], Picking[None]):
    """One question after another; Esc goes back one, and nothing is done before all agree."""

    asks_once = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "entry", "screens.key_entry"),
    ]

    def __init__(self, session: Session, form: CorrectionForm) -> None:
        super().__init__(session)
        self._form = form
        self._said: list[Sketch] = [Sketch()]
        """Every answer so far, so that each can be taken back."""
        self._choices: tuple[ChoiceLine, ...] = ()
        self._next: tuple[Sketch, ...] = ()
        self._field: Field = "none"

    def compose(self) -> ComposeResult:
        yield Static(id="correct-head", classes="screen-head")
        yield Players(id="correct-players")
        with VerticalScroll(id="correct-pane", can_focus=False):
            yield Static(id="correct-text")
            yield Choices()
            yield Input(id="correct-field")
        yield ScanBar()
        yield KeyBar()

    @property
    def _sketch(self) -> Sketch:
        return self._said[-1]

    # ---- drawing

    def show_game(self) -> None:
        words, names = self.session.words, self.session.names
        self.query_one("#correct-head", Static).update(words("corrections.head"))
        self.query_one("#correct-players", Players).show(names, self._sketch.seat, signs())
        asked = self._step()
        self.query_one("#correct-text", Static).update(asked.text)
        self._next = tuple(sketch for _, sketch in asked.lines)
        self._choices = tuple(ChoiceLine(label, AskTable(())) for label, _ in asked.lines)
        choices = self.query_one(Choices)
        choices.room = self._room(asked.text)
        choices.show(self._choices, words)
        choices.display = bool(asked.lines)
        self._show_field(asked.field)

    def _room(self, text: str) -> int:
        """Rows for the lines: what head, players, question, scan bar and keys leave."""
        width, height = self.size
        asked = len(Text(text).wrap(self.app.console, max(width - 4, 20)))
        players = len(self.session.table.players) + (height >= ROOMY)
        return height - players - asked - ROWS

    def on_resize(self) -> None:
        if self.is_attached:
            self.show_game()

    def _step(self) -> Step:
        """What is to be said next; at the end how it was and will be, and room for a reason."""
        names, command = self.session.names, self._command("")
        if command is None:
            return step(names, self._form, self._sketch)
        what, debts = command.what, self.session.table.debts
        account = what.account if isinstance(what, CashOf) else BANK
        owed = sum(d.amount for d in debts if d.debtor == account)
        key = "ask_note_debt" if owed else "ask_note"
        facts = {"change": self._change(command), "player": names.seat(account), "amount": owed}
        return Step(names.words(f"corrections.{key}", **facts), field="note")

    def _show_field(self, kind: Field) -> None:
        field = self.query_one("#correct-field", Input)
        if kind != self._field:
            field.clear()
        self._field = kind
        field.display = kind != "none"
        field.password = kind == "code"
        below = "-?" if self._form.least < 0 else ""
        field.restrict = f"{below}[0-9]*" if kind == "amount" else None
        digits = len(str(self._form.most)) + bool(below)
        field.max_length = {"amount": digits, "code": 14}.get(kind, LONGEST_NOTE)
        self.set_focus(field if kind != "none" else None)

    def _change(self, command: Correct) -> str:
        names = self.session.names.telling.names
        return corrections.wanted(names, self.session.rules, command, self.session.table)

    # ---- answers

    def _say(self, sketch: Sketch | None, wrong: str = "", **facts: object) -> None:
        """One answer more; what cannot be set is refused at once, but what a hand would tell."""
        if sketch is None:
            self.session.say(wrong, "bad", **facts)
            self.app.ring()
            return
        what = sketch.what
        if what is not None and not isinstance(what, CardIn):
            refused = may_correct(self.session.rules, self.session.table, what)
            if refused is not None:
                self._refuse(refused)
                return
        self.session.scans.clear()
        self._said.append(sketch)
        self.show_game()

    def _refuse(self, refused: Refused) -> None:
        self.session.refuse(refused)
        self.app.ring()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        self._say(self._next[self._choices.index(event.choice)])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A sum, a card's code, a reason."""
        event.stop()
        text = event.value.strip()
        match self._field:
            case "amount":
                self._say(typed_amount(self._sketch, text), "corrections.amount_wrong")
            case "code" if len(text) > 4:
                event.input.clear()
                self.app.enter(text.upper())
            case "code":
                event.input.clear()
                correction = typed_code(self.session.rules, self._form, self._sketch, text.upper())
                self._say(correction, "corrections.code_wrong")
            case _:
                self._ask_all(text)

    def tapped(self, scan: Scan) -> None:
        """A card says who, where or which; it means nothing else here."""
        registry = self.session.registry
        if registry is None:
            self.session.say_no_box()
        else:
            card = self.session.taps.shut_title
            judged(self.app, scan, by=registry, card=card, then=self._judged)

    def _judged(self, answer: Answer) -> None:
        if not isinstance(answer, Accepted):
            self.session.taps.tell(answer)
            self.app.ring()
            return
        rules, table = self.session.rules, self.session.table
        correction = None
        if self._sketch.what is None:
            correction = tapped(rules, table, self._form, self._sketch, answer.item)
        if isinstance(correction, Refused):
            self._refuse(correction)
        else:
            self._say(
                correction, "corrections.tap_not", card=title(self.session.names, answer.item)
            )

    def after_tap(self, result: TapResult) -> None:
        """Taps mean nothing else here."""

    # ---- all agree

    def _command(self, note: str) -> Correct | None:
        what, asker = self._sketch.what, self.session.table.active
        return Correct(asker, what, note) if what is not None else None

    def _ask_all(self, note: str) -> None:
        command, session = self._command(note), self.session
        if command is None:
            return

        def head() -> str:
            return session.words("corrections.sure", change=self._change(command))

        def act(consents: frozenset[int]) -> object:
            return together(session, command, consents, "corrections.done")

        if isinstance(act(session.bots), NeedsConsent) and not session.polls.put(command):
            self.app.push_screen(Consent(session, Request(act, head, "corrections.consent")))

    # ---- keys, changes

    def action_entry(self) -> None:
        self.set_focus(self.query_one("#entry"))

    def action_back(self) -> None:
        """Take the last answer back; before the first one, away."""
        if len(self._said) > 1:
            self._said.pop()
            self.show_game()
        else:
            self.dismiss()
