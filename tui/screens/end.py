"""The end: ranking, net worth by round, and the moves that turned it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from ketuk.engine.events import Corrected
from ketuk.engine.table import Place
from ketuk.rooms.minutes import Minutes
from ketuk.tui import standings
from ketuk.tui.chart import axis, chart
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.signs import FINE, SEATS, letters, signs
from ketuk.tui.telling.honours import honours_sentence
from ketuk.tui.telling.minutes import duration
from ketuk.tui.widgets.asking import ROOMY
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.lettering import large
from ketuk.tui.widgets.logbook import LogLine
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.players import badge

EDGES = 17
"""Columns beside the chart: its figures, the margins, the scroll bar."""


class EndScreen(GameScreen[None]):
    """Who has won, and how."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "why", "screens.key_why"),
        Binding("r", "history", "screens.key_history"),
        Binding("m", "play_again", "screens.key_play_again"),
        Binding("f5", "again", "screens.key_again"),
    ]

    def __init__(self, session: Session, log: list[LogLine]) -> None:
        super().__init__(session)
        self._log = log

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="end-pane"):
            yield Static(id="end-head")
            yield Static(id="end-ranking")
            yield Static(id="end-honours")
            yield Static(id="end-played")
            yield Static(id="end-sources")
            yield Static(id="end-chart")
            yield Static(id="end-turns")
            yield Static(id="end-corrections")
        yield KeyBar()

    def show_game(self) -> None:
        names, table = self.session.names, self.session.table
        if table.top is not None:
            self.dismiss()
            return
        ranking = table.ranking
        winners = tuple(p.seat for p in ranking if p.place == 1)
        won = self.session.words("screens.end_head", names=names.seats(winners))
        roomy = self.size.height >= ROOMY and self.size.width >= 100
        rows = large(won) if roomy and signs() is FINE else [won]
        colour = SEATS[winners[0] - 1] if winners else "white"
        self.query_one("#end-head", Static).update(
            Text("\n".join(rows), Style(color=colour, bold=True))
        )
        self.query_one("#end-ranking", Static).update(self._ranking(ranking))
        counts = honours_sentence(self.session.words, self.session.room)
        self.query_one("#end-honours", Static).update(Text(counts, "bold"))
        self.query_one("#end-honours").display = bool(counts)
        lasted = duration(self.session.words, Minutes(self.session.room).played())
        played = self.session.words("table.played_all", played=lasted)
        self.query_one("#end-played", Static).update(Text(played, "dim"))
        self.query_one("#end-sources", Static).update(self._sources(ranking))
        self.query_one("#end-chart", Static).update(self._chart())
        self.query_one("#end-turns", Static).update(self._turns())
        corrections = self._corrections()
        self.query_one("#end-corrections", Static).update(corrections)
        self.query_one("#end-corrections").display = bool(corrections)
        self.query_one("#end-pane").focus()

    def _grid(self, keys: Sequence[str]) -> Grid:
        """Columns of figures, with the players on the left."""
        grid = Grid(box=None, padding=(0, 1), header_style="dim")
        for key in keys:
            justify = "left" if key == "player" else "right"
            grid.add_column(self.session.words(f"screens.col_{key}"), justify=justify)  # type: ignore[arg-type]
        return grid

    def _player(self, seat: int) -> Text:
        names = self.session.names
        marks = letters([p.name for p in names.table.players])
        name = badge(seat, signs(), marks[seat - 1])
        return name.append(f" {names.seat(seat)}", "bold")

    def _ranking(self, ranking: tuple[Place, ...]) -> Grid:
        """Places, and what each net worth is made of."""
        session, words = self.session, self.session.words
        worths = [standings.parts(session.rules, session.table, p.seat) for p in ranking]
        owing = any(one.debts for one in worths)
        keys = ("place", "player", "worth", "cash", "deeds", "built", "debts")
        grid = self._grid(keys if owing else keys[:-1])
        for place, one in zip(ranking, worths, strict=True):
            debts = [words.figure(one.debts)] if owing else []
            deeds = f"{words.figure(one.properties)} ({place.properties})"
            grid.add_row(str(place.place), self._player(place.seat),
                         Text(words.figure(place.worth), "bold"), words.figure(one.cash), deeds,
                         words.figure(one.buildings), *debts)  # fmt: skip
        return grid

    def _sources(self, ranking: tuple[Place, ...]) -> Grid:
        """Where each net worth came from."""
        room, words = self.session.room, self.session.words
        came = standings.sources(room.rules, room.opening, room.moves)
        corrected = any(c.corrected for c in came.values())
        keys = ["player", "start", "salary", "rent_in", "rent_out", "other"]
        grid = self._grid([*keys[:-1], *(["corrected"] if corrected else []), keys[-1]])
        for place in ranking:
            one = came[place.seat]
            set_by_hand = [one.corrected] if corrected else []
            figures = (one.start, one.salary, one.rent_received, one.rent_paid, *set_by_hand,
                       one.other)  # fmt: skip
            grid.add_row(self._player(place.seat), *(words.figure(n) for n in figures))
        return grid

    def _chart(self) -> Text:
        room, table, words = self.session.room, self.session.table, self.session.words
        rows = standings.by_round(room.rules, room.opening, room.moves)
        marks = letters([p.name for p in table.players])
        height = 8 if self.size.height < ROOMY else 12
        width = max(20, min(self.size.width - EDGES, 90))
        drawn = chart(rows, marks, width=width, height=height, dots=signs() is FINE)
        values = [v for row in rows for v in row]
        text = Text(f"{words('screens.end_chart')}\n", "bold", no_wrap=True)
        for y, row in enumerate(drawn):
            edge = (
                words.figure(max(values))
                if y == 0
                else words.figure(min(values))
                if y == height - 1
                else ""
            )
            text.append(f"{edge:>8} │", "dim")
            for sign, seat in row:
                text.append(sign, Style(color=SEATS[seat - 1]) if seat else None)
            text.append("\n")
        text.append(f"{'':>9}└{axis(len(rows), width=width)}", "dim")
        return text

    def _turns(self) -> Text:
        room, words = self.session.room, self.session.words
        text = Text(f"{words('screens.end_turns')}\n", "bold")
        for turn in standings.turns(room.rules, room.opening, room.moves):
            asked = f"{self.session.tell_command(turn.move, turn.before)}."
            came = self.session.tell_events(turn.move, turn.before)[:3]
            joint = isinstance(turn.move.command, room.rules.joint)
            sentences = " ".join(came if joint else [asked, *came])
            text.append(f" {turn.move.table.round:>2}. ", "bold")
            text.append(f"{sentences}\n")
        return text

    def _corrections(self) -> Text:
        """What was set by hand, and what the account of corrections has paid or received."""
        session, text = self.session, Text()
        corrections = [
            session.telling.event(event, move.table)
            for move in session.room.moves
            for event in move.events
            if isinstance(event, Corrected)
        ]
        if corrections:
            amount = session.table.corrected
            text.append(f"{session.words('corrections.account', amount=amount)}\n", "bold")
            text.append("\n".join(f" · {line}" for line in corrections))
        return text

    def on_resize(self) -> None:
        if self.is_attached:
            self.show_game()

    def action_why(self) -> None:
        self.app.open("why", self.session, self._log)

    def action_history(self) -> None:
        self.app.open("history", self.session)

    def action_play_again(self) -> None:
        """The same people once more, every seat one further."""
        from ketuk.tui.screens.after_game import play_again

        app, header = self.app, self.session.room.header
        self.action_back()
        play_again(app, header)

    def action_again(self) -> None:
        """Back to the lobby, where a new game begins."""
        self.action_back()

    def action_back(self) -> None:
        """To the lobby: the table's screen goes with this one, and all that lies over it."""
        from ketuk.tui.screens.table import TableScreen

        below = self.app.screen_stack[:-1]
        tables = [s for s in below if isinstance(s, TableScreen) and s.session is self.session]
        self.dismiss()
        if tables:
            while self.app.screen is not tables[-1]:
                self.app.pop_screen()
            self.session.close()
            tables[-1].dismiss()
