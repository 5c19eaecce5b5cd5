"""All rulings of a rule set, searched by number or words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input
from textual.widgets.option_list import Option

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList, Static
from ketuk.tui.words import Language, said

if TYPE_CHECKING:
    from ketuk.tui.home import Home


def found(rules: RuleSet, wanted: str, language: Language) -> tuple[str, ...]:
    """Numbers of the rulings that begin with ``wanted``, or that have all its words, in order."""
    sought = wanted.casefold().split()
    numbers = []
    for number, ruling in rules.rulings.items():
        told = (number, said(ruling["title"], language), said(ruling["text"], language))
        text = " ".join(told).casefold()
        if number.startswith(wanted.strip()) or all(word in text for word in sought):
            numbers.append(number)
    return tuple(sorted(numbers, key=lambda n: [int(part) for part in re.findall(r"\d+", n)]))


class Rulings(Screen[None]):
    """Search field, list, text."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "screens.key_back"),
        Binding("down", "list", show=False),
    ]

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self._rules = rules
        self._numbers: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Field above, list and text below."""
        yield Static(id="rulings-head", classes="screen-head")
        yield Input(id="rulings-search", compact=True)
        with Horizontal():
            yield OptionList(id="rulings-list")
            with VerticalScroll(id="rulings-pane"):
                yield Static(id="rulings-text")
        yield KeyBar()

    def on_mount(self) -> None:
        """All of them first."""
        self.reword()
        self.query_one(Input).focus()

    def reword(self) -> None:
        """Draw everything in the language of now."""
        words = self.app.words
        self.query_one("#rulings-head", Static).update(words("screens.rulings_head"))
        self.query_one(Input).placeholder = words("screens.rulings_search")
        self._search(self.query_one(Input).value)
        self.query_one(KeyBar).refresh()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search as one types."""
        self._search(event.value)

    def _search(self, wanted: str) -> None:
        language = self.app.words.language
        self._numbers = found(self._rules, wanted, language)
        options = self.query_one(OptionList)
        options.clear_options()
        rulings = self._rules.rulings
        options.add_options(
            [Option(f"{n}  {said(rulings[n]['title'], language)}") for n in self._numbers]
        )
        options.highlighted = 0 if self._numbers else None
        if not self._numbers:
            nothing = self.app.words("screens.rulings_nothing")
            self.query_one("#rulings-text", Static).update(nothing)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the ruling, unless the search has gone on meanwhile and lists fewer."""
        if event.option_index >= len(self._numbers):
            return
        number = self._numbers[event.option_index]
        words, ruling = self.app.words, self._rules.rulings[number]
        text = Text(f"{number}  {words.said(ruling['title'])}\n\n", "bold")
        text.append(words.said(ruling["text"]), "not bold")
        self.query_one("#rulings-text", Static).update(text)

    def action_list(self) -> None:
        """From the field into the list."""
        self.query_one(OptionList).focus()

    def action_back(self) -> None:
        """From the list to the field, from there back."""
        self.dismiss()
