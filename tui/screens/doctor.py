"""Doctor: what is plugged in and works, the remedy for what does not, and a test tap."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from codes.code import grouped
from scanning.scan import Scan
from tui.scans import Said
from tui.widgets.keybar import KeyBar
from tui.widgets.plain import Static
from tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from scanning.findings import Finding
    from tui.app import KetukApp

STYLES = {"good": "green", "note": "dim", "bad": "bold"}
SIGNS = {"good": "+", "note": "·", "bad": "!"}


class Doctor(Screen[None]):
    """The findings as they come; a card that is tapped here is only shown."""

    app: KetukApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "screens.key_back"),
        Binding("r", "again", "screens.key_again_look"),
        Binding("slash", "entry", "screens.key_entry"),
        Binding("question_mark", "app.help", "screens.key_help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._findings: list[Finding] = []
        self._done = False

    def compose(self) -> ComposeResult:
        """Head, findings, scan bar."""
        yield Static(id="doctor-head", classes="screen-head")
        with VerticalScroll(id="doctor-pane"):
            yield Static(id="doctor-lines")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Look at once."""
        self.query_one("#doctor-pane").focus()
        self.action_again()

    def action_again(self) -> None:
        """Look once more."""
        self._findings, self._done = [], False
        self.reword()
        self.look()

    @work(thread=True, exclusive=True)
    def look(self) -> None:
        """In a thread: some checks wait for devices."""
        from scanning.doctor import examine

        for finding in examine(data=self.app.data, nfc=(), sources=()):
            self.app.call_from_thread(self._found, finding)
        self.app.call_from_thread(self._found, None)

    def _found(self, finding: Finding | None) -> None:
        if finding is None:
            self._done = True
        else:
            self._findings.append(finding)
        self.reword()

    def reword(self) -> None:
        """Draw what was found, in the language of now."""
        from tui.cli.doctor import remedy, sentence

        words, text = self.app.words, Text()
        head = words("screens.doctor_head" if self._done else "screens.doctor_looking")
        self.query_one("#doctor-head", Static).update(head)
        for finding in self._findings:
            style = STYLES[finding.level]
            text.append(f"{SIGNS[finding.level]} {sentence(words, finding)}\n", style)
            if cure := remedy(words, finding):
                text.append("".join(f"    {line}\n" for line in cure.splitlines()), "italic")
        self.query_one("#doctor-lines", Static).update(text)
        self.query_one(ScanBar).show()
        self.query_one(KeyBar).refresh()

    def action_entry(self) -> None:
        """Type a code."""
        self.query_one("#entry").focus()

    def action_back(self) -> None:
        """Back to the screen before."""
        self.dismiss()

    def tapped(self, scan: Scan) -> None:
        """A test tap: which reader, and what it read."""
        from codes.payload import found

        code = found(scan.text)
        read = grouped(code) if code else scan.text[:60]
        told = self.app.words("screens.doctor_tap", source=scan.source, read=read)
        self.app.ring()
        self.app.scans.say(Said(told, "good" if code else "note"))
