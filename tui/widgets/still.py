"""A text that is drawn again only when it changes, and laid out again only when it must be."""

from rich.console import RenderableType
from rich.text import Text

from ketuk.tui.widgets.plain import Static


class Still(Static):
    """A :class:`Static` that does not make the screen lay itself out for nothing.

    A layout costs tens of milliseconds, and a question changes several texts at once. ``fixed``
    says that its place does not depend on what it shows.
    """

    def __init__(
        self, *, id: str | None = None, classes: str | None = None, fixed: bool = False
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._fixed = fixed
        self._now: RenderableType | None = None

    def show_text(self, text: str | Text) -> None:
        """Show this."""
        new = Text(text) if isinstance(text, str) else text
        if isinstance(self._now, Text) and _same(self._now, new):
            return
        rows = self._rows(self._now) if isinstance(self._now, Text) else -1
        self._now = new
        self.update(new, layout=not self._fixed and rows != self._rows(new))

    def _rows(self, text: Text) -> int:
        width = self.size.width
        return len(text.wrap(self.app.console, width)) if width else -1


def _same(one: Text, other: Text) -> bool:
    return one.plain == other.plain and one.spans == other.spans and one.style == other.style
