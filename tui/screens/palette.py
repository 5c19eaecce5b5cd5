"""The command palette, in the language of the table."""

from rich.text import Text
from textual.command import CommandList, CommandPalette
from textual.widgets.option_list import Option

from ketuk.tui.words import Words


class Palette(CommandPalette):
    """Textual's palette, which knows English only, with words of its own."""

    def __init__(self, words: Words) -> None:
        super().__init__(placeholder=words("screens.palette"))
        self._words = words

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say in a moment that nothing fits, if nothing has come by then."""
        self._stop_no_matches_countdown()

        def nothing() -> None:
            if search_value:
                notice = Text(self._words("screens.palette_nothing"))
                commands = self.query_one(CommandList)
                commands.add_option(Option(notice, disabled=True, id=self._NO_MATCHES))
                self._list_visible = True

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, nothing)
