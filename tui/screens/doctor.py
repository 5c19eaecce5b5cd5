"""Doctor: what is plugged in and works, the remedy for what does not, a test tap, a test picture.

It looks again by itself when something is plugged in or out. A camera or reader that the table
uses is not opened a second time: its own last picture is shown, and how it stands.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets.option_list import Option

from ketuk.codes.code import grouped
from ketuk.codes.verdict import Accepted, Answer
from ketuk.scanning.scan import ReaderReason, Readiness, Scan
from ketuk.tui.diagnosis import cameras_of, remedy, sentence, to_paste
from ketuk.tui.scans import Said
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.telling.verdicts import verdict_sentence
from ketuk.tui.widgets.camera_view import CameraView
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import OptionList, Static
from ketuk.tui.widgets.scanbar import MARKS, ScanBar

if TYPE_CHECKING:
    from ketuk.scanning.findings import Finding
    from ketuk.tui.home import Home

STYLES = {"good": "green", "note": "dim", "bad": "bold"}
SIGNS = {"good": "✓+", "note": "·-", "bad": "✗!"}
"""The second sign is the one of ASCII."""
URGENCY = ("bad", "note", "good")
"""What wants a hand stands first."""
WATCH_S = 1.0
"""Seconds between two looks at what is plugged in."""
FRAME_S = 0.25
"""Seconds between two pictures of the camera."""
TAPS = 4
"""Test taps that stay in sight."""
WIDE = 100
"""Columns from which on there is room for a picture beside the findings without being asked."""


class Doctor(Screen[None]):
    """Findings on the left; picture and taps on the right. A card tapped here is only looked at."""

    app: Home
    only_looks: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,enter", "copy", "doctor.key_copy"),
        Binding("g", "picture", "doctor.key_picture"),
        Binding("m", "camera", "doctor.key_camera"),
        Binding("r", "again", "screens.key_again_look"),
        Binding("slash", "entry", "screens.key_entry", show=False),
        Binding("escape", "back", "screens.key_back"),
        Binding("question_mark", "app.help", "screens.key_help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._findings: tuple[Finding, ...] = ()
        self._done = False
        self._run = 0
        """Counts the looks; what an earlier one still finds is not wanted any more."""
        self._plugged: frozenset[str] = frozenset()
        self._taps: list[tuple[str, Answer, str]] = []
        """Source, verdict and name of the card."""
        self._pictured: bool | None = None
        """Whether the picture is wanted; None: if there is room and a camera."""
        self._glimpse: Any = None

    def compose(self) -> ComposeResult:
        yield Static(id="doctor-head", classes="screen-head")
        with Horizontal(id="doctor-body"):
            yield OptionList(id="doctor-list")
            with Vertical(id="doctor-side"):
                yield Static(id="doctor-camera")
                yield CameraView(id="doctor-view")
                yield Static(id="doctor-taps")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Look at once, and go on watching."""
        self._unwatch = self.app.scans.watch(self._readers_changed)
        self.query_one(OptionList).focus()
        self.action_again()
        self.set_interval(WATCH_S, self._watch)
        self.set_interval(FRAME_S, self._frame)

    def on_unmount(self) -> None:
        self._unwatch()

    # ---- looking

    def action_again(self) -> None:
        self._done = False
        self._run += 1
        self._head()
        self.look(self._run)

    @work(thread=True)
    def look(self, run: int) -> None:
        """In a thread: some checks wait for devices."""
        from ketuk.scanning.doctor import examine, plugged
        from ketuk.tui.diagnosis import at_work, boxes, paths_of, set_aside, sound

        there, findings = plugged(), []
        cameras, paths = cameras_of(self.app.readers), paths_of(self.app.readers)
        looks = (
            examine(data=self.app.data, nfc=paths, sources=()),
            *(at_work(camera) for camera in cameras),
            boxes(self.app.data),
            set_aside(self.app.data),
            sound(self.app.speaker) if self.app.speaker is not None else (),
        )
        for finding in chain(*looks):
            if cameras and finding.id == "no_camera":
                continue
            findings.append(finding)
            if run == 1:  # later the old findings stand until all the new ones are there
                self.app.call_from_thread(self._found, run, there, tuple(findings), done=False)
        self.app.call_from_thread(self._found, run, there, tuple(findings), done=True)

    def _found(
        self, run: int, plugged: frozenset[str], findings: tuple[Finding, ...], *, done: bool
    ) -> None:
        if run == self._run and self.query("#doctor-head"):  # it may be closing
            self._plugged, self._done = plugged, done
            self._findings = tuple(sorted(findings, key=lambda f: URGENCY.index(f.level)))
            self.reword()

    def _watch(self) -> None:
        """Something came or went: look again."""
        from ketuk.scanning.doctor import plugged

        if self.is_current and self._done and plugged() != self._plugged:
            self.action_again()

    def _readers_changed(self) -> None:
        """A reader came or went."""
        if self.is_attached and self._done:
            self._list()
            self._side()

    # ---- drawing

    def reword(self) -> None:
        self._head()
        self._list()
        self._side()

    def _head(self) -> None:
        words = self.app.words
        bad = sum(finding.level == "bad" for finding in self._findings)
        line = words("screens.doctor_looking")
        if self._done:
            line = words("doctor.some_bad", count=bad) if bad else words("doctor.all_well")
            line = f"{line} {words('screens.doctor_head')}"
        self.query_one("#doctor-head", Static).update(line)

    def _list(self) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        lines = [*self._states(), *(Option(self._line(f)) for f in self._findings)]
        options.clear_options()
        options.add_options(lines)
        if lines:
            options.highlighted = min(at, len(lines) - 1)

    def _states(self) -> list[Option]:
        """How each reader of the table stands now, trouble with its remedy."""
        rows, quiet = [], self.app.scans.quiet
        for state in self.app.scans.states.values():
            unasked = quiet and state.remedy is ReaderReason.ABSENT  # the findings tell of it
            if state.source == "typed" or unasked:
                continue
            line = Text(f"{MARKS[state.state][signs() is PLAIN]} ")
            line.append(self.app.words(f"screens.reader_{state.state}", source=state.source))
            if state.state in (Readiness.LOST, Readiness.ABSENT) and state.remedy is not None:
                line.append(f"\n    {self.app.scans.state(state)}", "italic")
            rows.append(Option(line))
        return rows

    def _line(self, finding: Finding) -> Text:
        words, sign = self.app.words, SIGNS[finding.level][signs() is PLAIN]
        line = Text(f"{sign} {sentence(words, finding)}", STYLES[finding.level])
        for cure in remedy(words, finding).splitlines():
            line.append(f"\n    {cure}", "italic not dim")
        return line

    # ---- picture and taps

    def _side(self) -> None:
        """What stands on the right, if anything does."""
        words, cameras = self.app.words, cameras_of(self.app.readers)
        wide = self.size.width >= WIDE
        shown = self._pictured if self._pictured is not None else wide and bool(cameras)
        self.query_one("#doctor-side").display = shown or (wide and bool(self._taps))
        self.query_one(CameraView).display = shown
        name = cameras[0].name if cameras else words("doctor.picture_once")
        self.query_one("#doctor-camera", Static).update(name if shown else "")
        lines = [
            f"{source}: {verdict_sentence(words, a, name=card)}" for source, a, card in self._taps
        ]
        taps = Text("\n").join([Text(words("doctor.taps"), "bold"), *map(Text, lines)])
        self.query_one("#doctor-taps", Static).update(taps if self._taps else "")

    def on_resize(self) -> None:
        self._side()

    def _frame(self) -> None:
        """The newest picture, of the camera that the table uses or of the one that was tried."""
        view = self.query_one(CameraView)
        if self.is_current and view.display:
            cameras = cameras_of(self.app.readers)
            view.show(cameras[0].frame if cameras else self._glimpse)

    def action_picture(self) -> None:
        view = self.query_one(CameraView)
        self._pictured = not view.display
        if self._pictured and not cameras_of(self.app.readers):
            self._try_camera()
        self._side()

    def action_camera(self) -> None:
        """Choose the camera that cards are shown to; its picture is seen at once."""
        from ketuk.scanning.camera_list import listed
        from ketuk.scanning.findings import System
        from ketuk.tui.screens.choosing import ChooseScreen

        there = [camera for camera in listed(System()) if not camera.infrared]
        if not there:
            self.app.say("doctor.no_camera")
            return

        def chosen(at: int | None) -> None:
            if at is not None:
                self._pictured = True
                self.app.use_camera(there[at].source)
                self._side()

        titles = [
            f"{camera.title} ({camera.source})" if camera.title else camera.source
            for camera in there
        ]
        self.app.push_screen(
            ChooseScreen(lambda: self.app.words("doctor.which_camera"), lambda: titles), chosen
        )

    def _try_camera(self) -> None:
        from ketuk.tui.readers import camera_there

        if camera_there():
            self._one_picture()
        else:
            self._pictured = False
            self.app.say("doctor.no_camera")

    @work(thread=True, exclusive=True, group="glimpse")
    def _one_picture(self) -> None:
        """One picture of a camera that nobody uses; it is closed again at once."""
        from ketuk.scanning.doctor_cameras import glimpse

        self.app.call_from_thread(self._glimpsed, glimpse("0"))

    def _glimpsed(self, picture: Any) -> None:
        self._glimpse = picture
        if picture is None and self.is_attached:
            self._pictured = False
            self._side()
            self.app.say("doctor.no_picture")

    # ---- what one does

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter copies the remedy of the line."""
        self.action_copy()

    def action_copy(self) -> None:
        at = self.query_one(OptionList).highlighted
        first = len(self._states())
        finding = self._findings[at - first] if at is not None and at >= first else None
        cure = to_paste(remedy(self.app.words, finding)) if finding is not None else ""
        if not cure:
            self.app.say("doctor.nothing_to_copy", "note")
            return
        self.app.copy_to_clipboard(cure)
        self.app.say("doctor.copied", "good", text=cure)

    def action_entry(self) -> None:
        self.set_focus(self.query_one("#entry"))

    def action_back(self) -> None:
        self.dismiss()

    # ---- a test tap

    def tapped(self, scan: Scan) -> None:
        """Which reader, what it read, and what that is."""
        from ketuk.tui.boxes.box import boxes
        from ketuk.tui.screens.verdict import card_at_home, judged

        def card(answer: Answer) -> str:
            return card_at_home(self.app, answer)

        self.app.ring("accepted")
        judged(
            self.app,
            scan,
            by=boxes(self.app.data),
            card=card,
            then=lambda answer: self._read(scan, answer, card(answer)),
        )

    def _read(self, scan: Scan, answer: Answer, card: str) -> None:
        from ketuk.codes.payload import find_code

        code = find_code(scan.text) or getattr(answer, "code", None)
        what = verdict_sentence(self.app.words, answer, name=card)
        facts = {"source": scan.source, "read": grouped(code) if code else scan.text[:60]}
        heard_text = self.app.words("screens.doctor_tap", **facts, what=what)
        self.app.scans.say(Said(heard_text, "good" if isinstance(answer, Accepted) else "bad"))
        self._taps = [*self._taps, (scan.source, answer, card)][-TAPS:]
        self._side()
