"""Results over evenings: everybody with what was played and won, then every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets.option_list import Option

from ketuk.rooms.names import person
from ketuk.tui.saved.evenings import Record, played_in, record_line, records, result_line
from ketuk.tui.saved.shelf import changed
from ketuk.tui.scans import Said
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList, Static

if TYPE_CHECKING:
    from ketuk.rooms.journal import Journal
    from ketuk.rooms.results import Result
    from ketuk.tui.home import Home

GAME, WHO = "game ", "who "
"""Beginnings of the ids of lines."""


class Results(Screen[None]):
    """A person's line shows their games only, once more all; a game's line opens it."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", "screens.key_help"),
        Binding("escape", "back", "screens.key_back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._results: tuple[Result, ...] | None = None
        self._who = ""

    def compose(self) -> ComposeResult:
        yield Static(id="results-head", classes="screen-head")
        yield OptionList(id="results-list")
        yield KeyBar()

    def on_mount(self) -> None:
        """Paint first; games are read when that is done."""
        self.reword()
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        """A game may have been undone or deleted meanwhile."""
        self._look()

    @work(thread=True, exclusive=True)
    def _look(self) -> None:
        results: list[Result] = []

        def read(journal: Journal) -> None:
            results.extend(journal.results())

        trouble = changed(self.app.data, self.app.words, read)
        self.app.call_from_thread(self._show, tuple(results), trouble)

    def _show(self, results: tuple[Result, ...], trouble: str | None) -> None:
        if trouble is not None:
            self.app.scans.say(Said(trouble, "bad"))
        self._results = results
        self.reword()

    def reword(self) -> None:
        words, results = self.app.words, self._results
        head = words("screens.looking")
        if results is not None:
            head = words("results.head" if results else "results.none", count=len(results))
        people, games = records(results or ()), results or ()
        if self._who:
            people = tuple(r for r in people if person(r.name) == self._who)
            games = tuple(r for r in games if played_in(r, self._who))
            name = people[0].name if people else self._who
            head = words("results.by_person", name=name, count=len(games))
        self.query_one("#results-head", Static).update(head)
        self._list(people, games)

    def _list(self, people: tuple[Record, ...], games: tuple[Result, ...]) -> None:
        options, words = self.query_one(OptionList), self.app.words
        at = options.highlighted or 0
        lines = [
            Option(Text(record_line(r, words), "bold"), f"{WHO}{person(r.name)}") for r in people
        ]
        lines += [Option(Text(result_line(r, words)), f"{GAME}{r.game.name}") for r in games]
        options.display = bool(lines)
        options.clear_options()
        options.add_options(lines)
        options.highlighted = min(at, len(lines) - 1) if lines else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option.id or ""
        if chosen.startswith(WHO):
            self._who = "" if self._who else chosen.removeprefix(WHO)
            self.query_one(OptionList).highlighted = 0
            self.reword()
        else:
            from ketuk.tui.screens.opening import resume

            resume(self.app, chosen.removeprefix(GAME))

    def action_back(self) -> None:
        """All people again, or back to the lobby."""
        if self._who:
            self._who = ""
            self.reword()
        else:
            self.dismiss()
