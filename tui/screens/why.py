"""Why: any line of the log, the last refusal, any rent and any place, with data and rulings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets.option_list import Option

from ketuk import engine
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.telling import why
from ketuk.tui.telling.why_amounts import Moment
from ketuk.tui.telling.worth import is_told
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.logbook import LogLine
from ketuk.tui.widgets.plain import OptionList, Static


@dataclass(frozen=True, slots=True)
class WhyLine:
    """Something that can be asked about."""

    text: str
    reasons: Callable[[], why.Reasons]


class WhyScreen(GameScreen[None]):
    """What can be asked about on the left, the answer on the right."""

    explains: ClassVar[bool] = True
    """The refusal that was said last is among it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a,slash", "rule_book", "screens.key_rules")]

    def __init__(self, session: Session, log: list[LogLine], *, of_now: bool = True) -> None:
        super().__init__(session)
        self._log = list(log)
        self._of_now = of_now
        """Whether also what stands on the table now can be asked about, not the log alone."""
        self._lines: list[WhyLine] = []

    def compose(self) -> ComposeResult:
        yield Static(id="why-head", classes="screen-head")
        with Horizontal():
            yield OptionList(id="why-list")
            with VerticalScroll(id="why-pane"):
                yield Static(id="why-answer")
        yield KeyBar()

    def show_game(self) -> None:
        self._lines = self._found()
        self.query_one("#why-head", Static).update(self.session.words("screens.why_title"))
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(Text(line.text)) for line in self._lines])
        options.highlighted = 0 if self._lines else None
        options.focus()
        if not self._lines:
            nothing = self.session.words("screens.why_nothing")
            self.query_one("#why-answer", Static).update(nothing)

    def _found(self) -> list[WhyLine]:
        if not self._of_now:
            return self._logged()
        return [*self._refused(), *self._owed(), *self._logged(), *self._worths()]

    def _refused(self) -> list[WhyLine]:
        names, said = self.session.names, self.session.scans.said
        if said is None or (refused := said.refused) is None:
            return []
        return [WhyLine(names.refusal(refused), lambda: why.of_refusal(names, refused))]

    def _owed(self) -> list[WhyLine]:
        """The payment that the table waits for, and rents that are open."""
        lines, names = [], self.session.names
        if (due := why.awaited(names.table)) is not None:
            last = self._log[-1].at if self._log else None
            at = Moment(names.table, (), *((last.card, last.shown) if last else ()))
            text = names.telling.question(names.table)
            lines.append(WhyLine(text, lambda: why.of_event(names, due, at)))
        for rent in names.table.rents:
            bill = rent.bill
            text = names.words("screens.why_rent", name=names.seat(rent.lander),
                               tile=names.tile(bill.tile), amount=bill.total)  # fmt: skip
            lines.append(
                WhyLine(text, lambda b=bill: why.Reasons(tuple(names.telling.bill(b)), b.rulings))  # type: ignore[misc]
            )
        return lines

    def _logged(self) -> list[WhyLine]:
        names = self.session.names
        return [
            WhyLine(self._told(line), lambda x=line: why.of_event(names, x.event, x.at))  # type: ignore[misc]
            for line in reversed(self._log)
            if line.event is not None and why.is_explained(line.event)
        ]

    def _told(self, line: LogLine) -> str:
        """The line in the language of now."""
        if line.event is None or line.at is None:
            return line.text
        after = engine.evolve(line.at.before, line.event)
        return self.session.telling.event(line.event, after) or line.text

    def _worths(self) -> list[WhyLine]:
        lines, names = [], self.session.names
        for place in names.rules.ranking(names.rules, names.table):
            if place.seat not in names.table.seats or not is_told(names, place.seat):
                continue
            text = names.words("screens.why_worth", name=names.seat(place.seat), amount=place.worth)
            lines.append(WhyLine(text, lambda p=place: why.of_place(names, p)))  # type: ignore[misc]
        return lines

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        line = self._lines[event.option_index]
        reasons = line.reasons()
        text = Text()
        text.append(f"{line.text}\n\n", "bold")
        for sentence in reasons.lines:
            text.append(f"{sentence}\n")
        language = self.session.words.language
        text.append_text(why.rulings_text(self.session.rules, reasons.rulings, language))
        self.query_one("#why-answer", Static).update(text)

    def action_rule_book(self) -> None:
        self.app.open("rule_book", self.session.rules)
