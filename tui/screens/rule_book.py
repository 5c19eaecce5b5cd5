"""The rule book: chapters, tiles, cards and rulings, looked up by what people say."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.markdown import Markdown
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Input
from textual.widgets.option_list import Option

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.tui.book.entries import Entry, entries
from ketuk.tui.book.finding import Index
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList, Static
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.tui.home import Home


class RuleBook(Screen[None]):
    """Search field, list, text.

    Args:
        wanted: what is looked for at first; empty for the whole book.
    """

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "screens.key_back"),
        Binding("down", "list", show=False),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
        Binding("pagedown", "scroll(1)", show=False, priority=True),
    ]

    def __init__(self, rules: RuleSet, wanted: str = "") -> None:
        super().__init__()
        self._rules = rules
        self._wanted = wanted
        self._index: Index | None = None
        self._entries: tuple[Entry, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static(id="book-head", classes="screen-head")
        yield Input(self._wanted, id="book-search", compact=True)
        yield OptionList(id="book-list")
        with VerticalScroll(id="book-pane", can_focus=False):
            yield Static(id="book-text")
        yield KeyBar()

    def on_mount(self) -> None:
        """All of it first, or what was asked about."""
        self.reword()
        self.query_one(Input).focus()

    def reword(self) -> None:
        words = self.app.words
        self._read()
        head = words("lookup.head", name=self._rules.meta.name)
        self.query_one("#book-head", Static).update(head)
        self.query_one(Input).placeholder = words(
            "lookup.search", ruling=next(iter(self._rules.rulings), "")
        )

    @work(thread=True, exclusive=True)
    def _read(self) -> None:
        """The book in the language of now; in a thread, for it takes a moment."""
        words = Words(self.app.words.language).of(self._rules.meta.rules)
        index = Index(entries(self._rules, words), words)
        self.app.call_from_thread(self._opened, index)

    def _opened(self, index: Index) -> None:
        self._index = index
        self._search(self.query_one(Input).value)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes on to what was found."""
        event.stop()
        self.action_list()

    def _search(self, wanted: str) -> None:
        if self._index is None:
            return
        self._entries = self._index.find(wanted)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(Text(entry.title)) for entry in self._entries])
        options.highlighted = 0 if self._entries else None
        if not self._entries:
            nothing = self.app.words("lookup.nothing")
            self.query_one("#book-text", Static).update(nothing)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show it, unless the search has gone on meanwhile and lists fewer."""
        if event.option_index >= len(self._entries):
            return
        entry = self._entries[event.option_index]
        page = Group(Text(f"{entry.title}\n", "bold"), Markdown(entry.text))
        self.query_one("#book-text", Static).update(page)
        self.query_one("#book-pane").scroll_home(animate=False)

    def action_scroll(self, by: int) -> None:
        """Through a long text, wherever one types."""
        pane = self.query_one("#book-pane")
        pane.scroll_relative(y=by * max(pane.size.height - 2, 1), animate=False)

    def action_list(self) -> None:
        self.query_one(OptionList).focus()

    def action_back(self) -> None:
        self.dismiss()
