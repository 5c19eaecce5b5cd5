"""All moves that stand, with the table after each of them; undo, redo, correct, export."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets.option_list import Option

from ketuk.rooms.past import Move
from ketuk.tui.saved.lobby_lines import moment
from ketuk.tui.screens.consent import redo, undo
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.signs import signs
from ketuk.tui.telling.names import Names
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList, Static
from ketuk.tui.widgets.players import Players
from ketuk.tui.widgets.scanbar import ScanBar
from ketuk.tui.widgets.state_line import state_line


class History(GameScreen[None]):
    """Moves on the left, what came of them and the state on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "screens.key_undo"),
        Binding("y", "redo", "screens.key_redo"),
        Binding("w", "why", "screens.key_why"),
        Binding("b", "correct", "screens.key_correct"),
        Binding("s", "lay_out", "screens.key_lay_out"),
        Binding("e", "export", "screens.key_export"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(id="history-head", classes="screen-head")
        with Horizontal():
            yield OptionList(id="history-list")
            with VerticalScroll(id="history-pane"):
                yield Static(id="history-state")
                yield Players(id="history-players")
                yield Static(id="history-events")
        yield ScanBar()
        yield KeyBar()

    def show_game(self) -> None:
        room, words = self.session.room, self.session.words
        self._moves: tuple[Move, ...] = (room.opening, *room.moves)
        head = words("screens.history_head", count=len(self._moves) - 1)
        self.query_one("#history-head", Static).update(head)
        options = self.query_one(OptionList)
        options.clear_options()
        lines = [self._line(m, b) for b, m in zip((None, *self._moves), self._moves, strict=False)]
        options.add_options([Option(line) for line in lines])
        options.highlighted = len(self._moves) - 1
        options.focus()

    def _line(self, move: Move, before: Move | None) -> Text:
        line = Text(f"{move.seq:>4}  ", "dim", no_wrap=True, overflow="ellipsis")
        if before is None:
            line.append(self.session.words("screens.history_start"), "not dim")
        else:
            line.append(self.session.tell_command(move, before), "not dim")
        return line

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        move = self._moves[event.option_index]
        names = Names(self.session.telling, move.table)
        state = state_line(names, moment(move.at), self.size.width)
        self.query_one("#history-state", Static).update(state)
        self.query_one("#history-players", Players).show(names, move.table.turn.seat, signs())
        before = self._moves[max(event.option_index - 1, 0)]
        sentences = self.session.tell_events(move, before)
        self.query_one("#history-events", Static).update(
            "\n".join(f"· {line}" for line in sentences)
        )

    def action_undo(self) -> None:
        undo(self.app, self.session)

    def action_redo(self) -> None:
        redo(self.session)

    def action_correct(self) -> None:
        """Set by hand what lies otherwise on the table."""
        from ketuk.tui.screens.correcting import begin

        screen = begin(self.session)
        if screen is None:
            self.app.ring()
        else:
            self.app.push_screen(screen)

    def action_why(self) -> None:
        """Why what came of this move came out as it did."""
        from ketuk.tui.chronicle import Chronicle

        at = self.query_one(OptionList).highlighted or 0
        if not at:
            self.app.ring()
            return
        lines = Chronicle(self.session).of_move(self._moves[at], self._moves[at - 1])
        self.app.open("why", self.session, lines, of_now=False)

    def action_lay_out(self) -> None:
        self.app.open("lay_out", self.session)

    def action_export(self) -> None:
        from ketuk.tui.screens.game_files import export_game

        room = self.session.room
        export_game(self.app, room.name, room.journal)
