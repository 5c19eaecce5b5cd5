"""The scan bar: what was read last and what came of it; how the readers stand; the entry field."""

from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from ketuk.scanning.scan import Readiness
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.widgets.still import Still

TONES = {"good": "bold black on #35c495", "bad": "bold white on #b3402a", "note": "bold"}
SIGNS = {"good": "✓+", "bad": "✗!", "note": "ii"}
MARKS = {Readiness.READY: "●+", Readiness.LOST: "◌?", Readiness.ABSENT: "○-", Readiness.ENDED: "◦."}
"""How a reader stands, beside the words for it; the second sign is the one of ASCII."""


class CodeInput(Input):
    """Takes a code from fingers; Esc leaves it. ``passing``: it is there for this one code only."""

    def __init__(self, *, passing: bool = False) -> None:
        super().__init__(
            id="entry" if not passing else "entry-passing", compact=True, select_on_focus=False
        )
        self._passing = passing
        self._before: Widget | None = None

    def on_mount(self) -> None:
        """What it takes, if no scan bar says it."""
        if self._passing:
            self.border_title = self.app.words("screens.entry")  # type: ignore[attr-defined]

    @classmethod
    def of(cls, screen: Screen[Any]) -> "CodeInput":
        """The field of this screen; one that has none gets one in its last row."""
        for entry in screen.query(cls):
            return entry
        entry = cls(passing=True)
        screen.mount(entry)
        return entry

    def show(self, text: str) -> None:
        """Open it with what was typed."""
        if self.screen.focused is not self:
            self._before = self.screen.focused
            self.screen.set_focus(self)
        self.value, self.cursor_position = text, len(text)

    def leave(self) -> None:
        """Give the keys back to where they went before."""
        before, self._before = self._before, None
        if not self.is_attached:
            return  # its screen has closed
        self.clear()
        self.screen.set_focus(before if before is not None and before.is_attached else None)
        if self._passing:
            self.remove()

    def on_key(self, event: events.Key) -> None:
        """Esc gives the keys back to the table."""
        if event.key == "escape":
            event.stop()
            self.leave()

    async def action_submit(self) -> None:
        text = self.value
        self.leave()
        self.app.enter(text)  # type: ignore[attr-defined]


class ScanBar(Vertical):
    """Two rows: the last verdict, then the readers and the entry field."""

    def __init__(self) -> None:
        super().__init__(classes="scanbar")

    def compose(self) -> ComposeResult:
        yield Still(id="verdict")
        with Horizontal(id="scan-row"):
            yield Still(id="entry-label")
            yield CodeInput()
            yield Still(id="reader-states", fixed=True)

    def on_mount(self) -> None:
        self._stop = self._scans.watch(self.show)
        self.app.screen_change_signal.subscribe(self, lambda _: self.show())
        self.show()

    def on_unmount(self) -> None:
        self._stop()

    @property
    def _scans(self) -> Any:
        return self.app.scans  # type: ignore[attr-defined]

    @property
    def _words(self) -> Any:
        return self.app.words  # type: ignore[attr-defined]

    def show(self) -> None:
        """Draw what is known now."""
        if not (self.is_attached and self.is_running):
            return  # it is going away
        said = self._scans.said
        line = Text(no_wrap=False)
        if said is not None:
            line.append(f" {SIGNS[said.tone][signs() is PLAIN]} ", TONES[said.tone])
            line.append(f" {said.text}", "bold" if said.tone == "bad" else "")
            if said.refused is not None:
                line.append(f"  {self._words('screens.why_hint')}", "dim")
        else:
            line.append(self._words(self._idle()), "dim")
        self.query_one("#verdict", Still).show_text(line)
        self.query_one("#entry-label", Still).show_text(self._words("screens.entry"))
        self.query_one("#reader-states", Still).show_text(self._states())

    def _idle(self) -> str:
        """What a card does now, if nothing was read: it waits while a question is open."""
        from ketuk.tui.screens.hearing import hearer

        if hearer(self.app) is None:  # type: ignore[arg-type]
            return "screens.scan_waits"
        return "screens.scan_idle" if self._scans.ready else "screens.scan_type"

    def _states(self) -> Text:
        line = Text(no_wrap=True, overflow="ellipsis", justify="right")
        states = [s for s in self._scans.states.values() if s.source != "typed"]
        if not states:
            line.append(self._words("screens.no_readers"), "dim")
        for at, state in enumerate(states):
            colour = "green" if state.state is Readiness.READY else "yellow"
            line.append("  " if at else "")
            line.append(MARKS[state.state][signs() is PLAIN], colour)
            label = self._words(f"screens.reader_{state.state}", source=state.source)
            line.append(f" {label}")
        return line
