"""A page of a running game to be read: a head, and lines that scroll."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from ketuk.tui.screens.game import GameScreen
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static


class LinesPage(GameScreen[None]):
    """Over the table; arrows scroll."""

    DEFAULT_CSS = """
    LinesPage VerticalScroll { height: 1fr; padding: 1 2; }
    LinesPage VerticalScroll Static { height: auto; }
    """

    def compose(self) -> ComposeResult:
        yield Static(classes="screen-head")
        with VerticalScroll():
            yield Static(id="page-lines")
        yield KeyBar()

    def put(self, head: str, lines: Text) -> VerticalScroll:
        """Draw these; what they lie in."""
        self.query_one(".screen-head", Static).update(head)
        self.query_one("#page-lines", Static).update(lines)
        pane = self.query_one(VerticalScroll)
        pane.focus()
        return pane
